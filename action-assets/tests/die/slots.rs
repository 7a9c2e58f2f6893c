//! Slots of decks: requests for them, and each act of `HandleSlot`.

use expect_test::expect;
use foretoken_action_assets::{Files, KindRegistry, Library};
use foretoken_vm::program::Token;
use foretoken_vm::state::Log;
use foretoken_vm::{ActionUse, Answer, Battle, Buffers, CompiledScenario, EntityId, Intent, Key, Plan};
use proptest::prelude::*;

/// A hand of three cards and a wheel of four faces, each with the actions that change slots.
fn pack(deck: &str, skills: &str) -> CompiledScenario {
    let any = r#"asks: Slot, only_next: false, only_ready: false"#;
    let one = |act: &str| format!(r#"Action(body: [DeclareTarget(name: "S1", {any}), HandleSlot(slot: "S1", {act})])"#);
    let swap = format!(
        r#"Action(body: [DeclareTarget(name: "S1", {any}), DeclareTarget(name: "S2", {any}), HandleSlot(slot: "S1", act: Swap, other: "S2")])"#
    );
    let used = r#"Action(body: [DeclareTarget(name: "S1", asks: Slot, holds: ThisAction), HandleSlot(slot: "S1")])"#;
    let files = Files::new()
        .with("terrains/floor.ron", r#"Terrain(glyph: ".")"#)
        .with("rules.ron", r#"Rules(columns: [(name: "top")])"#)
        .with("decks/hand.ron", r#"Deck(slots: 3)"#)
        .with("decks/wheel.ron", r#"Deck(slots: 4, current: "top", first: First, next: ["2 4", "1 3", "2 4", "1 3"])"#)
        .with("actions/cut.ron", used)
        .with("actions/block.ron", used)
        .with("actions/swap.ron", swap)
        .with("actions/fill.ron", one(r#"act: Fill, with: "block""#))
        .with("actions/upgrade.ron", one("act: Upgrade"))
        .with("actions/empty.ron", one("act: Empty"))
        .with("actions/ready.ron", one("act: Ready"))
        .with("skills/cut.ron", r#"Skill(action: "cut", recharge: 3, upgrade: "slash")"#)
        .with("skills/slash.ron", r#"Skill(action: "cut", recharge: 2)"#)
        .with("skills/block.ron", r#"Skill(action: "block", recharge: 2)"#)
        .with(
            "units/hero.ron",
            format!(
                r#"Unit(glyph: "@", actions: ["swap", "fill", "upgrade", "empty", "ready"], deck: "{deck}", deck_skills: [{skills}])"#
            ),
        )
        .with(
            "scenarios/x.ron",
            r#"Scenario(map: ["@."], legend: [(glyph: "@", unit: "hero")], goals: [(text: "Never.", when: 0)])"#,
        );
    let (scenario, faults) = Library::load(&files, KindRegistry::core()).compile("x");
    scenario.unwrap_or_else(|| panic!("{}", faults.render()))
}

fn told(scenario: &CompiledScenario, battle: &Battle) -> String {
    let slots = battle.state().sheet(&scenario.rules).slots(EntityId(0)).map(|slot| {
        let skill = slot.skill.map_or("-", |skill| &scenario.rules.skills[usize::from(skill)].effect_source.name);
        let left = if slot.left > 0 { format!(" ({})", slot.left) } else { String::new() };
        format!("{}{skill}{left}", if slot.is_current { "*" } else { "" })
    });
    slots.collect::<Vec<_>>().join(", ")
}

fn play(scenario: &CompiledScenario, battle: &mut Battle, action: &str, slots: &[i16]) -> String {
    let program = scenario.rules.find_program(action).expect("an action");
    let code = &scenario.rules.programs[usize::from(program)].code;
    let asked =
        code.iter().filter_map(|token| if let Token::Declare(declare) = token { Some(declare.at) } else { None });
    let answers = asked.zip(slots).map(|(at, &slot)| (Key::new(at, [0; 3]), Answer::Number(slot))).collect();
    let mut plan = Plan::default();
    plan.set(EntityId(0), Intent { uses: vec![ActionUse { program, answers }], complete: true }, 0);
    let (mut buffers, mut log) = (Buffers::default(), Log::default());
    let round = battle.state().round();
    while battle.state().round() == round {
        battle.apply_for_execution(&scenario.rules, &plan, &mut buffers, &mut log);
    }
    format!("{action} {slots:?}: {}\n", told(scenario, battle))
}

fn all(scenario: &CompiledScenario, moves: &[(&str, &[i16])]) -> String {
    let mut battle = scenario.battle(1);
    let mut text = format!("{}\n", told(scenario, &battle));
    for (action, slots) in moves {
        text += &play(scenario, &mut battle, action, slots);
    }
    text
}

/// A cooldown of 3 counts the turn of its use, so 2 is left after it.
#[test]
fn each_act_changes_its_slot() {
    let hand = pack("hand", r#""cut", "block""#);
    let moves: &[(&str, &[i16])] = &[
        ("cut", &[1]),
        ("swap", &[1, 2]),
        ("swap", &[3, 2]),
        ("upgrade", &[3]),
        ("upgrade", &[1]),
        ("fill", &[2]),
        ("block", &[2]),
        ("ready", &[2]),
        ("empty", &[3]),
        ("swap", &[1, 1]),
        ("fill", &[4]),
    ];
    expect![[r#"
        cut, block, -
        cut [1]: cut (2), block, -
        swap [1, 2]: block (1), cut, -
        swap [3, 2]: block, -, cut
        upgrade [3]: block, -, slash
        upgrade [1]: block, -, slash
        fill [2]: block, block, slash
        block [2]: block, block (1), slash
        ready [2]: block, block, slash
        empty [3]: block, block, -
        swap [1, 1]: block, block, -
        fill [4]: block, block, -
    "#]]
    .assert_eq(&all(&hand, moves));
}

/// Face 3 is not next to face 1. Of two possible faces none is taken without an answer; a single one is.
#[test]
fn only_ready_slots_next_to_the_current_one_are_used() {
    let wheel = pack("wheel", r#""cut", "cut", "cut", "block""#);
    let moves: &[(&str, &[i16])] =
        &[("cut", &[3]), ("cut", &[2]), ("block", &[]), ("cut", &[]), ("cut", &[3]), ("block", &[])];
    expect![[r#"
        *cut, cut, cut, block
        cut [3]: *cut, cut, cut, block
        cut [2]: cut, *cut (2), cut, block
        block []: cut, *cut (1), cut, block
        cut []: cut, *cut, cut, block
        cut [3]: cut, cut, *cut (2), block
        block []: cut, cut, cut (1), *block (1)
    "#]]
    .assert_eq(&all(&wheel, moves));
}

proptest! {
    #[test]
    fn swaps_lose_no_skill(swaps in prop::collection::vec((1_i16..=4, 1_i16..=4), 0..12)) {
        let wheel = pack("wheel", r#""cut", "slash", "block""#);
        let mut battle = wheel.battle(1);
        let skills = |battle: &Battle| {
            let slots = battle.state().sheet(&wheel.rules).slots(EntityId(0));
            let mut skills: Vec<_> = slots.map(|slot| slot.skill).collect();
            skills.sort_unstable();
            skills
        };
        let before = skills(&battle);
        for (one, other) in swaps {
            play(&wheel, &mut battle, "swap", &[one, other]);
        }
        prop_assert_eq!(skills(&battle), before);
    }

    /// What a battle began with is what its survivors bring to the next one.
    #[test]
    fn survivors_bring_their_deck(swaps in prop::collection::vec((1_i16..=4, 1_i16..=4), 0..6)) {
        let wheel = pack("wheel", r#""cut", "slash", "block""#);
        let mut battle = wheel.battle(1);
        for (one, other) in swaps {
            play(&wheel, &mut battle, "swap", &[one, other]);
        }
        let mut next = wheel.seeded(2);
        next.roster = battle.survivors(&wheel.rules, &wheel.opening, foretoken_vm::Team(0));
        prop_assert_eq!(next.faults(&wheel.rules), vec![]);
        let then = Battle::new(&wheel.rules, &next);
        prop_assert_eq!(told(&wheel, &then), told(&wheel, &battle));
    }
}
