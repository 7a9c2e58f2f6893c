//! Pointer and key handling: interface, clicks and drags.

use super::{App, Drag};
use crate::window::battle::steer::view;
use crate::window::platform::input::{Button, Chord, Input, Key};
use crate::window::render::camera::Cue;
use crate::window::screens::commands::Command;
use foretoken_session::long_work::Frame;
use glam::Vec2;

const CLICK: f32 = 6.0;

/// Whether a command moves the view while a map is painted. The key of the view from above is that of a tool there.
fn is_of_view(command: Command) -> bool {
    view(command).is_some_and(|cue| cue != Cue::Above)
}

impl App {
    /// Handles an input event.
    pub fn handle(&mut self, input: &Input) {
        let _frame = Frame::begin();
        self.stir();
        match *input {
            Input::Pointer(x, y) => self.pointer_moved(Vec2::new(x, y)),
            Input::Button(button, down) => self.button(button, down),
            Input::Wheel(by) if !self.captured.pointer => self.wheel(by),
            Input::Key(Key::Shift, down) => self.shift = down,
            Input::Key(Key::Control, down) => self.control = down,
            Input::Key(Key::Alt, down) => self.show_everything(down),
            Input::Key(key, true) => self.key(key),
            Input::Text(letter) => _ = self.on_top(|screen, cx| screen.letter(cx, letter)),
            Input::Pad(button, true) => {
                if let Some(command) = self.shared.bindings.pad(button) {
                    self.command(command);
                }
            }
            Input::Resized(width, height) if width > 0 && height > 0 => {
                self.shared.size = Vec2::new(width as f32, height as f32);
                self.place_camera();
            }
            Input::File(ref path) => self.drop_file(path),
            Input::Scale(scale) if scale.is_finite() => self.scale = (scale as f32).clamp(0.5, 4.0),
            Input::Focus(false) => {
                (self.shift, self.control, self.drag) = (false, false, None);
                self.show_everything(false);
            }
            Input::Close => self.closing = true,
            _ => {}
        }
    }

    fn show_everything(&mut self, on: bool) {
        if let Some(battle) = self.battle_mut() {
            battle.is_everything_strong = on;
        }
    }

    fn wheel(&mut self, by: f32) {
        if self.on_top(|screen, cx| screen.wheel(cx, by)) != Some(true) {
            self.camera(Cue::Zoom(1.15f32.powf(by)));
        }
    }

    fn camera(&mut self, cue: Cue) {
        if let Some(battle) = self.battle_mut() {
            battle.camera.cue(cue);
        }
    }

    fn pointer_moved(&mut self, to: Vec2) {
        let by = to - self.pointer;
        self.pointer = to;
        if let Some(drag) = &mut self.drag {
            drag.moved += by.length();
            if drag.button == Button::Left && drag.moved > CLICK {
                return self.drag_unit(to);
            }
            if drag.button != Button::Left && drag.moved > CLICK {
                if self.shift {
                    self.camera(Cue::Tilt(by.y * 0.25));
                } else {
                    self.camera(Cue::Pan(by));
                }
            }
            return;
        }
        self.is_unpointed = self.captured.pointer;
        if self.captured.pointer {
            self.on_top(|screen, cx| screen.point_nowhere(cx));
        }
        self.point();
    }

    /// Points at what is under the pointer, if no panel is there.
    pub(super) fn point(&mut self) {
        if self.captured.pointer || self.drag.is_some() || self.is_painting() {
            return;
        }
        let to = self.pointer;
        self.on_top(|screen, cx| screen.point(cx, to));
        self.perform();
    }

    fn drag_unit(&mut self, to: Vec2) {
        let Some(Drag { from, holds, .. }) = self.drag else { return };
        let is_painting = self.is_painting();
        let holds =
            holds.unwrap_or_else(|| !is_painting && self.on_top(|screen, cx| screen.grab(cx, from)) == Some(true));
        if let Some(drag) = &mut self.drag {
            drag.holds = Some(holds);
        }
        if holds {
            self.on_top(|screen, cx| screen.point(cx, to));
        }
        self.perform();
    }

    fn button(&mut self, button: Button, down: bool) {
        if down {
            // The panels of a battle take no right button: it steps back there, too.
            let of_battle = button == Button::Right && self.top() == "battle" && !self.is_editing();
            if !self.captured.pointer || of_battle {
                self.drag = Some(Drag { button, from: self.pointer, moved: 0.0, holds: None });
            }
            return;
        }
        let Some(drag) = self.drag.take() else { return };
        if drag.button == button && drag.holds == Some(true) {
            let pointer = self.pointer;
            self.on_top(|screen, cx| screen.release(cx, pointer));
            return self.perform();
        }
        if drag.button != button || drag.moved > CLICK {
            return;
        }
        match button {
            _ if self.is_painting() => {}
            Button::Left => self.click(),
            Button::Right if self.is_stepping_back() => self.command(Command::Back),
            Button::Right => {}
            Button::Middle => {}
        }
    }

    fn is_stepping_back(&self) -> bool {
        self.stack.last().is_some_and(|screen| screen.is_stepping_back())
    }

    fn click(&mut self) {
        let pointer = self.pointer;
        self.on_top(|screen, cx| screen.click(cx, pointer));
        self.perform();
    }

    fn key(&mut self, key: Key) {
        let chord = Chord { key, shift: self.shift, control: self.control };
        let taken = self.on_top(|screen, cx| screen.key(cx, chord)) == Some(true);
        self.perform();
        if taken {
            return;
        }
        let of_editor = self.control || (Key::F1..=Key::F12).contains(&key);
        let typed = self.editor().is_some_and(foretoken_editor::Editor::is_using_keys);
        let bare = self.is_editing() && self.is_title_shown();
        if self.captured.keys || bare || self.is_battle_covered() || self.is_editing() && (of_editor || typed) {
            return;
        }
        // Keys that need shift to be typed also work without it.
        let command = self.shared.bindings.command(chord).or_else(|| self.shared.bindings.command(Chord::plain(key)));
        if let Some(command) = command.filter(|&command| !self.is_painting() || is_of_view(command)) {
            self.command(command);
        }
    }
}
