//! The list of records. A record is read in the background when its row becomes visible, so that large folders open at
//! once.

use crate::window::hud::{ButtonStyle, Hud};
use crate::window::screens::battle::request::BattleRequest;
use crate::window::screens::commands::Command;
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use crate::window::screens::shared::Lobby;
use crate::window::screens::title::request::TitleRequest;
use foretoken_session::record::Summary;
use foretoken_session::saves;
use imgui::{Condition, WindowFlags};
use std::path::PathBuf;

#[derive(Debug, Default)]
pub(in crate::window) struct Records {
    deleting: Option<PathBuf>,
}

impl Screen for Records {
    fn name(&self) -> &'static str {
        "records"
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        match command {
            Command::Back | Command::Menu => cx.ask(Request::Pop(self.name())),
            _ => pages::open_instead(cx, self.name(), command),
        }
        Heard::Taken
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let (chosen, open) = draw(hud, &mut cx.shared.lobby, &mut self.deleting);
        if !open {
            cx.ask(Request::Pop(self.name()));
        }
        if let Some(request) = chosen {
            cx.ask(request);
        }
    }
}

fn draw(hud: &mut Hud<'_>, lobby: &mut Lobby, deleting: &mut Option<PathBuf>) -> (Option<Request>, bool) {
    let (ui, s) = (hud.ui, hud.s);
    let mut open = true;
    let mut chosen = None;
    let unit = s.max(ui.text_line_height() / 17.0);
    let most = [hud.size[0] - 20.0 * s, hud.size[1] - 20.0 * s];
    let size = [(640.0 * unit).min(most[0]), (460.0 * unit).min(most[1])];
    let window = ui.window("Recorded battles").size(size, Condition::Always).position_pivot([0.5, 0.5]);
    let window = window.position([hud.size[0] / 2.0, hud.size[1] / 2.0], Condition::Always);
    let flags = WindowFlags::NO_COLLAPSE
        | WindowFlags::NO_SAVED_SETTINGS
        | WindowFlags::NO_DOCKING
        | WindowFlags::NO_MOVE
        | WindowFlags::NO_RESIZE;
    let _whole = hud.opaque();
    window.flags(flags).opened(&mut open).build(|| {
        for index in 0..lobby.records.len() {
            let row = Row::new(hud);
            let at = ui.cursor_screen_pos();
            if ui.is_rect_visible(at, [at[0] + row.size[0], at[1] + row.size[1]]) {
                if lobby.records[index].told().is_none() {
                    lobby.wanted.get_or_insert(index);
                }
                chosen = chosen.take().or(row.draw(hud, lobby, deleting, index));
            } else {
                ui.dummy(row.size);
            }
        }
    });
    (chosen, open)
}

struct Row {
    size: [f32; 2],
    buttons: f32,
}

const WATCH: &str = "Watch";
const GO_ON: &str = "Continue";
const SURE: &str = "Delete?";

impl Row {
    fn new(hud: &Hud<'_>) -> Self {
        let (ui, s) = (hud.ui, hud.s);
        let button = |words: &str, icon: &str| hud.button_width(Some(icon), words, ButtonStyle::default());
        let buttons = button(WATCH, "log") + button(GO_ON, "play") + button(SURE, "cross") + 3.0 * 8.0 * s;
        Self { size: [ui.content_region_avail()[0], 2.0 * ui.text_line_height() + 10.0 * s], buttons }
    }

    fn draw(&self, hud: &mut Hud<'_>, lobby: &Lobby, deleting: &mut Option<PathBuf>, index: usize) -> Option<Request> {
        let (ui, s) = (hud.ui, hud.s);
        let kept = &lobby.records[index];
        let name = kept.name();
        let (heading, words, fine) = match kept.told() {
            None => (name.clone(), "…".to_owned(), false),
            Some(Ok(summary)) => (scenario(lobby, summary), saves::standing(summary), true),
            Some(Err(why)) => (name.clone(), format!("cannot be read: {why}"), false),
        };
        let words = format!("{words} · {} · {name}", kept.ago());
        let width = self.size[0] - self.buttons;
        let begin = ui.cursor_pos();
        let at = ui.cursor_screen_pos();
        let below = [at[0], at[1] + ui.text_line_height() + 2.0 * s];
        for (place, colour, words) in
            [(at, if fine { "accent" } else { "dim" }, &heading), (below, "text-soft", &words)]
        {
            ui.get_window_draw_list().add_text(place, hud.colour(colour, 1.0), hud.fitted(words, width));
        }
        ui.dummy([width, self.size[1]]);
        hud.tip(if ui.calc_text_size(&words)[0] > width { &words } else { "" });
        let look = ButtonStyle { enabled: fine, ..ButtonStyle::default() };
        let mut chosen = None;
        ui.set_cursor_pos([begin[0] + width, begin[1]]);
        if hud.button(&format!("watch/{name}"), Some("log"), WATCH, look) {
            chosen = Some(BattleRequest::Watch(kept.path.clone()).into());
        }
        ui.same_line();
        if hud.button(&format!("resume/{name}"), Some("play"), GO_ON, look) {
            chosen = Some(BattleRequest::Resume(kept.path.clone()).into());
        }
        ui.same_line();
        let asked = deleting.as_ref() == Some(&kept.path);
        let look = ButtonStyle { pulse: asked, ..ButtonStyle::default() };
        let pressed = hud.button(&format!("delete/{name}"), Some("cross"), if asked { SURE } else { "" }, look);
        hud.tip(if asked { "Press again to delete the record for good." } else { "Delete the record." });
        if pressed && asked {
            chosen = Some(TitleRequest::Delete(kept.path.clone()).into());
        } else if pressed {
            *deleting = Some(kept.path.clone());
        }
        let spacing = ui.clone_style().item_spacing[1];
        ui.set_cursor_pos([begin[0], begin[1] + self.size[1] + spacing]);
        chosen
    }
}

fn scenario(lobby: &Lobby, summary: &Summary) -> String {
    let (pack, name) = (&summary.start.pack, &summary.start.scenario);
    let in_full = format!("{pack}/{name}");
    let known = lobby.scenarios.iter().find(|(info, _)| info.name == *name || info.name == in_full);
    known.map_or_else(|| format!("{pack}/{name}"), |(info, _)| info.title.clone())
}
