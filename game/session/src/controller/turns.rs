//! The list of next turns and the current hint.

use super::Controller;
use crate::texts::agenda;
use foretoken_preview::Turn;
use foretoken_vm::state::Slot;
use foretoken_vm::{Advance, Outcome};

impl Controller {
    /// Returns the next turns: first the predicted ones, then those of the turn order, then unreached slots of the
    /// round.
    #[must_use]
    pub fn turns(&self) -> Vec<Turn> {
        let state = self.session.seat().known().state();
        let mut turns = self.session.seat().forecast().agenda().turns().to_vec();
        let advance = |slot| match slot {
            Slot::Unit(unit) => Advance::Unit(unit, None),
            Slot::Entry(index) => Advance::Entry(index),
        };
        let lost: Vec<Advance> = state.agenda().map(advance).collect();
        let acted = if self.session.outcome() == 0 { 0 } else { state.next_place() };
        for (place, advance) in lost.into_iter().enumerate() {
            if turns.iter().all(|turn| turn.advance != advance) {
                let round = state.round();
                turns.push(Turn { advance, round, time: None, points: None, is_foreseen: place < acted });
            }
        }
        turns
    }

    /// Returns the heading for turns beyond the prediction.
    #[must_use]
    pub fn beyond_words(&self) -> &'static str {
        match self.foreseen_outcome() {
            _ if self.session.outcome() != 0 => agenda::DECIDED_BEFORE,
            _ if self.session.is_immediate() => agenda::ASSUMED,
            Outcome::Open => agenda::UNREACHED,
            Outcome::Won => agenda::WON,
            Outcome::Drawn => agenda::DRAWN,
            Outcome::Lost => agenda::LOST,
        }
    }

    /// Returns the hint: the current lesson step, else the hint for this round. `None` if several sides share a screen.
    #[must_use]
    pub fn hint<'h>(&'h self, hints: &'h [String]) -> Option<&'h str> {
        if let Some(words) = self.lesson_words() {
            return Some(words);
        }
        if self.session.seats().len() > 1 {
            return None;
        }
        let mut rounds: Vec<i32> = self.session.rewind_points().iter().map(|rewind_point| rewind_point.round).collect();
        rounds.dedup();
        hints.get(rounds.len().saturating_sub(1)).map(String::as_str)
    }
}
