//! Proofs that a side wins against any reply, by an AND/OR search.

use super::worker::Stands;
use super::{Line, Position, Step, Worker};
use foretoken_vm::{Outcome, Rulebook, Team};
use std::cmp::Reverse;
use std::collections::BTreeMap;

const OPENINGS: usize = 256;

/// Result of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The side wins against every reply.
    Wins,
    /// A reply prevents the victory within the rounds.
    Fails,
    /// The nodes ran out first.
    Spent,
}

/// Result for one opening.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Whether the side wins from there.
    pub reply: Reply,
    /// Decisions of the opponents that led there.
    pub opening: Vec<Step>,
    /// The first decisions of the side, if it wins.
    pub answer: Vec<Step>,
    /// Number of intents examined.
    pub nodes: u64,
    /// Whether chance mattered; the likeliest result was used.
    pub chance: bool,
    /// Whether veiled or hidden facts may have mattered; they were ignored.
    pub unknown: bool,
}

/// The decisions that opponents can make before the side's first decision.
#[derive(Clone, Debug)]
pub struct Openings {
    /// Resulting positions. One may represent several.
    pub positions: Vec<Position>,
    /// Number of intents examined.
    pub nodes: u64,
    /// Whether some openings are missing because of a limit.
    pub cut: bool,
    /// Whether chance mattered; the likeliest result was used.
    pub chance: bool,
    /// Whether veiled or hidden facts may have mattered; they were ignored.
    pub unknown: bool,
}

const DEEPEST: usize = 400;

impl Worker {
    /// Returns the opponents' decisions before the side's first, within `limit` nodes.
    #[must_use]
    pub fn openings(&mut self, book: &Rulebook, root: &Position, rounds: i32, limit: u64) -> Openings {
        (self.nodes, self.limit, self.cut, self.chance, self.unknown) = (0, limit, false, false, false);
        let mut open = vec![root.clone()];
        let mut at = 0;
        while at < open.len() && open.len() < OPENINGS {
            let mut position = open[at].clone();
            match self.settle(book, &mut position, rounds, false) {
                Stands::Asks(choose) if choose.team != self.side() => {
                    let candidates = self.candidates(book, &position, &choose);
                    let rest = candidates.iter().map(|candidate| position.after(book, candidate));
                    open.splice(at..=at, rest);
                }
                _ => {
                    open[at] = position;
                    at += 1;
                }
            }
        }
        let Self { nodes, cut, chance, unknown, .. } = *self;
        Openings { positions: open, nodes, cut, chance, unknown }
    }

    /// Proves whether the side wins from a position against any reply.
    #[must_use]
    pub fn prove(&mut self, book: &Rulebook, position: &Position, rounds: i32, limit: u64) -> Proof {
        (self.nodes, self.limit, self.cut, self.chance, self.unknown) = (0, limit, false, false, false);
        let opening = position.line.steps();
        let start = Position { line: Line::default(), ..position.clone() };
        let mut answer = Vec::new();
        let mut known = BTreeMap::new();
        let reply = self.holds(book, &start, rounds, &mut known, &mut answer, (true, 0));
        let Self { nodes, chance, unknown, .. } = *self;
        Proof { reply, opening, answer, nodes, chance, unknown }
    }

    fn holds(
        &mut self,
        book: &Rulebook,
        position: &Position,
        rounds: i32,
        memo: &mut BTreeMap<u64, Reply>,
        answer: &mut Vec<Step>,
        (first, depth): (bool, usize),
    ) -> Reply {
        if depth > DEEPEST {
            return Reply::Spent;
        }
        let mut position = position.clone();
        let choose = match self.settle(book, &mut position, rounds, false) {
            Stands::Over(Outcome::Won) => {
                answer.clone_from(&position.line.steps());
                return Reply::Wins;
            }
            Stands::Over(_) | Stands::Beyond => return Reply::Fails,
            Stands::Asks(choose) => choose,
        };
        self.cut = false;
        let mut candidates = self.candidates(book, &position, &choose);
        let cut = std::mem::take(&mut self.cut);
        let own = choose.team == self.side();
        candidates.sort_by_key(|candidate| if own { Reverse(candidate.score) } else { Reverse(-candidate.score) });
        let mut spent = cut;
        for candidate in &candidates {
            let known = candidate.key.and_then(|key| memo.get(&key).copied());
            let reply = match known {
                Some(reply) => reply,
                None if self.nodes >= self.limit => Reply::Spent,
                None => {
                    let mut next = position.after(book, candidate);
                    if !own {
                        // Record the side's decisions only up to the next reply.
                        next.line = Line::default();
                    }
                    let mut line = Vec::new();
                    let reply = self.holds(book, &next, rounds, memo, &mut line, (first && own, depth + 1));
                    if first && own && reply == Reply::Wins {
                        *answer = line;
                    }
                    if let Some(key) = candidate.key.filter(|_| reply != Reply::Spent) {
                        memo.insert(key, reply);
                    }
                    reply
                }
            };
            match reply {
                Reply::Wins if own => return Reply::Wins,
                Reply::Fails if !own => return Reply::Fails,
                Reply::Spent => spent = true,
                _ => {}
            }
        }
        match (spent, own) {
            (true, _) => Reply::Spent,
            (false, true) => Reply::Fails,
            (false, false) => {
                if first {
                    *answer = position.line.steps();
                }
                Reply::Wins
            }
        }
    }

    const fn side(&self) -> Team {
        self.team
    }
}
