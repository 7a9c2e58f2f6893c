//! The page of causes.

use super::{page, told_lines, turn};
use crate::window::hud::Hud;
use crate::window::screens::commands::Command;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use foretoken_session::controller::NOTHING_FORESEEN;

#[derive(Debug, Default)]
pub(super) struct Why {
    pub(super) change: Option<u32>,
}

impl Screen for Why {
    fn name(&self) -> &'static str {
        "why"
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        turn(cx, self.name(), command)
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(battle) = cx.battle() else { return };
        let lines = battle.controller.why_page(self.change);
        let open = page(hud, "Why", [640.0, 460.0], |hud| {
            if lines.is_empty() {
                hud.broken("dim", NOTHING_FORESEEN);
            }
            told_lines(hud, lines);
        });
        if !open {
            cx.ask(Request::Pop(self.name()));
        }
    }
}
