//! Units on several cells: obstacles, steps, placing and lifting, and nearest cells. Nothing here runs if all units
//! stand on one cell.

use super::cx::RunContext;
use super::fast::FastContext;
use super::footing::Footing;
use super::walking::UnitBlocking;
use crate::program::Label;
use crate::rulebook::Rulebook;
use crate::space::{Board, Cell, Dir, Footprint, Gait, TilePos};
use crate::state::{Change, Entity, EntityId, Grid, Team};

fn word_under(book: &Rulebook, grid: &[u16], footprint: Footprint, id: EntityId, anchor: Cell) -> u16 {
    let word = |cell| grid.get(book.board.place(cell).index()).copied().unwrap_or(Grid::OFF);
    let mut words = footprint.cells(anchor).map(word);
    match words.find(|&word| word != Grid::FREE && word != id.0) {
        Some(word) => word,
        None if footprint.is_even(&book.board, anchor) => Grid::FREE,
        None => Grid::WALL,
    }
}

impl Rulebook {
    #[inline(always)]
    pub(crate) fn cost_under(&self, entity: &Entity, spot: TilePos) -> u8 {
        let is_one = self.decoded.is_one_cell();
        if is_one { self.decoded.ground.cost(spot.place) } else { self.cost_under_all(entity, spot) }
    }

    #[cold]
    #[inline(never)]
    fn cost_under_all(&self, entity: &Entity, spot: TilePos) -> u8 {
        let costs = self.footprint_of(entity).cells(spot.cell).map(|cell| self.entering_costs(self.board.place(cell)));
        costs.max().unwrap_or(1)
    }

    #[inline(always)]
    pub(crate) fn offset_from(&self, entity: &Entity, cell: Cell) -> (i32, i32) {
        if self.decoded.is_one_cell() { entity.cell.offset_to(cell) } else { self.nearest_offset(entity, cell) }
    }

    #[cold]
    #[inline(never)]
    fn nearest_offset(&self, entity: &Entity, cell: Cell) -> (i32, i32) {
        let nearest = self.cells_of(entity).min_by_key(|own| (own.steps_to(cell), *own));
        nearest.unwrap_or(entity.cell).offset_to(cell)
    }

    #[inline(always)]
    pub(crate) fn offset_between(&self, from: &Entity, to: &Entity) -> (i32, i32) {
        if self.decoded.is_one_cell() { from.cell.offset_to(to.cell) } else { self.nearest_between(from, to) }
    }

    #[cold]
    #[inline(never)]
    fn nearest_between(&self, from: &Entity, to: &Entity) -> (i32, i32) {
        let nearest = self.cells_of(to).min_by_key(|cell| {
            let (dx, dy) = self.offset_from(from, *cell);
            (dx.abs() + dy.abs(), *cell)
        });
        self.offset_from(from, nearest.unwrap_or(to.cell))
    }

    pub(crate) fn step_out(&self, entity: &Entity, from: Cell, dir: Dir) -> Option<Cell> {
        let mut at = self.board.step(from, dir)?;
        if self.decoded.is_one_cell() || from != entity.cell {
            return Some(at);
        }
        let footprint = self.footprint_of(entity);
        while footprint.contains(entity.cell, at) {
            at = self.board.step(at, dir)?;
        }
        Some(at)
    }
}

impl FastContext<'_> {
    #[inline(always)]
    pub(crate) fn word_for(&self, id: EntityId, to: TilePos) -> u16 {
        if self.is_one_cell { self.word(to.place) } else { self.word_for_footprint(id, to) }
    }

    #[cold]
    #[inline(never)]
    fn word_for_footprint(&self, id: EntityId, to: TilePos) -> u16 {
        let row = self.entity(id);
        let footprint = self.book.footprint_of(row);
        if footprint.is_one() || to.cell == row.cell {
            return self.word(to.place);
        }
        word_under(self.book, self.grid, footprint, id, to.cell)
    }

    #[inline(always)]
    #[must_use]
    pub(crate) fn is_free_for(&self, id: EntityId, to: TilePos) -> bool {
        self.word_for(id, to) == Grid::FREE
    }

    pub(crate) fn unseen_before(&self, id: EntityId, to: TilePos) -> Option<EntityId> {
        let word = self.word_for(id, to);
        let other = EntityId(word);
        (word < Grid::OFF && self.entity(other).is_hidden_from(self.entity(self.actor).team)).then_some(other)
    }

    /// Returns the next spot of a unit in a direction and the highest step of its cells in half steps. Off the board if
    /// any cell ends there or the cells would part.
    #[inline(always)]
    pub(crate) fn step_of(&self, id: EntityId, dir: Dir) -> (TilePos, i32) {
        self.step_from(id, self.spot_of(id), dir)
    }

    #[inline(always)]
    pub(crate) fn step_from(&self, id: EntityId, at: TilePos, dir: Dir) -> (TilePos, i32) {
        if self.is_one_cell { self.beside(at, dir) } else { self.step_of_footprint(id, at, dir) }
    }

    /// Returns the next spot of a push, its obstacle as a word of [`Grid`], and the step in half steps. A step up
    /// counts as a wall unless it is low.
    #[inline(always)]
    pub(crate) fn ahead_of(&self, id: EntityId, from: TilePos, dir: Dir) -> (TilePos, u16, i32) {
        if self.is_flat {
            let to = self.book.board.layout().beside(from, dir);
            return (to, self.word(to.place), 0);
        }
        self.ahead_on_relief(id, from, dir)
    }

    #[cold]
    #[inline(never)]
    fn ahead_on_relief(&self, id: EntityId, from: TilePos, dir: Dir) -> (TilePos, u16, i32) {
        let (to, rise) = self.step_from(id, from, dir);
        (to, if rise > Board::HIGHEST_STEP { Grid::WALL } else { self.word_for(id, to) }, rise)
    }

    #[cold]
    #[inline(never)]
    fn step_of_footprint(&self, id: EntityId, at: TilePos, dir: Dir) -> (TilePos, i32) {
        let footprint = self.book.footprint_of(self.entity(id));
        footprint.step(&self.book.board, at, dir).unwrap_or((TilePos::NOWHERE, 0))
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn is_let_by_all(&self, id: EntityId, to: TilePos, unit_blocking: UnitBlocking) -> bool {
        let (row, board) = (self.entity(id), &self.book.board);
        let footprint = self.book.footprint_of(row);
        let mut words = footprint.cells(to.cell).map(|cell| self.word(board.place(cell)));
        let mut is_held = false;
        let lets_by = |word| word < Grid::OFF && unit_blocking.is_letting_by(row.team, self.entity(EntityId(word)));
        let passes = words.all(|word| {
            let free = word == Grid::FREE || word == id.0;
            is_held |= !free;
            free || lets_by(word)
        });
        passes && is_held && footprint.is_even(board, to.cell)
    }

    /// Returns whether the unit on a spot, standing on several cells, was already met by the current area. `begins`
    /// marks the first cell of the area.
    #[inline(always)]
    pub(crate) fn is_met_again(&mut self, spot: TilePos, begins: bool) -> bool {
        !self.is_one_cell && self.meets(spot, begins)
    }

    #[cold]
    #[inline(never)]
    fn meets(&mut self, spot: TilePos, begins: bool) -> bool {
        let (depth, pc) = (self.frame.depth, self.frame.pc);
        self.met.retain(|&(of, at, _)| of < depth || of == depth && !(begins && at == pc));
        let id = self.occupant(spot);
        if !id.is_some() || self.book.footprint_of(self.entity(id)).is_one() {
            return false;
        }
        let met = self.met.contains(&(depth, pc, id));
        if !met {
            self.met.push((depth, pc, id));
        }
        met
    }

    #[cold]
    #[inline(never)]
    pub(super) fn lift(&mut self, id: EntityId) {
        for cell in self.book.cells_of(self.entity(id)) {
            if let Some(word) = self.grid.get_mut(self.book.board.place(cell).index())
                && *word == id.0
            {
                *word = Grid::FREE;
            }
        }
    }

    fn lower(&mut self, id: EntityId) {
        for cell in self.book.cells_of(self.entity(id)) {
            if let Some(word) = self.grid.get_mut(self.book.board.place(cell).index()) {
                *word = id.0;
            }
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn shift_footprint(&mut self, id: EntityId, to: TilePos, label: Label) -> bool {
        if !self.is_free_for(id, to) {
            return false;
        }
        let (from, lives) = (self.entity(id).cell, self.entity(id).is_alive());
        if lives {
            self.lift(id);
        }
        if let Some(row) = self.rows.get_mut(id.index()) {
            (row.cell, row.place) = (to.cell, to.place);
        }
        if lives {
            self.lower(id);
        }
        self.log(Change::cell_of(id, from, to.cell, label));
        self.look = true;
        true
    }

    #[cold]
    #[inline(never)]
    pub(super) fn exchange_footprints(&mut self, one: EntityId, other: EntityId, label: Label) {
        let (a, b) = (self.spot_of(one), self.spot_of(other));
        for (id, from, to) in [(one, a, b), (other, b, a)] {
            self.lift(id);
            if let Some(row) = self.rows.get_mut(id.index()) {
                (row.cell, row.place) = (to.cell, to.place);
            }
            self.log(Change::cell_of(id, from.cell, to.cell, label));
        }
        self.lower(one);
        self.lower(other);
        self.look = true;
    }

    #[inline]
    pub(crate) fn is_exchange_possible(&self, one: EntityId, other: EntityId) -> bool {
        self.is_one_cell || self.is_footprint_exchange_possible(one, other)
    }

    #[cold]
    fn is_footprint_exchange_possible(&self, one: EntityId, other: EntityId) -> bool {
        let (a, b) = (self.entity(one), self.entity(other));
        let (size_a, size_b) = (self.book.footprint_of(a), self.book.footprint_of(b));
        let board = &self.book.board;
        let free = |cell: Cell| {
            let word = self.word(board.place(cell));
            word == Grid::FREE || word == one.0 || word == other.0
        };
        let apart = size_a.cells(b.cell).all(|cell| !size_b.contains(a.cell, cell));
        let fits = |size: Footprint, at: Cell| size.cells(at).all(free) && size.is_even(board, at);
        apart && fits(size_a, b.cell) && fits(size_b, a.cell)
    }
}

impl RunContext<'_> {
    pub(crate) fn is_free_for_kind(&self, unit_type: u16, cell: Cell) -> bool {
        let footprint = self.book.decoded.footprint(unit_type);
        word_under(self.book, self.state.grid().words(), footprint, EntityId::NONE, cell) == Grid::FREE
    }
}

impl Footing<'_> {
    #[cold]
    #[inline(never)]
    pub(super) fn is_footprint_walkable(&self, spot: TilePos, walker: EntityId, team: Team) -> bool {
        let (book, footprint) = (self.book, self.book.footprint_of(self.entity(walker)));
        let open = |cell| self.is_walkable_with(book.board.spot(cell), walker, team, book.unit_blocking);
        footprint.cells(spot.cell).all(open) && footprint.is_even(&book.board, spot.cell)
    }

    /// Returns whether all cells of a walker take a step alike, none higher or deeper than it jumps. Steps along links
    /// and over gaps always do.
    #[inline]
    pub(crate) fn is_step_even(&self, walker: EntityId, from: TilePos, dir: Dir, gait: Gait) -> bool {
        self.book.decoded.is_one_cell()
            || self.book.board.is_apart(from, dir, gait)
            || self.is_footprint_step_even(walker, from, dir)
    }

    #[cold]
    #[inline(never)]
    fn is_footprint_step_even(&self, walker: EntityId, from: TilePos, dir: Dir) -> bool {
        let row = self.entity(walker);
        let (board, footprint, reach) = (&self.book.board, self.book.footprint_of(row), self.reach_of(walker, 0));
        let takes = |cell| board.spot_beside(board.spot(cell), dir).is_some_and(|(_, rise)| reach.is_allowed(rise));
        footprint.step(board, from, dir).is_some() && footprint.cells(from.cell).all(takes)
    }
}
