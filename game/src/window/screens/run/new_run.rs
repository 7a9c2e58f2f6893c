//! The page of a new run: campaign, seed, level and mode.

use super::request::RunRequest;
use crate::runs::{CampaignInfo, SeedField, Terms, words};
use crate::window::audio::Sound;
use crate::window::hud::{ButtonStyle, Hud};
use crate::window::platform::input::{Chord, Key};
use crate::window::screens::commands::Command;
use crate::window::screens::focus::{Card, Focus, FocusPage};
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use crate::window::screens::shared::Shared;
use foretoken_campaign::Mode;
use foretoken_preview::Level;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Campaign(usize),
    Seed,
    Level,
    Mode,
    Begin,
    Close,
}

#[derive(Debug)]
pub(super) struct NewRun {
    focus: Focus<Spot>,
    campaign: usize,
    seed: SeedField,
    level: Level,
    mode: Mode,
}

impl NewRun {
    pub(super) fn new(shared: &Shared) -> Self {
        let (level, mode) = (shared.level(), if shared.is_ironman() { Mode::Ironman } else { Mode::Free });
        Self { focus: Focus::default(), campaign: 0, seed: SeedField::drawn(), level, mode }
    }

    fn terms(&self, campaigns: &[CampaignInfo]) -> Option<Terms> {
        let info = campaigns.get(self.campaign)?;
        let campaign = (info.pack.clone(), info.name.clone());
        Some(Terms { campaign, seed: self.seed.value(), mode: self.mode, level: self.level })
    }

    fn draw_rows(&mut self, hud: &mut Hud<'_>, campaigns: &[CampaignInfo]) -> Option<Spot> {
        let mut pressed = None;
        for (at, info) in campaigns.iter().enumerate() {
            let lines = vec![("text-soft", format!("{} {}", info.note, words::count_rooms(info.rooms)))];
            let is_marked = at == self.campaign;
            let card = Card {
                name: format!("new-run/campaign {}", info.name),
                icon: Some(if is_marked { "check" } else { "map" }),
                title: info.title.clone(),
                lines,
                is_marked,
                ..Card::default()
            };
            if self.focus.card(hud, Spot::Campaign(at), &card) {
                pressed = Some(Spot::Campaign(at));
            }
        }
        hud.ui.spacing();
        let rows = [
            (Spot::Seed, "seed", "round", format!("Seed: {}", self.seed.value()), words::SEED_NOTE),
            (Spot::Level, "level", "skull", format!("Enemies: {}", self.level.name()), self.level.note()),
            (Spot::Mode, "mode", "rewind", format!("Mode: {}", words::mode(self.mode)), words::mode_note(self.mode)),
        ];
        for (spot, name, icon, title, note) in rows {
            let lines = vec![("text-soft", note.to_owned())];
            let card = Card { name: format!("new-run/{name}"), icon: Some(icon), title, lines, ..Card::default() };
            if self.focus.card(hud, spot, &card) {
                pressed = Some(spot);
            }
        }
        pressed
    }
}

impl FocusPage for NewRun {
    type Spot = Spot;

    fn focus(&mut self) -> &mut Focus<Spot> {
        &mut self.focus
    }

    fn press(&mut self, cx: &mut ScreenContext<'_>, spot: Spot) {
        cx.shared.sounds.play(Sound::Pick);
        match spot {
            Spot::Campaign(at) => self.campaign = at,
            Spot::Seed => self.seed = SeedField::drawn(),
            Spot::Level => self.level = self.level.next(),
            Spot::Mode => self.mode = words::next_mode(self.mode),
            Spot::Begin => {
                if let Some(terms) = self.terms(&cx.shared.lobby.runs.campaigns) {
                    cx.ask(Request::Pop(self.name()));
                    cx.ask(RunRequest::Begin(terms));
                }
            }
            Spot::Close => self.close(cx),
        }
    }
}

/// Returns the digit of a key.
fn digit(key: Key) -> Option<u64> {
    let from = Key::Digit0 as u64;
    (key as u64).checked_sub(from).filter(|digit| *digit < 10)
}

impl Screen for NewRun {
    fn name(&self) -> &'static str {
        "new-run"
    }

    fn caption(&self) -> Option<&str> {
        Some(words::NEW_RUN)
    }

    fn button_at(&self) -> Option<usize> {
        self.focus.index()
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        match command {
            Command::Back | Command::Menu => self.close(cx),
            Command::Commit => self.press(cx, Spot::Begin),
            _ => _ = self.press_or_steer(cx, command),
        }
        Heard::Taken
    }

    fn key(&mut self, _: &mut ScreenContext<'_>, chord: Chord) -> bool {
        if chord.control || chord.shift {
            return false;
        }
        if let Some(digit) = digit(chord.key) {
            self.seed.push(digit);
            self.focus.set(Spot::Seed);
            return true;
        }
        let erases = chord.key == Key::Backspace && self.focus.at() == Some(&Spot::Seed);
        if erases {
            self.seed.erase();
        }
        erases
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        if !cx.is_top {
            return;
        }
        self.focus.begin();
        let mut pressed = None;
        let campaigns = &cx.shared.lobby.runs.campaigns;
        let open = pages::page(hud, words::NEW_RUN, [720.0, 520.0], |hud| {
            let low = 52.0 * hud.s.max(hud.text);
            hud.ui.child_window("new-run/body").size([0.0, -low]).build(|| pressed = self.draw_rows(hud, campaigns));
            hud.ui.separator();
            let look = ButtonStyle { enabled: !campaigns.is_empty(), pulse: true, ..ButtonStyle::default() };
            if self.focus.styled(hud, Spot::Begin, ("new-run/begin", "play", "Begin the run"), look) {
                pressed = Some(Spot::Begin);
            }
            hud.ui.same_line();
            if self.focus.button(hud, Spot::Close, "new-run/close", "cross", "Cancel") {
                pressed = Some(Spot::Close);
            }
        });
        self.finish(cx, pressed, open);
    }
}
