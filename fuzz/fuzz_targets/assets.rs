//! Arbitrary bytes as an action, unit and scenario never panic or hang: they give diagnostics or a rulebook. Valid
//! scenarios play one round.

#![no_main]

use foretoken_action_assets::{Files, KindRegistry, Library};
use foretoken_vm::{ActionUse, Battle, Buffers, Intent, Log, Plan};
use libfuzzer_sys::fuzz_target;

const FLOOR: &str = "Terrain(glyph: \".\")";
const UNIT: &str = "Unit(glyph: \"u\", actions: [\"fuzzed\"])";
const SCENARIO: &str = "Scenario(map: [\"u..u\"], legend: [(glyph: \"u\", unit: \"u\")])";

fuzz_target!(|bytes: &[u8]| {
    for path in ["actions/fuzzed.ron", "units/fuzzed.ron", "scenarios/fuzzed.ron"] {
        let files = Files::new()
            .with("terrains/floor.ron", FLOOR)
            .with("units/u.ron", UNIT)
            .with("scenarios/s.ron", SCENARIO)
            .with("actions/fuzzed.ron", "Action()")
            .with(path, bytes);
        let library = Library::load(&files, KindRegistry::core());
        let _ = library.check_all().render();
        for scenario in ["s", "fuzzed"] {
            let Some(book) = library.compile(scenario).0 else { continue };
            let mut battle = book.battle(1);
            let (mut plan, mut buffers, mut log) = (Plan::default(), Buffers::default(), Log::default());
            for (unit, row) in battle.state().living() {
                let actions = book.unit_type(row).map_or(&[][..], |kind| &kind.actions);
                let uses = actions.iter().map(|&action| ActionUse::new(action)).collect();
                plan.set(unit, Intent { uses, complete: true }, 0);
            }
            for _ in 0..8 {
                battle.apply_for_execution(&book, &plan, &mut buffers, &mut log);
            }
            let _ = battle.state().hash64(&book);
        }
    }
});
