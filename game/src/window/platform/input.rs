//! Input events of the app. Positions are in physical pixels.

/// An input event.
#[derive(Clone, PartialEq, Debug)]
pub enum Input {
    /// The pointer moved here.
    Pointer(f32, f32),
    /// A mouse button went down or up.
    Button(Button, bool),
    /// The wheel turned, in notches; positive is up.
    Wheel(f32),
    /// A key went down or up.
    Key(Key, bool),
    /// A typed character.
    Text(char),
    /// A file was dropped on the window.
    File(std::path::PathBuf),
    /// A gamepad button went down or up.
    Pad(PadButton, bool),
    /// The window's size in pixels; zero if minimised.
    Resized(u32, u32),
    /// The display scale.
    Scale(f64),
    /// The window gained or lost focus.
    Focus(bool),
    /// The graphics device was lost.
    DeviceLost,
    /// The window's surface was lost.
    SurfaceLost,
    /// The window should close.
    Close,
}

/// A mouse button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Button {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Middle.
    Middle,
}

/// A gamepad button by position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
#[allow(missing_docs, reason = "the names are the places")]
pub enum PadButton {
    South,
    East,
    West,
    North,
    Up,
    Down,
    Left,
    Right,
    ShoulderLeft,
    ShoulderRight,
    TriggerLeft,
    TriggerRight,
    Start,
    Select,
    StickLeft,
    StickRight,
}

macro_rules! keys {
    ($($key:ident $name:literal),+ $(,)?) => {
        /// A key by its label.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
        #[allow(missing_docs, reason = "the names are what is printed")]
        pub enum Key { $($key),+ }

        impl Key {
            /// All keys.
            pub const ALL: &[Self] = &[$(Self::$key),+];

            /// Returns its display name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$key => $name),+ }
            }
        }
    };
}

keys! {
    A "A", B "B", C "C", D "D", E "E", F "F", G "G", H "H", I "I", J "J", K "K", L "L", M "M", N "N", O "O", P "P",
    Q "Q", R "R", S "S", T "T", U "U", V "V", W "W", X "X", Y "Y", Z "Z",
    Digit0 "0", Digit1 "1", Digit2 "2", Digit3 "3", Digit4 "4", Digit5 "5", Digit6 "6", Digit7 "7", Digit8 "8",
    Digit9 "9",
    F1 "F1", F2 "F2", F3 "F3", F4 "F4", F5 "F5", F6 "F6", F7 "F7", F8 "F8", F9 "F9", F10 "F10", F11 "F11", F12 "F12",
    Up "Up", Down "Down", Left "Left", Right "Right", Home "Home", End "End", PageUp "Page up",
    PageDown "Page down", Insert "Insert", Delete "Delete", Backspace "Backspace", Tab "Tab", Enter "Enter",
    Escape "Escape", Space "Space", Minus "-", Equal "=", Comma ",", Period ".", Slash "/", Semicolon ";",
    Apostrophe "'", BracketLeft "[", BracketRight "]", Backslash "\\", Backquote "`",
    Shift "Shift", Control "Ctrl", Alt "Alt", Super "Super",
}

impl Key {
    /// Returns the key of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|key| key.name() == name)
    }
}

/// A key with modifiers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub struct Chord {
    /// Key.
    pub key: Key,
    /// Whether shift is held.
    pub shift: bool,
    /// Whether control is held.
    pub control: bool,
}

impl Chord {
    /// Returns the key without modifiers.
    #[must_use]
    pub const fn plain(key: Key) -> Self {
        Self { key, shift: false, control: false }
    }

    /// Returns the key with shift.
    #[must_use]
    pub const fn shift(key: Key) -> Self {
        Self { key, shift: true, control: false }
    }

    /// Returns its display name.
    #[must_use]
    pub fn name(self) -> String {
        let (control, shift) = (if self.control { "Ctrl+" } else { "" }, if self.shift { "Shift+" } else { "" });
        format!("{control}{shift}{}", self.key.name())
    }
}
