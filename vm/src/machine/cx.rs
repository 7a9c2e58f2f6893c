//! What a token sees while it runs: the rulebook, the state, its own memory, and the ways to write changes.

use crate::chance::Chance;
use crate::formula::Number;
use crate::intent::{ActionUse, Plan};
use crate::policies::RowUse;
use crate::program::{Address, Amount, Label, TokenSet};
use crate::rulebook::Rulebook;
use crate::space::{Board, Cell, Dir, Gait, Ground, Reach, TilePos};
use crate::state::{BattleField, Change, ChangeKind, Entity, EntityId, GameState, Grid, Log, Parts, Team};
use crate::stats::{EffectSourceRef, KeptWords, Scope, StatId};

use super::decode::Watch;
use super::fast::{FastContext, MOST_CHANGES};
use super::footing::Footing;
use super::hazards::Hazards;
use super::{Buffers, Question};

/// What an address resolved to. It stays that cell, unit or direction for as long as the scope lasts. One word: the cell in
/// the lower half, then the unit or number, the direction, and what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct Resolved(u64);

impl Resolved {
    pub(crate) const NONE: Self = Self::new(Cell::NOWHERE, EntityId::NONE, 0, 0);
    pub(crate) const CELL: u8 = 1;
    pub(crate) const UNIT: u8 = 2;
    pub(crate) const DIR: u8 = 3;
    pub(crate) const NUMBER: u8 = 4;
    const KIND: u8 = 7;
    /// Its chain of references starts at the actor, so Redirect turns what hangs on it.
    pub(crate) const ROOTED: u8 = 0x80;

    #[inline(always)]
    pub(crate) const fn new(cell: Cell, unit: EntityId, dir: u8, kind: u8) -> Self {
        Self(cell.bits() as u64 | (unit.0 as u64) << 32 | (dir as u64) << 48 | (kind as u64) << 56)
    }

    /// What a request for a number resolved to. The number stands where a unit would.
    pub(crate) const fn of_number(number: i16) -> Self {
        Self::new(Cell::NOWHERE, EntityId(number as u16), 0, Self::NUMBER)
    }

    /// The cell: for a unit where it was picked, for a direction the next cell that way.
    #[inline(always)]
    #[must_use]
    pub const fn cell(self) -> Cell {
        Cell::from_bits(self.0 as u32)
    }

    /// The unit, if one was asked for.
    #[inline(always)]
    #[must_use]
    pub const fn unit(self) -> EntityId {
        EntityId((self.0 >> 32) as u16)
    }

    /// The direction, for directions.
    #[inline]
    #[must_use]
    pub const fn dir(self) -> Dir {
        Dir::from_index((self.0 >> 48) as u8)
    }

    /// The direction that was picked, or the one in which its cell lies from the nearest cell of the actor.
    #[inline(always)]
    pub(crate) fn direction(self, book: &Rulebook, actor: &Entity, cell: impl FnOnce() -> Option<Cell>) -> Option<Dir> {
        if self.kind() == Self::DIR {
            return Some(self.dir());
        }
        let (dx, dy) = book.offset_from(actor, cell()?);
        Dir::towards(dx, dy)
    }

    /// The number, if one was asked for.
    #[must_use]
    pub const fn number(self) -> Option<i16> {
        if self.kind() == Self::NUMBER { Some(self.unit().0 as i16) } else { None }
    }

    #[inline(always)]
    pub(crate) const fn kind(self) -> u8 {
        (self.0 >> 56) as u8 & Self::KIND
    }

    #[inline(always)]
    pub(crate) const fn is_rooted(self) -> bool {
        (self.0 >> 56) as u8 & Self::ROOTED != 0
    }

    /// As two words of an agenda entry.
    pub(crate) const fn to_words(self) -> [i32; 2] {
        [self.0 as i32, (self.0 >> 32) as i32]
    }

    pub(crate) const fn from_words(words: [i32; 2]) -> Self {
        Self(words[0] as u32 as u64 | (words[1] as u32 as u64) << 32)
    }
}

/// Progress of one running program.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Program in the rulebook.
    pub program: u16,
    /// Next instruction.
    pub pc: u32,
    /// On whose behalf it runs.
    pub owner: EntityId,
    /// Who caused the event it answers to; the owner itself for an intent.
    pub cause: EntityId,
    /// The unit to which the changes of this program are attributed: the one that applied its status, else the owner.
    pub(crate) credit: EntityId,
    /// Where the event happened.
    pub here: Cell,
    /// The way in which the event went: the direction of entering a cell.
    pub dir: Option<Dir>,
    /// What a step that says "again" has done so far; 0 when a token begins.
    pub progress: u32,
    /// A second word of the same.
    pub progress2: u32,
    /// Movement points that the walk being made has taken.
    pub(crate) spent: u32,
    /// The direction in which the area that is gone through points.
    pub(crate) bearing: Dir,
    /// Where the steps of the walk being made begin, as if all were there from its first step on.
    pub(crate) route: usize,
    /// Where its memory begins, and how many slots it has.
    pub(crate) base: u32,
    pub(crate) slots: u8,
    pub(crate) depth: u8,
    /// Whether it ends when its owner dies: intents do, bursts and fuses do not.
    pub(crate) needs_owner: bool,
    /// Turns of the loops around the present instruction.
    pub(crate) iterations: [u16; 3],
    pub(crate) loop_left: [u16; 3],
    pub(crate) veiled_to: u32,
    /// The instruction that began the trail which the program leaves now, plus one; 0 for none.
    pub(crate) trail: u32,
    /// What an amount came to that is read once and kept while its instruction goes on.
    pub(crate) kept: i32,
    /// The carrier on whose behalf it runs.
    pub(crate) scope: Scope,
    /// What parameters of its carrier were kept, where that ended and is gone.
    pub(crate) kept_words: Option<KeptWords>,
    /// By how much the change that it answers changed its number.
    pub(crate) effect: i32,
    /// The action that it reacts to, plus one; 0 for none.
    pub(crate) reacted: u16,
    /// What tells the statuses of its use from others; 0 until it applies one.
    pub(crate) link: i32,
}

impl Frame {
    pub(crate) const fn new(program: u16, owner: EntityId, cause: EntityId, here: Cell, depth: u8) -> Self {
        Self {
            program,
            pc: 0,
            owner,
            credit: owner,
            cause,
            here,
            dir: None,
            progress: 0,
            progress2: 0,
            spent: 0,
            bearing: Dir::East,
            route: 0,
            base: 0,
            slots: 0,
            depth,
            needs_owner: depth == 0,
            iterations: [0; 3],
            loop_left: [0; 3],
            veiled_to: 0,
            trail: 0,
            kept: 0,
            scope: Scope { of: EffectSourceRef::NONE, number: 0 },
            kept_words: None,
            effect: 0,
            reacted: 0,
            link: 0,
        }
    }
}

/// The largest number that is stored; see [`Number::to_stored`].
const MOST_STORED: i32 = 1_000_000_000;

/// The world as one token sees it.
#[derive(Debug)]
pub struct RunContext<'a> {
    pub(crate) book: &'a Rulebook,
    pub(crate) state: &'a mut GameState,
    pub(crate) log: &'a mut Log,
    pub(crate) plan: &'a Plan,
    pub(crate) chance: Chance<'a>,
    pub(crate) buffers: &'a mut Buffers,
    /// Whose prediction this is; `None` in execution.
    pub(crate) viewer: Option<Team>,
    pub(crate) fuel: u32,
    /// Pieces of work that the activation may still do.
    pub(crate) work: u32,
    /// How long the log may be for a step to begin.
    pub(crate) last_change: usize,
    /// Whether an unanswered request suspends instead of taking its otherwise.
    pub(crate) asking: bool,
    /// Whether an activation whose intent is not complete stays open, in a prediction too.
    pub(crate) keeps_open: bool,
    /// Whether the step that runs must be looked at: what it wrote may trigger a program or take the running one its
    /// owner.
    pub(crate) look: bool,
    /// Where the log was when the use at hand began, or whatever else runs, and who uses it: what searches see.
    pub(crate) cycle: (usize, EntityId),
    /// How far the log was when goals were last judged; beyond its end before they were.
    pub(crate) judged: usize,
    /// The running program.
    pub(crate) program: &'a TokenSet,
    /// Whether the unit that is activated only passes, though a policy decides for it.
    pub(crate) passes: bool,
    /// The uses of the policy's move that runs, with how each answers what it asks.
    pub(crate) aims: &'a [RowUse],
    /// The use whose answers the running program's requests take.
    pub(crate) used: Option<&'a ActionUse>,
    /// Where the memory of the next program to run begins.
    pub(crate) top: usize,
    /// The question at which a program stopped. Kept here so that the ways a program ends stay small.
    pub(crate) asked: Option<Question>,
    /// Index within the intent of the action that runs.
    pub(crate) use_index: usize,
    /// The running program's frame.
    pub frame: Frame,
    /// The common changes that anything may answer: less than in the rulebook while no unit has effects that answer any.
    pub(super) watch: Watch,
    /// The length of the log at which the paces of the buffers were read.
    pub(super) paces_at: usize,
}

impl<'a> RunContext<'a> {
    /// The rulebook.
    #[inline]
    #[must_use]
    pub const fn book(&self) -> &'a Rulebook {
        self.book
    }

    /// The state as it is now.
    #[inline]
    #[must_use]
    pub const fn state(&self) -> &GameState {
        self.state
    }

    /// Pays for looking at so many cells, entities or answers. Where more is asked for than is left, the program is
    /// stopped before its next step.
    #[inline]
    pub const fn charge(&mut self, work: u32) {
        self.work = self.work.saturating_sub(work);
    }

    /// Whether this is a prediction rather than the truth.
    #[inline]
    #[must_use]
    pub const fn is_preview(&self) -> bool {
        self.viewer.is_some()
    }

    /// The row of the unit that acts.
    #[inline]
    #[must_use]
    pub fn owner(&self) -> &Entity {
        self.state.entity(self.frame.owner)
    }

    #[inline(always)]
    pub(crate) fn slot(&self, address: Address) -> Resolved {
        if address.0 >= self.frame.slots {
            return Resolved::NONE;
        }
        self.buffers.slots.get(self.frame.base as usize + address.0 as usize).copied().unwrap_or(Resolved::NONE)
    }

    /// The cell at an address, if it resolved to one: a unit's is where it stands now.
    #[inline(always)]
    #[must_use]
    pub fn cell_at(&self, address: Address) -> Option<Cell> {
        let cell = if address.is_slot() {
            let slot = self.slot(address);
            match slot.kind() {
                Resolved::UNIT => self.state.entity(slot.unit()).cell,
                _ => slot.cell(),
            }
        } else {
            match address {
                Address::SELF => self.owner().cell,
                Address::CAUSE => self.state.entity(self.frame.cause).cell,
                Address::BOARD => return self.book.board.cell(0, 0),
                _ => self.frame.here,
            }
        };
        (cell != Cell::NOWHERE).then_some(cell)
    }

    /// The living entity at an address: the very one that was picked, or the entity that is on the cell now.
    #[inline(always)]
    #[must_use]
    pub fn unit_at(&self, address: Address) -> Option<EntityId> {
        let id = if address.is_slot() {
            let slot = self.slot(address);
            match slot.kind() {
                0 | Resolved::NUMBER => EntityId::NONE,
                Resolved::UNIT => slot.unit(),
                _ => self.occupant(slot.cell()),
            }
        } else {
            match address {
                Address::SELF => self.frame.owner,
                Address::CAUSE => self.frame.cause,
                _ => self.occupant(self.frame.here),
            }
        };
        (id.is_some() && self.state.entity(id).is_alive()).then_some(id)
    }

    #[inline(always)]
    fn occupant(&self, cell: Cell) -> EntityId {
        if cell == Cell::NOWHERE { EntityId::NONE } else { self.state.occupant(cell) }
    }

    /// The direction at an address: the one picked, or the one in which its cell lies from the actor.
    #[must_use]
    pub fn dir_at(&self, address: Address) -> Option<Dir> {
        let slot = if address.is_slot() { self.slot(address) } else { Resolved::NONE };
        slot.direction(self.book, self.owner(), || self.cell_at(address))
    }

    /// The number that an amount comes to now.
    #[inline]
    pub fn amount(&mut self, amount: Amount) -> i32 {
        match amount {
            Amount::Const(number) => number,
            Amount::Formula(index) => self.formula(index),
        }
    }

    /// The same of a number that is about to be written: where it is none, or beyond all bounds, a note says so.
    pub(crate) fn amount_to_write(&mut self, amount: Amount) -> i32 {
        let Amount::Formula(index) = amount else { return self.amount(amount) };
        let value = self.exactly(index);
        let stored = value.to_stored();
        if value.size() > MOST_STORED.into() {
            self.note(ChangeKind::Bounded, self.frame.owner, index, 0, stored, Label::NONE);
        }
        stored
    }

    /// The value of a formula of the rulebook, on the state as it is now.
    #[cold]
    pub fn formula(&mut self, index: u32) -> i32 {
        self.exactly(index).to_stored()
    }

    /// The same before it is rounded.
    pub(crate) fn exactly(&mut self, index: u32) -> Number {
        let book = self.book;
        let Some(formula) = book.formulas.get(index as usize) else { return Number::ZERO };
        self.charge(formula.code.len() as u32);
        book.decoded.formulas.get(index as usize).map_or(Number::ZERO, |formula| formula.value(self))
    }

    /// Writes a change. Prefer the named ways below.
    #[inline]
    pub fn write(&mut self, change: Change) {
        // What may set something off is looked at; whether it does is seen there.
        self.look |= match change.kind {
            ChangeKind::Cell | ChangeKind::Health | ChangeKind::Flags => true,
            ChangeKind::Surface => self.watch.surfaces,
            ChangeKind::Spawn => {
                self.watch = self.book.decoded.watch;
                self.book.sight.is_some() || self.book.decoded.carries
            }
            ChangeKind::Team => self.book.sight.is_some() || self.book.decoded.answers.auras,
            ChangeKind::EffectInstance => {
                self.watch = self.book.decoded.watch;
                true
            }
            ChangeKind::EntityColumn => self.book.decoded.carries,
            _ => false,
        };
        self.state.write(self.book, self.log, change);
    }

    /// Writes a note, which alters nothing.
    #[inline]
    pub fn note(&mut self, kind: ChangeKind, entity: EntityId, at: u32, before: i32, after: i32, label: Label) {
        self.log.changes.push(Change::note(kind, entity, at, before, after, label));
    }

    /// Runs on the slices that most steps need. What is written there is logged.
    #[inline(always)]
    pub(crate) fn fast<R>(&mut self, run: impl FnOnce(&mut FastContext<'_>) -> R) -> R {
        let book = self.book;
        let Parts { rows, grid, battle, cells, instances, columns, battle_columns, .. } = self.state.parts();
        let room = self.log.changes.room(2 * MOST_CHANGES);
        let Buffers { slots, paths, picks, routes, met, .. } = &mut *self.buffers;
        let mut fast = FastContext {
            book,
            rows,
            grid: grid.words_mut(),
            layout: book.board.layout().rows(),
            is_one_cell: book.decoded.is_one_cell(),
            is_level: book.board.is_level(),
            is_flat: book.board.is_level() && book.decoded.is_one_cell(),
            tape: room,
            written: 0,
            spilled: Vec::new(),
            battle,
            watch: self.watch,
            actor: self.frame.owner,
            cells,
            instances,
            columns,
            battle_columns,
            slots: slots.get_mut(self.frame.base as usize..).unwrap_or_default(),
            frame: &mut self.frame,
            paths,
            picks,
            routes,
            met,
            requests: &self.program.requests,
            used: self.used,
            is_preview: self.viewer.is_some(),
            work: self.work,
            look: false,
        };
        let result = run(&mut fast);
        let (wrote, work, look, watch) = (fast.written, fast.work, fast.look, fast.watch);
        let spilled = fast.spilled;
        self.log.changes.fill(wrote);
        spilled.into_iter().for_each(|change| self.log.changes.push(change));
        (self.work, self.watch) = (work, watch);
        self.look |= look;
        result
    }

    /// A cell with its place.
    #[inline(always)]
    pub(crate) fn spot(&self, cell: Cell) -> TilePos {
        self.book.board.spot(cell)
    }

    /// Puts an entity on another cell, if that is free. Says whether it was.
    #[inline]
    pub fn set_cell(&mut self, id: EntityId, to: Cell, label: Label) -> bool {
        let to = self.spot(to);
        let is_free = self.state.entity(id).is_alive() && self.fast(|fast| fast.is_free_for(id, to));
        if is_free {
            _ = self.fast(|fast| fast.shift(id, to, label));
        }
        is_free
    }

    /// Turns an entity to a cardinal direction; nothing when it faces that way already.
    pub fn set_facing(&mut self, id: EntityId, dir: Dir, label: Label) {
        self.set_number(ChangeKind::Facing, id, i32::from(self.state.entity(id).facing), dir as i32, label);
    }

    /// Sets and clears flags of an entity; nothing when they are so already.
    pub fn set_flags(&mut self, id: EntityId, set: u32, clear: u32, label: Label) {
        let before = self.state.entity(id).flags;
        let after = (before | set) & !clear;
        if before != after {
            self.write(Change::flags_of(id, before, after, label));
        }
    }

    /// Writes one of an entity's plain numbers; nothing when it is so already.
    pub fn set_number(&mut self, kind: ChangeKind, id: EntityId, before: i32, after: i32, label: Label) {
        if before != after {
            self.write(Change::number(kind, id, before, after, label));
        }
    }

    /// Writes a registered column of an entity; nothing when it is so already.
    pub fn set_entity_column(&mut self, id: EntityId, column: u16, after: i32, label: Label) {
        let before = self.state.entity_column(id, column);
        if before != after {
            self.write(Change::entity_column(id, column, before, after, label));
        }
    }

    /// Writes a registered column of a cell of the board; nothing when it is so already.
    pub fn set_cell_column(&mut self, cell: Cell, column: u16, after: i32, label: Label) {
        let before = self.state.cells().column(cell, column);
        if before != after && self.book.board.contains(cell) {
            self.write(Change::cell_column(cell, column, before, after, label));
        }
    }

    /// Writes a registered column of the battle; nothing when it is so already.
    pub fn set_battle_column(&mut self, column: u16, after: i32, label: Label) {
        let before = self.state.battle_column(column);
        if before != after {
            self.write(Change::battle_column(column, before, after, label));
        }
    }

    /// Writes a field of the battle's own row; nothing when it is so already.
    pub fn set_battle(&mut self, field: BattleField, after: i32) {
        let before = self.state.battle(field);
        if before != after {
            self.write(Change::battle(field, before, after));
        }
    }

    /// Harms an entity: shield first, then health; at no health it dies. Negative harm is none. It hides no longer.
    #[inline]
    pub fn apply_damage(&mut self, id: EntityId, harm: i32, label: Label) {
        self.fast(|fast| fast.harm(id, harm, label));
    }

    /// An entity dies: it leaves the board and takes no further activations. Its row stays (law 9).
    pub fn kill(&mut self, id: EntityId, label: Label) {
        self.fast(|fast| fast.kill(id, label));
    }

    /// Whether an entity could stand on a cell of the board now: no wall and nobody there.
    #[inline(always)]
    #[must_use]
    pub fn is_free(&self, cell: Cell) -> bool {
        self.state.grid().word(self.spot(cell).place) == Grid::FREE
    }

    /// What there is, for those who ask where one can walk or aim.
    #[inline(always)]
    pub(crate) fn footing(&self) -> Footing<'_> {
        Footing::of(self.book, self.state)
    }

    /// Whether lines of aim stop at a cell.
    #[must_use]
    pub fn blocks_aim(&self, cell: Cell) -> bool {
        self.footing().blocks_sight(cell, Board::EYE)
    }

    /// Finds the shortest way on for the actor's walk to the cell at an address, and puts it behind the steps that are
    /// made. A walk may begin on ground that walkers avoid.
    pub(crate) fn find_route(&mut self, goal: Cell, gait: Gait) {
        let (entity, walker, done) = (*self.owner(), self.frame.owner, self.frame.progress as usize);
        let most = self.stat(walker, StatId::MOVEMENT).clamp(0, 1_000) - self.frame.spent as i32;
        let Buffers { path, routes, safest, is_trial, .. } = &mut *self.buffers;
        let (board, footing) = (&self.book.board, Footing::of(self.book, self.state));
        routes.truncate(self.frame.route + done);
        let reach = Reach { gait, faces_west: entity.team != Team::PLAYER, ..footing.reach_of(walker, most) };
        // The goal itself is tried, whoever stands there.
        let enter = |from: TilePos, dir: Dir, spot: TilePos| {
            let takes = (spot.cell == goal || footing.can_walk(spot, walker, entity.team))
                && footing.steps_alike(walker, from, dir, gait)
                && footing.flies_clear(walker, from, dir, gait);
            takes.then(|| self.book.cost_under(&entity, spot))
        };
        path.flood_steps_to(board, entity.cell, goal, reach, enter);
        let begun = routes.len();
        // A goal out of reach leaves no way.
        let _ = path.steps_to(board, goal, routes);
        let mut looked_at = path.reached().len() as u32;
        // Where that one leads through harm, the safest of those that are as short is sought among all of them.
        let hazards = Hazards::new(self.book, self.state, walker, &[], *is_trial);
        let harm_of = |steps: &mut dyn Iterator<Item = Dir>| {
            let entered = steps.scan(board.spot(entity.cell), |at, dir| {
                *at = board.walk_step(*at, dir, gait)?.to;
                Some(*at)
            });
            // The goal is entered by all of them.
            entered.filter(|at| at.cell != goal).map(|at| u64::from(hazards.at(at))).sum::<u64>()
        };
        let first = harm_of(&mut routes[begun..].iter().copied());
        if first > 0 {
            path.flood_steps(board, entity.cell, reach, enter);
            safest.find(board, path, reach, Dir::cardinal_from(reach.faces_west), enter, |spot| hazards.at(spot));
            looked_at += path.reached().len() as u32;
            let safe = safest.path_to(board.place(goal));
            if let Some(safe) = safe.filter(|safe| harm_of(&mut safe.steps()) < first) {
                routes.truncate(begun);
                routes.extend(safe.steps());
            }
        }
        looked_at += hazards.work();
        self.charge(looked_at);
    }

    /// Whether a cell's ground can be stood on.
    #[inline(always)]
    #[must_use]
    pub fn is_ground(&self, cell: Cell) -> bool {
        self.book.decoded.ground.at(self.book.board.place(cell)) & (Ground::OFF | Ground::WALL) == 0
    }
}
