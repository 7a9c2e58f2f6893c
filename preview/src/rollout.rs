//! Rollouts: planners play a battle on, with the knowledge of one side.

use crate::planner::Planner;
use foretoken_vm::schedulers::{Choose, Spent, Until, View};
use foretoken_vm::state::BattleField;
use foretoken_vm::{
    Advance, Buffers, ChancePolicy, EntityId, GameState, Intent, Known, Log, Outcome, Plan, Predicted, Rulebook, Team,
};
use std::sync::Arc;

const MOST_ACTIVATIONS: usize = 10_000;

#[derive(Clone, Debug)]
pub(crate) struct Course {
    pub(crate) known: Arc<Known>,
    pub(crate) plan: Plan,
    pub(crate) near: [Option<EntityId>; Team::COUNT],
}

#[derive(Debug)]
pub(crate) enum Stands {
    /// A decision is required.
    Asks(Choose),
    Over,
    /// It reached the end that the caller asked for, or nothing more happens.
    Ended,
}

#[derive(Debug, Default)]
pub(crate) struct Rollout {
    working: Predicted,
    buffers: Buffers,
    log: Log,
    /// Whether chance or unknown facts influenced anything since the caller last reset it.
    pub(crate) chance: bool,
    pub(crate) unknown: bool,
    pub(crate) steps: u64,
}

impl Rollout {
    /// Runs a battle to the next required decision, or until `ends` returns true. `ends` receives what ran last and its
    /// result.
    pub(crate) fn run(
        &mut self,
        book: &Rulebook,
        course: &mut Course,
        mut ends: impl FnMut(&GameState, Option<Advance>) -> bool,
    ) -> Stands {
        let Course { known, plan, near } = course;
        let (mut is_copied, mut last) = (false, None);
        for _ in 0..MOST_ACTIVATIONS {
            let state = if is_copied { self.working.state() } else { known.state() };
            let stands = if state.battle(BattleField::Outcome) != Outcome::OPEN {
                Some(Stands::Over)
            } else if ends(state, last) {
                Some(Stands::Ended)
            } else {
                book.scheduler.choose(&View::new(book, state, plan, None)).map(Stands::Asks)
            };
            if let Some(stands) = stands {
                if is_copied {
                    *known = Arc::new(self.working.freeze());
                }
                return stands;
            }
            if !is_copied {
                self.working.reset(known);
                is_copied = true;
            }
            self.log.clear();
            let Self { working, buffers, log, .. } = self;
            let advance = working.apply_for_preview(book, plan, ChancePolicy::Likely, buffers, log);
            self.steps += 1 + self.log.steps;
            self.chance |= self.log.drew_chance;
            self.unknown |= self.log.uncertain || self.log.outcome_unknown;
            let state = self.working.state();
            if let Advance::Unit(unit, _) = advance {
                near[usize::from(state.entity(unit).team.0) % Team::COUNT] = Some(unit);
            }
            if matches!(advance, Advance::Waits) {
                break;
            }
            match book.scheduler.spent(&View::new(book, state, plan, None), advance) {
                Spent::Nothing => {}
                Spent::Unit(unit) => plan.clear(unit),
                Spent::All => plan.clear_all(),
            }
            last = Some(advance);
        }
        if is_copied {
            *known = Arc::new(self.working.freeze());
        }
        Stands::Ended
    }
}

pub(crate) fn intend(book: &Rulebook, plan: &mut Plan, unit: EntityId, intent: Intent) {
    let priority = Plan::priority_in(book, &intent);
    plan.set(unit, intent, priority);
}

pub(crate) fn answer(planner: &mut Planner, book: &Rulebook, course: &mut Course, choose: &Choose) -> Vec<EntityId> {
    let Choose { team, units, until } = choose;
    let near = course.near[usize::from(team.0) % Team::COUNT];
    let (known, plan) = (&course.known.for_side(*team), &mut course.plan);
    let is_open = |unit: &EntityId| plan.intent(*unit).is_none_or(|intent| !intent.complete);
    let open: Vec<EntityId> = units.iter().copied().filter(is_open).collect();
    let decided = if *until == Until::Closed {
        let intents = planner.choose_all(book, known, plan, &open);
        open.iter().copied().zip(intents).collect()
    } else {
        let chosen = planner.choose(book, known, plan, units, near, until.is_closable());
        Vec::from_iter(chosen.map(|(unit, decision)| (unit, decision.intent)))
    };
    let closes = *until == Until::Closed || decided.is_empty();
    let units = decided.iter().map(|&(unit, _)| unit).collect();
    for (unit, intent) in decided {
        intend(book, plan, unit, intent);
    }
    if closes {
        course.plan.close(*team);
    }
    units
}
