//! A battle in one process: a referee and seats that exchange briefings and decisions, as over a wire.

use crate::called::Called;
use crate::record::{Compile, EditError, Opened, PatchError, RecordWriter, Remark, ReplayError, WriteError};
use crate::referee::{Activated, Ahead, Decided, Pending, Referee, Refusal, Rejection, RewindPoint, Setup, Then};
use crate::seat::{Decision, Dropped, Lost, Report, Seat};
use crate::seat_log::SeatLog;
use crate::texts::records;
use foretoken_action_assets::Library;
use foretoken_preview::{Planner, PlannerOptions};
use foretoken_vm::schedulers::Until;
use foretoken_vm::state::{BattleField, Renames};
use foretoken_vm::{Battle, Change, EntityId, GameState, Intent, Rulebook, Team};
use std::path::Path;
use std::sync::Arc;

/// A referee and its seats.
#[derive(Debug)]
pub struct Session {
    referee: Referee,
    seats: Vec<Seat>,
    told: Vec<SeatLog>,
    at: usize,
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
        Ok(Self::around(Referee::start(setup, writer)?))
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
        Ok((Self::around(referee), remark))
    }

    fn around(mut referee: Referee) -> Self {
        let mut teams = referee.seat_control().seats(referee.battle().state());
        if teams.is_empty() {
            // A battle among planners is watched from the side with the lowest number.
            let sides = referee.battle().state().entities().iter().map(|entity| entity.team);
            teams.push(sides.min().unwrap_or_default());
        }
        let (mut seats, mut told) = (Vec::new(), Vec::new());
        for team in teams {
            let (briefing, mut log) = (referee.brief(team), SeatLog::default());
            let rules = referee.rules_for(team);
            log.hear(&rules, &briefing);
            seats.push(Seat::new(team, rules, briefing));
            told.push(log);
        }
        let (planner, by_planner) = (Planner::new(PlannerOptions::default()), Vec::new());
        let mut session = Self { referee, seats, told, at: 0, planner, by_planner };
        session.at = session.asked();
        session
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
        &self.seats[self.at]
    }

    /// Returns the seat at the screen, mutable.
    pub fn seat_mut(&mut self) -> &mut Seat {
        &mut self.seats[self.at]
    }

    /// Returns all seats by side.
    #[must_use]
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Returns the referee.
    #[must_use]
    pub const fn referee(&self) -> &Referee {
        &self.referee
    }

    /// Returns the side that must get the screen, if it is another.
    #[must_use]
    pub fn hand_over(&self) -> Option<Team> {
        let asked = self.asked();
        (asked != self.at).then(|| self.seats[asked].team())
    }

    /// Gives the screen to the deciding side.
    pub fn sit_down(&mut self) {
        self.at = self.asked();
    }

    fn asked(&self) -> usize {
        let team = self.referee.pending().team();
        self.seats.iter().position(|seat| Some(seat.team()) == team).unwrap_or(self.at)
    }

    fn brief(&mut self) -> Vec<Dropped> {
        let mut notices = Vec::new();
        for index in 0..self.seats.len() {
            let team = self.seats[index].team();
            let (briefing, rules) = (self.referee.brief(team), self.referee.rules_for(team));
            self.told[index].hear(&rules, &briefing);
            let dropped = self.seats[index].update(rules, briefing);
            if index == self.at {
                notices = dropped;
            }
        }
        notices
    }

    /// Returns rules and map as known to the seat at the screen.
    #[must_use]
    pub fn book(&self) -> &Arc<Rulebook> {
        self.seat().book()
    }

    /// Returns the true battle. Front ends draw the seat's knowledge instead.
    #[must_use]
    pub const fn battle(&self) -> &Battle {
        self.referee.battle()
    }

    /// Returns the outcome as a [`foretoken_vm::Outcome`] number; 0 while undecided. [`Seat::outcome`] is relative to a
    /// side.
    #[must_use]
    pub const fn outcome(&self) -> i32 {
        self.referee.outcome()
    }

    /// Returns the number of this battle, unique in this process.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.referee.number()
    }

    /// Returns a message about a failed record write, once.
    pub fn take_trouble(&mut self) -> Option<String> {
        self.referee.take_trouble().map(|trouble| records::trouble(&trouble))
    }

    /// Sets whether each record entry waits for the disk; see [`Referee::set_waits`].
    pub const fn set_waits(&mut self, waits: bool) {
        self.referee.set_waits(waits);
    }

    /// Waits until the record is on the disk; see [`Referee::flush`].
    ///
    /// # Errors
    ///
    /// If some entries could not be written; they stay queued.
    pub fn flush(&self) -> Result<(), WriteError> {
        self.referee.flush()
    }

    /// Returns the record's path.
    #[must_use]
    pub fn record_path(&self) -> Option<&Path> {
        self.referee.record_path()
    }

    /// Returns the number of rounds of the battle, see [`Replay::rounds_taken`].
    #[must_use]
    pub const fn rounds_taken(&self) -> i32 {
        self.referee.rounds_taken()
    }

    /// Returns the displayed round of a state; after the end, [`Self::rounds_taken`].
    #[must_use]
    pub fn round_of(&self, shown: &GameState) -> i32 {
        if shown.battle(BattleField::Outcome) == 0 { shown.round() } else { self.rounds_taken() }
    }

    /// Returns the number of undos of executed decisions.
    #[must_use]
    pub const fn undos(&self) -> u32 {
        self.referee.undos()
    }

    /// Returns the number of used rescues.
    #[must_use]
    pub const fn rescues(&self) -> u32 {
        self.referee.rescues()
    }

    /// Counts a used rescue.
    pub fn rescued(&mut self) {
        self.referee.rescued();
    }

    /// Returns the number of orders that the computer gave for the player.
    #[must_use]
    pub const fn advised(&self) -> u32 {
        self.referee.advised()
    }

    /// Whether a unit's present order is the one that the computer gave for the player.
    #[must_use]
    pub fn is_advised(&self, unit: EntityId) -> bool {
        let own = self.seat().decided().intent(unit);
        own.is_some_and(|own| self.by_planner.iter().any(|(of, intent)| *of == unit && intent == own))
    }

    /// Sets the log of the seat at the screen, from the resumed record.
    pub fn was_told(&mut self, mut told: SeatLog) {
        let team = self.seat().team();
        told.renumber(|entry| self.referee.number_for(team, entry));
        let since = std::mem::replace(&mut self.told[self.at], told);
        self.told[self.at].extend(since);
    }

    /// Returns the log of the seat at the screen.
    #[must_use]
    pub fn told(&self) -> &SeatLog {
        &self.told[self.at]
    }

    /// Returns the setup, with the assets as text.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        self.referee.setup()
    }

    /// Returns all rewind points, oldest first; the last is the present.
    #[must_use]
    pub fn rewind_points(&self) -> Vec<RewindPoint> {
        self.referee.rewind_points_read_by(self.seat().team())
    }

    /// Returns the activations; see [`Referee::activations`].
    #[must_use]
    pub fn activations(&self) -> &[Activated] {
        self.referee.activations()
    }

    /// Returns a past state; see [`Referee::as_it_was`].
    #[must_use]
    pub fn as_it_was(&self, rewind_point: usize, activations: usize) -> Option<Then> {
        self.referee.as_it_was(self.seat().team(), rewind_point, activations)
    }

    /// Returns a past decision of this side; see [`Referee::as_decided`].
    #[must_use]
    pub fn as_decided(&self, rewind_point: usize) -> Option<Decided> {
        self.referee.as_decided(self.seat().team(), rewind_point)
    }

    /// Sends the choice as a decision. Returns false during a request.
    pub fn decide(&mut self) -> bool {
        let Some(decision) = self.seat_mut().finish() else { return false };
        self.send(decision).is_ok()
    }

    /// Sends the uses so far as a decision; see [`Seat::finish_use`].
    pub fn decide_use(&mut self) -> bool {
        let Some(decision) = self.seat_mut().finish_use() else { return false };
        self.send(decision).is_ok()
    }

    /// Sends a decision of the seat at the screen.
    ///
    /// # Errors
    ///
    /// If the referee refuses it.
    pub fn send(&mut self, decision: Decision) -> Result<(), Rejection> {
        let team = self.seat().team();
        let done = self.referee.decide(team, decision);
        self.referee.advance();
        self.brief();
        done
    }

    /// Decides for the side's undecided units by planner. If the side chooses the order, activates units while that is
    /// better than ending the turn.
    pub fn decide_rest_by_planner(&mut self) {
        self.seat_mut().abandon();
        if self.is_unit_chosen() {
            return self.activate_by_planner();
        }
        for unit in self.seat().units().to_vec() {
            let seat = &self.seats[self.at];
            if seat.is_decided(unit) {
                continue;
            }
            crate::long_work::note("the planner");
            let decision = self.planner.decide(seat.book(), seat.known(), seat.plan(), unit);
            if !self.send_advised(unit, decision.intent) {
                return;
            }
        }
    }

    /// Sends an order that the computer gives for the player. Returns whether it was accepted.
    fn send_advised(&mut self, unit: EntityId, intent: Intent) -> bool {
        self.referee.advise();
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
            let seat = &self.seats[self.at];
            let units = seat.units().to_vec();
            let chosen = self.planner.choose(seat.book(), seat.known(), seat.plan(), &units, last, true);
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
        matches!(self.seat().pending(), Pending::Decide(asked) if asked.team == self.seat().team() && asked.until.is_closable())
    }

    /// Returns a job that plans ahead; see [`Referee::plan_ahead`].
    pub fn plan_ahead(&mut self) -> Option<Ahead> {
        if self.is_commit_due() { self.referee.plan_ahead() } else { None }
    }

    /// Closes the side's decisions, runs the battle until a side must decide, and returns the report. Does nothing if
    /// decisions run at once or the battle is over.
    pub fn commit(&mut self) -> Report {
        self.seat_mut().abandon();
        let team = self.seat().team();
        if self.is_commit_due() && self.referee.close(team).is_ok() {
            self.referee.advance();
            self.brief();
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
        self.take_back(Referee::undo)
    }

    /// Undoes all decisions of this turn.
    ///
    /// # Errors
    ///
    /// As [`Referee::reset_turn`].
    pub fn reset_turn(&mut self) -> Result<(), Refusal> {
        self.take_back(Referee::reset_turn)
    }

    fn take_back(&mut self, how: impl FnOnce(&mut Referee, Team) -> Result<(), Refusal>) -> Result<(), Refusal> {
        self.seat_mut().abandon();
        let team = self.seat().team();
        let done = how(&mut self.referee, team);
        self.brief();
        done
    }

    /// Rewinds to a point and forks the record there.
    ///
    /// # Errors
    ///
    /// The reason why not, as a sentence.
    pub fn rewind(&mut self, rewind_point: usize) -> Result<(), Refusal> {
        self.seat_mut().abandon();
        let done = self.referee.rewind(rewind_point);
        self.brief();
        done
    }

    /// Replaces the assets; see [`Referee::exchange_assets`]. Returns the dropped parts.
    ///
    /// # Errors
    ///
    /// If the battle does not fit; nothing changes.
    pub fn exchange_assets(
        &mut self,
        book: Arc<Rulebook>,
        assets: String,
        renames: &Renames,
    ) -> Result<Vec<Dropped>, PatchError> {
        let dropped = self.referee.exchange_assets(book, assets, renames)?;
        Ok(self.tell_dropped(dropped))
    }

    /// Replaces the assets during an edit; see [`Referee::exchange_edited`].
    ///
    /// # Errors
    ///
    /// As [`Self::exchange_assets`].
    pub fn exchange_edited(
        &mut self,
        book: Arc<Rulebook>,
        library: Arc<Library>,
        renames: &Renames,
    ) -> Result<Vec<Dropped>, PatchError> {
        let dropped = self.referee.exchange_edited(book, library, renames)?;
        Ok(self.tell_dropped(dropped))
    }

    fn tell_dropped(&mut self, dropped: Vec<(EntityId, String)>) -> Vec<Dropped> {
        let of_draft = self.brief();
        let (seat, book) = (self.seat(), self.book());
        let state = seat.known().state();
        let own = dropped.into_iter().filter(|&(unit, _)| state.entity(unit).team == seat.team());
        let decided =
            own.map(|(unit, action)| Dropped { unit: Called::of(book, state, unit), what: Lost::Decided(action) });
        decided.chain(of_draft).collect()
    }

    /// Records unrecorded assets.
    pub fn settle_patch(&mut self) {
        self.referee.settle_patch();
        self.brief();
    }

    /// Edits the battle and returns the changes; see [`crate::record::fitted`].
    ///
    /// # Errors
    ///
    /// If a change does not fit; nothing changes.
    pub fn edit_state(&mut self, changes: &[Change]) -> Result<Vec<Change>, EditError> {
        let made = self.referee.edit_state(changes);
        self.brief();
        made
    }

    /// Undoes or redoes edits whose fields have not changed since.
    ///
    /// # Errors
    ///
    /// If a change no longer fits; nothing changes.
    pub fn edit_state_again(&mut self, changes: &[Change]) -> Result<(), EditError> {
        let done = self.referee.edit_state_again(changes);
        self.brief();
        done
    }

    /// Whether assets were exchanged since the start.
    #[must_use]
    pub const fn is_exchanged(&self) -> bool {
        self.referee.is_exchanged()
    }

    /// Whether the battle was edited manually.
    #[must_use]
    pub const fn is_edited(&self) -> bool {
        self.referee.is_edited()
    }
}
