//! The page of an online battle: the table, the chat, and buttons to pause, resign and leave.

use super::request::OnlineRequest;
use crate::online::words;
use crate::window::hud::Hud;
use crate::window::platform::input::{Chord, Key};
use crate::window::screens::commands::Command;
use crate::window::screens::focus::{Focus, FocusPage};
use crate::window::screens::pages;
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use foretoken_session::Remote;
use foretoken_session::wire::{Act, limits};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::window) enum Spot {
    Say,
    Allow,
    Refuse,
    Pause,
    Undo,
    Resign,
    Lobby,
    Leave,
}

#[derive(Debug, Default)]
pub(in crate::window) struct Talk {
    focus: Focus<Spot>,
    typed: Option<String>,
    is_resigning: bool,
}

fn place<'c>(cx: &'c mut ScreenContext<'_>) -> Option<&'c mut Remote> {
    cx.battle().and_then(|battle| battle.controller.session.place_mut())
}

/// Asks for a pause, or ends one.
pub(in crate::window) fn pause(place: &mut Remote) {
    let is_paused = place.client().table().is_some_and(|table| table.is_paused);
    place.act(if is_paused { Act::Continue } else { Act::Pause });
}

impl FocusPage for Talk {
    type Spot = Spot;

    fn focus(&mut self) -> &mut Focus<Spot> {
        &mut self.focus
    }

    fn press(&mut self, cx: &mut ScreenContext<'_>, spot: Spot) {
        let resigns = std::mem::take(&mut self.is_resigning);
        match spot {
            Spot::Lobby => return cx.ask(OnlineRequest::Lobby),
            Spot::Leave => return cx.ask(OnlineRequest::Leave),
            Spot::Undo => {
                cx.ask(Request::Pop(self.name()));
                return cx.ask(Request::Do(Command::Undo));
            }
            _ => {}
        }
        let Some(place) = place(cx) else { return };
        match spot {
            Spot::Say => match self.typed.take() {
                None => self.typed = Some(String::new()),
                Some(typed) => place.say(&typed),
            },
            Spot::Allow => place.act(Act::Consent(true)),
            Spot::Refuse => place.act(Act::Consent(false)),
            Spot::Pause => pause(place),
            Spot::Resign if resigns => {
                place.act(Act::Resign);
                cx.ask(Request::Pop(self.name()));
            }
            Spot::Resign => self.is_resigning = true,
            Spot::Lobby | Spot::Leave | Spot::Undo => {}
        }
    }
}

/// State of a table that decides which buttons its page has.
#[derive(Clone, Copy, Debug)]
struct Offers {
    plays: bool,
    is_paused: bool,
    is_asked: bool,
}

impl Talk {
    /// Returns the page with the focus on the button that resigns.
    pub(in crate::window) fn at_resign() -> Self {
        let mut page = Self::default();
        page.focus.set(Spot::Resign);
        page
    }

    fn buttons(&self, offers: Offers) -> Vec<(Spot, &'static str, &'static str, &'static str)> {
        let Offers { plays, is_paused, is_asked } = offers;
        let mut buttons = vec![(Spot::Say, "say", "log", if self.typed.is_some() { "Send" } else { "Say something" })];
        if plays && is_asked {
            buttons.push((Spot::Allow, "allow", "check", "Allow the undo"));
            buttons.push((Spot::Refuse, "refuse", "cross", "Refuse the undo"));
        }
        if plays {
            buttons.push((Spot::Pause, "pause", "pause", if is_paused { "Continue" } else { "Ask to pause" }));
            buttons.push((Spot::Undo, "undo", "undo", "Ask to undo"));
            buttons.push((Spot::Resign, "resign", "skull", if self.is_resigning { "Resign?" } else { "Resign" }));
        }
        buttons.push((Spot::Lobby, "lobby", "map", "Lobby"));
        buttons.push((Spot::Leave, "leave", "quit", "Leave the table"));
        buttons
    }
}

impl Screen for Talk {
    fn name(&self) -> &'static str {
        "talk"
    }

    fn button_at(&self) -> Option<usize> {
        self.focus.index()
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        match command {
            Command::Back | Command::Menu | Command::Talk => self.close(cx),
            _ => _ = self.press_or_steer(cx, command),
        }
        Heard::Taken
    }

    fn key(&mut self, cx: &mut ScreenContext<'_>, chord: Chord) -> bool {
        let Some(typed) = &mut self.typed else { return false };
        match chord.key {
            Key::Backspace => _ = typed.pop(),
            Key::Enter => self.press(cx, Spot::Say),
            Key::Escape => self.typed = None,
            Key::Up | Key::Down | Key::Left | Key::Right | Key::Tab => return false,
            _ => {}
        }
        true
    }

    fn letter(&mut self, _: &mut ScreenContext<'_>, letter: char) {
        if let Some(typed) = &mut self.typed
            && !letter.is_control()
            && typed.chars().count() < limits::CHAT
        {
            typed.push(letter);
        }
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let is_top = cx.is_top;
        let Some(place) = place(cx).filter(|_| is_top) else { return };
        let (client, mut lines) = (place.client(), Vec::new());
        let plays = !client.is_watcher();
        let is_paused = client.table().is_some_and(|table| table.is_paused);
        let offers = Offers { plays, is_paused, is_asked: place.asks_undo().is_some() };
        if let Some(table) = client.table() {
            lines.extend(table.seats.iter().map(|seat| words::seat(seat, client.side().filter(|_| plays))));
            lines.push(format!("{}. {}.", words::terms(table), words::delay(table.delay)));
        }
        let heading =
            client.table().map_or_else(String::new, |table| format!("{} · table {}", table.title, table.code));
        let said: Vec<String> = place.chat().map(|said| format!("{}: {}", said.name, said.words)).collect();
        self.focus.begin();
        let mut pressed = None;
        let open = pages::page(hud, "Online battle", [640.0, 460.0], |hud| {
            hud.words("accent", &heading);
            lines.iter().for_each(|line| hud.broken("text", line));
            let low = 96.0 * hud.s.max(hud.text);
            hud.ui.separator();
            hud.ui.child_window("talk/chat").size([0.0, -low]).build(|| {
                said.iter().for_each(|line| hud.broken("text-soft", line));
                hud.ui.set_scroll_here_y();
            });
            hud.ui.separator();
            if let Some(typed) = &self.typed {
                hud.broken("white", &format!("Say: {typed}_"));
            }
            let right = hud.ui.cursor_screen_pos()[0] + hud.ui.content_region_avail()[0];
            for (at, (spot, name, icon, words)) in self.buttons(offers).into_iter().enumerate() {
                if at > 0 {
                    hud.beside(hud.button_width(Some(icon), words, Default::default()), right);
                }
                if self.focus.button(hud, spot, &format!("talk/{name}"), icon, words) {
                    pressed = Some(spot);
                }
            }
        });
        self.finish(cx, pressed, open);
    }
}
