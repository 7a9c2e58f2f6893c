//! Random intents of units of random worlds.

use super::Choices;
use foretoken_preview::Predictor;
use foretoken_vm::space::WalkPath;
use foretoken_vm::{ActionUse, Answer, Dir, EntityId, Intent, Key, Known, Plan, Rulebook};

/// Returns a random intent: a few actions with mostly valid answers, some arbitrary, missing or superfluous.
pub fn random_intent(choices: &mut Choices, book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId) -> Intent {
    let (mut plan, mut predictor) = (plan.clone(), Predictor::default());
    let mut intent = Intent::default();
    let Some(kind) = book.unit_type(known.state().entity(unit)).filter(|kind| !kind.actions.is_empty()) else {
        return Intent { complete: true, ..intent };
    };
    for _ in 0..choices.below(4) {
        intent.uses.push(ActionUse::new(*choices.pick(&kind.actions)));
        for _ in 0..4 {
            plan.set(unit, intent.clone(), Plan::priority_in(book, &intent));
            let mut answers = Vec::new();
            let question = predictor.ask(book, known, &plan, unit, &mut answers);
            let Some(question) = question else { break };
            let answer = match choices.below(10) {
                8 => any_answer(choices),
                9 => break,
                _ if answers.is_empty() => any_answer(choices),
                _ => *choices.pick(&answers),
            };
            if let Some(used) = intent.uses.get_mut(question.use_index) {
                used.answers.push((question.key, answer));
            }
        }
    }
    if choices.one_in(6)
        && let Some(used) = intent.uses.last_mut()
    {
        let key = Key::new(foretoken_vm::Address(choices.below(6) as u8), [choices.below(3) as u16, 0, 0]);
        let answer = any_answer(choices);
        if used.answer(key).is_none() {
            used.answers.push((key, answer));
        }
    }
    Intent { complete: !choices.one_in(8), ..intent }
}

fn any_answer(choices: &mut Choices) -> Answer {
    match choices.below(8) {
        7 => Answer::Raised(choices.below(5) as i16 - 2, choices.below(5) as i16 - 2, choices.below(3) as i8 - 1),
        6 => Answer::Path(
            WalkPath::new((0..choices.below(6)).map(|_| *choices.pick(&Dir::CARDINAL))).unwrap_or_default(),
        ),
        0 | 1 => Answer::Offset(choices.below(9) as i16 - 4, choices.below(9) as i16 - 4),
        2 => Answer::Dir(*choices.pick(&Dir::CARDINAL)),
        3 | 4 => Answer::Unit(EntityId(choices.below(14) as u16)),
        _ => Answer::Pass,
    }
}
