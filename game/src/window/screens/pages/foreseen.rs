//! The page of the prediction.

use super::{page, told_lines, turn};
use crate::window::hud::Hud;
use crate::window::screens::commands::Command;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use foretoken_session::controller::NOTHING_FORESEEN;
use foretoken_session::texts::forecast_text;

#[derive(Debug)]
pub(super) struct Foreseen;

impl Screen for Foreseen {
    fn name(&self) -> &'static str {
        "foreseen"
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        turn(cx, self.name(), command)
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(battle) = cx.battle() else { return };
        let lines = forecast_text::page(battle.controller.session.seat());
        let open = page(hud, "Forecast", [640.0, 560.0], |hud| {
            if lines.is_empty() {
                hud.broken("dim", NOTHING_FORESEEN);
            }
            told_lines(hud, &lines);
        });
        if !open {
            cx.ask(Request::Pop(self.name()));
        }
    }
}
