//! Key names such as `Ctrl+Shift+S`, and the keys pressed in a frame.

use imgui::{Key, Ui};

macro_rules! keys {
    ($($key:ident $name:literal,)*) => {
        const KEYS: &[(&str, Key)] = &[$(($name, Key::$key),)*];
    };
}

keys! {
    A "A", B "B", C "C", D "D", E "E", F "F", G "G", H "H", I "I", J "J", K "K", L "L", M "M", N "N", O "O", P "P",
    Q "Q", R "R", S "S", T "T", U "U", V "V", W "W", X "X", Y "Y", Z "Z",
    Alpha0 "0", Alpha1 "1", Alpha2 "2", Alpha3 "3", Alpha4 "4", Alpha5 "5", Alpha6 "6", Alpha7 "7", Alpha8 "8",
    Alpha9 "9",
    F1 "F1", F2 "F2", F3 "F3", F4 "F4", F5 "F5", F6 "F6", F7 "F7", F8 "F8", F9 "F9", F10 "F10", F11 "F11", F12 "F12",
    Delete "Delete", Insert "Insert", Home "Home", End "End", PageUp "PageUp", PageDown "PageDown",
    UpArrow "Up", DownArrow "Down", LeftArrow "Left", RightArrow "Right",
    Enter "Enter", Space "Space", Backspace "Backspace", Tab "Tab", Escape "Escape",
    Equal "=", Minus "-", Comma ",", Period ".", Slash "/", LeftBracket "[", RightBracket "]",
}

pub(crate) fn pressed(ui: &Ui) -> Option<String> {
    let (name, _) = KEYS.iter().find(|(_, key)| ui.is_key_pressed(*key))?;
    Some(format!("{}{name}", modifiers(ui)))
}

pub(crate) fn is_pressed(ui: &Ui, keys: &str) -> bool {
    let Some(plain) = keys.strip_prefix(modifiers(ui).as_str()) else { return false };
    KEYS.iter().any(|(name, key)| *name == plain && ui.is_key_pressed(*key))
}

/// Returns whether text fields use these keys, so that commands must not take them.
pub(crate) fn is_typing(keys: &str) -> bool {
    let edits = ["Ctrl+A", "Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+Z", "Ctrl+Y", "Ctrl+Shift+Z"];
    let plain = !keys.contains("Ctrl+") && !keys.contains("Alt+");
    let function = keys.trim_start_matches("Shift+");
    let function = function.len() > 1 && function.starts_with('F') && function[1..].parse::<u8>().is_ok();
    edits.contains(&keys) || plain && !function
}

fn modifiers(ui: &Ui) -> String {
    let io = ui.io();
    let mut text = String::new();
    for (down, name) in [(io.key_ctrl, "Ctrl+"), (io.key_alt, "Alt+"), (io.key_shift, "Shift+")] {
        if down {
            text.push_str(name);
        }
    }
    text
}
