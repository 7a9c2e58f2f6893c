//! Properties of tokens besides their steps: jumps, fusing, and stated damage. The machine knows tokens only by these.

use super::operand::{Address, Label};
use super::spawn::Side;
use super::{Call, Trail};

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Nature {
    pub(crate) leads: Leads,
    pub(crate) resolves: Option<(u16, Address)>,
    pub(crate) stage: Option<Stage>,
    pub(crate) reads: Reads,
    pub(crate) looks_at: usize,
    pub(crate) stated_harm: u32,
    pub(crate) to_owner: Option<ToOwner>,
    pub(crate) spawns: Option<(u16, Side)>,
    pub(crate) trail: Option<Trail>,
    pub(crate) veils_to: Option<u32>,
    pub(crate) repeats_blows: bool,
    pub(crate) calls: Option<Call>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Leads {
    #[default]
    On,
    Elsewhere,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Reads {
    #[default]
    Any,
    Nothing,
    These(Address, Address),
    OfRequest,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ToOwner {
    Harm(u32),
    Other,
}

/// Part of a fused operation that runs instead of the token's step, so both must have exactly the same effect. Tests of
/// the token's crate should verify this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Moves the actor to the cell in slot `to`, if it is free.
    Goes {
        /// Slot.
        to: Address,
        /// Label of its changes.
        label: Label,
    },
    /// Damages the unit on the cell in slot `at`; Mirror may repeat it.
    Hits {
        /// Slot.
        at: Address,
        /// Damage; below 0 counts as 0.
        harm: i32,
        /// Label of its changes.
        label: Label,
    },
    /// Pushes the unit on the cell in slot `whom` by one cell away from the actor; Mirror may repeat it.
    Pushes {
        /// Slot.
        whom: Address,
        /// Label of its changes.
        label: Label,
    },
}
