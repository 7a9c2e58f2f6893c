//! Changes of the rules and the state during a battle, for the editor. A server refuses them.

use super::Session;
use crate::record::{EditError, PatchError};
use crate::seat::Dropped;
use foretoken_action_assets::Library;
use foretoken_vm::state::Renames;
use foretoken_vm::{Change, Rulebook};
use std::sync::Arc;

impl Session {
    /// Replaces the assets; see [`Referee::exchange_assets`]. Returns the dropped parts.
    ///
    /// # Errors
    ///
    /// If the battle does not fit; nothing changes.
    pub fn exchange_assets(
        &mut self,
        book: Arc<Rulebook>,
        assets: String,
        renames: &Renames,
    ) -> Result<Vec<Dropped>, PatchError> {
        let local = self.local_mut().ok_or(PatchError::Online)?;
        let dropped = local.referee.exchange_assets(book, assets, renames)?;
        Ok(local.tell_dropped(dropped))
    }

    /// Replaces the assets during an edit; see [`Referee::exchange_edited`].
    ///
    /// # Errors
    ///
    /// As [`Self::exchange_assets`].
    pub fn exchange_edited(
        &mut self,
        book: Arc<Rulebook>,
        library: Arc<Library>,
        renames: &Renames,
    ) -> Result<Vec<Dropped>, PatchError> {
        let local = self.local_mut().ok_or(PatchError::Online)?;
        let dropped = local.referee.exchange_edited(book, library, renames)?;
        Ok(local.tell_dropped(dropped))
    }

    /// Records unrecorded assets.
    pub fn settle_patch(&mut self) {
        if let Some(local) = self.local_mut() {
            local.referee.settle_patch();
            local.brief();
        }
    }

    /// Edits the battle and returns the changes; see [`crate::record::fitted`].
    ///
    /// # Errors
    ///
    /// If a change does not fit; nothing changes.
    pub fn edit_state(&mut self, changes: &[Change]) -> Result<Vec<Change>, EditError> {
        let local = self.local_mut().ok_or(EditError::Online)?;
        let made = local.referee.edit_state(changes);
        local.brief();
        made
    }

    /// Undoes or redoes edits whose fields have not changed since.
    ///
    /// # Errors
    ///
    /// If a change no longer fits; nothing changes.
    pub fn edit_state_again(&mut self, changes: &[Change]) -> Result<(), EditError> {
        let local = self.local_mut().ok_or(EditError::Online)?;
        let done = local.referee.edit_state_again(changes);
        local.brief();
        done
    }

    /// Whether assets were exchanged since the start.
    #[must_use]
    pub fn is_exchanged(&self) -> bool {
        self.local().is_some_and(|local| local.referee.is_exchanged())
    }

    /// Whether the battle was edited manually.
    #[must_use]
    pub fn is_edited(&self) -> bool {
        self.local().is_some_and(|local| local.referee.is_edited())
    }
}
