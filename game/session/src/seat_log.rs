//! The log of a side: its visible events by line, without undone ones. The sentences use the names at that time.

use crate::briefing::Briefing;
use crate::seat::Report;
use crate::texts::text;
use foretoken_vm::{Advance, Change, ChangeKind, EntityId, GameState, Known, Rulebook, Team};

/// Log of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatLog {
    lines: Vec<String>,
    runs: Vec<Run>,
    round: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    entry: u32,
    line: usize,
    round: i32,
    /// Whether a unit of another side harmed its own side.
    is_turned: bool,
}

impl SeatLog {
    /// Returns the lines, oldest first, with a heading for each round.
    #[must_use]
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Adds a briefing under the current rules.
    pub fn hear(&mut self, book: &Rulebook, briefing: &Briefing) {
        if let Some(entry) = briefing.taken_back {
            self.take_back(entry);
        }
        if let Some(report) = &briefing.report {
            self.tell(book, &briefing.known, report);
        }
    }

    pub(crate) fn tell(&mut self, book: &Rulebook, known: &Known, report: &Report) {
        for (entry, which) in report.runs().filter(|(_, which)| !which.is_empty()) {
            let before = which.start.checked_sub(1).and_then(|last| report.after.get(last)).unwrap_or(&report.before);
            let is_turned = which.clone().any(|at| is_turned_blow(known.viewer(), report, at));
            self.runs.push(Run { entry, line: self.lines.len(), round: self.round, is_turned });
            if self.round != before.round() {
                self.round = before.round();
                self.lines.push(round_heading(self.round));
            }
            let text = text::activations(book, known.state(), report, which);
            self.lines.extend(text.lines().map(|line| line.trim().to_owned()));
        }
    }

    /// Returns the number of turns in which a unit of another side harmed its own side.
    #[must_use]
    pub fn turned_blows(&self) -> usize {
        self.runs.iter().filter(|run| run.is_turned).count()
    }

    pub(crate) fn renumber(&mut self, number: impl Fn(u32) -> u32) {
        self.runs.iter_mut().for_each(|run| run.entry = number(run.entry));
    }

    pub(crate) fn take_back(&mut self, entry: u32) {
        if let Some(at) = self.runs.iter().position(|run| run.entry > entry) {
            let Run { line, round, .. } = self.runs[at];
            self.lines.truncate(line);
            self.runs.truncate(at);
            self.round = round;
        }
    }

    pub(crate) fn extend(&mut self, later: Self) {
        let first = self.lines.len();
        let repeated = later.lines.first().is_some_and(|line| *line == round_heading(self.round));
        let dropped = usize::from(repeated);
        self.runs.extend(later.runs.iter().map(|run| Run {
            line: first + run.line.saturating_sub(dropped),
            round: if run.line == 0 { self.round } else { run.round },
            ..*run
        }));
        self.lines.extend(later.lines.into_iter().skip(dropped));
        if !later.runs.is_empty() {
            self.round = later.round;
        }
    }
}

/// Whether a unit of a side that `viewer` fights harms another unit of its own side in an activation.
fn is_turned_blow(viewer: Team, report: &Report, activation: usize) -> bool {
    let Some(&(Advance::Unit(actor, _), _)) = report.activations.get(activation) else { return false };
    let Some(after) = report.after.get(activation).filter(|_| actor.is_some()) else { return false };
    let side = after.entity(actor).team;
    let is_blow = |change: &Change| is_own_harm(change, after, (actor, side));
    side != viewer && side != Team::NEUTRAL && report.of(activation).iter().any(is_blow)
}

/// Whether a change is harm to a unit of the actor's own side.
fn is_own_harm(change: &Change, state: &GameState, (actor, side): (EntityId, Team)) -> bool {
    change.kind == ChangeKind::Health
        && change.after < change.before
        && change.entity != actor
        && state.entity(change.entity).team == side
}

fn round_heading(round: i32) -> String {
    format!("— Round {round} —")
}
