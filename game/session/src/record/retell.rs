//! The log of a recorded battle for one side.

use super::{Compile, Entry, Opened, ReplayError, Step, start};
use crate::seat::Report;
use crate::seat_log::SeatLog;
use foretoken_vm::Team;
use std::sync::Arc;

/// Returns a side's log of a record, without undone rounds.
///
/// # Errors
///
/// If it cannot be replayed.
pub fn retell(opened: &Opened, compile: &Compile<'_>, team: Team) -> Result<SeatLog, ReplayError> {
    let mut replay = start(opened, compile)?;
    let mut told = SeatLog::default();
    for (number, entry) in opened.entries.iter().enumerate() {
        let before = entry.is_commit().then(|| {
            let known = replay.battle.project(&replay.book, team);
            (replay.battle.state().clone(), known.state().clone())
        });
        let step = replay.apply(number as u32, entry, compile);
        match (before, step, entry) {
            (Some((truth, before)), Step::Executed(_), _) => {
                let book = Arc::clone(&replay.book);
                let known = replay.battle.project(&book, team);
                let after = vec![known.state().clone(); replay.activations.len()];
                let report = {
                    let numbering = replay.battle.numbering(team);
                    Report::seen_by(0, &numbering, &replay, truth, before, after).report.of_entry(number as u32)
                };
                told.tell(&book, &known, &report);
            }
            (_, Step::WentBack(true), Entry::UndoTo(to) | Entry::ForkTo(to)) => {
                told.take_back(*to);
            }
            _ => {}
        }
    }
    Ok(told)
}
