//! Where skills come from, worked out once for a rulebook: most questions to a sheet ask which skills a unit has, and most
//! skills are of its kind and of no item.

use crate::rulebook::Rules;
use std::collections::BTreeSet;

/// The skills that units may have.
#[derive(Clone, Debug, Default)]
pub(crate) struct SkillSources {
    /// By archetype those of the kind and those that items give, in order of their numbers.
    of_kind: Vec<Vec<u16>>,
    /// Whether a kind has a skill by itself, by archetype and skill.
    own: Vec<Vec<bool>>,
    /// Those that items give, in order of their numbers.
    of_items: Vec<u16>,
    /// All, in order of their numbers.
    all: Vec<u16>,
    /// Those by which a program is used, by program, in order of their numbers.
    using: Vec<Vec<u16>>,
}

impl SkillSources {
    pub(crate) fn of(book: &Rules) -> Self {
        let of_items: BTreeSet<u16> = book.items.iter().flat_map(|item| item.skills.iter().copied()).collect();
        let of = |own: &[u16]| of_items.iter().chain(own).copied().collect::<BTreeSet<u16>>().into_iter().collect();
        let of_kind = book.archetypes.iter().map(|kind| of(&kind.skills)).collect();
        let own = |own: &[u16]| (0..book.skills.len()).map(|skill| own.contains(&(skill as u16))).collect();
        let own = book.archetypes.iter().map(|kind| own(&kind.skills)).collect();
        let mut using = vec![Vec::new(); book.programs.len()];
        for (skill, kind) in book.skills.iter().enumerate() {
            if let Some(using) = kind.action.and_then(|program| using.get_mut(usize::from(program))) {
                using.push(skill as u16);
            }
        }
        let all = (0..book.skills.len() as u16).collect();
        Self { of_kind, own, of_items: of_items.into_iter().collect(), all, using }
    }

    /// The skills that one of an archetype may have, in order of their numbers: it has no others, and may lack those of items.
    pub(super) fn of_kind(&self, archetype: u16) -> &[u16] {
        self.of_kind.get(usize::from(archetype)).unwrap_or(&self.of_items)
    }

    /// All skills, in order of their numbers.
    pub(super) fn all(&self) -> &[u16] {
        &self.all
    }

    /// Whether one of an archetype has a skill by itself.
    #[inline]
    pub(super) fn is_own(&self, archetype: u16, skill: u16) -> bool {
        self.own.get(usize::from(archetype)).and_then(|own| own.get(usize::from(skill))).is_some_and(|&own| own)
    }

    /// Whether items give any skills.
    #[inline]
    pub(super) const fn are_of_items(&self) -> bool {
        !self.of_items.is_empty()
    }

    /// The skills by which a program is used, in order of their numbers.
    pub(crate) fn using(&self, program: u16) -> &[u16] {
        self.using.get(usize::from(program)).map_or(&[], Vec::as_slice)
    }

    /// Whether any item gives a skill.
    pub(super) fn is_of_items(&self, skill: u16) -> bool {
        self.of_items.binary_search(&skill).is_ok()
    }
}
