//! Formula bytecode: amounts and conditions, resolved to addresses and indices when compiled. A small typed
//! expression for now; the formula language takes its place behind the same type. `f64` lives only in here, and what
//! comes out is a settled integer.

use crate::space::Cell;
use serde::{Deserialize, Serialize};

/// One operation of a formula, on a small stack of numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the arithmetic ones say themselves what they do")]
pub enum FormulaOp {
    Const(f64),
    Add,
    Subtract,
    Multiply,
    /// Division; by zero it is zero.
    Divide,
    Negate,
    Less,
    LessEqual,
    Equal,
    NotEqual,
    And,
    Or,
    Not,
    Min,
    Max,
    Floor,
    Ceil,
    Abs,
    /// Health of the entity at an address; 0 where nobody is.
    Health(u8),
    MaxHealth(u8),
    Shield(u8),
    /// Steps between two addresses in four directions; 0 if either is nowhere.
    Distance(u8, u8),
    /// Whether an address was resolved and, for a unit, it lives.
    Exists(u8),
    /// Whether a living entity stands on the cell of an address.
    Occupied(u8),
    /// Whether the entities of two addresses fight each other.
    Enemies(u8, u8),
    /// Whether the cell of an address has the surface with this index plus one.
    OnSurface(u8, u8),
    /// A registered column of the entity at an address.
    EntityColumn(u8, u16),
    /// A registered column of the cell of an address.
    CellColumn(u8, u16),
    /// A registered column of the battle.
    BattleColumn(u16),
    /// The round, from 1.
    Round,
    /// Losses counted in the battle's row.
    Losses,
    /// Living entities whose archetype has the tag.
    Count(u8),
    /// Living entities with the tag that stand in the zone.
    Inside(u8, u8),
    /// The outcome of a distribution: chance is asked.
    Draw(u16),
    /// The number that was answered at an address; 0 without one.
    Number(u8),
}

/// A compiled formula.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Formula {
    /// The text it was compiled from, for disassembly.
    pub source: String,
    /// Operations, operands before operators.
    pub code: Vec<FormulaOp>,
}

impl Formula {
    /// The deepest stack a formula may need.
    pub const STACK: usize = 32;

    /// A formula that is a number.
    #[must_use]
    pub fn constant(value: i32) -> Self {
        Self { source: value.to_string(), code: vec![FormulaOp::Const(f64::from(value))] }
    }

    /// The stack it needs, or `None` if it would underflow, leave more or less than one number, or go deeper than
    /// [`Self::STACK`].
    #[must_use]
    pub fn stack_needed(&self) -> Option<usize> {
        let (mut depth, mut deepest) = (0_usize, 0);
        for op in &self.code {
            depth = depth.checked_sub(op.takes())? + 1;
            deepest = deepest.max(depth);
        }
        (depth == 1 && deepest <= Self::STACK).then_some(deepest)
    }

    /// Its value; `world` answers what it asks of the state. A malformed formula (one [`Self::stack_needed`] refuses)
    /// is 0.
    pub fn eval(&self, world: &mut impl FormulaWorld) -> i32 {
        let mut stack = [0.0_f64; Self::STACK];
        let mut top = 0;
        for op in &self.code {
            let takes = op.takes();
            if top < takes || top - takes >= Self::STACK {
                return 0;
            }
            top -= takes;
            let (a, b) = (stack[top], stack[(top + 1).min(Self::STACK - 1)]);
            stack[top] = op.apply(a, b, world);
            top += 1;
        }
        if top == 1 { to_stored(stack[0]) } else { 0 }
    }
}

/// The least and the largest value that something may have.
pub type Bounds = (f64, f64);

const ANYTHING: Bounds = (f64::NEG_INFINITY, f64::INFINITY);

impl Formula {
    /// Whether it is other than zero, where `read` gives bounds for what it reads; nothing where that cannot be said.
    /// Where all bounds are single numbers it says what [`Self::eval`] says, or nothing.
    pub fn holds(&self, mut read: impl FnMut(FormulaOp) -> Bounds) -> Option<bool> {
        let mut stack = [(0.0, 0.0); Self::STACK];
        let mut top = 0;
        for op in &self.code {
            let takes = op.takes();
            if top < takes || top - takes >= Self::STACK {
                return Some(false);
            }
            top -= takes;
            let (least, most) = op.bounds(stack[top], stack[(top + 1).min(Self::STACK - 1)], &mut read);
            stack[top] = if least.is_nan() || most.is_nan() { ANYTHING } else { (least, most) };
            top += 1;
        }
        if top != 1 {
            return Some(false);
        }
        match (to_stored(stack[0].0), to_stored(stack[0].1)) {
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

/// A computed number as one that may be stored: rounded down, not-a-number as 0, and within ±1,000,000,000.
#[must_use]
pub fn to_stored(value: f64) -> i32 {
    if value.is_nan() { 0 } else { value.floor().clamp(-1e9, 1e9) as i32 }
}

/// What a formula may ask.
pub trait FormulaWorld {
    /// The value of an operation that reads the state or asks chance.
    fn read(&mut self, op: FormulaOp) -> f64;
}

impl FormulaOp {
    /// Numbers it takes from the stack; each operation leaves one.
    #[must_use]
    pub const fn takes(self) -> usize {
        match self {
            Self::Negate | Self::Not | Self::Floor | Self::Ceil | Self::Abs => 1,
            Self::Add
            | Self::Subtract
            | Self::Multiply
            | Self::Divide
            | Self::Less
            | Self::LessEqual
            | Self::Equal
            | Self::NotEqual
            | Self::And
            | Self::Or
            | Self::Min
            | Self::Max => 2,
            _ => 0,
        }
    }

    /// The bounds of its value for operands within bounds. They may be wider than need be, never narrower.
    fn bounds(self, a: Bounds, b: Bounds, read: &mut impl FnMut(Self) -> Bounds) -> Bounds {
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
            Self::Floor => (a.0.floor(), a.1.floor()),
            Self::Ceil => (a.0.ceil(), a.1.ceil()),
            Self::Abs if a.0 <= 0.0 && a.1 >= 0.0 => (0.0, a.1.max(-a.0)),
            Self::Abs => (a.0.abs().min(a.1.abs()), a.0.abs().max(a.1.abs())),
            other => read(other),
        }
    }

    fn apply(self, a: f64, b: f64, world: &mut impl FormulaWorld) -> f64 {
        let truth = |holds: bool| f64::from(u8::from(holds));
        match self {
            Self::Const(value) => value,
            Self::Add => a + b,
            Self::Subtract => a - b,
            Self::Multiply => a * b,
            Self::Divide => {
                if b == 0.0 {
                    0.0
                } else {
                    a / b
                }
            }
            Self::Negate => -a,
            Self::Less => truth(a < b),
            Self::LessEqual => truth(a <= b),
            Self::Equal => truth(a == b),
            Self::NotEqual => truth(a != b),
            Self::And => truth(a != 0.0 && b != 0.0),
            Self::Or => truth(a != 0.0 || b != 0.0),
            Self::Not => truth(a == 0.0),
            Self::Min => a.min(b),
            Self::Max => a.max(b),
            Self::Floor => a.floor(),
            Self::Ceil => a.ceil(),
            Self::Abs => a.abs(),
            other => world.read(other),
        }
    }
}

/// Distance between two places in steps; 0 if either is nowhere.
#[must_use]
pub fn distance(a: Cell, b: Cell) -> i32 {
    if a == Cell::NOWHERE || b == Cell::NOWHERE { 0 } else { a.steps_to(b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    struct Worth(f64);

    impl FormulaWorld for Worth {
        fn read(&mut self, _: FormulaOp) -> f64 {
            self.0
        }
    }

    fn code() -> impl Strategy<Value = Vec<FormulaOp>> {
        let leaf = prop_oneof![
            (-3_i32..4).prop_map(|n| vec![FormulaOp::Const(f64::from(n))]),
            Just(vec![FormulaOp::Count(0)])
        ];
        leaf.prop_recursive(4, 24, 2, |inner| {
            let one = prop::sample::select(vec![
                FormulaOp::Negate,
                FormulaOp::Not,
                FormulaOp::Floor,
                FormulaOp::Ceil,
                FormulaOp::Abs,
            ]);
            let two = prop::sample::select(vec![
                FormulaOp::Add,
                FormulaOp::Subtract,
                FormulaOp::Multiply,
                FormulaOp::Divide,
                FormulaOp::Less,
                FormulaOp::LessEqual,
                FormulaOp::Equal,
                FormulaOp::NotEqual,
                FormulaOp::And,
                FormulaOp::Or,
                FormulaOp::Min,
                FormulaOp::Max,
            ]);
            prop_oneof![
                (inner.clone(), one).prop_map(|(mut code, op)| {
                    code.push(op);
                    code
                }),
                (inner.clone(), inner, two).prop_map(|(mut code, more, op)| {
                    code.extend(more);
                    code.push(op);
                    code
                }),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig {
            rng_seed: proptest::test_runner::RngSeed::Fixed(20_260),
            failure_persistence: None,
            ..ProptestConfig::with_cases(2_000)
        })]

        /// What bounds say of a formula is so for every value within them.
        #[test]
        fn bounds_hold_whatever_is_hidden(code in code(), known in 0_i32..4, hidden in 0_i32..4) {
            let formula = Formula { source: String::new(), code };
            let (least, truly) = (f64::from(known), f64::from(known + hidden));
            let said = formula.holds(|_| (least, f64::INFINITY));
            prop_assert!(said.is_none_or(|holds| holds == (formula.eval(&mut Worth(truly)) != 0)));
        }
    }
}
