//! What all commands share: what a command found, and how its text, JSON and errors are printed.

use crate::escape;
use std::io::{self, Write};

/// What a command found: fine, or problems that were told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    Fine,
    Problems,
}

/// Prints a value as one JSON document.
pub(super) fn json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    let document = serde_json::to_string_pretty(value)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", escape::json(&document))?;
    Ok(())
}

/// Says on standard error what went wrong.
pub(super) fn tell(error: &anyhow::Error) {
    // Nobody can be told that standard error is closed.
    let _ = writeln!(io::stderr(), "foretoken: {}", escape::printable(&said(error)));
}

/// An error with its causes, each said once: many name their cause in their own words.
fn said(error: &anyhow::Error) -> String {
    let mut words = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if words.is_empty() {
            words = cause;
        } else if !words.contains(&cause) {
            words = format!("{words}: {cause}");
        }
    }
    words
}

/// Prints text. All output of the command line passes here, by [`json`] or by [`tell`], so that nothing that others wrote
/// steers the terminal.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(escape::printable(text).as_bytes())?;
    out.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[derive(Debug, thiserror::Error)]
    #[error("the record could not be written: {0}")]
    struct WriteError(#[from] io::Error);

    #[test]
    fn a_cause_is_said_once() {
        let cause = || io::Error::other("the disk is full");
        let told: anyhow::Error = WriteError(cause()).into();
        assert_eq!(said(&told), "the record could not be written: the disk is full");
        let plain = Err::<(), _>(cause()).context("cannot write a.ron").expect_err("it fails");
        assert_eq!(said(&plain), "cannot write a.ron: the disk is full");
    }
}
