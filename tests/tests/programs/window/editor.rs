//! The editor over the game, by clicks, typing and dragging.

use super::*;

#[test]
fn the_editor_opens_over_the_battle() {
    let mut played = Played::new(Some("turned-blades"));
    played.driver.key(Key::F1);
    assert!(played.driver.app().is_editing());
    played.driver.frames(10);
    played.keep("editor");
    let names: Vec<String> = played.driver.app().widget_rects.names().map(str::to_owned).collect();
    println!("{names:#?}");
    played.driver.key(Key::F1);
    assert!(!played.driver.app().is_editing());
}

fn editing() -> (Played, TempDir) {
    let assets = tempfile::tempdir().expect("a folder");
    copy_folder(&root().join("assets"), assets.path()).expect("copied");
    let mut played = Played::of_assets(assets.path(), Some("first-light"));
    played.driver.feed(Input::Resized(1920, 1400));
    played.driver.key(Key::F1);
    played.driver.frames(10);
    (played, assets)
}

impl Played {
    fn fill(&mut self, name: &str, words: &str) {
        self.click(name);
        self.driver.chord(Key::Control, Key::A);
        self.driver.key(Key::Delete);
        self.driver.type_text(words);
        self.driver.key(Key::Enter);
        self.driver.frames(2);
    }

    fn add(&mut self, letters: &str) {
        self.click("action/add");
        self.driver.frames(2);
        self.driver.type_text(letters);
        self.driver.key(Key::Enter);
        self.driver.frames(2);
    }

    fn text(&self, action: &str) -> String {
        let editor_host = self.battle().editor_host.as_ref().expect("assets");
        editor_host
            .library()
            .asset(AssetType::Action, action)
            .map_or_else(String::new, foretoken_action_assets::AnyAsset::to_text)
    }

    fn open(&mut self, name: &str) {
        self.fill("assets/search", name);
        self.click(&format!("assets/action/{name}"));
        self.driver.frames(2);
    }
}

/// Hidden panels of the battle cover no labels while a map is painted.
#[test]
fn columns_and_rows_have_their_names_while_a_map_is_painted() {
    let (mut played, _assets) = editing();
    played.fill("assets/search", "first-light");
    played.click("assets/scenario/first-light");
    for text in [100, 200] {
        played.driver.runner.app.shared.settings.text = text;
        played.driver.frames(4);
        played.click("map/tool/play");
        played.driver.frames(4);
        played.click("map/tool/brush");
        played.driver.frames(6);
        let battle = played.battle();
        assert!(battle.is_sketched());
        let all: Vec<String> = battle.edge_names().into_iter().map(|(_, name)| name).collect();
        assert_eq!(battle.labels.edges, all, "{text} %: {:?}", battle.panels);
    }
}

#[test]
fn a_chord_within_one_frame_counts() {
    let (mut played, _assets) = editing();
    played.fill("assets/search", "shove");
    assert!(played.driver.middle("assets/action/shove").is_some());
    played.click("assets/search");
    for input in [
        Input::Key(Key::Control, true),
        Input::Key(Key::A, true),
        Input::Key(Key::Control, false),
        Input::Key(Key::A, false),
    ] {
        played.driver.runner.input(input);
    }
    played.driver.frames(4);
    played.driver.type_text("bite");
    played.driver.frames(2);
    assert!(played.driver.middle("assets/action/bite").is_some(), "the words replaced those selected");
    assert!(played.driver.middle("assets/action/shove").is_none());
}

#[test]
fn a_new_action_is_made_from_nothing_and_played_in_a_battle_test() {
    let (mut played, assets) = editing();
    played.click("assets/new");
    played.driver.frames(2);
    played.click("new/action");
    played.driver.frames(2);
    played.fill("new/name", "blink");
    played.add("decl");
    played.fill("inspector/range/high", "10");
    played.click("inspector/filter/Occupied");
    played.add("decl");
    played.click("inspector/asks");
    played.driver.frames(2);
    played.click("inspector/asks/Direction");
    played.driver.frames(2);
    played.click("inspector/from");
    played.driver.frames(2);
    played.click("inspector/from/T1");
    played.driver.frames(2);
    played.click("inspector/filter/Empty");
    played.add("tele");
    played.add("dam");
    played.click("inspector/target");
    played.driver.frames(2);
    played.click("inspector/target/T1");
    played.driver.frames(20);
    let text = played.text("blink");
    for part in
        ["range: (1, 10)", "asks: Direction", "from: \"T1\"", "Teleport(", "Damage(\n            target: \"T1\""]
    {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    played.keep("editor-blink");
    played.driver.key(Key::F5);
    played.driver.frames(5);
    played.driver.key(Key::F1);
    played.driver.frames(5);
    assert!(!played.driver.app().is_editing());
    let rat = played.cell_of("Rat A");
    let own = played.battle().controller.session.seat().units().to_vec();
    let has = |played: &Played, unit: &EntityId| {
        let session = &played.battle().controller.session;
        let state = session.seat().known().state();
        let kind = session.book().unit_type(state.entity(*unit)).expect("a kind").clone();
        kind.actions.iter().any(|&action| session.book().program(action).is_some_and(|p| p.name == "blink"))
    };
    let unit = own.into_iter().find(|unit| has(&played, unit)).expect("somebody has it");
    let at = played.battle().controller.session.seat().known().state().entity(unit).cell;
    assert!(played.driver.click_cell(at));
    played.click("action/Blink");
    assert!(played.driver.click_cell(rat), "the first pick");
    assert_eq!(played.battle().controller.choosing, Choosing::Target, "a direction is asked for");
    let beside = played.battle().controller.session.seat().draft().expect("a draft").cells()[0].expect("a cell");
    assert!(played.driver.click_cell(beside));
    played.driver.key(Key::Space);
    played.driver.frames(3);
    played.keep("blink-foreseen");
    let forecast = played.battle().controller.session.seat().forecast();
    let harmed = forecast.outlooks().iter().any(|o| o.before == 2 && o.after < 2);
    assert!(harmed, "the rat loses health by the prediction");
    drop(assets);
}

#[test]
fn parts_are_reordered_by_dragging_and_undoing_all_gives_back_every_byte() {
    let (mut played, _assets) = editing();
    played.open("strike");
    let before = played.text("strike");
    assert!(played.driver.drag("action/body[2]", "action/body[0]"));
    played.driver.frames(4);
    let dragged = played.text("strike");
    assert_ne!(dragged, before, "the order is another");
    played.keep("editor-dragged");
    played.add("stun");
    played.click("action/body[0]");
    played.click("action/duplicate");
    let edits = played.driver.app().editor().expect("open").model().history.done();
    assert!(edits >= 3, "{edits}");
    for _ in 0..edits {
        played.driver.chord(Key::Control, Key::Z);
    }
    played.driver.frames(3);
    assert_eq!(played.text("strike"), before);
}

#[test]
fn a_broken_formula_is_found_from_problems_and_the_battle_keeps_the_last_whole_version() {
    let (mut played, _assets) = editing();
    let book = |played: &Played| played.battle().controller.session.book().hash64();
    played.open("bite");
    played.driver.frames(3);
    let editor_host = played.battle().editor_host.as_ref().expect("assets");
    let parts = editor_host.library().action("bite").expect("it").body.len();
    let damage =
        (0..parts).find(|at| editor_host.library().action("bite").expect("it").body[*at].kind.name() == "Damage");
    let damage = damage.expect("a bite harms");
    played.click(&format!("action/body[{damage}]"));
    let before = book(&played);
    played.fill("inspector/amount", "1 + helth(T1");
    played.driver.frames(20);
    let problems = |played: &Played| played.driver.app().editor().expect("open").model().problems.has_errors();
    assert!(problems(&played));
    played.keep("editor-problem");
    assert_eq!(book(&played), before, "what is broken is not in force");
    played.open("strike");
    played.click("problems/0");
    played.driver.frames(4);
    let model = played.driver.app().editor().expect("open").model();
    assert_eq!(model.open, Some((AssetType::Action, "bite".to_owned())));
    assert_eq!(model.selected, format!("body[{damage}]"));
    played.fill("inspector/amount", "1");
    played.driver.frames(20);
    played.keep("editor-mended");
    let model = played.driver.app().editor().expect("open").model();
    assert!(!model.problems.has_errors(), "{}\n{}", model.problems.render(), played.text("bite"));
    assert_eq!(book(&played), before);
    played.fill("inspector/amount", "2");
    played.driver.frames(60);
    assert_ne!(book(&played), before, "the edit is in force");
    let model = played.driver.app().editor().expect("open").model();
    assert!(model.problems.iter().any(|fault| fault.code == "demonstration"), "{}", model.problems.render());
}

#[test]
fn every_kind_and_every_demonstration_is_drawn() {
    let (mut played, _assets) = editing();
    played.click("assets/new");
    played.driver.frames(2);
    played.click("new/action");
    played.driver.frames(2);
    played.fill("new/name", "every-kind");
    let editor_host = played.battle().editor_host.as_ref().expect("assets");
    let kinds: Vec<&str> = editor_host.library().registry().iter().map(|kind| kind.name).collect();
    let shown: Vec<String> = editor_host
        .library()
        .names_of(AssetType::Action)
        .filter(|name| editor_host.library().action(name).is_some_and(|action| !action.demonstrations.is_empty()))
        .map(str::to_owned)
        .collect();
    for kind in kinds {
        played.add(kind);
        assert!(played.driver.app().widget_rects.get("inspector/note/label").is_some(), "{kind} shows its fields");
    }
    assert!(shown.len() >= 12, "{shown:?}");
    for name in shown {
        played.open(&name);
        assert!(played.driver.app().widget_rects.get("demonstration/board").is_some(), "{name} has its board");
        let before = played.driver.picture().expect("a picture");
        for _ in 0..3 {
            played.click("demonstration/step");
        }
        assert!(played.changed_since(&before) > 0.000_1, "{name} moves");
    }
    played.keep("editor-demonstration");
}

#[test]
fn the_board_shows_what_the_editor_looks_back_at() {
    let (mut played, _assets) = editing();
    played.driver.point(960.0, 500.0);
    played.driver.chord(Key::Shift, Key::A);
    played.driver.key(Key::E);
    played.driver.settle();
    let now = played.battle().shown().clone();
    assert_eq!(now.round(), 2);
    played.click("menu/View");
    played.click("menu/panel/rewind");
    played.driver.frames(4);
    played.click("rewind/1");
    played.driver.frames(4);
    assert!(played.battle().is_past());
    assert_eq!(played.battle().shown().round(), 1);
    assert!(played.driver.middle("past").is_some(), "it is said");
    played.keep("editor-past");
    let decided = played.battle().controller.session.rewind_points().len();
    played.driver.point(960.0, 500.0);
    played.driver.chord(Key::Shift, Key::A);
    played.driver.key(Key::E);
    played.driver.frames(4);
    assert_eq!(played.battle().controller.session.rewind_points().len(), decided, "the past is not played");
    played.driver.key(Key::F1);
    played.driver.frames(4);
    assert!(!played.battle().is_past(), "without the editor there is the present alone");
    assert_eq!(played.battle().shown(), &now);
}

#[test]
fn the_debug_panel_shows_what_the_last_frame_was_spent_on() {
    let _ = foretoken_game::log::begin(None, true);
    let mut played = Played::new(Some("first-light"));
    played.driver.key(Key::F1);
    played.driver.frames(6);
    played.click("menu/View");
    played.driver.frames(4);
    played.click("menu/panel/debug");
    played.driver.frames(4);
    played.click("debug/frame");
    played.driver.frames(4);
    let spans: Vec<&str> =
        played.driver.app().widget_rects.names().filter(|name| name.starts_with("debug/span/")).collect();
    for part in ["frame", "step", "interface", "editor"] {
        assert!(spans.iter().any(|span| span.ends_with(&format!("/{part}"))), "{part} is among {spans:?}");
    }
    played.keep("debug");
}

#[test]
fn the_debug_panel_says_what_the_picture_has_no_room_for() {
    let mut played = Played::new(Some("first-light"));
    played.driver.key(Key::F1);
    played.driver.frames(6);
    played.click("menu/View");
    played.driver.frames(4);
    played.click("menu/panel/debug");
    played.driver.frames(4);
    let told = |played: &Played| played.driver.app().widget_rects.get("debug/left-out").is_some();
    assert!(!told(&played), "there is room for all");
    let battle = played.driver.runner.app.battle_mut().expect("a battle");
    let session = &mut battle.controller.session;
    let fire = session.book().surfaces.iter().position(|surface| surface.name == "fire").expect("fire") as i32 + 1;
    let lay = |cell: Cell| {
        let (kind, entity) = (ChangeKind::Surface, EntityId::NONE);
        Change { kind, label: foretoken_vm::Label::NONE, entity, at: cell.bits(), before: 0, after: fire | 9 << 8 }
    };
    let all: Vec<Change> = session.book().board.cells().map(lay).collect();
    assert!(all.len() > 48, "more than there are lights");
    session.edit_state(&all).expect("it burns");
    played.driver.frames(4);
    assert!(told(&played), "the picture cannot show all of them");
    played.keep("left-out");
}

#[test]
fn a_map_is_painted_on_the_board_of_the_battle() {
    let (mut played, _assets) = editing();
    let cell = |text: &str| -> Cell { text.parse().expect("a cell") };
    let map = |played: &Played| {
        let host = played.battle().editor_host.as_ref().expect("assets");
        host.library().scenario("first-light").map(|scenario| scenario.map.join("\n")).expect("a map")
    };
    let stroke = |played: &mut Played, from: &str, to: &str| {
        let [from, to] = [from, to].map(|text| played.battle().pixel_of(cell(text)));
        played.driver.drag_between((from.x, from.y), (to.x, to.y));
    };
    let rounds = played.battle().controller.session.rewind_points().len();
    played.fill("assets/search", "first-light");
    played.click("assets/scenario/first-light");
    played.driver.frames(6);
    assert!(played.battle().is_sketched(), "the map is shown as it begins");
    played.click("map/terrains/deep-water");
    played.driver.key(Key::R);
    stroke(&mut played, "f6", "g7");
    assert!(map(&played).ends_with("#S...~~#\n#...r~~#\n########"), "{}", map(&played));
    played.driver.key(Key::M);
    stroke(&mut played, "b4", "e4");
    assert!(map(&played).contains("#...W..#"), "{}", map(&played));
    assert_eq!(played.battle().shown().living().count(), 11, "with those who come on hard alone");
    played.keep("painting");
    played.driver.key(Key::Q);
    played.driver.frames(60);
    played.click("map/units/rat");
    stroke(&mut played, "c7", "c7");
    assert!(map(&played).contains("#.a.r~~#"), "{}", map(&played));
    assert_eq!(played.battle().controller.session.rewind_points().len(), rounds, "nothing was decided by it");
    played.driver.key(Key::Escape);
    played.driver.frames(4);
    assert!(!played.battle().is_sketched(), "the battle is shown again");
    played.driver.chord(Key::Control, Key::Z);
    played.driver.frames(2);
    assert!(map(&played).contains("#...r~~#"), "{}", map(&played));
}

#[test]
fn larger_and_smaller_again_leaves_the_same_layout() {
    let (mut played, _assets) = editing();
    played.driver.frames(20);
    let before = played.driver.runner.layout();
    for _ in 0..4 {
        played.driver.chord(Key::Control, Key::Equal);
        played.driver.frames(10);
    }
    assert_eq!(played.driver.app().editor().expect("an editor").model().preferences.scale, 140);
    assert_ne!(played.driver.runner.layout(), before, "larger panels");
    for _ in 0..4 {
        played.driver.chord(Key::Control, Key::Minus);
        played.driver.frames(10);
    }
    assert_eq!(played.driver.runner.layout(), before);
    for _ in 0..3 {
        played.driver.chord(Key::Control, Key::Minus);
        played.driver.chord(Key::Control, Key::Equal);
    }
    played.driver.frames(10);
    assert_eq!(played.driver.runner.layout(), before, "also without a pause");
}

#[test]
fn the_history_of_a_pack_comes_back_with_it() {
    let (mut played, _assets) = editing();
    played.open("shove");
    played.fill("inspector/title", "Thrust");
    let done = played.driver.app().editor().expect("an editor").model().history.done();
    assert!(done > 0);
    let switch = |played: &mut Played, pack: &str| {
        played.driver.chord(Key::Control, Key::O);
        played.driver.frames(3);
        played.click(&format!("pack/open/{pack}"));
        played.driver.settle();
        played.driver.frames(20);
    };
    switch(&mut played, "banner");
    assert_eq!(
        played.driver.app().editor().expect("an editor").model().history.done(),
        0,
        "another pack has its own history"
    );
    switch(&mut played, "vigil");
    assert_eq!(played.driver.app().editor().expect("an editor").model().history.done(), done);
    assert!(played.text("shove").contains("Thrust"), "the unsaved edit is in force again");
    played.driver.chord(Key::Control, Key::Z);
    played.driver.frames(3);
    assert!(!played.text("shove").contains("Thrust"));
}

#[test]
fn the_panels_of_the_battle_are_hidden_and_shown_by_a_key() {
    let (mut played, _assets) = editing();
    let shown = |played: &Played| ["order", "buttons"].map(|name| played.driver.app().widget_rects.get(name).is_some());
    assert_eq!(shown(&played), [true, true]);
    played.driver.chord(Key::Control, Key::H);
    played.driver.frames(5);
    assert_eq!(shown(&played), [false, false]);
    played.driver.key(Key::F1);
    played.driver.frames(5);
    assert_eq!(shown(&played), [true, true], "without the editor they are there");
    played.driver.key(Key::F1);
    played.driver.frames(5);
    assert_eq!(shown(&played), [false, false], "the choice is kept");
    played.driver.chord(Key::Control, Key::H);
    played.driver.frames(5);
    assert_eq!(shown(&played), [true, true]);
}

#[test]
fn a_file_dropped_on_the_window_goes_to_the_picture_panel() {
    let (mut played, assets) = editing();
    played.open("shove");
    let file = assets.path().join("figure.png");
    played.keep("dropped");
    std::fs::copy(artifact("dropped"), &file).expect("copied");
    played.driver.feed(Input::File(file));
    played.driver.frames(5);
    played.click("picture/import");
    for _ in 0..1_000_000 {
        if played
            .driver
            .app()
            .editor()
            .expect("an editor")
            .model()
            .notices
            .iter()
            .any(|notice| notice.starts_with("figure.png was imported"))
        {
            return;
        }
        std::thread::yield_now();
        played.driver.frames(1);
    }
    panic!("{:?}", played.driver.app().editor().expect("an editor").model().notices);
}
