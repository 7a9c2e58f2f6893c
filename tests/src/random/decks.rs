//! Decks for random worlds: a wheel or a hand of skills, and actions that change its slots.

use super::Choices;
use foretoken_action_assets::assets::ColumnRule;
use foretoken_action_assets::{AnyAsset, AssetType, Library};
use foretoken_vm::chance::Dice;

const KINDS: [&str; 3] = ["u0", "u1", "u2"];

const DECKS: [&str; 2] =
    [r#"Deck(slots: 4, current: "top", first: First, next: ["2 4", "1 3", "2 4", "1 3"])"#, r#"Deck(slots: 3)"#];

const ACTIONS: [(&str, &str); 5] = [
    (
        "deck-hit",
        r#"DeclareTarget(name: "S1", asks: Slot, holds: ThisAction), HandleSlot(slot: "S1"), DeclareTarget(name: "T1", range: (1, 3), filter: [Occupied]), Damage(target: "T1", amount: "1 + c.top / 2")"#,
    ),
    (
        "deck-mend",
        r#"DeclareTarget(name: "S1", asks: Slot, holds: ThisAction, otherwise: Nearest), HandleSlot(slot: "S1"), Heal(target: "self", amount: 2)"#,
    ),
    (
        "deck-swap",
        r#"DeclareTarget(name: "S1", asks: Slot, only_next: false), DeclareTarget(name: "S2", asks: Slot, only_ready: false, optional: true), HandleSlot(slot: "S1", act: Swap, other: "S2")"#,
    ),
    (
        "deck-raise",
        r#"DeclareTarget(name: "S1", asks: Slot, holds: Something, only_next: false), HandleSlot(slot: "S1", act: Upgrade), HandleSlot(slot: "S1", act: Ready)"#,
    ),
    (
        "deck-lose",
        r#"DeclareTarget(name: "S1", asks: Slot, holds: Something), HandleSlot(slot: "S1", act: Empty), DeclareTarget(name: "S2", asks: Slot, holds: Nothing, only_next: false), HandleSlot(slot: "S2", act: Fill, with: "deck-mend")"#,
    ),
];

/// Gives unit types of about every fifth world a deck. Returns the chosen text. The choices follow from the text of the
/// world so far, so that all other choices stay as they are without decks.
///
/// # Panics
/// If an asset of this file has a fault.
pub(super) fn put(world: &str, library: &mut Library) -> String {
    let mut text = String::new();
    let mut dice = Dice::new(world.len() as u64);
    if dice.below(5) > 0 {
        return text;
    }
    let choices = &mut Choices::new((0..40).map(|_| dice.below(1 << 16) as u16).collect());
    let load = |library: &mut Library, path: String, asset: &str| {
        let faults = library.reload(&path, Some(asset.as_bytes()));
        assert!(faults.is_empty(), "{path}: {}", faults.render());
        format!("{path}: {asset}\n")
    };
    if let Some(AnyAsset::Rules(mut rules)) = library.asset(AssetType::Rules, "rules").cloned() {
        rules.columns.push(ColumnRule { name: "top".to_owned(), ..ColumnRule::default() });
        library.put("rules", AnyAsset::Rules(rules));
    }
    for (name, body) in ACTIONS {
        text += &load(library, format!("actions/{name}.ron"), &format!("Action(body: [{body}])"));
    }
    let recharge = choices.below(3);
    text += &load(
        library,
        "skills/deck-mend.ron".to_owned(),
        &format!(r#"Skill(action: "deck-mend", recharge: {recharge})"#),
    );
    text += &load(
        library,
        "skills/deck-hit.ron".to_owned(),
        &format!(r#"Skill(action: "deck-hit", recharge: {}, upgrade: "deck-mend")"#, choices.below(4)),
    );
    for kind in KINDS {
        if !choices.one_in(2) {
            continue;
        }
        let deck = *choices.pick(&DECKS);
        text += &load(library, format!("decks/{kind}.ron"), deck);
        let Some(AnyAsset::Unit(mut unit)) = library.asset(AssetType::Unit, kind).cloned() else { continue };
        kind.clone_into(&mut unit.deck);
        unit.deck_skills = (0..3).map(|_| (*choices.pick(&["deck-hit", "deck-mend", ""])).to_owned()).collect();
        unit.actions.extend(["deck-swap", "deck-raise", "deck-lose"].map(str::to_owned));
        unit.actions_per_turn = unit.actions_per_turn.max(2);
        text += &AnyAsset::Unit(unit.clone()).to_text();
        library.put(kind, AnyAsset::Unit(unit));
    }
    text
}
