//! Limits of all resources (law 11): defaults, and maxima that no pack can exceed. Exceeding a limit is a typed trap
//! that ends the activation and leaves a valid state.

use serde::{Deserialize, Serialize};

/// Limits of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Fuel of one activation. A backward jump, a trigger, a new entry and a cell of a spread cost one each. Each also
    /// allows [`Limits::WORK_PER_FUEL`] units of work: steps, changes, and inspected cells, units and answers.
    pub fuel: u32,
    /// Maximum depth of nested triggers.
    pub depth: u8,
    /// Maximum iterations of one loop.
    pub loop_count: i32,
    /// Maximum units in a battle, including dead units.
    pub entities: u16,
    /// Maximum number of pending agenda entries.
    pub entries: u16,
    /// Maximum effect instances of one unit. Counted per unit, so that hidden ones take no room from other units.
    pub instances: u16,
    /// Rounds after which an undecided battle is a draw.
    pub rounds: i32,
    /// Maximum changes and notes of actions in one round, without those of the turn order. A change takes 20 bytes,
    /// plus 12 for a trace.
    pub round_changes: u32,
}

impl Limits {
    /// Units of work per unit of fuel.
    pub const WORK_PER_FUEL: u32 = 500;

    /// Maximum limits. Ids of units and entries share the words of the agenda; one bit distinguishes them.
    pub const MAX: Self = Self {
        fuel: 100_000,
        depth: 24,
        loop_count: 10_000,
        entities: 32_768,
        entries: 10_000,
        instances: 128,
        rounds: 10_000,
        round_changes: 8_000_000,
    };

    /// Returns the limits clamped to [`Self::MAX`].
    #[must_use]
    pub fn clamped(self) -> Self {
        let max = Self::MAX;
        Self {
            fuel: self.fuel.min(max.fuel),
            depth: self.depth.min(max.depth),
            loop_count: self.loop_count.min(max.loop_count),
            entities: self.entities.min(max.entities),
            entries: self.entries.min(max.entries),
            instances: self.instances.min(max.instances),
            rounds: self.rounds.min(max.rounds),
            round_changes: self.round_changes.min(max.round_changes),
        }
    }

    /// Returns the units of work of one activation.
    #[inline]
    #[must_use]
    pub const fn work(&self) -> u32 {
        self.fuel.saturating_mul(Self::WORK_PER_FUEL)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            fuel: 2_000,
            depth: 12,
            loop_count: 100,
            entities: 1_024,
            entries: 256,
            instances: 32,
            rounds: 200,
            round_changes: 1_000_000,
        }
    }
}
