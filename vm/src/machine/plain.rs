//! Plain activations: a unit that nothing holds, with one action all answered. They follow each other in one loop with
//! everything at hand that they need. What is not plain is left to [`Cx::advance`], and an activation that turns out
//! not to be plain is gone on with from where it is; so nothing here decides what happens, only how fast.

use super::activate::{Advance, Ran};
use super::cx::{Cx, Frame};
use super::run::Exit;
use super::short::{Bound, MOST_WORK, Memory, Short, Stop};
use crate::intent::ActionUse;
use crate::program::SHORT_SLOTS;
use crate::space::{Cell, Symmetry};
use crate::state::{BattleField, Change, ChangeKind, EntityId, Log, flag};
use crate::validate::MAX_ANSWERS;
use std::ops::ControlFlow;

/// An activation that began plainly and is to be gone on with.
pub(super) struct Begun<'p> {
    id: EntityId,
    /// Where its actor was when it began.
    here: Cell,
    used: &'p ActionUse,
    pc: u32,
    stop: Stop,
    first: usize,
    /// Steps and changes so far.
    work: u32,
}

/// How a run of plain activations ended.
pub(super) enum Left<'p> {
    /// What is next is not plain, and nothing of it has run.
    Next,
    /// The callback wants no more.
    Enough,
    Begun(Begun<'p>),
}

impl<'a> Cx<'a> {
    /// Runs plain activations for as long as there are any.
    #[inline]
    pub(super) fn run_plain(&mut self, after: &mut impl FnMut(Ran) -> ControlFlow<()>) -> Left<'a> {
        let (book, plan) = (self.book, self.plan);
        // Nothing in here can change these.
        let ordered = book.scheduler.is_rounds() && !self.state.agenda_is_stale() && !plan.has_priorities();
        let decided = self.state.battle(BattleField::Outcome) != 0;
        if !ordered || decided || self.log.tracing {
            return Left::Next;
        }
        let (most_work, last_change) =
            (book.limits.work() as usize, self.log.round_first + book.limits.round_changes as usize);
        let judged = !book.goals.is_empty() || !book.losses.is_empty();
        let Some(slots) = self.buffers.slots.first_chunk_mut::<SHORT_SLOTS>() else {
            self.buffers.slots.resize(SHORT_SLOTS, super::Resolved::NONE);
            return Left::Next;
        };
        let empty: Memory = [super::Resolved::NONE; SHORT_SLOTS];
        let (rows, cells, agenda, turn) = self.state.parts();
        let Log { changes, steps, drew_chance, uncertain, outcome_unknown, .. } = &mut *self.log;
        let (drew_chance, uncertain, outcome_unknown) = (*drew_chance, *uncertain, *outcome_unknown);
        let (ground, actor, bound): (_, _, Bound<'a>) = (&book.decoded.ground, EntityId::NONE, &[]);
        let (interest, collision) = (self.interest, book.collision_harm.max(0));
        let here = Cell::NOWHERE;
        let mut short = Short { rows, cells, changes, steps, slots, ground, bound, actor, here, interest, collision };
        loop {
            // An entry's word names no row, so it is not plain either.
            let mut place = *turn;
            let (id, row) = loop {
                let Some(&word) = agenda.get(place) else { return Left::Next };
                let Some(row) = short.rows.get(word as usize) else { return Left::Next };
                if row.acts() {
                    break (EntityId(word), row);
                }
                place += 1;
            };
            let held = row.flags & (flag::HIDDEN | flag::ANCHORED) != 0 || row.stunned != 0;
            if held || row.redirect != Symmetry::IDENTITY {
                return Left::Next;
            }
            let Some(used) = plan.single(id).filter(|used| used.answers.len() <= MAX_ANSWERS) else {
                return Left::Next;
            };
            let Some(ops) = book.decoded.plain(used.program, row.archetype) else { return Left::Next };
            let (here, first) = (row.cell, short.changes.len());
            // As where the short forms of an activation begin: what it may come to must be paid for.
            let most = ops.len() * MOST_WORK;
            if most_work <= most || first + 1 + most >= last_change {
                return Left::Next;
            }
            let steps = *short.steps;
            let (before, after_it) = (*turn as i32, place as i32 + 1);
            short.changes.push(Change {
                kind: ChangeKind::NextPlace,
                label: 0,
                entity: id,
                at: 0,
                before,
                after: after_it,
            });
            *turn = place + 1;
            *short.slots = empty;
            (short.actor, short.here) = (id, here);
            short.bound = &used.answers;
            let mut pc = 0;
            let stop = short.run(ops, &mut pc);
            if judged || !matches!(stop, Stop::Done) {
                let work = (*short.steps - steps) as u32 + (short.changes.len() - first - 1) as u32;
                return Left::Begun(Begun { id, here, used, pc, stop, first, work });
            }
            let ran = Ran {
                advance: Advance::Unit(id, None),
                first,
                drew_chance,
                uncertain,
                outcome_unknown,
                is_horizon: false,
            };
            if after(ran).is_break() {
                return Left::Enough;
            }
        }
    }

    /// Goes on with an activation to its end.
    #[inline(never)]
    pub(super) fn go_on(&mut self, begun: Begun<'a>) -> Ran {
        let Begun { id, here, used, pc, stop, first, work } = begun;
        let Log { drew_chance, uncertain, outcome_unknown, .. } = *self.log;
        let book = self.book;
        self.begin_budget();
        self.buffers.paths.clear();
        self.buffers.routes.clear();
        self.charge(work);
        self.use_index = 0;
        self.frame = Frame::new(used.program, id, id, here, 0);
        self.frame.pc = pc;
        if let Some(program) = book.program(used.program) {
            self.frame.slots = program.addresses;
            self.top = program.addresses as usize;
            if self.top > SHORT_SLOTS {
                self.buffers.slots.truncate(SHORT_SLOTS);
                self.buffers.slots.resize(self.top, super::Resolved::NONE);
            }
            if let Exit::Trapped(trap) = self.run_code(program, Some(used), &used.answers, Some(stop)) {
                self.trapped(id, trap);
            }
        }
        self.end_redirect(id);
        self.check_victory();
        Ran { advance: Advance::Unit(id, None), first, drew_chance, uncertain, outcome_unknown, is_horizon: false }
    }
}
