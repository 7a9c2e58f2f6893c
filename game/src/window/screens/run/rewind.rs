//! The rooms to which a run can go back, with a confirmation.

use super::focus::{Card, Focus};
use super::request::RunRequest;
use crate::runs::words;
use crate::window::hud::Hud;
use crate::window::screens::commands::Command;
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use foretoken_campaign::Command as Decision;
use foretoken_campaign::pages::Waypoint;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    Point(usize),
    Confirm,
    Close,
}

#[derive(Debug, Default)]
pub(super) struct RunRewind {
    focus: Focus<Spot>,
    chosen: Option<Waypoint>,
}

impl RunRewind {
    fn press(&mut self, cx: &mut ScreenContext<'_>, spot: Spot) {
        match spot {
            Spot::Point(at) => {
                // The latest is on top.
                let points = cx.run().map(|game| game.run().waypoints()).unwrap_or_default();
                self.chosen = points.into_iter().rev().nth(at);
                self.focus.set(Spot::Confirm);
            }
            Spot::Confirm => {
                if let Some(point) = self.chosen.take() {
                    cx.ask(RunRequest::Act(Decision::Rewind(point.entry)));
                }
            }
            Spot::Close if self.chosen.take().is_some() => {}
            Spot::Close => cx.ask(Request::Pop(self.name())),
        }
    }
}

impl Screen for RunRewind {
    fn name(&self) -> &'static str {
        "run-rewind"
    }

    fn button_at(&self) -> Option<usize> {
        self.focus.index()
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        match command {
            Command::Back => self.press(cx, Spot::Close),
            Command::Rewind => cx.ask(Request::Pop(self.name())),
            Command::Menu => return Heard::Passed,
            Command::Confirm | Command::Done => {
                if let Some(spot) = self.focus.at().copied() {
                    self.press(cx, spot);
                }
            }
            _ => _ = self.focus.steer(command),
        }
        Heard::Taken
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(game) = cx.shared.run.as_deref() else { return };
        let points = game.run().waypoints();
        self.focus.begin();
        let mut pressed = None;
        let open = pages::page(hud, "Go back to a room", [560.0, 480.0], |hud| {
            let why = match game.run().state().mode {
                foretoken_campaign::Mode::Ironman => words::NO_REWIND,
                _ if points.is_empty() => words::NOWHERE,
                mode => words::mode_note(mode),
            };
            hud.broken("text-soft", why);
            if let Some(point) = &self.chosen {
                hud.broken("white", &words::rewinds(point));
                hud.broken("text-soft", words::REWIND_ABOUT);
                if self.focus.button(hud, Spot::Confirm, "run-rewind/confirm", "rewind", "Go back") {
                    pressed = Some(Spot::Confirm);
                }
                hud.ui.same_line();
            } else {
                for (at, point) in points.iter().rev().enumerate() {
                    let lines = vec![("text-soft", words::replayed(point))];
                    let name = format!("run-rewind/point {at}");
                    let card = Card { name, title: point.text.clone(), lines, ..Card::default() };
                    if self.focus.card(hud, Spot::Point(at), &card) {
                        pressed = Some(Spot::Point(at));
                    }
                }
            }
            if self.focus.button(hud, Spot::Close, "run-rewind/close", "cross", "Stay here") {
                pressed = Some(Spot::Close);
            }
        });
        self.focus.end();
        if let Some(spot) = pressed {
            self.press(cx, spot);
        } else if !open {
            cx.ask(Request::Pop(self.name()));
        }
    }
}
