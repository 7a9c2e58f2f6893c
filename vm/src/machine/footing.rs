//! Footing: which units and terrain a walk or a line of aim meets, as far as a side sees.

use super::UnitBlocking;
use crate::rulebook::Rulebook;
use crate::space::{Cell, Dir, Gait, Ground, PathFinder, TilePos, Visibility, WalkPath};
use crate::state::{Entity, EntityId, GameState, Grid, Team, flag};
use crate::stats::Sheet;
use std::ops::Deref;

/// Height of a unit or object that blocks a leap, in half steps above its cell.
pub(crate) const UNIT_HEIGHT: i32 = 4;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Footing<'s> {
    pub(crate) sheet: Sheet<'s>,
    pub(crate) grid: &'s [u16],
    /// Side from which hidden units are left out; `None` for the truth.
    pub(crate) seen_by: Option<Team>,
}

impl<'s> Deref for Footing<'s> {
    type Target = Sheet<'s>;

    #[inline(always)]
    fn deref(&self) -> &Sheet<'s> {
        &self.sheet
    }
}

impl<'s> Footing<'s> {
    pub(crate) const fn as_seen_by(self, team: Team) -> Self {
        Self { seen_by: Some(team), ..self }
    }

    pub(crate) fn of(book: &'s Rulebook, state: &'s GameState) -> Self {
        Self { sheet: state.sheet(book), grid: state.grid().words(), seen_by: None }
    }

    /// Returns the movement cost for a walker of a side to enter a spot; `None` if it cannot pass.
    #[inline]
    pub(crate) fn cost(&self, spot: TilePos, walker: EntityId, team: Team) -> Option<u8> {
        self.is_walkable_for(spot, walker, team).then(|| self.book.cost_under(self.entity(walker), spot))
    }

    pub(crate) fn follow(&self, from: Cell, path: &WalkPath, gait: Gait) -> Option<(Cell, i32)> {
        let board = &self.book.board;
        if board.is_level() && !self.book.decoded.ground.has_costs() && gait.is_plain() {
            return Some((board.offset(from, path.offset())?, path.len() as i32));
        }
        let end = path.steps().try_fold((board.spot(from), 0), |(at, spent), dir| {
            let step = board.walk_step(at, dir, gait)?;
            let cost = PathFinder::cost_of_step(self.book.decoded.ground.cost(step.to.place), step.extra_cost);
            Some((step.to, spent + i32::from(cost)))
        });
        end.map(|(end, spent)| (end.cell, spent))
    }

    pub(crate) fn occupant(&self, cell: Cell) -> EntityId {
        let word = self.grid.get(self.book.board.place(cell).index()).copied().unwrap_or(Grid::OFF);
        let hides = |team: Team| self.rows.get(usize::from(word)).is_some_and(|row| row.is_hidden_from(team));
        if word >= Grid::OFF || self.seen_by.is_some_and(hides) { EntityId::NONE } else { EntityId(word) }
    }

    pub(crate) fn occupant_of_column(&self, from: Cell, offset: (i32, i32)) -> Option<EntityId> {
        let board = &self.book.board;
        let level = board.offset(from, offset)?;
        let cells = std::iter::once(level).chain(board.column(level.x(), level.y()));
        cells.map(|cell| self.occupant(cell)).find(|id| id.is_some())
    }

    /// Returns whether a walker can pass a spot by choice, as far as its side sees: ground that is not avoided, without
    /// an obstructing unit. It does not unit_blocking itself.
    #[inline(always)]
    pub(crate) fn is_walkable_for(&self, spot: TilePos, walker: EntityId, team: Team) -> bool {
        if !self.book.decoded.is_one_cell() && !self.book.footprint_of(self.entity(walker)).is_one() {
            let footing = *self;
            return footing.is_footprint_walkable(spot, walker, team);
        }
        self.is_walkable_with(spot, walker, team, self.book.unit_blocking)
    }

    #[inline(always)]
    pub(super) fn is_walkable_with(
        &self,
        spot: TilePos,
        walker: EntityId,
        team: Team,
        unit_blocking: UnitBlocking,
    ) -> bool {
        self.is_passable(spot, walker, team, unit_blocking) && !self.is_avoided(spot)
    }

    #[inline(always)]
    fn is_passable(&self, spot: TilePos, walker: EntityId, team: Team, unit_blocking: UnitBlocking) -> bool {
        let word = self.grid.get(spot.place.index()).copied().unwrap_or(Grid::OFF);
        let lets_by = |row: &Entity| row.is_hidden_from(team) || unit_blocking.is_letting_by(team, row);
        word == Grid::FREE || word == walker.0 || self.rows.get(usize::from(word)).is_some_and(lets_by)
    }

    #[inline(always)]
    pub(super) fn is_avoided(&self, spot: TilePos) -> bool {
        let lies = || self.book.surfaces.get(usize::from(self.cells.surface_at(spot.place)?));
        self.book.decoded.ground.at(spot.place) & Ground::AVOIDED != 0
            || !self.cells.is_bare() && lies().is_some_and(|s| s.avoided)
    }

    pub(super) fn heedless_cost(&self, spot: TilePos, walker: EntityId, team: Team) -> Option<u8> {
        let row = self.entity(walker);
        if !self.book.footprint_of(row).is_one() {
            return self.cost(spot, walker, team);
        }
        self.is_passable(spot, walker, team, self.book.unit_blocking).then(|| self.book.cost_under(row, spot))
    }

    #[inline]
    pub(crate) fn is_flight_clear(&self, walker: EntityId, from: TilePos, dir: Dir, gait: Gait) -> bool {
        gait.leap == 0 || {
            let team = self.entity(walker).team;
            self.below_leap(from, dir, gait).all(|there| self.entity(there).is_hidden_from(team))
        }
    }

    pub(crate) fn below_leap(&self, from: TilePos, dir: Dir, gait: Gait) -> impl Iterator<Item = EntityId> + '_ {
        let over = self.book.board.leapt_over(from, dir, gait);
        over.filter(|&(_, rise)| rise + UNIT_HEIGHT > 0)
            .map(|(spot, _)| self.occupant(spot.cell))
            .filter(|id| id.is_some())
    }

    /// Returns whether a cell blocks lines of sight that pass it this many half steps above its ground. Terrain and
    /// surfaces block at any height, objects up to their own height.
    pub(crate) fn is_sight_blocked(&self, cell: Cell, above: i32) -> bool {
        if self.book.decoded.ground.at(self.book.board.place(cell)) & Ground::BLOCKS_SIGHT != 0 {
            return true;
        }
        let surface = || self.cells.row(cell).surface.checked_sub(1).and_then(|s| self.book.surfaces.get(s as usize));
        !self.cells.is_bare() && surface().is_some_and(|surface| surface.blocks_sight)
            || above <= UNIT_HEIGHT && self.opacity_of_thing(cell) >= Visibility::OPAQUE
    }

    /// Returns the share of visibility that the object on a cell blocks, in thousandths. Only visible neutral objects
    /// count, so this reveals no secret.
    pub(crate) fn opacity_of_thing(&self, cell: Cell) -> u16 {
        if !self.book.decoded.things_hide {
            return 0;
        }
        let row = self.entity(self.occupant(cell));
        let is_known = row.team == Team::NEUTRAL && row.flags & flag::HIDDEN == 0;
        if is_known { self.book.decoded.opacity_of(row.unit_type) } else { 0 }
    }
}
