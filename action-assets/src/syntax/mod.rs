//! The text format: a subset of RON with text spans, error recovery and a canonical form, without maps, characters,
//! byte strings and extensions. A plain text ends on its line.

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

/// Largest file, in bytes. The largest board with 20 floors fits.
pub const MAX_BYTES: usize = 8 << 20;

/// Limit of tokens, because they take much more memory than text.
pub const MAX_TOKENS: usize = 1 << 20;

/// Limit of open brackets.
pub const MAX_DEPTH: usize = 64;

/// Whether a text is valid as a bare name.
pub fn is_name(text: &str) -> bool {
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let goes_on = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    starts && goes_on && text != "true" && text != "false"
}

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
