//! The moments that one can go back to.

use super::{page, turn};
use crate::window::hud::Hud;
use crate::window::screens::commands::Command;
use crate::window::screens::screen::{Cx, Heard, Request, Screen};
use foretoken_session::controller::Controller;
use foretoken_session::texts::moments;

/// The page.
#[derive(Debug)]
pub(super) struct Rewind;

impl Screen for Rewind {
    fn name(&self) -> &'static str {
        "rewind"
    }

    fn command(&mut self, cx: &mut Cx<'_>, command: Command) -> Heard {
        turn(cx, self.name(), command)
    }

    fn draw(&mut self, cx: &mut Cx<'_>, hud: &mut Hud<'_>) {
        let Some(battle) = cx.battle() else { return };
        let mut asked = None;
        let open = page(hud, "Go back to", [520.0, 520.0], |hud| asked = rewind(hud, &battle.controller));
        if let Some(moment) = asked {
            battle.playback.skip();
            battle.controller.rewind(moment);
        }
        if !open || asked.is_some() {
            cx.ask(Request::Pop(self.name()));
        }
    }
}

fn rewind(hud: &mut Hud<'_>, controller: &Controller) -> Option<usize> {
    let moments = controller.session.moments();
    hud.broken("text-soft", "Going back forks the record: the old future is kept in it.");
    let mut asked = None;
    for (index, moment) in moments.iter().enumerate() {
        let now = if index + 1 == moments.len() { "   (now)" } else { "" };
        let words = format!("round {:>2}   {}{now}##{index}", moment.round, moments::occasion(&moment.what));
        if hud.ui.selectable(&words) {
            asked = Some(index);
        }
        hud.widget_rects.item(hud.ui, format!("rewind/{index}"));
    }
    asked
}
