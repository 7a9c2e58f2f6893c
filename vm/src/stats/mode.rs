//! Modes of modifiers, each with a row of properties; they act in the order of [`Mode::ALL`].

use super::Multiply;
use crate::formula::{Fraction, Number};
use serde::{Deserialize, Serialize};

/// Mode of a modifier.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Mode {
    /// Replaces the value.
    Replace,
    /// Adds.
    #[default]
    Augment,
    /// Multiplies.
    Multiply,
}

/// Properties of a mode.
#[derive(Clone, Copy, Debug)]
pub struct ModeRow {
    /// Name in asset files.
    pub name: &'static str,
    /// Help sentence.
    pub doc: &'static str,
    /// Sign or word before an amount.
    pub sign: Sign,
    /// Whether the order of several does not matter.
    pub commutes: bool,
    apply: fn(&Number, &Number) -> Number,
}

/// Notation before an amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// A word: `is 5`.
    Word(&'static str),
    /// A sign joined to the number, and one for negative amounts: `+5`, `−5`.
    Joined(&'static str, &'static str),
    /// A separate sign: `× 1.5`.
    Apart(&'static str),
}

impl Mode {
    /// All modes in the order of asset files and of action.
    pub const ALL: [Self; 3] = [Self::Replace, Self::Augment, Self::Multiply];

    /// Returns its properties.
    #[must_use]
    pub const fn row(self) -> ModeRow {
        match self {
            Self::Replace => ModeRow {
                name: "Replace",
                doc: "Replaces the old value.",
                sign: Sign::Word("is"),
                commutes: false,
                apply: |_, amount| amount.clone(),
            },
            Self::Augment => ModeRow {
                name: "Augment",
                doc: "Adds to the value; a negative amount subtracts.",
                sign: Sign::Joined("+", "−"),
                commutes: true,
                apply: |value, amount| value.plus(amount),
            },
            Self::Multiply => ModeRow {
                name: "Multiply",
                doc: "Multiplies the value: 1.5 makes it half as large again.",
                sign: Sign::Apart("×"),
                commutes: true,
                apply: |value, amount| value.times(amount),
            },
        }
    }

    /// Applies an amount to a number.
    #[must_use]
    pub fn apply(self, value: &Number, amount: &Number) -> Number {
        (self.row().apply)(value, amount)
    }

    /// Applies to a stat. Sums and factors of a class are gathered first; a mode that reads the value must apply them.
    #[inline]
    pub(super) fn gather<N: Exact>(self, gathered: &mut Gathered<N>, value: &mut N, amount: &N) -> Option<()> {
        match self {
            Self::Replace => *value = amount.clone(),
            Self::Augment => gathered.augment(amount)?,
            Self::Multiply => gathered.multiply(amount)?,
        }
        Some(())
    }
}

impl Sign {
    /// Formats the sign with an amount, such as `is 5`, `+5`, `−5` and `× (2 or 3)`.
    #[must_use]
    pub fn with(self, amount: &str) -> String {
        match (self, amount.strip_prefix('-')) {
            (Self::Word(word), _) => format!("{word} {amount}"),
            (Self::Joined(_, below), Some(less)) => format!("{below}{less}"),
            (Self::Joined(sign, _), None) => format!("{sign}{amount}"),
            (Self::Apart(sign), _) if amount.contains(' ') => format!("{sign} ({amount})"),
            (Self::Apart(sign), _) => format!("{sign} {amount}"),
        }
    }

    /// Returns the sign between two terms of a sum, if it can be one.
    #[must_use]
    pub const fn between(self, is_below_zero: bool) -> Option<&'static str> {
        match self {
            Self::Word(_) => None,
            Self::Joined(_, below) if is_below_zero => Some(below),
            Self::Joined(sign, _) | Self::Apart(sign) => Some(sign),
        }
    }
}

/// Exact arithmetic of modifiers; `None` if a result does not fit.
pub(super) trait Exact: Clone {
    const ZERO: Self;
    const ONE: Self;
    fn sum(&self, other: &Self) -> Option<Self>;
    fn difference(&self, other: &Self) -> Option<Self>;
    fn product(&self, other: &Self) -> Option<Self>;
}

impl Exact for Number {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;

    fn sum(&self, other: &Self) -> Option<Self> {
        Some(self.plus(other))
    }

    fn difference(&self, other: &Self) -> Option<Self> {
        Some(self.minus(other))
    }

    fn product(&self, other: &Self) -> Option<Self> {
        Some(self.times(other))
    }
}

impl Exact for Fraction {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;

    #[inline]
    fn sum(&self, other: &Self) -> Option<Self> {
        self.plus(*other)
    }

    #[inline]
    fn difference(&self, other: &Self) -> Option<Self> {
        self.minus(*other)
    }

    #[inline]
    fn product(&self, other: &Self) -> Option<Self> {
        self.times(*other)
    }
}

pub(super) struct Gathered<N> {
    multiply: Multiply,
    augment: N,
    factor: N,
    is_touched: bool,
}

impl<N: Exact> Gathered<N> {
    pub(super) const fn new(multiply: Multiply) -> Self {
        Self { multiply, augment: N::ZERO, factor: N::ONE, is_touched: false }
    }

    #[inline]
    fn augment(&mut self, by: &N) -> Option<()> {
        self.augment = self.augment.sum(by)?;
        self.is_touched = true;
        Some(())
    }

    #[inline]
    fn multiply(&mut self, by: &N) -> Option<()> {
        self.factor = match self.multiply {
            Multiply::Add => self.factor.sum(&by.difference(&N::ONE)?)?,
            Multiply::Compound => self.factor.product(by)?,
        };
        self.is_touched = true;
        Some(())
    }

    #[inline]
    pub(super) fn apply(&mut self, value: &mut N) -> Option<()> {
        if self.is_touched {
            *value = value.sum(&self.augment)?.product(&self.factor)?;
            *self = Self::new(self.multiply);
        }
        Some(())
    }
}
