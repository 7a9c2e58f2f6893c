//! The screen between two players, without the battle.

use crate::window::hud::{ButtonStyle, Hud};
use crate::window::screens::commands::Command;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use crate::window::screens::title::request::TitleRequest;

#[derive(Debug)]
pub(in crate::window) struct HandOver;

impl Screen for HandOver {
    fn name(&self) -> &'static str {
        "hand-over"
    }

    fn is_opaque(&self) -> bool {
        true
    }

    fn settle(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.battle().is_none_or(|battle| battle.hands_over().is_none()) {
            cx.ask(Request::Pop(self.name()));
        }
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        match command {
            Command::Confirm | Command::Done => {
                if let Some(battle) = cx.battle()
                    && let Some(report) = battle.controller.take_screen()
                {
                    battle.playback.play(report);
                }
            }
            Command::Menu => cx.ask(TitleRequest::Show),
            _ => {}
        }
        Heard::Taken
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(battle) = cx.battle() else { return };
        let Some(side) = battle.hands_over() else { return };
        let words = format!("Next player: {}.", hud.art.presentation().side(battle.book(), side));
        let at = hud.at(0.5, 0.42, (0.0, 0.0));
        let free = hud.free;
        let width = (free.width() - hud.rim()[0]).min(360.0 * hud.s);
        hud.panel("hand-over", at, [0.5, 0.5], [free.width(), free.height()], |hud| {
            let font = hud.ui.push_font(hud.fonts.large);
            hud.words("accent", &words);
            font.pop();
            hud.wrapped("white", width, "The other side cannot see your orders until the round is played.");
            let look = ButtonStyle { pulse: true, ..ButtonStyle::default() };
            if hud.button("hand-over/sit-down", None, "Start", look) {
                cx.ask(Request::Do(Command::Confirm));
            }
        });
    }
}
