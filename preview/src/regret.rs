//! What one other decision would have spared a side in a round, or in what is known of it: the best of all single changes to
//! its plan.

use crate::predictor::{Extent, Predictor};
use crate::single_deviation::SingleDeviations;
use crate::worth::Errands;
use foretoken_vm::state::BattleField;
use foretoken_vm::{ChancePolicy, EntityId, GameState, Intent, Known, Outcome, Plan, Rulebook, Team};

/// A decision that would have spared the side something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regret {
    /// Who decides otherwise.
    pub unit: EntityId,
    /// What it does instead.
    pub intent: Intent,
    /// Whether the battle is then not lost as far as was looked.
    pub spares_defeat: bool,
    /// Who lives then and dies otherwise.
    pub saved: Vec<EntityId>,
    /// By how much more health the side's living have then.
    pub health: i32,
}

impl Regret {
    /// How much it weighs: what spares a defeat before what saves lives, and these before health.
    #[must_use]
    pub fn weight(&self) -> (bool, usize, i32) {
        (self.spares_defeat, self.saved.len(), self.health)
    }
}

/// How what is looked at comes out for a side: less is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Toll {
    is_lost: bool,
    is_not_won: bool,
    dead: usize,
    health: i32,
}

/// The single other decision of one of these units by which the side fares best, as far as the extent says, where it spares the
/// side anything: a defeat, a life, or health, which is not spared by doing as much less harm to enemies. Not more
/// than `work` instructions are run.
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
        .filter(|(_, row)| row.acts() && row.team.is_enemy_of(side))
        .filter(|&(unit, _)| !predictor.state().entity(unit).is_alive())
        .map(|(unit, _)| unit)
        .collect();
    let mut best: Option<(Toll, Regret)> = None;
    SingleDeviations::each((book, known, plan), extent, units, work, |state, unit, intent| {
        let then = toll(state);
        // What ends the battle without a victory spares nothing of what would have come.
        let ends = Outcome::for_side(state.battle(BattleField::Outcome), side) == Outcome::Drawn;
        if ends && !came.is_lost {
            return false;
        }
        // Nor does what loses it sooner: who lives then would have died next.
        if then.is_lost && when(state) < when(predictor.state()) {
            return false;
        }
        // Of an enemy who fell and would live nothing is known where decisions are carried out at once: it would have decided.
        if extent == Extent::Decided && fell.iter().any(|&unit| state.entity(unit).is_alive()) {
            return false;
        }
        let is_better = then < best.as_ref().map_or(came, |(best, _)| *best);
        // A victory that was missed is no loss that was spared.
        let spares = (then.is_lost, then.dead, then.health) < (came.is_lost, came.dead, came.health);
        // Nor does what keeps anybody from where goals want it: it puts off what the side fights for.
        let mut keeps_on = || came.is_lost || errands.steps_of_side(book, state, side) <= way;
        // Nor is health spared by what does as much less harm.
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
