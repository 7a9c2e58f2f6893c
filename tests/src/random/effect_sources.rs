//! Random stats, statuses, items and skills, and actions that apply them.

use super::Choices;
use foretoken_action_assets::assets::StatAsset;
use foretoken_action_assets::{AnyAsset, Library};

/// Templates of effect sources; the assets are named `s0`, `i0`, `k0` and so on.
const STATUSES: &[&str] = &[
    r#"Status(lasts: 2, reactions: [(on: Tick, action: "burn")])"#,
    r#"Status(decays: true, on_reapply: Add, clock: RoundEnds, reactions: [(on: Tick, action: "burn", when: "status.amount")])"#,
    r#"Status(lasts: 3, damage_modifiers: [(mode: Multiply, amount: 2), (of: Healing, amount: "status.amount")])"#,
    r#"Status(on_reapply: Add, damage_modifiers: [(stage: Absorb, amount: "status.amount")])"#,
    r#"Status(lasts: 1, clock: BearerBegins, skips_turn: true)"#,
    r#"Status(lasts: 2, clock: SourceEnds, mind_control: true, dies_with_source: true)"#,
    r#"Status(lasts: 2, modifiers: [(stat: "initiative", amount: -3), (stat: "movement", mode: Multiply, amount: 0.5), (stat: "sight", amount: -1)])"#,
    r#"Status(lasts: "cause.health", clock: AnyEnds, on_reapply: Stack, limit: 2, overflow: DropOldest, modifiers: [(stat: "max_health", amount: "status.amount"), (stat: "jump", amount: 1)])"#,
    r#"Status(lasts: 3, key: "one", on_reapply: KeepStronger, reactions: [(on: Ended, action: "burst"), (on: Moves, action: "burn")], blocks: ["b"], committed: Drop)"#,
    r#"Status(lasts: 2, expiry: One, key: "one", on_reapply: KeepLonger, parameters: [(name: "p", formula: "c.health + cause.might", kept: true)], condition: "c.health > 1", modifiers: [(stat: "might", amount: "p"), (stat: "leap", amount: 1)])"#,
    r#"Status(unremovable: true, tags: ["a"], reactions: [(on: StatChange, change: Any, action: "burst", region: "star", answers_itself: true), (on: Dies, action: "burn")])"#,
    r#"Status(lasts: 2, ticks_at_once: true, counted: Source, on_reapply: Extend, immune: ["a"], reactions: [(on: Applied, action: "burn"), (on: Uses, action: "burn")])"#,
    r#"Status(lasts: 2, auras: [(gives: "g", on: Allies, itself: true), (gives: "h", on: Enemies, most: 3)], reactions: [(on: EntersAura, action: "burn")])"#,
];
const GIVEN: &[&str] = &[
    r#"Status(modifiers: [(stat: "might", amount: 2), (stat: "movement", amount: 1), (stat: "initiative", amount: 1)], reactions: [(on: EntersAura, action: "burn")])"#,
    r#"Status(on_reapply: Stack, limit: 2, modifiers: [(stat: "max_health", amount: 2), (stat: "might", amount: "cause.health")], reactions: [(on: LeavesAura, action: "burn"), (on: Tick, action: "burn")])"#,
    r#"Status(skips_turn: true, immune: ["a"])"#,
    r#"Status(condition: "c.health > 1", damage_modifiers: [(amount: 1), (stage: Outgoing, mode: Multiply, amount: 2)], blocks: ["b"], committed: Keep)"#,
    r#"Status(auras: [(gives: "h", on: All)], reactions: [(on: StatChange, action: "burst"), (on: ActivationBegins, action: "burn")])"#,
];
const ITEMS: &[&str] = &[
    r#"Item(slots: ["hand"], charges: 2, modifiers: [(stat: "might", mode: Multiply, amount: 1.5), (stat: "max_health", amount: 2)])"#,
    r#"Item(slots: ["hand", "head"], statuses: ["s0"], damage_modifiers: [(stage: Outgoing, amount: "c.might / 4")])"#,
    r#"Item(slots: ["head"], skills: ["k0"], reactions: [(on: ActivationBegins, action: "burn", when: "c.health < 3")])"#,
    r#"Item(slots: ["head"], auras: [(gives: "h", on: Enemies, region: "star", most: 4)], condition: "c.health > 2")"#,
];
const SKILLS: &[&str] = &[
    r#"Skill(reactions: [(on: StatChange, role: Attacker, action: "burn", when: "effect(decrease in health on targeted get sum) > 1")], modifiers: [(stat: "might", amount: "equip(get count) + skill(get count)")])"#,
    r#"Skill(replaces: "k1", modifiers: [(stat: "movement", amount: 1)], immune: ["a"])"#,
    r#"Skill(action: "strike", costs: [(column: "might", amount: 1)], recharge: 2, uses_per_battle: 3, reactions: [(on: StatChange, stat: "might", action: "burn", change: Any)])"#,
    r#"Skill(reactions: [(on: StatChange, role: Attacker, action: "burst", turns: true)], modifiers: [(stat: "speed", amount: "c.status.s0", group: "g"), (stat: "speed", amount: -1, group: "g")])"#,
    r#"Skill(auras: [(gives: "g", on: All, itself: true, region: "square", most: 2)], reactions: [(on: EntersAura, action: "burst"), (on: LeavesAura, action: "burn")])"#,
    r#"Skill(auras: [(gives: "g"), (gives: "h", on: Enemies, least: 1, most: 4)])"#,
    r#"Skill(reactions: [(on: StatChange, action: "burn", toward: Enemy, by: "cause.health", ranged: true), (on: Uses, action: "burst", toward: Ally, turns: true), (on: StatChange, action: "burn", toward: Anybody, region: "star", most: 4)], parameters: [(name: "reaction.range.xy.max", formula: "c.health")])"#,
];

/// Adds effect sources to a pack and returns their text.
///
/// # Panics
/// If one has a fault.
pub(super) fn put(choices: &mut Choices, library: &mut Library) -> String {
    let mut text = String::new();
    library.put("might", AnyAsset::Stat(StatAsset { start: 3, most: 99, ..StatAsset::default() }));
    for name in ["g", "h"] {
        let faults = library.reload(&format!("statuses/{name}.ron"), Some(b"Status()"));
        assert!(faults.is_empty(), "{}", faults.render());
    }
    for (letter, folder, templates) in [("s", "statuses", STATUSES), ("k", "skills", SKILLS), ("i", "items", ITEMS)] {
        for index in 0..3 {
            let mut template = (*choices.pick(templates)).to_owned();
            if (letter, index) == ("k", 1) {
                template = template.replace("replaces: \"k1\", ", "");
            }
            text += &format!("{letter}{index}: {template}\n");
            let faults = library.reload(&format!("{folder}/{letter}{index}.ron"), Some(template.as_bytes()));
            assert!(faults.is_empty(), "{}", faults.render());
        }
    }
    // Actions that apply each effect source to nearby units and give items, because random parts do so too rarely.
    for index in 0..3 {
        let (range, amount) = (1 + choices.below(6), choices.below(4));
        let ask = format!("DeclareTarget(name: \"T1\", asks: Unit, range: (0, {range}))");
        let apply =
            format!("ApplyStatus(target: \"T1\", status: \"s{index}\", amount: {amount}, linked: {})", amount == 3);
        let hand = format!(
            "HandleItem(target: \"T1\", item: \"i{index}\", act: {})",
            choices.pick(&["GiveWorn", "Wear", "TakeOff", "Use"])
        );
        let pass = ["PassItem(from: \"self\", to: \"T1\")", "PassItem(from: \"T1\", vanishes: true)"][range % 2];
        let action = format!("Action(body: [{ask}, {apply}, {hand}, {pass}])");
        let faults = library.reload(&format!("actions/x{index}.ron"), Some(action.as_bytes()));
        assert!(faults.is_empty(), "{}", faults.render());
        text += &format!("x{index}: {action}\n");
    }
    text
}

pub(super) fn put_given(choices: &mut Choices, library: &mut Library) -> String {
    let mut text = String::new();
    for name in ["g", "h"] {
        let template = choices.pick(GIVEN);
        text += &format!("{name}: {template}\n");
        let faults = library.reload(&format!("statuses/{name}.ron"), Some(template.as_bytes()));
        assert!(faults.is_empty(), "{}", faults.render());
    }
    text
}

pub(super) fn some_of(choices: &mut Choices, of: &[&str]) -> Vec<String> {
    if choices.one_in(2) {
        return Vec::new();
    }
    of.iter().filter(|_| choices.one_in(3)).map(|name| (*name).to_owned()).collect()
}
