//! A search for a line of decisions by which a side wins: exact within a number of rounds and of nodes, on what the side knows.
//! It widens a beam until nothing is left out or the nodes are spent, so what it finds early is what looks best, and what it
//! says in the end of a small puzzle is a proof. Positions are compared by meaning: the state, and what is still to be carried
//! out. Chance falls as is likeliest, and what the side does not know is not there; both are told where they had a say.
//!
//! Whoever drives it maps [`Worker::expand`] over a [`Search::batch`] and gives back what was found in the same order, so any
//! number of threads comes to the same.

mod any;
mod worker;

pub use any::{Openings, Proof, Reply};
pub use worker::Worker;

use crate::rollout::Course;
use foretoken_vm::{EntityId, Intent, Known, Outcome, Plan, Rulebook, Team};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Positions of a layer that are kept in the first pass, and by how much each further pass widens that.
const FIRST_WIDTH: usize = 8;
const WIDENS: usize = 4;
/// Positions of a batch.
const BATCH: usize = 16;

/// A decision of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The round in which it is made.
    pub round: i32,
    /// For whom; nobody where the side closes its decisions.
    pub unit: Option<EntityId>,
    /// What it does.
    pub intent: Intent,
}

/// Decisions, the last of them first; lines share what they have in common.
#[derive(Clone, Debug, Default)]
pub struct Line(Option<Arc<(Self, Step)>>);

impl Line {
    /// The decisions in the order in which they are made.
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
    /// One decision after the other: lines may be longer than a stack is deep.
    fn drop(&mut self) {
        let mut at = self.0.take();
        while let Some(here) = at {
            at = Arc::into_inner(here).and_then(|(mut before, _)| before.0.take());
        }
    }
}

/// Where a battle stands, as a side knows it, and how it came there.
#[derive(Clone, Debug)]
pub struct Position {
    course: Course,
    line: Line,
}

impl Position {
    /// What is known.
    #[must_use]
    pub fn known(&self) -> &Known {
        &self.course.known
    }

    /// What was decided and not carried out yet.
    #[must_use]
    pub const fn plan(&self) -> &Plan {
        &self.course.plan
    }
}

/// A decision that can be made from a position.
#[derive(Clone, Debug)]
struct Candidate {
    unit: Option<EntityId>,
    team: Team,
    intent: Intent,
    score: i64,
    /// What it comes to; nothing where the side closes its decisions.
    key: Option<u64>,
}

/// What was found of one position.
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

/// How far a search goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveOptions {
    /// Rounds from the one in which it begins.
    pub rounds: i32,
    /// Intents that are looked at, over all passes.
    pub nodes: u64,
    /// Whether all classes of winning ends are looked for and not the first alone.
    pub all: bool,
}

/// What a search came to.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    /// The first line that wins.
    pub line: Option<Vec<Step>>,
    /// Winning states in which a line ended, each once by what it means.
    pub ends: BTreeSet<u64>,
    /// Lines that win, one for each of these, in the order in which they were found.
    pub lines: Vec<Line>,
    /// Whether every line within the rounds was looked at: what was not found is not there.
    pub whole: bool,
    /// Intents that were looked at.
    pub nodes: u64,
    /// Positions of a layer that were kept at most.
    pub width: usize,
    /// Whether chance had a say in something that was looked at: it fell as is likeliest.
    pub chance: bool,
    /// Whether something veiled or hidden may have had a say: it was taken as not there.
    pub unknown: bool,
}

impl Solved {
    /// What was taken for granted, in words.
    #[must_use]
    pub fn assumed(&self, book: &Rulebook) -> Vec<&'static str> {
        let mut assumed = vec!["walks go by the way that is offered"];
        if self.chance {
            assumed.push("chance falls as is likeliest");
        }
        if self.unknown || book.sight.is_some() {
            assumed.push("what the side does not know is not there");
        }
        assumed
    }
}

/// A search under way.
#[derive(Debug)]
pub struct Search<'a> {
    book: &'a Rulebook,
    options: SolveOptions,
    root: Position,
    width: usize,
    /// The layer that is expanded, how much of it is, and what came of that.
    layer: Vec<Position>,
    at: usize,
    next: Vec<(Arc<Position>, Candidate)>,
    seen: BTreeSet<u64>,
    cut: bool,
    done: bool,
    solved: Solved,
}

impl<'a> Search<'a> {
    /// Begins a search from a position.
    #[must_use]
    pub fn new(book: &'a Rulebook, root: Position, options: SolveOptions) -> Self {
        let layer = vec![root.clone()];
        let solved = Solved { width: FIRST_WIDTH, ..Solved::default() };
        let (seen, next) = (BTreeSet::new(), Vec::new());
        Self { book, options, root, width: FIRST_WIDTH, layer, at: 0, next, seen, cut: false, done: false, solved }
    }

    /// The round that is not looked at any more.
    #[must_use]
    pub fn end(&self) -> i32 {
        self.root.known().state().round().saturating_add(self.options.rounds)
    }

    /// Intents that were looked at so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.solved.nodes
    }

    /// Lines that were found to win, one for each winning end.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.solved.lines
    }

    /// The positions to expand next, and how many nodes each may take; nothing when the search is over.
    #[must_use]
    pub fn batch(&self) -> Option<(&[Position], u64)> {
        let left = self.options.nodes.saturating_sub(self.solved.nodes);
        if self.done || left == 0 {
            return None;
        }
        // Together they take no more than is left.
        let most = usize::try_from(left).map_or(BATCH, |left| left.min(BATCH));
        let end = self.layer.len().min(self.at + most);
        let batch = &self.layer[self.at..end];
        Some((batch, left / batch.len().max(1) as u64))
    }

    /// Takes over what was found of a batch, in its order.
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

    /// Keeps the best of what follows a layer; where nothing does, the pass is over.
    fn close_layer(&mut self) {
        let mut next = std::mem::take(&mut self.next);
        // Stable, so that equal scores keep the order in which they were found.
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

    /// What it came to.
    #[must_use]
    pub fn finish(self) -> Solved {
        self.solved
    }
}
