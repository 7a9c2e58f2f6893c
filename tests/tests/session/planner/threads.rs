//! Counter-move search and damage map give equal results on any number of threads.

use foretoken_action_assets::{KindRegistry, Library};
use foretoken_preview::{Decision, Level, Planner, PlannerOptions, SafetyMap};
use foretoken_session::record::Replay;
use foretoken_tests::root;
use foretoken_vm::{EntityId, Plan};
use std::num::NonZeroUsize;
use std::sync::Arc;

const SCENARIOS: [(&str, &str); 6] = [
    ("vigil", "first-light"),
    ("vigil", "oil-and-ember"),
    ("vigil", "mist-on-the-canal"),
    ("vigil", "slack-water"),
    ("banner", "the-even-field"),
    ("banner", "the-long-slope"),
];

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("a number above 0")
}

fn first_asked((pack, scenario): (&str, &str)) -> (Replay, Vec<EntityId>) {
    let library = Library::load_folder(&root().join("assets").join(pack), KindRegistry::core());
    let (compiled, faults) = library.compile(scenario);
    let compiled = compiled.unwrap_or_else(|| panic!("{scenario}: {}", faults.render()));
    let opening = compiled.opening.seeded(5);
    let mut replay = Replay::new(Arc::new(compiled.rules), &opening);
    loop {
        if let Some(choose) = replay.choose() {
            return (replay, choose.units);
        }
        replay.execute();
    }
}

#[test]
fn decisions_and_their_cost_are_equal_on_any_number_of_threads() {
    let mut tried = 0;
    for of in SCENARIOS {
        let (replay, units) = first_asked(of);
        let team = replay.battle.state().entity(units[0]).team;
        let known = replay.battle.project(&replay.book, team);
        // Some scenarios use up a budget of 4,000; none uses up the default.
        for budget in [4_000, 300_000] {
            let decide = |count| -> Vec<Decision> {
                let mut options = PlannerOptions { budget: 600, threads: threads(count), ..Level::Hard.options() };
                options.counter_moves.as_mut().expect("hard looks for replies").budget = budget;
                let mut planner = Planner::new(options);
                let numbers = replay.battle.numbering(team).all_to_known(&units);
                let first = numbers.iter().take(2);
                first.map(|&unit| planner.decide(&replay.book, &known, &Plan::default(), unit)).collect()
            };
            let alone = decide(1);
            assert_eq!(alone, decide(2), "{of:?} on two threads");
            assert_eq!(alone, decide(4), "{of:?} on four threads");
            tried += usize::from(alone.iter().any(|decision| decision.steps > 2_000));
        }
    }
    assert!(tried >= 6, "replies are looked for in {tried} cases");
}

#[test]
fn the_map_of_harm_is_equal_on_any_number_of_threads() {
    let mut cells = 0;
    for of in SCENARIOS {
        let (replay, units) = first_asked(of);
        let team = replay.battle.state().entity(units[0]).team;
        let known = replay.battle.project(&replay.book, team);
        let unit = replay.battle.numbering(team).all_to_known(&units)[0];
        let dangers = |count| {
            let mut map = SafetyMap::on_threads(threads(count));
            map.update(&replay.book, &known, &Plan::default(), unit);
            map.dangers().to_vec()
        };
        let alone = dangers(1);
        assert_eq!(alone, dangers(2), "{of:?}");
        assert_eq!(alone, dangers(4), "{of:?}");
        cells = cells.max(alone.len());
    }
    assert!(cells >= 24, "the largest map has {cells} cells: too few for four threads");
}
