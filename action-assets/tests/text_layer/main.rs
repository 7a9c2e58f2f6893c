//! The text layer of the assets: what is read, what is said about what cannot be read, and what is written.
//!
//! A few toy kinds stand in for the real ones, so that these tests do not depend on the kinds there are.

mod parsing;
mod properties;
mod reading;
mod toy;
mod writing;
