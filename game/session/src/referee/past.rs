//! Looking back: the battle as it was at a moment, or after some activations of a round that was carried out. Nothing is
//! taken back by it. Rounds are carried out again from where the record stood, under the rules of then, so what
//! became of the assets since alters nothing of what was.

use super::Referee;
use foretoken_vm::{Advance, Battle, Buffers, GameState, Known, Log, Plan, Rulebook, Team};
use std::sync::Arc;

/// The battle as it was.
#[derive(Debug)]
pub struct Then {
    /// The rules in force then.
    pub book: Arc<Rulebook>,
    battle: Battle,
    /// The battle as the side that looks knew it.
    pub known: Known,
    /// What everybody had decided whom that side knew.
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
        let entry = self.moments().get(moment)?.entry;
        let (battle, plan, book) = self.replay.after(entry)?;
        let (mut battle, plan, book) = (battle.clone(), plan.clone(), Arc::clone(book));
        let (mut buffers, mut log) = (Buffers::default(), Log::default());
        for _ in 0..activations {
            if battle.apply_for_execution(&book, &plan, &mut buffers, &mut log) == Advance::Over {
                break;
            }
        }
        let known = battle.project(&book, team);
        let plan = battle.numbering(team).plan_to_known(&plan);
        Some(Then { book, battle, known, plan })
    }
}
