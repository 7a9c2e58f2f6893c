//! The truth altered by hand, as editors, demonstrations and tests do.

use super::Battle;
use crate::intent::Plan;
use crate::machine::Buffers;
use crate::rulebook::Rulebook;
use crate::state::{EntityId, GameState, Log, Team};

impl Battle {
    /// Alters the truth by hand, as an editor's state panel and tests do. Such a battle no longer follows from its
    /// journal unless the alteration is entered there.
    pub const fn state_mut(&mut self) -> &mut GameState {
        &mut self.state
    }

    /// Gives a unit a status by hand, as units have those of their kinds from the start: for as long as its kind says, and
    /// not where the unit is immune. What is said of [`Self::state_mut`] holds here, too.
    pub fn give_status(&mut self, book: &Rulebook, id: EntityId, status: u16, amount: i32) {
        let (plan, mut buffers, mut log) = (Plan::default(), Buffers::default(), Log::default());
        self.execution(book, &plan, &mut buffers, &mut log).begin_with(id, status, amount);
        self.look_around(book);
    }

    /// Takes into account what was altered by hand: who is seen by whom, and what each side knows of it.
    pub fn look_around(&mut self, book: &Rulebook) {
        self.state.detect(book);
        for (team, memory) in self.memories.iter_mut().enumerate() {
            memory.look(book, &self.state, Team(team as u8));
        }
    }
}
