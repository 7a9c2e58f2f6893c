//! The events that each unit type answers, and the common changes that anything may answer.

use super::Decoded;
use crate::rulebook::{Rules, UnitType};
use crate::space::Visibility;

/// What events mean to a kind of entity.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Kind {
    /// A program of its type runs when it is harmed and lives.
    pub(crate) answers_harm: bool,
    /// A program of its type runs when it dies, or its death counts as a loss.
    pub(crate) answers_death: bool,
    /// Bits of its tags.
    pub(crate) tags: u64,
    /// Its part of the visibility of cells behind it that it blocks, in thousandths.
    opacity: u16,
}

impl Kind {
    /// What events mean to each archetype.
    pub(in crate::machine) fn all(book: &Rules) -> Vec<Self> {
        let fog = book.sight.is_some();
        let kind = |kind: &UnitType| Self {
            answers_harm: kind.on_hurt.is_some(),
            // In fog a death alters what is seen.
            answers_death: fog || kind.on_death.is_some() || kind.counts_as_loss,
            tags: kind.tags,
            opacity: if kind.blocks_sight { Visibility::OPAQUE } else { kind.opacity.min(Visibility::OPAQUE) },
        };
        book.unit_types.iter().map(kind).collect()
    }
}

/// The common changes that anything may answer. A change that nothing answers needs no further look.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Watch {
    /// Somebody moves.
    pub(crate) moves: bool,
    /// Somebody is harmed and lives.
    pub(crate) harm: bool,
    /// Somebody dies.
    pub(crate) deaths: bool,
    /// Effects may answer the moves of anybody, the harm of anybody, and the death of anybody.
    pub(crate) any_move: bool,
    pub(crate) any_harm: bool,
    pub(crate) any_death: bool,
    /// A carrier alters amounts of harm.
    pub(crate) alters: bool,
    /// An effect leaves a number as it was.
    pub(crate) unchanged: bool,
    /// A surface is laid or cleared.
    pub(crate) surfaces: bool,
}

impl Watch {
    /// Whether anything answers moves, harm or deaths, which is all that quiet activations come to.
    pub(crate) const fn answers_blows(self) -> bool {
        self.moves || self.harm || self.deaths || self.alters || self.unchanged
    }
}

impl Decoded {
    /// Bits of the tags of an archetype.
    #[inline]
    pub(crate) fn tags_of(&self, unit_type: u16) -> u64 {
        self.kinds.get(usize::from(unit_type)).map_or(0, |kind| kind.tags)
    }

    /// What one of this archetype takes from the visibility of what lies behind it, in thousandths.
    pub(crate) fn opacity_of(&self, unit_type: u16) -> u16 {
        self.kinds.get(usize::from(unit_type)).map_or(0, |kind| kind.opacity)
    }

    /// Whether a program runs when one of this archetype is harmed and lives.
    #[inline(always)]
    pub(crate) fn answers_harm(&self, unit_type: u16) -> bool {
        self.kinds.get(usize::from(unit_type)).is_some_and(|kind| kind.answers_harm)
    }

    /// Whether a program runs when one of this archetype dies, or its death counts as a loss.
    #[inline(always)]
    pub(crate) fn answers_death(&self, unit_type: u16) -> bool {
        self.kinds.get(usize::from(unit_type)).is_some_and(|kind| kind.answers_death)
    }
}
