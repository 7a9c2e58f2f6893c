//! The text format, tested with toy kinds.

mod parsing;
mod properties;
mod reading;
mod toy;
mod writing;
