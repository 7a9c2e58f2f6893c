//! The rating of a won battle: rounds, losses, undos, used rescues and bonus goals.

use crate::session::Session;
use foretoken_vm::Outcome;
use foretoken_vm::state::{BattleField, flag};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Rating of a won battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rating {
    /// Number of rounds.
    pub rounds: i32,
    /// Round limit for a star; 0 for none.
    pub par: i32,
    /// Lost units and other losses.
    pub losses: i32,
    /// Number of undos.
    pub undos: u32,
    /// Number of used rescues.
    #[serde(default)]
    pub rescues: u32,
    /// Number of orders that the computer gave for the player.
    #[serde(default)]
    pub advised: u32,
    /// Number of turns in which enemies harmed each other.
    #[serde(default)]
    pub turned: u32,
    /// Bonus goals, each with whether it was achieved.
    pub bonus: Vec<(String, bool)>,
    /// Whether undo was limited to the turn.
    pub ironman: bool,
    /// Level of the computer.
    pub level: String,
}

impl Rating {
    /// Returns the rating for the side at the screen; `None` if it did not win.
    #[must_use]
    pub fn of(session: &Session) -> Option<Self> {
        let (seat, book) = (session.seat(), session.book());
        if seat.outcome() != Outcome::Won {
            return None;
        }
        let known = seat.known();
        let state = known.state();
        let fell = state.entities().iter().filter(|row| {
            let counted = book.unit_type(row).is_some_and(|kind| kind.counts_as_loss);
            row.team == seat.team() && !row.is_alive() && row.flags & flag::ACTS != 0 && !counted
        });
        let own = book.bonus_goals.iter().filter(|goal| goal.team == seat.team());
        let rounds = session.rounds_taken();
        let achieved = |when: u32| known.holds_in(book, when, rounds) == Some(true);
        Some(Self {
            rounds,
            par: book.par,
            losses: i32::try_from(fell.count()).unwrap_or(i32::MAX).saturating_add(state.battle(BattleField::Losses)),
            undos: session.undos(),
            rescues: session.rescues(),
            advised: session.advised(),
            turned: u32::try_from(session.told().turned_blows()).unwrap_or(u32::MAX),
            bonus: own.map(|goal| (goal.text.clone(), achieved(goal.when))).collect(),
            ironman: session.is_ironman(),
            level: session.level().name().to_owned(),
        })
    }

    fn marks(&self) -> impl Iterator<Item = bool> {
        let par = (self.par > 0).then_some(self.rounds <= self.par);
        let usual = [true, self.losses == 0, self.undos == 0 && self.rescues == 0];
        usual.into_iter().chain(par).chain(self.bonus.iter().map(|(_, achieved)| *achieved))
    }

    /// Returns the earned and the possible stars.
    #[must_use]
    pub fn stars(&self) -> (usize, usize) {
        (self.marks().filter(|&mark| mark).count(), self.marks().count())
    }
}

/// Best results in a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Achieved {
    /// Best rating, by stars, then by rounds.
    pub best: Rating,
    /// Texts of all achieved bonus goals.
    pub bonus: BTreeSet<String>,
    /// Whether it was won as ironman.
    pub ironman: bool,
}

impl Achieved {
    /// Merges a rating. Returns false if it adds nothing.
    pub fn add(&mut self, rating: &Rating) -> bool {
        let before = self.clone();
        let share = |rating: &Rating| rating.stars().0;
        let better = (share(rating), -rating.rounds) > (share(&self.best), -self.best.rounds);
        if self.best == Rating::default() || better {
            self.best = rating.clone();
        }
        self.bonus.extend(rating.bonus.iter().filter(|(_, achieved)| *achieved).map(|(text, _)| text.clone()));
        self.ironman |= rating.ironman;
        *self != before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::rating::{achieved as words, lines};

    fn rating(rounds: i32, losses: i32, undos: u32, bonus: bool) -> Rating {
        let bonus = vec![("Nobody was seen.".to_owned(), bonus)];
        Rating {
            rounds,
            par: 4,
            losses,
            undos,
            rescues: 0,
            advised: 0,
            turned: 0,
            bonus,
            ironman: false,
            level: "normal".to_owned(),
        }
    }

    #[test]
    fn each_thing_well_done_is_a_star() {
        assert_eq!(rating(4, 0, 0, true).stars(), (5, 5));
        assert_eq!(rating(5, 0, 0, true).stars(), (4, 5));
        assert_eq!(rating(5, 1, 2, false).stars(), (1, 5), "winning is one");
        assert_eq!(lines(&rating(4, 0, 1, false))[0], "Rating: ***-- 3 of 5");
        assert_eq!(lines(&rating(4, 0, 1, false))[1], "4 rounds (target 4), no losses, 1 rewind");
        let rescued = Rating { rescues: 2, ..rating(4, 0, 0, false) };
        assert_eq!(rescued.stars(), (3, 5), "what was told counts as what is taken back");
        assert_eq!(
            lines(&rescued)[1],
            "4 rounds (target 4), no losses, no rewinds, 2 suggested orders used to save a unit"
        );
        let turned = Rating { turned: 2, ..rating(4, 0, 0, true) };
        assert_eq!(lines(&turned)[2], "Enemies harmed each other in 2 turns");
        let advised = Rating { advised: 3, ..rating(4, 0, 0, true) };
        assert_eq!(advised.stars(), (5, 5), "help is named and costs nothing");
        assert_eq!(lines(&advised)[1], "4 rounds (target 4), no losses, no rewinds, advised: 3 orders by the computer");
    }

    #[test]
    fn the_best_is_kept_and_bonus_goals_add_up() {
        let mut achieved = Achieved::default();
        assert!(achieved.add(&rating(4, 0, 0, false)));
        assert!(achieved.add(&rating(6, 2, 3, true)), "a bonus goal is new");
        assert_eq!(achieved.best.losses, 0);
        assert_eq!(achieved.bonus.len(), 1);
        assert!(!achieved.add(&rating(6, 2, 3, true)));
        assert_eq!(words(&achieved), "****- 4 rounds, normal");
    }
}
