//! Writing files so that none is ever half written: a temporary file beside it, synced, renamed, the folder synced; the
//! last ten versions kept. What grows, as records do, is appended to by an [`Appender`].

mod appender;
#[cfg(feature = "std-io")]
mod files;
pub mod journal;

pub use appender::{Appender, Disk};
#[cfg(feature = "std-io")]
pub use files::*;
