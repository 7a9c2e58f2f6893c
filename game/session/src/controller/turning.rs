//! Turning points of a finished battle: the best other decision of each round, or of each activation if decisions run
//! at once. The search uses only the side's knowledge at that time.

use super::Controller;
use super::state::{Stretch, Turning, TurningPoint};
use crate::referee::{Decided, Then};
use crate::seat::Decision;
use crate::texts::{forecast_text, messages, names};
use foretoken_preview::{Extent, Regret, regret};
use foretoken_vm::{EntityId, Team};

/// Instruction limit of one turn.
const WORK: u64 = 400_000;

impl Controller {
    /// Analyses one more turn. Returns whether turns are left.
    pub fn look_back(&mut self) -> bool {
        if self.session.outcome() == 0 {
            self.turning = Turning::default();
            return false;
        }
        let of = self.session.rewind_points().last().map(|last| (self.session.number(), last.entry));
        if self.turning.of != of {
            self.turning = Turning { of, left: self.stretches(), found: Vec::new() };
        }
        let Some(stretch) = self.turning.left.pop() else { return false };
        let point = match stretch {
            Stretch::Round(begun, decided) => self.round_that_could_be_better(begun, decided),
            Stretch::Decision(rewind_point) => self.decision_that_could_be_better(rewind_point),
        };
        let Some(point) = point else { return !self.turning.left.is_empty() };
        match self.turning.found.last_mut().filter(|last| last.round == point.round) {
            None => self.turning.found.push(point),
            Some(last) if point.weight > last.weight => *last = point,
            Some(_) => {}
        }
        !self.turning.left.is_empty()
    }

    fn stretches(&self) -> Vec<Stretch> {
        let rewind_points = self.session.rewind_points();
        let mut rounds: Vec<(usize, usize)> = Vec::new();
        for (at, rewind_point) in rewind_points.iter().enumerate().take(rewind_points.len().saturating_sub(1)) {
            match rounds.last_mut().filter(|(begun, _)| rewind_points[*begun].round == rewind_point.round) {
                Some((_, decided)) => *decided = at,
                None => rounds.push((at, at)),
            }
        }
        let ran = |(begun, decided): &(usize, usize)| {
            self.session.activations().iter().any(|ran| (*begun..*decided).contains(&ran.rewind_point))
        };
        match rounds.iter().any(ran) {
            true => (1..rewind_points.len()).rev().map(Stretch::Decision).collect(),
            false => rounds.into_iter().rev().map(|(begun, decided)| Stretch::Round(begun, decided)).collect(),
        }
    }

    /// Returns the turning points found so far, in order.
    #[must_use]
    pub fn turning_points(&self) -> &[TurningPoint] {
        &self.turning.found
    }

    /// Returns why there is no turning point; `None` before the search has ended, and if there are some.
    #[must_use]
    pub fn no_turning_point(&self) -> Option<&'static str> {
        let is_over = self.session.outcome() != 0 && self.turning.of.is_some() && self.turning.left.is_empty();
        // A server does not send the past that the search needs.
        let is_over = is_over && self.session.is_rewindable();
        (is_over && self.turning.found.is_empty()).then(messages::no_turning_point)
    }

    /// Goes back to a turning point and chooses its better decision, so that the prediction shows it; confirming plays
    /// it. The other decisions of a round are made as they were. Returns false with a message if refused.
    pub fn show_better(&mut self, rewind_point: usize) -> bool {
        let Some(point) = self.turning.found.iter().find(|point| point.rewind_point == rewind_point).cloned() else {
            return false;
        };
        if !self.rewind(rewind_point) {
            return false;
        }
        for other in point.others {
            // What the round's begin refuses is left open.
            let _ = self.session.send(other);
        }
        let Decision { unit, intent } = point.better;
        self.turn_to(unit);
        if self.session.seat_mut().choose_for(unit) {
            self.session.seat_mut().choose_instead(intent.uses);
            self.follow();
        }
        self.say(messages::better_shown(&point.words));
        true
    }

    fn round_that_could_be_better(&self, begun: usize, decided: usize) -> Option<TurningPoint> {
        let then = self.session.as_it_was(decided, 0)?;
        let side = self.session.seat().team();
        let units = then.known.state().living().filter(|(_, row)| row.team == side && row.is_activated());
        let units: Vec<_> = units.map(|(unit, _)| unit).collect();
        let Better { words, decision, weight } = Better::of(&then, Extent::Horizon, &units, side)?;
        let words = messages::better_in_round(&words);
        let round = self.session.rewind_points().get(begun)?.round;
        let decided = then.plan.iter().filter(|(unit, _)| units.contains(unit) && *unit != decision.unit);
        let others = decided.map(|(unit, intent)| Decision { unit, intent: intent.clone() }).collect();
        let start = messages::round(round);
        Some(TurningPoint { round, rewind_point: begun, words, start, others, better: decision, weight })
    }

    /// Analyses one activation. Later decisions of other sides stand; they are not planned anew.
    fn decision_that_could_be_better(&self, rewind_point: usize) -> Option<TurningPoint> {
        let Decided { unit, then } = self.session.as_decided(rewind_point)?;
        let Better { words, decision, weight } =
            Better::of(&then, Extent::Decided, &[unit], self.session.seat().team())?;
        let round = self.session.rewind_points().get(rewind_point)?.round;
        let who = names::entity(&then.book, then.known.state(), unit);
        Some(TurningPoint {
            round,
            rewind_point: rewind_point.checked_sub(1)?,
            words: messages::better_alone(&words),
            start: messages::turn_in_round(&who, round),
            others: Vec::new(),
            better: decision,
            weight,
        })
    }
}

/// A better decision with what it would have saved.
struct Better {
    words: String,
    decision: Decision,
    weight: (bool, usize, i32),
}

impl Better {
    fn of(then: &Then, extent: Extent, units: &[EntityId], side: Team) -> Option<Self> {
        let other: Regret = regret((&then.book, &then.known, &then.plan), extent, units, side, WORK)?;
        let done = then.plan.intent(other.unit).map_or(&[][..], |intent| &intent.uses);
        let uses = &other.intent.uses;
        let decision = if uses.is_empty() {
            messages::doing_nothing(&names::entity(&then.book, then.known.state(), other.unit))
        } else {
            let decision = forecast_text::decision(&then.book, &then.known, &then.plan, other.unit, &other.intent);
            let is_less = uses.len() < done.len() && done.starts_with(uses);
            if is_less { messages::without_the_rest(&decision) } else { decision }
        };
        let words = format!("{decision} {}", forecast_text::spared(&then.book, &then.known, &other));
        let weight = other.weight();
        Some(Self { words, decision: Decision { unit: other.unit, intent: other.intent }, weight })
    }
}
