//! Regions of other crates.

use super::Measure;
use crate::machine::Footing;
use crate::program::Filter;
use crate::space::{Board, Cell, Dir, Ground};
use crate::state::{Entity, EntityId};

/// A region of another crate: a function that decides its cells. The host registers it, and assets name it.
#[derive(Clone, Copy, Debug)]
pub struct CustomRegion {
    /// Name, unique among custom regions.
    pub name: &'static str,
    /// Description in one sentence.
    pub doc: &'static str,
    /// Version of its meaning, stored in records.
    pub version: u32,
    /// Returns whether the region holds the cell. It must depend on the battle only.
    pub holds: fn(&Aim<'_>) -> bool,
}

/// Context for one cell. For offered answers it shows what the actor's side sees.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'a> {
    pub(crate) footing: Footing<'a>,
    pub(crate) actor: EntityId,
    /// Origin of the region.
    pub from: Cell,
    /// Cell on the board.
    pub cell: Cell,
    /// Bounds of the request or area.
    pub measure: Measure,
}

impl<'a> Aim<'a> {
    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &'a Board {
        &self.footing.book.board
    }

    /// Returns the height of the cell above the origin in half steps; negative below.
    #[must_use]
    pub fn rise(&self) -> i32 {
        self.board().elevation(self.cell) - self.board().elevation(self.from)
    }

    /// Returns the acting unit.
    #[must_use]
    pub fn actor(&self) -> &'a Entity {
        self.footing.entity(self.actor)
    }

    /// Returns the unit on a cell.
    #[must_use]
    pub fn occupant(&self, cell: Cell) -> Option<&'a Entity> {
        let id = self.footing.occupant(cell);
        id.is_some().then(|| self.footing.entity(id))
    }

    /// Returns the index of a cell's surface in the rulebook, if any.
    #[must_use]
    pub fn surface(&self, cell: Cell) -> Option<u8> {
        self.footing.cells.row(cell).surface.checked_sub(1)
    }

    /// Returns whether the actor can move straight to the cell. Ground can block it; with `all_counts`, so can units
    /// and avoided terrain.
    pub(super) fn is_straight_way(&self, all_counts: bool) -> bool {
        let (dx, dy) = self.from.offset_to(self.cell);
        let (true, Some(dir)) = (dx == 0 || dy == 0, Dir::towards(dx, dy)) else { return false };
        let (board, actor) = (self.board(), self.actor());
        let reach = self.footing.reach_of(self.actor, 0);
        let mut spot = board.spot(self.from);
        for _ in 0..dx.abs().max(dy.abs()) {
            let Some((next, rise)) = board.spot_beside(spot, dir) else { return false };
            let is_open = if all_counts {
                self.footing.is_walkable_for(next, self.actor, actor.team)
            } else {
                self.footing.book.decoded.ground.at(next.place) & (Ground::OFF | Ground::WALL) == 0
            };
            if !is_open || !reach.is_allowed(rise) {
                return false;
            }
            spot = next;
        }
        spot.cell == self.cell
    }

    /// Returns whether a filter passes a cell for the actor.
    #[must_use]
    pub fn is_passing(&self, filter: Filter, cell: Cell) -> bool {
        crate::machine::legal::is_letting_through(self.footing, self.actor, filter, cell)
    }
}
