//! One instruction: 16 bytes, an operation and its operands.

use crate::tokens::Op;
use serde::{Deserialize, Serialize};

/// Where a target is found: a slot of the running program's memory, or one of the fixed places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[repr(transparent)]
pub struct Address(pub u8);

impl Address {
    /// The unit that acts, or that a trigger belongs to.
    pub const SELF: Self = Self(0xff);
    /// Who caused the event a triggered program answers to.
    pub const CAUSE: Self = Self(0xfe);
    /// The cell of that event; for an intent, the cell of its actor.
    pub const HERE: Self = Self(0xfd);
    /// The board: offsets count from its top left cell.
    pub const BOARD: Self = Self(0xfc);
    /// The first reserved address. Memory slots stay below it.
    pub const FIRST_FIXED: Self = Self(0xf0);
    /// Most slots a program may use.
    pub const MAX_SLOTS: usize = 64;

    /// Whether it is a slot of memory.
    #[inline]
    #[must_use]
    pub const fn is_slot(self) -> bool {
        self.0 < Self::FIRST_FIXED.0
    }
}

/// Bits of [`Instr::flags`].
pub mod bits {
    /// `n` is the index of a formula instead of the amount itself.
    pub const FORMULA: u16 = 1;
    /// The pattern is turned to the direction from the actor.
    pub const TURNED: u16 = 2;
    /// Walls and smoke shelter cells of the pattern that lie behind them.
    pub const SHELTERED: u16 = 4;
    /// Towards the actor instead of away; for Move: dash instead of walk.
    pub const VARIANT: u16 = 8;
    /// A second variant bit; see the token.
    pub const VARIANT2: u16 = 16;
    /// Address `b` is in use.
    pub const HAS_B: u16 = 32;
    /// Counts as a blow, which Mirror repeats.
    pub const BLOW: u16 = 64;
}

/// A number in an instruction: itself, or the index of a formula in the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Amount {
    /// The number.
    Const(i32),
    /// The formula with this index.
    Formula(u32),
}

/// One instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(C)]
pub struct Instr {
    /// What to do.
    pub op: Op,
    /// Label of the changes it makes.
    pub label: u8,
    /// First address.
    pub a: Address,
    /// Second address or small operand.
    pub b: Address,
    /// Bits, see [`bits`].
    pub flags: u16,
    /// Index operand: request, pattern, archetype, program, extern.
    pub x: u16,
    /// Amount, or the index of its formula.
    pub n: i32,
    /// Where to go on, or the start of its operands in the program's data.
    pub to: u32,
}

impl Instr {
    /// An instruction with all operands zero.
    #[must_use]
    pub const fn new(op: Op) -> Self {
        Self { op, label: 0, a: Address(0), b: Address(0), flags: 0, x: 0, n: 0, to: 0 }
    }

    /// The same with this amount.
    #[must_use]
    pub const fn amount(mut self, amount: Amount) -> Self {
        match amount {
            Amount::Const(n) => self.n = n,
            Amount::Formula(index) => {
                self.n = index as i32;
                self.flags |= bits::FORMULA;
            }
        }
        self
    }

    /// Whether a bit of [`bits`] is set.
    #[inline]
    #[must_use]
    pub const fn has(&self, bit: u16) -> bool {
        self.flags & bit != 0
    }
}
