//! The window on a real, invisible renderer, driven by input events. Pictures are written beside the build.

use foretoken_action_assets::AssetType;
use foretoken_game::window::platform::input::{Button, Input, Key};
use foretoken_game::window::render::gpu::Picture;
use foretoken_game::window::{App, Driver, Start};
use foretoken_session::content::Content;
use foretoken_session::controller::Choosing;
use foretoken_tests::{copy_folder, root};
use foretoken_vm::{Cell, Change, ChangeKind, EntityId};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

mod crowd;
mod die;
mod editor;
mod faults;
mod film;
mod floors;
mod hot_seat;
mod input;
mod mouse;
mod odds;
mod online;
mod orders;
mod pace;
mod runs;

fn artifact(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join(format!("{name}.png"))
}

struct Played {
    driver: Driver,
    folder: TempDir,
}

impl Played {
    fn new(scenario: Option<&str>) -> Self {
        Self::of_assets(&root().join("assets"), scenario)
    }

    fn of_assets(assets: &Path, scenario: Option<&str>) -> Self {
        Self::begun(assets, Start { scenario: scenario.map(str::to_owned), ..Start::default() })
    }

    fn begun(assets: &Path, start: Start) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let start =
            Start { records: folder.path().join("records"), config: Some(folder.path().join("config")), ..start };
        let content = Content::open(assets).expect("content");
        let driver = Driver::new(|| App::new(content, start), (1280, 800)).expect("a device");
        Self { driver, folder }
    }

    fn keep(&mut self, name: &str) {
        self.driver.picture().expect("a picture").save(&artifact(name)).expect("written");
    }

    /// Compares a stable view with `tests/pictures`; UPDATE_EXPECT=1 replaces it. Edges and texels can differ between
    /// renderers, positions cannot.
    fn assert_picture(&mut self, name: &str) {
        self.compare_picture(name, false);
    }

    fn assert_picture_whole(&mut self, name: &str) {
        self.compare_picture(name, true);
    }

    fn compare_picture(&mut self, name: &str, whole: bool) {
        let now = self.driver.picture().expect("a picture");
        let path = root().join(format!("tests/pictures/{name}.png"));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            let kept = if whole { now.clone() } else { now.quarter() };
            kept.save(&path).expect("written");
        }
        let kept = Picture::open(&path).expect("a kept picture");
        let kept = if whole { kept.quarter() } else { kept };
        let differs = now.quarter().difference(&kept, 28);
        self.keep(&format!("{name}-now"));
        assert!(differs < 0.02, "{name}: {:.2} % of the picture differ", differs * 100.0);
    }

    fn click(&mut self, name: &str) {
        let names: Vec<String> = self.driver.app().widget_rects.names().map(str::to_owned).collect();
        assert!(self.driver.click(name), "nothing is called {name}; there are {names:?}");
    }

    fn battle(&self) -> &foretoken_game::window::battle::Battle {
        self.driver.app().battle().expect("a battle")
    }

    fn replay(&self) -> &foretoken_game::window::battle::replay_viewer::ReplayViewer {
        self.driver.app().replay().expect("a record")
    }

    fn unit(&self, name: &str) -> EntityId {
        let session = &self.battle().controller.session;
        let state = session.seat().known().state();
        let called = |id: &EntityId| foretoken_session::texts::names::entity(session.book(), state, *id) == name;
        state.living().map(|(id, _)| id).find(called).unwrap_or_else(|| panic!("nobody is called {name}"))
    }

    fn cell_of(&self, name: &str) -> Cell {
        self.battle().controller.session.seat().known().state().entity(self.unit(name)).cell
    }

    fn changed_since(&mut self, before: &Picture) -> f64 {
        self.driver.picture().expect("a picture").difference(before, 24)
    }
}

fn still(played: &mut Played) {
    played.click("settings");
    played.driver.frames(2);
    played.click("settings/reduced motion");
    played.driver.key(Key::Escape);
    played.driver.point(640.0, 790.0);
    played.driver.frames(3);
}

#[test]
fn stable_views_are_as_they_are_kept() {
    for scenario in ["first-light", "turned-blades", "oil-and-ember"] {
        let mut played = Played::new(Some(scenario));
        still(&mut played);
        played.assert_picture(scenario);
    }
}

#[test]
fn a_record_that_differs_is_shown_where_it_does() {
    let mut played = Played::new(Some("first-light"));
    for _ in 0..2 {
        played.click("auto");
        played.click("commit");
        played.click("skip");
    }
    let path = played.battle().controller.session.record_path().expect("recorded").to_owned();
    let opened = foretoken_session::record::open(&path).expect("whole");
    let forged = path.with_file_name("forged.battle");
    let mut writer = foretoken_session::record::RecordWriter::create(&forged).expect("made");
    let mut rounds = 0;
    for mut entry in opened.entries {
        if let foretoken_session::record::Entry::Commit(commit) = &mut entry {
            rounds += 1;
            if rounds == 2 {
                commit.hashes[1] ^= 1;
            }
        }
        writer.push(&entry).expect("written");
    }
    played.driver.key(Key::F10);
    played.driver.frames(6);
    played.click("title/replays");
    played.driver.frames(3);
    played.click("watch/forged");
    played.driver.frames(4);
    let found = played.replay().divergence.clone().expect("it differs");
    played.click("replay/divergence");
    assert_eq!(played.replay().at, found.0);
    played.keep("divergence");
}

fn cell(x: i32, y: i32) -> Cell {
    Cell::new(x, y).expect("a cell")
}

#[test]
fn the_title_shows_every_scenario_and_begins_one_by_a_click() {
    let mut played = Played::new(None);
    played.driver.frames(12);
    played.keep("title");
    let cards: Vec<&str> =
        played.driver.app().widget_rects.names().filter(|name| name.starts_with("scenario/")).collect();
    assert_eq!(cards.len(), 6, "{cards:?}");
    played.click("scenario/first-light");
    played.driver.frames(20);
    played.keep("first-light");
    assert_eq!(played.battle().controller.session.seat().known().state().round(), 1);
}

#[test]
fn a_turn_is_decided_and_carried_out_by_clicks() {
    let mut played = Played::new(Some("first-light"));
    let rats = |played: &Played| played.battle().controller.session.seat().known().state().living().count();
    let before = rats(&played);
    let warden = played.cell_of("Warden");
    assert!(played.driver.click_cell(warden));
    assert_eq!(played.battle().controller.choosing, Choosing::Action);
    played.click("action/Walk");
    assert_eq!(played.battle().controller.choosing, Choosing::Target);
    let still = played.driver.picture().expect("a picture");
    let target = played.battle().controller.session.seat().draft().expect("a draft").cells()[3].expect("a cell");
    played.driver.point_cell(target);
    played.driver.frames(2);
    played.keep("choosing");
    assert!(played.changed_since(&still) > 0.002, "the future under the pointer is drawn");
    assert!(played.driver.click_cell(target));
    played.driver.feed(Input::Button(Button::Right, true));
    played.driver.feed(Input::Button(Button::Right, false));
    assert!(!played.battle().controller.session.seat().has_chosen());
    assert_eq!(played.battle().controller.choosing, Choosing::Action, "one action back");
    played.click("action/Walk");
    assert!(played.driver.click_cell(target));
    let seer = played.cell_of("Seer");
    let uses = |played: &Played| {
        let seat = played.battle().controller.session.seat();
        seat.draft().map_or(0, |draft| draft.intent().uses.len())
    };
    assert!(played.driver.click_cell(seer));
    assert_eq!(uses(&played), 0);
    assert!(played.driver.click_cell(warden));
    assert_eq!((played.battle().controller.choosing, uses(&played)), (Choosing::Action, 1));
    played.click("action/Walk");
    assert_eq!((played.battle().controller.choosing, uses(&played)), (Choosing::Target, 1));
    assert!(played.driver.click_cell(target));
    played.driver.chord(Key::Shift, Key::A);
    assert!(played.battle().controller.session.seat().has_all_decided());
    played.click("commit");
    assert!(played.battle().playback.is_playing());
    played.driver.frames(40);
    played.keep("watching");
    played.driver.settle();
    assert_eq!(played.battle().controller.session.seat().known().state().round(), 2);
    assert!(rats(&played) <= before);
    assert!(!played.battle().controller.log().is_empty());
}

#[test]
fn a_battle_is_played_to_its_end_by_clicks_and_its_record_verifies() {
    let mut played = Played::new(Some("first-light"));
    for _ in 0..30 {
        if played.battle().controller.session.outcome() != 0 {
            break;
        }
        played.click("auto");
        played.click("commit");
        played.click("skip");
        played.driver.frames(4);
    }
    assert_ne!(played.battle().controller.session.outcome(), 0, "it ended");
    played.driver.frames(10);
    played.keep("over");
    let path = played.battle().controller.session.record_path().expect("recorded").to_owned();
    let opened = foretoken_session::record::open(&path).expect("whole");
    let content = Content::open(&root().join("assets")).expect("content");
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let verdict = foretoken_session::record::verify(&opened, &compile).expect("replayed");
    assert!(matches!(verdict, foretoken_session::record::Verdict::Same { .. }), "{verdict:?}");
    played.click("over/title");
    played.driver.frames(8);
    played.click("title/replays");
    played.driver.frames(3);
    played.click("watch/first-light-1");
    played.driver.frames(30);
    played.keep("replay");
    let acts = played.replay().acts.len();
    assert!(acts > 5, "{acts} activations");
    assert!(played.replay().divergence.is_none());
    played.click("replay/play");
    let at = played.replay().at;
    played.click("replay/step");
    assert_eq!(played.replay().at, at + 1);
    played.click("replay/back");
    assert_eq!(played.replay().at, at);
    drop(played.folder);
}

#[test]
fn waiting_asks_for_a_facing_where_facing_counts() {
    let mut played = Played::new(Some("banner/the-even-field"));
    assert!(played.battle().book().has_facing(), "sides and backs count there");
    let unit = played.battle().controller.subject().expect("a unit decides");
    let cell = played.battle().controller.session.seat().known().state().entity(unit).cell;
    assert!(played.driver.click_cell(cell));
    played.click("action/Wait");
    let cells: Vec<Cell> =
        played.battle().controller.session.seat().draft().expect("a draft").cells().iter().flatten().copied().collect();
    assert!(!cells.is_empty() && cells.len() <= 4, "{cells:?}");
    played.driver.frames(3);
    played.keep("facing");
}

#[test]
fn pages_open_and_close_by_keys_and_buttons() {
    let mut played = Played::new(Some("turned-blades"));
    for (page, key) in [("help", Key::F2), ("log", Key::L), ("rewind", Key::R), ("settings", Key::F3)] {
        played.click(page);
        assert_eq!(played.driver.app().top(), page);
        played.driver.frames(2);
        played.keep(page);
        played.driver.key(Key::Escape);
        assert_eq!(played.driver.app().top(), "battle");
        played.driver.key(key);
        assert_eq!(played.driver.app().top(), page, "by its key");
        played.driver.key(Key::Escape);
    }
}

#[test]
fn keys_are_bound_anew_and_kept() {
    let mut played = Played::new(Some("first-light"));
    played.click("settings");
    played.click("settings/key up");
    played.driver.key(Key::I);
    played.driver.key(Key::Escape);
    let before = played.battle().controller.cursor;
    played.driver.key(Key::I);
    assert_ne!(played.battle().controller.cursor, before, "the new key moves the cursor");
    let kept = foretoken_game::window::screens::settings::Settings::load(&played.folder.path().join("config"));
    assert!(kept.keys.contains_key("up"), "{:?}", kept.keys);
}

#[test]
fn the_camera_turns_zooms_and_comes_back_and_the_pointer_still_finds_its_cell() {
    let mut played = Played::new(Some("oil-and-ember"));
    for _ in 0..4 {
        played.driver.key(Key::W);
        played.driver.frames(60);
        for at in [cell(2, 3), cell(5, 5), cell(3, 1)] {
            let place = played.battle().pixel_of(at);
            assert_eq!(played.battle().cell_at(place), Some(at), "turned");
        }
    }
    played.driver.key(Key::PageUp);
    played.driver.feed(Input::Pointer(640.0, 400.0));
    played.driver.feed(Input::Wheel(3.0));
    played.driver.frames(60);
    played.keep("near");
    let place = played.battle().pixel_of(cell(4, 4));
    assert_eq!(played.battle().cell_at(place), Some(cell(4, 4)));
}

#[test]
fn threat_grid_and_rings_are_drawn() {
    let mut played = Played::new(Some("turned-blades"));
    played.driver.frames(5);
    let before = played.driver.picture().expect("a picture");
    played.driver.key(Key::T);
    played.driver.frames(2);
    assert!(played.changed_since(&before) > 0.003, "threatened cells are marked");
    played.keep("threat");
    played.driver.key(Key::T);
    played.driver.key(Key::H);
    played.driver.frames(2);
    assert!(played.changed_since(&before) > 0.01, "rings are drawn");
}

#[test]
fn sizes_scales_and_lost_devices_are_survived() {
    let mut played = Played::new(Some("first-light"));
    for (width, height) in [(1, 1), (64, 48), (7680, 4320), (0, 0), (1280, 800)] {
        played.driver.feed(Input::Resized(width, height));
        played.driver.frames(2);
    }
    for scale in [0.5, 2.0, f64::NAN, 1.0] {
        played.driver.feed(Input::Scale(scale));
        played.driver.frames(2);
    }
    played.driver.feed(Input::Focus(false));
    played.driver.frames(2);
    let before = played.driver.picture().expect("a picture");
    played.driver.feed(Input::DeviceLost);
    played.driver.frames(3);
    assert!(played.changed_since(&before) < 0.03, "the picture is back after the device was lost");
    played.driver.click("auto");
    played.driver.click("commit");
    played.driver.settle();
    assert_eq!(played.battle().controller.session.seat().known().state().round(), 2, "the battle goes on");
}

#[test]
fn an_asset_changed_on_disk_is_in_force_while_the_battle_runs_and_a_broken_one_is_not() {
    let assets = tempfile::tempdir().expect("a folder");
    copy_folder(&root().join("assets"), assets.path()).expect("copied");
    let mut played = Played::of_assets(assets.path(), Some("first-light"));
    let path = assets.path().join("vigil/units/warden.ron");
    let text = std::fs::read_to_string(&path).expect("read");
    let title = |played: &Played| {
        let kinds = played.battle().controller.session.book().unit_types.iter();
        kinds.filter(|kind| kind.name == "warden").map(|kind| kind.title.clone()).collect::<String>()
    };
    std::fs::write(&path, text.replace("title: \"Warden\"", "title: \"Gatekeeper\"")).expect("written");
    played.driver.frames(30);
    assert_eq!(title(&played), "Gatekeeper");
    std::fs::write(&path, "Unit(titel: 3").expect("written");
    played.driver.frames(30);
    assert_eq!(title(&played), "Gatekeeper", "the last whole version stays");
    assert!(played.battle().controller.message.contains("warden.ron"), "{}", played.battle().controller.message);
    std::fs::write(&path, text).expect("written");
    played.driver.frames(30);
    assert_eq!(title(&played), "Warden");
}
