//! The loop: an instruction, what it sets off, the next one. Each instruction is a call of its own function.

use super::cx::{Frame, Resolved, RunContext};
use super::decode::Step;
use super::fast::{FastContext, MOST_CHANGES};
use crate::intent::ActionUse;
use crate::program::TokenSet;
use crate::state::Span;
use crate::tokens::flow;
use crate::trap::Trap;

/// How a token's step ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// On to the next instruction.
    Next,
    /// The same instruction once more, its progress kept in the frame, after triggers ran.
    Again,
    /// On at this instruction.
    Jump(u32),
    /// The program ends.
    End,
    /// The activation ends; the state is valid.
    Trap(Trap),
    /// Nothing was done: the step needs more than the slices. Only a step over the slices says so.
    Whole,
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    Done,
    /// It came to a request that nobody answered yet, which the context has put down as asked.
    Suspended,
    Trapped(Trap),
}

/// How a stretch of steps over the slices stopped.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stretch {
    /// At an instruction that was not tried.
    Untried,
    /// At an instruction that needs more than the slices, so that it has not run.
    Whole,
    /// After an instruction that ran and that came to this: it is to be looked at, or leads back, or ends.
    Over(Flow),
    /// The log has no room; the next instruction has not run.
    Full,
}

impl FastContext<'_> {
    /// Runs steps from the frame's instruction on, and says how many and how many changes there were before the last.
    /// `room` is how many changes there may be for a step to begin.
    #[inline(always)]
    pub(super) fn run(&mut self, code: &[Step], room: usize) -> (Stretch, u32, usize) {
        let (mut pc, mut steps) = (self.frame.pc, 0);
        let (stretch, before) = loop {
            let before = self.written;
            let Some(step) = code.get(pc as usize) else { break (Stretch::Over(Flow::End), before) };
            // What there is to pay for is told of by the step with all at hand.
            if self.work == 0 || before >= room {
                break (Stretch::Untried, before);
            }
            if self.tape.len().saturating_sub(before) < MOST_CHANGES {
                break (Stretch::Full, before);
            }
            let flow = (step.fast)(self, &step.token);
            if flow == Flow::Whole {
                break (Stretch::Whole, before);
            }
            steps += 1;
            self.charge(1 + (self.written - before) as u32);
            if self.look {
                break (Stretch::Over(flow), before);
            }
            match flow {
                Flow::Next => pc += 1,
                Flow::Jump(to) if to > pc => pc = to,
                Flow::Again if !step.is_foreign => continue,
                flow => break (Stretch::Over(flow), before),
            }
            self.frame.progress = 0;
            self.frame.progress2 = 0;
        };
        self.frame.pc = pc;
        (stretch, steps, before)
    }
}

impl<'a> RunContext<'a> {
    /// Runs an action of an intent, whose frame is in place, from its start; nothing else is running.
    #[inline]
    pub(crate) fn run_action(&mut self, program: &'a TokenSet, used: &'a ActionUse) -> Exit {
        self.claim(program);
        self.used = Some(used);
        self.run_code(None)
    }

    /// Goes on with an action of an intent that began in a series, whose frame and memory are in place.
    pub(super) fn resume_action(
        &mut self,
        program: &'a TokenSet,
        used: &'a ActionUse,
        stretch: Stretch,
        before: usize,
    ) -> Exit {
        (self.program, self.used, self.top) = (program, Some(used), usize::from(program.addresses));
        self.run_code(Some((stretch, before)))
    }

    /// Runs a program from its start behind the one that is running, if any. Nothing can be asked: each request takes
    /// its otherwise. `captured` fills its first addresses.
    pub(crate) fn run_inner(&mut self, frame: Frame, captured: &[Resolved]) -> Exit {
        let Some(program) = self.book.program(frame.program) else { return Exit::Trapped(Trap::BadProgram) };
        let outer = (std::mem::replace(&mut self.frame, frame), self.used.take(), self.program);
        let (base, routes) = (self.top, self.buffers.routes.len());
        self.claim(program);
        for (slot, &answer) in self.buffers.slots[base..self.top].iter_mut().zip(captured) {
            *slot = answer;
        }
        let exit = self.run_code(None);
        (self.frame, self.used, self.program) = outer;
        self.top = base;
        self.buffers.routes.truncate(routes);
        exit
    }

    /// Gives the running program its memory, behind that of those it runs within. The buffer only grows, so nearly always
    /// it is there already.
    #[inline(always)]
    fn claim(&mut self, program: &'a TokenSet) {
        self.program = program;
        let (base, count) = (self.top, program.addresses);
        self.frame.base = base as u32;
        self.frame.slots = count;
        self.top = base + count as usize;
        if !self.buffers.paths.is_empty() {
            self.buffers.paths.retain(|&(slot, ..)| (slot as usize) < base);
        }
        if !self.buffers.picks.is_empty() {
            self.buffers.picks.retain(|&(slot, _)| (slot as usize) < base);
        }
        match self.buffers.slots.get_mut(base..self.top) {
            Some(slots) => slots.fill(Resolved::NONE),
            None => self.grow(base),
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, base: usize) {
        self.buffers.slots.truncate(base);
        self.buffers.slots.resize(self.top, Resolved::NONE);
    }

    /// Runs the program whose frame is in place, from the frame's instruction on. Steps over the slices follow each other
    /// in a loop of their own for as long as nothing must be looked at.
    /// `stopped` says how a stretch stopped that ran already, and how long the log was before its last step.
    pub(super) fn run_code(&mut self, mut stopped: Option<(Stretch, usize)>) -> Exit {
        let code = self.book.decoded.program(self.frame.program);
        loop {
            let (stretch, before) = match stopped.take() {
                Some(stopped) => stopped,
                None => {
                    self.look = false;
                    let is_single = self.log.tracing || self.frame.pc < self.frame.veiled_to || self.frame.trail != 0;
                    if is_single || code.get(self.frame.pc as usize).is_some_and(|step| step.is_whole) {
                        (Stretch::Untried, self.log.len())
                    } else {
                        self.run_stretch(code)
                    }
                }
            };
            let pc = self.frame.pc;
            let (flow, step) = match (stretch, code.get(pc as usize)) {
                (Stretch::Full, _) => continue,
                (_, None) => return Exit::Done,
                (Stretch::Over(Flow::End), _) if !self.look => return Exit::Done,
                (Stretch::Over(flow), Some(step)) => (flow, step),
                (Stretch::Untried | Stretch::Whole, Some(step)) => {
                    if self.work == 0 {
                        return Exit::Trapped(Trap::Fuel);
                    }
                    if before >= self.last_change {
                        return Exit::Trapped(Trap::Log);
                    }
                    self.log.steps += 1;
                    let flow = self.run_whole(step, pc, matches!(stretch, Stretch::Whole));
                    self.charge(1 + (self.log.len() - before) as u32);
                    (flow, step)
                }
            };
            self.look |= self.frame.trail != 0 && self.log.len() > before;
            if self.look || self.log.tracing && self.log.len() > before {
                match self.look_at_step(before, pc) {
                    Ok(true) => {}
                    Ok(false) => return Exit::Done,
                    Err(trap) => return Exit::Trapped(trap),
                }
            }
            match flow {
                Flow::Next => self.frame.pc = pc + 1,
                Flow::Again => {
                    // Core tokens are known to come to an end; of others it is only known that they pay for going on.
                    if step.is_foreign && !self.burn() {
                        return Exit::Trapped(Trap::Fuel);
                    }
                    continue;
                }
                // A jump back costs fuel in every instruction, so that everything ends.
                Flow::Jump(to) if to <= pc && !self.burn() => return Exit::Trapped(Trap::Fuel),
                Flow::Jump(to) => self.frame.pc = to,
                Flow::End if self.asked.is_some() => return Exit::Suspended,
                Flow::End => return Exit::Done,
                Flow::Trap(trap) => return Exit::Trapped(trap),
                Flow::Whole => return Exit::Trapped(Trap::BadProgram),
            }
            self.frame.progress = 0;
            self.frame.progress2 = 0;
        }
    }

    /// One step of an instruction with all at hand; the slices alone may have been tried before.
    fn run_whole(&mut self, step: &Step, pc: u32, is_tried: bool) -> Flow {
        if pc < self.frame.veiled_to && !step.is_request {
            return flow::skip_veiled(self, &step.token);
        }
        if is_tried || step.is_whole {
            return step.run.whole(self, &step.token);
        }
        match self.fast(|fast| (step.fast)(fast, &step.token)) {
            Flow::Whole => step.run.whole(self, &step.token),
            flow => flow,
        }
    }

    /// Runs steps over the slices from the frame's instruction on, and leaves the frame where they stopped. With how they
    /// stopped comes the log's length before the last step.
    #[inline]
    fn run_stretch(&mut self, code: &[Step]) -> (Stretch, usize) {
        let first = self.log.len();
        let most = self.last_change;
        let (stretch, steps, wrote) = self.fast(|fast| fast.run(code, most.saturating_sub(first)));
        self.log.steps += u64::from(steps);
        (stretch, first + wrote)
    }

    /// What follows a step that must be looked at: its line in the trace, then what it triggers. Says whether the program
    /// goes on, which it does not without the owner it needs.
    #[inline(never)]
    fn look_at_step(&mut self, before: usize, pc: u32) -> Result<bool, Trap> {
        if self.log.tracing {
            self.trace(before, pc);
        }
        if self.look {
            self.trigger(before)?;
        }
        Ok(!self.frame.needs_owner || self.owner().is_alive())
    }

    #[inline]
    pub(crate) const fn burn(&mut self) -> bool {
        if self.fuel == 0 {
            return false;
        }
        self.fuel -= 1;
        true
    }

    pub(crate) fn trace(&mut self, first: usize, pc: u32) {
        let Frame { program, owner, depth, .. } = self.frame;
        self.log.spans.push(Span { first: first as u32, program, pc: pc as u16, actor: owner, depth });
    }
}
