//! How a battle is started: its rules, its opening, and what a record needs of them.

use crate::record::{Entry, Start};
use foretoken_preview::{Level, PlannerOptions};
use foretoken_vm::{Battle, CompiledScenario, Deciders, Opening, OpeningFault, RULES_VERSION, Rulebook};
use std::sync::Arc;

/// Makes of a battle's seed the one that the planner's ties are settled by.
const PLANNER_STREAM: u64 = 0x9e37_79b9_7f4a_7c15;

/// How a battle is started.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rules and the map, which every seat gets.
    pub book: Arc<Rulebook>,
    /// The roster, the deciders and the seed, which only the referee has. Its difficulty follows the level.
    pub opening: Opening,
    /// The assets as canonical text, for the record.
    pub assets: String,
    /// The pack they are from.
    pub pack: String,
    /// How hard the computer plays.
    pub level: Level,
    /// Whether nothing that was carried out can be taken back.
    pub ironman: bool,
    /// Whether the opening is another than the one that the assets' scenario compiles to, so that a record has to hold it.
    pub own_opening: bool,
}

impl Setup {
    /// A battle that is not recorded: it needs no assets as text.
    #[must_use]
    pub fn untold(book: Arc<Rulebook>, opening: Opening) -> Self {
        let (assets, pack) = (String::new(), String::new());
        Self { book, opening, assets, pack, level: Level::default(), ironman: false, own_opening: false }
    }

    /// The same of a scenario with a seed.
    #[must_use]
    pub fn of(scenario: CompiledScenario, seed: u64) -> Self {
        let opening = scenario.seeded(seed);
        Self::untold(Arc::new(scenario.rules), opening)
    }

    /// The same rules with another opening, such as a party that comes from another battle. Its seed and deciders hold, too;
    /// its difficulty follows the level.
    ///
    /// # Errors
    /// All faults of the opening under the rules.
    pub fn with_opening(self, opening: Opening) -> Result<Self, Vec<OpeningFault>> {
        let opening = Opening { is_hard: self.level == Level::Hard, ..opening };
        let faults = opening.faults(&self.book);
        if faults.is_empty() { Ok(Self { opening, own_opening: true, ..self }) } else { Err(faults) }
    }

    /// Seed of the battle's streams.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.opening.seed
    }

    /// The same battle with another seed.
    #[must_use]
    pub const fn with_seed(mut self, seed: u64) -> Self {
        self.opening.seed = seed;
        self
    }

    /// The entries that a record of it begins with; the hash is that of its replay, [`Replay::start_hash`](crate::record::Replay).
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
        let mut entries = vec![Entry::Start(Box::new(start)), Entry::Assets(self.assets.clone())];
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

    /// The battle at its start.
    #[must_use]
    pub fn battle(&self) -> Battle {
        Battle::new(&self.book, &self.opening)
    }

    /// How the planner thinks in it.
    #[must_use]
    pub fn planner_options(&self) -> PlannerOptions {
        // A stream of its own: nothing that the battle draws follows from it. That of the usual seed is the planner's usual one.
        PlannerOptions { seed: self.seed().wrapping_sub(1).wrapping_mul(PLANNER_STREAM), ..self.level.options() }
    }

    /// The same battle with a seat for every side: neither the planner nor a policy decides for one.
    #[must_use]
    pub fn hot_seat(mut self) -> Self {
        self.opening.deciders = Deciders::default();
        self
    }

    /// The same battle where nothing that was carried out can be taken back, or where it can.
    #[must_use]
    pub const fn ironman(mut self, ironman: bool) -> Self {
        self.ironman = ironman;
        self
    }

    /// The same battle where the computer plays so hard. Who is there at the start may turn on it.
    #[must_use]
    pub fn at_level(mut self, level: Level) -> Self {
        self.level = level;
        self.opening.is_hard = level == Level::Hard;
        self
    }
}
