//! Arguments that Python gives.

use crate::fault::Fault;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use std::fmt::Display;

/// A whole number that is in range. Python raises `ValueError` for others, and `TypeError` for what is no whole number.
#[derive(Clone, Copy, Debug)]
pub struct Whole<T>(pub T);

/// An unsigned type and its largest value.
pub trait Unsigned: Sized + Display {
    /// Largest value.
    const MOST: Self;
}

macro_rules! unsigned {
    ($($own:ty),*) => {
        $(impl Unsigned for $own {
            const MOST: Self = <$own>::MAX;
        })*
    };
}

unsigned!(u8, u16, u64, usize);

impl<'a, 'py, T> FromPyObject<'a, 'py> for Whole<T>
where
    T: Unsigned + FromPyObject<'a, 'py, Error = PyErr>,
{
    type Error = PyErr;

    fn extract(argument: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        argument.extract::<T>().map(Self).map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(argument.py()) {
                Fault::Value(format!("{} is not a whole number from 0 to {}", &*argument, T::MOST)).into()
            } else {
                error
            }
        })
    }
}

/// Place in a list that begins with 0. Numbers that no list has are kept, to be refused with a sentence.
#[derive(Clone, Debug)]
pub struct Index {
    /// Number, if a list can have it.
    pub at: Option<usize>,
    /// Number as Python writes it.
    pub shown: String,
}

impl Index {
    /// Returns the number, if a list of this length has it.
    pub fn below(&self, count: usize) -> Option<usize> {
        self.at.filter(|&at| at < count)
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Index {
    type Error = PyErr;

    fn extract(argument: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let at = match argument.extract::<usize>() {
            Ok(at) => Some(at),
            Err(error) if error.is_instance_of::<PyOverflowError>(argument.py()) => None,
            Err(error) => return Err(error),
        };
        Ok(Self { at, shown: argument.to_string() })
    }
}

/// Returns the indices of a plan's steps.
pub fn steps(plan: &[Index]) -> Result<Vec<usize>, Fault> {
    let at = |index: &Index| index.at.ok_or_else(|| Fault::Illegal(format!("decision {} does not exist", index.shown)));
    plan.iter().map(at).collect()
}
