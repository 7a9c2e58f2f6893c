//! Entering and leaving of auras, found by comparison after each step. The state does not store it.

use super::cx::RunContext;
use super::events::MOST_REACTIONS;
use crate::rulebook::Rules;
use crate::state::EntityId;
use crate::stats::{EffectSourceClass, EffectSourceRef, Event, Reading, StatId, given_by};
use crate::trap::Trap;
use std::cmp::Ordering;

/// Maximum rounds of clamping in one activation, because a clamped value can end an aura that raises another.
const MOST_ROUNDS: usize = 8;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Inside {
    of: EffectSourceRef,
    gives: u16,
    bearer: EntityId,
    unit: EntityId,
    number: u16,
}

impl Inside {
    const fn key(&self) -> (EffectSourceRef, u16, EntityId, EntityId) {
        (self.of, self.gives, self.bearer, self.unit)
    }
}

impl PartialEq for Inside {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Inside {}

impl PartialOrd for Inside {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Inside {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

pub(super) fn has_answers_to_auras(book: &Rules) -> bool {
    let wanted = |on: &Event| matches!(on, Event::EntersAura | Event::LeavesAura);
    let bounds = |stat: StatId| stat == StatId::HEALTH || book.stat(stat).is_some_and(|stat| stat.bounds.is_some());
    let mut auras = book.effect_sources().flat_map(|(_, effect_source)| &effect_source.auras).peekable();
    auras.peek().is_some()
        && (book.effect_sources().any(|(_, effect_source)| effect_source.handlers.iter().any(|own| wanted(&own.on)))
            || auras
                .filter_map(|aura| book.statuses.get(usize::from(aura.gives)))
                .any(|given| given.effect_source.modifiers.iter().any(|modifier| bounds(modifier.stat))))
}

fn missing<'i>(of: &'i [Inside], others: &'i [Inside]) -> impl Iterator<Item = &'i Inside> + Clone {
    of.iter().filter(|at| others.binary_search(at).is_err())
}

impl RunContext<'_> {
    pub(super) fn note_auras(&mut self) {
        if self.book.decoded.answers.auras {
            self.buffers.inside = self.insides();
        }
    }

    fn insides(&mut self) -> Vec<Inside> {
        let (book, sheet) = (self.book, self.state.sheet(self.book));
        let mut inside = Vec::new();
        if !sheet.has_auras() {
            return inside;
        }
        let mut looked = 0_u32;
        for own in book.decoded.auras.all() {
            for (bearer, _) in self.state.living() {
                looked = looked.saturating_add(1);
                if looked > self.work {
                    self.work = 0;
                    return self.buffers.inside.clone();
                }
                // Each bearer has its own budget, so that hidden units do not use up that of others.
                let mut reading = Reading::default();
                let Some(number) = sheet.bears(own, bearer, &mut reading) else { continue };
                for (unit, _) in self.state.living().filter(|&(unit, _)| sheet.is_in_reach(own, bearer, unit)) {
                    inside.push(Inside { of: own.of, number, gives: own.gives, bearer, unit });
                }
                let entities = self.state.entities().len() as u32;
                looked = looked.saturating_add(entities).saturating_add(reading.done());
            }
        }
        self.charge(looked);
        inside.sort_unstable();
        inside.dedup();
        inside
    }

    pub(super) fn auras_answer(&mut self) -> Result<(), Trap> {
        if !self.book.decoded.answers.auras || self.frame.depth >= MOST_REACTIONS {
            return Ok(());
        }
        let now = self.insides();
        if now == self.buffers.inside {
            return Ok(());
        }
        let before = std::mem::replace(&mut self.buffers.inside, now.clone());
        let (gone, new) = (missing(&before, &now), missing(&now, &before));
        gone.clone().chain(new.clone()).for_each(|at| self.clamp_to_maxima(at.unit));
        for at in gone {
            if self.buffers.inside.binary_search(at).is_err() {
                self.at_edge(at, &Event::LeavesAura)?;
            }
        }
        for at in new {
            if self.buffers.inside.binary_search(at).is_ok() {
                self.at_edge(at, &Event::EntersAura)?;
            }
        }
        Ok(())
    }

    pub(super) fn settle_auras(&mut self) {
        if !self.book.decoded.answers.auras {
            return;
        }
        let now = self.insides();
        let before = &self.buffers.inside;
        if now.is_empty() && before.is_empty() {
            return;
        }
        let edge = missing(before, &now).chain(missing(&now, before)).next();
        if let Some(unit) = edge.map(|at| at.unit) {
            self.rewind_point(unit, Self::auras_answer);
        }
        self.settle_maxima();
    }

    fn settle_maxima(&mut self) {
        for _ in 0..MOST_ROUNDS {
            let before = self.log.changes.len();
            for index in 0..self.state.entities().len() {
                let id = EntityId(index as u16);
                if self.state.entity(id).is_alive() {
                    self.clamp_to_maxima(id);
                }
            }
            if self.log.changes.len() == before {
                return;
            }
        }
    }

    /// Runs the handlers when a unit crosses the edge of an aura. Units hidden from the bearer's side cause no reaction
    /// of its source.
    fn at_edge(&mut self, at: &Inside, event: &Event) -> Result<(), Trap> {
        let &Inside { of, number, gives, bearer, unit } = at;
        let fits = |on: &Event| on == event;
        let given = EffectSourceRef { class: EffectSourceClass::Status, kind: gives };
        self.run_of(unit, (given, given_by(bearer), Some(bearer)), &fits, 0)?;
        if self.state.entity(unit).is_hidden_from(self.state.entity(bearer).team) {
            return Ok(());
        }
        self.run_of(bearer, (of, number, Some(unit)), &fits, 0)
    }
}
