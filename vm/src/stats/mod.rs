//! Stats: the declared numbers of a unit, and what modifies them (document 000). A stat has a base, which is a field of the
//! row, a column or a formula of the unit's kind. Carriers modify it as it is read: equipment, then skills, then statuses.
//! Every reader goes through [`Sheet::stat`], so a modifier acts wherever the number is asked for.

mod auras;
mod belongings;
mod capabilities;
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
pub use effect_sources::{
    Again, Clock, Committed, Counted, DamageModifier, EffectSource, EffectSourceClass, EffectSourceRef, Expiry,
    ItemKind, Modifier, Order, Overflow, Parameter, SkillKind, Stage, StatusKind, lies_below,
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

/// Number of a stat in a rulebook: first the core ones, then the declared ones by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct StatId(pub u16);

impl StatId {
    /// The largest health.
    pub const HEALTH: Self = Self(0);
    /// Movement points of one move.
    pub const MOVEMENT: Self = Self(1);
    /// Initiative: the place in a round, or the pace of orders that count time.
    pub const INITIATIVE: Self = Self(2);
    /// Speed class, which decides between equal initiatives.
    pub const SPEED: Self = Self(3);
    /// Steps that are climbed or jumped down at once.
    pub const JUMP: Self = Self(4);
    /// Cells of gap that are leapt over.
    pub const LEAP: Self = Self(5);
    /// How far a unit sees where there is fog, in cells.
    pub const SIGHT: Self = Self(6);
    /// How many stats the engine itself reads.
    pub const CORE: u16 = 7;
    /// Their names in formulas and assets.
    pub const CORE_NAMES: [&'static str; 7] =
        ["max_health", "movement", "initiative", "speed", "jump", "leap", "sight"];

    /// Whether the engine itself reads it.
    #[must_use]
    pub const fn is_core(self) -> bool {
        self.0 < Self::CORE
    }
}

/// How several multipliers of one carrier class come together.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Multiply {
    /// What each has beyond 1 is added: 1.5 and 1.5 make 2.
    #[default]
    Add,
    /// They are multiplied: 1.5 and 1.5 make 2.25.
    Compound,
}

/// How a stat becomes a number of its decimals, once, after everything else.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Rounding {
    /// Down.
    #[default]
    Down,
    /// To the nearest, halves away from zero.
    Nearest,
    /// Up.
    Up,
}

/// What becomes of a current value when its largest value falls or rises.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Follow {
    /// It stays, but never above the largest.
    #[default]
    Clamp,
    /// It moves by as much.
    Move,
    /// It keeps its share of the largest.
    Scale,
}

/// A stat of a rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stat {
    /// Its name in formulas and assets.
    pub name: String,
    /// The word shown.
    pub title: String,
    /// The short form shown.
    pub abbreviation: String,
    /// What it means, in a sentence.
    pub note: String,
    /// The smallest value, in units of its last decimal.
    pub least: i32,
    /// The largest value, in units of its last decimal.
    pub most: i32,
    /// Decimals that are kept, 0 to 4.
    pub decimals: u8,
    /// How it is rounded.
    pub rounding: Rounding,
    /// How multipliers come together.
    pub multiply: Multiply,
    /// What becomes of the current value when this, as its largest, changes.
    pub follow: Follow,
    /// The column of entities that holds its base; none for core stats, whose base is in the row.
    pub column: Option<u16>,
    /// The column of entities that this is the largest value of.
    pub bounds: Option<u16>,
}

impl Stat {
    /// Decimals that are kept at most.
    pub const MOST_DECIMALS: u8 = 4;

    /// A core stat of which no asset says anything.
    #[must_use]
    pub fn core(id: StatId) -> Self {
        let name = StatId::CORE_NAMES.get(usize::from(id.0)).copied().unwrap_or_default();
        let least = if id == StatId::HEALTH { 1 } else { 0 };
        // What decides an order may lie below zero.
        let least = if matches!(id, StatId::INITIATIVE | StatId::SPEED) { -1_000_000 } else { least };
        Self { name: name.to_owned(), title: name.replace('_', " "), least, most: 1_000_000, ..Self::default() }
    }

    /// Units of the last decimal in 1.
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

    /// A computed number as a value of this stat, in units of its last decimal: rounded, and within its range.
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
