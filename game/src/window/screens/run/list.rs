//! The list of all runs: continue one, look at the end of one, or give one up. Runs that cannot be opened show the reason.

use super::request::RunRequest;
use crate::runs::{KeptRun, RunList, RunStanding, words};
use crate::window::audio::Sound;
use crate::window::hud::{ButtonStyle, Hud};
use crate::window::screens::commands::Command;
use crate::window::screens::focus::{Card, Focus, FocusPage};
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Screen, ScreenContext};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Run(usize),
    Open,
    GiveUp,
    Confirm,
    Stay,
    Close,
}

#[derive(Debug)]
pub(super) struct RunsPage {
    focus: Focus<Spot>,
    list: RunList,
    at: usize,
    /// True while the confirmation to give up the selected run is open.
    is_giving_up: bool,
}

impl RunsPage {
    pub(super) fn of(list: RunList) -> Self {
        Self { focus: Focus::default(), list, at: 0, is_giving_up: false }
    }

    fn selected(&self) -> Option<&KeptRun> {
        self.list.runs.get(self.at)
    }

    fn cards(&mut self, hud: &mut Hud<'_>) -> Option<Spot> {
        self.list.notices.iter().for_each(|notice| hud.broken("enemy-pale", notice));
        if self.list.runs.is_empty() {
            hud.broken("text-soft", words::NO_RUNS);
        }
        let mut pressed = None;
        for (at, run) in self.list.runs.iter().enumerate() {
            let (icon, colour) = match run.standing {
                RunStanding::Unfinished => ("play", "text-soft"),
                RunStanding::NoPack(_) => ("play", "enemy-pale"),
                RunStanding::Over(_) => ("room-end", "text-soft"),
                RunStanding::Taken | RunStanding::Damaged(_) => ("lock", "enemy-pale"),
            };
            let card = Card {
                name: format!("runs/run {at}"),
                icon: Some(icon),
                title: words::kept(run),
                lines: vec![(colour, words::run_standing(run))],
                is_refused: !run.is_open(),
                is_marked: at == self.at,
            };
            if self.focus.card(hud, Spot::Run(at), &card) {
                pressed = Some(Spot::Run(at));
            }
        }
        pressed
    }

    fn buttons(&mut self, hud: &mut Hud<'_>) -> Option<Spot> {
        let (is_open, is_running, is_over) = self.selected().map_or((false, false, false), |run| {
            (run.is_open(), run.is_running(), matches!(run.standing, RunStanding::Over(_)))
        });
        let open = if is_over { words::LOOK_BACK } else { words::CONTINUE };
        let rows = match (self.is_giving_up, self.selected()) {
            (true, Some(run)) => {
                hud.broken("white", &words::gives_up(&run.campaign));
                hud.broken("text-soft", words::GIVE_UP_ABOUT);
                vec![
                    (Spot::Stay, "stay", "check", words::KEEP_ON, true),
                    (Spot::Confirm, "confirm", "cross", words::GIVE_UP, true),
                ]
            }
            _ => vec![
                (Spot::Open, "open", "play", open, is_open),
                (Spot::GiveUp, "give-up", "cross", words::GIVE_UP, is_running),
                (Spot::Close, "close", "quit", words::CLOSE, true),
            ],
        };
        let mut pressed = None;
        for (spot, name, icon, words, enabled) in rows {
            let look = ButtonStyle { enabled, ..ButtonStyle::default() };
            if self.focus.styled(hud, spot, (&format!("runs/{name}"), icon, words), look) {
                pressed = Some(spot);
            }
            hud.ui.same_line();
        }
        pressed
    }
}

impl FocusPage for RunsPage {
    type Spot = Spot;

    fn focus(&mut self) -> &mut Focus<Spot> {
        &mut self.focus
    }

    fn press(&mut self, cx: &mut ScreenContext<'_>, spot: Spot) {
        let folder = self.selected().map(|run| run.folder.clone());
        let (is_open, is_running) = self.selected().map_or((false, false), |run| (run.is_open(), run.is_running()));
        match (spot, folder) {
            (Spot::Run(at), _) => {
                cx.shared.sounds.play(Sound::Pick);
                (self.at, self.is_giving_up) = (at, false);
                self.focus.set(Spot::Open);
            }
            (Spot::Open, Some(folder)) if is_open => cx.ask(RunRequest::Resume(folder)),
            (Spot::GiveUp, Some(_)) if is_running => {
                self.is_giving_up = true;
                self.focus.set(Spot::Stay);
            }
            (Spot::Confirm, Some(folder)) => cx.ask(RunRequest::GiveUp(folder)),
            (Spot::Stay, _) => {
                self.is_giving_up = false;
                self.focus.set(Spot::Open);
            }
            (Spot::Close, _) => self.close(cx),
            _ => cx.shared.sounds.play(Sound::Refuse),
        }
    }
}

impl Screen for RunsPage {
    fn name(&self) -> &'static str {
        "runs"
    }

    fn button_at(&self) -> Option<usize> {
        self.focus.index()
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        match command {
            Command::Back if self.is_giving_up => self.press(cx, Spot::Stay),
            Command::Back | Command::Menu => self.close(cx),
            _ => _ = self.press_or_steer(cx, command),
        }
        Heard::Taken
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        if !cx.is_top {
            return;
        }
        self.focus.begin();
        let mut pressed = None;
        let message = &cx.shared.lobby.message;
        let open = pages::page(hud, words::RUNS, [760.0, 560.0], |hud| {
            let lines = if self.is_giving_up { 2.0 } else { 0.0 };
            let low = 52.0 * hud.s.max(hud.text) + lines * hud.ui.text_line_height_with_spacing();
            hud.ui.child_window("runs/list").size([0.0, -low]).build(|| {
                if !message.is_empty() {
                    hud.broken("enemy-pale", message);
                }
                pressed = self.cards(hud);
            });
            hud.ui.separator();
            pressed = pressed.or(self.buttons(hud));
        });
        self.finish(cx, pressed, open);
    }
}
