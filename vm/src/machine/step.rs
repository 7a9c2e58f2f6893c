//! The loop: an instruction, what it sets off, the next one. Each instruction is a call of its own function.

use super::cx::{Cx, Frame, Resolved};
use crate::formula::FormulaOp;
use crate::intent::ActionUse;
use crate::program::{Address, Instr, Op, TokenSet, bits};
use crate::state::{ChangeKind, Span};
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

impl<'a> Cx<'a> {
    /// Runs an action of an intent, whose frame is in place, from its start; nothing else is running.
    #[inline]
    pub(crate) fn run_action(&mut self, program: &'a TokenSet, used: &'a ActionUse) -> Exit {
        self.claim(program);
        self.used = Some(used);
        self.run_code()
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
        let exit = self.run_code();
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
            self.buffers.paths.retain(|&(slot, _)| (slot as usize) < base);
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

    /// Runs the program whose frame is in place, from the frame's instruction on.
    pub(super) fn run_code(&mut self) -> Exit {
        let code = self.book.decoded.program(self.frame.program);
        let mut pc = self.frame.pc;
        let mut before = self.log.len();
        loop {
            let Some(step) = code.get(pc as usize) else { return Exit::Done };
            if self.work == 0 {
                return Exit::Trapped(Trap::Fuel);
            }
            if before >= self.last_change {
                return Exit::Trapped(Trap::Log);
            }
            self.log.steps += 1;
            self.look = false;
            self.frame.pc = pc;
            let flow = if pc < self.frame.veiled_to && step.instr.op != Op::Declare {
                self.skip_veiled(&step.instr)
            } else {
                match self.hot(|hot| (step.hot)(hot, &step.instr)) {
                    Flow::Whole => step.run.whole(self, &step.instr),
                    flow => flow,
                }
            };
            let wrote = self.log.len() - before;
            self.charge(1 + wrote as u32);
            if self.look || self.log.tracing && wrote > 0 {
                match self.look_at_step(before, pc) {
                    Ok(true) => {}
                    Ok(false) => return Exit::Done,
                    Err(trap) => return Exit::Trapped(trap),
                }
            }
            before = self.log.len();
            match flow {
                Flow::Next => pc += 1,
                Flow::Again => {
                    // Core tokens are known to come to an end; of others it is only known that they pay for going on.
                    if step.instr.op == Op::Extern && !self.burn() {
                        return Exit::Trapped(Trap::Fuel);
                    }
                    continue;
                }
                // A jump back costs fuel in every instruction, so that everything ends.
                Flow::Jump(to) if to <= pc && !self.burn() => return Exit::Trapped(Trap::Fuel),
                Flow::Jump(to) => pc = to,
                Flow::End if self.asked.is_some() => return Exit::Suspended,
                Flow::End => return Exit::Done,
                Flow::Trap(trap) => return Exit::Trapped(trap),
                Flow::Whole => return Exit::Trapped(Trap::BadProgram),
            }
            if self.frame.progress | self.frame.progress2 != 0 {
                self.frame.progress = 0;
                self.frame.progress2 = 0;
            }
        }
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

    /// An instruction of a veiled part has no effect, but loops still count: the answers of the requests within go by
    /// their turns. A loop whose turns only chance or a condition knows is gone through once.
    #[cold]
    fn skip_veiled(&mut self, instr: &Instr) -> Flow {
        match instr.op {
            Op::LoopBegin => {
                let formula = self.book.formulas.get(instr.n as usize).filter(|_| instr.has(bits::FORMULA));
                let draws =
                    formula.is_some_and(|formula| formula.code.iter().any(|op| matches!(op, FormulaOp::Draw(_))));
                if draws {
                    flow::loop_begin(self, &Instr { n: 1, flags: 0, ..*instr })
                } else {
                    flow::loop_begin(self, instr)
                }
            }
            Op::LoopNext if instr.has(bits::HAS_B) => flow::loop_next(self, instr),
            Op::LoopNext => {
                self.frame.iterations[instr.a.0 as usize % 3] = 0;
                Flow::Next
            }
            _ => Flow::Next,
        }
    }

    pub(crate) fn trace(&mut self, first: usize, pc: u32) {
        let Frame { program, owner, depth, .. } = self.frame;
        self.log.spans.push(Span { first: first as u32, program, pc: pc as u16, actor: owner, depth });
    }
}

/// The flow of a program: instructions that are the machine's own.
pub(crate) mod flow {
    use super::super::decode::Run;
    use super::*;

    pub(crate) const END: Run = Run::Hot(|_, _| Flow::End);
    pub(crate) const JUMP: Run = Run::Hot(|_, instr| Flow::Jump(instr.to));
    pub(crate) const JUMP_UNLESS: Run =
        Run::Hot(|_, instr| if instr.n == 0 { Flow::Jump(instr.to) } else { Flow::Next });
    pub(crate) const DECLARE: Run = Run::Whole(|cx, instr| cx.declare(instr));
    pub(crate) const LOOP_BEGIN: Run = Run::Whole(loop_begin);
    pub(crate) const LOOP_NEXT: Run = Run::Whole(loop_next);
    pub(crate) const VEIL: Run = Run::Whole(veil);

    pub(crate) fn loop_begin(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
        let times = cx.amount(instr);
        if times > cx.book.limits.loop_count {
            return Flow::Trap(Trap::LoopCount);
        }
        let level = instr.a.0 as usize % 3;
        if times <= 0 {
            // Also how the compiler leaves a loop that a condition ends: its turns no longer count in keys.
            cx.frame.iterations[level] = 0;
            return Flow::Jump(instr.to);
        }
        cx.frame.iterations[level] = 1;
        cx.frame.loop_left[level] = times as u16;
        Flow::Next
    }

    pub(crate) fn loop_next(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
        let level = instr.a.0 as usize % 3;
        let left = &mut cx.frame.loop_left[level];
        // A loop that only a condition ends (HAS_B unset) counts its turns for the answers' keys but not down.
        let counted = instr.has(bits::HAS_B);
        if counted {
            *left = left.saturating_sub(1);
            if *left == 0 {
                cx.frame.iterations[level] = 0;
                return Flow::Next;
            }
        }
        cx.frame.iterations[level] = cx.frame.iterations[level].saturating_add(1);
        let first = cx.frame.base as usize + instr.b.0 as usize;
        let end = cx.frame.base as usize + cx.frame.slots as usize;
        for slot in cx.buffers.slots.iter_mut().take(end).skip(first).take(instr.x as usize) {
            *slot = Resolved::NONE;
        }
        Flow::Jump(instr.to)
    }

    /// A veiled part: who is not entitled to see it sees "????" on its cells and nothing of what it does.
    pub(crate) fn veil(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
        let entitled = cx.viewer.is_none_or(|viewer| viewer == cx.owner().team);
        if entitled {
            return Flow::Next;
        }
        cx.log.uncertain = true;
        for &address in cx.program.data.iter().skip(instr.x as usize).take(instr.n.max(0) as usize) {
            if let Some(cell) = cx.cell_at(Address(address as u8)) {
                cx.note(ChangeKind::Veiled, cx.frame.owner, cell.bits(), 0, 0, instr.label);
            }
        }
        // Requests inside are still resolved, so that the cells they declare can be marked.
        cx.frame.veiled_to = instr.to;
        Flow::Next
    }
}
