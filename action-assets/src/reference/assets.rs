//! The reference of asset fields. A test compares it with `docs/assets.md` and the pages in `docs/assets`.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use crate::assets::AssetType;
use crate::inspect::{Choice, Field, Formula, Groups, Inspect, Inspector, NameRole};
use crate::part::Part;
use crate::pattern::Pattern;
use crate::syntax::quote;

/// Returns the index of the pages as Markdown.
pub fn markdown() -> String {
    let mut text = String::from(
        "# Assets\n\nHere you find all fields of all assets. This page is generated from the code; do not edit it.\n\nA pack is a folder \
         of RON files; `foretoken fmt` writes them in their canonical form. A field that\na file does not contain keeps its \
         default. [actions.md](actions.md) describes the parts of actions,\n[formulas.md](formulas.md) describes formulas, and \
         [maps.md](maps.md) describes maps.\n\n| type | files |\n|---|---|\n",
    );
    for &kind in AssetType::ALL {
        let _ = writeln!(text, "| [{}](assets/{}) | `{}` |", kind.name(), file_name(kind), files(kind));
    }
    text
}

/// Returns the file name of a type's page in `docs/assets`.
pub fn file_name(kind: AssetType) -> String {
    format!("{}.md", kind.name().to_lowercase())
}

/// Returns the page of a type as Markdown.
pub fn page(kind: AssetType) -> String {
    let mut text = format!(
        "# {}\n\nThis page is generated from the code; do not edit it. [assets.md](../assets.md) lists the other types.\n\n`{}`\n",
        kind.name(),
        files(kind)
    );
    let mut asset = kind.make();
    table(&mut text, asset.inspect_mut(), "");
    text
}

fn files(kind: AssetType) -> String {
    kind.path("NAME")
}

fn table(text: &mut String, value: &mut dyn Inspect, path: &str) {
    let rows = Rows::of(value, path);
    let _ = writeln!(text, "\n| field | takes | unit | default | |\n|---|---|---|---|---|");
    for row in &rows.rows {
        let _ = writeln!(text, "{}", row.text());
    }
    tell_choices(text, &rows.choices);
    for (name, mut within) in rows.within {
        let _ = writeln!(text, "\n## {name}");
        table(text, &mut *within, &name);
    }
}

fn tell_choices(text: &mut String, choices: &[(String, Vec<Choice>)]) {
    for (name, options) in choices {
        let _ = writeln!(text, "\n`{name}`:\n");
        for option in options {
            let _ = writeln!(text, "- `{}`: {}", option.name, option.doc);
        }
    }
}

pub(super) fn choices_of(text: &mut String, value: &mut dyn Inspect, path: &str) {
    let rows = Rows::of(value, path);
    tell_choices(text, &rows.choices);
    for (name, mut within) in rows.within {
        choices_of(text, &mut *within, &name);
    }
}

#[derive(Clone)]
struct Row {
    cells: String,
    doc: String,
    only_with: Vec<String>,
}

impl Row {
    fn field(&self) -> &str {
        self.cells.split(" | ").next().unwrap_or_default()
    }

    fn text(&self) -> String {
        let only = match self.only_with.as_slice() {
            [] => String::new(),
            with => format!(" Only with {}.", with.join(" or ")),
        };
        let doc = format!("{}{only}", self.doc);
        if doc.is_empty() { format!("{} |", self.cells) } else { format!("{} {doc} |", self.cells) }
    }
}

struct Switch {
    place: String,
    name: &'static str,
    default: usize,
    options: Vec<String>,
}

#[derive(Default)]
struct Rows {
    path: String,
    rows: Vec<Row>,
    choices: Vec<(String, Vec<Choice>)>,
    within: Vec<(String, Box<dyn Inspect>)>,
    switches: Vec<Switch>,
    forced: Option<(String, usize)>,
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

impl Rows {
    /// Collects all fields, also those that exist only with other values of choices and flags.
    fn of(value: &mut dyn Inspect, path: &str) -> Self {
        let mut all = Self::walk(value, path, None);
        for at in 0..all.switches.len() {
            let Switch { place, name, default, options } = &all.switches[at];
            let (place, name, default, options) = (place.clone(), *name, *default, options.clone());
            for (option, shown) in options.iter().enumerate().filter(|&(option, _)| option != default) {
                let other = Self::walk(value, path, Some((place.clone(), option)));
                all.add(other, &format!("`{name}: {shown}`"));
            }
            Self::walk(value, path, Some((place, default)));
        }
        all
    }

    fn walk(value: &mut dyn Inspect, path: &str, forced: Option<(String, usize)>) -> Self {
        let mut rows = Self { path: path.to_owned(), forced, ..Self::default() };
        value.inspect(&mut rows);
        rows
    }

    fn add(&mut self, other: Self, with: &str) {
        let mut behind = 0;
        for row in other.rows {
            let known = self.rows.iter().position(|own| own.cells == row.cells && own.doc == row.doc);
            let known = known.or_else(|| self.rows.iter().position(|own| own.field() == row.field()));
            match known {
                Some(at) => {
                    behind = at + 1;
                    let own = &mut self.rows[at];
                    if !own.only_with.is_empty() {
                        own.only_with.push(with.to_owned());
                    }
                }
                None => {
                    self.rows.insert(behind, Row { only_with: vec![with.to_owned()], ..row });
                    behind += 1;
                }
            }
        }
        let is_new = |name: &String| self.choices.iter().all(|(own, _)| own != name);
        let new: Vec<_> = other.choices.into_iter().filter(|(name, _)| is_new(name)).collect();
        self.choices.extend(new);
        let is_new = |name: &String| self.within.iter().all(|(own, _)| own != name);
        let new: Vec<_> = other.within.into_iter().filter(|(name, _)| is_new(name)).collect();
        self.within.extend(new);
    }

    fn switch(&mut self, field: Field, value: &mut usize, options: Vec<String>) {
        let place = self.place_of(field);
        if let Some((forced, to)) = &self.forced
            && *forced == place
        {
            *value = *to;
        }
        self.switches.push(Switch { place, name: field.name, default: *value, options });
    }

    fn place_of(&self, field: Field) -> String {
        if self.path.is_empty() { field.name.to_owned() } else { format!("{}.{}", self.path, field.name) }
    }

    fn row(&mut self, field: Field, takes: &str, default: &str) {
        let default = match (field.required, default) {
            (true, _) => "required".to_owned(),
            (false, "") => String::new(),
            (false, default) => format!("`{default}`"),
        };
        let (takes, default, doc) = (cell(takes), cell(&default), cell(field.doc));
        let cells = format!("| `{}` | {takes} | {} | {default} |", field.name, field.unit);
        self.rows.push(Row { cells, doc, only_with: Vec::new() });
    }
}

fn list(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| quote(text)).collect();
    format!("[{}]", quoted.join(", "))
}

impl Inspector for Rows {
    fn heading(&mut self, words: &'static str) {
        self.rows.push(Row { cells: format!("| **{words}** | | | |"), doc: String::new(), only_with: Vec::new() });
    }

    fn text(&mut self, field: Field, value: &mut String) {
        self.row(field, "a text", &quote(value));
    }

    fn flag(&mut self, field: Field, value: &mut bool) {
        let mut is_set = usize::from(*value);
        self.switch(field, &mut is_set, vec!["false".to_owned(), "true".to_owned()]);
        *value = is_set == 1;
        self.row(field, "`true` or `false`", &value.to_string());
    }

    fn number(&mut self, field: Field, value: &mut i32, range: RangeInclusive<i32>) {
        self.row(field, &format!("a number from {} to {}", range.start(), range.end()), &value.to_string());
    }

    fn range(&mut self, field: Field, value: &mut (i32, i32), bounds: RangeInclusive<i32>) {
        let takes = format!("two numbers from {} to {}", bounds.start(), bounds.end());
        self.row(field, &takes, &format!("({}, {})", value.0, value.1));
    }

    fn choice(&mut self, field: Field, value: &mut usize, options: &[Choice]) {
        self.choices.push((self.place_of(field), options.to_vec()));
        self.switch(field, value, options.iter().map(|option| option.name.to_owned()).collect());
        self.row(field, "one of those below", options.get(*value).map_or("", |option| option.name));
    }

    fn choices(&mut self, field: Field, value: &mut Vec<usize>, options: &[Choice]) {
        self.choices.push((self.place_of(field), options.to_vec()));
        let chosen: Vec<&str> = value.iter().filter_map(|at| options.get(*at)).map(|option| option.name).collect();
        self.row(field, "a list of those below", &format!("[{}]", chosen.join(", ")));
    }

    fn formula(&mut self, field: Field, value: &mut Formula) {
        self.row(field, "a number or a formula", value.as_str());
    }

    fn name(&mut self, field: Field, value: &mut String, _: NameRole) {
        self.row(field, "a name", &quote(value));
    }

    fn reference(&mut self, field: Field, value: &mut String, to: &'static str) {
        self.row(field, &format!("the name of an asset: {to}"), &quote(value));
    }

    fn references(&mut self, field: Field, value: &mut Vec<String>, to: &'static str) {
        self.row(field, &format!("a list of names of assets: {to}"), &list(value));
    }

    fn pattern(&mut self, field: Field, value: &mut Pattern) {
        self.row(field, "a drawing, a text for each row", &list(&value.to_rows()));
    }

    fn texts(&mut self, field: Field, value: &mut Vec<String>) {
        self.row(field, "a list of texts", &list(value));
    }

    fn parts(&mut self, field: Field, _: &mut Vec<Part>) {
        self.row(field, "a list of parts", "[]");
    }

    fn group(&mut self, field: Field, value: &mut dyn Inspect) {
        self.row(field, "fields of its own", "");
        let name = self.place_of(field);
        let mut own = Rows::of(value, &name);
        self.rows.extend(own.rows.into_iter().map(|row| {
            let cells = row.cells.replacen("| `", &format!("| `{}.", field.name), 1);
            Row { cells, ..row }
        }));
        self.choices.append(&mut own.choices);
        self.within.append(&mut own.within);
    }

    fn groups(&mut self, field: Field, value: &mut dyn Groups) {
        let takes =
            if field.lone { "the fields below, or a list of such" } else { "a list, each with the fields below" };
        self.row(field, takes, "[]");
        self.within.push((self.place_of(field), value.fresh()));
    }
}
