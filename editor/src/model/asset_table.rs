//! Assets of one type as a table: one row for each asset, one column for each field with a short value. Several cells
//! are edited at once, and cells are exchanged with spreadsheets as tab-separated text.

use super::{AssetId, Model, differing_fields};
use crate::Host;
use foretoken_action_assets::formula::trial::Trial;
use foretoken_action_assets::walk::{Value, walk};
use foretoken_action_assets::{AnyAsset, AssetType};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Types that the table shows.
pub const TABLE_TYPES: [AssetType; 4] = [AssetType::Unit, AssetType::Skill, AssetType::Item, AssetType::Status];

/// Reason why a typed value does not fit a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CellError {
    /// The asset has no such field.
    #[error("{0} has no field {1}")]
    NoField(String, String),
    /// The text is not a number or a formula of numbers.
    #[error("`{0}` is not a number")]
    NoNumber(String),
    /// The number is outside its range.
    #[error("{0} is not from {1} to {2}")]
    OutOfRange(i32, i32, i32),
    /// The text is not one of the options.
    #[error("`{0}` is not one of {1}")]
    NoOption(String, String),
}

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableColumn {
    /// Name of the field.
    pub field: &'static str,
    /// Description for designers.
    pub doc: &'static str,
}

/// A cell: name of the asset, and field.
pub type TableCell = (String, String);

/// Returns the columns of a type: the fields of the asset itself that have a short value.
#[must_use]
pub fn table_columns(kind: AssetType) -> Vec<TableColumn> {
    let mut columns = Vec::new();
    walk(kind.make().inspect_mut(), "", &mut |path, field, value| {
        if path == field.name && text_of(&value).is_some() {
            columns.push(TableColumn { field: field.name, doc: field.doc });
        }
    });
    columns
}

/// Returns the columns in which at least one asset differs from the default.
#[must_use]
pub fn usual_columns(host: &dyn Host, kind: AssetType) -> Vec<&'static str> {
    let of_kind = host.library().assets().filter(|(of, ..)| *of == kind);
    let differing: BTreeSet<String> = of_kind.flat_map(|(_, _, asset)| differing_fields(asset)).collect();
    let columns = table_columns(kind).into_iter().map(|column| column.field);
    columns.filter(|field| *field != "note" && differing.contains(*field)).collect()
}

/// Returns the text of a cell; `None` if the asset has no such field.
#[must_use]
pub fn cell_text(asset: &AnyAsset, field: &str) -> Option<String> {
    let mut found = None;
    walk(asset.clone().inspect_mut(), "", &mut |path, _, value| {
        if path == field {
            found = text_of(&value);
        }
    });
    found
}

/// Returns cells as tab-separated text. Cells with tabs, line breaks or quotes are quoted.
#[must_use]
pub fn tab_separated(rows: &[Vec<String>]) -> String {
    let quoted = |cell: &String| match cell.contains(['\t', '\n', '\r', '"']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    };
    let line = |row: &Vec<String>| row.iter().map(quoted).collect::<Vec<_>>().join("\t");
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the rows of a tab-separated text. A quoted cell can hold tabs and line breaks.
#[must_use]
pub fn cells_of_text(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut is_quoted = false;
    let mut letters = text.trim_end_matches(['\r', '\n']).chars().peekable();
    while let Some(letter) = letters.next() {
        let Some(row) = rows.last_mut() else { break };
        let Some(cell) = row.last_mut() else { break };
        match letter {
            '"' if is_quoted && letters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' if is_quoted => is_quoted = false,
            '"' if cell.is_empty() => is_quoted = true,
            '\t' if !is_quoted => row.push(String::new()),
            '\n' if !is_quoted => rows.push(vec![String::new()]),
            '\r' if !is_quoted => {}
            letter => cell.push(letter),
        }
    }
    rows
}

impl Model {
    /// Sets cells of assets of one type to a value or to a formula such as `= x * 2`, in which `x` is the value of the
    /// cell. It is one edit. If a value does not fit, nothing changes and a notice has the reason.
    pub fn set_cells(&mut self, host: &mut dyn Host, kind: AssetType, cells: &[(TableCell, String)]) {
        let mut changed: Vec<(AssetId, Option<AnyAsset>)> = Vec::new();
        for ((name, field), typed) in cells {
            let id = (kind, name.clone());
            let at = match changed.iter().position(|(known, _)| *known == id) {
                Some(at) => at,
                None => {
                    changed.push((id, host.library().asset(kind, name).cloned()));
                    changed.len() - 1
                }
            };
            let done = match &mut changed[at].1 {
                Some(asset) => set_cell(asset, name, field, typed),
                None => Err(CellError::NoField(name.clone(), field.clone())),
            };
            if let Err(reason) = done {
                return self.tell(format!("No cell was changed: {reason} ({name}, {field})."));
            }
        }
        let label = match cells {
            [((name, field), _)] => format!("{name}: {field}"),
            more => format!("{} cells", more.len()),
        };
        self.edit(host, &label, "", changed);
    }

    /// Sets cells from tab-separated text. One value fills all selected cells; several rows go from the first cell to
    /// the right and downwards. `rows` and `columns` are those on screen. A notice counts values without a cell.
    pub fn paste_cells_of_table(
        &mut self,
        host: &mut dyn Host,
        kind: AssetType,
        (rows, columns): (&[String], &[String]),
        selected: &[(usize, usize)],
        text: &str,
    ) {
        let values = cells_of_text(text);
        let Some(&(row, column)) = selected.iter().min() else { return };
        let mut cells = Vec::new();
        let mut left_out = 0;
        let mut place = |row: usize, column: usize, value: &String| match (rows.get(row), columns.get(column)) {
            (Some(name), Some(field)) => cells.push(((name.clone(), field.clone()), value.clone())),
            _ => left_out += 1,
        };
        match values.as_slice() {
            [one] if one.len() == 1 => selected.iter().for_each(|&(row, column)| place(row, column, &one[0])),
            values => {
                for (down, line) in values.iter().enumerate() {
                    line.iter().enumerate().for_each(|(across, value)| place(row + down, column + across, value));
                }
            }
        }
        self.set_cells(host, kind, &cells);
        if left_out > 0 {
            self.tell(format!("Values beyond the table were left out: {left_out}."));
        }
    }
}

fn text_of(value: &Value<'_>) -> Option<String> {
    Some(match value {
        Value::Text(text) | Value::Name(text, _) | Value::Reference(text, _) => (*text).clone(),
        Value::Flag(flag) => if **flag { "yes" } else { "no" }.to_owned(),
        Value::Number(number, _) => number.to_string(),
        Value::Choice(index, options) => options.get(**index)?.name.to_owned(),
        Value::Formula(formula) => formula.as_str().to_owned(),
        Value::Texts(texts) | Value::References(texts, _) => texts.join(", "),
        _ => return None,
    })
}

fn set_cell(asset: &mut AnyAsset, name: &str, field: &str, typed: &str) -> Result<(), CellError> {
    let mut done = Err(CellError::NoField(name.to_owned(), field.to_owned()));
    walk(asset.inspect_mut(), "", &mut |path, _, value| {
        if path == field {
            done = set_value(value, typed);
        }
    });
    done
}

fn set_value(value: Value<'_>, typed: &str) -> Result<(), CellError> {
    let words = typed.trim();
    match value {
        Value::Text(text) | Value::Name(text, _) | Value::Reference(text, _) => typed.clone_into(text),
        Value::Flag(flag) => {
            *flag = match words {
                "yes" | "true" | "1" => true,
                "no" | "false" | "0" => false,
                _ => return Err(CellError::NoOption(words.to_owned(), "yes, no".to_owned())),
            };
        }
        Value::Number(number, range) => *number = number_of(words, *number, &range)?,
        Value::Choice(index, options) => {
            let names = || options.iter().map(|option| option.name);
            let found = names().position(|name| name.eq_ignore_ascii_case(words));
            let all = || names().collect::<Vec<_>>().join(", ");
            *index = found.ok_or_else(|| CellError::NoOption(words.to_owned(), all()))?;
        }
        Value::Formula(formula) => {
            formula.0 = match words.strip_prefix('=') {
                Some(change) => with_value(change, formula.as_str()),
                None => words.to_owned(),
            };
        }
        Value::Texts(texts) | Value::References(texts, _) => {
            let items = typed.split(',').map(str::trim).filter(|item| !item.is_empty());
            *texts = items.map(str::to_owned).collect();
        }
        _ => {}
    }
    Ok(())
}

fn number_of(typed: &str, now: i32, range: &RangeInclusive<i32>) -> Result<i32, CellError> {
    let no_number = || CellError::NoNumber(typed.to_owned());
    let number = match typed.strip_prefix('=') {
        None => typed.parse().map_err(|_| no_number())?,
        Some(change) => {
            let mut trial = Trial::new();
            let formula = trial.compile(&with_value(change, &now.to_string())).map_err(|_| no_number())?;
            // A formula with dice has several results.
            match trial.odds(&formula, 0, 1).chances.as_slice() {
                [(number, _)] => *number,
                _ => return Err(no_number()),
            }
        }
    };
    match range.contains(&number) {
        true => Ok(number),
        false => Err(CellError::OutOfRange(number, *range.start(), *range.end())),
    }
}

/// Replaces each word `x` by a value in brackets.
fn with_value(change: &str, value: &str) -> String {
    let mut text = String::new();
    let mut word = String::new();
    for letter in change.trim().chars().map(Some).chain([None]) {
        match letter.filter(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '.')) {
            Some(letter) => word.push(letter),
            None => {
                match word.as_str() {
                    "x" => text.push_str(&format!("({value})")),
                    other => text.push_str(other),
                }
                word.clear();
                text.extend(letter);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_the_same_as_tab_separated_text() {
        let rows = vec![vec!["a\tb".to_owned(), "5".to_owned()], vec!["say \"no\"\nnow".to_owned(), String::new()]];
        assert_eq!(cells_of_text(&tab_separated(&rows)), rows);
        assert_eq!(cells_of_text("1\t2\r\n3\t4\r\n"), [["1", "2"], ["3", "4"]]);
    }

    #[test]
    fn a_typed_number_is_a_value_or_a_formula_of_the_value() {
        let check = |typed: &str| number_of(typed, 6, &(0..=20));
        assert_eq!(check("7"), Ok(7));
        assert_eq!(check("= x * 2 + 1"), Ok(13));
        assert_eq!(check("=max(x, 9)"), Ok(9));
        assert_eq!(check("= x * 9"), Err(CellError::OutOfRange(54, 0, 20)));
        for wrong in ["", "six", "= y", "=", "= x d 6", "= 2d6"] {
            assert_eq!(check(wrong), Err(CellError::NoNumber(wrong.to_owned())), "{wrong}");
        }
    }

    #[test]
    fn a_typed_value_fits_the_type_of_its_field() {
        let mut unit = AssetType::Unit.make();
        let mut set = |field: &str, typed: &str| {
            set_cell(&mut unit, "it", field, typed).map(|()| cell_text(&unit, field).unwrap_or_default())
        };
        assert_eq!(set("acts", "no").as_deref(), Ok("no"));
        assert_eq!(set("tags", "a,  b ,").as_deref(), Ok("a, b"));
        assert!(matches!(set("acts", "perhaps"), Err(CellError::NoOption(..))));
        assert!(matches!(set("nothing", "1"), Err(CellError::NoField(..))));
    }

    #[test]
    fn each_type_has_columns() {
        for kind in TABLE_TYPES {
            let columns = table_columns(kind);
            assert!(columns.len() > 3, "{columns:?}");
            assert!(columns.iter().all(|column| cell_text(&kind.make(), column.field).is_some()));
        }
    }
}
