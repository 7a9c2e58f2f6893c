//! Scrolling of a page by keys and pad. A page passes its commands and keys to a [`Scroll`]; the next frame moves the
//! window of ImGui that it draws.

use crate::window::hud::Hud;
use crate::window::platform::input::{Chord, Key};
use crate::window::screens::commands::Command;

/// Lines of a step by an arrow.
const STEP: f32 = 3.0;

/// A wish to scroll.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wish {
    Lines(f32),
    Pages(f32),
    To(f32),
}

/// Scrolling of one page.
#[derive(Debug, Default)]
pub(super) struct Scroll {
    wish: Option<Wish>,
    /// Offset and greatest offset after the last frame.
    place: (f32, f32),
}

impl Scroll {
    /// Takes the arrows up and down. Returns false for other commands.
    pub(super) fn step(&mut self, command: Command) -> bool {
        let by = match command {
            Command::Up => -STEP,
            Command::Down => STEP,
            _ => return false,
        };
        self.wish = Some(Wish::Lines(by));
        true
    }

    /// Takes Page up, Page down, Home and End. Returns false for other keys.
    pub(super) fn key(&mut self, chord: Chord) -> bool {
        let wish = match chord.key {
            Key::PageUp => Wish::Pages(-0.9),
            Key::PageDown => Wish::Pages(0.9),
            Key::Home => Wish::To(0.0),
            Key::End => Wish::To(1.0),
            _ => return false,
        };
        if chord == Chord::plain(chord.key) {
            self.wish = Some(wish);
            return true;
        }
        false
    }

    /// Returns true if the page can scroll further in the direction of an arrow.
    pub(super) fn has_room(&self, command: Command) -> bool {
        match command {
            Command::Up => self.place.0 > 0.5,
            Command::Down => self.place.0 < self.place.1 - 0.5,
            _ => false,
        }
    }

    /// Scrolls the current window of ImGui. Call it inside that window, after its content.
    pub(super) fn apply(&mut self, hud: &Hud<'_>) {
        let ui = hud.ui;
        let (now, most) = (ui.scroll_y(), ui.scroll_max_y());
        let to = match self.wish.take() {
            None => now,
            Some(Wish::Lines(lines)) => now + lines * ui.text_line_height(),
            Some(Wish::Pages(pages)) => now + pages * ui.window_size()[1],
            Some(Wish::To(share)) => share * most,
        };
        let to = to.clamp(0.0, most);
        if to != now {
            ui.set_scroll_y(to);
        }
        self.place = (to, most);
    }
}
