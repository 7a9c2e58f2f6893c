//! Entities: units, props and bombs in fixed-size rows that share one id space, so that a fuse can be pushed.

use crate::space::{Cell, Symmetry, TileId};
use serde::{Deserialize, Serialize};
use slotmap::{Key, KeyData};
use std::fmt;

slotmap::new_key_type! {
    /// The slot map's key of an entity. Entities are never removed during a battle, so key and [`EntityId`]
    /// say the same thing.
    pub struct EntityKey;
}

/// Number of an entity: its place in order of creation. Stable for the whole battle, saved and hashed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(transparent)]
pub struct EntityId(pub u16);

impl EntityId {
    /// Stands for "no entity" in rows and changes.
    pub const NONE: Self = Self(u16::MAX);

    /// Whether this names an entity at all.
    #[inline]
    #[must_use]
    pub const fn is_some(self) -> bool {
        self.0 != u16::MAX
    }

    /// Place in the rows.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The slot map's key. Slots are numbered from 1, and as none is ever freed each is in its first version.
    #[must_use]
    pub fn key(self) -> EntityKey {
        EntityKey::from(KeyData::from_ffi(1 << 32 | (u64::from(self.0) + 1)))
    }

    /// The id of a key that the entity map handed out.
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

/// A side in the battle, 0 to 7. By convention 0 is the player's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[repr(transparent)]
pub struct Team(pub u8);

impl Team {
    /// The player's side, which wins ties in the order of activations.
    pub const PLAYER: Self = Self(0);
    /// The side of things that take no side, such as lanterns and barrels: nobody's ally and nobody's enemy.
    pub const NEUTRAL: Self = Self(7);
    /// How many sides there may be.
    pub const COUNT: usize = 8;

    /// All sides, by their numbers.
    pub const ALL: [Self; Self::COUNT] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// Its bit in a set of sides.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u8 {
        1 << (self.0 & 7)
    }

    /// Whether two sides fight each other.
    #[inline]
    #[must_use]
    pub const fn is_enemy_of(self, other: Self) -> bool {
        self.0 != other.0 && self.0 != Self::NEUTRAL.0 && other.0 != Self::NEUTRAL.0
    }
}

/// Bits of [`Entity::flags`].
pub mod flag {
    /// Stands on the board and can be hurt.
    pub const ALIVE: u32 = 1;
    /// Takes activations of its own (units do; props and bombs do not).
    pub const ACTS: u32 = 2;
    /// Unseen by other sides: blank in what they know, until it strikes or is struck.
    pub const HIDDEN: u32 = 4;
    /// Cannot be moved by others until its next activation begins.
    pub const ANCHORED: u32 = 8;
    /// Acts after the others that are about to act; gone when its next activation begins.
    pub const POSTPONED: u32 = 16;
    /// Has or lacks skills, or has a policy, in difference to its type: see [`Pool::OWN`](super::Pool::OWN).
    pub const OWN: u32 = 32;
}

/// Everything about one entity that can change. 44 bytes, all integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(C)]
pub struct Entity {
    /// Where it stands, or stood when it died.
    pub cell: Cell,
    /// Health, 0 (dead) to `max_health`.
    pub health: i32,
    /// Largest health.
    pub max_health: i32,
    /// Points of harm that are taken from here before health; gone at the end of the round.
    pub shield: i32,
    /// Who acts first in a round: higher first.
    pub initiative: i32,
    /// Speed class, the tie-break after initiative: higher first.
    pub speed: i32,
    /// Cells it can walk in one move.
    pub movement: i32,
    /// Bits of [`flag`].
    pub flags: u32,
    /// Index of its archetype in the rulebook.
    pub unit_type: u16,
    /// Its side.
    pub team: Team,
    /// Cardinal direction it faces, as [`crate::space::Dir`]'s number.
    pub facing: u8,
    /// Intents it will yet lose to stuns.
    pub stunned: u8,
    /// Symmetry by which its next intent's answers are turned.
    pub redirect: Symmetry,
    /// Where there is fog, the sides that have it not in sight, one bit each. It follows from where everybody stands, so it
    /// is not hashed.
    pub unseen: u8,
    /// What stands here for saved battles of the same rules; always 0.
    pub reserved: u8,
    /// Derived: the place of its cell.
    #[serde(skip)]
    pub(crate) place: TileId,
}

impl Entity {
    /// The row of an entity that the viewer does not know of.
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

    /// What a side knows of it that met it and sees it no more: its kind, by which it is called.
    pub(crate) const fn out_of_sight(&self) -> Self {
        Self { unit_type: self.unit_type, ..Self::BLANK }
    }

    /// Whether it stands on the board.
    #[inline]
    #[must_use]
    pub const fn is_alive(&self) -> bool {
        self.flags & flag::ALIVE != 0
    }

    /// Whether it takes activations.
    #[inline]
    #[must_use]
    pub const fn acts(&self) -> bool {
        self.flags & (flag::ALIVE | flag::ACTS) == flag::ALIVE | flag::ACTS
    }

    /// Whether the others that are about to act do so before it.
    #[inline]
    #[must_use]
    pub const fn is_postponed(&self) -> bool {
        self.flags & flag::POSTPONED != 0
    }

    /// Whether it takes activations, and nothing is to be seen to before it acts: it does not hide, hold its ground or lose its
    /// intent, and is not turned.
    #[inline(always)]
    pub(crate) const fn acts_freely(&self) -> bool {
        const ALL: u32 = flag::ALIVE | flag::ACTS | flag::HIDDEN | flag::ANCHORED | flag::POSTPONED | flag::OWN;
        self.flags & ALL == flag::ALIVE | flag::ACTS && self.stunned | self.redirect.index() == 0
    }

    /// Whether harm meets more than health: it hides, has a shield, or is dead.
    #[inline(always)]
    pub(crate) const fn is_guarded(&self) -> bool {
        self.flags & (flag::ALIVE | flag::HIDDEN) != flag::ALIVE || self.shield > 0
    }

    /// Loses health, down to none. Its health before and after.
    #[inline(always)]
    pub(crate) const fn lose_health(&mut self, harm: i32) -> (i32, i32) {
        let before = self.health;
        if harm > 0 && before > 0 {
            self.health = if harm < before { before - harm } else { 0 };
        }
        (before, self.health)
    }

    /// Whether a side does not detect it: another side's, and hidden or out of that one's sight.
    #[inline]
    #[must_use]
    pub const fn hides_from(&self, team: Team) -> bool {
        self.team.0 != team.0 && (self.flags & flag::HIDDEN != 0 || self.unseen & team.bit() != 0)
    }
}
