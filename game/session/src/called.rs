//! What units and activations are called, as values: titles and numbers, which stay as they were when assets change later.
//! The sentences are in [`texts`](crate::texts).

use foretoken_vm::{Advance, Entity, EntityId, GameState, Rulebook};
use serde::{Deserialize, Serialize};

/// A unit by its title, with a number if several units have that title. Such a value holds no entity, so it betrays
/// nothing of hidden ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Called {
    /// The title of its type; empty for nobody.
    pub title: String,
    /// Its number, from 1, if several units have that title.
    pub number: Option<u32>,
}

impl Called {
    /// What an entity is called in a state.
    #[must_use]
    pub fn of(book: &Rulebook, state: &GameState, id: EntityId) -> Self {
        let Some(kind) = book.unit_type(state.entity(id)) else { return Self { title: String::new(), number: None } };
        Self { title: kind.title.clone(), number: number(book, state, id).map(|number| number as u32) }
    }
}

/// The number, from 1, by which an entity is told from others with its title; none if it is the only one.
#[must_use]
pub fn number(book: &Rulebook, state: &GameState, id: EntityId) -> Option<usize> {
    let own = state.entity(id).unit_type;
    let title = |row: &Entity| book.unit_type(row).map(|kind| kind.title.as_str());
    let same = |row: &&Entity| row.unit_type == own || title(row) == title(state.entity(id));
    let earlier = state.entities().iter().take(id.index()).filter(same).count();
    (earlier > 0 || state.entities().iter().filter(same).count() > 1).then_some(earlier + 1)
}

/// A program's title, or its name if it has none.
#[must_use]
pub fn action(book: &Rulebook, program: u16) -> &str {
    book.program(program).map_or("?", |p| if p.title.is_empty() { p.name.as_str() } else { p.title.as_str() })
}

/// What one call of the update function ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A unit out of sight.
    Unseen,
    /// A unit.
    Unit(Called),
    /// An entry of the agenda.
    Entry,
    /// The end of a side's turn.
    TurnEnd,
    /// Nothing: the battle waits.
    Waits,
    /// The end of the round.
    RoundEnd,
    /// Nothing: the battle is over.
    Over,
}

impl Actor {
    /// What ran, with names from a state.
    #[must_use]
    pub fn of(book: &Rulebook, state: &GameState, advance: Advance) -> Self {
        match advance {
            Advance::Unit(EntityId::NONE, _) => Self::Unseen,
            Advance::Unit(id, _) => Self::Unit(Called::of(book, state, id)),
            Advance::Entry(_) => Self::Entry,
            Advance::TurnEnd(_) => Self::TurnEnd,
            Advance::Waits => Self::Waits,
            Advance::RoundEnd => Self::RoundEnd,
            Advance::Over => Self::Over,
        }
    }
}
