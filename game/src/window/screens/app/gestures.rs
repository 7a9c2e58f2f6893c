//! What the pointer and the keys do: which of them are the interface's, what is a click and what a drag.

use super::{App, Screen};
use crate::controller::Choosing;
use crate::window::audio::Sound;
use crate::window::platform::input::{Button, Chord, Input, Key};
use crate::window::render::camera::Cue;
use crate::window::screens::commands::Command;
use glam::Vec2;

/// Pixels that the pointer may move within a click.
const CLICK: f32 = 6.0;

impl App {
    /// Takes an input event.
    pub fn handle(&mut self, input: &Input) {
        match *input {
            Input::Pointer(x, y) => self.pointer_moved(Vec2::new(x, y)),
            Input::Button(button, down) => self.button(button, down),
            Input::Wheel(by) if !self.captured.0 => self.camera(Cue::Zoom(1.15f32.powf(by))),
            Input::Key(Key::Shift, down) => self.shift = down,
            Input::Key(Key::Control, down) => self.control = down,
            Input::Key(key, true) => self.key(key),
            Input::Pad(button, true) => {
                if let Some(command) = self.bindings.pad(button) {
                    self.command(command);
                }
            }
            Input::Resized(width, height) if width > 0 && height > 0 => {
                self.size = Vec2::new(width as f32, height as f32);
                self.place_camera();
            }
            Input::Scale(scale) if scale.is_finite() => self.scale = (scale as f32).clamp(0.5, 4.0),
            Input::Focus(false) => {
                (self.shift, self.control, self.drag) = (false, false, None);
            }
            Input::Close => self.closing = true,
            _ => {}
        }
    }

    fn camera(&mut self, cue: Cue) {
        if let Screen::Battle(battle) = &mut self.screen {
            battle.camera.cue(cue);
        }
    }

    fn pointer_moved(&mut self, to: Vec2) {
        let by = to - self.pointer;
        self.pointer = to;
        if let Some((button, _, moved)) = &mut self.drag {
            *moved += by.length();
            let (button, moved) = (*button, *moved);
            if button != Button::Left && moved > CLICK {
                if self.shift {
                    self.camera(Cue::Tilt(by.y * 0.25));
                } else {
                    self.camera(Cue::Pan(by));
                }
            }
            return;
        }
        if self.captured.0 {
            return;
        }
        let Screen::Battle(battle) = &mut self.screen else { return };
        // While a round is watched the cursor waits where the next one begins.
        if battle.page.is_none()
            && (battle.replay_viewer.is_some() || !battle.playback.is_showing())
            && let Some(cell) = battle.cell_meant(to, &self.art).filter(|&cell| cell != battle.controller.cursor)
            && battle.controller.choosing != Choosing::Action
        {
            battle.controller.point(cell);
            if battle.controller.choosing == Choosing::Target {
                self.sounds.play(Sound::Hover);
            }
        }
    }

    fn button(&mut self, button: Button, down: bool) {
        if down {
            if !self.captured.0 {
                self.drag = Some((button, self.pointer, 0.0));
            }
            return;
        }
        let Some((begun, _, moved)) = self.drag.take() else { return };
        if begun != button || moved > CLICK {
            return;
        }
        match button {
            Button::Left => self.click(),
            Button::Right if self.steps_back() => self.command(Command::Back),
            Button::Right => {}
            Button::Middle => {}
        }
    }

    /// Whether there is something to step back from by a click; to leave a battle or the game takes a key or a button.
    fn steps_back(&self) -> bool {
        match &self.screen {
            Screen::Title => self.title.over.is_some(),
            Screen::Battle(battle) => !battle.shows_end(),
            Screen::Busy(_) => false,
        }
    }

    /// A click on the board.
    fn click(&mut self) {
        let pointer = self.pointer;
        let Screen::Battle(battle) = &mut self.screen else { return };
        if battle.playback.is_playing() || battle.page.is_some() || battle.shows_end() || battle.hands_over().is_some()
        {
            return;
        }
        let Some(cell) = battle.cell_meant(pointer, &self.art) else { return };
        battle.controller.hear(false);
        battle.controller.press(cell);
        self.sounds.play(Sound::Pick);
    }

    fn key(&mut self, key: Key) {
        let chord = Chord { key, shift: self.shift, control: self.control };
        if let Some(command) = self.waits_for_key() {
            self.rebind(command, chord);
            return;
        }
        // Beside the editor these are its own, also where something else has the keyboard.
        let tab = key == Key::Tab && self.editor().is_some_and(foretoken_editor::Editor::wants_tab);
        let of_editor = self.control || tab || (Key::F1..=Key::F12).contains(&key);
        let typed = self.editor().is_some_and(foretoken_editor::Editor::wants_keys);
        if self.captured.1 || self.is_editing() && (of_editor || typed) {
            return;
        }
        // What needs shift to be typed is found without it as well.
        let command = self.bindings.command(chord).or_else(|| self.bindings.command(Chord::plain(key)));
        if let Some(command) = command {
            self.command(command);
        }
    }
}
