//! Searches of formulas: what a unit wears, which skills it has, and what was changed since the use at hand began. The
//! names in one are resolved when the rulebook is made.

use super::events::{How, LabelSet};
use super::sheet::{Reading, Sheet};
use super::{EffectSourceClass, EffectSourceRef};
use crate::formula::Number;
use crate::space::Cell;
use crate::state::{Change, ChangeKind, EffectInstance, EntityId, Pool, Unchanged};
use serde::{Deserialize, Serialize};

/// A search: what is looked for, and what becomes of the values that are found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    /// What is looked for.
    pub sought: Sought,
    /// What becomes of the values.
    pub get: Get,
}

/// What a search looks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sought {
    /// Items that a unit wears, in the order in which it got them. A value is the parameter of one that has it, or 1.
    Items {
        /// Which kinds, ascending.
        kinds: Vec<u16>,
        /// The slots of which one at least is taken, one bit each; 0 for any.
        slots: u16,
        /// The parameter, by its place among the rulebook's names.
        parameter: Option<u16>,
    },
    /// Skills that a unit has and that nothing replaces, by name. Values are as those of items.
    Skills {
        /// Which kinds, ascending.
        kinds: Vec<u16>,
        /// The parameter, by its place among the rulebook's names.
        parameter: Option<u16>,
    },
    /// Changes since the use at hand began, in order. A value is by how much the number changed, never negative.
    Changes {
        /// How the number changed; one of these.
        how: Vec<How>,
        /// Which numbers, with the column where it is one; one of these, or any where there is none.
        of: Vec<(ChangeKind, u16)>,
        /// Labels that its own has to be in; each of these.
        types: Vec<LabelSet>,
        /// On whom.
        on: On,
    },
}

impl Default for Sought {
    fn default() -> Self {
        Self::Changes { how: Vec::new(), of: Vec::new(), types: Vec::new(), on: On::Anybody }
    }
}

/// On whom a change has to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum On {
    /// On anybody.
    #[default]
    Anybody,
    /// On who uses the action at hand.
    Targeter,
    /// On anybody else.
    Targeted,
    /// On the unit at the operation's address.
    Address,
}

/// What becomes of the values that a search finds; without any it is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Get {
    /// The first one.
    #[default]
    First,
    /// The last one.
    Last,
    /// The smallest one.
    Least,
    /// The largest one.
    Most,
    /// Their mean.
    Mean,
    /// Their sum.
    Sum,
    /// The one with this number, from 1.
    Nth(u16),
    /// How many there are.
    Count,
    /// 1 where there is one.
    Exists,
}

impl Get {
    /// What these values come to.
    #[must_use]
    pub fn of(self, mut values: impl Iterator<Item = Number>) -> Number {
        let found = match self {
            Self::First => values.next(),
            Self::Last => values.last(),
            Self::Least => values.reduce(Number::smaller),
            Self::Most => values.reduce(Number::larger),
            Self::Nth(number) => number.checked_sub(1).and_then(|before| values.nth(before.into())),
            Self::Sum => Some(values.fold(Number::ZERO, |sum, value| sum.plus(&value))),
            Self::Count => Some(Number::whole(values.count() as i64)),
            Self::Exists => Some(values.next().is_some().into()),
            Self::Mean => {
                let (sum, count) = values.fold((Number::ZERO, 0), |(sum, count), value| (sum.plus(&value), count + 1));
                (count > 0).then(|| sum.over(&Number::whole(count)))
            }
        };
        found.unwrap_or_default()
    }
}

/// Numbers of units that a search without any finds changes of.
const NUMBERS: [ChangeKind; 7] = [
    ChangeKind::Health,
    ChangeKind::Shield,
    ChangeKind::EntityColumn,
    ChangeKind::MaxHealth,
    ChangeKind::Initiative,
    ChangeKind::Speed,
    ChangeKind::Movement,
];

impl Search {
    /// Whether it may find effects that left a number as it was.
    pub(crate) fn finds_unchanged(&self) -> bool {
        let Sought::Changes { how, .. } = &self.sought else { return false };
        how.iter().any(|how| how.fits_unchanged())
    }
}

impl Sought {
    /// Whether a change is sought: `unit` is who is at the operation's address, and `targeter` who acts.
    pub(crate) fn finds(&self, change: &Change, targeter: EntityId, unit: EntityId) -> bool {
        let Self::Changes { how, of, types, on } = self else { return false };
        let is_on = match on {
            On::Anybody => true,
            On::Targeter => change.entity == targeter,
            On::Targeted => change.entity != targeter,
            On::Address => change.entity == unit && unit.is_some(),
        };
        let (kind, at) = match (change.kind, Unchanged::from_word(change.at)) {
            (ChangeKind::Unchanged, Unchanged::Column(column)) => (ChangeKind::EntityColumn, column.into()),
            (ChangeKind::Unchanged, Unchanged::Number(kind)) => (kind, 0),
            (ChangeKind::Unchanged, _) => (ChangeKind::Health, 0),
            (kind, _) => (kind, change.at),
        };
        let is_number = match of.as_slice() {
            [] => NUMBERS.contains(&kind),
            of => of.iter().any(|&(wanted, column)| {
                wanted == kind && (kind != ChangeKind::EntityColumn || u32::from(column) == at)
            }),
        };
        let goes = how.iter().any(|how| match kind {
            // A place neither rises nor falls.
            ChangeKind::Cell => matches!(how, How::Change | How::Any),
            _ => how.fits(change.before, change.after),
        });
        is_on && is_number && goes && types.iter().all(|types| types.holds(change.label))
    }
}

/// What was done so far of what a formula is part of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cycle<'c> {
    /// The changes since the use at hand began.
    pub(crate) changes: &'c [Change],
    /// Who uses it.
    pub(crate) targeter: EntityId,
    /// The action that is reacted to, plus one; 0 for none.
    pub(crate) reacted: u16,
}

impl Cycle<'_> {
    /// Of what is worked out at any time: nothing was done.
    pub(crate) const NONE: Self = Self { changes: &[], targeter: EntityId::NONE, reacted: 0 };
}

impl Sheet<'_> {
    /// What a search of the rulebook comes to for a unit; 0 for one that is not there.
    pub(crate) fn search(&self, id: EntityId, search: u16, cycle: Cycle<'_>, reading: &mut Reading) -> Number {
        let Some(search) = self.book.searches.get(usize::from(search)) else { return Number::ZERO };
        let mut found: Vec<(EffectSourceRef, u16)> = Vec::new();
        let parameter = match &search.sought {
            sought @ Sought::Changes { .. } => {
                if !reading.pay(cycle.changes.len() + 1) {
                    return Number::ZERO;
                }
                let found = cycle.changes.iter().filter(|change| sought.finds(change, cycle.targeter, id));
                return search.get.of(found.map(|change| self.changed_by(change)));
            }
            Sought::Items { kinds, slots, parameter } => {
                let worn = |held: &&EffectInstance| held.words[EffectInstance::WORN] != 0;
                for held in self.instances(id, Pool::ITEMS).iter().filter(worn) {
                    let Some(of) = EffectSourceRef::of(held) else { continue };
                    let fits = *slots == 0 || held.words[EffectInstance::WORN] & i32::from(*slots) != 0;
                    if fits && kinds.binary_search(&of.kind).is_ok() {
                        found.push((of, held.number));
                    }
                }
                *parameter
            }
            Sought::Skills { kinds, parameter } => {
                let own = kinds.iter().filter(|&&kind| self.has_skill(id, kind));
                found.extend(own.map(|&kind| (EffectSourceRef { class: EffectSourceClass::Skill, kind }, 0)));
                *parameter
            }
        };
        if !reading.pay(found.len() + 1) {
            return Number::ZERO;
        }
        let Some(parameter) = parameter else { return search.get.of(found.iter().map(|_| Number::ONE)) };
        let has =
            |of| self.book.effect_source(of).is_some_and(|effect_source| effect_source.parameter(parameter).is_some());
        let values: Vec<Number> = found
            .into_iter()
            .filter(|&(of, _)| has(of))
            .map(|carried| self.read_parameter(id, (carried.0, carried.1, None), parameter, reading))
            .collect();
        search.get.of(values.into_iter())
    }

    /// By how much a change changed its number, in units of 1; of a place the steps from one to the other.
    fn changed_by(&self, change: &Change) -> Number {
        let by = i64::from(change.after.abs_diff(change.before));
        match change.kind {
            ChangeKind::Cell => {
                let [from, to] = [change.before, change.after].map(|bits| Cell::from_bits(bits as u32));
                crate::formula::distance(from, to).into()
            }
            ChangeKind::Unchanged => Number::ZERO,
            ChangeKind::EntityColumn => {
                let own = self.book.stats.iter().find(|stat| stat.column == Some(change.at as u16));
                Number::parts_of(by, own.map_or(1, super::Stat::scale))
            }
            _ => Number::whole(by),
        }
    }

    /// A parameter of the skill by which a unit used a program, given plus one; 0 where that is no skill's.
    pub(crate) fn reacted_parameter(&self, user: EntityId, reacted: u16, name: u16, reading: &mut Reading) -> Number {
        let skill = reacted.checked_sub(1).and_then(|program| self.skill_of(user, program));
        skill.map_or(Number::ZERO, |(kind, _)| {
            let of = EffectSourceRef { class: EffectSourceClass::Skill, kind };
            self.read_parameter(user, (of, 0, None), name, reading)
        })
    }
}
