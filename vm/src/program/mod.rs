//! Compiled programs: constant, flat arrays of fixed-size instructions over scoped addresses. The compiler in
//! `action-assets` makes them and the machine runs them.

mod reach;
mod request;
pub(crate) mod values;

pub use crate::tokens::Token;
pub use request::{Asks, Fallback, Holds, Request, RequestFlags, Several, SlotFilter};
pub use values::{Address, Amount, Area, Filter, Label};

use serde::{Deserialize, Serialize};

/// Source information for disassembly and editors; execution does not need it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DebugInfo {
    /// Names of addresses.
    pub names: Vec<String>,
    /// Scopes as half-open ranges of instructions, outer before inner.
    pub scopes: Vec<(u32, u32)>,
    /// Asset path of each instruction, such as `body[2]`.
    pub parts: Vec<String>,
    /// Prompt of each request; empty for the front end's default.
    pub prompts: Vec<String>,
    /// Input options of each request; default beyond its end.
    pub targeting: Vec<Targeting>,
}

/// Input options of a request: document 000's targeting switches. Rules do not read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Targeting {
    /// Whether keys and gamepads can answer.
    pub keyboard: bool,
    /// Whether a pointer can answer.
    pub mouse: bool,
    /// Whether a second press must confirm the answer.
    pub confirms: bool,
    /// Time in milliseconds in which another press in the same column selects its next floor; 0 for never.
    pub floor_time: u16,
}

impl Default for Targeting {
    fn default() -> Self {
        Self { keyboard: true, mouse: true, confirms: false, floor_time: 0 }
    }
}

/// Compiled program of an action or hazard, shared by all its users.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TokenSet {
    /// Asset name; unique in the rulebook.
    pub name: String,
    /// Displayed name.
    pub title: String,
    /// Description in one sentence.
    pub note: String,
    /// Instructions.
    pub code: Vec<Token>,
    /// Requests, by index in `Declare`.
    pub requests: Vec<Request>,
    /// Operands that do not fit into an instruction.
    pub data: Vec<i32>,
    /// Number of addresses.
    pub addresses: u8,
    /// Number of addresses that are filled before it starts, with an entry's captured answers.
    pub captured: u8,
    /// Activation points that it costs.
    pub cost: Cost,
    /// Priority; intents with a higher one act first in the round, before initiative counts.
    pub priority: i8,
    /// Animation clip for front ends, 1 to 12.
    pub clip: u8,
    /// When the sprite turns.
    pub turns: Turns,
    /// Sorted tags with dotted parts. Statuses can prohibit them.
    pub tags: Vec<String>,
    /// Further conditions of use.
    pub usable: Usable,
    /// Source information.
    pub debug: DebugInfo,
}

/// Condition for using an action or a skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usable {
    /// Formula for the unit; 0 refuses the use. `None` allows every use.
    pub when: Option<u32>,
    /// Displayed reason for a refusal.
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

/// When the user's sprite turns to its target while the clip plays. It is horizontal and independent of facing
/// (document 001, "Sprite Flipping").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Turns {
    /// At the start of the clip.
    #[default]
    Begins,
    /// Halfway through the clip.
    Halfway,
    /// At the end of the clip.
    Ends,
    /// Never.
    Never,
    /// Away from the target, at the start.
    Away,
}

/// Activation points that an action costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Cost {
    /// The move.
    Move,
    /// The action.
    #[default]
    Action,
    /// Nothing.
    Free,
}
