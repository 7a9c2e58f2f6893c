//! Stats: numbers of a unit with modifiers (document 000). The base is a field, a column or a formula; items, skills
//! and statuses modify it in that order. All readers use [`Sheet::stat`].

mod auras;
mod belongings;
mod capabilities;
mod decks;
mod describe;
mod effect_sources;
mod events;
mod lookup;
mod mode;
mod modifiers;
mod search;
mod sheet;
mod slots;
mod sources;
mod world;
mod worth;

pub use auras::{Aura, Reaches, giver_of};
pub(crate) use auras::{Auras, given_by};
pub(crate) use capabilities::{Capabilities, CapabilityTable};
pub use decks::DeckSlot;
pub use effect_sources::{
    Again, Clock, Committed, Counted, DamageModifier, EffectSource, EffectSourceClass, EffectSourceRef, Expiry,
    ItemKind, Modifier, Order, Overflow, Parameter, SkillKind, Stage, StatusKind, is_or_below,
};
pub use events::{Event, Handler, How, LabelSet, Role, Toward};
pub use mode::{Mode, ModeRow, Sign};
pub(crate) use modifiers::Modifiers;
pub(crate) use search::Cycle;
pub use search::{Get, On, Search, Sought};
pub(crate) use sheet::Reading;
pub use sheet::{Contribution, Sheet};
pub(crate) use sources::SkillSources;
pub(crate) use world::{KeptWords, Scope, TileLookup, held_word, read_fact};

use crate::formula::Number;
use serde::{Deserialize, Serialize};

/// Number of a stat: core stats first, then declared ones by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct StatId(pub u16);

impl StatId {
    /// Maximum health.
    pub const HEALTH: Self = Self(0);
    /// Movement points of one move.
    pub const MOVEMENT: Self = Self(1);
    /// Initiative: position in a round, or pace of orders that count time.
    pub const INITIATIVE: Self = Self(2);
    /// Speed class for ties of initiative.
    pub const SPEED: Self = Self(3);
    /// Maximum steps up or down at once.
    pub const JUMP: Self = Self(4);
    /// Maximum gap of a leap in cells.
    pub const LEAP: Self = Self(5);
    /// Sight radius under fog in cells.
    pub const SIGHT: Self = Self(6);
    /// Number of core stats.
    pub const CORE: u16 = 7;
    /// Names in formulas and assets.
    pub const CORE_NAMES: [&'static str; 7] =
        ["max_health", "movement", "initiative", "speed", "jump", "leap", "sight"];

    /// Returns whether it is a core stat.
    #[must_use]
    pub const fn is_core(self) -> bool {
        self.0 < Self::CORE
    }
}

/// Combination of multipliers within a class.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Multiply {
    /// The parts above 1 add up: 1.5 and 1.5 make 2.
    #[default]
    Add,
    /// They multiply: 1.5 and 1.5 make 2.25.
    Compound,
}

/// Rounding to the stat's decimals, after all modifiers.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Rounding {
    /// Down.
    #[default]
    Down,
    /// To the nearest; halves away from zero.
    Nearest,
    /// Up.
    Up,
}

/// Effect of a changed maximum on the current value.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Follow {
    /// Clamped to the maximum.
    #[default]
    Clamp,
    /// Changes by the same difference.
    Move,
    /// Keeps its share.
    Scale,
}

/// A stat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stat {
    /// Name in formulas and assets.
    pub name: String,
    /// Displayed name.
    pub title: String,
    /// Displayed abbreviation.
    pub abbreviation: String,
    /// Description in one sentence.
    pub note: String,
    /// Minimum, in units of its last decimal.
    pub least: i32,
    /// Maximum, in units of its last decimal.
    pub most: i32,
    /// Number of decimals, 0 to 4.
    pub decimals: u8,
    /// Rounding.
    pub rounding: Rounding,
    /// Combination of multipliers.
    pub multiply: Multiply,
    /// Effect on the current value if this is a maximum.
    pub follow: Follow,
    /// Unit column of its base; `None` for core stats.
    pub column: Option<u16>,
    /// Unit column of which this is the maximum.
    pub bounds: Option<u16>,
}

impl Stat {
    /// Maximum decimals.
    pub const MOST_DECIMALS: u8 = 4;

    /// Makes a core stat that no asset declares.
    #[must_use]
    pub fn core(id: StatId) -> Self {
        let name = StatId::CORE_NAMES.get(usize::from(id.0)).copied().unwrap_or_default();
        let least = if id == StatId::HEALTH { 1 } else { 0 };
        let least = if matches!(id, StatId::INITIATIVE | StatId::SPEED) { -1_000_000 } else { least };
        Self { name: name.to_owned(), title: name.replace('_', " "), least, most: 1_000_000, ..Self::default() }
    }

    /// Returns the units of the last decimal in 1.
    #[must_use]
    pub const fn scale(&self) -> i64 {
        match self.decimals {
            0 => 1,
            1 => 10,
            2 => 100,
            3 => 1_000,
            _ => 10_000,
        }
    }

    /// Rounds and clamps a number, in units of the last decimal.
    #[must_use]
    pub fn settle(&self, value: &Number) -> i32 {
        let scale = self.scale();
        let scaled;
        let units = if scale == 1 {
            value
        } else {
            scaled = value.times(&Number::whole(scale));
            &scaled
        };
        let whole = match self.rounding {
            Rounding::Down => return units.floor_within(self.least, self.most),
            Rounding::Nearest => units.nearest(),
            Rounding::Up => units.ceil(),
        };
        whole.floor_within(self.least, self.most)
    }
}
