//! The journal of a run: what happened, as sentences.

use crate::window::hud::Hud;
use crate::window::screens::commands::Command;
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};

#[derive(Debug)]
pub(super) struct RunJournal;

impl Screen for RunJournal {
    fn name(&self) -> &'static str {
        "run-journal"
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        match command {
            Command::Back | Command::Confirm | Command::Done | Command::Log => cx.ask(Request::Pop(self.name())),
            Command::Menu => return Heard::Passed,
            _ => {}
        }
        Heard::Taken
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(game) = cx.shared.run.as_deref() else { return };
        let open = pages::page(hud, "Journal", [620.0, 560.0], |hud| {
            hud.broken("text-soft", &game.run().terms());
            for (at, line) in game.run().told() {
                hud.broken("text", &format!("{at}  {line}"));
            }
        });
        if !open {
            cx.ask(Request::Pop(self.name()));
        }
    }
}
