//! Numbers and rewind points of a side. They count only visible events, because entry numbers would reveal hidden
//! decisions.

use super::{Referee, Refusal};
use crate::briefing::{Occasion, RewindPoint};
use crate::record::{Entry, Replay};
use crate::seat::{Report, Seen};
use foretoken_vm::{GameState, Team};
use std::collections::BTreeSet;

impl Referee {
    /// Returns the side's rewind points for a shared screen, without texts for other sides' decisions.
    #[must_use]
    pub fn rewind_points_read_by(&self, team: Team) -> Vec<RewindPoint> {
        let of_others = |rewind_point: &RewindPoint| rewind_point.team.is_some_and(|of| of != team);
        let blank = |rewind_point: &RewindPoint| match of_others(rewind_point) {
            true => RewindPoint { what: Occasion::OtherSide, ..rewind_point.clone() },
            false => rewind_point.clone(),
        };
        self.rewind_points().iter().map(blank).collect()
    }

    /// Returns the side's rewind points: its decisions, its rounds, and the end. Their numbers count visible events
    /// only.
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

    /// Rewinds to a point by its index in [`Self::rewind_points_of`] and forks the record.
    ///
    /// # Errors
    ///
    /// As [`Self::rewind`].
    pub fn rewind_for(&mut self, team: Team, rewind_point: usize) -> Result<(), Refusal> {
        let at = self.business_of(team).nth(rewind_point).map(|(at, _)| at).ok_or(Refusal::Nothing)?;
        self.rewind(at)
    }

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

    fn decided_by(&self, team: Team) -> impl Iterator<Item = u32> {
        self.rewind_points()
            .iter()
            .filter(move |rewind_point| rewind_point.team == Some(team))
            .map(|rewind_point| rewind_point.entry)
    }

    pub(crate) fn number_for(&self, team: Team, entry: u32) -> u32 {
        let own = self.decided_by(team).filter(|&at| at <= entry).count();
        let seen = self.seen.get(usize::from(team.0)).map_or(0, |seen| seen.partition_point(|&at| at <= entry));
        (own + seen) as u32
    }
}

/// Returns what each seat saw of the run of a replayed entry, without states. `truth` is the state before the entry.
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

/// Counts the activations of a replayed entry that each side saw.
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
