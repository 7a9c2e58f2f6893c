//! Series of plain activations, run in one loop over the slices. When a step needs more, the general loop continues. A
//! series affects speed only, never results.

use super::activate::{Advance, Ran};
use super::bind::{Bound, BoundOp, BoundUse, Stamp, ask_and_blow, ask_and_go, asked, stops_at};
use super::cx::{Frame, RunContext};
use super::decode::FastStep;
use super::fast::FastContext;
use super::halting::{Begun, Halt, Left, Progress, Stop};
use super::quiet::{Done, PlainContext};
use super::slices::Slices;
use super::step::{Flow, Stretch};
use super::{Buffers, Resolved};
use crate::intent::Plan;
use crate::program::Label;
use crate::rulebook::Rulebook;
use crate::schedulers::Rounds;
use crate::space::{Cell, Symmetry};
use crate::state::{BattleField, Change, ChangeKind, Entity, EntityId, Log};
use crate::stats::Capabilities;
use crate::tokens::Token;
use std::ops::ControlFlow;

pub(super) const MOST_AGAIN: u32 = 15;

const MOST_SLOTS: usize = u8::MAX as usize;

const ROOM: usize = 256;

impl RunContext<'_> {
    #[inline(always)]
    fn series_order(&mut self) -> Option<bool> {
        let (book, plan) = (self.book, self.plan);
        let decided = self.state.battle(BattleField::Outcome) | self.state.battle(BattleField::Open) != 0;
        let counts = self.has_activation_counts() || self.state.has_side_policies();
        if !book.scheduler.is_rounds() || decided || self.log.tracing || !book.decoded.inlines || counts {
            return None;
        }
        // If effects change speed, the order is checked before each activation.
        if self.state.sheet(book).is_possible(Capabilities::HASTENS.with(Capabilities::AURAS)) {
            return None;
        }
        // Changes of effect instances end a series.
        self.buffers.concerned.clear();
        let (instances, concerned) = (self.state.instances(), &mut self.buffers.concerned);
        if !instances.is_empty() && !book.decoded.capabilities.find_concerned(book, instances, concerned) {
            return None;
        }
        let priorities = plan.has_priorities() && Rounds::has_priorities(self.state, plan);
        if self.state.is_agenda_stale() || priorities {
            if !Rounds::is_ordered(book, self.state, plan) {
                return None;
            }
            if !priorities {
                self.state.set_agenda_stale(false);
            }
        }
        Some(priorities)
    }

    #[inline]
    pub(super) fn run_series(&mut self, after: &mut impl FnMut(Ran) -> ControlFlow<()>) -> Left {
        let Some(priorities) = self.series_order() else { return Left::Next };
        self.read_watch();
        let (book, plan) = (self.book, self.plan);
        // Goals are judged once before, so that a series only checks for changes of facts that they read.
        let must_judge = book.decoded.judging.any.has_all_kinds() || self.judged > self.log.len();
        let may_judge = must_judge || book.decoded.judging.any.has_reads();
        let is_ready = self.is_ready();
        self.begin_budget();
        let Log { drew_chance, uncertain, outcome_unknown, ref mut changes, ref mut steps, round_first, .. } =
            *self.log;
        let base = changes.len();
        let most = (round_first + book.limits.round_changes as usize).saturating_sub(base);
        let parts = self.state.parts();
        let (agenda, next_place, grid, cells) = (parts.agenda, parts.next_place, parts.grid, parts.cells);
        let Buffers { slots, paths, picks, routes, met, bound, concerned, .. } = &mut *self.buffers;
        met.clear();
        let (bounds, stamp) = bound.of(book, plan, parts.rows.len());
        let said = (drew_chance, uncertain, outcome_unknown);
        let is_flat = book.board.is_level() && book.decoded.is_one_cell();
        let may_be_quiet = is_flat && !self.watch.has_answers_to_blows() && !priorities && !may_judge;
        let tape = changes.room(ROOM);
        let (rows, room) = (tape.len(), tape.len().min(most.saturating_sub(1)));
        let series = Series {
            book,
            plan,
            agenda,
            concerned,
            stamp,
            room,
            rows,
            base,
            may_judge,
            must_judge,
            priorities,
            may_be_quiet,
            said,
            is_ready,
        };
        let mut at = Progress { next: *next_place, ran: 0, first: 0, use_index: 0, use_first: 0, more: 0 };
        let mut halt = Halt::Other;
        let mut done = Done { written: 0, actor: EntityId::NONE, look: false };
        // The setup of all slices is wasted if everything is quiet or the first activation is not plain.
        if may_be_quiet {
            let quiet = (&mut *parts.rows, grid.words_mut(), &mut *tape);
            halt = series.run_quietly(quiet, &mut done, bounds, &mut at, after);
        } else if series.next_plain(parts.rows, *next_place, bounds, false).is_none() {
            halt = Halt::Next;
        }
        if let Some(left) = halt.left() {
            *next_place = at.next;
            self.look = false;
            changes.fill(done.written);
            *steps += at.ran;
            return left;
        }
        if slots.len() < MOST_SLOTS {
            slots.resize(MOST_SLOTS, Resolved::NONE);
        }
        let mut fast = FastContext {
            book,
            rows: parts.rows,
            grid: grid.words_mut(),
            layout: book.board.layout().rows(),
            is_level: book.board.is_level(),
            is_flat,
            is_one_cell: book.decoded.is_one_cell(),
            tape,
            written: done.written,
            spilled: Vec::new(),
            battle: parts.battle,
            instances: parts.instances,
            columns: parts.columns,
            battle_columns: parts.battle_columns,
            watch: self.watch,
            actor: done.actor,
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
            look: done.look,
        };
        *fast.frame = Frame::new(0, EntityId::NONE, EntityId::NONE, Cell::NOWHERE, 0);
        let left = series.run_by_turns(&mut fast, bounds, &mut at, halt, after);
        *next_place = at.next;
        let (written, work, look, watch) = (fast.written, fast.work, fast.look, fast.watch);
        let spilled = fast.spilled;
        (self.work, self.look, self.watch) = (work, look, watch);
        changes.fill(written);
        spilled.into_iter().for_each(|change| changes.push(change));
        *steps += at.ran;
        left
    }
}

struct Series<'s> {
    book: &'s Rulebook,
    plan: &'s Plan,
    agenda: &'s [u16],
    concerned: &'s [EntityId],
    stamp: Stamp,
    room: usize,
    rows: usize,
    base: usize,
    may_judge: bool,
    must_judge: bool,
    priorities: bool,
    may_be_quiet: bool,
    said: (bool, bool, bool),
    is_ready: bool,
}

trait Runner<'s>: Slices<'s> {
    const IS_QUIET: bool;

    fn set_actor(&mut self, id: EntityId);

    /// Runs the less common operations. Returns why it stopped, if it did.
    fn run_other(&mut self, op: &BoundOp, series: &Series<'s>, bound: &Bound, at: &mut Progress) -> Option<Stop>;
}

impl<'s> Series<'s> {
    /// Returns the next unit with its place and bound intent, if the intent is plain. Entries end the search.
    #[inline(always)]
    fn next_plain<'b>(
        &self,
        rows: &[Entity],
        mut place: usize,
        bounds: &'b mut [Bound],
        is_quiet: bool,
    ) -> Option<(usize, EntityId, &'b Bound, u64)> {
        let (id, row) = loop {
            let word = *self.agenda.get(place)?;
            let row = rows.get(usize::from(word))?;
            if row.is_free_to_act() {
                break (EntityId(word), row);
            }
            if row.is_activated() {
                return None;
            }
            place += 1;
        };
        let (bound, key) = (bounds.get_mut(id.index())?, self.stamp.key(row.unit_type));
        let is_plain = bound.is_of(key, is_quiet) || bound.renew(self.book, self.plan, id, row.unit_type, key);
        let is_concerned = !self.concerned.is_empty() && self.concerned.contains(&id);
        (is_plain && !is_concerned).then_some((place, id, bound, key))
    }

    #[inline(never)]
    fn run_quietly(
        &self,
        (rows, grid, tape): (&mut [Entity], &mut [u16], &mut [Change]),
        done: &mut Done,
        bounds: &mut [Bound],
        at: &mut Progress,
        after: &mut impl FnMut(Ran) -> ControlFlow<()>,
    ) -> Halt {
        let tape = tape.get_mut(..self.room.max(done.written)).unwrap_or_default();
        let mut quiet = PlainContext::new(self.book, rows, grid, tape, *done);
        let mut own = Progress { first: quiet.mark(), use_first: quiet.mark(), ..*at };
        let halt = self.run(&mut quiet, bounds, &mut own, after);
        *at = Progress { first: quiet.count_at(own.first), use_first: quiet.count_at(own.use_first), ..own };
        *done = quiet.done();
        halt
    }

    #[inline(always)]
    fn run_by_turns(
        &self,
        fast: &mut FastContext<'s>,
        bounds: &mut [Bound],
        at: &mut Progress,
        mut halt: Halt,
        after: &mut impl FnMut(Ran) -> ControlFlow<()>,
    ) -> Left {
        let mut is_quiet = false;
        loop {
            if let Some(left) = halt.left() {
                return left;
            }
            match halt {
                Halt::Stopped(id, stop) => {
                    let bound = bounds.get(id.index());
                    let part = bound.and_then(|bound| bound.uses.get(at.use_index)).copied().unwrap_or_default();
                    return Left::Begun(fast.stopped(id, &part, at, &stop, self.base, self.is_ready));
                }
                Halt::Judged(id) => {
                    let uses = bounds.get(id.index()).map_or(0, |bound| bound.uses.len());
                    return Left::Begun(at.ended(id, uses, self.base, fast.written, self.is_ready));
                }
                _ if is_quiet => {
                    let mut done = Done { written: fast.written, actor: fast.actor, look: fast.look };
                    let quiet = (&mut *fast.rows, &mut *fast.grid, &mut *fast.tape);
                    halt = self.run_quietly(quiet, &mut done, bounds, at, after);
                    (fast.written, fast.actor, fast.look) = (done.written, done.actor, done.look);
                }
                _ => halt = self.run(fast, bounds, at, after),
            }
            is_quiet = !is_quiet;
        }
    }

    #[inline(always)]
    fn run<S: Runner<'s>>(
        &self,
        slices: &mut S,
        bounds: &mut [Bound],
        at: &mut Progress,
        after: &mut impl FnMut(Ran) -> ControlFlow<()>,
    ) -> Halt {
        let (is_ready, (drew_chance, uncertain, outcome_unknown)) = (self.is_ready, self.said);
        loop {
            let Some((place, id, bound, key)) = self.next_plain(slices.rows(), at.next, bounds, S::IS_QUIET) else {
                return Halt::Next;
            };
            if (S::IS_QUIET || self.may_be_quiet) && bound.is_of(key, true) != S::IS_QUIET {
                return Halt::Other;
            }
            let first = slices.mark();
            if slices.is_short_of(bound.most_changes, self.room) {
                let is_row = slices.count() + bound.most_changes <= self.rows;
                return if is_row { Halt::Next } else { Halt::Full(bound.most_changes as u32) };
            }
            slices.set_actor(id);
            slices.log(Change::next_place(id, at.next, place + 1));
            (at.next, at.first, at.use_index) = (place + 1, first, 0);
            if let Some(stopped) = self.run_ops(slices, bound, at) {
                return Halt::Stopped(id, stopped);
            }
            at.ran += u64::from(bound.steps);
            // Only these can turn the actor, repeat, or exceed the reckoned work.
            if !S::IS_QUIET && bound.has_steps {
                at.ran += u64::from(std::mem::take(&mut at.more));
            }
            if let Some(fast) = slices.all()
                && (self.may_judge | bound.has_steps)
            {
                if self.must_judge || fast.entity(id).redirect != Symmetry::IDENTITY || fast.is_goal_concerned(first) {
                    return Halt::Judged(id);
                }
                fast.work = self.book.limits.work();
            }
            let (advance, first) = (Advance::Unit(id, None), self.base + slices.count_at(first));
            let ran = Ran { advance, first, drew_chance, uncertain, outcome_unknown, is_horizon: false, is_ready };
            if after(ran).is_break() {
                return Halt::Enough;
            }
            if let Some(fast) = slices.all()
                && self.priorities
                && fast.since(at.first).iter().any(Change::is_death)
            {
                return Halt::Full(0);
            }
        }
    }

    #[inline(always)]
    fn run_ops<S: Runner<'s>>(&self, slices: &mut S, bound: &Bound, at: &mut Progress) -> Option<Stop> {
        for op in &bound.ops {
            let stop = match op {
                BoundOp::Go(near, label) => ask_and_go(slices, near, *label),
                BoundOp::Blow(near, blow) => ask_and_blow(slices, near, blow),
                BoundOp::Ask(near) => match asked(slices, near) {
                    Some(_) => None,
                    None => Some(stops_at(slices, near.pc)),
                },
                BoundOp::Idle => {
                    let id = slices.actor();
                    slices.note(ChangeKind::Undecided, id, slices.entity(id).cell, 0, Label::NONE);
                    None
                }
                _ => slices.run_other(op, self, bound, at),
            };
            if stop.is_some() {
                return stop;
            }
        }
        None
    }
}

impl<'s> Runner<'s> for PlainContext<'_> {
    const IS_QUIET: bool = true;

    #[inline(always)]
    fn set_actor(&mut self, id: EntityId) {
        self.actor = id;
    }

    #[inline(always)]
    fn run_other(&mut self, op: &BoundOp, _: &Series<'s>, _: &Bound, at: &mut Progress) -> Option<Stop> {
        match *op {
            BoundOp::Begin(index) => {
                at.begin(index as usize, self.mark());
                None
            }
            _ => Some(stops_at(self, op.pc())),
        }
    }
}

impl<'s> Runner<'s> for FastContext<'s> {
    const IS_QUIET: bool = false;

    #[inline(always)]
    fn set_actor(&mut self, id: EntityId) {
        // Damage modifiers read the attacker, also of operations that need no frame.
        (self.actor, self.frame.credit) = (id, id);
    }

    #[inline(always)]
    fn run_other(&mut self, op: &BoundOp, series: &Series<'s>, bound: &Bound, at: &mut Progress) -> Option<Stop> {
        match op {
            BoundOp::Call(step, pc, call) => {
                let before = self.written;
                let flow = step(self, call);
                // The step may exceed the reckoned work, and the machine charges its repeats.
                let is_paid = self.work > 0 && self.written <= self.tape.len();
                let goes_on = matches!(flow, Flow::Next) && !self.look && is_paid;
                (!goes_on).then(|| stop_at(*pc, flow, before, 0))
            }
            BoundOp::Step(step, pc, token) => self.run_step(*step, *pc, token, &mut at.more),
            BoundOp::Begin(index) => {
                self.begin(series.plan, bound, *index as usize, at);
                None
            }
            _ => Some(stops_at(self, op.pc())),
        }
    }
}

impl<'s> FastContext<'s> {
    #[cold]
    fn stopped(
        &mut self,
        id: EntityId,
        part: &BoundUse,
        at: &mut Progress,
        stop: &Stop,
        base: usize,
        is_ready: bool,
    ) -> Begun {
        let use_first = if at.use_index == 0 { at.first + 1 } else { at.use_first };
        self.leave(part, self.before_use(use_first), stop);
        let is_over = u32::from(matches!(stop.stretch, Stretch::Over(_)));
        let steps = part.steps_before + at.more + stop.more + stop.pc + is_over;
        at.ran += u64::from(steps);
        self.charge(steps + (self.written - at.first - 1) as u32);
        Begun {
            id,
            first: base + at.first,
            use_index: at.use_index,
            use_first: base + use_first,
            stretch: stop.stretch,
            before: base + stop.before,
            is_ready,
        }
    }

    #[inline(always)]
    fn since(&self, first: usize) -> &[Change] {
        self.tape.get(first..self.written).unwrap_or_default()
    }

    fn before_use(&self, first: usize) -> Cell {
        let goes = |change: &&Change| change.kind == ChangeKind::Cell && change.entity == self.actor;
        self.since(first).iter().find(goes).map_or_else(|| self.entity(self.actor).cell, |change| change.cell_before())
    }

    #[inline(always)]
    fn is_goal_concerned(&self, first: usize) -> bool {
        let facts = &self.book.decoded.judging.any;
        let tags = |change: &Change| self.book.decoded.tags_of(self.entity(change.entity).unit_type);
        facts.has_reads() && self.since(first).iter().any(|change| facts.is_concerned_by(change, || tags(change)))
    }

    #[inline(never)]
    fn begin(&mut self, plan: &'s Plan, bound: &Bound, index: usize, at: &mut Progress) {
        let Some(part) = bound.uses.get(index) else { return };
        let here = self.spot_of(self.actor).cell;
        at.begin(index, self.written);
        if part.remembers {
            self.begin_use(part, here);
        }
        if part.asks {
            self.requests = self.book.program(part.program).map_or(&[][..], |program| &program.requests);
            self.used = plan.intent(self.actor).and_then(|intent| intent.uses.get(index));
            self.forget_ways();
        }
    }

    #[inline(never)]
    fn run_step(&mut self, step: FastStep<Token>, pc: u32, token: &Token, more: &mut u32) -> Option<Stop> {
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
}

#[cold]
fn stop_at(pc: u32, flow: Flow, before: usize, more: u32) -> Stop {
    let stretch = if flow == Flow::Whole { Stretch::Whole } else { Stretch::Over(flow) };
    Stop { pc, stretch, before, more, asked: None }
}
