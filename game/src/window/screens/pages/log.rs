//! The page of the log.

use super::{page, turn};
use crate::window::hud::Hud;
use crate::window::screens::commands::Command;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use foretoken_session::controller::Controller;

#[derive(Debug)]
pub(super) struct Log;

impl Screen for Log {
    fn name(&self) -> &'static str {
        "log"
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        turn(cx, self.name(), command)
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(battle) = cx.battle() else { return };
        if !page(hud, "Log", [640.0, 560.0], |hud| log(hud, &battle.controller)) {
            cx.ask(Request::Pop(self.name()));
        }
    }
}

fn log(hud: &Hud<'_>, controller: &Controller) {
    if controller.log().is_empty() {
        hud.words("dim", "Nothing has happened yet.");
    }
    for line in controller.log() {
        hud.broken(if line.starts_with('—') { "accent" } else { "text" }, line);
    }
    if hud.ui.scroll_y() >= hud.ui.scroll_max_y() {
        hud.ui.set_scroll_here_y_with_ratio(1.0);
    }
}
