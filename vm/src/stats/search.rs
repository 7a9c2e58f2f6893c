//! Searches of formulas: worn items, skills, and changes of the current use. Names are resolved in advance.

use super::events::{How, LabelSet};
use super::sheet::{Reading, Sheet};
use super::{EffectSourceClass, EffectSourceRef};
use crate::formula::Number;
use crate::space::Cell;
use crate::state::{Change, ChangeKind, EffectInstance, EntityId, Pool, Unchanged};
use serde::{Deserialize, Serialize};

/// A search with the aggregation of its values.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    /// Searched things.
    pub sought: Sought,
    /// Aggregation.
    pub get: Get,
}

/// Searched things.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sought {
    /// Worn items in order of their numbers. Each value is the parameter, or 1.
    Items {
        /// Item types, ascending.
        kinds: Vec<u16>,
        /// Slots of which at least one is taken, as bits; 0 for any.
        slots: u16,
        /// Parameter name index.
        parameter: Option<u16>,
    },
    /// Skills that are not replaced, by name. Each value is the parameter, or 1.
    Skills {
        /// Skill types, ascending.
        kinds: Vec<u16>,
        /// Parameter name index.
        parameter: Option<u16>,
    },
    /// Changes of the current use, in order. Each value is the absolute difference.
    Changes {
        /// Directions, of which one must fit.
        how: Vec<How>,
        /// Numbers with their columns, of which one must fit; empty for any.
        of: Vec<(ChangeKind, u16)>,
        /// Label sets, which must all contain its label.
        types: Vec<LabelSet>,
        /// Affected unit.
        on: On,
    },
}

impl Default for Sought {
    fn default() -> Self {
        Self::Changes { how: Vec::new(), of: Vec::new(), types: Vec::new(), on: On::Anybody }
    }
}

/// Unit that a change must affect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum On {
    /// Any unit.
    #[default]
    Anybody,
    /// The user of the current action.
    Targeter,
    /// Any other unit.
    Targeted,
    /// The unit at the operation's address.
    Address,
}

/// Aggregation of found values; 0 without values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Get {
    /// First.
    #[default]
    First,
    /// Last.
    Last,
    /// Minimum.
    Least,
    /// Maximum.
    Most,
    /// Mean.
    Mean,
    /// Sum.
    Sum,
    /// The n-th, from 1.
    Nth(u16),
    /// Count.
    Count,
    /// 1 if any exists.
    Exists,
}

impl Get {
    /// Aggregates values.
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
    pub(crate) fn is_match_unchanged(&self) -> bool {
        let Sought::Changes { how, .. } = &self.sought else { return false };
        how.iter().any(|how| how.is_match_unchanged())
    }
}

impl Sought {
    pub(crate) fn is_match(&self, change: &Change, targeter: EntityId, unit: EntityId) -> bool {
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
            ChangeKind::Cell => matches!(how, How::Change | How::Any),
            _ => how.is_match(change.before, change.after),
        });
        is_on && is_number && goes && types.iter().all(|types| types.contains(change.label))
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Cycle<'c> {
    pub(crate) changes: &'c [Change],
    pub(crate) targeter: EntityId,
    pub(crate) reacted: u16,
}

impl Cycle<'_> {
    pub(crate) const NONE: Self = Self { changes: &[], targeter: EntityId::NONE, reacted: 0 };
}

impl Sheet<'_> {
    pub(crate) fn search(&self, id: EntityId, search: u16, cycle: Cycle<'_>, reading: &mut Reading) -> Number {
        let Some(search) = self.book.searches.get(usize::from(search)) else { return Number::ZERO };
        let mut found: Vec<(EffectSourceRef, u16)> = Vec::new();
        let parameter = match &search.sought {
            sought @ Sought::Changes { .. } => {
                if !reading.pay(cycle.changes.len() + 1) {
                    return Number::ZERO;
                }
                let found = cycle.changes.iter().filter(|change| sought.is_match(change, cycle.targeter, id));
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

    pub(crate) fn reacted_parameter(&self, user: EntityId, reacted: u16, name: u16, reading: &mut Reading) -> Number {
        let skill = reacted.checked_sub(1).and_then(|program| self.skill_of(user, program));
        skill.map_or(Number::ZERO, |(kind, _)| {
            let of = EffectSourceRef { class: EffectSourceClass::Skill, kind };
            self.read_parameter(user, (of, 0, None), name, reading)
        })
    }
}
