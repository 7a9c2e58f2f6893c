//! Deciding for every unit in the order in which the turn order asks.

use foretoken_vm::schedulers::{Spent, Until, View};
use foretoken_vm::{Advance, Battle, EntityId, Intent, Known, Plan, Rulebook};

/// Asks `decide` for the intent of each unit, on what its side knows and on what was decided before, by that side's
/// numbers, until the battle can go on. A unit without an intent stays undecided. Where a side chooses whom to activate it
/// is the unit that is offered first.
pub fn decide_all(
    book: &Rulebook,
    battle: &Battle,
    plan: &mut Plan,
    mut decide: impl FnMut(&Known, &Plan, EntityId) -> Option<Intent>,
) {
    loop {
        let asked = |plan: &Plan| book.scheduler.choose(&View::new(book, battle.state(), plan, None));
        let Some(choose) = asked(plan) else { return };
        let ends = choose.until.ends_with_decision();
        for &unit in choose.units.iter().take(if ends { 1 } else { usize::MAX }) {
            let (known, numbering) = (battle.project(book, choose.team), battle.numbering(choose.team));
            let number = numbering.to_known(unit).expect("a side knows its own");
            // A side that is asked for one decision is not asked again: what is undecided does nothing.
            let intent = match decide(&known, &numbering.plan_to_known(plan), number) {
                Some(intent) => intent,
                None if ends => Intent { complete: true, ..Intent::default() },
                None => continue,
            };
            let priority = Plan::priority_in(book, &intent);
            let intent = numbering.intent_to_truth(&intent);
            plan.set(unit, intent.clone(), priority);
            if ends && asked(plan).as_ref() == Some(&choose) {
                // A part of an intent that adds nothing to what was carried out.
                plan.set(unit, Intent { complete: true, ..intent }, priority);
            }
        }
        if choose.until == Until::Closed {
            plan.close(choose.team);
        }
    }
}

/// Takes out of a plan what is spent once something ran. Whether what was decided is carried out with it: the round is
/// over, or another decision is waited for.
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
