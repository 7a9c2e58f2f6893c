//! Converts winit events to the app's input events.

use crate::window::platform::input::{Button, Input, Key};
use winit::event::{ElementState, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent};
use winit::keyboard::{Key as Printed, KeyCode, ModifiersState, NamedKey, PhysicalKey};

/// Touchpad pixels of a wheel notch.
const NOTCH: f64 = 48.0;

/// Held keys, which are released when the window loses focus.
#[derive(Debug, Default)]
pub(super) struct Translator {
    keys: Vec<Key>,
    buttons: Vec<Button>,
    modifiers: ModifiersState,
}

impl Translator {
    pub(super) fn inputs(&mut self, event: &WindowEvent) -> Vec<Input> {
        match event {
            WindowEvent::CloseRequested | WindowEvent::Destroyed => vec![Input::Close],
            WindowEvent::Resized(size) => vec![Input::Resized(size.width, size.height)],
            WindowEvent::ScaleFactorChanged { scale_factor, .. } => vec![Input::Scale(*scale_factor)],
            WindowEvent::DroppedFile(path) => vec![Input::File(path.clone())],
            WindowEvent::Focused(true) => vec![Input::Focus(true)],
            WindowEvent::Focused(false) => {
                let mut inputs = self.let_go();
                inputs.push(Input::Focus(false));
                inputs
            }
            WindowEvent::CursorMoved { position, .. } => vec![Input::Pointer(position.x as f32, position.y as f32)],
            WindowEvent::MouseWheel { delta, .. } => {
                let notches = notches(*delta);
                if notches == 0.0 { Vec::new() } else { vec![Input::Wheel(notches)] }
            }
            WindowEvent::MouseInput { state, button, .. } => self.button(*button, *state),
            WindowEvent::ModifiersChanged(modifiers) => {
                self.modifiers = modifiers.state();
                Vec::new()
            }
            // Keys that were pressed before the window got focus are ignored.
            WindowEvent::KeyboardInput { event, is_synthetic, .. } if !is_synthetic || !event.state.is_pressed() => {
                let text = event.text.as_deref();
                self.key(key_of(event), text, event.state.is_pressed(), event.repeat)
            }
            _ => Vec::new(),
        }
    }

    fn button(&mut self, button: MouseButton, state: ElementState) -> Vec<Input> {
        let button = match button {
            MouseButton::Left => Button::Left,
            MouseButton::Right => Button::Right,
            MouseButton::Middle => Button::Middle,
            _ => return Vec::new(),
        };
        self.buttons.retain(|held| *held != button);
        if state.is_pressed() {
            self.buttons.push(button);
        }
        vec![Input::Button(button, state.is_pressed())]
    }

    fn key(&mut self, key: Option<Key>, text: Option<&str>, down: bool, again: bool) -> Vec<Input> {
        let mut inputs = Vec::new();
        if let Some(key) = key {
            self.keys.retain(|held| *held != key);
            if down {
                self.keys.push(key);
            }
            if !again || is_repeatable(key) {
                inputs.push(Input::Key(key, down));
            }
        }
        if down && self.is_typing() {
            let letters = text.unwrap_or_default().chars().filter(|letter| !letter.is_control());
            inputs.extend(letters.map(Input::Text));
        }
        inputs
    }

    /// Whether keys type text: not with control, but Control and Alt together are AltGr on some keyboards.
    fn is_typing(&self) -> bool {
        let held = self.modifiers;
        !held.super_key() && (!held.control_key() || held.alt_key())
    }

    fn let_go(&mut self) -> Vec<Input> {
        self.modifiers = ModifiersState::empty();
        let keys = self.keys.drain(..).map(|key| Input::Key(key, false));
        let mut inputs: Vec<Input> = keys.collect();
        inputs.extend(self.buttons.drain(..).map(|button| Input::Button(button, false)));
        inputs
    }
}

const fn is_repeatable(key: Key) -> bool {
    matches!(key, Key::Up | Key::Down | Key::Left | Key::Right | Key::PageUp | Key::PageDown | Key::Minus | Key::Equal)
}

fn notches(delta: MouseScrollDelta) -> f32 {
    match delta {
        MouseScrollDelta::LineDelta(_, lines) => lines,
        MouseScrollDelta::PixelDelta(pixels) => (pixels.y / NOTCH) as f32,
    }
}

/// Returns the key by its label or, with other alphabets, by its position.
fn key_of(event: &KeyEvent) -> Option<Key> {
    #[cfg(not(any(target_os = "android", target_os = "ios", target_family = "wasm")))]
    let plain = winit::platform::modifier_supplement::KeyEventExtModifierSupplement::key_without_modifiers(event);
    #[cfg(any(target_os = "android", target_os = "ios", target_family = "wasm"))]
    let plain = event.logical_key.clone();
    named(&plain, &event.logical_key, event.physical_key)
}

fn named(plain: &Printed, printed: &Printed, place: PhysicalKey) -> Option<Key> {
    printed_key(plain).or_else(|| printed_key(printed)).or_else(|| place_key(place))
}

fn printed_key(key: &Printed) -> Option<Key> {
    Some(match key {
        Printed::Character(text) => {
            let upper = text.to_uppercase();
            return (upper.chars().count() == 1).then(|| Key::named(&upper)).flatten();
        }
        Printed::Named(named) => match named {
            NamedKey::ArrowUp => Key::Up,
            NamedKey::ArrowDown => Key::Down,
            NamedKey::ArrowLeft => Key::Left,
            NamedKey::ArrowRight => Key::Right,
            NamedKey::Home => Key::Home,
            NamedKey::End => Key::End,
            NamedKey::PageUp => Key::PageUp,
            NamedKey::PageDown => Key::PageDown,
            NamedKey::Insert => Key::Insert,
            NamedKey::Delete => Key::Delete,
            NamedKey::Backspace => Key::Backspace,
            NamedKey::Tab => Key::Tab,
            NamedKey::Enter => Key::Enter,
            NamedKey::Escape => Key::Escape,
            NamedKey::Space => Key::Space,
            NamedKey::Shift => Key::Shift,
            NamedKey::Control => Key::Control,
            NamedKey::Alt => Key::Alt,
            NamedKey::Super | NamedKey::Meta => Key::Super,
            NamedKey::F1 => Key::F1,
            NamedKey::F2 => Key::F2,
            NamedKey::F3 => Key::F3,
            NamedKey::F4 => Key::F4,
            NamedKey::F5 => Key::F5,
            NamedKey::F6 => Key::F6,
            NamedKey::F7 => Key::F7,
            NamedKey::F8 => Key::F8,
            NamedKey::F9 => Key::F9,
            NamedKey::F10 => Key::F10,
            NamedKey::F11 => Key::F11,
            NamedKey::F12 => Key::F12,
            _ => return None,
        },
        _ => return None,
    })
}

macro_rules! places {
    ($place:expr; $($code:ident $key:ident),+ $(,)?) => {
        match $place {
            PhysicalKey::Code(code) => match code { $(KeyCode::$code => Some(Key::$key),)+ _ => None },
            PhysicalKey::Unidentified(_) => None,
        }
    };
}

const fn place_key(place: PhysicalKey) -> Option<Key> {
    places! {
        place;
        KeyA A, KeyB B, KeyC C, KeyD D, KeyE E, KeyF F, KeyG G, KeyH H, KeyI I, KeyJ J, KeyK K, KeyL L, KeyM M, KeyN N,
        KeyO O, KeyP P, KeyQ Q, KeyR R, KeyS S, KeyT T, KeyU U, KeyV V, KeyW W, KeyX X, KeyY Y, KeyZ Z,
        Digit0 Digit0, Digit1 Digit1, Digit2 Digit2, Digit3 Digit3, Digit4 Digit4, Digit5 Digit5, Digit6 Digit6,
        Digit7 Digit7, Digit8 Digit8, Digit9 Digit9, Minus Minus, Equal Equal, Comma Comma, Period Period, Slash Slash,
        Semicolon Semicolon, Quote Apostrophe, BracketLeft BracketLeft, BracketRight BracketRight,
        Backslash Backslash, Backquote Backquote, NumpadAdd Equal, NumpadSubtract Minus, NumpadEnter Enter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winit::dpi::{PhysicalPosition, PhysicalSize};
    use winit::keyboard::{NativeKey, NativeKeyCode};

    fn printed(text: &str) -> Printed {
        Printed::Character(text.into())
    }

    #[test]
    fn what_is_printed_counts_and_else_the_place() {
        let at = |code| PhysicalKey::Code(code);
        assert_eq!(named(&printed("a"), &printed("A"), at(KeyCode::KeyQ)), Some(Key::A), "a French keyboard");
        assert_eq!(named(&printed("&"), &printed("1"), at(KeyCode::Digit1)), Some(Key::Digit1), "its digits");
        assert_eq!(named(&printed("ф"), &printed("Ф"), at(KeyCode::KeyA)), Some(Key::A), "a Russian one");
        assert_eq!(named(&printed("/"), &printed("?"), at(KeyCode::Slash)), Some(Key::Slash));
        assert_eq!(named(&printed("ß"), &printed("?"), at(KeyCode::Minus)), Some(Key::Minus));
        let page = Printed::Named(NamedKey::PageUp);
        assert_eq!(named(&page, &page, at(KeyCode::PageUp)), Some(Key::PageUp));
        let unknown = Printed::Unidentified(NativeKey::Unidentified);
        let nowhere = PhysicalKey::Unidentified(NativeKeyCode::Unidentified);
        assert_eq!(named(&unknown, &unknown, nowhere), None);
    }

    #[test]
    fn every_key_that_is_printed_is_found_by_its_name() {
        for &key in Key::ALL {
            if key.name().chars().count() == 1 {
                assert_eq!(printed_key(&printed(&key.name().to_lowercase())), Some(key));
            }
        }
    }

    #[test]
    fn keys_type_unless_they_command() {
        let mut translator = Translator::default();
        let a = [Input::Key(Key::A, true), Input::Text('a')];
        assert_eq!(translator.key(Some(Key::A), Some("a"), true, false), a);
        assert_eq!(translator.key(Some(Key::A), None, false, false), [Input::Key(Key::A, false)]);
        translator.modifiers = ModifiersState::CONTROL;
        assert_eq!(translator.key(Some(Key::S), Some("s"), true, false), [Input::Key(Key::S, true)]);
        translator.modifiers = ModifiersState::CONTROL | ModifiersState::ALT;
        assert_eq!(translator.key(None, Some("@"), true, false), [Input::Text('@')]);
        translator.modifiers = ModifiersState::empty();
        assert_eq!(translator.key(Some(Key::Enter), Some("\r"), true, false), [Input::Key(Key::Enter, true)]);
    }

    #[test]
    fn only_keys_that_move_count_again() {
        let mut translator = Translator::default();
        assert_eq!(translator.key(Some(Key::E), Some("e"), true, true), [Input::Text('e')]);
        assert_eq!(translator.key(Some(Key::Up), None, true, true), [Input::Key(Key::Up, true)]);
    }

    #[test]
    fn nothing_stays_held_when_the_window_goes_to_the_back() {
        let mut translator = Translator::default();
        translator.key(Some(Key::Shift), None, true, false);
        translator.button(MouseButton::Left, ElementState::Pressed);
        let gone = translator.inputs(&WindowEvent::Focused(false));
        let expected = [Input::Key(Key::Shift, false), Input::Button(Button::Left, false), Input::Focus(false)];
        assert_eq!(gone, expected);
        assert_eq!(translator.inputs(&WindowEvent::Focused(false)), [Input::Focus(false)]);
    }

    #[test]
    fn the_window_tells_its_size_and_its_end() {
        let mut translator = Translator::default();
        assert_eq!(translator.inputs(&WindowEvent::Resized(PhysicalSize::new(0, 0))), [Input::Resized(0, 0)]);
        assert_eq!(translator.inputs(&WindowEvent::CloseRequested), [Input::Close]);
        assert_eq!(translator.inputs(&WindowEvent::RedrawRequested), []);
    }

    #[test]
    fn a_touchpad_is_a_wheel_with_finer_notches() {
        assert_eq!(notches(MouseScrollDelta::LineDelta(3.0, -1.0)), -1.0);
        assert_eq!(notches(MouseScrollDelta::PixelDelta(PhysicalPosition::new(0.0, 24.0))), 0.5);
    }
}
