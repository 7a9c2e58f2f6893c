//! A series of plain activations: units that nothing holds, with complete intents. They follow each other in one loop over
//! the slices. What a step needs beyond them, what must be looked at and what goals read ends the series; what has begun
//! is gone on with from where it is. So nothing in here decides what happens, only how fast.

use super::activate::{Advance, Ran};
use super::bind::{Bound, BoundOp, Near};
use super::cx::{Cx, Frame};
use super::decode::HotStep;
use super::hot::Hot;
use super::step::{Flow, Stretch};
use super::{Buffers, Resolved};
use crate::intent::Plan;
use crate::rulebook::Rulebook;
use crate::schedulers::Rounds;
use crate::space::{Cell, Symmetry};
use crate::state::{BattleField, Change, Entity, EntityId, Log};
use crate::tokens::Token;
use std::ops::ControlFlow;

/// How a series ended.
pub(super) enum Left {
    /// What is next is not plain, and nothing of it has run.
    Next,
    /// The callback wants no more.
    Enough,
    /// After an activation: the log needs so many more rows, or the order is to be looked at.
    Full(usize),
    /// An activation that began is to be gone on with.
    Begun(Begun),
}

/// An activation that began in a series.
pub(super) struct Begun {
    pub(super) id: EntityId,
    /// Index of its first change.
    pub(super) first: usize,
    /// The use that is running, the index of its first change, and how it stopped; its frame is in place.
    pub(super) use_index: usize,
    pub(super) use_first: usize,
    pub(super) stretch: Stretch,
    /// How long the log was before the last step.
    pub(super) before: usize,
}

/// How the operations of a unit stopped before their end.
pub(super) struct Stop {
    /// The instruction, and how it stopped.
    pub(super) pc: u32,
    pub(super) stretch: Stretch,
    /// How many changes there were before its last step.
    pub(super) before: usize,
    /// Steps of it alone that are more than one.
    pub(super) more: u32,
    /// A request whose answer is still to be put into memory.
    pub(super) asked: Option<(Near, Cell)>,
}

/// The use of an intent that is running in a series.
struct Running {
    index: usize,
    /// Index of its first change, and where the actor was then.
    first: usize,
    here: Cell,
    /// Steps more than there are instructions, as some went on.
    more: u32,
}

/// How often an instruction may go on in a series: more are left to the machine.
pub(super) const MOST_AGAIN: u32 = 15;

/// Slots that any program may have.
const MOST_SLOTS: usize = u8::MAX as usize;

/// Rows of the log that a series begins with at least.
const ROOM: usize = 256;

impl Cx<'_> {
    /// Runs plain activations for as long as there are any.
    #[inline]
    pub(super) fn run_series(&mut self, after: &mut impl FnMut(Ran) -> ControlFlow<()>) -> Left {
        let (book, plan) = (self.book, self.plan);
        // Nothing in here can change these, but for the deaths of those whose priorities counted.
        let decided = self.state.battle(BattleField::Outcome) | self.state.battle(BattleField::Open) != 0;
        let counts = self.counts_activations();
        if !book.scheduler.is_rounds() || decided || self.log.tracing || !book.decoded.inlines || counts {
            return Left::Next;
        }
        let priorities = plan.has_priorities();
        if self.state.agenda_is_stale() || priorities {
            if !Rounds::is_ordered(book, self.state, plan) {
                return Left::Next;
            }
            // Nothing but priorities orders it otherwise from now on.
            if !priorities {
                self.state.set_agenda_stale(false);
            }
        }
        // Goals are judged once before, so that a series only looks for what they read.
        let must_judge = book.decoded.judging.any.always() || self.judged > self.log.len();
        let may_judge = must_judge || book.decoded.judging.any.reads_any();
        self.begin_budget();
        let Log { drew_chance, uncertain, outcome_unknown, ref mut changes, ref mut steps, round_first, .. } =
            *self.log;
        let base = changes.len();
        let most = (round_first + book.limits.round_changes as usize).saturating_sub(base);
        let parts = self.state.parts();
        let (agenda, next_place, grid, cells) = (parts.agenda, parts.next_place, parts.grid, parts.cells);
        let Buffers { slots, paths, picks, routes, met, bound, .. } = &mut *self.buffers;
        let (bounds, stamp) = bound.of(book, plan, parts.rows.len());
        // Much of what is made ready here is for nothing where the first is not plain.
        let mut plain = next_plain(parts.rows, agenda, *next_place, bounds, (book, plan, stamp));
        if plain.is_none() {
            return Left::Next;
        }
        if slots.len() < MOST_SLOTS {
            slots.resize(MOST_SLOTS, Resolved::NONE);
        }
        let mut hot = Hot {
            book,
            rows: parts.rows,
            grid: grid.words_mut(),
            layout: book.board.layout().rows(),
            is_level: book.board.is_level(),
            is_flat: book.board.is_level() && book.decoded.is_one_cell(),
            is_one_cell: book.decoded.is_one_cell(),
            tape: changes.room(ROOM),
            written: 0,
            spilled: Vec::new(),
            battle: parts.battle,
            holdings: parts.holdings,
            columns: parts.columns,
            battle_columns: parts.battle_columns,
            watch: book.decoded.watch,
            actor: EntityId::NONE,
            cells,
            frame: &mut self.frame,
            slots,
            paths,
            picks,
            routes,
            met,
            requests: &[],
            used: None,
            is_preview: self.viewer.is_some(),
            work: book.limits.work(),
            look: false,
        };
        *hot.frame = Frame::new(0, EntityId::NONE, EntityId::NONE, Cell::NOWHERE, 0);
        let (room, work) = (hot.tape.len().min(most.saturating_sub(1)), book.limits.work());
        let (mut next, mut ran) = (*next_place, 0_u64);
        let mut running = Running { index: 0, first: 0, here: Cell::NOWHERE, more: 0 };
        let left = loop {
            let Some(Plain { place, id, here, bound }) = plain else { break Left::Next };
            let first = hot.written;
            if first + bound.most_changes > room {
                let is_room = hot.tape.len() - first >= bound.most_changes;
                break if is_room { Left::Next } else { Left::Full(bound.most_changes) };
            }
            hot.actor = id;
            hot.log(Change::next_place(id, next, place + 1));
            next = place + 1;
            (running.first, running.here) = (hot.written, here);
            if let Some(stop) = hot.run_bound(plan, bound, &mut running) {
                let part = bound.uses.get(running.index).copied().unwrap_or_default();
                hot.leave(&part, running.here, &stop);
                let steps = part.steps_before
                    + running.more
                    + stop.more
                    + stop.pc
                    + u32::from(matches!(stop.stretch, Stretch::Over(_)));
                ran += u64::from(steps);
                hot.charge(steps + (hot.written - first - 1) as u32);
                break Left::Begun(Begun {
                    id,
                    first: base + first,
                    use_index: running.index,
                    use_first: base + running.first,
                    stretch: stop.stretch,
                    before: base + stop.before,
                });
            }
            ran += u64::from(bound.steps);
            // Only these can turn the actor, go on, or do work that was not reckoned with.
            if bound.has_steps {
                ran += u64::from(std::mem::take(&mut running.more));
            }
            if (may_judge | bound.has_steps)
                && (must_judge || hot.entity(id).redirect != Symmetry::IDENTITY || hot.concerns_goals(first))
            {
                let (use_index, before) = (bound.uses.len(), base + hot.written);
                break Left::Begun(Begun {
                    id,
                    first: base + first,
                    use_index,
                    use_first: before,
                    stretch: Stretch::Over(Flow::End),
                    before,
                });
            }
            if bound.has_steps {
                hot.work = work;
            }
            running.index = 0;
            let advance = Advance::Unit(id, None);
            let begun =
                Ran { advance, first: base + first, drew_chance, uncertain, outcome_unknown, is_horizon: false };
            if after(begun).is_break() {
                break Left::Enough;
            }
            if priorities && hot.since(first).iter().any(Change::is_death) {
                break Left::Full(0);
            }
            plain = next_plain(hot.rows, agenda, next, bounds, (book, plan, stamp));
        };
        *next_place = next;
        let (written, work, look) = (hot.written, hot.work, hot.look);
        let spilled = hot.spilled;
        (self.work, self.look) = (work, look);
        changes.fill(written);
        spilled.into_iter().for_each(|change| changes.push(change));
        *steps += ran;
        left
    }
}

/// A unit that nothing holds and whose intent is plain: its place in the order, its cell, and what is bound for it.
struct Plain<'b> {
    place: usize,
    id: EntityId,
    here: Cell,
    bound: &'b Bound,
}

/// Who is next from a place of the order on, if that is plain. An entry's word names no row, so it is not.
#[inline(always)]
fn next_plain<'b>(
    rows: &[Entity],
    agenda: &[u16],
    mut place: usize,
    bounds: &'b mut [Bound],
    (book, plan, stamp): (&Rulebook, &Plan, u64),
) -> Option<Plain<'b>> {
    let (id, row) = loop {
        let word = *agenda.get(place)?;
        let row = rows.get(usize::from(word))?;
        if row.acts() {
            break (EntityId(word), row);
        }
        place += 1;
    };
    let bound = bounds.get_mut(id.index()).filter(|_| !row.is_held())?;
    let is_plain = bound.is_of(stamp, row.archetype) || bound.renew(book, plan, id, row.archetype, stamp);
    is_plain.then_some(Plain { place, id, here: row.cell, bound })
}

impl<'s> Hot<'s> {
    /// Runs the operations of a unit. Says how they stopped, if that was before their end.
    #[inline(always)]
    fn run_bound(&mut self, plan: &'s Plan, bound: &Bound, running: &mut Running) -> Option<Stop> {
        for op in &bound.ops {
            // The commonest are inlined, all others called.
            let stop = match op {
                BoundOp::Go(near, label) => self.ask_and_go(near, *label),
                BoundOp::Blow(near, blow) => self.ask_and_blow(near, blow),
                BoundOp::Ask(near) => match self.asked(near) {
                    Some(_) => None,
                    None => Some(self.stops_at(near.pc)),
                },
                BoundOp::Call(step, pc, call) => {
                    let before = self.written;
                    let flow = step(self, call);
                    // It may have written or looked at more than was reckoned with, and what going on costs it is paid for
                    // by the machine.
                    let is_paid = self.work > 0 && self.written <= self.tape.len();
                    if flow == Flow::Next && !self.look && is_paid {
                        continue;
                    }
                    Some(stop_at(*pc, flow, before, 0))
                }
                BoundOp::Step(step, pc, token) => self.run_step(*step, *pc, token, &mut running.more),
                BoundOp::Begin(index) => {
                    self.begin(plan, bound, *index as usize, running);
                    continue;
                }
                BoundOp::Rest(pc) => Some(self.stops_at(*pc)),
            };
            if stop.is_some() {
                return stop;
            }
        }
        None
    }

    /// Begins a use.
    #[inline(never)]
    fn begin(&mut self, plan: &'s Plan, bound: &Bound, index: usize, running: &mut Running) {
        let Some(part) = bound.uses.get(index) else { return };
        let here = self.spot_of(self.actor).cell;
        (running.index, running.first, running.here) = (index, self.written, here);
        if part.remembers {
            self.begin_use(part, here);
        }
        if part.asks {
            self.requests = self.book.program(part.program).map_or(&[][..], |program| &program.requests);
            self.used = plan.intent(self.actor).and_then(|intent| intent.uses.get(index));
            self.forget_ways();
        }
    }

    /// Runs one instruction to its end, or says how it stopped before.
    #[inline(never)]
    fn run_step(&mut self, step: HotStep<Token>, pc: u32, token: &Token, more: &mut u32) -> Option<Stop> {
        self.frame.pc = pc;
        for again in 0.. {
            let before = self.written;
            match step(self, token) {
                Flow::Next if !self.look && self.work > 0 => {
                    self.frame.progress = 0;
                    self.frame.progress2 = 0;
                    *more += again;
                    return None;
                }
                Flow::Again if !self.look && again < MOST_AGAIN => {}
                flow => return Some(stop_at(pc, flow, before, again)),
            }
        }
        None
    }

    /// The changes from this one on.
    #[inline(always)]
    fn since(&self, first: usize) -> &[Change] {
        self.tape.get(first..self.written).unwrap_or_default()
    }

    /// Whether goals may hold after the changes from this one on that did not before.
    #[inline(always)]
    fn concerns_goals(&self, first: usize) -> bool {
        let facts = &self.book.decoded.judging.any;
        let tags = |change: &Change| self.book.decoded.tags_of(self.entity(change.entity).archetype);
        facts.reads_any() && self.since(first).iter().any(|change| facts.concern(change, || tags(change)))
    }
}

/// Where an instruction stopped by what its last step came to.
#[cold]
fn stop_at(pc: u32, flow: Flow, before: usize, more: u32) -> Stop {
    let stretch = if flow == Flow::Whole { Stretch::Whole } else { Stretch::Over(flow) };
    Stop { pc, stretch, before, more, asked: None }
}
