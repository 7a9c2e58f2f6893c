//! Rescues: of somebody who is foreseen to die, each single changed decision after which it lives and the battle is not lost.
//! Each is predicted, so it saves by whatever there is: a push, a shield, a wall of oil, or going away.

use crate::predictor::{Extent, Predictor};
use crate::single_deviation::SingleDeviations;
use foretoken_vm::state::BattleField;
use foretoken_vm::{ChancePolicy, EntityId, GameState, Intent, Known, Outcome, Plan, Rulebook};

/// A decision after which somebody lives who would die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rescue {
    /// Who decides otherwise.
    pub unit: EntityId,
    /// What it does instead.
    pub intent: Intent,
    /// The others by the same actions, with other answers.
    pub others: Vec<Intent>,
}

/// The decisions of these units after any one of which `victim` lives, all else as planned; those of fewer uses first, and those by
/// the same actions together. One after which the battle is over before the victim would die, and not won, saves nobody. Not
/// more than `work` instructions are run, and what is not found within them is not told.
#[must_use]
pub fn rescues(
    book: &Rulebook,
    known: &Known,
    plan: &Plan,
    units: &[EntityId],
    victim: EntityId,
    work: u64,
) -> Vec<Rescue> {
    let mut predictor = Predictor::default();
    predictor.run(book, known, plan, ChancePolicy::Likely, Extent::Horizon);
    if predictor.state().entity(victim).is_alive() {
        return Vec::new();
    }
    let mut found = Vec::new();
    SingleDeviations::each((book, known, plan), Extent::Horizon, units, work, |state, unit, intent| {
        let saves = state.entity(victim).is_alive() && is_bearable(state, unit);
        if saves {
            keep(&mut found, unit, intent);
        }
        saves
    });
    found.sort_by_key(|rescue| rescue.intent.uses.len());
    found
}

/// Whether the battle goes on in a state, or is won for the side of a unit.
fn is_bearable(state: &GameState, unit: EntityId) -> bool {
    let outcome = Outcome::for_side(state.battle(BattleField::Outcome), state.entity(unit).team);
    matches!(outcome, Outcome::Open | Outcome::Won)
}

fn keep(found: &mut Vec<Rescue>, unit: EntityId, intent: &Intent) {
    let programs = |intent: &Intent| intent.uses.iter().map(|used| used.program).collect::<Vec<_>>();
    let alike = |rescue: &&mut Rescue| rescue.unit == unit && programs(&rescue.intent) == programs(intent);
    match found.iter_mut().find(alike) {
        Some(rescue) => rescue.others.push(intent.clone()),
        None => found.push(Rescue { unit, intent: intent.clone(), others: Vec::new() }),
    }
}
