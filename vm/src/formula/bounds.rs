//! What can be said of a formula where what it reads is known only within bounds: goals of a battle of which a side
//! does not see everything.

use super::{Formula, FormulaOp, branch, to_stored};

/// The least and the largest value that something may have.
pub type Bounds = (f64, f64);

/// What something has of which nothing is known.
pub const ANYTHING: Bounds = (f64::NEG_INFINITY, f64::INFINITY);

/// Numbers of a formula within bounds, and how many there are.
#[derive(Clone, Copy)]
struct Numbers {
    stack: [Bounds; Formula::STACK],
    top: usize,
}

/// What comes to places of the formula over jumps, by place.
#[derive(Default)]
struct Coming(Vec<(usize, Numbers)>);

impl Coming {
    /// The numbers come to a place; where others do as well, bounds are wide enough for both.
    fn join(&mut self, at: usize, numbers: Numbers) {
        let Some((_, known)) = self.0.iter_mut().find(|(place, _)| *place == at) else {
            return self.0.push((at, numbers));
        };
        for (known, new) in known.stack.iter_mut().zip(numbers.stack) {
            *known = (known.0.min(new.0), known.1.max(new.1));
        }
        known.top = known.top.min(numbers.top);
    }

    /// What comes to a place over jumps, and from the operation before it.
    fn take(&mut self, at: usize, before: Option<Numbers>) -> Option<Numbers> {
        if let Some(numbers) = before {
            if self.0.iter().all(|(place, _)| *place != at) {
                return Some(numbers);
            }
            self.join(at, numbers);
        }
        let found = self.0.iter().position(|(place, _)| *place == at)?;
        Some(self.0.swap_remove(found).1)
    }
}

impl Formula {
    /// Whether it is other than zero, where `read` gives bounds for what it reads; nothing where that cannot be said.
    /// Where all bounds are single numbers it says what [`Self::eval`] says, or nothing.
    pub fn holds(&self, mut read: impl FnMut(FormulaOp) -> Bounds) -> Option<bool> {
        let mut coming = Coming::default();
        let mut now = Some(Numbers { stack: [(0.0, 0.0); Self::STACK], top: 0 });
        for (at, &op) in self.code.iter().enumerate() {
            let Some(mut numbers) = coming.take(at, now.take()) else { continue };
            let takes = op.takes();
            if numbers.top < takes || numbers.top - takes + op.leaves() > Self::STACK {
                return Some(false);
            }
            numbers.top -= takes;
            let top = numbers.top;
            let taken = numbers.stack[top];
            match op {
                FormulaOp::Jump(to) => coming.join(usize::from(to).max(at + 1), numbers),
                FormulaOp::JumpIfZero(to) => {
                    if is_true(taken) != Some(true) {
                        coming.join(usize::from(to).max(at + 1), numbers);
                    }
                    now = (is_true(taken) != Some(false)).then_some(numbers);
                }
                FormulaOp::Branch(ways) => {
                    let (first, last) = (branch(taken.0, ways), branch(taken.1, ways));
                    (first..=last).for_each(|way| coming.join(at + 1 + way, numbers));
                }
                _ => {
                    let (least, most) = match op {
                        FormulaOp::Load(place) => numbers.stack[usize::from(place).min(Self::STACK - 1)],
                        FormulaOp::Weigh(count) => (0.0, f64::from(count)),
                        FormulaOp::RollGiven(_) | FormulaOp::Call(..) => ANYTHING,
                        _ => op.bounds(taken, numbers.stack[(top + 1).min(Self::STACK - 1)], &mut read),
                    };
                    numbers.stack[top] = if least.is_nan() || most.is_nan() { ANYTHING } else { (least, most) };
                    numbers.top += 1;
                    now = Some(numbers);
                }
            }
        }
        let Some(Numbers { stack: [(least, most), ..], top: 1 }) = coming.take(self.code.len(), now) else {
            return Some(false);
        };
        match (to_stored(least), to_stored(most)) {
            (0, 0) => Some(false),
            (least, most) if least > 0 || most < 0 => Some(true),
            _ => None,
        }
    }
}

/// Whether bounds leave nothing but true, nothing but false, or either.
fn is_true(bounds: Bounds) -> Option<bool> {
    match bounds {
        (0.0, 0.0) => Some(false),
        (least, most) if least > 0.0 || most < 0.0 => Some(true),
        _ => None,
    }
}

fn truth_bounds(holds: Option<bool>) -> Bounds {
    holds.map_or((0.0, 1.0), |holds| (f64::from(u8::from(holds)), f64::from(u8::from(holds))))
}

/// Bounds of a number that is one of these at its extremes.
fn around(corners: [f64; 4]) -> Bounds {
    if corners.iter().any(|corner| corner.is_nan()) {
        return ANYTHING;
    }
    corners.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), at| (least.min(at), most.max(at)))
}

impl FormulaOp {
    /// The bounds of its value for operands within bounds. They may be wider than need be, never narrower.
    pub(super) fn bounds(self, a: Bounds, b: Bounds, read: &mut impl FnMut(Self) -> Bounds) -> Bounds {
        let less = |a: Bounds, b: Bounds| match () {
            () if a.1 < b.0 => Some(true),
            () if a.0 >= b.1 => Some(false),
            () => None,
        };
        let equal = match () {
            () if a.0 == a.1 && a == b => Some(true),
            () if a.1 < b.0 || b.1 < a.0 => Some(false),
            () => None,
        };
        let not = |holds: Option<bool>| holds.map(|holds| !holds);
        match self {
            Self::Const(value) => (value, value),
            Self::Add => (a.0 + b.0, a.1 + b.1),
            Self::Subtract => (a.0 - b.1, a.1 - b.0),
            Self::Multiply => around([a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1]),
            Self::Divide if b == (0.0, 0.0) => (0.0, 0.0),
            Self::Divide if b.0 > 0.0 || b.1 < 0.0 => around([a.0 / b.0, a.0 / b.1, a.1 / b.0, a.1 / b.1]),
            Self::Divide => ANYTHING,
            Self::Negate => (-a.1, -a.0),
            Self::Less => truth_bounds(less(a, b)),
            Self::LessEqual => truth_bounds(not(less(b, a))),
            Self::Equal => truth_bounds(equal),
            Self::NotEqual => truth_bounds(not(equal)),
            Self::And => truth_bounds(match (is_true(a), is_true(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            }),
            Self::Or => truth_bounds(match (is_true(a), is_true(b)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            }),
            Self::Not => truth_bounds(not(is_true(a))),
            Self::Min => (a.0.min(b.0), a.1.min(b.1)),
            Self::Max => (a.0.max(b.0), a.1.max(b.1)),
            Self::Slide => b,
            Self::SquareRoot => (self.compute(a.0, 0.0), self.compute(a.1, 0.0)),
            Self::ToNearest => (a.0.round(), a.1.round()),
            // A power is not the largest or the least at the ends of what it is made of.
            Self::Power | Self::Root if a.0 == a.1 && b.0 == b.1 => (self.compute(a.0, b.0), self.compute(a.0, b.0)),
            Self::Power | Self::Root => ANYTHING,
            Self::Floor => (a.0.floor(), a.1.floor()),
            Self::Ceil => (a.0.ceil(), a.1.ceil()),
            Self::Abs if a.0 <= 0.0 && a.1 >= 0.0 => (0.0, a.1.max(-a.0)),
            Self::Abs => (a.0.abs().min(a.1.abs()), a.0.abs().max(a.1.abs())),
            other => read(other),
        }
    }
}
