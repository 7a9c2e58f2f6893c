//! Clocks and resignation. The host measures the time; the referee records it, so that a resumed battle keeps it.

use super::{Entry, Referee, Rejection, history};
use crate::briefing::{Occasion, Pending};
use foretoken_vm::{Intent, Team};
use std::time::Duration;

impl Referee {
    /// Records the time that is left on a side's clock.
    pub fn note_clock(&mut self, team: Team, left: Duration) {
        let left = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        self.enter_or_tell(Entry::Clock((team.0, left)));
    }

    /// Answers the open question of a side whose time is out: by the planner, or its units wait. [`Self::advance`] goes
    /// on.
    ///
    /// # Errors
    ///
    /// If the side is not asked; nothing changes.
    pub fn time_out(&mut self, team: Team, by_planner: bool) -> Result<(), Rejection> {
        let choose = match &self.pending {
            Pending::Decide(choose) if choose.team == team => choose.clone(),
            _ => return Err(Rejection::NotAsked),
        };
        self.settle_patch();
        self.enter_or_tell(Entry::TimedOut(team.0));
        tracing::info!(side = team.0, by_planner, "the time of a side is out");
        let (chosen, closes) = match by_planner {
            true => self.planned(&choose),
            false if choose.until.is_closable() => (Vec::new(), true),
            false => {
                let idle = Intent { complete: true, ..Intent::default() };
                (choose.units.first().map(|&unit| (unit, idle)).into_iter().collect(), false)
            }
        };
        for (unit, intent) in chosen {
            self.set_intent(unit, intent, by_planner);
            let what = history::decision(&self.replay, unit);
            self.remember(what, Some(team));
        }
        if closes && self.enter_close(team) {
            self.remember(Occasion::Closed, Some(team));
        }
        Ok(())
    }

    /// Ends the battle with the defeat of a side that gives up.
    ///
    /// # Errors
    ///
    /// If the battle is over.
    pub fn resign(&mut self, team: Team) -> Result<(), Rejection> {
        if self.outcome() != 0 {
            return Err(Rejection::NotAsked);
        }
        self.settle_patch();
        self.replay.resign(team);
        self.enter_or_tell(Entry::Resigned(team.0));
        self.enter_or_tell(Entry::End(self.outcome()));
        self.advance();
        Ok(())
    }
}
