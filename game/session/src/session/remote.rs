//! A place at a server, for front ends: the client, its link, and everything that the server has told. A session can have
//! it as its host; before and after a battle the lobby has it. It reads no clock: its owner passes the time.

use crate::record::CompileError;
use crate::seat::{Choosable, Decision, Seat};
use crate::wire::{Act, Client, ClockInfo, Event, Reason, TableInfo, ToClient, ToServer, limits};
use foretoken_vm::{Rulebook, Team};
use std::collections::VecDeque;
use std::fmt::{self, Debug};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Lines of chat that are kept.
const CHAT: usize = 100;

/// News of a link.
#[derive(Debug)]
pub enum Incoming {
    /// A connection is open. Its first frame must be [`Client::hello`].
    Connected,
    /// A frame arrived.
    Frame(ToClient),
    /// The connection is lost. The link opens another one.
    Lost {
        /// Reason, as a sentence part.
        reason: String,
        /// Time until the next attempt.
        retry: Duration,
    },
}

/// A link to a server. It reconnects without a call. Calls return at once.
pub trait Link {
    /// Sends a frame, or drops it without a connection. The client repeats unanswered acts.
    fn send(&mut self, frame: ToServer);

    /// Returns the next news.
    fn poll(&mut self) -> Option<Incoming>;

    /// Closes the connection and opens another one.
    fn renew(&mut self);
}

/// Compiles the rules from the text of the assets and the name of the scenario.
pub type Compiler = Box<dyn FnMut(&str, &str) -> Result<Arc<Rulebook>, CompileError> + Send>;

/// State of the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Connection {
    /// It is being opened.
    Opening,
    /// It is open.
    Open,
    /// It is lost.
    Lost {
        /// Reason, as a sentence part.
        reason: String,
        /// Milliseconds until the next attempt.
        retry: u32,
        /// Number of attempts since the connection was lost.
        attempts: u32,
    },
    /// The server ended it for good.
    Ended(Reason),
}

/// A line of the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Name of the person.
    pub name: String,
    /// Words.
    pub words: String,
}

/// A place at a server.
pub struct Remote {
    client: Client,
    link: Option<Box<dyn Link + Send>>,
    compile: Compiler,
    connection: Connection,
    tables: Vec<TableInfo>,
    scenarios: Vec<(String, String)>,
    chat: VecDeque<Said>,
    /// Side that asks to undo executed turns.
    asks_undo: Option<Team>,
    /// Decisions without an answer, by the numbers of their acts.
    sent: Vec<(u32, Decision)>,
    /// Number of the act that closes the side's decisions, until it is answered.
    closing: Option<u32>,
    /// Milliseconds since the last state of the table.
    elapsed: u32,
    number: u64,
    advised: u32,
}

impl Debug for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Remote")
            .field("client", &self.client)
            .field("connection", &self.connection)
            .finish_non_exhaustive()
    }
}

impl Remote {
    /// Creates a place from a new client and a link that opens its connection.
    #[must_use]
    pub fn new(client: Client, link: Box<dyn Link + Send>, compile: Compiler) -> Self {
        // Referees count up from 1, so the numbers of battles differ.
        static NEXT: AtomicU64 = AtomicU64::new(u64::MAX);
        Self {
            client,
            link: Some(link),
            compile,
            connection: Connection::Opening,
            tables: Vec::new(),
            scenarios: Vec::new(),
            chat: VecDeque::new(),
            asks_undo: None,
            sent: Vec::new(),
            closing: None,
            elapsed: 0,
            number: NEXT.fetch_sub(1, Ordering::Relaxed),
            advised: 0,
        }
    }

    /// Returns the client.
    #[must_use]
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the state of the connection.
    #[must_use]
    pub const fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Returns the open tables.
    #[must_use]
    pub fn tables(&self) -> &[TableInfo] {
        &self.tables
    }

    /// Returns the scenarios for new tables, as `pack/name` and title.
    #[must_use]
    pub fn scenarios(&self) -> &[(String, String)] {
        &self.scenarios
    }

    /// Returns the chat, oldest first.
    pub fn chat(&self) -> impl DoubleEndedIterator<Item = &Said> {
        self.chat.iter()
    }

    /// Returns the side that asks to undo executed turns.
    #[must_use]
    pub const fn asks_undo(&self) -> Option<Team> {
        self.asks_undo
    }

    /// Returns the clocks of the sides at this moment.
    pub fn clocks(&self) -> impl Iterator<Item = ClockInfo> {
        let table = self.client.table();
        let passed = if table.is_some_and(|table| table.is_paused) { 0 } else { self.elapsed };
        table.map_or(&[][..], |table| &table.clocks).iter().map(move |clock| {
            let passed = if clock.is_running { passed } else { 0 };
            let beyond = passed.saturating_sub(clock.turn);
            ClockInfo { turn: clock.turn.saturating_sub(passed), bank: clock.bank.saturating_sub(beyond), ..*clock }
        })
    }

    /// Lets time pass for the clocks and the wait for the next attempt.
    pub fn pass_time(&mut self, millis: u32) {
        self.elapsed = self.elapsed.saturating_add(millis);
        if let Connection::Lost { retry, .. } = &mut self.connection {
            *retry = retry.saturating_sub(millis);
        }
    }

    /// Sends a frame that is not an act.
    pub fn tell(&mut self, frame: ToServer) {
        if let Some(link) = &mut self.link {
            link.send(frame);
        }
    }

    /// Says something to the table. Longer words are cut.
    pub fn say(&mut self, words: &str) {
        let words: String = words.trim().chars().filter(|letter| !letter.is_control()).take(limits::CHAT).collect();
        if !words.is_empty() {
            self.tell(ToServer::Say(words));
        }
    }

    /// Leaves the table for good and stays at the server as a new client with a name.
    pub fn leave(&mut self, name: &str) {
        self.tell(ToServer::Leave);
        self.client = Client::new(name, None);
        (self.sent, self.closing, self.asks_undo) = (Vec::new(), None, None);
        self.chat.clear();
    }

    /// Sends an act that is not a decision.
    pub fn act(&mut self, act: Act) {
        if matches!(act, Act::Consent(_)) {
            self.asks_undo = None;
        }
        let frame = self.client.act(act);
        self.tell(frame);
    }

    /// Reads all news of the link and answers them. Returns the events, which the state already contains.
    pub fn poll(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(incoming) = self.link.as_mut().and_then(|link| link.poll()) {
            match incoming {
                Incoming::Connected => {
                    self.connection = Connection::Open;
                    let hello = self.client.hello();
                    self.tell(hello);
                }
                Incoming::Lost { reason, retry } => {
                    let before = if let Connection::Lost { attempts, .. } = self.connection { attempts } else { 0 };
                    let retry = u32::try_from(retry.as_millis()).unwrap_or(u32::MAX);
                    self.connection = Connection::Lost { reason, retry, attempts: before.saturating_add(1) };
                }
                Incoming::Frame(frame) => {
                    let mut replies = Vec::new();
                    let compile = &mut self.compile;
                    let event = self.client.hear(frame, compile, &mut replies);
                    replies.into_iter().for_each(|reply| self.tell(reply));
                    events.extend(event.inspect(|event| self.note(event)));
                }
            }
        }
        events
    }

    fn note(&mut self, event: &Event) {
        match event {
            Event::Tables { tables, scenarios } => {
                (self.tables, self.scenarios) = (tables.clone(), scenarios.clone());
            }
            Event::Seated => {
                (self.sent, self.closing, self.asks_undo) = (Vec::new(), None, None);
            }
            Event::Table => self.elapsed = 0,
            Event::Said { name, words } => {
                self.chat.push_back(Said { name: name.clone(), words: words.clone() });
                while self.chat.len() > CHAT {
                    self.chat.pop_front();
                }
            }
            Event::UndoAsked(side) => self.asks_undo = Some(*side),
            Event::Done { id, refused } => self.answered(*id, refused.is_some()),
            Event::Begun => {
                (self.sent, self.closing, self.asks_undo, self.advised) = (Vec::new(), None, None, 0);
                let choosable = if self.client.is_watcher() { Choosable::Nothing } else { Choosable::Ahead };
                if let Some(seat) = self.client.seat_mut() {
                    seat.set_choosable(choosable);
                }
            }
            Event::Briefed(_) => self.assume_sent(),
            Event::Ended(reason) => self.end(reason),
            Event::Broken(_) => {
                if let Some(link) = &mut self.link {
                    link.renew();
                }
                self.connection = Connection::Opening;
            }
            Event::Welcomed | Event::Refused(_) => {}
        }
    }

    fn answered(&mut self, id: u32, is_refused: bool) {
        self.sent.retain(|(sent, _)| *sent != id);
        self.closing = self.closing.filter(|closing| *closing != id);
        if is_refused && let Some(seat) = self.client.seat_mut() {
            seat.forget_assumed();
            self.assume_sent();
        }
    }

    /// Shows the decisions again whose answers did not arrive yet, over a briefing that is older.
    fn assume_sent(&mut self) {
        if let Some(seat) = self.client.seat_mut() {
            self.sent.iter().for_each(|(_, decision)| seat.assume(decision));
        }
    }

    /// Notes the end of a connection. The link opens another one, except when that cannot help.
    fn end(&mut self, reason: &Reason) {
        let is_final = !matches!(reason, Reason::TooSlow | Reason::Stopping | Reason::Silent | Reason::Damaged);
        if is_final {
            self.link = None;
            self.connection = Connection::Ended(reason.clone());
        }
    }
}

/// The battle of a session at a server. The client has a seat as long as it exists.
#[derive(Debug)]
pub(super) struct RemoteBattle(Box<Remote>);

impl RemoteBattle {
    /// Takes a place whose battle has begun, else gives it back.
    pub(super) fn new(remote: Box<Remote>) -> Result<Self, Box<Remote>> {
        if remote.client.seat().is_some() { Ok(Self(remote)) } else { Err(remote) }
    }

    pub(super) fn into_place(self) -> Box<Remote> {
        self.0
    }

    pub(super) const fn place(&self) -> &Remote {
        &self.0
    }

    pub(super) const fn place_mut(&mut self) -> &mut Remote {
        &mut self.0
    }

    pub(super) fn seat(&self) -> &Seat {
        self.0.client.seat().unwrap_or_else(|| unreachable!("the battle has begun"))
    }

    pub(super) fn seat_mut(&mut self) -> &mut Seat {
        self.0.client.seat_mut().unwrap_or_else(|| unreachable!("the battle has begun"))
    }

    pub(super) const fn number(&self) -> u64 {
        self.0.number
    }

    pub(super) const fn advised(&self) -> u32 {
        self.0.advised
    }

    pub(super) const fn advise(&mut self) {
        self.0.advised += 1;
    }

    /// Whether the server waits for a decision of this seat and no earlier one stands in the way.
    pub(super) fn is_asked(&self, is_immediate: bool) -> bool {
        let client = &self.0.client;
        let is_busy = if is_immediate { client.is_waiting() } else { self.0.closing.is_some() };
        client.question() != 0 && !client.is_watcher() && !is_busy
    }

    /// Sends a decision and shows it at once. Returns false if it is too large.
    pub(super) fn decide(&mut self, decision: Decision) -> bool {
        let Ok(frame) = self.0.client.decide(decision.clone()) else { return false };
        if let ToServer::Act { id, .. } = frame {
            self.0.sent.push((id, decision));
        }
        self.0.tell(frame);
        true
    }

    /// Sends the end of the side's decisions.
    pub(super) fn close(&mut self) {
        let Ok(frame) = self.0.client.close() else { return };
        if let ToServer::Act { id, .. } = frame {
            self.0.closing = Some(id);
        }
        self.0.tell(frame);
    }

    /// Returns why nothing can be decided now.
    pub(super) fn hindrance(&self) -> &'static str {
        use crate::texts::messages;
        let client = &self.0.client;
        match () {
            () if client.is_watcher() => messages::only_watching(),
            () if client.is_waiting() => messages::awaits_answer(),
            () => messages::not_your_turn(),
        }
    }
}
