//! The truth and what may be known of it. A [`Battle`] has the state and the random stream; [`Known`] is the state as
//! one side knows it and can be made by nothing but [`Battle::project`]; a [`Predicted`] is a working copy of a `Known`.
//! Nothing hidden and no stream can reach a prediction, by type (law 3).

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

/// Numbers projections, so that a working copy knows which one it can be brought back to cheaply. It never reaches a
/// state's content, a hash or a file.
fn next_origin() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The truth: a state and the random stream. Execution alone has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battle {
    state: GameState,
    dice: Dice,
    /// The streams of policies.
    moves: MoveStreams,
    /// By what numbers each side knows what there is. None are kept where all know the true ones.
    sides: Vec<Numbers>,
    /// What each side remembers where there is fog. Without it, there are none.
    memories: Vec<Memory>,
}

impl Battle {
    /// A battle at its start: the members of the opening are placed, round 1 is about to be decided. Members
    /// without room are left out; see [`Opening::faults`].
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

    /// The same battle with the deciders and the difficulty of another. Snapshots of earlier versions do not hold them.
    #[must_use]
    pub fn set_up_as(mut self, other: &Self) -> Self {
        self.state.set_up_as(&other.state);
        self.moves = self.moves.or_seed_of(&other.moves);
        self
    }

    /// The numbers of each side, from those there are, when what is seen now has been met.
    fn met(&self, sides: &[Numbers]) -> Vec<Numbers> {
        let side = |team: u8| {
            let Some(numbers) = sides.get(usize::from(team)) else { return Numbers::first(&self.state, Team(team)) };
            let mut numbers = numbers.clone();
            numbers.complete(&self.state, Team(team));
            numbers
        };
        (0..Team::COUNT as u8).map(side).collect()
    }

    /// By what numbers a side knows entities and entries, and the translation of intents, plans and changes. A
    /// [`Known`], what is predicted on it and what is decided on it go by these.
    #[must_use]
    pub fn numbering(&self, team: Team) -> Numbering {
        let mut numbers = self.sides.get(usize::from(team.0)).cloned();
        if let Some(numbers) = &mut numbers {
            // What was altered by hand since the last activation.
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

    /// The state as it truly is.
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

    /// Runs what is next in truth: the next activation, the entry that comes due, or the end of the round.
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

    /// Runs one after another in truth, and tells `after` each time what ran, until that says to stop or the battle is
    /// decided.
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
        // What each side came to know is followed activation by activation.
        loop {
            let first = log.changes.len();
            let ran = self.execution(book, plan, buffers, log).run_next();
            self.follow(book, log.changes.get(first..).unwrap_or_default());
            if after(ran).is_break() || ran.advance == Advance::Over {
                return;
            }
        }
    }

    /// The same with chance forced: outcome indices in the order in which they are drawn. Returns what ran and how many
    /// of them were not used, or, below zero, how many were missing; tests want neither.
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

    /// What a side knows of the battle.
    #[must_use]
    pub fn project(&self, book: &Rulebook, viewer: Team) -> Known {
        let mut known = Known { viewer, ..Known::default() };
        self.project_into(book, viewer, &mut known);
        known
    }

    /// The same into buffers already there. It goes by the numbers of the viewer (see [`Self::numbering`]): units that
    /// the viewer never saw are not in it, and those that it saw and that hide from it now are blank but for their kinds;
    /// cells where they stand are empty, agenda places and entries of theirs are gone.
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
        if !renumbered && self.state.entities().iter().any(|entity| entity.hides_from(viewer)) {
            let owner_of = |words: &crate::state::Entry| EntityId(words[entry::OWNER] as u16);
            let hides = |id: EntityId| self.state.entity(id).hides_from(viewer);
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

    /// The battle under another rulebook, as after an edit to its assets.
    ///
    /// # Errors
    /// The first thing in it that the other rulebook has no place for.
    pub fn carried_over(&self, from: &Rulebook, to: &Rulebook, renames: &Renames) -> Result<Self, MigrateError> {
        let mut sides = self.sides.clone();
        if sides.is_empty() && to.decoded.may_hide {
            // Up to now all knew everybody.
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
        // What the other rules have in sight is known as it is.
        battle.look_around(to);
        Ok(battle)
    }

    /// State and stream as bytes.
    ///
    /// # Errors
    /// When they would be larger than [`codec::LIMIT`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, CodecError> {
        let state = self.state.to_bytes()?;
        codec::encode(&(state, &self.dice, &self.sides, &self.memories, &self.moves))
    }

    /// The battle of [`Self::to_bytes`].
    ///
    /// # Errors
    /// When the bytes are none or do not fit the rulebook.
    pub fn from_bytes(book: &Rulebook, bytes: &[u8]) -> Result<Self, SnapshotError> {
        let (state, dice, sides, memories, moves) = saved_parts(bytes)?;
        let state = GameState::from_bytes(book, &state)?;
        let mut battle = Self { state, dice, moves, sides: Vec::new(), memories: Vec::new() };
        if sides.iter().any(|numbers| !numbers.fits(&battle.state)) || !matches!(sides.len(), 0 | Team::COUNT) {
            return Err(SnapshotError::Unfit("numbers of what there is not"));
        }
        if book.decoded.may_hide || !sides.is_empty() {
            battle.sides = battle.met(&sides);
        }
        battle.state.detect(book);
        battle.begin_memories(book);
        if !memories.is_empty() {
            let fit =
                memories.len() == battle.memories.len() && memories.iter().all(|one| one.fits(book, &battle.state));
            battle.memories =
                if fit { memories } else { return Err(SnapshotError::Unfit("memories of what there is not")) };
        }
        Ok(battle)
    }
}

impl CompiledScenario {
    /// The battle of this seed at its start.
    #[must_use]
    pub fn battle(&self, seed: u64) -> Battle {
        Battle::new(&self.rules, &self.seeded(seed))
    }
}

/// What a battle is saved as. Earlier versions saved no streams of policies, and left out memories and numbers of sides where
/// there were none.
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

/// A state as one side knows it. There is no way to make one but to project a battle or to freeze a prediction.
///
/// This is held by the compiler. The truth is not accepted where a `Known` is:
///
/// ```compile_fail,E0308
/// use foretoken_vm::{Battle, Opening, Predicted, Rulebook};
/// let book = Rulebook::default();
/// let battle = Battle::new(&book, &Opening::default());
/// Predicted::of(&battle);
/// ```
///
/// nor is a state, though it was known once:
///
/// ```compile_fail,E0308
/// use foretoken_vm::{Battle, Opening, Predicted, Rulebook, Team};
/// let book = Rulebook::default();
/// let known = Battle::new(&book, &Opening::default()).project(&book, Team::PLAYER);
/// Predicted::of(&known.state().clone());
/// ```
///
/// and none can be put together by hand:
///
/// ```compile_fail,E0451
/// use foretoken_vm::{GameState, Known, Team};
/// let known = Known { state: GameState::default(), viewer: Team::PLAYER };
/// ```
///
/// The way that is open:
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
    /// Who is out of sight, and where each was seen last.
    last_seen: Vec<(EntityId, Cell)>,
}

impl Known {
    /// What is known.
    #[must_use]
    pub const fn state(&self) -> &GameState {
        &self.state
    }

    /// Who knows it.
    #[must_use]
    pub const fn viewer(&self) -> Team {
        self.viewer
    }

    /// The same as if another side knew it, by the same numbers: what an opponent would decide on who knew no more and no less.
    #[must_use]
    pub fn for_side(&self, viewer: Team) -> Self {
        let mut state = self.state.clone();
        state.origin = next_origin();
        Self { state, viewer, last_seen: self.last_seen.clone() }
    }

    /// Where there is fog: who was seen and is out of sight, and where each was seen last.
    #[must_use]
    pub fn last_seen(&self) -> &[(EntityId, Cell)] {
        &self.last_seen
    }

    /// What is known as bytes, for a seat in another process.
    ///
    /// # Errors
    /// When it would be larger than [`codec::LIMIT`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, CodecError> {
        codec::encode(&(self.state.to_bytes()?, self.viewer, &self.last_seen))
    }

    /// What is known, of [`Self::to_bytes`]: bytes that a referee made of a projection.
    ///
    /// # Errors
    /// When the bytes are none or do not fit the rulebook.
    pub fn from_bytes(book: &Rulebook, bytes: &[u8]) -> Result<Self, SnapshotError> {
        let (state, viewer, last_seen): (Vec<u8>, Team, Vec<(EntityId, Cell)>) = codec::decode(bytes)?;
        let mut state = GameState::from_bytes(book, &state)?;
        if last_seen.iter().any(|(id, cell)| id.index() >= state.entities().len() || !book.board.contains(*cell)) {
            return Err(SnapshotError::Unfit("somebody last seen who is not there"));
        }
        state.origin = next_origin();
        Ok(Self { state, viewer, last_seen })
    }

    /// Identifies this projection among all of this process: equal numbers mean the very same one.
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
/// and its state can be read but not altered except by running:
///
/// ```compile_fail,E0599
/// foretoken_vm::Predicted::default().state_mut();
/// ```
#[derive(Debug, Default)]
pub struct Predicted {
    state: GameState,
    viewer: Team,
    /// Nothing ran since it was brought back to what is known.
    is_fresh: bool,
    /// The rulebook whose goals were judged as the state is; 0 where none's were.
    judged_by: u64,
}

impl Predicted {
    /// A working copy.
    #[must_use]
    pub fn of(known: &Known) -> Self {
        let mut copy = Self::default();
        copy.reset(known);
        copy
    }

    /// Brings the copy back to what is known, or to another `Known`: at the cost of what was touched in the first case,
    /// of all there is in the second.
    pub fn reset(&mut self, known: &Known) {
        self.viewer = known.viewer;
        self.state.copy_from(&known.state);
        (self.is_fresh, self.judged_by) = (true, 0);
    }

    /// Copies another working copy.
    pub fn copy_from(&mut self, other: &Self) {
        self.viewer = other.viewer;
        // What the other touched since its origin is not marked here, so all of it is copied.
        self.state.origin = 0;
        self.state.copy_from(&other.state);
        self.state.origin = 0;
        (self.is_fresh, self.judged_by) = (false, 0);
    }

    /// The predicted state.
    #[must_use]
    pub const fn state(&self) -> &GameState {
        &self.state
    }

    /// Who predicts.
    #[must_use]
    pub const fn viewer(&self) -> Team {
        self.viewer
    }

    /// Runs what is next as this side foresees it. Veiled parts of others are skipped, and a unit whose intent is
    /// not complete stops at its first unanswered request.
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

    /// Runs the activation that is next and leaves it open after the uses that its intent holds. The state is then the one
    /// in which the unit's next action is chosen: earlier uses are paid for, and the activation's end has not come.
    /// [`Self::go_back`] takes it back.
    pub fn run_open(&mut self, book: &Rulebook, plan: &Plan, buffers: &mut Buffers, log: &mut Log) -> Ran {
        self.predict(book, plan, Chance::Policy(ChancePolicy::Likely), buffers, log, |cx| {
            cx.keeps_open = true;
            cx.run_next()
        })
    }

    /// Runs what is next as this side foresees it, with the draws that a script says, and tells what ran.
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

    /// Runs with all at hand, where it is: what is needed is too large to be handed on.
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
        // What a log does not know may have been asked of another.
        let is_judged = cx.judged <= cx.log.len() && !cx.log.outcome_unknown;
        self.judged_by = if is_judged { book.id } else { 0 };
        ran
    }

    /// Runs one activation, entry or end of a round after another as this side foresees it, and tells `after` each time
    /// what ran, until that says to stop or the battle is decided. The same as [`Self::apply_for_preview`] again and
    /// again, without getting ready each time.
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

    /// Takes back the log's changes from its end down to the one with index `to`, and forgets them.
    pub fn roll_back(&mut self, book: &Rulebook, log: &mut Log, to: usize) {
        self.state.roll_back(book, log, to);
        self.judged_by = 0;
    }

    /// Goes back to before something that ran: state and log are as they were then, and what was looked at before it
    /// need not be looked at again.
    pub fn go_back(&mut self, book: &Rulebook, log: &mut Log, ran: &Ran) {
        self.state.roll_back(book, log, ran.first);
        (log.drew_chance, log.uncertain) = (ran.drew_chance, ran.uncertain);
        log.outcome_unknown = ran.outcome_unknown;
        self.judged_by = if ran.is_ready { book.id } else { 0 };
        if ran.is_ready {
            self.state.set_agenda_stale(false);
        }
    }

    /// The predicted state as something known: what an opponent decides on whose turn comes later in the round.
    #[must_use]
    pub fn freeze(&self) -> Known {
        let mut known = Known { state: self.state.clone(), viewer: self.viewer, last_seen: Vec::new() };
        known.state.cells_mut().mark_clean();
        known.state.origin = next_origin();
        known
    }
}
