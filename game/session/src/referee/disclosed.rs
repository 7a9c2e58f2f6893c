//! Disclosure of decisions to other sides.

use crate::record::Replay;
use foretoken_vm::{EntityId, Plan, Team};

/// Returns the decisions that a side knows of a present or past battle.
#[must_use]
pub fn disclosed(replay: &Replay, team: Team) -> Plan {
    let Replay { battle, plan: decided, .. } = replay;
    let (state, mut plan) = (battle.state(), decided.clone());
    let hides = |unit: EntityId| {
        let entity = state.entity(unit);
        let open = state.is_planned(entity.team) || decided.is_closed(entity.team);
        entity.is_hidden_from(team) || entity.team != team && !open
    };
    let hidden: Vec<EntityId> = plan.iter().map(|(unit, _)| unit).filter(|&unit| hides(unit)).collect();
    hidden.into_iter().for_each(|unit| plan.clear(unit));
    battle.numbering(team).plan_to_known(&plan)
}
