//! Stat modifiers of a rulebook by stat and effect source, so that a read costs only the modifiers that a unit has.

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
    pub(super) whole: Option<i64>,
}

#[derive(Clone, Debug, Default)]
struct OfStat {
    all: Vec<ModifierRef>,
    types: Vec<Vec<u16>>,
    items: Vec<Vec<u16>>,
    statuses: Vec<Vec<u16>>,
    is_given: bool,
    skills_of_items: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Modifiers {
    stats: Vec<OfStat>,
    formulas: u16,
    declared: Vec<Stat>,
}

impl Modifiers {
    pub(crate) fn of(book: &Rules) -> Self {
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
                let added = constant.filter(|_| mode == Mode::Augment && group == 0);
                let whole = added.map(<(i64, i64)>::from).filter(|&(_, under)| under == 1).map(|(over, _)| over);
                ModifierRef {
                    effect_source,
                    mode,
                    at,
                    group,
                    constant,
                    whole: whole.filter(|&by| i32::try_from(by).is_ok()),
                }
            });
            OfStat::of(book, made.collect())
        });
        let all: Vec<_> = ordered.collect();
        let stats = if all.iter().all(|stat| stat.all.is_empty()) { Vec::new() } else { all };
        let formulas = book.unit_types.iter().flat_map(|kind| &kind.formulas).filter(|(stat, _)| stat.is_core());
        let declared = (0..book.stat_count()).map(StatId);
        let declared = declared.map(|id| book.stat(id).cloned().unwrap_or_else(|| Stat::core(id)));
        Self { stats, formulas: formulas.fold(0, |bits, (stat, _)| bits | 1 << stat.0), declared: declared.collect() }
    }

    pub(super) fn of_stat(&self, stat: StatId) -> &[ModifierRef] {
        self.stats.get(usize::from(stat.0)).map_or(&[], |stat| stat.all.as_slice())
    }

    pub(super) fn are_constant(&self, stat: StatId) -> bool {
        let own = self.stats.get(usize::from(stat.0));
        own.is_none_or(|own| !own.is_given && own.all.iter().all(|modifier| modifier.constant.is_some()))
    }

    pub(super) fn declared(&self, stat: StatId) -> Option<&Stat> {
        self.declared.get(usize::from(stat.0))
    }

    #[inline]
    pub(crate) fn touch(&self, stat: StatId) -> bool {
        !self.of_stat(stat).is_empty() || stat.is_core() && self.formulas >> stat.0 & 1 == 1
    }
}

impl OfStat {
    fn of(book: &Rules, all: Vec<ModifierRef>) -> Self {
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
        let gives = |status: u16| {
            book.effect_sources().any(|(_, effect_source)| effect_source.auras.iter().any(|own| own.gives == status))
        };
        let of_class = |class| all.iter().map(|modifier| modifier.effect_source).filter(move |of| of.class == class);
        Self {
            types: book.unit_types.iter().map(|kind| of_type(&kind.skills)).collect(),
            items: (0..book.items.len()).map(|kind| of(EffectSourceClass::Item, kind)).collect(),
            statuses: (0..book.statuses.len()).map(|kind| of(EffectSourceClass::Status, kind)).collect(),
            is_given: of_class(EffectSourceClass::Status).any(|of| gives(of.kind)),
            skills_of_items: of_class(EffectSourceClass::Skill).next().is_some()
                && book.items.iter().any(|item| !item.skills.is_empty()),
            all,
        }
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

impl Sheet<'_> {
    pub(super) fn acting_modifiers(&self, id: EntityId, stat: StatId, reading: &mut Reading) -> ActingList {
        let mut list = ActingList::default();
        let modifiers = &self.book.decoded.modifiers;
        let Some(own) = modifiers.stats.get(usize::from(stat.0)).filter(|own| !own.all.is_empty()) else { return list };
        let row = self.entity(id);
        if row.flags & flag::OWN == 0 && !own.skills_of_items {
            let of_type = own.types.get(usize::from(row.unit_type));
            of_type.into_iter().flatten().for_each(|&at| list.push(at, 0));
        } else {
            let skills =
                (0..).zip(&own.all).filter(|(_, modifier)| modifier.effect_source.class == EffectSourceClass::Skill);
            for (at, modifier) in skills {
                self.each_held(id, modifier.effect_source, &mut |number| list.push(at, number));
            }
        }
        for held in self.instances.of_bearer(id) {
            let lists = match held.pool {
                Pool::STATUSES => &own.statuses,
                Pool::ITEMS if held.words[EffectInstance::WORN] != 0 => &own.items,
                _ => continue,
            };
            let of_kind = held.kind().and_then(|kind| lists.get(kind));
            of_kind.into_iter().flatten().for_each(|&at| list.push(at, held.number));
        }
        if own.is_given {
            for (at, modifier) in (0..).zip(&own.all) {
                self.givers(id, modifier.effect_source, reading).numbers().for_each(|number| list.push(at, number));
            }
        }
        list.sort();
        list
    }
}
