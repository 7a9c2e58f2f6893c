//! Values that a page computes from the run. They are computed again only after the run has new entries, not in each
//! frame.

use crate::runs::RunGame;

/// A value of the run's entries.
#[derive(Debug)]
pub(super) struct Cached<T>(Option<(usize, T)>);

impl<T> Default for Cached<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Cached<T> {
    /// Returns the value, computed at most once for the same entries.
    pub(super) fn get(&mut self, game: &RunGame, compute: impl FnOnce(&RunGame) -> T) -> &T {
        let count = game.run().entries().len();
        if self.0.as_ref().is_some_and(|(of, _)| *of != count) {
            self.0 = None;
        }
        let (_, value) = self.0.get_or_insert_with(|| (count, compute(game)));
        value
    }
}
