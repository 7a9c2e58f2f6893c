//! A formula made ready to run: proved once, so that nothing is checked while it runs; numbers are part of the operations
//! that take them, and the topmost number is no part of the stack. It comes to what [`Formula::value`] says.

use super::{Formula, FormulaOp, FormulaWorld, branch, settled};

/// An operation of a formula that is ready.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Quick {
    Const(f64),
    /// What reads the state or draws, by its place among [`Ready::reads`].
    Read(u16),
    Add,
    Subtract,
    Multiply,
    Divide,
    Max,
    Min,
    /// The same with a number as the second operand.
    AddConst(f64),
    SubtractConst(f64),
    MultiplyConst(f64),
    /// The number is not 0.
    DivideConst(f64),
    MaxConst(f64),
    MinConst(f64),
    /// With the number as the first operand.
    ConstMax(f64),
    ConstMin(f64),
    Floor,
    /// Any other operation on one operand, or on two.
    One(FormulaKind),
    Two(FormulaKind),
    Load(u8),
    Slide,
    JumpIfZero(u16),
    Jump(u16),
    Branch(u16),
    Weigh(u8),
    RollGiven(u16),
    Call(u16, u8),
}

/// A pure operation by its place among those of the formula.
type FormulaKind = u16;

/// A formula made ready to run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ready {
    code: Vec<Quick>,
    /// Operations that read the state or draw, and pure ones that are rarely met.
    reads: Vec<FormulaOp>,
    /// Numbers that it needs at once.
    needs: usize,
}

impl Ready {
    /// A formula made ready; a malformed one is 0.
    #[must_use]
    pub fn of(formula: &Formula) -> Self {
        let Some(needs) = formula.stack_needed() else { return Self::default() };
        let code = &formula.code;
        // Where jumps come to: what begins there is no part of what is before it.
        let mut led = vec![false; code.len() + 1];
        for op in code {
            // What a table leads to are jumps, which nothing is joined with.
            if let FormulaOp::Jump(to) | FormulaOp::JumpIfZero(to) = *op {
                led[usize::from(to)] = true;
            }
        }
        let mut ready = Self { code: Vec::with_capacity(code.len()), reads: Vec::new(), needs };
        // Where each operation went.
        let mut places = Vec::with_capacity(code.len() + 1);
        let mut at = 0;
        while at < code.len() {
            let joined = |many: usize| !led[at + 1..at + many].contains(&true);
            let (taken, made) = match (code[at], code.get(at + 1), code.get(at + 2)) {
                (FormulaOp::Const(number), Some(&op), _) if joined(2) && with_const(op, number).is_some() => {
                    (2, with_const(op, number))
                }
                (FormulaOp::Const(number), Some(&read), Some(&op))
                    if joined(3) && read.takes() == 0 && reads(read) && const_with(number, op).is_some() =>
                {
                    let read = ready.place(read);
                    ready.code.push(Quick::Read(read));
                    (3, const_with(number, op))
                }
                _ => (1, None),
            };
            let first = ready.code.len() - usize::from(taken == 3);
            places.extend(std::iter::repeat_n(first as u16, taken));
            let quick = made.unwrap_or_else(|| ready.quick(code[at]));
            ready.code.push(quick);
            at += taken;
        }
        places.push(ready.code.len() as u16);
        for quick in &mut ready.code {
            if let Quick::Jump(to) | Quick::JumpIfZero(to) = quick {
                *to = places.get(usize::from(*to)).copied().unwrap_or(u16::MAX);
            }
        }
        ready
    }

    /// The place of an operation among those that are kept beside.
    fn place(&mut self, op: FormulaOp) -> u16 {
        self.reads.push(op);
        (self.reads.len() - 1) as u16
    }

    fn quick(&mut self, op: FormulaOp) -> Quick {
        match op {
            FormulaOp::Const(number) => Quick::Const(number),
            FormulaOp::Add => Quick::Add,
            FormulaOp::Subtract => Quick::Subtract,
            FormulaOp::Multiply => Quick::Multiply,
            FormulaOp::Divide => Quick::Divide,
            FormulaOp::Max => Quick::Max,
            FormulaOp::Min => Quick::Min,
            FormulaOp::Floor => Quick::Floor,
            FormulaOp::Load(place) => Quick::Load(place),
            FormulaOp::Slide => Quick::Slide,
            FormulaOp::JumpIfZero(to) => Quick::JumpIfZero(to),
            FormulaOp::Jump(to) => Quick::Jump(to),
            FormulaOp::Branch(ways) => Quick::Branch(ways),
            FormulaOp::Weigh(count) => Quick::Weigh(count),
            FormulaOp::RollGiven(roll) => Quick::RollGiven(roll),
            FormulaOp::Call(function, count) => Quick::Call(function, count),
            op => {
                let place = self.place(op);
                match op.takes() {
                    0 => Quick::Read(place),
                    1 => Quick::One(place),
                    _ => Quick::Two(place),
                }
            }
        }
    }

    /// Its value before it is settled.
    pub fn value(&self, world: &mut impl FormulaWorld) -> f64 {
        // Small stacks are made sooner; there is room for one number more than it needs.
        match self.needs {
            0..4 => self.run::<4>(world),
            4..8 => self.run::<8>(world),
            _ => self.run::<64>(world),
        }
    }

    /// `ROOM` is a power of two, so that a place on the stack is masked in place of being checked.
    fn run<const ROOM: usize>(&self, world: &mut impl FormulaWorld) -> f64 {
        let mut stack = [0.0_f64; ROOM];
        let place = |at: usize| at & (ROOM - 1);
        // The topmost number, and how many there are: the others lie from place 1 of the stack on.
        let (mut last, mut count) = (0.0_f64, 0_usize);
        let mut at = 0;
        while let Some(&op) = self.code.get(at) {
            at += 1;
            let taken = stack[place(count.wrapping_sub(1))];
            match op {
                Quick::Const(number) => {
                    stack[place(count)] = last;
                    (last, count) = (number, count + 1);
                }
                Quick::Read(read) => {
                    stack[place(count)] = last;
                    let read = self.reads.get(usize::from(read)).copied().unwrap_or(FormulaOp::Const(0.0));
                    (last, count) = (world.read(read), count + 1);
                }
                Quick::Add => (last, count) = (taken + last, count - 1),
                Quick::Subtract => (last, count) = (taken - last, count - 1),
                Quick::Multiply => (last, count) = (taken * last, count - 1),
                Quick::Divide => (last, count) = (if last == 0.0 { 0.0 } else { taken / last }, count - 1),
                Quick::Max => (last, count) = (taken.max(last), count - 1),
                Quick::Min => (last, count) = (taken.min(last), count - 1),
                Quick::AddConst(number) => last += number,
                Quick::SubtractConst(number) => last -= number,
                Quick::MultiplyConst(number) => last *= number,
                Quick::DivideConst(number) => last /= number,
                Quick::MaxConst(number) => last = last.max(number),
                Quick::MinConst(number) => last = last.min(number),
                Quick::ConstMax(number) => last = number.max(last),
                Quick::ConstMin(number) => last = number.min(last),
                Quick::Floor => last = last.floor(),
                Quick::One(op) => last = self.compute(op, last, 0.0),
                Quick::Two(op) => (last, count) = (self.compute(op, taken, last), count - 1),
                Quick::Load(wanted) => {
                    let wanted = usize::from(wanted) + 1;
                    let number = if wanted == count { last } else { stack[place(wanted)] };
                    stack[place(count)] = last;
                    (last, count) = (number, count + 1);
                }
                Quick::Slide => count -= 1,
                Quick::JumpIfZero(to) => {
                    if last == 0.0 {
                        at = usize::from(to);
                    }
                    (last, count) = (taken, count - 1);
                }
                Quick::Jump(to) => at = usize::from(to),
                Quick::Branch(ways) => {
                    at += branch(last, ways);
                    (last, count) = (taken, count - 1);
                }
                Quick::RollGiven(roll) => (last, count) = (world.roll(roll, taken, last), count - 1),
                Quick::Weigh(many) | Quick::Call(_, many) => {
                    stack[place(count)] = last;
                    let first = count + 1 - usize::from(many);
                    let numbers = stack.get(first..=count).unwrap_or_default();
                    let value = match op {
                        Quick::Call(function, _) => settled(world.call(function, numbers)),
                        _ => world.weigh(numbers) as f64,
                    };
                    (last, count) = (value, first);
                }
            }
        }
        last
    }

    fn compute(&self, op: FormulaKind, a: f64, b: f64) -> f64 {
        self.reads.get(usize::from(op)).map_or(0.0, |op| op.compute(a, b))
    }
}

/// Whether an operation reads the state or draws, and leaves what is on the stack.
const fn reads(op: FormulaOp) -> bool {
    !matches!(
        op,
        FormulaOp::Const(_) | FormulaOp::Load(_) | FormulaOp::Jump(_) | FormulaOp::Call(..) | FormulaOp::Weigh(_)
    )
}

/// An operation whose second operand is a number.
fn with_const(op: FormulaOp, number: f64) -> Option<Quick> {
    Some(match op {
        FormulaOp::Add => Quick::AddConst(number),
        FormulaOp::Subtract => Quick::SubtractConst(number),
        FormulaOp::Multiply => Quick::MultiplyConst(number),
        FormulaOp::Divide if number != 0.0 => Quick::DivideConst(number),
        FormulaOp::Max => Quick::MaxConst(number),
        FormulaOp::Min => Quick::MinConst(number),
        _ => return None,
    })
}

/// An operation whose first operand is a number.
const fn const_with(number: f64, op: FormulaOp) -> Option<Quick> {
    match op {
        FormulaOp::Max => Some(Quick::ConstMax(number)),
        FormulaOp::Min => Some(Quick::ConstMin(number)),
        _ => None,
    }
}
