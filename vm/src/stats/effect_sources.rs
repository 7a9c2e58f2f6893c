//! Carriers: what modifies stats and answers events on behalf of a unit. Items that are worn, skills and statuses are
//! carriers of different classes; all have parameters, modifiers, alterations and handlers.

use super::StatId;
use super::events::{Handler, LabelSet};
use super::mode::Mode;
use crate::program::{Label, Usable};
use crate::state::{EffectInstance, Pool};
use serde::{Deserialize, Serialize};

/// The classes of carriers, in the order in which they modify.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum EffectSourceClass {
    /// No carrier.
    #[default]
    None = 0,
    /// Items that are worn.
    Item = 1,
    /// Skills of the unit's kind, and those that worn items give.
    Skill = 2,
    /// Statuses.
    Status = 3,
}

impl EffectSourceClass {
    /// Those that there are, in order.
    pub const ALL: [Self; 3] = [Self::Item, Self::Skill, Self::Status];

    /// The pool of what is held of it; a skill is held in none, and that of items is as good as any.
    #[must_use]
    pub const fn pool(self) -> Pool {
        if matches!(self, Self::Status) { Pool::STATUSES } else { Pool::ITEMS }
    }

    /// The class with this number.
    #[must_use]
    pub const fn from_index(index: u8) -> Self {
        match index {
            1 => Self::Item,
            2 => Self::Skill,
            3 => Self::Status,
            _ => Self::None,
        }
    }
}

/// A kind of carrier in a rulebook.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct EffectSourceRef {
    /// Its class.
    pub class: EffectSourceClass,
    /// Its place among those of the class.
    pub kind: u16,
}

impl EffectSourceRef {
    /// No carrier.
    pub const NONE: Self = Self { class: EffectSourceClass::None, kind: 0 };

    /// The kind of a status or an item that is held; nothing for what is held of other pools.
    #[must_use]
    pub fn of(held: &EffectInstance) -> Option<Self> {
        let class = match held.pool {
            Pool::STATUSES => EffectSourceClass::Status,
            Pool::ITEMS => EffectSourceClass::Item,
            _ => return None,
        };
        Some(Self { class, kind: u16::try_from(held.kind()?).ok()? })
    }

    /// As a number of a note.
    #[must_use]
    pub const fn to_word(self) -> u32 {
        (self.class as u32) << 16 | self.kind as u32
    }

    /// The carrier of such a number.
    #[must_use]
    pub const fn from_word(word: u32) -> Self {
        Self { class: EffectSourceClass::from_index((word >> 16) as u8), kind: word as u16 }
    }
}

/// What a carrier does to a stat as it is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// Which stat.
    pub stat: StatId,
    /// How.
    pub mode: Mode,
    /// Formula of the amount, for the bearer.
    pub amount: u32,
    /// Of those of one class and mode, smaller ones come first.
    pub priority: i32,
    /// The bonus group; of a group only the best and the worst amount count. Empty for none.
    pub group: String,
}

/// When an alteration acts on a proposed amount of harm or healing.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Stage {
    /// On who does it.
    #[default]
    Outgoing = 0,
    /// On whom it is done to.
    Incoming = 1,
    /// On whom it is done to, and what it takes is taken from the carrier's amount.
    Absorb = 2,
    /// On whom it is done to, at last.
    Apply = 3,
}

/// What a carrier does to an amount of harm or healing before it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DamageModifier {
    /// When.
    pub stage: Stage,
    /// How. An absorbing one takes away at most its amount.
    pub mode: Mode,
    /// Formula of the amount, for the bearer.
    pub amount: u32,
    /// Whether it alters healing instead of harm.
    pub heals: bool,
    /// The labels of what it alters; none for all.
    pub types: Option<LabelSet>,
    /// Of those of one stage, higher ones come first.
    pub priority: i32,
    /// The column of its bearer that what is absorbed is taken from; the status's own amount where there is none.
    pub from: Option<u16>,
}

/// A named number of a carrier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name, by its place among the rulebook's names of parameters.
    pub name: u16,
    /// Its formula, for the bearer.
    pub formula: u32,
    /// Whether a status keeps the value that it had when it was applied. Its place among the words that are kept.
    pub kept: Option<u8>,
}

/// What all carriers have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectSource {
    /// Asset name.
    pub name: String,
    /// The word shown.
    pub title: String,
    /// What it is, in a sentence.
    pub note: String,
    /// What its changes are shown as.
    pub label: Label,
    /// Its tags, sorted, with dots between the parts of each.
    pub tags: Vec<String>,
    /// Named numbers.
    pub parameters: Vec<Parameter>,
    /// What it does to stats.
    pub modifiers: Vec<Modifier>,
    /// What it does to harm and healing.
    pub damage_modifiers: Vec<DamageModifier>,
    /// What it answers to.
    pub handlers: Vec<Handler>,
    /// Formula that suspends its modifiers and alterations while it is zero.
    pub condition: Option<u32>,
    /// Tags of statuses that its bearer does not take.
    pub immune: Vec<String>,
    /// Tags of actions that its bearer cannot use.
    pub blocks: Vec<String>,
    /// Programs that its bearer may use as well.
    pub actions: Vec<u16>,
    /// Statuses that it gives to those around its bearer.
    pub auras: Vec<super::Aura>,
}

impl EffectSource {
    /// Its parameter of a name, by the place of the name among the rulebook's.
    #[must_use]
    pub fn parameter(&self, name: u16) -> Option<&Parameter> {
        self.parameters.iter().find(|own| own.name == name)
    }

    /// Whether one of its tags is, or lies below, one of these.
    #[must_use]
    pub fn is_tagged(&self, wanted: &[String]) -> bool {
        self.tags.iter().any(|tag| wanted.iter().any(|wanted| lies_below(tag, wanted)))
    }
}

/// Whether a tag is another or lies below it: `damage.fire` lies below `damage`.
#[must_use]
pub fn lies_below(tag: &str, above: &str) -> bool {
    tag.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// A kind of item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemKind {
    /// What it carries while it is worn.
    pub effect_source: EffectSource,
    /// The slots that it takes when it is worn, one bit each; 0 for an item that is only carried. A bit stands for any slot
    /// of the same name: see [`Rules::slots_for`](crate::Rules::slots_for).
    pub slots: u16,
    /// Its categories, sorted.
    pub categories: Vec<String>,
    /// Uses that it has; 0 for any number.
    pub uses: i32,
    /// Skills that its wearer has.
    pub skills: Vec<u16>,
    /// Statuses that its wearer has for as long as it is worn.
    pub statuses: Vec<u16>,
}

/// What a skill is to its owner beside what it does (document 000): a unit has one skill by which it moves and one by which
/// it waits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Nothing else.
    #[default]
    Usual,
    /// How it walks. Of several that it has one is in place, which carries passives and reactions like all skills.
    Move,
    /// How it waits. Of several that it has one is in place; it carries nothing.
    Wait,
}

/// A kind of skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillKind {
    /// What it carries while its owner has it and nothing replaces it.
    pub effect_source: EffectSource,
    /// Its path: groups and its name, such as `Act//Magic//Fire`.
    pub path: String,
    /// Its place within its group; ties go by name.
    pub sorting: i32,
    /// Skills that it replaces, where its owner has them.
    pub replaces: Vec<u16>,
    /// Skills that replace it, where its owner has one of them.
    pub replaced_by: Vec<u16>,
    /// The program that it uses, if it is an action.
    pub action: Option<u16>,
    /// What using it costs: columns of its owner, with formulas.
    pub costs: Vec<(u16, u32)>,
    /// The group of skills that recharge together; its own name where it shares with none.
    pub recharges_with: u16,
    /// Activations of its owner until it can be used again; 0 for at once.
    pub recharge: i32,
    /// Uses in one battle; 0 for any number.
    pub uses: i32,
    /// What it is to its owner.
    pub order: Order,
    /// When its owner may use it, beyond what it costs.
    pub usable: Usable,
}

/// Whose time a status goes by.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Clock {
    /// The end of its bearer's activations.
    #[default]
    BearerEnds,
    /// The beginning of its bearer's activations.
    BearerBegins,
    /// The end of the activations of who applied it.
    SourceEnds,
    /// The beginning of the activations of who applied it.
    SourceBegins,
    /// The end of a round.
    RoundEnds,
    /// The end of anybody's activation.
    AnyEnds,
}

/// What applying a status does to one that is there already.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Again {
    /// The one that is there stays as it is.
    Ignore,
    /// The new one takes its place.
    #[default]
    Replace,
    /// The one with the larger amount stays.
    KeepStronger,
    /// The one that lasts longer stays.
    KeepLonger,
    /// The time of the new one is added.
    Extend,
    /// The amount of the new one is added, and the longer time counts.
    Add,
    /// Both are there.
    Stack,
}

/// Whose statuses of a key are counted together.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Counted {
    /// All of the bearer's.
    #[default]
    Bearer,
    /// Those of the bearer's that the same unit applied.
    Source,
}

/// What running out takes away.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Expiry {
    /// All of its amount.
    #[default]
    All,
    /// One of its amount; where some is left, it lasts as long again.
    One,
}

/// What happens where more of a key are applied than there may be.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Overflow {
    /// Nothing comes of it.
    #[default]
    Ignore,
    /// The oldest goes.
    DropOldest,
}

/// What becomes of uses that were decided before a status came that forbids them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Committed {
    /// Each is refused when its turn comes, if the status still forbids it.
    #[default]
    Refuse,
    /// They are lost as it comes: what it forbids is refused in the bearer's next activation, even if it ended before.
    Drop,
    /// They are carried out; only new decisions are forbidden.
    Keep,
}

/// A kind of status.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusKind {
    /// What it carries.
    pub effect_source: EffectSource,
    /// The character it is drawn with.
    pub glyph: char,
    /// Whether it harms its bearer in the player's eyes: how it is coloured, and what `remove` takes off.
    pub is_bad: bool,
    /// Formula of how many ticks it lasts, for the bearer; none for as long as nothing takes it off.
    pub lasts: Option<u32>,
    /// Whose time it goes by.
    pub clock: Clock,
    /// Whether it ticks as it is applied.
    pub ticks_at_once: bool,
    /// Whether its amount falls by one with each tick, and it ends with it.
    pub decays: bool,
    /// Whether only its end takes it off.
    pub unremovable: bool,
    /// Of statuses that tick together, higher ones come first.
    pub priority: i32,
    /// What is counted together; the own name where nothing else is said.
    pub key: String,
    /// Whose are counted.
    pub counted: Counted,
    /// How many of a key there may be where they stack, 1 and more.
    pub limit: u16,
    /// The largest amount.
    pub most: i32,
    /// What applying it again does.
    pub on_reapply: Again,
    /// What running out takes away.
    pub expiry: Expiry,
    /// What happens beyond the limit.
    pub overflow: Overflow,
    /// Whether its bearer loses its activations.
    pub skips_turn: bool,
    /// Whether its bearer is of the side of who applied it.
    pub mind_control: bool,
    /// Whether it ends with who applied it.
    pub dies_with_source: bool,
    /// What becomes of uses that it forbids and that were decided before.
    pub committed: Committed,
}
