//! The unit page.

use super::{page, told_lines, turn};
use crate::window::hud::Hud;
use crate::window::screens::commands::Command;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use foretoken_session::texts::unit_page::PageLine;

#[derive(Debug)]
pub(super) struct Unit;

impl Screen for Unit {
    fn name(&self) -> &'static str {
        "unit"
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        if command.action().is_some() {
            cx.ask(Request::Pop(self.name()));
            cx.ask(Request::Do(command));
            return Heard::Taken;
        }
        turn(cx, self.name(), command)
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(battle) = cx.battle() else { return };
        let (heading, lines) = battle.controller.unit_page();
        let mut pressed = None;
        let open = page(hud, "Unit", [760.0, 620.0], |hud| pressed = body(hud, &heading, &lines));
        if let Some(command) = pressed.and_then(Command::of_action) {
            cx.ask(Request::Pop(self.name()));
            cx.ask(Request::Do(command));
        } else if !open {
            cx.ask(Request::Pop(self.name()));
        }
    }
}

fn body(hud: &mut Hud<'_>, heading: &str, lines: &[PageLine]) -> Option<usize> {
    let font = hud.ui.push_font(hud.fonts.large);
    hud.broken("accent", heading);
    font.pop();
    told_lines(hud, lines)
}
