//! Observations as numpy arrays.

use foretoken::arrays::{Arrays, Shape};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns the arrays of an observation by name.
pub fn to_dict<'py>(py: Python<'py>, arrays: &Arrays) -> PyResult<Bound<'py, PyDict>> {
    let Shape { units, floors, height, width, choices } = arrays.shape;
    let table = PyDict::new(py);
    let array = |values: &[i32]| PyArray1::from_slice(py, values);
    table.set_item("units", array(&arrays.units).reshape([units, Shape::UNIT.len()])?)?;
    table.set_item("cells", array(&arrays.cells).reshape([floors, height, width, Shape::CELL.len()])?)?;
    table.set_item("battle", array(&arrays.battle))?;
    table.set_item("choices", array(&arrays.choices).reshape([choices, Shape::CHOICE.len()])?)?;
    table.set_item("action_mask", PyArray1::from_slice(py, &arrays.mask))?;
    Ok(table)
}

/// Returns a name in quotes.
pub fn quoted(name: &str) -> String {
    format!("{name:?}")
}
