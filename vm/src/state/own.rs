//! Differences between a unit and its type: skills and a policy, as the roster says. A flag of the unit's row says that it has
//! records of such differences, so other units cost no look-up. The kinds of the records are the skills of the rules
//! and, behind them, the policies.

use super::{EffectInstance, EntityId, GameState, Pool, flag};
use crate::rulebook::Rules;

/// The meaning of a record of [`Pool::OWN`], by the number in [`EffectInstance::FORM`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum OwnForm {
    /// The unit has this skill, and its type has not.
    Has = 1,
    /// The unit has not this skill, and its type has.
    Lacks = 2,
    /// This policy decides for the unit.
    Policy = 3,
}

impl OwnForm {
    /// The form with this number.
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
    /// The meaning and the kind of a record of [`Pool::OWN`].
    pub(crate) fn own(&self) -> Option<(OwnForm, u16)> {
        Some((OwnForm::of_number(self.words[Self::FORM])?, self.kind()? as u16))
    }
}

/// Whether these records of a unit give it a skill or take it away; `None` if no record is about the skill.
pub(crate) fn own_skill(records: &[EffectInstance], skill: u16) -> Option<bool> {
    records.iter().find_map(|held| match held.own()? {
        (OwnForm::Has, own) if own == skill => Some(true),
        (OwnForm::Lacks, own) if own == skill => Some(false),
        _ => None,
    })
}

impl GameState {
    /// The policy of an entity in place of that of its type.
    pub(crate) fn own_policy(&self, rules: &Rules, id: EntityId) -> Option<u16> {
        if self.entity(id).flags & flag::OWN == 0 {
            return None;
        }
        self.instances.of(id, Pool::OWN).iter().find_map(|held| match held.own()? {
            (OwnForm::Policy, kind) => kind.checked_sub(rules.skills.len() as u16),
            _ => None,
        })
    }

    /// Gives an entity of a battle that has not begun, or of a copy, something of its own.
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
