//! Outcome of a battle: one number in [`super::BattleField::Outcome`] for all sides, and [`Outcome`] for one side.

use super::Team;

/// Outcome for one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Undecided.
    Open,
    /// The side won, or another side lost.
    Won,
    /// The side lost, or another side won.
    Lost,
    /// No side won.
    Drawn,
}

enum Decided {
    Won(Team),
    Lost(Team),
}

impl Outcome {
    /// Number of an undecided battle.
    pub const OPEN: i32 = 0;
    /// Number of a draw.
    pub const DRAWN: i32 = 3;
    /// Largest number.
    pub const MAX: i32 = Self::lost_by(Team::NEUTRAL);

    /// Returns the number of a victory: 1 for the player's side, from 4 on for others.
    #[must_use]
    pub const fn won_by(team: Team) -> i32 {
        if team.0 == Team::PLAYER.0 { 1 } else { 2 + 2 * team.0 as i32 }
    }

    /// Returns the number of a defeat: 2 for the player's side, from 5 on for others.
    #[must_use]
    pub const fn lost_by(team: Team) -> i32 {
        if team.0 == Team::PLAYER.0 { 2 } else { 3 + 2 * team.0 as i32 }
    }

    /// Returns the outcome for a side. Unknown numbers are draws.
    #[must_use]
    pub const fn for_side(number: i32, side: Team) -> Self {
        match Self::decided(number) {
            Some(Decided::Won(team)) => {
                if team.0 == side.0 {
                    Self::Won
                } else {
                    Self::Lost
                }
            }
            Some(Decided::Lost(team)) => {
                if team.0 == side.0 {
                    Self::Lost
                } else {
                    Self::Won
                }
            }
            None if number == Self::OPEN => Self::Open,
            None => Self::Drawn,
        }
    }

    /// Returns the winning side of a number.
    #[must_use]
    pub const fn winner(number: i32) -> Option<Team> {
        match Self::decided(number) {
            Some(Decided::Won(team)) => Some(team),
            _ => None,
        }
    }

    /// Returns the losing side of a number.
    #[must_use]
    pub const fn loser(number: i32) -> Option<Team> {
        match Self::decided(number) {
            Some(Decided::Lost(team)) => Some(team),
            _ => None,
        }
    }

    const fn decided(number: i32) -> Option<Decided> {
        match number {
            1 => Some(Decided::Won(Team::PLAYER)),
            2 => Some(Decided::Lost(Team::PLAYER)),
            4..=Self::MAX => {
                let team = Team(((number - 2) / 2) as u8);
                Some(if number % 2 == 0 { Decided::Won(team) } else { Decided::Lost(team) })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_means_the_contrary_to_the_other_side() {
        let of = |number| [Team(0), Team(1), Team(2)].map(|side| Outcome::for_side(number, side));
        assert_eq!(of(0), [Outcome::Open; 3]);
        assert_eq!(of(1), [Outcome::Won, Outcome::Lost, Outcome::Lost]);
        assert_eq!(of(2), [Outcome::Lost, Outcome::Won, Outcome::Won]);
        assert_eq!(of(3), [Outcome::Drawn; 3]);
        for side in (0..8).map(Team) {
            let (won, lost) = (Outcome::won_by(side), Outcome::lost_by(side));
            assert_eq!((Outcome::winner(won), Outcome::loser(won)), (Some(side), None), "{won}");
            assert_eq!((Outcome::winner(lost), Outcome::loser(lost)), (None, Some(side)), "{lost}");
            assert_eq!(Outcome::for_side(won, side), Outcome::Won);
            assert_eq!(Outcome::for_side(lost, side), Outcome::Lost);
        }
        assert_eq!(of(Outcome::MAX + 1), [Outcome::Drawn; 3], "no such number");
    }
}
