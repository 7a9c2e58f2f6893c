//! A table: its seats and watchers, its battle, its clocks and its file. It is synchronous and knows no sockets; the
//! lobby's task for the table feeds it frames and the time.

mod acts;
mod battle;
mod clocks;
mod file;
mod healing;
mod people;
mod views;

pub use file::{LoadError, Stored};
pub use people::{Line, TokenHash, checked};

use crate::catalog::Playable;
use crate::lobby::Shared;
use battle::Match;
use clocks::Clock;
use foretoken_preview::Level;
use foretoken_session::wire::{
    Outbox, Reason, SeatInfo, SeatPlan, TableInfo, TableOptions, ToClient, ToServer, limits,
};
use foretoken_vm::Team;
use people::Watcher;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::time::Instant;

/// Way to a place at a table.
#[derive(Clone, Copy, Debug)]
pub enum Entrance {
    /// Takes a free seat of this side, or the first free one.
    Sit(Option<u8>),
    /// Watches from this side, or from the first one.
    Watch(Option<u8>),
    /// Returns to the place with this token, after briefings up to a number.
    Return(TokenHash, u32),
}

/// A side's seat.
#[derive(Debug)]
struct Seat {
    side: Team,
    plan: SeatPlan,
    name: String,
    token: Option<TokenHash>,
    line: Option<Line>,
    /// Whether the client has the rules, so that briefings can follow.
    is_ready: bool,
    outbox: Outbox,
    /// Answers to the last acts, for clients that repeat them.
    answered: VecDeque<(u32, Option<Reason>)>,
    /// Number of the last act whose answer was dropped. Acts up to it are never done again.
    dropped: u32,
    wants_rematch: bool,
    wants_pause: bool,
    /// Whether the client must show its knowledge.
    is_shown: bool,
    clock: Clock,
}

impl Seat {
    /// Forgets the numbers of its acts.
    fn forget_acts(&mut self) {
        self.answered.clear();
        self.dropped = 0;
    }
}

/// A table.
#[derive(Debug)]
pub struct Table {
    code: String,
    options: TableOptions,
    playable: Arc<Playable>,
    creator: Option<TokenHash>,
    seats: Vec<Seat>,
    watchers: Vec<Watcher>,
    /// Number of the battle at this table, from 1; 0 before the first.
    number: u32,
    battle: Option<Match>,
    is_paused: bool,
    /// Side that asked to undo executed turns, and the sides that must still consent.
    undo: Option<(Team, Vec<Team>)>,
    shared: Arc<Shared>,
}

/// Acts whose answers a seat keeps for clients that repeat them.
const ANSWERS: usize = 64;

impl Table {
    /// Creates a table without people.
    ///
    /// # Errors
    ///
    /// If the server cannot play the scenario, or the options do not fit it.
    pub fn new(code: String, options: TableOptions, shared: Arc<Shared>) -> Result<Self, Reason> {
        let level = Level::from_code(options.level).ok_or(Reason::BadOptions)?;
        if options.scenario.len() > limits::SCENARIO || options.delay.is_some_and(|delay| delay > limits::DELAY) {
            return Err(Reason::BadOptions);
        }
        let playable = shared.catalog.playable(&options.scenario, level).map_err(|error| {
            tracing::warn!(scenario = options.scenario, %error, "a scenario has faults");
            Reason::NoScenario
        })?;
        let playable = playable.ok_or(Reason::NoScenario)?;
        let is_seat = |side: Team| options.seats.as_ref().is_none_or(|seats| seats.contains(&side.0));
        if options.seats.as_ref().is_some_and(|seats| seats.iter().any(|&side| !playable.sides.contains(&Team(side)))) {
            return Err(Reason::BadOptions);
        }
        let seat = |&side: &Team| Seat {
            side,
            plan: if is_seat(side) { SeatPlan::Seat } else { SeatPlan::Computer },
            name: String::new(),
            token: None,
            line: None,
            is_ready: false,
            outbox: Outbox::new(side),
            answered: VecDeque::new(),
            dropped: 0,
            wants_rematch: false,
            wants_pause: false,
            is_shown: false,
            clock: Clock::new(options.clock),
        };
        let seats: Vec<Seat> = playable.sides.iter().map(seat).collect();
        if !seats.iter().any(|seat| seat.plan == SeatPlan::Seat) {
            return Err(Reason::BadOptions);
        }
        Ok(Self {
            code,
            options,
            playable,
            creator: None,
            seats,
            watchers: Vec::new(),
            number: 0,
            battle: None,
            is_paused: false,
            undo: None,
            shared,
        })
    }

    /// Returns the code.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Whether steps of the battle can take long, because the computer decides for a side.
    #[must_use]
    pub fn is_heavy(&self) -> bool {
        let times_out = self.options.clock.is_some_and(|clock| clock.timeout != Default::default());
        times_out || self.seats.iter().any(|seat| seat.plan == SeatPlan::Computer || seat.token.is_none())
    }

    /// Whether the table has no connection.
    #[must_use]
    pub fn is_deserted(&self) -> bool {
        self.seats.iter().all(|seat| seat.line.is_none()) && self.watchers.iter().all(|one| one.line.is_none())
    }

    /// Whether the journal waits for the disk.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.battle.as_ref().is_some_and(|battle| battle.is_behind)
    }

    /// Whether the battle is running.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.battle.as_ref().is_some_and(|battle| !battle.is_over())
    }

    /// Returns the state of the table for all clients.
    #[must_use]
    pub fn info(&self, now: Instant) -> TableInfo {
        let seat = |seat: &Seat| SeatInfo {
            side: seat.side.0,
            plan: seat.plan,
            name: seat.name.clone(),
            is_here: seat.line.is_some(),
        };
        TableInfo {
            code: self.code.clone(),
            scenario: self.options.scenario.clone(),
            title: self.playable.title.clone(),
            seats: self.seats.iter().map(seat).collect(),
            watchers: self.watchers.iter().filter(|one| one.line.is_some()).count() as u16,
            delay: self.options.delay,
            level: self.options.level,
            is_ironman: self.options.is_ironman,
            undos: self.battle.as_ref().filter(|battle| battle.is_over()).map_or(0, |battle| battle.referee.undos()),
            is_begun: self.battle.is_some(),
            is_over: self.battle.as_ref().is_some_and(Match::is_over),
            is_paused: self.is_paused,
            clocks: self.clocks(now),
        }
    }

    /// Sends the state of the table to all its clients, and to the lobby.
    fn tell_table(&mut self, now: Instant) {
        let info = self.info(now);
        self.shared.publish(&self.code, self.options.is_open.then(|| info.clone()));
        self.tell(&ToClient::Table(Box::new(info)));
    }

    /// Sends a frame to all clients of the table.
    fn tell(&mut self, frame: &ToClient) {
        let Some(bytes) = people::shared(frame) else { return };
        let lines = self.seats.iter_mut().map(|seat| &mut seat.line);
        for line in lines.chain(self.watchers.iter_mut().map(|watcher| &mut watcher.line)) {
            people::send(line, &bytes, &self.shared);
        }
    }

    fn tell_line(&mut self, line: u64, frame: &ToClient) {
        let Some(bytes) = people::shared(frame) else { return };
        let shared = Arc::clone(&self.shared);
        if let Some(line) = self.line_mut(line) {
            people::send(line, &bytes, &shared);
        }
    }

    fn seat_of(&self, line: u64) -> Option<usize> {
        self.seats.iter().position(|seat| seat.line.as_ref().is_some_and(|own| own.id == line))
    }

    /// Handles a frame of a connection at the table.
    pub fn hear(&mut self, line: u64, frame: ToServer, now: Instant) {
        match self.handle(line, frame, now) {
            Ok(()) => {}
            Err(reason) => self.tell_line(line, &ToClient::Refused(reason)),
        }
    }

    fn handle(&mut self, line: u64, frame: ToServer, now: Instant) -> Result<(), Reason> {
        match frame {
            ToServer::Start => self.start(line, now),
            ToServer::Rematch => self.rematch(line, now),
            ToServer::Leave => self.leave(line, now),
            ToServer::NeedRules => self.send_rules(line, true),
            ToServer::Ready { rules } => self.make_ready(line, rules),
            ToServer::Act { id, question, sequence, known, act } => {
                let seat = self.seat_of(line).ok_or(Reason::Watching)?;
                self.act(seat, acts::Asked { id, question, sequence, known }, act, now);
                Ok(())
            }
            ToServer::Received(sequence) => self.acknowledge(line, sequence),
            ToServer::Say(words) => self.say(line, words),
            ToServer::Knowledge(bytes) => self.keep_knowledge(line, &bytes),
            ToServer::Hello { .. }
            | ToServer::List
            | ToServer::Create(_)
            | ToServer::Sit { .. }
            | ToServer::Watch { .. } => Err(Reason::NotNow),
        }
    }

    fn acknowledge(&mut self, line: u64, sequence: u32) -> Result<(), Reason> {
        let outbox = match self.seat_of(line) {
            Some(at) => &mut self.seats[at].outbox,
            None => &mut self.watcher_mut(line).ok_or(Reason::NotNow)?.outbox,
        };
        if outbox.acknowledge(sequence) { Ok(()) } else { Err(Reason::Malformed) }
    }

    /// Ends all connections with the reason, and writes the rest of the journal.
    pub fn stop(&mut self) {
        self.tell(&ToClient::Bye(Reason::Stopping));
        if let Some(battle) = &self.battle
            && let Err(error) = battle.referee.flush()
        {
            tracing::error!(table = self.code, %error, "the journal is incomplete");
            self.shared.metrics.unstored_total.fetch_add(1, Ordering::Relaxed);
        }
    }
}
