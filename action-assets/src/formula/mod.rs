//! The formula language. The grammar is in `docs/formulas.md`.

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

/// Limit of a formula's length, in bytes.
pub const MAX_LENGTH: usize = 2_000;
/// Limit of nested brackets, signs and stored formulas.
pub const MAX_DEPTH: usize = 40;
/// Limit of parts, with stored formulas.
pub const MAX_PARTS: usize = 2_000;

type Reads = fn(u8) -> FormulaOp;

pub(crate) const STATS: &[(&str, Reads)] = &[
    ("health", FormulaOp::Health),
    ("initiative", FormulaOp::Initiative),
    ("max_health", FormulaOp::MaxHealth),
    ("movement", FormulaOp::Movement),
    ("shield", FormulaOp::Shield),
    ("speed", FormulaOp::Speed),
];

/// An unknown name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unknown {
    /// Stable code.
    pub code: &'static str,
    /// Message.
    pub message: String,
    /// Help.
    pub help: Option<String>,
    /// The name, if it may be a target that is declared later.
    pub target: Option<String>,
}

/// Resolves names where a formula stands.
pub trait Meaning {
    /// Returns the address of a target.
    fn target(&mut self, name: &str) -> Result<u8, Unknown>;
    /// Returns the address of `t.`.
    fn subject(&mut self) -> Result<u8, Unknown>;
    /// Returns the operation for a number after `c.` or `t.`.
    fn stat(&mut self, address: u8, name: &str) -> Result<FormulaOp, Unknown>;
    /// Returns the operation for a name without a scope: a parameter or stat.
    fn term(&mut self, name: &str) -> Option<FormulaOp>;
    /// Returns the operation for a number after `status.`, `equip.`, `skill.`, `reacted-skill.` or `arg.`.
    fn carried(&mut self, scope: &str, name: &str) -> Result<FormulaOp, Unknown>;
    /// Returns the index of a search.
    fn search(&mut self, wanted: WantedSearch) -> Result<u16, Unknown>;
    /// Returns the text of a stored formula.
    fn stored(&mut self, name: &str) -> Result<String, Unknown>;
    /// Returns the index of a surface.
    fn surface(&mut self, name: &str) -> Result<u8, Unknown>;
    /// Returns the index of a tag.
    fn tag(&mut self, name: &str) -> Result<u8, Unknown>;
    /// Returns the index of a zone.
    fn zone(&mut self, name: &str) -> Result<u8, Unknown>;
    /// Returns the index of a terrain parameter.
    fn parameter(&mut self, name: &str) -> Result<u16, Unknown>;
    /// Returns the index of a column.
    fn column(&mut self, of: ColumnOf, name: &str) -> Result<u16, Unknown>;
    /// Returns the index of a distribution.
    fn distribution(&mut self, distribution: Distribution) -> u16;
    /// Returns the index of a roll.
    fn roll(&mut self, roll: Roll) -> u16;
    /// Returns a label of dice.
    fn label(&mut self, name: &str) -> Label;
    /// Receives a hint about valid but ambiguous text.
    fn hint(&mut self, _: FormulaFault) {}
    /// Returns the functions of other crates, by index.
    fn functions(&self) -> &[CustomFunction];
}

/// Its target.
#[derive(Clone, Debug, PartialEq)]
pub struct WantedSearch {
    /// Result of the search.
    pub sought: WantedSought,
    /// The parameter that it reads.
    pub parameter: Option<String>,
    /// How it combines the values.
    pub get: Get,
}

/// Targets of a search, by name.
#[derive(Clone, Debug, PartialEq)]
pub enum WantedSought {
    /// Worn items.
    Items {
        /// Required categories.
        categories: Vec<String>,
        /// Slots, at least one of them; empty for any.
        slots: Vec<String>,
    },
    /// A worn item.
    Item {
        /// Asset name.
        name: String,
    },
    /// A skill.
    Skill {
        /// Asset name.
        name: String,
    },
    /// Skills.
    Skills {
        /// Path of a skill or a group; empty for all.
        path: String,
    },
    /// Changes since the current use began.
    Changes {
        /// Directions of the change.
        how: Vec<How>,
        /// Changed numbers; empty for any.
        of: Vec<String>,
        /// Required labels.
        types: Vec<String>,
        /// The changed unit.
        on: On,
    },
}

/// A fault of a formula's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaFault {
    /// Character at which it begins, from 1.
    pub column: usize,
    /// The stored formula that contains it.
    pub within: Option<String>,
    /// The fault.
    pub what: Unknown,
}

impl FormulaFault {
    fn new(column: usize, message: impl Into<String>) -> Self {
        let what = Unknown { code: "bad-formula", message: message.into(), ..Unknown::default() };
        Self { column, within: None, what }
    }

    fn hint(column: usize, message: &str, help: String) -> Self {
        let what = Unknown { code: "dice-comparison", message: message.to_owned(), help: Some(help), target: None };
        Self { column, within: None, what }
    }

    fn with_help(mut self, help: Option<String>) -> Self {
        self.what.help = help;
        self
    }
}

/// Compiles a formula.
///
/// # Errors
///
/// Returns all faults.
pub fn compile_formula(text: &str, meaning: &mut dyn Meaning) -> Result<Formula, Vec<FormulaFault>> {
    check_length(text)?;
    let (tree, stored) = parser::parse(text, meaning)?;
    finished(&tree, source(text, &stored), meaning)
}

/// Compiles an amount by dice label.
///
/// # Errors
///
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
            None => format!("the part without a label of {source}"),
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

fn finished(tree: &tree::Tree, source: String, meaning: &mut dyn Meaning) -> Result<Formula, Vec<FormulaFault>> {
    let formula = Formula { source, code: emit::emit(tree, meaning) };
    if formula.code.len() > Formula::MAX_CODE || formula.stack_needed().is_none() {
        let message = format!("the formula is too complex: it needs more than {} numbers at once", Formula::STACK);
        return Err(vec![FormulaFault::new(1, message)]);
    }
    Ok(formula)
}

pub(crate) fn stored_in(stored: &BTreeMap<String, String>, name: &str) -> Result<String, Unknown> {
    stored.get(name).cloned().ok_or_else(|| {
        let help = did_you_mean(name, stored.keys().map(String::as_str));
        let message = format!("unknown stored formula `{name}`");
        Unknown { code: "unknown-reference", message, help, target: None }
    })
}

pub(crate) fn position<T: PartialEq>(items: &mut Vec<T>, item: T) -> usize {
    items.iter().position(|known| *known == item).unwrap_or_else(|| {
        items.push(item);
        items.len() - 1
    })
}

/// Returns the text with its stored formulas, because records compare the disassembly.
fn source(text: &str, stored: &[(String, String)]) -> String {
    let text = text.trim();
    if stored.is_empty() {
        return text.to_owned();
    }
    let parts: Vec<String> = stored.iter().map(|(name, text)| format!("f.{name} = {}", text.trim())).collect();
    format!("{text} where {}", parts.join(", "))
}
