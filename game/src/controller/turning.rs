//! The turning points of a battle that is over: of each round the best single other decision, and what it would have spared. Found
//! on what the side knew then, so nothing is told that it could not have seen.

use super::Controller;
use foretoken_preview::{Regret, regret};
use foretoken_session::wording::forecast_text;

/// Instructions that looking at one round may run.
const WORK: u64 = 400_000;
/// How many rounds are told of: those in which most would have been spared.
const MOST: usize = 3;

/// A round that could have gone better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// The round.
    pub round: i32,
    /// The moment at which it began, by its index among those that can be gone back to.
    pub moment: usize,
    /// The decision, and what it would have spared.
    pub words: String,
    weight: (bool, usize, i32),
}

/// What was found so far.
#[derive(Debug, Default)]
pub(super) struct Turning {
    /// Of which battle, up to which entry of its record.
    of: Option<(u64, u32)>,
    /// The rounds to look at still, by the moments at which each began and was decided.
    left: Vec<(usize, usize)>,
    found: Vec<TurningPoint>,
}

impl Controller {
    /// Looks at one more round of a battle that is over. Says whether there is one left to look at. Where decisions are carried out
    /// at once there are no turning points.
    pub fn look_back(&mut self) -> bool {
        if self.session.outcome() == 0 {
            self.turning = Turning::default();
            return false;
        }
        let moments = self.session.moments();
        let of = moments.last().map(|last| (self.session.number(), last.entry));
        if self.turning.of != of {
            // The last moment is the end itself.
            let rounds = moments.split_last().map_or(&[][..], |(_, rounds)| rounds);
            let mut left: Vec<(usize, usize)> = Vec::new();
            for (at, moment) in rounds.iter().enumerate() {
                match left.last_mut().filter(|(begun, _)| moments[*begun].round == moment.round) {
                    Some((_, decided)) => *decided = at,
                    None => left.push((at, at)),
                }
            }
            left.reverse();
            self.turning = Turning { of, left, found: Vec::new() };
        }
        let Some((begun, decided)) = self.turning.left.pop() else { return false };
        let point = self.turning_point(begun, decided);
        self.turning.found.extend(point);
        if self.turning.found.len() > MOST {
            let least = self.turning.found.iter().enumerate().min_by_key(|(_, point)| point.weight);
            if let Some((at, _)) = least {
                self.turning.found.remove(at);
            }
        }
        !self.turning.left.is_empty()
    }

    /// The turning points that were found, in order.
    #[must_use]
    pub fn turning_points(&self) -> &[TurningPoint] {
        &self.turning.found
    }

    fn turning_point(&self, begun: usize, decided: usize) -> Option<TurningPoint> {
        // Where something ran between its decisions, they were carried out at once: no plan of the whole round was made.
        if self.session.activations().iter().any(|ran| (begun..decided).contains(&ran.moment)) {
            return None;
        }
        let then = self.session.as_it_was(decided, 0)?;
        let side = self.session.seat().team();
        let units = then.known.state().living().filter(|(_, row)| row.team == side && row.acts());
        let units: Vec<_> = units.map(|(unit, _)| unit).collect();
        let other: Regret = regret(&then.book, &then.known, &then.plan, &units, side, WORK)?;
        let decision = forecast_text::decision(&then.book, &then.known, &then.plan, other.unit, &other.intent);
        Some(TurningPoint {
            round: self.session.moments().get(begun)?.round,
            moment: begun,
            words: format!("{decision} {}", forecast_text::spared(&then.book, &then.known, &other)),
            weight: other.weight(),
        })
    }
}
