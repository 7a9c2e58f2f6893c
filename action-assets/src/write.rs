//! The inspector that writes values as canonical text. Default values are left out.

use std::ops::RangeInclusive;

use crate::inspect::{Choice, Field, Formula, Groups, Inspect, Inspector, NameRole};
use crate::part::Part;
use crate::pattern::Pattern;
use crate::syntax::{FieldNode, Node, NodeKind, Span, normal_number, print};

/// An asset type; its files begin with its name.
pub trait Asset: Inspect + Default {
    /// Name before the bracket, such as `Action`.
    const TYPE: &'static str;
}

/// Returns the canonical text. Inspection needs `&mut`, but the asset stays unchanged.
pub fn write_asset<T: Asset>(asset: &mut T) -> String {
    print(&write_node(T::TYPE, asset, &mut T::default()))
}

/// Returns the tree of an asset; `default` is a default value. See [`Node::depth`] for its limit.
pub fn write_node(type_name: &str, value: &mut dyn Inspect, default: &mut dyn Inspect) -> Node {
    structure(Some(type_name), fields_unlike(value, default))
}

fn structure(name: Option<&str>, fields: Vec<FieldNode>) -> Node {
    Node::built(NodeKind::Struct { name: name.map(str::to_owned), fields })
}

fn fields_unlike(value: &mut dyn Inspect, default: &mut dyn Inspect) -> Vec<FieldNode> {
    let default = fields(default, None);
    fields(value, Some(&default))
}

fn fields(value: &mut dyn Inspect, default: Option<&[FieldNode]>) -> Vec<FieldNode> {
    let mut writer = Writer { default, fields: Vec::new() };
    value.inspect(&mut writer);
    writer.fields
}

struct Writer<'d> {
    default: Option<&'d [FieldNode]>,
    fields: Vec<FieldNode>,
}

impl<'d> Writer<'d> {
    fn default_of(&self, field: Field) -> Option<&'d Node> {
        self.default?.iter().find(|default| default.name == field.name).map(|default| &default.value)
    }

    fn put(&mut self, field: Field, kind: NodeKind) {
        let value = Node::built(kind);
        if field.required || self.default_of(field) != Some(&value) {
            self.fields.push(FieldNode { name: field.name.to_owned(), name_span: Span::default(), value });
        }
    }

    fn put_text(&mut self, field: Field, text: &str) {
        self.put(field, NodeKind::Text(text.to_owned()));
    }

    fn put_texts(&mut self, field: Field, texts: &[String]) {
        let items = texts.iter().map(|text| Node::built(NodeKind::Text(text.clone())));
        self.put(field, NodeKind::List(items.collect()));
    }
}

fn number(value: i32) -> NodeKind {
    NodeKind::Number(value.to_string())
}

/// An invalid index is a programming error; the field is left out.
fn option(index: usize, options: &[Choice]) -> Option<NodeKind> {
    debug_assert!(index < options.len(), "choice {index} is not one of {}", options.len());
    options.get(index).map(|option| NodeKind::Ident(option.name.to_owned()))
}

fn part(part: &mut Part) -> Node {
    let name = part.kind.name();
    let mut fresh = Part::new(part.kind.fresh());
    structure(Some(name), fields_unlike(part, &mut fresh))
}

impl Inspector for Writer<'_> {
    fn text(&mut self, field: Field, value: &mut String) {
        self.put_text(field, value);
    }

    fn flag(&mut self, field: Field, value: &mut bool) {
        self.put(field, NodeKind::Bool(*value));
    }

    fn number(&mut self, field: Field, value: &mut i32, _range: RangeInclusive<i32>) {
        self.put(field, number(*value));
    }

    fn range(&mut self, field: Field, value: &mut (i32, i32), _bounds: RangeInclusive<i32>) {
        let items = [value.0, value.1].map(|end| Node::built(number(end)));
        self.put(field, NodeKind::Tuple { name: None, items: items.into() });
    }

    fn choice(&mut self, field: Field, value: &mut usize, options: &[Choice]) {
        if let Some(kind) = option(*value, options) {
            self.put(field, kind);
        }
    }

    fn choices(&mut self, field: Field, value: &mut Vec<usize>, options: &[Choice]) {
        let mut chosen = value.clone();
        chosen.sort_unstable();
        chosen.dedup();
        let items = chosen.into_iter().filter_map(|index| option(index, options)).map(Node::built);
        self.put(field, NodeKind::List(items.collect()));
    }

    fn formula(&mut self, field: Field, value: &mut Formula) {
        let text = value.as_str().to_owned();
        // Only a normalized number stays the same text.
        let is_number = normal_number(&text).as_deref() == Some(text.as_str());
        self.put(field, if is_number { NodeKind::Number(text) } else { NodeKind::Text(text) });
    }

    fn name(&mut self, field: Field, value: &mut String, _role: NameRole) {
        self.put_text(field, value);
    }

    fn reference(&mut self, field: Field, value: &mut String, _to: &'static str) {
        self.put_text(field, value);
    }

    fn pattern(&mut self, field: Field, value: &mut Pattern) {
        self.put_texts(field, &value.to_rows());
    }

    fn texts(&mut self, field: Field, value: &mut Vec<String>) {
        self.put_texts(field, value);
    }

    fn parts(&mut self, field: Field, value: &mut Vec<Part>) {
        self.put(field, NodeKind::List(value.iter_mut().map(part).collect()));
    }

    fn group(&mut self, field: Field, value: &mut dyn Inspect) {
        let default = self.default_of(field).and_then(Node::as_struct).map(|(_, fields)| fields);
        let fields = fields(value, default);
        let says_nothing = default.is_some() && fields.is_empty();
        if field.required || !says_nothing {
            let value = structure(None, fields);
            self.fields.push(FieldNode { name: field.name.to_owned(), name_span: Span::default(), value });
        }
    }

    fn groups(&mut self, field: Field, value: &mut dyn Groups) {
        let mut fresh = value.fresh();
        let default = fields(&mut *fresh, None);
        let mut items = Vec::with_capacity(value.len());
        for index in 0..value.len() {
            if let Some(item) = value.get(index) {
                items.push(structure(None, fields(item, Some(&default))));
            }
        }
        match <[Node; 1]>::try_from(items) {
            Ok([lone]) if field.lone => self.put(field, lone.kind),
            Ok([item]) => self.put(field, NodeKind::List(vec![item])),
            Err(items) => self.put(field, NodeKind::List(items)),
        }
    }
}
