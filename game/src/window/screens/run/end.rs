//! The end of a run: result, rooms, turning points, unlocks, and the seed to share.

use super::cached::Cached;
use super::request::RunRequest;
use super::scroll::Scroll;
use super::{journal, rewind};
use crate::runs::map::icon;
use crate::runs::{RunGame, words};
use crate::window::hud::{ButtonStyle, Hud};
use crate::window::platform::input::Chord;
use crate::window::screens::commands::Command;
use crate::window::screens::focus::{Focus, FocusPage};
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use crate::window::screens::title::request::TitleRequest;
use foretoken_campaign::{Ending, Mode};
use foretoken_editor::Colour;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
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
    told: Cached<Told>,
    scroll: Scroll,
}

/// Texts of the page.
#[derive(Debug)]
struct Told {
    totals: Vec<String>,
    unlocks: Vec<String>,
    rooms: Vec<(&'static str, String)>,
    turning: Vec<String>,
    terms: String,
}

impl Told {
    fn of(game: &RunGame) -> Self {
        let view = game.view();
        let room = |&room: &usize| (icon(game.run().known_kind(room)), words::room(view, room));
        let points = game.turning_points().iter();
        Self {
            totals: words::totals(game),
            unlocks: words::unlocks(game),
            rooms: view.way.iter().map(room).collect(),
            turning: points.flat_map(|(room, lines)| lines.iter().map(move |line| format!("{room}. {line}"))).collect(),
            terms: game.run().terms(),
        }
    }
}

impl FocusPage for RunEnd {
    type Spot = Spot;

    fn focus(&mut self) -> &mut Focus<Spot> {
        &mut self.focus
    }

    fn press(&mut self, cx: &mut ScreenContext<'_>, spot: Spot) {
        match spot {
            Spot::Title => cx.ask(TitleRequest::Show),
            Spot::New => cx.ask(RunRequest::Prepare),
            Spot::Rewind => cx.ask(Request::Push(Box::<rewind::RunRewind>::default())),
            Spot::Journal => cx.ask(Request::Push(Box::<journal::RunJournal>::default())),
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
            Command::Back => self.close(cx),
            Command::Menu | Command::Log | Command::Rewind => return Heard::Passed,
            // The buttons are below the text, which scrolls first.
            _ if self.scroll.has_room(command) => _ = self.scroll.step(command),
            _ => _ = self.press_or_steer(cx, command),
        }
        Heard::Taken
    }

    fn key(&mut self, _: &mut ScreenContext<'_>, chord: Chord) -> bool {
        self.scroll.key(chord)
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Some(game) = cx.shared.run.as_deref() else { return };
        if !cx.is_top {
            return;
        }
        self.focus.begin();
        self.told.get(game, Told::of);
        let mut pressed = None;
        let open = pages::page(hud, "The run is over", [760.0, 600.0], |hud| {
            let low = 52.0 * hud.s.max(hud.text);
            hud.ui.child_window("run-end/body").size([0.0, -low]).build(|| self.body(hud, game));
            hud.ui.separator();
            pressed = self.buttons(hud, game);
        });
        if std::mem::take(&mut self.copies) {
            hud.ui.set_clipboard_text(&self.told.get(game, Told::of).terms);
            self.is_copied = true;
        }
        self.finish(cx, pressed, open);
    }
}

impl RunEnd {
    fn body(&mut self, hud: &mut Hud<'_>, game: &RunGame) {
        let view = game.view();
        let told = self.told.get(game, Told::of);
        let is_won = game.run().state().ending == Some(Ending::Won);
        let font = hud.ui.push_font(hud.fonts.large);
        hud.words("accent", &view.campaign);
        hud.words(if is_won { "accent-bright" } else { "enemy-pale" }, view.ending.as_deref().unwrap_or_default());
        font.pop();
        told.totals.iter().for_each(|line| hud.broken("white", line));
        game.news_of_end().for_each(|line| hud.broken("text", line));
        for (at, line) in told.unlocks.iter().enumerate() {
            hud.broken("accent", line);
            hud.widget_rects.item(hud.ui, format!("run-end/unlock {at}"));
        }
        hud.ui.spacing();
        hud.words("accent", words::ROOMS);
        for (number, (icon, room)) in told.rooms.iter().enumerate() {
            let size = 16.0 * hud.whole(hud.text);
            let at = hud.ui.cursor_screen_pos();
            let list = hud.ui.get_window_draw_list();
            let centre = [at[0] + size / 2.0, at[1] + hud.ui.text_line_height() / 2.0];
            hud.icon(&list, icon, centre, size, Colour::WHITE);
            drop(list);
            hud.ui.set_cursor_screen_pos([at[0] + size + 8.0 * hud.s, at[1]]);
            hud.words("text", room);
            hud.widget_rects.item(hud.ui, format!("run-end/room {number}"));
        }
        if !told.turning.is_empty() {
            hud.ui.spacing();
            hud.words("accent", words::TURNING);
        }
        told.turning.iter().for_each(|line| hud.broken("text", line));
        hud.ui.spacing();
        hud.words("accent", words::SHARE);
        hud.broken("white", &told.terms);
        hud.widget_rects.item(hud.ui, "run-end/terms");
        if self.is_copied {
            hud.broken("text-soft", words::COPIED);
        }
        self.scroll.apply(hud);
    }

    fn buttons(&mut self, hud: &mut Hud<'_>, game: &RunGame) -> Option<Spot> {
        let mut pressed = None;
        let right = hud.ui.cursor_screen_pos()[0] + hud.ui.content_region_avail()[0];
        let can_rewind = game.run().state().mode != Mode::Ironman;
        let rows = [
            (Spot::New, "new", "play", words::NEW_RUN, true),
            (Spot::Rewind, "rewind", "rewind", words::GO_BACK, can_rewind),
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
