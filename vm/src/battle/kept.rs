//! Battles as they are kept for undo, and predictions as they are kept for odds: without what is derived from the board.

use super::{Battle, Predicted};
use crate::rulebook::Rulebook;
use crate::state::{BattleField, EffectInstance, Entity, EntityId, GameState, MigrateError, Pool, Renames, Team};

/// A battle without what is derived from its board: what undo goes back to.
#[derive(Debug)]
pub struct KeptBattle(Battle);

impl KeptBattle {
    /// The battle under the rulebook that was in force.
    #[must_use]
    pub fn battle(&self, book: &Rulebook) -> Battle {
        let (state, dice, moves) = (GameState::default(), self.0.dice.clone(), self.0.moves.clone());
        let mut battle = Battle { state, dice, moves, sides: Vec::new(), memories: Vec::new() };
        battle.return_to(self, book);
        battle
    }

    /// See [`Battle::carried_over`].
    ///
    /// # Errors
    /// The first thing in it that the other rulebook has no place for.
    pub fn carried_over(&self, from: &Rulebook, to: &Rulebook, renames: &Renames) -> Result<Battle, MigrateError> {
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
            moves: self.moves.clone(),
            sides: self.sides.clone(),
            memories: self.memories.clone(),
        })
    }

    /// Becomes the battle that was kept, under the rulebook that was in force.
    pub fn return_to(&mut self, kept: &KeptBattle, book: &Rulebook) {
        self.state.return_to(&kept.0.state, book);
        self.dice.clone_from(&kept.0.dice);
        self.moves.clone_from(&kept.0.moves);
        self.sides.clone_from(&kept.0.sides);
        self.memories.clone_from(&kept.0.memories);
    }
}

/// A predicted state without what is derived from its board: one of many ways in which things may go on. Like all that is
/// predicted it comes from a [`super::Known`].
#[derive(Debug)]
pub struct KeptPrediction {
    state: GameState,
    viewer: Team,
}

impl KeptPrediction {
    /// What it counts besides the tables of its state: a constant, as sizes of pointers differ between machines.
    const OWN_BYTES: usize = 672;

    /// The row of an entity; blank for an id that names none.
    #[must_use]
    pub fn entity(&self, id: EntityId) -> &Entity {
        self.state.entity(id)
    }

    /// What an entity holds of a pool, in order.
    #[must_use]
    pub fn held(&self, id: EntityId, pool: Pool) -> &[EffectInstance] {
        self.state.instances().of(id, pool)
    }

    /// A field of the battle's own row.
    #[must_use]
    pub const fn battle(&self, field: BattleField) -> i32 {
        self.state.battle(field)
    }

    /// Whether this is a state that is equal to another.
    #[must_use]
    pub fn is(&self, state: &GameState) -> bool {
        self.state == *state
    }

    /// About how many bytes it holds.
    #[must_use]
    pub fn footprint(&self) -> usize {
        Self::OWN_BYTES + self.state.footprint()
    }
}

impl Predicted {
    /// A copy of the predicted state to be kept among many.
    #[must_use]
    pub fn keep(&self) -> KeptPrediction {
        let mut state = self.state.without_grid();
        state.origin = 0;
        KeptPrediction { state, viewer: self.viewer }
    }

    /// Becomes a predicted state that was kept, under the same rulebook.
    pub fn return_to(&mut self, kept: &KeptPrediction, book: &Rulebook) {
        self.viewer = kept.viewer;
        self.state.return_to(&kept.state, book);
        self.is_fresh = false;
    }
}
