//! Modes: the ways in which a modifier or an alteration acts on a number. A mode is a variant, its row and its place in
//! [`Mode::ALL`]; asset files, sheets, texts and checks read the row. The order of the variants is the order in which the modes of
//! one class of carriers act, and it must be that of `ALL`.

use super::Multiply;
use crate::formula::Number;
use serde::{Deserialize, Serialize};

/// How a modifier or an alteration acts on a number.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Mode {
    /// It takes the place of what was before.
    Replace,
    /// It is added.
    #[default]
    Augment,
    /// It multiplies.
    Multiply,
}

/// The row of a mode.
#[derive(Clone, Copy, Debug)]
pub struct ModeRow {
    /// The bare name in asset files.
    pub name: &'static str,
    /// A sentence for the person who chooses it.
    pub doc: &'static str,
    /// The sign or word before an amount.
    pub sign: Sign,
    /// Whether the order of several in a row makes no difference.
    pub commutes: bool,
    /// Acts on a stat that is being read, before the sums and factors of its class are applied: those are gathered. A mode that
    /// reads the value and comes behind `Augment` applies what is gathered first.
    gather: fn(&mut Gathered, &mut Number, &Number),
    /// Acts on a single number.
    apply: fn(&Number, &Number) -> Number,
}

/// How a mode is written before an amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// A word: `is 5`.
    Word(&'static str),
    /// A sign that belongs to the number, and another for amounts below 0: `+5`, `−5`.
    Joined(&'static str, &'static str),
    /// A sign that stands apart: `× 1.5`.
    Apart(&'static str),
}

impl Mode {
    /// All, in the order in which asset files count them and in which they act.
    pub const ALL: [Self; 3] = [Self::Replace, Self::Augment, Self::Multiply];

    /// Its row.
    #[must_use]
    pub const fn row(self) -> ModeRow {
        match self {
            Self::Replace => ModeRow {
                name: "Replace",
                doc: "It takes the place of what was before.",
                sign: Sign::Word("is"),
                commutes: false,
                gather: |_, value, amount| *value = amount.clone(),
                apply: |_, amount| amount.clone(),
            },
            Self::Augment => ModeRow {
                name: "Augment",
                doc: "It is added; below zero it is taken away.",
                sign: Sign::Joined("+", "−"),
                commutes: true,
                gather: |gathered, _, amount| gathered.augment(amount),
                apply: |value, amount| value.plus(amount),
            },
            Self::Multiply => ModeRow {
                name: "Multiply",
                doc: "It multiplies: 1.5 is half as much again.",
                sign: Sign::Apart("×"),
                commutes: true,
                gather: |gathered, _, amount| gathered.multiply(amount),
                apply: |value, amount| value.times(amount),
            },
        }
    }

    /// The result for a number and an amount.
    #[must_use]
    pub fn apply(self, value: &Number, amount: &Number) -> Number {
        (self.row().apply)(value, amount)
    }

    /// Lets an amount act on a stat that is being read.
    #[inline]
    pub(super) fn gather(self, gathered: &mut Gathered, value: &mut Number, amount: &Number) {
        (self.row().gather)(gathered, value, amount);
    }
}

impl Sign {
    /// The sign with an amount in words, such as `is 5`, `+5`, `−5` and `× (2 or 3)`.
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

    /// The sign between two terms of a sum, if it is one that stands there.
    #[must_use]
    pub const fn between(self, is_below_zero: bool) -> Option<&'static str> {
        match self {
            Self::Word(_) => None,
            Self::Joined(_, below) if is_below_zero => Some(below),
            Self::Joined(sign, _) | Self::Apart(sign) => Some(sign),
        }
    }
}

/// The modifiers of one class that act together: what is added, then by how much that is multiplied.
pub(super) struct Gathered {
    multiply: Multiply,
    augment: Number,
    factor: Number,
    /// Whether there are any.
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

    /// Puts them into a value, and forgets them.
    #[inline]
    pub(super) fn apply(&mut self, value: &mut Number) {
        if self.is_touched {
            *value = value.plus(&self.augment).times(&self.factor);
            *self = Self::new(self.multiply);
        }
    }
}
