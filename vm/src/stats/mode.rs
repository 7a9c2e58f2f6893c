//! Modes of modifiers, each with a row of properties; they act in the order of [`Mode::ALL`].

use super::Multiply;
use crate::formula::Number;
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
    /// Applies to a stat. Sums and factors of a class are gathered first; a mode that reads the value must apply them.
    gather: fn(&mut Gathered, &mut Number, &Number),
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
                gather: |_, value, amount| *value = amount.clone(),
                apply: |_, amount| amount.clone(),
            },
            Self::Augment => ModeRow {
                name: "Augment",
                doc: "Adds to the value; a negative amount subtracts.",
                sign: Sign::Joined("+", "−"),
                commutes: true,
                gather: |gathered, _, amount| gathered.augment(amount),
                apply: |value, amount| value.plus(amount),
            },
            Self::Multiply => ModeRow {
                name: "Multiply",
                doc: "Multiplies the value: 1.5 makes it half as large again.",
                sign: Sign::Apart("×"),
                commutes: true,
                gather: |gathered, _, amount| gathered.multiply(amount),
                apply: |value, amount| value.times(amount),
            },
        }
    }

    /// Applies an amount to a number.
    #[must_use]
    pub fn apply(self, value: &Number, amount: &Number) -> Number {
        (self.row().apply)(value, amount)
    }

    #[inline]
    pub(super) fn gather(self, gathered: &mut Gathered, value: &mut Number, amount: &Number) {
        (self.row().gather)(gathered, value, amount);
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

pub(super) struct Gathered {
    multiply: Multiply,
    augment: Number,
    factor: Number,
    is_touched: bool,
}

impl Gathered {
    pub(super) const fn new(multiply: Multiply) -> Self {
        Self { multiply, augment: Number::ZERO, factor: Number::ONE, is_touched: false }
    }

    fn augment(&mut self, by: &Number) {
        self.augment = self.augment.plus(by);
        self.is_touched = true;
    }

    fn multiply(&mut self, by: &Number) {
        self.factor = match self.multiply {
            Multiply::Add => self.factor.plus(&by.minus(&Number::ONE)),
            Multiply::Compound => self.factor.times(by),
        };
        self.is_touched = true;
    }

    #[inline]
    pub(super) fn apply(&mut self, value: &mut Number) {
        if self.is_touched {
            *value = value.plus(&self.augment).times(&self.factor);
            *self = Self::new(self.multiply);
        }
    }
}
