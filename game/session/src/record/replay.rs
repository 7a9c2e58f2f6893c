//! Replaying records: every decision is applied as it was made and every round executed again, each activation's hash
//! compared with the one recorded. A replay never plans and never panics.

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

/// Most points kept to go back to; older ones are dropped, so undo and forks reach no further.
const MOST_POINTS: usize = 20_000;

/// Most bytes that the points may hold between them, about: 32 MiB. Small entries of a hostile record can each leave a
/// large battle or plan behind.
const MOST_KEPT: usize = 32 << 20;

/// Bytes that may be copied for points without limit, and for each further entry: a record of which every entry leaves a
/// large battle behind has points after some entries alone.
const FREE_COPIES: usize = 1 << 30;
const COPIES_PER_ENTRY: usize = 2 << 10;

/// Most activations between two decisions; a turn order that asks for none is stopped here.
const MOST_ACTIVATIONS: usize = 100_000;

/// Makes a rulebook from a record's asset text and its scenario.
pub type Compile<'a> = dyn Fn(&str, &str) -> Result<CompiledScenario, CompileError> + Sync + 'a;

/// Why the assets of a record make no rulebook.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// The asset kinds do not fit together.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// The assets have faults, which are rendered here.
    #[error("{0}")]
    Faults(String),
}

impl CompileError {
    /// A stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Registry(_) => "compile-registry",
            Self::Faults(_) => "compile-faults",
        }
    }
}

/// Where a replay first differs from its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// Number of the entry.
    pub entry: u32,
    /// The round.
    pub round: i32,
    /// Index of the activation in the round.
    pub activation: usize,
    /// Who acted; nothing if the replay has fewer activations.
    pub who: Option<Actor>,
}

/// A battle on its way through a record.
#[derive(Debug)]
pub struct Replay {
    /// Hash of the rules and the opening that it began with, see [`Opening::start_hash`].
    pub start_hash: u64,
    /// The rules in force.
    pub book: Arc<Rulebook>,
    /// The battle as it stands.
    pub battle: Battle,
    /// Intents that were decided and not spent yet.
    pub plan: Plan,
    /// The assets that the rules were made from, as far as the record says.
    pub assets: Arc<AssetFiles>,
    /// What the last commit did.
    pub log: Log,
    /// Who was activated in the last commit, and where their changes begin in the log.
    pub activations: Vec<(Advance, usize)>,
    /// Whether each of them drew chance.
    pub(crate) drew_chance: Vec<bool>,
    points: VecDeque<Point>,
    /// The battle as it stands, where a point has it already: entries that alter the plan alone share it.
    stood: Option<Arc<KeptBattle>>,
    /// The exchanges of assets that end where the record does now.
    run: Option<Run>,
    /// What exchanges cost up to that run.
    compiled: usize,
    /// What got other names, with the number of the entry that says so.
    renamed: Vec<(u32, Arc<Renames>)>,
    /// What the points hold between them, in bytes.
    kept: usize,
    /// Bytes that were copied for points, and how often a point was wanted.
    copied: usize,
    wanted: usize,
    /// Whether the battle stands otherwise than the last point says.
    is_past_points: bool,
    /// Hash of the state, where it is known.
    hash: Option<u64>,
    /// Hashes of the state after each activation that was carried out last.
    hashes: Vec<u64>,
    /// The side whose view of what is carried out is kept, and what it knew after each activation of the last entry.
    watcher: Option<Team>,
    watched: Vec<GameState>,
    buffers: Buffers,
}

/// The battle after an entry; entries that change nothing share it with the one before.
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
    /// Hash of the state, where it was known.
    hash: Option<u64>,
    bytes: usize,
}

impl Stands {
    /// What one counts besides what it leads to: a constant, as sizes of pointers differ between machines.
    const OWN_BYTES: usize = 96;
}

/// What one entry did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing to see.
    Nothing,
    /// A decision was taken over; with names of actions the rulebook does not have.
    Decided(EntityId, Vec<String>),
    /// A decision was not taken over, as it does not hold.
    Refused(EntityId, IntentError),
    /// A round was executed.
    Executed(Option<Divergence>),
    /// The battle went back to after an entry, or could not.
    WentBack(bool),
    /// Assets were exchanged, or could not be.
    Patched(Result<(), PatchError>),
    /// A side closed its decisions.
    Closed,
    /// The battle was altered by hand, or could not be.
    Edited(Result<(), EditError>),
}

impl Replay {
    /// A battle at the start of a record.
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
            hash: None,
            hashes: Vec::new(),
            watcher: None,
            watched: Vec::new(),
            buffers: Buffers::default(),
        }
    }

    /// Takes an entry over. `compile` is asked when assets are exchanged.
    pub fn apply(&mut self, number: u32, entry: &Entry, compile: &Compile<'_>) -> Step {
        if let Entry::Exchange(exchange) = entry {
            return Step::Patched(self.follow(number, exchange, compile));
        }
        if !matches!(entry, Entry::Unknown(_)) {
            // None waits here where the entries were read as they follow each other.
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
            // The start, its settings and what is kept for readers alter nothing.
            _ => Step::Nothing,
        };
        // Where nothing changed, or what stood before stands again, the point is shared.
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

    /// Remembers the battle as it stands after an entry, so that undo and forks can go back to it.
    pub fn checkpoint(&mut self, entry: u32) {
        self.close_run();
        self.push_stands(entry);
    }

    /// Remembers the battle after an entry, unless too much was copied for points already.
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
            stands: Arc::new(Stands { battle, plan, book, assets, hash: self.hash, bytes }),
        });
    }

    /// About how many bytes the points to go back to hold between them.
    #[must_use]
    pub const fn kept_bytes(&self) -> usize {
        self.kept
    }

    /// How many bytes were copied for points to go back to so far.
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
        // Nobody vouches for what a record says.
        if let Err(error) = validate_intent(&self.book, self.battle.state(), &self.plan, decide.unit, &intent) {
            return Step::Refused(decide.unit, error);
        }
        let priority = Plan::priority_in(&self.book, &intent);
        self.plan.set(decide.unit, intent, priority);
        Step::Decided(decide.unit, missing)
    }

    /// Hashes of the state after each activation that was carried out last.
    #[must_use]
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// Whether the battle is decided.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.battle.state().battle(BattleField::Outcome) != 0
    }

    /// The decision that the battle waits for; `None` when it can go on, or is over.
    #[must_use]
    pub fn choose(&self) -> Option<Choose> {
        if self.is_over() {
            return None;
        }
        let Self { book, battle, plan, .. } = self;
        book.scheduler.choose(&View::new(book, battle.state(), plan, None))
    }

    /// Closes the decisions of a side. Says whether a record has to be told: a commit that follows at once implies it, unless a
    /// decision could have followed instead.
    pub fn close(&mut self, team: Team) -> bool {
        let could_decide = self.choose().is_some_and(|choose| choose.until.ends_with_decision());
        self.plan.close(team);
        could_decide || self.choose().is_some()
    }

    /// Closes the decisions of the sides that the battle waits for to close them, and runs it until it waits for a
    /// decision again or is over; returns the hashes of the state after each activation.
    pub fn execute(&mut self) -> Vec<u64> {
        self.execute_seen(|_, _| {})
    }

    /// The same, with a look at the battle after each activation.
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

    /// The same up to the activation after which `look` says that it is enough. It is told the state's hash where that is
    /// followed.
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
                // A record may say that something was carried out where a side had yet to choose.
                Advance::Waits => break,
                _ => {}
            }
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

    /// The spans of the log that one of [`Self::activations`] wrote.
    pub(crate) fn spans_of(&self, activation: usize) -> &[Span] {
        let first = |index: usize| {
            let change = self.activations.get(index).map_or(self.log.len(), |&(_, first)| first);
            self.log.spans.partition_point(|span| (span.first as usize) < change)
        };
        &self.log.spans[first(activation)..first(activation + 1)]
    }

    /// The unit of a side that was activated last in what was carried out last. Those of others decide nothing for it: they
    /// may hide.
    #[must_use]
    pub fn last_activated(&self, team: Team) -> Option<EntityId> {
        self.activations.iter().rev().find_map(|&(advance, _)| match advance {
            Advance::Unit(unit, _) if self.battle.state().entity(unit).team == team => Some(unit),
            _ => None,
        })
    }

    /// From here on it is kept what a side knows after each activation, for [`Self::seen`].
    pub const fn watch(&mut self, team: Team) {
        self.watcher = Some(team);
    }

    /// What the watching side saw of the last entry, which has this number and was carried out from the true state `truth`,
    /// of which it knew `before`; nothing where no side watches.
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
    pub fn goes_on_in(&self, round: i32) -> bool {
        self.battle.state().round() == round && !self.is_over()
    }

    /// A battle of its own that stands as this one does, without what was carried out and what can be gone back to.
    #[must_use]
    pub fn fork(&self) -> Self {
        let (battle, assets) = (self.battle.clone(), Arc::clone(&self.assets));
        Self { start_hash: self.start_hash, ..Self::around(Arc::clone(&self.book), battle, self.plan.clone(), assets) }
    }

    /// A battle of its own that stands as this one did after an entry; `None` if that is not remembered.
    #[must_use]
    pub(crate) fn at(&self, entry: u32) -> Option<Self> {
        let Stands { battle, plan, book, assets, .. } = &*self.point(entry)?.stands;
        let (battle, plan) = (battle.battle(book), plan.clone());
        let (book, assets) = (Arc::clone(book), Arc::clone(assets));
        Some(Self::around(book, battle, plan, assets))
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

    /// The point after an entry. Points stand in the order of their entries.
    /// What was decided and not spent yet after an entry, where that is remembered.
    pub(crate) fn plan_after(&self, entry: u32) -> Option<&Plan> {
        self.point(entry).map(|point| &point.stands.plan)
    }

    fn point(&self, entry: u32) -> Option<&Point> {
        let at = self.points.binary_search_by_key(&entry, |point| point.entry).ok()?;
        self.points.get(at)
    }

    /// Goes back to the battle after an entry; false if it is not remembered.
    pub fn go_back(&mut self, to: u32) -> bool {
        let Some(point) = self.point(to) else { return false };
        let Stands { battle, plan, book, assets, hash, .. } = &*point.stands;
        let hash = *hash;
        let (plan, book, assets) = (plan.clone(), Arc::clone(book), Arc::clone(assets));
        if self.stood.as_ref().is_none_or(|stood| !Arc::ptr_eq(stood, battle)) {
            let there = Arc::clone(battle);
            self.battle.return_to(&there, &book);
            (self.stood, self.hash) = (Some(there), hash);
        }
        (self.plan, self.book, self.assets) = (plan, book, assets);
        self.renamed.truncate(self.renamed.partition_point(|&(entry, _)| entry <= to));
        self.close_run();
        true
    }

    /// Alters the battle by hand. Returns the changes that were made.
    ///
    /// # Errors
    /// When something does not fit; nothing changes then.
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

/// The hash of a state after changes.
fn after(hash: u64, book: &Rulebook, changes: &[Change]) -> u64 {
    changes.iter().fold(hash, |hash, change| hash.wrapping_add(change.hash_delta(book)))
}
