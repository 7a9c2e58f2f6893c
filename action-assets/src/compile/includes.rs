//! Sizes of included actions, to refuse cycles and large inclusions early.

use std::collections::{BTreeMap, VecDeque};

use crate::part::Part;

pub(crate) trait Actions: std::fmt::Debug {
    fn action_names(&self) -> Vec<&str>;

    fn action_body(&self, name: &str) -> Option<&[Part]>;

    fn action_includes(&self, name: &str) -> Option<(usize, Vec<String>)>;
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Measure {
    /// Parts, counted at each inclusion.
    pub parts: usize,
    /// Levels of nested inclusions.
    pub depth: usize,
    /// Whether it leads to a cycle.
    pub endless: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Includes {
    names: Vec<String>,
    actions: Vec<Included>,
}

#[derive(Clone, Debug, Default)]
struct Included {
    of: BTreeMap<usize, usize>,
    measure: Measure,
}

impl Includes {
    /// Reads and measures all actions.
    pub fn of(pack: &dyn Actions) -> Self {
        let names: Vec<String> = pack.action_names().into_iter().map(str::to_owned).collect();
        let mut actions = vec![Included::default(); names.len()];
        for (name, included) in names.iter().zip(&mut actions) {
            let Some((parts, of)) = pack.action_includes(name) else { continue };
            included.measure.parts = parts;
            for at in of.iter().filter_map(|name| names.binary_search(name).ok()) {
                *included.of.entry(at).or_default() += 1;
            }
        }
        let mut includes = Self { names, actions };
        includes.measure_all();
        includes
    }

    /// Depth-first with an explicit stack, because chains may be as long as the pack has files.
    fn measure_all(&mut self) {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            Not,
            Open,
            Done,
        }
        let mut seen = vec![Seen::Not; self.actions.len()];
        for first in 0..self.actions.len() {
            let mut stack = vec![first];
            while let Some(&at) = stack.last() {
                if seen[at] == Seen::Not {
                    seen[at] = Seen::Open;
                    stack.extend(self.actions[at].of.keys().filter(|&&next| seen[next] == Seen::Not));
                    continue;
                }
                stack.pop();
                if seen[at] == Seen::Done {
                    continue;
                }
                let mut sum = self.actions[at].measure;
                for (&next, &count) in &self.actions[at].of {
                    let inner = self.actions[next].measure;
                    sum.parts = sum.parts.saturating_add(inner.parts.saturating_mul(count));
                    sum.depth = sum.depth.max(inner.depth + 1);
                    sum.endless |= inner.endless || seen[next] == Seen::Open;
                }
                self.actions[at].measure = sum;
                seen[at] = Seen::Done;
            }
        }
    }

    /// Returns the size of an action; zero if unknown.
    pub fn measure(&self, name: &str) -> Measure {
        self.index(name).map_or_else(Measure::default, |at| self.actions[at].measure)
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.names.binary_search_by(|known| known.as_str().cmp(name)).ok()
    }

    /// Returns the shortest inclusion cycle of an action.
    pub fn cycle(&self, name: &str) -> Option<Vec<&str>> {
        let start = self.index(name)?;
        let mut before: Vec<Option<usize>> = vec![None; self.actions.len()];
        let mut reached = VecDeque::from([start]);
        while let Some(at) = reached.pop_front() {
            if self.actions[at].of.contains_key(&start) {
                let mut way = vec![start, at];
                while way.last() != Some(&start) {
                    way.extend(way.last().and_then(|&last| before[last]));
                }
                way.reverse();
                return Some(way.into_iter().map(|at| self.names[at].as_str()).collect());
            }
            for &next in self.actions[at].of.keys() {
                if before[next].is_none() && next != start {
                    before[next] = Some(at);
                    reached.push_back(next);
                }
            }
        }
        None
    }
}
