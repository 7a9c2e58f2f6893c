//! The setup of a battle: rules, opening, and data for the record.

use crate::record::{AssetText, Entry, Start};
use foretoken_preview::{Level, PlannerOptions};
use foretoken_vm::{Battle, CompiledScenario, Deciders, Opening, OpeningFault, RULES_VERSION, Rulebook};
use std::sync::Arc;

const PLANNER_STREAM: u64 = 0x9e37_79b9_7f4a_7c15;

/// Setup of a battle.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Rules and map, for all seats.
    pub book: Arc<Rulebook>,
    /// Roster, deciders and seed, only for the referee. The level sets the difficulty.
    pub opening: Opening,
    /// Assets as canonical text, for the record.
    pub assets: AssetText,
    /// Pack.
    pub pack: String,
    /// Computer's level.
    pub level: Level,
    /// Whether executed decisions cannot be undone.
    pub ironman: bool,
    /// Whether the opening differs from the scenario's and must be recorded.
    pub own_opening: bool,
}

impl Setup {
    /// Creates a setup without asset text, for battles without a record.
    #[must_use]
    pub fn untold(book: Arc<Rulebook>, opening: Opening) -> Self {
        let (assets, pack) = (AssetText::default(), String::new());
        Self { book, opening, assets, pack, level: Level::default(), ironman: false, own_opening: false }
    }

    /// Creates the setup of a scenario with a seed.
    #[must_use]
    pub fn of(scenario: CompiledScenario, seed: u64) -> Self {
        let opening = scenario.seeded(seed);
        Self::untold(Arc::new(scenario.rules), opening)
    }

    /// Replaces the opening, including seed and deciders; the level sets the difficulty.
    ///
    /// # Errors
    ///
    /// All faults of the opening.
    pub fn with_opening(self, opening: Opening) -> Result<Self, Vec<OpeningFault>> {
        let opening = Opening { is_hard: self.level == Level::Hard, ..opening };
        let faults = opening.faults(&self.book);
        if faults.is_empty() { Ok(Self { opening, own_opening: true, ..self }) } else { Err(faults) }
    }

    /// Returns the seed of the battle.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.opening.seed
    }

    /// Replaces the seed.
    #[must_use]
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.opening.seed = seed;
        self
    }

    /// Returns the first entries of a record; the hash is [`Replay::start_hash`](crate::record::Replay).
    #[must_use]
    pub fn first_entries(&self, start_hash: u64) -> Vec<Entry> {
        let start = Start {
            rules: RULES_VERSION,
            rulebook: start_hash,
            kinds: self.book.kinds.clone(),
            pack: self.pack.clone(),
            scenario: self.book.scenario.clone(),
            seed: self.seed(),
            planned_teams: self.opening.deciders.planned().map(|team| team.0).collect(),
        };
        let mut entries = vec![Entry::Start(Box::new(start)), Entry::Assets(self.assets.to_string())];
        if self.level != Level::default() {
            entries.push(Entry::Level(self.level.code()));
        }
        if self.ironman {
            entries.push(Entry::Ironman);
        }
        if self.own_opening {
            entries.push(Entry::Opening(Box::new(self.opening.clone())));
        }
        if !self.opening.deciders.is_plain() {
            entries.push(Entry::Deciders(Box::new(self.opening.deciders.clone())));
        }
        entries
    }

    /// Creates the battle.
    #[must_use]
    pub fn battle(&self) -> Battle {
        Battle::new(&self.book, &self.opening)
    }

    /// Returns the planner's options.
    #[must_use]
    pub fn planner_options(&self) -> PlannerOptions {
        // A separate stream, so that the planner reveals nothing of the battle's.
        PlannerOptions { seed: self.seed().wrapping_sub(1).wrapping_mul(PLANNER_STREAM), ..self.level.options() }
    }

    /// Gives every side a seat.
    #[must_use]
    pub fn hot_seat(mut self) -> Self {
        self.opening.deciders = Deciders::default();
        self
    }

    /// Sets whether the battle is ironman.
    #[must_use]
    pub const fn ironman(mut self, ironman: bool) -> Self {
        self.ironman = ironman;
        self
    }

    /// Sets the level, which can change the opening units.
    #[must_use]
    pub fn at_level(mut self, level: Level) -> Self {
        self.level = level;
        self.opening.is_hard = level == Level::Hard;
        self
    }
}
