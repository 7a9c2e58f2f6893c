//! Order of answers on offer, their units, and which have no effect.

use super::Draft;
use crate::news::is_news;
use foretoken_preview::{Extent, Predictor};
use foretoken_vm::program::Asks;
use foretoken_vm::state::{EffectInstance, Pool};
use foretoken_vm::{
    ActionUse, Answer, Cell, ChancePolicy, Change, ChangeKind, EntityId, GameState, Intent, Known, Plan, Question,
    Rulebook, Team,
};

/// Answer limit of the check for effects.
pub(super) const MOST_TRIED: usize = 24;

pub(super) struct Tried<'a> {
    pub book: &'a Rulebook,
    pub known: &'a Known,
    pub plan: &'a Plan,
    pub unit: EntityId,
    pub intent: &'a Intent,
}

pub(super) fn is_of_board(question: &Question) -> bool {
    matches!(question.request.asks, Asks::Cell | Asks::Unit) && question.picks.is_none()
}

/// Sorts the answers: first those with effects, of them enemies, then ground and objects, then allies; each by board
/// rows.
pub(super) fn order(draft: &mut Draft, state: &GameState, team: Team) {
    let rank = |unit: EntityId| match state.entity(unit) {
        other if !unit.is_some() || !other.is_activated() => 1,
        other if other.team.is_enemy_of(team) => 0,
        _ => 2,
    };
    let place = |cell: Option<Cell>| cell.map_or((0, 0, 0), |cell| (cell.y(), cell.x(), i32::from(cell.floor())));
    let key = |at: &usize| {
        let cell = draft.cells[*at];
        (draft.idle.contains(&draft.answers[*at]), rank(on(state, cell)), place(cell), *at)
    };
    let mut order: Vec<usize> = (0..draft.answers.len()).collect();
    order.sort_by_key(key);
    draft.answers = order.iter().map(|&at| draft.answers[at]).collect();
    draft.cells = order.iter().map(|&at| draft.cells[at]).collect();
    draft.whom = draft.cells.iter().map(|&cell| on(state, cell)).collect();
}

fn on(state: &GameState, cell: Option<Cell>) -> EntityId {
    cell.map_or(EntityId::NONE, |cell| state.occupant(cell))
}

/// Returns the answers without effects in the prediction, apart from the action's cost. Empty if there are too many,
/// with uncertainty, or with further requests.
pub(super) fn idle(predictor: &mut Predictor, of: &Tried<'_>, question: &Question, answers: &[Answer]) -> Vec<Answer> {
    if answers.len() > MOST_TRIED || !is_of_board(question) {
        return Vec::new();
    }
    let mut plan = of.plan.clone();
    let mut run = |intent: Intent| {
        let priority = Plan::priority_in(of.book, &intent);
        plan.set(of.unit, Intent { complete: false, ..intent }, priority);
        predictor.run(of.book, of.known, &plan, ChancePolicy::Likely, Extent::After(of.unit));
        let (log, asks) = (predictor.log(), predictor.question(of.unit).is_some());
        (log.changes.to_vec(), log.drew_chance || log.uncertain || asks)
    };
    let (before, _) = run(of.intent.clone());
    let comes_to_nothing = |answer: &&Answer| {
        let mut intent = of.intent.clone();
        let Some(used) = intent.uses.get_mut(question.use_index) else { return false };
        used.answers.push((question.key, **answer));
        let program = used.program;
        let (after, is_open) = run(intent);
        let same = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
        !is_open && after[same..].iter().all(|change| is_nothing(of, program, change))
    };
    answers.iter().filter(comes_to_nothing).copied().collect()
}

fn is_nothing(of: &Tried<'_>, program: u16, change: &Change) -> bool {
    let is_own = change.entity == of.unit;
    match change.kind {
        ChangeKind::NoEffect
        | ChangeKind::Uses
        | ChangeKind::Collided
        | ChangeKind::Bumped
        | ChangeKind::NextPlace
        | ChangeKind::Undecided
        | ChangeKind::Fallback => true,
        ChangeKind::Facing => is_own,
        ChangeKind::EffectInstance => {
            matches!(
                EffectInstance::of_place(change.at),
                (Pool::RECHARGES, ..) | (Pool::SLOTS, _, EffectInstance::LEFT)
            )
        }
        ChangeKind::EntityColumn => {
            let skill = of.known.state().sheet(of.book).skill_of(of.unit, program);
            is_own
                && skill.is_some_and(|(_, skill)| skill.costs.iter().any(|(column, _)| u32::from(*column) == change.at))
        }
        ChangeKind::Battle => !is_news(change),
        _ => change.is_of_order(),
    }
}

pub(super) fn with_use(intent: &Intent, program: u16) -> Intent {
    let mut tried = Intent { complete: false, ..intent.clone() };
    tried.uses.push(ActionUse::new(program));
    tried
}
