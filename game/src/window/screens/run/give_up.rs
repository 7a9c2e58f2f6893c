//! The confirmation to give up the run in play.

use super::request::RunRequest;
use crate::runs::words;
use crate::window::hud::Hud;
use crate::window::screens::commands::Command;
use crate::window::screens::focus::{Focus, FocusPage};
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Screen, ScreenContext};
use foretoken_campaign::Command as Decision;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Stay,
    GiveUp,
}

#[derive(Debug, Default)]
pub(super) struct GiveUp {
    focus: Focus<Spot>,
}

impl FocusPage for GiveUp {
    type Spot = Spot;

    fn focus(&mut self) -> &mut Focus<Spot> {
        &mut self.focus
    }

    fn press(&mut self, cx: &mut ScreenContext<'_>, spot: Spot) {
        match spot {
            Spot::Stay => self.close(cx),
            Spot::GiveUp => cx.ask(RunRequest::Act(Decision::GiveUp)),
        }
    }
}

impl Screen for GiveUp {
    fn name(&self) -> &'static str {
        "run-give-up"
    }

    fn button_at(&self) -> Option<usize> {
        self.focus.index()
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        match command {
            Command::Back => self.close(cx),
            Command::Menu => return Heard::Passed,
            _ => _ = self.press_or_steer(cx, command),
        }
        Heard::Taken
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(game) = cx.shared.run.as_deref() else { return };
        self.focus.begin();
        let mut pressed = None;
        let open = pages::page(hud, words::GIVE_UP, [460.0, 150.0], |hud| {
            hud.broken("white", &words::gives_up(&game.view().campaign));
            hud.broken("text-soft", words::GIVE_UP_ABOUT);
            for (spot, name, icon, words) in
                [(Spot::Stay, "stay", "check", words::KEEP_ON), (Spot::GiveUp, "confirm", "cross", words::GIVE_UP)]
            {
                if self.focus.button(hud, spot, &format!("run-give-up/{name}"), icon, words) {
                    pressed = Some(spot);
                }
                hud.ui.same_line();
            }
        });
        self.finish(cx, pressed, open);
    }
}
