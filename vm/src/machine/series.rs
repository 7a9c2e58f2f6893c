//! A series of plain activations: units that nothing holds, with complete intents. They follow each other in one loop over
//! the slices. What a step needs beyond them, what must be looked at and what goals read ends the series; what has begun
//! is gone on with from where it is. So nothing in here decides what happens, only how fast.

use super::activate::{Advance, Ran};
use super::bind::{Bound, BoundOp, BoundUse};
use super::cx::{Cx, Frame};
use super::hot::{Hot, Triggers};
use super::step::{Flow, Stretch};
use super::{Buffers, Resolved};
use crate::schedulers::Rounds;
use crate::space::{Cell, Symmetry};
use crate::state::{BattleField, Change, EntityId, Log, flag};
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
        if (self.state.agenda_is_stale() || priorities) && !Rounds::is_ordered(book, self.state, plan) {
            return Left::Next;
        }
        // Goals are judged once before, so that a series only looks for what they read.
        let must_judge = book.decoded.facts.always() || self.judged > self.log.len();
        self.begin_budget();
        let Log { drew_chance, uncertain, outcome_unknown, ref mut changes, ref mut steps, round_first, .. } =
            *self.log;
        let last_change = round_first + book.limits.round_changes as usize;
        let base = changes.len();
        let parts = self.state.parts();
        let (agenda, next_place, grid, cells) = (parts.agenda, parts.next_place, parts.grid, parts.cells);
        let Buffers { slots, paths, picks, routes, met, bound, .. } = &mut *self.buffers;
        if bound.len() < parts.rows.len() {
            bound.resize(parts.rows.len(), Bound::default());
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
            is_one_cell: book.decoded.is_one_cell(),
            tape: changes.room(ROOM),
            written: 0,
            spilled: Vec::new(),
            battle: parts.battle,
            holdings: parts.holdings,
            columns: parts.columns,
            battle_columns: parts.battle_columns,
            triggers: Triggers::of(book, cells),
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
            work: self.work,
            look: false,
        };
        *hot.frame = Frame::new(0, EntityId::NONE, EntityId::NONE, Cell::NOWHERE, 0);
        let mut ran = 0_u64;
        let left = 'series: loop {
            // An entry's word names no row, so it is not plain either.
            let mut place = *next_place;
            let (id, row) = loop {
                let Some(&word) = agenda.get(place) else { break 'series Left::Next };
                let Some(row) = hot.rows.get(usize::from(word)) else { break 'series Left::Next };
                if row.acts() {
                    break (EntityId(word), row);
                }
                place += 1;
            };
            let held = row.flags & (flag::HIDDEN | flag::ANCHORED) != 0 || row.stunned != 0;
            let Some(bound) = bound.get_mut(id.index()).filter(|_| !held && row.redirect == Symmetry::IDENTITY) else {
                break Left::Next;
            };
            if !bound.is_valid(book, plan, id, row.archetype) {
                bound.renew(book, plan, id, row.archetype);
            }
            let first = hot.written;
            // What it may come to must be paid for, so that it is a step with all at hand that finds nothing left.
            let (changes, work) = (bound.most_changes, bound.most_work);
            if !bound.is_plain || book.limits.work() as usize <= work || base + first + changes >= last_change {
                break Left::Next;
            }
            if hot.tape.len() - first < changes {
                break Left::Full(changes);
            }
            hot.work = book.limits.work();
            let mut activation_steps = 0;
            hot.log(Change::next_place(id, *next_place, place + 1));
            *next_place = place + 1;
            for (use_index, part) in bound.uses.iter().enumerate() {
                let use_first = base + hot.written;
                // Loops and veils are not plain, so the rest of the frame stays as it was made.
                let here = hot.spot_of(id).cell;
                let frame = &mut *hot.frame;
                (frame.program, frame.slots, frame.owner, frame.cause, frame.here) =
                    (part.program, part.slots, id, id, here);
                hot.slots.iter_mut().take(usize::from(part.slots)).for_each(|slot| *slot = Resolved::NONE);
                if part.asks {
                    hot.paths.clear();
                    hot.picks.clear();
                    hot.routes.clear();
                    hot.requests = book.program(part.program).map_or(&[], |program| &program.requests);
                    hot.used = plan.intent(id).and_then(|intent| intent.uses.get(use_index));
                }
                let (stretch, steps, before) = hot.run_bound(part);
                activation_steps += steps;
                if !matches!(stretch, Stretch::Over(Flow::End)) || hot.look {
                    if !part.asks {
                        // Ways of an activation before this one are none of its own.
                        hot.paths.clear();
                        hot.picks.clear();
                        hot.routes.clear();
                    }
                    ran += u64::from(activation_steps);
                    hot.charge(activation_steps + (hot.written - first - 1) as u32);
                    break 'series Left::Begun(Begun {
                        id,
                        first: base + first,
                        use_index,
                        use_first,
                        stretch,
                        before: base + before,
                    });
                }
            }
            ran += u64::from(activation_steps);
            let turned = hot.entity(id).redirect != Symmetry::IDENTITY;
            if turned || must_judge || hot.concerns_goals(first) {
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
            let advance = Advance::Unit(id, None);
            let begun =
                Ran { advance, first: base + first, drew_chance, uncertain, outcome_unknown, is_horizon: false };
            if after(begun).is_break() {
                break Left::Enough;
            }
            if priorities && hot.since(first).iter().any(Change::is_death) {
                break Left::Full(0);
            }
        };
        let (written, work, look) = (hot.written, hot.work, hot.look);
        let spilled = hot.spilled;
        (self.work, self.look) = (work, look);
        changes.fill(written);
        spilled.into_iter().for_each(|change| changes.push(change));
        *steps += ran;
        left
    }
}

impl Hot<'_> {
    /// Runs the operations of a use, and says how many instructions those were and how many changes there were before the
    /// last. Where it stops before the end, the frame is where it stopped.
    #[inline(always)]
    fn run_bound(&mut self, part: &BoundUse) -> (Stretch, u32, usize) {
        // Programs run straight on here, so the place says how many instructions ran, but for those that went on.
        let mut more = 0;
        for op in &part.ops {
            let before = self.written;
            // The commonest are inlined, all others called.
            let (flow, pc, count) = match *op {
                BoundOp::Go(near, label) => (self.ask_and_go(near, label), near.pc, 2),
                BoundOp::Blow(near, blow) => (self.ask_and_blow(near, blow), near.pc, 3),
                BoundOp::Ask(near) => (self.ask(near), near.pc, 1),
                BoundOp::Call(step, pc, ref call) => match self.run_step(pc, false, |hot| step(hot, call)) {
                    Ok(again) => {
                        more += again;
                        continue;
                    }
                    Err((stretch, ran, before)) => return (stretch, pc + more + ran, before),
                },
                BoundOp::Step(step, pc, ref token) => match self.run_step(pc, true, |hot| step(hot, token)) {
                    Ok(again) => {
                        more += again;
                        continue;
                    }
                    Err((stretch, ran, before)) => return (stretch, pc + more + ran, before),
                },
            };
            if flow == Flow::Next && !self.look {
                continue;
            }
            return match flow {
                Flow::Whole => {
                    self.frame.pc = pc;
                    (Stretch::Whole, pc + more, before)
                }
                // Of a blow only the harm ran, which is to be looked at.
                Flow::Jump(to) => {
                    self.frame.pc = to - 1;
                    (Stretch::Over(Flow::Next), more + to, before)
                }
                flow => {
                    self.frame.pc = pc + count - 1;
                    (Stretch::Over(flow), pc + more + count, before)
                }
            };
        }
        self.frame.pc = part.end;
        let stretch = if part.ends { Stretch::Over(Flow::End) } else { Stretch::Whole };
        (stretch, part.end + more + u32::from(part.end_counts), self.written)
    }

    /// Runs one instruction to its end, and says how many steps more than one that were; or how it stopped, with how many
    /// steps that were and how many changes there were before the last.
    #[inline(always)]
    fn run_step(
        &mut self,
        pc: u32,
        goes_on: bool,
        step: impl Fn(&mut Self) -> Flow,
    ) -> Result<u32, (Stretch, u32, usize)> {
        self.frame.pc = pc;
        for again in 0.. {
            let before = self.written;
            match step(self) {
                // A token of another crate may have written or looked at more than was reckoned with.
                Flow::Next if !self.look && self.spilled.is_empty() && self.work > 0 => {
                    self.frame.progress = 0;
                    self.frame.progress2 = 0;
                    return Ok(again);
                }
                // What going on costs a token of another crate is paid for by the machine.
                Flow::Again if !self.look && again < MOST_AGAIN && goes_on => {}
                Flow::Whole => return Err((Stretch::Whole, again, before)),
                flow => return Err((Stretch::Over(flow), again + 1, before)),
            }
        }
        Ok(0)
    }

    /// The changes from this one on.
    #[inline(always)]
    fn since(&self, first: usize) -> &[Change] {
        self.tape.get(first..self.written).unwrap_or_default()
    }

    /// Whether goals may hold after the changes from this one on that did not before.
    #[inline(always)]
    fn concerns_goals(&self, first: usize) -> bool {
        let facts = &self.book.decoded.facts;
        let tags = |change: &Change| self.book.decoded.tags_of(self.entity(change.entity).archetype);
        facts.reads_any() && self.since(first).iter().any(|change| facts.concern(change, || tags(change)))
    }
}
