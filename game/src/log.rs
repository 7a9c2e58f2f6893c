//! The log: what the program does and how long it takes, written to a file. Crates tell it through `tracing`; without
//! `--log` nothing listens, and telling costs next to nothing.

use anyhow::Context;
use std::fs::OpenOptions;
use std::path::Path;
use std::sync::Mutex;
use tracing::Level;
use tracing_subscriber::fmt::format::FmtSpan;

/// Appends to a file what is told from now on, spans with the time that they took.
///
/// # Errors
/// When the file cannot be opened, or a log was begun before.
pub fn begin(file: &Path) -> anyhow::Result<()> {
    let opened = OpenOptions::new().create(true).append(true).open(file);
    let opened = opened.with_context(|| format!("{} cannot be written to", file.display()))?;
    let subscriber = tracing_subscriber::fmt()
        .with_writer(Mutex::new(opened))
        .with_ansi(false)
        .with_target(false)
        .with_max_level(Level::DEBUG)
        .with_span_events(FmtSpan::CLOSE)
        .finish();
    tracing::subscriber::set_global_default(subscriber).context("a log was begun before")
}
