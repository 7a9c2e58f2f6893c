//! Stat modifiers of a rulebook by stat and effect source, so that a read costs only the modifiers that a unit has.

use super::auras::Auras;
use super::effect_sources::{EffectSourceClass, EffectSourceRef};
use super::mode::Mode;
use super::sheet::{Reading, Sheet};
use super::{Stat, StatId};
use crate::formula::{FormulaOp, Fraction};
use crate::rulebook::Rules;
use crate::state::{EffectInstance, EntityId, Pool, flag};

const MOST_GROUPS: usize = 16;

#[derive(Clone, Copy, Debug)]
pub(super) struct ModifierRef {
    pub(super) effect_source: EffectSourceRef,
    pub(super) mode: Mode,
    pub(super) at: u16,
    pub(super) group: u8,
    pub(super) constant: Option<Fraction>,
}

#[derive(Clone, Debug, Default)]
struct OfStat {
    all: Vec<ModifierRef>,
    types: Vec<Vec<u16>>,
    items: Vec<Vec<u16>>,
    statuses: Vec<Vec<u16>>,
    /// Modifiers of statuses that an aura gives.
    given: Vec<u16>,
    /// Auras that give those, and whether a unit type, an item or a status bears one.
    given_by: GivenBy,
    skills_of_items: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct GivenBy {
    auras: usize,
    is_of_types: bool,
    is_of_instances: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Modifiers {
    stats: Vec<OfStat>,
    formulas: u16,
    declared: Vec<Stat>,
    /// Core stats, as bits, of each unit type that no skill of the type, formula or aura of a type modifies.
    plain: Vec<u16>,
}

impl Modifiers {
    pub(crate) fn of(book: &Rules, auras: &Auras) -> Self {
        let count = usize::from(book.stat_count());
        let mut all: Vec<Vec<_>> = vec![Vec::new(); count];
        for (effect_source, own) in book.effect_sources() {
            for (at, modifier) in own.modifiers.iter().enumerate() {
                if let Some(list) = all.get_mut(usize::from(modifier.stat.0)) {
                    let key = (effect_source.class, modifier.mode, modifier.priority, own.name.clone(), at as u16);
                    list.push((key, effect_source, modifier.group.clone()));
                }
            }
        }
        let ordered = all.into_iter().map(|mut list| {
            list.sort();
            let mut groups: Vec<String> = list.iter().map(|(_, _, group)| group.clone()).collect();
            groups.sort();
            groups.dedup();
            groups.retain(|group| !group.is_empty());
            let made = list.into_iter().map(|((_, mode, _, _, at), effect_source, group)| {
                let group = groups.iter().position(|known| *known == group);
                let group = group.map_or(0, |at| at.min(MOST_GROUPS - 2) as u8 + 1);
                let constant = constant_of(book, effect_source, at);
                ModifierRef { effect_source, mode, at, group, constant }
            });
            OfStat::of(book, auras, made.collect())
        });
        let all: Vec<_> = ordered.collect();
        let stats = if all.iter().all(|stat| stat.all.is_empty()) { Vec::new() } else { all };
        let plain = (0..book.unit_types.len()).map(|kind| plain_stats(book, &stats, kind)).collect();
        let formulas = book.unit_types.iter().flat_map(|kind| &kind.formulas).filter(|(stat, _)| stat.is_core());
        let declared = (0..book.stat_count()).map(StatId);
        let declared = declared.map(|id| book.stat(id).cloned().unwrap_or_else(|| Stat::core(id)));
        Self {
            stats,
            formulas: formulas.fold(0, |bits, (stat, _)| bits | 1 << stat.0),
            declared: declared.collect(),
            plain,
        }
    }

    pub(super) fn of_stat(&self, stat: StatId) -> &[ModifierRef] {
        self.stats.get(usize::from(stat.0)).map_or(&[], |stat| stat.all.as_slice())
    }

    pub(super) fn is_constant(&self, stat: StatId) -> bool {
        let own = self.stats.get(usize::from(stat.0));
        own.is_none_or(|own| own.given.is_empty() && own.all.iter().all(|modifier| modifier.constant.is_some()))
    }

    pub(super) fn declared(&self, stat: StatId) -> Option<&Stat> {
        self.declared.get(usize::from(stat.0))
    }

    #[inline]
    pub(crate) fn is_touched(&self, stat: StatId) -> bool {
        !self.of_stat(stat).is_empty() || stat.is_core() && self.formulas >> stat.0 & 1 == 1
    }
}

impl OfStat {
    fn of(book: &Rules, auras: &Auras, all: Vec<ModifierRef>) -> Self {
        if all.is_empty() {
            return Self::default();
        }
        let of = |class, kind: usize| {
            let effect_source = EffectSourceRef { class, kind: kind as u16 };
            let own = all.iter().enumerate().filter(|(_, modifier)| modifier.effect_source == effect_source);
            own.map(|(at, _)| at as u16).collect::<Vec<_>>()
        };
        let of_type = |skills: &[u16]| {
            let is_replaced = |skill: u16| {
                let kind = book.skills.get(usize::from(skill));
                kind.is_some_and(|kind| kind.replaced_by.iter().any(|other| skills.contains(other)))
            };
            let has = |effect_source: EffectSourceRef| {
                effect_source.class == EffectSourceClass::Skill
                    && skills.contains(&effect_source.kind)
                    && !is_replaced(effect_source.kind)
            };
            let own = all.iter().enumerate().filter(|(_, modifier)| has(modifier.effect_source));
            own.map(|(at, _)| at as u16).collect()
        };
        let of_class =
            |class| (0..).zip(&all).map(|(at, own)| (at, own.effect_source)).filter(move |(_, of)| of.class == class);
        let given: Vec<u16> =
            of_class(EffectSourceClass::Status).filter(|(_, of)| auras.is_given(of.kind)).map(|(at, _)| at).collect();
        Self {
            given_by: GivenBy::of(book, auras, given.iter().map(|&at| all[usize::from(at)].effect_source.kind)),
            given,
            types: book.unit_types.iter().map(|kind| of_type(&kind.skills)).collect(),
            items: (0..book.items.len()).map(|kind| of(EffectSourceClass::Item, kind)).collect(),
            statuses: (0..book.statuses.len()).map(|kind| of(EffectSourceClass::Status, kind)).collect(),
            skills_of_items: of_class(EffectSourceClass::Skill).next().is_some()
                && book.items.iter().any(|item| !item.skills.is_empty()),
            all,
        }
    }
}

fn plain_stats(book: &Rules, stats: &[OfStat], kind: usize) -> u16 {
    let has_formula = |id: StatId| book.unit_types[kind].formulas.iter().any(|&(stat, _)| stat == id);
    let is_plain = |id: StatId| {
        let is_unmodified = stats.get(usize::from(id.0)).is_none_or(|own| {
            let is_of_type = own.types.get(kind).is_some_and(|list| !list.is_empty());
            let GivenBy { is_of_types, is_of_instances, .. } = own.given_by;
            !is_of_type && !is_of_types && !is_of_instances && !own.skills_of_items
        });
        is_unmodified && !has_formula(id) && book.stat(id).is_none_or(|stat| stat.scale() == 1)
    };
    let core = (0..StatId::CORE_NAMES.len() as u16).map(StatId).filter(|&id| is_plain(id));
    core.fold(0, |bits, id| bits | 1 << id.0)
}

impl GivenBy {
    fn of(book: &Rules, auras: &Auras, statuses: impl Iterator<Item = u16>) -> Self {
        let mut given_by = Self::default();
        for status in statuses {
            for own in auras.giving(status) {
                given_by.auras += 1;
                let has_skill =
                    |skills: &[u16]| own.of.class == EffectSourceClass::Skill && skills.contains(&own.of.kind);
                given_by.is_of_types |= book.unit_types.iter().any(|kind| has_skill(&kind.skills));
                given_by.is_of_instances |=
                    own.of.class != EffectSourceClass::Skill || book.items.iter().any(|item| has_skill(&item.skills));
            }
        }
        given_by
    }
}

fn constant_of(book: &Rules, of: EffectSourceRef, at: u16) -> Option<Fraction> {
    let effect_source = book.effect_source(of).filter(|effect_source| effect_source.condition.is_none())?;
    let amount = effect_source.modifiers.get(usize::from(at))?.amount;
    match book.formulas.get(amount as usize)?.code.as_slice() {
        [FormulaOp::Const(number)] => Some(*number),
        _ => None,
    }
}

#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Acting {
    pub(super) at: u16,
    pub(super) number: u16,
}

const USUAL: usize = 16;

#[derive(Default)]
pub(super) struct ActingList {
    few: [Acting; USUAL],
    count: usize,
    many: Vec<Acting>,
}

impl ActingList {
    fn push(&mut self, at: u16, number: u16) {
        let acting = Acting { at, number };
        match self.few.get_mut(self.count) {
            Some(slot) => *slot = acting,
            None => {
                if self.many.is_empty() {
                    self.many.extend(self.few);
                }
                self.many.push(acting);
            }
        }
        self.count += 1;
    }

    #[inline]
    fn extend(&mut self, modifiers: Option<&Vec<u16>>, number: u16) {
        if let Some(modifiers) = modifiers {
            for &at in modifiers {
                self.push(at, number);
            }
        }
    }

    pub(super) fn as_slice(&self) -> &[Acting] {
        if self.many.is_empty() { &self.few[..self.count] } else { &self.many }
    }

    fn sort(&mut self) {
        let list = if self.many.is_empty() { &mut self.few[..self.count] } else { &mut self.many };
        if !list.is_sorted_by_key(|acting| acting.at) {
            list.sort_by_key(|acting| acting.at);
        }
    }
}

impl<'s> Sheet<'s> {
    /// Returns whether a core stat of a unit is its stored base. True is certain.
    #[inline]
    pub(super) fn is_plain(&self, id: EntityId, stat: StatId) -> bool {
        let of_type = self.book.decoded.modifiers.plain.get(usize::from(self.entity(id).unit_type));
        of_type.is_some_and(|of_type| of_type >> stat.0 & 1 == 1)
            && !self.instances.is_type_deviation_possible()
            && (self.instances.is_empty() || self.instances.of_bearer(id).is_empty())
    }

    /// Returns whether a modifier may act on a stat of a unit. False is certain. The search for givers of auras is
    /// charged in both cases, so that the work of a reading does not depend on this shortcut.
    #[inline]
    pub(super) fn may_modify(&self, id: EntityId, stat: StatId, reading: &mut Reading) -> bool {
        let Some(own) = self.book.decoded.modifiers.stats.get(usize::from(stat.0)) else { return false };
        if own.all.is_empty() {
            return false;
        }
        let row = self.entity(id);
        if row.flags & flag::OWN != 0 || own.skills_of_items {
            return true;
        }
        let is_of_kind = |held: &EffectInstance| {
            let lists = match held.pool {
                Pool::STATUSES => &own.statuses,
                Pool::ITEMS => &own.items,
                _ => return false,
            };
            held.kind().and_then(|kind| lists.get(kind)).is_some_and(|list| !list.is_empty())
        };
        let is_of_type = own.types.get(usize::from(row.unit_type)).is_some_and(|list| !list.is_empty());
        if is_of_type || self.instances.of_bearer(id).iter().any(is_of_kind) {
            return true;
        }
        if own.given.is_empty() || reading.without_auras {
            return false;
        }
        let GivenBy { auras, is_of_types, is_of_instances } = own.given_by;
        let may_be_given =
            is_of_types || is_of_instances && !self.instances.is_empty() || self.instances.is_type_deviation_possible();
        if !may_be_given {
            reading.look_at(auras * self.rows.len());
        }
        may_be_given
    }

    pub(super) fn acting_modifiers(&self, id: EntityId, stat: StatId, reading: &mut Reading) -> ActingList {
        let mut list = ActingList::default();
        let modifiers = &self.book.decoded.modifiers;
        let Some(own) = modifiers.stats.get(usize::from(stat.0)).filter(|own| !own.all.is_empty()) else { return list };
        // In the order of the classes, so that there is seldom anything to sort.
        let held = self.instances.of_bearer(id);
        let of_kind = |lists: &'s [Vec<u16>], held: &EffectInstance| held.kind().and_then(|kind| lists.get(kind));
        for held in held.iter().filter(|held| held.pool == Pool::ITEMS && held.words[EffectInstance::WORN] != 0) {
            list.extend(of_kind(&own.items, held), held.number);
        }
        let row = self.entity(id);
        if row.flags & flag::OWN == 0 && !own.skills_of_items {
            list.extend(own.types.get(usize::from(row.unit_type)), 0);
        } else {
            let skills =
                (0..).zip(&own.all).filter(|(_, modifier)| modifier.effect_source.class == EffectSourceClass::Skill);
            for (at, modifier) in skills {
                self.each_held(id, modifier.effect_source, &mut |number| list.push(at, number));
            }
        }
        for held in held.iter().take_while(|held| held.pool == Pool::STATUSES) {
            list.extend(of_kind(&own.statuses, held), held.number);
        }
        for &at in &own.given {
            let of = own.all[usize::from(at)].effect_source;
            self.givers(id, of, reading).numbers().for_each(|number| list.push(at, number));
        }
        list.sort();
        list
    }
}
