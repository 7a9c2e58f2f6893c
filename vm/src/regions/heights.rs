//! Height range of a region.

use super::measure::Measure;
use crate::program::Amount;
use crate::rulebook::Rules;

/// Heights of a region relative to its origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Heights {
    /// As many steps up as the largest distance, and one more down.
    #[default]
    AsFar,
    /// Any height.
    Any,
    /// Minimum to maximum steps up and down. Level ground is both.
    Within {
        /// Steps up.
        up: (Amount, Amount),
        /// Steps down.
        down: (Amount, Amount),
    },
}

impl Heights {
    pub(super) const fn has_formula(self) -> bool {
        match self {
            Self::AsFar | Self::Any => false,
            Self::Within { up, down } => {
                up.0.is_formula() || up.1.is_formula() || down.0.is_formula() || down.1.is_formula()
            }
        }
    }

    pub(super) fn text(self, book: &Rules) -> String {
        let number = |amount: Amount| match amount {
            Amount::Const(number) => number.to_string(),
            Amount::Formula(at) => book.formulas.get(at as usize).map_or("?", |formula| &formula.source).to_owned(),
        };
        match self {
            Self::AsFar => String::new(),
            Self::Any => ", any height".to_owned(),
            Self::Within { up, down } => {
                format!(", up {}..{}, down {}..{}", number(up.0), number(up.1), number(down.0), number(down.1))
            }
        }
    }
}

impl Measure {
    /// Evaluates the bounds of distance and heights, each number once.
    pub fn new(across: (i32, i32), heights: Heights, mut number: impl FnMut(Amount) -> i32) -> Self {
        let halves = |steps: i32| steps.saturating_mul(2);
        match heights {
            Heights::AsFar => Self { across, up: (0, halves(across.1)), down: (0, halves(across.1.saturating_add(1))) },
            Heights::Any => Self { across, up: (0, i32::MAX), down: (0, i32::MAX) },
            Heights::Within { up, down } => {
                let mut both = |(least, most): (Amount, Amount)| (halves(number(least)), halves(number(most)));
                Self { across, up: both(up), down: both(down) }
            }
        }
    }
}
