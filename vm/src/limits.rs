//! What everything is bounded by (law 11): defaults, and maxima beyond which no pack can go. Passing a bound is a typed
//! trap that ends the activation and leaves the state valid.

use serde::{Deserialize, Serialize};

/// The bounds of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Fuel of one activation. A jump back, a trigger, an entry made and a cell spread to take one unit each. Each unit
    /// is also worth [`Limits::WORK_PER_FUEL`] pieces of work: steps, changes, and cells, entities and answers looked at.
    pub fuel: u32,
    /// Depth of triggers set off by triggers.
    pub depth: u8,
    /// Turns of one loop.
    pub loop_count: i32,
    /// Entities in a battle, the dead included.
    pub entities: u16,
    /// Agenda entries waiting at once.
    pub entries: u16,
    /// Records that one unit holds at once: statuses, items, recharges. Of one and not of all, so that what is hidden takes
    /// nobody's room.
    pub instances: u16,
    /// Rounds after which an undecided battle is a draw.
    pub rounds: i32,
    /// Changes and notes that actions may write in one round. A change takes 20 bytes of the log, and 12 more where it
    /// is traced who wrote it. What the turn order itself writes does not count: it is bounded by the state for each
    /// activation, but orders that count time may fit thousands of idle activations into a round.
    pub round_changes: u32,
}

impl Limits {
    /// Pieces of work in a unit of fuel.
    pub const WORK_PER_FUEL: u32 = 500;

    /// The largest bounds there are. Ids of entities and entries share the words of the agenda, a bit telling them apart.
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

    /// These bounds, none beyond [`Self::MAX`].
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

    /// Pieces of work of one activation.
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
