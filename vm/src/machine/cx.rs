//! Context of a running token: rulebook, state, its own memory, and functions that write changes.

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

/// Result of an address: a cell, unit, direction or number that stays for the scope. Packed into one word.
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
    /// Flag of results whose chain of references starts at the actor, so that Redirect turns them.
    pub(crate) const ROOTED: u8 = 0x80;

    #[inline(always)]
    pub(crate) const fn new(cell: Cell, unit: EntityId, dir: u8, kind: u8) -> Self {
        Self(cell.bits() as u64 | (unit.0 as u64) << 32 | (dir as u64) << 48 | (kind as u64) << 56)
    }

    pub(crate) const fn of_number(number: i16) -> Self {
        Self::new(Cell::NOWHERE, EntityId(number as u16), 0, Self::NUMBER)
    }

    /// Returns the cell: that of a unit when it was picked, or for a direction, the next cell that way.
    #[inline(always)]
    #[must_use]
    pub const fn cell(self) -> Cell {
        Cell::from_bits(self.0 as u32)
    }

    /// Returns the unit, if it is one.
    #[inline(always)]
    #[must_use]
    pub const fn unit(self) -> EntityId {
        EntityId((self.0 >> 32) as u16)
    }

    /// Returns the direction, for directions.
    #[inline]
    #[must_use]
    pub const fn dir(self) -> Dir {
        Dir::from_index((self.0 >> 48) as u8)
    }

    #[inline(always)]
    pub(crate) fn direction(self, book: &Rulebook, actor: &Entity, cell: impl FnOnce() -> Option<Cell>) -> Option<Dir> {
        if self.kind() == Self::DIR {
            return Some(self.dir());
        }
        let (dx, dy) = book.offset_from(actor, cell()?);
        Dir::towards(dx, dy)
    }

    /// Returns the number, if it is one.
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
    /// Unit for which it runs.
    pub owner: EntityId,
    /// Unit that caused the event; the owner itself for an intent.
    pub cause: EntityId,
    pub(crate) credit: EntityId,
    /// Cell of the event.
    pub here: Cell,
    /// Direction of the event, such as that of entering a cell.
    pub dir: Option<Dir>,
    /// Progress of a repeating step; 0 when a token begins.
    pub progress: u32,
    /// Second word of progress.
    pub progress2: u32,
    pub(crate) spent: u32,
    pub(crate) bearing: Dir,
    pub(crate) route: usize,
    pub(crate) base: u32,
    pub(crate) slots: u8,
    pub(crate) depth: u8,
    pub(crate) needs_owner: bool,
    pub(crate) iterations: [u16; 3],
    pub(crate) loop_left: [u16; 3],
    pub(crate) veiled_to: u32,
    pub(crate) trail: u32,
    pub(crate) kept: i32,
    pub(crate) scope: Scope,
    pub(crate) kept_words: Option<KeptWords>,
    pub(crate) effect: i32,
    pub(crate) reacted: u16,
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
    pub(crate) viewer: Option<Team>,
    pub(crate) fuel: u32,
    pub(crate) work: u32,
    pub(crate) last_change: usize,
    pub(crate) asking: bool,
    pub(crate) keeps_open: bool,
    pub(crate) look: bool,
    pub(crate) cycle: (usize, EntityId),
    pub(crate) judged: usize,
    pub(crate) program: &'a TokenSet,
    pub(crate) passes: bool,
    pub(crate) aims: &'a [RowUse],
    pub(crate) used: Option<&'a ActionUse>,
    pub(crate) top: usize,
    pub(crate) asked: Option<Question>,
    pub(crate) use_index: usize,
    /// Frame of the running program.
    pub frame: Frame,
    pub(super) watch: Watch,
    pub(super) paces_at: usize,
}

impl<'a> RunContext<'a> {
    /// Returns the rulebook.
    #[inline]
    #[must_use]
    pub const fn book(&self) -> &'a Rulebook {
        self.book
    }

    /// Returns the current state.
    #[inline]
    #[must_use]
    pub const fn state(&self) -> &GameState {
        self.state
    }

    /// Charges for inspected cells, units or answers. If the budget is exceeded, the program stops before its next
    /// step.
    #[inline]
    pub const fn charge(&mut self, work: u32) {
        self.work = self.work.saturating_sub(work);
    }

    /// Returns whether this is a prediction.
    #[inline]
    #[must_use]
    pub const fn is_preview(&self) -> bool {
        self.viewer.is_some()
    }

    /// Returns the row of the acting unit.
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

    /// Returns the number at an address.
    #[must_use]
    pub fn number_at(&self, address: Address) -> Option<i16> {
        self.slot(address).number()
    }

    /// Returns the cell at an address; that of a unit is its current one.
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

    /// Returns the living unit at an address: the picked unit, or the unit now on the cell.
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

    /// Returns the direction at an address, or the direction of its cell from the actor.
    #[must_use]
    pub fn dir_at(&self, address: Address) -> Option<Dir> {
        let slot = if address.is_slot() { self.slot(address) } else { Resolved::NONE };
        slot.direction(self.book, self.owner(), || self.cell_at(address))
    }

    /// Evaluates an amount.
    #[inline]
    pub fn amount(&mut self, amount: Amount) -> i32 {
        match amount {
            Amount::Const(number) => number,
            Amount::Formula(index) => self.formula(index),
        }
    }

    pub(crate) fn amount_to_write(&mut self, amount: Amount) -> i32 {
        let Amount::Formula(index) = amount else { return self.amount(amount) };
        let value = self.exactly(index);
        let stored = value.to_stored();
        if value.size() > MOST_STORED.into() {
            self.note(ChangeKind::Bounded, self.frame.owner, index, 0, stored, Label::NONE);
        }
        stored
    }

    /// Evaluates a formula of the rulebook on the current state.
    #[cold]
    pub fn formula(&mut self, index: u32) -> i32 {
        self.exactly(index).to_stored()
    }

    pub(crate) fn exactly(&mut self, index: u32) -> Number {
        let book = self.book;
        let Some(formula) = book.formulas.get(index as usize) else { return Number::ZERO };
        self.charge(formula.code.len() as u32);
        book.decoded.formulas.get(index as usize).map_or(Number::ZERO, |formula| formula.value(self))
    }

    /// Writes a change. Prefer the named functions below.
    #[inline]
    pub fn write(&mut self, change: Change) {
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

    /// Writes a note, which changes no state.
    #[inline]
    pub fn note(&mut self, kind: ChangeKind, entity: EntityId, at: u32, before: i32, after: i32, label: Label) {
        self.log.changes.push(Change::note(kind, entity, at, before, after, label));
    }

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

    #[inline(always)]
    pub(crate) fn spot(&self, cell: Cell) -> TilePos {
        self.book.board.spot(cell)
    }

    /// Moves a unit to a free cell. Returns whether it was free.
    #[inline]
    pub fn set_cell(&mut self, id: EntityId, to: Cell, label: Label) -> bool {
        let to = self.spot(to);
        let is_free = self.state.entity(id).is_alive() && self.fast(|fast| fast.is_free_for(id, to));
        if is_free {
            _ = self.fast(|fast| fast.shift(id, to, label));
        }
        is_free
    }

    /// Turns a unit to a cardinal direction, if it differs.
    pub fn set_facing(&mut self, id: EntityId, dir: Dir, label: Label) {
        self.set_number(ChangeKind::Facing, id, i32::from(self.state.entity(id).facing), dir as i32, label);
    }

    /// Sets and clears flags of a unit, if they differ.
    pub fn set_flags(&mut self, id: EntityId, set: u32, clear: u32, label: Label) {
        let before = self.state.entity(id).flags;
        let after = (before | set) & !clear;
        if before != after {
            self.write(Change::flags_of(id, before, after, label));
        }
    }

    /// Writes a plain number of a unit, if it differs.
    pub fn set_number(&mut self, kind: ChangeKind, id: EntityId, before: i32, after: i32, label: Label) {
        if before != after {
            self.write(Change::number(kind, id, before, after, label));
        }
    }

    /// Writes a custom column of a unit, if it differs.
    pub fn set_entity_column(&mut self, id: EntityId, column: u16, after: i32, label: Label) {
        let before = self.state.entity_column(id, column);
        if before != after {
            self.write(Change::entity_column(id, column, before, after, label));
        }
    }

    /// Writes a custom column of a cell, if it differs.
    pub fn set_cell_column(&mut self, cell: Cell, column: u16, after: i32, label: Label) {
        let before = self.state.cells().column(cell, column);
        if before != after && self.book.board.contains(cell) {
            self.write(Change::cell_column(cell, column, before, after, label));
        }
    }

    /// Writes a custom column of the battle, if it differs.
    pub fn set_battle_column(&mut self, column: u16, after: i32, label: Label) {
        let before = self.state.battle_column(column);
        if before != after {
            self.write(Change::battle_column(column, before, after, label));
        }
    }

    /// Writes a field of the battle's row, if it differs.
    pub fn set_battle(&mut self, field: BattleField, after: i32) {
        let before = self.state.battle(field);
        if before != after {
            self.write(Change::battle(field, before, after));
        }
    }

    /// Damages a unit: first shield, then health; at 0 health it dies. Negative damage is ignored. The unit is
    /// revealed.
    #[inline]
    pub fn apply_damage(&mut self, id: EntityId, harm: i32, label: Label) {
        self.fast(|fast| fast.harm(id, harm, label));
    }

    /// Kills a unit: it leaves the board and takes no further activations. Its row stays (law 9).
    pub fn kill(&mut self, id: EntityId, label: Label) {
        self.fast(|fast| fast.kill(id, label));
    }

    /// Returns whether a cell is free: no wall and no unit.
    #[inline(always)]
    #[must_use]
    pub fn is_free(&self, cell: Cell) -> bool {
        self.state.grid().word(self.spot(cell).place) == Grid::FREE
    }

    #[inline(always)]
    pub(crate) fn footing(&self) -> Footing<'_> {
        Footing::of(self.book, self.state)
    }

    /// Returns whether a cell blocks lines of aim.
    #[must_use]
    pub fn is_aim_blocked(&self, cell: Cell) -> bool {
        self.footing().is_sight_blocked(cell, Board::EYE)
    }

    /// Appends the shortest path of the actor to the cell at an address to its steps. A walk may begin on ground that
    /// walkers avoid.
    pub(crate) fn find_route(&mut self, goal: Cell, gait: Gait) {
        let (entity, walker, done) = (*self.owner(), self.frame.owner, self.frame.progress as usize);
        let most = self.stat(walker, StatId::MOVEMENT).clamp(0, 1_000) - self.frame.spent as i32;
        let Buffers { path, routes, safest, is_trial, .. } = &mut *self.buffers;
        let (board, footing) = (&self.book.board, Footing::of(self.book, self.state));
        routes.truncate(self.frame.route + done);
        let reach = Reach { gait, faces_west: entity.team != Team::PLAYER, ..footing.reach_of(walker, most) };
        let enter = |from: TilePos, dir: Dir, spot: TilePos| {
            let takes = (spot.cell == goal || footing.is_walkable_for(spot, walker, entity.team))
                && footing.is_step_even(walker, from, dir, gait)
                && footing.is_flight_clear(walker, from, dir, gait);
            takes.then(|| self.book.cost_under(&entity, spot))
        };
        path.flood_steps_to(board, entity.cell, goal, reach, enter);
        let begun = routes.len();
        let _ = path.steps_to(board, goal, routes);
        let mut looked_at = path.reached().len() as u32;
        let hazards = Hazards::new(self.book, self.state, walker, &[], *is_trial);
        let harm_of = |steps: &mut dyn Iterator<Item = Dir>| {
            let entered = steps.scan(board.spot(entity.cell), |at, dir| {
                *at = board.walk_step(*at, dir, gait)?.to;
                Some(*at)
            });
            // All paths enter the goal, so its damage does not count.
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

    /// Returns whether a unit can stand on the ground of a cell.
    #[inline(always)]
    #[must_use]
    pub fn is_ground(&self, cell: Cell) -> bool {
        self.book.decoded.ground.at(self.book.board.place(cell)) & (Ground::OFF | Ground::WALL) == 0
    }
}
