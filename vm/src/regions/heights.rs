//! Which heights a region holds, and the bounds that follow from them.

use super::measure::Measure;
use crate::program::Amount;
use crate::rulebook::Rules;

/// Which heights a region holds, seen from where it is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Heights {
    /// As many steps up as the largest distance, and one more down: what lies next may be one up or two down.
    #[default]
    AsFar,
    /// Any.
    Any,
    /// From least to largest, in steps up and in steps down. What lies level is both.
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
    /// The bounds of a distance and of a region's heights, each number evaluated once.
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
