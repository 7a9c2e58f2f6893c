//! Errors as Python exceptions with stable codes.

use foretoken::Error;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

create_exception!(
    foretoken,
    ForetokenError,
    PyException,
    "Base of all errors of the package; `code` names the reason."
);
create_exception!(foretoken, PackError, ForetokenError, "A pack, scenario or campaign is missing or faulty.");
create_exception!(foretoken, IllegalDecision, ForetokenError, "The decision is not legal now.");
create_exception!(foretoken, BattleOver, ForetokenError, "The battle is over.");
create_exception!(foretoken, RecordError, ForetokenError, "The bytes are not a record that this version can replay.");
create_exception!(
    foretoken,
    ShapeError,
    ForetokenError,
    "The arrays have too few rows, or an array has a wrong shape."
);
create_exception!(foretoken, Closed, ForetokenError, "The object was closed.");

/// Adds the exceptions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("ForetokenError", py.get_type::<ForetokenError>())?;
    module.add("PackError", py.get_type::<PackError>())?;
    module.add("IllegalDecision", py.get_type::<IllegalDecision>())?;
    module.add("BattleOver", py.get_type::<BattleOver>())?;
    module.add("RecordError", py.get_type::<RecordError>())?;
    module.add("ShapeError", py.get_type::<ShapeError>())?;
    module.add("Closed", py.get_type::<Closed>())
}

/// Error of a call.
#[derive(Debug)]
pub enum Fault {
    /// The object was closed.
    Closed,
    /// An error of the library.
    Library(Error),
    /// Decisions that are not legal now: text with their places.
    Illegal(String),
    /// An array of a wrong shape.
    Shape(String),
    /// A wrong argument.
    Value(String),
    /// Another thread uses the object's arrays.
    Busy,
    /// A campaign refuses.
    Refused(String),
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Library(error)
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        let (error, code) = match fault {
            Fault::Closed => (Closed::new_err("it was closed"), "closed"),
            Fault::Illegal(text) => (IllegalDecision::new_err(text), "no-decision"),
            Fault::Shape(text) => (ShapeError::new_err(text), "shape"),
            Fault::Busy => {
                (ForetokenError::new_err("another thread steps this object, or has borrowed its arrays"), "busy")
            }
            Fault::Value(text) => return PyValueError::new_err(text),
            Fault::Refused(text) => (IllegalDecision::new_err(text), "refused"),
            Fault::Library(error) => {
                let code = error.code();
                let text = match &error {
                    Error::Shape { what: "units", .. } => format!("{error}; set max_units"),
                    Error::Shape { .. } => format!("{error}; set max_choices"),
                    _ => error.to_string(),
                };
                let error = match error {
                    Error::NoPack(_)
                    | Error::NoScenario { .. }
                    | Error::NoCampaign { .. }
                    | Error::Faults(_)
                    | Error::Opening(_) => PackError::new_err(text),
                    Error::NoDecision { .. } | Error::PlanOver { .. } | Error::NotAsked(_) => {
                        IllegalDecision::new_err(text)
                    }
                    Error::Over => BattleOver::new_err(text),
                    Error::Record(_) => RecordError::new_err(text),
                    Error::Shape { .. } => ShapeError::new_err(text),
                    _ => ForetokenError::new_err(text),
                };
                (error, code)
            }
        };
        Python::attach(|py| match error.value(py).setattr("code", code) {
            Ok(()) => error,
            Err(other) => other,
        })
    }
}
