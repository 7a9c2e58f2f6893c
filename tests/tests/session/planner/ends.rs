//! Scoring equal end states once makes decisions faster without changing them.

use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::{KindRegistry, Library};
use foretoken_preview::{Level, PlannerOptions};
use foretoken_session::simulate::play;
use foretoken_tests::root;
use std::sync::Arc;

/// Whole battles at two strengths are identical with and without the table.
#[test]
fn a_battle_is_the_same_without_the_table_of_ends() {
    let strengths = [
        PlannerOptions { budget: 2_000, ..PlannerOptions::default() },
        PlannerOptions { budget: 500, ..Level::Hard.options() },
    ];
    let mut battles = 0;
    for pack in ["vigil", "banner"] {
        let library = Library::load_folder(&root().join("assets").join(pack), KindRegistry::core());
        for (at, scenario) in library.names_of(AssetType::Scenario).enumerate() {
            // These two would take longer than all others together.
            if ["the-chapel", "the-two-gates"].contains(&scenario) {
                continue;
            }
            let (compiled, faults) = library.compile(scenario);
            let compiled = compiled.unwrap_or_else(|| panic!("{scenario}: {}", faults.render()));
            let rules = Arc::new(compiled.rules);
            let options = &strengths[at % 2];
            let opening = compiled.opening.seeded(3);
            let tally = |reuses_ends| {
                let tally = play(&rules, &opening, &PlannerOptions { reuses_ends, ..options.clone() });
                (tally.hash, tally.rounds)
            };
            assert_eq!(tally(true), tally(false), "{pack}/{scenario}");
            battles += 1;
        }
    }
    assert!(battles > 20, "{battles} scenarios are shipped");
}
