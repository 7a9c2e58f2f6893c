//! Makes decisions for all units in the order that the turn order requests.

use foretoken_vm::schedulers::{Spent, Until, View};
use foretoken_vm::{Advance, Battle, EntityId, Intent, Known, Plan, Rulebook};

/// Calls `decide` for each unit, with its side's knowledge and earlier decisions in that side's numbering, until the
/// battle can run. A unit without an intent stays undecided. If a side chooses its unit, the first offered unit is
/// used.
pub fn decide_all(
    book: &Rulebook,
    battle: &Battle,
    plan: &mut Plan,
    mut decide: impl FnMut(&Known, &Plan, EntityId) -> Option<Intent>,
) {
    loop {
        let asked = |plan: &Plan| book.scheduler.choose(&View::new(book, battle.state(), plan, None));
        let Some(choose) = asked(plan) else { return };
        let ends = choose.until.is_ended_by_decision();
        for &unit in choose.units.iter().take(if ends { 1 } else { usize::MAX }) {
            let (known, numbering) = (battle.project(book, choose.team), battle.numbering(choose.team));
            let number = numbering.to_known(unit).expect("a side knows its own");
            // A side with a single decision is not asked again; its other units idle.
            let intent = match decide(&known, &numbering.plan_to_known(plan), number) {
                Some(intent) => intent,
                None if ends => Intent { complete: true, ..Intent::default() },
                None => continue,
            };
            let priority = Plan::priority_in(book, &intent);
            let intent = numbering.intent_to_truth(&intent);
            plan.set(unit, intent.clone(), priority);
            if ends && asked(plan).as_ref() == Some(&choose) {
                // An intent that adds nothing to the executed part is complete.
                plan.set(unit, Intent { complete: true, ..intent }, priority);
            }
        }
        if choose.until == Until::Closed {
            plan.close(choose.team);
        }
    }
}

/// Removes executed decisions from a plan. Returns whether all are executed: the round ended or another decision is
/// needed.
pub fn spend(book: &Rulebook, battle: &Battle, plan: &mut Plan, advance: Advance) -> bool {
    let spent = book.scheduler.spent(&View::new(book, battle.state(), plan, None), advance);
    match spent {
        Spent::Nothing => {}
        Spent::Unit(unit) => plan.clear(unit),
        Spent::All => plan.clear_all(),
    }
    let waits = book.scheduler.choose(&View::new(book, battle.state(), plan, None)).is_some();
    waits || matches!(advance, Advance::RoundEnd | Advance::Over)
}
