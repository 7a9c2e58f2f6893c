//! Events that each unit type handles, and common changes that have any handler.

use super::Decoded;
use crate::rulebook::{Rules, UnitType};
use crate::space::Visibility;

#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Kind {
    pub(crate) answers_harm: bool,
    pub(crate) answers_death: bool,
    pub(crate) tags: u64,
    opacity: u16,
}

impl Kind {
    pub(in crate::machine) fn all(book: &Rules) -> Vec<Self> {
        let fog = book.sight.is_some();
        let kind = |kind: &UnitType| Self {
            answers_harm: kind.on_hurt.is_some(),
            answers_death: fog || kind.on_death.is_some() || kind.counts_as_loss,
            tags: kind.tags,
            opacity: if kind.blocks_sight { Visibility::OPAQUE } else { kind.opacity.min(Visibility::OPAQUE) },
        };
        book.unit_types.iter().map(kind).collect()
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Watch {
    pub(crate) moves: bool,
    pub(crate) harm: bool,
    pub(crate) deaths: bool,
    pub(crate) any_move: bool,
    pub(crate) any_harm: bool,
    pub(crate) any_death: bool,
    pub(crate) alters: bool,
    pub(crate) unchanged: bool,
    pub(crate) surfaces: bool,
}

impl Watch {
    pub(crate) const fn has_answers_to_blows(self) -> bool {
        self.moves || self.harm || self.deaths || self.alters || self.unchanged
    }
}

impl Decoded {
    #[inline]
    pub(crate) fn tags_of(&self, unit_type: u16) -> u64 {
        self.kinds.get(usize::from(unit_type)).map_or(0, |kind| kind.tags)
    }

    /// Returns the share of visibility behind a unit of this type that it blocks, in thousandths.
    pub(crate) fn opacity_of(&self, unit_type: u16) -> u16 {
        self.kinds.get(usize::from(unit_type)).map_or(0, |kind| kind.opacity)
    }

    #[inline(always)]
    pub(crate) fn has_answer_to_harm(&self, unit_type: u16) -> bool {
        self.kinds.get(usize::from(unit_type)).is_some_and(|kind| kind.answers_harm)
    }

    #[inline(always)]
    pub(crate) fn has_answer_to_death(&self, unit_type: u16) -> bool {
        self.kinds.get(usize::from(unit_type)).is_some_and(|kind| kind.answers_death)
    }
}
