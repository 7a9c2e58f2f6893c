//! The slots of a deck: net, ring and grid; skills by drag, keys and lists; neighbours; the way to skills and actions and
//! back.

use crate::driver::{Driver, open, pack};
use foretoken_action_assets::assets::DeckAsset;
use foretoken_action_assets::{AnyAsset, AssetType};
use foretoken_editor::EditorRequest;
use foretoken_editor::model::Model;
use imgui::Key;
use proptest::prelude::*;
use std::path::Path;

const UNIT: &str = "prisoner";

fn with_deck() -> (Driver, tempfile::TempDir) {
    let folder = pack("jail");
    let mut driver = Driver::new(folder.path(), Some("the-cell"));
    open(&mut driver, AssetType::Unit, UNIT);
    driver.frames(4);
    (driver, folder)
}

fn skills(driver: &Driver) -> Vec<String> {
    driver.game.library.unit(UNIT).expect("it").deck_skills.clone()
}

fn deck(driver: &Driver) -> DeckAsset {
    match driver.game.library.asset(AssetType::Deck, "die") {
        Some(AnyAsset::Deck(deck)) => deck.clone(),
        _ => panic!("there is no deck"),
    }
}

fn done(driver: &Driver) -> usize {
    driver.editor.model().history.done()
}

fn opened(driver: &Driver) -> (AssetType, String) {
    driver.editor.model().open.clone().expect("an asset")
}

/// Returns the middles of the slots on the screen.
fn places(driver: &Driver, count: usize) -> Vec<[f32; 2]> {
    (1..=count).map(|slot| driver.middle(&format!("deck/slot/{slot}"))).collect()
}

#[test]
fn a_unit_with_the_deck_of_a_solid_shows_its_net() {
    let (driver, _folder) = with_deck();
    let places = places(&driver, 20);
    let mut heights: Vec<i32> = places.iter().map(|[_, y]| y.round() as i32).collect();
    heights.sort_unstable();
    heights.dedup();
    assert_eq!(heights.len(), 4, "four rows of triangles: {places:?}");
    assert!(driver.editor.is_covering_battle([1600.0, 1000.0]), "the net has room");
    assert!(driver.is_shown("deck/list/smash"));
}

#[test]
fn a_skill_of_the_list_is_dragged_onto_a_slot() {
    let (mut driver, folder) = with_deck();
    let before = driver.text_of(AssetType::Unit, UNIT);
    driver.drag("deck/list/bash", "deck/slot/3", 0.5);
    assert_eq!(skills(&driver)[2], "bash");
    assert_eq!(done(&driver), 1);
    driver.ctrl(Key::S);
    driver.frames(4);
    let file = std::fs::read_to_string(folder.path().join("units/prisoner.ron")).expect("saved");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/jail/units/prisoner.ron");
    let lines = std::fs::read_to_string(shipped).expect("a file");
    let differing: Vec<_> = file.lines().zip(lines.lines()).filter(|(now, was)| now != was).collect();
    assert_eq!(differing, [("        \"bash\",", "        \"strike\",")], "one line, as by hand");
    assert_eq!(file.lines().count(), lines.lines().count());
    driver.ctrl(Key::Z);
    assert_eq!(driver.text_of(AssetType::Unit, UNIT), before);
}

#[test]
fn a_slot_that_is_dragged_onto_another_swaps_with_it() {
    let (mut driver, _folder) = with_deck();
    let before = skills(&driver);
    driver.drag("deck/slot/4", "deck/slot/2", 0.5);
    let mut swapped = before.clone();
    swapped.swap(3, 1);
    assert_ne!(swapped, before);
    assert_eq!((skills(&driver), done(&driver)), (swapped, 1));
    driver.ctrl(Key::Z);
    assert_eq!(skills(&driver), before);
    driver.drag("deck/slot/4", "deck/slot/4", 0.5);
    assert_eq!(done(&driver), 0, "a click changes nothing");
}

#[test]
fn neighbours_are_separated_and_connected_by_ctrl_click() {
    let (mut driver, _folder) = with_deck();
    let before = deck(&driver).next;
    driver.click("deck/slot/1");
    driver.hold(Key::ModCtrl, |driver| driver.click("deck/slot/13"));
    assert_eq!((deck(&driver).next[0].as_str(), deck(&driver).next[12].as_str()), ("7 19", "5 11"));
    let ring = places(&driver, 20);
    assert!(ring.iter().all(|[x, _]| *x > 302.0), "another graph is drawn as a ring");
    driver.hold(Key::ModCtrl, |driver| driver.click("deck/slot/2"));
    assert_eq!((deck(&driver).next[0].as_str(), deck(&driver).next[1].as_str()), ("2 7 19", "1 12 18 20"));
    assert_eq!(done(&driver), 2);
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    assert_eq!(deck(&driver).next, before);
}

#[test]
fn keys_choose_a_slot_and_its_skill() {
    let (mut driver, _folder) = with_deck();
    let before = skills(&driver);
    driver.click("deck/slot/1");
    assert_eq!(driver.editor.focused(), Some("deck"));
    driver.key(Key::Enter);
    driver.frames(2);
    driver.write("smash");
    driver.key(Key::Enter);
    driver.frames(2);
    assert_eq!(skills(&driver)[0], "smash");
    driver.key(Key::DownArrow);
    driver.key(Key::Delete);
    let emptied: Vec<usize> = (0..20).filter(|&slot| skills(&driver).get(slot).is_none_or(String::is_empty)).collect();
    let &[slot] = emptied.as_slice() else { panic!("one slot below slot 1 is empty: {emptied:?}") };
    let next = deck(&driver).next[0].split(' ').map(|n| n.parse::<usize>().expect("a number")).collect::<Vec<_>>();
    assert!(next.contains(&(slot + 1)), "slot {} is next to slot 1", slot + 1);
    driver.key(Key::Enter);
    driver.frames(2);
    driver.click("deck/choice/block");
    assert_eq!(skills(&driver)[slot], "block");
    driver.key(Key::Enter);
    driver.frames(2);
    driver.click("deck/choice/none");
    assert!(skills(&driver).get(slot).is_none_or(String::is_empty));
    assert_eq!(done(&driver), 4);
    (0..4).for_each(|_| driver.ctrl(Key::Z));
    assert_eq!(skills(&driver), before);
}

#[test]
fn a_slot_leads_to_its_skill_and_action_and_back() {
    let (mut driver, _folder) = with_deck();
    let (unit, skill) = ((AssetType::Unit, UNIT.to_owned()), (AssetType::Skill, "trip".to_owned()));
    driver.click("deck/slot/4");
    driver.click("deck/skill");
    assert_eq!(opened(&driver), skill);
    driver.click("inspector/back");
    driver.frames(4);
    assert_eq!(opened(&driver), unit);
    driver.click("deck/action");
    assert_eq!(opened(&driver), (AssetType::Action, "trip".to_owned()));
    driver.hold(Key::ModAlt, |driver| driver.key(Key::LeftArrow));
    driver.frames(4);
    assert_eq!(opened(&driver), unit);
    driver.click("deck/slot/4");
    driver.key(Key::S);
    assert_eq!(opened(&driver), skill);
    driver.hold(Key::ModAlt, |driver| driver.key(Key::LeftArrow));
    driver.frames(4);
    driver.click("deck/slot/4");
    driver.key(Key::A);
    assert_eq!(opened(&driver).0, AssetType::Action);
}

#[test]
fn each_button_of_the_panel_works() {
    let (mut driver, _folder) = with_deck();
    driver.click("deck/slot/4");
    driver.click("deck/empty");
    assert_eq!(skills(&driver)[3], "");
    driver.click("deck/choose");
    driver.frames(2);
    driver.click("deck/choice/slice");
    assert_eq!(skills(&driver)[3], "slice");
    driver.click("deck/filter");
    driver.write("fire");
    assert!(driver.is_shown("deck/list/firebolt") && !driver.is_shown("deck/list/slice"));
    driver.click("deck/open");
    driver.frames(4);
    assert_eq!(opened(&driver), (AssetType::Deck, "die".to_owned()));
    driver.click("deck/unit");
    driver.frames(2);
    driver.click("deck/unit/prisoner");
    assert!(driver.is_shown("deck/slot/20"), "an open deck shows the skills of a unit");
    driver.click("deck/slot/1");
    driver.click("deck/empty");
    assert_eq!(skills(&driver)[0], "");
}

#[test]
fn a_test_shows_the_battle_until_the_slots_are_asked_for() {
    let (mut driver, _folder) = with_deck();
    drop(driver.editor.wants());
    driver.click("deck/slot/1");
    driver.key(Key::F5);
    assert!(driver.editor.wants().iter().any(EditorRequest::is_battle_test));
    driver.frames(3);
    assert!(!driver.is_shown("deck/slot/1") && !driver.editor.is_covering_battle([1600.0, 1000.0]));
    driver.click("inspector/deck");
    driver.frames(3);
    assert!(driver.is_shown("deck/slot/1"));
}

#[test]
fn a_hand_of_cards_is_a_grid_whose_neighbours_can_be_set() {
    let (mut driver, folder) = with_deck();
    std::fs::write(folder.path().join("decks/hand.ron"), "Deck(word: \"card\", slots: 5)").expect("written");
    let unit = r#"Unit(glyph: "h", deck: "hand", deck_skills: ["strike", "block"])"#;
    std::fs::write(folder.path().join("units/holder.ron"), unit).expect("written");
    drop(driver);
    driver = Driver::new(folder.path(), Some("the-cell"));
    open(&mut driver, AssetType::Deck, "hand");
    driver.frames(4);
    let grid = places(&driver, 5);
    assert_eq!(grid[0][1], grid[1][1], "one row: {grid:?}");
    driver.click("deck/slot/5");
    driver.key(Key::Enter);
    driver.frames(2);
    driver.write("slice");
    driver.key(Key::Enter);
    driver.frames(2);
    let held = driver.game.library.unit("holder").expect("it").deck_skills.clone();
    assert_eq!(held, ["strike", "block", "", "", "slice"]);
    driver.hold(Key::ModCtrl, |driver| driver.click("deck/slot/1"));
    let next = match driver.game.library.asset(AssetType::Deck, "hand") {
        Some(AnyAsset::Deck(deck)) => deck.next.clone(),
        _ => panic!("there is no deck"),
    };
    assert_eq!(next, ["2 3 4", "1 3 4 5", "1 2 4 5", "1 2 3 5", "2 3 4"]);
}

#[test]
fn a_fault_of_a_slot_leads_to_the_slot() {
    let (mut driver, _folder) = with_deck();
    driver.click("deck/slot/7");
    driver.click("deck/empty");
    driver.quiet();
    let faults = driver.editor.model().problems.with_causes();
    let at = faults.iter().position(|(fault, _)| fault.path == "deck_skills[6]").expect("an empty slot is told");
    driver.click("deck/slot/1");
    open(&mut driver, AssetType::Unit, "rat");
    driver.editor.raise("problems");
    driver.frames(4);
    driver.click(&format!("problems/{at}"));
    driver.frames(4);
    assert_eq!(opened(&driver), (AssetType::Unit, UNIT.to_owned()));
    driver.click("deck/choose");
    driver.frames(2);
    driver.click("deck/choice/slice");
    assert_eq!(skills(&driver)[6], "slice", "slot 7 is selected");
}

#[test]
fn units_without_a_deck_show_no_slots() {
    let (mut driver, _folder) = with_deck();
    open(&mut driver, AssetType::Unit, "rat");
    driver.frames(4);
    assert!(!driver.is_shown("deck/slot/1") && !driver.is_shown("inspector/deck"));
}

#[derive(Clone, Debug)]
enum SlotEdit {
    Set(usize, usize),
    Swap(usize, usize),
    Toggle(usize, usize),
}

fn edits() -> impl Strategy<Value = Vec<SlotEdit>> {
    let edit = prop_oneof![
        (0..20_usize, 0..4_usize).prop_map(|(slot, skill)| SlotEdit::Set(slot, skill)),
        (0..20_usize, 0..20_usize).prop_map(|(one, other)| SlotEdit::Swap(one, other)),
        (0..20_usize, 0..20_usize).prop_map(|(one, other)| SlotEdit::Toggle(one, other)),
    ];
    prop::collection::vec(edit, 1..24)
}

fn texts(host: &crate::driver::Game) -> [String; 2] {
    use foretoken_editor::Host;
    [(AssetType::Unit, UNIT), (AssetType::Deck, "die")]
        .map(|(kind, name)| host.library().asset(kind, name).expect("it").to_text())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn edits_of_slots_are_undone_and_redone(edits in edits()) {
        const SKILLS: [&str; 4] = ["", "strike", "smash", "portent"];
        let folder = pack("jail");
        let mut game = crate::driver::Game::of(folder.path(), None);
        let mut model = Model::new(folder.path(), None);
        let before = texts(&game);
        for edit in edits {
            let held = game.library.unit(UNIT).expect("it").deck_skills.clone();
            match edit {
                SlotEdit::Set(slot, skill) => model.set_slot(&mut game, UNIT, slot, SKILLS[skill]),
                SlotEdit::Toggle(one, other) => model.toggle_neighbours(&mut game, "die", one, other),
                SlotEdit::Swap(one, other) => {
                    model.swap_slots(&mut game, UNIT, one, other);
                    let sorted = |mut skills: Vec<String>| {
                        skills.retain(|skill| !skill.is_empty());
                        skills.sort();
                        skills
                    };
                    let now = game.library.unit(UNIT).expect("it").deck_skills.clone();
                    prop_assert_eq!(sorted(now), sorted(held), "a swap loses no skill");
                }
            }
        }
        let (after, steps) = (texts(&game), model.history.done());
        (0..steps).for_each(|_| assert!(model.undo(&mut game)));
        prop_assert_eq!(&texts(&game), &before);
        (0..steps).for_each(|_| assert!(model.redo(&mut game)));
        prop_assert_eq!(&texts(&game), &after);
    }
}
