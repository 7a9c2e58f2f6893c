//! The bounds of a region: across in cells, and in height.

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

/// The bounds of a request or an area as numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    /// Least and largest distance across, in cells.
    pub across: (i32, i32),
    /// Least and largest height above, in half steps.
    pub up: (i32, i32),
    /// Least and largest depth below, in half steps.
    pub down: (i32, i32),
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

    /// Whether a height above (below where negative), in half steps, is within.
    #[must_use]
    pub(crate) const fn holds_height(&self, rise: i32) -> bool {
        let up = rise >= 0 && rise >= self.up.0 && rise <= self.up.1;
        up || rise <= 0 && -rise >= self.down.0 && -rise <= self.down.1
    }

    /// Whether a distance across is within.
    #[must_use]
    pub const fn holds(&self, distance: i32) -> bool {
        distance >= self.across.0 && distance <= self.across.1
    }

    /// Whether a distance across, given by its square, is within.
    #[must_use]
    pub(crate) const fn holds_square(&self, square: i64) -> bool {
        let (least, most) = (self.across.0 as i64, self.across.1 as i64);
        most >= 0 && square <= most * most && (least <= 0 || square >= least * least)
    }
}
