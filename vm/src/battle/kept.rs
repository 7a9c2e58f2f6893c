//! Compact copies of battles (for undo) and predictions (for odds), without data derived from the board.

use super::{Battle, Predicted};
use crate::rulebook::Rulebook;
use crate::state::{BattleField, EffectInstance, Entity, EntityId, GameState, MigrateError, Pool, Renames, Team};

/// A battle without data derived from its board, for undo.
#[derive(Debug)]
pub struct KeptBattle(Battle);

impl KeptBattle {
    /// Returns the battle under the rulebook that was in force.
    #[must_use]
    pub fn battle(&self, book: &Rulebook) -> Battle {
        let (state, dice, moves) = (GameState::default(), self.0.dice.clone(), self.0.moves.clone());
        let mut battle = Battle { state, dice, moves, sides: Vec::new(), memories: Vec::new() };
        battle.return_to(self, book);
        battle
    }

    /// Migrates the kept battle; see [`Battle::carried_over`].
    ///
    ///
    /// # Errors
    /// The first item of the battle that has no counterpart in the other rulebook.
    pub fn carried_over(&self, from: &Rulebook, to: &Rulebook, renames: &Renames) -> Result<Battle, MigrateError> {
        self.0.carried_over(from, to, renames)
    }

    /// Returns the approximate size in bytes.
    #[must_use]
    pub fn footprint(&self) -> usize {
        self.0.state.footprint()
    }
}

impl Battle {
    /// Returns a compact copy.
    #[must_use]
    pub fn keep(&self) -> KeptBattle {
        KeptBattle(Self {
            state: self.state.without_grid(),
            dice: self.dice.clone(),
            moves: self.moves.clone(),
            sides: self.sides.clone(),
            memories: self.memories.clone(),
        })
    }

    /// Restores a kept battle under the rulebook that was in force.
    pub fn return_to(&mut self, kept: &KeptBattle, book: &Rulebook) {
        self.state.return_to(&kept.0.state, book);
        self.dice.clone_from(&kept.0.dice);
        self.moves.clone_from(&kept.0.moves);
        self.sides.clone_from(&kept.0.sides);
        self.memories.clone_from(&kept.0.memories);
    }
}

/// A predicted state without data derived from its board: one of many possible futures. Like every prediction it
/// derives from a [`super::Known`].
#[derive(Debug)]
pub struct KeptPrediction {
    state: GameState,
    viewer: Team,
}

impl KeptPrediction {
    /// Bytes besides the tables of the state. A constant, because pointer sizes differ between machines.
    const OWN_BYTES: usize = 672;

    /// Returns the row of a unit; blank for an unknown id.
    #[must_use]
    pub fn entity(&self, id: EntityId) -> &Entity {
        self.state.entity(id)
    }

    /// Returns the effect instances of a unit in a pool, in order.
    #[must_use]
    pub fn held(&self, id: EntityId, pool: Pool) -> &[EffectInstance] {
        self.state.instances().of(id, pool)
    }

    /// Returns a field of the battle's row.
    #[must_use]
    pub const fn battle(&self, field: BattleField) -> i32 {
        self.state.battle(field)
    }

    /// Returns whether this state equals another.
    #[must_use]
    pub fn is_of(&self, state: &GameState) -> bool {
        self.state == *state
    }

    /// Returns the approximate size in bytes.
    #[must_use]
    pub fn footprint(&self) -> usize {
        Self::OWN_BYTES + self.state.footprint()
    }
}

impl Predicted {
    /// Returns a compact copy of the predicted state.
    #[must_use]
    pub fn keep(&self) -> KeptPrediction {
        let mut state = self.state.without_grid();
        state.origin = 0;
        KeptPrediction { state, viewer: self.viewer }
    }

    /// Restores a kept prediction under the same rulebook.
    pub fn return_to(&mut self, kept: &KeptPrediction, book: &Rulebook) {
        self.viewer = kept.viewer;
        self.state.return_to(&kept.state, book);
        self.is_fresh = false;
    }
}
