//! The truth of a battle, and the knowledge of each side. Only [`Battle::project`] makes a [`Known`], and a
//! [`Predicted`] copies one, so no prediction sees hidden facts or random streams (law 3).

mod asking;
mod by_hand;
mod kept;
mod memory;
mod survivors;
mod without;

pub use kept::{KeptBattle, KeptPrediction};

use crate::chance::{Chance, ChancePolicy, Dice, MoveStreams, Script};
use crate::codec::{self, CodecError};
use crate::intent::Plan;
use crate::machine::{Advance, Buffers, Ran, RunContext, context};
use crate::numbers::{Numbering, Numbers};
use crate::rulebook::{CompiledScenario, Opening, Rulebook};
use crate::space::Cell;
use crate::state::{Change, EntityId, GameState, Log, MigrateError, Renames, Slot, SnapshotError, Team, entry};
use memory::Memory;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers a projection for [`Predicted::reset`]. Never saved or hashed.
fn next_origin() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The true state with its random stream. Only execution has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battle {
    state: GameState,
    dice: Dice,
    moves: MoveStreams,
    sides: Vec<Numbers>,
    memories: Vec<Memory>,
}

impl Battle {
    /// Places the members of the opening and prepares round 1. Members without room are left out; see
    /// [`Opening::faults`].
    #[must_use]
    pub fn new(book: &Rulebook, opening: &Opening) -> Self {
        let (state, dice) = (GameState::new(book), Dice::new(opening.seed));
        let moves = MoveStreams::new(opening.seed);
        let mut battle = Self { state, dice, moves, sides: Vec::new(), memories: Vec::new() };
        let (plan, mut buffers, mut log) = (Plan::default(), Buffers::default(), Log::default());
        battle.execution(book, &plan, &mut buffers, &mut log).set_up(opening);
        if book.decoded.may_hide {
            battle.sides = battle.met(&[]);
        }
        battle.begin_memories(book);
        battle
    }

    /// Takes the deciders and the difficulty from another battle, because old snapshots do not hold them.
    #[must_use]
    pub fn set_up_as(mut self, other: &Self) -> Self {
        self.state.set_up_as(&other.state);
        self.moves = self.moves.or_seed_of(&other.moves);
        self
    }

    fn met(&self, sides: &[Numbers]) -> Vec<Numbers> {
        let side = |team: u8| {
            let Some(numbers) = sides.get(usize::from(team)) else { return Numbers::first(&self.state, Team(team)) };
            let mut numbers = numbers.clone();
            numbers.complete(&self.state, Team(team));
            numbers
        };
        (0..Team::COUNT as u8).map(side).collect()
    }

    /// Returns the numbers by which a side knows units and entries. A [`Known`] and everything that derives from it
    /// uses them.
    #[must_use]
    pub fn numbering(&self, team: Team) -> Numbering {
        let mut numbers = self.sides.get(usize::from(team.0)).cloned();
        if let Some(numbers) = &mut numbers {
            numbers.complete(&self.state, team);
        }
        let own = numbers.filter(|numbers| !numbers.is_identity(&self.state));
        Numbering::new(team, own)
    }

    fn follow(&mut self, book: &Rulebook, changes: &[Change]) {
        for (team, numbers) in self.sides.iter_mut().enumerate() {
            let by = Team(team as u8);
            let next = numbers.follow(&self.state, by, changes);
            if let Some(memory) = self.memories.get_mut(team) {
                memory.follow(book, &self.state, by, changes);
                next.into_iter().for_each(|place| memory.set_place(place));
            }
        }
    }

    /// Returns the true state.
    #[must_use]
    pub const fn state(&self) -> &GameState {
        &self.state
    }

    fn execution<'a>(
        &'a mut self,
        book: &'a Rulebook,
        plan: &'a Plan,
        buffers: &'a mut Buffers,
        log: &'a mut Log,
    ) -> RunContext<'a> {
        let chance = Chance::Stream { dice: &mut self.dice, moves: &mut self.moves };
        context(book, &mut self.state, plan, chance, buffers, log, None)
    }

    /// Executes the next step: an activation, a due entry, or the end of the round.
    pub fn apply_for_execution(
        &mut self,
        book: &Rulebook,
        plan: &Plan,
        buffers: &mut Buffers,
        log: &mut Log,
    ) -> Advance {
        let first = log.changes.len();
        let advance = self.execution(book, plan, buffers, log).advance();
        self.follow(book, log.changes.get(first..).unwrap_or_default());
        advance
    }

    /// Executes step after step and calls `after` with each, until `after` says to stop or the battle is decided.
    #[inline]
    pub fn run(
        &mut self,
        book: &Rulebook,
        plan: &Plan,
        buffers: &mut Buffers,
        log: &mut Log,
        mut after: impl FnMut(Ran) -> ControlFlow<()>,
    ) {
        if self.sides.is_empty() {
            return self.execution(book, plan, buffers, log).run(after);
        }
        loop {
            let first = log.changes.len();
            let ran = self.execution(book, plan, buffers, log).run_next();
            self.follow(book, log.changes.get(first..).unwrap_or_default());
            if after(ran).is_break() || ran.advance == Advance::Over {
                return;
            }
        }
    }

    /// Executes the next step with forced outcome indices, in the order of the draws. Also returns how many indices
    /// were left, or negative, how many were missing.
    pub fn apply_forced(
        &mut self,
        book: &Rulebook,
        plan: &Plan,
        outcomes: &[usize],
        buffers: &mut Buffers,
        log: &mut Log,
    ) -> (Advance, isize) {
        let (mut used, mut missed) = (0, 0);
        let chance = Chance::Forced { indices: outcomes, used: &mut used, missed: &mut missed };
        let first = log.changes.len();
        let advance = context(book, &mut self.state, plan, chance, buffers, log, None).advance();
        self.follow(book, log.changes.get(first..).unwrap_or_default());
        (advance, (outcomes.len() - used) as isize - missed as isize)
    }

    /// Returns what a side knows of the battle.
    #[must_use]
    pub fn project(&self, book: &Rulebook, viewer: Team) -> Known {
        let mut known = Known { viewer, ..Known::default() };
        self.project_into(book, viewer, &mut known);
        known
    }

    /// Projects into existing buffers. Units that the viewer never saw are absent. Units that hide again keep only
    /// their unit type; their cells and entries are removed.
    pub fn project_into(&self, book: &Rulebook, viewer: Team, known: &mut Known) {
        known.viewer = viewer;
        let numbering = self.numbering(viewer);
        let renumbered = numbering.numbers().is_some();
        if let Some(numbers) = numbering.numbers() {
            known.state.renumber(&self.state, numbers, viewer);
        } else {
            known.state.origin = 0;
            known.state.copy_from(&self.state);
        }
        let state = &mut known.state;
        if !renumbered && self.state.entities().iter().any(|entity| entity.is_hidden_from(viewer)) {
            let owner_of = |words: &crate::state::Entry| EntityId(words[entry::OWNER] as u16);
            let hides = |id: EntityId| self.state.entity(id).is_hidden_from(viewer);
            state.retain_agenda(|slot| match slot {
                Slot::Unit(id) => !hides(id),
                Slot::Entry(index) => {
                    self.state.entries().get(index as usize).is_none_or(|words| !hides(owner_of(words)))
                }
            });
            for (index, words) in self.state.entries().iter().enumerate() {
                if words[entry::WAITING] != 0 && hides(owner_of(words)) {
                    state.blank_entry(index);
                }
            }
            for index in 0..self.state.entities().len() {
                let id = EntityId(index as u16);
                if hides(id) {
                    state.blank_entity(id);
                }
            }
        }
        known.last_seen.clear();
        if let Some(memory) = self.memories.get(usize::from(viewer.0)) {
            if let Some(numbers) = numbering.numbers() {
                state.set_next_place(numbers.known_before(&self.state, viewer, memory.place()));
            }
            memory.write_into(state);
            state.detect_as_known(book, viewer);
            let seen = memory.units().iter();
            known.last_seen.extend(seen.filter_map(|&(id, cell)| Some((numbering.to_known(id)?, cell))));
        }
        debug_assert!(book.unit_types.len() < usize::from(u16::MAX), "archetypes fit their index");
        state.cells_mut().mark_clean();
        state.origin = next_origin();
    }

    /// Migrates the battle to another rulebook, for example after an edit to its assets.
    ///
    ///
    /// # Errors
    /// The first item of the battle that has no counterpart in the other rulebook.
    pub fn carried_over(&self, from: &Rulebook, to: &Rulebook, renames: &Renames) -> Result<Self, MigrateError> {
        let mut sides = self.sides.clone();
        if sides.is_empty() && to.decoded.may_hide {
            sides = vec![Numbers::identity(&self.state); Team::COUNT];
        }
        let mut state = self.state.carried_over(from, to, renames)?;
        state.detect(to);
        let (dice, moves) = (self.dice.clone(), self.moves.clone());
        let mut battle = Self { state, dice, moves, sides, memories: Vec::new() };
        battle.begin_memories(to);
        for (memory, before) in battle.memories.iter_mut().zip(&self.memories) {
            *memory = before.carried_over(from, to, renames);
        }
        battle.look_around(to);
        Ok(battle)
    }

    /// Encodes state and streams.
    ///
    ///
    /// # Errors
    /// The result would be larger than [`codec::LIMIT`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, CodecError> {
        let state = self.state.to_bytes()?;
        codec::encode(&(state, &self.dice, &self.sides, &self.memories, &self.moves))
    }

    /// Decodes the bytes of [`Self::to_bytes`].
    ///
    ///
    /// # Errors
    /// The bytes are malformed or do not fit the rulebook.
    pub fn from_bytes(book: &Rulebook, bytes: &[u8]) -> Result<Self, SnapshotError> {
        let (state, dice, sides, memories, moves) = saved_parts(bytes)?;
        let state = GameState::from_bytes(book, &state)?;
        let mut battle = Self { state, dice, moves, sides: Vec::new(), memories: Vec::new() };
        if sides.iter().any(|numbers| !numbers.is_valid_for(&battle.state)) || !matches!(sides.len(), 0 | Team::COUNT) {
            return Err(SnapshotError::Unfit("numbers of unknown entities"));
        }
        if book.decoded.may_hide || !sides.is_empty() {
            battle.sides = battle.met(&sides);
        }
        battle.state.detect(book);
        battle.begin_memories(book);
        if !memories.is_empty() {
            let fit = memories.len() == battle.memories.len()
                && memories.iter().all(|one| one.is_valid_for(book, &battle.state));
            battle.memories =
                if fit { memories } else { return Err(SnapshotError::Unfit("memories of unknown entities")) };
        }
        Ok(battle)
    }
}

impl CompiledScenario {
    /// Returns the battle of this seed at its start.
    #[must_use]
    pub fn battle(&self, seed: u64) -> Battle {
        Battle::new(&self.rules, &self.seeded(seed))
    }
}

/// Parts of a saved battle. Earlier versions saved no policy streams, and omitted empty memories and numbers.
type SavedParts = (Vec<u8>, Dice, Vec<Numbers>, Vec<Memory>, MoveStreams);

fn saved_parts(bytes: &[u8]) -> Result<SavedParts, CodecError> {
    match codec::decode(bytes) {
        Err(CodecError::LeftOver(_)) => {}
        whole => return whole.map(|(state, dice)| (state, dice, Vec::new(), Vec::new(), MoveStreams::default())),
    }
    match codec::decode(bytes) {
        Err(CodecError::LeftOver(_)) => {}
        whole => {
            return whole.map(|(state, dice, sides)| (state, dice, sides, Vec::new(), MoveStreams::default()));
        }
    }
    match codec::decode(bytes) {
        Err(CodecError::LeftOver(_)) => codec::decode(bytes),
        whole => whole.map(|(state, dice, sides, memories)| (state, dice, sides, memories, MoveStreams::default())),
    }
}

/// A state as one side knows it. Only projecting a battle or freezing a prediction makes one.
///
/// The compiler enforces this. It refuses the truth where a `Known` is required:
///
/// ```compile_fail,E0308
/// use foretoken_vm::{Battle, Opening, Predicted, Rulebook};
/// let book = Rulebook::default();
/// let battle = Battle::new(&book, &Opening::default());
/// Predicted::of(&battle);
/// ```
///
/// It refuses a bare state, even one from a projection:
///
/// ```compile_fail,E0308
/// use foretoken_vm::{Battle, Opening, Predicted, Rulebook, Team};
/// let book = Rulebook::default();
/// let known = Battle::new(&book, &Opening::default()).project(&book, Team::PLAYER);
/// Predicted::of(&known.state().clone());
/// ```
///
/// It refuses a `Known` that is put together by hand:
///
/// ```compile_fail,E0451
/// use foretoken_vm::{GameState, Known, Team};
/// let known = Known { state: GameState::default(), viewer: Team::PLAYER };
/// ```
///
/// It accepts a projection:
///
/// ```
/// use foretoken_vm::{Battle, Opening, Predicted, Rulebook, Team};
/// let book = Rulebook::default();
/// let known = Battle::new(&book, &Opening::default()).project(&book, Team::PLAYER);
/// Predicted::of(&known);
/// ```
#[derive(Debug, Default)]
pub struct Known {
    state: GameState,
    viewer: Team,
    last_seen: Vec<(EntityId, Cell)>,
}

impl Known {
    /// Returns the known state.
    #[must_use]
    pub const fn state(&self) -> &GameState {
        &self.state
    }

    /// Returns the side that knows this state.
    #[must_use]
    pub const fn viewer(&self) -> Team {
        self.viewer
    }

    /// Returns the same knowledge as that of another side, for decisions of an opponent who knows no more and no less.
    #[must_use]
    pub fn for_side(&self, viewer: Team) -> Self {
        let mut state = self.state.clone();
        state.origin = next_origin();
        Self { state, viewer, last_seen: self.last_seen.clone() }
    }

    /// Returns the units out of sight with the cells where they were last seen; empty without fog.
    #[must_use]
    pub fn last_seen(&self) -> &[(EntityId, Cell)] {
        &self.last_seen
    }

    /// Encodes the knowledge for a seat in another process.
    ///
    ///
    /// # Errors
    /// The result would be larger than [`codec::LIMIT`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, CodecError> {
        codec::encode(&(self.state.to_bytes()?, self.viewer, &self.last_seen))
    }

    /// Decodes the bytes of [`Self::to_bytes`].
    ///
    ///
    /// # Errors
    /// The bytes are malformed or do not fit the rulebook.
    pub fn from_bytes(book: &Rulebook, bytes: &[u8]) -> Result<Self, SnapshotError> {
        let (state, viewer, last_seen): (Vec<u8>, Team, Vec<(EntityId, Cell)>) = codec::decode(bytes)?;
        let mut state = GameState::from_bytes(book, &state)?;
        if last_seen.iter().any(|(id, cell)| id.index() >= state.entities().len() || !book.board.contains(*cell)) {
            return Err(SnapshotError::Unfit("a last-seen entity that does not exist"));
        }
        state.origin = next_origin();
        Ok(Self { state, viewer, last_seen })
    }

    /// Returns the number of this projection, unique in this process.
    #[must_use]
    pub const fn origin(&self) -> u64 {
        self.state.origin
    }
}

/// A working copy of a [`Known`] on which the future is run.
///
/// It has no stream to draw from, and cannot be given one:
///
/// ```compile_fail,E0308
/// use foretoken_vm::{Buffers, Dice, Log, Plan, Predicted, Rulebook};
/// let (book, plan, mut dice) = (Rulebook::default(), Plan::default(), Dice::new(1));
/// Predicted::default().apply_for_preview(&book, &plan, &mut dice, &mut Buffers::default(), &mut Log::default());
/// ```
///
/// ```compile_fail,E0616
/// use foretoken_vm::{Battle, Rulebook};
/// let mut battle = Battle::new(&Rulebook::default(), &Opening::default());
/// let stream = &mut battle.dice;
/// ```
///
/// Its state can be read, but only running changes it:
///
/// ```compile_fail,E0599
/// foretoken_vm::Predicted::default().state_mut();
/// ```
#[derive(Debug, Default)]
pub struct Predicted {
    state: GameState,
    viewer: Team,
    is_fresh: bool,
    /// Rulebook for which the goals of this state were judged; 0 for none.
    judged_by: u64,
}

impl Predicted {
    /// Makes a working copy.
    #[must_use]
    pub fn of(known: &Known) -> Self {
        let mut copy = Self::default();
        copy.reset(known);
        copy
    }

    /// Resets the copy to a `Known`. For the same projection, the cost is that of the touched parts only.
    pub fn reset(&mut self, known: &Known) {
        self.viewer = known.viewer;
        self.state.copy_from(&known.state);
        (self.is_fresh, self.judged_by) = (true, 0);
    }

    /// Becomes a copy of another working copy.
    pub fn copy_from(&mut self, other: &Self) {
        self.viewer = other.viewer;
        // The marks of touched parts do not cover what the other copy touched since its origin, so everything is
        // copied.
        self.state.origin = 0;
        self.state.copy_from(&other.state);
        self.state.origin = 0;
        (self.is_fresh, self.judged_by) = (false, 0);
    }

    /// Returns the predicted state.
    #[must_use]
    pub const fn state(&self) -> &GameState {
        &self.state
    }

    /// Returns the side that predicts.
    #[must_use]
    pub const fn viewer(&self) -> Team {
        self.viewer
    }

    /// Predicts the next step. Veiled parts of other sides are skipped, and an incomplete intent stops at its first
    /// unanswered request.
    pub fn apply_for_preview(
        &mut self,
        book: &Rulebook,
        plan: &Plan,
        policy: ChancePolicy,
        buffers: &mut Buffers,
        log: &mut Log,
    ) -> Advance {
        self.predict(book, plan, Chance::Policy(policy), buffers, log, RunContext::run_one)
    }

    /// Runs the next activation but leaves it open after its decided uses, so that the next action can be chosen.
    /// [`Self::go_back`] reverts it.
    pub fn run_open(&mut self, book: &Rulebook, plan: &Plan, buffers: &mut Buffers, log: &mut Log) -> Ran {
        self.predict(book, plan, Chance::Policy(ChancePolicy::Likely), buffers, log, |cx| {
            cx.keeps_open = true;
            cx.run_next()
        })
    }

    /// Predicts the next step with the draws of a script.
    pub fn run_script(
        &mut self,
        book: &Rulebook,
        plan: &Plan,
        script: &mut Script,
        buffers: &mut Buffers,
        log: &mut Log,
    ) -> Ran {
        script.begin();
        self.predict(book, plan, Chance::Script(script), buffers, log, RunContext::run_next)
    }

    #[inline]
    fn predict<'a, R>(
        &'a mut self,
        book: &'a Rulebook,
        plan: &'a Plan,
        chance: Chance<'a>,
        buffers: &'a mut Buffers,
        log: &'a mut Log,
        run: impl FnOnce(&mut RunContext<'a>) -> R,
    ) -> R {
        let (is_fresh, origin) = (std::mem::take(&mut self.is_fresh), self.state.origin);
        let mut cx = context(book, &mut self.state, plan, chance, buffers, log, Some(self.viewer));
        if is_fresh {
            cx.judge_known(origin);
        } else if self.judged_by == book.id {
            cx.judged = cx.log.len();
        }
        let ran = run(&mut cx);
        // `outcome_unknown` of the log may stem from another prediction.
        let is_judged = cx.judged <= cx.log.len() && !cx.log.outcome_unknown;
        self.judged_by = if is_judged { book.id } else { 0 };
        ran
    }

    /// Predicts step after step and calls `after` with each, until `after` says to stop or the battle is decided.
    /// Faster than repeated [`Self::apply_for_preview`].
    #[inline]
    pub fn run(
        &mut self,
        book: &Rulebook,
        plan: &Plan,
        policy: ChancePolicy,
        buffers: &mut Buffers,
        log: &mut Log,
        after: impl FnMut(Ran) -> ControlFlow<()>,
    ) {
        self.predict(book, plan, Chance::Policy(policy), buffers, log, |cx| cx.run(after));
    }

    /// Reverts the log's changes from its end back to index `to`, and removes them.
    pub fn roll_back(&mut self, book: &Rulebook, log: &mut Log, to: usize) {
        self.state.roll_back(book, log, to);
        self.judged_by = 0;
    }

    /// Restores state and log as they were before `ran`.
    pub fn go_back(&mut self, book: &Rulebook, log: &mut Log, ran: &Ran) {
        self.state.roll_back(book, log, ran.first);
        (log.drew_chance, log.uncertain) = (ran.drew_chance, ran.uncertain);
        log.outcome_unknown = ran.outcome_unknown;
        self.judged_by = if ran.is_ready { book.id } else { 0 };
        if ran.is_ready {
            self.state.set_agenda_stale(false);
        }
    }

    /// Returns the predicted state as knowledge, for an opponent who decides later in the round.
    #[must_use]
    pub fn freeze(&self) -> Known {
        let mut known = Known { state: self.state.clone(), viewer: self.viewer, last_seen: Vec::new() };
        known.state.cells_mut().mark_clean();
        known.state.origin = next_origin();
        known
    }
}
