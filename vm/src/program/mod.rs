//! Compiled programs: linear arrays of fixed-size instructions over scoped, addressed targets. No boxes and no trees;
//! the compiler in `action-assets` makes them, the machine runs them, and they never change.

mod reach;
mod request;
pub(crate) mod values;

pub use crate::tokens::Token;
pub use request::{Asks, Fallback, Request, RequestFlags, Several};
pub use values::{Address, Amount, Area, Filter, Label};

use serde::{Deserialize, Serialize};

/// Where a name was declared or a scope stood: what a disassembly and an editor need, and a running program does not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DebugInfo {
    /// Name of each address, by address.
    pub names: Vec<String>,
    /// Scopes as half-open ranges of instructions, outer before inner.
    pub scopes: Vec<(u32, u32)>,
    /// Path of the asset's part that each instruction came from, such as `body[2]`.
    pub parts: Vec<String>,
    /// What the player is asked, by request; empty for the front end's own words.
    pub prompts: Vec<String>,
    /// How front ends take the answers, by request; as usual beyond its end.
    pub targeting: Vec<Targeting>,
}

/// How front ends take the answers of a request: document 000's targeting switches. The rules know nothing of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Targeting {
    /// Whether keys and pads move the cursor and answer.
    pub keyboard: bool,
    /// Whether a pointer moves the cursor and answers.
    pub mouse: bool,
    /// Whether an answer is pressed twice: the first press shows it, the second gives it.
    pub confirms: bool,
    /// For how many milliseconds after a press another one in the same column goes to its next floor instead; 0 for not at
    /// all.
    pub floor_time: u16,
}

impl Default for Targeting {
    fn default() -> Self {
        Self { keyboard: true, mouse: true, confirms: false, floor_time: 0 }
    }
}

/// The compiled, constant program of one action, shared by every user of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TokenSet {
    /// Name of the action or hazard it was compiled from; unique in the rulebook.
    pub name: String,
    /// The word shown to players.
    pub title: String,
    /// What it does, in a sentence.
    pub note: String,
    /// Instructions.
    pub code: Vec<Token>,
    /// Requests, by the index their `Declare` carries.
    pub requests: Vec<Request>,
    /// Operands that do not fit an instruction.
    pub data: Vec<i32>,
    /// Addresses the program uses.
    pub addresses: u8,
    /// Addresses 0 to `captured` are filled before it starts: an entry's captured answers.
    pub captured: u8,
    /// Which of the activation's points it costs.
    pub cost: Cost,
    /// Intents with a higher priority act first in the round, before initiative counts.
    pub priority: i8,
    /// Animation clip 1 to 12 for front ends.
    pub clip: u8,
    /// When the sprite turns, for front ends.
    pub turns: Turns,
    /// Its tags, sorted, with dots between the parts of each: what statuses may forbid.
    pub tags: Vec<String>,
    /// When a unit may use it, beyond points and what the unit carries.
    pub usable: Usable,
    /// What to show.
    pub debug: DebugInfo,
}

/// A condition on using an action or a skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usable {
    /// Formula for the unit; 0 refuses the use. `None` allows every use.
    pub when: Option<u32>,
    /// The reason that players read if it refuses the use.
    pub why_not: String,
}

impl Usable {
    /// No condition.
    pub const ALWAYS: Self = Self { when: None, why_not: String::new() };
}

impl TokenSet {
    /// The empty program.
    pub const NONE: &'static Self = &Self {
        name: String::new(),
        title: String::new(),
        note: String::new(),
        code: Vec::new(),
        requests: Vec::new(),
        data: Vec::new(),
        addresses: 0,
        captured: 0,
        cost: Cost::Action,
        priority: 0,
        clip: 0,
        turns: Turns::Begins,
        tags: Vec::new(),
        usable: Usable::ALWAYS,
        debug: DebugInfo {
            names: Vec::new(),
            scopes: Vec::new(),
            parts: Vec::new(),
            prompts: Vec::new(),
            targeting: Vec::new(),
        },
    };
}

/// When the sprite of who uses an action turns to its target, as the clip is shown. It is purely horizontal and says
/// nothing of the facing that rules read (document 001, "Sprite Flipping").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Turns {
    /// As the clip begins.
    #[default]
    Begins,
    /// Half way through it.
    Halfway,
    /// As it ends.
    Ends,
    /// Not at all.
    Never,
    /// Away from the target, as it begins.
    Away,
}

/// What using an action costs its unit in one activation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Cost {
    /// The activation's move.
    Move,
    /// The activation's action.
    #[default]
    Action,
    /// Nothing.
    Free,
}
