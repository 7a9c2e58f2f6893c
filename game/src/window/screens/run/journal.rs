//! The journal of a run as sentences. Arrows, Page up, Page down, Home, End, wheel and pad scroll it.

use super::cached::Cached;
use super::scroll::Scroll;
use crate::runs::RunGame;
use crate::window::hud::Hud;
use crate::window::platform::input::Chord;
use crate::window::screens::commands::Command;
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};

#[derive(Debug, Default)]
pub(super) struct RunJournal {
    told: Cached<Vec<String>>,
    scroll: Scroll,
}

/// Returns the terms of the run and its entries.
fn lines(game: &RunGame) -> Vec<String> {
    let entries = game.run().told().into_iter().map(|(at, line)| format!("{at}  {line}"));
    std::iter::once(game.run().terms()).chain(entries).collect()
}

impl Screen for RunJournal {
    fn name(&self) -> &'static str {
        "run-journal"
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        match command {
            Command::Back | Command::Confirm | Command::Done | Command::Log => cx.ask(Request::Pop(self.name())),
            Command::Menu => return Heard::Passed,
            _ => _ = self.scroll.step(command),
        }
        Heard::Taken
    }

    fn key(&mut self, _: &mut ScreenContext<'_>, chord: Chord) -> bool {
        self.scroll.key(chord)
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(game) = cx.shared.run.as_deref() else { return };
        let lines = self.told.get(game, lines);
        let open = pages::page(hud, "Journal", [620.0, 560.0], |hud| {
            for (at, line) in lines.iter().enumerate() {
                hud.broken(if at == 0 { "text-soft" } else { "text" }, line);
                hud.widget_rects.item(hud.ui, format!("run-journal/line {at}"));
            }
            self.scroll.apply(hud);
        });
        if !open {
            cx.ask(Request::Pop(self.name()));
        }
    }
}
