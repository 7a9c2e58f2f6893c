//! The loop: fetch, step, trigger, go on.

use super::cx::{Cx, Frame, Resolved};
use super::declare::{Declared, Question};
use crate::intent::Use;
use crate::program::{Instr, Op, bits};
use crate::rulebook::Rulebook;
use crate::state::{Span, What};
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
    /// It came to a request that nobody answered yet.
    Suspended(Question),
    Trapped(Trap),
}

impl<'a> Cx<'a> {
    /// Runs a program from its start. `answers` is the action within an intent; without it nothing can be asked and
    /// each request takes its otherwise.
    pub(crate) fn run(&mut self, frame: Frame, answers: Option<&Use>) -> Exit {
        let base = self.buffers.slots.len();
        let exit = self.run_on(frame, base, answers);
        self.buffers.slots.truncate(base);
        exit
    }

    /// The same over slots from `base` on, some of which may be filled already.
    pub(crate) fn run_on(&mut self, frame: Frame, base: usize, answers: Option<&Use>) -> Exit {
        let book: &'a Rulebook = self.book;
        let Some(program) = book.program(frame.program) else { return Exit::Trapped(Trap::BadProgram) };
        let outer = std::mem::replace(&mut self.frame, Frame { base, ..frame });
        self.buffers.slots.resize(base + program.addresses as usize, Resolved::NONE);
        let exit = self.run_code(&program.code, answers);
        self.frame = outer;
        exit
    }

    fn run_code(&mut self, code: &[Instr], answers: Option<&Use>) -> Exit {
        let mut pc = self.frame.pc;
        loop {
            let Some(instr) = code.get(pc as usize) else { return Exit::Done };
            self.log.steps += 1;
            let before = self.log.changes.len();
            if pc < self.frame.veiled_to && instr.op != Op::Declare {
                pc += 1;
                continue;
            }
            let flow = match instr.op {
                Op::Declare => match self.declare(instr, answers, pc) {
                    Declared::Flow(flow) => flow,
                    Declared::Ask(question) => return Exit::Suspended(question),
                },
                Op::End => Flow::End,
                Op::Jump => self.jump(pc, instr.to),
                Op::JumpUnless => {
                    if self.amount(instr) == 0 {
                        self.jump(pc, instr.to)
                    } else {
                        Flow::Next
                    }
                }
                Op::LoopBegin => self.loop_begin(instr),
                Op::LoopNext => self.loop_next(instr),
                Op::Veil => self.veil(instr),
                _ => tokens::step(self, instr),
            };
            if self.log.changes.len() > before {
                if self.log.tracing {
                    self.trace(before, pc);
                }
                if self.book.has_triggers
                    && let Err(trap) = self.trigger(before)
                {
                    return Exit::Trapped(trap);
                }
                if self.frame.needs_owner && !self.owner().is_alive() {
                    return Exit::Done;
                }
            }
            match flow {
                Flow::Next => {
                    pc += 1;
                    self.frame.progress = 0;
                    self.frame.progress2 = 0;
                }
                Flow::Again => {}
                Flow::Jump(to) => {
                    pc = to;
                    self.frame.progress = 0;
                    self.frame.progress2 = 0;
                }
                Flow::End => return Exit::Done,
                Flow::Trap(trap) => return Exit::Trapped(trap),
            }
        }
    }

    /// Back-jumps cost fuel, so that every loop ends.
    fn jump(&mut self, pc: u32, to: u32) -> Flow {
        if to <= pc && !self.burn() { Flow::Trap(Trap::Fuel) } else { Flow::Jump(to) }
    }

    #[inline]
    pub(crate) const fn burn(&mut self) -> bool {
        if self.fuel == 0 {
            return false;
        }
        self.fuel -= 1;
        true
    }

    fn loop_begin(&mut self, instr: &Instr) -> Flow {
        let times = self.amount(instr);
        if times > self.book.limits.loop_count {
            return Flow::Trap(Trap::LoopCount);
        }
        let level = instr.a.0 as usize % 3;
        if times <= 0 {
            // Also how the compiler leaves a loop that a condition ends: its turns no longer count in keys.
            self.frame.turns[level] = 0;
            return Flow::Jump(instr.to);
        }
        self.frame.turns[level] = 1;
        self.frame.loop_left[level] = times as u16;
        Flow::Next
    }

    fn loop_next(&mut self, instr: &Instr) -> Flow {
        let level = instr.a.0 as usize % 3;
        let left = &mut self.frame.loop_left[level];
        // A loop that only a condition ends (HAS_B unset) counts its turns for the answers' keys but not down.
        let counted = instr.has(bits::HAS_B);
        if counted {
            *left = left.saturating_sub(1);
            if *left == 0 {
                self.frame.turns[level] = 0;
                return Flow::Next;
            }
        }
        if !self.burn() {
            return Flow::Trap(Trap::Fuel);
        }
        self.frame.turns[level] = self.frame.turns[level].saturating_add(1);
        let first = self.frame.base + instr.b.0 as usize;
        for slot in self.buffers.slots.iter_mut().skip(first).take(instr.x as usize) {
            *slot = Resolved::NONE;
        }
        Flow::Jump(instr.to)
    }

    /// A veiled part: who is not entitled to see it sees "????" on its cells and nothing of what it does.
    fn veil(&mut self, instr: &Instr) -> Flow {
        let entitled = self.viewer.is_none_or(|viewer| viewer == self.owner().team);
        if entitled {
            return Flow::Next;
        }
        self.log.uncertain = true;
        let book = self.book;
        let data = book.program(self.frame.program).map_or(&[][..], |p| p.data.as_slice());
        for &address in data.iter().skip(instr.x as usize).take(instr.n.max(0) as usize) {
            if let Some(cell) = self.cell_at(crate::program::Address(address as u8)) {
                self.note(What::Veiled, self.frame.owner, cell.bits(), 0, 0, instr.label);
            }
        }
        // Requests inside are still resolved, so that the cells they declare can be marked.
        self.frame.veiled_to = instr.to;
        Flow::Next
    }

    pub(crate) fn trace(&mut self, first: usize, pc: u32) {
        let Frame { program, owner, depth, .. } = self.frame;
        self.log.spans.push(Span { first: first as u32, program, pc: pc as u16, actor: owner, depth });
    }
}
