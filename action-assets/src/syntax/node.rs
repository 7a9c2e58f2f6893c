//! The tree a text is read into, and canonical text is printed from.

use super::Span;

/// One value of the text and where it stands.
///
/// Two nodes are equal when they say the same; where they stand does not matter, so a tree that was built and one that
/// was read can be compared.
#[derive(Clone, Debug)]
pub struct Node {
    /// The bytes of the value, from its name or opening bracket to its closing bracket. Zero in a tree that was built.
    pub span: Span,
    /// The value.
    pub kind: NodeKind,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// The shapes a value can have.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// A number, as text in the form of [`super::normal_number`], so that it is never rounded.
    Number(String),
    /// A text, with its escapes resolved.
    Text(String),
    /// `true` or `false`.
    Bool(bool),
    /// A bare name such as `Wait`.
    Ident(String),
    /// Named fields: `Push(target: "T1")`, or `(x: 1)` without a name.
    Struct {
        /// The name before the bracket.
        name: Option<String>,
        /// The fields in their order in the text; no two have the same name.
        fields: Vec<FieldNode>,
    },
    /// Values without names: `(0, 3)` or `Some(3)`.
    Tuple {
        /// The name before the bracket.
        name: Option<String>,
        /// The values.
        items: Vec<Node>,
    },
    /// Values in square brackets.
    List(Vec<Node>),
    /// Something that could not be read and has been reported already; readers pass over it in silence, so that one
    /// mistake is one diagnostic.
    Invalid,
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub struct FieldNode {
    /// The field's name.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// The field's value.
    pub value: Node,
}

impl PartialEq for FieldNode {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.value == other.value
    }
}

impl Node {
    /// A node that stands in no text.
    pub fn built(kind: NodeKind) -> Self {
        Node { span: Span::default(), kind }
    }

    /// The bare name, or the name before the bracket.
    pub fn name(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Ident(name) => Some(name),
            NodeKind::Struct { name, .. } | NodeKind::Tuple { name, .. } => name.as_deref(),
            _ => None,
        }
    }

    /// The name and fields, where the node can be taken for a struct. A bare name is a struct without fields.
    pub fn as_struct(&self) -> Option<(Option<&str>, &[FieldNode])> {
        match &self.kind {
            NodeKind::Ident(name) => Some((Some(name), &[])),
            NodeKind::Struct { name, fields } => Some((name.as_deref(), fields)),
            NodeKind::Tuple { name, items } if items.is_empty() => Some((name.as_deref(), &[])),
            _ => None,
        }
    }

    /// The value of a field, where the node is a struct that has it.
    pub fn field(&self, name: &str) -> Option<&Node> {
        let (_, fields) = self.as_struct()?;
        fields.iter().find(|field| field.name == name).map(|field| &field.value)
    }

    /// The part of the span that stands for the whole in a diagnostic: the name, or the opening bracket.
    pub fn head(&self) -> Span {
        let length = match &self.kind {
            NodeKind::Struct { name, .. } | NodeKind::Tuple { name, .. } => name.as_ref().map_or(1, String::len),
            NodeKind::List(_) => 1,
            _ => return self.span,
        };
        Span::new(self.span.start, self.span.end.min(self.span.start + length))
    }

    /// How many brackets are open at the deepest place. Text deeper than [`super::MAX_DEPTH`] cannot be read again, so
    /// a tool that builds trees asks before it writes.
    pub fn depth(&self) -> usize {
        let inner = match &self.kind {
            NodeKind::Struct { fields, .. } => fields.iter().map(|field| field.value.depth()).max(),
            NodeKind::Tuple { items, .. } | NodeKind::List(items) => items.iter().map(Node::depth).max(),
            _ => return 0,
        };
        1 + inner.unwrap_or(0)
    }

    /// What the node is, in words that fit after "found".
    pub fn describe(&self) -> String {
        match &self.kind {
            NodeKind::Number(_) => "a number".to_owned(),
            NodeKind::Text(_) => "a text".to_owned(),
            NodeKind::Bool(value) => format!("`{value}`"),
            NodeKind::Ident(name) => format!("the name `{name}`"),
            NodeKind::Struct { name: Some(name), .. } | NodeKind::Tuple { name: Some(name), .. } => {
                format!("`{name}(...)`")
            }
            NodeKind::Struct { name: None, .. } => "a group of fields".to_owned(),
            NodeKind::Tuple { name: None, .. } => "a tuple".to_owned(),
            NodeKind::List(_) => "a list".to_owned(),
            NodeKind::Invalid => "something unreadable".to_owned(),
        }
    }
}
