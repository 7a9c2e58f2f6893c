//! Changes: the only output of tokens. A change is one atomic alteration with its value before and after, or a note
//! without effect on the state.

use super::battle_row::BattleField;
use super::entity::{Entity, EntityId, Team, flag};
use crate::program::values::Label;
use crate::space::Cell;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Subject of a [`Change`]. Numbers are stable: they are saved and hashed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum ChangeKind {
    /// Next place of the agenda; `entity` begins its activation there.
    NextPlace = 1,
    /// Cell of `entity`.
    Cell = 2,
    /// Health of `entity`.
    Health = 3,
    /// Flags of `entity`; it dies when [`super::flag::ALIVE`] is cleared.
    Flags = 4,
    /// Note: an attack hit cell `at` without a unit, or had no hold.
    Struck = 5,
    /// Shield of `entity`.
    Shield = 6,
    /// Facing of `entity`.
    Facing = 7,
    /// Initiative of `entity`.
    Initiative = 8,
    /// Speed class of `entity`.
    Speed = 9,
    /// Movement of `entity` in cells.
    Movement = 10,
    /// Intents that `entity` will lose to stuns.
    Stunned = 11,
    /// Symmetry that turns the answers of `entity`.
    Redirected = 12,
    /// Side of `entity`.
    Team = 13,
    /// Surface of cell `at`: `surface | rounds_left << 8`.
    Surface = 14,
    /// Custom column `at` of `entity`.
    EntityColumn = 15,
    /// Custom column `entity` of cell `at`.
    CellColumn = 16,
    /// Custom column `at` of the battle.
    BattleColumn = 17,
    /// Field `at` of the battle's row (see [`super::BattleField`]).
    Battle = 18,
    /// New unit `entity` on cell `at`; `after` is `unit_type | team << 16 | 1 << 30`, `before` 0.
    Spawn = 19,
    /// Place `at` of the agenda; -1 is past its end.
    Agenda = 20,
    /// Word `at` of the agenda entry with index `entity`.
    Entry = 21,
    /// Sides that do not detect `entity`, as bits; it stands on cell `at`.
    Detected = 22,
    /// Word of an effect instance of `entity`; `at` packs pool, number and word ([`super::EffectInstance::place`]).
    EffectInstance = 23,
    /// Maximum health of `entity` without modifiers.
    MaxHealth = 24,
    /// Note: `entity` on cell `at` collided with the unit `after`, or with ground or edge (-1).
    Collided = 32,
    /// Note: an effect on `entity` or cell `at` did nothing. If a spawn failed, `after` is the unit type plus one.
    NoEffect = 33,
    /// Note: events at cell `at` are veiled from the viewer.
    Veiled = 34,
    /// Note: a draw from distribution `at`; `before` is the outcome's index, `after` its value.
    Drew = 35,
    /// Note: the program of `entity` trapped with code `after`.
    Trapped = 36,
    /// Note: `entity` lost its intent to a stun.
    SkippedStunned = 37,
    /// Note: the answer of `entity` no longer fits, and the request used its default.
    Fallback = 38,
    /// Note: `entity` had no decision at this point.
    Undecided = 39,
    /// Note: `entity` uses program `at`; `before` is the index in the intent.
    Uses = 40,
    /// Note: an agenda entry of `entity` with program `at` comes due.
    EntryDue = 42,
    /// Note: the use `before` of `entity` with program `at` was skipped; `after` is the code of its
    /// [`crate::UseError`].
    Refused = 43,
    /// Note: `entity` was stopped on cell `at` by a unit on cell `after` that its side does not see.
    Bumped = 44,
    /// Note: `entity` passes from cell `before` over a unit on cell `at`.
    Passed = 46,
    /// Note: a die of `at` faces for a formula of `entity` shows `after`; `before` is 1 if it counts.
    Rolled = 47,
    /// Note: damage or healing of `entity` changed from `before` to `after` by effect source `at`
    /// ([`crate::stats::EffectSourceRef::to_word`], the stage in the bits from 24 on).
    Altered = 48,
    /// Note: `entity` refused status `at` or an item; `after` is the code of the [`super::Refusal`].
    Withheld = 49,
    /// Note: effect instance `at` of `entity` ended; `after` is the code of the [`super::Ending`].
    Ended = 50,
    /// Note: `entity` reacts with program `at`.
    Reacts = 51,
    /// Note: a formula of `entity` was undefined or out of bounds; `after` is the value used instead.
    Bounded = 52,
    /// Note: an effect left a number of `entity` unchanged; `at` is an [`super::Unchanged`]. Written only if the rules
    /// ask for it.
    Unchanged = 53,
    /// Note: `entity` fell `after` steps onto cell `at` and is damaged.
    Fell = 45,
}

/// Subject `at` of a note [`ChangeKind::Unchanged`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unchanged {
    /// An attack reduced neither shield nor health.
    Missed,
    /// Health was unchanged, for example behind a shield or at its maximum.
    Health,
    /// A custom column was unchanged.
    Column(u16),
    /// Another number was unchanged: the shield or the base of a core stat.
    Number(ChangeKind),
}

impl Unchanged {
    const FIRST_NUMBER: u32 = 2 + (1 << 16);
    const NUMBERS: [ChangeKind; 5] =
        [ChangeKind::Shield, ChangeKind::MaxHealth, ChangeKind::Initiative, ChangeKind::Speed, ChangeKind::Movement];

    /// Packs it for `at`; unsupported kinds become health.
    #[must_use]
    pub fn to_word(self) -> u32 {
        match self {
            Self::Missed => 0,
            Self::Health => 1,
            Self::Column(column) => 2 + u32::from(column),
            Self::Number(kind) => {
                let at = Self::NUMBERS.iter().position(|&known| known == kind);
                at.map_or(1, |at| Self::FIRST_NUMBER + at as u32)
            }
        }
    }

    /// Unpacks `at` of a note.
    #[must_use]
    pub fn from_word(word: u32) -> Self {
        match word {
            0 => Self::Missed,
            1 => Self::Health,
            Self::FIRST_NUMBER.. => {
                let kind = Self::NUMBERS.get((word - Self::FIRST_NUMBER) as usize);
                kind.map_or(Self::Health, |&kind| Self::Number(kind))
            }
            word => Self::Column((word - 2) as u16),
        }
    }
}

/// One change. 20 bytes; `label` names its reason, such as a push.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(C)]
pub struct Change {
    /// Subject.
    pub kind: ChangeKind,
    /// The label, by its index in the rulebook.
    pub label: Label,
    /// Unit, or as `kind` defines.
    pub entity: EntityId,
    /// Cell or index, as `kind` defines.
    pub at: u32,
    /// Value before.
    pub before: i32,
    /// Value after.
    pub after: i32,
}

impl Change {
    pub(crate) const NOTHING: Self =
        Self { kind: ChangeKind::NoEffect, label: Label::NONE, entity: EntityId::NONE, at: 0, before: 0, after: 0 };

    /// Makes a change of a unit's number.
    #[inline(always)]
    #[must_use]
    pub const fn number(kind: ChangeKind, entity: EntityId, before: i32, after: i32, label: Label) -> Self {
        Self { kind, label, entity, at: 0, before, after }
    }

    /// Makes a change of a unit's cell.
    #[inline(always)]
    #[must_use]
    pub const fn cell_of(entity: EntityId, before: Cell, after: Cell, label: Label) -> Self {
        Self::number(ChangeKind::Cell, entity, before.bits() as i32, after.bits() as i32, label)
    }

    /// Makes a change of a unit's flags.
    #[inline(always)]
    #[must_use]
    pub const fn flags_of(entity: EntityId, before: u32, after: u32, label: Label) -> Self {
        Self::number(ChangeKind::Flags, entity, before as i32, after as i32, label)
    }

    /// Makes a change of the sides that do not detect a unit, as bits.
    #[must_use]
    pub const fn detected(entity: EntityId, at: Cell, before: u8, after: u8) -> Self {
        let (before, after) = (before as i32, after as i32);
        Self { kind: ChangeKind::Detected, label: Label::NONE, entity, at: at.bits(), before, after }
    }

    /// Makes a change of a cell's surface, as pairs of index plus one and remaining rounds.
    #[must_use]
    pub fn surface_of(cell: Cell, before: (u8, u8), after: (u8, u8), label: Label) -> Self {
        let word = |(surface, rounds): (u8, u8)| i32::from(surface) | i32::from(rounds) << 8;
        let (before, after) = (word(before), word(after));
        Self { kind: ChangeKind::Surface, label, entity: EntityId::NONE, at: cell.bits(), before, after }
    }

    /// Makes a change of a unit's custom column.
    #[must_use]
    pub const fn entity_column(entity: EntityId, column: u16, before: i32, after: i32, label: Label) -> Self {
        Self { kind: ChangeKind::EntityColumn, label, entity, at: column as u32, before, after }
    }

    /// Makes a change of a cell's custom column.
    #[must_use]
    pub const fn cell_column(cell: Cell, column: u16, before: i32, after: i32, label: Label) -> Self {
        Self { kind: ChangeKind::CellColumn, label, entity: EntityId(column), at: cell.bits(), before, after }
    }

    /// Makes a change of a battle's custom column.
    #[must_use]
    pub const fn battle_column(column: u16, before: i32, after: i32, label: Label) -> Self {
        Self { kind: ChangeKind::BattleColumn, label, entity: EntityId::NONE, at: column as u32, before, after }
    }

    /// Makes a change of a battle field.
    #[must_use]
    pub const fn battle(field: BattleField, before: i32, after: i32) -> Self {
        Self { kind: ChangeKind::Battle, label: Label::NONE, entity: EntityId::NONE, at: field as u32, before, after }
    }

    /// Makes a change of the agenda's next place and its unit.
    #[inline(always)]
    #[must_use]
    pub const fn next_place(entity: EntityId, before: usize, after: usize) -> Self {
        Self::number(ChangeKind::NextPlace, entity, before as i32, after as i32, Label::NONE)
    }

    /// Makes a change of an agenda place; `None` is past its end.
    #[must_use]
    pub fn agenda(place: usize, before: Option<u16>, after: Option<u16>) -> Self {
        let word = |word: Option<u16>| word.map_or(-1, i32::from);
        let (before, after, at) = (word(before), word(after), place as u32);
        Self { kind: ChangeKind::Agenda, label: Label::NONE, entity: EntityId::NONE, at, before, after }
    }

    /// Makes a change of a word of an effect instance.
    #[must_use]
    pub const fn instance(bearer: EntityId, at: u32, before: i32, after: i32, label: Label) -> Self {
        Self { kind: ChangeKind::EffectInstance, label, entity: bearer, at, before, after }
    }

    /// Makes a change of a word of an agenda entry.
    #[must_use]
    pub const fn entry(index: u16, word: usize, before: i32, after: i32, label: Label) -> Self {
        Self { kind: ChangeKind::Entry, label, entity: EntityId(index), at: word as u32, before, after }
    }

    /// Makes a new unit.
    #[must_use]
    pub fn spawn(entity: EntityId, unit_type: u16, team: Team, cell: Cell, label: Label) -> Self {
        let after = i32::from(unit_type) | i32::from(team.0) << 16 | 1 << 30;
        Self { kind: ChangeKind::Spawn, label, entity, at: cell.bits(), before: 0, after }
    }

    /// Makes a note.
    #[inline(always)]
    #[must_use]
    pub const fn note(kind: ChangeKind, entity: EntityId, at: u32, before: i32, after: i32, label: Label) -> Self {
        Self { kind, label, entity, at, before, after }
    }

    /// Returns whether it alters nothing.
    #[inline]
    #[must_use]
    pub const fn is_note(&self) -> bool {
        matches!(self.kind, ChangeKind::Struck) || self.kind as u8 >= 32
    }

    /// Returns whether it moves its unit farther than to a neighbouring cell.
    #[must_use]
    pub fn is_jump(&self) -> bool {
        self.kind == ChangeKind::Cell && self.cell_before().steps_to(self.cell_after()) > 1
    }

    /// Returns whether its unit becomes visible to a side.
    #[must_use]
    pub const fn is_arrival_in_sight_of(&self, team: Team) -> bool {
        let side = team.bit() as i32;
        matches!(self.kind, ChangeKind::Detected) && self.before & side != 0 && self.after & side == 0
    }

    /// Returns whether it is bookkeeping of the turn order: a column or a walk limit that no action changes.
    #[must_use]
    pub const fn is_of_order(&self) -> bool {
        let kept = matches!(self.kind, ChangeKind::EntityColumn | ChangeKind::BattleColumn | ChangeKind::Movement);
        kept && self.label.0 == 0
    }

    /// Returns whether it delays a unit.
    #[must_use]
    pub const fn is_postponement(&self) -> bool {
        matches!(self.kind, ChangeKind::Flags) && self.after & !self.before & flag::POSTPONED as i32 != 0
    }

    /// Returns `at` as a cell.
    #[inline]
    #[must_use]
    pub const fn cell(&self) -> Cell {
        Cell::from_bits(self.at)
    }

    /// Returns `before` as a cell.
    #[inline]
    #[must_use]
    pub const fn cell_before(&self) -> Cell {
        Cell::from_bits(self.before as u32)
    }

    /// Returns `after` as a cell.
    #[inline]
    #[must_use]
    pub const fn cell_after(&self) -> Cell {
        Cell::from_bits(self.after as u32)
    }

    /// Returns whether it is the death of its unit.
    #[inline]
    #[must_use]
    pub const fn is_death(&self) -> bool {
        matches!(self.kind, ChangeKind::Flags) && self.before & 1 == 1 && self.after & 1 == 0
    }
}

impl Entity {
    /// Returns the range for editing a number of this row by hand; `None` if it is no number.
    #[must_use]
    pub fn range_by_hand(&self, what: ChangeKind) -> Option<RangeInclusive<i32>> {
        Some(match what {
            ChangeKind::Health => 1..=self.max_health.max(1),
            ChangeKind::MaxHealth => 1..=9_999,
            ChangeKind::Shield => 0..=9_999,
            ChangeKind::Initiative => -9_999..=9_999,
            ChangeKind::Speed => -999..=999,
            ChangeKind::Movement => 0..=255,
            ChangeKind::Stunned => 0..=99,
            _ => return None,
        })
    }
}
