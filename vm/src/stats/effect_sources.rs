//! Effect sources: worn items, skills and statuses. All have parameters, stat modifiers, damage modifiers and handlers.

use super::StatId;
use super::events::{Handler, LabelSet};
use super::mode::Mode;
use crate::program::{Label, Usable};
use crate::state::{EffectInstance, Pool};
use serde::{Deserialize, Serialize};

/// Class of effect sources, in the order of modification.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum EffectSourceClass {
    /// None.
    #[default]
    None = 0,
    /// Worn items.
    Item = 1,
    /// Skills of the unit and those of worn items.
    Skill = 2,
    /// Statuses.
    Status = 3,
}

impl EffectSourceClass {
    /// All classes in order.
    pub const ALL: [Self; 3] = [Self::Item, Self::Skill, Self::Status];

    /// Returns its pool. Skills have none, so they use that of items.
    #[must_use]
    pub const fn pool(self) -> Pool {
        if matches!(self, Self::Status) { Pool::STATUSES } else { Pool::ITEMS }
    }

    /// Returns a class by number.
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

/// An effect source of a rulebook.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct EffectSourceRef {
    /// Class.
    pub class: EffectSourceClass,
    /// Number within the class.
    pub kind: u16,
}

impl EffectSourceRef {
    /// None.
    pub const NONE: Self = Self { class: EffectSourceClass::None, kind: 0 };

    /// Returns the source of a status or item instance; `None` for other pools.
    #[must_use]
    pub fn of(held: &EffectInstance) -> Option<Self> {
        let class = match held.pool {
            Pool::STATUSES => EffectSourceClass::Status,
            Pool::ITEMS => EffectSourceClass::Item,
            _ => return None,
        };
        Some(Self { class, kind: u16::try_from(held.kind()?).ok()? })
    }

    /// Packs it into a note.
    #[must_use]
    pub const fn to_word(self) -> u32 {
        (self.class as u32) << 16 | self.kind as u32
    }

    /// Unpacks it from a note.
    #[must_use]
    pub const fn from_word(word: u32) -> Self {
        Self { class: EffectSourceClass::from_index((word >> 16) as u8), kind: word as u16 }
    }
}

/// A modifier of a stat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// Stat.
    pub stat: StatId,
    /// Mode.
    pub mode: Mode,
    /// Amount formula for the bearer.
    pub amount: u32,
    /// Order within a class and mode; smaller comes first.
    pub priority: i32,
    /// Bonus group, of which only the best and the worst amount count; empty for none.
    pub group: String,
}

/// Stage of a damage modifier.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Stage {
    /// Of the attacker.
    #[default]
    Outgoing = 0,
    /// Of the target.
    Incoming = 1,
    /// Of the target; the amount it takes reduces the effect source's amount.
    Absorb = 2,
    /// Of the target, at last.
    Apply = 3,
}

/// A modifier of damage or healing before it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DamageModifier {
    /// Stage.
    pub stage: Stage,
    /// Mode. An absorbing one takes at most its amount.
    pub mode: Mode,
    /// Amount formula for the bearer.
    pub amount: u32,
    /// Whether it modifies healing instead of damage.
    pub heals: bool,
    /// Labels that it modifies; `None` for all.
    pub types: Option<LabelSet>,
    /// Order within a stage; higher comes first.
    pub priority: i32,
    /// Column of the bearer that pays for absorption; `None` for the status's amount.
    pub from: Option<u16>,
}

/// A named number of an effect source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    /// Name index.
    pub name: u16,
    /// Formula for the bearer.
    pub formula: u32,
    /// Index of the kept value, if a status keeps it from its application.
    pub kept: Option<u8>,
}

/// Common parts of effect sources.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectSource {
    /// Asset name.
    pub name: String,
    /// Displayed name.
    pub title: String,
    /// Description in one sentence.
    pub note: String,
    /// Label of its changes.
    pub label: Label,
    /// Sorted tags with dotted parts.
    pub tags: Vec<String>,
    /// Named numbers.
    pub parameters: Vec<Parameter>,
    /// Stat modifiers.
    pub modifiers: Vec<Modifier>,
    /// Damage and healing modifiers.
    pub damage_modifiers: Vec<DamageModifier>,
    /// Event handlers.
    pub handlers: Vec<Handler>,
    /// Formula that suspends its modifiers while it is 0.
    pub condition: Option<u32>,
    /// Tags of statuses to which its bearer is immune.
    pub immune: Vec<String>,
    /// Tags of actions that its bearer cannot use.
    pub blocks: Vec<String>,
    /// Additional programs of its bearer.
    pub actions: Vec<u16>,
    /// Statuses for units around its bearer.
    pub auras: Vec<super::Aura>,
}

impl EffectSource {
    /// Returns a parameter by name index.
    #[must_use]
    pub fn parameter(&self, name: u16) -> Option<&Parameter> {
        self.parameters.iter().find(|own| own.name == name)
    }

    /// Returns whether any of its tags is at or below one of these.
    #[must_use]
    pub fn is_tagged(&self, wanted: &[String]) -> bool {
        self.tags.iter().any(|tag| wanted.iter().any(|wanted| is_or_below(tag, wanted)))
    }
}

/// Returns whether a tag equals another or is below it: `damage.fire` is below `damage`.
#[must_use]
pub fn is_or_below(tag: &str, above: &str) -> bool {
    tag.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// An item type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemKind {
    /// Effects while it is worn.
    pub effect_source: EffectSource,
    /// Slots that it takes, as bits; 0 for an item that cannot be worn. A bit stands for any slot of its name: see
    /// [`Rules::slots_for`](crate::Rules::slots_for).
    pub slots: u16,
    /// Sorted categories.
    pub categories: Vec<String>,
    /// Uses; 0 for unlimited.
    pub uses: i32,
    /// Skills of its wearer.
    pub skills: Vec<u16>,
    /// Statuses of its wearer while it is worn.
    pub statuses: Vec<u16>,
}

/// Special role of a skill (document 000): a unit has one skill to move and one to wait.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Order {
    /// None.
    #[default]
    Usual,
    /// Walking. Only one of a unit's walking skills is active, with its effects.
    Move,
    /// Waiting. Only one of a unit's waiting skills is active, without effects.
    Wait,
}

/// A skill type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillKind {
    /// Effects while the skill is active.
    pub effect_source: EffectSource,
    /// Path of groups and name, such as `Act//Magic//Fire`.
    pub path: String,
    /// Order in its group; ties by name.
    pub sorting: i32,
    /// Skills that it replaces.
    pub replaces: Vec<u16>,
    /// Skills that replace it.
    pub replaced_by: Vec<u16>,
    /// Program, if it is an action.
    pub action: Option<u16>,
    /// Costs: columns of its owner with formulas.
    pub costs: Vec<(u16, u32)>,
    /// Recharge group; its own if not shared.
    pub recharges_with: u16,
    /// Activations of its owner until it can be used again; 0 for none.
    pub recharge: i32,
    /// Uses per battle; 0 for unlimited.
    pub uses: i32,
    /// Special role.
    pub order: Order,
    /// Further conditions of use.
    pub usable: Usable,
    /// Skill that takes its place when a slot with it is upgraded.
    pub upgrade: Option<u16>,
}

/// Clock of a status.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Clock {
    /// End of its bearer's activations.
    #[default]
    BearerEnds,
    /// Start of its bearer's activations.
    BearerBegins,
    /// End of its origin unit's activations.
    SourceEnds,
    /// Start of its origin unit's activations.
    SourceBegins,
    /// End of a round.
    RoundEnds,
    /// End of any unit's activation.
    AnyEnds,
    /// Start of the turn of the bearer's side; of each round, if sides have no turns.
    SideBegins,
    /// End of each action of the bearer that is not free.
    UseEnds,
}

/// Effect of applying a status again.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Again {
    /// The present one stays.
    Ignore,
    /// The new one replaces it.
    #[default]
    Replace,
    /// The larger amount stays.
    KeepStronger,
    /// The longer duration stays.
    KeepLonger,
    /// Durations add up.
    Extend,
    /// Amounts add up; the longer duration stays.
    Add,
    /// Both exist.
    Stack,
}

/// Statuses of a key that are counted together.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Counted {
    /// All of the bearer.
    #[default]
    Bearer,
    /// Those of the bearer with the same origin unit.
    Source,
}

/// Effect of expiry.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Expiry {
    /// Removes it.
    #[default]
    All,
    /// Reduces its amount by one; the rest lasts as long again.
    One,
}

/// Effect of exceeding the limit of a key.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Overflow {
    /// The new one is ignored.
    #[default]
    Ignore,
    /// The oldest one is removed.
    DropOldest,
}

/// Treatment of uses that were decided before a status that prohibits them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Committed {
    /// Refused when they begin, if still prohibited.
    #[default]
    Refuse,
    /// Cancelled: refused in the bearer's next activation, even if the status ends before.
    Drop,
    /// Executed; only new decisions are prohibited.
    Keep,
}

/// A status type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatusKind {
    /// Effects.
    pub effect_source: EffectSource,
    /// Character for display.
    pub glyph: char,
    /// Whether it is bad for its bearer, for display and `remove`.
    pub is_bad: bool,
    /// Duration formula in ticks; `None` for unlimited.
    pub lasts: Option<u32>,
    /// Clock.
    pub clock: Clock,
    /// Whether it ticks when applied.
    pub ticks_at_once: bool,
    /// Whether each tick reduces its amount by one, and it ends at 0.
    pub decays: bool,
    /// Whether it can only expire.
    pub unremovable: bool,
    /// Order of ticks; higher comes first.
    pub priority: i32,
    /// Key of counting; by default its name.
    pub key: String,
    /// Statuses counted together.
    pub counted: Counted,
    /// Maximum stacked statuses of a key, at least 1.
    pub limit: u16,
    /// Maximum amount.
    pub most: i32,
    /// Effect of applying it again.
    pub on_reapply: Again,
    /// Effect of expiry.
    pub expiry: Expiry,
    /// Effect of exceeding the limit.
    pub overflow: Overflow,
    /// Whether its bearer loses its activations.
    pub skips_turn: bool,
    /// Whether its bearer joins the side of its origin unit.
    pub mind_control: bool,
    /// Whether it ends when its origin unit dies.
    pub dies_with_source: bool,
    /// Treatment of decided uses that it prohibits.
    pub committed: Committed,
}
