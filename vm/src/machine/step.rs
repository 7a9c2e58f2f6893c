//! The main loop: an instruction, its triggers, the next instruction. Each instruction calls its own function.

use super::cx::{Frame, Resolved, RunContext};
use super::decode::Step;
use super::fast::{FastContext, MOST_CHANGES};
use crate::intent::ActionUse;
use crate::program::TokenSet;
use crate::state::Span;
use crate::tokens::flow;
use crate::trap::Trap;

/// Result of a token's step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Continue with the next instruction.
    Next,
    /// Repeat this instruction after triggers, with its progress kept in the frame.
    Again,
    /// Continue at this instruction.
    Jump(u32),
    /// End the program.
    End,
    /// End the activation; the state is valid.
    Trap(Trap),
    /// The step needs more than the slices and did nothing. Only steps over the slices return this.
    Whole,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    Done,
    Suspended,
    Trapped(Trap),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Stretch {
    Untried,
    Whole,
    Over(Flow),
    Full,
}

impl FastContext<'_> {
    /// Runs steps from the frame's instruction. Returns their number, and the number of changes before the last one. A
    /// step begins only below `room` changes.
    #[inline(always)]
    pub(super) fn run(&mut self, code: &[Step], room: usize) -> (Stretch, u32, usize) {
        let (mut pc, mut steps) = (self.frame.pc, 0);
        let (stretch, before) = loop {
            let before = self.written;
            let Some(step) = code.get(pc as usize) else { break (Stretch::Over(Flow::End), before) };
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
    #[inline]
    pub(crate) fn run_action(&mut self, program: &'a TokenSet, used: &'a ActionUse) -> Exit {
        self.claim(program);
        self.used = Some(used);
        self.run_code(None)
    }

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

    /// Runs an inner program from its start. It cannot ask: each request uses its default. `captured` fills its first
    /// addresses.
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

    /// Runs the program of the current frame. `stopped` describes a stretch that already ran, with the log's length
    /// before its last step.
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
                    // Core tokens are known to terminate; other crates' tokens pay fuel for each repeat.
                    if step.is_foreign && !self.burn() {
                        return Exit::Trapped(Trap::Fuel);
                    }
                    continue;
                }
                // A backward jump costs fuel in every instruction, so that every program ends.
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

    #[inline]
    fn run_stretch(&mut self, code: &[Step]) -> (Stretch, usize) {
        let first = self.log.len();
        let most = self.last_change;
        let (stretch, steps, wrote) = self.fast(|fast| fast.run(code, most.saturating_sub(first)));
        self.log.steps += u64::from(steps);
        (stretch, first + wrote)
    }

    /// Traces a step and runs its triggers. Returns whether the program continues.
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
