//! Capabilities: the sorts of effects that the sources of a unit can have. Tables per rulebook let reads skip units
//! without a sort of effect.

use super::StatId;
use super::effect_sources::{Clock, EffectSource, EffectSourceClass, EffectSourceRef};
use super::events::Event;
use super::sheet::Sheet;
use crate::rulebook::{Rules, UnitType};
use crate::state::{EffectInstances, EntityId, Pool, flag};

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Capabilities(u32);

impl Capabilities {
    const NONE: Self = Self(0);
    pub(crate) const BEGINS: Self = Self(1);
    pub(crate) const ENDS: Self = Self(1 << 1);
    pub(crate) const ROUND_ENDS: Self = Self(1 << 2);
    pub(crate) const USES: Self = Self(1 << 3);
    pub(crate) const USE_ENDS: Self = Self(1 << 4);
    pub(crate) const ANSWERS: Self = Self(1 << 5);
    pub(crate) const ACTIONS: Self = Self(1 << 6);
    pub(crate) const BLOCKS: Self = Self(1 << 7);
    pub(crate) const IMMUNE: Self = Self(1 << 8);
    pub(crate) const STOPS: Self = Self(1 << 9);

    pub(crate) const ALTERS: Self = Self(1 << 10);

    pub(crate) const AURAS: Self = Self(1 << 11);
    pub(crate) const HASTENS: Self = Self(1 << 12);

    const OF_ACTIVATIONS: Self =
        Self::BEGINS.with(Self::ENDS).with(Self::USES).with(Self::USE_ENDS).with(Self::BLOCKS).with(Self::STOPS);

    #[inline]
    pub(crate) const fn has_any(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn of(effect_source: &EffectSource) -> Self {
        let parts = [
            (!effect_source.actions.is_empty(), Self::ACTIONS),
            (!effect_source.blocks.is_empty(), Self::BLOCKS),
            (!effect_source.immune.is_empty(), Self::IMMUNE),
            (!effect_source.damage_modifiers.is_empty(), Self::ALTERS),
            (!effect_source.auras.is_empty(), Self::AURAS),
            (effect_source.modifiers.iter().any(|own| is_of_haste(own.stat)), Self::HASTENS),
        ];
        let parts = parts.into_iter().filter(|(is_there, _)| *is_there).map(|(_, part)| part);
        let answered = effect_source.handlers.iter().map(|own| match own.on {
            Event::Begins => Self::BEGINS,
            Event::Ends => Self::ENDS,
            Event::RoundEnds => Self::ROUND_ENDS,
            Event::Uses => Self::USES,
            Event::UseEnds => Self::USE_ENDS,
            Event::Dies
            | Event::Moves
            | Event::Health(..)
            | Event::Attacked(_)
            | Event::Missed(_)
            | Event::Column(..) => Self::ANSWERS,
            Event::Applied | Event::Ended(_) | Event::Tick | Event::EntersAura | Event::LeavesAura => Self::NONE,
        });
        parts.chain(answered).fold(Self::NONE, Self::with)
    }
}

const fn is_of_haste(stat: StatId) -> bool {
    matches!(stat, StatId::INITIATIVE | StatId::SPEED)
}

#[derive(Clone, Debug, Default)]
pub(crate) struct CapabilityTable {
    types: Vec<Capabilities>,
    of_types: Capabilities,
    skills: Capabilities,
    items: Vec<Capabilities>,
    statuses: Vec<Capabilities>,
    of_instances: Capabilities,
    given: Capabilities,
    any: Capabilities,
}

impl CapabilityTable {
    pub(crate) fn of(book: &Rules) -> Self {
        let all = |list: &[Capabilities]| list.iter().copied().fold(Capabilities::NONE, Capabilities::with);
        let skills: Vec<_> = book.skills.iter().map(|kind| Capabilities::of(&kind.effect_source)).collect();
        let of_skills = |list: &[u16]| {
            let own = list.iter().filter_map(|&skill| skills.get(usize::from(skill)));
            own.copied().fold(Capabilities::NONE, Capabilities::with)
        };
        let by_formula = |kind: &UnitType| {
            let hastens = kind.formulas.iter().any(|&(stat, _)| is_of_haste(stat));
            if hastens { Capabilities::HASTENS } else { Capabilities::NONE }
        };
        let types = book.unit_types.iter().map(|kind| of_skills(&kind.skills).with(by_formula(kind)));
        let types: Vec<_> = types.collect();
        let items = book.items.iter().map(|kind| Capabilities::of(&kind.effect_source).with(of_skills(&kind.skills)));
        let statuses = book.statuses.iter().map(|kind| {
            let stops = if kind.skips_turn { Capabilities::STOPS } else { Capabilities::NONE };
            Capabilities::of(&kind.effect_source).with(stops)
        });
        let (items, statuses): (Vec<_>, Vec<_>) = (items.collect(), statuses.collect());
        let given = book.effect_sources().flat_map(|(_, effect_source)| &effect_source.auras);
        let given = given.filter_map(|aura| statuses.get(usize::from(aura.gives)).copied());
        let given = given.fold(Capabilities::NONE, Capabilities::with);
        let (of_types, of_instances) = (all(&types), all(&items).with(all(&statuses)));
        let any = of_types.with(all(&skills)).with(of_instances);
        Self { of_types, types, skills: all(&skills), items, statuses, of_instances, given, any }
    }

    pub(crate) fn is_neutral_to_activations(&self, unit_type: u16) -> bool {
        let types = self.types.get(usize::from(unit_type)).copied().unwrap_or_default();
        !types.has_any(Capabilities::OF_ACTIVATIONS)
    }

    /// Collects the units whose activations an effect instance may concern: its bearer, and its origin unit, if its clock
    /// counts that unit's activations. Returns false if an instance counts the activations of all units.
    pub(crate) fn find_concerned(&self, book: &Rules, instances: &EffectInstances, units: &mut Vec<EntityId>) -> bool {
        for held in instances.all() {
            let kind = held.kind();
            let own = kind.map(|kind| self.of_held(held.pool, kind));
            let brings_skills =
                || kind.and_then(|kind| book.items.get(kind)).is_none_or(|item| !item.skills.is_empty());
            let is_neutral = own.is_some_and(|own| !own.has_any(Capabilities::OF_ACTIVATIONS));
            if held.pool == Pool::ITEMS && is_neutral && !brings_skills() {
                continue;
            }
            units.push(held.bearer);
            if held.pool == Pool::STATUSES {
                match kind.and_then(|kind| book.statuses.get(kind)).map(|status| status.clock) {
                    None | Some(Clock::AnyEnds) => return false,
                    Some(Clock::SourceBegins | Clock::SourceEnds) => units.extend(held.source()),
                    Some(_) => {}
                }
            }
        }
        true
    }

    fn of_held(&self, pool: Pool, kind: usize) -> Capabilities {
        let list = match pool {
            Pool::ITEMS => &self.items,
            Pool::STATUSES => &self.statuses,
            _ => return Capabilities::NONE,
        };
        list.get(kind).copied().unwrap_or_default()
    }
}

impl Sheet<'_> {
    pub(crate) fn is_possible(&self, any: Capabilities) -> bool {
        let table = &self.book.decoded.capabilities;
        let somebody = |wanted: Capabilities| {
            if !table.any.has_any(wanted) || self.instances.is_empty() && !table.of_types.has_any(wanted) {
                return false;
            }
            if !table.of_types.has_any(wanted) && !table.of_instances.has_any(wanted) {
                // Only a skill that a unit has beyond its type can be it.
                return self.instances.is_type_deviation_possible();
            }
            let mut units = (0..).zip(self.rows).filter(|(_, row)| row.is_alive());
            units.any(|(at, _)| self.is_possible_without_auras(EntityId(at), wanted))
        };
        somebody(any) || table.given.has_any(any) && somebody(Capabilities::AURAS)
    }

    pub(crate) fn has_auras(&self) -> bool {
        self.is_possible(Capabilities::AURAS)
    }

    /// Returns whether a unit may have an effect of these sorts. False is certain; true may still fail by conditions
    /// and regions.
    #[inline]
    pub(crate) fn is_possible_for(&self, id: EntityId, any: Capabilities) -> bool {
        let table = &self.book.decoded.capabilities;
        table.any.has_any(any)
            && (self.is_possible_without_auras(id, any) || table.given.has_any(any) && self.has_auras())
    }

    #[inline]
    fn is_possible_without_auras(&self, id: EntityId, any: Capabilities) -> bool {
        let (table, row) = (&self.book.decoded.capabilities, self.entity(id));
        let has_own_skills = row.flags & flag::OWN != 0;
        let skills = table.types.get(usize::from(row.unit_type)).copied().unwrap_or_default();
        let skills = if has_own_skills { table.skills } else { skills };
        let held = || {
            let mut held = self.instances.of_bearer(id).iter();
            held.any(|held| held.kind().is_some_and(|kind| table.of_held(held.pool, kind).has_any(any)))
        };
        skills.has_any(any) || held()
    }

    pub(crate) fn is_possible_source(&self, id: EntityId, of: EffectSourceRef) -> bool {
        self.is_givable(of) || self.is_possible_instance(id, of)
    }

    #[inline]
    pub(crate) fn is_possible_instance(&self, id: EntityId, of: EffectSourceRef) -> bool {
        match of.class {
            EffectSourceClass::Item | EffectSourceClass::Status => {
                let kind = Some(usize::from(of.kind));
                self.instances.of_bearer(id).iter().any(|held| held.kind() == kind)
            }
            EffectSourceClass::Skill => {
                self.has_by_itself(id, of.kind) || self.book.decoded.skill_sources.has_item_skills()
            }
            EffectSourceClass::None => false,
        }
    }
}
