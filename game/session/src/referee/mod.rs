//! The referee of a battle: it has the true state, takes decisions, runs, rewinds and records the battle. Seats get a
//! [`Briefing`] of their side's knowledge.

mod ahead;
mod briefing;
mod clocks;
mod disclosed;
mod edit;
mod exchange;
mod history;
mod numbers;
mod past;
mod planners;
mod rules;
mod seat_control;
mod setup;

pub use crate::briefing::{Briefing, BriefingError, Occasion, Pending, RewindPoint};
pub use ahead::Ahead;
pub use disclosed::disclosed;
pub use history::{Activated, Refusal};
pub use past::{Decided, Then};
pub use planners::Planners;
pub(crate) use planners::own_levels;
pub use seat_control::SeatControl;
pub use setup::Setup;

use crate::record::{
    self, AssetText, Commit, Compile, Decide, Entry, Opened, RecordWriter, Remark, Replay, ReplayError, WriteError,
};
use crate::seat::{Decision, Report, Seen};
use ahead::Foresight;
use foretoken_action_assets::Library;
use foretoken_action_assets::store::journal;
use foretoken_preview::available_threads;
use foretoken_vm::schedulers::{Choose, Until};
use foretoken_vm::state::{BattleField, Renames};
use foretoken_vm::{
    Advance, Battle, EntityId, Intent, IntentError, Known, Plan, RULES_VERSION, Rulebook, Team, validate_intent,
};
use history::History;
use numbers::{observe_seen, seen_by_seats};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Reason why a decision was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Rejection {
    /// It is not this side's turn.
    #[error("It is not this side's turn.")]
    NotAsked,
    /// The side cannot decide for this unit now.
    #[error("This unit cannot decide now.")]
    NotThisUnit,
    /// The unit lacks an action of the decision, or the points for it.
    #[error("The unit cannot do that: {0}.")]
    NotAllowed(#[from] IntentError),
}

/// Status change of the record.
#[derive(Debug)]
pub enum Trouble {
    /// An entry cannot be written; recording has stopped.
    Stopped(WriteError),
    /// Entries are queued for lack of disk space.
    Behind(WriteError),
    /// All queued entries are written.
    Caught,
}

/// A battle with its true state.
#[derive(Debug)]
pub struct Referee {
    seat_rules: rules::SeatRules,
    setup: Setup,
    replay: Replay,
    seat_control: SeatControl,
    foresight: Foresight,
    history: History,
    pending: Pending,
    reports: Vec<(Team, Report)>,
    writer: Option<RecordWriter>,
    entries: u32,
    trouble: Option<Trouble>,
    other_rules: bool,
    /// Assets in force that are not in the record yet: an unfinished edit.
    unwritten: Option<(Arc<Library>, Renames)>,
    renamed: [Renames; Team::COUNT],
    edited: bool,
    exchanged: bool,
    seen: [Vec<u32>; Team::COUNT],
    taken_back: [Option<u32>; Team::COUNT],
    number: u64,
}

impl Referee {
    /// Starts a battle and runs it to the first decision of a seat, recorded if there is a writer.
    ///
    /// # Errors
    ///
    /// If the record cannot be started.
    pub fn start(setup: Setup, writer: Option<RecordWriter>) -> Result<Self, WriteError> {
        Self::start_on(setup, writer, available_threads())
    }

    /// Starts a battle as [`Self::start`], whose planners use up to this number of threads each.
    ///
    /// # Errors
    ///
    /// As [`Self::start`].
    pub fn start_on(setup: Setup, writer: Option<RecordWriter>, threads: NonZeroUsize) -> Result<Self, WriteError> {
        let mut replay = Replay::new(Arc::clone(&setup.book), &setup.opening);
        replay.assets = setup.assets.files();
        let mut referee = Self::around(setup, replay, writer, threads);
        let entries = referee.setup.first_entries(referee.replay.start_hash);
        if let Some(writer) = &mut referee.writer {
            writer.begin(&entries)?;
        }
        for entry in &entries {
            let number = referee.entries;
            referee.entries += 1;
            referee.checkpoint(number, entry);
        }
        let (pack, seed) = (&referee.setup.pack, referee.setup.seed());
        tracing::info!(pack, scenario = referee.replay.book.scenario, seed, "a battle begins");
        referee.advance();
        Ok(referee)
    }

    /// Resumes a recorded battle; `writer` appends to the record. Also returns the remark for the players.
    ///
    /// # Errors
    ///
    /// If the record cannot be replayed.
    pub fn resume(
        opened: &Opened,
        compile: &Compile<'_>,
        writer: Option<RecordWriter>,
    ) -> Result<(Self, Option<Remark>), ReplayError> {
        Self::resume_on(opened, compile, writer, available_threads())
    }

    /// Resumes a battle as [`Self::resume`], whose planners use up to this number of threads each.
    ///
    /// # Errors
    ///
    /// As [`Self::resume`].
    pub fn resume_on(
        opened: &Opened,
        compile: &Compile<'_>,
        writer: Option<RecordWriter>,
        threads: NonZeroUsize,
    ) -> Result<(Self, Option<Remark>), ReplayError> {
        let _span = tracing::info_span!("resume", entries = opened.entries.len()).entered();
        let (mut history, mut seen) = (History::default(), [const { Vec::new() }; Team::COUNT]);
        let resumed = record::resume_seen(opened, compile, |number, entry, replay, before| {
            let seen_by_seats = seen_by_seats(entry, replay, before);
            history.observe(number, entry, replay, &seen_by_seats);
            observe_seen(&mut seen, number, entry, &seen_by_seats);
        })?;
        let setup = Setup {
            book: Arc::clone(&resumed.replay.book),
            opening: resumed.opening,
            assets: Arc::clone(&resumed.replay.assets).into(),
            pack: opened.start.pack.clone(),
            level: opened.level(),
            ironman: opened.is_ironman(),
            own_opening: opened.entries.iter().any(|entry| matches!(entry, Entry::Opening(_))),
        };
        let mut referee = Self::around(setup, resumed.replay, writer, threads);
        referee.history = history;
        referee.seen = seen;
        referee.entries = opened.entries.len() as u32;
        referee.other_rules = opened.start.rules != RULES_VERSION;
        referee.edited = opened.entries.iter().any(|entry| matches!(entry, Entry::Edit(_)));
        referee.exchanged = opened.entries.iter().any(|entry| matches!(entry, Entry::Exchange(_)));
        referee.advance();
        Ok((referee, resumed.remark))
    }

    fn around(setup: Setup, replay: Replay, writer: Option<RecordWriter>, threads: NonZeroUsize) -> Self {
        // The planners have their own random stream, so decisions reveal nothing of the battle's.
        let planners = Planners::of(&setup, threads);
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self {
            seat_control: SeatControl::of(&setup.opening),
            setup,
            replay,
            foresight: Foresight::new(planners),
            history: History::default(),
            pending: Pending::Over(0),
            reports: Vec::new(),
            writer,
            entries: 0,
            trouble: None,
            other_rules: false,
            unwritten: None,
            renamed: Default::default(),
            edited: false,
            exchanged: false,
            seen: Default::default(),
            seat_rules: rules::SeatRules::default(),
            taken_back: [None; Team::COUNT],
            number: NEXT.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// Writes an entry, or only counts it without a record. Disk errors do not stop the battle; [`Self::take_trouble`]
    /// returns them.
    fn enter(&mut self, entry: &Entry) -> Result<u32, WriteError> {
        let number = self.entries;
        if let Some(writer) = &mut self.writer {
            writer.push(entry)?;
        }
        self.entries += 1;
        self.checkpoint(number, entry);
        Ok(number)
    }

    fn checkpoint(&mut self, number: u32, entry: &Entry) {
        if !matches!(entry, Entry::Exchange(_)) {
            self.replay.checkpoint(number);
        }
    }

    fn enter_or_tell(&mut self, entry: Entry) -> u32 {
        let number = self.entries;
        if let Err(error) = self.enter(&entry) {
            tracing::warn!(entry = number, %error, "an entry is not written");
            if !matches!(error, WriteError::Io { .. }) {
                self.trouble = Some(Trouble::Stopped(error));
                self.writer = None;
            }
            self.entries = number + 1;
            self.checkpoint(number, &entry);
        }
        number
    }

    /// Sets whether each entry waits for the disk; see [`RecordWriter::set_waits`].
    pub const fn set_waits(&mut self, waits: bool) {
        if let Some(writer) = &mut self.writer {
            writer.set_waits(waits);
        }
    }

    /// Waits until the record is on the disk.
    ///
    /// # Errors
    ///
    /// If some entries could not be written; they stay queued.
    pub fn flush(&self) -> Result<(), WriteError> {
        self.writer.as_ref().map_or(Ok(()), RecordWriter::flush)
    }

    /// Whether the record is complete.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.writer.is_some() && !self.is_behind()
    }

    /// Whether entries are still unwritten.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.writer.as_ref().is_some_and(RecordWriter::is_behind)
    }

    /// Returns the number of this battle, unique in this process.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the last status change of the record once.
    pub fn take_trouble(&mut self) -> Option<Trouble> {
        let news = self.writer.as_ref().and_then(RecordWriter::news).map(|news| match news {
            Ok(()) => Trouble::Caught,
            Err(error) => Trouble::Behind(error),
        });
        self.trouble.take().or(news)
    }

    /// Returns rules and map.
    #[must_use]
    pub const fn book(&self) -> &Arc<Rulebook> {
        &self.replay.book
    }

    /// Returns the true battle.
    #[must_use]
    pub const fn battle(&self) -> &Battle {
        &self.replay.battle
    }

    /// Returns the number of rounds of the battle, see [`Replay::rounds_taken`].
    #[must_use]
    pub const fn rounds_taken(&self) -> i32 {
        self.replay.rounds_taken()
    }

    /// Returns all decided intents that have not run.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.replay.plan
    }

    /// Returns the deciders of the sides.
    #[must_use]
    pub const fn seat_control(&self) -> &SeatControl {
        &self.seat_control
    }

    /// Returns the pending decision.
    #[must_use]
    pub const fn pending(&self) -> &Pending {
        &self.pending
    }

    /// Returns the record's path.
    #[must_use]
    pub fn record_path(&self) -> Option<&Path> {
        self.writer.as_ref().map(RecordWriter::path)
    }

    /// Shares the text of the assets with other battles, if it is equal.
    pub fn share_assets(&mut self, assets: &AssetText) {
        if self.setup.assets == *assets {
            self.setup.assets = assets.clone();
            self.replay.assets = assets.files();
        }
    }

    /// Returns the setup, with the assets as text.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the outcome: 0 undecided, 1 won, 2 lost, 3 drawn.
    #[must_use]
    pub const fn outcome(&self) -> i32 {
        self.replay.battle.state().battle(BattleField::Outcome)
    }

    /// Returns the knowledge of a side.
    #[must_use]
    pub fn known(&self, team: Team) -> Known {
        self.replay.battle.project(&self.replay.book, team)
    }

    /// Stores a decision of a seat; [`Self::advance`] carries it out.
    ///
    /// # Errors
    ///
    /// If the battle does not wait for it, or the intent is illegal; nothing changes.
    pub fn decide(&mut self, team: Team, decision: Decision) -> Result<(), Rejection> {
        let Pending::Decide(choose) = &self.pending else { return Err(Rejection::NotAsked) };
        if choose.team != team {
            return Err(Rejection::NotAsked);
        }
        let numbering = self.replay.battle.numbering(team);
        let unit = numbering.to_truth(decision.unit).filter(|unit| choose.units.contains(unit));
        let unit = unit.ok_or(Rejection::NotThisUnit)?;
        let decision = Decision { unit, intent: numbering.intent_to_truth(&decision.intent) };
        let Replay { book, battle, plan, .. } = &self.replay;
        validate_intent(book, battle.state(), plan, decision.unit, &decision.intent)?;
        self.set_intent(decision.unit, decision.intent, false);
        let what = history::decision(&self.replay, decision.unit);
        self.remember(what, Some(team));
        Ok(())
    }

    /// Closes the decisions of a side; [`Self::advance`] then runs the battle.
    ///
    /// # Errors
    ///
    /// If the side cannot close now.
    pub fn close(&mut self, team: Team) -> Result<(), Rejection> {
        match &self.pending {
            Pending::Decide(choose) if choose.team == team && choose.until.is_closable() => {}
            _ => return Err(Rejection::NotAsked),
        }
        self.settle_patch();
        if self.enter_close(team) {
            // A separate rewind point, so that the next side's undo does not reopen this one.
            self.remember(Occasion::Closed, Some(team));
        }
        Ok(())
    }

    /// Closes the decisions of a side. A commit implies the close; without one, or if another decision was possible,
    /// writes an entry and returns true.
    fn enter_close(&mut self, team: Team) -> bool {
        let told = self.replay.close(team);
        if told {
            self.enter_or_tell(Entry::Close(team.0));
        }
        told
    }

    /// Runs to the next decision of a seat or the end, with planners for their sides. Returns the pending decision.
    pub fn advance(&mut self) -> &Pending {
        loop {
            if self.outcome() != 0 {
                // A separate rewind point, so that undo stops at the last revelation.
                if !self.history.has_ended() {
                    self.remember(Occasion::End, None);
                }
                self.pending = Pending::Over(self.outcome());
                return &self.pending;
            }
            match self.replay.choose() {
                Some(choose) if self.seat_control.is_planned(choose.team) => {
                    self.choose_by_planner(&choose);
                }
                Some(choose) => {
                    let round = self.replay.battle.state().round();
                    self.history.begin(round, self.entries.saturating_sub(1));
                    self.pending = Pending::Decide(choose);
                    return &self.pending;
                }
                None => self.run(),
            }
        }
    }

    fn choose_by_planner(&mut self, choose: &Choose) {
        let (chosen, closes) = self.planned(choose);
        for (unit, intent) in chosen {
            self.set_intent(unit, intent, true);
        }
        if closes {
            self.enter_close(choose.team);
        }
    }

    /// Returns the planner's answer to a question, and whether it closes the side's decisions.
    fn planned(&mut self, choose: &Choose) -> (Vec<(EntityId, Intent)>, bool) {
        crate::long_work::note("the planner");
        // Activations of other sides do not count: they may be hidden.
        let of_side = |ran: &Activated| match ran.advance {
            Advance::Unit(unit, _) if self.replay.battle.state().entity(unit).team == choose.team => Some(unit),
            _ => None,
        };
        let near = self.activations().iter().rev().find_map(of_side);
        let chosen = self.foresight.decide(&self.replay, choose, near);
        let closes = choose.until == Until::Closed || chosen.is_empty();
        (chosen, closes)
    }

    /// Returns a job that computes the planner's decisions after the side closes, see [`Ahead`]. `None` if there is
    /// nothing to close, or the last job is current.
    pub fn plan_ahead(&mut self) -> Option<Ahead> {
        let team = match &self.pending {
            Pending::Decide(choose) if choose.until.is_closable() => choose.team,
            _ => return None,
        };
        let Self { replay, seat_control, foresight, setup, entries, .. } = self;
        Ahead::begin(replay, (seat_control, foresight), setup, (*entries, team))
    }

    /// Returns the number of used planner decisions that were computed ahead.
    #[must_use]
    pub const fn planned_ahead(&self) -> u64 {
        self.foresight.taken()
    }

    fn set_intent(&mut self, unit: EntityId, intent: Intent, planned: bool) {
        self.settle_patch();
        let decide = Decide::of(&self.replay.book, unit, &intent, planned);
        let entry = if intent.complete { Entry::Decide(Box::new(decide)) } else { Entry::DecidePart(Box::new(decide)) };
        let priority = Plan::priority_in(&self.replay.book, &intent);
        self.replay.plan.set(unit, intent, priority);
        self.enter_or_tell(entry);
    }

    fn remember(&mut self, what: Occasion, team: Option<Team>) {
        let round = self.replay.battle.state().round();
        self.history.push(RewindPoint::decided(round, what, self.entries.saturating_sub(1), team));
    }

    fn run(&mut self) {
        let _span = tracing::debug_span!("run", round = self.replay.battle.state().round()).entered();
        self.settle_patch();
        let truth = self.replay.battle.state().clone();
        let round = truth.round();
        let seats = self.seat_control.seats(&truth);
        let before: Vec<_> = seats.iter().map(|&team| self.known(team).state().clone()).collect();
        let mut seen: Vec<Vec<_>> = seats.iter().map(|_| Vec::new()).collect();
        let mut projected = Known::default();
        let hashes = self.replay.execute_seen(|book, battle| {
            for (&team, seen) in seats.iter().zip(&mut seen) {
                battle.project_into(book, team, &mut projected);
                seen.push(projected.state().clone());
            }
        });
        let commit = Box::new(Commit { round, hashes });
        let goes_on = self.replay.is_round_open(round);
        let number = self.enter_or_tell(if goes_on { Entry::CommitPart(commit) } else { Entry::Commit(commit) });
        // Under other rules, a record can be resumed only at a snapshot.
        if (round % 4 == 0 || self.other_rules)
            && let Ok(bytes) = self.replay.battle.to_bytes()
            && bytes.len() + 16 < journal::MAX_PAYLOAD
        {
            self.enter_or_tell(Entry::Snapshot(bytes));
        }
        let mut seen_by_seats = Vec::new();
        for ((team, before), states) in seats.into_iter().zip(before).zip(seen) {
            let numbering = self.replay.battle.numbering(team);
            let own = self.number_for(team, u32::MAX) + 1;
            seen_by_seats.push((team, Report::seen_by(own, &numbering, &self.replay, truth.clone(), before, states)));
        }
        let barrier = history::barrier(&self.replay, &seen_by_seats);
        self.history.executed(number, &self.replay);
        self.history.close_run(barrier, self.replay.battle.state().round(), self.replay.is_over());
        for (team, Seen { report, .. }) in seen_by_seats {
            if report.is_empty() {
                continue;
            }
            if let Some(seen) = self.seen.get_mut(usize::from(team.0)) {
                seen.extend(report.activations.iter().map(|_| number));
            }
            match self.reports.iter_mut().find(|(of, _)| *of == team) {
                Some((_, earlier)) => earlier.extend(report),
                None => self.reports.push((team, report)),
            }
        }
        if self.outcome() != 0 {
            self.enter_or_tell(Entry::End(self.outcome()));
        }
    }
}
