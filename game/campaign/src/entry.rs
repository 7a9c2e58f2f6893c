//! Entries of a run's journal. They hold decisions and typed results, all by name, so that a run can be read without
//! its rules.

use crate::party::{ItemState, MemberState};
use crate::state::{Ending, Mode};
use foretoken_vm::codec::{self, CodecError};
use foretoken_vm::{Answer, Key};
use serde::{Deserialize, Serialize};

/// Version of the entries.
pub const VERSION: u32 = 1;

/// Begin of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begin {
    /// Version of the entries: [`VERSION`].
    pub version: u32,
    /// Version of the rules.
    pub rules: u32,
    /// Number that identifies the run, for profiles.
    pub id: u64,
    /// Pack.
    pub pack: String,
    /// Campaign.
    pub campaign: String,
    /// Seed.
    pub seed: u64,
    /// Mode.
    pub mode: Mode,
    /// Code of the level.
    pub level: u8,
    /// Open unlocks.
    pub unlocked: Vec<String>,
    /// Party.
    pub party: Vec<MemberState>,
    /// Numbers of the run.
    pub values: Vec<(String, i32)>,
    /// Shared items.
    pub stash: Vec<ItemState>,
    /// Offers that appear once in the run, by room.
    pub placed: Vec<(String, Vec<u16>)>,
}

/// Result of an action of the camp: everything that changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effect {
    /// Changed members.
    pub members: Vec<MemberState>,
    /// Members that died.
    pub died: Vec<String>,
    /// Changed numbers of the run.
    pub values: Vec<(String, i32)>,
    /// Stash, if it changed.
    pub stash: Option<Vec<ItemState>>,
}

/// The party enters a room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Enter {
    /// Room.
    pub room: String,
    /// Its offers on this visit, as indices.
    pub offers: Vec<u16>,
}

/// A chosen option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choose {
    /// Index of the option.
    pub option: u16,
    /// Answers to the questions of its action.
    pub answers: Vec<(Key, Answer)>,
    /// Paid numbers of the run.
    pub spent: Vec<(String, i32)>,
    /// Result of its action.
    pub effect: Effect,
    /// The only next room; empty for all.
    pub next: String,
}

/// Owner of an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Owner {
    /// The party.
    Stash,
    /// A member.
    Member(String),
}

/// A taken offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// Index of the offer in its room.
    pub offer: u16,
    /// Item that it replaces; for a skill, the member and the equipped skill.
    pub gives: Option<(Owner, String)>,
    /// Item that it brings; empty for none.
    pub item: String,
    /// Skill that the member learns; empty for none.
    pub skill: String,
    /// Result of its action.
    pub effect: Effect,
}

impl Taken {
    /// Whether the skill took the place of the skill in a slot of a deck. Such a member has the new deck in the effect.
    #[must_use]
    pub fn is_swap(&self) -> bool {
        let member = match &self.gives {
            Some((Owner::Member(name), _)) if !self.skill.is_empty() => {
                self.effect.members.iter().find(|member| member.name == *name)
            }
            _ => None,
        };
        member.is_some_and(|member| member.deck().is_some())
    }
}

/// Taken loot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Take {
    /// Offers in the order in which they were taken.
    pub offers: Vec<Taken>,
}

/// A bought offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spend {
    /// Offer.
    pub offer: Taken,
    /// Paid numbers of the run.
    pub spent: Vec<(String, i32)>,
}

/// A change of equipment or order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EquipChange {
    /// Sets the skills of a loadout.
    Skills {
        /// Member.
        member: String,
        /// Index of the loadout.
        loadout: u16,
        /// Skills.
        skills: Vec<String>,
    },
    /// Hands an item over. From a member to itself, it puts the item on or takes it off.
    Hand {
        /// Owner before.
        from: Owner,
        /// Owner after.
        to: Owner,
        /// Item.
        item: String,
        /// Whether the new owner wears it.
        worn: bool,
    },
    /// Moves a member to the front of the marching order.
    First(String),
}

/// Outcome of a battle for the party.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decided {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Drawn, which counts as lost.
    Drawn,
}

/// Typed outcome of a battle: everything that the run reads of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BattleOutcome {
    /// Result.
    pub result: Decided,
    /// Number of rounds.
    pub rounds: i32,
    /// Members that fought and live, with health, items, statuses and columns.
    pub survivors: Vec<MemberState>,
    /// Members that died.
    pub died: Vec<String>,
}

impl BattleOutcome {
    /// Whether the party won.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.result == Decided::Won
    }
}

/// A finished battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fought {
    /// Name of its record; empty if it was not kept.
    pub record: String,
    /// Hash of the record's bytes.
    pub hash: u64,
    /// Outcome.
    pub outcome: BattleOutcome,
    /// Result of the room's reward.
    pub reward: Effect,
    /// The only next room; empty for all.
    pub next: String,
}

/// Loss of a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    /// Member.
    pub member: String,
    /// Number of rooms that it misses; 0 if it is lost or healed.
    pub wounded_for: u16,
    /// Whether it comes back with full health.
    pub is_healed: bool,
}

macro_rules! entries {
    ($($(#[doc = $doc:literal])+ $number:literal $name:ident($holds:ty);)+) => {
        /// An entry of a run's journal.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Entry {
            $($(#[doc = $doc])+ $name($holds),)+
            /// An entry of an unknown kind, which is skipped.
            Unknown(u16),
        }

        impl Entry {
            /// Returns the number of its kind in files.
            #[must_use]
            pub const fn kind(&self) -> u16 {
                match self {
                    $(Self::$name(_) => $number,)+
                    Self::Unknown(kind) => *kind,
                }
            }

            /// Returns its payload.
            ///
            /// # Errors
            ///
            /// If it exceeds the size limit.
            pub fn payload(&self) -> Result<Vec<u8>, CodecError> {
                match self {
                    $(Self::$name(held) => codec::encode(held),)+
                    Self::Unknown(_) => Ok(Vec::new()),
                }
            }

            /// Reads the entry of a frame.
            ///
            /// # Errors
            ///
            /// If the payload does not fit its kind.
            pub fn from_frame(kind: u16, payload: &[u8]) -> Result<Self, CodecError> {
                Ok(match kind {
                    $($number => Self::$name(codec::decode(payload)?),)+
                    other => Self::Unknown(other),
                })
            }
        }
    };
}

// Numbers start at 100, so that no entry is mistaken for one of a battle.
entries! {
    /// The begin; always first.
    100 Begin(Box<Begin>);
    /// The assets as canonical text.
    101 Assets(String);
    /// The party enters a room.
    102 Enter(Enter);
    /// A chosen option.
    103 Choose(Box<Choose>);
    /// Taken loot, or none.
    104 Take(Take);
    /// A bought offer.
    105 Spend(Box<Spend>);
    /// A change of equipment or order.
    106 Equip(EquipChange);
    /// A finished battle.
    107 Battle(Box<Fought>);
    /// A lost or wounded member.
    108 Lose(Lost);
    /// A gained unlock.
    109 Unlock(String);
    /// The end.
    110 End(Ending);
    /// Rewind to the state after the entry with this number.
    111 Fork(u32);
}
