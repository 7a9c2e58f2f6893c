//! Arbitrary bytes as a status, item, skill or stat never panic or hang. Valid packs are predicted and played for two
//! rounds, with units that have all of them.

#![no_main]

use foretoken_action_assets::{Files, KindRegistry, Library};
use foretoken_vm::stats::StatId;
use foretoken_vm::{ActionUse, Answer, Battle, Buffers, Intent, Key, Log, Plan};
use libfuzzer_sys::fuzz_target;

const FLOOR: &str = "Terrain(glyph: \".\")";
const UNIT: &str = "Unit(glyph: \"u\", slots: [\"hand\", \"head\"], skills: [\"fuzzed\", \"k\"], wears: [\"fuzzed\"], carries: [\"i\"], statuses: [\"fuzzed\"], actions: [\"hit\", \"hex\"])";
const SCENARIO: &str =
    "Scenario(map: [\"u.uv\"], legend: [(glyph: \"u\", unit: \"u\"), (glyph: \"v\", unit: \"u\", team: 1)])";
const HIT: &str = "Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9)), Damage(target: \"T1\", amount: 1, label: \"attack\")])";
const HEX: &str = "Action(body: [DeclareTarget(name: \"T1\", asks: Unit, range: (0, 9)), ApplyStatus(target: \"T1\", status: \"fuzzed\", amount: 2), HandleItem(target: \"T1\", item: \"fuzzed\", act: GiveWorn)])";
const BURN: &str = "Action(body: [Damage(target: \"self\", amount: 1, label: \"burn\")])";

fuzz_target!(|bytes: &[u8]| {
    for path in ["statuses/fuzzed.ron", "items/fuzzed.ron", "skills/fuzzed.ron", "stats/fuzzed.ron"] {
        let files = Files::new()
            .with("terrains/floor.ron", FLOOR)
            .with("units/u.ron", UNIT)
            .with("scenarios/s.ron", SCENARIO)
            .with("actions/hit.ron", HIT)
            .with("actions/hex.ron", HEX)
            .with("actions/burn.ron", BURN)
            .with("stats/str.ron", "Stat()")
            .with("stats/fuzzed.ron", "Stat()")
            .with("statuses/s.ron", "Status(lasts: 2, reactions: [(on: Tick, action: \"burn\")])")
            .with("statuses/fuzzed.ron", "Status()")
            .with("items/i.ron", "Item(slots: [\"hand\"])")
            .with("items/fuzzed.ron", "Item(slots: [\"hand\"])")
            .with("skills/k.ron", "Skill(auras: [(gives: \"s\", on: All)])")
            .with("skills/fuzzed.ron", "Skill()")
            .with(path, bytes);
        let library = Library::load(&files, KindRegistry::core());
        let _ = library.check_all().render();
        let Some(book) = library.compile("s").0 else { continue };
        let mut battle = book.battle(1);
        let (mut plan, mut buffers, mut log) = (Plan::default(), Buffers::default(), Log::default());
        let units: Vec<_> = battle.state().living().map(|(id, _)| id).collect();
        for &unit in &units {
            let at = units.last().copied().unwrap_or(unit);
            let used = |program: u16| {
                let mut used = ActionUse::new(program);
                used.answers.push((Key::new(foretoken_vm::Address(0), [0; 3]), Answer::Unit(at)));
                used
            };
            let uses = battle.state().sheet(&book).actions(unit).into_iter().map(used).collect();
            plan.set(unit, Intent { uses, complete: true }, 0);
        }
        for _ in 0..10 {
            battle.apply_for_execution(&book, &plan, &mut buffers, &mut log);
            let sheet = battle.state().sheet(&book);
            for &unit in &units {
                (0..book.stat_count()).for_each(|stat| _ = sheet.breakdown(unit, StatId(stat)));
            }
        }
        let bytes = battle.state().to_bytes();
        assert!(
            bytes.is_ok_and(|bytes| foretoken_vm::GameState::from_bytes(&book, &bytes).is_ok()),
            "a snapshot is whole"
        );
        let _ = battle.state().hash64(&book);
    }
});
