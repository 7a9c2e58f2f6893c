//! Formula bytecode: amounts and conditions, resolved to addresses and indices when compiled. A formula is a run of
//! operations on a small stack of numbers; jumps lead forwards only, so that each operation runs once at most and what
//! is in a branch that is not taken is neither computed nor rolled. `f64` lives only in here, and what comes out is a
//! settled integer.

mod bounds;
mod ready;

pub use bounds::Bounds;
pub use ready::Ready;

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
    /// 1 where the computer plays hard, else 0.
    Hard,
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
    /// The first to the power of the second, settled: 0 to a negative power and a fractional power of a negative are 0.
    Power,
    /// The root of the first whose degree is the second: of a negative it is 0, unless the degree is odd; of degree 0 it
    /// is 0.
    Root,
    SquareRoot,
    /// To the nearest whole number, halves away from zero.
    ToNearest,
    /// A copy of the number at this place of the stack, counted from its bottom.
    Load(u8),
    /// Takes away the number beneath the topmost.
    Slide,
    /// Takes a number; where it is 0, goes on at this operation.
    JumpIfZero(u16),
    /// Goes on at this operation.
    Jump(u16),
    /// Takes a number k and goes on at the jump behind this one with that index; this many jumps stand there.
    Branch(u16),
    /// Takes this many chances, each of 1 at most together, and leaves the index of the one that chance gives; what is
    /// missing to 1 gives the index behind the last.
    Weigh(u8),
    /// The outcome of a roll of the rulebook: chance is asked.
    Roll(u16),
    /// The same; takes the number of dice and that of their faces.
    RollGiven(u16),
    /// On which side of the first the second stands, by the way the first faces: see [`side`].
    Side(u8, u8),
    /// Takes so many numbers and leaves the value of a function of another crate.
    Call(u16, u8),
    /// Speed class of the entity at an address.
    Speed(u8),
    /// Cells that the entity at an address can walk.
    Movement(u8),
    /// Initiative of the entity at an address.
    Initiative(u8),
    /// A stat of the entity at an address, by its number, in units of 1.
    Stat(u8, u16),
    /// A parameter of the carrier at hand, by its place among the rulebook's names.
    Parameter(u16),
    /// The amount of the status at hand, or the uses left of the item.
    Amount,
    /// The ticks that the status at hand still lasts.
    Left,
    /// How much the entity at an address has of a carrier: class and kind.
    Holds(u8, u8, u16),
    /// Whether the entity at an address has a carrier: class and kind.
    Has(u8, u8, u16),
    /// A parameter of the skill that is reacted to, by its place among the rulebook's names.
    Reacted(u16),
    /// By how much the change that is answered changed its number; 0 where nothing is answered.
    Effect,
    /// A number of the use at hand between its actor and the address: see [`argument`].
    Argument(u8, u8),
    /// What a search of the rulebook finds of the entity at an address: see [`crate::stats::Search`].
    Search(u8, u16),
}

/// Numbers that [`FormulaOp::Argument`] gives, after document 000's table.
pub mod argument {
    /// Distance in all three dimensions, as the crow flies.
    pub const DISTANCE: u8 = 0;
    /// Steps in all three dimensions.
    pub const STEPS: u8 = 1;
    /// Steps over columns and rows.
    pub const STEPS_XY: u8 = 2;
    /// Columns to the east, negative to the west.
    pub const DX: u8 = 3;
    /// Rows to the south, negative to the north.
    pub const DY: u8 = 4;
    /// Steps up, negative down.
    pub const DZ: u8 = 5;
    /// The angle over columns and rows in degrees, clockwise from east, 0 to 359.
    pub const ANGLE: u8 = 6;
    /// Their names in formulas.
    pub const NAMES: [&str; 7] = ["distance", "mdistance", "mdistance.xy", "dx", "dy", "dz", "angle.xy"];
}

/// Sides of an entity, as [`FormulaOp::Side`] gives them.
pub mod side {
    /// Before it.
    pub const FRONT: i32 = 0;
    /// To its left.
    pub const LEFT: i32 = 1;
    /// Behind it.
    pub const BACK: i32 = 2;
    /// To its right.
    pub const RIGHT: i32 = 3;
    /// On its own cell, or nowhere.
    pub const NONE: i32 = 4;
}

/// A compiled formula.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Formula {
    /// The text it was compiled from, for disassembly.
    pub source: String,
    /// Operations, operands before operators.
    pub code: Vec<FormulaOp>,
}

/// A function of numbers of another crate. Registered by the host and called by formulas.
#[derive(Clone, Copy, Debug)]
pub struct CustomFunction {
    /// Name, unique among the functions of formulas.
    pub name: &'static str,
    /// How it is written, with usual arguments.
    pub example: &'static str,
    /// What it is, in a sentence.
    pub doc: &'static str,
    /// The least and the most arguments.
    pub arguments: (u8, u8),
    /// Counts changes of meaning, so that a record can say with which meaning it was made.
    pub version: u32,
    /// Its value. It must be the same for the same arguments on every platform; not-a-number counts as 0.
    pub call: fn(&[f64]) -> f64,
}

/// What a formula may ask.
pub trait FormulaWorld {
    /// The value of an operation that reads the state, or that asks chance without operands.
    fn read(&mut self, op: FormulaOp) -> f64;

    /// The outcome of a roll whose number of dice and of faces the formula gives.
    fn roll(&mut self, roll: u16, count: f64, sides: f64) -> f64;

    /// The index of one of these chances, or the number of them where what is missing to 1 is drawn.
    fn weigh(&mut self, chances: &[f64]) -> usize;

    /// The value of a function of another crate.
    fn call(&mut self, function: u16, arguments: &[f64]) -> f64;
}

impl Formula {
    /// The deepest stack a formula may need.
    pub const STACK: usize = 32;
    /// The most operations of a formula: jumps are that long.
    pub const MAX_CODE: usize = u16::MAX as usize;

    /// A formula that is a number.
    #[must_use]
    pub fn constant(value: i32) -> Self {
        Self { source: value.to_string(), code: vec![FormulaOp::Const(f64::from(value))] }
    }

    /// Whether it asks chance.
    #[must_use]
    pub fn draws(&self) -> bool {
        self.code.iter().any(|op| op.draws())
    }

    /// The stack it needs, or `None` if it would underflow, leave more or less than one number, go deeper than
    /// [`Self::STACK`], jump backwards or beyond its end, or come to one place with stacks of different depths.
    #[must_use]
    pub fn stack_needed(&self) -> Option<usize> {
        // The depth with which jumps come to each place, and to the end.
        let mut coming: Vec<Option<usize>> = vec![None; self.code.len() + 1];
        let (mut depth, mut deepest) = (Some(0_usize), 0);
        let join = |at: usize, depth: usize, coming: &mut Vec<Option<usize>>| {
            let slot = coming.get_mut(at)?;
            let fits = slot.is_none_or(|known| known == depth);
            *slot = Some(depth);
            fits.then_some(())
        };
        for (at, op) in self.code.iter().enumerate() {
            if let Some(depth) = depth {
                join(at, depth, &mut coming)?;
            }
            let before = coming[at]?;
            let after = before.checked_sub(op.takes())? + op.leaves();
            deepest = deepest.max(after);
            depth = Some(after);
            match *op {
                FormulaOp::Load(place) if usize::from(place) >= before => return None,
                FormulaOp::JumpIfZero(to) if usize::from(to) > at => join(usize::from(to), after, &mut coming)?,
                FormulaOp::Jump(to) if usize::from(to) > at => {
                    join(usize::from(to), after, &mut coming)?;
                    depth = None;
                }
                FormulaOp::JumpIfZero(_) | FormulaOp::Jump(_) => return None,
                FormulaOp::Branch(ways) => {
                    let jumps = self.code.get(at + 1..at + 1 + usize::from(ways))?;
                    if jumps.is_empty() || !jumps.iter().all(|op| matches!(op, FormulaOp::Jump(_))) {
                        return None;
                    }
                    (1..=usize::from(ways)).try_for_each(|way| join(at + way, after, &mut coming))?;
                    depth = None;
                }
                _ => {}
            }
        }
        if let Some(depth) = depth {
            join(self.code.len(), depth, &mut coming)?;
        }
        (coming[self.code.len()] == Some(1) && deepest <= Self::STACK).then_some(deepest)
    }

    /// Its value as it may be stored; `world` answers what it asks of the state. A malformed formula (one
    /// [`Self::stack_needed`] refuses) is 0, or what it comes to before the fault shows.
    pub fn eval(&self, world: &mut impl FormulaWorld) -> i32 {
        to_stored(self.value(world))
    }

    /// Its value before it is settled.
    pub fn value(&self, world: &mut impl FormulaWorld) -> f64 {
        let mut stack = [0.0; Self::STACK];
        let (mut top, mut at) = (0, 0);
        while let Some(&op) = self.code.get(at) {
            at += 1;
            let takes = op.takes();
            if top < takes || top - takes + op.leaves() > Self::STACK {
                return 0.0;
            }
            top -= takes;
            match op {
                FormulaOp::Jump(to) => at = at.max(usize::from(to)),
                FormulaOp::JumpIfZero(to) if stack[top] == 0.0 => at = at.max(usize::from(to)),
                FormulaOp::JumpIfZero(_) => {}
                FormulaOp::Branch(ways) => at += branch(stack[top], ways),
                FormulaOp::Load(place) => {
                    stack[top] = stack[usize::from(place).min(Self::STACK - 1)];
                    top += 1;
                }
                FormulaOp::Weigh(_) => {
                    stack[top] = world.weigh(&stack[top..top + takes]) as f64;
                    top += 1;
                }
                FormulaOp::Call(function, _) => {
                    stack[top] = settled(world.call(function, &stack[top..top + takes]));
                    top += 1;
                }
                _ => {
                    let (a, b) = (stack[top], stack[(top + 1).min(Self::STACK - 1)]);
                    stack[top] = op.apply(a, b, world);
                    top += 1;
                }
            }
        }
        if top == 1 { stack[0] } else { 0.0 }
    }
}

/// Which of a branch's ways a number takes: the nearest there is.
fn branch(number: f64, ways: u16) -> usize {
    to_stored(number).clamp(0, i32::from(ways).saturating_sub(1).max(0)) as usize
}

/// A computed number as one that may be stored: rounded down, not-a-number as 0, and within ±1,000,000,000.
#[must_use]
pub fn to_stored(value: f64) -> i32 {
    if value.is_nan() { 0 } else { value.floor().clamp(-1e9, 1e9) as i32 }
}

/// A number that can be computed with: not-a-number as 0, and nothing infinite.
fn settled(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(f64::MIN, f64::MAX) }
}

/// `base ^ exponent` by the same code on every platform.
fn power(base: f64, exponent: f64) -> f64 {
    if base == 0.0 && exponent < 0.0 { 0.0 } else { settled(libm::pow(base, exponent)) }
}

/// The root of a number of a degree.
fn root(number: f64, degree: f64) -> f64 {
    match () {
        () if degree == 0.0 => 0.0,
        () if degree == 2.0 => square_root(number),
        () if number < 0.0 && degree % 2.0 != 0.0 && degree.fract() == 0.0 => -power(-number, 1.0 / degree),
        () => power(number, 1.0 / degree),
    }
}

/// The square root; of a negative it is 0.
fn square_root(number: f64) -> f64 {
    libm::sqrt(number.max(0.0))
}

impl FormulaOp {
    /// Numbers it takes from the stack.
    #[must_use]
    pub const fn takes(self) -> usize {
        match self {
            Self::Negate | Self::Not | Self::Floor | Self::Ceil | Self::Abs => 1,
            Self::SquareRoot | Self::ToNearest | Self::JumpIfZero(_) | Self::Branch(_) => 1,
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide | Self::Power | Self::Root => 2,
            Self::Less | Self::LessEqual | Self::Equal | Self::NotEqual => 2,
            Self::And | Self::Or | Self::Min | Self::Max => 2,
            Self::Slide | Self::RollGiven(_) => 2,
            Self::Weigh(count) | Self::Call(_, count) => count as usize,
            _ => 0,
        }
    }

    /// Numbers it leaves on the stack.
    #[must_use]
    pub const fn leaves(self) -> usize {
        match self {
            Self::JumpIfZero(_) | Self::Jump(_) | Self::Branch(_) => 0,
            _ => 1,
        }
    }

    /// Whether it asks chance.
    #[must_use]
    pub const fn draws(self) -> bool {
        matches!(self, Self::Draw(_) | Self::Weigh(_) | Self::Roll(_) | Self::RollGiven(_))
    }

    /// Whether it computes from the stack alone, so that its value is known where its operands are.
    #[must_use]
    pub const fn is_pure(self) -> bool {
        match self {
            Self::Const(_) | Self::Slide => true,
            Self::RollGiven(_) | Self::Weigh(_) | Self::Call(..) => false,
            _ => self.takes() > 0 && self.leaves() == 1,
        }
    }

    /// The value of one that is pure, of its operands.
    #[must_use]
    pub fn compute(self, a: f64, b: f64) -> f64 {
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
            Self::Power => power(a, b),
            Self::Root => root(a, b),
            Self::SquareRoot => square_root(a),
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
            Self::ToNearest => a.round(),
            Self::Abs => a.abs(),
            Self::Slide => b,
            _ => 0.0,
        }
    }

    #[inline]
    fn apply(self, a: f64, b: f64, world: &mut impl FormulaWorld) -> f64 {
        match self {
            Self::RollGiven(roll) => world.roll(roll, a, b),
            op if op.is_pure() => op.compute(a, b),
            op => world.read(op),
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
    use super::bounds::ANYTHING;
    use super::*;
    use expect_test::expect;
    use proptest::prelude::*;

    struct Worth(f64);

    impl FormulaWorld for Worth {
        fn read(&mut self, _: FormulaOp) -> f64 {
            self.0
        }

        fn roll(&mut self, _: u16, count: f64, sides: f64) -> f64 {
            count * sides
        }

        fn weigh(&mut self, chances: &[f64]) -> usize {
            chances.len()
        }

        fn call(&mut self, _: u16, arguments: &[f64]) -> f64 {
            arguments.iter().sum::<f64>() + 5.0
        }
    }

    /// Code with every jump so many operations further on.
    fn moved(code: &[FormulaOp], by: usize) -> impl Iterator<Item = FormulaOp> {
        let by = by as u16;
        code.iter().map(move |op| match *op {
            FormulaOp::Jump(to) => FormulaOp::Jump(to + by),
            FormulaOp::JumpIfZero(to) => FormulaOp::JumpIfZero(to + by),
            op => op,
        })
    }

    /// What chooses, then two ways of which one is gone; `choose` is given the place of the second way.
    fn ways(
        mut code: Vec<FormulaOp>,
        ways: &[Vec<FormulaOp>; 2],
        choose: impl Fn(u16) -> Vec<FormulaOp>,
    ) -> Vec<FormulaOp> {
        let chooses = choose(2).len();
        let second = code.len() + chooses + ways[0].len() + 1;
        let mut choice = choose(second as u16);
        if let [FormulaOp::Branch(_), FormulaOp::Jump(to), _] = choice.as_mut_slice() {
            *to = (code.len() + chooses) as u16;
        }
        code.extend(choice);
        code.extend(moved(&ways[0], code.len()).collect::<Vec<_>>());
        code.push(FormulaOp::Jump((second + ways[1].len()) as u16));
        code.extend(moved(&ways[1], second).collect::<Vec<_>>());
        code
    }

    fn code() -> impl Strategy<Value = Vec<FormulaOp>> {
        let leaf = prop_oneof![
            (-3_i32..4).prop_map(|n| vec![FormulaOp::Const(f64::from(n))]),
            Just(vec![FormulaOp::Count(0)]),
            Just(vec![FormulaOp::Call(0, 0)])
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
                (inner.clone(), inner.clone(), two).prop_map(|(mut code, more, op)| {
                    code.extend(moved(&more, code.len()).collect::<Vec<_>>());
                    code.push(op);
                    code
                }),
                (inner.clone(), inner.clone(), inner.clone()).prop_map(|(when, yes, no)| ways(
                    when,
                    &[yes, no],
                    |to| vec![FormulaOp::JumpIfZero(to)]
                )),
                (inner.clone(), inner.clone(), inner).prop_map(|(which, a, b)| ways(which, &[a, b], |to| {
                    vec![FormulaOp::Branch(2), FormulaOp::Jump(to - 2), FormulaOp::Jump(to)]
                })),
            ]
        })
    }

    const OPERATORS: [FormulaOp; 19] = [
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
        FormulaOp::ToNearest,
        FormulaOp::SquareRoot,
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
            ToNearest: 8 -8 2 0 8
            SquareRoot: 2.7386127875258306 0 1.4142135623730951 0 2.7386127875258306
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

    /// Jumps lead forwards, to places that are reached with as many numbers from everywhere.
    #[test]
    fn jumps_that_lead_elsewhere_are_refused() {
        use FormulaOp::{Branch, Const, Jump, JumpIfZero, Load, Slide};
        let one = Const(1.0);
        for (code, needed) in [
            (vec![one, JumpIfZero(4), one, Jump(5), one], Some(1)),
            (vec![one, JumpIfZero(3), one, one], None),
            (vec![one, Jump(0)], None),
            (vec![one, Jump(9)], None),
            (vec![one, Jump(2)], Some(1)),
            (vec![one, JumpIfZero(1), one], None),
            (vec![one, Branch(2), Jump(4), Jump(6), one, Jump(7), one], Some(1)),
            (vec![one, Branch(2), Jump(4), one, one], None),
            (vec![one, Branch(0), one], None),
            (vec![one, Load(0), Load(1), Slide, Slide], Some(3)),
            (vec![one, Load(1), Slide], None),
        ] {
            let formula = formula(code);
            assert_eq!(formula.stack_needed(), needed, "{:?}", formula.code);
            // What is refused ends all the same.
            let _ = (formula.eval(&mut Worth(0.0)), formula.holds(|_| ANYTHING));
        }
    }

    /// What is read again further up the stack is known as well as where it stands; beyond the stack there is nothing.
    #[test]
    fn what_is_read_again_is_the_same() {
        use FormulaOp::{Add, Const, Load};
        let twice = |place| formula(vec![Const(3.0), Load(place), Add]);
        assert_eq!((twice(0).eval(&mut Worth(0.0)), twice(0).holds(|_| ANYTHING)), (6, Some(true)));
        assert_eq!((formula(vec![Load(200)]).eval(&mut Worth(0.0)), twice(200).eval(&mut Worth(0.0))), (0, 3));
    }

    /// Powers and roots are what libm computes, and numbers where there is none.
    #[test]
    fn powers_and_roots_are_settled() {
        let cases = [
            (FormulaOp::Power, 2.0, 10.0, 1024.0),
            (FormulaOp::Power, 0.0, 0.0, 1.0),
            (FormulaOp::Power, 0.0, -1.0, 0.0),
            (FormulaOp::Power, -8.0, 0.5, 0.0),
            (FormulaOp::Power, 10.0, 999.0, f64::MAX),
            (FormulaOp::Root, 9.0, 2.0, 3.0),
            (FormulaOp::Root, -9.0, 2.0, 0.0),
            (FormulaOp::Root, -8.0, 3.0, -2.0),
            (FormulaOp::Root, 8.0, 0.0, 0.0),
            (FormulaOp::Root, -8.0, 2.5, 0.0),
            (FormulaOp::SquareRoot, -1.0, 0.0, 0.0),
            (FormulaOp::SquareRoot, 2.25, 0.0, 1.5),
            (FormulaOp::ToNearest, -2.5, 0.0, -3.0),
        ];
        for (op, a, b, value) in cases {
            assert_eq!(op.compute(a, b), value, "{op:?} of {a} and {b}");
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
            let (ready, plain) = (Ready::of(&formula), formula.value(&mut Worth(truly)));
            prop_assert_eq!(ready.value(&mut Worth(truly)).to_bits(), plain.to_bits());
            let said = formula.holds(|_| (least, f64::INFINITY));
            prop_assert!(said.is_none_or(|holds| holds == (formula.eval(&mut Worth(truly)) != 0)));
        }
    }
}
