//! The lobby: the rows of the page as cards, the chat of the table, and a line to type in.

use super::request::OnlineRequest;
use crate::online::{Deed, Row};
use crate::window::audio::Sound;
use crate::window::hud::{ButtonStyle, Hud};
use crate::window::platform::input::{Chord, Key};
use crate::window::screens::commands::Command;
use crate::window::screens::focus::{Card, Focus, FocusPage};
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};

/// Lines of chat below the rows.
const CHAT: usize = 4;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::window) enum Spot {
    /// Row by its name.
    Row(String),
    /// Takes the typed line over.
    Enter,
    /// Drops the typed line.
    Cancel,
    /// Goes one step back.
    Back,
}

#[derive(Debug, Default)]
pub(in crate::window) struct Lobby {
    focus: Focus<Spot>,
    rows: Vec<Row>,
    /// Row whose line the player types. It gets the focus back.
    typed_row: Option<String>,
}

impl Lobby {
    fn draw_rows(&mut self, hud: &mut Hud<'_>) -> Option<Spot> {
        let mut pressed = None;
        let rows = std::mem::take(&mut self.rows);
        for row in &rows {
            let lines = if row.about.is_empty() { Vec::new() } else { vec![("text-soft", row.about.clone())] };
            let card = Card {
                name: format!("online/{}", row.name),
                icon: Some(row.icon),
                title: row.words.clone(),
                lines,
                is_refused: row.deed.is_none(),
                ..Card::default()
            };
            let spot = Spot::Row(row.name.clone());
            if self.focus.card(hud, spot.clone(), &card) {
                pressed = Some(spot);
            }
        }
        self.rows = rows;
        pressed
    }

    fn draw_typed(&mut self, hud: &mut Hud<'_>, typed: &str) -> Option<Spot> {
        hud.broken("white", typed);
        hud.widget_rects.item(hud.ui, "online/typed");
        let mut pressed = None;
        let look = ButtonStyle { pulse: true, ..ButtonStyle::default() };
        if self.focus.styled(hud, Spot::Enter, ("online/enter", "check", "Done"), look) {
            pressed = Some(Spot::Enter);
        }
        hud.ui.same_line();
        if self.focus.button(hud, Spot::Cancel, "online/cancel", "cross", "Cancel") {
            pressed = Some(Spot::Cancel);
        }
        pressed
    }
}

impl FocusPage for Lobby {
    type Spot = Spot;

    fn focus(&mut self) -> &mut Focus<Spot> {
        &mut self.focus
    }

    fn press(&mut self, cx: &mut ScreenContext<'_>, spot: Spot) {
        match spot {
            Spot::Row(name) => {
                let deed = self.rows.iter().find(|row| row.name == *name).and_then(|row| row.deed.clone());
                cx.shared.sounds.play(if deed.is_some() { Sound::Pick } else { Sound::Refuse });
                if let Some(deed) = deed {
                    cx.online().press(&deed);
                    if let Deed::Type(_) = deed {
                        self.typed_row = Some(name);
                        self.focus.set(Spot::Enter);
                    }
                }
            }
            Spot::Enter => _ = cx.online().enter(),
            Spot::Cancel => _ = cx.online().stop_typing(),
            Spot::Back => self.close(cx),
        }
    }

    fn close(&mut self, cx: &mut ScreenContext<'_>) {
        cx.shared.sounds.play(Sound::Back);
        if !cx.online().back() {
            cx.ask(Request::Pop(self.name()));
        }
    }
}

impl Screen for Lobby {
    fn name(&self) -> &'static str {
        "online"
    }

    fn caption(&self) -> Option<&str> {
        Some(crate::online::words::PLAY_ONLINE)
    }

    fn button_at(&self) -> Option<usize> {
        self.focus.index()
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>, seconds: f32) {
        let online = cx.online();
        online.poll((seconds * 1000.0) as u32);
        if online.has_battle() {
            cx.ask(OnlineRequest::Begin);
        } else if online.typed().is_none()
            && let Some(row) = self.typed_row.take()
        {
            self.focus.set(Spot::Row(row));
        }
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        match command {
            Command::Back | Command::Menu => self.close(cx),
            _ if self.press_or_steer(cx, command) => {}
            _ if cx.online().typed().is_none() => pages::open_instead(cx, self.name(), command),
            _ => {}
        }
        Heard::Taken
    }

    fn key(&mut self, cx: &mut ScreenContext<'_>, chord: Chord) -> bool {
        let online = cx.online();
        if online.typed().is_none() {
            return false;
        }
        match chord.key {
            Key::Backspace => online.erase(),
            Key::Enter => _ = online.enter(),
            Key::Escape => _ = online.stop_typing(),
            // Arrows and Tab still reach the buttons.
            Key::Up | Key::Down | Key::Left | Key::Right | Key::Tab => return false,
            _ => {}
        }
        true
    }

    fn letter(&mut self, cx: &mut ScreenContext<'_>, letter: char) {
        cx.online().push(letter);
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        if !cx.is_top {
            return;
        }
        let online = cx.online();
        self.rows = online.rows();
        let (heading, state, typed, chat) = (online.heading(), online.state(), online.typed(), online.chat());
        self.focus.begin();
        let mut pressed = None;
        let open = pages::page(hud, crate::online::words::PLAY_ONLINE, [720.0, 560.0], |hud| {
            let font = hud.ui.push_font(hud.fonts.large);
            hud.words("accent", &heading);
            font.pop();
            hud.broken("text", &state);
            let line = hud.ui.text_line_height();
            let shown = &chat[chat.len().saturating_sub(CHAT)..];
            let of_chat = shown.len() as f32 * 1.3 * line;
            let of_typed = if typed.is_some() { 1.6 * line } else { 0.0 };
            let low = 52.0 * hud.s.max(hud.text) + of_chat + of_typed;
            hud.ui.child_window("online/body").size([0.0, -low]).build(|| pressed = self.draw_rows(hud));
            hud.ui.separator();
            for said in shown {
                hud.broken("text-soft", said);
            }
            if let Some(typed) = &typed {
                pressed = self.draw_typed(hud, typed).or(pressed.take());
            } else if self.focus.button(hud, Spot::Back, "online/back", "cross", "Back") {
                pressed = Some(Spot::Back);
            }
        });
        self.finish(cx, pressed, open);
    }
}
