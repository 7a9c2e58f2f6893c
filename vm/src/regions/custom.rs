//! Regions of other crates.

use super::Measure;
use crate::machine::Footing;
use crate::program::Filter;
use crate::space::{Board, Cell, Dir, Ground};
use crate::state::{Entity, EntityId};

/// A region of another crate: a function that says which cells it holds. Registered by the host and named by assets.
#[derive(Clone, Copy, Debug)]
pub struct CustomRegion {
    /// Name, unique among the regions of other crates.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub doc: &'static str,
    /// Counts changes of meaning, so that a record can say with which meaning it was made.
    pub version: u32,
    /// Whether the cell that is aimed at lies within. It must say the same for the same battle, and look at nothing else.
    pub holds: fn(&Aim<'_>) -> bool,
}

/// A cell that is looked at, from where, and what there is, as far as the actor's side sees where answers are offered.
#[derive(Clone, Copy, Debug)]
pub struct Aim<'a> {
    pub(crate) footing: Footing<'a>,
    pub(crate) actor: EntityId,
    /// From where it is measured.
    pub from: Cell,
    /// The cell in question, which is on the board.
    pub cell: Cell,
    /// The bounds of the request or area.
    pub measure: Measure,
}

impl<'a> Aim<'a> {
    /// The board.
    #[must_use]
    pub fn board(&self) -> &'a Board {
        &self.footing.book.board
    }

    /// How far the cell lies above where it is measured from (below where negative), in half steps.
    #[must_use]
    pub fn rise(&self) -> i32 {
        self.board().elevation(self.cell) - self.board().elevation(self.from)
    }

    /// Who acts.
    #[must_use]
    pub fn actor(&self) -> &'a Entity {
        self.footing.entity(self.actor)
    }

    /// Who stands on a cell.
    #[must_use]
    pub fn occupant(&self, cell: Cell) -> Option<&'a Entity> {
        let id = self.footing.occupant(cell);
        id.is_some().then(|| self.footing.entity(id))
    }

    /// Index of a cell's surface in the rulebook, if it has one.
    #[must_use]
    pub fn surface(&self, cell: Cell) -> Option<u8> {
        self.footing.cells.row(cell).surface.checked_sub(1)
    }

    /// Whether the actor could move straight on from where it is measured to the cell. Ground is in its way; where
    /// `all_counts`, so is who stands there, and what walkers avoid.
    pub(super) fn leads_straight(&self, all_counts: bool) -> bool {
        let (dx, dy) = self.from.offset_to(self.cell);
        let (true, Some(dir)) = (dx == 0 || dy == 0, Dir::towards(dx, dy)) else { return false };
        let (board, actor) = (self.board(), self.actor());
        let reach = self.footing.reach_of(self.actor, 0);
        let mut spot = board.spot(self.from);
        for _ in 0..dx.abs().max(dy.abs()) {
            let Some((next, rise)) = board.spot_beside(spot, dir) else { return false };
            let is_open = if all_counts {
                self.footing.can_walk(next, self.actor, actor.team)
            } else {
                self.footing.book.decoded.ground.at(next.place) & (Ground::OFF | Ground::WALL) == 0
            };
            if !is_open || !reach.takes(rise) {
                return false;
            }
            spot = next;
        }
        spot.cell == self.cell
    }

    /// Whether a filter lets a cell through for the actor.
    #[must_use]
    pub fn passes(&self, filter: Filter, cell: Cell) -> bool {
        crate::machine::legal::lets_through(self.footing, self.actor, filter, cell)
    }
}
