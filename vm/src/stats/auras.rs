//! Auras: an effect source gives a status to units in a region around its bearer, derived from positions at each read.
//!
//! Auras of hidden units do not affect other sides. If any unit can hide, auras do not change turn order and maxima,
//! which all sides see.

use super::effect_sources::{Again, EffectSource, EffectSourceClass, EffectSourceRef};
use super::sheet::{Reading, Sheet};
use super::{StatId, StatusKind};
use crate::machine::Footing;
use crate::program::Amount;
use crate::regions::{Aim, Between, Bound, Measure, Region, RegionId};
use crate::rulebook::Rules;
use crate::space::Cell;
use crate::state::{Entity, EntityId, Team};
use serde::{Deserialize, Serialize};

/// Units that an aura affects, relative to its bearer.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Reaches {
    /// Allies.
    #[default]
    Allies,
    /// Enemies.
    Enemies,
    /// All, including neutral objects.
    All,
}

/// A status for units around a bearer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aura {
    /// Status.
    pub gives: u16,
    /// Region around the bearer, with minimum and maximum distance.
    pub region: (u16, i32, i32),
    /// Affected units.
    pub reaches: Reaches,
    /// Whether it also affects its bearer.
    pub itself: bool,
}

impl Aura {
    /// Returns whether a region is suitable: it must not depend on stats, formulas or other crates.
    #[must_use]
    pub fn is_suitable(book: &Rules, region: &Region) -> bool {
        Self::is_suitable_within(book, region, crate::regions::DEEPEST)
    }

    fn is_suitable_within(book: &Rules, region: &Region, depth: u8) -> bool {
        let shape = &region.shape;
        if shape.bound() == Bound::Walk || shape.is_foreign() {
            return false;
        }
        let suits = |&id: &RegionId| {
            let part = book.region(id);
            depth > 0 && part.is_some_and(|part| Self::is_suitable_within(book, part, depth - 1))
        };
        !region.has_formula()
            && matches!(region.between, Between::Pick | Between::Line | Between::Arc)
            && shape.parts().unwrap_or_default().iter().all(suits)
    }

    /// Returns whether an aura can give a status: it has no duration and amount, and changes neither side nor sight.
    #[must_use]
    pub fn is_giving_possible(status: &StatusKind) -> bool {
        !status.mind_control && status.effect_source.modifiers.iter().all(|own| own.stat != StatId::SIGHT)
    }
}

const MOST_GIVERS: usize = 16;

/// Bit of an instance number that marks a status from an aura; the other bits are the giver's id.
const GIVEN: u16 = 0x8000;

/// Returns the giver of an aura's status; `None` for stored instances.
#[must_use]
pub const fn giver_of(class: EffectSourceClass, number: u16) -> Option<EntityId> {
    match class {
        EffectSourceClass::Status if number & GIVEN != 0 => Some(EntityId(number & !GIVEN)),
        _ => None,
    }
}

pub(crate) const fn given_by(giver: EntityId) -> u16 {
    giver.0 | GIVEN
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Givers {
    list: [(Cell, u16); MOST_GIVERS],
    count: usize,
}

impl Givers {
    pub(crate) const NONE: Self = Self { list: [(Cell::NOWHERE, 0); MOST_GIVERS], count: 0 };

    pub(crate) fn numbers(&self) -> impl Iterator<Item = u16> + '_ {
        self.list[..self.count].iter().map(|&(_, number)| number)
    }

    fn put(&mut self, cell: Cell, number: u16, most: usize) {
        let at = self.list[..self.count].partition_point(|other| *other < (cell, number));
        if at >= most || self.list[..self.count].get(at) == Some(&(cell, number)) {
            return;
        }
        self.count = (self.count + 1).min(most);
        self.list[at..self.count].rotate_right(1);
        self.list[at] = (cell, number);
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct AuraRef {
    pub(crate) of: EffectSourceRef,
    pub(crate) at: u16,
    pub(crate) gives: u16,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Auras(Vec<AuraRef>);

impl Auras {
    pub(crate) fn of(book: &Rules) -> Self {
        let mut all = Vec::new();
        for (of, effect_source) in book.effect_sources() {
            for (at, aura) in effect_source.auras.iter().enumerate() {
                let status = book.statuses.get(usize::from(aura.gives));
                let region = book.region(RegionId(aura.region.0));
                if status.is_some_and(Aura::is_giving_possible)
                    && region.is_some_and(|region| Aura::is_suitable(book, region))
                {
                    all.push(AuraRef { of, at: at as u16, gives: aura.gives });
                }
            }
        }
        all.sort_by_key(|own| (own.gives, own.of, own.at));
        Self(all)
    }

    pub(crate) fn all(&self) -> &[AuraRef] {
        &self.0
    }

    pub(super) fn giving(&self, status: u16) -> &[AuraRef] {
        let first = self.0.partition_point(|own| own.gives < status);
        let count = self.0[first..].partition_point(|own| own.gives == status);
        &self.0[first..first + count]
    }

    #[inline]
    pub(super) fn is_given(&self, status: u16) -> bool {
        !self.0.is_empty() && !self.giving(status).is_empty()
    }

    fn given(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.chunk_by(|own, other| own.gives == other.gives).filter_map(|chunk| Some(chunk.first()?.gives))
    }
}

impl<'s> Sheet<'s> {
    #[inline]
    pub(crate) fn givers(&self, id: EntityId, of: EffectSourceRef, reading: &mut Reading) -> Givers {
        if reading.without_auras || !self.is_givable(of) {
            return Givers::NONE;
        }
        self.givers_of(id, of.kind, self.book.decoded.auras.giving(of.kind), reading)
    }

    #[inline]
    pub(crate) fn is_givable(&self, of: EffectSourceRef) -> bool {
        of.class == EffectSourceClass::Status && self.book.decoded.auras.is_given(of.kind)
    }

    #[cold]
    fn givers_of(&self, id: EntityId, status: u16, auras: &[AuraRef], reading: &mut Reading) -> Givers {
        let mut givers = Givers::NONE;
        let Some(kind) = self.book.statuses.get(usize::from(status)) else { return givers };
        reading.look_at(auras.len() * self.rows.len());
        if !self.has_auras() {
            return givers;
        }
        let most = if kind.on_reapply == Again::Stack { usize::from(kind.limit).clamp(1, MOST_GIVERS) } else { 1 };
        for own in auras {
            for (at, row) in self.rows.iter().enumerate() {
                let bearer = EntityId(at as u16);
                if row.is_alive()
                    && self.is_possible_instance(bearer, own.of)
                    && self.is_in_reach(own, bearer, id)
                    && self.bears(own, bearer, reading).is_some()
                {
                    givers.put(row.cell, given_by(bearer), most);
                }
            }
        }
        givers
    }

    /// Returns whether a stat ignores auras because all sides see its effect: turn order, maxima and sight, if any unit
    /// can hide.
    #[inline]
    pub(crate) fn is_known_to_all(&self, stat: StatId) -> bool {
        let decoded = &self.book.decoded;
        !decoded.auras.0.is_empty() && decoded.may_hide && self.is_told(stat)
    }

    #[cold]
    fn is_told(&self, stat: StatId) -> bool {
        let own = matches!(stat, StatId::HEALTH | StatId::INITIATIVE | StatId::SPEED | StatId::SIGHT);
        own || self.book.stat(stat).is_some_and(|stat| stat.bounds.is_some())
    }

    pub(crate) fn bears(&self, own: &AuraRef, bearer: EntityId, reading: &mut Reading) -> Option<u16> {
        let mut active = None;
        self.each_held(bearer, own.of, &mut |number| {
            if active.is_none() && reading.pay(1) && self.is_active(bearer, own.of, number, reading) {
                active = Some(number);
            }
        });
        active
    }

    pub(crate) fn is_in_reach(&self, own: &AuraRef, bearer: EntityId, id: EntityId) -> bool {
        let effect_source = self.book.effect_source(own.of);
        let Some(aura) = effect_source.and_then(|effect_source| effect_source.auras.get(usize::from(own.at))) else {
            return false;
        };
        let (from, there) = (self.entity(bearer), self.entity(id));
        if !there.is_alive() || there.cell == Cell::NOWHERE || from.cell == Cell::NOWHERE {
            return false;
        }
        if bearer == id {
            return aura.itself;
        }
        let is_side = match aura.reaches {
            Reaches::Allies => from.team == there.team && there.team != Team::NEUTRAL,
            Reaches::Enemies => from.team.is_enemy_of(there.team),
            Reaches::All => true,
        };
        is_side && !from.is_hidden_from(there.team) && self.is_within_aura(aura, (bearer, from), there)
    }

    fn is_within_aura(&self, aura: &Aura, (actor, from): (EntityId, &Entity), there: &Entity) -> bool {
        let (region, least, most) = aura.region;
        let Some(region) = self.book.region(RegionId(region)) else { return false };
        let measure = Measure::new((least, most), region.heights, Amount::number);
        // Walls and surfaces that block sight end it; objects do not.
        let footing = Footing { sheet: *self, grid: &[], seen_by: None };
        self.book.cells_of(from).any(|from| {
            let mut cells = self.book.cells_of(there);
            cells.any(|cell| region.contains(&Aim { footing, actor, from, cell, measure }, false))
        })
    }

    pub(crate) fn given(
        &self,
        id: EntityId,
        wanted: impl Fn(EffectSourceRef, &EffectSource) -> bool,
    ) -> Vec<(EffectSourceRef, u16, &'s EffectSource)> {
        let book = self.book;
        let mut all = Vec::new();
        for kind in book.decoded.auras.given() {
            let of = EffectSourceRef { class: EffectSourceClass::Status, kind };
            let Some(effect_source) = book.effect_source(of).filter(|effect_source| wanted(of, effect_source)) else {
                continue;
            };
            let givers = self.givers(id, of, &mut Reading::default());
            all.extend(givers.numbers().map(|number| (of, number, effect_source)));
        }
        all
    }

    /// Returns the statuses that auras give a unit, with instance number and giver, by type and position of the givers.
    #[must_use]
    pub fn under_auras(&self, id: EntityId) -> Vec<(EffectSourceRef, u16, EntityId)> {
        let told =
            |(of, number, _): (EffectSourceRef, u16, &EffectSource)| Some((of, number, giver_of(of.class, number)?));
        self.given(id, |_, _| true).into_iter().filter_map(told).collect()
    }
}
