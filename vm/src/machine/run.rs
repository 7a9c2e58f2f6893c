//! The loop: fetch, step, trigger, go on.

use super::cx::{Cx, Frame, Resolved};
use super::short::{Bound, Stop};
use crate::formula::FormulaOp;
use crate::intent::ActionUse;
use crate::program::{Instr, Op, SHORT_SLOTS, TokenSet, bits};
use crate::state::{ChangeKind, Span};
use crate::tokens;
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
    pub(crate) fn run_action(&mut self, program: &'a TokenSet, used: &ActionUse, bound: Bound<'_>) -> Exit {
        self.claim(program);
        self.run_code(program, Some(used), bound, None)
    }

    /// Runs a program from its start behind the one that is running, if any. Nothing can be asked: each request takes
    /// its otherwise. `captured` fills its first addresses.
    pub(crate) fn run_inner(&mut self, frame: Frame, captured: &[Resolved]) -> Exit {
        let Some(program) = self.book.program(frame.program) else { return Exit::Trapped(Trap::BadProgram) };
        let outer = std::mem::replace(&mut self.frame, frame);
        let (base, routes) = (self.top, self.buffers.routes.len());
        self.claim(program);
        for (slot, &answer) in self.buffers.slots[base..self.top].iter_mut().zip(captured) {
            *slot = answer;
        }
        let exit = self.run_code(program, None, &[], None);
        self.frame = outer;
        self.top = base;
        self.buffers.routes.truncate(routes);
        exit
    }

    /// Gives the running program its memory, behind that of those it runs within. The buffer only grows, so nearly always
    /// it is there already.
    #[inline(always)]
    fn claim(&mut self, program: &TokenSet) {
        let (base, count) = (self.top, program.addresses);
        self.frame.base = base as u32;
        self.frame.slots = count;
        self.top = base + count as usize;
        if !self.buffers.paths.is_empty() {
            self.buffers.paths.retain(|&(slot, _)| (slot as usize) < base);
        }
        let end = base + SHORT_SLOTS.max(count as usize);
        match self.buffers.slots.get_mut(base..end) {
            Some(slots) => slots.iter_mut().for_each(|slot| *slot = Resolved::NONE),
            None => self.grow(base, end),
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, base: usize, end: usize) {
        self.buffers.slots.truncate(base);
        self.buffers.slots.resize(end, Resolved::NONE);
    }

    /// Runs the program whose frame is in place, from the frame's instruction on; where the short forms have `stopped`
    /// there already, from what they stopped at.
    pub(super) fn run_code(
        &mut self,
        program: &'a TokenSet,
        used: Option<&ActionUse>,
        bound: Bound<'_>,
        mut stopped: Option<Stop>,
    ) -> Exit {
        let mut ops = self.book.decoded.program(self.frame.program);
        let mut pc = self.frame.pc;
        self.wrote = 0;
        loop {
            let before;
            let stop = match stopped.take() {
                Some(stop) => stop,
                None => self.run_short_charged(ops, &mut pc, bound),
            };
            let flow = match stop {
                Stop::Done => return Exit::Done,
                Stop::Look { before: first } => {
                    before = first;
                    self.wrote = self.interest;
                    Flow::Next
                }
                Stop::General => {
                    before = self.log.changes.len();
                    let Some(instr) = program.code.get(pc as usize) else { return Exit::Done };
                    if self.work == 0 {
                        return Exit::Trapped(Trap::Fuel);
                    }
                    if before >= self.last_change {
                        return Exit::Trapped(Trap::Log);
                    }
                    self.log.steps += 1;
                    let flow = if pc < self.frame.veiled_to && instr.op != Op::Declare {
                        self.skip_veiled(instr)
                    } else {
                        let Some(flow) = self.step(program, instr, used, pc) else { return Exit::Suspended };
                        flow
                    };
                    self.charge(1 + (self.log.changes.len() - before) as u32);
                    if self.frame.veiled_to > pc {
                        // From a part that is skipped on, all runs by the instructions: they know what to skip.
                        ops = &[];
                    }
                    if flow != Flow::Again {
                        self.frame.progress = 0;
                        self.frame.progress2 = 0;
                    }
                    flow
                }
            };
            if self.wrote & self.interest != 0 {
                match self.look_at_step(before, pc) {
                    Ok(true) => {}
                    Ok(false) => return Exit::Done,
                    Err(trap) => return Exit::Trapped(trap),
                }
            }
            match flow {
                Flow::Next => pc += 1,
                Flow::Again => {}
                // A jump back costs fuel in every instruction, so that everything ends.
                Flow::Jump(to) if to <= pc && !self.burn() => return Exit::Trapped(Trap::Fuel),
                Flow::Jump(to) => pc = to,
                Flow::End => return Exit::Done,
                Flow::Trap(trap) => return Exit::Trapped(trap),
            }
        }
    }

    /// One step of an instruction as it is; nothing where it is a request that must be asked.
    #[inline(never)]
    fn step(&mut self, program: &TokenSet, instr: &Instr, used: Option<&ActionUse>, pc: u32) -> Option<Flow> {
        Some(match instr.op {
            Op::Declare => return self.declare(program, instr, used, pc),
            Op::End => Flow::End,
            Op::Jump => Flow::Jump(instr.to),
            Op::JumpUnless if self.amount(instr) == 0 => Flow::Jump(instr.to),
            Op::JumpUnless => Flow::Next,
            Op::LoopBegin => self.loop_begin(instr),
            Op::LoopNext => self.loop_next(instr),
            Op::Veil => self.veil(program, instr),
            _ => tokens::step(self, instr),
        })
    }

    /// What follows a step that wrote something of interest: its line in the trace, then what it triggers. Says whether
    /// the program goes on, which it does not without the owner it needs.
    #[inline(never)]
    fn look_at_step(&mut self, before: usize, pc: u32) -> Result<bool, Trap> {
        if self.log.tracing {
            self.trace(before, pc);
        }
        if self.book.has_triggers {
            self.trigger(before)?;
        }
        self.wrote = 0;
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

    #[inline(never)]
    fn loop_begin(&mut self, instr: &Instr) -> Flow {
        let times = self.amount(instr);
        if times > self.book.limits.loop_count {
            return Flow::Trap(Trap::LoopCount);
        }
        let level = instr.a.0 as usize % 3;
        if times <= 0 {
            // Also how the compiler leaves a loop that a condition ends: its turns no longer count in keys.
            self.frame.iterations[level] = 0;
            return Flow::Jump(instr.to);
        }
        self.frame.iterations[level] = 1;
        self.frame.loop_left[level] = times as u16;
        Flow::Next
    }

    #[inline(never)]
    fn loop_next(&mut self, instr: &Instr) -> Flow {
        let level = instr.a.0 as usize % 3;
        let left = &mut self.frame.loop_left[level];
        // A loop that only a condition ends (HAS_B unset) counts its turns for the answers' keys but not down.
        let counted = instr.has(bits::HAS_B);
        if counted {
            *left = left.saturating_sub(1);
            if *left == 0 {
                self.frame.iterations[level] = 0;
                return Flow::Next;
            }
        }
        self.frame.iterations[level] = self.frame.iterations[level].saturating_add(1);
        let first = self.frame.base as usize + instr.b.0 as usize;
        let end = self.frame.base as usize + self.frame.slots as usize;
        for slot in self.buffers.slots.iter_mut().take(end).skip(first).take(instr.x as usize) {
            *slot = Resolved::NONE;
        }
        Flow::Jump(instr.to)
    }

    /// A veiled part: who is not entitled to see it sees "????" on its cells and nothing of what it does.
    #[inline(never)]
    fn veil(&mut self, program: &TokenSet, instr: &Instr) -> Flow {
        let entitled = self.viewer.is_none_or(|viewer| viewer == self.owner().team);
        if entitled {
            return Flow::Next;
        }
        self.log.uncertain = true;
        for &address in program.data.iter().skip(instr.x as usize).take(instr.n.max(0) as usize) {
            if let Some(cell) = self.cell_at(crate::program::Address(address as u8)) {
                self.note(ChangeKind::Veiled, self.frame.owner, cell.bits(), 0, 0, instr.label);
            }
        }
        // Requests inside are still resolved, so that the cells they declare can be marked.
        self.frame.veiled_to = instr.to;
        Flow::Next
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
                if draws { self.loop_begin(&Instr { n: 1, flags: 0, ..*instr }) } else { self.loop_begin(instr) }
            }
            Op::LoopNext if instr.has(bits::HAS_B) => self.loop_next(instr),
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
