//! Sources of skills, derived once per rulebook for fast lookups.

use crate::rulebook::Rules;
use crate::stats::SkillKind;
use std::collections::BTreeSet;

#[derive(Clone, Debug, Default)]
pub(crate) struct SkillSources {
    of_kind: Vec<Vec<u16>>,
    own: Vec<Vec<bool>>,
    of_items: Vec<u16>,
    all: Vec<u16>,
    using: Vec<Vec<u16>>,
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

    pub(crate) fn place(&self, skill: u16) -> u16 {
        self.places.get(usize::from(skill)).copied().unwrap_or(u16::MAX)
    }

    pub(super) fn of_kind(&self, unit_type: u16) -> &[u16] {
        self.of_kind.get(usize::from(unit_type)).unwrap_or(&self.of_items)
    }

    pub(super) fn all(&self) -> &[u16] {
        &self.all
    }

    #[inline]
    pub(crate) fn is_own(&self, unit_type: u16, skill: u16) -> bool {
        self.own.get(usize::from(unit_type)).and_then(|own| own.get(usize::from(skill))).is_some_and(|&own| own)
    }

    #[inline]
    pub(super) const fn has_item_skills(&self) -> bool {
        !self.of_items.is_empty()
    }

    pub(crate) fn using(&self, program: u16) -> &[u16] {
        self.using.get(usize::from(program)).map_or(&[], Vec::as_slice)
    }

    pub(super) fn is_of_items(&self, skill: u16) -> bool {
        self.of_items.binary_search(&skill).is_ok()
    }
}

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

    #[test]
    fn skills_are_placed_by_group_sorting_and_path() {
        let skill = |path: &str, sorting| SkillKind { path: path.to_owned(), sorting, ..SkillKind::default() };
        let skills = [skill("b//x", 0), skill("a//z", 5), skill("a//y", 5), skill("a//w", 9), skill("v", 7)];
        assert_eq!(places(&skills), [4, 2, 1, 3, 0]);
    }
}
