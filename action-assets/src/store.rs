//! Durable file writing: replacement through a synced temporary file, with ten backups, and appending by an
//! [`Appender`].

mod appender;
#[cfg(feature = "std-io")]
mod files;
pub mod journal;

pub use appender::{Appender, Disk};
#[cfg(feature = "std-io")]
pub use files::*;
