//! Where skills come from, worked out once for a rulebook: most questions to a sheet ask which skills a unit has, and most
//! skills are of its kind and of no item.

use crate::rulebook::Rules;
use crate::stats::SkillKind;
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
    /// By skill, its place in the order in which the actions of skills are offered: by group, sorting and path.
    places: Vec<u16>,
}

impl SkillSources {
    pub(crate) fn of(book: &Rules) -> Self {
        let of_items: BTreeSet<u16> = book.items.iter().flat_map(|item| item.skills.iter().copied()).collect();
        let of = |own: &[u16]| of_items.iter().chain(own).copied().collect::<BTreeSet<u16>>().into_iter().collect();
        let of_kind = book.unit_types.iter().map(|kind| of(&kind.skills)).collect();
        let own = |own: &[u16]| (0..book.skills.len()).map(|skill| own.contains(&(skill as u16))).collect();
        let own = book.unit_types.iter().map(|kind| own(&kind.skills)).collect();
        let mut using = vec![Vec::new(); book.programs.len()];
        for (skill, kind) in book.skills.iter().enumerate() {
            if let Some(using) = kind.action.and_then(|program| using.get_mut(usize::from(program))) {
                using.push(skill as u16);
            }
        }
        let all = (0..book.skills.len() as u16).collect();
        Self { of_kind, own, of_items: of_items.into_iter().collect(), all, using, places: places(&book.skills) }
    }

    /// The place of a skill in the order in which the actions of skills are offered.
    pub(crate) fn place(&self, skill: u16) -> u16 {
        self.places.get(usize::from(skill)).copied().unwrap_or(u16::MAX)
    }

    /// The skills that one of an archetype may have, in order of their numbers: it has no others, and may lack those of items.
    pub(super) fn of_kind(&self, unit_type: u16) -> &[u16] {
        self.of_kind.get(usize::from(unit_type)).unwrap_or(&self.of_items)
    }

    /// All skills, in order of their numbers.
    pub(super) fn all(&self) -> &[u16] {
        &self.all
    }

    /// Whether one of an archetype has a skill by itself.
    #[inline]
    pub(super) fn is_own(&self, unit_type: u16, skill: u16) -> bool {
        self.own.get(usize::from(unit_type)).and_then(|own| own.get(usize::from(skill))).is_some_and(|&own| own)
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

/// The place of each skill among all, by group, sorting and path.
fn places(skills: &[SkillKind]) -> Vec<u16> {
    let key = |&at: &u16| {
        let kind = &skills[usize::from(at)];
        (kind.path.rsplit_once("//").map_or("", |(group, _)| group), kind.sorting, &kind.path)
    };
    let mut sorted: Vec<u16> = (0..skills.len() as u16).collect();
    sorted.sort_by_key(key);
    let mut places = vec![0; skills.len()];
    for (place, &skill) in sorted.iter().enumerate() {
        places[usize::from(skill)] = place as u16;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The group comes before the sorting, and the sorting before the path; what is in no group comes first.
    #[test]
    fn skills_are_placed_by_group_sorting_and_path() {
        let skill = |path: &str, sorting| SkillKind { path: path.to_owned(), sorting, ..SkillKind::default() };
        let skills = [skill("b//x", 0), skill("a//z", 5), skill("a//y", 5), skill("a//w", 9), skill("v", 7)];
        assert_eq!(places(&skills), [4, 2, 1, 3, 0]);
    }
}
