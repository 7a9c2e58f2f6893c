//! A battle for one screen. Its host is a referee in this process, with seats that exchange briefings and decisions as
//! over a wire, or a place at a server.

mod changing;
mod facts;
mod host;
mod remote;

pub use remote::{Compiler, Connection, Incoming, Link, Remote, Said};

use crate::record::{Compile, Opened, RecordWriter, Remark, ReplayError, WriteError};
use crate::referee::{Ahead, Pending, Referee, Refusal, Rejection, Setup};
use crate::seat::{Decision, Report, Seat};
use crate::wire::{Act, Event};
use foretoken_preview::{Planner, PlannerOptions};
use foretoken_vm::schedulers::{Choose, Until};
use foretoken_vm::{Battle, EntityId, Intent, Rulebook, Team};
use host::{Host, Local};
use remote::RemoteBattle;
#[cfg(feature = "std-io")]
use std::path::Path;
use std::sync::Arc;

/// A battle at one screen.
#[derive(Debug)]
pub struct Session {
    host: Host,
    planner: Planner,
    by_planner: Vec<(EntityId, Intent)>,
}

impl Session {
    /// Starts a battle, recorded if a path is given.
    ///
    /// # Errors
    ///
    /// If the record cannot be started.
    #[cfg(feature = "std-io")]
    pub fn start(setup: Setup, record: Option<&Path>) -> Result<Self, WriteError> {
        Self::recorded(setup, record.map(RecordWriter::create).transpose()?)
    }

    /// Starts a battle with a record writer.
    ///
    /// # Errors
    ///
    /// If the record cannot be started.
    pub fn recorded(setup: Setup, writer: Option<RecordWriter>) -> Result<Self, WriteError> {
        Ok(Self::here(Referee::start(setup, writer)?))
    }

    /// Resumes a recorded battle; see [`Referee::resume`].
    ///
    /// # Errors
    ///
    /// If the record cannot be replayed.
    pub fn resume(
        opened: &Opened,
        compile: &Compile<'_>,
        writer: Option<RecordWriter>,
    ) -> Result<(Self, Option<Remark>), ReplayError> {
        let (referee, remark) = Referee::resume(opened, compile, writer)?;
        Ok((Self::here(referee), remark))
    }

    fn here(referee: Referee) -> Self {
        Self::hosted(Host::Here(Box::new(Local::around(referee))))
    }

    fn hosted(host: Host) -> Self {
        Self { host, planner: Planner::new(PlannerOptions::default()), by_planner: Vec::new() }
    }

    /// Plays the battle of a place at a server. Gives the place back if its battle has not begun.
    ///
    /// # Errors
    ///
    /// The place, if its battle has not begun.
    pub fn at_server(remote: Box<Remote>) -> Result<Self, Box<Remote>> {
        RemoteBattle::new(remote).map(|battle| Self::hosted(Host::Remote(battle)))
    }

    /// Ends the session and returns the place at the server; `None` if the battle is in this process.
    #[must_use]
    pub fn into_place(self) -> Option<Box<Remote>> {
        match self.host {
            Host::Here(_) => None,
            Host::Remote(battle) => Some(battle.into_place()),
        }
    }

    /// Returns the place at the server; `None` if the battle is in this process.
    #[must_use]
    pub const fn place(&self) -> Option<&Remote> {
        match &self.host {
            Host::Here(_) => None,
            Host::Remote(battle) => Some(battle.place()),
        }
    }

    /// Returns the place at the server, mutable.
    pub const fn place_mut(&mut self) -> Option<&mut Remote> {
        match &mut self.host {
            Host::Here(_) => None,
            Host::Remote(battle) => Some(battle.place_mut()),
        }
    }

    /// Reads the news of a server; see [`Remote::poll`].
    pub fn poll(&mut self) -> Vec<Event> {
        self.place_mut().map_or_else(Vec::new, Remote::poll)
    }

    /// Lets time pass for the clocks of a server.
    pub fn pass_time(&mut self, millis: u32) {
        if let Some(place) = self.place_mut() {
            place.pass_time(millis);
        }
    }

    fn local(&self) -> Option<&Local> {
        match &self.host {
            Host::Here(local) => Some(local),
            Host::Remote(_) => None,
        }
    }

    fn local_mut(&mut self) -> Option<&mut Local> {
        match &mut self.host {
            Host::Here(local) => Some(local),
            Host::Remote(_) => None,
        }
    }

    /// Whether the seat at the screen can decide now.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        match &self.host {
            Host::Here(_) => true,
            Host::Remote(battle) => battle.is_asked(self.is_immediate()),
        }
    }

    /// Returns why the seat at the screen cannot decide now; `None` if it can.
    #[must_use]
    pub fn hindrance(&self) -> Option<&'static str> {
        match &self.host {
            Host::Remote(battle) if !self.is_asked() => Some(battle.hindrance()),
            _ => None,
        }
    }

    /// Sets the planner for automatic decisions of seats.
    #[must_use]
    pub fn with_planner(mut self, options: PlannerOptions) -> Self {
        self.planner = Planner::new(options);
        self
    }

    /// Returns the seat at the screen.
    #[must_use]
    pub fn seat(&self) -> &Seat {
        match &self.host {
            Host::Here(local) => &local.seats[local.at],
            Host::Remote(battle) => battle.seat(),
        }
    }

    /// Returns the seat at the screen, mutable.
    pub fn seat_mut(&mut self) -> &mut Seat {
        match &mut self.host {
            Host::Here(local) => &mut local.seats[local.at],
            Host::Remote(battle) => battle.seat_mut(),
        }
    }

    /// Returns all seats in this process by side.
    #[must_use]
    pub fn seats(&self) -> &[Seat] {
        self.local().map_or(&[], |local| &local.seats)
    }

    /// Returns the referee.
    ///
    /// # Panics
    ///
    /// If the referee is at a server; see [`Self::place`].
    #[must_use]
    pub fn referee(&self) -> &Referee {
        match &self.host {
            Host::Here(local) => &local.referee,
            Host::Remote(_) => panic!("the referee of this battle is at a server"),
        }
    }

    /// Returns the side that must get the screen, if it is another.
    #[must_use]
    pub fn hand_over(&self) -> Option<Team> {
        self.local().and_then(|local| {
            let asked = local.asked();
            (asked != local.at).then(|| local.seats[asked].team())
        })
    }

    /// Gives the screen to the deciding side.
    pub fn sit_down(&mut self) {
        if let Some(local) = self.local_mut() {
            local.at = local.asked();
        }
    }

    /// Returns rules and map as known to the seat at the screen.
    #[must_use]
    pub fn book(&self) -> &Arc<Rulebook> {
        self.seat().book()
    }

    /// Returns the true battle. Front ends draw the seat's knowledge instead.
    ///
    /// # Panics
    ///
    /// As [`Self::referee`].
    #[must_use]
    pub fn battle(&self) -> &Battle {
        self.referee().battle()
    }

    /// Sends the choice as a decision. Returns false during a request, and while the seat is not asked.
    pub fn decide(&mut self) -> bool {
        if !self.is_asked() {
            return false;
        }
        let Some(decision) = self.seat_mut().finish() else { return false };
        self.send(decision).is_ok()
    }

    /// Sends the uses so far as a decision; see [`Seat::finish_use`].
    pub fn decide_use(&mut self) -> bool {
        if !self.is_asked() {
            return false;
        }
        let Some(decision) = self.seat_mut().finish_use() else { return false };
        self.send(decision).is_ok()
    }

    /// Sends a decision of the seat at the screen.
    ///
    /// # Errors
    ///
    /// If the referee refuses it. A server answers later; until then the decision counts as accepted.
    pub fn send(&mut self, decision: Decision) -> Result<(), Rejection> {
        let (team, is_asked) = (self.seat().team(), self.is_asked());
        match &mut self.host {
            Host::Here(local) => {
                let done = local.referee.decide(team, decision);
                local.referee.advance();
                local.brief();
                done
            }
            Host::Remote(battle) => {
                let is_sent = is_asked && battle.decide(decision);
                if is_sent { Ok(()) } else { Err(Rejection::NotAsked) }
            }
        }
    }

    /// Decides for the side's undecided units by planner. If the side chooses the order, activates units while that is
    /// better than ending the turn.
    pub fn decide_rest_by_planner(&mut self) {
        self.seat_mut().abandon();
        if self.is_unit_chosen() {
            return self.activate_by_planner();
        }
        for unit in self.seat().units().to_vec() {
            if self.seat().is_decided(unit) {
                continue;
            }
            crate::long_work::note("the planner");
            let (seat, planner) = self.seat_and_planner();
            let decision = planner.decide(seat.book(), seat.known(), seat.plan(), unit);
            if !self.send_advised(unit, decision.intent) {
                return;
            }
        }
    }

    fn seat_and_planner(&mut self) -> (&Seat, &mut Planner) {
        let seat = match &self.host {
            Host::Here(local) => &local.seats[local.at],
            Host::Remote(battle) => battle.seat(),
        };
        (seat, &mut self.planner)
    }

    /// Sends an order that the computer gives for the player. Returns whether it was accepted.
    fn send_advised(&mut self, unit: EntityId, intent: Intent) -> bool {
        match &mut self.host {
            Host::Here(local) => local.referee.advise(),
            Host::Remote(battle) => battle.advise(),
        }
        self.by_planner.retain(|(of, _)| *of != unit);
        self.by_planner.push((unit, intent.clone()));
        self.send(Decision { unit, intent }).is_ok()
    }

    /// Whether the side chooses which unit to activate, and decisions run at once.
    #[must_use]
    pub fn is_unit_chosen(&self) -> bool {
        matches!(self.seat().pending(), Pending::Decide(asked) if asked.until == Until::DecidedOrClosed)
            && self.is_commit_due()
    }

    /// Whether the side's decisions run at once.
    #[must_use]
    pub fn is_immediate(&self) -> bool {
        matches!(self.seat().pending(), Pending::Decide(asked) if asked.until.is_ended_by_decision())
    }

    fn activate_by_planner(&mut self) {
        let mut last = None;
        let round = self.seat().known().state().round();
        while self.is_unit_chosen() && self.seat().known().state().round() == round {
            crate::long_work::note("the planner");
            let (seat, planner) = self.seat_and_planner();
            let units = seat.units().to_vec();
            let chosen = planner.choose(seat.book(), seat.known(), seat.plan(), &units, last, true);
            let Some((unit, decision)) = chosen else { return };
            if !self.send_advised(unit, decision.intent) {
                return;
            }
            last = Some(unit);
        }
    }

    /// Whether the side must close its decisions.
    #[must_use]
    pub fn is_commit_due(&self) -> bool {
        let is_due = |asked: &Choose| asked.team == self.seat().team() && asked.until.is_closable();
        matches!(self.seat().pending(), Pending::Decide(asked) if is_due(asked)) && self.is_asked()
    }

    /// Returns a job that plans ahead; see [`Referee::plan_ahead`].
    pub fn plan_ahead(&mut self) -> Option<Ahead> {
        if self.is_commit_due() { self.local_mut()?.referee.plan_ahead() } else { None }
    }

    /// Closes the side's decisions, runs the battle until a side must decide, and returns the report. Does nothing if
    /// decisions run at once or the battle is over. A server sends the report later.
    pub fn commit(&mut self) -> Report {
        self.by_planner.clear();
        self.seat_mut().abandon();
        let team = self.seat().team();
        if self.is_commit_due() {
            match &mut self.host {
                Host::Here(local) => local.close(team),
                Host::Remote(battle) => battle.close(),
            }
        }
        let report = self.seat_mut().take_report();
        report.unwrap_or_else(|| Report::empty(self.seat().known().state().clone()))
    }

    /// Undoes the last decision; see [`Referee::undo`].
    ///
    /// # Errors
    ///
    /// The reason why not, as a sentence.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        self.take_back(Referee::undo, Act::Undo)
    }

    /// Undoes all decisions of this turn.
    ///
    /// # Errors
    ///
    /// As [`Referee::reset_turn`].
    pub fn reset_turn(&mut self) -> Result<(), Refusal> {
        self.take_back(Referee::reset_turn, Act::ResetTurn)
    }

    fn take_back(
        &mut self,
        how: impl FnOnce(&mut Referee, Team) -> Result<(), Refusal>,
        act: Act,
    ) -> Result<(), Refusal> {
        self.seat_mut().abandon();
        let team = self.seat().team();
        match &mut self.host {
            Host::Here(local) => {
                let done = how(&mut local.referee, team);
                local.brief();
                done
            }
            Host::Remote(battle) => {
                battle.place_mut().act(act);
                Err(Refusal::Asked)
            }
        }
    }

    /// Rewinds to a point and forks the record there.
    ///
    /// # Errors
    ///
    /// The reason why not, as a sentence.
    pub fn rewind(&mut self, rewind_point: usize) -> Result<(), Refusal> {
        let Some(local) = self.local_mut() else { return Err(Refusal::Online) };
        local.seats[local.at].abandon();
        let done = local.referee.rewind(rewind_point);
        local.brief();
        done
    }
}
