//! Manual edits of the battle. Each is a record entry, which replays repeat and verification reports.

use super::Referee;
use crate::record::{EditError, Entry, fitted};
use foretoken_vm::Change;

impl Referee {
    /// Edits the battle and returns the changes; see [`fitted`](crate::record::fitted).
    ///
    /// # Errors
    ///
    /// If a change does not fit; nothing changes.
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

    /// Undoes or redoes edits whose fields have not changed since.
    ///
    /// # Errors
    ///
    /// If a change no longer fits; nothing changes.
    pub fn edit_state_again(&mut self, changes: &[Change]) -> Result<(), EditError> {
        let (book, state) = (self.book(), self.battle().state());
        let same = |a: &Change, b: &Change| (a.kind, a.entity, a.at) == (b.kind, b.entity, b.at);
        for (index, change) in changes.iter().enumerate() {
            let first = !changes[..index].iter().any(|earlier| same(earlier, change));
            let made = fitted(book, state, change)?;
            let stands = made.iter().find(|made| same(made, change)).is_none_or(|made| made.before == change.before);
            if first && !stands {
                return Err(EditError::ChangedSince);
            }
        }
        self.edit_state(changes).map(drop)
    }

    /// Whether assets were exchanged since the start.
    #[must_use]
    pub const fn is_exchanged(&self) -> bool {
        self.exchanged
    }

    /// Whether the battle was edited manually.
    #[must_use]
    pub const fn is_edited(&self) -> bool {
        self.edited
    }
}
