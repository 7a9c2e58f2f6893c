//! Bytecode of formulas for amounts and conditions. Jumps lead forwards only, so each operation runs at most once.
//! Numbers are exact ([`Number`]); stored values are integers.

mod bounds;
mod number;
mod ready;
mod wide;

pub use bounds::{ANYTHING, Bound, Bounds};
pub use number::{BadFraction, Fraction, Number};
pub use ready::Ready;

use crate::space::Cell;
use serde::{Deserialize, Serialize};

/// One operation of a formula on the stack.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the arithmetic ones say themselves what they do")]
pub enum FormulaOp {
    Const(Fraction),
    Add,
    Subtract,
    Multiply,
    /// Quotient; 0 for division by 0.
    Divide,
    /// Remainder of a division that rounds down; 0 for division by 0.
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
    /// Health of the unit at an address; 0 without a unit.
    Health(u8),
    MaxHealth(u8),
    Shield(u8),
    /// Distance between two addresses in four directions; 0 if either has no cell.
    Distance(u8, u8),
    /// Whether an address was resolved and its unit, if it is one, lives.
    Exists(u8),
    /// Whether a living unit stands on the cell of an address.
    Occupied(u8),
    /// Whether the units of two addresses are enemies.
    Enemies(u8, u8),
    /// Whether the cell of an address has the surface with this index plus one.
    OnSurface(u8, u8),
    /// Custom column of the unit at an address.
    EntityColumn(u8, u16),
    /// Custom column of the cell of an address.
    CellColumn(u8, u16),
    /// Custom column of the battle.
    BattleColumn(u16),
    /// The round, from 1.
    Round,
    /// 1 on hard difficulty, else 0.
    Hard,
    /// Losses in the battle's row.
    Losses,
    /// Number of living units with the tag.
    Count(u8),
    /// Number of living units with the tag in the zone.
    Inside(u8, u8),
    /// Draw from a distribution.
    Draw(u16),
    /// Number answered at an address; 0 without an answer.
    Number(u8),
    /// Height of the cell of an address, in steps.
    Height(u8),
    /// Parameter of the terrain at an address, by its index in the rulebook.
    Ground(u8, u16),
    /// First operand to the power of the second. 0 to a negative power is 0, as is a fractional power of a negative
    /// number.
    Power,
    /// Root of the first operand with the second as degree. The root of a negative number is 0 unless the degree is
    /// odd; degree 0 gives 0.
    Root,
    SquareRoot,
    /// Nearest whole number; halves round away from zero.
    ToNearest,
    /// Copies the number at this index of the stack, counted from the bottom.
    Load(u8),
    /// Removes the number below the top.
    Slide,
    /// Pops a number; if it is 0, jumps to this operation.
    JumpIfZero(u16),
    /// Jumps to this operation.
    Jump(u16),
    /// Pops a number k and takes the k-th of this many jumps that follow.
    Branch(u16),
    /// Pops this many chances, which sum to at most 1, and pushes the drawn index. The remainder up to 1 gives the
    /// index after the last.
    Weigh(u8),
    /// Draw of a roll of the rulebook.
    Roll(u16),
    /// Draw of a roll; pops this many numbers for its slots, see [`crate::roll::Slot`].
    RollGiven(u16, u8),
    /// Side of the first unit on which the second stands, relative to the facing of the first: see [`side`].
    Side(u8, u8),
    /// Pops this many numbers and pushes the value of a custom function.
    Call(u16, u8),
    /// Speed class of the unit at an address.
    Speed(u8),
    /// Movement of the unit at an address, in cells.
    Movement(u8),
    /// Initiative of the unit at an address.
    Initiative(u8),
    /// Stat of the unit at an address, by its number, in units of 1.
    Stat(u8, u16),
    /// Parameter of the current effect source, by its index in the rulebook.
    Parameter(u16),
    /// Amount of the current status, or the remaining uses of the item.
    Amount,
    /// Remaining ticks of the current status.
    Left,
    /// Amount that the unit at an address has of an effect source, given by class and number.
    Holds(u8, u8, u16),
    /// Whether the unit at an address has an effect source, given by class and number.
    Has(u8, u8, u16),
    /// Parameter of the skill that triggered the reaction, by its index in the rulebook.
    Reacted(u16),
    /// Difference that the triggering change made to its number; 0 without a trigger.
    Effect,
    /// Number of the current use between its actor and the address: see [`argument`].
    Argument(u8, u8),
    /// Result of a search of the rulebook for the unit at an address: see [`crate::stats::Search`].
    Search(u8, u16),
    /// Labels the branch that chance took last, and pushes 0.
    Named(u16),
}

/// Numbers for [`FormulaOp::Argument`], from the table of document 000.
pub mod argument {
    /// Straight-line distance in three dimensions.
    pub const DISTANCE: u8 = 0;
    /// Steps in three dimensions.
    pub const STEPS: u8 = 1;
    /// Steps over columns and rows.
    pub const STEPS_XY: u8 = 2;
    /// Columns to the east, negative to the west.
    pub const DX: u8 = 3;
    /// Rows to the south, negative to the north.
    pub const DY: u8 = 4;
    /// Steps up, negative down.
    pub const DZ: u8 = 5;
    /// Angle over columns and rows in degrees, clockwise from east, 0 to 359.
    pub const ANGLE: u8 = 6;
    /// Names in formulas.
    pub const NAMES: [&str; 7] = ["distance", "mdistance", "mdistance.xy", "dx", "dy", "dz", "angle.xy"];
}

/// Sides of a unit for [`FormulaOp::Side`].
pub mod side {
    /// In front.
    pub const FRONT: i32 = 0;
    /// On its left.
    pub const LEFT: i32 = 1;
    /// Behind.
    pub const BACK: i32 = 2;
    /// On its right.
    pub const RIGHT: i32 = 3;
    /// On the same cell, or without a cell.
    pub const NONE: i32 = 4;
}

/// A compiled formula.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Formula {
    /// Source text, for disassembly.
    pub source: String,
    /// Operations, operands before operators.
    pub code: Vec<FormulaOp>,
}

/// A function of numbers that the host registers and formulas call.
#[derive(Clone, Copy, Debug)]
pub struct CustomFunction {
    /// Name, unique among formula functions.
    pub name: &'static str,
    /// Example of a call.
    pub example: &'static str,
    /// Meaning in one sentence.
    pub doc: &'static str,
    /// Minimum and maximum number of arguments.
    pub arguments: (u8, u8),
    /// Version of its meaning, stored in records.
    pub version: u32,
    /// Implementation. It must return the same value for the same arguments on every platform.
    pub call: fn(&[Number]) -> Number,
}

/// State and chance as formulas read them.
pub trait FormulaWorld {
    /// Returns the value of an operation that reads the state or draws without operands.
    fn read(&mut self, op: FormulaOp) -> Number;

    /// Returns the outcome of a roll with the numbers of its slots.
    fn roll(&mut self, roll: u16, given: &[Number]) -> Number;

    /// Draws the index of a chance; the remainder up to 1 gives the number of chances.
    fn weigh(&mut self, chances: &[Number]) -> usize;

    /// Returns the value of a custom function.
    fn call(&mut self, function: u16, arguments: &[Number]) -> Number;
}

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
    /// Maximum stack depth of a formula.
    pub const STACK: usize = 32;
    /// Maximum number of operations, limited by the width of jumps.
    pub const MAX_CODE: usize = u16::MAX as usize;

    /// Returns a formula of a single number.
    #[must_use]
    pub fn constant(value: i32) -> Self {
        Self { source: value.to_string(), code: vec![FormulaOp::Const(value.into())] }
    }

    /// Returns the number of a constant formula without operations.
    #[must_use]
    pub fn constant_value(&self) -> Option<Number> {
        match self.code.as_slice() {
            [FormulaOp::Const(number)] => Some((*number).into()),
            code if code.iter().all(|op| op.is_pure()) => Some(resumed(code, 0, Vec::new(), &mut Nowhere)),
            _ => None,
        }
    }

    /// Returns whether the formula draws.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.code.iter().any(|op| op.is_random())
    }

    /// Returns the required stack depth; `None` for a malformed formula: underflow, overflow of [`Self::STACK`], a
    /// wrong result count, bad jumps, or inconsistent depths.
    #[must_use]
    pub fn stack_needed(&self) -> Option<usize> {
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

    /// Returns the value in storable form. A malformed formula gives 0 or its value up to the fault.
    pub fn eval(&self, world: &mut impl FormulaWorld) -> i32 {
        self.value(world).to_stored()
    }

    /// Returns the exact value.
    pub fn value(&self, world: &mut impl FormulaWorld) -> Number {
        resumed(&self.code, 0, Vec::new(), world)
    }
}

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

fn branch(number: i32, ways: u16) -> usize {
    number.clamp(0, i32::from(ways).saturating_sub(1).max(0)) as usize
}

impl FormulaOp {
    /// Returns how many numbers the operation pops.
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

    /// Returns how many numbers the operation pushes.
    #[must_use]
    pub const fn leaves(self) -> usize {
        match self {
            Self::JumpIfZero(_) | Self::Jump(_) | Self::Branch(_) => 0,
            _ => 1,
        }
    }

    /// Returns whether the operation draws.
    #[must_use]
    pub const fn is_random(self) -> bool {
        matches!(self, Self::Draw(_) | Self::Weigh(_) | Self::Roll(_) | Self::RollGiven(..))
    }

    #[must_use]
    pub(crate) const fn is_pure(self) -> bool {
        match self {
            Self::Const(_) | Self::Slide => true,
            Self::RollGiven(..) | Self::Weigh(_) | Self::Call(..) => false,
            _ => self.takes() > 0 && self.leaves() == 1,
        }
    }

    /// Computes a pure operation.
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

/// Returns the distance in steps; 0 if either cell is none.
#[must_use]
pub fn distance(a: Cell, b: Cell) -> i32 {
    if a == Cell::NOWHERE || b == Cell::NOWHERE { 0 } else { a.steps_to(b) }
}

#[cfg(test)]
mod tests;
