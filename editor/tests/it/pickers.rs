//! Lists that open: search, Enter for the first match, and a new asset from an unknown name.

use crate::driver::{Driver, vigil};
use foretoken_action_assets::AssetType;
use imgui::Key;

fn with(kind: AssetType, name: &str) -> (Driver, tempfile::TempDir) {
    let folder = vigil();
    let mut driver = Driver::with_size(folder.path(), Some("first-light"), None, [1600.0, 1800.0]);
    let model = driver.editor.model_mut();
    model.open(kind, name);
    driver.frames(3);
    (driver, folder)
}

#[test]
fn options_of_a_choice_are_chosen_by_their_first_letters() {
    let (mut driver, _folder) = with(AssetType::Action, "bite");
    driver.click("action/body[0]");
    driver.click("inspector/reach");
    driver.write("lin");
    driver.key(Key::Enter);
    assert!(!driver.is_shown("inspector/reach/search"), "the list is closed");
    assert!(driver.text_of(AssetType::Action, "bite").contains("reach: Line"));
}

#[test]
fn a_list_of_a_few_names_is_searched_as_a_long_one_is() {
    let (mut driver, _folder) = with(AssetType::Action, "bite");
    driver.click("action/body[2]");
    driver.click("inspector/target");
    driver.write("sel");
    driver.key(Key::Enter);
    assert!(!driver.is_shown("inspector/target/search"), "the list is closed");
    assert!(driver.text_of(AssetType::Action, "bite").contains("target: \"self\""));
    let before = driver.text_of(AssetType::Action, "bite");
    driver.click("inspector/target");
    driver.write("nobody");
    driver.key(Key::Enter);
    assert_eq!(driver.text_of(AssetType::Action, "bite"), before);
}

#[test]
fn what_a_unit_of_a_demonstration_begins_with_is_chosen_by_letters_and_set_by_enter() {
    let (mut driver, _folder) = with(AssetType::Action, "bite");
    let start = |driver: &Driver| driver.game.library.action("bite").expect("it").demonstrations[0].start.clone();
    for (list, letters) in [("who", "b"), ("what", "shi")] {
        driver.click(&format!("demonstration/start/{list}"));
        driver.write(letters);
        driver.key(Key::Enter);
    }
    driver.fill("demonstration/start/value", "2");
    assert_eq!(start(&driver), ["b shield 2"]);
    driver.click("demonstration/start/value");
    driver.key(Key::Enter);
    assert_eq!(start(&driver), ["b shield 2"]);
}

#[test]
fn a_name_that_no_asset_has_makes_one_and_takes_it() {
    let (mut driver, _folder) = with(AssetType::Unit, "warden");
    driver.click("inspector/actions/add");
    driver.write("poison-blade");
    driver.click("inspector/actions/add/new");
    let library = &driver.game.library;
    assert_eq!(library.unit("warden").expect("it").actions.last().map(String::as_str), Some("poison-blade"));
    assert_eq!(library.action("poison-blade").expect("it is made").title, "Poison Blade");
    let open = driver.editor.model().open.clone();
    assert_eq!(open, Some((AssetType::Unit, "warden".to_owned())), "the unit stays open");
    driver.click("inspector/actions/add");
    driver.write("poison-blade");
    assert!(!driver.is_shown("inspector/actions/add/new"));
}

#[test]
fn enter_takes_a_new_name_where_nothing_is_found_by_it() {
    let (mut driver, _folder) = with(AssetType::Unit, "warden");
    driver.click("inspector/actions/add");
    driver.write("poison-blade");
    driver.key(Key::Enter);
    assert!(!driver.is_shown("inspector/actions/add/search"), "the list is closed");
    let library = &driver.game.library;
    assert_eq!(library.unit("warden").expect("it").actions.last().map(String::as_str), Some("poison-blade"));
    assert!(library.action("poison-blade").is_some());
}

#[test]
fn a_fault_within_a_list_is_told_once() {
    let (mut driver, _folder) = with(AssetType::Action, "bite");
    let game = &mut driver.game;
    let model = driver.editor.model_mut();
    model.create(game, AssetType::Status, "rage", None);
    driver.frames(3);
    driver.reach("inspector/reactions/add");
    driver.click("inspector/reactions/add");
    driver.frames(30);
    let told = |driver: &Driver| {
        let names = driver.widget_rects.names().filter(|name| name.ends_with("/fault/reactions[0].action"));
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(told(&driver), ["inspector/reactions[0].action/fault/reactions[0].action"], "below its field");
    driver.click("inspector/reactions[0]");
    driver.frames(3);
    assert_eq!(told(&driver), ["inspector/reactions[0]/fault/reactions[0].action"], "below the closed entry");
}

#[test]
fn a_copy_has_no_demonstrations() {
    let (mut driver, _folder) = with(AssetType::Action, "bite");
    driver.click("assets/duplicate");
    let library = &driver.game.library;
    let (bite, copy) = (library.action("bite").expect("it"), library.action("bite-2").expect("the copy"));
    assert!(!bite.demonstrations.is_empty() && copy.demonstrations.is_empty());
    assert_eq!((bite.body.len(), bite.clip), (copy.body.len(), copy.clip));
}

#[test]
fn a_copy_has_a_title_of_its_own() {
    let (mut driver, _folder) = with(AssetType::Action, "bite");
    driver.click("assets/duplicate");
    assert_eq!(driver.game.library.action("bite-2").expect("it is made").title, "Bite 2");
}

#[test]
fn what_is_added_to_a_trail_is_aimed_at_its_cells() {
    let (mut driver, _folder) = with(AssetType::Action, "bite");
    driver.click("action/body[1]");
    for kind in ["trail", "surf"] {
        driver.click("action/add");
        driver.write(kind);
        driver.key(Key::Enter);
    }
    assert!(!driver.text_of(AssetType::Action, "bite").contains("here"), "what moves is aimed as ever");
    driver.click("action/body[2].body");
    for kind in ["surf", "branch", "heal"] {
        driver.click("action/add");
        driver.write(kind);
        driver.key(Key::Enter);
    }
    let text = driver.text_of(AssetType::Action, "bite");
    assert_eq!(text.matches("target: \"here\"").count(), 2, "{text}");
}

#[test]
fn names_that_the_pack_knows_are_offered_beside_free_texts() {
    let (mut driver, _folder) = with(AssetType::Scenario, "first-light");
    driver.scroll_to([1400.0, 900.0], "inspector/scheduler/known");
    driver.click("inspector/scheduler/known");
    driver.write("charge");
    driver.key(Key::Enter);
    let scheduler = driver.game.library.scenario("first-light").expect("it").scheduler.clone();
    assert!(scheduler.contains("charge"), "{scheduler}");
    driver.ctrl(Key::Z);
    assert_eq!(driver.game.library.scenario("first-light").expect("it").scheduler, "rounds");
    driver.editor.model_mut().open(AssetType::Unit, "rat");
    driver.frames(3);
    let before = driver.game.library.unit("rat").expect("it").tags.len();
    driver.scroll_to([1400.0, 900.0], "inspector/tags/known");
    driver.click("inspector/tags/known");
    driver.click("inspector/tags/known/augur");
    assert_eq!(driver.game.library.unit("rat").expect("it").tags.last().map(String::as_str), Some("augur"));
    assert_eq!(driver.game.library.unit("rat").expect("it").tags.len(), before + 1);
}
