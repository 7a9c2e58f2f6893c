//! Stats of a state. The base comes first, then per class replacements, sums and factors. The result is rounded once
//! and clamped.

use super::auras::giver_of;
use super::capabilities::Capabilities;
use super::effect_sources::{EffectSource, EffectSourceClass, EffectSourceRef};
use super::mode::{Gathered, Mode};
use super::modifiers::{Acting, ModifierRef};
use super::search::Cycle;
use super::world::{KeptWords, Scope, World};
use super::{Stat, StatId};
use crate::facts;
use crate::formula::{Fraction, Number};
use crate::rulebook::{Rulebook, UnitType};
use crate::state::{BattleRow, Cells, EffectInstance, EffectInstances, Entity, EntityId, Pool, flag};
use std::collections::BTreeMap;

const MOST_WORK: u32 = 20_000;
const MOST_DEPTH: u8 = 100;

/// State from which stats are read.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'s> {
    pub(crate) book: &'s Rulebook,
    pub(crate) rows: &'s [Entity],
    pub(crate) columns: &'s [i32],
    pub(crate) battle_columns: &'s [i32],
    pub(crate) battle: &'s BattleRow,
    pub(crate) cells: &'s Cells,
    pub(crate) instances: &'s EffectInstances,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) depth: u8,
    pub(crate) left: u32,
    /// Inspected units. They are charged but end no reading, because hidden units are among them.
    looked: u32,
    pub(super) without_auras: bool,
}

impl Default for Reading {
    fn default() -> Self {
        Self { depth: 0, left: MOST_WORK, looked: 0, without_auras: false }
    }
}

impl Reading {
    pub(crate) const fn done(&self) -> u32 {
        (MOST_WORK - self.left).saturating_add(self.looked)
    }

    pub(super) fn look_at(&mut self, entities: usize) {
        self.looked = self.looked.saturating_add(entities as u32);
    }

    pub(super) fn pay(&mut self, work: usize) -> bool {
        self.left = self.left.saturating_sub(work as u32);
        self.left > 0 && self.depth < MOST_DEPTH
    }
}

/// Effect of one modifier on a stat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contribution {
    /// Effect source.
    pub effect_source: EffectSourceRef,
    /// Giver of an aura.
    pub giver: Option<EntityId>,
    /// Mode.
    pub mode: Mode,
    /// Amount.
    pub amount: f64,
    /// Whether it counts; it may be suspended or superseded in its bonus group.
    pub counts: bool,
}

impl<'s> Sheet<'s> {
    /// Returns the rulebook.
    #[inline]
    #[must_use]
    pub const fn book(&self) -> &'s Rulebook {
        self.book
    }

    /// Returns the row of a unit; blank for an unknown id.
    #[inline]
    #[must_use]
    pub fn entity(&self, id: EntityId) -> &'s Entity {
        self.rows.get(id.index()).unwrap_or(&Entity::BLANK)
    }

    /// Returns a custom column of a unit; 0 for an unknown unit.
    #[must_use]
    pub fn column(&self, id: EntityId, column: u16) -> i32 {
        let width = self.book.decoded.entity_columns;
        if usize::from(column) >= width {
            return 0;
        }
        let default = || self.book.decoded.column_default(column);
        self.columns.get(id.index() * width + usize::from(column)).copied().unwrap_or_else(default)
    }

    /// Returns the effect instances of a unit in a pool.
    #[must_use]
    pub fn instances(&self, id: EntityId, pool: Pool) -> &'s [EffectInstance] {
        self.instances.of(id, pool)
    }

    /// Returns a current stat, in units of its last decimal.
    #[inline]
    #[must_use]
    pub fn stat(&self, id: EntityId, stat: StatId) -> i32 {
        if stat.is_core() && !self.book.decoded.modifiers.is_touched(stat) {
            return self.core_base(id, stat);
        }
        self.modified_stat(id, stat)
    }

    #[inline(never)]
    fn modified_stat(&self, id: EntityId, stat: StatId) -> i32 {
        if stat.is_core()
            && self.is_plain(id, stat)
            && let Some(declared) = self.book.decoded.modifiers.declared(stat)
        {
            return self.core_base(id, stat).clamp(declared.least, declared.most);
        }
        self.read_stat(id, stat, &mut Reading::default(), None)
    }

    /// Returns a cache key of a stat: type, instances and stored base. `None` if a formula, condition or aura affects
    /// it.
    pub(crate) fn content_key(&self, id: EntityId, stat: StatId) -> Option<u64> {
        let modifiers = &self.book.decoded.modifiers;
        let base = self.stored_base(id, (stat, modifiers.declared(stat)?))?;
        let unit_type = u64::from(self.entity(id).unit_type);
        let own = facts::mix(base as u64 ^ unit_type << 40);
        modifiers.is_constant(stat).then(|| own.wrapping_add(self.instances.digest(id)))
    }

    /// Returns the base of a stat and the effects of its modifiers in order.
    #[must_use]
    pub fn breakdown(&self, id: EntityId, stat: StatId) -> (f64, Vec<Contribution>, i32) {
        let mut told = Vec::new();
        let mut reading = Reading { without_auras: self.is_known_to_all(stat), ..Reading::default() };
        let base = self.base(id, stat, &mut reading);
        let value = self.read_stat(id, stat, &mut reading, Some(&mut told));
        (base.to_f64(), told, value)
    }

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
        reading.without_auras |= self.is_known_to_all(stat);
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
        // A breakdown takes no shortcut, so that it can check those of other readings.
        if tell.is_none()
            && let Some(stored) = stored
            && !self.may_modify(id, stat, reading)
        {
            return stored.clamp(declared.least.into(), declared.most.into()) as i32;
        }
        let acting = self.acting_modifiers(id, stat, reading);
        let acting = acting.as_slice();
        if tell.is_none()
            && let Some(stored) = stored
            && let Some(value) = of_constants(declared, stored, modifiers, acting)
        {
            return value;
        }
        let mut value = base();
        let counted = self.counted_of_groups(id, modifiers, acting, reading);
        let mut gathered = Gathered::new(declared.multiply);
        let mut class = EffectSourceClass::None;
        for &Acting { at, number } in acting {
            let modifier = &modifiers[usize::from(at)];
            if modifier.effect_source.class != class {
                _ = gathered.apply(&mut value);
                class = modifier.effect_source.class;
            }
            let (active, amount) = self.amount_of(id, modifier, number, reading);
            let counts = active && (modifier.group == 0 || counted.contains(&(at, number)));
            if counts {
                _ = modifier.mode.gather(&mut gathered, &mut value, &amount);
            }
            if let Some(told) = tell.as_deref_mut() {
                let amount = amount.to_f64();
                let (effect_source, mode) = (modifier.effect_source, modifier.mode);
                let giver = giver_of(effect_source.class, number);
                told.push(Contribution { effect_source, giver, mode, amount, counts });
            }
        }
        _ = gathered.apply(&mut value);
        declared.settle(&value)
    }

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

    /// Returns the modifiers that count in bonus groups: the largest bonus and penalty of each; ties go to the last by
    /// name.
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

    pub(crate) fn each_carried(&self, id: EntityId, effect_source: EffectSourceRef, each: &mut dyn FnMut(u16)) {
        self.each_held(id, effect_source, each);
        self.givers(id, effect_source, &mut Reading::default()).numbers().for_each(each);
    }

    pub(crate) fn each_held(&self, id: EntityId, effect_source: EffectSourceRef, each: &mut dyn FnMut(u16)) {
        self.each_held_among(id, effect_source, self.held_of(id, effect_source.class), each);
    }

    pub(super) fn held_of(&self, id: EntityId, class: EffectSourceClass) -> &'s [EffectInstance] {
        match class {
            EffectSourceClass::Item => self.instances(id, Pool::ITEMS),
            EffectSourceClass::Skill if self.book.decoded.skill_sources.has_item_skills() => {
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

    #[inline]
    pub(crate) fn carried<F: Fn(&EffectSource) -> bool + Copy>(
        &self,
        id: EntityId,
        any: Capabilities,
        wanted: F,
    ) -> impl Iterator<Item = (EffectSourceRef, u16, &'s EffectSource)> + use<'s, F> {
        let sheet = *self;
        self.is_possible_for(id, any).then(move || sheet.all_carried(id, wanted)).into_iter().flatten()
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

    pub(crate) fn is_active(&self, id: EntityId, of: EffectSourceRef, number: u16, reading: &mut Reading) -> bool {
        let condition = self.book.effect_source(of).and_then(|effect_source| effect_source.condition);
        condition.is_none_or(|condition| {
            !World::of_effect_source(*self, id, of, number, reading).formula(condition).is_zero()
        })
    }

    /// Whether a condition of use holds for a unit, which the formula reads as `c.`.
    #[must_use]
    pub fn is_condition_met(&self, id: EntityId, formula: u32) -> bool {
        !self.effect_source_formula(id, (EffectSourceRef::NONE, 0), formula, &mut Reading::default()).is_zero()
    }

    /// Returns the value of a formula for a unit, rounded down.
    #[must_use]
    pub fn amount(&self, id: EntityId, formula: u32) -> i32 {
        let value = self.effect_source_formula(id, (EffectSourceRef::NONE, 0), formula, &mut Reading::default());
        value.floor_within(i32::MIN, i32::MAX)
    }

    pub(crate) fn effect_source_formula(
        &self,
        id: EntityId,
        (of, number): (EffectSourceRef, u16),
        formula: u32,
        reading: &mut Reading,
    ) -> Number {
        World::of_effect_source(*self, id, of, number, reading).formula(formula)
    }

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

    /// Returns a parameter of an effect source by name index; 0 if it has none.
    #[must_use]
    pub fn parameter(&self, id: EntityId, of: EffectSourceRef, number: u16, name: u16) -> Number {
        self.read_parameter(id, (of, number, None), name, &mut Reading::default())
    }

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

/// Returns a stat if its base is stored, all amounts are constant, in no bonus group, and everything fits small
/// fractions, as almost always.
fn of_constants(declared: &Stat, stored: i64, modifiers: &[ModifierRef], acting: &[Acting]) -> Option<i32> {
    let scale = declared.scale();
    let mut value = if scale == 1 { Fraction::whole(stored) } else { Fraction::new(stored, scale)? };
    if !acting.is_empty() {
        let mut gathered = Gathered::<Fraction>::new(declared.multiply);
        let mut class = EffectSourceClass::None;
        for acting in acting {
            let modifier = &modifiers[usize::from(acting.at)];
            let amount = modifier.constant.filter(|_| modifier.group == 0)?;
            if modifier.effect_source.class != class {
                gathered.apply(&mut value)?;
                class = modifier.effect_source.class;
            }
            modifier.mode.gather(&mut gathered, &mut value, &amount)?;
        }
        gathered.apply(&mut value)?;
    }
    Some(declared.settle(&value.into()))
}
