//! A battle played in one process: a referee with the seats of all sides that no planner plays. What goes between them are
//! briefings and decisions, as it would over a wire.

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
use foretoken_vm::{Battle, Change, EntityId, GameState, Rulebook, Team};
use std::path::Path;
use std::sync::Arc;

/// A referee and its seats.
#[derive(Debug)]
pub struct Session {
    referee: Referee,
    seats: Vec<Seat>,
    /// What each seat was told of what ran and still stands.
    told: Vec<SeatLog>,
    /// The seat at the screen.
    at: usize,
    /// Decides for a seat that asks for it.
    planner: Planner,
}

impl Session {
    /// Starts a battle. Without a path nothing is recorded.
    ///
    /// # Errors
    /// When the record cannot be started.
    #[cfg(feature = "std-io")]
    pub fn start(setup: Setup, record: Option<&Path>) -> Result<Self, WriteError> {
        Self::recorded(setup, record.map(RecordWriter::create).transpose()?)
    }

    /// Starts a battle that is recorded by this writer.
    ///
    /// # Errors
    /// When the record cannot be started.
    pub fn recorded(setup: Setup, writer: Option<RecordWriter>) -> Result<Self, WriteError> {
        Ok(Self::around(Referee::start(setup, writer)?))
    }

    /// Goes on with a recorded battle where it was left; see [`Referee::resume`].
    ///
    /// # Errors
    /// When the record cannot be replayed at all.
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
            // A battle of the planner against itself is watched from the side with the lowest number.
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
        let mut session = Self { referee, seats, told, at: 0, planner: Planner::new(PlannerOptions::default()) };
        session.at = session.asked();
        session
    }

    /// What the seats' decisions are planned with where nobody makes them, from here on.
    #[must_use]
    pub fn with_planner(mut self, options: PlannerOptions) -> Self {
        self.planner = Planner::new(options);
        self
    }

    /// The seat at the screen.
    #[must_use]
    pub fn seat(&self) -> &Seat {
        &self.seats[self.at]
    }

    /// The seat at the screen, to choose with.
    pub fn seat_mut(&mut self) -> &mut Seat {
        &mut self.seats[self.at]
    }

    /// All seats, in order of their sides' numbers.
    #[must_use]
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The truth.
    #[must_use]
    pub const fn referee(&self) -> &Referee {
        &self.referee
    }

    /// The side that the screen is to be handed to before the battle goes on, if it is another than the one at it.
    #[must_use]
    pub fn hand_over(&self) -> Option<Team> {
        let asked = self.asked();
        (asked != self.at).then(|| self.seats[asked].team())
    }

    /// The side that is asked sits down at the screen.
    pub fn sit_down(&mut self) {
        self.at = self.asked();
    }

    /// The seat that the battle waits for; the one at the screen where it waits for none.
    fn asked(&self) -> usize {
        let team = self.referee.pending().team();
        self.seats.iter().position(|seat| Some(seat.team()) == team).unwrap_or(self.at)
    }

    /// Tells every seat how things stand. Returns what the one at the screen lost of what it was choosing.
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

    /// The rules and the map, as the seat at the screen may have them.
    #[must_use]
    pub fn book(&self) -> &Arc<Rulebook> {
        self.seat().book()
    }

    /// The battle as it truly stands. Front ends draw what the seat knows.
    #[must_use]
    pub const fn battle(&self) -> &Battle {
        self.referee.battle()
    }

    /// How the battle stands, as [`foretoken_vm::Outcome`] reads it; 0 while it goes on. What it means for the side at the
    /// screen [`Seat::outcome`] says.
    #[must_use]
    pub const fn outcome(&self) -> i32 {
        self.referee.outcome()
    }

    /// A number that no other battle of this process has.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.referee.number()
    }

    /// A sentence about the record that could not be written, once.
    pub fn take_trouble(&mut self) -> Option<String> {
        self.referee.take_trouble().map(|trouble| records::trouble(&trouble))
    }

    /// Whether each entry of the record is on the disk before anything goes on; see [`Referee::set_waits`].
    pub const fn set_waits(&mut self, waits: bool) {
        self.referee.set_waits(waits);
    }

    /// Waits until the record is on the disk; see [`Referee::flush`].
    ///
    /// # Errors
    /// When not all of it could be written; it goes on waiting.
    pub fn flush(&self) -> Result<(), WriteError> {
        self.referee.flush()
    }

    /// Where the battle is recorded.
    #[must_use]
    pub fn record_path(&self) -> Option<&Path> {
        self.referee.record_path()
    }

    /// How many rounds a battle that is over took: one that is decided in the middle of a round took that one as well. Of
    /// a battle that goes on it is the round in which something was carried out last; 0 where nothing was.
    #[must_use]
    pub fn rounds_taken(&self) -> i32 {
        // The last moment is the end itself.
        self.referee.rewind_points().iter().rev().nth(1).map_or(0, |rewind_point| rewind_point.round)
    }

    /// The round that a state of the battle is shown in: a state after the end of the battle is in [`Self::rounds_taken`],
    /// as its own round is one more where the battle ended with a round.
    #[must_use]
    pub fn round_of(&self, shown: &GameState) -> i32 {
        if shown.battle(BattleField::Outcome) == 0 { shown.round() } else { self.rounds_taken() }
    }

    /// How often something that was carried out was taken back.
    #[must_use]
    pub const fn undos(&self) -> u32 {
        self.referee.undos()
    }

    /// How often a rescue that was told was used.
    #[must_use]
    pub const fn rescues(&self) -> u32 {
        self.referee.rescues()
    }

    /// Notes that a rescue was used.
    pub fn rescued(&mut self) {
        self.referee.rescued();
    }

    /// Gives the seat at the screen the log of the record with which the battle goes on.
    pub fn was_told(&mut self, mut told: SeatLog) {
        let team = self.seat().team();
        told.renumber(|entry| self.referee.number_for(team, entry));
        let since = std::mem::replace(&mut self.told[self.at], told);
        self.told[self.at].extend(since);
    }

    /// What the seat at the screen was told of what ran and still stands.
    #[must_use]
    pub fn told(&self) -> &SeatLog {
        &self.told[self.at]
    }

    /// The assets of the battle as text, for saving elsewhere.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        self.referee.setup()
    }

    /// Every moment that can be gone back to, oldest first; the last is the present.
    #[must_use]
    pub fn rewind_points(&self) -> Vec<RewindPoint> {
        self.referee.rewind_points_read_by(self.seat().team())
    }

    /// What was activated in what ran; see [`Referee::activations`].
    #[must_use]
    pub fn activations(&self) -> &[Activated] {
        self.referee.activations()
    }

    /// The battle as it was; see [`Referee::as_it_was`].
    #[must_use]
    pub fn as_it_was(&self, rewind_point: usize, activations: usize) -> Option<Then> {
        self.referee.as_it_was(self.seat().team(), rewind_point, activations)
    }

    /// A decision of this side that was carried out at once; see [`Referee::as_decided`].
    #[must_use]
    pub fn as_decided(&self, rewind_point: usize) -> Option<Decided> {
        self.referee.as_decided(self.seat().team(), rewind_point)
    }

    /// Decides: the intent as chosen is what the unit will do. False while a question is open.
    pub fn decide(&mut self) -> bool {
        let Some(decision) = self.seat_mut().finish() else { return false };
        self.send(decision).is_ok()
    }

    /// Decides for the uses chosen so far; see [`Seat::finish_use`].
    pub fn decide_use(&mut self) -> bool {
        let Some(decision) = self.seat_mut().finish_use() else { return false };
        self.send(decision).is_ok()
    }

    /// Sends a decision of the seat at the screen.
    ///
    /// # Errors
    /// When the referee does not take it.
    pub fn send(&mut self, decision: Decision) -> Result<(), Rejection> {
        let team = self.seat().team();
        let done = self.referee.decide(team, decision);
        self.referee.advance();
        self.brief();
        done
    }

    /// The planner decides for the units of this side that are asked for and not decided yet, on what the seat knows.
    /// Where the side chooses whom to activate, it activates one after another for as long as that is better than to end
    /// the turn, which is left to the side.
    pub fn decide_rest_by_planner(&mut self) {
        self.seat_mut().abandon();
        if self.chooses_whom() {
            return self.activate_by_planner();
        }
        for unit in self.seat().units().to_vec() {
            let seat = &self.seats[self.at];
            if seat.is_decided(unit) {
                continue;
            }
            crate::long_work::note("the planner");
            let decision = self.planner.decide(seat.book(), seat.known(), seat.plan(), unit);
            if self.send(Decision { unit, intent: decision.intent }).is_err() {
                return;
            }
        }
    }

    /// Whether the side at the screen chooses whom to activate, each decision being carried out at once.
    #[must_use]
    pub fn chooses_whom(&self) -> bool {
        matches!(self.seat().pending(), Pending::Decide(asked) if asked.until == Until::DecidedOrClosed)
            && self.awaits_commit()
    }

    /// Whether the side at the screen is asked for decisions that are carried out at once.
    #[must_use]
    pub fn decides_at_once(&self) -> bool {
        matches!(self.seat().pending(), Pending::Decide(asked) if asked.until.ends_with_decision())
    }

    fn activate_by_planner(&mut self) {
        let mut last = None;
        let round = self.seat().known().state().round();
        while self.chooses_whom() && self.seat().known().state().round() == round {
            crate::long_work::note("the planner");
            let seat = &self.seats[self.at];
            let units = seat.units().to_vec();
            let chosen = self.planner.choose(seat.book(), seat.known(), seat.plan(), &units, last, true);
            let Some((unit, decision)) = chosen else { return };
            if self.send(Decision { unit, intent: decision.intent }).is_err() {
                return;
            }
            last = Some(unit);
        }
    }

    /// Whether the side at the screen is asked to close its decisions before the battle goes on.
    #[must_use]
    pub fn awaits_commit(&self) -> bool {
        matches!(self.seat().pending(), Pending::Decide(asked) if asked.team == self.seat().team() && asked.until.may_close())
    }

    /// Work for a thread: the planner's decisions after the side at the screen closes; see [`Referee::plan_ahead`].
    pub fn plan_ahead(&mut self) -> Option<Ahead> {
        if self.awaits_commit() { self.referee.plan_ahead() } else { None }
    }

    /// The side at the screen has decided all it means to decide: the battle goes on, as far as no other side is asked.
    /// Returns what the seat saw of what ran since it was told last. Where each decision is carried out at once there is
    /// nothing to close; once the battle is over nothing happens any more.
    pub fn commit(&mut self) -> Report {
        self.seat_mut().abandon();
        let team = self.seat().team();
        if self.awaits_commit() && self.referee.close(team).is_ok() {
            self.referee.advance();
            self.brief();
        }
        let report = self.seat_mut().take_report();
        report.unwrap_or_else(|| Report::empty(self.seat().known().state().clone()))
    }

    /// Takes back the last decision; see [`Referee::undo`].
    ///
    /// # Errors
    /// The reason why not, as a sentence.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        self.take_back(Referee::undo)
    }

    /// Takes back everything that this side decided since it was asked.
    ///
    /// # Errors
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

    /// Goes back to any moment and forks the record there.
    ///
    /// # Errors
    /// The reason why not, as a sentence.
    pub fn rewind(&mut self, rewind_point: usize) -> Result<(), Refusal> {
        self.seat_mut().abandon();
        let done = self.referee.rewind(rewind_point);
        self.brief();
        done
    }

    /// Goes on under changed assets; see [`Referee::exchange_assets`]. Returns what was dropped because it no longer
    /// fits.
    ///
    /// # Errors
    /// When the battle has no place in them; nothing changes then.
    pub fn exchange_assets(
        &mut self,
        book: Arc<Rulebook>,
        assets: String,
        renames: &Renames,
    ) -> Result<Vec<Dropped>, PatchError> {
        let dropped = self.referee.exchange_assets(book, assets, renames)?;
        Ok(self.tell_dropped(dropped))
    }

    /// The same for an edit that is being made; see [`Referee::exchange_edited`].
    ///
    /// # Errors
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

    /// Enters assets that are in force and not in the record yet.
    pub fn settle_patch(&mut self) {
        self.referee.settle_patch();
        self.brief();
    }

    /// Alters the battle by hand; see [`crate::record::fitted`]. Returns the changes that were made.
    ///
    /// # Errors
    /// When something does not fit; nothing changes then.
    pub fn edit_state(&mut self, changes: &[Change]) -> Result<Vec<Change>, EditError> {
        let made = self.referee.edit_state(changes);
        self.brief();
        made
    }

    /// Takes alterations back, or makes them again, where what they altered still stands as they left it.
    ///
    /// # Errors
    /// When something does not fit any more; nothing changes then.
    pub fn edit_state_again(&mut self, changes: &[Change]) -> Result<(), EditError> {
        let done = self.referee.edit_state_again(changes);
        self.brief();
        done
    }

    /// Whether the battle's assets were exchanged for others since it began.
    #[must_use]
    pub const fn is_exchanged(&self) -> bool {
        self.referee.is_exchanged()
    }

    /// Whether the battle was altered by hand.
    #[must_use]
    pub const fn is_edited(&self) -> bool {
        self.referee.is_edited()
    }
}
