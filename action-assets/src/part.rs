//! A node of an action's tree: a kind with its values, a note and text spans.

use std::collections::BTreeMap;

use crate::inspect::{Field, Inspect, Inspector};
use crate::kind::Kind;
use crate::syntax::Span;

/// Text spans of an asset or part and its fields, by path. Child parts have their own.
#[derive(Clone, Debug, Default)]
pub struct Spans {
    /// Span of the name or opening bracket, if read from text.
    pub own: Option<Span>,
    fields: BTreeMap<String, Span>,
}

impl Spans {
    /// Creates spans for something that begins at `own`.
    pub fn new(own: Span) -> Self {
        Spans { own: Some(own), fields: BTreeMap::new() }
    }

    /// Adds the span of the value at a path.
    pub fn insert(&mut self, path: impl Into<String>, span: Span) {
        self.fields.insert(path.into(), span);
    }

    /// Returns the span of the value at a path, if known.
    pub fn field(&self, path: &str) -> Option<Span> {
        self.fields.get(path).copied()
    }

    /// Returns the span of the value at a path or of its nearest group.
    pub fn nearest(&self, path: &str) -> Option<Span> {
        let mut path = path;
        loop {
            if let Some(span) = self.field(path) {
                return Some(span);
            }
            match path.rfind(['.', '[']) {
                Some(cut) => path = &path[..cut],
                None => return self.own,
            }
        }
    }
}

/// A node of an action's tree. Equality ignores the spans.
#[derive(Clone, Debug)]
pub struct Part {
    /// Note of the designer; it has no effect.
    pub note: String,
    /// The kind.
    pub kind: Box<dyn Kind>,
    /// Text spans.
    pub spans: Spans,
}

impl Part {
    /// The field `note` of every part.
    pub const NOTE: Field = Field::new("note", "Note about this part; it has no effect.");

    /// Creates a part without note and spans.
    pub fn new(kind: Box<dyn Kind>) -> Self {
        Part { note: String::new(), kind, spans: Spans::default() }
    }

    /// Creates a part from a concrete kind.
    pub fn of(kind: impl Kind) -> Self {
        Part::new(Box::new(kind))
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.note == other.note && self.kind.is_equal(&*other.kind)
    }
}

impl Inspect for Part {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Part::NOTE, &mut self.note);
        self.kind.inspect(inspector);
    }
}
