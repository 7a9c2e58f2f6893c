//! Formula bytecode: amounts and conditions, resolved to addresses and indices when compiled. A formula is a run of
//! operations on a small stack of numbers; jumps lead forwards only, so that each operation runs once at most and what
//! is in a branch that is not taken is neither computed nor rolled. Numbers are exact ([`Number`]), and what is stored is
//! an integer.

mod bounds;
mod number;
mod ready;
mod wide;

pub use bounds::{ANYTHING, Bound, Bounds};
pub use number::{BadFraction, Fraction, Number};
pub use ready::Ready;

use crate::space::Cell;
use serde::{Deserialize, Serialize};

/// One operation of a formula, on a small stack of numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the arithmetic ones say themselves what they do")]
pub enum FormulaOp {
    Const(Fraction),
    Add,
    Subtract,
    Multiply,
    /// Division; by zero it is zero.
    Divide,
    /// The remainder of a division that is rounded down; by zero it is zero.
    Modulo,
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
    /// Health of the entity at an address; 0 without one.
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
    /// The outcome of a distribution, drawn by chance.
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
    /// The outcome of a roll of the rulebook, drawn by chance.
    Roll(u16),
    /// The same; takes this many numbers, which are those of the roll's slots: see [`crate::roll::Slot`].
    RollGiven(u16, u8),
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
    /// The result of a search of the rulebook for the entity at an address: see [`crate::stats::Search`].
    Search(u8, u16),
    /// Gives the branch that chance took last its name, a label of the rulebook, and leaves 0.
    Named(u16),
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
    /// Its meaning, in a sentence.
    pub doc: &'static str,
    /// The least and the most arguments.
    pub arguments: (u8, u8),
    /// Counts changes of meaning, so that a record can say with which meaning it was made.
    pub version: u32,
    /// Its value. It must be the same for the same arguments on every platform.
    pub call: fn(&[Number]) -> Number,
}

/// The state and chance, as formulas read them.
pub trait FormulaWorld {
    /// The value of an operation that reads the state, or that asks chance without operands.
    fn read(&mut self, op: FormulaOp) -> Number;

    /// The outcome of a roll for the numbers of its slots.
    fn roll(&mut self, roll: u16, given: &[Number]) -> Number;

    /// The index of one of these chances, or the number of them where what is missing to 1 is drawn.
    fn weigh(&mut self, chances: &[Number]) -> usize;

    /// The value of a function of another crate.
    fn call(&mut self, function: u16, arguments: &[Number]) -> Number;
}

/// A world without state: each read is 0.
struct Nowhere;

impl FormulaWorld for Nowhere {
    fn read(&mut self, _: FormulaOp) -> Number {
        Number::ZERO
    }

    fn roll(&mut self, _: u16, _: &[Number]) -> Number {
        Number::ZERO
    }

    fn weigh(&mut self, _: &[Number]) -> usize {
        0
    }

    fn call(&mut self, _: u16, _: &[Number]) -> Number {
        Number::ZERO
    }
}

impl Formula {
    /// The deepest stack a formula may need.
    pub const STACK: usize = 32;
    /// The most operations of a formula: jumps are that long.
    pub const MAX_CODE: usize = u16::MAX as usize;

    /// A formula that is a number.
    #[must_use]
    pub fn constant(value: i32) -> Self {
        Self { source: value.to_string(), code: vec![FormulaOp::Const(value.into())] }
    }

    /// The number that it is, where it reads nothing and nothing of it is left to compute.
    #[must_use]
    pub fn constant_value(&self) -> Option<Number> {
        match self.code.as_slice() {
            [FormulaOp::Const(number)] => Some((*number).into()),
            code if code.iter().all(|op| op.is_pure()) => Some(resumed(code, 0, Vec::new(), &mut Nowhere)),
            _ => None,
        }
    }

    /// Whether it asks chance.
    #[must_use]
    pub fn draws(&self) -> bool {
        self.code.iter().any(|op| op.draws())
    }

    /// The stack it needs, or `None` if it would underflow, leave more or less than one number, go deeper than
    /// [`Self::STACK`], jump backwards or beyond its end, or reach one place with stacks of different depths.
    #[must_use]
    pub fn stack_needed(&self) -> Option<usize> {
        // The depth with which jumps reach each place, and the end.
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

    /// Its value as it may be stored; `world` answers its reads of the state. A malformed formula (one that
    /// [`Self::stack_needed`] refuses) is 0, or its value up to the fault.
    pub fn eval(&self, world: &mut impl FormulaWorld) -> i32 {
        self.value(world).to_stored()
    }

    /// Its value before it is settled.
    pub fn value(&self, world: &mut impl FormulaWorld) -> Number {
        resumed(&self.code, 0, Vec::new(), world)
    }
}

/// The value of code that goes on at an operation with these numbers on its stack.
fn resumed(code: &[FormulaOp], mut at: usize, mut stack: Vec<Number>, world: &mut impl FormulaWorld) -> Number {
    while let Some(&op) = code.get(at) {
        at += 1;
        let Some(top) = stack.len().checked_sub(op.takes()) else { return Number::ZERO };
        if top + op.leaves() > Formula::STACK {
            return Number::ZERO;
        }
        let taken = stack.split_off(top);
        let (a, b) = (taken.first().unwrap_or(&Number::ZERO), taken.get(1).unwrap_or(&Number::ZERO));
        match op {
            FormulaOp::Jump(to) => at = at.max(usize::from(to)),
            FormulaOp::JumpIfZero(to) if a.is_zero() => at = at.max(usize::from(to)),
            FormulaOp::JumpIfZero(_) => {}
            FormulaOp::Branch(ways) => at += branch(a.to_stored(), ways),
            FormulaOp::Load(place) => stack.push(stack.get(usize::from(place)).cloned().unwrap_or_default()),
            FormulaOp::Weigh(_) => stack.push(Number::whole(world.weigh(&taken) as i64)),
            FormulaOp::Call(function, _) => stack.push(world.call(function, &taken)),
            FormulaOp::RollGiven(roll, _) => stack.push(world.roll(roll, &taken)),
            op if op.is_pure() => stack.push(op.compute(a, b)),
            op => stack.push(world.read(op)),
        }
    }
    if stack.len() == 1 { stack.pop().unwrap_or_default() } else { Number::ZERO }
}

/// The way of a branch that a number takes: the nearest one.
fn branch(number: i32, ways: u16) -> usize {
    number.clamp(0, i32::from(ways).saturating_sub(1).max(0)) as usize
}

impl FormulaOp {
    /// Numbers it takes from the stack.
    #[must_use]
    pub const fn takes(self) -> usize {
        match self {
            Self::Negate | Self::Not | Self::Floor | Self::Ceil | Self::Abs => 1,
            Self::SquareRoot | Self::ToNearest | Self::JumpIfZero(_) | Self::Branch(_) => 1,
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide | Self::Modulo => 2,
            Self::Power | Self::Root => 2,
            Self::Less | Self::LessEqual | Self::Equal | Self::NotEqual => 2,
            Self::And | Self::Or | Self::Min | Self::Max => 2,
            Self::Slide => 2,
            Self::Weigh(count) | Self::Call(_, count) | Self::RollGiven(_, count) => count as usize,
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
        matches!(self, Self::Draw(_) | Self::Weigh(_) | Self::Roll(_) | Self::RollGiven(..))
    }

    /// Whether it computes from the stack alone, so that its value is known where its operands are.
    #[must_use]
    pub(crate) const fn is_pure(self) -> bool {
        match self {
            Self::Const(_) | Self::Slide => true,
            Self::RollGiven(..) | Self::Weigh(_) | Self::Call(..) => false,
            _ => self.takes() > 0 && self.leaves() == 1,
        }
    }

    /// The value of one that is pure, of its operands.
    #[must_use]
    pub fn compute(self, a: &Number, b: &Number) -> Number {
        match self {
            Self::Const(value) => value.into(),
            Self::Add => a.plus(b),
            Self::Subtract => a.minus(b),
            Self::Multiply => a.times(b),
            Self::Divide => a.over(b),
            Self::Modulo => a.modulo(b),
            Self::Power => a.power(b),
            Self::Root => a.root(b),
            Self::SquareRoot => a.square_root(),
            Self::Negate => a.negative(),
            Self::Less => (a < b).into(),
            Self::LessEqual => (a <= b).into(),
            Self::Equal => (a == b).into(),
            Self::NotEqual => (a != b).into(),
            Self::And => (!a.is_zero() && !b.is_zero()).into(),
            Self::Or => (!a.is_zero() || !b.is_zero()).into(),
            Self::Not => a.is_zero().into(),
            Self::Min => a.clone().smaller(b.clone()),
            Self::Max => a.clone().larger(b.clone()),
            Self::Floor => a.floor(),
            Self::Ceil => a.ceil(),
            Self::ToNearest => a.nearest(),
            Self::Abs => a.size(),
            Self::Slide => b.clone(),
            _ => Number::ZERO,
        }
    }

    /// The same of fractions of 64-bit numbers, if that is one and needs no more.
    #[inline]
    fn compute_small(self, a: Fraction, b: Fraction) -> Option<Fraction> {
        let truth = |holds: bool| Some(Fraction::whole(holds.into()));
        let (is_true, other) = (!a.is_zero(), !b.is_zero());
        match self {
            Self::Add => a.plus(b),
            Self::Subtract => a.minus(b),
            Self::Multiply => a.times(b),
            Self::Divide => a.over(b),
            Self::Negate => a.negative(),
            Self::Less => truth(a.order(b).is_lt()),
            Self::LessEqual => truth(a.order(b).is_le()),
            Self::Equal => truth(a == b),
            Self::NotEqual => truth(a != b),
            Self::And => truth(is_true && other),
            Self::Or => truth(is_true || other),
            Self::Not => truth(!is_true),
            Self::Min => Some(a.smaller(b)),
            Self::Max => Some(a.larger(b)),
            Self::Floor => Some(a.floor()),
            _ => self.compute(&a.into(), &b.into()).small(),
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
