//! The log of a battle as a side is told it: what it saw of each run, line by line. What is taken back is told no more. It
//! holds sentences in the words of the moment, so it stands above the seat, which knows none.

use crate::briefing::Briefing;
use crate::seat::Report;
use crate::texts::text;
use foretoken_vm::{GameState, Rulebook};

/// What a side was told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatLog {
    lines: Vec<String>,
    runs: Vec<Run>,
    /// The round that the end of the lines is about.
    round: i32,
}

/// Where the lines about a run begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    /// The seat's number for it.
    entry: u32,
    line: usize,
    /// The round that the lines before it are about.
    round: i32,
}

impl SeatLog {
    /// The lines, oldest first. Each round begins with a heading.
    #[must_use]
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Takes over what a seat is told, under the rules in force.
    pub fn hear(&mut self, book: &Rulebook, briefing: &Briefing) {
        if let Some(entry) = briefing.taken_back {
            self.take_back(entry);
        }
        if let Some(report) = &briefing.report {
            self.tell(book, briefing.known.state(), report);
        }
    }

    /// Tells of a report in the words of a state after it.
    pub(crate) fn tell(&mut self, book: &Rulebook, state: &GameState, report: &Report) {
        for (entry, which) in report.runs().filter(|(_, which)| !which.is_empty()) {
            let before = which.start.checked_sub(1).and_then(|last| report.after.get(last)).unwrap_or(&report.before);
            self.runs.push(Run { entry, line: self.lines.len(), round: self.round });
            if self.round != before.round() {
                self.round = before.round();
                self.lines.push(round_heading(self.round));
            }
            let text = text::activations(book, state, report, which);
            self.lines.extend(text.lines().map(|line| line.trim().to_owned()));
        }
    }

    /// Numbers what ran otherwise: by the numbers of a seat where it had those of a record's entries.
    pub(crate) fn renumber(&mut self, number: impl Fn(u32) -> u32) {
        self.runs.iter_mut().for_each(|run| run.entry = number(run.entry));
    }

    /// Everything since a number was taken back.
    pub(crate) fn take_back(&mut self, entry: u32) {
        if let Some(at) = self.runs.iter().position(|run| run.entry > entry) {
            let Run { line, round, .. } = self.runs[at];
            self.lines.truncate(line);
            self.runs.truncate(at);
            self.round = round;
        }
    }

    /// Appends what was told after it.
    pub(crate) fn extend(&mut self, later: Self) {
        let first = self.lines.len();
        // A heading that stands already is not told twice.
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

/// The line of a log above what happened in a round.
fn round_heading(round: i32) -> String {
    format!("— Round {round} —")
}
