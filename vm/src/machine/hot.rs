//! The few slices that most steps need, and what steps do to entities with them: each rule once, for the tokens and for
//! the loop over plain activations alike.

use super::decode::{Decoded, Kind};
use crate::space::{Cell, Dir, Layout, Place};
use crate::state::{Change, ChangeKind, Entity, EntityId, GameState, Grid, flag};

/// A cell and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    pub(crate) cell: Cell,
    pub(crate) place: Place,
}

/// Most changes that one use of [`Hot`] writes.
pub(crate) const MOST_CHANGES: usize = 16;

/// Rows of entities, who stands where, and the tape of changes.
#[derive(Debug)]
pub(crate) struct Hot<'s> {
    pub(crate) rows: &'s mut [Entity],
    pub(crate) grid: &'s mut [u16],
    pub(crate) layout: Layout,
    /// Rows of the log that are yet to be written.
    pub(crate) tape: std::slice::IterMut<'s, Change>,
    /// What events mean to each archetype.
    pub(crate) kinds: &'s [Kind],
    /// Places whose ground answers to who enters; none where neither ground nor surfaces do.
    pub(crate) triggers: Triggers<'s>,
    /// Harm to both in a collision.
    pub(crate) collision: i32,
    /// Who acts.
    pub(crate) actor: EntityId,
    /// Whether what was written must be looked at: it may trigger a program or have ended the running one's owner.
    pub(crate) look: bool,
}

/// Which places answer to who enters them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triggers<'s> {
    /// What is fixed about each place; empty where no ground answers.
    pub(crate) ground: &'s [u8],
    /// Surfaces lie about that answer, so that each entry must be looked at.
    pub(crate) surfaces: bool,
}

impl<'s> Triggers<'s> {
    /// Those of a rulebook, for a board as it is now.
    #[inline(always)]
    pub(crate) fn of(decoded: &'s Decoded, state: &GameState) -> Self {
        let ground = if decoded.ground_answers { decoded.ground.places() } else { &[] };
        Self { ground, surfaces: decoded.surfaces_answer && !state.cells().is_bare() }
    }

    #[inline(always)]
    fn at(self, place: Place) -> bool {
        self.surfaces || self.ground.get(place.index()).is_some_and(|bits| bits & crate::space::Ground::TRIGGERS != 0)
    }
}

impl Hot<'_> {
    #[inline(always)]
    fn log(&mut self, change: Change) {
        if let Some(row) = self.tape.next() {
            *row = change;
        }
    }

    /// Tells something that alters nothing.
    #[inline(always)]
    pub(crate) fn note(&mut self, kind: ChangeKind, label: u8, entity: EntityId, at: Cell, after: i32) {
        self.log(Change::note(kind, entity, at.bits(), 0, after, label));
    }

    /// Who stands at a place, or why nobody does: a word of [`Grid`].
    #[inline(always)]
    pub(crate) fn word(&self, place: Place) -> u16 {
        self.grid.get(place.index()).copied().unwrap_or(Grid::OFF)
    }

    /// The spot next to another, on the board or off it.
    #[inline(always)]
    pub(crate) const fn beside(&self, spot: Spot, dir: Dir) -> Spot {
        let (dx, dy) = dir.delta();
        let cell = Cell::from_bits(spot.cell.bits().wrapping_add_signed(dx + (dy << 12)));
        Spot { cell, place: self.layout.beside(spot.place, self.layout.difference((dx, dy))) }
    }

    /// Puts a living entity on a free spot.
    #[inline(always)]
    pub(crate) fn shift(&mut self, id: EntityId, to: Spot, label: u8) {
        let Some(row) = self.rows.get_mut(id.index()) else { return };
        let from = std::mem::replace(&mut row.cell, to.cell);
        let left = std::mem::replace(&mut row.place, to.place);
        if let Some(word) = self.grid.get_mut(left.index()) {
            *word = Grid::FREE;
        }
        if let Some(word) = self.grid.get_mut(to.place.index()) {
            *word = id.0;
        }
        self.log(Change::cell_of(id, from, to.cell, label));
        self.look |= self.triggers.at(to.place);
    }

    /// Whether harm meets more than health: one that hides, has a shield, or is dead.
    #[inline(always)]
    pub(crate) fn is_guarded(&self, id: EntityId) -> bool {
        let guards = |row: &Entity| row.flags & (flag::ALIVE | flag::HIDDEN) != flag::ALIVE || row.shield > 0;
        self.rows.get(id.index()).is_none_or(guards)
    }

    /// Harms an entity: shield first, then health; at no health it dies. Negative harm is none. It hides no longer.
    #[inline(always)]
    pub(crate) fn harm(&mut self, id: EntityId, harm: i32, label: u8) {
        let harm = if self.is_guarded(id) { self.wear_guard(id, harm.max(0), label) } else { harm };
        self.harm_unguarded(id, harm, label);
    }

    /// What hides is seen and the shield takes what it can. Returns the harm that is left.
    #[cold]
    #[inline(never)]
    fn wear_guard(&mut self, id: EntityId, harm: i32, label: u8) -> i32 {
        let Some(row) = self.rows.get_mut(id.index()).filter(|row| row.is_alive()) else { return 0 };
        let (flags, shield) = (row.flags, row.shield);
        let taken = harm.min(shield.max(0));
        row.flags &= !flag::HIDDEN;
        row.shield -= taken;
        if flags & flag::HIDDEN != 0 {
            self.log(Change::flags_of(id, flags, flags & !flag::HIDDEN, label));
        }
        if taken > 0 {
            self.log(Change::number(ChangeKind::Shield, id, shield, shield - taken, label));
        }
        harm - taken
    }

    /// Takes health from one whom nothing guards.
    #[inline(always)]
    pub(crate) fn harm_unguarded(&mut self, id: EntityId, harm: i32, label: u8) {
        let Some(row) = self.rows.get_mut(id.index()) else { return };
        let before = row.health;
        let after = before.saturating_sub(harm.max(0)).max(0);
        if after == before {
            return;
        }
        row.health = after;
        let kind = row.archetype;
        self.log(Change::number(ChangeKind::Health, id, before, after, label));
        if after == 0 {
            self.kill(id, label);
        } else if self.kinds.get(usize::from(kind)).is_some_and(|kind| kind.answers_harm) {
            self.look = true;
        }
    }

    /// A living entity dies: it leaves the board and takes no further activations. Its row stays (law 9).
    #[inline(always)]
    pub(crate) fn kill(&mut self, id: EntityId, label: u8) {
        let Some(row) = self.rows.get_mut(id.index()) else { return };
        let flags = row.flags;
        let gone = flags & !(flag::ALIVE | flag::HIDDEN);
        if flags == gone {
            return;
        }
        row.flags = gone;
        let (place, kind) = (row.place, row.archetype);
        if let Some(word) = self.grid.get_mut(place.index())
            && *word == id.0
        {
            *word = Grid::FREE;
        }
        self.log(Change::flags_of(id, flags, gone, label));
        self.look |= id == self.actor || self.kinds.get(usize::from(kind)).is_some_and(|kind| kind.answers_death);
    }
}
