//! The sheet: a state as stats are read from it. A stat's base comes first; then, class by class, what replaces, what adds
//! and what multiplies; it is rounded once, last, and brought within its range.

use super::auras::giver_of;
use super::capabilities::Capabilities;
use super::effect_sources::{EffectSource, EffectSourceClass, EffectSourceRef};
use super::mode::{Gathered, Mode};
use super::modifiers::{Acting, ModifierRef};
use super::search::Cycle;
use super::world::{KeptWords, Scope, World};
use super::{Stat, StatId};
use crate::facts;
use crate::formula::Number;
use crate::rulebook::{Rulebook, UnitType};
use crate::state::{BattleRow, Cells, EffectInstance, EffectInstances, Entity, EntityId, Pool, flag};
use std::collections::BTreeMap;

/// Operations of formulas that one reading may take.
const MOST_WORK: u32 = 20_000;
/// How deep stats may read stats.
const MOST_DEPTH: u8 = 100;

/// What stats and facts are read from: the slices of a state.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'s> {
    pub(crate) book: &'s Rulebook,
    pub(crate) rows: &'s [Entity],
    /// Columns of entities, row by row.
    pub(crate) columns: &'s [i32],
    pub(crate) battle_columns: &'s [i32],
    pub(crate) battle: &'s BattleRow,
    pub(crate) cells: &'s Cells,
    pub(crate) instances: &'s EffectInstances,
}

/// What a reading has used: how deep it is and the work that is left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) depth: u8,
    pub(crate) left: u32,
    /// Entities that were looked at. They are paid for and end no reading: who hides is one of them.
    looked: u32,
    /// Whether auras rest: what is read is kept where all sides see it, and a giver may hide.
    pub(super) without_auras: bool,
}

impl Default for Reading {
    fn default() -> Self {
        Self { depth: 0, left: MOST_WORK, looked: 0, without_auras: false }
    }
}

impl Reading {
    /// Pieces of work that were done.
    pub(crate) const fn done(&self) -> u32 {
        (MOST_WORK - self.left).saturating_add(self.looked)
    }

    /// Counts so many entities that were looked at.
    pub(super) fn look_at(&mut self, entities: usize) {
        self.looked = self.looked.saturating_add(entities as u32);
    }

    /// Pays for so much; says whether there was enough, and that it goes no deeper than it may.
    pub(super) fn pay(&mut self, work: usize) -> bool {
        self.left = self.left.saturating_sub(work as u32);
        self.left > 0 && self.depth < MOST_DEPTH
    }
}

/// What one modifier did to a stat that was read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contribution {
    /// Who carries it.
    pub effect_source: EffectSourceRef,
    /// Who gives it by an aura.
    pub giver: Option<EntityId>,
    /// How it acts.
    pub mode: Mode,
    /// With which amount.
    pub amount: f64,
    /// Whether it counts: it is suspended by its condition, or another of its bonus group counts in its place.
    pub counts: bool,
}

impl<'s> Sheet<'s> {
    /// The rulebook.
    #[inline]
    #[must_use]
    pub const fn book(&self) -> &'s Rulebook {
        self.book
    }

    /// The row of an entity; blank for an id that names none.
    #[inline]
    #[must_use]
    pub fn entity(&self, id: EntityId) -> &'s Entity {
        self.rows.get(id.index()).unwrap_or(&Entity::BLANK)
    }

    /// A registered column of an entity; 0 for one that is not there.
    #[must_use]
    pub fn column(&self, id: EntityId, column: u16) -> i32 {
        let width = self.book.decoded.entity_columns;
        if usize::from(column) >= width {
            return 0;
        }
        let default = || self.book.decoded.column_default(column);
        self.columns.get(id.index() * width + usize::from(column)).copied().unwrap_or_else(default)
    }

    /// What a unit holds of a pool.
    #[must_use]
    pub fn instances(&self, id: EntityId, pool: Pool) -> &'s [EffectInstance] {
        self.instances.of(id, pool)
    }

    /// A stat of a unit as it is now, in units of its last decimal.
    #[inline]
    #[must_use]
    pub fn stat(&self, id: EntityId, stat: StatId) -> i32 {
        if stat.is_core() && !self.book.decoded.modifiers.touch(stat) {
            return self.core_base(id, stat);
        }
        // A copy, so that a sheet of which no more is read stays in registers.
        let sheet = *self;
        sheet.read_stat(id, stat, &mut Reading::default(), None)
    }

    /// A number that is equal only where a stat of a unit is: of the unit's type, its holdings and the stored base. `None` where
    /// a formula, a condition or an aura has a part in the stat.
    pub(crate) fn content_key(&self, id: EntityId, stat: StatId) -> Option<u64> {
        let modifiers = &self.book.decoded.modifiers;
        let base = self.stored_base(id, (stat, modifiers.declared(stat)?))?;
        let unit_type = u64::from(self.entity(id).unit_type);
        let own = facts::mix(base as u64 ^ unit_type << 40);
        modifiers.are_constant(stat).then(|| own.wrapping_add(self.instances.digest(id)))
    }

    /// The same with what each modifier did to it, in order, and its base before them.
    #[must_use]
    pub fn breakdown(&self, id: EntityId, stat: StatId) -> (f64, Vec<Contribution>, i32) {
        let mut told = Vec::new();
        let mut reading = Reading { without_auras: self.tells_all(stat), ..Reading::default() };
        let base = self.base(id, stat, &mut reading);
        let value = self.read_stat(id, stat, &mut reading, Some(&mut told));
        (base.to_f64(), told, value)
    }

    /// What a core stat is without modifiers.
    #[inline]
    fn core_base(&self, id: EntityId, stat: StatId) -> i32 {
        let row = self.entity(id);
        match stat {
            StatId::HEALTH => row.max_health,
            StatId::MOVEMENT => row.movement,
            StatId::INITIATIVE => row.initiative,
            StatId::SPEED => row.speed,
            _ => self.kind_base(row, stat),
        }
    }

    fn kind_base(&self, row: &Entity, stat: StatId) -> i32 {
        let kind = self.book.unit_type(row);
        match stat {
            StatId::JUMP => kind.and_then(|kind| kind.jump).unwrap_or(UnitType::USUAL_JUMP).into(),
            StatId::LEAP => kind.map_or(0, |kind| kind.leap.into()),
            StatId::SIGHT => {
                let usual = if row.flags & flag::ACTS != 0 { self.book.sight.unwrap_or(u16::MAX) } else { 0 };
                kind.and_then(|kind| kind.sight).unwrap_or(usual).into()
            }
            _ => 0,
        }
    }

    /// What a stat is without modifiers: a formula of the unit's kind, else its column or its field of the row.
    fn base(&self, id: EntityId, stat: StatId, reading: &mut Reading) -> Number {
        let formula = || {
            let kind = self.book.unit_type(self.entity(id))?;
            kind.formulas.iter().find(|(of, _)| *of == stat).map(|&(_, formula)| formula)
        };
        if let Some(formula) = formula() {
            return World::of_unit(*self, id, reading).formula(formula);
        }
        let declared = self.book.stat(stat);
        match declared.and_then(|stat| stat.column) {
            Some(column) => Number::parts_of(self.column(id, column).into(), declared.map_or(1, Stat::scale)),
            None => self.core_base(id, stat).into(),
        }
    }

    pub(crate) fn read_stat(
        &self,
        id: EntityId,
        stat: StatId,
        reading: &mut Reading,
        tell: Option<&mut Vec<Contribution>>,
    ) -> i32 {
        let outer = reading.without_auras;
        reading.without_auras |= self.tells_all(stat);
        let value = self.add_up(id, stat, reading, tell);
        reading.without_auras = outer;
        value
    }

    fn add_up(
        &self,
        id: EntityId,
        stat: StatId,
        reading: &mut Reading,
        mut tell: Option<&mut Vec<Contribution>>,
    ) -> i32 {
        let modifiers = self.book.decoded.modifiers.of_stat(stat);
        let Some(declared) = self.book.decoded.modifiers.declared(stat) else { return 0 };
        let stored = self.stored_base(id, (stat, declared));
        let computed = if stored.is_none() { Some(self.base(id, stat, reading)) } else { None };
        let base =
            || computed.clone().unwrap_or_else(|| Number::parts_of(stored.unwrap_or_default(), declared.scale()));
        if !reading.pay(1 + modifiers.len()) {
            return declared.settle(&base());
        }
        let acting = self.acting_modifiers(id, stat, reading);
        let acting = acting.as_slice();
        // Most bases are stored, and most modifiers add a whole number: their sum needs no fractions.
        if tell.is_none()
            && let Some(stored) = stored
            && let Some(added) =
                acting.iter().map(|acting| modifiers[usize::from(acting.at)].whole).sum::<Option<i64>>()
        {
            let value = stored + added * declared.scale();
            return value.clamp(declared.least.into(), declared.most.into()) as i32;
        }
        let mut value = base();
        let counted = self.counted_of_groups(id, modifiers, acting, reading);
        let mut gathered = Gathered::new(declared.multiply);
        let mut class = EffectSourceClass::None;
        for &Acting { at, number } in acting {
            let modifier = &modifiers[usize::from(at)];
            if modifier.effect_source.class != class {
                gathered.apply(&mut value);
                class = modifier.effect_source.class;
            }
            let (active, amount) = self.amount_of(id, modifier, number, reading);
            let counts = active && (modifier.group == 0 || counted.contains(&(at, number)));
            if counts {
                modifier.mode.gather(&mut gathered, &mut value, &amount);
            }
            if let Some(told) = tell.as_deref_mut() {
                let amount = amount.to_f64();
                let (effect_source, mode) = (modifier.effect_source, modifier.mode);
                let giver = giver_of(effect_source.class, number);
                told.push(Contribution { effect_source, giver, mode, amount, counts });
            }
        }
        gathered.apply(&mut value);
        declared.settle(&value)
    }

    /// The base of a stat in units of its last decimal, if a column or a field of the row stores it.
    fn stored_base(&self, id: EntityId, (stat, declared): (StatId, &Stat)) -> Option<i64> {
        let kind = self.book.unit_type(self.entity(id));
        if kind.is_some_and(|kind| kind.formulas.iter().any(|(of, _)| *of == stat)) {
            return None;
        }
        Some(match declared.column {
            Some(column) => self.column(id, column).into(),
            None => i64::from(self.core_base(id, stat)) * declared.scale(),
        })
    }

    /// Whether a modifier acts on a unit that carries it, and by how much.
    fn amount_of(&self, id: EntityId, modifier: &ModifierRef, number: u16, reading: &mut Reading) -> (bool, Number) {
        if let Some(amount) = modifier.constant {
            return (true, Number::from(amount));
        }
        let effect_source = self.book.effect_source(modifier.effect_source);
        let own = effect_source
            .and_then(|effect_source| Some((effect_source, effect_source.modifiers.get(usize::from(modifier.at))?)));
        let Some((effect_source, own)) = own else { return (false, Number::ZERO) };
        let mut world = World::of_effect_source(*self, id, modifier.effect_source, number, reading);
        let active = effect_source.condition.is_none_or(|condition| !world.formula(condition).is_zero());
        (active, world.formula(own.amount))
    }

    /// The modifiers of bonus groups that count, by their places and the numbers of their holdings: of each group the largest
    /// bonus and the largest penalty, over all classes. Of equal ones the last by name counts.
    fn counted_of_groups(
        &self,
        id: EntityId,
        modifiers: &[ModifierRef],
        acting: &[Acting],
        reading: &mut Reading,
    ) -> Vec<(u16, u16)> {
        let of_group = |acting: &&Acting| modifiers[usize::from(acting.at)].group > 0;
        if !acting.iter().any(|acting| of_group(&acting)) {
            return Vec::new();
        }
        let mut extremes: BTreeMap<(u8, bool), (Number, &str, u16, u16)> = BTreeMap::new();
        for &Acting { at, number } in acting.iter().filter(of_group) {
            let modifier = &modifiers[usize::from(at)];
            let Some(effect_source) = self.book.effect_source(modifier.effect_source) else { continue };
            let (active, amount) = self.amount_of(id, modifier, number, reading);
            if !active || amount.is_zero() {
                continue;
            }
            let is_bonus = amount > Number::ZERO;
            let found = (amount, effect_source.name.as_str(), at, number);
            let known = extremes.get(&(modifier.group, is_bonus));
            if known.is_none_or(|known| if is_bonus { found > *known } else { found < *known }) {
                extremes.insert((modifier.group, is_bonus), found);
            }
        }
        extremes.into_values().map(|(_, _, at, number)| (at, number)).collect()
    }

    /// Calls `each` for every time that a unit carries a carrier, with the number of the holding, or the one that stands
    /// for who gives it by an aura; 0 for a skill.
    pub(crate) fn each_carried(&self, id: EntityId, effect_source: EffectSourceRef, each: &mut dyn FnMut(u16)) {
        self.each_held(id, effect_source, each);
        self.givers(id, effect_source, &mut Reading::default()).numbers().for_each(each);
    }

    /// The same without what auras give.
    pub(crate) fn each_held(&self, id: EntityId, effect_source: EffectSourceRef, each: &mut dyn FnMut(u16)) {
        self.each_held_among(id, effect_source, self.held_of(id, effect_source.class), each);
    }

    /// What a unit holds of a class; for skills its items, which may bring them.
    pub(super) fn held_of(&self, id: EntityId, class: EffectSourceClass) -> &'s [EffectInstance] {
        match class {
            EffectSourceClass::Item => self.instances(id, Pool::ITEMS),
            EffectSourceClass::Skill if self.book.decoded.skill_sources.are_of_items() => {
                self.instances(id, Pool::ITEMS)
            }
            EffectSourceClass::Status => self.instances(id, Pool::STATUSES),
            EffectSourceClass::Skill | EffectSourceClass::None => &[],
        }
    }

    fn each_held_among(
        &self,
        id: EntityId,
        effect_source: EffectSourceRef,
        held: &[EffectInstance],
        mut each: impl FnMut(u16),
    ) {
        let kind = i32::from(effect_source.kind) + 1;
        let own = |held: &&EffectInstance| held.words[EffectInstance::KIND] == kind;
        match effect_source.class {
            EffectSourceClass::Item => {
                let worn = held.iter().filter(own).filter(|held| held.words[EffectInstance::WORN] != 0);
                worn.for_each(|held| each(held.number));
            }
            EffectSourceClass::Status => held.iter().filter(own).for_each(|held| each(held.number)),
            EffectSourceClass::Skill if self.has_skill_among(id, effect_source.kind, held) => each(0),
            EffectSourceClass::Skill | EffectSourceClass::None => {}
        }
    }

    /// The carriers of a unit that have one of these capabilities and are wanted, with the number of their holding, class by
    /// class, then what auras give; suspended ones as well. Who gives what is not wanted is not looked for.
    #[inline]
    pub(crate) fn carried<F: Fn(&EffectSource) -> bool + Copy>(
        &self,
        id: EntityId,
        any: Capabilities,
        wanted: F,
    ) -> impl Iterator<Item = (EffectSourceRef, u16, &'s EffectSource)> + use<'s, F> {
        let sheet = *self;
        self.may(id, any).then(move || sheet.all_carried(id, wanted)).into_iter().flatten()
    }

    fn all_carried<F: Fn(&EffectSource) -> bool + Copy>(
        &self,
        id: EntityId,
        wanted: F,
    ) -> impl Iterator<Item = (EffectSourceRef, u16, &'s EffectSource)> + use<'s, F> {
        let effect_source = |class, kind: usize| EffectSourceRef { class, kind: kind as u16 };
        let book = self.book;
        let items = self.instances(id, Pool::ITEMS).iter().filter(|held| held.words[EffectInstance::WORN] != 0);
        let items = items.filter_map(move |held| {
            let kind = held.kind()?;
            Some((effect_source(EffectSourceClass::Item, kind), held.number, &book.items.get(kind)?.effect_source))
        });
        let skills = self
            .skills(id)
            .map(move |(at, kind)| (effect_source(EffectSourceClass::Skill, at.into()), 0, &kind.effect_source));
        let statuses = self.instances(id, Pool::STATUSES).iter().filter_map(move |held| {
            let kind = held.kind()?;
            Some((effect_source(EffectSourceClass::Status, kind), held.number, &book.statuses.get(kind)?.effect_source))
        });
        let sheet = *self;
        let given = std::iter::once_with(move || sheet.given(id, |_, effect_source| wanted(effect_source))).flatten();
        items.chain(skills).chain(statuses).filter(move |(.., effect_source)| wanted(effect_source)).chain(given)
    }

    /// Whether a carrier's condition lets it act now.
    pub(crate) fn is_active(&self, id: EntityId, of: EffectSourceRef, number: u16, reading: &mut Reading) -> bool {
        let condition = self.book.effect_source(of).and_then(|effect_source| effect_source.condition);
        condition.is_none_or(|condition| {
            !World::of_effect_source(*self, id, of, number, reading).formula(condition).is_zero()
        })
    }

    /// The value of a carrier's formula for its bearer.
    pub(crate) fn effect_source_formula(
        &self,
        id: EntityId,
        (of, number): (EffectSourceRef, u16),
        formula: u32,
        reading: &mut Reading,
    ) -> Number {
        World::of_effect_source(*self, id, of, number, reading).formula(formula)
    }

    /// The value of a formula of a carrier that is yet to come.
    pub(crate) fn formula_from(
        &self,
        bearer: EntityId,
        source: EntityId,
        of: EffectSourceRef,
        formula: u32,
        reading: &mut Reading,
    ) -> Number {
        World::of_effect_source(*self, bearer, of, 0, reading).with(source, Number::ZERO).formula(formula)
    }

    /// The value of a carrier's formula for its bearer, another, and an amount at hand.
    pub(crate) fn damage_modifier_formula(
        &self,
        (bearer, other): (EntityId, EntityId),
        (of, number): (EffectSourceRef, u16),
        formula: u32,
        effect: Number,
        reading: &mut Reading,
    ) -> Number {
        World::of_effect_source(*self, bearer, of, number, reading).with(other, effect).formula(formula)
    }

    /// Whether a condition holds by which a carrier answers what was done, for its bearer and another, with an amount at
    /// hand. One that is gone kept some parameters.
    pub(crate) fn condition_of(
        &self,
        ((bearer, other), (of, number, kept)): ((EntityId, EntityId), (EffectSourceRef, u16, Option<KeptWords>)),
        condition: u32,
        (effect, cycle): (Number, Cycle<'_>),
        reading: &mut Reading,
    ) -> bool {
        let world = World::of_effect_source(*self, bearer, of, number, reading).with(other, effect);
        let mut world = world.within(cycle).keeping(kept);
        !world.formula(condition).is_zero()
    }

    /// The value of a parameter of a carrier, by its place among the rulebook's names; 0 where it has none.
    #[must_use]
    pub fn parameter(&self, id: EntityId, of: EffectSourceRef, number: u16, name: u16) -> Number {
        self.read_parameter(id, (of, number, None), name, &mut Reading::default())
    }

    /// The same, paid for.
    pub(crate) fn read_parameter(
        &self,
        id: EntityId,
        (of, number, kept): (EffectSourceRef, u16, Option<KeptWords>),
        name: u16,
        reading: &mut Reading,
    ) -> Number {
        World::of_effect_source(*self, id, of, number, reading).keeping(kept).parameter(Scope { of, number }, name)
    }
}
