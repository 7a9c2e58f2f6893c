//! The page that compares two plans.

use super::{page, turn};
use crate::window::hud::{ButtonStyle, Hud};
use crate::window::screens::commands::Command;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use foretoken_session::controller::NO_OTHER_PLAN;
use foretoken_session::texts::plan_text::PlanRow;

#[derive(Debug)]
pub(super) struct Plans;

impl Screen for Plans {
    fn name(&self) -> &'static str {
        "plans"
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        if command == Command::Flip {
            return Heard::Passed;
        }
        turn(cx, self.name(), command)
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let flip = cx.shared.bindings.with_key("Flip", Command::Flip);
        let Some(battle) = cx.battle() else { return };
        let rows = battle.controller.plan_rows();
        let mut flips = false;
        let open = page(hud, "Two plans", [760.0, 420.0], |hud| match rows {
            None => hud.broken("dim", NO_OTHER_PLAN),
            Some(rows) => {
                table(hud, rows);
                flips = hud.button("plans/flip", None, &flip, ButtonStyle::default());
            }
        });
        if flips {
            cx.ask(Request::Do(Command::Flip));
        } else if !open {
            cx.ask(Request::Pop(self.name()));
        }
    }
}

fn table(hud: &mut Hud<'_>, rows: &[PlanRow]) {
    if rows.is_empty() {
        return hud.broken("text", "Both plans are the same.");
    }
    let Some(_table) = hud.ui.begin_table("plans", 3) else { return };
    for (colour, words) in [("dim", ""), ("accent", "This plan"), ("accent", "Other plan")] {
        hud.ui.table_next_column();
        hud.broken(colour, words);
    }
    for row in rows {
        hud.ui.table_next_column();
        hud.broken("white", &row.about);
        for under in &row.under {
            hud.ui.table_next_column();
            hud.broken("text", under);
        }
    }
}
