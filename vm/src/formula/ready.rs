//! Formulas prepared for execution: verified once, with constants folded into operations. Results equal those of
//! [`Formula::value`].

use super::{Formula, FormulaOp, FormulaWorld, Fraction, Number, branch, resumed};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Quick {
    Const(Fraction),
    Read(u16),
    Add,
    Subtract,
    Multiply,
    Divide,
    Max,
    Min,
    AddConst(Fraction),
    MultiplyConst(Fraction),
    DivideConst(Fraction),
    MaxConst(Fraction),
    MinConst(Fraction),
    ConstMax(Fraction),
    ConstMin(Fraction),
    Floor,
    One(FormulaKind),
    Two(FormulaKind),
    Load(u8),
    Slide,
    JumpIfZero(u16),
    Jump(u16),
    Branch(u16),
    Weigh,
    RollGiven,
    Call,
}

type FormulaKind = u16;

/// A formula prepared for execution.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ready {
    code: Vec<Quick>,
    reads: Vec<FormulaOp>,
    needs: usize,
    /// Original operations, and for each prepared operation the first original one. Execution continues there when
    /// numbers exceed 64 bits.
    plain: Vec<FormulaOp>,
    begins: Vec<u16>,
    draws: bool,
}

impl Ready {
    /// Prepares a formula; a malformed one becomes 0.
    #[must_use]
    pub fn of(formula: &Formula) -> Self {
        let Some(needs) = formula.stack_needed() else { return Self::default() };
        let code = &formula.code;
        // An operation that is the target of a jump is not joined with the one before it.
        let mut led = vec![false; code.len() + 1];
        for op in code {
            if let FormulaOp::Jump(to) | FormulaOp::JumpIfZero(to) = *op {
                led[usize::from(to)] = true;
            }
        }
        let (plain, draws) = (code.clone(), formula.is_random());
        let mut ready = Self { code: Vec::with_capacity(code.len()), needs, plain, draws, ..Self::default() };
        let mut places = Vec::with_capacity(code.len() + 1);
        let mut at = 0;
        while at < code.len() {
            let joined = |many: usize| !led[at + 1..at + many].contains(&true);
            let (taken, made) = match (code[at], code.get(at + 1), code.get(at + 2)) {
                (FormulaOp::Const(number), Some(&op), _) if joined(2) && with_const(op, number).is_some() => {
                    (2, with_const(op, number))
                }
                (FormulaOp::Const(number), Some(&read), Some(&op))
                    if joined(3) && read.takes() == 0 && is_reading(read) && const_with(number, op).is_some() =>
                {
                    let read = ready.place(read);
                    ready.code.push(Quick::Read(read));
                    ready.begins.push(at as u16 + 1);
                    (3, const_with(number, op))
                }
                _ => (1, None),
            };
            let first = ready.code.len() - usize::from(taken == 3);
            places.extend(std::iter::repeat_n(first as u16, taken));
            let quick = made.unwrap_or_else(|| ready.quick(code[at]));
            ready.code.push(quick);
            ready.begins.push(at as u16);
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

    pub(crate) const fn is_random(&self) -> bool {
        self.draws
    }

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
            FormulaOp::Weigh(_) => Quick::Weigh,
            FormulaOp::RollGiven(..) => Quick::RollGiven,
            FormulaOp::Call(..) => Quick::Call,
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

    /// Returns the exact value.
    pub fn value(&self, world: &mut impl FormulaWorld) -> Number {
        match self.needs {
            0..4 => self.run::<4>(world),
            4..8 => self.run::<8>(world),
            8..16 => self.run::<16>(world),
            _ => self.run_deep(world),
        }
    }

    #[cold]
    #[inline(never)]
    fn run_deep(&self, world: &mut impl FormulaWorld) -> Number {
        self.run::<{ 2 * Formula::STACK }>(world)
    }

    /// `ROOM` is a power of two, so stack indices are masked instead of checked. If a number does not fit, [`resumed`]
    /// continues from there; nothing is read twice.
    fn run<const ROOM: usize>(&self, world: &mut impl FormulaWorld) -> Number {
        let mut stack = [Fraction::ZERO; ROOM];
        let place = |at: usize| at & (ROOM - 1);
        let (mut last, mut count) = (Fraction::ZERO, 0_usize);
        let mut at = 0;
        macro_rules! one {
            ($made:expr) => {
                match $made {
                    Some(made) => last = made,
                    None => break,
                }
            };
        }
        macro_rules! two {
            ($made:expr) => {
                match $made {
                    Some(made) => (last, count) = (made, count - 1),
                    None => break,
                }
            };
        }
        loop {
            let Some(&op) = self.code.get(at) else { return last.into() };
            at += 1;
            let taken = stack[place(count.wrapping_sub(1))];
            match op {
                Quick::Add => two!(taken.plus(last)),
                Quick::Subtract => two!(taken.minus(last)),
                Quick::Multiply => two!(taken.times(last)),
                Quick::Divide => two!(taken.over(last)),
                Quick::Max => (last, count) = (taken.larger(last), count - 1),
                Quick::Min => (last, count) = (taken.smaller(last), count - 1),
                Quick::AddConst(number) => one!(last.plus(number)),
                Quick::MultiplyConst(number) => one!(last.times(number)),
                Quick::DivideConst(number) => one!(last.over(number)),
                Quick::MaxConst(number) | Quick::ConstMax(number) => last = last.larger(number),
                Quick::MinConst(number) | Quick::ConstMin(number) => last = last.smaller(number),
                Quick::Floor => last = last.floor(),
                Quick::One(op) => one!(self.compute(op, last, Fraction::ZERO)),
                Quick::Two(op) => two!(self.compute(op, taken, last)),
                Quick::Const(number) => {
                    stack[place(count)] = last;
                    (last, count) = (number, count + 1);
                }
                Quick::Read(read) => {
                    let read = self.reads.get(usize::from(read)).copied().unwrap_or(FormulaOp::Const(Fraction::ZERO));
                    match world.read(read) {
                        Number::Small(read) => {
                            stack[place(count)] = last;
                            (last, count) = (read, count + 1);
                        }
                        wide => return self.go_on_with(at, &stack[..], last, count, wide, world),
                    }
                }
                Quick::Load(wanted) => {
                    let wanted = usize::from(wanted) + 1;
                    let number = if wanted == count { last } else { stack[place(wanted)] };
                    stack[place(count)] = last;
                    (last, count) = (number, count + 1);
                }
                Quick::Slide => count -= 1,
                Quick::JumpIfZero(to) => {
                    if last.is_zero() {
                        at = usize::from(to);
                    }
                    (last, count) = (taken, count - 1);
                }
                Quick::Jump(to) => at = usize::from(to),
                Quick::Branch(ways) => {
                    at += branch(Number::from(last).to_stored(), ways);
                    (last, count) = (taken, count - 1);
                }
                Quick::RollGiven | Quick::Weigh | Quick::Call => break,
            }
        }
        self.go_on(at - 1, &stack, last, count, world)
    }

    #[cold]
    fn go_on(
        &self,
        at: usize,
        stack: &[Fraction],
        last: Fraction,
        count: usize,
        world: &mut impl FormulaWorld,
    ) -> Number {
        resumed(&self.plain, self.begins(at), numbers(stack, last, count), world)
    }

    #[cold]
    fn go_on_with(
        &self,
        at: usize,
        stack: &[Fraction],
        last: Fraction,
        count: usize,
        read: Number,
        world: &mut impl FormulaWorld,
    ) -> Number {
        let mut stack = numbers(stack, last, count);
        if let Some(&(Quick::ConstMax(number) | Quick::ConstMin(number))) = self.code.get(at) {
            stack.push(number.into());
        }
        stack.push(read);
        resumed(&self.plain, self.begins(at - 1) + 1, stack, world)
    }

    fn begins(&self, at: usize) -> usize {
        self.begins.get(at).copied().unwrap_or(u16::MAX).into()
    }

    fn compute(&self, op: FormulaKind, a: Fraction, b: Fraction) -> Option<Fraction> {
        self.reads.get(usize::from(op)).and_then(|op| op.compute_small(a, b))
    }
}

fn numbers(stack: &[Fraction], last: Fraction, count: usize) -> Vec<Number> {
    let below = stack.get(1..count).unwrap_or_default();
    let top = (count > 0).then_some(last);
    below.iter().copied().chain(top).map(Number::from).collect()
}

const fn is_reading(op: FormulaOp) -> bool {
    !matches!(
        op,
        FormulaOp::Const(_)
            | FormulaOp::Load(_)
            | FormulaOp::Jump(_)
            | FormulaOp::Call(..)
            | FormulaOp::Weigh(_)
            | FormulaOp::RollGiven(..)
    )
}

fn with_const(op: FormulaOp, number: Fraction) -> Option<Quick> {
    Some(match op {
        FormulaOp::Add => Quick::AddConst(number),
        FormulaOp::Subtract => Quick::AddConst(number.negative()?),
        FormulaOp::Multiply => Quick::MultiplyConst(number),
        FormulaOp::Divide if number != Fraction::ZERO => Quick::DivideConst(number),
        FormulaOp::Max => Quick::MaxConst(number),
        FormulaOp::Min => Quick::MinConst(number),
        _ => return None,
    })
}

const fn const_with(number: Fraction, op: FormulaOp) -> Option<Quick> {
    match op {
        FormulaOp::Max => Some(Quick::ConstMax(number)),
        FormulaOp::Min => Some(Quick::ConstMin(number)),
        _ => None,
    }
}
