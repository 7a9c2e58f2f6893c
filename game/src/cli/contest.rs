//! Plays two planner levels against each other until a sequential test decides.

use super::planners;
use foretoken_preview::Level;
use foretoken_session::simulate;
use foretoken_vm::{Opening, Outcome, Rulebook, Team};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The test's hypotheses about the win share: too low, and sufficient.
const HYPOTHESES: (f64, f64) = (0.60, 0.70);
/// Error rate of the test for both hypotheses.
const ERROR: f64 = 0.05;
/// Seeds of a batch. Results are read in order, so threads do not affect them.
const BATCH: u64 = 8;

#[derive(Debug, serde::Serialize)]
pub(super) struct Contest {
    first: &'static str,
    second: &'static str,
    battles: u32,
    /// All battles, duplicates included.
    played: u32,
    won: u32,
    lost: u32,
    drawn: u32,
    share: f64,
    interval: (f64, f64),
    /// Whether the first level wins 70 % rather than 60 %; `None` if undecided.
    wins: Option<bool>,
}

impl Contest {
    const fn new(levels: [Level; 2]) -> Self {
        Self {
            first: levels[0].name(),
            second: levels[1].name(),
            battles: 0,
            played: 0,
            won: 0,
            lost: 0,
            drawn: 0,
            share: 0.0,
            interval: (0.0, 1.0),
            wins: None,
        }
    }

    /// Plays seeds from the opening's on with sides swapped, until Wald's sequential test decides or `most` battles
    /// were played.
    pub(super) fn hold(
        book: &Arc<Rulebook>,
        opening: &Opening,
        levels: [Level; 2],
        most: u64,
        played: &(dyn Fn() + Sync),
    ) -> Self {
        let mut contest = Self::new(levels);
        let mut seen = BTreeSet::new();
        let seeds = most / 2;
        let mut next = 0;
        while next < seeds && contest.wins.is_none() {
            let batch: Vec<u64> = (next..seeds.min(next + BATCH)).collect();
            next += BATCH;
            let battle = |&(number, swapped): &(u64, bool)| {
                let seed = opening.seed.wrapping_add(number);
                let [one, two] = levels.map(|level| Some(planners::varied(seed, &level.options())));
                let sides = if swapped { [two, one] } else { [one, two] };
                let tally = simulate::play_of(book, &opening.seeded(seed), &sides);
                played();
                let own = if swapped { Team(1) } else { Team::PLAYER };
                (swapped, tally.hash, tally.rounds, Outcome::for_side(tally.outcome, own))
            };
            let pairs: Vec<(u64, bool)> = batch.iter().flat_map(|&number| [(number, false), (number, true)]).collect();
            let results: Vec<_> = pairs.par_iter().map(battle).collect();
            for (swapped, hash, rounds, outcome) in results {
                contest.played += 1;
                if contest.wins.is_some() || !seen.insert((swapped, hash, rounds)) {
                    continue;
                }
                contest.count(outcome);
            }
        }
        contest
    }

    fn count(&mut self, outcome: Outcome) {
        self.battles += 1;
        match outcome {
            Outcome::Won => self.won += 1,
            Outcome::Lost => self.lost += 1,
            _ => self.drawn += 1,
        }
        let count = f64::from(self.battles);
        let points = f64::from(self.won) + f64::from(self.drawn) / 2.0;
        self.share = points / count;
        self.interval = interval(self.share, count);
        let (too_few, enough) = HYPOTHESES;
        let gain =
            points * libm::log(enough / too_few) + (count - points) * libm::log((1.0 - enough) / (1.0 - too_few));
        let bound = libm::log((1.0 - ERROR) / ERROR);
        self.wins = if gain >= bound {
            Some(true)
        } else if gain <= -bound {
            Some(false)
        } else {
            None
        };
    }

    pub(super) fn text(&self, scenario: &str) -> String {
        let (low, high) = self.interval;
        let said = match self.wins {
            Some(true) => format!("{} beats {}", self.first, self.second),
            Some(false) => format!("{} beats {} in less than 70 % of the battles", self.first, self.second),
            None => "no clear result in these battles".to_owned(),
        };
        format!(
            "{scenario}: {} against {}\n{} different battles of {}: won {}, lost {}, drawn {}\nwin rate {:.2}, 95 % interval {low:.2} to {high:.2}\n{said}\n",
            self.first, self.second, self.battles, self.played, self.won, self.lost, self.drawn, self.share
        )
    }
}

fn interval(share: f64, count: f64) -> (f64, f64) {
    const Z: f64 = 1.96;
    let middle = (share + Z * Z / (2.0 * count)) / (1.0 + Z * Z / count);
    let spread = libm::sqrt(share * (1.0 - share) / count + Z * Z / (4.0 * count * count));
    let half = Z * spread / (1.0 + Z * Z / count);
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(outcomes: &[(Outcome, u32)]) -> Contest {
        let mut contest = Contest::new([Level::Hard, Level::Normal]);
        for &(outcome, times) in outcomes {
            (0..times).for_each(|_| contest.count(outcome));
        }
        contest
    }

    #[test]
    fn the_test_ends_when_it_is_plain() {
        assert_eq!(of(&[(Outcome::Won, 19)]).wins, None);
        assert_eq!(of(&[(Outcome::Won, 20)]).wins, Some(true));
        assert_eq!(of(&[(Outcome::Lost, 10)]).wins, None);
        assert_eq!(of(&[(Outcome::Lost, 11)]).wins, Some(false));
        assert_eq!(of(&[(Outcome::Drawn, 60)]).wins, Some(false));
        assert_eq!(of(&[(Outcome::Won, 13), (Outcome::Lost, 7)]).wins, None);
    }

    #[test]
    fn the_interval_is_wilsons() {
        let (low, high) = of(&[(Outcome::Won, 7), (Outcome::Lost, 3)]).interval;
        assert!((low - 0.397).abs() < 0.001 && (high - 0.892).abs() < 0.001, "{low} to {high}");
        let (low, high) = of(&[(Outcome::Won, 3)]).interval;
        assert!(low > 0.43 && (high - 1.0).abs() < 1e-9, "{low} to {high}");
    }
}
