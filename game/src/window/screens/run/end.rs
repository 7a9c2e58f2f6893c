//! The end of a run: result, rooms, turning points, unlocks, and the seed to share.

use super::focus::Focus;
use super::request::RunRequest;
use super::{journal, rewind};
use crate::runs::map::icon;
use crate::runs::{RunGame, words};
use crate::window::hud::{ButtonStyle, Hud};
use crate::window::screens::commands::Command;
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use crate::window::screens::title::request::TitleRequest;
use foretoken_campaign::{Ending, Mode};
use foretoken_editor::Colour;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spot {
    Title,
    New,
    Rewind,
    Journal,
    Copy,
    Map,
}

#[derive(Debug, Default)]
pub(super) struct RunEnd {
    focus: Focus<Spot>,
    /// Whether the next frame copies the seed. Only a frame has the clipboard.
    copies: bool,
    is_copied: bool,
}

impl RunEnd {
    fn press(&mut self, cx: &mut ScreenContext<'_>, spot: Spot) {
        match spot {
            Spot::Title => cx.ask(TitleRequest::Show),
            Spot::New => cx.ask(RunRequest::Prepare),
            Spot::Rewind => cx.ask(Request::Push(Box::<rewind::RunRewind>::default())),
            Spot::Journal => cx.ask(Request::Push(Box::new(journal::RunJournal))),
            Spot::Copy => self.copies = true,
            Spot::Map => cx.ask(Request::Pop(self.name())),
        }
    }
}

impl Screen for RunEnd {
    fn name(&self) -> &'static str {
        "run-end"
    }

    fn button_at(&self) -> Option<usize> {
        self.focus.index()
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        match command {
            Command::Back => cx.ask(Request::Pop(self.name())),
            Command::Menu | Command::Log | Command::Rewind => return Heard::Passed,
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
        if !cx.is_top {
            return;
        }
        self.focus.begin();
        let mut pressed = None;
        let open = pages::page(hud, "The run is over", [760.0, 600.0], |hud| {
            let low = 52.0 * hud.s.max(hud.text);
            hud.ui.child_window("run-end/body").size([0.0, -low]).build(|| self.body(hud, game));
            hud.ui.separator();
            pressed = self.buttons(hud, game);
        });
        self.focus.end();
        if std::mem::take(&mut self.copies) {
            hud.ui.set_clipboard_text(game.run().terms());
            self.is_copied = true;
        }
        if let Some(spot) = pressed {
            self.press(cx, spot);
        } else if !open {
            cx.ask(Request::Pop(self.name()));
        }
    }
}

impl RunEnd {
    fn body(&self, hud: &mut Hud<'_>, game: &RunGame) {
        let view = game.view();
        let is_won = game.run().state().ending == Some(Ending::Won);
        let font = hud.ui.push_font(hud.fonts.large);
        hud.words("accent", &view.campaign);
        hud.words(if is_won { "accent-bright" } else { "enemy-pale" }, view.ending.as_deref().unwrap_or_default());
        font.pop();
        words::totals(game).iter().for_each(|line| hud.broken("white", line));
        for (at, line) in words::unlocks(game).iter().enumerate() {
            hud.broken("accent", line);
            hud.widget_rects.item(hud.ui, format!("run-end/unlock {at}"));
        }
        hud.ui.spacing();
        hud.words("accent", words::ROOMS);
        for &room in &view.way {
            let size = 16.0 * hud.whole(hud.text);
            let at = hud.ui.cursor_screen_pos();
            let list = hud.ui.get_window_draw_list();
            let centre = [at[0] + size / 2.0, at[1] + hud.ui.text_line_height() / 2.0];
            hud.icon(&list, icon(game.run().known_kind(room)), centre, size, Colour::WHITE);
            drop(list);
            hud.ui.set_cursor_screen_pos([at[0] + size + 8.0 * hud.s, at[1]]);
            hud.words("text", &words::room(view, room));
        }
        let points = game.turning_points();
        if !points.is_empty() {
            hud.ui.spacing();
            hud.words("accent", words::TURNING);
        }
        for (room, lines) in points {
            lines.iter().for_each(|line| hud.broken("text", &format!("{room}. {line}")));
        }
        hud.ui.spacing();
        hud.words("accent", words::SHARE);
        hud.broken("white", &game.run().terms());
        if self.is_copied {
            hud.broken("text-soft", words::COPIED);
        }
    }

    fn buttons(&mut self, hud: &mut Hud<'_>, game: &RunGame) -> Option<Spot> {
        let mut pressed = None;
        let right = hud.ui.cursor_screen_pos()[0] + hud.ui.content_region_avail()[0];
        let can_rewind = game.run().state().mode != Mode::Ironman;
        let rows = [
            (Spot::New, "new", "play", words::NEW_RUN, true),
            (Spot::Rewind, "rewind", "rewind", "Go back to a room", can_rewind),
            (Spot::Copy, "copy", "save", "Copy the seed", true),
            (Spot::Journal, "journal", "log", "Journal", true),
            (Spot::Map, "map", "map", "Map", true),
            (Spot::Title, "title", "quit", "Title", true),
        ];
        for (index, (spot, name, icon, words, _)) in rows.into_iter().filter(|row| row.4).enumerate() {
            if index > 0 {
                hud.beside(hud.button_width(Some(icon), words, ButtonStyle::default()), right);
            }
            if self.focus.button(hud, spot, &format!("run-end/{name}"), icon, words) {
                pressed = Some(spot);
            }
        }
        pressed
    }
}
