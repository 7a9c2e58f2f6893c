//! Taking back: undo within what was deterministic, and rewind to any earlier decision, which forks the record.

use super::Session;
use crate::record::Entry;

/// A moment of the battle that one can go back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The round.
    pub round: i32,
    /// What was decided, or that a round began.
    pub label: String,
    /// The record's entry after which it stands.
    pub entry: u32,
}

/// Why something is not taken back, as a sentence for the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The battle has just begun.
    #[error("There is nothing to take back.")]
    Nothing,
    /// The last round drew chance.
    #[error(
        "Chance had its say in the last round, so it cannot be taken back. The rewind list can fork from before it."
    )]
    Chance,
    /// The last round revealed something.
    #[error(
        "Something hidden came to light in the last round, so it cannot be taken back. The rewind list can fork from before it."
    )]
    Reveal,
}

/// The moments so far.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    moments: Vec<Moment>,
    /// Barriers: before the moment with this index undo stops, and why.
    barriers: Vec<(usize, Refusal)>,
}

impl History {
    pub(super) fn push(&mut self, moment: Moment) {
        self.moments.push(moment);
    }

    /// A round was executed; what it drew or revealed cannot be undone past.
    pub(super) fn close_round(&mut self, chance: bool, reveal: bool) {
        let at = self.moments.len();
        if chance {
            self.barriers.push((at, Refusal::Chance));
        } else if reveal {
            self.barriers.push((at, Refusal::Reveal));
        }
    }

    fn cut(&mut self, at: usize) {
        self.moments.truncate(at + 1);
        self.barriers.retain(|&(barrier, _)| barrier <= at);
    }
}

impl Session {
    /// Every moment that can be gone back to, oldest first; the last is the present.
    #[must_use]
    pub fn moments(&self) -> &[Moment] {
        &self.history.moments
    }

    /// Takes back the last decision; at the beginning of a round, the round before it with its last decision standing.
    ///
    /// # Errors
    /// The reason why not, as a sentence.
    pub fn undo(&mut self) -> Result<(), Refusal> {
        if self.draft.is_some() {
            self.abandon();
        }
        let now = self.history.moments.len();
        let target = now.checked_sub(2).ok_or(Refusal::Nothing)?;
        if let Some(&(_, refusal)) = self.history.barriers.iter().find(|&&(barrier, _)| barrier == now - 1) {
            return Err(refusal);
        }
        self.go_to(target, false);
        Ok(())
    }

    /// Takes back everything decided in this round.
    ///
    /// # Errors
    /// When nothing was decided yet.
    pub fn reset_turn(&mut self) -> Result<(), Refusal> {
        self.abandon();
        let round = self.replay.battle.state().round();
        let first = self.history.moments.iter().rposition(|m| m.round != round).map_or(0, |at| at + 1);
        if first + 1 >= self.history.moments.len() {
            return Err(Refusal::Nothing);
        }
        self.go_to(first, false);
        Ok(())
    }

    /// Goes back to any moment and forks the record there.
    pub fn rewind(&mut self, moment: usize) -> bool {
        self.abandon();
        moment < self.history.moments.len() && self.go_to(moment, true)
    }

    fn go_to(&mut self, moment: usize, fork: bool) -> bool {
        let entry = self.history.moments[moment].entry;
        if !self.replay.go_back(entry) {
            return false;
        }
        self.replay.forked |= fork;
        self.enter_or_tell(if fork { Entry::ForkTo(entry) } else { Entry::UndoTo(entry) });
        self.history.cut(moment);
        self.refresh();
        true
    }
}
