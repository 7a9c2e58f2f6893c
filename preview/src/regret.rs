//! Regret: the single changed decision that would have helped a side most.

use crate::predictor::{Extent, Predictor};
use crate::single_deviation::SingleDeviations;
use crate::worth::Errands;
use foretoken_vm::state::BattleField;
use foretoken_vm::{ChancePolicy, EntityId, GameState, Intent, Known, Outcome, Plan, Rulebook, Team};

/// A decision that would have been better for the side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regret {
    /// The unit that decides otherwise.
    pub unit: EntityId,
    /// Its intent instead.
    pub intent: Intent,
    /// Whether the change averts a defeat within the predicted time.
    pub spares_defeat: bool,
    /// Units that survive because of the change.
    pub saved: Vec<EntityId>,
    /// Additional health of the side's living units.
    pub health: i32,
}

impl Regret {
    /// Returns the sort key: averted defeat, then saved lives, then health.
    #[must_use]
    pub fn weight(&self) -> (bool, usize, i32) {
        (self.spares_defeat, self.saved.len(), self.health)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Toll {
    is_lost: bool,
    is_not_won: bool,
    dead: usize,
    health: i32,
}

/// Returns the best single changed decision, if it averts a defeat, a death or a loss of health. Runs at most `work`
/// instructions.
#[must_use]
pub fn regret(
    (book, known, plan): (&Rulebook, &Known, &Plan),
    extent: Extent,
    units: &[EntityId],
    side: Team,
    work: u64,
) -> Option<Regret> {
    let own: Vec<EntityId> = known.state().living().filter(|(_, row)| row.team == side).map(|(unit, _)| unit).collect();
    let toll = |state: &GameState| {
        let outcome = Outcome::for_side(state.battle(BattleField::Outcome), side);
        let living = own.iter().filter(|&&unit| state.entity(unit).is_alive());
        Toll {
            is_lost: outcome == Outcome::Lost,
            is_not_won: outcome != Outcome::Won,
            dead: own.len() - living.clone().count(),
            health: -living.map(|&unit| state.entity(unit).health).sum::<i32>(),
        }
    };
    let when = |state: &GameState| (state.round(), state.next_place());
    let mut predictor = Predictor::default();
    predictor.run(book, known, plan, ChancePolicy::Likely, extent);
    let came = toll(predictor.state());
    let mut errands = Errands::default();
    let way = errands.steps_of_side(book, predictor.state(), side);
    let enemies = |state: &GameState| -> i32 {
        state.living().filter(|(_, row)| row.team.is_enemy_of(side)).map(|(_, row)| row.health).sum()
    };
    let left = enemies(predictor.state());
    let fell: Vec<EntityId> = (known.state().living())
        .filter(|(_, row)| row.is_activated() && row.team.is_enemy_of(side))
        .filter(|&(unit, _)| !predictor.state().entity(unit).is_alive())
        .map(|(unit, _)| unit)
        .collect();
    let mut best: Option<(Toll, Regret)> = None;
    SingleDeviations::each((book, known, plan), extent, units, work, |state, unit, intent| {
        let then = toll(state);
        let ends = Outcome::for_side(state.battle(BattleField::Outcome), side) == Outcome::Drawn;
        if ends && !came.is_lost {
            return false;
        }
        if then.is_lost && when(state) < when(predictor.state()) {
            return false;
        }
        // If decisions are carried out at once, an enemy that survives would have made unknown decisions.
        if extent == Extent::Decided && fell.iter().any(|&unit| state.entity(unit).is_alive()) {
            return false;
        }
        let is_better = then < best.as_ref().map_or(came, |(best, _)| *best);
        let spares = (then.is_lost, then.dead, then.health) < (came.is_lost, came.dead, came.health);
        let mut keeps_on = || came.is_lost || errands.steps_of_side(book, state, side) <= way;
        // Health does not count if enemies take as much less damage.
        let forgone = (enemies(state) - left).max(0);
        let strikes_on = came.is_lost || then.dead < came.dead || came.health - then.health > forgone;
        if is_better && spares && strikes_on && keeps_on() {
            let dies = |of: &GameState, unit: EntityId| !of.entity(unit).is_alive();
            let saved = own.iter().copied().filter(|&of| dies(predictor.state(), of) && !dies(state, of)).collect();
            let spares_defeat = came.is_lost && !then.is_lost;
            let health = came.health - then.health;
            best = Some((then, Regret { unit, intent: intent.clone(), spares_defeat, saved, health }));
        }
        false
    });
    best.map(|(_, regret)| regret)
}
