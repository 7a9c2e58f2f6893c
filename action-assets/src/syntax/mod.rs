//! The text format: a subset of RON, read with positions and error recovery, printed in one canonical form.
//!
//! It is our own reader because the `ron` crate stops at the first error and gives no positions for values, while a
//! designer wants all that is wrong with a file at once, and a check that runs long after reading still has to point
//! at the field it complains about. Everything printed here is RON, which a test holds with the `ron` crate.
//!
//! The subset: numbers, texts, `true` and `false`, bare names, structs `Push(target: "T1")` and `(x: 1)`, tuples
//! `(0, 3)` and `Some(3)`, and lists. There are no maps, characters, byte strings or extensions. A plain text ends on
//! the line it begins on, so that one forgotten quote is one error; raw texts `r#"..."#` may run over lines.

mod comments;
mod lexer;
mod node;
mod number;
mod parser;
mod printer;

pub use crate::source::{Position, Source, Span};
pub use node::{FieldNode, Node, NodeKind};
pub use number::normal_number;
pub use parser::parse;
pub use printer::print;

pub(crate) use comments::keep as keep_comments;
pub(crate) use printer::quote;

use crate::diagnostic::{Diagnostic, Diagnostics};

/// The largest file that is read, in bytes; a larger one is a diagnostic. The largest board with 20 floors fits.
pub const MAX_BYTES: usize = 8 << 20;

/// How many tokens a file may have; more are a diagnostic. They take many times the memory of the text, and what is drawn
/// has a whole row in each.
pub const MAX_TOKENS: usize = 1 << 20;

/// How many brackets may be open at once; deeper nesting is a diagnostic.
pub const MAX_DEPTH: usize = 64;

/// Whether a text can stand bare as the name of a field, a kind or a choice.
pub fn is_name(text: &str) -> bool {
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let goes_on = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    starts && goes_on && text != "true" && text != "false"
}

/// Where lexer and parser report; it knows the file.
struct Faults<'a> {
    file: &'a str,
    diagnostics: &'a mut Diagnostics,
}

impl Faults<'_> {
    fn error(&mut self, span: Span, code: &'static str, message: impl Into<String>) {
        self.report(span, Diagnostic::error(code, message));
    }

    fn error_with_help(&mut self, span: Span, code: &'static str, message: impl Into<String>, help: impl Into<String>) {
        self.report(span, Diagnostic::error(code, message).help(help));
    }

    fn report(&mut self, span: Span, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic.file(self.file).at(span));
    }
}
