//! Mixed-up state: edits of another pack, battle tests that cannot begin, and records with rule changes and undo.

use super::Played;
use foretoken_action_assets::{AnyAsset, AssetType, Diagnostics, Library};
use foretoken_game::editor_host::EditorHost;
use foretoken_game::editor_host::editor::Rect;
use foretoken_game::editor_host::editor::model::Model;
use foretoken_game::editor_host::editor::{AssetChange, Host};
use foretoken_game::window::platform::input::Key;
use foretoken_session::Session;
use foretoken_session::content::Content;
use foretoken_session::record::Entry;
use foretoken_session::texts::names;
use foretoken_tests::{copy_folder, root};

fn exchanged(library: &Library, kind: AssetType, name: &str, as_name: &str, pairs: &[(&str, &str)]) -> AssetChange {
    let mut text = library.asset(kind, name).expect("there is one").to_text();
    for (from, to) in pairs {
        assert!(text.contains(from), "{from} is not in {text}");
        text = text.replacen(from, to, 1);
    }
    let mut faults = Diagnostics::new();
    let read = AnyAsset::read(kind, as_name, text.as_bytes(), library.registry(), &mut faults);
    assert!(!faults.has_errors(), "{}", faults.render());
    AssetChange { kind, name: as_name.to_owned(), asset: read.map(|(asset, _)| asset) }
}

#[test]
fn unsaved_edits_of_one_pack_stay_out_of_battles_of_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let assets = folder.path().join("assets");
    for pack in ["vigil", "other"] {
        copy_folder(&root().join("assets/vigil"), &assets.join(pack)).expect("copied");
    }
    let mut played = Played::of_assets(&assets, Some("vigil/first-light"));
    let content = Content::open(&assets).expect("content");
    let mut editor_host = EditorHost::open(&content, "vigil").expect("a pack");
    let mut model = Model::new(&assets.join("vigil"), Some(&played.folder.path().join("config")));
    let change =
        exchanged(editor_host.library(), AssetType::Action, "strike", "strike", &[("title: \"", "title: \"My ")]);
    let edit = vec![((change.kind, change.name), change.asset)];
    model.edit(&mut editor_host.host(None), "a title", "", edit);
    drop(model);
    let record = played.folder.path().join("records/other-1.battle");
    let setup = content.setup("other/first-light", Some(1)).expect("it compiles").setup;
    let mut other = Session::start(setup, Some(&record)).expect("recorded");
    let unit = other.seat().units()[0];
    assert!(other.seat_mut().choose_for(unit) && other.decide());
    drop(other);
    played.driver.key(Key::F1);
    played.driver.frames(4);
    assert!(played.battle().controller.session.setup().assets.contains("My Strike"), "it came back");
    played.driver.key(Key::F1);
    played.driver.frames(4);
    played.driver.key(Key::F10);
    played.driver.frames(4);
    played.click("title/replays");
    played.driver.frames(6);
    played.click("resume/other-1");
    played.driver.frames(40);
    let session = &played.battle().controller.session;
    assert_eq!(session.setup().pack, "other");
    assert!(!session.setup().assets.contains("My Strike"));
    drop(played.driver);
    let opened = foretoken_session::record::open(&record).expect("a record");
    assert!(!opened.entries.iter().any(|entry| matches!(entry, Entry::Exchange(_))));
}

#[test]
fn a_battle_test_that_cannot_begin_leaves_all_as_it_was() {
    let mut played = Played::new(Some("first-light"));
    played.driver.key(Key::F1);
    played.driver.frames(4);
    let records = played.folder.path().join("records");
    std::fs::rename(&records, played.folder.path().join("moved")).expect("moved");
    std::fs::write(&records, "no folder").expect("written");
    played.driver.key(Key::F5);
    played.driver.frames(4);
    let battle = played.battle();
    assert!(battle.editor_host.is_some() && battle.title == "First Light");
    assert!(battle.controller.message.contains("records"), "{}", battle.controller.message);
    assert!(
        played.driver.app().widget_rects.names().any(|name| name.starts_with("assets/")),
        "the editor is still there"
    );
}

#[test]
fn a_record_is_watched_under_the_rules_of_each_moment_and_what_was_taken_back_is_marked() {
    let mut played = Played::new(Some("first-light"));
    let record = played.folder.path().join("records/changed-1.battle");
    let content = Content::open(&root().join("assets")).expect("content");
    let setup = content.setup("first-light", Some(3)).expect("it compiles").setup;
    let mut session = Session::start(setup, Some(&record)).expect("recorded");
    let mut editor_host = EditorHost::open(&content, "vigil").expect("a pack");
    let round = |session: &mut Session| {
        session.decide_rest_by_planner();
        session.commit();
    };
    round(&mut session);
    assert!(session.rewind(0).is_ok());
    round(&mut session);
    // A kind before all others shifts every index, and the board grows.
    let library = editor_host.library().clone();
    let kind = exchanged(&library, AssetType::Unit, "rat", "aaa", &[("glyph: \"r\"", "glyph: \"z\""), ("Rat", "Aaa")]);
    let board = exchanged(
        &library,
        AssetType::Scenario,
        "first-light",
        "first-light",
        &[
            (
                "            glyph: \"r\",",
                "            glyph: \"z\",\n            unit: \"aaa\",\n            team: 1,\n        ),\n        (\n            glyph: \"r\",",
            ),
            ("        \"########\",\n    ],", "        \"########\",\n        \"OOOOOOOO\",\n    ],"),
        ],
    );
    let faults = editor_host.host(Some(&mut session)).put(&[kind, board]);
    assert!(!faults.has_errors(), "{}", faults.render());
    editor_host.host(Some(&mut session)).finish();
    round(&mut session);
    drop(session);
    played.driver.key(Key::F10);
    played.driver.frames(6);
    played.click("title/replays");
    played.driver.frames(4);
    played.click("watch/changed-1");
    played.driver.frames(2);
    let acts: Vec<(i32, bool, bool)> =
        played.replay().acts.iter().map(|act| (act.round, act.taken_back, act.anew)).collect();
    let first = acts.iter().position(|&(_, _, anew)| anew).expect("it was taken back");
    assert!(acts[..first].iter().all(|&(round, taken_back, _)| round == 1 && taken_back), "{acts:?}");
    assert!(acts[first..].iter().all(|&(_, taken_back, _)| !taken_back), "{acts:?}");
    for (at, rows, words) in [(0, 8, "(undone later)"), (first, 8, "Undone to here."), (acts.len() - 1, 9, "")] {
        played.driver.runner.app.pause_at(at);
        assert!(played.replay().words(false).contains(words));
        played.driver.frames(2);
        let battle = played.battle();
        assert_eq!(battle.book().board.height(), rows);
        for (id, _) in battle.shown().living() {
            let name = names::entity(battle.book(), battle.shown(), id);
            assert!(["Rat", "Seer", "Warden", "Lantern"].iter().any(|known| name.starts_with(known)), "{name}");
            let slots: Vec<&str> =
                played.driver.app().widget_rects.names().filter(|name| name.starts_with("order/")).collect();
            assert!(!slots.iter().any(|name| name.contains("Aaa") || name.contains("no unit")), "{slots:?}");
        }
    }
}

#[test]
fn the_interface_keeps_its_colours_beside_a_light_editor() {
    let mut played = Played::new(Some("first-light"));
    let config = played.folder.path().join("config");
    std::fs::create_dir_all(&config).expect("a folder");
    std::fs::write(config.join("editor.ron"), "Editor(theme: Light)").expect("written");
    played.driver.key(Key::F1);
    played.driver.frames(6);
    let bright = |played: &mut Played, name: &str, aside: f32| {
        let Rect { left, top, .. } = played.driver.app().widget_rects.get(name).expect("it is there");
        let pixel = played.driver.picture().expect("a picture").pixel((left - aside) as u32, (top + 4.0) as u32);
        pixel.map(u32::from).iter().sum::<u32>() > 3 * 128
    };
    assert!(bright(&mut played, "assets/new", 3.0), "the editor is light");
    assert!(!bright(&mut played, "commit", 3.0), "the game beside it is not");
}
