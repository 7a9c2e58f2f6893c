//! Tokens: one file each, listed by one line below. A token's `step` makes at most one atom of change and never calls
//! the machine; its `show` is its line in a disassembly.

mod area;
mod show;

pub use show::Show;

use crate::machine::{Run, flow};
use crate::program::Instr;
use crate::rulebook::Rulebook;
use serde::{Deserialize, Serialize};

macro_rules! tokens {
    ($($(#[$doc:meta])* $op:ident => $module:ident,)*) => {
        $(pub(crate) mod $module;)*

        /// What an instruction does. The flow of a program is the machine's own; the rest are tokens.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum Op {
            /// The program ends.
            End,
            /// Resolves request `x` into address `a`, or takes its otherwise; `to` is the end of the enclosing scope.
            Declare,
            /// Goes to `to`.
            Jump,
            /// Goes to `to` unless the amount is other than zero.
            JumpUnless,
            /// Starts the loop with counter `a`: the amount is how often; at zero goes to `to`.
            LoopBegin,
            /// Next turn of the loop with counter `a`, back to `to`; clears the slots from `b`, `x` of them. With
            /// `HAS_B` it counts the turns down, else a condition before it ends the loop.
            LoopNext,
            /// A veiled part begins; a viewer not entitled to see it goes on at `to`. Its targets from outside are the
            /// `n` addresses from `x` on in the program's data.
            Veil,
            $($(#[$doc])* $op,)*
        }

        /// What runs an instruction.
        pub(crate) fn run_of(book: &Rulebook, instr: &Instr) -> Run {
            // A token of another crate that previews as it executes is called itself.
            if instr.op == Op::Extern
                && let Some(Extern { preview: None, step, .. }) = book.externs.get(instr.x as usize)
            {
                return *step;
            }
            match instr.op {
                Op::End => flow::END,
                Op::Declare => flow::DECLARE,
                Op::Jump => flow::JUMP,
                Op::JumpUnless => flow::JUMP_UNLESS,
                Op::LoopBegin => flow::LOOP_BEGIN,
                Op::LoopNext => flow::LOOP_NEXT,
                Op::Veil => flow::VEIL,
                $(Op::$op => $module::RUN,)*
            }
        }

        /// A token's line in a disassembly; `None` for the flow of the program.
        pub(crate) fn show(show: &Show<'_>, instr: &Instr) -> Option<String> {
            match instr.op {
                $(Op::$op => Some($module::show(show, instr)),)*
                _ => None,
            }
        }
    };
}

tokens! {
    /// Walks, dashes or slides.
    Move => movement,
    /// Steps to a cell, or strikes who is there.
    MoveAttack => move_attack,
    /// Pushes or pulls cell by cell.
    Push => push,
    /// Puts an entity on another cell.
    Teleport => teleport,
    /// Two entities change places.
    Swap => swap,
    /// Turns the answers of an intent.
    Redirect => redirect,
    /// Takes an intent away.
    Stun => stun,
    /// Harms over an area.
    Damage => damage,
    /// Heals over an area.
    Heal => heal,
    /// Shields over an area.
    Shield => shield,
    /// Lays a surface over an area.
    Surface => surface,
    /// Brings an entity into being.
    Spawn => spawn,
    /// Enters a program in the agenda.
    Delay => delay,
    /// Repeats the last blow.
    Mirror => mirror,
    /// Turns to face.
    Wait => wait,
    /// Ends a life.
    Kill => kill,
    /// Holds its ground.
    Anchor => anchor,
    /// Acts sooner or later.
    Quicken => quicken,
    /// A token of another crate.
    Extern => external,
}

/// A token of another crate. Functions are looked up by index; records name them by name and version.
#[derive(Clone, Debug)]
pub struct Extern {
    /// Unique name.
    pub name: String,
    /// Raised whenever what it does changes.
    pub version: u32,
    /// One step, in execution and, without `preview`, in predictions.
    pub step: Run,
    /// One step in predictions: the two functions of document 003.
    pub preview: Option<Run>,
}
