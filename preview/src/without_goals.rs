//! Rules by which nothing is won or lost: what a unit decides by where its side has a victory planned already, so that it does
//! not stand by when that is foiled.

use foretoken_vm::{Rulebook, Rules};
use std::sync::Arc;

/// The rules of the last rulebook that was asked for, without goals and losses.
#[derive(Debug, Default)]
pub(crate) struct WithoutGoals {
    /// The number of that rulebook.
    of: u64,
    book: Option<Arc<Rulebook>>,
}

impl WithoutGoals {
    /// A rulebook as it would be without goals and losses. It is made once.
    pub(crate) fn of(&mut self, book: &Rulebook) -> Arc<Rulebook> {
        if self.of != book.id() {
            (self.of, self.book) = (book.id(), None);
        }
        let without = || Rules { goals: Vec::new(), losses: Vec::new(), ..Rules::clone(book) }.build();
        Arc::clone(self.book.get_or_insert_with(|| Arc::new(without())))
    }
}
