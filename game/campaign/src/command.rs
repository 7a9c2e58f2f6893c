//! Decisions of a player in a run, and why they are refused.

use crate::camp::CampError;
use crate::entry::{EquipChange, Owner};
use crate::state::Mode;
use foretoken_preview::Level;
use foretoken_vm::{Answer, Key};

/// How a run begins.
#[derive(Clone, Debug, Default)]
pub struct BeginOptions {
    /// Number that identifies the run, for profiles.
    pub id: u64,
    /// Seed.
    pub seed: u64,
    /// Mode.
    pub mode: Mode,
    /// Level.
    pub level: Level,
    /// Open unlocks.
    pub unlocked: Vec<String>,
}

/// A taken offer, with what it replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeOffer {
    /// Index of the offer in its room.
    pub offer: u16,
    /// Owner and item; for a skill, the member and the equipped skill.
    pub gives: Option<(Owner, String)>,
}

/// A decision of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Enter a room, by its index.
    Enter(usize),
    /// Choose an option, with answers to the questions of its action.
    Choose(u16, Vec<(Key, Answer)>),
    /// Take offers of the loot, or none.
    Take(Vec<TakeOffer>),
    /// Buy an offer.
    Buy(u16),
    /// Change equipment or order.
    Equip(EquipChange),
    /// End the run.
    GiveUp,
    /// Rewind to the state after an entry.
    Rewind(u32),
}

/// Reason why a decision was refused. The run is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The run is over.
    #[error("The run is over.")]
    Over,
    /// No such room.
    #[error("There is no such room.")]
    NoRoom,
    /// No open way leads there.
    #[error("No open way leads to this room.")]
    NoWay,
    /// The condition of the way is not met.
    #[error("This way is closed. {0}")]
    Closed(String),
    /// The room must be dealt with first.
    #[error("Finish this room first: {0}.")]
    NotDone(&'static str),
    /// No such option or offer here.
    #[error("There is no such option here.")]
    NoOption,
    /// Already done in this room.
    #[error("This was already done in this room.")]
    Done,
    /// The requirement is not met.
    #[error("The requirement is not met. {0}")]
    Needs(String),
    /// The price is too high.
    #[error("This costs {amount} {value}; you have {have}.")]
    TooExpensive {
        /// Displayed name of the number.
        value: String,
        /// Price.
        amount: i32,
        /// Own amount.
        have: i32,
    },
    /// Too many offers.
    #[error("You can take {0} at most.")]
    TooMany(usize),
    /// An offer needs an item in exchange.
    #[error("Choose what to give for it.")]
    NoSwap,
    /// No such member or item.
    #[error("There is no such member, item or skill.")]
    NoThing,
    /// A skill is locked.
    #[error("The skill `{0}` is locked.")]
    Locked(String),
    /// Wrong number of skills.
    #[error("Choose {0} different skills.")]
    WrongCount(usize),
    /// A member has no free slot for an item.
    #[error("There is no free slot for this item.")]
    NoSlot,
    /// The mode has no rewinds.
    #[error("This run cannot be rewound.")]
    NoRewind,
    /// The journal or a list is full.
    #[error("There is no space for more.")]
    Full,
    /// The action cannot run.
    #[error("This is not possible: {0}.")]
    Camp(#[from] CampError),
}
