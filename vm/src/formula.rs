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
