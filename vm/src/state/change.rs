//! Changes: the only thing that tokens write. Each is one atomic alteration of the state with its value before and
//! after, or a note that alters nothing and tells front ends and logs what happened.

use super::battle_row::BattleField;
use super::entity::{Entity, EntityId, Team, flag};
use crate::program::values::Label;
use crate::space::Cell;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// What a [`Change`] alters. The numbers are stable: they are saved and hashed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum ChangeKind {
    /// The agenda's next place; `entity` is who begins its activation there.
    NextPlace = 1,
    /// Where `entity` stands.
    Cell = 2,
    /// Health of `entity`.
    Health = 3,
    /// Flags of `entity`; when the bit [`super::flag::ALIVE`] goes it died.
    Flags = 4,
    /// Note: the cell `at` was struck and nobody was there, or a blow found no hold.
    Struck = 5,
    /// Shield of `entity`.
    Shield = 6,
    /// Facing of `entity`.
    Facing = 7,
    /// Initiative of `entity`.
    Initiative = 8,
    /// Speed class of `entity`.
    Speed = 9,
    /// Cells that `entity` can walk.
    Movement = 10,
    /// Intents that `entity` loses to stuns.
    Stunned = 11,
    /// Symmetry by which the answers of `entity` are turned.
    Redirected = 12,
    /// Side of `entity`.
    Team = 13,
    /// Surface of the cell `at`: `surface | rounds_left << 8`.
    Surface = 14,
    /// Registered column `at` of `entity`.
    EntityColumn = 15,
    /// Registered column `entity` of the cell `at`.
    CellColumn = 16,
    /// Registered column `at` of the battle.
    BattleColumn = 17,
    /// Field `at` of the battle's own row (see [`super::BattleField`]).
    Battle = 18,
    /// The entity `entity` comes to be on the cell `at`; `after` is `unit_type | team << 16 | 1 << 30`, `before` 0.
    Spawn = 19,
    /// Place `at` of the agenda; -1 is past its end.
    Agenda = 20,
    /// Word `at` of the agenda entry with index `entity`.
    Entry = 21,
    /// The sides that do not detect `entity`, which stands on the cell `at`, one bit each.
    Detected = 22,
    /// Word of a record that `entity` holds; `at` says of which pool, its number and the word ([`super::EffectInstance::place`]).
    EffectInstance = 23,
    /// Largest health of `entity`, without what modifies it.
    MaxHealth = 24,
    /// Note: `entity`, which stands on the cell `at`, was stopped there by the entity `after`, or by ground or edge (-1).
    Collided = 32,
    /// Note: an effect on `entity` or on the cell `at` had no effect. If an entity could not appear there, `after` is its kind plus
    /// one.
    NoEffect = 33,
    /// Note: what happens to the cell `at` is veiled from the viewer.
    Veiled = 34,
    /// Note: chance was asked for distribution `at`; `before` is the outcome's index, `after` its value.
    Drew = 35,
    /// Note: the program of `entity` trapped with code `after`.
    Trapped = 36,
    /// Note: `entity` lost its intent to a stun.
    SkippedStunned = 37,
    /// Note: a request of `entity` found its answer no longer fitting and took its otherwise.
    Fallback = 38,
    /// Note: `entity` had nothing decided at this point.
    Undecided = 39,
    /// Note: `entity` uses the action with program `at` (its `before` is the index within the intent).
    Uses = 40,
    /// Note: an agenda entry comes due; `entity` is its owner, `at` its program.
    EntryDue = 42,
    /// Note: the use with index `before` of the intent of `entity`, of the program `at`, was skipped, as it does not hold
    /// for the reason with code `after` (see [`crate::UseError`]).
    Refused = 43,
    /// Note: `entity`, on its way, was stopped on the cell `at` by somebody whom its side does not see, on the cell
    /// `after`.
    Bumped = 44,
    /// Note: `entity`, on its way from the cell `before`, goes over the cell `at` past who stands there.
    Passed = 46,
    /// Note: a die of `at` faces was thrown for a formula of `entity` and shows `after`; `before` is 1 where it counts.
    Rolled = 47,
    /// Note: an amount of harm or healing for `entity` was `before` and is `after` by the carrier `at`
    /// ([`crate::stats::EffectSourceRef::to_word`], the stage in the bits from 24 on).
    Altered = 48,
    /// Note: `entity` did not take the status `at`, or an item, for the reason with code `after` ([`super::Refusal`]).
    Withheld = 49,
    /// Note: the holding `at` of `entity` ended for the reason with code `after` ([`super::Ending`]).
    Ended = 50,
    /// Note: `entity` answers an event with the program `at`.
    Reacts = 51,
    /// Note: a formula of `entity` came to no number, or to one beyond all bounds; `after` is what is taken instead.
    Bounded = 52,
    /// Note: an effect was to change a number of `entity` and did not; `at` is the number ([`super::Unchanged`]). Written only if
    /// the rules ask for it.
    Unchanged = 53,
    /// Note: `entity` fell `after` steps onto the cell `at`, and is harmed by it.
    Fell = 45,
}

/// The subject of a note of the kind [`ChangeKind::Unchanged`]: its field `at`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unchanged {
    /// A blow reached the unit and took neither shield nor health.
    Missed,
    /// An effect left health as it was: a shield took a blow, a unit with full health was healed.
    Health,
    /// An effect left this registered column as it was.
    Column(u16),
    /// An effect left another number as it was: the shield or the base of a core stat, by the kind of its changes.
    Number(ChangeKind),
}

impl Unchanged {
    /// The first word behind those of columns.
    const FIRST_NUMBER: u32 = 2 + (1 << 16);
    /// The kinds of [`Self::Number`], in the order of their words.
    const NUMBERS: [ChangeKind; 5] =
        [ChangeKind::Shield, ChangeKind::MaxHealth, ChangeKind::Initiative, ChangeKind::Speed, ChangeKind::Movement];

    /// As the field `at` of a note. Another kind of change than the five of a number counts as health.
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

    /// Reads the field `at` of a note.
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

/// One alteration. 20 bytes; `label` is a registered name from the rulebook that says by what (a push, fire).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(C)]
pub struct Change {
    /// What is altered.
    pub kind: ChangeKind,
    /// The label, by its index in the rulebook.
    pub label: Label,
    /// The entity concerned, or as `kind` says.
    pub entity: EntityId,
    /// The cell or index concerned, as `kind` says.
    pub at: u32,
    /// Value before.
    pub before: i32,
    /// Value after.
    pub after: i32,
}

impl Change {
    /// What a row of the log holds before it is written.
    pub(crate) const NOTHING: Self =
        Self { kind: ChangeKind::NoEffect, label: Label::NONE, entity: EntityId::NONE, at: 0, before: 0, after: 0 };

    /// A number of an entity.
    #[inline(always)]
    #[must_use]
    pub const fn number(kind: ChangeKind, entity: EntityId, before: i32, after: i32, label: Label) -> Self {
        Self { kind, label, entity, at: 0, before, after }
    }

    /// Where an entity stands.
    #[inline(always)]
    #[must_use]
    pub const fn cell_of(entity: EntityId, before: Cell, after: Cell, label: Label) -> Self {
        Self::number(ChangeKind::Cell, entity, before.bits() as i32, after.bits() as i32, label)
    }

    /// Flags of an entity.
    #[inline(always)]
    #[must_use]
    pub const fn flags_of(entity: EntityId, before: u32, after: u32, label: Label) -> Self {
        Self::number(ChangeKind::Flags, entity, before as i32, after as i32, label)
    }

    /// Which sides do not detect an entity, one bit each.
    #[must_use]
    pub const fn detected(entity: EntityId, at: Cell, before: u8, after: u8) -> Self {
        let (before, after) = (before as i32, after as i32);
        Self { kind: ChangeKind::Detected, label: Label::NONE, entity, at: at.bits(), before, after }
    }

    /// The surface of a cell, as pairs of its index plus one and the rounds it still lasts.
    #[must_use]
    pub fn surface_of(cell: Cell, before: (u8, u8), after: (u8, u8), label: Label) -> Self {
        let word = |(surface, rounds): (u8, u8)| i32::from(surface) | i32::from(rounds) << 8;
        let (before, after) = (word(before), word(after));
        Self { kind: ChangeKind::Surface, label, entity: EntityId::NONE, at: cell.bits(), before, after }
    }

    /// A registered column of an entity.
    #[must_use]
    pub const fn entity_column(entity: EntityId, column: u16, before: i32, after: i32, label: Label) -> Self {
        Self { kind: ChangeKind::EntityColumn, label, entity, at: column as u32, before, after }
    }

    /// A registered column of a cell.
    #[must_use]
    pub const fn cell_column(cell: Cell, column: u16, before: i32, after: i32, label: Label) -> Self {
        Self { kind: ChangeKind::CellColumn, label, entity: EntityId(column), at: cell.bits(), before, after }
    }

    /// A registered column of the battle.
    #[must_use]
    pub const fn battle_column(column: u16, before: i32, after: i32, label: Label) -> Self {
        Self { kind: ChangeKind::BattleColumn, label, entity: EntityId::NONE, at: column as u32, before, after }
    }

    /// A field of the battle's own row.
    #[must_use]
    pub const fn battle(field: BattleField, before: i32, after: i32) -> Self {
        Self { kind: ChangeKind::Battle, label: Label::NONE, entity: EntityId::NONE, at: field as u32, before, after }
    }

    /// The agenda's next place, and who begins an activation there.
    #[inline(always)]
    #[must_use]
    pub const fn next_place(entity: EntityId, before: usize, after: usize) -> Self {
        Self::number(ChangeKind::NextPlace, entity, before as i32, after as i32, Label::NONE)
    }

    /// A place of the agenda; nothing is past its end.
    #[must_use]
    pub fn agenda(place: usize, before: Option<u16>, after: Option<u16>) -> Self {
        let word = |word: Option<u16>| word.map_or(-1, i32::from);
        let (before, after, at) = (word(before), word(after), place as u32);
        Self { kind: ChangeKind::Agenda, label: Label::NONE, entity: EntityId::NONE, at, before, after }
    }

    /// A word of a record that an entity holds.
    #[must_use]
    pub const fn instance(bearer: EntityId, at: u32, before: i32, after: i32, label: Label) -> Self {
        Self { kind: ChangeKind::EffectInstance, label, entity: bearer, at, before, after }
    }

    /// A word of an agenda entry.
    #[must_use]
    pub const fn entry(index: u16, word: usize, before: i32, after: i32, label: Label) -> Self {
        Self { kind: ChangeKind::Entry, label, entity: EntityId(index), at: word as u32, before, after }
    }

    /// An entity comes to be.
    #[must_use]
    pub fn spawn(entity: EntityId, unit_type: u16, team: Team, cell: Cell, label: Label) -> Self {
        let after = i32::from(unit_type) | i32::from(team.0) << 16 | 1 << 30;
        Self { kind: ChangeKind::Spawn, label, entity, at: cell.bits(), before: 0, after }
    }

    /// A note, which alters nothing.
    #[inline(always)]
    #[must_use]
    pub const fn note(kind: ChangeKind, entity: EntityId, at: u32, before: i32, after: i32, label: Label) -> Self {
        Self { kind, label, entity, at, before, after }
    }

    /// Whether this only tells something and alters nothing.
    #[inline]
    #[must_use]
    pub const fn is_note(&self) -> bool {
        matches!(self.kind, ChangeKind::Struck) || self.kind as u8 >= 32
    }

    /// Whether it puts its entity farther than on a neighbouring cell.
    #[must_use]
    pub fn is_jump(&self) -> bool {
        self.kind == ChangeKind::Cell && self.cell_before().steps_to(self.cell_after()) > 1
    }

    /// Whether its entity comes into the sight of a side.
    #[must_use]
    pub const fn comes_into_sight_of(&self, team: Team) -> bool {
        let side = team.bit() as i32;
        matches!(self.kind, ChangeKind::Detected) && self.before & side != 0 && self.after & side == 0
    }

    /// Whether this is a number that the turn order keeps for itself: a column or how far a unit may walk, altered by no
    /// part of an action. Agendas show what it comes to.
    #[must_use]
    pub const fn is_of_order(&self) -> bool {
        let kept = matches!(self.kind, ChangeKind::EntityColumn | ChangeKind::BattleColumn | ChangeKind::Movement);
        kept && self.label.0 == 0
    }

    /// Whether it makes a unit act after the others.
    #[must_use]
    pub const fn postpones(&self) -> bool {
        matches!(self.kind, ChangeKind::Flags) && self.after & !self.before & flag::POSTPONED as i32 != 0
    }

    /// `at` as a cell, for the kinds that carry one there.
    #[inline]
    #[must_use]
    pub const fn cell(&self) -> Cell {
        Cell::from_bits(self.at)
    }

    /// `before` as a cell.
    #[inline]
    #[must_use]
    pub const fn cell_before(&self) -> Cell {
        Cell::from_bits(self.before as u32)
    }

    /// `after` as a cell.
    #[inline]
    #[must_use]
    pub const fn cell_after(&self) -> Cell {
        Cell::from_bits(self.after as u32)
    }

    /// Whether this change is the death of its entity.
    #[inline]
    #[must_use]
    pub const fn is_death(&self) -> bool {
        matches!(self.kind, ChangeKind::Flags) && self.before & 1 == 1 && self.after & 1 == 0
    }
}

impl Entity {
    /// From where to where a number of its row may be altered by hand; none of what is no number.
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
