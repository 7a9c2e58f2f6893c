//! Rectangles of a map: selected, copied, stamped, mirrored and turned; rooms with doors; the size; the small picture.

use crate::driver::{Driver, vigil};
use foretoken_action_assets::AssetType;
use foretoken_editor::EditorRequest;
use imgui::Key;

const ROWS: [&str; 5] = [".....", ".#r..", ".~...", ".....", "....."];

fn board(folder: &std::path::Path, rows: &[String]) -> Driver {
    let text =
        format!(r#"Scenario(map: {rows:?}, legend: [(glyph: "r", unit: "rat", team: 1)], sides: ["Watch", "Vermin"])"#);
    std::fs::write(folder.join("scenarios/first-light.ron"), text).expect("written");
    let mut driver = Driver::with_size(folder, Some("first-light"), None, [1600.0, 1400.0]);
    driver.editor.model_mut().open(AssetType::Scenario, "first-light");
    driver.frames(4);
    driver
}

fn opened(folder: &std::path::Path) -> Driver {
    board(folder, &ROWS.map(str::to_owned))
}

fn map(driver: &Driver) -> Vec<String> {
    driver.game.library.scenario("first-light").expect("it").map.clone()
}

fn edits(driver: &Driver) -> usize {
    driver.editor.model().history.done()
}

#[test]
fn selected_cells_are_copied_and_pasted_by_keys_as_text() {
    let folder = vigil();
    let mut driver = opened(folder.path());
    driver.key(Key::S);
    driver.stroke("b2 b2 c3");
    driver.ctrl(Key::C);
    assert!(driver.clipboard.borrow().starts_with("Scenario("), "{}", driver.clipboard.borrow());
    driver.stroke("d4 d4");
    driver.ctrl(Key::V);
    assert_eq!(map(&driver), [".....", ".#r..", ".~...", "...#r", "...~."]);
    assert_eq!(edits(&driver), 1);
    driver.ctrl(Key::Z);
    assert_eq!(map(&driver), ROWS);
    driver.stroke("b2 b2 c3");
    driver.ctrl(Key::X);
    assert_eq!(map(&driver), [".....", ".....", ".....", ".....", "....."]);
    driver.ctrl(Key::Z);
    assert_eq!(map(&driver), ROWS, "cut is one step");
}

#[test]
fn selected_cells_are_mirrored_turned_and_stamped_by_the_mouse() {
    let folder = vigil();
    let mut driver = opened(folder.path());
    driver.reach("map/tool/select");
    driver.stroke("b2 b2 c3");
    driver.click("map/clip/flip");
    assert_eq!(map(&driver), [".....", ".r#..", "..~..", ".....", "....."]);
    driver.click("map/clip/flop");
    assert_eq!(map(&driver), [".....", "..~..", ".r#..", ".....", "....."]);
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    driver.click("map/clip/turn");
    assert_eq!(map(&driver), [".....", ".~#..", "..r..", ".....", "....."]);
    assert_eq!(edits(&driver), 1, "each is one step");
    driver.click("map/clip/copy");
    driver.click("map/tool/stamp");
    driver.key(Key::Escape);
    driver.key(Key::T);
    driver.click("map/clip/turn");
    driver.stroke("d4 d4");
    assert_eq!(map(&driver), [".....", ".~#..", "..r..", "....~", "...r#"], "the copied cells are turned");
    driver.stroke("a1 a1");
    assert_eq!(edits(&driver), 3, "a stamp is one step");
}

#[test]
fn other_texts_on_the_clipboard_change_nothing() {
    let folder = vigil();
    let mut driver = opened(folder.path());
    driver.key(Key::S);
    driver.stroke("b2 b2");
    "nothing".clone_into(&mut driver.clipboard.borrow_mut());
    driver.ctrl(Key::V);
    assert_eq!(edits(&driver), 0);
    assert!(driver.editor.model().notices.iter().any(|notice| notice == "The clipboard has no cells of a map."));
}

#[test]
fn a_turn_beyond_the_map_is_refused() {
    let folder = vigil();
    let mut driver = opened(folder.path());
    driver.key(Key::S);
    driver.stroke("a4 a4 d5");
    driver.click("map/clip/turn");
    assert_eq!(map(&driver), ROWS);
    assert!(driver.editor.model().notices.iter().any(|notice| notice.contains("leave the map")));
}

#[test]
fn a_room_is_drawn_by_one_drag_and_gets_a_door_by_a_press() {
    let folder = vigil();
    let rows = vec![".......".to_owned(); 6];
    let mut driver = board(folder.path(), &rows);
    driver.key(Key::O);
    driver.stroke("b2 c3 e5");
    assert_eq!(map(&driver), [".......", ".####..", ".#..#..", ".#..#..", ".####..", "......."]);
    driver.stroke("c2 c2");
    assert_eq!(map(&driver)[1], ".#.##..", "a door");
    driver.stroke("b2 b2 a1");
    assert_eq!(edits(&driver), 3, "a corner begins another room");
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    assert_eq!(map(&driver), rows);
}

#[test]
fn the_size_of_a_map_is_typed() {
    let folder = vigil();
    let mut driver = opened(folder.path());
    driver.scroll_to([150.0, 900.0], "map/size/across");
    driver.fill("map/size/across", "7");
    driver.fill("map/size/down", "3");
    assert_eq!(map(&driver), [".......", ".#r....", ".~....."]);
    assert_eq!(edits(&driver), 2);
    driver.fill("map/size/down", "0");
    assert_eq!(map(&driver).len(), 3);
    assert!(driver.editor.model().notices.iter().any(|notice| notice.contains("from 1 to 512")));
    driver.ctrl(Key::Z);
    driver.ctrl(Key::Z);
    assert_eq!(map(&driver), ROWS);
}

#[test]
fn a_large_map_has_a_small_picture_that_moves_the_view() {
    let folder = vigil();
    let mut driver = opened(folder.path());
    assert!(!driver.is_shown("map/minimap"));
    let rows = vec![".".repeat(40); 30];
    driver = {
        drop(driver);
        board(folder.path(), &rows)
    };
    driver.editor.wants();
    let rect = driver.widget_rects.get("map/minimap").expect("a picture");
    driver.point([rect.left + rect.width() * 0.76, rect.top + rect.height() * 0.51]);
    driver.click_here();
    let looked = driver.editor.wants().into_iter().find_map(|wish| match wish {
        EditorRequest::LookAt(cell) => Some((cell.x(), cell.y())),
        _ => None,
    });
    assert_eq!(looked, Some((30, 15)));
}
