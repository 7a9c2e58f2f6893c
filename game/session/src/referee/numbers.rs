//! The numbers and moments that a side gets. They count what the side saw or decided: entries of the record would tell how much
//! others decide out of its sight.

use super::{Referee, Refusal};
use crate::briefing::{Occasion, RewindPoint};
use crate::record::{Entry, Replay};
use crate::seat::{Report, Seen};
use foretoken_vm::{GameState, Team};
use std::collections::BTreeSet;

impl Referee {
    /// The same as this side reads them at a screen that it shares: decisions of others have no words.
    #[must_use]
    pub fn rewind_points_read_by(&self, team: Team) -> Vec<RewindPoint> {
        let of_others = |rewind_point: &RewindPoint| rewind_point.team.is_some_and(|of| of != team);
        let blank = |rewind_point: &RewindPoint| match of_others(rewind_point) {
            true => RewindPoint { what: Occasion::OtherSide, ..rewind_point.clone() },
            false => rewind_point.clone(),
        };
        self.rewind_points().iter().map(blank).collect()
    }

    /// The moments that are a side's business: its own decisions, the beginnings of the rounds in which it decides, and the
    /// end. Their numbers count what the side saw, so they tell nothing of entries that other sides made.
    #[must_use]
    pub fn rewind_points_of(&self, team: Team) -> Vec<RewindPoint> {
        let own: Vec<u32> = self.decided_by(team).collect();
        let seen = self.seen.get(usize::from(team.0)).map_or(&[][..], Vec::as_slice);
        let number =
            |entry: u32| (own.partition_point(|&at| at <= entry) + seen.partition_point(|&at| at <= entry)) as u32;
        let numbered = |(_, rewind_point): (usize, &RewindPoint)| RewindPoint {
            entry: number(rewind_point.entry),
            asked: number(rewind_point.asked),
            ..rewind_point.clone()
        };
        self.business_of(team).map(numbered).collect()
    }

    /// Goes back to a moment of [`Self::rewind_points_of`], by its place there, and forks the record.
    ///
    /// # Errors
    /// As [`Self::rewind`].
    pub fn rewind_for(&mut self, team: Team, rewind_point: usize) -> Result<(), Refusal> {
        let at = self.business_of(team).nth(rewind_point).map(|(at, _)| at).ok_or(Refusal::Nothing)?;
        self.rewind(at)
    }

    /// The moments of a side's business with their places among all moments.
    fn business_of(&self, team: Team) -> impl Iterator<Item = (usize, &RewindPoint)> {
        let mut rounds: BTreeSet<i32> = self
            .rewind_points()
            .iter()
            .filter(|rewind_point| rewind_point.team == Some(team))
            .map(|rewind_point| rewind_point.round)
            .collect();
        if self.pending.team() == Some(team) {
            rounds.insert(self.replay.battle.state().round());
        }
        self.rewind_points().iter().enumerate().filter(move |(_, rewind_point)| match rewind_point.team {
            Some(of) => of == team,
            None => rewind_point.what == Occasion::End || rounds.contains(&rewind_point.round),
        })
    }

    /// The entries of a side's own decisions, in order.
    fn decided_by(&self, team: Team) -> impl Iterator<Item = u32> {
        self.rewind_points()
            .iter()
            .filter(move |rewind_point| rewind_point.team == Some(team))
            .map(|rewind_point| rewind_point.entry)
    }

    /// How much a side had seen or decided by an entry of the record.
    pub(crate) fn number_for(&self, team: Team, entry: u32) -> u32 {
        let own = self.decided_by(team).filter(|&at| at <= entry).count();
        let seen = self.seen.get(usize::from(team.0)).map_or(0, |seen| seen.partition_point(|&at| at <= entry));
        (own + seen) as u32
    }
}

/// Returns what each seat saw of the run of an entry that was replayed, without states; `truth` is the state before the entry.
pub(super) fn seen_by_seats(entry: &Entry, replay: &Replay, truth: &GameState) -> Vec<(Team, Seen)> {
    if !entry.is_commit() {
        return Vec::new();
    }
    let has_seat =
        |team: &Team| !replay.battle.state().is_planned(*team) && truth.entities().iter().any(|row| row.team == *team);
    let seen = |team| {
        let after = vec![GameState::default(); replay.activations.len()];
        let numbering = replay.battle.numbering(team);
        (team, Report::seen_by(0, &numbering, replay, truth.clone(), GameState::default(), after))
    };
    Team::ALL.into_iter().filter(has_seat).map(seen).collect()
}

/// Counts for each side the activations of a replayed entry that it saw.
pub(super) fn observe_seen(
    counted: &mut [Vec<u32>; Team::COUNT],
    number: u32,
    entry: &Entry,
    seen_by_seats: &[(Team, Seen)],
) {
    for (team, seen) in seen_by_seats {
        counted[usize::from(team.0)].extend(seen.activations.iter().map(|_| number));
    }
    match entry {
        Entry::UndoTo(to) | Entry::ForkTo(to) => {
            counted.iter_mut().for_each(|seen| seen.truncate(seen.partition_point(|at| at <= to)));
        }
        _ => {}
    }
}
