//! Asset exchanges during a battle, between two programs. Decisions are rebound by name.

use super::{Entry, Referee};
use crate::record::{Exchange, PatchError};
use foretoken_action_assets::Library;
use foretoken_vm::state::Renames;
use foretoken_vm::{EntityId, Rulebook};
use std::sync::Arc;

impl Referee {
    /// Replaces the assets between two programs, rebinds intents by name, and records the exchange. Returns the dropped
    /// actions of units.
    ///
    /// # Errors
    ///
    /// If the battle does not fit, or the record exceeds its limit; nothing changes.
    pub fn exchange_assets(
        &mut self,
        book: Arc<Rulebook>,
        assets: String,
        renames: &Renames,
    ) -> Result<Vec<(EntityId, String)>, PatchError> {
        self.settle_patch();
        let dropped = self.take_over(book, renames, renames)?;
        self.setup.assets = assets.into();
        self.enter_patch(renames.clone());
        self.advance();
        Ok(dropped)
    }

    /// Replaces the assets during an unfinished edit, which [`Self::settle_patch`] or the next entry records once.
    ///
    /// # Errors
    ///
    /// As [`Self::exchange_assets`].
    pub fn exchange_edited(
        &mut self,
        book: Arc<Rulebook>,
        library: Arc<Library>,
        renames: &Renames,
    ) -> Result<Vec<(EntityId, String)>, PatchError> {
        let before = self.unwritten.as_ref().map(|(_, renames)| renames.clone()).unwrap_or_default();
        let since = before.then(renames);
        let dropped = self.take_over(book, &since, renames)?;
        self.unwritten = Some((library, since));
        self.advance();
        Ok(dropped)
    }

    /// Records unrecorded assets.
    pub fn settle_patch(&mut self) {
        let Some((library, renames)) = self.unwritten.take() else { return };
        let assets = library.canonical_text();
        if *assets != *self.setup.assets {
            self.setup.assets = assets.into();
            self.enter_patch(renames);
        }
    }

    fn take_over(
        &mut self,
        book: Arc<Rulebook>,
        since: &Renames,
        news: &Renames,
    ) -> Result<Vec<(EntityId, String)>, PatchError> {
        let dropped = self.replay.exchange(Arc::clone(&book), since)?;
        self.setup.book = book;
        self.exchanged = true;
        if !news.is_empty() {
            self.renamed.iter_mut().for_each(|told| *told = told.then(news));
        }
        Ok(dropped)
    }

    pub(super) fn enter_patch(&mut self, renames: Renames) {
        let assets = self.setup.assets.files();
        let files = self.replay.assets.changes_to(&assets);
        if files.is_empty() {
            return;
        }
        let exchange = Exchange { renames: renames.clone(), files, superseded: false };
        let number = self.enter_or_tell(Entry::Exchange(Box::new(exchange)));
        self.replay.recorded(number, assets, renames);
        self.history.patched(self.replay.battle.state().round(), number);
    }
}
