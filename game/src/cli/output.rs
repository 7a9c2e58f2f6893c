//! Output shared by all commands: results, text, JSON and errors.

use crate::escape;
use std::io::{self, Write};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    Fine,
    Problems,
}

pub(super) fn json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    let document = serde_json::to_string_pretty(value)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", escape::json(&document))?;
    Ok(())
}

pub(super) fn tell(error: &anyhow::Error) {
    // Standard error can be closed.
    let _ = writeln!(io::stderr(), "foretoken: {}", escape::printable(&said(error)));
}

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

/// Prints text. All output uses this, [`json`] or [`tell`], which escape control characters of foreign texts.
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
