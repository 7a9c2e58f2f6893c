//! A session: one battle being played. It knows whose decision it is, keeps the intent that is being chosen, predicts
//! the turn at each stage, executes rounds, takes back and rewinds, and writes all of it into a record.

mod availability;
mod draft;
mod edit;
mod exchange;
mod history;
mod past;
mod report;

pub use availability::Unavailable;
pub use draft::{Choice, Draft};
pub use edit::fitted;
pub use history::{Moment, Refusal};
pub use past::Then;
pub use report::RoundReport;

use crate::record::{
    self, Commit, Compile, Decide, Entry, Opened, RecordWriter, Replay, ReplayError, Start, WriteError,
};
use availability::Weighed;
use foretoken_action_assets::Library;
use foretoken_preview::{Forecast, Planner, PlannerOptions};
use foretoken_vm::journal;
use foretoken_vm::state::BattleField;
use foretoken_vm::{Battle, EntityId, Intent, Known, Plan, Question, RULES_VERSION, Rulebook, Team};
use history::History;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How a battle is started.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rules and the map.
    pub book: Arc<Rulebook>,
    /// The assets as canonical text, for the record.
    pub assets: String,
    /// The pack they are from.
    pub pack: String,
    /// Seed of the battle's stream.
    pub seed: u64,
}

/// One battle being played by one side at this screen.
#[derive(Debug)]
pub struct Session {
    setup: Setup,
    replay: Replay,
    /// The side that plays here.
    pub team: Team,
    known: Known,
    forecast: Forecast,
    /// Counts the predictions so far: what follows from one holds until the next.
    predictions: u64,
    weighed: Weighed,
    planner: Planner,
    draft: Option<Draft>,
    history: History,
    writer: Option<RecordWriter>,
    entries: u32,
    trouble: Option<String>,
    /// Whether the record was begun under other rules.
    other_rules: bool,
    /// Assets that are in force and not in the record yet: an edit that is being made is one entry once it is finished.
    unwritten: Option<Arc<Library>>,
    /// Whether the battle was altered by hand.
    edited: bool,
    /// Tells the sessions of this process apart; it reaches neither state nor file.
    number: u64,
}

impl Session {
    /// Starts a battle. Without a path nothing is recorded.
    ///
    /// # Errors
    /// When the record cannot be started.
    pub fn start(setup: Setup, record: Option<&Path>) -> Result<Self, WriteError> {
        let writer = record.map(RecordWriter::create).transpose()?;
        let replay = Replay::new(Arc::clone(&setup.book), setup.seed);
        let mut session = Self::around(setup, replay, writer);
        let start = Start {
            rules: RULES_VERSION,
            rulebook: session.setup.book.hash64(),
            kinds: session.setup.book.kinds.clone(),
            pack: session.setup.pack.clone(),
            scenario: session.setup.book.scenario.clone(),
            seed: session.setup.seed,
            planned_teams: session.setup.book.planned_teams.iter().map(|team| team.0).collect(),
        };
        session.enter(Entry::Start(start))?;
        session.enter(Entry::Assets(session.setup.assets.clone()))?;
        session.begin_round();
        Ok(session)
    }

    /// Goes on with a recorded battle where it was left, every moment of it in the rewind list. `writer` appends to the
    /// record. Returns what whoever plays should be told, too.
    ///
    /// # Errors
    /// When the record cannot be replayed at all.
    pub fn resume(
        opened: &Opened,
        compile: &Compile<'_>,
        writer: Option<RecordWriter>,
    ) -> Result<(Self, Option<String>), ReplayError> {
        let mut history = History::default();
        let resumed = record::resume_seen(opened, compile, |number, entry, replay| {
            history.observe(number, entry, replay, Team::PLAYER);
        })?;
        let setup = Setup {
            book: Arc::clone(&resumed.replay.book),
            assets: resumed.assets,
            pack: opened.start.pack.clone(),
            seed: opened.start.seed,
        };
        let mut session = Self::around(setup, resumed.replay, writer);
        session.history = history;
        session.entries = opened.entries.len() as u32;
        session.other_rules = opened.start.rules != RULES_VERSION;
        session.edited = opened.entries.iter().any(|entry| matches!(entry, Entry::Edit(_)));
        // The dark may have been cut off in the middle of deciding, or the round's beginning not be in the list yet.
        let undecided = session.deciders(true).any(|unit| session.replay.plan.intent(unit).is_none());
        let begun = session.history.has_begun(session.replay.battle.state().round());
        if session.outcome() != 0 || undecided || !begun {
            session.begin_round();
        } else {
            session.refresh();
        }
        Ok((session, resumed.remark))
    }

    fn around(setup: Setup, replay: Replay, writer: Option<RecordWriter>) -> Self {
        // The planner's ties are its own: nothing of the battle's seed may show in what the computer decides.
        let planner = Planner::new(PlannerOptions::default());
        let known = replay.battle.project(&setup.book, Team::PLAYER);
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self {
            setup,
            replay,
            team: Team::PLAYER,
            known,
            forecast: Forecast::default(),
            predictions: 0,
            weighed: Weighed::default(),
            planner,
            draft: None,
            history: History::default(),
            writer,
            entries: 0,
            trouble: None,
            other_rules: false,
            unwritten: None,
            edited: false,
            number: NEXT.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// Writes an entry; without a record it only counts. Trouble with the disk never stops the battle: it is kept in
    /// [`Self::take_trouble`] for the front end to tell.
    fn enter(&mut self, entry: Entry) -> Result<u32, WriteError> {
        let number = self.entries;
        if let Some(writer) = &mut self.writer {
            writer.push(&entry)?;
        }
        self.entries += 1;
        self.checkpoint(number);
        Ok(number)
    }

    fn enter_or_tell(&mut self, entry: Entry) -> u32 {
        let number = self.entries;
        if let Err(error) = self.enter(entry) {
            self.trouble = Some(format!("{error}. The battle goes on, but is no longer recorded."));
            self.writer = None;
            self.entries = number + 1;
            self.checkpoint(number);
        }
        number
    }

    /// Remembers how the battle stands after an entry. What is only being chosen must not stand in the plan then: whoever
    /// goes back there would find it decided.
    fn checkpoint(&mut self, number: u32) {
        debug_assert!(
            self.own_units().iter().all(|&unit| self.replay.plan.intent(unit).is_none_or(|intent| intent.complete)),
            "an intent that is being chosen is kept as if it were decided"
        );
        self.replay.checkpoint(number);
    }

    /// A number that no other session of this process has.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// A sentence about a record that could not be written, once.
    pub const fn take_trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// The rules and the map.
    #[must_use]
    pub fn book(&self) -> &Arc<Rulebook> {
        &self.replay.book
    }

    /// The battle as it truly stands. Front ends draw [`Self::known`].
    #[must_use]
    pub const fn battle(&self) -> &Battle {
        &self.replay.battle
    }

    /// The battle as the side at this screen knows it.
    #[must_use]
    pub const fn known(&self) -> &Known {
        &self.known
    }

    /// What everybody decided so far, the intent being chosen included.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.replay.plan
    }

    /// The prediction for the plan as it stands, or for the answer under the cursor.
    #[must_use]
    pub const fn forecast(&self) -> &Forecast {
        &self.forecast
    }

    /// The intent being chosen.
    #[must_use]
    pub const fn draft(&self) -> Option<&Draft> {
        self.draft.as_ref()
    }

    /// Where the battle is recorded.
    #[must_use]
    pub fn record_path(&self) -> Option<&Path> {
        self.writer.as_ref().map(RecordWriter::path)
    }

    /// 0 undecided, 1 won, 2 lost, 3 drawn.
    #[must_use]
    pub const fn outcome(&self) -> i32 {
        self.replay.battle.state().battle(BattleField::Outcome)
    }

    fn deciders(&self, planned: bool) -> impl Iterator<Item = EntityId> + use<> {
        let book = Arc::clone(&self.replay.book);
        let state = self.replay.battle.state();
        let order = book.scheduler.decision_order(&book, state);
        let teams: Vec<Team> = order.iter().map(|&unit| state.entity(unit).team).collect();
        order
            .into_iter()
            .zip(teams)
            .filter(move |(_, team)| book.planned_teams.contains(team) == planned)
            .map(|(u, _)| u)
    }

    /// Units of the side at this screen that act in this round, in turn order.
    #[must_use]
    pub fn own_units(&self) -> Vec<EntityId> {
        let team = self.team;
        let of_team = |unit: &EntityId| self.replay.battle.state().entity(*unit).team == team;
        self.deciders(false).filter(of_team).collect()
    }

    /// Whether a unit's intent for this round is decided.
    #[must_use]
    pub fn is_decided(&self, unit: EntityId) -> bool {
        self.replay.plan.intent(unit).is_some_and(|intent| intent.complete)
    }

    /// Whether every unit of this side is decided, so that the round can be executed without leaving one idle.
    #[must_use]
    pub fn all_decided(&self) -> bool {
        self.own_units().into_iter().all(|unit| self.is_decided(unit))
    }

    /// The computer's units decide, each on what its side knows, predicted at its own place in the order.
    fn begin_round(&mut self) {
        if self.outcome() != 0 {
            // A moment of its own, so that what the last round drew or revealed stands between it and undo.
            if !self.history.has_ended() {
                self.remember(history::THE_END.to_owned());
            }
            self.refresh();
            return;
        }
        for unit in self.deciders(true).collect::<Vec<_>>() {
            if self.replay.plan.intent(unit).is_none() {
                self.decide_by_planner(unit);
            }
        }
        let round = self.replay.battle.state().round();
        self.history.begin(round, self.entries.saturating_sub(1));
        self.refresh();
    }

    fn decide_by_planner(&mut self, unit: EntityId) {
        let book = Arc::clone(&self.replay.book);
        let team = self.replay.battle.state().entity(unit).team;
        let known = self.replay.battle.project(&book, team);
        let decision = self.planner.decide(&book, &known, &self.replay.plan, unit);
        // What it decides for the player's own is the player's doing.
        self.set_intent(unit, decision.intent, book.planned_teams.contains(&team));
    }

    fn set_intent(&mut self, unit: EntityId, intent: Intent, planned: bool) {
        self.settle_patch();
        let decide = Decide::of(&self.replay.book, unit, &intent, planned);
        let priority = Plan::priority_in(&self.replay.book, &intent);
        self.replay.plan.set(unit, intent, priority);
        self.enter_or_tell(Entry::Decide(decide));
    }

    /// The computer decides for every unit of this side that is not decided yet.
    pub fn decide_rest_by_planner(&mut self) {
        self.abandon();
        for unit in self.own_units() {
            if !self.is_decided(unit) {
                self.decide_by_planner(unit);
                self.remember_decision(unit);
            }
        }
        self.refresh();
    }

    fn remember_decision(&mut self, unit: EntityId) {
        let label = history::decision(&self.replay, unit);
        self.remember(label);
    }

    fn remember(&mut self, label: String) {
        let round = self.replay.battle.state().round();
        self.history.push(Moment { round, label, entry: self.entries.saturating_sub(1) });
    }

    /// Projects and predicts anew. `tentative` marks are those of the unit whose intent is being chosen.
    fn refresh(&mut self) {
        let book = Arc::clone(&self.replay.book);
        self.replay.battle.project_into(&book, self.team, &mut self.known);
        self.predict();
    }

    fn predict(&mut self) {
        self.predictions += 1;
        let tentative = self.draft.as_ref().map(|draft| draft.unit);
        self.forecast.update(&self.replay.book, &self.known, &self.replay.plan, tentative);
    }

    /// Executes the round as decided and begins the next one: the computer decides again. Once the battle is over
    /// nothing happens any more.
    pub fn commit(&mut self) -> RoundReport {
        self.abandon();
        self.settle_patch();
        if self.outcome() != 0 {
            return RoundReport { before: self.known.state().clone(), ..RoundReport::default() };
        }
        let before = self.replay.battle.state().clone();
        let known_before = self.known.state().clone();
        let round = self.replay.battle.state().round();
        let (team, mut seen, mut projected) = (self.team, Vec::new(), Known::default());
        let hashes = self.replay.execute_round_seen(|book, battle| {
            battle.project_into(book, team, &mut projected);
            seen.push(projected.state().clone());
        });
        self.enter_or_tell(Entry::Commit(Commit { round, hashes }));
        // Under other rules than it began with, a record can be taken up again at a snapshot alone.
        if (round % 4 == 0 || self.other_rules)
            && let Ok(bytes) = self.replay.battle.to_bytes()
            && bytes.len() + 16 < journal::MAX_PAYLOAD
        {
            self.enter_or_tell(Entry::Snapshot(bytes));
        }
        let barrier = history::barrier(&self.replay, team);
        self.history.executed(&self.replay);
        self.history.close_round(barrier);
        let report = RoundReport::seen_by(team, &self.replay, before, known_before, seen);
        if self.outcome() != 0 {
            self.enter_or_tell(Entry::End(self.outcome()));
        }
        self.begin_round();
        report
    }

    /// What the unit being chosen for is asked next.
    #[must_use]
    pub fn question(&self) -> Option<&Question> {
        self.draft.as_ref().and_then(Draft::question)
    }

    /// The assets of the battle as text, for saving elsewhere.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }
}
