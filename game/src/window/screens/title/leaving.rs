//! The confirmation to leave the game.

use crate::window::hud::{ButtonStyle, Hud};
use crate::window::screens::commands::Command;
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};

#[derive(Debug)]
pub(in crate::window) struct Leaving;

impl Screen for Leaving {
    fn name(&self) -> &'static str {
        "leaving"
    }

    fn caption(&self) -> Option<&str> {
        Some("Leave?")
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        match command {
            Command::Confirm | Command::Done => cx.ask(Request::Quit),
            Command::Back | Command::Menu => cx.ask(Request::Pop(self.name())),
            _ => pages::open_instead(cx, self.name(), command),
        }
        Heard::Taken
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let at = [hud.size[0] / 2.0, hud.size[1] * 0.42];
        let most = [hud.size[0] - 20.0 * hud.s, hud.size[1] * 0.8];
        hud.panel("title/leaving", at, [0.5, 0.5], most, |hud| {
            let font = hud.ui.push_font(hud.fonts.large);
            hud.words("white", "Quit Foretoken?");
            font.pop();
            let leave = ButtonStyle { chosen: true, ..ButtonStyle::default() };
            if hud.button("leaving/leave", Some("quit"), "Leave", leave) {
                cx.ask(Request::Quit);
            }
            hud.ui.same_line();
            if hud.button("leaving/stay", Some("check"), "Stay", ButtonStyle::default()) {
                cx.ask(Request::Pop("leaving"));
            }
        });
    }
}
