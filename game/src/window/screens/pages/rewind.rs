//! The rewind list.

use super::{page, turn};
use crate::window::hud::Hud;
use crate::window::screens::commands::Command;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use foretoken_session::controller::Controller;
use foretoken_session::texts::rewind_points;

#[derive(Debug)]
pub(super) struct Rewind;

impl Screen for Rewind {
    fn name(&self) -> &'static str {
        "rewind"
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        turn(cx, self.name(), command)
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(battle) = cx.battle() else { return };
        let mut asked = None;
        let open = page(hud, "Go back to", [520.0, 520.0], |hud| asked = rewind(hud, &battle.controller));
        if let Some(rewind_point) = asked {
            battle.playback.skip();
            battle.controller.rewind(rewind_point);
        }
        if !open || asked.is_some() {
            cx.ask(Request::Pop(self.name()));
        }
    }
}

fn rewind(hud: &mut Hud<'_>, controller: &Controller) -> Option<usize> {
    let rewind_points = controller.session.rewind_points();
    hud.broken("text-soft", "Rewinding keeps your old try; you can look at it later.");
    let mut asked = None;
    for (index, row) in rewind_points::rows(&rewind_points).iter().enumerate() {
        if hud.ui.selectable(format!("{row}##{index}")) {
            asked = Some(index);
        }
        hud.widget_rects.item(hud.ui, format!("rewind/{index}"));
    }
    asked
}
