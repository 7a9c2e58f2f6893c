//! First contact with the window: pointing at bodies, Enter and Escape everywhere, and ways to leave.

use super::*;
use foretoken_game::editor_host::editor::Rect;
use foretoken_game::window::platform::input::Input::Resized;
use foretoken_game::window::screens::commands::Command;

impl Played {
    fn point_at_body(&mut self, cell: Cell, lift: f32) {
        let (x, y) = self.over(cell, lift);
        self.driver.point(x, y);
    }

    fn over(&self, cell: Cell, lift: f32) -> (f32, f32) {
        let battle = self.battle();
        let foot = battle.pixel_of(cell);
        (foot.x, foot.y - battle.camera.zoom() * lift)
    }

    fn round(&mut self) {
        self.click("auto");
        self.click("commit");
        self.click("skip");
        self.driver.frames(4);
    }

    fn play_to_the_end(&mut self) {
        for _ in 0..30 {
            if self.battle().controller.session.outcome() != 0 {
                break;
            }
            self.round();
        }
        assert_ne!(self.battle().controller.session.outcome(), 0, "it ended");
        self.driver.frames(4);
    }

    pub(super) fn is_shown(&self, name: &str) -> bool {
        self.driver.app().widget_rects.get(name).is_some()
    }

    fn scenario(&self) -> String {
        self.battle().controller.session.book().scenario.clone()
    }
}

#[test]
fn a_unit_is_pointed_at_by_its_feet() {
    let mut played = Played::new(Some("first-light"));
    for (name, lift) in [("Rat A", 0.15), ("Warden", 0.2), ("Rat C", 0.15), ("Seer", 0.2)] {
        let cell = played.cell_of(name);
        played.point_at_body(cell, lift);
        assert_eq!(played.battle().controller.cursor, cell, "{name}");
    }
}

const TRENCH: &str = r#"Scenario(
    map: ["......", "......", "..r...", "......", "W....."],
    heights: ["......", "......", "......", "..33..", "......"],
    legend: [(glyph: "W", unit: "warden"), (glyph: "r", unit: "rat", team: 1)],
    goals: [(text: "Never.", when: "0")],
)
"#;

#[test]
fn who_stands_behind_a_hill_is_meant_by_what_is_seen_of_them() {
    let folder = tempfile::tempdir().expect("a folder");
    copy_folder(&root().join("assets"), folder.path()).expect("copied");
    std::fs::write(folder.path().join("vigil/scenarios/trench.ron"), TRENCH).expect("written");
    let mut played = Played::of_assets(folder.path(), Some("trench"));
    let rat = played.cell_of("Rat");
    let mut found = Vec::new();
    for _ in 0..4 {
        let hidden = played.battle().cell_at(played.battle().pixel_of(rat)) != Some(rat);
        let (x, _) = played.over(rat, 0.0);
        let meant = (0..30).any(|lift| {
            let (_, y) = played.over(rat, lift as f32 / 20.0);
            played.driver.point(x, y);
            played.battle().controller.cursor == rat
        });
        found.push((hidden, meant));
        played.driver.key(Key::W);
        played.driver.frames(60);
    }
    assert!(found.iter().any(|(hidden, _)| *hidden), "from some side the hill hides its cell: {found:?}");
    assert!(found.iter().any(|(hidden, _)| !*hidden), "from another it does not: {found:?}");
    assert!(found.iter().all(|(_, meant)| *meant), "its head is seen over the hill: {found:?}");
}

#[test]
fn every_target_is_pointed_at_by_its_cell() {
    let mut played = Played::new(Some("turned-blades"));
    for action in ["action/Walk", "action/Turn the Blade"] {
        played.click(action);
        let draft = played.battle().controller.session.seat().draft().expect("a draft");
        let targets: Vec<Cell> = draft.cells().iter().flatten().copied().collect();
        assert!(!targets.is_empty());
        for target in targets {
            played.driver.point_cell(target);
            assert!(
                played.battle().controller.session.seat().draft().is_some_and(|draft| draft.hover().is_some()),
                "{target}"
            );
        }
        played.driver.key(Key::Escape);
        played.driver.key(Key::Escape);
    }
}

#[test]
fn the_actions_of_the_next_unit_are_on_offer_wherever_the_pointer_is() {
    let mut played = Played::new(Some("first-light"));
    played.round();
    let next = played.battle().controller.session.seat().units().to_vec()[0];
    let cell_of_next = played.battle().controller.session.seat().known().state().entity(next).cell;
    assert_eq!(played.battle().controller.cursor, cell_of_next, "a round begins with the cursor on who is undecided");
    assert!(played.is_shown("unit"));
    let rat = played.battle().controller.session.seat().known().state();
    let rat = rat.living().find(|(_, unit)| unit.team != played.battle().controller.session.seat().team());
    let rat = rat.expect("a rat").1.cell;
    played.driver.point_cell(rat);
    played.driver.frames(2);
    assert!(played.is_shown("unit"), "they stay while the pointer goes over others");
    played.driver.key(Key::Enter);
    let controller = &played.battle().controller;
    assert_eq!(controller.session.seat().draft().map(|draft| draft.unit), Some(next), "{}", controller.message);
}

#[test]
fn the_panel_at_the_end_takes_keys_and_the_board_does_not() {
    let mut played = Played::new(Some("first-light"));
    played.play_to_the_end();
    let path = played.battle().controller.session.record_path().expect("recorded").to_owned();
    let written = || std::fs::metadata(&path).expect("a record").len();
    let (before, cursor) = (written(), played.battle().controller.cursor);
    played.driver.key(Key::E);
    played.driver.key(Key::Digit1);
    assert!(
        played.driver.battle_mut().expect("a battle").controller.commit().is_none(),
        "nothing is carried out after the end"
    );
    assert_eq!(written(), before, "nothing is carried out after the end");
    let first = played.driver.app().button_at().expect("the end is open");
    for (key, at) in [(Key::Right, first + 1), (Key::Left, first), (Key::Tab, first + 1), (Key::Up, first)] {
        played.driver.key(key);
        assert_eq!(played.driver.app().button_at(), Some(at), "{key:?}");
    }
    assert_eq!(played.battle().controller.cursor, cursor, "the board stays as it is");
    played.driver.key(Key::Enter);
    assert_eq!(played.battle().controller.session.outcome(), 0, "another battle");
    assert_eq!(played.battle().controller.session.seat().known().state().round(), 1);
    for key in [Key::Escape, Key::F10] {
        played.driver.key(Key::F10);
        played.driver.frames(8);
        played.click("title/replays");
        played.driver.frames(6);
        played.click("resume/first-light-1");
        played.driver.frames(4);
        assert!(played.is_shown("over"));
        played.driver.key(key);
        assert!(played.driver.app().battle().is_none(), "{key:?} leads to the title");
        played.driver.frames(3);
        played.click("scenario/first-light");
        assert_eq!(played.battle().controller.session.outcome(), 0);
    }
}

#[test]
fn leaving_by_a_key_is_asked_about() {
    let mut played = Played::new(None);
    for key in [Key::Escape, Key::F10] {
        played.driver.key(key);
        assert!(played.is_shown("leaving/leave") && !played.driver.runner.is_closing(), "{key:?}");
        played.driver.key(Key::Escape);
        played.driver.frames(2);
        assert!(!played.is_shown("leaving/leave"), "Escape stays");
    }
    played.driver.key(Key::F3);
    played.driver.frames(2);
    assert!(played.is_shown("page/Settings"));
    played.driver.key(Key::Escape);
    played.driver.frames(2);
    assert!(!played.is_shown("page/Settings") && !played.is_shown("leaving/leave"), "what is open is closed first");
    played.driver.key(Key::Escape);
    played.click("leaving/stay");
    assert!(!played.driver.runner.is_closing());
    played.driver.key(Key::Escape);
    played.driver.key(Key::Enter);
    assert!(played.driver.runner.is_closing());
}

#[test]
fn arrows_go_along_the_cards_as_they_stand() {
    let played = Played::new(None);
    let cards = |played: &Played| {
        let widget_rects = &played.driver.app().widget_rects;
        let names = widget_rects.names().filter(|name| name.starts_with("scenario/"));
        let mut cards: Vec<(Rect, String)> =
            names.map(|name| (widget_rects.get(name).expect("a card"), name["scenario/".len()..].to_owned())).collect();
        cards.sort_by(|a, b| (a.0.top, a.0.left).partial_cmp(&(b.0.top, b.0.left)).expect("places"));
        cards
    };
    let all = cards(&played);
    drop(played);
    let below =
        all.iter().find(|(at, _)| at.left == all[0].0.left && at.top > all[0].0.top).expect("a row below").1.clone();
    for (keys, name) in [
        (&[Key::Down][..], &below),
        (&[Key::Right], &all[1].1),
        (&[Key::Down, Key::Up], &all[0].1),
        (&[Key::Up, Key::Down], &all[0].1),
        (&[Key::Right, Key::Left], &all[0].1),
    ] {
        let mut played = Played::new(None);
        keys.iter().for_each(|&key| played.driver.key(key));
        played.driver.key(Key::Enter);
        played.driver.frames(2);
        assert_eq!(&played.scenario(), name, "{keys:?}");
    }
    let mut played = Played::new(None);
    played.driver.runner.app.shared.settings.scale = 200;
    played.driver.feed(Resized(1280, 800));
    played.driver.frames(4);
    let assets = root().join("assets");
    let content = Content::open(&assets).expect("the shipped assets");
    let of_pack = |pack: &String| {
        let scenarios = content.scenarios(pack).expect("a pack").into_iter();
        scenarios.map(|info| format!("{pack}/{}", info.name)).collect::<Vec<_>>()
    };
    let named: Vec<String> = content.packs().iter().flat_map(of_pack).collect();
    let last = named.last().expect("a scenario");
    assert!(!played.is_shown(&format!("scenario/{last}")), "it is below what is in sight");
    for _ in 0..named.len() {
        played.driver.key(Key::Down);
    }
    played.driver.frames(3);
    let Rect { top, bottom, .. } = played.driver.app().widget_rects.get(&format!("scenario/{last}")).expect("in sight");
    let bar = played.driver.app().widget_rects.get("title/bar").expect("a bar");
    assert!(bottom <= bar.top && bottom - top > 200.0, "all of it: {top} to {bottom}, above {}", bar.top);
}

#[test]
fn help_is_on_the_title_too() {
    let mut played = Played::new(None);
    played.driver.key(Key::F2);
    played.driver.frames(2);
    assert!(played.is_shown("page/Help"));
    played.driver.key(Key::F2);
    played.driver.frames(2);
    assert!(!played.is_shown("page/Help"));
    played.click("title/help");
    played.driver.frames(2);
    assert!(played.is_shown("page/Help"));
    played.keep("title-help");
}

#[test]
fn a_key_taken_from_another_command_is_told_beside_its_row() {
    let mut played = Played::new(Some("first-light"));
    played.click("settings");
    played.click("settings/key up");
    played.driver.key(Key::E);
    played.driver.frames(2);
    assert!(played.is_shown("settings/told"));
    played.keep("rebound");
    played.driver.key(Key::Escape);
    played.click("settings");
    played.click("settings/key up");
    played.driver.key(Key::Escape);
    played.driver.key(Key::Escape);
    assert_eq!(played.driver.app().top(), "battle");
}

#[test]
fn a_scenario_that_cannot_be_set_up_leaves_the_others_their_pictures() {
    let assets = tempfile::tempdir().expect("a folder");
    copy_folder(&root().join("assets"), assets.path()).expect("copied");
    let folder = assets.path().join("vigil/scenarios");
    let text = std::fs::read_to_string(folder.join("first-light.ron")).expect("read");
    let broken = text.replace("unit: \"warden\"", "unit: \"nobody-like-that\"");
    assert_ne!(broken, text);
    std::fs::write(folder.join("a-broken-one.ron"), broken).expect("written");
    let mut played = Played::of_assets(assets.path(), None);
    played.driver.frames(60);
    assert!(played.is_shown("scenario/a-broken-one"));
    let app = &mut played.driver.runner.app;
    assert!(app.wants_picture().is_none(), "all have theirs that can");
    app.forget_pictures();
    let pictured: Vec<usize> = (0..3).filter_map(|_| app.wants_picture()).map(|posed| posed.scenario).collect();
    assert_eq!(pictured.len(), 3, "the broken one is not tried again and again");
}

#[test]
fn an_editor_that_would_not_be_drawn_does_not_open() {
    let mut played = Played::new(Some("first-light"));
    played.round();
    played.driver.key(Key::F10);
    played.driver.frames(6);
    played.click("title/replays");
    played.driver.frames(3);
    played.click("watch/first-light-1");
    played.driver.frames(4);
    played.driver.key(Key::F1);
    played.driver.frames(3);
    assert!(!played.driver.app().is_editing());
    assert!(played.is_shown("told"), "it is said why");
    played.driver.key(Key::F10);
    assert!(played.driver.app().battle().is_none(), "the way out is open");
}

#[test]
fn the_editor_goes_with_the_battle_that_it_was_over() {
    let mut played = Played::new(Some("first-light"));
    played.driver.key(Key::F1);
    played.driver.frames(3);
    assert!(played.driver.app().is_editing());
    played.driver.runner.app.command(Command::Menu);
    played.driver.frames(3);
    assert!(!played.driver.app().is_editing());
    for open in [true, false] {
        played.driver.runner.app.command(Command::Editor);
        played.driver.frames(3);
        assert_eq!(played.driver.app().is_editing(), open);
    }
}

#[test]
fn what_was_wrong_with_one_cell_is_not_said_over_a_target() {
    let mut played = Played::new(Some("first-light"));
    played.click("action/Walk");
    let cells = played.battle().controller.session.seat().draft().expect("a draft").cells().to_vec();
    let far = cell(6, 6);
    assert!(!cells.contains(&Some(far)), "it is out of reach");
    played.driver.click_cell(far);
    assert!(played.battle().controller.message.starts_with("Not a target: "), "{}", played.battle().controller.message);
    played.driver.point_cell(cells.iter().flatten().copied().last().expect("a target"));
    assert_eq!(played.battle().controller.message, "");
}

#[test]
fn what_was_chosen_for_one_unit_is_kept_when_another_is_turned_to() {
    let mut played = Played::new(Some("first-light"));
    let (seer, warden) = (played.unit("Seer"), played.unit("Warden"));
    played.driver.click_cell(played.cell_of("Seer"));
    played.click("action/Walk");
    let target = played.battle().controller.session.seat().draft().expect("a draft").cells()[2].expect("a cell");
    played.driver.click_cell(target);
    assert!(!played.battle().controller.session.seat().is_decided(seer), "it may act still");
    let walk = played.battle().controller.session.seat().plan().intent(seer).expect("chosen").uses.clone();
    played.driver.click_cell(played.cell_of("Warden"));
    let session = &played.battle().controller.session;
    assert_eq!(session.seat().draft().map(|draft| draft.unit), Some(warden));
    assert!(session.seat().is_decided(seer));
    assert_eq!(session.seat().plan().intent(seer).expect("kept").uses, walk);
    played.click("action/Walk");
    let target = played.battle().controller.session.seat().draft().expect("a draft").cells()[2].expect("a cell");
    played.driver.click_cell(target);
    let walk = played.battle().controller.session.seat().plan().intent(warden).expect("chosen").uses.clone();
    played.driver.chord(Key::Shift, Key::A);
    assert_eq!(played.battle().controller.session.seat().plan().intent(warden).expect("kept").uses, walk);
    assert_eq!(played.battle().controller.choosing, Choosing::Unit, "nothing is being chosen any more");
}

#[test]
fn a_board_of_512_by_512_opens_and_is_drawn_where_one_looks() {
    let folder = tempfile::tempdir().expect("a folder");
    copy_folder(&root().join("assets"), folder.path()).expect("copied");
    let mut rows = vec![vec!['.'; 512]; 512];
    for (x, y, glyph) in [(500, 500, 'W'), (505, 500, 'r')] {
        rows[y][x] = glyph;
    }
    let map: String = rows.iter().map(|row| format!("\"{}\",", row.iter().collect::<String>())).collect();
    let text = format!(
        "Scenario(title: \"Large\", map: [{map}], legend: [(glyph: \"W\", unit: \"warden\"), (glyph: \"r\", unit: \
         \"rat\", team: 1)], goals: [(text: \"None.\", when: \"count(rat) = 0\")])"
    );
    std::fs::write(folder.path().join("vigil/scenarios/large.ron"), text).expect("written");
    let mut played = Played::of_assets(folder.path(), Some("large"));
    let made = |played: &Played| {
        let chunks = played.battle().scene.ground.chunks();
        (chunks.len(), chunks.iter().filter(|chunk| chunk.version != 0).count())
    };
    let (all, first) = made(&played);
    assert!(all == 32 * 32 && (1..all / 4).contains(&first), "{first} of {all}");
    played.driver.key(Key::F);
    played.driver.frames(60);
    let warden = played.cell_of("Warden");
    assert_eq!((warden.x(), warden.y()), (500, 500));
    let pixel = played.battle().pixel_of(warden);
    assert!((100.0..1180.0).contains(&pixel.x) && (100.0..700.0).contains(&pixel.y), "one looks at it: {pixel}");
    assert!(made(&played).1 > first, "what comes into sight is made");
    played.keep("large");
    let (x, y) = played.over(warden, 0.2);
    played.driver.point(x, y);
    assert_eq!(played.battle().controller.cursor, warden);
}

#[test]
fn a_battle_begun_from_the_title_stands_on_its_own_ground() {
    let mut played = Played::new(None);
    played.driver.frames(12);
    for scenario in ["first-light", "turned-blades"] {
        played.click(&format!("scenario/{scenario}"));
        played.driver.runner.app.shared.settings.reduced_motion = true;
        played.driver.point(640.0, 790.0);
        played.driver.frames(3);
        played.assert_picture(scenario);
        played.driver.key(Key::F10);
        played.driver.frames(4);
    }
}

#[test]
fn a_record_is_deleted_by_the_second_press() {
    let mut played = Played::new(Some("first-light"));
    played.click("auto");
    let record = played.battle().controller.session.record_path().expect("recorded").to_owned();
    played.driver.key(Key::F10);
    played.driver.frames(6);
    played.click("title/replays");
    played.driver.frames(4);
    played.click("delete/first-light-1");
    played.driver.frames(2);
    assert!(record.exists(), "once is not enough");
    played.click("delete/first-light-1");
    played.driver.frames(2);
    assert!(!record.exists());
    assert!(played.driver.middle("delete/first-light-1").is_none());
}
