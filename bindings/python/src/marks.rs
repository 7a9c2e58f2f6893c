//! Marks of a prediction as Python dicts.

use foretoken::{Cell, Certainty, ChangeKind, MarkKind, Prediction, UnitId};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// A cell as column, row and floor.
fn at(cell: Cell) -> (i32, i32, u8) {
    (cell.x(), cell.y(), cell.floor())
}

fn number(unit: UnitId) -> Option<u16> {
    (unit != UnitId::NONE).then_some(unit.0)
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

/// Returns the marks of a prediction in their order. Each has `kind` and `certainty`.
pub fn to_list<'py>(py: Python<'py>, told: &Prediction) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for mark in &told.marks {
        let row = PyDict::new(py);
        let set = |name: &str, value: Option<i64>| row.set_item(name, value);
        let unit = |own: UnitId| row.set_item("unit", number(own));
        let cell = |own: Cell| row.set_item("cell", at(own));
        let kind = match mark.kind {
            MarkKind::Arrow { unit: own, first, count } => {
                unit(own)?;
                let cells = told.cells.iter().skip(first as usize).take(count as usize);
                row.set_item("cells", cells.map(|&own| at(own)).collect::<Vec<_>>())?;
                "arrow"
            }
            MarkKind::Struck { cell: there, unit: own } => {
                (unit(own)?, cell(there)?);
                "struck"
            }
            MarkKind::Number { unit: own, cell: there, what, column, before, after } => {
                (unit(own)?, cell(there)?, row.set_item("what", changed(what))?);
                if changed(what) == "column" {
                    set("column", Some(column.into()))?;
                }
                (set("before", Some(before.into()))?, set("after", Some(after.into()))?);
                "number"
            }
            MarkKind::Death { unit: own, cell: there } => {
                (unit(own)?, cell(there)?);
                "death"
            }
            MarkKind::Ghost { unit: own, cell: there } => {
                (unit(own)?, cell(there)?);
                "ghost"
            }
            MarkKind::Appears { unit: own, cell: there } => {
                (unit(own)?, cell(there)?);
                "appears"
            }
            MarkKind::Veiled { cell: there } => {
                cell(there)?;
                "veiled"
            }
            MarkKind::Surface { cell: there, surface } => {
                (cell(there)?, set("surface", Some(surface.into()))?);
                "surface"
            }
            MarkKind::CellNumber { cell: there, column, before, after } => {
                (cell(there)?, set("column", Some(column.into()))?);
                (set("before", Some(before.into()))?, set("after", Some(after.into()))?);
                "cell-number"
            }
            MarkKind::Bump { unit: own, by, cell: there, by_cell } => {
                (unit(own)?, cell(there)?);
                (row.set_item("by", number(by))?, row.set_item("by_cell", at(by_cell))?);
                "bump"
            }
            MarkKind::NoEffect { unit: own, cell: there, .. } => {
                (unit(own)?, cell(there)?);
                "no-effect"
            }
            MarkKind::Skips { unit: own, cell: there } => {
                (unit(own)?, cell(there)?);
                "skips"
            }
            MarkKind::Undecided { unit: own, cell: there } => {
                (unit(own)?, cell(there)?);
                "undecided"
            }
            MarkKind::Pending { cell: there, rounds } => {
                (cell(there)?, set("rounds", Some(rounds.into()))?);
                "pending"
            }
            MarkKind::Held { unit: own, cell: there, comes, .. } => {
                (unit(own)?, cell(there)?, row.set_item("comes", comes)?);
                "held"
            }
            MarkKind::Trapped { unit: own, code } => {
                (unit(own)?, set("code", Some(code.into()))?);
                "trapped"
            }
            MarkKind::Outcome { outcome } => {
                set("outcome", Some(outcome.into()))?;
                "outcome"
            }
        };
        row.set_item("kind", kind)?;
        row.set_item("certainty", certainty(mark.certainty))?;
        list.append(row)?;
    }
    Ok(list)
}
