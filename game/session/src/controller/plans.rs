//! Comparison of two plans for one round. A flip undoes the decisions and makes those of the other plan; both are
//! recorded.

use super::Controller;
use super::state::KeptPlan;
use crate::Decision;
use crate::referee::{Refusal, Rejection};
use crate::texts::messages;
use crate::texts::plan_text::{self, PlanRow};
use foretoken_preview::compare;
use foretoken_vm::{EntityId, Intent, Plan, Team};

/// Message if there is no other plan.
pub const NO_OTHER_PLAN: &str = messages::no_other_plan();

#[derive(Debug, thiserror::Error)]
enum NotDecided {
    #[error(transparent)]
    Refusal(#[from] Refusal),
    #[error(transparent)]
    Rejection(#[from] Rejection),
}

impl Controller {
    /// Keeps the current plan and starts another, or exchanges it with the kept one. Refused if decisions run at once.
    pub fn flip_plans(&mut self) {
        if self.session.outcome() != 0 {
            return self.say(messages::battle_is_over());
        }
        if self.lesson_words().is_some() {
            return self.say(messages::plans_after_lesson());
        }
        if !self.session.is_rewindable() {
            return self.say(messages::no_plans_online());
        }
        if self.session.is_immediate() {
            return self.say(messages::no_plan_to_keep());
        }
        self.keep_whole();
        let of = self.plan_key();
        let at_hand: Vec<(EntityId, Intent)> = {
            let seat = self.session.seat();
            let decided = seat.units().iter().filter(|&&unit| seat.is_decided(unit));
            decided.filter_map(|&unit| Some((unit, seat.plan().intent(unit)?.clone()))).collect()
        };
        let kept =
            self.kept_plan.replace(KeptPlan { of, intents: at_hand.clone(), rows: None }).filter(|kept| kept.of == of);
        let Some(kept) = kept else {
            self.select_next_unit();
            return self.say(match at_hand.is_empty() {
                true => messages::empty_plan_kept(),
                false => messages::plan_kept(),
            });
        };
        let said = match self.decide_instead(&kept.intents) {
            Ok(()) => messages::other_plan().to_owned(),
            Err(refusal) => {
                self.kept_plan = Some(kept);
                let _ = self.decide_instead(&at_hand);
                refusal.to_string()
            }
        };
        self.select_next_unit();
        self.say(said);
    }

    /// Undoes the current decisions and makes these. Dependent decisions are sent after those that they depend on.
    fn decide_instead(&mut self, intents: &[(EntityId, Intent)]) -> Result<(), NotDecided> {
        let seat = self.session.seat();
        if seat.units().iter().any(|&unit| seat.is_decided(unit)) {
            self.session.reset_turn()?;
        }
        let mut left = intents.to_vec();
        loop {
            let (before, mut refused) = (left.len(), None);
            left.retain(|(unit, intent)| {
                let sent = self.session.send(Decision { unit: *unit, intent: intent.clone() });
                let is_refused = sent.is_err();
                refused = sent.err().or(refused.take());
                is_refused
            });
            match refused {
                None => return Ok(()),
                Some(refusal) if left.len() == before => return Err(refusal.into()),
                Some(_) => {}
            }
        }
    }

    /// Compares the current plan with the kept one, in rows. `None` without a kept plan of this round, or if both have
    /// the same result.
    #[must_use]
    pub fn plan_rows(&mut self) -> Option<&[PlanRow]> {
        let of = self.plan_key();
        let kept = self.kept_plan.as_mut().filter(|kept| kept.of == of)?;
        let (seat, book) = (self.session.seat(), self.session.book());
        let mut other: Plan = seat.plan().clone();
        seat.units().iter().for_each(|&unit| other.clear(unit));
        for (unit, intent) in &kept.intents {
            other.set(*unit, intent.clone(), Plan::priority_in(book, intent));
        }
        let plans = [seat.plan(), &other];
        if kept.rows.as_ref().is_none_or(|(of, _)| of != seat.plan()) {
            let rows = plan_text::rows(seat, plans, &compare(book, seat.known(), plans));
            kept.rows = Some((seat.plan().clone(), rows));
        }
        kept.rows.as_ref().map(|(_, rows)| rows.as_slice())
    }

    fn plan_key(&self) -> (Team, u64, u64) {
        let (seat, book) = (self.session.seat(), self.session.book());
        (seat.team(), seat.known().state().hash64(book), book.id())
    }
}
