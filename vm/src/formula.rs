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
    /// How high the cell of an address lies, in steps.
    Height(u8),
    /// A parameter of the ground of the cell of an address, by its place among the rulebook's.
    Ground(u8, u16),
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
    use expect_test::expect;
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

    const OPERATORS: [FormulaOp; 17] = [
        FormulaOp::Add,
        FormulaOp::Subtract,
        FormulaOp::Multiply,
        FormulaOp::Divide,
        FormulaOp::Negate,
        FormulaOp::Less,
        FormulaOp::LessEqual,
        FormulaOp::Equal,
        FormulaOp::NotEqual,
        FormulaOp::And,
        FormulaOp::Or,
        FormulaOp::Not,
        FormulaOp::Min,
        FormulaOp::Max,
        FormulaOp::Floor,
        FormulaOp::Ceil,
        FormulaOp::Abs,
    ];

    fn formula(code: Vec<FormulaOp>) -> Formula {
        Formula { source: String::new(), code }
    }

    #[test]
    fn every_operator_computes_its_value() {
        let pairs = [(7.5, 2.0), (-7.5, 2.0), (2.0, 2.0), (0.0, 2.0), (7.5, 0.0)];
        let rows = OPERATORS.map(|op| {
            let values = pairs.map(|(a, b)| op.apply(a, b, &mut Worth(0.0)).to_string());
            format!("{op:?}: {}", values.join(" "))
        });
        expect![[r#"
            Add: 9.5 -5.5 4 2 7.5
            Subtract: 5.5 -9.5 0 -2 7.5
            Multiply: 15 -15 4 0 0
            Divide: 3.75 -3.75 1 0 0
            Negate: -7.5 7.5 -2 -0 -7.5
            Less: 0 1 0 1 0
            LessEqual: 0 1 1 1 0
            Equal: 0 0 1 0 0
            NotEqual: 1 1 0 1 1
            And: 1 1 1 0 0
            Or: 1 1 1 1 1
            Not: 0 0 0 1 0
            Min: 2 -7.5 2 0 0
            Max: 7.5 2 2 2 7.5
            Floor: 7 -8 2 0 7
            Ceil: 8 -7 2 0 8
            Abs: 7.5 7.5 2 0 7.5
        "#]]
        .assert_eq(&format!("{}\n", rows.join("\n")));
    }

    /// The bounds of an operator are the least and the largest of the values that it has for numbers within the bounds of
    /// its operands. A divisor that may be zero bounds nothing.
    #[test]
    fn bounds_of_every_operator_are_as_narrow_as_they_can_be() {
        let numbers = [-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5];
        let ranges =
            || numbers.iter().enumerate().flat_map(|(at, &least)| numbers[at..].iter().map(move |&most| (least, most)));
        let within = |(least, most): Bounds| numbers.into_iter().filter(move |&n| (least..=most).contains(&n));
        for op in OPERATORS {
            for (a, b) in ranges().flat_map(|a| ranges().map(move |b| (a, b))) {
                let values = within(a).flat_map(|x| within(b).map(move |y| op.apply(x, y, &mut Worth(0.0))));
                let (least, most) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), v| (l.min(v), m.max(v)));
                let divides_by_zero = op == FormulaOp::Divide && b != (0.0, 0.0) && within(b).any(|n| n == 0.0);
                let expected = if divides_by_zero { ANYTHING } else { (least, most) };
                assert_eq!(op.bounds(a, b, &mut |_| ANYTHING), expected, "{op:?} of {a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn what_holds_is_told_by_bounds_that_leave_out_zero() {
        let read = vec![FormulaOp::Count(0)];
        let cases = [
            (1.0, 9.0),
            (-9.0, -1.0),
            (0.0, 0.0),
            (0.0, 9.0),
            (-9.0, 0.0),
            (-9.0, 9.0),
            (0.2, 0.9),
            (f64::NAN, -1.0),
            (1.0, f64::NAN),
        ];
        let told = cases.map(|bounds| formula(read.clone()).holds(|_| bounds));
        let (yes, no) = (Some(true), Some(false));
        // What is stored is rounded down, so a fraction is zero.
        assert_eq!(told, [yes, yes, no, None, None, None, no, None, None]);
    }

    /// A formula as deep as the stack has a value; one that is deeper, or leaves more or less than one number, has none.
    #[test]
    fn formulas_go_as_deep_as_the_stack() {
        let sum = |numbers: usize| {
            let mut code = vec![FormulaOp::Const(1.0); numbers];
            code.extend(vec![FormulaOp::Add; numbers - 1]);
            formula(code)
        };
        let two = formula(vec![FormulaOp::Const(1.0); 2]);
        let none = formula(vec![]);
        let missing = formula(vec![FormulaOp::Const(1.0), FormulaOp::Add]);
        let deepest = Formula::STACK;
        for (formula, depth, value) in [
            (sum(1), Some(1), 1),
            (sum(3), Some(3), 3),
            (sum(deepest), Some(deepest), deepest as i32),
            (sum(deepest + 1), None, 0),
            (two, None, 0),
            (none, None, 0),
            (missing, None, 0),
        ] {
            assert_eq!(formula.stack_needed(), depth, "{formula:?}");
            assert_eq!(formula.eval(&mut Worth(0.0)), value, "{formula:?}");
            assert_eq!(formula.holds(|_| ANYTHING), Some(value != 0), "{formula:?}");
        }
    }

    #[test]
    fn a_constant_is_its_number() {
        for number in [-3, 0, 7] {
            let formula = Formula::constant(number);
            assert_eq!((formula.eval(&mut Worth(0.0)), formula.source), (number, number.to_string()));
        }
    }

    #[test]
    fn what_is_stored_is_rounded_down_and_bounded() {
        let stored = [1.9, -1.1, f64::NAN, 2e9, -2e9, f64::INFINITY].map(to_stored);
        assert_eq!(stored, [1, -2, 0, 1_000_000_000, -1_000_000_000, 1_000_000_000]);
    }

    #[test]
    fn a_distance_is_in_steps_and_none_to_nowhere() {
        let [a, b] = [(1, 2), (4, 6)].map(|(x, y)| Cell::new(x, y).expect("on a board"));
        let nowhere = Cell::NOWHERE;
        assert_eq!([(a, b), (b, a), (a, a), (a, nowhere), (nowhere, b)].map(|(a, b)| distance(a, b)), [7, 7, 0, 0, 0]);
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
