//! The rooms to which a run can go back, with a confirmation.

use super::cached::Cached;
use super::request::RunRequest;
use crate::runs::{RunGame, words};
use crate::window::hud::Hud;
use crate::window::screens::commands::Command;
use crate::window::screens::focus::{Card, Focus, FocusPage};
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use foretoken_campaign::Command as Decision;
use foretoken_campaign::pages::Waypoint;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Point(usize),
    Confirm,
    Close,
}

#[derive(Debug, Default)]
pub(super) struct RunRewind {
    focus: Focus<Spot>,
    chosen: Option<Waypoint>,
    /// The latest is first.
    points: Cached<Vec<Waypoint>>,
}

/// Returns the rooms to which the run can go back, the latest first.
fn points(game: &RunGame) -> Vec<Waypoint> {
    let mut points = game.run().waypoints();
    points.reverse();
    points
}

impl FocusPage for RunRewind {
    type Spot = Spot;

    fn focus(&mut self) -> &mut Focus<Spot> {
        &mut self.focus
    }

    fn press(&mut self, cx: &mut ScreenContext<'_>, spot: Spot) {
        match spot {
            Spot::Point(at) => {
                self.chosen = cx.run().and_then(|game| self.points.get(game, points).get(at).cloned());
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
            _ => _ = self.press_or_steer(cx, command),
        }
        Heard::Taken
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(game) = cx.shared.run.as_deref() else { return };
        let points = self.points.get(game, points);
        self.focus.begin();
        let mut pressed = None;
        let open = pages::page(hud, "Go back to a room", [560.0, 480.0], |hud| {
            hud.broken("text-soft", words::rewind_note(game.run().state().mode, !points.is_empty()));
            if let Some(point) = &self.chosen {
                hud.broken("white", &words::rewinds(point));
                hud.broken("text-soft", words::REWIND_ABOUT);
                if self.focus.button(hud, Spot::Confirm, "run-rewind/confirm", "rewind", "Go back") {
                    pressed = Some(Spot::Confirm);
                }
                hud.ui.same_line();
            } else {
                for (at, point) in points.iter().enumerate() {
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
        self.finish(cx, pressed, open);
    }
}
