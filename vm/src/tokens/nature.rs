//! Nature: what a token declares of itself beside its step. The machine asks this instead of knowing tokens by name: where
//! a program may lead, which tokens run together as one operation, and which harm an instruction states by numbers.

use super::operand::{Address, Label};
use super::spawn::Side;
use super::{Call, Trail};

/// What a token declares of itself. The default declares nothing, which is right for every token.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Nature {
    /// What it does to the way through its program.
    pub(crate) leads: Leads,
    /// The request that it resolves, with the slot that the answer goes to.
    pub(crate) resolves: Option<(u16, Address)>,
    /// What it can be within an operation of several tokens.
    pub(crate) stage: Option<Stage>,
    /// The slots that it may read.
    pub(crate) reads: Reads,
    /// The most cells that it looks at, those of its area left out.
    pub(crate) looks_at: usize,
    /// The harm that it states by a number.
    pub(crate) stated_harm: u32,
    /// What it does to its owner, where it acts on nothing else and by numbers alone.
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

/// What a token does to the way through its program.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Leads {
    /// The next instruction follows.
    #[default]
    On,
    /// The program may go on elsewhere, or what follows depends on it.
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
    /// What its request reads.
    OfRequest,
}

/// What a token acts on its owner alone with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ToOwner {
    /// Harm of so much.
    Harm(u32),
    /// Anything else that is the same on every cell.
    Other,
}

/// A part of an operation in which several tokens run as one behind the request for a cell. A token that declares one does
/// what the stage says and nothing else, as a test of its crate should show: the machine runs the stage in place of its step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The actor is put on the cell in the slot `to`, if that is free.
    Goes {
        /// The slot.
        to: Address,
        /// What it is shown as.
        label: Label,
    },
    /// Who is on the cell in the slot `at` is harmed, and Mirror may repeat it.
    Hits {
        /// The slot.
        at: Address,
        /// How much; below 0 is none.
        harm: i32,
        /// What it is shown as.
        label: Label,
    },
    /// Who is on the cell in the slot `whom` is pushed by one cell away from the actor, and Mirror may repeat it.
    Pushes {
        /// The slot.
        whom: Address,
        /// What it is shown as.
        label: Label,
    },
}
