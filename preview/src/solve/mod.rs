//! Search for a winning line of decisions. The beam widens until the search is complete, which is a proof, or the nodes
//! run out. Chance takes the likeliest result and unknown facts are ignored.

mod any;
mod worker;

pub use any::{Openings, Proof, Reply};
pub use worker::Worker;

use crate::rollout::Course;
use foretoken_vm::{EntityId, Intent, Known, Outcome, Plan, Rulebook, Team};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

const FIRST_WIDTH: usize = 8;
const WIDENS: usize = 4;
const BATCH: usize = 16;

/// A decision in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Round of the decision.
    pub round: i32,
    /// The unit; `None` if the side ends its turn.
    pub unit: Option<EntityId>,
    /// Its intent.
    pub intent: Intent,
}

/// A list of decisions, last first. Lines share common parts.
#[derive(Clone, Debug, Default)]
pub struct Line(Option<Arc<(Self, Step)>>);

impl Line {
    /// Returns the decisions in order.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let (mut steps, mut at) = (Vec::new(), &self.0);
        while let Some(here) = at {
            steps.push(here.1.clone());
            at = &here.0.0;
        }
        steps.reverse();
        steps
    }
}

impl Drop for Line {
    /// Drops iteratively: recursion could overflow the stack on long lines.
    fn drop(&mut self) {
        let mut at = self.0.take();
        while let Some(here) = at {
            at = Arc::into_inner(here).and_then(|(mut before, _)| before.0.take());
        }
    }
}

/// A known state of a battle, with its line.
#[derive(Clone, Debug)]
pub struct Position {
    course: Course,
    line: Line,
}

impl Position {
    /// Returns what is known.
    #[must_use]
    pub fn known(&self) -> &Known {
        &self.course.known
    }

    /// Returns the decisions that have not been carried out.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.course.plan
    }
}

#[derive(Clone, Debug)]
struct Candidate {
    unit: Option<EntityId>,
    team: Team,
    intent: Intent,
    score: i64,
    key: Option<u64>,
}

/// Result of expanding one position.
#[derive(Debug, Default)]
pub struct Expansion {
    position: Option<Arc<Position>>,
    candidates: Vec<Candidate>,
    ends: Option<(Outcome, u64)>,
    nodes: u64,
    cut: bool,
    chance: bool,
    unknown: bool,
}

/// Limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveOptions {
    /// Number of rounds, with the first.
    pub rounds: i32,
    /// Limit of intents over all passes.
    pub nodes: u64,
    /// Whether to find all distinct winning ends instead of the first.
    pub all: bool,
}

/// Result of a search.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    /// The first winning line.
    pub line: Option<Vec<Step>>,
    /// Hashes of the distinct winning end states.
    pub ends: BTreeSet<u64>,
    /// Winning lines, one for each end, in order of discovery.
    pub lines: Vec<Line>,
    /// Whether the search was complete.
    pub whole: bool,
    /// Number of intents examined.
    pub nodes: u64,
    /// Greatest beam width used.
    pub width: usize,
    /// Whether chance mattered; the likeliest result was used.
    pub chance: bool,
    /// Whether veiled or hidden facts may have mattered; they were ignored.
    pub unknown: bool,
}

impl Solved {
    /// Returns the assumptions of the search, as texts.
    #[must_use]
    pub fn assumed(&self, book: &Rulebook) -> Vec<&'static str> {
        let mut assumed = vec!["walks take the offered path"];
        if self.chance {
            assumed.push("random results are the most likely ones");
        }
        if self.unknown || book.sight.is_some() {
            assumed.push("hidden units and cells are ignored");
        }
        assumed
    }
}

/// A running search.
#[derive(Debug)]
pub struct Search<'a> {
    book: &'a Rulebook,
    options: SolveOptions,
    root: Position,
    width: usize,
    layer: Vec<Position>,
    at: usize,
    next: Vec<(Arc<Position>, Candidate)>,
    seen: BTreeSet<u64>,
    cut: bool,
    done: bool,
    solved: Solved,
}

impl<'a> Search<'a> {
    /// Starts a search from a position.
    #[must_use]
    pub fn new(book: &'a Rulebook, root: Position, options: SolveOptions) -> Self {
        let layer = vec![root.clone()];
        let solved = Solved { width: FIRST_WIDTH, ..Solved::default() };
        let (seen, next) = (BTreeSet::new(), Vec::new());
        Self { book, options, root, width: FIRST_WIDTH, layer, at: 0, next, seen, cut: false, done: false, solved }
    }

    /// Returns the first round after the search.
    #[must_use]
    pub fn end(&self) -> i32 {
        self.root.known().state().round().saturating_add(self.options.rounds)
    }

    /// Number of intents examined so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.solved.nodes
    }

    /// Returns the winning lines so far, one for each winning end.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.solved.lines
    }

    /// Returns the next positions and their node limits; `None` at the end.
    #[must_use]
    pub fn batch(&self) -> Option<(&[Position], u64)> {
        let left = self.options.nodes.saturating_sub(self.solved.nodes);
        if self.done || left == 0 {
            return None;
        }
        let most = usize::try_from(left).map_or(BATCH, |left| left.min(BATCH));
        let end = self.layer.len().min(self.at + most);
        let batch = &self.layer[self.at..end];
        Some((batch, left / batch.len().max(1) as u64))
    }

    /// Adds the results of a batch, in its order.
    pub fn take(&mut self, found: Vec<Expansion>) {
        self.at += found.len();
        for expansion in found {
            self.solved.nodes += expansion.nodes;
            self.solved.chance |= expansion.chance;
            self.solved.unknown |= expansion.unknown;
            self.cut |= expansion.cut;
            let Some(position) = expansion.position else { continue };
            if let Some((Outcome::Won, end)) = expansion.ends {
                if self.solved.ends.insert(end) {
                    self.solved.lines.push(position.line.clone());
                }
                if self.solved.line.is_none() {
                    self.solved.line = Some(position.line.steps());
                }
            }
            for candidate in expansion.candidates {
                if candidate.key.is_none_or(|key| self.seen.insert(key)) {
                    self.next.push((Arc::clone(&position), candidate));
                }
            }
        }
        if self.solved.line.is_some() && !self.options.all {
            self.done = true;
        } else if self.at >= self.layer.len() {
            self.close_layer();
        }
    }

    fn close_layer(&mut self) {
        let mut next = std::mem::take(&mut self.next);
        next.sort_by_key(|(_, candidate)| Reverse(candidate.score));
        if next.len() > self.width {
            self.cut = true;
            next.truncate(self.width);
        }
        self.layer = next.iter().map(|(position, candidate)| position.after(self.book, candidate)).collect();
        self.at = 0;
        if !self.layer.is_empty() {
            return;
        }
        if self.cut {
            self.width = self.width.saturating_mul(WIDENS);
            self.solved.width = self.width;
            self.cut = false;
            self.seen.clear();
            self.layer = vec![self.root.clone()];
        } else {
            self.done = true;
            self.solved.whole = true;
        }
    }

    /// Returns the result.
    #[must_use]
    pub fn finish(self) -> Solved {
        self.solved
    }
}
