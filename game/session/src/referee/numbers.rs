//! The numbers and moments that a side gets. They count what the side saw or decided: entries of the record would tell how much
//! others decide out of its sight.

use super::history::THE_END;
use super::{Moment, Referee};
use crate::record::{Entry, Replay};
use crate::seat::Report;
use foretoken_vm::{GameState, Team};

impl Referee {
    /// The same as this side reads them at a screen that it shares: decisions of others have no words.
    #[must_use]
    pub fn moments_read_by(&self, team: Team) -> Vec<Moment> {
        let of_others = |moment: &Moment| moment.team.is_some_and(|of| of != team);
        let blank = |moment: &Moment| match of_others(moment) {
            true => Moment { label: "another side decided".to_owned(), ..moment.clone() },
            false => moment.clone(),
        };
        self.moments().iter().map(blank).collect()
    }

    /// The moments that are a side's business: its own decisions, the beginnings of the rounds in which it decides, and the
    /// end. Their numbers count what the side saw, so they tell nothing of entries that other sides made.
    #[must_use]
    pub fn moments_of(&self, team: Team) -> Vec<Moment> {
        let is_asked = self.pending.team() == Some(team);
        let round = self.replay.battle.state().round();
        let decides_in = |of: i32| {
            is_asked && of == round
                || self.moments().iter().any(|moment| moment.team == Some(team) && moment.round == of)
        };
        let own = self.moments().iter().filter(|moment| match moment.team {
            Some(of) => of == team,
            None => moment.label == THE_END || decides_in(moment.round),
        });
        let numbered = |moment: &Moment| Moment {
            entry: self.number_for(team, moment.entry),
            asked: self.number_for(team, moment.asked),
            ..moment.clone()
        };
        own.map(numbered).collect()
    }

    /// How much a side had seen or decided by an entry of the record.
    pub(crate) fn number_for(&self, team: Team, entry: u32) -> u32 {
        let own = self.moments().iter().filter(|moment| moment.team == Some(team) && moment.entry <= entry).count();
        let seen = self.seen.get(usize::from(team.0)).map_or(0, |seen| seen.partition_point(|&at| at <= entry));
        (own + seen) as u32
    }
}

/// Notes for each side how many activations of an entry it saw, as playing would have; `truth` is the state before it.
pub(super) fn observe_seen(
    seen: &mut [Vec<u32>; Team::COUNT],
    number: u32,
    entry: &Entry,
    replay: &Replay,
    truth: &GameState,
) {
    match entry {
        Entry::Commit(_) | Entry::CommitPart(_) => {
            for (team, seen) in Team::ALL.into_iter().zip(seen) {
                if !truth.entities().iter().any(|row| row.team == team) {
                    continue;
                }
                let after = vec![GameState::default(); replay.activations.len()];
                let numbering = replay.battle.numbering(team);
                let report = Report::seen_by(0, &numbering, replay, truth.clone(), GameState::default(), after);
                seen.extend(report.activations.iter().map(|_| number));
            }
        }
        Entry::UndoTo(to) | Entry::ForkTo(to) => {
            seen.iter_mut().for_each(|seen| seen.truncate(seen.partition_point(|at| at <= to)));
        }
        _ => {}
    }
}
