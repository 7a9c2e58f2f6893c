//! Targets of reactions: the other unit of the event, or the unit that a rule picks among those the bearer's side sees.

use super::cx::{Frame, RunContext};
use crate::formula::Number;
use crate::regions::{Aim, Measure, RegionId};
use crate::state::{EntityId, Span};
use crate::stats::{EffectSourceRef, Handler, Reading, Toward};
use std::cmp::Reverse;

impl RunContext<'_> {
    pub(super) fn aimed_at(
        &mut self,
        (bearer, other): (EntityId, EntityId),
        of: (EffectSourceRef, u16),
        own: &Handler,
    ) -> Option<EntityId> {
        let measure = self.measure_of(bearer, of, own);
        let holds = |cx: &Self, id: EntityId| match measure {
            None => true,
            Some((region, measure)) => cx.is_within(bearer, id, region, measure),
        };
        match own.toward {
            Toward::Other => holds(self, other).then_some(other),
            Toward::Itself => Some(bearer),
            Toward::Ally | Toward::Enemy | Toward::Anybody => {
                let row = *self.state.entity(bearer);
                let fits = |cx: &Self, id: EntityId| {
                    let there = cx.state.entity(id);
                    let side = match own.toward {
                        Toward::Ally => there.team == row.team,
                        Toward::Enemy => there.team.is_enemy_of(row.team),
                        _ => true,
                    };
                    id != bearer && side && there.is_activated() && !there.is_hidden_from(row.team) && holds(cx, id)
                };
                let all: Vec<EntityId> = self.state.living().map(|(id, _)| id).collect();
                let mut best = None;
                for id in all {
                    if !fits(self, id) {
                        continue;
                    }
                    // Unsuitable candidates cost work too, but hidden units do not.
                    let worth = self.worth((bearer, id), of, own.by);
                    let cell = self.state.entity(id).cell;
                    let is_worth_it = worth > Number::ZERO;
                    let key = (Reverse(worth), row.cell.steps_to(cell), cell);
                    if is_worth_it && best.as_ref().is_none_or(|(known, _)| key < *known) {
                        best = Some((key, id));
                    }
                }
                best.map(|(_, id)| id)
            }
        }
    }

    fn worth(&mut self, who: (EntityId, EntityId), of: (EffectSourceRef, u16), by: Option<u32>) -> Number {
        let Some(by) = by else { return Number::ONE };
        let mut reading = Reading::default();
        let worth = self.state.sheet(self.book).damage_modifier_formula(who, of, by, Number::ZERO, &mut reading);
        self.charge(reading.done());
        worth
    }

    fn measure_of(
        &mut self,
        bearer: EntityId,
        of: (EffectSourceRef, u16),
        own: &Handler,
    ) -> Option<(RegionId, Measure)> {
        let region = own.region.map_or(RegionId::STEPS, |(region, ..)| RegionId(region));
        if let Some(range) = own.range {
            let mut reading = Reading::default();
            let sheet = self.state.sheet(self.book);
            let [near, far, up_least, up_most, down_least, down_most] =
                range.map(|name| sheet.read_parameter(bearer, (of.0, of.1, None), name, &mut reading).to_stored());
            self.charge(reading.done());
            let halves = |least: i32, most: i32| (least.saturating_mul(2), most.saturating_mul(2));
            let (up, down) = (halves(up_least, up_most), halves(down_least, down_most));
            return Some((region, Measure { across: (near, far), up, down }));
        }
        let (_, least, most) = own.region?;
        let shape = self.book.region(region)?;
        let cell = self.state.entity(bearer).cell;
        let frame = Frame::new(Span::ENGINE, bearer, bearer, cell, self.frame.depth);
        let outer = std::mem::replace(&mut self.frame, frame);
        let across = shape.across.map_or((least, most), |(least, most)| (self.amount(least), self.amount(most)));
        let measure = Measure::new(across, shape.heights, |amount| self.amount(amount));
        self.frame = outer;
        Some((region, measure))
    }

    fn is_within(&self, bearer: EntityId, other: EntityId, region: RegionId, measure: Measure) -> bool {
        let Some(region) = self.book.region(region) else { return false };
        let (from, there) = (self.state.entity(bearer).cell, self.state.entity(other));
        let aim = Aim { footing: self.footing(), actor: bearer, from, cell: there.cell, measure };
        there.is_alive() && region.contains(&aim, true)
    }
}
