//! The buttons of the title: a row of runs above the cards of battles, and the bar below them.

use super::records::Records;
use super::request::TitleRequest;
use crate::online::words as words_online;
use crate::runs::words;
use crate::window::hud::{ButtonStyle, Hud};
use crate::window::screens::battle::request::BattleRequest;
use crate::window::screens::commands::Command;
use crate::window::screens::edit::ToggleEditor;
use crate::window::screens::online::request::OnlineRequest;
use crate::window::screens::pages;
use crate::window::screens::run::request::RunRequest;
use crate::window::screens::screen::Request;
use crate::window::screens::shared::{Lobby, Shared};
use foretoken_editor::Rect;

/// Effect of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    ContinueRun,
    NewRun,
    Runs,
    Battles,
    ContinueBattle,
    Level,
    Ironman,
    Online,
    Editor,
    Replays,
    Settings,
    Help,
    Quit,
}

impl Deed {
    /// Returns the request of the button; `None` for the button that moves the focus to the cards.
    pub(super) fn request(self, lobby: &Lobby) -> Option<Request> {
        match self {
            Self::ContinueRun => lobby.runs.last.as_ref().map(|run| RunRequest::Resume(run.folder.clone()).into()),
            Self::NewRun => Some(RunRequest::Prepare.into()),
            Self::Runs => Some(RunRequest::List.into()),
            Self::Battles => None,
            Self::ContinueBattle => lobby.left.clone().map(|path| BattleRequest::Resume(path).into()),
            Self::Level => Some(TitleRequest::NextLevel.into()),
            Self::Ironman => Some(TitleRequest::Ironman.into()),
            Self::Online => Some(OnlineRequest::Open.into()),
            Self::Editor => Some(ToggleEditor.into()),
            Self::Replays => Some(Request::Push(Box::<Records>::default())),
            Self::Settings => pages::page_of_title(Command::Settings).map(Request::Push),
            Self::Help => pages::page_of_title(Command::Help).map(Request::Push),
            Self::Quit => Some(Request::Quit),
        }
    }
}

/// A button of the title.
#[derive(Debug)]
pub(super) struct TitleButton {
    pub(super) deed: Deed,
    name: &'static str,
    icon: &'static str,
    words: String,
    tip: &'static str,
    pub(super) is_enabled: bool,
}

impl TitleButton {
    fn new(deed: Deed, name: &'static str, icon: &'static str, words: impl Into<String>) -> Self {
        Self { deed, name, icon, words: words.into(), tip: "", is_enabled: true }
    }

    fn with_tip(self, tip: &'static str) -> Self {
        Self { tip, ..self }
    }
}

/// Returns the buttons above the cards.
pub(super) fn above(lobby: &Lobby) -> Vec<TitleButton> {
    let runs = &lobby.runs;
    let last = runs
        .last
        .as_ref()
        .map(|run| TitleButton::new(Deed::ContinueRun, "title/run-continue", "play", words::goes_on(run)));
    let has_campaigns = !runs.campaigns.is_empty();
    let new = TitleButton::new(Deed::NewRun, "title/run-new", "map", words::NEW_RUN);
    let all = TitleButton::new(Deed::Runs, "title/runs-all", "log", words::RUNS);
    let battles = TitleButton::new(Deed::Battles, "title/battles", "room-battle", words::SINGLE_BATTLES);
    let shown = [last, has_campaigns.then_some(new), runs.has_runs.then_some(all), has_campaigns.then_some(battles)];
    shown.into_iter().flatten().collect()
}

/// Returns the buttons of the bar below the cards.
pub(super) fn bar(shared: &Shared) -> Vec<TitleButton> {
    let lobby = &shared.lobby;
    let left = lobby.left.as_deref().and_then(std::path::Path::file_stem).map(|name| {
        let words = format!("Continue: {}", name.to_string_lossy());
        TitleButton::new(Deed::ContinueBattle, "title/continue", "play", words)
    });
    let level = shared.level();
    let (ironman, of_ironman) = if shared.is_ironman() {
        ("Ironman: on", "No rewinds past a played round, from the next battle on.")
    } else {
        ("Ironman: off", "You can rewind; the rating counts each rewind.")
    };
    let mut replays = TitleButton::new(Deed::Replays, "title/replays", "log", "Recorded battles");
    if lobby.records.is_empty() {
        replays.is_enabled = false;
        replays.tip = "No recorded battles yet. Each battle that you play is recorded.";
    }
    let always = [
        TitleButton::new(Deed::Level, "title/level", "skull", format!("Enemies: {}", level.name()))
            .with_tip(level.note()),
        TitleButton::new(Deed::Ironman, "title/ironman", "anchor", ironman).with_tip(of_ironman),
        TitleButton::new(Deed::Online, "title/online", "goal", words_online::PLAY_ONLINE)
            .with_tip(words_online::PLAY_ONLINE_ABOUT),
        TitleButton::new(Deed::Editor, "title/editor", "editor", "Editor"),
        replays,
        TitleButton::new(Deed::Settings, "title/settings", "settings", "Settings"),
        TitleButton::new(Deed::Help, "title/help", "help", "Help"),
        TitleButton::new(Deed::Quit, "title/quit", "quit", "Quit"),
    ];
    left.into_iter().chain(always).collect()
}

/// Draws a row of buttons below a message, on at most a share of the height. The focus may be at one of them. Returns the
/// pressed one and the area of the row.
pub(super) fn draw(
    hud: &mut Hud<'_>,
    (panel, middle, pivot): (&str, [f32; 2], [f32; 2]),
    (buttons, focus): (&[TitleButton], Option<usize>),
    (message, share): (&str, f32),
) -> (Option<Deed>, Rect) {
    let mut pressed = None;
    let s = hud.s;
    let most = [hud.size[0] - 16.0 * s, hud.size[1] * share];
    let width = most[0] - hud.rim()[0];
    let area = hud.panel(panel, middle, pivot, most, |hud| {
        let right = hud.ui.cursor_screen_pos()[0] + width;
        if !message.is_empty() {
            hud.wrapped("white", width.min(700.0 * s), message);
        }
        for (index, button) in buttons.iter().enumerate() {
            let pulse = button.deed == Deed::ContinueRun;
            let chosen = focus == Some(index);
            let look = ButtonStyle { enabled: button.is_enabled, chosen, pulse, ..ButtonStyle::default() };
            if index > 0 {
                hud.beside(hud.button_width(Some(button.icon), &button.words, look), right);
            }
            if hud.button(button.name, Some(button.icon), &button.words, look) {
                pressed = Some(button.deed);
            }
            if !button.tip.is_empty() {
                hud.tip(button.tip);
            }
        }
    });
    (pressed, area)
}
