//! One node of an action's tree: a kind with its values, the designer's note, and where it stood in its file.

use std::collections::BTreeMap;

use crate::inspect::{Field, Inspect, Inspector};
use crate::kind::Kind;
use crate::syntax::Span;

/// Where an asset or part, and the fields in it, stood in the text they were read from.
///
/// Fields are found by their path from the asset or part, such as `target` or `stats[2].value`; the fields of a child
/// part are in that part's own spans. What was made in an editor has none.
#[derive(Clone, Debug, Default)]
pub struct Spans {
    /// The name or opening bracket, or `None` for what was not read from text.
    pub own: Option<Span>,
    fields: BTreeMap<String, Span>,
}

impl Spans {
    /// The spans of something that begins at `own`.
    pub fn new(own: Span) -> Self {
        Spans { own: Some(own), fields: BTreeMap::new() }
    }

    /// Notes where the value at a path stands.
    pub fn insert(&mut self, path: impl Into<String>, span: Span) {
        self.fields.insert(path.into(), span);
    }

    /// Where the value at a path stands, if the text gave it.
    pub fn field(&self, path: &str) -> Option<Span> {
        self.fields.get(path).copied()
    }

    /// The best place to point at for a path: the value, else the nearest group around it that the text gave, else the
    /// asset or part itself.
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

/// One node of an action's tree. Equality is of note and kind; where a part was read from does not matter.
#[derive(Clone, Debug)]
pub struct Part {
    /// What the designer wants to remember about it; it has no effect.
    pub note: String,
    /// What it does.
    pub kind: Box<dyn Kind>,
    /// Where it was read from.
    pub spans: Spans,
}

impl Part {
    /// The field `note`, which every part has beside the fields of its kind.
    pub const NOTE: Field = Field::new("note", "What to remember about this part; it has no effect.");

    /// A part without a note that was read from nowhere.
    pub fn new(kind: Box<dyn Kind>) -> Self {
        Part { note: String::new(), kind, spans: Spans::default() }
    }

    /// The same for a value of a concrete kind.
    pub fn of(kind: impl Kind) -> Self {
        Part::new(Box::new(kind))
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.note == other.note && self.kind.equals(&*other.kind)
    }
}

impl Inspect for Part {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Part::NOTE, &mut self.note);
        self.kind.inspect(inspector);
    }
}
