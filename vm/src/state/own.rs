//! Differences of a unit from its type: skills and a policy. A flag marks units with such records, so other units need
//! no lookup. Record types are the skills of the rules, then the policies.

use super::{EffectInstance, EntityId, GameState, Pool, flag};
use crate::rulebook::Rules;

/// Meaning of a [`Pool::OWN`] record, by [`EffectInstance::FORM`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum OwnForm {
    /// The unit has a skill that its type lacks.
    Has = 1,
    /// The unit lacks a skill of its type.
    Lacks = 2,
    /// The unit has its own policy.
    Policy = 3,
}

impl OwnForm {
    /// Returns a form by number.
    #[must_use]
    pub const fn of_number(number: i32) -> Option<Self> {
        match number {
            1 => Some(Self::Has),
            2 => Some(Self::Lacks),
            3 => Some(Self::Policy),
            _ => None,
        }
    }
}

impl EffectInstance {
    pub(crate) fn own(&self) -> Option<(OwnForm, u16)> {
        Some((OwnForm::of_number(self.words[Self::FORM])?, self.kind()? as u16))
    }
}

pub(crate) fn own_skill(records: &[EffectInstance], skill: u16) -> Option<bool> {
    records.iter().find_map(|held| match held.own()? {
        (OwnForm::Has, own) if own == skill => Some(true),
        (OwnForm::Lacks, own) if own == skill => Some(false),
        _ => None,
    })
}

impl GameState {
    pub(crate) fn own_policy(&self, rules: &Rules, id: EntityId) -> Option<u16> {
        if self.entity(id).flags & flag::OWN == 0 {
            return None;
        }
        self.instances.of(id, Pool::OWN).iter().find_map(|held| match held.own()? {
            (OwnForm::Policy, kind) => kind.checked_sub(rules.skills.len() as u16),
            _ => None,
        })
    }

    pub(crate) fn give_own(&mut self, rules: &Rules, id: EntityId, form: OwnForm, kind: u16) {
        let first = if form == OwnForm::Policy { rules.skills.len() as i32 } else { 0 };
        let number = self.instances.next_number(id, Pool::OWN);
        if number > EffectInstance::MOST_NUMBER {
            return;
        }
        self.with(id, |row| row.flags |= flag::OWN);
        self.instances.set(
            id,
            EffectInstance::place(Pool::OWN, number, EffectInstance::KIND),
            first + i32::from(kind) + 1,
        );
        self.instances.set(id, EffectInstance::place(Pool::OWN, number, EffectInstance::FORM), form as i32);
    }
}
