//! Rules texts of queued moves and of numbers of a chosen unit, on a pack as text.

use foretoken_action_assets::texts::rules;
use foretoken_action_assets::{Files, KindRegistry, Library};

/// Returns the last line of the rules text of an action with this part after the choice of `T1`.
fn told(part: &str) -> String {
    let choice = r#"DeclareTarget(name: "T1", asks: Unit, range: (1, 9), filter: [Enemy])"#;
    let files = Files::new()
        .with("rules.ron", r#"Rules(columns: [(name: "dice", default: 1), (name: "luck_left")])"#)
        .with("terrains/floor.ron", "Terrain(glyph: \".\")")
        .with("statuses/scry.ron", "Status(title: \"Scry\", glyph: \"?\", on_reapply: Add)")
        .with("actions/act.ron", format!("Action(body: [{choice}, {part}])"))
        .with("units/guard.ron", "Unit(title: \"Guard\", glyph: \"G\", health: 6, actions: [\"act\"])")
        .with("units/rat.ron", "Unit(title: \"Rat\", glyph: \"r\", health: 3, actions: [\"act\"])")
        .with(
            "scenarios/yard.ron",
            "Scenario(map: [\"G..r\"], legend: [(glyph: \"G\", unit: \"guard\"), (glyph: \"r\", unit: \"rat\", team: 1)])",
        );
    let (scenario, faults) = Library::load(&files, KindRegistry::core()).compile("yard");
    let book = scenario.unwrap_or_else(|| panic!("{}", faults.render())).rules;
    let program = book.find_program("act").expect("the action");
    rules::text(&rules::of_program(&book, program, None)).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn moves_of_a_queue_are_counted_in_words() {
    let shown = |more: &str| told(&format!(r#"HandleMove(target: "T1"{more})"#));
    assert_eq!(shown(""), "Reveals the next queued move of the target");
    assert_eq!(shown(", count: 3"), "Reveals the next 3 queued moves of the target");
    assert_eq!(shown(", at: 2"), "Reveals the next queued move of the target, after the first");
    assert_eq!(shown(", at: 4, act: Remove"), "Removes the next queued move of the target, after the first 3");
    assert_eq!(shown(", act: Reroll, count: 2"), "Draws anew: the next 2 queued moves of the target");
    assert_eq!(shown(", act: Delay, at: 2"), "Delays queued move 2 of the target by 1");
}

#[test]
fn a_number_of_moves_for_each_die_is_told_as_such() {
    let shown = |more: &str| told(&format!(r#"HandleMove(target: "T1", {more})"#));
    assert_eq!(
        shown(r#"at: "1 + T1.dice", count: "T1.status.scry * T1.dice""#),
        "Reveals the next Scry queued moves of the target for each of its dice, after the first for each"
    );
    assert_eq!(
        shown(r#"count: "2 * T1.luck_left""#),
        "Reveals the next 2 queued moves of the target for each of its luck left"
    );
    assert_eq!(
        told(r#"HandleMove(target: "self", act: Raise, count: "c.dice")"#),
        "Raises by one row: the next queued move of the user for each of its dice"
    );
}

#[test]
fn other_numbers_of_moves_stand_behind_the_moves() {
    let shown = |more: &str| told(&format!(r#"HandleMove(target: "T1", {more})"#));
    assert_eq!(
        shown(r#"at: "c.dice + 2", count: "T1.health - 1""#),
        "Reveals the next queued moves of the target (number: health of the target − 1), from number dice + 2 on"
    );
    assert_eq!(
        shown(r#"count: "c.dice * c.dice""#),
        "Reveals the next queued moves of the target (number: dice × dice)",
        "the dice of the user do not group moves of the target"
    );
}

#[test]
fn numbers_of_a_chosen_unit_have_names() {
    assert_eq!(
        told(r#"Damage(target: "T1", amount: "T1.status.scry + T1.health")"#),
        "Damage to the target: Scry of the target + health of the target"
    );
}
