//! Looking back: the battle as it was at a moment, or after some activations of a round that was carried out. Nothing is
//! taken back by it. Rounds are carried out again from where the record stood, under the rules of then, so what
//! became of the assets since alters nothing of what was.

use super::Referee;
use super::briefing::disclosed;
use crate::record::Replay;
use foretoken_vm::{Battle, GameState, Known, Plan, Rulebook, Team};
use std::sync::Arc;

/// The battle as it was.
#[derive(Debug)]
pub struct Then {
    /// The rules in force then.
    pub book: Arc<Rulebook>,
    battle: Battle,
    /// The battle as the side that looks knew it.
    pub known: Known,
    /// What was decided and disclosed to that side.
    pub plan: Plan,
}

impl Then {
    /// The battle as it truly was.
    #[must_use]
    pub const fn truth(&self) -> &GameState {
        self.battle.state()
    }
}

impl Referee {
    /// The battle as it was at the moment with this index, after so many activations of what was carried out
    /// next, as a side knew it; `None` where there is no such moment or it is so long ago that it is no longer kept.
    #[must_use]
    pub fn as_it_was(&self, team: Team, moment: usize, activations: usize) -> Option<Then> {
        let then = match activations.checked_sub(1) {
            None => self.replay.at(self.moments().get(moment)?.entry)?,
            Some(before) => {
                // Decisions may lie between what was carried out, so it begins where its own entry does.
                let ran = self.activations().iter().filter(|ran| ran.moment == moment).nth(before)?;
                let mut then = self.replay.at(ran.entry.checked_sub(1)?)?;
                let mut left = ran.index + 1;
                then.execute_while(|_, _, _| {
                    left -= 1;
                    left > 0
                });
                then
            }
        };
        let plan = disclosed(&then, &self.arbiter, team);
        let Replay { book, battle, .. } = then;
        let known = battle.project(&book, team);
        Some(Then { book, battle, known, plan })
    }
}
