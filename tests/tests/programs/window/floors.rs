//! A bridge in the window: the pointer selects what is visible, and each cell on and below the bridge can be chosen.

use super::*;
use foretoken_tests::told;

const LEAP: &str = r#"Action(
    title: "Leap",
    cost: Move,
    body: [
        DeclareTarget(name: "T1", reach: Board, filter: [Empty]),
        Teleport(to: "T1"),
    ],
)
"#;

const LEAPER: &str = r#"Unit(title: "Leaper", glyph: "L", actions: ["leap"])"#;

const BRIDGE: &str = r#"Scenario(
    map: ["L.....", "......", "......", "......", "......"],
    heights: ["......", "......", ".>..<.", "......", "......"],
    floors: [(map: ["      ", "      ", "  ..  ", "      ", "      "], height: 4)],
    legend: [(glyph: "L", unit: "leaper")],
    goals: [(text: "Never.", when: "0")],
)
"#;

fn asked() -> (TempDir, Played) {
    let folder = tempfile::tempdir().expect("a folder");
    copy_folder(&root().join("assets"), folder.path()).expect("copied");
    let put = |path: &str, text: &str| std::fs::write(folder.path().join("vigil").join(path), text).expect("written");
    put("actions/leap.ron", LEAP);
    put("units/leaper.ron", LEAPER);
    put("scenarios/bridge.ron", BRIDGE);
    let mut played = Played::of_assets(folder.path(), Some("bridge"));
    still(&mut played);
    played.click("action/Leap");
    assert_eq!(played.battle().controller.choosing, Choosing::Target);
    (folder, played)
}

fn chosen(played: &Played) -> Vec<Cell> {
    let seat = played.battle().controller.session.seat();
    let unit = played.unit("Leaper");
    let intent = seat.plan().intent(unit).expect("it is decided");
    let told = told(seat.book(), seat.known(), seat.plan(), unit, intent);
    told.into_iter().flat_map(|(_, cells)| cells).collect()
}

fn show_up_to(played: &mut Played, level: u8) {
    played.driver.battle_mut().expect("a battle").controller.look_at(cell(0, 4));
    for _ in level..1 {
        played.driver.key(Key::BracketLeft);
    }
    played.driver.frames(2);
    assert_eq!(played.battle().level(), level);
}

#[test]
fn every_cell_on_the_bridge_and_under_it_is_chosen_by_a_click_on_it() {
    let (_folder, mut played) = asked();
    let board = played.battle().book().board.clone();
    let mut left: Vec<Cell> = board.cells().filter(|&at| at != cell(0, 0)).collect();
    assert_eq!(left.len(), 6 * 5 + 2 - 1);
    for _ in 0..4 {
        left.retain(|&at| {
            show_up_to(&mut played, at.floor());
            played.driver.point_cell(at);
            let pointed = played.battle().controller.cursor;
            assert!(pointed.floor() <= at.floor(), "{pointed} is cut away, {at} is meant");
            if pointed != at {
                return true;
            }
            played.driver.click_cell(at);
            assert_eq!(chosen(&played), [at]);
            played.driver.key(Key::U);
            played.driver.frames(1);
            played.click("action/Leap");
            assert_eq!(played.battle().controller.choosing, Choosing::Target);
            false
        });
        played.driver.key(Key::Q);
        played.driver.frames(30);
    }
    assert!(left.is_empty(), "never seen: {left:?}");
}

#[test]
fn what_is_seen_under_the_bridge_is_pointed_at_and_opens_it_until_the_pointer_leaves() {
    let (_folder, mut played) = asked();
    show_up_to(&mut played, 1);
    let over = Cell::on_floor(2, 2, 1).expect("a cell");
    played.driver.point_cell(over);
    assert_eq!((played.battle().controller.cursor, played.battle().level()), (over, 1));
    let under = Cell::on_floor(3, 2, 0).expect("a cell");
    let below = played.battle().pixel_of(under);
    if played.battle().cell_at(below) == Some(under) {
        played.driver.point_cell(under);
        assert_eq!((played.battle().controller.cursor, played.battle().level()), (under, 0));
        played.driver.point_cell(cell(5, 4));
        assert_eq!((played.battle().controller.cursor, played.battle().level()), (cell(5, 4), 1));
    }
    played.driver.point_cell(over);
    played.driver.key(Key::BracketLeft);
    assert_eq!(played.battle().controller.cursor, cell(2, 2));
    played.driver.key(Key::BracketRight);
    assert_eq!(played.battle().controller.cursor, over);
}

#[test]
fn the_arch_is_drawn_whole_and_cut_away() {
    let mut played = Played::new(Some("under-the-arch"));
    still(&mut played);
    played.assert_picture("under-the-arch");
    played.driver.key(Key::BracketLeft);
    played.driver.frames(2);
    played.assert_picture("under-the-arch-cut-away");
}
