//! The rules of moves, harm and death, each written once over the few slices that it needs. The compiler makes them twice:
//! over [`FastContext`], which has all slices at hand, and over [`super::quiet::PlainContext`], where nothing answers what is written and the
//! slices stay in registers.

use super::fast::FastContext;
use crate::program::Label;
use crate::rulebook::Rulebook;
use crate::space::{Cell, Dir, TileId, TilePos};
use crate::state::{Change, ChangeKind, Entity, EntityId, Grid, Unchanged, flag};

/// What a move, a blow or a push needs.
pub(crate) trait Slices<'s> {
    /// All slices; none where everybody stands on one cell and nothing answers what is written.
    fn all(&mut self) -> Option<&mut FastContext<'s>>;

    fn book(&self) -> &Rulebook;

    /// Who acts.
    fn actor(&self) -> EntityId;

    fn rows(&self) -> &[Entity];

    /// Who stands at a place, or why nobody does: a word of [`Grid`].
    fn word(&self, place: TileId) -> u16;

    /// The rows, and who stands where.
    fn parts(&mut self) -> (&mut [Entity], &mut [u16]);

    /// The spot that an entity comes to who is pushed on from another, what is there for it as a word of [`Grid`], and the
    /// step up to it in half steps.
    fn ahead_of(&self, id: EntityId, from: TilePos, dir: Dir) -> (TilePos, u16, i32);

    /// Writes a change to the log.
    fn log(&mut self, change: Change);

    /// Whether the log has not so many rows more, of `room` in all.
    fn lacks(&self, rows: usize, room: usize) -> bool;

    /// A mark of how far the log is written.
    fn mark(&self) -> usize;

    /// How many changes were written when a mark was made. It takes longer than making one.
    fn count_at(&self, mark: usize) -> usize;

    /// How many changes were written.
    #[inline(always)]
    fn count(&self) -> usize {
        self.count_at(self.mark())
    }

    /// Whether what was written must be looked at.
    fn look(&self) -> bool;

    /// Has what was written looked at, if this holds.
    fn look_if(&mut self, looks: bool);

    /// The row of an entity; blank for an id that names none.
    #[inline(always)]
    fn entity(&self, id: EntityId) -> &Entity {
        self.rows().get(id.index()).unwrap_or(&Entity::BLANK)
    }

    #[inline(always)]
    fn row_mut(&mut self, id: EntityId) -> Option<&mut Entity> {
        self.parts().0.get_mut(id.index())
    }

    /// Who stands on a spot.
    #[inline(always)]
    fn occupant(&self, spot: TilePos) -> EntityId {
        let word = self.word(spot.place);
        if word < Grid::OFF { EntityId(word) } else { EntityId::NONE }
    }

    /// Tells something that alters nothing.
    #[inline(always)]
    fn note(&mut self, kind: ChangeKind, entity: EntityId, at: Cell, after: i32, label: Label) {
        self.log(Change::note(kind, entity, at.bits(), 0, after, label));
    }

    /// Puts an entity on a spot. Says whether that was free; nothing happens otherwise.
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
        // Programs that outlive their owner may still move it, and nobody meets the dead.
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

    /// Harms an entity: shield first, then health; at no health it dies. Negative harm is none. It hides no longer.
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
            fast.look |= fast.watch.any_harm || fast.book.decoded.answers_harm(fast.entity(id).unit_type);
        }
    }

    /// What hides is seen and the shield takes what it can. Returns the harm that is left.
    #[inline(always)]
    fn wear_guard(&mut self, id: EntityId, harm: i32, label: Label) -> i32 {
        let Some(Worn { flags, shield, taken }) = wear(self.parts().0, id, harm) else { return 0 };
        if flags & flag::HIDDEN != 0 {
            // Who is in sight is detected from now on.
            self.look_if(true);
            self.log(Change::flags_of(id, flags, flags & !flag::HIDDEN, label));
        }
        if taken > 0 {
            self.log(Change::number(ChangeKind::Shield, id, shield, shield - taken, label));
        }
        harm - taken
    }

    /// A living entity dies: it leaves the board and takes no further activations. Its row stays (law 9).
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
            fast.look |= fast.watch.any_death || fast.book.decoded.answers_death(fast.entity(id).unit_type);
        }
    }
}

/// What guarded somebody from harm before: flags and shield, and what the shield took.
struct Worn {
    flags: u32,
    shield: i32,
    taken: i32,
}

// What follows is rare. It is called with what it needs and no more, so that all else of a quiet stretch stays in registers.

/// What hides is seen and the shield takes what it can. None for the dead.
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

/// Somebody dies and leaves its place: its flags before and after. None for the dead.
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

/// Frees a place that an entity stands on.
#[inline(always)]
fn leave(grid: &mut [u16], place: TileId, id: EntityId) {
    if let Some(word) = grid.get_mut(place.index())
        && *word == id.0
    {
        *word = Grid::FREE;
    }
}
