//! Rescues: single changed decisions after which a doomed unit lives.

use crate::predictor::{Extent, Predictor};
use crate::single_deviation::SingleDeviations;
use foretoken_vm::state::BattleField;
use foretoken_vm::{ChancePolicy, EntityId, GameState, Intent, Known, Outcome, Plan, Rulebook};

/// A changed decision that saves a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rescue {
    /// The unit that decides otherwise.
    pub unit: EntityId,
    /// Its intent instead.
    pub intent: Intent,
    /// Alternatives with the same actions and other answers.
    pub others: Vec<Intent>,
}

/// Returns the decisions after which `victim` lives and the battle is not lost; fewer uses come first. Runs at most
/// `work` instructions, so the list may be incomplete.
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
