//! Auras: a carrier gives a status to those who stand where a region wants them, as seen from its bearer. Nothing of it is
//! written: who stands where decides, at each read. Who is given a status carries it like one that was applied, with the
//! giver as its source.
//!
//! An aura of somebody whom a unit's side does not see does not act on that unit, so what a side reads of its own is what
//! the truth has. Where anybody may hide, auras leave alone what the truth writes where all sides see it: the order of turns
//! and largest values.

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

/// On whom an aura acts, as seen from its bearer.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Reaches {
    /// Those of its side.
    #[default]
    Allies,
    /// Those who fight its side.
    Enemies,
    /// Everybody, things as well.
    All,
}

/// A status that a carrier gives to those around its bearer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aura {
    /// The status.
    pub gives: u16,
    /// The region in which it acts, measured from the bearer, with least and largest distance.
    pub region: (u16, i32, i32),
    /// On whom.
    pub reaches: Reaches,
    /// Whether it acts on its bearer as well, who always stands in it.
    pub itself: bool,
}

impl Aura {
    /// Whether a region may be that of an aura: who stands in it must not hang on stats, formulas or other crates.
    #[must_use]
    pub fn suits(book: &Rules, region: &Region) -> bool {
        Self::suits_within(book, region, crate::regions::DEEPEST)
    }

    fn suits_within(book: &Rules, region: &Region, depth: u8) -> bool {
        let shape = &region.shape;
        if shape.bound() == Bound::Walk || shape.is_foreign() {
            return false;
        }
        let suits = |&id: &RegionId| {
            let part = book.region(id);
            depth > 0 && part.is_some_and(|part| Self::suits_within(book, part, depth - 1))
        };
        !region.has_formula()
            && matches!(region.between, Between::Pick | Between::Line | Between::Arc)
            && shape.parts().unwrap_or_default().iter().all(suits)
    }

    /// Whether a status may be given by an aura: such a one has no time and no amount of its own, and alters neither side
    /// nor sight, by which it is decided whom the aura reaches.
    #[must_use]
    pub fn may_give(status: &StatusKind) -> bool {
        !status.mind_control && status.effect_source.modifiers.iter().all(|own| own.stat != StatId::SIGHT)
    }
}

/// The most who give one status to a unit at once.
const MOST_GIVERS: usize = 16;

/// The bit of a carrier's number by which a unit has a status of an aura: the other bits are the giver's id.
const GIVEN: u16 = 0x8000;

/// Who gives a status, if it is an aura's and of no holding.
#[must_use]
pub const fn giver_of(class: EffectSourceClass, number: u16) -> Option<EntityId> {
    match class {
        EffectSourceClass::Status if number & GIVEN != 0 => Some(EntityId(number & !GIVEN)),
        _ => None,
    }
}

/// The number of a status that somebody gives by an aura.
pub(crate) const fn given_by(giver: EntityId) -> u16 {
    giver.0 | GIVEN
}

/// Who gives a unit a status, in order of where they stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Givers {
    list: [(Cell, u16); MOST_GIVERS],
    count: usize,
}

impl Givers {
    pub(crate) const NONE: Self = Self { list: [(Cell::NOWHERE, 0); MOST_GIVERS], count: 0 };

    /// Their numbers, as of carriers.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u16> + '_ {
        self.list[..self.count].iter().map(|&(_, number)| number)
    }

    /// Puts one in its place, of so many at most.
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

/// One aura of a rulebook.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AuraRef {
    /// What has it.
    pub(crate) of: EffectSourceRef,
    pub(crate) at: u16,
    /// What it gives.
    pub(crate) gives: u16,
}

/// The auras of a rulebook, by the status that they give, then class by class.
#[derive(Clone, Debug, Default)]
pub(crate) struct Auras(Vec<AuraRef>);

impl Auras {
    pub(crate) fn of(book: &Rules) -> Self {
        let mut all = Vec::new();
        for (of, effect_source) in book.effect_sources() {
            for (at, aura) in effect_source.auras.iter().enumerate() {
                let status = book.statuses.get(usize::from(aura.gives));
                let region = book.region(RegionId(aura.region.0));
                if status.is_some_and(Aura::may_give) && region.is_some_and(|region| Aura::suits(book, region)) {
                    all.push(AuraRef { of, at: at as u16, gives: aura.gives });
                }
            }
        }
        all.sort_by_key(|own| (own.gives, own.of, own.at));
        Self(all)
    }

    /// All of them.
    pub(crate) fn all(&self) -> &[AuraRef] {
        &self.0
    }

    /// Those that give a status.
    fn giving(&self, status: u16) -> &[AuraRef] {
        let first = self.0.partition_point(|own| own.gives < status);
        let count = self.0[first..].partition_point(|own| own.gives == status);
        &self.0[first..first + count]
    }

    /// Whether any gives a status.
    #[inline]
    fn gives(&self, status: u16) -> bool {
        !self.0.is_empty() && !self.giving(status).is_empty()
    }

    /// The statuses that any gives, each once.
    fn given(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.chunk_by(|own, other| own.gives == other.gives).filter_map(|chunk| Some(chunk.first()?.gives))
    }
}

impl<'s> Sheet<'s> {
    /// Who gives a unit this carrier by an aura: nobody but for a status that some aura gives.
    #[inline]
    pub(crate) fn givers(&self, id: EntityId, of: EffectSourceRef, reading: &mut Reading) -> Givers {
        if reading.without_auras || !self.may_be_given(of) {
            return Givers::NONE;
        }
        self.givers_of(id, of.kind, self.book.decoded.auras.giving(of.kind), reading)
    }

    /// Whether any aura gives this carrier.
    #[inline]
    pub(crate) fn may_be_given(&self, of: EffectSourceRef) -> bool {
        of.class == EffectSourceClass::Status && self.book.decoded.auras.gives(of.kind)
    }

    #[cold]
    fn givers_of(&self, id: EntityId, status: u16, auras: &[AuraRef], reading: &mut Reading) -> Givers {
        let mut givers = Givers::NONE;
        let Some(kind) = self.book.statuses.get(usize::from(status)) else { return givers };
        reading.look_at(auras.len() * self.rows.len());
        if !self.anybody_has_auras() {
            return givers;
        }
        let most = if kind.on_reapply == Again::Stack { usize::from(kind.limit).clamp(1, MOST_GIVERS) } else { 1 };
        for own in auras {
            for (at, row) in self.rows.iter().enumerate() {
                let bearer = EntityId(at as u16);
                if row.is_alive()
                    && self.may_hold(bearer, own.of)
                    && self.reaches(own, bearer, id)
                    && self.bears(own, bearer, reading).is_some()
                {
                    givers.put(row.cell, given_by(bearer), most);
                }
            }
        }
        givers
    }

    /// Whether a stat is read without auras: where anybody may hide, no aura alters what all sides see the outcome of. These
    /// are the order of turns, and the largest of what each unit has; sight decides who hides.
    #[inline]
    pub(crate) fn tells_all(&self, stat: StatId) -> bool {
        let decoded = &self.book.decoded;
        !decoded.auras.0.is_empty() && decoded.may_hide && self.is_told(stat)
    }

    #[cold]
    fn is_told(&self, stat: StatId) -> bool {
        let own = matches!(stat, StatId::HEALTH | StatId::INITIATIVE | StatId::SPEED | StatId::SIGHT);
        own || self.book.stat(stat).is_some_and(|stat| stat.bounds.is_some())
    }

    /// The number by which a bearer has an aura that is not suspended.
    pub(crate) fn bears(&self, own: &AuraRef, bearer: EntityId, reading: &mut Reading) -> Option<u16> {
        let mut active = None;
        self.each_held(bearer, own.of, &mut |number| {
            if active.is_none() && reading.pay(1) && self.is_active(bearer, own.of, number, reading) {
                active = Some(number);
            }
        });
        active
    }

    /// Whether a unit is one on whom an aura of a bearer acts, and stands in it.
    pub(crate) fn reaches(&self, own: &AuraRef, bearer: EntityId, id: EntityId) -> bool {
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
        is_side && !from.hides_from(there.team) && self.stands_within(aura, (bearer, from), there)
    }

    fn stands_within(&self, aura: &Aura, (actor, from): (EntityId, &Entity), there: &Entity) -> bool {
        let (region, least, most) = aura.region;
        let Some(region) = self.book.region(RegionId(region)) else { return false };
        let measure = Measure::new((least, most), region.heights, Amount::number);
        // Things do not end it: walls do, and surfaces that block sight.
        let footing = Footing { sheet: *self, grid: &[], seen_by: None };
        self.book.cells_of(from).any(|from| {
            let mut cells = self.book.cells_of(there);
            cells.any(|cell| region.holds(&Aim { footing, actor, from, cell, measure }, false))
        })
    }

    /// The statuses that auras give a unit and that are wanted, with the numbers by which it has them.
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

    /// The statuses that auras give a unit, with the number each is carried under and who gives it, by kind and in order of
    /// where the givers stand.
    #[must_use]
    pub fn under_auras(&self, id: EntityId) -> Vec<(EffectSourceRef, u16, EntityId)> {
        let told =
            |(of, number, _): (EffectSourceRef, u16, &EffectSource)| Some((of, number, giver_of(of.class, number)?));
        self.given(id, |_, _| true).into_iter().filter_map(told).collect()
    }
}
