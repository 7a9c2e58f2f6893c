//! Changes to the true state by hand, for editors, demonstrations and tests.

use super::Battle;
use crate::intent::Plan;
use crate::machine::Buffers;
use crate::rulebook::Rulebook;
use crate::state::{EntityId, GameState, Log, Team};

impl Battle {
    /// Returns the true state for changes by hand. The journal no longer reproduces the battle unless the change is
    /// entered there.
    pub const fn state_mut(&mut self) -> &mut GameState {
        &mut self.state
    }

    /// Applies a status with the default duration of its definition, unless the unit is immune. See [`Self::state_mut`]
    /// for the journal.
    pub fn give_status(&mut self, book: &Rulebook, id: EntityId, status: u16, amount: i32) {
        let (plan, mut buffers, mut log) = (Plan::default(), Buffers::default(), Log::default());
        self.execution(book, &plan, &mut buffers, &mut log).begin_with(id, status, amount);
        self.look_around(book);
    }

    /// Updates sight and knowledge of all sides after changes by hand.
    pub fn look_around(&mut self, book: &Rulebook) {
        self.state.detect(book);
        for (team, memory) in self.memories.iter_mut().enumerate() {
            memory.look(book, &self.state, Team(team as u8));
        }
    }
}
