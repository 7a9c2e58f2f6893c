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

/// Returns the indices of a plan's steps.
pub fn steps(plan: &[isize]) -> Result<Vec<usize>, Fault> {
    let step = |&index: &isize| usize::try_from(index);
    let steps: Result<Vec<usize>, _> = plan.iter().map(step).collect();
    steps.map_err(|_| Fault::Illegal(format!("the plan {plan:?} has a negative step; decisions are counted from 0")))
}
