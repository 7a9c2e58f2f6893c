//! What there is for those who ask where one can walk and aim: who stands where as far as a side sees, and on what ground.

use super::UnitBlocking;
use crate::rulebook::Rulebook;
use crate::space::{Cell, Dir, Gait, Ground, PathFinder, TilePos, Visibility, WalkPath};
use crate::state::{Entity, EntityId, GameState, Grid, Team, flag};
use crate::stats::Sheet;
use std::ops::Deref;

/// How high above its feet somebody or something still is in the way, in half steps.
pub(crate) const UNIT_HEIGHT: i32 = 4;

/// What there is, for those who ask where one can walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footing<'s> {
    pub(crate) sheet: Sheet<'s>,
    pub(crate) grid: &'s [u16],
    /// The side for which nobody who hides from it stands anywhere.
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
    /// The same as a side sees it: who hides from it is not there.
    pub(crate) const fn as_seen_by(self, team: Team) -> Self {
        Self { seen_by: Some(team), ..self }
    }

    /// That of a state.
    pub(crate) fn of(book: &'s Rulebook, state: &'s GameState) -> Self {
        Self { sheet: state.sheet(book), grid: state.grid().words(), seen_by: None }
    }

    /// What it costs a walker of a side to enter a spot; none where it may not pass.
    #[inline]
    pub(crate) fn cost(&self, spot: TilePos, walker: EntityId, team: Team) -> Option<u8> {
        self.can_walk(spot, walker, team).then(|| self.book.cost_under(self.entity(walker), spot))
    }

    /// Where a path leads from a cell, and the movement points that it takes, whoever stands in it.
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

    /// Who stands on a cell.
    pub(crate) fn occupant(&self, cell: Cell) -> EntityId {
        let word = self.grid.get(self.book.board.place(cell).index()).copied().unwrap_or(Grid::OFF);
        let hides = |team: Team| self.rows.get(usize::from(word)).is_some_and(|row| row.hides_from(team));
        if word >= Grid::OFF || self.seen_by.is_some_and(hides) { EntityId::NONE } else { EntityId(word) }
    }

    /// Who stands in the column some columns and rows from a cell: on its floor or the next below, else the lowest.
    pub(crate) fn occupant_of_column(&self, from: Cell, offset: (i32, i32)) -> Option<EntityId> {
        let board = &self.book.board;
        let level = board.offset(from, offset)?;
        let cells = std::iter::once(level).chain(board.column(level.x(), level.y()));
        cells.map(|cell| self.occupant(cell)).find(|id| id.is_some())
    }

    /// Whether a walker may pass a spot of its own will, as far as its side can see: ground that is not to be avoided and
    /// where nobody stands in its way. It does not stand in its own way.
    #[inline(always)]
    pub(crate) fn can_walk(&self, spot: TilePos, walker: EntityId, team: Team) -> bool {
        if !self.book.decoded.is_one_cell() && !self.book.footprint_of(self.entity(walker)).is_one() {
            // A copy, so that what everybody else reads can stay in registers.
            let footing = *self;
            return footing.footprint_can_walk(spot, walker, team);
        }
        self.can_walk_over(spot, walker, team, self.book.unit_blocking)
    }

    /// The same for one cell of it.
    #[inline(always)]
    pub(super) fn can_walk_over(
        &self,
        spot: TilePos,
        walker: EntityId,
        team: Team,
        unit_blocking: UnitBlocking,
    ) -> bool {
        self.lets_pass(spot, walker, team, unit_blocking) && !self.is_avoided(spot)
    }

    /// Whether there is ground where nobody stands in a walker's way.
    #[inline(always)]
    fn lets_pass(&self, spot: TilePos, walker: EntityId, team: Team, unit_blocking: UnitBlocking) -> bool {
        let word = self.grid.get(spot.place.index()).copied().unwrap_or(Grid::OFF);
        let lets_by = |row: &Entity| row.hides_from(team) || unit_blocking.lets_by(team, row);
        word == Grid::FREE || word == walker.0 || self.rows.get(usize::from(word)).is_some_and(lets_by)
    }

    /// Whether walkers keep off a spot of their own will, for its terrain or for what lies there.
    #[inline(always)]
    pub(super) fn is_avoided(&self, spot: TilePos) -> bool {
        let lies = || self.book.surfaces.get(usize::from(self.cells.surface_at(spot.place)?));
        self.book.decoded.ground.at(spot.place) & Ground::AVOIDED != 0
            || !self.cells.is_bare() && lies().is_some_and(|s| s.avoided)
    }

    /// What it would cost a walker to enter a spot if it avoided nothing. Who stands on several cells avoids all the same.
    pub(super) fn heedless_cost(&self, spot: TilePos, walker: EntityId, team: Team) -> Option<u8> {
        let row = self.entity(walker);
        if !self.book.footprint_of(row).is_one() {
            return self.cost(spot, walker, team);
        }
        self.lets_pass(spot, walker, team, self.book.unit_blocking).then(|| self.book.cost_under(row, spot))
    }

    /// Whether nobody stands in the way of a leap, as far as a walker's side sees: over who stands deep enough it leaps.
    #[inline]
    pub(crate) fn flies_clear(&self, walker: EntityId, from: TilePos, dir: Dir, gait: Gait) -> bool {
        gait.leap == 0 || {
            let team = self.entity(walker).team;
            self.below_leap(from, dir, gait).all(|there| self.entity(there).hides_from(team))
        }
    }

    /// Who stands in the way of a leap.
    pub(crate) fn below_leap(&self, from: TilePos, dir: Dir, gait: Gait) -> impl Iterator<Item = EntityId> + '_ {
        let over = self.book.board.leapt_over(from, dir, gait);
        over.filter(|&(_, rise)| rise + UNIT_HEIGHT > 0)
            .map(|(spot, _)| self.occupant(spot.cell))
            .filter(|id| id.is_some())
    }

    /// Whether lines of sight and aim stop at a cell that they pass so many half steps above its ground. Ground and surfaces
    /// stop them at any height, a thing as far up as it reaches.
    pub(crate) fn blocks_sight(&self, cell: Cell, above: i32) -> bool {
        if self.book.decoded.ground.at(self.book.board.place(cell)) & Ground::BLOCKS_SIGHT != 0 {
            return true;
        }
        let surface = || self.cells.row(cell).surface.checked_sub(1).and_then(|s| self.book.surfaces.get(s as usize));
        !self.cells.is_bare() && surface().is_some_and(|surface| surface.blocks_sight)
            || above <= UNIT_HEIGHT && self.opacity_of_thing(cell) >= Visibility::OPAQUE
    }

    /// What the thing on a cell takes from the visibility of what lies behind it, in thousandths: all of it where lines stop.
    /// Only what takes no side and is not hidden is in the way: every side knows of that, so nothing of this is a secret.
    pub(crate) fn opacity_of_thing(&self, cell: Cell) -> u16 {
        if !self.book.decoded.things_hide {
            return 0;
        }
        let row = self.entity(self.occupant(cell));
        let is_known = row.team == Team::NEUTRAL && row.flags & flag::HIDDEN == 0;
        if is_known { self.book.decoded.opacity_of(row.unit_type) } else { 0 }
    }
}
