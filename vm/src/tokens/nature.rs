//! Nature: the properties of a token beside its step. The machine asks for them and knows no token by name: jumps, tokens
//! that run together as one operation, and harm that an instruction states by numbers.

use super::operand::{Address, Label};
use super::spawn::Side;
use super::{Call, Trail};

/// The properties of a token. The default has none of them, which is right for every token.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Nature {
    /// The instruction that follows it.
    pub(crate) leads: Leads,
    /// The request that it resolves, with the slot that the answer goes to.
    pub(crate) resolves: Option<(u16, Address)>,
    /// Its stage in an operation of several tokens, if it can be one.
    pub(crate) stage: Option<Stage>,
    /// The slots that it may read.
    pub(crate) reads: Reads,
    /// The largest number of cells that it reads, without those of its area.
    pub(crate) looks_at: usize,
    /// The harm that it states by a number.
    pub(crate) stated_harm: u32,
    /// Its effect on its owner, if it acts on nothing else and has no formula.
    pub(crate) to_owner: Option<ToOwner>,
    /// The unit type that it spawns, with the side.
    pub(crate) spawns: Option<(u16, Side)>,
    /// The trail that it begins.
    pub(crate) trail: Option<Trail>,
    /// The instruction at which the part that it veils ends.
    pub(crate) veils_to: Option<u32>,
    /// Whether it repeats blows, which are remembered for it.
    pub(crate) repeats_blows: bool,
    /// The call that it is, if it belongs to another crate: nothing is known of how often that goes on.
    pub(crate) calls: Option<Call>,
}

/// The instruction that follows a token.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Leads {
    /// The next instruction follows.
    #[default]
    On,
    /// Another instruction may follow, or the meaning of the next ones depends on it.
    Elsewhere,
    /// The program ends.
    End,
}

/// The slots of memory that a token may read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Reads {
    /// Any of them.
    #[default]
    Any,
    /// None.
    Nothing,
    /// These two.
    These(Address, Address),
    /// The slots that its request reads.
    OfRequest,
}

/// The effect of a token on its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ToOwner {
    /// Harm of so much.
    Harm(u32),
    /// Any other effect that is the same on every cell.
    Other,
}

/// A part of an operation that runs a request for a cell and the tokens behind it as one. The machine runs the stage in place
/// of the token's step, so the step must have exactly the effect of the stage; a test of the token's crate should show that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The actor is put on the cell in the slot `to`, if that is free.
    Goes {
        /// The slot.
        to: Address,
        /// The label of its changes.
        label: Label,
    },
    /// Who is on the cell in the slot `at` is harmed, and Mirror may repeat it.
    Hits {
        /// The slot.
        at: Address,
        /// How much; below 0 is none.
        harm: i32,
        /// The label of its changes.
        label: Label,
    },
    /// Who is on the cell in the slot `whom` is pushed by one cell away from the actor, and Mirror may repeat it.
    Pushes {
        /// The slot.
        whom: Address,
        /// The label of its changes.
        label: Label,
    },
}
