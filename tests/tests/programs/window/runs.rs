//! Runs of a campaign in the window: each control of each screen, a whole run, and leaving and continuing it.

use super::*;
use foretoken_campaign::{Command as Decision, RunVerdict, verify};
use foretoken_game::runs::folder;
use foretoken_game::window::platform::input::PadButton;
use foretoken_game::window::screens::commands::Command;

impl Played {
    fn top(&self) -> &'static str {
        self.driver.app().top()
    }

    fn run(&self) -> &foretoken_game::runs::RunGame {
        self.driver.app().run().expect("a run")
    }

    fn room(&self) -> String {
        self.run().room_title()
    }

    /// Begins a run of a campaign on the easy level.
    fn begin_run(&mut self, campaign: &str, seed: &str) {
        self.click("title/run-new");
        assert_eq!(self.top(), "new-run");
        self.click(&format!("new-run/campaign {campaign}"));
        for digit in seed.bytes() {
            self.driver.key(Key::ALL[Key::Digit0 as usize + usize::from(digit - b'0')]);
        }
        self.keep("run-new");
        self.click("new-run/level");
        self.click("new-run/level");
        self.click("new-run/begin");
        self.driver.frames(2);
        assert_eq!(self.top(), "run");
    }

    /// Enters the first open room of the map by the keyboard.
    fn go_on(&mut self) {
        if self.top() == "room" {
            self.driver.key(Key::Escape);
        }
        assert_eq!(self.top(), "run");
        let rooms = self.run().view().moves.iter().filter_map(|own| match own.command {
            Decision::Enter(room) if own.refused.is_none() => Some(room),
            _ => None,
        });
        let room = rooms.min().expect("an open room");
        self.click(&format!("run/room {room}"));
        self.driver.frames(2);
    }

    /// Lets the computer choose all orders until the battle ends, and takes over the outcome.
    fn fight(&mut self) {
        self.click("room/fight");
        self.driver.frames(2);
        assert_eq!(self.top(), "battle");
        self.fight_on();
    }

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

    fn verify_run(&self, folder: &Path) {
        let content = Content::find(Some(&root().join("assets"))).expect("content");
        let (run, damage) = folder::read(&content, folder).expect("a run");
        assert_eq!(damage, "");
        let records = |name: &str| std::fs::read(folder.join(name)).ok();
        let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
        let verdict = verify(run.campaign(), run.entries(), &records, &compile);
        assert!(matches!(verdict, RunVerdict::Same { .. }), "{verdict:?}");
    }
}

#[test]
fn a_run_is_played_from_title_to_end() {
    let mut played = Played::new(None);
    played.driver.runner.app.shared.settings.reduced_motion = true;
    played.keep("run-title");
    played.begin_run("the-march", "7");
    played.keep("run-begins");
    played.go_on();
    assert_eq!((played.top(), played.room().as_str()), ("room", "The Bridge"));
    played.keep("run-battle-room");
    played.fight();
    played.keep("run-battle-end");
    played.click("over/run");
    played.driver.frames(3);
    played.keep("run-after-battle");
    let is_lost = played.run().view().ending.is_some();
    println!("{:?} lost {is_lost}", played.run().news());
    let folder = played.run().folder().to_owned();
    played.driver.key(Key::F10);
    played.verify_run(&folder);
}
