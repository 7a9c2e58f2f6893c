//! Rules of moves, damage and death, compiled twice: over [`FastContext`] with all slices, and over [`super::quiet::PlainContext`]
//! without handlers.

use super::fast::FastContext;
use crate::program::Label;
use crate::rulebook::Rulebook;
use crate::space::{Cell, Dir, TileId, TilePos};
use crate::state::{Change, ChangeKind, Entity, EntityId, Grid, Unchanged, flag};

pub(crate) trait Slices<'s> {
    /// Returns all slices; `None` in a quiet stretch.
    fn all(&mut self) -> Option<&mut FastContext<'s>>;

    fn book(&self) -> &Rulebook;

    /// Returns the acting unit.
    fn actor(&self) -> EntityId;

    fn rows(&self) -> &[Entity];

    /// Returns the occupant of a place or the obstacle: a word of [`Grid`].
    fn word(&self, place: TileId) -> u16;

    /// Returns the rows and the grid.
    fn parts(&mut self) -> (&mut [Entity], &mut [u16]);

    /// Returns the next spot of a push, its obstacle as a word of [`Grid`], and the step in half steps.
    fn ahead_of(&self, id: EntityId, from: TilePos, dir: Dir) -> (TilePos, u16, i32);

    /// Writes a change to the log.
    fn log(&mut self, change: Change);

    /// Returns whether the log lacks this many more rows, of `room` in all.
    fn is_short_of(&self, rows: usize, room: usize) -> bool;

    /// Returns a mark of the log's length.
    fn mark(&self) -> usize;

    /// Returns the number of changes at a mark. Slower than making a mark.
    fn count_at(&self, mark: usize) -> usize;

    /// Returns the number of changes.
    #[inline(always)]
    fn count(&self) -> usize {
        self.count_at(self.mark())
    }

    /// Returns whether the changes need a look.
    fn is_look_due(&self) -> bool;

    /// Requests a look if `looks`.
    fn look_if(&mut self, looks: bool);

    /// Returns the row of a unit; blank for an unknown id.
    #[inline(always)]
    fn entity(&self, id: EntityId) -> &Entity {
        self.rows().get(id.index()).unwrap_or(&Entity::BLANK)
    }

    #[inline(always)]
    fn row_mut(&mut self, id: EntityId) -> Option<&mut Entity> {
        self.parts().0.get_mut(id.index())
    }

    /// Returns the unit on a spot.
    #[inline(always)]
    fn occupant(&self, spot: TilePos) -> EntityId {
        let word = self.word(spot.place);
        if word < Grid::OFF { EntityId(word) } else { EntityId::NONE }
    }

    /// Writes a note, which changes no state.
    #[inline(always)]
    fn note(&mut self, kind: ChangeKind, entity: EntityId, at: Cell, after: i32, label: Label) {
        self.log(Change::note(kind, entity, at.bits(), 0, after, label));
    }

    /// Moves a unit to a free spot. Returns whether it was free.
    #[inline(always)]
    fn shift(&mut self, id: EntityId, to: TilePos, label: Label) -> bool {
        if let Some(fast) = self.all()
            && !fast.is_one_cell
        {
            return fast.shift_footprint(id, to, label);
        }
        let (rows, grid) = self.parts();
        let (Some(entered), Some(row)) = (grid.get_mut(to.place.index()), rows.get_mut(id.index())) else {
            return false;
        };
        if *entered != Grid::FREE {
            return false;
        }
        let from = std::mem::replace(&mut row.cell, to.cell);
        let left = std::mem::replace(&mut row.place, to.place);
        // Programs that outlive their owner may still move it, and a dead unit occupies no place.
        if row.is_alive() {
            *entered = id.0;
            leave(grid, left, id);
        }
        self.log(Change::cell_of(id, from, to.cell, label));
        if let Some(fast) = self.all()
            && fast.watch.moves
        {
            fast.look_at_move(left, to.place);
        }
        true
    }

    /// Damages a unit: first shield, then health; at 0 health it dies. Negative damage is ignored. The unit is
    /// revealed.
    #[inline(always)]
    fn harm(&mut self, id: EntityId, harm: i32, label: Label) {
        let alters = self.all().is_some_and(|fast| fast.watch.alters);
        let shield = self.entity(id).shield;
        let harm = if alters || self.entity(id).is_guarded() {
            match self.all() {
                Some(fast) => fast.ward(id, harm, label),
                None => self.wear_guard(id, harm.max(0), label),
            }
        } else {
            harm
        };
        let Some(row) = self.row_mut(id) else { return };
        let (before, after) = row.lose_health(harm);
        if before == after {
            let is_missed = row.shield == shield;
            if let Some(fast) = self.all()
                && fast.watch.unchanged
            {
                fast.note_unchanged(id, if is_missed { Unchanged::Missed } else { Unchanged::Health }, label);
            }
            return;
        }
        self.log(Change::number(ChangeKind::Health, id, before, after, label));
        if after == 0 {
            self.kill(id, label);
        } else if let Some(fast) = self.all()
            && fast.watch.harm
        {
            fast.look |= fast.watch.any_harm || fast.book.decoded.has_answer_to_harm(fast.entity(id).unit_type);
        }
    }

    /// Reveals the unit and applies damage to its shield. Returns the remaining damage.
    #[inline(always)]
    fn wear_guard(&mut self, id: EntityId, harm: i32, label: Label) -> i32 {
        let Some(Worn { flags, shield, taken }) = wear(self.parts().0, id, harm) else { return 0 };
        if flags & flag::HIDDEN != 0 {
            self.look_if(true);
            self.log(Change::flags_of(id, flags, flags & !flag::HIDDEN, label));
        }
        if taken > 0 {
            self.log(Change::number(ChangeKind::Shield, id, shield, shield - taken, label));
        }
        harm - taken
    }

    /// Kills a living unit: it leaves the board and takes no further activations. Its row stays (law 9).
    #[inline(always)]
    fn kill(&mut self, id: EntityId, label: Label) {
        let (rows, grid) = self.parts();
        let Some((flags, gone)) = die(rows, grid, id) else { return };
        if let Some(fast) = self.all()
            && !fast.is_one_cell
        {
            fast.lift(id);
        }
        self.log(Change::flags_of(id, flags, gone, label));
        self.look_if(id == self.actor());
        if let Some(fast) = self.all()
            && fast.watch.deaths
        {
            fast.look |= fast.watch.any_death || fast.book.decoded.has_answer_to_death(fast.entity(id).unit_type);
        }
    }
}

struct Worn {
    flags: u32,
    shield: i32,
    taken: i32,
}

// The rare parts follow as calls with minimal arguments, so that the rest of a quiet stretch stays in registers.

#[cold]
#[inline(never)]
fn wear(rows: &mut [Entity], id: EntityId, harm: i32) -> Option<Worn> {
    let row = rows.get_mut(id.index()).filter(|row| row.is_alive())?;
    let (flags, shield) = (row.flags, row.shield);
    let taken = harm.min(shield.max(0));
    row.flags &= !flag::HIDDEN;
    row.shield -= taken;
    Some(Worn { flags, shield, taken })
}

#[cold]
#[inline(never)]
fn die(rows: &mut [Entity], grid: &mut [u16], id: EntityId) -> Option<(u32, u32)> {
    let row = rows.get_mut(id.index())?;
    let flags = row.flags;
    let gone = flags & !(flag::ALIVE | flag::HIDDEN);
    row.flags = gone;
    if flags != gone {
        leave(grid, row.place, id);
    }
    (flags != gone).then_some((flags, gone))
}

#[inline(always)]
fn leave(grid: &mut [u16], place: TileId, id: EntityId) {
    if let Some(word) = grid.get_mut(place.index())
        && *word == id.0
    {
        *word = Grid::FREE;
    }
}
