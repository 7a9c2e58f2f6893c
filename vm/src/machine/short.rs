//! The short forms of the commonest instructions. Each knows one plain case and says whether it met it; in every other
//! it has done nothing, and the instruction itself runs. What they write is what the instructions would.

use super::cx::{Cx, Resolved};
use crate::intent::{Answer, Key};
use crate::program::{Address, bit};
use crate::space::{Cell, Dir, Ground, Symmetry};
use crate::state::{EntityId, What, flag};
use crate::tokens::push;

/// The answers of an action in the order they were given, where no key is in them twice: then the one at a place that
/// has the right key is the one that a search would find.
pub(super) type Bound<'p> = &'p [(Key, Answer)];

impl Cx<'_> {
    /// A cell some steps from the actor, answered where an answer is first looked for, by an actor that is not turned.
    #[inline(always)]
    pub(super) fn short_ask(&mut self, bound: Bound<'_>, slot: u8, order: u8, min: u8, span: u8) -> bool {
        let Some(&(key, Answer::Offset(dx, dy))) = bound.get(order as usize) else { return false };
        let actor = self.state.entity(self.frame.owner);
        if key != Key::new(Address(slot), [0; 3]) || actor.turned != Symmetry::IDENTITY {
            return false;
        }
        let offset = (i32::from(dx), i32::from(dy));
        let steps = offset.0.unsigned_abs() + offset.1.unsigned_abs();
        let fits = steps.wrapping_sub(u32::from(min)) <= u32::from(span);
        match self.book.decoded.ground.offset(actor.cell, offset) {
            Some(cell) if fits => {
                let kind = Resolved::CELL | Resolved::ROOTED;
                if let Some(memory) = self.buffers.slots.get_mut(self.frame.base as usize + slot as usize) {
                    *memory = Resolved { cell, unit: EntityId::NONE, dir: 0, kind };
                }
                true
            }
            _ => false,
        }
    }

    /// The cell in a slot with its place and what is under it, if a cell of the board was picked.
    #[inline(always)]
    fn picked(&self, slot: u8) -> Option<(Cell, usize, u8)> {
        let picked = *self.buffers.slots.get(self.frame.base as usize + slot as usize)?;
        let ground = &self.book.decoded.ground;
        let place = ground.place(picked.cell);
        let under = ground.at(place);
        (picked.kind() == Resolved::CELL && under != Ground::OFF).then_some((picked.cell, place, under))
    }

    /// Puts a living entity on a free place.
    #[inline(always)]
    fn shift(&mut self, id: EntityId, to: Cell, place: usize, label: u8) {
        self.wrote |= bit(What::Cell);
        self.state.shift(&self.book.decoded.ground, self.log, id, (to, place), label);
    }

    /// Puts the actor on a cell.
    #[inline(always)]
    pub(super) fn short_go(&mut self, slot: u8, label: u8) -> bool {
        let Some((to, place, under)) = self.picked(slot) else { return false };
        let id = self.frame.owner;
        if !self.state.entity(id).is_alive() {
            return false;
        }
        if under == Ground::OPEN && !self.state.cells().occupant_at(place).is_some() {
            self.shift(id, to, place, label);
        } else {
            self.note(What::NoEffect, id, to.bits(), 0, 0, label);
        }
        true
    }

    /// Harms one cell.
    #[inline(always)]
    pub(super) fn short_strike(&mut self, slot: u8, label: u8, harm: i32) -> bool {
        let Some((cell, place, _)) = self.picked(slot) else { return false };
        let target = self.state.cells().occupant_at(place);
        self.strike_at(cell, target, label, harm)
    }

    #[inline(always)]
    fn strike_at(&mut self, cell: Cell, target: EntityId, label: u8, harm: i32) -> bool {
        if target.is_some() {
            self.hurt(target, harm, label);
        } else {
            self.note(What::Struck, self.frame.owner, cell.bits(), 0, 0, label);
        }
        true
    }

    /// Goes to a free cell, or strikes who is there.
    #[inline(always)]
    pub(super) fn short_go_or_strike(&mut self, slot: u8, label: u8, harm: i32) -> bool {
        let Some((cell, place, under)) = self.picked(slot) else { return false };
        let id = self.frame.owner;
        let target = self.state.cells().occupant_at(place);
        if !self.state.entity(id).is_alive() || target == id {
            return false;
        }
        if under == Ground::OPEN && !target.is_some() {
            self.shift(id, cell, place, label);
            return true;
        }
        self.strike_at(cell, target, label, harm)
    }

    /// The first cell of a push away from the actor. It says whether more cells are to follow, `None` for another case.
    #[inline(always)]
    pub(super) fn short_shove(&mut self, slot: u8, label: u8, distance: i32) -> Option<bool> {
        let (cell, place, _) = self.picked(slot)?;
        if self.frame.progress != 0 {
            return None;
        }
        let id = self.state.cells().occupant_at(place);
        if !id.is_some() {
            return Some(false);
        }
        let actor = self.frame.owner;
        let (dx, dy) = self.state.entity(actor).cell.offset_to(cell);
        if self.state.entity(id).flags & flag::ANCHORED != 0 || id == actor {
            return None;
        }
        // The way it mostly points, ties to the horizontal, by arithmetic: directions follow no pattern that a
        // processor could guess. A step over the edge comes to a place of the border.
        let along = i32::from(dx.abs() >= dy.abs());
        let (dx, dy) = (dx.signum() * along, dy.signum() * (1 - along));
        let ground = &self.book.decoded.ground;
        let next = Cell::from_bits(cell.bits().wrapping_add_signed(dx + (dy << 12)));
        let place = ground.beside(place, (dx, dy));
        let open = ground.at(place) == Ground::OPEN;
        let blocker = if open { self.state.cells().occupant_at(place) } else { EntityId::NONE };
        if !open || blocker.is_some() {
            push::collide(self, label, id, blocker);
            return Some(false);
        }
        self.shift(id, next, place, label);
        if distance == 1 {
            return Some(false);
        }
        let Some(dir) = Dir::towards(dx, dy) else { return Some(false) };
        self.frame.progress = 1;
        self.frame.progress2 = u32::from(id.0) | (dir as u32) << 16;
        Some(true)
    }
}
