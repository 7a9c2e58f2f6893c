//! Crowded picture: eight figures and a lantern on nine adjacent cells, with intents and predictions.

use super::*;
use foretoken_preview::Level;

/// Walls are `%`, which can follow quotation marks.
const CROWD: &str = r#"Scenario(
    title: "The Crowd",
    map: [
        "%%%%%%%%",
        "%......%",
        "%..WxS.%",
        "%..B!r.%",
        "%..Hxb.%",
        "%......%",
        "%....O.%",
        "%%%%%%%%",
    ],
    legend: [
        (glyph: "W", unit: "warden"),
        (glyph: "S", unit: "seer"),
        (glyph: "H", unit: "hook"),
        (glyph: "!", unit: "lantern"),
        (glyph: "x", unit: "rat", team: 1, surface: "fire"),
        (glyph: "r", unit: "rat", team: 1),
        (glyph: "b", unit: "brute", team: 1),
        (glyph: "B", unit: "spear", team: 1),
    ],
    goals: [(text: "Outlast them.", when: "round > 5")],
    losses: [(text: "the lantern goes out", when: "count(lantern) = 0")],
)
"#;

fn crowd() -> (TempDir, Played) {
    let folder = tempfile::tempdir().expect("a folder");
    copy_folder(&root().join("assets"), folder.path()).expect("copied");
    std::fs::write(folder.path().join("vigil/scenarios/crowd.ron"), CROWD.replace('%', "#")).expect("written");
    let mut played = Played::of_assets(folder.path(), Some("crowd"));
    still(&mut played);
    (folder, played)
}

/// Asserts that no label overlaps another one or a panel, leaves the picture, or is missing.
fn labels_stand_apart(played: &Played, when: &str, (width, height): (f32, f32)) {
    let (labels, panels) = (&played.battle().labels, &played.battle().panels);
    assert_eq!(labels.left_out, 0, "{when}");
    for (at, label) in labels.boxes.iter().enumerate() {
        let inside = label.left >= 0.0 && label.top >= 0.0 && label.right <= width && label.bottom <= height;
        assert!(inside, "{when}: {label:?} leaves the picture");
        let other = labels.boxes[at + 1..].iter().chain(panels).find(|other| other.is_overlapping(*label));
        assert_eq!(other, None, "{when}: {label:?} lies over it");
    }
}

#[test]
fn the_crowd_is_as_it_is_kept() {
    let (_folder, mut played) = crowd();
    played.assert_picture_whole("the-crowd");
    played.driver.point(640.0, 790.0);
    let rat = played.driver.middle("order/Rat A").expect("a portrait");
    played.driver.point(rat.0, rat.1);
    played.driver.frames(3);
    played.assert_picture_whole("the-crowd-of-one");
}

/// The crowded boards of the shipped packs, after the computer has chosen the orders of *Oil and Ember*.
#[test]
fn crowded_boards_are_as_they_are_kept_at_both_sizes_of_text() {
    let boards = [
        ("the-crowd", None),
        ("oil-and-ember", Some(Level::Normal)),
        ("turned-blades", Some(Level::Hard)),
        ("banner/the-terraces", Some(Level::Normal)),
    ];
    for (name, level) in boards {
        let (_folder, mut played) = match level {
            None => crowd(),
            Some(_) => {
                let start = Start { scenario: Some(name.to_owned()), level, ..Start::default() };
                let mut played = Played::begun(&root().join("assets"), start);
                still(&mut played);
                (tempfile::tempdir().expect("a folder"), played)
            }
        };
        if name == "oil-and-ember" {
            played.driver.key(Key::A);
        }
        for text in [100, 150] {
            played.driver.runner.app.shared.settings.text = text;
            played.driver.frames(6);
            labels_stand_apart(&played, &format!("{name} at {text} %"), (1280.0, 800.0));
            played.assert_picture(&format!("crowded-{}-{text}", name.rsplit('/').next().expect("a name")));
        }
    }
}

#[test]
fn labels_of_a_crowd_stand_apart_at_every_size_of_text_and_from_every_side() {
    let (_folder, mut played) = crowd();
    for text in [75, 100, 150, 200] {
        played.driver.runner.app.shared.settings.text = text;
        for quarter in 0..4 {
            played.driver.key(Key::W);
            played.driver.frames(30);
            labels_stand_apart(&played, &format!("at {text} %, {quarter} quarters on"), (1280.0, 800.0));
        }
    }
    let mut tallest = |text: u32| {
        played.driver.runner.app.shared.settings.text = text;
        played.driver.frames(8);
        played.battle().labels.boxes.iter().map(|label| label.height()).fold(0.0, f32::max)
    };
    let (small, large) = (tallest(100), tallest(200));
    assert!(large > 1.5 * small, "all of it grows with the text: {small} and {large}");
}

#[test]
fn numbers_of_deeds_stand_beside_faces_and_apart() {
    let (_folder, played) = crowd();
    let (labels, faces) = (&played.battle().labels.boxes, &played.battle().placed.faces);
    assert!(faces.len() >= 9, "eight units and a lantern");
    let harms: Vec<(u16, i32)> = played.battle().placed.badges.iter().map(|badge| (badge.number, badge.harm)).collect();
    assert_eq!(harms, [(4, 1), (5, 1), (6, 1)], "each rat bites the lantern; what follows its end has no number");
    for (at, label) in labels.iter().enumerate() {
        let hidden = faces.iter().find(|face| face.is_overlapping(*label));
        assert_eq!(hidden, None, "{label:?} lies over a face");
        let near = labels[at + 1..].iter().find(|other| label.grown(2.5).is_overlapping(**other));
        assert_eq!(near, None, "{label:?} touches it");
    }
}

#[test]
fn who_is_pointed_at_by_portrait_figure_or_ghost_is_seen_alone_with_whom_it_meets() {
    let (_folder, mut played) = crowd();
    let all = played.battle().placed.badges.len();
    let rat = played.unit("Rat A");
    assert_eq!(played.battle().focus(), EntityId::NONE, "the cursor was put on the first unit by nobody");
    let portrait = played.driver.middle("order/Rat A").expect("a portrait");
    played.driver.point(portrait.0, portrait.1);
    played.driver.frames(2);
    assert_eq!(played.battle().focus(), rat);
    assert!(played.battle().placed.badges.len() < all, "deeds of others have no number");
    let marks = played.battle().controller.session.seat().forecast().marks().marks.clone();
    let meets = |actor: EntityId| marks.iter().any(|mark| mark.actor == actor && mark.is_about(rat));
    assert!(played.battle().placed.badges.iter().all(|badge| meets(badge.actor)));
    let stands = played.cell_of("Rat A");
    played.driver.point_cell(stands);
    played.driver.frames(2);
    assert_eq!(played.battle().focus(), rat, "by its figure");
    let ghost = played.battle().controller.session.seat().forecast().state().entity(rat).cell;
    assert_ne!(ghost, stands, "it moves");
    played.driver.point_cell(ghost);
    played.driver.frames(2);
    assert_eq!(played.battle().focus(), rat, "by its ghost");
}

#[test]
fn walks_that_meet_nobody_have_no_number_until_the_key_is_held() {
    let mut played = Played::new(Some("oil-and-ember"));
    still(&mut played);
    let numbered = |played: &Played, unit| played.battle().placed.badges.iter().any(|badge| badge.actor == unit);
    let walker = played.unit("Rat C");
    assert!(numbered(&played, played.unit("Rat A")) && !numbered(&played, walker));
    played.driver.feed(Input::Key(Key::Alt, true));
    played.driver.frames(2);
    assert!(numbered(&played, walker), "everything is strong while the key is held");
    played.driver.feed(Input::Key(Key::Alt, false));
    played.driver.frames(2);
    assert!(!numbered(&played, walker));
}

#[test]
fn deeds_are_numbered_in_the_order_in_which_they_are_carried_out() {
    let (_folder, mut played) = crowd();
    let marks = played.battle().controller.session.seat().forecast().marks().marks.clone();
    let deeds: Vec<u16> = marks.iter().map(|mark| mark.deed).filter(|deed| *deed > 0).collect();
    assert!(deeds.is_sorted() && deeds.first() == Some(&1), "{deeds:?}");
    let last = *deeds.last().expect("a deed");
    assert!((1..=last).all(|deed| deeds.contains(&deed)), "without gaps: {deeds:?}");
    for deed in 1..=last {
        let mut actors: Vec<EntityId> = marks.iter().filter(|mark| mark.deed == deed).map(|mark| mark.actor).collect();
        actors.dedup();
        assert_eq!(actors.len(), 1, "a deed is one unit's: {deed}");
    }
    let badges = &played.battle().placed.badges;
    let order = played.battle().controller.session.seat().order();
    assert!(badges.len() >= 3 && badges.iter().all(|badge| order[usize::from(badge.number) - 1] == badge.actor));
    let mut actors: Vec<EntityId> = badges.iter().map(|badge| badge.actor).collect();
    actors.sort_unstable();
    actors.dedup();
    assert_eq!(actors.len(), badges.len(), "each unit has one number");
    let state = played.battle().controller.session.seat().forecast().state();
    let own = played.battle().controller.session.seat().team();
    let hands: Vec<_> = state
        .living()
        .filter(|(_, unit)| unit.is_activated())
        .map(|(id, _)| foretoken_game::window::render::scene::marks::Hand::of(state, id, own))
        .collect();
    for (at, hand) in hands.iter().enumerate() {
        assert!(!hands[at + 1..].contains(hand), "{hand:?}");
    }
    played.driver.frames(1);
}

#[test]
fn a_line_of_what_is_foreseen_opens_the_page_of_its_causes() {
    let (_folder, mut played) = crowd();
    let rat = played.driver.middle("order/Rat A").expect("a portrait");
    played.driver.point(rat.0, rat.1);
    played.driver.frames(3);
    played.driver.key(Key::C);
    played.driver.frames(3);
    assert!(played.is_shown("page/Why"), "a key opens it");
    played.driver.key(Key::C);
    played.driver.frames(3);
    assert!(!played.is_shown("page/Why"), "and closes it");
    let lantern = played.battle().camera.project(played.battle().centre(played.cell_of("Lantern")));
    played.driver.point(lantern.x, lantern.y - 0.5 * played.battle().camera.zoom());
    played.driver.frames(3);
    let names: Vec<String> = played.driver.app().widget_rects.names().map(str::to_owned).collect();
    let line = names.iter().find(|name| name.starts_with("foreseen/")).expect("a line about the lantern");
    played.click(line);
    played.driver.frames(3);
    assert!(played.is_shown("page/Why"));
    played.keep("why");
}

#[test]
fn a_mark_on_the_board_that_is_pressed_opens_the_page_of_its_causes() {
    let (_folder, mut played) = crowd();
    let told = |played: &Played| {
        let labels = &played.battle().labels;
        let asked = labels.boxes.iter().map(|place| place.middle());
        asked.filter_map(|at| Some((at, labels.change_at(at)?))).collect::<Vec<_>>()
    };
    let all = told(&played);
    assert!(all.len() >= 4, "numbers of deeds and what they bring: {all:?}");
    let mut opens = |&([x, y], _): &([f32; 2], u32)| {
        played.driver.click_at(x, y);
        played.driver.frames(3);
        played.is_shown("page/Why")
    };
    assert!(all.iter().any(&mut opens), "some stay where they are while the pointer is on them");
    played.driver.key(Key::Escape);
    played.driver.frames(3);
    let rat = played.cell_of("Rat A");
    assert!(played.battle().controller.is_why_press(rat));
    assert!(!played.battle().controller.is_why_press(played.cell_of("Warden")), "one's own are chosen");
    played.driver.battle_mut().expect("a battle").controller.pick_unit();
    let target = |played: &Played| played.battle().controller.choosing == Choosing::Target;
    for index in 0..8 {
        if !target(&played) {
            played.driver.battle_mut().expect("a battle").controller.pick_action(index);
        }
    }
    assert!(target(&played) && !played.battle().controller.is_why_press(rat));
}
