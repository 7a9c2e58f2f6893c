//! What all programs of a rulebook share: labels, formulas, patterns, distributions, and the names that may be meant.

use std::collections::{BTreeMap, BTreeSet};

use foretoken_vm::chance::Distribution;
use foretoken_vm::formula::Formula;
use foretoken_vm::program::TokenSet;
use foretoken_vm::rulebook::Columns;
use foretoken_vm::space::Pattern;
use foretoken_vm::tokens::Extern;
use foretoken_vm::tokens::operand::Part;

/// Names of a library, each list sorted, so that an index does not depend on the order in which files were read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub surfaces: Vec<String>,
    pub units: Vec<String>,
    pub terrains: Vec<String>,
    pub tags: Vec<String>,
    pub zones: Vec<String>,
}

/// The shared tables of a rulebook being compiled.
#[derive(Debug)]
pub(crate) struct Tables<'a> {
    pub names: &'a Names,
    pub columns: Columns,
    pub externs: Vec<Extern>,
    pub patterns: Vec<Pattern>,
    pub formulas: Vec<Formula>,
    pub distributions: Vec<Distribution>,
    pub programs: Vec<TokenSet>,
    pub kinds: BTreeSet<(String, u32)>,
    /// Labels in order of first use; sorted when all programs are there.
    labels: Vec<String>,
    /// Where each label stands.
    label_at: BTreeMap<String, u16>,
    /// Delayed bodies, in order of first use; they join the programs when all are there.
    delayed: Vec<TokenSet>,
}

/// How much the tables held, to forget what a trial run added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark([usize; 5]);

impl<'a> Tables<'a> {
    pub fn new(names: &'a Names, columns: Columns, mut externs: Vec<Extern>) -> Self {
        externs.sort_by(|a, b| a.name.cmp(&b.name));
        externs.dedup_by(|b, a| a.name == b.name);
        Self {
            names,
            columns,
            externs,
            patterns: vec![Pattern::single()],
            formulas: Vec::new(),
            distributions: Vec::new(),
            programs: Vec::new(),
            kinds: BTreeSet::new(),
            // The first label is the engine's own, of what no part did.
            labels: vec![String::new()],
            label_at: BTreeMap::from([(String::new(), 0)]),
            delayed: Vec::new(),
        }
    }

    /// The place of a label, which is added where it is not there yet; none where there are 65,536 others.
    pub fn label(&mut self, name: &str) -> Option<u16> {
        if let Some(&at) = self.label_at.get(name) {
            return Some(at);
        }
        let at = u16::try_from(self.labels.len()).ok()?;
        self.labels.push(name.to_owned());
        self.label_at.insert(name.to_owned(), at);
        Some(at)
    }

    pub fn pattern(&mut self, pattern: Pattern) -> u16 {
        position(&mut self.patterns, pattern) as u16
    }

    pub fn formula(&mut self, formula: Formula) -> u32 {
        position(&mut self.formulas, formula) as u32
    }

    pub fn distribution(&mut self, distribution: Distribution) -> u16 {
        position(&mut self.distributions, distribution) as u16
    }

    /// Adds a delayed body; the index is its own until [`Self::finish`].
    pub fn program(&mut self, program: TokenSet) -> u16 {
        self.delayed.push(program);
        (self.delayed.len() - 1) as u16
    }

    pub fn mark(&self) -> Mark {
        Mark([
            self.patterns.len(),
            self.formulas.len(),
            self.distributions.len(),
            self.labels.len(),
            self.delayed.len(),
        ])
    }

    pub fn reset(&mut self, Mark(mark): Mark) {
        self.patterns.truncate(mark[0]);
        self.formulas.truncate(mark[1]);
        self.distributions.truncate(mark[2]);
        for forgotten in self.labels.drain(mark[3]..) {
            self.label_at.remove(&forgotten);
        }
        self.delayed.truncate(mark[4]);
    }

    /// Sorts programs and labels by name, and lets every instruction mean what it meant.
    pub fn finish(&mut self) -> Vec<String> {
        let labels = std::mem::take(&mut self.labels);
        self.label_at.clear();
        let mut sorted = labels.clone();
        sorted.sort();
        let label_at: Vec<u16> =
            labels.iter().map(|label| sorted.binary_search(label).unwrap_or_default() as u16).collect();
        let delayed = std::mem::take(&mut self.delayed);
        let delayed_names: Vec<String> = delayed.iter().map(|program| program.name.clone()).collect();
        self.programs.extend(delayed);
        self.programs.sort_by(|a, b| a.name.cmp(&b.name));
        let by_name: BTreeMap<String, u16> =
            self.programs.iter().enumerate().map(|(at, program)| (program.name.clone(), at as u16)).collect();
        for token in self.programs.iter_mut().flat_map(|program| &mut program.code) {
            token.each(&mut |part| match part {
                Part::Label(label) => label.0 = label_at.get(usize::from(label.0)).copied().unwrap_or_default(),
                Part::Program(program) => {
                    let name = delayed_names.get(usize::from(program.0));
                    program.0 = name.and_then(|name| by_name.get(name)).copied().unwrap_or(u16::MAX);
                }
                _ => {}
            });
        }
        sorted
    }
}

/// The position of an item, which is added where it is not there yet.
fn position<T: PartialEq>(items: &mut Vec<T>, item: T) -> usize {
    items.iter().position(|known| *known == item).unwrap_or_else(|| {
        items.push(item);
        items.len() - 1
    })
}
