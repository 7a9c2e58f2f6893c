//! Assets exchanged while a battle runs: it goes on under them from between two programs, and what was decided is bound to
//! them by name.

use super::{Entry, Referee};
use crate::record::AssetFiles;
use foretoken_action_assets::Library;
use foretoken_vm::{EntityId, Rulebook};
use std::sync::Arc;

impl Referee {
    /// Goes on under changed assets, from between two programs. Intents are bound to the changed actions by name; the
    /// record says that the assets were exchanged. Returns the actions that units no longer do because there is no such
    /// action any more.
    ///
    /// # Errors
    /// A sentence, when the battle has no place in them; nothing changes then.
    pub fn exchange_assets(&mut self, book: Arc<Rulebook>, assets: String) -> Result<Vec<(EntityId, String)>, String> {
        self.settle_patch();
        let dropped = self.take_over(book)?;
        self.setup.assets = assets;
        self.enter_patch();
        self.advance();
        Ok(dropped)
    }

    /// The same for an edit that is being made: the record is told once, by [`Self::settle_patch`] or with what is
    /// entered next.
    ///
    /// # Errors
    /// As [`Self::exchange_assets`].
    pub fn exchange_edited(
        &mut self,
        book: Arc<Rulebook>,
        library: Arc<Library>,
    ) -> Result<Vec<(EntityId, String)>, String> {
        let dropped = self.take_over(book)?;
        self.unwritten = Some(library);
        self.advance();
        Ok(dropped)
    }

    /// Enters assets that are in force and not in the record yet.
    pub fn settle_patch(&mut self) {
        let Some(library) = self.unwritten.take() else { return };
        let assets = library.canonical_text();
        if assets != self.setup.assets {
            self.setup.assets = assets;
            self.enter_patch();
        }
    }

    fn take_over(&mut self, book: Arc<Rulebook>) -> Result<Vec<(EntityId, String)>, String> {
        let dropped = self.replay.exchange(Arc::clone(&book))?;
        self.setup.book = book;
        Ok(dropped)
    }

    /// Records the assets in force as exchanged for others.
    pub(super) fn enter_patch(&mut self) {
        let assets = AssetFiles::from_one_text(&self.setup.assets);
        let changes = self.replay.assets.changes_to(&assets);
        if changes.is_empty() {
            return;
        }
        self.replay.assets = Arc::new(assets);
        let number = self.enter_or_tell(Entry::AssetFiles(changes));
        self.history.patched(self.replay.battle.state().round(), number);
    }
}
