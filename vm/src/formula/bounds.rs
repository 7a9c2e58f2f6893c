//! Bounds of a formula for inputs with bounds, used by sides that see the battle in part.

use super::{Formula, FormulaOp, Number, branch};

/// One end of a range of numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// Below all numbers.
    Below,
    /// A number.
    At(Number),
    /// Above all numbers.
    Above,
}

/// Least and largest possible value.
pub type Bounds = (Bound, Bound);

/// Bounds of an unknown number.
pub const ANYTHING: Bounds = (Bound::Below, Bound::Above);

impl From<i32> for Bound {
    fn from(number: i32) -> Self {
        Self::At(number.into())
    }
}

impl Bound {
    fn map(&self, map: impl FnOnce(&Number) -> Number) -> Self {
        match self {
            Self::At(number) => Self::At(map(number)),
            other => other.clone(),
        }
    }

    fn negative(&self) -> Self {
        match self {
            Self::Below => Self::Above,
            Self::At(number) => Self::At(number.negative()),
            Self::Above => Self::Below,
        }
    }

    fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::At(a), Self::At(b)) => Self::At(a.plus(b)),
            (Self::At(_), other) => other.clone(),
            (this, _) => this.clone(),
        }
    }

    fn is_negative(&self) -> bool {
        *self < Self::from(0)
    }

    fn times(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::At(a), Self::At(b)) => Self::At(a.times(b)),
            _ if *self == Self::from(0) || *other == Self::from(0) => Self::from(0),
            _ if self.is_negative() == other.is_negative() => Self::Above,
            _ => Self::Below,
        }
    }

    fn over(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::At(a), Self::At(b)) => Self::At(a.over(b)),
            (_, Self::Below | Self::Above) => Self::from(0),
            _ => self.times(other),
        }
    }

    fn way(&self, ways: u16) -> usize {
        branch(
            match self {
                Self::Below => 0,
                Self::At(number) => number.to_stored(),
                Self::Above => i32::MAX,
            },
            ways,
        )
    }
}

#[derive(Clone)]
struct Numbers(Vec<Bounds>);

#[derive(Default)]
struct Coming(Vec<(usize, Numbers)>);

impl Coming {
    fn join(&mut self, at: usize, numbers: Numbers) {
        let Some((_, known)) = self.0.iter_mut().find(|(place, _)| *place == at) else {
            return self.0.push((at, numbers));
        };
        known.0.truncate(numbers.0.len());
        for (known, new) in known.0.iter_mut().zip(numbers.0) {
            *known = (known.0.clone().min(new.0), known.1.clone().max(new.1));
        }
    }

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
    /// Returns whether the formula is non-zero, if `read` bounds its inputs; `None` if undecided. Exact inputs agree
    /// with [`Self::eval`].
    pub fn holds(&self, mut read: impl FnMut(FormulaOp) -> Bounds) -> Option<bool> {
        let mut coming = Coming::default();
        let mut now = Some(Numbers(Vec::new()));
        for (at, &op) in self.code.iter().enumerate() {
            let Some(mut numbers) = coming.take(at, now.take()) else { continue };
            let Some(top) = numbers.0.len().checked_sub(op.takes()) else { return Some(false) };
            if top + op.leaves() > Self::STACK {
                return Some(false);
            }
            let mut operands = numbers.0.split_off(top).into_iter();
            let nothing = || (Bound::from(0), Bound::from(0));
            let (taken, other) = (operands.next().unwrap_or_else(nothing), operands.next().unwrap_or_else(nothing));
            match op {
                FormulaOp::Jump(to) => coming.join(usize::from(to).max(at + 1), numbers),
                FormulaOp::JumpIfZero(to) => {
                    let holds = truth(&taken);
                    if holds != Some(true) {
                        coming.join(usize::from(to).max(at + 1), numbers.clone());
                    }
                    now = (holds != Some(false)).then_some(numbers);
                }
                FormulaOp::Branch(ways) => {
                    let (first, last) = (taken.0.way(ways), taken.1.way(ways));
                    (first..=last).for_each(|way| coming.join(at + 1 + way, numbers.clone()));
                }
                _ => {
                    numbers.0.push(match op {
                        FormulaOp::Load(place) => numbers.0.get(usize::from(place)).cloned().unwrap_or_else(nothing),
                        FormulaOp::Weigh(count) => (Bound::from(0), Bound::from(i32::from(count))),
                        FormulaOp::RollGiven(..) | FormulaOp::Call(..) => ANYTHING,
                        _ => op.bounds(taken, other, &mut read),
                    });
                    now = Some(numbers);
                }
            }
        }
        match coming.take(self.code.len(), now) {
            Some(Numbers(numbers)) if numbers.len() == 1 => numbers.first().map_or(Some(false), truth),
            _ => Some(false),
        }
    }
}

fn truth((least, most): &Bounds) -> Option<bool> {
    let zero = Bound::from(0);
    match () {
        () if *least == zero && *most == zero => Some(false),
        () if *least > zero || *most < zero => Some(true),
        () => None,
    }
}

fn truth_bounds(holds: Option<bool>) -> Bounds {
    let (least, most) = holds.map_or((0, 1), |holds| (i32::from(holds), i32::from(holds)));
    (least.into(), most.into())
}

fn around(corners: [Bound; 4]) -> Bounds {
    let nothing = (Bound::Above, Bound::Below);
    corners.into_iter().fold(nothing, |(least, most), at| (least.min(at.clone()), most.max(at)))
}

impl FormulaOp {
    /// Returns the bounds of the result for bounded operands. They can be wider than necessary, never narrower.
    pub(super) fn bounds(self, a: Bounds, b: Bounds, read: &mut impl FnMut(Self) -> Bounds) -> Bounds {
        let less = |a: &Bounds, b: &Bounds| match () {
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
        let each = |map: fn(&Number) -> Number| (a.0.map(map), a.1.map(map));
        let zero = Bound::from(0);
        match self {
            Self::Const(value) => (Bound::At(value.into()), Bound::At(value.into())),
            Self::Add => (a.0.plus(&b.0), a.1.plus(&b.1)),
            Self::Subtract => (a.0.plus(&b.1.negative()), a.1.plus(&b.0.negative())),
            Self::Multiply => around([a.0.times(&b.0), a.0.times(&b.1), a.1.times(&b.0), a.1.times(&b.1)]),
            Self::Divide | Self::Modulo if b == (zero.clone(), zero.clone()) => (zero.clone(), zero),
            Self::Divide if b.0 > zero || b.1 < zero => {
                around([a.0.over(&b.0), a.0.over(&b.1), a.1.over(&b.0), a.1.over(&b.1)])
            }
            Self::Divide => ANYTHING,
            Self::Negate => (a.1.negative(), a.0.negative()),
            Self::Less => truth_bounds(less(&a, &b)),
            Self::LessEqual => truth_bounds(not(less(&b, &a))),
            Self::Equal => truth_bounds(equal),
            Self::NotEqual => truth_bounds(not(equal)),
            Self::And => truth_bounds(match (truth(&a), truth(&b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            }),
            Self::Or => truth_bounds(match (truth(&a), truth(&b)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            }),
            Self::Not => truth_bounds(not(truth(&a))),
            Self::Min => (a.0.min(b.0), a.1.min(b.1)),
            Self::Max => (a.0.max(b.0), a.1.max(b.1)),
            Self::Slide => b,
            Self::SquareRoot if a.0 == Bound::Below => (zero, a.1.map(Number::square_root)),
            Self::SquareRoot => each(Number::square_root),
            Self::ToNearest => each(Number::nearest),
            // The extremes of these operations can lie inside the ranges of their operands.
            Self::Power | Self::Root | Self::Modulo => match (&a, &b) {
                ((Bound::At(x), Bound::At(same)), (Bound::At(y), Bound::At(equal))) if x == same && y == equal => {
                    let value = Bound::At(self.compute(x, y));
                    (value.clone(), value)
                }
                _ => ANYTHING,
            },
            Self::Floor => each(Number::floor),
            Self::Ceil => each(Number::ceil),
            Self::Abs if a.0 <= zero && a.1 >= zero => (zero, a.1.max(a.0.negative())),
            Self::Abs if a.0 > zero => a,
            Self::Abs => (a.1.negative(), a.0.negative()),
            other => read(other),
        }
    }
}
