//! Unused assets change no prediction, execution, text or hash, and neither do names of assets that are not shown.

use foretoken_action_assets::{KindRegistry, Library};
use foretoken_preview::{Level, Planner};
use foretoken_session::simulate;
use foretoken_session::texts::names;
use foretoken_tests::{Choices, Pack, Table, duel, replay, root};
use foretoken_vm::CompiledScenario;
use foretoken_vm::state::BattleField;
use proptest::prelude::*;
use std::sync::Arc;

/// Returns unused files of every type, with names before and after all others, so that every index shifts.
fn unused() -> Vec<(String, String)> {
    let files = [
        ("stats", r#"Stat(title: "Zeal", least: -5, most: 99)"#),
        ("terrains", r#"Terrain(glyph: "⌂", blocks_sight: true, on_enter: "NAME")"#),
        ("surfaces", r#"Surface(glyph: "≈", on_enter: "NAME", lasts: 2)"#),
        (
            "actions",
            r#"Action(title: "Unused", body: [Damage(target: "self", amount: "1d6", label: "unused", types: ["unheard"]), Damage(target: "self", amount: 0)])"#,
        ),
        ("regions", r#"Region(shape: Square)"#),
        ("formulas", r#"Formula(formula: "2 * 3")"#),
        (
            "statuses",
            r#"Status(title: "Unused", decays: true, skips_turn: true, dies_with_source: true, damage_modifiers: [(stage: Incoming, mode: Multiply, amount: 0.5, priority: 50), (stage: Absorb, amount: 2)], modifiers: [(stat: "max_health", amount: 5), (stat: "movement", amount: -1), (stat: "initiative", amount: 3)], reactions: [(on: Tick, action: "NAME"), (on: Ended, action: "NAME"), (on: RoundEnds, action: "NAME")])"#,
        ),
        (
            "skills",
            r#"Skill(title: "Unused", parameters: [(name: "unheard", formula: 3)], reactions: [(on: StatChange, change: Any, action: "NAME"), (on: Missed, action: "NAME"), (on: Dies, action: "NAME"), (on: Moves, action: "NAME"), (on: ActivationBegins, action: "NAME"), (on: UseEnds, action: "NAME")], auras: [(gives: "NAME")], modifiers: [(stat: "max_health", mode: Multiply, amount: 2)])"#,
        ),
        (
            "items",
            r#"Item(title: "Unused", slots: ["NAME"], statuses: ["NAME"], skills: ["NAME"], modifiers: [(stat: "speed", amount: 1)])"#,
        ),
        (
            "units",
            r#"Unit(title: "Unused", glyph: "☃", health: 9, tags: ["unheard"], width: 2, depth: 2, hidden: true, slots: ["NAME"], skills: ["NAME"], on_hurt: "NAME", on_death: "NAME", actions: ["NAME"])"#,
        ),
    ];
    let named =
        |name: &'static str| files.map(|(folder, text)| (format!("{folder}/{name}.ron"), text.replace("NAME", name)));
    let again =
        named("zz-unused").map(|(path, text)| (path, text.replace('⌂', "⌐").replace('≈', "≡").replace('☃', "☂")));
    named("a-unused").into_iter().chain(again).collect()
}

fn shipped(pack: &str, scenario: &str, files: &[(String, String)]) -> Arc<CompiledScenario> {
    let mut library = Library::load_folder(&root().join("assets").join(pack), KindRegistry::core());
    for (path, text) in files {
        library.reload(path, Some(text.as_bytes()));
    }
    let (book, faults) = library.compile(scenario);
    assert!(!library.faults().has_errors(), "{}", library.faults().render());
    Arc::new(book.unwrap_or_else(|| panic!("{}", faults.render())))
}

fn three_rounds(book: &Arc<CompiledScenario>) -> (String, u64) {
    let mut replay = replay(book, 7);
    let mut planner = Planner::new(Level::Easy.options());
    let mut told = String::new();
    while replay.battle.state().round() <= 3 && replay.battle.state().battle(BattleField::Outcome) == 0 {
        simulate::decide_all(&mut replay, &mut planner);
        replay.execute();
        let (state, changes) = (replay.battle.state(), &replay.log.changes);
        let lines = (0..changes.len()).filter_map(|at| names::told(book, state, changes, at));
        lines.for_each(|line| told.push_str(&format!("{line}\n")));
    }
    (told, replay.battle.state().hash64(book))
}

#[test]
fn unused_files_change_no_battle_of_the_shipped_packs() {
    let files = unused();
    for (pack, scenario) in [
        ("vigil", "first-light"),
        ("vigil", "powder"),
        ("vigil", "mist-on-the-canal"),
        ("vigil", "slack-water"),
        ("banner", "the-even-field"),
        ("banner", "the-bridge"),
    ] {
        let [plain, beside] = [&[][..], &files].map(|files| three_rounds(&shipped(pack, scenario, files)));
        assert_eq!(plain, beside, "{pack}/{scenario}");
    }
}

fn told(pack: &Pack) -> (String, u64) {
    let mut table = Table::new(pack);
    let rounds = ["A hit:y, y hex:A", "A hex:y, y burnhit:A", "A mend:A, y hit:A"];
    let told = rounds.map(|line| table.round(line)).concat();
    (told, table.battle.state().hash64(&table.book))
}

fn random(choices: &mut Choices, name: &str) -> Pack {
    let reaction = *choices.pick(&["Tick", "Applied", "Ended", "ActivationEnds", "RoundEnds"]);
    let lasts = 1 + choices.below(3);
    let amount = choices.below(4);
    let alters = *choices.pick(&[
        "",
        r#"damage_modifiers: [(stage: Incoming, amount: "-1")],"#,
        r#"modifiers: [(stat: "max_health", amount: 2)],"#,
    ]);
    let hex = format!(
        r#"Status(title: "Hex", lasts: {lasts}, {alters} reactions: [(on: {reaction}, toward: Itself, action: "sting")], parameters: [(name: "p", formula: {amount})])"#
    );
    let deed = *choices.pick(&[r#"Damage(target: "self", amount: 2)"#, r#"Heal(target: "self", amount: 1)"#]);
    let answer = *choices.pick(&["change: Any", "change: Decrease", "change: NoChange"]);
    duel("A..y")
        .with("actions/sting.ron", &format!("Action(body: [{deed}])"))
        .with(&format!("statuses/{name}.ron"), &hex)
        .with(
            "actions/hex.ron",
            &format!(r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (0, 9)), ApplyStatus(target: "T1", status: "{name}", amount: 2)])"#),
        )
        .with("skills/answers.ron", &format!(r#"Skill(reactions: [(on: StatChange, {answer}, toward: Itself, action: "mend2")])"#))
        .with("actions/mend2.ron", r#"Action(body: [Heal(target: "self", amount: 1, label: "mend")])"#)
        .with(
            "units/second.ron",
            r#"Unit(glyph: "y", health: 20, tags: ["dark"], skills: ["answers"], actions: ["hit", "burnhit", "hex", "mend", "rest"])"#,
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: foretoken_tests::cases(12), ..foretoken_tests::config() })]

    #[test]
    fn an_unused_file_changes_nothing(bytes in proptest::collection::vec(any::<u16>(), 16), which in 0_usize..3) {
        let pack = random(&mut Choices::new(bytes), "hex");
        let files = unused();
        let name = ["/a-unused.ron", "/zz-unused.ron", ".ron"][which];
        let chosen = files.iter().filter(|(path, _)| path.ends_with(name));
        let beside = chosen.fold(pack.clone(), |pack, (path, text)| pack.beside(path, text));
        prop_assert_eq!(told(&pack), told(&beside), "{}", which);
    }

    #[test]
    fn the_name_of_a_file_changes_nothing_that_is_told(bytes in proptest::collection::vec(any::<u16>(), 16)) {
        let [own, other] = ["hex", "zz-hex"].map(|name| told(&random(&mut Choices::new(bytes.clone()), name)).0);
        prop_assert_eq!(own, other);
    }
}
