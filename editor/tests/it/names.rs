//! Asset list: search, create, rename and delete.

use crate::driver::{Driver, new_action, open, pick, vigil};
use foretoken_action_assets::AssetType;
use foretoken_editor::{EditorRequest, Picture};
use imgui::Key;

#[test]
fn a_new_name_is_taken_over_by_all_that_refer_to_it() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    open(&mut driver, AssetType::Action, "walk");
    let users = driver.editor.model().used_by(&driver.game, AssetType::Action, "walk").len();
    assert!(users > 1);
    driver.click("assets/rename");
    driver.fill("rename/name", "stroll");
    let model = driver.editor.model();
    assert_eq!(model.used_by(&driver.game, AssetType::Action, "stroll").len(), users);
    assert_eq!(model.used_by(&driver.game, AssetType::Action, "walk").len(), 0);
    assert_eq!(model.open, Some((AssetType::Action, "stroll".to_owned())));
    driver.quiet();
    assert!(!driver.editor.model().problems.has_errors(), "{}", driver.editor.model().problems.render());
    driver.ctrl(Key::S);
    assert!(!folder.path().join("actions/walk.ron").exists());
    let kept = foretoken_action_assets::store::backup_folder(&folder.path().join("actions/walk.ron"));
    assert!(kept.join("walk.ron.1").exists() && !kept.starts_with(folder.path()));
    assert!(folder.path().join("actions/stroll.ron").exists());
}

#[test]
fn deleting_says_who_uses_it_and_undo_brings_it_back() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Surface, "fire");
    driver.click("assets/delete");
    assert!(driver.is_shown("users/0"), "who uses it is listed");
    driver.click("delete/do");
    assert!(driver.game.library.surface("fire").is_none());
    assert!(driver.editor.model().problems.has_errors());
    driver.ctrl(Key::Z);
    assert!(driver.game.library.surface("fire").is_some());
}

#[test]
fn a_search_lists_names_before_mentions() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.click("assets/search");
    driver.write("shove");
    let top =
        |driver: &Driver, spot: &str| driver.widget_rects.get(spot).unwrap_or_else(|| panic!("{spot} is found")).top;
    assert!(top(&driver, "assets/action/shove") < top(&driver, "assets/unit/warden"), "who uses it comes after it");
    driver.fill("assets/search", "shove rat");
    assert!(!driver.is_shown("assets/scenario/first-light"), "which has both words, but not together");
    driver.fill("assets/search", "blink str");
    assert!(
        driver.editor.model().open.as_ref().is_some_and(|(_, name)| name == "blink-strike"),
        "Enter takes the first"
    );
    driver.fill("assets/search", "blink strike");
    driver.click("assets/action/blink-strike");
    assert!(!driver.is_shown("assets/Favourites/action/blink-strike"));
    driver.click("assets/favourite");
    driver.fill("assets/search", "");
    assert!(driver.is_shown("assets/Favourites/action/blink-strike"));
}

#[test]
fn what_is_new_is_brought_into_sight() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.fill("assets/search", "shove");
    new_action(&mut driver, "zz-last");
    assert!(driver.is_shown("assets/action/zz-last"));
}

#[test]
fn all_that_stands_among_pictures_has_one() {
    let folder = vigil();
    let mut driver = Driver::with_size(folder.path(), None, None, [1600.0, 2400.0]);
    let drawn = Picture { texture: 1, uv: [0.0, 0.0, 1.0, 1.0], size: [16.0, 16.0], colour: [0.5, 0.5, 0.5, 1.0] };
    driver.editor.set_pictures([("actions/anchor".to_owned(), drawn)].into());
    driver.click("assets/action");
    let kinds = [(AssetType::Region, "assets/region"), (AssetType::Scenario, "assets/scenario")];
    for (kind, node) in kinds {
        driver.click(node);
        driver.frames(40);
        let names = driver.game.library.names_of(kind).map(|name| format!("thumb/{}/{name}", kind.reference()));
        let missing: Vec<String> = names.filter(|spot| !driver.is_shown(spot)).collect();
        assert_eq!(missing, Vec::<String>::new());
        driver.click(node);
    }
    driver.click("assets/action");
    driver.click("assets/action/anchor");
    driver.click("assets/duplicate");
    driver.frames(3);
    assert!(driver.is_shown("thumb/action/anchor") && driver.is_shown("thumb/action/anchor-2"));
}

#[test]
fn the_list_of_assets_does_not_move_under_the_pointer() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.frames(3);
    let top = |driver: &Driver| driver.widget_rects.get("assets/action/burst").expect("it is seen").top;
    let (before, spots) = (top(&driver), ["assets/action/bite", "assets/action/blink-strike"]);
    for spot in spots {
        driver.click(spot);
        driver.frames(5);
        assert_eq!((top(&driver), driver.is_shown("assets/Recent")), (before, false), "{spot}");
    }
    driver.click("assets/favourite");
    driver.frames(3);
    assert!(driver.is_shown("assets/Recent") && driver.is_shown("assets/Favourites/action/blink-strike"));
    assert!(top(&driver) > before, "it moved while the pointer was elsewhere");
}

#[test]
fn a_unit_is_made_by_keys_alone() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.ctrl(Key::P);
    driver.write("new item");
    driver.key(Key::Enter);
    driver.frames(3);
    assert!(driver.is_shown("new/name"), "the dialog opens with the keyboard in the name");
    let items = AssetType::ALL.iter().position(|&kind| kind == AssetType::Item).expect("a type");
    let units = AssetType::ALL.iter().position(|&kind| kind == AssetType::Unit).expect("a type");
    let (key, steps) = if units > items { (Key::DownArrow, units - items) } else { (Key::UpArrow, items - units) };
    for _ in 0..steps {
        driver.key(key);
        driver.frames(1);
    }
    driver.write("watchman");
    driver.key(Key::Enter);
    driver.frames(2);
    assert!(driver.game.library.asset(AssetType::Unit, "watchman").is_some(), "the keys chose the type");
    driver.ctrl(Key::N);
    driver.frames(3);
    driver.write("lookout");
    driver.key(Key::Enter);
    driver.frames(2);
    assert!(driver.game.library.asset(AssetType::Unit, "lookout").is_some(), "the type is that of the open asset");
}

#[test]
fn a_name_that_is_taken_is_told_in_the_dialog_as_it_is_typed() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.click("assets/new");
    driver.click("new/action");
    driver.click("new/name");
    driver.write("blink");
    assert!(!driver.is_shown("name/objection"));
    driver.write("-strike");
    assert!(driver.is_shown("name/objection"));
    driver.key(Key::Enter);
    driver.frames(2);
    assert!(driver.is_shown("new/name") && driver.is_shown("name/objection"), "it stays");
    assert_eq!(driver.editor.model().history.done(), 0);
    driver.write("another");
    assert!(!driver.is_shown("name/objection"));
    driver.key(Key::Enter);
    driver.frames(2);
    assert_eq!(driver.editor.model().open, Some((AssetType::Action, "another".to_owned())));
    driver.click("assets/rename");
    driver.click("rename/name");
    driver.ctrl(Key::A);
    driver.write("strike");
    driver.key(Key::Enter);
    driver.frames(2);
    assert!(driver.is_shown("rename/name") && driver.is_shown("name/objection"));
    let (model, game) = (driver.editor.model_mut(), &mut driver.game);
    model.create(game, AssetType::Action, "strike", None);
    assert_eq!(model.notices.last().map(String::as_str), Some("The pack already has an action `strike`."));
}

#[test]
fn what_is_used_is_deleted_with_another_in_its_place_in_one_step() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Unit, "rat");
    driver.click("assets/delete");
    pick(&mut driver, "delete/instead", "brute");
    driver.click("delete/do");
    driver.quiet();
    assert!(driver.game.library.unit("rat").is_none());
    assert!(driver.text_of(AssetType::Scenario, "first-light").contains("unit: \"brute\""));
    let faults = &driver.editor.model().problems;
    assert!(
        !faults.iter().any(|fault| fault.message.contains("`rat`") && fault.path.ends_with(".unit")),
        "{}",
        faults.render()
    );
    assert_eq!(driver.editor.model().history.done(), 1);
    driver.ctrl(Key::Z);
    let shipped = std::fs::read_to_string(folder.path().join("scenarios/first-light.ron")).expect("shipped");
    assert_eq!(driver.text_of(AssetType::Scenario, "first-light"), shipped);
    open(&mut driver, AssetType::Terrain, "pit");
    driver.click("assets/delete");
    assert!(driver.is_shown("users/0"), "maps draw it");
    pick(&mut driver, "delete/instead", "deep-water");
    driver.click("delete/do");
    driver.quiet();
    let drawn = |text: &str| text.lines().filter(|line| line.contains('#')).collect::<Vec<_>>().join("\n");
    let expected = drawn(&shipped).replace('O', "~");
    assert_eq!(drawn(&driver.text_of(AssetType::Scenario, "first-light")), expected);
    let faults = &driver.editor.model().problems;
    assert!(!faults.iter().any(|fault| fault.code == "unknown-glyph"), "{}", faults.render());
}

#[test]
fn what_lies_beside_a_renamed_asset_follows_it_and_comes_back() {
    let folder = vigil();
    let art = folder.path().join("art");
    let read = |file: &str| std::fs::read_to_string(art.join(file)).expect("there");
    let (sounds, words) = (read("sounds.txt"), read("presentation.txt"));
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    let rename = |driver: &mut Driver, to: &str| {
        driver.click("assets/rename");
        driver.fill("rename/name", to);
    };
    open(&mut driver, AssetType::Surface, "fire");
    rename(&mut driver, "embers");
    assert!(driver.editor.wants().contains(&EditorRequest::ReloadArt), "at once in what is shown");
    let shown = driver.editor.model().edited_art();
    assert!(shown["surfaces/embers.txt"].is_some() && shown["surfaces/fire.txt"].is_none());
    rename(&mut driver, "blaze");
    assert_eq!(driver.editor.model().history.done(), 2, "a rename is one step");
    driver.ctrl(Key::S);
    assert!(art.join("surfaces/blaze.txt").is_file() && !art.join("surfaces/fire.txt").exists(), "by way of two names");
    assert!(
        read("sounds.txt").contains("= surfaces/blaze 0.4") && read("presentation.txt").contains("terminal blaze 208")
    );
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    driver.ctrl(Key::S);
    assert!(art.join("surfaces/fire.txt").is_file() && !art.join("surfaces/blaze.txt").exists());
    assert_eq!((read("sounds.txt"), read("presentation.txt")), (sounds, words));
}

/// Panels raised for an opened asset do not take the keyboard.
#[test]
fn opening_leaves_the_keys_in_the_list() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.click("assets/search");
    driver.write("warden");
    driver.click("assets/unit/warden");
    driver.frames(6);
    assert!(driver.is_shown("inspector/title"), "its fields are in front");
    assert_eq!(driver.editor.focused(), Some("assets"));
}

#[test]
fn a_new_asset_is_of_the_type_of_the_open_one() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    open(&mut driver, AssetType::Unit, "warden");
    driver.click("assets/new");
    driver.fill("new/name", "thunderclap");
    assert!(driver.game.library.asset(AssetType::Unit, "thunderclap").is_some());
    driver.click("assets/new");
    driver.click("new/status");
    driver.fill("new/name", "dazed");
    driver.click("assets/new");
    driver.fill("new/name", "daunted");
    assert!(driver.game.library.asset(AssetType::Status, "daunted").is_some(), "as the last one");
}
