//! Commands with their descriptions, default keys and gamepad buttons.

use crate::window::platform::input::{Chord, Key, PadButton};
use std::collections::BTreeMap;

macro_rules! commands {
    ($($command:ident $name:literal $words:literal [$($chord:expr),*] $pad:expr;)+) => {
        /// A command.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[allow(missing_docs, reason = "the table below says what each does")]
        pub enum Command { $($command),+ }

        impl Command {
            /// All commands in display order.
            pub const ALL: &[Self] = &[$(Self::$command),+];

            /// Returns its name in settings.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$command => $name),+ }
            }

            /// Returns its description.
            #[must_use]
            pub const fn words(self) -> &'static str {
                match self { $(Self::$command => $words),+ }
            }

            fn usual(self) -> (Vec<Chord>, Option<PadButton>) {
                match self { $(Self::$command => (vec![$($chord),*], $pad)),+ }
            }
        }
    };
}

use Chord as C;
use PadButton as Pad;

commands! {
    Up "up" "move the cursor north" [C::plain(Key::Up)] Some(Pad::Up);
    Down "down" "move the cursor south" [C::plain(Key::Down)] Some(Pad::Down);
    Left "left" "move the cursor west" [C::plain(Key::Left)] Some(Pad::Left);
    Right "right" "move the cursor east" [C::plain(Key::Right)] Some(Pad::Right);
    FloorUp "floor-up" "move the cursor one floor up" [C::plain(Key::BracketRight)] Some(Pad::StickRight);
    FloorDown "floor-down" "move the cursor one floor down" [C::plain(Key::BracketLeft)] Some(Pad::StickLeft);
    Next "next" "select the next unit without orders, or next target" [C::plain(Key::Tab)] Some(Pad::ShoulderRight);
    Previous "previous" "select the previous unit or target" [C::shift(Key::Tab)] Some(Pad::ShoulderLeft);
    Confirm "confirm" "choose the unit, action or target under the cursor" [C::plain(Key::Enter)] Some(Pad::South);
    Back "back" "go back one choice" [C::plain(Key::Escape), C::plain(Key::Backspace)] Some(Pad::East);
    Done "done" "finish this unit's orders" [C::plain(Key::Space)] Some(Pad::West);
    Waypoint "waypoint" "set or remove a waypoint for a walk" [C::plain(Key::B)] None;
    OtherWay "other-way" "choose another path of equal length and danger" [C::plain(Key::N)] None;
    Commit "commit" "play the round" [C::plain(Key::E)] Some(Pad::Start);
    Gather "gather" "walk with all units without orders toward the cursor" [C::shift(Key::G)] None;
    WaitOn "wait-on" "play rounds without orders until something happens" [C::shift(Key::E)] None;
    Undo "undo" "undo the last order" [C::plain(Key::U)] Some(Pad::North);
    Reset "reset" "start the turn again" [C::shift(Key::U)] None;
    Rewind "rewind" "open the rewind list" [C::plain(Key::R)] Some(Pad::Select);
    Auto "auto" "let the computer choose the remaining orders" [C::shift(Key::A)] None;
    Threat "threat" "show the cells that enemies can attack" [C::plain(Key::T)] Some(Pad::TriggerLeft);
    Safety "safety" "show the damage that the unit would take on each cell" [C::plain(Key::Y)] None;
    Grid "grid" "show or hide grid lines" [C::plain(Key::G)] None;
    Radial "radial" "show distance rings around the cursor" [C::plain(Key::H)] None;
    Unit "unit" "show the unit under the cursor: stats, items, skills; else the cell" [C::plain(Key::I)] None;
    Deck "deck" "show all slots of the deck, such as the faces of a die" [C::plain(Key::D)] None;
    Why "why" "show the causes of the forecast under the cursor" [C::plain(Key::C)] None;
    Foreseen "foreseen" "show the forecast of the whole round" [C::plain(Key::O)] None;
    Flip "flip" "save this plan and switch between two plans" [C::plain(Key::P)] None;
    Plans "plans" "compare the two plans" [C::shift(Key::P)] None;
    Log "log" "show the battle log" [C::plain(Key::L)] None;
    Talk "talk" "open the page of an online battle: table, chat, pause, resign" [C::plain(Key::K)] None;
    Help "help" "open the help page" [C::plain(Key::F2), C::shift(Key::Slash)] None;
    Settings "settings" "settings" [C::plain(Key::F3)] None;
    Editor "editor" "open the editor" [C::plain(Key::F1)] None;
    Speed "speed" "change the speed: 1x, 2x or 4x" [C::plain(Key::V)] None;
    Skip "skip" "skip the animation or the lesson" [C::plain(Key::X)] Some(Pad::TriggerRight);
    Save "save" "show where the battle is saved" [C::plain(Key::F4)] None;
    Tactical "tactical" "look straight from above, or as before" [C::plain(Key::M)] None;
    TurnLeft "turn-left" "turn the view to the left" [C::plain(Key::Q)] None;
    TurnRight "turn-right" "turn the view to the right" [C::plain(Key::W)] None;
    TiltUp "tilt-up" "tilt the view up" [C::plain(Key::PageUp)] None;
    TiltDown "tilt-down" "tilt the view down" [C::plain(Key::PageDown)] None;
    ZoomIn "zoom-in" "zoom in" [C::plain(Key::Equal)] None;
    ZoomOut "zoom-out" "zoom out" [C::plain(Key::Minus)] None;
    Focus "focus" "centre the view on the unit under the cursor" [C::plain(Key::F)] None;
    FullScreen "full-screen" "fill the screen, or show a window" [C::plain(Key::F11)] None;
    Menu "menu" "return to the title screen" [C::plain(Key::F10)] None;
    Action1 "action-1" "first action" [C::plain(Key::Digit1)] None;
    Action2 "action-2" "second action" [C::plain(Key::Digit2)] None;
    Action3 "action-3" "third action" [C::plain(Key::Digit3)] None;
    Action4 "action-4" "fourth action" [C::plain(Key::Digit4)] None;
    Action5 "action-5" "fifth action" [C::plain(Key::Digit5)] None;
    Action6 "action-6" "sixth action" [C::plain(Key::Digit6)] None;
    Action7 "action-7" "seventh action" [C::plain(Key::Digit7)] None;
    Action8 "action-8" "eighth action" [C::plain(Key::Digit8)] None;
    Action9 "action-9" "ninth action" [C::plain(Key::Digit9)] None;
}

impl Command {
    /// Returns the index of its action.
    #[must_use]
    pub fn action(self) -> Option<usize> {
        (self as usize).checked_sub(Self::Action1 as usize)
    }

    /// Returns the command of an action by index.
    #[must_use]
    pub fn of_action(index: usize) -> Option<Self> {
        Self::ALL.get(Self::Action1 as usize + index).copied()
    }

    /// Returns its description with a capital.
    #[must_use]
    pub fn title(self) -> String {
        let (first, rest) = self.words().split_at(1);
        format!("{}{rest}", first.to_uppercase())
    }

    /// Returns the command of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|command| command.name() == name)
    }
}

/// Key and gamepad bindings.
#[derive(Clone, Debug, PartialEq)]
pub struct Bindings {
    keys: BTreeMap<Chord, Command>,
    pads: BTreeMap<PadButton, Command>,
}

impl Default for Bindings {
    fn default() -> Self {
        let mut bindings = Self { keys: BTreeMap::new(), pads: BTreeMap::new() };
        for &command in Command::ALL {
            let (chords, pad) = command.usual();
            bindings.keys.extend(chords.into_iter().map(|chord| (chord, command)));
            bindings.pads.extend(pad.map(|pad| (pad, command)));
        }
        bindings
    }
}

impl Bindings {
    /// Returns the command of a key.
    #[must_use]
    pub fn command(&self, chord: Chord) -> Option<Command> {
        self.keys.get(&chord).copied()
    }

    /// Returns the command of a gamepad button.
    #[must_use]
    pub fn pad(&self, button: PadButton) -> Option<Command> {
        self.pads.get(&button).copied()
    }

    /// Returns the keys of a command.
    pub fn chords(&self, command: Command) -> impl Iterator<Item = Chord> {
        self.keys.iter().filter(move |(_, bound)| **bound == command).map(|(chord, _)| *chord)
    }

    /// Returns the name of a command's first key; empty for none.
    #[must_use]
    pub fn key_name(&self, command: Command) -> String {
        let usual = command.usual().0.into_iter().find(|chord| self.command(*chord) == Some(command));
        usual.or_else(|| self.chords(command).next()).map_or_else(String::new, Chord::name)
    }

    /// Adds a command's key to a text.
    #[must_use]
    pub fn with_key(&self, words: &str, command: Command) -> String {
        let key = self.key_name(command);
        if key.is_empty() { words.to_owned() } else { format!("{words}  ({key})") }
    }

    /// Binds a command to this key only. Returns the key's earlier command.
    pub fn bind(&mut self, command: Command, chord: Chord) -> Option<Command> {
        self.keys.retain(|_, bound| *bound != command);
        self.keys.insert(chord, command)
    }

    /// Returns the changed bindings by command name.
    #[must_use]
    pub fn changed(&self) -> BTreeMap<String, Vec<Chord>> {
        let usual = Self::default();
        let of = |bindings: &Self, command| bindings.chords(command).collect::<Vec<_>>();
        let changed = Command::ALL.iter().filter(|&&command| of(self, command) != of(&usual, command));
        changed.map(|&command| (command.name().to_owned(), of(self, command))).collect()
    }

    /// Returns the default bindings with changes; unknown names are ignored.
    #[must_use]
    pub fn with(changed: &BTreeMap<String, Vec<Chord>>) -> Self {
        let mut bindings = Self::default();
        for (name, chords) in changed {
            if let Some(command) = Command::named(name) {
                bindings.keys.retain(|_, bound| *bound != command);
                bindings.keys.extend(chords.iter().map(|&chord| (chord, command)));
            }
        }
        bindings
    }
}
