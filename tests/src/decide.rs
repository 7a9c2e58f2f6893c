//! Deciding for every unit in the order in which the turn order asks.

use foretoken_vm::schedulers::{Until, View};
use foretoken_vm::{Advance, Battle, EntityId, Intent, Known, Plan, Rulebook};

/// Asks `decide` for the intent of each unit, on what its side knows and on what was decided before, by that side's
/// numbers, until the battle can go on. A unit without an intent stays undecided.
pub fn decide_all(
    book: &Rulebook,
    battle: &Battle,
    plan: &mut Plan,
    mut decide: impl FnMut(&Known, &Plan, EntityId) -> Option<Intent>,
) {
    loop {
        let view = View { book, state: battle.state(), plan, viewer: None };
        let Some(choose) = book.scheduler.choose(&view) else { return };
        for &unit in &choose.units {
            let (known, numbering) = (battle.project(book, choose.team), battle.numbering(choose.team));
            let number = numbering.to_known(unit).expect("a side knows its own");
            // A side that is asked for one decision is not asked again: what is undecided does nothing.
            let intent = match decide(&known, &numbering.plan_to_known(plan), number) {
                Some(intent) => intent,
                None if choose.until == Until::Decided => Intent { complete: true, ..Intent::default() },
                None => continue,
            };
            let priority = Plan::priority_in(book, &intent);
            plan.set(unit, numbering.intent_to_truth(&intent), priority);
        }
        if choose.until == Until::Closed {
            plan.close(choose.team);
        }
    }
}

/// Whether a round of decisions is carried out with this.
#[must_use]
pub const fn ends_round(advance: Advance) -> bool {
    matches!(advance, Advance::RoundEnd | Advance::Over)
}
