//! Workflows of a designer, step by step.

use crate::driver::{Driver, add, kinds, new_action, open, pick, vigil};
use foretoken_action_assets::AssetType;
use foretoken_editor::EditorRequest;
use imgui::Key;

#[test]
fn undoing_all_gives_back_every_byte() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "hurl");
    let before = driver.text_of(AssetType::Action, "hurl");
    driver.drag("action/body[2]", "action/body[0]", 0.1);
    driver.fill("inspector/label", "a throw");
    add(&mut driver, "stun");
    driver.click("action/body[1]");
    driver.click("action/duplicate");
    driver.click("action/delete");
    driver.click("action/cut");
    driver.click("action/body[0]");
    driver.click("action/paste");
    assert_ne!(driver.text_of(AssetType::Action, "hurl"), before);
    let edits = driver.editor.model().history.done();
    assert!(edits >= 6, "{edits}");
    for _ in 0..edits {
        driver.ctrl(Key::Z);
    }
    assert_eq!(driver.text_of(AssetType::Action, "hurl"), before);
    for _ in 0..edits {
        driver.ctrl(Key::Y);
    }
    let after = driver.text_of(AssetType::Action, "hurl");
    driver.editor.raise("history");
    driver.frames(3);
    driver.click("history/0");
    assert_eq!(driver.text_of(AssetType::Action, "hurl"), before);
    driver.click(&format!("history/{edits}"));
    assert_eq!(driver.text_of(AssetType::Action, "hurl"), after);
}

#[test]
fn typing_in_one_field_is_one_edit() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "strike");
    driver.click("inspector/title");
    driver.ctrl(Key::A);
    driver.write("Blow");
    assert_eq!(driver.game.library.action("strike").expect("it").title, "Blow", "live while it is typed");
    driver.key(Key::Enter);
    assert_eq!(driver.editor.model().history.done(), 1);
    driver.ctrl(Key::Z);
    assert_eq!(driver.game.library.action("strike").expect("it").title, "Strike");
}

#[test]
fn a_broken_formula_is_told_at_once_and_problems_leads_to_it() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    open(&mut driver, AssetType::Action, "strike");
    driver.click("action/body[2]");
    driver.fill("inspector/amount", "1 + helth(T1");
    assert!(driver.editor.model().problems.has_errors());
    assert_eq!(driver.game.library.action("strike").expect("it").body.len(), 3, "what was typed is kept");
    open(&mut driver, AssetType::Unit, "warden");
    assert_eq!(driver.editor.model().selected, "");
    driver.editor.raise("problems");
    driver.quiet();
    driver.click("problems/0");
    let model = driver.editor.model();
    assert_eq!(model.open, Some((AssetType::Action, "strike".to_owned())));
    assert_eq!(model.selected, "body[2]");
    driver.frames(2);
    assert!(driver.is_shown("inspector/amount/fault"));
    driver.write("2*");
    assert!(driver.text_of(AssetType::Action, "strike").contains("amount: \"1 + 2*helth(T1\""));
    driver.ctrl(Key::A);
    driver.write("1");
    driver.quiet();
    assert!(!driver.editor.model().problems.has_errors(), "{}", driver.editor.model().problems.render());
}

#[test]
fn formulas_complete_names() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "strike");
    driver.click("action/body[2]");
    driver.click("inspector/amount");
    driver.ctrl(Key::A);
    driver.write("1 + hea");
    driver.click("inspector/amount/health(");
    let text = driver.text_of(AssetType::Action, "strike");
    assert!(text.contains("amount: \"1 + health(\""), "{text}");
    driver.click("inspector/amount/help");
    driver.click("inspector/amount/help/T1");
    let text = driver.text_of(AssetType::Action, "strike");
    assert!(text.contains("amount: \"1 + health(T1\""), "{text}");
}

#[test]
fn every_kind_and_every_type_opens_in_the_inspector() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    new_action(&mut driver, "every-kind");
    let names: Vec<&str> = driver.game.library.registry().iter().map(|kind| kind.name).collect();
    for name in names {
        add(&mut driver, name);
        let selected = driver.editor.model().selected.clone();
        assert!(driver.is_shown("inspector/note/label"), "{name} shows its fields at {selected}");
        let part = driver.editor.model().part(&driver.game, &selected).expect("it is there");
        assert_eq!(part.kind.name(), name);
    }
    let all: Vec<(AssetType, String)> =
        driver.game.library.assets().map(|(kind, name, _)| (kind, name.to_owned())).collect();
    for (kind, name) in all {
        open(&mut driver, kind, &name);
        assert!(
            driver.is_shown("inspector/title/label") || driver.is_shown("inspector/glyph/label"),
            "{kind:?} {name}"
        );
    }
    let edits = driver.editor.model().history.done();
    driver.frames(3);
    assert_eq!(driver.editor.model().history.done(), edits, "looking alters nothing");
}

#[test]
fn patterns_are_painted() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "strike");
    driver.click("action/body[2]");
    driver.drag("inspector/area/1,0", "inspector/area/1,2", 0.5);
    let text = driver.text_of(AssetType::Action, "strike");
    assert!(text.contains("\"X#\",\n                \".#\",\n                \".#\","), "{text}");
    assert_eq!(driver.editor.model().history.done(), 1, "one stroke is one edit");
    driver.click("inspector/area/clear");
    assert!(driver.editor.model().problems.iter().any(|fault| fault.code == "empty-area"));
}

#[test]
fn both_lines_of_a_problem_lead_there() {
    let folder = vigil();
    std::fs::write(folder.path().join("actions/bite.ron"), "Action(body: [Kill(target: \"T9\")])").expect("written");
    let mut driver = Driver::new(folder.path(), None);
    driver.quiet();
    for line in ["problems/0", "problems/0/place"] {
        driver.editor.model_mut().open(AssetType::Action, "strike");
        driver.frames(4);
        driver.editor.raise("problems");
        driver.frames(4);
        driver.click(line);
        let open = driver.editor.model().open.clone();
        assert_eq!(open, Some((AssetType::Action, "bite".to_owned())), "{line}");
    }
}

#[test]
fn without_a_battle_the_middle_says_why_and_one_begins_once_nothing_is_wrong() {
    let folder = vigil();
    let file = folder.path().join("actions/bite.ron");
    let whole = std::fs::read_to_string(&file).expect("it");
    std::fs::write(&file, "Action(body: [Kill(target: \"T9\")])").expect("written");
    let mut driver = Driver::new(folder.path(), None);
    driver.quiet();
    let begins = |driver: &mut Driver| {
        let asked = |wish: &EditorRequest| matches!(wish, EditorRequest::BattleTest { .. });
        driver.editor.wants().iter().filter(|wish| asked(wish)).count()
    };
    assert!(driver.is_shown("absent/words") && begins(&mut driver) == 0);
    driver.click("absent/fault");
    driver.frames(2);
    assert_eq!(driver.editor.model().open, Some((AssetType::Action, "bite".to_owned())));
    assert!(driver.is_shown("problems/0"), "Problems is in front");
    std::fs::write(&file, whole).expect("written");
    driver.quiet();
    driver.quiet();
    assert_eq!(begins(&mut driver), 1, "it is asked for once");
    drop(driver);
    let driver = Driver::new(folder.path(), Some("first-light"));
    assert!(!driver.is_shown("absent/words"), "there is a battle");
}

#[test]
fn another_pack_is_opened_and_the_program_ended_from_the_menus() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    driver.editor.set_packs(vec!["banner".to_owned()]);
    driver.click("menu/File");
    driver.click("menu/open");
    driver.frames(2);
    driver.click("pack/open/banner");
    driver.ctrl(Key::P);
    driver.write("quit");
    driver.key(Key::Enter);
    assert_eq!(driver.editor.wants(), [EditorRequest::OpenPack("banner".to_owned()), EditorRequest::Quit]);
}

#[test]
fn a_range_is_typed_digit_by_digit() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "hook");
    driver.click("action/body[0]");
    driver.fill("inspector/range/high", "12");
    assert!(driver.text_of(AssetType::Action, "hook").contains("range: (2, 12)"));
    driver.fill("inspector/range/low", "15");
    let text = driver.text_of(AssetType::Action, "hook");
    assert!(text.contains("range: (15, 15)"), "what was typed stays, and the other end follows: {text}");
    driver.fill("inspector/range/high", "3");
    assert!(driver.text_of(AssetType::Action, "hook").contains("range: (3, 3)"));
}

#[test]
fn names_that_may_be_empty_stay_so_and_can_be_emptied_again() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "strike");
    driver.click("action/body[2]");
    add(&mut driver, "push");
    assert!(!driver.text_of(AssetType::Action, "strike").contains("direction:"));
    pick(&mut driver, "inspector/direction", "T1");
    assert!(driver.text_of(AssetType::Action, "strike").contains("direction: \"T1\""));
    pick(&mut driver, "inspector/direction", "none");
    assert!(!driver.text_of(AssetType::Action, "strike").contains("direction:"));
}

#[test]
fn every_tab_can_be_reached_and_stays() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    for panel in ["problems", "program", "history", "state", "rewind", "debug", "log", "guide", "shortcuts"] {
        driver.editor.raise(panel);
        driver.frames(3);
        driver.click("menu/View");
        driver.click(&format!("menu/panel/{panel}"));
        assert!(driver.editor.model().preferences.closed.contains(&panel.to_owned()), "{panel} is closed");
        driver.click("menu/View");
        driver.click(&format!("menu/panel/{panel}"));
        assert!(driver.editor.model().preferences.closed.is_empty(), "{panel} is back");
    }
}

#[test]
fn a_reference_is_added_by_its_first_letters() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.resize([1280.0, 1600.0]);
    open(&mut driver, AssetType::Unit, "warden");
    driver.click("inspector/actions/add");
    assert!(!driver.is_shown("inspector/actions/add/none"), "what is not there cannot be added");
    driver.write("blink-st");
    driver.key(Key::Enter);
    driver.frames(2);
    assert!(!driver.is_shown("inspector/actions/add/search"), "the list is closed");
    let actions = &driver.game.library.unit("warden").expect("it").actions;
    assert_eq!(actions.last().map(String::as_str), Some("blink-strike"));
}

#[test]
fn a_fault_that_is_saved_is_told() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "bite");
    driver.ctrl(Key::S);
    assert_eq!(driver.editor.model().notices.last().map(String::as_str), Some("There is nothing to save."));
    driver.click("assets/delete");
    driver.click("delete/do");
    driver.ctrl(Key::S);
    let told = driver.editor.model().notices.last().cloned().expect("told");
    assert!(told.contains(".ron is saved with a fault") && told.contains("`bite`"), "{told}");
    assert!(!folder.path().join("actions/bite.ron").exists());
}

#[test]
fn what_a_kind_does_is_drawn_beside_its_fields() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Action, "shove");
    let kinds = kinds(&driver, "shove");
    let at = kinds.iter().position(|kind| *kind == "Push").expect("a push");
    driver.click(&format!("action/body[{at}]"));
    driver.click("inspector/example");
    assert!(driver.is_shown("inspector/example/0") && driver.editor.is_using_keys());
    driver.key(Key::Escape);
    assert!(!driver.is_shown("inspector/example/0"));
    for kind in driver.game.library.registry().iter() {
        let (words, examples) = foretoken_action_assets::reference::page(kind.name).expect("a page");
        assert!(!words.is_empty() && !examples.is_empty(), "{}", kind.name);
    }
}

#[test]
fn the_sign_beside_a_name_leads_to_its_page_in_the_guide() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Unit, "rat");
    driver.click("inspector/guide");
    driver.frames(3);
    assert!(driver.is_shown("guide/assets"), "the guide is in front");
    driver.click("guide/Stat");
    assert!(driver.is_shown("guide/Stat"), "the page is one of a type's");
    driver.click("guide/first-pack");
    driver.frames(2);
    assert!(!driver.is_shown("guide/Stat"));
    open(&mut driver, AssetType::Action, "shove");
    driver.click("action/body[1]");
    driver.click("inspector/example");
    driver.click("inspector/guide");
    driver.frames(3);
    driver.click("guide/first-pack");
    assert!(driver.is_shown("guide/actions"));
}

#[test]
fn fields_stand_under_headings() {
    let folder = vigil();
    let mut driver = Driver::with_size(folder.path(), None, None, [1600.0, 2400.0]);
    open(&mut driver, AssetType::Unit, "warden");
    driver.frames(2);
    let top = |spot: &str| driver.widget_rects.get(spot).unwrap_or_else(|| panic!("{spot} is seen")).top;
    let spots = ["health", "heading/Order and movement", "initiative", "leap", "heading/Body and sight", "width"];
    let tops = spots.map(|spot| top(&format!("inspector/{spot}")));
    assert!(tops.is_sorted(), "{tops:?}");
}

#[test]
fn closed_panels_come_back_where_they_were_at_first() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.click("menu/View");
    driver.click("menu/panel/assets");
    driver.frames(2);
    assert!(!driver.is_shown("assets/new"));
    driver.click("menu/View");
    driver.click("menu/panels");
    driver.frames(3);
    assert!(driver.is_shown("assets/new"));
    assert!(driver.editor.wants().contains(&EditorRequest::ResetPanels), "the game lays them out");
}
