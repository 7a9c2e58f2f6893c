//! A client without its socket: it answers frames of the server, keeps the seat up to date, and repeats unanswered acts
//! after a reconnection. Front ends and bots drive it.

use super::inbox::Inbox;
use super::message::Message;
use super::protocol::{Act, Brief, TableInfo, ToClient, ToServer, VERSION};
use super::reason::Reason;
use super::secrets::SeatToken;
use super::unpack;
use crate::record::CompileError;
use crate::seat::{Decision, Dropped, Seat};
use crate::seat_log::SeatLog;
use foretoken_vm::codec::CodecError;
use foretoken_vm::{RULES_VERSION, Rulebook, Team};
use std::collections::VecDeque;
use std::sync::Arc;

/// Compiles the rules from the text of the assets and the name of the scenario.
pub type CompileRules<'c> = dyn FnMut(&str, &str) -> Result<Arc<Rulebook>, CompileError> + 'c;

/// Event for a front end.
#[derive(Debug)]
pub enum Event {
    /// The server greeted.
    Welcomed,
    /// The open tables, and the scenarios for new ones.
    Tables {
        /// Open tables.
        tables: Vec<TableInfo>,
        /// Scenarios, as `pack/name` and title.
        scenarios: Vec<(String, String)>,
    },
    /// The client has a place at a table.
    Seated,
    /// The table changed; see [`Client::table`].
    Table,
    /// The battle begins or the client is back in it; see [`Client::seat`].
    Begun,
    /// A briefing arrived, with the parts of the open choice that it dropped.
    Briefed(Vec<Dropped>),
    /// An act was answered.
    Done {
        /// Number of the act.
        id: u32,
        /// Why it was refused.
        refused: Option<Reason>,
    },
    /// Another seat asks to undo executed turns.
    UndoAsked(Team),
    /// A seat said something.
    Said {
        /// Name of the person.
        name: String,
        /// Words.
        words: String,
    },
    /// A frame was refused.
    Refused(Reason),
    /// The connection ends.
    Ended(Reason),
    /// A frame could not be understood. The connection should begin anew.
    Broken(String),
}

/// State of a client.
#[derive(Debug)]
pub struct Client {
    name: String,
    token: Option<SeatToken>,
    side: Option<Team>,
    is_watcher: bool,
    table: Option<TableInfo>,
    battle: u32,
    scenario: String,
    rules: Option<Arc<Rulebook>>,
    inbox: Inbox,
    question: u32,
    seat: Option<Seat>,
    /// Whether the seat is of an earlier battle. The next briefing replaces it.
    is_seat_old: bool,
    log: SeatLog,
    acts: u32,
    unanswered: VecDeque<(u32, ToServer)>,
}

impl Client {
    /// Creates a client; a token returns to a seat.
    #[must_use]
    pub fn new(name: &str, token: Option<SeatToken>) -> Self {
        Self {
            name: name.to_owned(),
            token,
            side: None,
            is_watcher: false,
            table: None,
            battle: 0,
            scenario: String::new(),
            rules: None,
            inbox: Inbox::default(),
            question: 0,
            seat: None,
            is_seat_old: false,
            log: SeatLog::default(),
            acts: 0,
            unanswered: VecDeque::new(),
        }
    }

    /// Returns the first frame of each connection.
    #[must_use]
    pub fn hello(&self) -> ToServer {
        ToServer::Hello {
            protocol: VERSION,
            rules: RULES_VERSION,
            name: self.name.clone(),
            token: self.token,
            received: self.inbox.received(),
        }
    }

    /// Returns the secret of its seat, to store.
    #[must_use]
    pub const fn token(&self) -> Option<SeatToken> {
        self.token
    }

    /// Returns the side, once seated.
    #[must_use]
    pub const fn side(&self) -> Option<Team> {
        self.side
    }

    /// Whether the client only watches.
    #[must_use]
    pub const fn is_watcher(&self) -> bool {
        self.is_watcher
    }

    /// Returns the state of its table.
    #[must_use]
    pub const fn table(&self) -> Option<&TableInfo> {
        self.table.as_ref()
    }

    /// Returns the scenario of the battle, as `pack/name`.
    #[must_use]
    pub fn scenario(&self) -> &str {
        &self.scenario
    }

    /// Returns the seat, once a battle has begun. Until the next battle begins, it is the seat of the last one.
    #[must_use]
    pub const fn seat(&self) -> Option<&Seat> {
        self.seat.as_ref()
    }

    /// Returns the seat, mutable.
    pub const fn seat_mut(&mut self) -> Option<&mut Seat> {
        self.seat.as_mut()
    }

    /// Returns the log of the battle since the client joined.
    #[must_use]
    pub const fn log(&self) -> &SeatLog {
        &self.log
    }

    /// Returns the number of the open question; 0 if the seat is not asked.
    #[must_use]
    pub const fn question(&self) -> u32 {
        self.question
    }

    /// Whether the seat must decide and no act is on its way.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.question != 0 && !self.is_watcher && self.unanswered.is_empty()
    }

    /// Whether acts are not answered yet.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        !self.unanswered.is_empty()
    }

    /// Returns the frame of a decision, which the seat shows at once.
    ///
    /// # Errors
    ///
    /// If the decision is too large.
    pub fn decide(&mut self, decision: Decision) -> Result<ToServer, CodecError> {
        let message = Message::Decide(decision.clone());
        let frame = self.message(&message)?;
        if let Some(seat) = &mut self.seat {
            seat.assume(&decision);
        }
        Ok(frame)
    }

    /// Returns the frame that closes the side's decisions.
    ///
    /// # Errors
    ///
    /// As [`Self::decide`].
    pub fn close(&mut self) -> Result<ToServer, CodecError> {
        self.message(&Message::Close)
    }

    fn message(&mut self, message: &Message) -> Result<ToServer, CodecError> {
        let bytes = match &self.rules {
            Some(rules) => message.to_bytes(rules)?,
            None => return Err(CodecError::Encode("the battle has not begun".to_owned())),
        };
        Ok(self.act(Act::Message(bytes)))
    }

    /// Returns the frame of an act.
    pub fn act(&mut self, act: Act) -> ToServer {
        self.acts += 1;
        let known = match (&self.seat, &self.rules) {
            (Some(seat), Some(rules)) => seat.known().state().hash64(rules),
            _ => 0,
        };
        let (id, question, sequence) = (self.acts, self.question, self.inbox.received());
        let frame = ToServer::Act { id, question, sequence, known, act };
        self.unanswered.push_back((id, frame.clone()));
        frame
    }

    /// Reads a frame of the server and returns the event. Appends answers to `replies`.
    pub fn hear(
        &mut self,
        frame: ToClient,
        compile: &mut CompileRules<'_>,
        replies: &mut Vec<ToServer>,
    ) -> Option<Event> {
        match frame {
            ToClient::Welcome { .. } => Some(Event::Welcomed),
            ToClient::Refused(reason) => Some(Event::Refused(reason)),
            ToClient::Tables { tables, scenarios } => Some(Event::Tables { tables, scenarios }),
            ToClient::Seated { side, is_watcher, token } => {
                if self.token != Some(token) {
                    self.forget_battle();
                    (self.table, self.battle) = (None, 0);
                }
                (self.token, self.side, self.is_watcher) = (Some(token), Some(Team(side & 7)), is_watcher);
                Some(Event::Seated)
            }
            ToClient::Table(info) => {
                self.table = Some(*info);
                Some(Event::Table)
            }
            ToClient::Rules { battle, scenario, rules, text } => {
                if battle != self.battle {
                    self.battle = battle;
                    self.forget_battle();
                }
                self.learn(scenario, rules, &text, compile, replies)
            }
            ToClient::Brief(brief) => self.brief(&brief, replies),
            ToClient::Done { id, refused } => {
                self.unanswered.retain(|(unanswered, _)| *unanswered != id);
                Some(Event::Done { id, refused })
            }
            ToClient::UndoAsked { side } => Some(Event::UndoAsked(Team(side & 7))),
            ToClient::Said { name, words } => Some(Event::Said { name, words }),
            ToClient::ShowKnowledge => {
                let bytes = self.seat.as_ref().and_then(|seat| seat.known().to_bytes().ok()).unwrap_or_default();
                replies.push(ToServer::Knowledge(bytes));
                None
            }
            ToClient::Bye(reason) => Some(Event::Ended(reason)),
        }
    }

    fn forget_battle(&mut self) {
        self.is_seat_old = true;
        (self.inbox, self.log, self.question) = (Inbox::default(), SeatLog::default(), 0);
        self.unanswered.clear();
    }

    fn learn(
        &mut self,
        scenario: String,
        hash: u64,
        text: &[u8],
        compile: &mut CompileRules<'_>,
        replies: &mut Vec<ToServer>,
    ) -> Option<Event> {
        if self.rules.as_ref().is_none_or(|rules| rules.hash64() != hash) {
            if text.is_empty() {
                replies.push(ToServer::NeedRules);
                return None;
            }
            let text = unpack(text, b"").map_err(|error| error.to_string());
            let text = text.and_then(|text| String::from_utf8(text).map_err(|error| error.to_string()));
            let name = scenario.rsplit('/').next().unwrap_or_default();
            match text.and_then(|text| compile(&text, name).map_err(|error| error.to_string())) {
                Ok(rules) => self.rules = Some(rules),
                Err(error) => return Some(Event::Broken(error)),
            }
            (self.is_seat_old, self.inbox, self.question) = (true, Inbox::default(), 0);
        }
        self.scenario = scenario;
        let rules = self.rules.as_ref().map_or(0, |rules| rules.hash64());
        replies.push(ToServer::Ready { rules });
        replies.extend(self.unanswered.iter().map(|(_, frame)| frame.clone()));
        None
    }

    fn brief(&mut self, brief: &Brief, replies: &mut Vec<ToServer>) -> Option<Event> {
        let (rules, side) = (self.rules.clone()?, self.side?);
        let briefing = match self.inbox.read(&rules, brief) {
            Ok(briefing) => briefing?,
            Err(error) => return Some(Event::Broken(error.to_string())),
        };
        replies.push(ToServer::Received(brief.sequence));
        self.question = brief.question;
        self.log.hear(&rules, &briefing);
        match &mut self.seat {
            Some(seat) if !self.is_seat_old => Some(Event::Briefed(seat.update(rules, briefing))),
            _ => {
                self.is_seat_old = false;
                self.seat = Some(Seat::new(side, rules, briefing));
                Some(Event::Begun)
            }
        }
    }
}
