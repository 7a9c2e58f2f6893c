//! The inspector that reads values from a tree. Faulty values get their defaults, so do not save the result over a file
//! with errors.

use std::ops::RangeInclusive;

use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::inspect::{Choice, Field, Formula, Groups, Inspect, Inspector, NameRole};
use crate::kind::{KindRegistry, one_of};
use crate::part::{Part, Spans};
use crate::pattern::Pattern;
use crate::syntax::{FieldNode, Node, NodeKind, Span, normal_number, parse};
use crate::walk::{exists_with, step_into};
use crate::write::Asset;

/// An asset with its text spans.
#[derive(Clone, Debug, Default)]
pub struct Loaded<T> {
    /// The asset.
    pub value: T,
    /// Text spans of the asset and its fields. Parts have their own.
    pub spans: Spans,
}

/// Reads an asset from bytes. See [`parse`] and [`read_asset`].
pub fn load_asset<T: Asset>(
    file: &str,
    bytes: &[u8],
    registry: &KindRegistry,
    diagnostics: &mut Diagnostics,
) -> Option<Loaded<T>> {
    let node = parse(file, bytes, diagnostics)?;
    Some(read_asset(file, &node, registry, diagnostics))
}

/// Reads an asset written as `TypeName(field: value, ...)`.
pub fn read_asset<T: Asset>(
    file: &str,
    node: &Node,
    registry: &KindRegistry,
    diagnostics: &mut Diagnostics,
) -> Loaded<T> {
    let mut value = T::default();
    let spans = read_into(file, T::TYPE, &mut value, node, registry, diagnostics);
    Loaded { value, spans }
}

/// Reads an asset of a named type into a default `value`.
pub fn read_into(
    file: &str,
    type_name: &str,
    value: &mut dyn Inspect,
    node: &Node,
    registry: &KindRegistry,
    diagnostics: &mut Diagnostics,
) -> Spans {
    let spans = Spans::new(node.head());
    let mut context = Context { file, registry, diagnostics, path: String::new(), base: 0, spans };
    match node.as_struct() {
        Some((Some(name), fields)) if name == type_name => context.fields(value, fields, node.head()),
        _ if node.kind == NodeKind::Invalid => {}
        _ => {
            let message = format!("expected `{type_name}(...)`, found {}", node.describe());
            context.fault(node.head(), "wrong-type", message, None);
        }
    }
    context.spans
}

struct Context<'a> {
    file: &'a str,
    registry: &'a KindRegistry,
    diagnostics: &'a mut Diagnostics,
    path: String,
    base: usize,
    spans: Spans,
}

impl<'a> Context<'a> {
    fn fields(&mut self, value: &mut dyn Inspect, fields: &'a [FieldNode], owner: Span) {
        let mut reader = Reader { context: self, fields, owner, known: Vec::new() };
        value.inspect(&mut reader);
        reader.report_unknown_fields(value);
    }

    fn inside(&mut self, step: &str, span: Option<Span>, read: impl FnOnce(&mut Self)) {
        let length = step_into(&mut self.path, step);
        if let Some(span) = span {
            let own_path = self.path[self.base..].trim_start_matches('.');
            self.spans.insert(own_path, span);
        }
        read(self);
        self.path.truncate(length);
    }

    fn fault(&mut self, at: Span, code: &'static str, message: impl Into<String>, help: Option<String>) {
        let diagnostic = Diagnostic::error(code, message).file(self.file).at(at);
        self.diagnostics.push(diagnostic.path(self.path.as_str()).maybe_help(help));
    }

    fn renamed(&mut self, given: &FieldNode, field: Field) {
        let message = format!("`{}` is now called `{}`", given.name, field.name);
        let help = "`foretoken fmt` writes the new name";
        let diagnostic = Diagnostic::warning("renamed-field", message).file(self.file).at(given.name_span);
        self.diagnostics.push(diagnostic.path(self.path.as_str()).maybe_help(Some(help.to_owned())));
    }

    fn wrong_type(&mut self, node: &Node, expected: &str, help: Option<String>) {
        if node.kind != NodeKind::Invalid {
            let message = format!("expected {expected}, found {}", node.describe());
            self.fault(node.head(), "wrong-type", message, help);
        }
    }

    fn text(&mut self, node: &Node) -> Option<String> {
        match &node.kind {
            NodeKind::Text(text) => Some(text.clone()),
            NodeKind::Ident(name) => {
                self.wrong_type(node, "a text", Some(format!("write it in quotes: \"{name}\"")));
                None
            }
            _ => {
                self.wrong_type(node, "a text", None);
                None
            }
        }
    }

    fn flag(&mut self, node: &Node) -> Option<bool> {
        match node.kind {
            NodeKind::Bool(value) => Some(value),
            _ => {
                self.wrong_type(node, "`true` or `false`", None);
                None
            }
        }
    }

    fn number(&mut self, node: &Node, range: &RangeInclusive<i32>) -> Option<i32> {
        let text = match &node.kind {
            NodeKind::Number(text) => text,
            NodeKind::Text(text) => {
                let help = normal_number(text).map(|number| format!("write it without quotes: {number}"));
                self.wrong_type(node, "a number", help);
                return None;
            }
            _ => {
                self.wrong_type(node, "a number", None);
                return None;
            }
        };
        if text.contains(['.', 'e']) {
            self.fault(node.span, "not-whole", format!("expected a whole number, found {text}"), None);
            return None;
        }
        match text.parse().ok().filter(|number| range.contains(number)) {
            Some(number) => Some(number),
            None => {
                let message = format!("{text} is outside {} to {}", range.start(), range.end());
                self.fault(node.span, "out-of-range", message, None);
                None
            }
        }
    }

    fn range(&mut self, node: &Node, bounds: &RangeInclusive<i32>) -> Option<(i32, i32)> {
        let NodeKind::Tuple { name: None, items } = &node.kind else {
            self.wrong_type(node, "a lowest and a highest number such as `(1, 3)`", None);
            return None;
        };
        let [low, high] = items.as_slice() else {
            let message = format!("expected two numbers such as `(1, 3)`, found {}", items.len());
            self.fault(node.span, "wrong-type", message, None);
            return None;
        };
        let (low, high) = (self.number(low, bounds), self.number(high, bounds));
        let (low, high) = (low?, high?);
        if low > high {
            let help = Some(format!("write ({high}, {low})"));
            self.fault(node.span, "reversed-range", format!("{low} is more than {high}"), help);
            return None;
        }
        Some((low, high))
    }

    fn choice(&mut self, node: &Node, options: &[Choice]) -> Option<usize> {
        let names = || options.iter().map(|option| option.name);
        let index = |name: &str| options.iter().position(|option| option.name == name);
        match &node.kind {
            NodeKind::Ident(name) => {
                let found = index(name);
                if found.is_none() {
                    let help = did_you_mean(name, names()).or_else(|| one_of(names()));
                    self.fault(node.span, "unknown-choice", format!("unknown choice `{name}`"), help);
                }
                found
            }
            NodeKind::Text(text) if index(text).is_some() => {
                self.wrong_type(node, "a choice", Some(format!("write it without quotes: {text}")));
                None
            }
            _ => {
                self.wrong_type(node, "a choice", one_of(names()));
                None
            }
        }
    }

    fn formula(&mut self, node: &Node) -> Option<Formula> {
        match &node.kind {
            NodeKind::Number(text) | NodeKind::Text(text) => Some(Formula(text.clone())),
            NodeKind::Ident(name) => {
                self.wrong_type(node, "a formula", Some(format!("write it in quotes: \"{name}\"")));
                None
            }
            _ => {
                let help = "write a formula in quotes if it is more than a number, such as \"max(1, 2)\"";
                self.wrong_type(node, "a formula: a number or a text", Some(help.to_owned()));
                None
            }
        }
    }

    fn list(&mut self, node: &'a Node, what: &str, mut item: impl FnMut(&mut Self, &'a Node)) -> bool {
        let NodeKind::List(items) = &node.kind else {
            self.wrong_type(node, what, None);
            return false;
        };
        for (index, each) in items.iter().enumerate() {
            self.inside(&format!("[{index}]"), Some(each.head()), |context| item(context, each));
        }
        true
    }

    fn texts(&mut self, node: &'a Node, what: &str) -> Option<Vec<String>> {
        let mut texts = Vec::new();
        let mut whole = true;
        let is_list = self.list(node, what, |context, item| match context.text(item) {
            Some(text) => texts.push(text),
            None => whole = false,
        });
        (is_list && whole).then_some(texts)
    }

    fn pattern(&mut self, node: &'a Node) -> Option<Pattern> {
        let rows = self.texts(node, "a drawing: a list of rows such as [\".#.\", \"#@#\", \".#.\"]")?;
        let faults = match Pattern::from_rows(&rows) {
            Ok(pattern) => return Some(pattern),
            Err(faults) => faults,
        };
        let NodeKind::List(items) = &node.kind else {
            return None;
        };
        for fault in faults {
            let row = fault.row().and_then(|row| Some((row, items.get(row)?.span)));
            let help = "'@' is the centre, 'X' the centre if it is hit, '#' a hit cell, '.' any other cell".to_owned();
            match row {
                Some((row, span)) => self.inside(&format!("[{row}]"), None, |context| {
                    context.fault(span, "bad-drawing", fault.to_string(), Some(help));
                }),
                None => self.fault(node.head(), "bad-drawing", fault.to_string(), Some(help)),
            }
        }
        None
    }

    fn part(&mut self, node: &'a Node) -> Option<Part> {
        let Some((Some(name), fields)) = node.as_struct() else {
            let help = node.name().map_or_else(
                || "begin with the name of its kind, as in `Wait` or `Push(distance: 2)`".to_owned(),
                |name| format!("give each value its field's name, as in {name}(distance: 2)"),
            );
            self.wrong_type(node, "an action", Some(help));
            return None;
        };
        let Some(kind) = self.registry.make(name) else {
            let help = self.registry.suggest(name);
            self.fault(node.head(), "unknown-kind", format!("unknown action kind `{name}`"), help);
            return None;
        };
        let mut part = Part::new(kind);
        let base = std::mem::replace(&mut self.base, self.path.len());
        let outer = std::mem::replace(&mut self.spans, Spans::new(node.head()));
        self.fields(&mut part, fields, node.head());
        part.spans = std::mem::replace(&mut self.spans, outer);
        self.base = base;
        Some(part)
    }

    fn group(&mut self, node: &'a Node, value: &mut dyn Inspect) {
        match node.as_struct() {
            Some((None, fields)) => self.fields(value, fields, node.head()),
            _ => self.wrong_type(node, "a group of fields such as `(x: 1)`", None),
        }
    }
}

struct Reader<'r, 'a> {
    context: &'r mut Context<'a>,
    fields: &'a [FieldNode],
    owner: Span,
    known: Vec<&'static str>,
}

impl<'a> Reader<'_, 'a> {
    fn field<T>(&mut self, field: Field, value: &mut T, read: impl FnOnce(&mut Context<'a>, &'a Node) -> Option<T>) {
        self.visit(field, |context, node| {
            if let Some(found) = read(context, node) {
                *value = found;
            }
        });
    }

    fn visit(&mut self, field: Field, read: impl FnOnce(&mut Context<'a>, &'a Node)) {
        debug_assert!(!self.known.contains(&field.name), "the field `{}` is inspected twice", field.name);
        self.known.push(field.name);
        let named = |name: &str| self.fields.iter().find(|given| given.name == name);
        let mut given = named(field.name);
        if given.is_none() && !field.former.is_empty() {
            given = named(field.former).inspect(|given| self.context.renamed(given, field));
            self.known.push(field.former);
        }
        let (given, owner) = (given.map(|given| &given.value), self.owner);
        self.context.inside(field.name, given.map(|node| node.span), |context| match given {
            Some(node) if node.kind == NodeKind::Invalid => {}
            Some(node) => read(context, node),
            None if field.required => {
                let message = format!("the field `{}` is missing", field.name);
                context.fault(owner, "missing-field", message, Some(field.doc.to_owned()));
            }
            None => {}
        });
    }

    fn report_unknown_fields(self, value: &mut dyn Inspect) {
        let Reader { context, fields, known, .. } = self;
        for given in fields.iter().filter(|given| !known.contains(&given.name.as_str())) {
            if context.diagnostics.is_full(context.file) {
                return;
            }
            let elsewhere = exists_with(value, &given.name).map(|with| format!("it exists only with {with}"));
            let help = elsewhere
                .or_else(|| did_you_mean(&given.name, known.iter().copied()))
                .or_else(|| one_of(known.iter().copied()));
            let message = format!("unknown field `{}`", given.name);
            context.inside(&given.name, None, |context| {
                context.fault(given.name_span, "unknown-field", message, help);
            });
        }
    }
}

impl<'a> Inspector for Reader<'_, 'a> {
    fn text(&mut self, field: Field, value: &mut String) {
        self.field(field, value, |context, node| context.text(node));
    }

    fn flag(&mut self, field: Field, value: &mut bool) {
        self.field(field, value, |context, node| context.flag(node));
    }

    fn number(&mut self, field: Field, value: &mut i32, range: RangeInclusive<i32>) {
        self.field(field, value, |context, node| context.number(node, &range));
    }

    fn range(&mut self, field: Field, value: &mut (i32, i32), bounds: RangeInclusive<i32>) {
        self.field(field, value, |context, node| context.range(node, &bounds));
    }

    fn choice(&mut self, field: Field, value: &mut usize, options: &[Choice]) {
        self.field(field, value, |context, node| context.choice(node, options));
    }

    fn choices(&mut self, field: Field, value: &mut Vec<usize>, options: &[Choice]) {
        self.field(field, value, |context, node| {
            let mut chosen = Vec::new();
            let is_list = context.list(node, "a list of choices", |context, item| {
                let Some(index) = context.choice(item, options) else {
                    return;
                };
                if chosen.contains(&index) {
                    context.fault(item.span, "repeated-choice", "this choice is given more than once", None);
                } else {
                    chosen.push(index);
                }
            });
            chosen.sort_unstable();
            is_list.then_some(chosen)
        });
    }

    fn formula(&mut self, field: Field, value: &mut Formula) {
        self.field(field, value, |context, node| context.formula(node));
    }

    fn name(&mut self, field: Field, value: &mut String, _role: NameRole) {
        self.field(field, value, |context, node| context.text(node));
    }

    fn reference(&mut self, field: Field, value: &mut String, _to: &'static str) {
        self.field(field, value, |context, node| context.text(node));
    }

    fn pattern(&mut self, field: Field, value: &mut Pattern) {
        self.field(field, value, |context, node| context.pattern(node));
    }

    fn texts(&mut self, field: Field, value: &mut Vec<String>) {
        self.field(field, value, |context, node| context.texts(node, "a list of texts"));
    }

    fn parts(&mut self, field: Field, value: &mut Vec<Part>) {
        self.field(field, value, |context, node| {
            let mut parts = Vec::new();
            context.list(node, "a list of actions", |context, item| parts.extend(context.part(item))).then_some(parts)
        });
    }

    fn group(&mut self, field: Field, value: &mut dyn Inspect) {
        self.visit(field, |context, node| context.group(node, value));
    }

    fn groups(&mut self, field: Field, value: &mut dyn Groups) {
        self.visit(field, |context, node| {
            let is_lone = field.lone && matches!(node.as_struct(), Some((None, _)));
            if is_lone || matches!(node.kind, NodeKind::List(_)) {
                value.clear();
            }
            let mut read = |context: &mut Context<'a>, item| {
                value.push_default();
                let last = value.len() - 1;
                if let Some(group) = value.get(last) {
                    context.group(item, group);
                }
            };
            match is_lone {
                true => context.inside("[0]", Some(node.head()), |context| read(context, node)),
                false => drop(context.list(node, "a list of groups", read)),
            }
        });
    }
}
