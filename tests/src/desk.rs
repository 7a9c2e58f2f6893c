//! A server without sockets for tests of clients: one battle, a seat for each side, and links in memory that can be cut.
//! Frames pass through their bytes, as over a socket.

use foretoken_session::wire::{
    Act, Client, Message, Outbox, Reason, SeatInfo, SeatPlan, SeatToken, TableInfo, ToClient, ToServer, VERSION, pack,
};
use foretoken_session::{Content, Incoming, Link, Referee, Remote, Setup};
use foretoken_vm::{RULES_VERSION, Team};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Code of the only table.
pub const CODE: &str = "DESK";

/// One battle with a seat for each side.
#[derive(Debug)]
pub struct Desk {
    content: Content,
    setup: Setup,
    referee: Referee,
    /// Number of the battle at the table.
    battle: u32,
    places: Vec<Place>,
    /// Whether the next act is refused.
    refuses: bool,
    is_paused: bool,
}

#[derive(Debug)]
struct Place {
    side: Team,
    is_watcher: bool,
    token: SeatToken,
    outbox: Outbox,
    /// Number of its last executed act.
    acts: u32,
    inbox: Option<Arc<Mutex<VecDeque<Incoming>>>>,
}

/// A desk that links can share.
#[derive(Clone, Debug)]
pub struct Shared(Arc<Mutex<Desk>>);

impl Shared {
    /// Begins a battle in which persons decide for all sides.
    #[must_use]
    pub fn new(content: &Content, scenario: &str) -> Self {
        let setup = content.setup(scenario, Some(1)).expect("it compiles").setup.hot_seat();
        Self::of(content, setup)
    }

    /// Begins the battle of a setup.
    #[must_use]
    pub fn of(content: &Content, setup: Setup) -> Self {
        let referee = Referee::start(setup.clone(), None).expect("nothing is recorded");
        let (content, places) = (content.clone(), Vec::new());
        Self(Arc::new(Mutex::new(Desk {
            content,
            setup,
            referee,
            battle: 1,
            places,
            refuses: false,
            is_paused: false,
        })))
    }

    /// Returns the desk.
    pub fn desk(&self) -> MutexGuard<'_, Desk> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a place with a free link.
    #[must_use]
    pub fn place(&self, name: &str) -> Box<Remote> {
        self.place_with(name, None)
    }

    /// Returns a place that returns to a seat.
    #[must_use]
    pub fn place_with(&self, name: &str, token: Option<SeatToken>) -> Box<Remote> {
        let content = self.desk().content.clone();
        let compile = move |text: &str, scenario: &str| content.rules_of_text(text, scenario);
        Box::new(Remote::new(Client::new(name, token), self.link(), Box::new(compile)))
    }

    /// Returns a link.
    #[must_use]
    pub fn link(&self) -> Box<dyn Link + Send> {
        let news = Arc::new(Mutex::new(VecDeque::from([Incoming::Connected])));
        Box::new(DeskLink { desk: self.clone(), news, place: None })
    }

    /// Cuts the link of a place, by its index. The place connects again with its next poll.
    pub fn cut(&self, place: usize) {
        let inbox = self.desk().places[place].inbox.take().expect("it is connected");
        let mut inbox = inbox.lock().unwrap_or_else(PoisonError::into_inner);
        inbox.clear();
        inbox.push_back(Incoming::Lost { reason: "the cable was pulled".to_owned(), retry: Duration::from_secs(2) });
        inbox.push_back(Incoming::Connected);
    }
}

impl Desk {
    /// Refuses the next act as not stored.
    pub const fn refuse_next(&mut self) {
        self.refuses = true;
    }

    /// Returns the referee.
    #[must_use]
    pub const fn referee(&self) -> &Referee {
        &self.referee
    }

    fn table(&self) -> TableInfo {
        let seat = |side: u8| {
            let place = self.places.iter().find(|place| place.side.0 == side && !place.is_watcher);
            SeatInfo {
                side,
                plan: SeatPlan::Seat,
                name: place.map_or_else(String::new, |_| format!("Player {}", side + 1)),
                is_here: place.is_some_and(|place| place.inbox.is_some()),
            }
        };
        let seats: Vec<SeatInfo> = (0..2).map(seat).collect();
        TableInfo {
            code: CODE.to_owned(),
            scenario: format!("{}/{}", self.setup.pack, self.setup.book.scenario),
            title: "A battle".to_owned(),
            is_begun: seats.iter().all(|seat| !seat.name.is_empty()),
            seats,
            watchers: self.places.iter().filter(|place| place.is_watcher).count() as u16,
            delay: Some(0),
            level: self.setup.level.code(),
            is_ironman: self.setup.ironman,
            undos: if self.referee.outcome() == 0 { 0 } else { self.referee.undos() },
            is_over: self.referee.outcome() != 0,
            is_paused: self.is_paused,
            clocks: Vec::new(),
        }
    }

    fn send(&self, place: usize, frame: ToClient) {
        let Some(inbox) = &self.places[place].inbox else { return };
        let bytes = frame.to_bytes().expect("small");
        let frame = ToClient::from_bytes(&bytes).expect("its own bytes");
        inbox.lock().unwrap_or_else(PoisonError::into_inner).push_back(Incoming::Frame(frame));
    }

    fn tell_all(&mut self) {
        for at in 0..self.places.len() {
            let side = self.places[at].side;
            let (briefing, book) = (self.referee.brief(side), self.referee.rules_for(side));
            if let Some(brief) = self.places[at].outbox.tell(&book, &briefing).expect("small") {
                self.send(at, ToClient::Brief(brief));
            }
        }
    }

    fn sit(&mut self, side: Team, is_watcher: bool) -> usize {
        let token = SeatToken([self.places.len() as u8 + 1; 16]);
        self.places.push(Place { side, is_watcher, token, outbox: Outbox::new(side), acts: 0, inbox: None });
        self.places.len() - 1
    }

    fn welcome(&mut self, at: usize) {
        let Place { side, is_watcher, token, .. } = self.places[at];
        self.send(at, ToClient::Seated { side: side.0, is_watcher, token });
        let table = self.table();
        self.send(at, ToClient::Table(Box::new(table)));
        let scenario = format!("{}/{}", self.setup.pack, self.setup.book.scenario);
        let text = self.content.text_for_seats(&self.setup, side).expect("it has the scenario");
        let rules = self.referee.rules_for(side).hash64();
        self.send(at, ToClient::Rules { battle: self.battle, scenario, rules, text: pack(text.as_bytes(), b"") });
    }

    fn hear(&mut self, link: &mut Option<usize>, news: &Arc<Mutex<VecDeque<Incoming>>>, frame: ToServer) {
        let bytes = frame.to_bytes().expect("small");
        let frame = ToServer::from_bytes(&bytes).expect("its own bytes");
        let greet = |frame: ToClient| {
            news.lock().unwrap_or_else(PoisonError::into_inner).push_back(Incoming::Frame(frame));
        };
        match (frame, *link) {
            (ToServer::Hello { token, received, .. }, _) => {
                greet(ToClient::Welcome { protocol: VERSION, rules: RULES_VERSION, server: "Desk".to_owned() });
                *link = self.places.iter().position(|place| Some(place.token) == token);
                if let Some(at) = *link {
                    self.places[at].inbox = Some(Arc::clone(news));
                    self.places[at].outbox.returned(received);
                    self.welcome(at);
                }
            }
            (ToServer::List, _) => {
                let (tables, scenarios) = (vec![self.table()], vec![(self.table().scenario, "A battle".to_owned())]);
                greet(ToClient::Tables { tables, scenarios });
            }
            (ToServer::Sit { side, .. }, None) => {
                let taken = |side: u8| self.places.iter().any(|place| !place.is_watcher && place.side.0 == side);
                let free = side.filter(|&side| !taken(side)).or_else(|| (0..2).find(|&side| !taken(side)));
                match free {
                    Some(side) => self.enter(link, news, side, false),
                    None => greet(ToClient::Refused(Reason::NoSeat)),
                }
            }
            (ToServer::Watch { side, .. }, None) => self.enter(link, news, side.unwrap_or(0), true),
            (ToServer::Leave, Some(at)) => {
                (self.places[at].inbox, *link) = (None, None);
                (0..self.places.len()).for_each(|to| self.send(to, ToClient::Table(Box::new(self.table()))));
            }
            (frame, Some(at)) => self.hear_place(at, frame),
            _ => greet(ToClient::Refused(Reason::NotNow)),
        }
    }

    fn enter(&mut self, link: &mut Option<usize>, news: &Arc<Mutex<VecDeque<Incoming>>>, side: u8, is_watcher: bool) {
        let at = self.sit(Team(side), is_watcher);
        self.places[at].inbox = Some(Arc::clone(news));
        *link = Some(at);
        self.welcome(at);
        (0..at).for_each(|to| self.send(to, ToClient::Table(Box::new(self.table()))));
    }

    fn hear_place(&mut self, at: usize, frame: ToServer) {
        let side = self.places[at].side;
        match frame {
            ToServer::Ready { rules } => {
                let (briefing, book) = (self.referee.brief(side), self.referee.rules_for(side));
                assert_eq!(rules, book.hash64(), "the client compiled the same rules");
                let brief = self.places[at].outbox.resume(&book, &briefing);
                self.send(at, ToClient::Brief(brief.expect("small")));
            }
            ToServer::Rematch => {
                let setup = self.setup.clone();
                self.referee = Referee::start(setup, None).expect("nothing is recorded");
                self.battle += 1;
                for at in 0..self.places.len() {
                    let place = &mut self.places[at];
                    (place.outbox, place.acts) = (Outbox::new(place.side), 0);
                    self.welcome(at);
                }
            }
            ToServer::Act { id, question, act, .. } => self.act(at, (id, question), act),
            ToServer::Received(sequence) => assert!(self.places[at].outbox.acknowledge(sequence)),
            ToServer::Say(words) => {
                let name = format!("Player {}", side.0 + 1);
                (0..self.places.len()).for_each(|to| {
                    self.send(to, ToClient::Said { name: name.clone(), words: words.clone() });
                });
            }
            _ => {}
        }
    }

    fn act(&mut self, at: usize, (id, question): (u32, u32), act: Act) {
        if id <= self.places[at].acts {
            return self.send(at, ToClient::Done { id, refused: None });
        }
        let (side, book) = (self.places[at].side, self.referee.rules_for(self.places[at].side));
        let is_refused = std::mem::take(&mut self.refuses);
        let is_undo = matches!(act, Act::Undo | Act::ResetTurn);
        let done = match act {
            _ if is_refused => Err(Reason::NotStored),
            Act::Message(_) if question != self.places[at].outbox.question() => Err(Reason::Stale),
            Act::Message(bytes) => match Message::from_bytes(&book, &bytes).expect("a message") {
                Message::Decide(decision) => self.referee.decide(side, decision).map_err(Reason::from),
                Message::Close => self.referee.close(side).map_err(Reason::from),
            },
            Act::Undo => self.referee.undo(side).map_err(Reason::Undo),
            Act::Resign => self.referee.resign(side).map_err(Reason::from),
            Act::Pause | Act::Continue => {
                self.is_paused = act == Act::Pause;
                (0..self.places.len()).for_each(|to| self.send(to, ToClient::Table(Box::new(self.table()))));
                Ok(())
            }
            Act::ResetTurn => self.referee.reset_turn(side).map_err(Reason::Undo),
            _ => Err(Reason::NotNow),
        };
        self.places[at].acts = id;
        if is_undo {
            self.places.iter_mut().for_each(|place| place.outbox.ask_again());
        }
        self.referee.advance();
        if self.referee.outcome() != 0 {
            (0..self.places.len()).for_each(|to| self.send(to, ToClient::Table(Box::new(self.table()))));
        }
        self.send(at, ToClient::Done { id, refused: done.err() });
        self.tell_all();
    }
}

#[derive(Debug)]
struct DeskLink {
    desk: Shared,
    news: Arc<Mutex<VecDeque<Incoming>>>,
    place: Option<usize>,
}

impl Link for DeskLink {
    fn send(&mut self, frame: ToServer) {
        self.desk.desk().hear(&mut self.place, &self.news, frame);
    }

    fn poll(&mut self) -> Option<Incoming> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    fn renew(&mut self) {
        self.news.lock().unwrap_or_else(PoisonError::into_inner).push_back(Incoming::Connected);
    }
}
