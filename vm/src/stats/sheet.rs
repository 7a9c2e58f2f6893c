//! The sheet: a state as stats are read from it. A stat's base comes first; then, class by class, what replaces, what adds
//! and what multiplies; it is rounded once, last, and brought within its range.

use super::auras::giver_of;
use super::carriers::{Carrier, CarrierClass, CarrierRef, Modifier};
use super::mode::{Gathered, Mode};
use super::search::Cycle;
use super::world::{KeptWords, Scope, World};
use super::{Stat, StatId};
use crate::formula::{FormulaOp, Fraction, Number};
use crate::rulebook::{Archetype, Rulebook, Rules};
use crate::state::{BattleRow, Cells, Entity, EntityId, Holding, Holdings, Pool, flag};
use std::collections::BTreeMap;

/// Operations of formulas that one reading may take.
const MOST_WORK: u32 = 20_000;
/// Bonus groups of one stat, with room for none.
const MOST_GROUPS: usize = 16;
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
    pub(crate) holdings: &'s Holdings,
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

/// One modifier of a stat, by its carrier and its place there.
#[derive(Clone, Copy, Debug)]
struct ModifierRef {
    carrier: CarrierRef,
    mode: Mode,
    at: u16,
    /// The bonus group, counted from 1; 0 for none.
    group: u8,
    /// The amount where it is a number and always acts, so that no formula is asked.
    constant: Option<Fraction>,
}

/// The modifiers of each stat, in the order in which they act.
#[derive(Clone, Debug, Default)]
pub(crate) struct Modifiers {
    lists: Vec<Vec<ModifierRef>>,
    /// Stats of which some kind's base is a formula, one bit each of the core ones.
    formulas: u16,
}

impl Modifiers {
    pub(crate) fn of(book: &Rules) -> Self {
        let count = usize::from(book.stat_count());
        let mut all: Vec<Vec<_>> = vec![Vec::new(); count];
        for (carrier, own) in book.carriers() {
            for (at, modifier) in own.modifiers.iter().enumerate() {
                if let Some(list) = all.get_mut(usize::from(modifier.stat.0)) {
                    let key = (carrier.class, modifier.mode, modifier.priority, own.name.clone(), at as u16);
                    list.push((key, carrier, modifier.group.clone()));
                }
            }
        }
        let ordered = all.into_iter().map(|mut list| {
            list.sort();
            let mut groups: Vec<String> = list.iter().map(|(_, _, group)| group.clone()).collect();
            groups.sort();
            groups.dedup();
            groups.retain(|group| !group.is_empty());
            let made = list.into_iter().map(|((_, mode, _, _, at), carrier, group)| {
                let group = groups.iter().position(|known| *known == group);
                // Loading refuses more groups than there may be.
                let group = group.map_or(0, |at| at.min(MOST_GROUPS - 2) as u8 + 1);
                ModifierRef { carrier, mode, at, group, constant: constant_of(book, carrier, at) }
            });
            made.collect::<Vec<_>>()
        });
        let all: Vec<_> = ordered.collect();
        // Nothing is kept where nothing modifies.
        let lists = if all.iter().all(Vec::is_empty) { Vec::new() } else { all };
        let formulas = book.archetypes.iter().flat_map(|kind| &kind.formulas).filter(|(stat, _)| stat.is_core());
        Self { lists, formulas: formulas.fold(0, |bits, (stat, _)| bits | 1 << stat.0) }
    }

    fn of_stat(&self, stat: StatId) -> &[ModifierRef] {
        self.lists.get(usize::from(stat.0)).map_or(&[], Vec::as_slice)
    }

    /// Whether anything modifies a stat, or it is another than its row says.
    #[inline]
    pub(crate) fn touch(&self, stat: StatId) -> bool {
        !self.of_stat(stat).is_empty() || stat.is_core() && self.formulas >> stat.0 & 1 == 1
    }
}

/// The amount of a modifier that is a number and always acts.
fn constant_of(book: &Rules, of: CarrierRef, at: u16) -> Option<Fraction> {
    let carrier = book.carrier(of).filter(|carrier| carrier.condition.is_none())?;
    let amount = carrier.modifiers.get(usize::from(at))?.amount;
    match book.formulas.get(amount as usize)?.code.as_slice() {
        [FormulaOp::Const(number)] => Some(*number),
        _ => None,
    }
}

/// What one modifier did to a stat that was read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contribution {
    /// Who carries it.
    pub carrier: CarrierRef,
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
    pub fn holdings(&self, id: EntityId, pool: Pool) -> &'s [Holding] {
        self.holdings.of(id, pool)
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
        let kind = self.book.archetype(row);
        match stat {
            StatId::JUMP => kind.and_then(|kind| kind.jump).unwrap_or(Archetype::USUAL_JUMP).into(),
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
            let kind = self.book.archetype(self.entity(id))?;
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
        let usual;
        let declared = match self.book.stat(stat) {
            Some(declared) => declared,
            None => {
                usual = Stat::core(stat);
                &usual
            }
        };
        let mut value = self.base(id, stat, reading);
        if !reading.pay(1 + modifiers.len()) {
            return declared.settle(&value);
        }
        let counted = self.counted_of_groups(id, modifiers, reading);
        let mut gathered = Gathered::new(declared.multiply);
        let mut class = CarrierClass::None;
        // What is held of the class at hand.
        let mut held: &[Holding] = &[];
        for (at, modifier) in modifiers.iter().enumerate() {
            if modifier.carrier.class != class {
                gathered.apply(&mut value);
                class = modifier.carrier.class;
                held = self.held_of(id, class);
            }
            let book = self.book;
            let Some(carrier) = book.carrier(modifier.carrier) else { continue };
            let Some(own) = carrier.modifiers.get(usize::from(modifier.at)) else { continue };
            let is_given = self.may_be_given(modifier.carrier);
            let givers = if is_given { Some(self.givers(id, modifier.carrier, reading)) } else { None };
            let mut act = |number| {
                let (active, amount) = self.amount_of(id, modifier, (carrier, own, number), reading);
                let counts = active && (modifier.group == 0 || counted.contains(&(at, number)));
                if counts {
                    modifier.mode.gather(&mut gathered, &mut value, &amount);
                }
                if let Some(told) = tell.as_deref_mut() {
                    let amount = amount.to_f64();
                    let (carrier, mode) = (modifier.carrier, modifier.mode);
                    let giver = giver_of(carrier.class, number);
                    told.push(Contribution { carrier, giver, mode, amount, counts });
                }
            };
            self.each_held_among(id, modifier.carrier, held, &mut act);
            if let Some(givers) = &givers {
                givers.numbers().for_each(act);
            }
        }
        gathered.apply(&mut value);
        declared.settle(&value)
    }

    /// Whether a modifier acts on a unit that carries it, and by how much.
    fn amount_of(
        &self,
        id: EntityId,
        modifier: &ModifierRef,
        (carrier, own, number): (&Carrier, &Modifier, u16),
        reading: &mut Reading,
    ) -> (bool, Number) {
        if let Some(amount) = modifier.constant {
            return (true, Number::from(amount));
        }
        let mut world = World::of_carrier(*self, id, modifier.carrier, number, reading);
        let active = carrier.condition.is_none_or(|condition| !world.formula(condition).is_zero());
        (active, world.formula(own.amount))
    }

    /// The modifiers of bonus groups that count, by their places and the numbers of their holdings: of each group the largest
    /// bonus and the largest penalty, over all classes. Of equal ones the last by name counts.
    fn counted_of_groups(&self, id: EntityId, modifiers: &[ModifierRef], reading: &mut Reading) -> Vec<(usize, u16)> {
        if modifiers.iter().all(|modifier| modifier.group == 0) {
            return Vec::new();
        }
        let mut extremes: BTreeMap<(u8, bool), (Number, &str, usize, u16)> = BTreeMap::new();
        for (at, modifier) in modifiers.iter().enumerate().filter(|(_, modifier)| modifier.group > 0) {
            let Some(carrier) = self.book.carrier(modifier.carrier) else { continue };
            let Some(own) = carrier.modifiers.get(usize::from(modifier.at)) else { continue };
            let mut numbers = Vec::new();
            self.each_carried(id, modifier.carrier, &mut |number| numbers.push(number));
            for number in numbers {
                let (active, amount) = self.amount_of(id, modifier, (carrier, own, number), reading);
                if !active || amount.is_zero() {
                    continue;
                }
                let is_bonus = amount > Number::ZERO;
                let found = (amount, carrier.name.as_str(), at, number);
                let known = extremes.get(&(modifier.group, is_bonus));
                if known.is_none_or(|known| if is_bonus { found > *known } else { found < *known }) {
                    extremes.insert((modifier.group, is_bonus), found);
                }
            }
        }
        extremes.into_values().map(|(_, _, at, number)| (at, number)).collect()
    }

    /// Calls `each` for every time that a unit carries a carrier, with the number of the holding, or the one that stands
    /// for who gives it by an aura; 0 for a skill.
    pub(crate) fn each_carried(&self, id: EntityId, carrier: CarrierRef, each: &mut dyn FnMut(u16)) {
        self.each_held(id, carrier, each);
        self.givers(id, carrier, &mut Reading::default()).numbers().for_each(each);
    }

    /// The same without what auras give.
    pub(crate) fn each_held(&self, id: EntityId, carrier: CarrierRef, each: &mut dyn FnMut(u16)) {
        self.each_held_among(id, carrier, self.held_of(id, carrier.class), each);
    }

    /// What a unit holds of a class; for skills its items, which may bring them.
    pub(super) fn held_of(&self, id: EntityId, class: CarrierClass) -> &'s [Holding] {
        match class {
            CarrierClass::Item => self.holdings(id, Pool::ITEMS),
            CarrierClass::Skill if self.book.decoded.skill_sources.are_of_items() => self.holdings(id, Pool::ITEMS),
            CarrierClass::Status => self.holdings(id, Pool::STATUSES),
            CarrierClass::Skill | CarrierClass::None => &[],
        }
    }

    fn each_held_among(&self, id: EntityId, carrier: CarrierRef, held: &[Holding], mut each: impl FnMut(u16)) {
        let kind = i32::from(carrier.kind) + 1;
        let own = |held: &&Holding| held.words[Holding::KIND] == kind;
        match carrier.class {
            CarrierClass::Item => {
                let worn = held.iter().filter(own).filter(|held| held.words[Holding::WORN] != 0);
                worn.for_each(|held| each(held.number));
            }
            CarrierClass::Status => held.iter().filter(own).for_each(|held| each(held.number)),
            CarrierClass::Skill if self.has_skill_among(id, carrier.kind, held) => each(0),
            CarrierClass::Skill | CarrierClass::None => {}
        }
    }

    /// The carriers of a unit that are wanted, with the number of their holding, class by class, then what auras give;
    /// suspended ones as well. Who gives what is not wanted is not looked for.
    pub fn carried<F: Fn(&Carrier) -> bool + Copy>(
        &self,
        id: EntityId,
        wanted: F,
    ) -> impl Iterator<Item = (CarrierRef, u16, &'s Carrier)> + use<'s, F> {
        let carrier = |class, kind: usize| CarrierRef { class, kind: kind as u16 };
        let book = self.book;
        let items = self.holdings(id, Pool::ITEMS).iter().filter(|held| held.words[Holding::WORN] != 0);
        let items = items.filter_map(move |held| {
            let kind = held.kind()?;
            Some((carrier(CarrierClass::Item, kind), held.number, &book.items.get(kind)?.carrier))
        });
        let skills = self.skills(id).map(move |(at, kind)| (carrier(CarrierClass::Skill, at.into()), 0, &kind.carrier));
        let statuses = self.holdings(id, Pool::STATUSES).iter().filter_map(move |held| {
            let kind = held.kind()?;
            Some((carrier(CarrierClass::Status, kind), held.number, &book.statuses.get(kind)?.carrier))
        });
        let sheet = *self;
        let given = std::iter::once_with(move || sheet.given(id, |_, carrier| wanted(carrier))).flatten();
        items.chain(skills).chain(statuses).filter(move |(.., carrier)| wanted(carrier)).chain(given)
    }

    /// Whether a carrier's condition lets it act now.
    pub(crate) fn is_active(&self, id: EntityId, of: CarrierRef, number: u16, reading: &mut Reading) -> bool {
        let condition = self.book.carrier(of).and_then(|carrier| carrier.condition);
        condition
            .is_none_or(|condition| !World::of_carrier(*self, id, of, number, reading).formula(condition).is_zero())
    }

    /// The value of a carrier's formula for its bearer.
    pub(crate) fn carrier_formula(
        &self,
        id: EntityId,
        (of, number): (CarrierRef, u16),
        formula: u32,
        reading: &mut Reading,
    ) -> Number {
        World::of_carrier(*self, id, of, number, reading).formula(formula)
    }

    /// The value of a formula of a carrier that is yet to come.
    pub(crate) fn formula_from(
        &self,
        bearer: EntityId,
        source: EntityId,
        of: CarrierRef,
        formula: u32,
        reading: &mut Reading,
    ) -> Number {
        World::of_carrier(*self, bearer, of, 0, reading).with(source, Number::ZERO).formula(formula)
    }

    /// The value of a carrier's formula for its bearer, another, and an amount at hand.
    pub(crate) fn alteration_formula(
        &self,
        (bearer, other): (EntityId, EntityId),
        (of, number): (CarrierRef, u16),
        formula: u32,
        effect: Number,
        reading: &mut Reading,
    ) -> Number {
        World::of_carrier(*self, bearer, of, number, reading).with(other, effect).formula(formula)
    }

    /// Whether a condition holds by which a carrier answers what was done, for its bearer and another, with an amount at
    /// hand. One that is gone kept some parameters.
    pub(crate) fn condition_of(
        &self,
        ((bearer, other), (of, number, kept)): ((EntityId, EntityId), (CarrierRef, u16, Option<KeptWords>)),
        condition: u32,
        (effect, cycle): (Number, Cycle<'_>),
        reading: &mut Reading,
    ) -> bool {
        let world = World::of_carrier(*self, bearer, of, number, reading).with(other, effect);
        let mut world = world.within(cycle).keeping(kept);
        !world.formula(condition).is_zero()
    }

    /// The value of a parameter of a carrier, by its place among the rulebook's names; 0 where it has none.
    #[must_use]
    pub fn parameter(&self, id: EntityId, of: CarrierRef, number: u16, name: u16) -> Number {
        self.read_parameter(id, (of, number, None), name, &mut Reading::default())
    }

    /// The same, paid for.
    pub(crate) fn read_parameter(
        &self,
        id: EntityId,
        (of, number, kept): (CarrierRef, u16, Option<KeptWords>),
        name: u16,
        reading: &mut Reading,
    ) -> Number {
        World::of_carrier(*self, id, of, number, reading).keeping(kept).parameter(Scope { of, number }, name)
    }
}
