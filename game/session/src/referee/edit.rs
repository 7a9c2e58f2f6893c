//! The battle altered by hand: what a designer writes into its state, made to fit. Each alteration is an entry of the
//! record, so that a replay makes it again, and verifying the record tells of it.

use super::Referee;
use crate::record::{EditError, Entry, fitted};
use foretoken_vm::Change;

impl Referee {
    /// Alters the battle by hand; see [`fitted`](crate::record::fitted). Returns the changes that were made.
    ///
    /// # Errors
    /// When something does not fit; nothing changes then.
    pub fn edit_state(&mut self, changes: &[Change]) -> Result<Vec<Change>, EditError> {
        if self.setup.ironman {
            return Err(EditError::Ironman);
        }
        self.settle_patch();
        let made = self.replay.edit(changes);
        if let Ok(made) = &made {
            let number = self.enter_or_tell(Entry::Edit(made.clone()));
            self.history.patched(self.replay.battle.state().round(), number);
            self.edited = true;
            self.advance();
        }
        made
    }

    /// Takes alterations back, or makes them again, where what they altered still stands as they left it.
    ///
    /// # Errors
    /// When something does not fit any more; nothing changes then.
    pub fn edit_state_again(&mut self, changes: &[Change]) -> Result<(), EditError> {
        let (book, state) = (self.book(), self.battle().state());
        let same = |a: &Change, b: &Change| (a.kind, a.entity, a.at) == (b.kind, b.entity, b.at);
        for (index, change) in changes.iter().enumerate() {
            // What one list alters twice stands as the first of them found it.
            let first = !changes[..index].iter().any(|earlier| same(earlier, change));
            let made = fitted(book, state, change)?;
            let stands = made.iter().find(|made| same(made, change)).is_none_or(|made| made.before == change.before);
            if first && !stands {
                return Err(EditError::ChangedSince);
            }
        }
        self.edit_state(changes).map(drop)
    }

    /// Whether the battle's assets were exchanged for others since it began.
    #[must_use]
    pub const fn is_exchanged(&self) -> bool {
        self.exchanged
    }

    /// Whether the battle was altered by hand.
    #[must_use]
    pub const fn is_edited(&self) -> bool {
        self.edited
    }
}
