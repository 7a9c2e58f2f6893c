//! The list of runs, giving up, and long pages that scroll.

use super::*;
use foretoken_campaign::{Profile, RunRecord};

#[test]
fn the_list_of_runs_is_used_by_mouse_keyboard_and_pad() {
    let (_folder, assets) = market();
    let mut played = Played::of_assets(&assets, None).still_run();
    assert!(played.driver.app().widget_rects.get("title/runs-all").is_none(), "there is no run yet");
    for seed in ["1", "2"] {
        played.begin_run("market", seed);
        played.driver.key(Key::F10);
        played.driver.frames(3);
    }
    let runs = played.folder.path().join("runs");
    let damaged = runs.join("market-1").join(RunRecord::FILE);
    let mut bytes = std::fs::read(&damaged).expect("it is there");
    bytes[60] ^= 1;
    std::fs::write(&damaged, &bytes).expect("written");
    played.click("title/runs-all");
    played.driver.frames(3);
    assert_eq!(played.top(), "runs");
    played.keep("run-list");
    played.click("runs/run 1");
    played.click("runs/open");
    assert_eq!(played.top(), "runs", "it cannot be opened");
    played.click("runs/give-up");
    assert!(played.driver.app().widget_rects.get("runs/confirm").is_none(), "it cannot be given up");
    played.click("runs/run 0");
    played.click("runs/open");
    played.driver.frames(4);
    assert_eq!((played.top(), played.run().run().state().seed), ("run", 2));
    played.click("run/leave");
    played.driver.frames(3);
    played.click("title/runs-all");
    played.driver.frames(3);
    for key in [Key::Down, Key::Up, Key::Enter, Key::Right, Key::Enter] {
        played.driver.key(key);
        played.driver.frames(2);
    }
    assert!(played.driver.app().widget_rects.get("runs/confirm").is_some());
    played.keep("run-list-give-up");
    played.pad(PadButton::East);
    assert_eq!(played.top(), "runs", "the pad refuses first");
    played.click("runs/give-up");
    played.pad(PadButton::Right);
    played.pad(PadButton::South);
    played.driver.frames(4);
    assert_eq!(played.top(), "runs");
    let content = Content::open(&assets).expect("content");
    let (run, _) = folder::read(&content, &runs.join("market-2")).expect("a run");
    assert_eq!(run.state().ending, Some(Ending::GivenUp));
    let profile = Profile::peek(&runs.join(Profile::FILE)).expect("whole");
    assert_eq!(profile.results("banner", "market").count(), 1, "it is in the profile");
    assert_eq!(std::fs::read(&damaged).expect("it is there"), bytes, "the damaged journal is kept");
    played.driver.key(Key::Escape);
    assert_eq!(played.top(), "title");
    assert!(played.driver.app().widget_rects.get("title/run-continue").is_none(), "no run goes on");
}

#[test]
fn a_run_is_given_up_from_its_map() {
    let (_folder, assets) = market();
    let mut played = Played::of_assets(&assets, None).still_run();
    played.begin_run("market", "1");
    played.click("run/give-up");
    assert_eq!(played.top(), "run-give-up");
    played.keep("run-give-up");
    played.click("run-give-up/stay");
    assert_eq!((played.top(), played.run().run().state().ending), ("run", None));
    played.click("run/give-up");
    played.driver.key(Key::Right);
    played.driver.key(Key::Enter);
    played.driver.frames(3);
    assert_eq!((played.top(), played.run().run().state().ending), ("run-end", Some(Ending::GivenUp)));
    played.click("run-end/map");
    assert!(played.driver.app().widget_rects.get("run/give-up").is_none(), "it is over");
}

#[test]
fn journal_end_and_party_scroll_by_keys_and_pad() {
    let (_folder, assets) = market();
    // A chain of rooms makes long pages.
    let rest = |at: usize| {
        format!(
            "(name: \"r{at}\", kind: \"rest\", x: {at}, options: [(text: \"Sleep.\")], next: [(to: \"r{}\")]),\n",
            at + 1
        )
    };
    let text = format!(
        "Campaign(title: \"Chain\", order: 8, members: [(name: \"Alda\", unit: \"captain\")], starts: [\"r0\"], \
         rooms: [\n{}(name: \"r40\", kind: \"end\", x: 40)])",
        (0..40).map(rest).collect::<String>()
    );
    std::fs::write(assets.join("banner/campaigns/chain.ron"), text).expect("written");
    let mut played = Played::of_assets(&assets, None).still_run();
    played.begin_run("chain", "1");
    let place = played.folder_of_run();
    played.driver.key(Key::F10);
    let mut game = RunGame::resume(&Content::open(&assets).expect("content"), &place).expect("it goes on");
    (0..40).for_each(|room| game.act(&Decision::Enter(room)).expect("the way is open"));
    drop(game);
    played.click("title/run-continue");
    played.driver.frames(4);
    assert_eq!(played.top(), "room");
    played.driver.key(Key::Escape);
    played.driver.frames(2);
    let is_there = |played: &Played, name: &str| played.driver.app().widget_rects.get(name).is_some();
    played.click("run/journal");
    played.driver.frames(2);
    assert!(is_there(&played, "run-journal/line 0"));
    for (keys, pad, sees_first) in [
        (vec![Key::End], None, false),
        (vec![Key::Home], None, true),
        (vec![Key::PageDown; 4], None, false),
        (vec![Key::PageUp; 4], None, true),
        (vec![Key::Down; 40], None, false),
        (vec![Key::Up; 40], None, true),
        (Vec::new(), Some(PadButton::Down), false),
        (Vec::new(), Some(PadButton::Up), true),
    ] {
        for &key in &keys {
            played.driver.key(key);
            played.driver.frames(1);
        }
        for button in pad.into_iter().flat_map(|button| [button; 40]) {
            played.pad(button);
        }
        played.driver.frames(2);
        assert_eq!(is_there(&played, "run-journal/line 0"), sees_first, "{keys:?} {pad:?}");
    }
    played.driver.key(Key::Escape);
    played.driver.feed(Input::Resized(800, 500));
    played.driver.frames(2);
    played.click("run/party");
    played.driver.frames(3);
    let before = played.driver.picture().expect("a picture");
    played.driver.key(Key::End);
    played.driver.frames(3);
    assert!(played.changed_since(&before) > 0.001, "the stats scroll");
    played.driver.key(Key::Escape);
    played.click("run/give-up");
    played.driver.key(Key::Right);
    played.driver.key(Key::Enter);
    played.driver.frames(4);
    assert_eq!(played.top(), "run-end");
    assert!(!is_there(&played, "run-end/terms"), "the page is longer than the window");
    for _ in 0..40 {
        played.pad(PadButton::Down);
    }
    assert!(is_there(&played, "run-end/terms"));
    played.driver.key(Key::Home);
    played.driver.frames(3);
    assert!(!is_there(&played, "run-end/terms"));
    played.driver.key(Key::End);
    played.driver.frames(3);
    assert!(is_there(&played, "run-end/terms"));
}
