//! Runs of a campaign in the window: each control of each screen, a whole run, and leaving and continuing it.

mod pages;

use super::*;
use foretoken_campaign::{Command as Decision, Ending, RunVerdict, verify};
use foretoken_game::runs::{RunGame, folder};
use foretoken_game::window::platform::input::PadButton;
use foretoken_game::window::screens::commands::Command;

impl Played {
    fn still_run(mut self) -> Self {
        self.driver.runner.app.shared.settings.reduced_motion = true;
        self
    }

    fn top(&self) -> &'static str {
        self.driver.app().top()
    }

    fn run(&self) -> &RunGame {
        self.driver.app().run().expect("a run")
    }

    fn room(&self) -> String {
        self.run().room_title()
    }

    pub(super) fn pad(&mut self, button: PadButton) {
        self.driver.feed(Input::Pad(button, true));
        self.driver.feed(Input::Pad(button, false));
        self.driver.frames(2);
    }

    /// Begins a run of a campaign on the easy level.
    fn begin_run(&mut self, campaign: &str, seed: &str) {
        self.click("title/run-new");
        assert_eq!(self.top(), "new-run");
        self.click(&format!("new-run/campaign {campaign}"));
        self.type_digits(seed);
        // From normal over hard to easy.
        self.click("new-run/level");
        self.click("new-run/level");
        self.click("new-run/begin");
        self.driver.frames(4);
    }

    fn type_digits(&mut self, digits: &str) {
        for digit in digits.bytes() {
            self.driver.key(Key::ALL[Key::Digit0 as usize + usize::from(digit - b'0')]);
        }
    }

    /// Enters the first open room by a click on the map.
    fn go_on(&mut self) {
        if self.top() == "room" {
            self.driver.key(Key::Escape);
        }
        assert_eq!(self.top(), "run");
        let room = foretoken_game::runs::map::open_rooms(self.run().view()).into_iter().next().expect("an open room");
        self.driver.frames(3);
        self.click(&format!("run/room {room}"));
        self.driver.frames(3);
    }

    /// Lets the computer choose all orders until the battle ends.
    fn fight_on(&mut self) {
        for _ in 0..400 {
            if self.top() == "end" {
                break;
            }
            let app = &mut self.driver.runner.app;
            for command in [Command::Auto, Command::Commit, Command::Skip] {
                app.command(command);
            }
            self.driver.frames(2);
        }
        assert_eq!(self.top(), "end", "the battle ends");
    }

    fn folder_of_run(&self) -> PathBuf {
        self.run().folder().to_owned()
    }

    /// Returns to the title and continues the run from there.
    fn leave_and_continue(&mut self) {
        self.driver.key(Key::F10);
        self.driver.frames(3);
        assert_eq!(self.top(), "title");
        assert!(self.driver.app().run().is_none(), "the title lets go of the run");
        self.click("title/run-continue");
        self.driver.frames(4);
    }
}

fn verified(assets: &Path, folder: &Path) {
    let content = Content::open(assets).expect("content");
    let (run, damage) = folder::read(&content, folder).expect("a run");
    assert_eq!(damage, "");
    let records = |name: &str| std::fs::read(folder.join(name)).ok();
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let verdict = verify(run.campaign(), run.entries(), &records, &compile);
    assert!(matches!(verdict, RunVerdict::Same { .. }), "{verdict:?}");
}

#[test]
fn a_run_is_played_from_title_to_end() {
    let mut played = Played::new(None).still_run();
    played.begin_run("the-march", "7");
    assert_eq!(played.top(), "run");
    played.driver.frames(10);
    played.keep("run-map");
    played.go_on();
    assert_eq!((played.top(), played.room().as_str()), ("room", "The Bridge"));
    played.keep("run-battle-room");
    played.click("room/fight");
    played.fight_on();
    // The battle is looked back at.
    played.driver.frames(60);
    played.keep("run-battle-end");
    played.driver.key(Key::Enter);
    played.driver.frames(3);
    assert_eq!(played.top(), "room", "the run goes on");
    assert!(played.run().news()[0].starts_with("You win the battle in round"), "{:?}", played.run().news());
    assert_eq!(played.run().turning_points().len(), 1);
    played.keep("run-after-battle");
    played.go_on();
    assert_eq!((played.top(), played.room().as_str()), ("room", "The Wagon"));
    played.click("room/move 0");
    played.click("room/move 1");
    played.keep("run-loot");
    played.click("room/take");
    played.driver.frames(3);
    assert_eq!(played.run().view().stash.len(), 3);
    played.driver.key(Key::Escape);
    played.driver.frames(5);
    played.keep("run-way");
    played.go_on();
    assert_eq!((played.top(), played.room().as_str()), ("room", "The Village"));
    played.keep("run-choice");
    played.click("room/move 0");
    played.driver.frames(3);
    assert!(played.run().news().contains(&"You leave at dawn.".to_owned()), "{:?}", played.run().news());
    played.keep("run-choice-made");
    played.go_on();
    played.click("room/fight");
    played.fight_on();
    // The turning points appear, and then the panel has its size.
    played.driver.frames(60);
    played.click("over/run");
    played.driver.frames(3);
    if played.run().view().ending.is_none() {
        played.go_on();
        assert_eq!(played.run().run().state().ending, Some(Ending::Won));
    }
    assert_eq!(played.top(), "run-end");
    assert!(played.driver.app().widget_rects.get("run-end/unlock 0").is_some(), "the first run opens something");
    played.keep("run-end");
    let folder = played.folder_of_run();
    played.driver.key(Key::F10);
    verified(&root().join("assets"), &folder);
}

#[test]
fn a_run_that_is_left_goes_on_in_battle_in_a_choice_and_on_the_map() {
    let mut played = Played::new(None).still_run();
    played.begin_run("the-march", "7");
    let folder = played.folder_of_run();
    played.leave_and_continue();
    assert_eq!((played.top(), played.run().view().here), ("run", None), "on the map");
    played.go_on();
    played.leave_and_continue();
    assert_eq!((played.top(), played.room().as_str()), ("room", "The Bridge"));
    played.click("room/fight");
    let app = &mut played.driver.runner.app;
    [Command::Auto, Command::Commit, Command::Skip].into_iter().for_each(|command| app.command(command));
    played.driver.frames(3);
    let hash = |played: &Played| {
        let session = &played.battle().controller.session;
        session.seat().known().state().hash64(session.book())
    };
    let before = hash(&played);
    played.leave_and_continue();
    assert_eq!(played.top(), "battle");
    assert_eq!(hash(&played), before);
    played.keep("run-battle-continued");
    played.fight_on();
    played.leave_and_continue();
    played.driver.frames(3);
    assert_eq!(played.top(), "end", "also after its last order");
    played.driver.key(Key::Enter);
    played.driver.frames(3);
    played.go_on();
    played.click("room/move 0");
    played.click("room/take");
    played.go_on();
    assert_eq!(played.room(), "The Village");
    played.leave_and_continue();
    assert_eq!((played.top(), played.room().as_str()), ("room", "The Village"), "in a choice");
    played.click("room/move 0");
    played.driver.frames(3);
    played.driver.key(Key::Escape);
    played.leave_and_continue();
    assert_eq!((played.top(), played.room().as_str()), ("run", "The Village"), "on the map");
    played.driver.key(Key::F10);
    verified(&root().join("assets"), &folder);
}

fn market() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let assets = crate::market::assets(folder.path());
    (folder, assets)
}

#[test]
fn shop_rest_trade_and_questions_are_pressed() {
    let (_folder, assets) = market();
    let mut played = Played::of_assets(&assets, None).still_run();
    played.begin_run("market", "1");
    played.go_on();
    assert_eq!((played.top(), played.room().as_str()), ("room", "The Stalls"));
    played.driver.frames(3);
    played.keep("run-shop");
    played.click("room/move 1");
    assert_eq!(played.run().view().values[0].1, 10, "it is too expensive");
    played.click("room/move 0");
    played.driver.frames(3);
    assert_eq!((played.run().view().values[0].1, played.run().view().stash.len()), (6, 1));
    played.click("room/party");
    assert_eq!(played.top(), "party");
    played.driver.key(Key::Escape);
    played.click("room/close");
    played.go_on();
    played.click("room/move 0");
    played.driver.frames(2);
    played.go_on();
    assert_eq!(played.room(), "The Trader");
    played.keep("run-trade");
    played.click("room/move 0");
    played.click("room/close");
    assert_eq!(played.top(), "room", "a chosen offer is not left behind");
    played.click("room/take");
    played.driver.frames(2);
    assert!(played.run().view().stash.contains(&"War paint".to_owned()), "{:?}", played.run().view().stash);
    played.go_on();
    played.click("room/move 0");
    played.keep("run-question");
    played.click("room/close");
    played.click("room/move 0");
    played.click("room/answer 0");
    played.driver.frames(2);
    assert_eq!(played.run().view().values[0].1, 3, "the surgeon is paid");
    // The ways of the room lead on, too.
    let way = played.run().view().moves.iter().position(|own| matches!(own.command, Decision::Enter(_)));
    played.click(&format!("room/move {}", way.expect("a way")));
    played.driver.frames(3);
    assert_eq!((played.top(), played.run().run().state().ending), ("run-end", Some(Ending::Won)));
    let folder = played.folder_of_run();
    played.click("run-end/copy");
    played.click("run-end/journal");
    assert_eq!(played.top(), "run-journal");
    played.driver.key(Key::Escape);
    played.click("run-end/map");
    assert_eq!(played.top(), "run");
    played.click("run/enter");
    assert_eq!(played.top(), "run-end");
    played.click("run-end/rewind");
    assert_eq!(played.top(), "run-rewind");
    played.keep("run-rewind");
    played.click("run-rewind/point 0");
    played.click("run-rewind/close");
    assert_eq!(played.top(), "run-rewind", "nothing is decided yet");
    played.click("run-rewind/point 0");
    played.click("run-rewind/confirm");
    played.driver.frames(3);
    assert_eq!((played.top(), played.room().as_str()), ("room", "The Surgeon"), "the run goes on from there");
    assert_eq!(played.run().view().values[0].1, 6, "with the gold of then");
    played.click("room/move 1");
    played.driver.frames(2);
    played.go_on();
    played.click("run-end/new");
    assert_eq!(played.top(), "new-run");
    played.click("new-run/close");
    played.click("run-end/title");
    assert_eq!(played.top(), "title");
    verified(&assets, &folder);
}

#[test]
fn the_party_is_equipped_and_compared() {
    let (_folder, assets) = market();
    let mut played = Played::of_assets(&assets, None).still_run();
    played.begin_run("market", "1");
    played.go_on();
    played.click("room/move 0");
    played.driver.key(Key::Escape);
    played.click("run/member Elin");
    assert_eq!(played.top(), "party");
    played.driver.frames(3);
    let equipped = |played: &Played| {
        let loadout = &played.run().view().party.iter().find(|own| own.name == "Elin").expect("Elin").loadouts[0];
        loadout.skills.iter().filter(|own| own.equipped).map(|own| own.skill.clone()).collect::<Vec<_>>()
    };
    assert_eq!(equipped(&played), ["mend", "cleanse", "ward"]);
    let title =
        |played: &Played, skill: &str| foretoken_campaign::pages::skill_title(played.run().run().campaign(), skill);
    let (hasten, locked) = (title(&played, "hasten"), title(&played, "nurture"));
    played.click(&format!("party/row {locked}"));
    played.keep("run-party-locked");
    assert_eq!(equipped(&played), ["mend", "cleanse", "ward"], "a locked skill stays where it is");
    played.click(&format!("party/row {hasten}"));
    played.driver.frames(2);
    played.keep("run-party-skills");
    played.click("party/deed 1");
    played.driver.frames(3);
    assert_eq!(equipped(&played), ["mend", "ward", "hasten"]);
    played.click("party/member Alda");
    played.driver.frames(3);
    let strength = |played: &Played| {
        let page = played.run().run().member_page("Alda");
        page.into_iter().find(|line| line.words.starts_with("Strength")).expect("a stat").words
    };
    let before = strength(&played);
    played.click("party/row Iron sword");
    played.driver.frames(3);
    played.keep("run-party-compared");
    played.click("party/deed 0");
    played.driver.frames(3);
    assert_ne!(strength(&played), before, "the sword is worn");
    played.click("party/row Iron sword, worn");
    played.click("party/deed 1");
    played.driver.frames(3);
    assert!(played.run().view().stash.contains(&"Iron sword".to_owned()));
    played.click("party/member Elin");
    played.driver.frames(3);
    let (x, y) = played.driver.middle("party/row Mend").expect("in view");
    played.driver.point(x, y);
    played.driver.feed(Input::Wheel(-30.0));
    played.driver.frames(3);
    played.click("party/row Marching order");
    played.driver.frames(3);
    assert_eq!(played.run().view().party[0].name, "Elin");
    played.click("party/close");
    assert_eq!(played.top(), "run");
}

#[test]
fn the_map_is_used_by_mouse_keyboard_and_pad() {
    let (_folder, assets) = market();
    let mut played = Played::of_assets(&assets, None).still_run();
    played.begin_run("market", "1");
    for (button, top) in [
        ("run/party", "party"),
        ("run/journal", "run-journal"),
        ("run/rewind", "run-rewind"),
        ("run/settings", "settings"),
        ("run/help", "help"),
    ] {
        played.click(button);
        assert_eq!(played.top(), top, "{button}");
        played.driver.key(Key::Escape);
        played.driver.frames(2);
        assert_eq!(played.top(), "run", "{button}");
    }
    let place = |played: &Played| played.driver.middle("run/room 0").expect("in view");
    let before = place(&played);
    played.driver.drag_between((before.0, before.1 + 120.0), (before.0 + 60.0, before.1 + 150.0));
    let moved = place(&played);
    assert!((moved.0 - before.0 - 60.0).abs() < 12.0 && moved.1 > before.1, "{before:?} {moved:?}");
    played.driver.feed(Input::Wheel(2.0));
    played.driver.key(Key::Minus);
    played.driver.key(Key::F);
    played.driver.frames(3);
    assert!((place(&played).0 - before.0).abs() < 2.0, "F shows the whole map again");
    // A room without a way is not entered.
    played.click("run/room 3");
    assert_eq!((played.top(), played.run().view().here), ("run", None));
    played.driver.key(Key::F1);
    assert!(!played.driver.app().is_editing(), "the editor belongs to the title and to single battles");
    for key in [Key::Tab, Key::Enter] {
        played.driver.key(key);
    }
    played.driver.frames(3);
    assert_eq!((played.top(), played.room().as_str()), ("room", "The Stalls"));
    played.pad(PadButton::East);
    assert_eq!(played.top(), "run");
    played.pad(PadButton::North);
    assert_eq!(played.top(), "party");
    played.pad(PadButton::ShoulderRight);
    played.pad(PadButton::East);
    played.pad(PadButton::Right);
    played.pad(PadButton::South);
    assert_eq!(played.room(), "The Inn", "the pad goes right and enters");
    played.pad(PadButton::South);
    assert!(!played.run().news().is_empty(), "the pad presses the first option");
    played.pad(PadButton::East);
    played.pad(PadButton::Up);
    played.pad(PadButton::Right);
    played.pad(PadButton::South);
    assert_eq!(played.top(), "run-journal", "buttons are beside the rooms");
    played.pad(PadButton::East);
    played.click("run/leave");
    assert_eq!(played.top(), "title");
}

#[test]
fn the_title_offers_runs_by_keyboard_and_pad() {
    let mut played = Played::new(None).still_run();
    played.driver.key(Key::Up);
    played.driver.key(Key::Enter);
    played.driver.frames(2);
    assert_eq!(played.top(), "new-run");
    played.type_digits("12");
    played.driver.key(Key::Backspace);
    played.driver.key(Key::Down);
    played.driver.key(Key::Down);
    played.driver.key(Key::Enter);
    played.driver.frames(2);
    played.keep("run-new");
    played.driver.key(Key::E);
    played.driver.frames(4);
    let begin = played.run().run().first().expect("begun").clone();
    assert_eq!((begin.seed, begin.mode), (1, foretoken_campaign::Mode::SameDice));
    played.driver.key(Key::Escape);
    played.driver.frames(2);
    assert_eq!(played.top(), "title");
    played.keep("run-title");
    // The focus stayed at the first button above the cards, which now continues the run.
    played.pad(PadButton::Right);
    played.pad(PadButton::Left);
    played.pad(PadButton::South);
    assert_eq!(played.run().folder(), played.folder.path().join("runs").join(format!("{}-1", begin.campaign)));
    played.click("run/leave");
    played.click("title/battles");
    played.driver.key(Key::Enter);
    played.driver.frames(3);
    assert_eq!(played.top(), "battle", "single battles are as before");
}

#[test]
fn a_run_without_rewinds_refuses_them_and_a_run_in_use_is_refused() {
    let (_folder, assets) = market();
    let mut played = Played::of_assets(&assets, None).still_run();
    played.click("title/run-new");
    played.click("new-run/campaign market");
    played.click("new-run/mode");
    played.click("new-run/mode");
    played.click("new-run/seed");
    played.click("new-run/begin");
    played.driver.frames(3);
    played.go_on();
    played.driver.key(Key::R);
    played.driver.frames(2);
    assert_eq!(played.top(), "run-rewind");
    assert!(played.driver.app().widget_rects.get("run-rewind/point 0").is_none());
    let folder = played.folder_of_run();
    played.click("run-rewind/close");
    played.driver.key(Key::F10);
    let content = Content::open(&assets).expect("content");
    let held = RunGame::resume(&content, &folder).expect("it goes on");
    played.click("title/run-continue");
    played.driver.frames(3);
    assert_eq!(played.top(), "title");
    assert!(!played.driver.app().told().is_empty(), "the title says why");
    drop(held);
}

#[test]
fn a_map_of_ten_thousand_rooms_draws_what_is_in_view() {
    let (_folder, assets) = market();
    let mut rooms = String::new();
    for at in 0..9_999 {
        let (x, y) = (at / 20, at % 20);
        let next = if at + 20 < 9_999 { at + 20 } else { 9_999 };
        rooms += &format!(
            "(name: \"r{at}\", kind: \"rest\", x: {x}, y: {y}, options: [(text: \"Sleep.\")], next: [(to: \"r{next}\")]),\n"
        );
    }
    let starts: Vec<String> = (0..20).map(|at| format!("\"r{at}\"")).collect();
    let text = format!(
        "Campaign(title: \"Far\", order: 8, members: [(name: \"Alda\", unit: \"captain\")], starts: [{}], rooms: [\n{rooms}\
         (name: \"r9999\", kind: \"end\", x: 501)])",
        starts.join(", ")
    );
    std::fs::write(assets.join("banner/campaigns/far.ron"), text).expect("written");
    let mut played = Played::of_assets(&assets, None).still_run();
    played.begin_run("far", "1");
    assert_eq!(played.top(), "run", "{}", played.driver.app().told());
    assert_eq!(played.run().view().rooms.len(), 10_000);
    let shown = |played: &Played| {
        let names = played.driver.app().widget_rects.names();
        names.filter(|name| name.starts_with("run/room ")).map(str::to_owned).collect::<Vec<_>>()
    };
    let first = shown(&played);
    assert!((1..300).contains(&first.len()), "{}", first.len());
    for _ in 0..40 {
        played.driver.key(Key::Right);
    }
    played.driver.frames(30);
    let then = shown(&played);
    assert!(
        (1..300).contains(&then.len()) && first.iter().all(|name| !then.contains(name)),
        "the map follows the focus"
    );
    played.keep("run-far");
}

#[test]
fn screens_of_a_run_are_as_they_are_kept() {
    let mut played = Played::new(None).still_run();
    played.begin_run("the-march", "7");
    for (size, name) in [((1280, 800), "run-map"), ((800, 600), "run-map-small")] {
        played.driver.feed(Input::Resized(size.0, size.1));
        played.driver.point(5.0, 300.0);
        played.driver.frames(10);
        played.assert_picture(name);
    }
    played.go_on();
    for (size, name) in [((800, 600), "run-room-small"), ((1280, 800), "run-room")] {
        played.driver.feed(Input::Resized(size.0, size.1));
        played.driver.point(5.0, 300.0);
        played.driver.frames(10);
        played.assert_picture(name);
    }
}
