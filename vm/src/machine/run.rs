//! The loop: fetch, step, trigger, go on.

use super::cx::{Cx, Frame, Resolved};
use crate::intent::Use;
use crate::program::{Instr, Op, TokenSet, bits};
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
    /// It came to a request that nobody answered yet, which the context has put down as asked.
    Suspended,
    Trapped(Trap),
}

impl<'a> Cx<'a> {
    /// Runs an action of an intent, whose frame is in place, from its start; nothing else is running.
    #[inline]
    pub(crate) fn run_action(&mut self, program: &'a TokenSet, used: &Use) -> Exit {
        self.buffers.slots.clear();
        self.run_code(program, Some(used))
    }

    /// Runs a program from its start behind the one that is running, if any. Nothing can be asked: each request takes
    /// its otherwise. `captured` fills its first addresses.
    pub(crate) fn run_inner(&mut self, frame: Frame, captured: &[Resolved]) -> Exit {
        let Some(program) = self.book.program(frame.program) else { return Exit::Trapped(Trap::BadProgram) };
        let base = self.buffers.slots.len();
        let outer = std::mem::replace(&mut self.frame, Frame { base: base as u32, ..frame });
        self.buffers.slots.extend_from_slice(&captured[..captured.len().min(program.addresses as usize)]);
        let exit = self.run_code(program, None);
        self.frame = outer;
        self.buffers.slots.truncate(base);
        exit
    }

    fn run_code(&mut self, program: &'a TokenSet, answers: Option<&Use>) -> Exit {
        self.buffers.slots.resize(self.frame.base as usize + program.addresses as usize, Resolved::NONE);
        let mut pc = self.frame.pc;
        loop {
            let Some(instr) = program.code.get(pc as usize) else { return Exit::Done };
            self.log.steps += 1;
            if pc < self.frame.veiled_to && instr.op != Op::Declare {
                pc += 1;
                continue;
            }
            let before = if self.watched { self.log.changes.len() } else { 0 };
            // The tokens of nearly every action are named here, so that they are compiled into the loop; the others
            // are one call away and leave it its registers.
            let flow = match instr.op {
                Op::Declare => match self.declare(program, instr, answers, pc) {
                    Some(flow) => flow,
                    None => return Exit::Suspended,
                },
                Op::Damage => tokens::damage::step(self, instr),
                Op::Push => tokens::push::step(self, instr),
                Op::Teleport => tokens::teleport::step(self, instr),
                Op::Extern => tokens::external::step(self, instr),
                Op::End => Flow::End,
                Op::Jump => Flow::Jump(instr.to),
                Op::JumpUnless if self.amount(instr) == 0 => Flow::Jump(instr.to),
                Op::JumpUnless => Flow::Next,
                Op::LoopBegin => self.loop_begin(instr),
                Op::LoopNext => self.loop_next(instr),
                Op::Veil => self.veil(program, instr),
                _ => tokens::step(self, instr),
            };
            if self.watched
                && self.log.changes.len() > before
                && let Err(trap) = self.look_at_step(before, pc)
            {
                return Exit::Trapped(trap);
            }
            if self.flagged && self.frame.needs_owner && !self.owner().is_alive() {
                return Exit::Done;
            }
            // Nearly every step goes on to the next, so that is asked first and not through a table.
            if flow == Flow::Next {
                pc += 1;
            } else {
                match flow {
                    Flow::Next | Flow::Again => continue,
                    // Whoever jumps back pays, whatever the instruction, so that everything ends.
                    Flow::Jump(to) if to <= pc && !self.burn() => return Exit::Trapped(Trap::Fuel),
                    Flow::Jump(to) => pc = to,
                    Flow::End => return Exit::Done,
                    Flow::Trap(trap) => return Exit::Trapped(trap),
                }
            }
            self.frame.progress = 0;
            self.frame.progress2 = 0;
        }
    }

    /// What follows a step that changed something: its line in the trace, then what it triggers.
    #[inline(never)]
    fn look_at_step(&mut self, before: usize, pc: u32) -> Result<(), Trap> {
        if self.log.tracing {
            self.trace(before, pc);
        }
        if self.book.has_triggers { self.trigger(before) } else { Ok(()) }
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
            self.frame.turns[level] = 0;
            return Flow::Jump(instr.to);
        }
        self.frame.turns[level] = 1;
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
                self.frame.turns[level] = 0;
                return Flow::Next;
            }
        }
        self.frame.turns[level] = self.frame.turns[level].saturating_add(1);
        let first = self.frame.base as usize + instr.b.0 as usize;
        for slot in self.buffers.slots.iter_mut().skip(first).take(instr.x as usize) {
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
