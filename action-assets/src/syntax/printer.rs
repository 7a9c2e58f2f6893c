//! Prints a tree as canonical text, one value a line, so that edits of different values merge.

use std::fmt::Write as _;

use super::{FieldNode, Node, NodeKind};

const INLINE_WIDTH: usize = 60;

/// Prints a tree with a final line break.
pub fn print(node: &Node) -> String {
    let mut printer = Printer { out: String::new(), indent: 0 };
    printer.value(node);
    printer.out.push('\n');
    printer.out
}

pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            hidden if hidden.is_control() => {
                let _ = write!(quoted, "\\u{{{:x}}}", u32::from(hidden));
            }
            plain => quoted.push(plain),
        }
    }
    quoted.push('"');
    quoted
}

struct Printer {
    out: String,
    indent: usize,
}

impl Printer {
    fn value(&mut self, node: &Node) {
        if let Some(leaf) = leaf(node) {
            return self.out.push_str(&leaf);
        }
        match &node.kind {
            NodeKind::Struct { name, fields } => {
                self.name(name.as_deref());
                self.block('(', fields, ')', |printer, field: &FieldNode| {
                    printer.out.push_str(&field.name);
                    printer.out.push_str(": ");
                    printer.value(&field.value);
                });
            }
            NodeKind::Tuple { name, items } => {
                self.name(name.as_deref());
                match inline(items) {
                    Some(line) => self.out.push_str(&line),
                    None => self.block('(', items, ')', Printer::value),
                }
            }
            NodeKind::List(items) => self.block('[', items, ']', Printer::value),
            _ => {}
        }
    }

    fn name(&mut self, name: Option<&str>) {
        self.out.push_str(name.unwrap_or(""));
    }

    fn block<T>(&mut self, open: char, entries: &[T], close: char, entry: impl Fn(&mut Self, &T)) {
        self.out.push(open);
        self.indent += 1;
        for each in entries {
            self.line();
            entry(self, each);
            self.out.push(',');
        }
        self.indent -= 1;
        if !entries.is_empty() {
            self.line();
        }
        self.out.push(close);
    }

    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
    }
}

fn leaf(node: &Node) -> Option<String> {
    match &node.kind {
        NodeKind::Number(number) => Some(number.clone()),
        NodeKind::Text(text) => Some(quote(text)),
        NodeKind::Bool(value) => Some(value.to_string()),
        NodeKind::Ident(name) => Some(name.clone()),
        NodeKind::Struct { name, fields } if fields.is_empty() => Some(name.clone().unwrap_or_else(empty)),
        NodeKind::Tuple { name, items } if items.is_empty() => Some(name.clone().unwrap_or_else(empty)),
        NodeKind::Invalid => Some(empty()),
        _ => None,
    }
}

fn empty() -> String {
    "()".to_owned()
}

fn inline(items: &[Node]) -> Option<String> {
    let leaves: Option<Vec<String>> = items.iter().map(leaf).collect();
    let line = format!("({})", leaves?.join(", "));
    (line.chars().count() <= INLINE_WIDTH).then_some(line)
}
