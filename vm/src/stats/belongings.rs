//! Skills, worn items and statuses of a unit.

use super::effect_sources::{EffectSourceClass, ItemKind, Order, SkillKind, StatusKind};
use super::sheet::Sheet;
use crate::state::{EffectInstance, EntityId, Pool, flag, own_skill};

impl<'s> Sheet<'s> {
    /// Returns whether a unit has a skill that is not replaced.
    #[must_use]
    pub fn has_skill(&self, id: EntityId, skill: u16) -> bool {
        self.has_skill_among(id, skill, self.held_of(id, EffectSourceClass::Skill))
    }

    pub(super) fn has_skill_among(&self, id: EntityId, skill: u16, items: &[EffectInstance]) -> bool {
        let owns = |skill: u16| self.has_skill_itself(id, skill, items);
        let replaced = |kind: &SkillKind| kind.replaced_by.iter().any(|&other| owns(other));
        owns(skill) && !self.book.skills.get(usize::from(skill)).is_some_and(replaced)
    }

    /// Returns the skill by which a unit walks or waits, if the pack has one.
    #[must_use]
    pub fn skill_for(&self, id: EntityId, order: Order) -> Option<(u16, &'s SkillKind)> {
        self.skills(id).find(|(_, kind)| kind.order == order)
    }

    fn has_skill_itself(&self, id: EntityId, skill: u16, items: &[EffectInstance]) -> bool {
        let sources = &self.book.decoded.skill_sources;
        let brings = |held: &EffectInstance| {
            let item = held.kind().and_then(|kind| self.book.items.get(kind));
            held.words[EffectInstance::WORN] != 0 && item.is_some_and(|item| item.skills.contains(&skill))
        };
        self.has_by_itself(id, skill) || sources.is_of_items(skill) && items.iter().any(brings)
    }

    /// Returns whether a unit has a skill by its type or of its own, not by an item.
    #[must_use]
    pub fn has_by_itself(&self, id: EntityId, skill: u16) -> bool {
        let row = self.entity(id);
        let of_type = || self.book.decoded.skill_sources.is_own(row.unit_type, skill);
        if row.flags & flag::OWN == 0 {
            return of_type();
        }
        own_skill(self.instances(id, Pool::OWN), skill).unwrap_or_else(of_type)
    }

    /// Iterates over worn items with their numbers.
    pub fn worn(&self, id: EntityId) -> impl Iterator<Item = (u16, &'s ItemKind)> + use<'s> {
        let book = self.book;
        let worn = self.instances(id, Pool::ITEMS).iter().filter(|held| held.words[EffectInstance::WORN] != 0);
        worn.filter_map(move |held| Some((held.number, book.items.get(held.kind()?)?)))
    }

    /// Iterates over statuses, oldest first.
    pub fn statuses(&self, id: EntityId) -> impl Iterator<Item = (&'s EffectInstance, &'s StatusKind)> + use<'s> {
        let book = self.book;
        let held = self.instances(id, Pool::STATUSES).iter();
        held.filter_map(move |held| Some((held, book.statuses.get(held.kind()?)?)))
    }

    /// Iterates over skills that are not replaced, by number.
    pub fn skills(&self, id: EntityId) -> impl Iterator<Item = (u16, &'s SkillKind)> + use<'s> {
        let (sheet, book) = (*self, self.book);
        let (row, sources) = (self.entity(id), &book.decoded.skill_sources);
        let may_have = if row.flags & flag::OWN == 0 { sources.of_kind(row.unit_type) } else { sources.all() };
        let may_have = may_have.iter();
        let skills = may_have.filter_map(move |&at| Some((at, book.skills.get(usize::from(at))?)));
        skills.filter(move |&(at, _)| sheet.has_skill(id, at))
    }
}
