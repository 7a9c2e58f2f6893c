//! Two plans for the same round: one is kept, another is made, and the player flips between both before one of them is
//! carried out. A flip takes back what was decided and decides the other anew, so the record has all of it.

use super::Controller;
use crate::Decision;
use crate::wording::plan_text::{self, PlanRow};
use foretoken_preview::compare;
use foretoken_vm::{EntityId, Intent, Plan, Team};

/// What is said where there is no plan to compare with.
pub const NO_OTHER_PLAN: &str = "No plan is kept of this round.";

/// A plan that was put aside.
#[derive(Clone, Debug)]
pub(super) struct KeptPlan {
    /// The side, the hash of the known state and the number of the rulebook that it was made for.
    of: (Team, u64, u64),
    intents: Vec<(EntityId, Intent)>,
    /// How it compares with a plan, kept for as long as that is the one at hand.
    rows: Option<(Plan, Vec<PlanRow>)>,
}

impl Controller {
    /// Puts the plan at hand aside, so that another can be made; where one was put aside before, exchanges both. Where decisions
    /// are carried out at once there is nothing to put aside.
    pub fn flip_plans(&mut self) {
        if self.session.outcome() != 0 {
            return self.say("The battle is over.");
        }
        if self.lesson_words().is_some() {
            return self.say("Plans are compared once the lesson is over.");
        }
        if self.session.decides_at_once() {
            return self.say("Each decision is carried out at once here: there is no plan to keep.");
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
                true => "An empty plan is kept. Decide another: the same key flips between both.",
                false => "This plan is kept. Change it: the same key flips between both.",
            });
        };
        let said = match self.decide_instead(&kept.intents) {
            Ok(()) => "The other plan. The same key flips back.".to_owned(),
            Err(refusal) => {
                // Both plans are as they were.
                self.kept_plan = Some(kept);
                let _ = self.decide_instead(&at_hand);
                refusal
            }
        };
        self.select_next_unit();
        self.say(said);
    }

    /// Takes back what is decided and decides this. What holds only after another decision is sent after that.
    fn decide_instead(&mut self, intents: &[(EntityId, Intent)]) -> Result<(), String> {
        let seat = self.session.seat();
        if seat.units().iter().any(|&unit| seat.is_decided(unit)) {
            self.session.reset_turn().map_err(|refusal| refusal.to_string())?;
        }
        let mut left = intents.to_vec();
        loop {
            let (before, mut refused) = (left.len(), None);
            left.retain(|(unit, intent)| {
                let sent = self.session.send(Decision { unit: *unit, intent: intent.clone() });
                refused = sent.as_ref().err().map(ToString::to_string).or(refused.take());
                sent.is_err()
            });
            match refused {
                None => return Ok(()),
                Some(refusal) if left.len() == before => return Err(refusal),
                Some(_) => {}
            }
        }
    }

    /// The plan at hand and the one that is kept, in rows; none where none is kept of this round, or where both come to the same.
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
