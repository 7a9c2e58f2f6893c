//! The formula language: text to the VM's bytecode. [`parser`](self) reads text into a tree and resolves all names on the
//! way; constants are folded; `emit` lays the tree out as operations with jumps. While a battle runs nothing is looked
//! up by its text. The grammar is in `docs/formulas.md`.

mod by_label;
mod dice;
mod emit;
mod functions;
mod parser;
pub mod reference;
mod tree;
pub mod trial;

pub use dice::MODIFIERS;
pub use functions::{FUNCTIONS, Function};

use crate::diagnostic::did_you_mean;
use foretoken_vm::chance::Distribution;
use foretoken_vm::formula::{CustomFunction, Formula, FormulaOp};
use foretoken_vm::program::Label;
use foretoken_vm::roll::Roll;
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::stats::{Get, How, On};
use std::collections::BTreeMap;

/// The longest formula, in bytes.
pub const MAX_LENGTH: usize = 2_000;
/// How deep brackets, signs and stored formulas may nest.
pub const MAX_DEPTH: usize = 40;
/// The most parts of a formula, with the stored ones that it is made of.
pub const MAX_PARTS: usize = 2_000;

/// What reads a number of the entity at an address.
type Reads = fn(u8) -> FormulaOp;

/// Numbers of units that formulas read by their names, as in `c.health`, beside registered columns.
pub(crate) const STATS: &[(&str, Reads)] = &[
    ("health", FormulaOp::Health),
    ("initiative", FormulaOp::Initiative),
    ("max_health", FormulaOp::MaxHealth),
    ("movement", FormulaOp::Movement),
    ("shield", FormulaOp::Shield),
    ("speed", FormulaOp::Speed),
];

/// A name that means nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unknown {
    /// A short word that stays the same between versions.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What might help.
    pub help: Option<String>,
    /// The name of a target, where it may yet turn out to be declared later.
    pub target: Option<String>,
}

/// What the names in a formula mean where it stands.
pub trait Meaning {
    /// The address of a target.
    fn target(&mut self, name: &str) -> Result<u8, Unknown>;
    /// The address that `t.` means.
    fn subject(&mut self) -> Result<u8, Unknown>;
    /// What reads a number of the entity at an address, by its name behind `c.` or `t.`.
    fn stat(&mut self, address: u8, name: &str) -> Result<FormulaOp, Unknown>;
    /// A name without a scope, where such a name means anything: a parameter or a stat of a carrier's formula.
    fn term(&mut self, name: &str) -> Option<FormulaOp>;
    /// A number behind `status.`, `equip.`, `skill.`, `reacted-skill.` or `arg.`.
    fn carried(&mut self, scope: &str, name: &str) -> Result<FormulaOp, Unknown>;
    /// The index of a search.
    fn search(&mut self, wanted: WantedSearch) -> Result<u16, Unknown>;
    /// The text of a stored formula.
    fn stored(&mut self, name: &str) -> Result<String, Unknown>;
    /// The index of a surface.
    fn surface(&mut self, name: &str) -> Result<u8, Unknown>;
    /// The index of a tag.
    fn tag(&mut self, name: &str) -> Result<u8, Unknown>;
    /// The index of a zone.
    fn zone(&mut self, name: &str) -> Result<u8, Unknown>;
    /// The place of a parameter of grounds.
    fn parameter(&mut self, name: &str) -> Result<u16, Unknown>;
    /// The index of a registered column.
    fn column(&mut self, of: ColumnOf, name: &str) -> Result<u16, Unknown>;
    /// The index of a distribution.
    fn distribution(&mut self, distribution: Distribution) -> u16;
    /// The index of a roll.
    fn roll(&mut self, roll: Roll) -> u16;
    /// The label that the faces of dice are shown with.
    fn label(&mut self, name: &str) -> Label;
    /// A hint at what is taken, and may mean something else than its author wants.
    fn hint(&mut self, _: FormulaFault) {}
    /// Functions of other crates, in the order of their indices.
    fn functions(&self) -> &[CustomFunction];
}

/// A search as it is written: its names are resolved when the rulebook is made.
#[derive(Clone, Debug, PartialEq)]
pub struct WantedSearch {
    /// What is looked for.
    pub sought: WantedSought,
    /// The parameter that is read of what is found.
    pub parameter: Option<String>,
    /// What becomes of the values.
    pub get: Get,
}

/// What a search looks for, by names.
#[derive(Clone, Debug, PartialEq)]
pub enum WantedSought {
    /// Items that are worn.
    Items {
        /// Categories, each of which an item has.
        categories: Vec<String>,
        /// Slots, of which an item takes one at least; any where there is none.
        slots: Vec<String>,
    },
    /// An item of this name that is worn.
    Item {
        /// Its asset name.
        name: String,
    },
    /// The skill of this name.
    Skill {
        /// Its asset name.
        name: String,
    },
    /// Skills.
    Skills {
        /// The path of one, or of a group of them; all where it is empty.
        path: String,
    },
    /// Changes since the use at hand began.
    Changes {
        /// How the number changed: one of these.
        how: Vec<How>,
        /// Which numbers: one of these, or any where there is none.
        of: Vec<String>,
        /// What its label is, or lies below: each of these.
        types: Vec<String>,
        /// On whom.
        on: On,
    },
}

/// One fault of a formula's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaFault {
    /// The character it begins at, from 1.
    pub column: usize,
    /// The stored formula that it is in, if it is in one; its place in that is told with what is wrong.
    pub within: Option<String>,
    /// What is wrong.
    pub what: Unknown,
}

impl FormulaFault {
    fn new(column: usize, message: impl Into<String>) -> Self {
        let what = Unknown { code: "bad-formula", message: message.into(), ..Unknown::default() };
        Self { column, within: None, what }
    }

    /// A hint at dice that other tools read otherwise.
    fn hint(column: usize, message: &str, help: String) -> Self {
        let what = Unknown { code: "dice-comparison", message: message.to_owned(), help: Some(help), target: None };
        Self { column, within: None, what }
    }

    fn with_help(mut self, help: Option<String>) -> Self {
        self.what.help = help;
        self
    }
}

/// Compiles a formula's text.
///
/// # Errors
/// All that is wrong with it: names that mean nothing, and faults of grammar, after each of which reading goes on behind
/// the bracket that it is in.
pub fn compile_formula(text: &str, meaning: &mut dyn Meaning) -> Result<Formula, Vec<FormulaFault>> {
    check_length(text)?;
    let (tree, stored) = parser::parse(text, meaning)?;
    finished(&tree, source(text, &stored), meaning)
}

/// Compiles an amount by the labels of its dice: a formula for each label, or one where there are not several.
///
/// # Errors
/// As [`compile_formula`].
pub fn compile_by_label(
    text: &str,
    usual: Label,
    meaning: &mut dyn Meaning,
) -> Result<Vec<(Option<Label>, Formula)>, Vec<FormulaFault>> {
    check_length(text)?;
    let (tree, stored) = parser::parse(text, meaning)?;
    let parts = by_label::parts(tree, usual);
    let whole = parts.len() == 1;
    let part = |(label, tree): (Option<Label>, tree::Tree)| {
        let source = source(text, &stored);
        let sort = label.and_then(|_| by_label::name_of(&tree));
        let source = match sort {
            _ if whole => source,
            Some(sort) => format!("the {sort} of {source}"),
            None => format!("what has no label of {source}"),
        };
        Ok((label, finished(&tree, source, meaning)?))
    };
    parts.into_iter().map(part).collect()
}

fn check_length(text: &str) -> Result<(), Vec<FormulaFault>> {
    if text.len() > MAX_LENGTH {
        let message = format!("the formula is longer than {MAX_LENGTH} characters");
        return Err(vec![FormulaFault::new(1, message)]);
    }
    Ok(())
}

/// A tree as operations, if it does not need too many numbers at once.
fn finished(tree: &tree::Tree, source: String, meaning: &mut dyn Meaning) -> Result<Formula, Vec<FormulaFault>> {
    let formula = Formula { source, code: emit::emit(tree, meaning) };
    if formula.code.len() > Formula::MAX_CODE || formula.stack_needed().is_none() {
        let message = format!("the formula needs more than {} numbers at once", Formula::STACK);
        return Err(vec![FormulaFault::new(1, message)]);
    }
    Ok(formula)
}

/// The text of a stored formula among those there are.
pub(crate) fn stored_in(stored: &BTreeMap<String, String>, name: &str) -> Result<String, Unknown> {
    stored.get(name).cloned().ok_or_else(|| {
        let help = did_you_mean(name, stored.keys().map(String::as_str));
        let message = format!("there is no stored formula `{name}`");
        Unknown { code: "unknown-reference", message, help, target: None }
    })
}

/// The position of an item, which is added where it is not there yet.
pub(crate) fn position<T: PartialEq>(items: &mut Vec<T>, item: T) -> usize {
    items.iter().position(|known| *known == item).unwrap_or_else(|| {
        items.push(item);
        items.len() - 1
    })
}

/// The text, and the stored formulas that it is made of: what a program does is told by its disassembly, and records
/// compare that.
fn source(text: &str, stored: &[(String, String)]) -> String {
    let text = text.trim();
    if stored.is_empty() {
        return text.to_owned();
    }
    let parts: Vec<String> = stored.iter().map(|(name, text)| format!("f.{name} = {}", text.trim())).collect();
    format!("{text} where {}", parts.join(", "))
}
