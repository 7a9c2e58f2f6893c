//! Rows of units, props and bombs, which share one id space.

use crate::space::{Cell, Symmetry, TileId};
use serde::{Deserialize, Serialize};
use slotmap::{Key, KeyData};
use std::fmt;

slotmap::new_key_type! {
    /// Slot map key of a unit. Units are never removed in a battle, so it corresponds to [`EntityId`].
    pub struct EntityKey;
}

/// Number of a unit in order of creation. Stable for the battle, saved and hashed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(transparent)]
pub struct EntityId(pub u16);

impl EntityId {
    /// No unit.
    pub const NONE: Self = Self(u16::MAX);

    /// Returns whether it names a unit.
    #[inline]
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.0 != u16::MAX
    }

    /// Returns the row index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the slot map key. Slots count from 1, and none is ever freed.
    #[must_use]
    pub fn key(self) -> EntityKey {
        EntityKey::from(KeyData::from_ffi(1 << 32 | (u64::from(self.0) + 1)))
    }

    #[must_use]
    pub(crate) fn from_key(key: EntityKey) -> Self {
        Self((key.data().as_ffi() as u32).wrapping_sub(1) as u16)
    }
}

impl fmt::Debug for EntityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for EntityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_some() { write!(f, "#{}", self.0) } else { f.write_str("#-") }
    }
}

/// A side of the battle, 0 to 7. By convention 0 is the player's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[repr(transparent)]
pub struct Team(pub u8);

impl Team {
    /// The player's side, which wins ties of turn order.
    pub const PLAYER: Self = Self(0);
    /// Side of neutral objects, such as lanterns and barrels, without allies or enemies.
    pub const NEUTRAL: Self = Self(7);
    /// Number of sides.
    pub const COUNT: usize = 8;

    /// All sides by number.
    pub const ALL: [Self; Self::COUNT] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// Returns its bit in a set.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u8 {
        1 << (self.0 & 7)
    }

    /// Returns whether two sides are enemies.
    #[inline]
    #[must_use]
    pub const fn is_enemy_of(self, other: Self) -> bool {
        self.0 != other.0 && self.0 != Self::NEUTRAL.0 && other.0 != Self::NEUTRAL.0
    }
}

/// Bits of [`Entity::flags`].
pub mod flag {
    /// Stands on the board.
    pub const ALIVE: u32 = 1;
    /// Takes activations; props and bombs do not.
    pub const ACTS: u32 = 2;
    /// Hidden from other sides until it attacks or is attacked.
    pub const HIDDEN: u32 = 4;
    /// Cannot be moved by other units until its next activation.
    pub const ANCHORED: u32 = 8;
    /// Acts after other units; cleared when its next activation begins.
    pub const POSTPONED: u32 = 16;
    /// Differs from its type in skills or policy: see [`Pool::OWN`](super::Pool::OWN).
    pub const OWN: u32 = 32;
}

/// Variable data of a unit. 44 bytes, all integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(C)]
pub struct Entity {
    /// Current cell, or the cell of its death.
    pub cell: Cell,
    /// Health, 0 (dead) to `max_health`.
    pub health: i32,
    /// Maximum health.
    pub max_health: i32,
    /// Shield, which absorbs damage before health until the end of the round.
    pub shield: i32,
    /// Initiative; higher acts first.
    pub initiative: i32,
    /// Speed class for ties of initiative; higher acts first.
    pub speed: i32,
    /// Movement per move in cells.
    pub movement: i32,
    /// Bits of [`flag`].
    pub flags: u32,
    /// Unit type.
    pub unit_type: u16,
    /// Its side.
    pub team: Team,
    /// Cardinal facing, as [`crate::space::Dir`]'s number.
    pub facing: u8,
    /// Intents it will lose to stuns.
    pub stunned: u8,
    /// Symmetry that turns answers of its next intent.
    pub redirect: Symmetry,
    /// Sides that do not see it under fog, as bits. Derived, so not hashed.
    pub unseen: u8,
    /// Reserved for the layout of saved battles; always 0.
    pub reserved: u8,
    #[serde(skip)]
    pub(crate) place: TileId,
}

impl Entity {
    /// Row of a unit that the viewer does not know.
    pub const BLANK: Self = Self {
        cell: Cell::NOWHERE,
        health: 0,
        max_health: 0,
        shield: 0,
        initiative: 0,
        speed: 0,
        movement: 0,
        flags: 0,
        unit_type: u16::MAX,
        team: Team::NEUTRAL,
        facing: 0,
        stunned: 0,
        redirect: Symmetry::IDENTITY,
        unseen: 0,
        reserved: 0,
        place: TileId::NOWHERE,
    };

    pub(crate) const fn out_of_sight(&self) -> Self {
        Self { unit_type: self.unit_type, ..Self::BLANK }
    }

    /// Returns whether it is alive.
    #[inline]
    #[must_use]
    pub const fn is_alive(&self) -> bool {
        self.flags & flag::ALIVE != 0
    }

    /// Returns whether it takes activations.
    #[inline]
    #[must_use]
    pub const fn is_activated(&self) -> bool {
        self.flags & (flag::ALIVE | flag::ACTS) == flag::ALIVE | flag::ACTS
    }

    /// Returns whether it is delayed.
    #[inline]
    #[must_use]
    pub const fn is_postponed(&self) -> bool {
        self.flags & flag::POSTPONED != 0
    }

    #[inline(always)]
    pub(crate) const fn is_free_to_act(&self) -> bool {
        const ALL: u32 = flag::ALIVE | flag::ACTS | flag::HIDDEN | flag::ANCHORED | flag::POSTPONED | flag::OWN;
        self.flags & ALL == flag::ALIVE | flag::ACTS && self.stunned | self.redirect.index() == 0
    }

    #[inline(always)]
    pub(crate) const fn is_guarded(&self) -> bool {
        self.flags & (flag::ALIVE | flag::HIDDEN) != flag::ALIVE || self.shield > 0
    }

    #[inline(always)]
    pub(crate) const fn lose_health(&mut self, harm: i32) -> (i32, i32) {
        let before = self.health;
        if harm > 0 && before > 0 {
            self.health = if harm < before { before - harm } else { 0 };
        }
        (before, self.health)
    }

    /// Returns whether another side does not detect it, because it is hidden or out of sight.
    #[inline]
    #[must_use]
    pub const fn is_hidden_from(&self, team: Team) -> bool {
        self.team.0 != team.0 && (self.flags & flag::HIDDEN != 0 || self.unseen & team.bit() != 0)
    }
}
