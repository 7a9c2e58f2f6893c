//! Battles of the computer against itself end in valid states, with equal results on any number of threads.

use foretoken_tests::{BattleBatch, BattleResult, fight_all};
use std::collections::BTreeSet;

fn total(fought: &[BattleResult]) -> u64 {
    fought.iter().fold(0, |total: u64, one| total.rotate_left(7) ^ one.hash)
}

#[test]
fn two_hundred_battles_end_the_same_on_any_number_of_threads() {
    let mut fray = BattleBatch { checked: true, ..BattleBatch::shipped(1) };
    fray.options.budget = 2_000;
    let fought = fight_all(&fray, 200, 4);
    assert_eq!(fought.len(), 200);
    let scenarios: BTreeSet<&str> = fought.iter().map(|one| one.scenario.as_str()).collect();
    assert_eq!(scenarios.len(), fray.books.len(), "every shipped scenario is fought");
    assert!(fought.iter().all(|one| one.outcome != 0), "every battle ends");
    let outcomes: BTreeSet<i32> = fought.iter().map(|one| one.outcome).collect();
    assert!(outcomes.contains(&1) && outcomes.contains(&2), "both sides win some");
    let again = fight_all(&BattleBatch { checked: false, ..fray }, 200, 1);
    assert_eq!(total(&fought), total(&again));
    assert_eq!(fought, again);
}
