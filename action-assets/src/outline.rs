//! An inspector that writes fields as text.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use crate::inspect::{Choice, Field, Formula, Groups, Inspect, Inspector, NameRole};
use crate::part::Part;
use crate::pattern::Pattern;
use crate::syntax::quote;

/// Returns the fields of a value, one a line: `name: widget value -- doc`.
pub fn outline(value: &mut dyn Inspect) -> String {
    let mut outline = Outline { out: String::new(), indent: 0 };
    value.inspect(&mut outline);
    outline.out
}

struct Outline {
    out: String,
    indent: usize,
}

impl Outline {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "    ".repeat(self.indent));
    }

    fn field(&mut self, field: Field, shown: &str) {
        let required = if field.required { " (required)" } else { "" };
        self.line(&format!("{}: {shown}{required} -- {}", field.name, field.doc));
    }

    fn nested(&mut self, value: &mut dyn Inspect) {
        self.indent += 1;
        value.inspect(self);
        self.indent -= 1;
    }
}

fn names(options: &[Choice]) -> String {
    let names: Vec<&str> = options.iter().map(|option| option.name).collect();
    names.join(" | ")
}

fn name_at(index: usize, options: &[Choice]) -> &'static str {
    options.get(index).map_or("?", |option| option.name)
}

fn quoted(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| quote(text)).collect();
    format!("[{}]", quoted.join(", "))
}

impl Inspector for Outline {
    fn text(&mut self, field: Field, value: &mut String) {
        self.field(field, &format!("text {}", quote(value)));
    }

    fn flag(&mut self, field: Field, value: &mut bool) {
        self.field(field, &format!("flag {value}"));
    }

    fn number(&mut self, field: Field, value: &mut i32, range: RangeInclusive<i32>) {
        self.field(field, &format!("number {value} of {} to {}", range.start(), range.end()));
    }

    fn range(&mut self, field: Field, value: &mut (i32, i32), bounds: RangeInclusive<i32>) {
        let (low, high) = value;
        self.field(field, &format!("range ({low}, {high}) of {} to {}", bounds.start(), bounds.end()));
    }

    fn choice(&mut self, field: Field, value: &mut usize, options: &[Choice]) {
        self.field(field, &format!("choice {} of {}", name_at(*value, options), names(options)));
    }

    fn choices(&mut self, field: Field, value: &mut Vec<usize>, options: &[Choice]) {
        let chosen: Vec<&str> = value.iter().map(|index| name_at(*index, options)).collect();
        self.field(field, &format!("choices [{}] of {}", chosen.join(", "), names(options)));
    }

    fn formula(&mut self, field: Field, value: &mut Formula) {
        self.field(field, &format!("formula {}", quote(value.as_str())));
    }

    fn name(&mut self, field: Field, value: &mut String, role: NameRole) {
        let role = match role {
            NameRole::DeclaresTarget => "declares",
            NameRole::UsesTarget => "uses",
        };
        self.field(field, &format!("name {role} {}", quote(value)));
    }

    fn reference(&mut self, field: Field, value: &mut String, to: &'static str) {
        self.field(field, &format!("reference {to} {}", quote(value)));
    }

    fn references(&mut self, field: Field, value: &mut Vec<String>, to: &'static str) {
        self.field(field, &format!("references {to} {}", quoted(value)));
    }

    fn pattern(&mut self, field: Field, value: &mut Pattern) {
        self.field(field, "pattern");
        self.indent += 1;
        for row in value.to_rows() {
            self.line(&row);
        }
        self.indent -= 1;
    }

    fn texts(&mut self, field: Field, value: &mut Vec<String>) {
        self.field(field, &format!("texts {}", quoted(value)));
    }

    fn parts(&mut self, field: Field, value: &mut Vec<Part>) {
        self.field(field, &format!("parts, {} of them", value.len()));
        for (index, part) in value.iter_mut().enumerate() {
            self.line(&format!("[{index}] {}: {}", part.kind.name(), part.kind.summary()));
            self.nested(part);
        }
    }

    fn group(&mut self, field: Field, value: &mut dyn Inspect) {
        self.field(field, "group");
        self.nested(value);
    }

    fn groups(&mut self, field: Field, value: &mut dyn Groups) {
        self.field(field, &format!("groups, {} of them", value.len()));
        for index in 0..value.len() {
            self.line(&format!("[{index}]"));
            if let Some(item) = value.get(index) {
                self.nested(item);
            }
        }
    }
}
