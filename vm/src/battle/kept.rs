//! Battles as they are kept for undo: without what is derived from the board.

use super::Battle;
use crate::rulebook::Rulebook;
use crate::state::{CarryError, GameState, Renames};

/// A battle without what is derived from its board: what undo goes back to.
#[derive(Debug)]
pub struct KeptBattle(Battle);

impl KeptBattle {
    /// The battle under the rulebook that was in force.
    #[must_use]
    pub fn battle(&self, book: &Rulebook) -> Battle {
        let state = GameState::default();
        let mut battle = Battle { state, dice: self.0.dice.clone(), sides: Vec::new(), memories: Vec::new() };
        battle.return_to(self, book);
        battle
    }

    /// See [`Battle::carried_over`].
    ///
    /// # Errors
    /// The first thing in it that the other rulebook has no place for.
    pub fn carried_over(&self, from: &Rulebook, to: &Rulebook, renames: &Renames) -> Result<Battle, CarryError> {
        self.0.carried_over(from, to, renames)
    }

    /// About how many bytes it holds.
    #[must_use]
    pub fn footprint(&self) -> usize {
        self.0.state.footprint()
    }
}

impl Battle {
    /// A copy to be kept for long, smaller than a battle that runs.
    #[must_use]
    pub fn keep(&self) -> KeptBattle {
        KeptBattle(Self {
            state: self.state.without_grid(),
            dice: self.dice.clone(),
            sides: self.sides.clone(),
            memories: self.memories.clone(),
        })
    }

    /// Becomes the battle that was kept, under the rulebook that was in force.
    pub fn return_to(&mut self, kept: &KeptBattle, book: &Rulebook) {
        self.state.return_to(&kept.0.state, book);
        self.dice.clone_from(&kept.0.dice);
        self.sides.clone_from(&kept.0.sides);
        self.memories.clone_from(&kept.0.memories);
    }
}
