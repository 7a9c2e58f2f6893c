//! A served table and its people, for tests over real sockets.
#![allow(dead_code, reason = "each test binary uses a part")]

pub mod proxy;

use foretoken_preview::Level;
use foretoken_server::bot::Thinker;
use foretoken_server::client::{Connection, Incoming};
use foretoken_server::{Options, Server};
use foretoken_session::wire::{Client, Event, TableOptions, ToClient, ToServer};
use foretoken_session::{Content, Pending};
use std::path::{Path, PathBuf};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(20);

pub fn content() -> Content {
    Content::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets")).expect("the shipped assets")
}

pub fn options(scenario: &str) -> TableOptions {
    TableOptions {
        scenario: scenario.to_owned(),
        level: Level::Normal.code(),
        seed: Some(7),
        seats: None,
        is_open: true,
        delay: Some(0),
        clock: None,
        is_ironman: false,
    }
}

/// A server with its runtime and data folder.
pub struct Served {
    runtime: Option<tokio::runtime::Runtime>,
    server: Option<Server>,
    data: tempfile::TempDir,
    address: String,
}

impl Served {
    pub fn start() -> Self {
        Self::with(|options| options)
    }

    pub fn with(alter: impl FnOnce(Options) -> Options) -> Self {
        Self::serving(content(), alter)
    }

    /// Serves other assets.
    pub fn of(assets: &Path) -> Self {
        Self::serving(Content::open(assets).expect("assets"), |options| options)
    }

    fn serving(content: Content, alter: impl FnOnce(Options) -> Options) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let options = Options::new("127.0.0.1:0".parse().expect("an address"), data.path().to_owned());
        let (runtime, server) = serve(content, alter(options));
        let address = format!("ws://{}", server.address());
        Self { runtime: Some(runtime), server: Some(server), data, address }
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    pub fn data(&self) -> &Path {
        self.data.path()
    }

    pub fn metrics(&self) -> String {
        self.server.as_ref().expect("it runs").metrics()
    }

    /// Ends the server without a farewell, and starts another one on its data.
    pub fn kill_and_restart(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_secs(5));
        }
        drop(self.server.take());
        let options = Options::new("127.0.0.1:0".parse().expect("an address"), self.data.path().to_owned());
        let (runtime, server) = serve(content(), options);
        self.address = format!("ws://{}", server.address());
        (self.runtime, self.server) = (Some(runtime), Some(server));
    }

    pub fn person(&self, name: &str) -> Person {
        Person::new(&self.address, Client::new(name, None))
    }

    pub fn returning(&self, person: &Person) -> Person {
        Person::new(&self.address, Client::new("Again", person.client.token()))
    }

    /// Returns two people in a battle that has begun.
    pub fn pair(&self, scenario: &str) -> (Person, Person) {
        let (mut first, mut second) = (self.person("Ada"), self.person("Ben"));
        let code = first.create(options(scenario));
        second.send(ToServer::Sit { code, side: None });
        second.until(|event| matches!(event, Event::Seated));
        second.send(ToServer::Start);
        first.until(|event| matches!(event, Event::Begun));
        second.until(|event| matches!(event, Event::Begun));
        (first, second)
    }
}

fn serve(content: Content, options: Options) -> (tokio::runtime::Runtime, Server) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads");
    let server = runtime.block_on(Server::start(content, options)).expect("it starts");
    (runtime, server)
}

/// A client with its connection.
pub struct Person {
    pub client: Client,
    /// All frames of the server.
    pub heard: Vec<ToClient>,
    connection: Option<Connection>,
    address: PathBuf,
    content: Content,
    thinker: Thinker,
    /// Reasons of lost connections.
    pub lost: Vec<String>,
}

impl Person {
    pub fn new(address: &str, client: Client) -> Self {
        let mut person = Self {
            client,
            heard: Vec::new(),
            connection: None,
            address: address.into(),
            content: content(),
            thinker: Thinker::new(Level::Easy),
            lost: Vec::new(),
        };
        person.reconnect();
        person
    }

    pub fn reconnect(&mut self) {
        self.connection = Some(Connection::open(&self.address.to_string_lossy()).expect("an address"));
        loop {
            match self.connection.as_ref().and_then(|connection| connection.wait(PATIENCE)).expect("news in time") {
                Incoming::Connected => break,
                Incoming::Lost { .. } => {}
                Incoming::Frame(frame) => panic!("a frame before the greeting: {frame:?}"),
            }
        }
        let hello = self.client.hello();
        self.send(hello);
        self.until(|event| matches!(event, Event::Welcomed));
    }

    /// Connects without waiting for the greeting, over a link that may be cut.
    pub fn through(address: &str, client: Client) -> Self {
        let mut person = Self {
            client,
            heard: Vec::new(),
            connection: Some(Connection::open(address).expect("an address")),
            address: address.into(),
            content: content(),
            thinker: Thinker::new(Level::Easy),
            lost: Vec::new(),
        };
        person.hear(PATIENCE);
        person
    }

    /// Whether the link was not cut yet.
    pub fn is_open(&self) -> bool {
        self.lost.is_empty()
    }

    /// Decides if asked, and handles what has come. Returns the decision.
    pub fn play_on(&mut self) -> Option<ToServer> {
        let frame = self.client.is_asked().then(|| self.decide());
        if let Some(frame) = &frame {
            self.send(frame.clone());
        }
        self.hear(Duration::from_millis(2));
        frame
    }

    pub fn reconnect_to(&mut self, served: &Served) {
        self.address = served.address().into();
        self.reconnect();
    }

    pub fn cut(&mut self) {
        self.connection = None;
    }

    pub fn send(&self, frame: ToServer) {
        self.connection.as_ref().expect("connected").send(frame);
    }

    pub fn create(&mut self, options: TableOptions) -> String {
        self.send(ToServer::Create(Box::new(options)));
        self.until(|event| matches!(event, Event::Table));
        self.client.table().expect("a table").code.clone()
    }

    /// Handles what has come, and waits for at most a while. Returns the event, if any.
    pub fn hear(&mut self, most: Duration) -> Option<Event> {
        let connection = self.connection.as_ref().expect("connected");
        let incoming = connection.wait(most)?;
        match &incoming {
            Incoming::Frame(frame) => self.heard.push(frame.clone()),
            Incoming::Lost { reason, .. } => self.lost.push(reason.clone()),
            Incoming::Connected => {}
        }
        connection.answer(&mut self.client, incoming, &self.content)
    }

    pub fn next(&mut self) -> Event {
        // Each frame is an event or part of one, so a battle needs few frames without any.
        for _ in 0..1_000 {
            let before = self.heard.len();
            if let Some(event) = self.hear(PATIENCE) {
                return event;
            }
            assert!(
                self.heard.len() > before,
                "nothing is heard; the last frame was {:?}, lost: {:?}",
                self.heard.last(),
                self.lost
            );
        }
        panic!("nothing happens")
    }

    pub fn until(&mut self, is_it: impl Fn(&Event) -> bool) -> Event {
        for _ in 0..10_000 {
            let event = self.next();
            if is_it(&event) {
                return event;
            }
        }
        panic!("it does not happen")
    }

    pub fn until_within(&mut self, most: Duration, is_it: impl Fn(&Self) -> bool) {
        let steps = most.as_millis() / 10;
        for _ in 0..steps {
            if is_it(self) {
                return;
            }
            self.hear(Duration::from_millis(10));
        }
        panic!("it does not happen in time");
    }

    pub fn until_over(&mut self) {
        self.until_within(PATIENCE, |person| person.outcome() != 0);
    }

    pub fn until_asked(&mut self) {
        self.until_within(PATIENCE, |person| person.client.is_asked());
    }

    pub fn outcome(&self) -> i32 {
        match self.client.seat().map(|seat| seat.pending()) {
            Some(Pending::Over(outcome)) => *outcome,
            _ => 0,
        }
    }

    pub fn round(&self) -> i32 {
        self.client.seat().map_or(0, |seat| seat.known().state().round())
    }

    /// Returns the frame of the next decision.
    pub fn decide(&mut self) -> ToServer {
        let decision = self.thinker.decide(self.client.seat().expect("a battle"));
        let frame = match decision {
            Some(decision) => self.client.decide(decision),
            None => self.client.close(),
        };
        frame.expect("it is small")
    }

    /// Decides if asked, else listens for a moment. Returns whether it decided.
    pub fn step(&mut self) -> bool {
        if self.client.is_asked() {
            let frame = self.decide();
            self.send(frame);
            self.until(|event| matches!(event, Event::Done { .. }));
            return true;
        }
        self.hear(Duration::from_millis(5));
        false
    }
}

/// Plays until one of them has decided and been answered.
pub fn round(people: &mut [&mut Person]) {
    for _ in 0..10_000 {
        if people.iter().any(|person| person.outcome() != 0) || people.iter_mut().any(|person| person.step()) {
            return;
        }
    }
    panic!("nobody is asked");
}

/// Listens until one of them must decide, and returns which.
pub fn asked(people: &mut [&mut Person]) -> usize {
    for _ in 0..10_000 {
        if let Some(at) = people.iter().position(|person| person.client.is_asked()) {
            return at;
        }
        people.iter_mut().for_each(|person| drop(person.hear(Duration::from_millis(5))));
    }
    panic!("nobody is asked")
}

pub fn until_round(people: &mut [&mut Person], round_wanted: i32) {
    while people.iter().any(|person| person.round() < round_wanted) {
        for person in people.iter_mut() {
            person.step();
        }
    }
}

/// Plays a battle to its end and returns the outcome.
pub fn play_out(people: &mut [&mut Person]) -> i32 {
    for _ in 0..100_000 {
        if people.iter().all(|person| person.outcome() != 0) {
            return people[0].outcome();
        }
        for person in people.iter_mut() {
            person.step();
        }
    }
    panic!("the battle does not end")
}
