//! Actions built from parts.

use crate::driver::{Driver, Game, add, kinds, new_action, open, pick, vigil};
use foretoken_action_assets::{AnyAsset, AssetType};
use foretoken_editor::model::Model;
use imgui::Key;

#[test]
fn blink_strike_is_built_from_nothing() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    new_action(&mut driver, "blink");
    add(&mut driver, "decl");
    driver.fill("inspector/range/high", "10");
    driver.click("inspector/filter/Occupied");
    add(&mut driver, "decl");
    driver.click("inspector/asks");
    driver.click("inspector/asks/Direction");
    pick(&mut driver, "inspector/from", "T1");
    driver.click("inspector/filter/Empty");
    add(&mut driver, "tele");
    add(&mut driver, "dam");
    pick(&mut driver, "inspector/target", "T1");
    let expected = "Action(
    title: \"Blink\",
    body: [
        DeclareTarget(
            name: \"T1\",
            range: (1, 10),
            filter: [
                Occupied,
            ],
        ),
        DeclareTarget(
            name: \"T2\",
            asks: Direction,
            from: \"T1\",
            filter: [
                Empty,
            ],
        ),
        Teleport(
            to: \"T2\",
        ),
        Damage(
            target: \"T1\",
        ),
    ],
)
";
    assert_eq!(driver.text_of(AssetType::Action, "blink"), expected);
    driver.quiet();
    assert!(!driver.editor.model().problems.has_errors(), "{}", driver.editor.model().problems.render());
    driver.click("demonstration/make");
    let text = driver.text_of(AssetType::Action, "blink");
    assert!(text.contains("b health 4 -> 3"), "{text}");
    assert!(!folder.path().join("actions/blink.ron").exists(), "nothing is saved before it is");
    driver.ctrl(Key::S);
    assert_eq!(std::fs::read_to_string(folder.path().join("actions/blink.ron")).expect("saved"), text);
}

#[test]
fn parts_are_dragged_before_behind_and_into_each_other() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "strike");
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Wait", "Damage"]);
    driver.drag("action/body[2]", "action/body[1]", 0.1);
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Damage", "Wait"]);
    driver.drag("action/body[1]", "action/body[2]", 0.9);
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Wait", "Damage"]);
    driver.click("action/body[2]");
    driver.click("action/wrap");
    driver.click("action/wrap/ActionList");
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Wait", "ActionList"]);
    driver.drag("action/body[1]", "action/body[2]", 0.5);
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "ActionList"]);
    let inner = "body[1].body[1]";
    assert!(driver.is_shown(&format!("action/{inner}")), "it is in the list now");
    driver.drag(&format!("action/{inner}"), "action/end", 0.5);
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "ActionList", "Wait"]);
    driver.click("action/body[1]");
    driver.click("action/unwrap");
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Damage", "Wait"]);
}

#[test]
fn a_branch_is_built_by_choosing_where_parts_go() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    new_action(&mut driver, "either");
    add(&mut driver, "decl");
    add(&mut driver, "branch");
    driver.fill("inspector/if", "occupied(T1)");
    add(&mut driver, "dam");
    driver.click("action/body[1].else");
    add(&mut driver, "tele");
    let text = driver.text_of(AssetType::Action, "either");
    let then = text.find("then: [").expect("something is done");
    let other = text.find("else: [").expect("or something else");
    assert!(text[then..other].contains("Damage(") && text[other..].contains("Teleport("), "{text}");
    driver.quiet();
    assert!(!driver.editor.model().problems.has_errors(), "{}", driver.editor.model().problems.render());
}

#[test]
fn several_parts_are_copied_wrapped_moved_and_deleted_together() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "strike");
    driver.click("action/body[0]");
    driver.hold(Key::ModCtrl, |driver| driver.click("action/body[2]"));
    assert_eq!(driver.editor.model().chosen(), ["body[0]", "body[2]"]);
    driver.click("action/duplicate");
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Wait", "Damage", "DeclareTarget", "Damage"]);
    assert_eq!(driver.editor.model().chosen(), ["body[3]", "body[4]"], "the copies are selected");
    driver.key(Key::Delete);
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Wait", "Damage"]);
    driver.click("action/body[1]");
    driver.hold(Key::ModShift, |driver| driver.click("action/body[2]"));
    driver.click("action/wrap");
    driver.click("action/wrap/ActionList");
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "ActionList"]);
    driver.click("action/unwrap");
    assert_eq!(driver.editor.model().chosen(), ["body[1]", "body[2]"]);
    driver.drag("action/body[2]", "action/body[0]", 0.1);
    assert_eq!(kinds(&driver, "strike"), ["Wait", "Damage", "DeclareTarget"], "both are dragged");
    assert_eq!(driver.editor.model().history.done(), 5);
    let edits = driver.editor.model().history.done();
    (0..edits).for_each(|_| driver.ctrl(Key::Z));
    assert_eq!(kinds(&driver, "strike"), ["DeclareTarget", "Wait", "Damage"]);
}

#[test]
fn parts_go_through_the_clipboard_as_text() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "strike");
    driver.click("action/body[2]");
    driver.ctrl(Key::C);
    let text = driver.clipboard.borrow().clone();
    assert!(text.starts_with("Damage(\n    target: \"T1\","), "{text}");
    open(&mut driver, AssetType::Action, "walk");
    let before = kinds(&driver, "walk").len();
    driver.click("action/body[0]");
    driver.ctrl(Key::V);
    assert_eq!(kinds(&driver, "walk").len(), before + 1);
    // The system's clipboard takes priority, whether it holds parts or not.
    *driver.clipboard.borrow_mut() = "[Stun(target: \"T1\"), Wait]".to_owned();
    driver.click("action/paste");
    assert_eq!(kinds(&driver, "walk").len(), before + 3);
    *driver.clipboard.borrow_mut() = "Damage(target: ".to_owned();
    driver.click("action/paste");
    assert_eq!(kinds(&driver, "walk").len(), before + 3);
    let told = driver.editor.model().notices.last().expect("a notice").clone();
    assert!(told.contains("clipboard"), "{told}");
}

#[test]
fn parts_are_found_by_their_choices_and_lists_say_that_nothing_was_found() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    new_action(&mut driver, "spread");
    driver.click("action/add");
    driver.write("cone");
    driver.frames(2);
    assert!(driver.is_shown("add/DeclareTarget") && !driver.is_shown("add/Wait"));
    driver.write("zzz");
    driver.frames(2);
    assert!(!driver.is_shown("add/DeclareTarget"));
}

/// A part without a declared target refers to the acting unit, so that it can be tried at once.
#[test]
fn a_first_part_is_about_who_acts() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    new_action(&mut driver, "hurts");
    add(&mut driver, "damage");
    driver.frames(2);
    let text = driver.text_of(AssetType::Action, "hurts");
    assert!(text.contains("Damage(\n            target: \"self\""), "{text}");
}

#[test]
fn a_part_within_another_brings_a_target_along_where_none_is_declared() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    let (model, game) = (driver.editor.model_mut(), &mut driver.game);
    let check = |model: &mut Model, game: &mut Game, parts: &[(&str, Option<(&str, usize)>)], expected: &str| {
        model.create(game, AssetType::Action, "trial", None);
        for (kind, place) in parts {
            model.add_part(game, kind, place.map(|(list, at)| (list.to_owned(), at)));
        }
        let text = game.library.action("trial").cloned().map(|trial| AnyAsset::Action(trial).to_text());
        let text = text.expect("it").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(expected), "{text}");
        let selected = model.selected.clone();
        let chosen = model.part(game, &selected).expect("the part that was added is selected");
        assert_eq!(chosen.kind.name(), parts.last().expect("one").0, "{selected}");
        model.delete(game, AssetType::Action, "trial");
    };
    let target = "DeclareTarget( name: \"T1\",";
    check(model, game, &[("Damage", None)], "body: [ Damage(");
    let moves = [("Trail", None), ("Push", Some(("body[0].moves", 0)))];
    check(model, game, &moves, &format!("body: [ {target}"));
    check(model, game, &moves, "moves: [ Push( target: \"T1\"");
    check(model, game, &[("Wait", None)], "body: [ Wait, ]");
}

#[test]
fn taking_a_drag_back_selects_what_was_dragged() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    new_action(&mut driver, "moved");
    add(&mut driver, "decl");
    add(&mut driver, "push");
    add(&mut driver, "dam");
    driver.click("action/body[1]");
    driver.drag("action/body[1]", "action/body[2]", 0.9);
    assert_eq!((driver.editor.model().selected.as_str(), kinds(&driver, "moved")[2]), ("body[2]", "Push"));
    driver.ctrl(Key::Z);
    assert_eq!((driver.editor.model().selected.as_str(), kinds(&driver, "moved")[1]), ("body[1]", "Push"));
    driver.ctrl(Key::Y);
    assert_eq!(driver.editor.model().selected, "body[2]");
}

#[test]
fn taking_back_selects_what_was_deleted_after_another_edit_was_taken_back() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    new_action(&mut driver, "moved");
    add(&mut driver, "decl");
    add(&mut driver, "push");
    add(&mut driver, "dam");
    driver.ctrl(Key::Z);
    driver.click("action/body[0]");
    driver.key(Key::Delete);
    assert_eq!(kinds(&driver, "moved"), ["Push"]);
    driver.ctrl(Key::Z);
    assert_eq!((driver.editor.model().selected.as_str(), kinds(&driver, "moved").len()), ("body[0]", 2));
}

#[test]
fn an_action_is_given_to_a_unit() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    new_action(&mut driver, "nudge");
    add(&mut driver, "wait");
    driver.click("action/end");
    driver.click("inspector/give");
    driver.click("inspector/give/warden/actions");
    let warden = driver.text_of(AssetType::Unit, "warden");
    assert!(warden.contains("\"nudge\",\n    ]"), "last of its actions: {warden}");
    driver.ctrl(Key::Z);
    assert!(!driver.text_of(AssetType::Unit, "warden").contains("nudge"));
}
