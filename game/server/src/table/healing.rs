//! Correction of clients whose knowledge differs from the server's. Both sides are kept with a report, and the battle goes
//! on.

use super::Table;
use foretoken_session::wire::{Reason, ToClient};
use foretoken_vm::{Known, Rulebook};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

/// Reports that a server keeps. Further ones are only counted.
const REPORTS: usize = 100;

impl Table {
    fn reports(&self) -> PathBuf {
        self.shared.options.data.join("corrections")
    }

    /// Asks a client for its knowledge and makes its next briefing whole.
    pub(super) fn heal(&mut self, at: usize) {
        self.shared.metrics.corrections_total.fetch_add(1, Ordering::Relaxed);
        let seat = &mut self.seats[at];
        tracing::warn!(table = self.code, side = seat.side.0, "the knowledge of a client differs and is corrected");
        seat.outbox.forget();
        if let Some(bytes) = super::people::shared(&ToClient::ShowKnowledge) {
            super::people::send(&mut seat.line, &bytes, &self.shared);
        }
        seat.is_shown = true;
    }

    /// Keeps the knowledge that a client sent on request, beside the server's, with the differences.
    pub(super) fn keep_knowledge(&mut self, line: u64, bytes: &[u8]) -> Result<(), Reason> {
        let at = self.seat_of(line).ok_or(Reason::NotNow)?;
        if !std::mem::take(&mut self.seats[at].is_shown) {
            return Err(Reason::NotNow);
        }
        let side = self.seats[at].side;
        let battle = self.battle.as_mut().ok_or(Reason::NotNow)?;
        let (book, known) = (battle.referee.rules_for(side), battle.referee.known(side));
        let folder = self.reports();
        let number = std::fs::read_dir(&folder).map_or(0, |files| files.flatten().count() / 3);
        if number >= REPORTS {
            return Ok(());
        }
        let base = folder.join(format!("{}-{}-{number}", self.code, side.0));
        let text = differences(&book, &known, bytes);
        let here = known.to_bytes().unwrap_or_default();
        let written = std::fs::create_dir_all(&folder).and_then(|()| {
            std::fs::write(base.with_extension("server"), here)?;
            std::fs::write(base.with_extension("client"), bytes)?;
            std::fs::write(base.with_extension("txt"), text)
        });
        if let Err(error) = written {
            tracing::warn!(table = self.code, %error, "the report of a correction is not kept");
        }
        Ok(())
    }
}

/// Returns the differences of two states of knowledge, one a line.
fn differences(book: &Rulebook, here: &Known, there: &[u8]) -> String {
    let mut text = String::new();
    let there = match Known::from_bytes(book, there) {
        Ok(there) => there,
        Err(error) => return format!("The client's knowledge cannot be read: {error}\n"),
    };
    let (own, other) = (here.state(), there.state());
    if own.round() != other.round() {
        let _ = writeln!(text, "round: {} at the server, {} at the client", own.round(), other.round());
    }
    let rows = own.entities().len().max(other.entities().len());
    for at in 0..rows {
        let rows = (own.entities().get(at), other.entities().get(at));
        if rows.0 != rows.1 {
            let _ = writeln!(text, "unit {at}:\n  server {:?}\n  client {:?}", rows.0, rows.1);
        }
    }
    if text.is_empty() {
        text.push_str("The units are equal; cells, statuses or columns differ.\n");
    }
    text
}
