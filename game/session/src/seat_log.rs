//! The log of a side: its visible events by line, without undone ones. The sentences use the names at that time.

use crate::briefing::Briefing;
use crate::seat::Report;
use crate::texts::text;
use foretoken_vm::{GameState, Rulebook};

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
            self.tell(book, briefing.known.state(), report);
        }
    }

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

fn round_heading(round: i32) -> String {
    format!("— Round {round} —")
}
