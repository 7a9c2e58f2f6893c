//! The knowledge of one side.

use foretoken_session::texts::names;
use foretoken_vm::{Cell, EntityId, GameState, Known, Outcome, Rulebook, Team};
use std::sync::Arc;

/// The knowledge of one side of a battle. Units have the numbers by which that side knows them.
#[derive(Debug)]
pub struct Observation {
    pub(crate) rules: Arc<Rulebook>,
    pub(crate) known: Known,
    pub(crate) side: Team,
}

/// A unit as a side knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unit {
    /// The number by which the side knows it.
    pub id: EntityId,
    /// Its name, with a number where several have it.
    pub name: String,
    /// The name of its unit type's asset.
    pub unit_type: String,
    /// Its side.
    pub side: Team,
    /// The cell of its anchor.
    pub cell: Cell,
    /// Its health.
    pub health: i32,
    /// Its largest health.
    pub max_health: i32,
}

impl Observation {
    /// The side.
    #[must_use]
    pub const fn side(&self) -> Team {
        self.side
    }

    /// The round, from 1.
    #[must_use]
    pub const fn round(&self) -> i32 {
        self.known.state().round()
    }

    /// How the battle stands for the side.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        Outcome::for_side(self.known.state().battle(foretoken_vm::state::BattleField::Outcome), self.side)
    }

    /// The living units that the side knows, in order of their numbers.
    pub fn units(&self) -> impl Iterator<Item = Unit> {
        let (rules, state) = (&self.rules, self.known.state());
        state.living().map(move |(id, row)| Unit {
            id,
            name: names::entity(rules, state, id),
            unit_type: rules.unit_type(row).map_or_else(String::new, |kind| kind.name.clone()),
            side: row.team,
            cell: row.cell,
            health: row.health,
            max_health: row.max_health,
        })
    }

    /// Everything else: surfaces, columns, statuses, the agenda.
    #[must_use]
    pub const fn state(&self) -> &GameState {
        self.known.state()
    }

    /// A hash of the knowledge. Equal knowledge under equal rules has equal hashes on every machine.
    #[must_use]
    pub fn hash64(&self) -> u64 {
        self.known.state().hash64(&self.rules)
    }
}
