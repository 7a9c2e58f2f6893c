//! Formula bytecode: amounts and conditions, resolved to addresses and indices when compiled. A formula is a run of
//! operations on a small stack of numbers; jumps lead forwards only, so that each operation runs once at most and what
//! is in a branch that is not taken is neither computed nor rolled. `f64` lives only in here, and what comes out is a
//! settled integer.

mod bounds;
mod ready;

pub use bounds::{ANYTHING, Bounds};
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
mod tests;
