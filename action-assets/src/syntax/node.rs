//! The tree of a text.

use super::Span;

/// A value with its text span. Equality ignores the span.
#[derive(Clone, Debug)]
pub struct Node {
    /// Span with its brackets; zero in a built tree.
    pub span: Span,
    /// The value.
    pub kind: NodeKind,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// Shapes of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeKind {
    /// A number as normalized text; see [`super::normal_number`].
    Number(String),
    /// A text without escapes.
    Text(String),
    /// `true` or `false`.
    Bool(bool),
    /// A bare name such as `Wait`.
    Ident(String),
    /// Named fields: `Push(target: "T1")` or `(x: 1)`.
    Struct {
        /// Name before the bracket.
        name: Option<String>,
        /// Fields in order, with distinct names.
        fields: Vec<FieldNode>,
    },
    /// Unnamed values: `(0, 3)` or `Some(3)`.
    Tuple {
        /// Name before the bracket.
        name: Option<String>,
        /// Values.
        items: Vec<Node>,
    },
    /// Values in square brackets.
    List(Vec<Node>),
    /// A value with a reported fault. Readers skip it silently.
    Invalid,
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub struct FieldNode {
    /// Name.
    pub name: String,
    /// Span of the name.
    pub name_span: Span,
    /// Value.
    pub value: Node,
}

impl PartialEq for FieldNode {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.value == other.value
    }
}

impl Node {
    /// Creates a node without a span.
    pub fn built(kind: NodeKind) -> Self {
        Node { span: Span::default(), kind }
    }

    /// Returns the bare name, or the name before the bracket.
    pub fn name(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Ident(name) => Some(name),
            NodeKind::Struct { name, .. } | NodeKind::Tuple { name, .. } => name.as_deref(),
            _ => None,
        }
    }

    /// Returns name and fields; a bare name is a struct without fields.
    pub fn as_struct(&self) -> Option<(Option<&str>, &[FieldNode])> {
        match &self.kind {
            NodeKind::Ident(name) => Some((Some(name), &[])),
            NodeKind::Struct { name, fields } => Some((name.as_deref(), fields)),
            NodeKind::Tuple { name, items } if items.is_empty() => Some((name.as_deref(), &[])),
            _ => None,
        }
    }

    /// Returns the value of a struct's field.
    pub fn field(&self, name: &str) -> Option<&Node> {
        let (_, fields) = self.as_struct()?;
        fields.iter().find(|field| field.name == name).map(|field| &field.value)
    }

    /// Returns the span for diagnostics: the name or the opening bracket.
    pub fn head(&self) -> Span {
        let length = match &self.kind {
            NodeKind::Struct { name, .. } | NodeKind::Tuple { name, .. } => name.as_ref().map_or(1, String::len),
            NodeKind::List(_) => 1,
            _ => return self.span,
        };
        Span::new(self.span.start, self.span.end.min(self.span.start + length))
    }

    /// Returns the depth of brackets; see [`super::MAX_DEPTH`].
    pub fn depth(&self) -> usize {
        let inner = match &self.kind {
            NodeKind::Struct { fields, .. } => fields.iter().map(|field| field.value.depth()).max(),
            NodeKind::Tuple { items, .. } | NodeKind::List(items) => items.iter().map(Node::depth).max(),
            _ => return 0,
        };
        1 + inner.unwrap_or(0)
    }

    /// Describes the node, for use after "found".
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
            NodeKind::Invalid => "unreadable text".to_owned(),
        }
    }
}
