//! Marks of a prediction as Python dicts.

use foretoken::{Cell, Certainty, ChangeKind, MarkKind, Prediction, UnitId};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// A field of a mark.
enum Value {
    Number(i32),
    Unit(UnitId),
    Cell(Cell),
    Cells(Vec<Cell>),
    Word(&'static str),
    Flag(bool),
}

/// A cell as column, row and floor.
fn at(cell: Cell) -> (i32, i32, u8) {
    (cell.x(), cell.y(), cell.floor())
}

fn set(row: &Bound<'_, PyDict>, name: &str, value: Value) -> PyResult<()> {
    match value {
        Value::Number(number) => row.set_item(name, number),
        Value::Unit(unit) => row.set_item(name, (unit != UnitId::NONE).then_some(unit.0)),
        Value::Cell(cell) => row.set_item(name, at(cell)),
        Value::Cells(cells) => row.set_item(name, cells.into_iter().map(at).collect::<Vec<_>>()),
        Value::Word(word) => row.set_item(name, word),
        Value::Flag(flag) => row.set_item(name, flag),
    }
}

const fn certainty(own: Certainty) -> &'static str {
    match own {
        Certainty::Will => "will",
        Certainty::Would => "would",
        Certainty::May => "may",
        Certainty::Beyond => "beyond",
        Certainty::Guess => "guess",
    }
}

const fn changed(what: ChangeKind) -> &'static str {
    match what {
        ChangeKind::Health => "health",
        ChangeKind::Shield => "shield",
        _ => "column",
    }
}

/// Returns the name of a kind of marks, and its fields.
fn fields(told: &Prediction, kind: MarkKind) -> (&'static str, Vec<(&'static str, Value)>) {
    let on = |unit: UnitId, cell: Cell| vec![("unit", Value::Unit(unit)), ("cell", Value::Cell(cell))];
    let from = |before: i32, after: i32| [("before", Value::Number(before)), ("after", Value::Number(after))];
    let with = |mut fields: Vec<(&'static str, Value)>, more: Vec<(&'static str, Value)>| {
        fields.extend(more);
        fields
    };
    match kind {
        MarkKind::Arrow { unit, first, count } => {
            let cells = told.cells.iter().copied().skip(first as usize).take(count as usize).collect();
            ("arrow", vec![("unit", Value::Unit(unit)), ("cells", Value::Cells(cells))])
        }
        MarkKind::Struck { cell, unit } => ("struck", on(unit, cell)),
        MarkKind::Number { unit, cell, what, column, before, after } => {
            let mut own = with(on(unit, cell), from(before, after).into());
            own.push(("what", Value::Word(changed(what))));
            if changed(what) == "column" {
                own.push(("column", Value::Number(column.into())));
            }
            ("number", own)
        }
        MarkKind::Death { unit, cell } => ("death", on(unit, cell)),
        MarkKind::Ghost { unit, cell } => ("ghost", on(unit, cell)),
        MarkKind::Appears { unit, cell } => ("appears", on(unit, cell)),
        MarkKind::Veiled { cell } => ("veiled", vec![("cell", Value::Cell(cell))]),
        MarkKind::Surface { cell, surface } => {
            ("surface", vec![("cell", Value::Cell(cell)), ("surface", Value::Number(surface.into()))])
        }
        MarkKind::CellNumber { cell, column, before, after } => {
            let own = vec![("cell", Value::Cell(cell)), ("column", Value::Number(column.into()))];
            ("cell-number", with(own, from(before, after).into()))
        }
        MarkKind::Bump { unit, by, cell, by_cell } => {
            ("bump", with(on(unit, cell), vec![("by", Value::Unit(by)), ("by_cell", Value::Cell(by_cell))]))
        }
        MarkKind::NoEffect { unit, cell, .. } => ("no-effect", on(unit, cell)),
        MarkKind::Skips { unit, cell } => ("skips", on(unit, cell)),
        MarkKind::Undecided { unit, cell } => ("undecided", on(unit, cell)),
        MarkKind::Pending { cell, rounds } => {
            ("pending", vec![("cell", Value::Cell(cell)), ("rounds", Value::Number(rounds))])
        }
        MarkKind::Held { unit, cell, comes, .. } => ("held", with(on(unit, cell), vec![("comes", Value::Flag(comes))])),
        MarkKind::Trapped { unit, code } => {
            ("trapped", vec![("unit", Value::Unit(unit)), ("code", Value::Number(code))])
        }
        MarkKind::Outcome { outcome } => ("outcome", vec![("outcome", Value::Number(outcome))]),
    }
}

/// Returns the marks of a prediction in their order. Each has `kind` and `certainty`.
pub fn to_list<'py>(py: Python<'py>, told: &Prediction) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for mark in &told.marks {
        let row = PyDict::new(py);
        let (kind, fields) = fields(told, mark.kind);
        set(&row, "kind", Value::Word(kind))?;
        set(&row, "certainty", Value::Word(certainty(mark.certainty)))?;
        fields.into_iter().try_for_each(|(name, value)| set(&row, name, value))?;
        list.append(row)?;
    }
    Ok(list)
}
