//! Replay of records: applies each decision, executes each round, and compares the hash of each activation. A replay
//! neither plans nor panics.

mod exchange;

pub use exchange::{MAX_COMPILED, PatchError};

use super::{AssetFiles, Commit, Decide, EditError, Entry};
use crate::called::Actor;
use crate::seat::Report;
use exchange::Run;
use foretoken_action_assets::RegistryError;
use foretoken_vm::schedulers::{Choose, Spent, Until, View};
use foretoken_vm::state::{BattleField, Renames, Span};
use foretoken_vm::{
    Advance, Battle, Buffers, Change, CompiledScenario, EntityId, GameState, IntentError, KeptBattle, Log, Opening,
    Plan, Rulebook, Team, validate_intent,
};
use std::collections::VecDeque;
use std::sync::Arc;

/// Maximum number of rewind points; older ones are dropped.
const MOST_POINTS: usize = 20_000;

/// Approximate memory limit of all points: 32 MiB. A hostile record can create a large state in each small entry.
const MOST_KEPT: usize = 32 << 20;

const FREE_COPIES: usize = 1 << 30;
const COPIES_PER_ENTRY: usize = 2 << 10;

/// Activation limit between two decisions, for turn orders that never ask.
const MOST_ACTIVATIONS: usize = 100_000;

/// Compiles a record's asset text and scenario.
pub type Compile<'a> = dyn Fn(&str, &str) -> Result<CompiledScenario, CompileError> + Sync + 'a;

/// Reason why a record's assets do not compile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// The asset kinds conflict.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// The assets have faults; the text lists them.
    #[error("{0}")]
    Faults(String),
}

impl CompileError {
    /// Returns the stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Registry(_) => "compile-registry",
            Self::Faults(_) => "compile-faults",
        }
    }
}

/// First difference between a replay and its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// Number of the entry.
    pub entry: u32,
    /// Round.
    pub round: i32,
    /// Index of the activation in the round.
    pub activation: usize,
    /// Actor; `None` if the replay has fewer activations.
    pub who: Option<Actor>,
}

/// A battle during its replay.
#[derive(Debug)]
pub struct Replay {
    /// Start hash of rules and opening, see [`Opening::start_hash`].
    pub start_hash: u64,
    /// Current rules.
    pub book: Arc<Rulebook>,
    /// Current battle.
    pub battle: Battle,
    /// Decided intents that have not run.
    pub plan: Plan,
    /// Assets of the rules, as recorded.
    pub assets: Arc<AssetFiles>,
    /// Changes of the last commit.
    pub log: Log,
    /// Activations of the last commit, with the index of their first change.
    pub activations: Vec<(Advance, usize)>,
    /// Whether each of them drew chance.
    pub(crate) drew_chance: Vec<bool>,
    points: VecDeque<Point>,
    /// The current battle if a point shares it; entries that change only the plan reuse it.
    stood: Option<Arc<KeptBattle>>,
    run: Option<Run>,
    compiled: usize,
    renamed: Vec<(u32, Arc<Renames>)>,
    kept: usize,
    copied: usize,
    wanted: usize,
    is_past_points: bool,
    /// Round of the last activation; 0 before the first.
    last_round: i32,
    hash: Option<u64>,
    hashes: Vec<u64>,
    watcher: Option<Team>,
    watched: Vec<GameState>,
    buffers: Buffers,
}

#[derive(Clone, Debug)]
struct Point {
    entry: u32,
    stands: Arc<Stands>,
}

#[derive(Debug)]
struct Stands {
    battle: Arc<KeptBattle>,
    plan: Plan,
    book: Arc<Rulebook>,
    assets: Arc<AssetFiles>,
    last_round: i32,
    hash: Option<u64>,
    bytes: usize,
}

impl Stands {
    /// Base size of a point; a constant, because pointer sizes differ between machines.
    const OWN_BYTES: usize = 96;
}

/// Effect of one entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// None.
    Nothing,
    /// A decision was applied, with the names of missing actions.
    Decided(EntityId, Vec<String>),
    /// An invalid decision was skipped.
    Refused(EntityId, IntentError),
    /// A round was executed.
    Executed(Option<Divergence>),
    /// The battle was rewound, if true.
    WentBack(bool),
    /// Assets were exchanged, or refused.
    Patched(Result<(), PatchError>),
    /// A side closed its decisions.
    Closed,
    /// The battle was edited, or refused the edit.
    Edited(Result<(), EditError>),
}

impl Replay {
    /// Creates a battle at the start of a record.
    #[must_use]
    pub fn new(book: Arc<Rulebook>, opening: &Opening) -> Self {
        let (battle, start_hash) = (Battle::new(&book, opening), opening.start_hash(&book));
        Self { start_hash, ..Self::around(book, battle, Plan::default(), Arc::default()) }
    }

    fn around(book: Arc<Rulebook>, battle: Battle, plan: Plan, assets: Arc<AssetFiles>) -> Self {
        Self {
            start_hash: 0,
            book,
            battle,
            plan,
            assets,
            log: Log::traced(),
            activations: Vec::new(),
            drew_chance: Vec::new(),
            points: VecDeque::new(),
            stood: None,
            run: None,
            compiled: 0,
            renamed: Vec::new(),
            kept: 0,
            copied: 0,
            wanted: 0,
            is_past_points: false,
            last_round: 0,
            hash: None,
            hashes: Vec::new(),
            watcher: None,
            watched: Vec::new(),
            buffers: Buffers::default(),
        }
    }

    /// Applies an entry. Asset exchanges call `compile`.
    pub fn apply(&mut self, number: u32, entry: &Entry, compile: &Compile<'_>) -> Step {
        if let Entry::Exchange(exchange) = entry {
            return Step::Patched(self.follow(number, exchange, compile));
        }
        if !matches!(entry, Entry::Unknown(_)) {
            let _ = self.settle(compile);
            self.close_run();
        }
        let step = match entry {
            Entry::Decide(decide) => self.decide(decide, true),
            Entry::DecidePart(decide) => self.decide(decide, false),
            Entry::Commit(commit) | Entry::CommitPart(commit) => Step::Executed(self.commit(number, commit)),
            Entry::UndoTo(to) | Entry::ForkTo(to) => Step::WentBack(self.go_back(*to)),
            Entry::AssetPatch(text) => Step::Patched(self.patch_alone(|_| AssetFiles::from_one_text(text), compile)),
            Entry::AssetFiles(changes) => Step::Patched(self.patch_alone(|assets| assets.with(changes), compile)),
            Entry::Edit(changes) => Step::Edited(self.edit(changes).map(drop)),
            Entry::Close(team) => {
                self.plan.close(Team(*team));
                Step::Closed
            }
            Entry::Resigned(team) => {
                self.resign(Team(*team));
                Step::Closed
            }
            _ => Step::Nothing,
        };
        let shared = match (&step, entry) {
            (Step::Nothing | Step::WentBack(false), _) if self.is_past_points => None,
            (Step::Nothing | Step::WentBack(false), _) => self.points.back(),
            (Step::WentBack(true), Entry::UndoTo(to) | Entry::ForkTo(to)) => self.point(*to),
            _ => None,
        };
        match shared.map(|point| Arc::clone(&point.stands)) {
            Some(stands) => self.push_point(Point { entry: number, stands }),
            None => self.push_stands(number),
        }
        step
    }

    /// Stores the battle after an entry as a target of undo and forks.
    pub fn checkpoint(&mut self, entry: u32) {
        self.close_run();
        self.push_stands(entry);
    }

    fn push_stands(&mut self, entry: u32) {
        self.wanted += 1;
        if self.stood.is_none() {
            let copied = self.copied + self.battle.state().footprint();
            if copied > FREE_COPIES + self.wanted * COPIES_PER_ENTRY {
                self.is_past_points = true;
                return;
            }
        }
        self.keep_stands(entry);
    }

    fn keep_stands(&mut self, entry: u32) {
        let (plan, book, assets) = (self.plan.clone(), Arc::clone(&self.book), Arc::clone(&self.assets));
        let is_new = self.stood.is_none();
        let battle = Arc::clone(self.stood.get_or_insert_with(|| Arc::new(self.battle.keep())));
        let of_battle = if is_new { battle.footprint() } else { 0 };
        self.copied += of_battle;
        let last = self.points.back().map(|point| &point.stands);
        let new_assets = last.is_none_or(|stands| !Arc::ptr_eq(&stands.assets, &assets));
        let of_assets = if new_assets { assets.footprint() } else { 0 };
        let bytes = of_battle + plan.footprint() + of_assets + Stands::OWN_BYTES;
        self.kept += bytes;
        self.push_point(Point {
            entry,
            stands: Arc::new(Stands {
                battle,
                plan,
                book,
                assets,
                last_round: self.last_round,
                hash: self.hash,
                bytes,
            }),
        });
    }

    /// Returns the approximate memory of all points in bytes.
    #[must_use]
    pub const fn kept_bytes(&self) -> usize {
        self.kept
    }

    /// Returns the number of bytes copied for points so far.
    #[must_use]
    pub const fn copied_bytes(&self) -> usize {
        self.copied
    }

    fn push_point(&mut self, point: Point) {
        self.points.push_back(point);
        self.is_past_points = false;
        while self.points.len() > MOST_POINTS || self.kept > MOST_KEPT && self.points.len() > 1 {
            let Some(oldest) = self.points.pop_front() else { return };
            self.forget(oldest);
        }
    }

    fn pop_newest(&mut self) {
        if let Some(newest) = self.points.pop_back() {
            self.forget(newest);
        }
    }

    fn forget(&mut self, point: Point) {
        let of_run = self.run.as_ref().is_some_and(|run| run.is_from(&point.stands));
        if Arc::strong_count(&point.stands) == 1 + usize::from(of_run) {
            self.kept -= point.stands.bytes;
        }
    }

    fn decide(&mut self, decide: &Decide, complete: bool) -> Step {
        let (mut intent, missing) = decide.intent(&self.book);
        intent.complete = complete;
        // A record is not trusted.
        if let Err(error) = validate_intent(&self.book, self.battle.state(), &self.plan, decide.unit, &intent) {
            return Step::Refused(decide.unit, error);
        }
        let priority = Plan::priority_in(&self.book, &intent);
        self.plan.set(decide.unit, intent, priority);
        Step::Decided(decide.unit, missing)
    }

    /// Returns the hashes after each activation of the last execution.
    #[must_use]
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// Whether the battle is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.battle.state().battle(BattleField::Outcome) != 0
    }

    /// Returns the number of rounds of a finished battle, including a partial last one. The round of the state is one
    /// more if the battle ended with its round. In an open battle, the round of the last activation; 0 if none.
    #[must_use]
    pub const fn rounds_taken(&self) -> i32 {
        self.last_round
    }

    /// Returns the pending decision; `None` if the battle can continue or is over.
    #[must_use]
    pub fn choose(&self) -> Option<Choose> {
        if self.is_over() {
            return None;
        }
        let Self { book, battle, plan, .. } = self;
        book.scheduler.choose(&View::new(book, battle.state(), plan, None))
    }

    /// Closes the decisions of a side. Returns whether the record needs an entry: a directly following commit implies
    /// the close, unless another decision was possible.
    pub fn close(&mut self, team: Team) -> bool {
        let could_decide = self.choose().is_some_and(|choose| choose.until.is_ended_by_decision());
        self.plan.close(team);
        could_decide || self.choose().is_some()
    }

    /// Closes the open sides and runs the battle to the next decision or the end. Returns the hash after each
    /// activation.
    pub fn execute(&mut self) -> Vec<u64> {
        self.execute_seen(|_, _| {})
    }

    /// As [`Self::execute`], with a callback after each activation.
    pub fn execute_seen(&mut self, mut look: impl FnMut(&Rulebook, &Battle)) -> Vec<u64> {
        let mut hashes = Vec::new();
        if self.hash.is_none() {
            self.hash = Some(self.battle.state().hash64(&self.book));
        }
        self.execute_while(|book, battle, hash| {
            debug_assert!(hash.is_none_or(|hash| hash == battle.state().hash64(book)), "a change says what it alters");
            hashes.push(hash.unwrap_or_else(|| battle.state().hash64(book)));
            look(book, battle);
            true
        });
        hashes
    }

    /// As [`Self::execute`], until `look` returns true. It gets the state hash if that is tracked.
    pub(crate) fn execute_while(&mut self, mut look: impl FnMut(&Rulebook, &Battle, Option<u64>) -> bool) {
        while let Some(Choose { team, until: Until::Closed, .. }) = self.choose() {
            self.plan.close(team);
        }
        self.log.clear();
        self.activations.clear();
        self.drew_chance.clear();
        while self.activations.len() < MOST_ACTIVATIONS {
            let first = self.log.len();
            let drew_before = std::mem::take(&mut self.log.drew_chance);
            let round = self.battle.state().round();
            let advance = self.battle.apply_for_execution(&self.book, &self.plan, &mut self.buffers, &mut self.log);
            let drew_chance = self.log.drew_chance;
            self.log.drew_chance |= drew_before;
            if self.log.len() > first {
                self.stood = None;
                self.hash = self.hash.map(|hash| after(hash, &self.book, &self.log.changes[first..]));
            }
            match advance {
                Advance::Over => {
                    self.plan.clear_all();
                    break;
                }
                Advance::Waits => break,
                _ => {}
            }
            self.last_round = round;
            self.activations.push((advance, first));
            self.drew_chance.push(drew_chance);
            let goes_on = look(&self.book, &self.battle, self.hash);
            let Self { book, battle, plan, .. } = &*self;
            let view = View::new(book, battle.state(), plan, None);
            match book.scheduler.spent(&view, advance) {
                Spent::Nothing => {}
                Spent::Unit(unit) => self.plan.clear(unit),
                Spent::All => self.plan.clear_all(),
            }
            if !goes_on || self.choose().is_some() {
                break;
            }
        }
    }

    /// Returns the index in the log of the first change of one of [`Self::activations`]; the log's end after the last one.
    fn first_change(&self, activation: usize) -> usize {
        self.activations.get(activation).map_or(self.log.len(), |&(_, first)| first)
    }

    /// Returns the changes of one of [`Self::activations`].
    pub(crate) fn changes_of(&self, activation: usize) -> &[Change] {
        &self.log.changes[self.first_change(activation)..self.first_change(activation + 1)]
    }

    /// Returns the spans of one of [`Self::activations`].
    pub(crate) fn spans_of(&self, activation: usize) -> &[Span] {
        let first = |index| {
            let change = self.first_change(index);
            self.log.spans.partition_point(|span| (span.first as usize) < change)
        };
        &self.log.spans[first(activation)..first(activation + 1)]
    }

    /// Returns the side's last activated unit. Activations of other sides do not count, because they may be hidden.
    #[must_use]
    pub fn last_activated(&self, team: Team) -> Option<EntityId> {
        self.activations.iter().rev().find_map(|&(advance, _)| match advance {
            Advance::Unit(unit, _) if self.battle.state().entity(unit).team == team => Some(unit),
            _ => None,
        })
    }

    /// Tracks the knowledge of a side after each activation, for [`Self::seen`].
    pub const fn watch(&mut self, team: Team) {
        self.watcher = Some(team);
    }

    /// Returns the report of the tracked side for entry `number`, executed from the true state `truth`, of which it
    /// knew `before`.
    #[must_use]
    pub fn seen(&self, number: u32, truth: GameState, before: GameState) -> Report {
        match self.watcher.filter(|_| self.watched.len() == self.activations.len()) {
            Some(team) => {
                let numbering = self.battle.numbering(team);
                Report::seen_by(number, &numbering, self, truth, before, self.watched.clone()).report
            }
            None => Report::empty(before),
        }
    }

    /// Whether a round is not over yet.
    #[must_use]
    pub fn is_round_open(&self, round: i32) -> bool {
        self.battle.state().round() == round && !self.is_over()
    }

    /// Returns an independent copy of the battle without points and log.
    #[must_use]
    pub fn fork(&self) -> Self {
        let (battle, assets) = (self.battle.clone(), Arc::clone(&self.assets));
        let around = Self::around(Arc::clone(&self.book), battle, self.plan.clone(), assets);
        Self { start_hash: self.start_hash, last_round: self.last_round, ..around }
    }

    #[must_use]
    pub(crate) fn at(&self, entry: u32) -> Option<Self> {
        let Stands { battle, plan, book, assets, last_round, .. } = &*self.point(entry)?.stands;
        let (battle, plan) = (battle.battle(book), plan.clone());
        let (book, assets) = (Arc::clone(book), Arc::clone(assets));
        Some(Self { last_round: *last_round, ..Self::around(book, battle, plan, assets) })
    }

    fn commit(&mut self, entry: u32, commit: &Commit) -> Option<Divergence> {
        let round = self.battle.state().round();
        let mut watched = std::mem::take(&mut self.watched);
        watched.clear();
        let watcher = self.watcher;
        let hashes = self.execute_seen(|book, battle| {
            watched.extend(watcher.map(|team| battle.project(book, team).state().clone()));
        });
        self.watched = watched;
        self.hashes.clone_from(&hashes);
        let differs = (0..hashes.len().max(commit.hashes.len())).find(|&at| hashes.get(at) != commit.hashes.get(at))?;
        let acted = self.activations.get(differs);
        let who = acted.map(|&(advance, _)| Actor::of(&self.book, self.battle.state(), advance));
        Some(Divergence { entry, round, activation: differs, who })
    }

    pub(crate) fn plan_after(&self, entry: u32) -> Option<&Plan> {
        self.point(entry).map(|point| &point.stands.plan)
    }

    fn point(&self, entry: u32) -> Option<&Point> {
        let at = self.points.binary_search_by_key(&entry, |point| point.entry).ok()?;
        self.points.get(at)
    }

    /// Rewinds to the battle after an entry; false if it is not stored.
    pub fn go_back(&mut self, to: u32) -> bool {
        let Some(point) = self.point(to) else { return false };
        let Stands { battle, plan, book, assets, last_round, hash, .. } = &*point.stands;
        let (last_round, hash) = (*last_round, *hash);
        let (plan, book, assets) = (plan.clone(), Arc::clone(book), Arc::clone(assets));
        if self.stood.as_ref().is_none_or(|stood| !Arc::ptr_eq(stood, battle)) {
            let there = Arc::clone(battle);
            self.battle.return_to(&there, &book);
            (self.stood, self.hash) = (Some(there), hash);
        }
        (self.plan, self.book, self.assets, self.last_round) = (plan, book, assets, last_round);
        self.renamed.truncate(self.renamed.partition_point(|&(entry, _)| entry <= to));
        self.close_run();
        true
    }

    /// Edits the battle and returns the changes.
    ///
    /// # Errors
    ///
    /// If a change does not fit; nothing changes.
    pub fn edit(&mut self, changes: &[Change]) -> Result<Vec<Change>, EditError> {
        let (mut made, mut log) = (Vec::new(), Log::default());
        self.stood = None;
        for change in changes {
            match super::edit::fitted(&self.book, self.battle.state(), change) {
                Ok(fitted) => {
                    for change in fitted {
                        self.battle.state_mut().write(&self.book, &mut log, change);
                        made.push(change);
                    }
                }
                Err(reason) => {
                    self.battle.state_mut().roll_back(&self.book, &mut log, 0);
                    return Err(reason);
                }
            }
        }
        self.battle.look_around(&self.book);
        self.hash = self.hash.map(|hash| after(hash, &self.book, &log.changes));
        Ok(made)
    }
}

fn after(hash: u64, book: &Rulebook, changes: &[Change]) -> u64 {
    changes.iter().fold(hash, |hash, change| hash.wrapping_add(change.hash_delta(book)))
}
