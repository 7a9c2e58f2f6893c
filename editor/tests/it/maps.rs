//! Painting on the board: the open map before and after, as text.

use crate::driver::{Driver, vigil};
use foretoken_action_assets::AssetType;
use imgui::Key;

fn at_the_board(folder: &std::path::Path) -> Driver {
    let legend = [("W", "warden", 0), ("S", "seer", 0), ("!", "lantern", 0), ("r", "rat", 1)];
    let legend = legend.map(|(glyph, unit, team)| format!(r#"(glyph: "{glyph}", unit: "{unit}", team: {team})"#));
    let text = format!("Scenario(map: {SHIPPED:?}, legend: [{}])", legend.join(", "));
    std::fs::write(folder.join("scenarios/first-light.ron"), text).expect("written");
    let mut driver = Driver::new(folder, Some("first-light"));
    driver.editor.model_mut().open(AssetType::Scenario, "first-light");
    driver.frames(4);
    driver
}

fn rows(driver: &Driver, field: &str) -> String {
    let text = driver.text_of(AssetType::Scenario, "first-light");
    let Some((_, rest)) = text.split_once(&format!("    {field}: [\n")) else { return String::new() };
    let rows = rest.lines().take_while(|line| line.trim() != "],");
    rows.map(|row| row.trim().trim_end_matches(',').trim_matches('"')).collect::<Vec<_>>().join("\n")
}

fn check(driver: &Driver, expected: &[&str]) {
    assert_eq!(rows(driver, "map"), expected.join("\n"));
}

fn edits(driver: &Driver) -> usize {
    driver.editor.model().history.done()
}

const SHIPPED: [&str; 8] =
    ["########", "#......#", "#..r.O.#", "#W.....#", "#..!r..#", "#S.....#", "#...r..#", "########"];

#[test]
fn a_map_that_is_opened_is_shown_as_it_begins_until_one_plays() {
    let folder = vigil();
    let mut driver = at_the_board(folder.path());
    assert_eq!(driver.game.sketched.as_deref(), Some("first-light"));
    assert_eq!(driver.editor.paints(), Some((0, 0)));
    driver.click("map/tool/play");
    driver.frames(2);
    assert_eq!((driver.game.sketched.take(), driver.editor.paints()), (None, None));
    driver.click("map/terrains/wall");
    driver.frames(2);
    assert!(driver.editor.paints().is_some(), "what is taken is to be painted with");
    driver.key(Key::Escape);
    assert_eq!(driver.editor.paints(), None);
    driver.key(Key::B);
    driver.click("map/tool/line");
    driver.frames(2);
    assert!(driver.editor.paints().is_some());
    driver.key(Key::F5);
    assert_eq!(driver.editor.paints(), None, "a test is played");
    driver.editor.model_mut().open(AssetType::Action, "walk");
    driver.frames(4);
    assert!(!driver.is_shown("map/tool/brush"), "the parts of an action are in front again");
}

#[test]
fn a_stroke_is_one_edit_however_long_it_takes() {
    let folder = vigil();
    let mut driver = at_the_board(folder.path());
    driver.click("map/terrains/wall");
    driver.stroke("c2 c2 d2 e2 e2");
    check(&driver, &["########", "#.###..#", SHIPPED[2], SHIPPED[3], SHIPPED[4], SHIPPED[5], SHIPPED[6], SHIPPED[7]]);
    assert_eq!(edits(&driver), 1);
    driver.stroke(
        "b2 b2 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3 b3",
    );
    assert_eq!(edits(&driver), 2, "a hand that rests goes on with its stroke");
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    check(&driver, &SHIPPED);
    assert!(driver.editor.model().unsaved(&driver.game).is_empty());
}

#[test]
fn lines_rectangles_and_fills_are_drawn_with_their_keys() {
    let folder = vigil();
    let mut driver = at_the_board(folder.path());
    driver.click("map/terrains/deep-water");
    driver.key(Key::R);
    driver.stroke("f2 g5 g3");
    driver.key(Key::L);
    driver.stroke("b7 e7 d7");
    let drawn = ["########", "#....~~#", "#..r.~~#", "#W.....#", "#..!r..#", "#S.....#", "#~~~r..#", "########"];
    check(&driver, &drawn);
    driver.pick("a1");
    driver.key(Key::F);
    driver.stroke("g2");
    let filled = ["########", "#....###", "#..r.###", "#W.....#", "#..!r..#", "#S.....#", "#~~~r..#", "########"];
    check(&driver, &filled);
    assert_eq!(edits(&driver), 3);
}

#[test]
fn somebody_is_put_picked_moved_and_erased() {
    let folder = vigil();
    let mut driver = at_the_board(folder.path());
    driver.click("map/side/1");
    driver.click("map/units/ember");
    driver.stroke("g7");
    assert_eq!(rows(&driver, "map").lines().nth(6), Some("#...r.e#"), "by its own letter");
    driver.pick("e7");
    driver.stroke("f7");
    assert_eq!(rows(&driver, "map").lines().nth(6), Some("#...rre#"));
    driver.key(Key::M);
    driver.stroke("b6 c6 d6");
    assert_eq!(rows(&driver, "map").lines().nth(5), Some("#..S...#"));
    let before = edits(&driver);
    driver.stroke("d6 a1");
    assert_eq!(edits(&driver), before, "nobody goes into a wall");
    assert!(driver.editor.model().notices.iter().any(|notice| notice.contains("does not fit")));
    driver.key(Key::E);
    driver.stroke("e7 f7 g7 d5 e5");
    assert_eq!(rows(&driver, "map").lines().nth(6), Some("#......#"));
    assert!(!rows(&driver, "legend").contains("ember"));
    driver.quiet();
    let faults = driver.game.library.compile("first-light").1;
    assert!(!faults.iter().any(|fault| fault.code == "unused-glyph"), "{}", faults.render());
}

#[test]
fn floors_heights_and_links_are_made_on_the_board() {
    let folder = vigil();
    let mut driver = at_the_board(folder.path());
    driver.click("map/floor/add");
    driver.click("map/terrains/floor");
    assert_eq!(driver.editor.paints(), Some((1, 4)));
    driver.key(Key::R);
    driver.stroke("c4^1 d4^1");
    assert!(driver.text_of(AssetType::Scenario, "first-light").contains("\"  ..    \""));
    driver.key(Key::LeftBracket);
    assert_eq!(driver.editor.paints(), Some((0, 0)));
    driver.reach("map/height/up");
    driver.stroke("f6 g7");
    assert_eq!(rows(&driver, "heights").lines().nth(5), Some(".....11."));
    driver.key(Key::P);
    driver.stroke("d6 e6 f6");
    assert_eq!(rows(&driver, "heights").lines().nth(5), Some("...>>11."), "uphill");
    driver.stroke("d6");
    assert_eq!(rows(&driver, "heights").lines().nth(5), Some("....>11."), "and level again");
    driver.stroke("e6");
    driver.stroke("b2 b3 b4");
    let heights = rows(&driver, "heights");
    let column: String = heights.lines().filter_map(|row| row.chars().nth(1)).collect();
    assert_eq!(column, ".vv1....", "what it leads to is higher");
    driver.ctrl(Key::Z);
    driver.key(Key::K);
    driver.stroke("b4");
    driver.key(Key::RightBracket);
    driver.stroke("c4^1");
    let text = driver.text_of(AssetType::Scenario, "first-light");
    assert!(text.contains("from: \"b4\",\n            by: East,\n            to: \"c4^1\""), "{text}");
    assert_eq!(driver.editor.lit_lines().len(), 1, "it is drawn on the board");
    driver.stroke("c4^1");
    driver.key(Key::LeftBracket);
    driver.stroke("b4");
    assert!(!driver.text_of(AssetType::Scenario, "first-light").contains("links"));
    driver.quiet();
    assert!(!driver.editor.model().problems.has_errors(), "{}", driver.editor.model().problems.render());
}

#[test]
fn an_edge_goes_up_and_down_with_both_of_its_corners() {
    let folder = vigil();
    let mut driver = at_the_board(folder.path());
    driver.key(Key::G);
    driver.stroke("c2:e");
    assert_eq!(rows(&driver, "corners"), "c2 ne 1 se 1");
    driver.stroke("c2:s d2:s d2:s");
    assert_eq!(rows(&driver, "corners"), "c2 ne 1 se 2 sw 1\nd2 se 1 sw 1", "an edge after another");
    driver.pick("c2:s");
    assert_eq!(rows(&driver, "corners"), "c2 ne 1 se 1\nd2 se 1 sw 1", "the right button lowers");
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    driver.click("map/vertex");
    driver.stroke("c2:e");
    assert_eq!(rows(&driver, "corners"), "c2 ne 2 se 2", "and whatever is as high there");
    assert_eq!(driver.editor.lit_corners().len(), 2);
}

#[test]
fn corners_go_up_and_down_a_stroke_at_a_time() {
    let folder = vigil();
    let mut driver = at_the_board(folder.path());
    driver.key(Key::C);
    driver.stroke("c2:ne");
    assert_eq!(rows(&driver, "corners"), "c2 ne 1");
    driver.stroke("c2:ne d2:nw d2:nw d2:ne d2:nw");
    assert_eq!(rows(&driver, "corners"), "c2 ne 2\nd2 nw 1 ne 1", "each of them once");
    assert_eq!(edits(&driver), 2);
    driver.pick("c2:ne");
    assert_eq!(rows(&driver, "corners"), "c2 ne 1\nd2 nw 1 ne 1", "the right button lowers");
    driver.click("map/vertex");
    driver.stroke("c2:ne");
    assert_eq!(rows(&driver, "corners"), "c2 ne 2\nd2 nw 2 ne 1", "and whatever is as high there");
    assert_eq!(driver.editor.lit_corners().len(), 2, "they are to be seen before");
    for _ in 0..4 {
        driver.ctrl(Key::Z);
    }
    assert_eq!(rows(&driver, "corners"), "");
    assert!(driver.editor.model().unsaved(&driver.game).is_empty());
    driver.stroke("c3:se");
    assert_eq!(rows(&driver, "corners"), "c3 se 1\nd3 sw 1\nc4 ne 1\nd4 nw 1");
    driver.hold(Key::ModShift, |driver| driver.stroke("c3:se"));
    assert_eq!(rows(&driver, "corners"), "");
    driver.quiet();
    assert!(!driver.editor.model().problems.has_errors(), "{}", driver.editor.model().problems.render());
}

#[test]
fn a_map_grows_and_is_mirrored_in_one_step_each() {
    let folder = vigil();
    let mut driver = at_the_board(folder.path());
    for name in ["map/size/W+", "map/size/N+", "map/size/N-", "map/size/W-", "map/mirror <>", "map/mirror <>"] {
        driver.reach(name);
    }
    check(&driver, &SHIPPED);
    assert_eq!(edits(&driver), 6);
    driver.reach("map/mirror ^v");
    assert_eq!(rows(&driver, "map").lines().nth(1), Some("#...r..#"));
}

#[test]
fn what_is_typed_is_no_key_of_a_tool() {
    let folder = vigil();
    let mut driver = at_the_board(folder.path());
    driver.reach("map/zone/new");
    driver.write("brim");
    driver.key(Key::Enter);
    driver.stroke("b2 c2");
    let text = driver.text_of(AssetType::Scenario, "first-light");
    assert!(text.contains("zone: \"brim\""), "{text}");
    assert_eq!(rows(&driver, "map").lines().nth(1), Some("#aa....#"), "the lowest letter that is free");
    driver.click("assets/search");
    driver.write("m");
    driver.press_key(Key::M);
    driver.release_key(Key::M);
    assert_eq!(driver.game.sketched.as_deref(), Some("first-light"));
    driver.stroke("d2");
    assert_eq!(rows(&driver, "map").lines().nth(1), Some("#aaa...#"), "still the brush");
}

#[test]
fn holes_are_cut_into_the_ground_a_stroke_at_a_time() {
    let folder = vigil();
    let mut driver = at_the_board(folder.path());
    driver.click("map/terrains/");
    let before = edits(&driver);
    driver.stroke("c2 d2 e2");
    let cut = ["########", "#.   ..#", "#..r.O.#", "#W.....#", "#..!r..#", "#S.....#", "#...r..#", "########"];
    check(&driver, &cut);
    assert_eq!(edits(&driver), before + 1);
    driver.click("map/tool/rectangle");
    driver.stroke("d3 e4");
    check(&driver, &["########", "#.   ..#", "#..  O.#", "#W.  ..#", "#..!r..#", "#S.....#", "#...r..#", "########"]);
    driver.ctrl(Key::Z);
    check(&driver, &cut);
    driver.click("map/terrains/wall");
    driver.key(Key::F);
    driver.stroke("d2");
    check(&driver, &["########", "#.###..#", "#..r.O.#", "#W.....#", "#..!r..#", "#S.....#", "#...r..#", "########"]);
    driver.ctrl(Key::Z);
    driver.quiet();
    let book = driver.game.library.compile("first-light").0.expect("it plays");
    assert!(!book.board.contains("d2".parse().expect("a cell")));
}

#[test]
fn cells_are_drawn_in_and_as_stairs_and_not_at_all() {
    let folder = vigil();
    let mut driver = at_the_board(folder.path());
    driver.key(Key::I);
    driver.stroke("c2:e d2:e d2:e");
    assert_eq!(rows(&driver, "shapes"), "c2 inset e 5\nd2 inset e 5", "each side once");
    assert_eq!(driver.editor.lit_corners().len(), 2, "the side is to be seen before");
    driver.click("map/all-sides");
    driver.stroke("c2:e");
    assert_eq!(rows(&driver, "shapes"), "c2 inset n 5 e 10 s 5 w 5\nd2 inset e 5");
    driver.pick("c2:e");
    driver.hold(Key::ModShift, |driver| driver.stroke("d2:e"));
    assert_eq!(rows(&driver, "shapes"), "c2 inset e 5", "the right button and Shift draw out");
    assert!(driver.editor.model().notices.iter().any(|notice| notice.contains("3 sides were not changed")));
    driver.key(Key::P);
    driver.stroke("d6 e6 f6");
    driver.reach("map/stairs/4");
    driver.stroke("d6 e6 f6");
    driver.reach("map/drawn/invisible");
    driver.stroke("c2");
    driver.stroke("d6");
    assert_eq!(rows(&driver, "shapes"), "c2 inset e 5 invisible\nd6 stairs 4 invisible\ne6 stairs 4");
    driver.key(Key::R);
    driver.reach("map/drawn/as its ground");
    driver.stroke("b2 g6");
    assert_eq!(rows(&driver, "shapes"), "");
    driver.ctrl(Key::Z);
    assert_eq!(rows(&driver, "shapes").lines().count(), 3, "as one step of undo");
    driver.quiet();
    assert!(!driver.editor.model().problems.has_errors(), "{}", driver.editor.model().problems.render());
}

#[test]
fn a_goal_is_chosen_instead_of_written() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), Some("first-light"));
    driver.editor.model_mut().open(AssetType::Scenario, "first-light");
    driver.frames(4);
    let goals = |driver: &Driver| driver.game.library.scenario("first-light").expect("it").goals.clone();
    let before = goals(&driver).len();
    driver.scroll_to(driver.middle("inspector/title"), "inspector/goals/preset");
    driver.click("inspector/goals/preset");
    driver.frames(2);
    driver.click("inspector/goals/preset/Defeat side 1");
    let all = goals(&driver);
    assert_eq!(all.len(), before + 1);
    let goal = &all[before];
    assert_eq!((goal.text.as_str(), goal.when.as_str()), ("Defeat all enemies.", "count(dark) = 0"));
    driver.quiet();
    assert!(!driver.editor.model().problems.has_errors(), "{}", driver.editor.model().problems.render());
    driver.ctrl(Key::Z);
    assert_eq!(goals(&driver).len(), before);
}

#[test]
fn a_new_scenario_has_a_size_and_a_ground() {
    let folder = vigil();
    let mut driver = Driver::new(folder.path(), None);
    driver.click("assets/new");
    driver.click("new/scenario");
    driver.fill("new/across", "5");
    driver.fill("new/down", "3");
    driver.click("new/ground");
    driver.click("new/ground/wall");
    driver.fill("new/name", "yard");
    let scenario = driver.game.library.scenario("yard").expect("it");
    let wall = &driver.game.library.terrain("wall").expect("it").glyph;
    assert_eq!((scenario.ground.as_str(), &scenario.map), ("wall", &vec![wall.repeat(5); 3]));
    driver.ctrl(Key::Z);
    assert!(driver.game.library.scenario("yard").is_none());
}
