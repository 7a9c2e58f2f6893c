//! Slots of decks: the answers of a request for a slot, and recharges by slot.

use super::cx::{Resolved, RunContext};
use super::step::Flow;
use crate::intent::{Answer, Key};
use crate::program::{Address, Asks, Fallback, Label, Request, SlotFilter};
use crate::space::Cell;
use crate::state::{EffectInstance, EntityId, Pool};
use crate::stats::Sheet;
use crate::tokens::Declare;
use crate::validate::UseError;

impl Sheet<'_> {
    /// Returns whether a slot allows a program that asks for one, and else why none does.
    pub(super) fn admits_slot(&self, id: EntityId, program: u16) -> Result<(), UseError> {
        let asked = self.book().program(program).and_then(|program| {
            let requests = program.requests.iter();
            let is_own = |request: &&Request| request.from == Address::SELF && !request.flags.optional;
            requests.filter(is_own).find(|request| request.asks == Asks::Slot)
        });
        let Some(filter) = asked.map(|request| request.slots) else { return Ok(()) };
        let has_slot = |filter| self.slots(id).any(|slot| self.is_accepted(&slot, filter, program));
        if has_slot(filter) {
            return Ok(());
        }
        let recharges = has_slot(SlotFilter { ready: false, ..filter });
        Err(if recharges { UseError::Recharging } else { UseError::NoSlot })
    }
}

impl RunContext<'_> {
    /// Returns the slots of a unit's deck that fit a request.
    pub(super) fn slots_offered(&self, whose: EntityId, request: &Request) -> impl Iterator<Item = u16> {
        let (program, filter, sheet) = (self.frame.program, request.slots, self.state.sheet(self.book));
        let slots = sheet.slots(whose).filter(move |slot| sheet.is_accepted(slot, filter, program));
        slots.map(|slot| slot.number)
    }

    fn deck_owner(&self, request: &Request) -> EntityId {
        self.unit_at(request.from).unwrap_or(EntityId::NONE)
    }

    fn fit_slot(&self, request: &Request, answer: Answer) -> Option<Resolved> {
        let Answer::Number(number) = answer else { return None };
        let is_offered = u16::try_from(number)
            .is_ok_and(|slot| self.slots_offered(self.deck_owner(request), request).any(|own| own == slot));
        is_offered.then(|| Resolved::of_number(number))
    }

    /// Returns the only slot on offer; such a request is not asked.
    fn only_slot(&self, request: &Request) -> Option<Resolved> {
        let mut slots = self.slots_offered(self.deck_owner(request), request);
        let only = slots.next().filter(|_| slots.next().is_none() && !request.flags.optional);
        only.map(|slot| Resolved::of_number(slot as i16))
    }

    pub(super) fn slot_by_rule(&self, request: &Request) -> Option<Resolved> {
        if self.aim_of(request).is_none() && matches!(request.fallback, Fallback::SkipScope | Fallback::Cancel) {
            return None;
        }
        self.slots_offered(self.deck_owner(request), request).next().map(|slot| Resolved::of_number(slot as i16))
    }

    pub(super) fn resolve_slot(&mut self, declare: &Declare, request: &Request) -> Flow {
        let used = if request.flags.automatic { None } else { self.used };
        let key = Key::new(declare.at, self.frame.iterations);
        let whose = self.deck_owner(request);
        let here = self.state.entity(whose).cell;
        self.charge(self.book.deck_of(self.state.entity(whose)).map_or(0, |deck| deck.len() as u32));
        let resolved = match (used.and_then(|used| used.answer_to(key, declare.ask.request.into())), used) {
            (Some(Answer::Pass), _) if request.flags.optional => return Flow::Next,
            (Some(&answer), _) => self.fit_slot(request, answer),
            (None, Some(used)) => {
                let only = self.only_slot(request);
                if only.is_none() && self.asking {
                    self.ask((used.program, declare.ask.request), request, key, here, None);
                    return Flow::End;
                }
                only
            }
            (None, None) => None,
        };
        match resolved {
            Some(resolved) => {
                self.fast(|fast| fast.put(declare.at, resolved));
                Flow::Next
            }
            None => self.fallback(declare, request, Cell::NOWHERE),
        }
    }

    /// Counts the recharge of each slot down by one activation.
    pub(super) fn pass_slots(&mut self, id: EntityId) {
        let slots: Vec<EffectInstance> = self.state.instances().of(id, Pool::SLOTS).to_vec();
        for slot in slots.iter().filter(|slot| slot.words[EffectInstance::LEFT] > 0) {
            let at = EffectInstance::place(Pool::SLOTS, slot.number, EffectInstance::LEFT);
            self.set_held(id, at, slot.words[EffectInstance::LEFT] - 1, Label::NONE);
        }
    }
}
