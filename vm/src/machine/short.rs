//! The short forms of the commonest instructions, and of the commonest sequences of them. Each knows one plain case; in
//! every other it has done nothing, and the instruction itself runs. What they write is what the instructions would.
//!
//! They work on the parts of the state they need, taken apart once, so that no step finds its way there anew.

use super::cx::{Cx, Resolved};
use crate::intent::{Answer, Key};
use crate::program::{Address, Exec, SHORT_SLOTS, bit};
use crate::space::{Cell, Ground, Symmetry};
use crate::state::{Cells, Change, ChangeKind, Entity, EntityId, Log, flag};

/// The answers of an action in the order they were given, where no key is in them twice: then the one at a place that
/// has the right key is the one that a search would find.
pub(super) type Bound<'p> = &'p [(Key, Answer)];

/// Why the short forms stopped, at the instruction they came to.
pub(super) enum Stop {
    /// This one runs by itself.
    General,
    /// The program is at its end.
    Done,
    /// This one has run, and what it wrote from here on must be looked at; then the next is up.
    Look { before: usize },
}

/// The slots that short forms use, so few that they need no test.
pub(super) type Memory = [Resolved; SHORT_SLOTS];

/// What the short forms work on.
pub(super) struct Short<'s> {
    pub(super) rows: &'s mut [Entity],
    pub(super) cells: &'s mut Cells,
    pub(super) changes: &'s mut Vec<Change>,
    pub(super) steps: &'s mut u64,
    pub(super) slots: &'s mut Memory,
    pub(super) ground: &'s Ground,
    pub(super) bound: Bound<'s>,
    /// Who acts: one that lives and is not turned, which nothing in here changes unseen. Where it stands is kept beside
    /// it, as nearly every step asks.
    pub(super) actor: EntityId,
    pub(super) here: Cell,
    pub(super) interest: u64,
    pub(super) collision: i32,
}

/// The most steps and changes that one operation comes to. Short forms never go back, so each runs once at most.
pub(super) const MOST_WORK: usize = 16;

/// A cell that was picked, and its place.
type Picked = (Cell, usize);

/// What a step comes to: the kinds of changes it wrote, or nothing where it did nothing.
type Wrote = Option<u64>;

impl Cx<'_> {
    /// Runs short forms as below and pays for what they did. They run only where all of them can be paid for, so that it
    /// is an instruction that finds nothing left.
    #[inline(always)]
    pub(super) fn run_short_charged(&mut self, ops: &[Exec], pc: &mut u32, bound: Bound<'_>) -> Stop {
        let (steps, changes) = (self.log.steps, self.log.changes.len());
        let most = ops.len() * MOST_WORK;
        if self.work as usize <= most || changes + most >= self.last_change {
            return Stop::General;
        }
        let stop = self.run_short(ops, pc, bound);
        self.charge((self.log.steps - steps) as u32 + (self.log.changes.len() - changes) as u32);
        stop
    }

    /// Runs short forms from `pc` on for as long as there are any, and leaves `pc` where it stopped.
    #[inline(never)]
    pub(super) fn run_short(&mut self, ops: &[Exec], pc: &mut u32, bound: Bound<'_>) -> Stop {
        let memory = self.buffers.slots.get_mut(self.frame.base as usize..);
        let Some(slots) = memory.and_then(|memory| memory.first_chunk_mut()) else { return Stop::General };
        let (rows, cells) = self.state.rows_and_cells();
        let Log { changes, steps, .. } = &mut *self.log;
        let (interest, collision) = (self.interest, self.book.collision_harm.max(0));
        let (ground, actor) = (&self.book.decoded.ground, self.frame.owner);
        let Some(row) = rows.get(actor.index()).filter(|row| row.is_alive()) else { return Stop::General };
        // Answers of one that is turned are left to the requests.
        let (here, bound) = (row.cell, if row.redirect == Symmetry::IDENTITY { bound } else { &[] });
        Short { rows, cells, changes, steps, slots, ground, bound, actor, here, interest, collision }.run(ops, pc)
    }
}

impl Short<'_> {
    #[inline(never)]
    pub(super) fn run(&mut self, ops: &[Exec], pc: &mut u32) -> Stop {
        loop {
            let Some(&op) = ops.get(*pc as usize) else { return Stop::General };
            let mut before = self.changes.len();
            // The last step of a sequence is looked at after the match, those before it within.
            let wrote = match op {
                Exec::General => return Stop::General,
                Exec::End => {
                    *self.steps += 1;
                    return Stop::Done;
                }
                Exec::Forward(to) => {
                    *self.steps += 1;
                    *pc = to;
                    continue;
                }
                Exec::Ask { slot, order, min, span } => self.ask(slot, order, min, span).map(|_| 0),
                Exec::Go { slot, label } => self.picked(slot).and_then(|picked| self.go(picked, label)),
                Exec::Strike { slot, label, harm } => {
                    self.picked(slot).and_then(|picked| self.strike(picked, label, harm))
                }
                Exec::GoOrStrike { slot, label, harm } => {
                    self.picked(slot).and_then(|picked| self.go_or_strike(picked, label, harm))
                }
                Exec::Shove { slot, label } => self.picked(slot).and_then(|picked| self.shove(picked, label)),
                Exec::AskGo { slot, order, min, span, label } => {
                    let Some(picked) = self.ask(slot, order, min, span) else { return Stop::General };
                    *self.steps += 1;
                    *pc += 1;
                    self.go(picked, label)
                }
                Exec::AskBlow { slot, order, min, span, hit, push, harm } => {
                    let Some(picked) = self.ask(slot, order, min, span) else { return Stop::General };
                    *self.steps += 1;
                    *pc += 1;
                    let Some(wrote) = self.strike(picked, hit, harm) else { return Stop::General };
                    *self.steps += 1;
                    if wrote & self.interest != 0 {
                        return Stop::Look { before };
                    }
                    *pc += 1;
                    before = self.changes.len();
                    self.shove(picked, push)
                }
            };
            let Some(wrote) = wrote else { return Stop::General };
            *self.steps += 1;
            if wrote & self.interest != 0 {
                return Stop::Look { before };
            }
            *pc += 1;
        }
    }

    #[inline(always)]
    fn write(&mut self, kind: ChangeKind, label: u8, entity: EntityId, before: i32, after: i32) -> u64 {
        self.changes.push(Change { kind, label, entity, at: 0, before, after });
        bit(kind)
    }

    #[inline(always)]
    fn note(&mut self, kind: ChangeKind, label: u8, entity: EntityId, at: Cell, after: i32) -> u64 {
        self.changes.push(Change { kind, label, entity, at: at.bits(), before: 0, after });
        bit(kind)
    }

    /// A cell some steps from the actor, answered where an answer is first looked for, by an actor that is not turned.
    #[inline(always)]
    fn ask(&mut self, slot: u8, order: u8, min: u8, span: u8) -> Option<Picked> {
        let &(key, Answer::Offset(dx, dy)) = self.bound.get(order as usize)? else { return None };
        let offset = (i32::from(dx), i32::from(dy));
        let steps = offset.0.unsigned_abs() + offset.1.unsigned_abs();
        let fits = steps.wrapping_sub(u32::from(min)) <= u32::from(span);
        if key != Key::new(Address(slot), [0; 3]) || !fits {
            return None;
        }
        let cell = self.ground.offset(self.here, offset)?;
        let kind = Resolved::CELL | Resolved::ROOTED;
        self.slots[slot as usize % SHORT_SLOTS] = Resolved { cell, unit: EntityId::NONE, dir: 0, kind };
        Some((cell, self.ground.place(cell)))
    }

    /// The cell in a slot, if a cell of the board was picked.
    #[inline(always)]
    fn picked(&self, slot: u8) -> Option<Picked> {
        let picked = self.slots[slot as usize % SHORT_SLOTS];
        let place = self.ground.place(picked.cell);
        (picked.kind() == Resolved::CELL && self.ground.at(place) != Ground::OFF).then_some((picked.cell, place))
    }

    /// Puts a living entity on a place, if that is free.
    #[inline(always)]
    fn shift(&mut self, id: EntityId, (to, place): Picked, label: u8) -> Wrote {
        if self.ground.at(place) != Ground::OPEN {
            return None;
        }
        let row = self.cells.row_at_mut(place)?;
        let entity = self.rows.get_mut(id.index())?;
        if row.occupant.is_some() {
            return None;
        }
        row.occupant = id;
        let from = std::mem::replace(&mut entity.cell, to);
        if let Some(row) = self.cells.row_at_mut(self.ground.place(from)) {
            row.occupant = EntityId::NONE;
        }
        Some(self.write(ChangeKind::Cell, label, id, from.bits() as i32, to.bits() as i32))
    }

    /// Puts the actor on a cell.
    #[inline(always)]
    fn go(&mut self, picked: Picked, label: u8) -> Wrote {
        let wrote = self.shift(self.actor, picked, label);
        match wrote {
            Some(_) => self.here = picked.0,
            None => _ = self.note(ChangeKind::NoEffect, label, self.actor, picked.0, 0),
        }
        Some(wrote.unwrap_or(bit(ChangeKind::NoEffect)))
    }

    /// Harms one cell.
    #[inline(always)]
    fn strike(&mut self, (cell, place): Picked, label: u8, harm: i32) -> Wrote {
        let target = self.cells.occupant_at(place);
        if target.is_some() {
            self.apply_damage(target, label, harm)
        } else {
            Some(self.note(ChangeKind::Struck, label, self.actor, cell, 0))
        }
    }

    /// Harms one that lives, is seen and has no shield.
    #[inline(always)]
    fn apply_damage(&mut self, id: EntityId, label: u8, harm: i32) -> Wrote {
        let row = self.rows.get_mut(id.index())?;
        if row.flags & (flag::ALIVE | flag::HIDDEN) != flag::ALIVE || row.shield > 0 {
            return None;
        }
        let before = row.health;
        let after = (i64::from(before) - i64::from(harm)).max(0) as i32;
        if after == before {
            return Some(0);
        }
        row.health = after;
        let (cell, flags) = (row.cell, row.flags);
        let dies = after == 0;
        let gone = flags & !flag::ALIVE;
        row.flags = if dies { gone } else { flags };
        let wrote = self.write(ChangeKind::Health, label, id, before, after);
        if !dies {
            return Some(wrote);
        }
        if let Some(row) = self.cells.row_at_mut(self.ground.place(cell)) {
            row.occupant = EntityId::NONE;
        }
        Some(wrote | self.write(ChangeKind::Flags, label, id, flags as i32, gone as i32))
    }

    /// Goes to a free cell, or strikes who is there.
    #[inline(always)]
    fn go_or_strike(&mut self, picked: Picked, label: u8, harm: i32) -> Wrote {
        let target = self.cells.occupant_at(picked.1);
        if target == self.actor {
            return None;
        }
        let Some(wrote) = self.shift(self.actor, picked, label) else { return self.strike(picked, label, harm) };
        self.here = picked.0;
        Some(wrote)
    }

    /// Pushes by one cell away from the actor.
    #[inline(always)]
    fn shove(&mut self, (cell, place): Picked, label: u8) -> Wrote {
        let id = self.cells.occupant_at(place);
        if !id.is_some() {
            return Some(0);
        }
        let (dx, dy) = self.here.offset_to(cell);
        if self.rows.get(id.index())?.flags & flag::ANCHORED != 0 || id == self.actor {
            return None;
        }
        // The way it mostly points, ties to the horizontal, by arithmetic: directions follow no pattern that a
        // processor could guess. A step over the edge comes to a place of the border.
        let along = dx.abs() >= dy.abs();
        let (x, y) = if along { (dx.signum(), 0) } else { (0, dy.signum()) };
        let next = Cell::from_bits(cell.bits().wrapping_add_signed(x + (y << 12)));
        let beside = self.ground.beside(place, (x, y));
        if let Some(wrote) = self.shift(id, (next, beside), label) {
            return Some(wrote);
        }
        let open = self.ground.at(beside) == Ground::OPEN;
        let blocker = if open { self.cells.occupant_at(beside) } else { EntityId::NONE };
        let guarded =
            |id: EntityId| self.rows.get(id.index()).is_some_and(|row| row.flags & flag::HIDDEN != 0 || row.shield > 0);
        // Both or neither, so that the instruction finds the collision whole.
        if guarded(id) || guarded(blocker) {
            return None;
        }
        let other = if blocker.is_some() { i32::from(blocker.0) } else { -1 };
        let mut wrote = self.note(ChangeKind::Collided, label, id, cell, other);
        for harmed in [id, blocker] {
            wrote |= self.apply_damage(harmed, label, self.collision).unwrap_or_default();
        }
        Some(wrote)
    }
}
