//! The knowledge of one side.

use foretoken_session::texts::{goals::goals, names};
use foretoken_vm::{Cell, EntityId, GameState, Known, Outcome, Rulebook, Team};
use std::sync::Arc;

/// Knowledge of one side. Units have the numbers by which that side knows them.
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
    /// Known number.
    pub id: EntityId,
    /// Name, with a number if several units share the name.
    pub name: String,
    /// Asset name of its unit type.
    pub unit_type: String,
    /// Side.
    pub side: Team,
    /// Anchor cell.
    pub cell: Cell,
    /// Health.
    pub health: i32,
    /// Maximum health.
    pub max_health: i32,
}

impl Observation {
    /// The side.
    #[must_use]
    pub const fn side(&self) -> Team {
        self.side
    }

    /// Returns the round, from 1.
    #[must_use]
    pub const fn round(&self) -> i32 {
        self.known.state().round()
    }

    /// Returns the outcome for the side.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        Outcome::for_side(self.known.state().battle(foretoken_vm::state::BattleField::Outcome), self.side)
    }

    /// Returns the goals, losses and bonus goals as sentences, the side's own first.
    #[must_use]
    pub fn goals(&self) -> Vec<String> {
        let state = self.known.state();
        let lines =
            goals(&self.rules, state.is_hard(), Some(state.round()), self.side, |side| names::side(&self.rules, side));
        lines.into_iter().map(|line| line.words).collect()
    }

    /// Returns the known living units, by number.
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

    /// Returns the whole known state: surfaces, columns, statuses, the agenda.
    #[must_use]
    pub const fn state(&self) -> &GameState {
        self.known.state()
    }

    /// Returns the hash of the knowledge, which depends only on knowledge and rules, not on the machine.
    #[must_use]
    pub fn hash64(&self) -> u64 {
        self.known.state().hash64(&self.rules)
    }
}
