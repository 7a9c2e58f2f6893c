//! Names of units and activations as values, unaffected by later asset changes.

use foretoken_vm::{Advance, Entity, EntityId, GameState, Rulebook};
use serde::{Deserialize, Serialize};

/// A unit by title and an optional number, which is displayed as letters. It contains no entity, so it reveals no hidden unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Called {
    /// Title of its unit type; empty for none.
    pub title: String,
    /// Number, from 1, if several units share the title.
    pub number: Option<u32>,
}

impl Called {
    /// Returns the name of an entity in a state.
    #[must_use]
    pub fn of(book: &Rulebook, state: &GameState, id: EntityId) -> Self {
        let Some(kind) = book.unit_type(state.entity(id)) else { return Self { title: String::new(), number: None } };
        Self { title: kind.title.clone(), number: number(book, state, id).map(|number| number as u32) }
    }
}

/// Returns the number, from 1, of an entity among those with its title; `None` if it is the only one.
#[must_use]
pub fn number(book: &Rulebook, state: &GameState, id: EntityId) -> Option<usize> {
    let own = state.entity(id).unit_type;
    let title = |row: &Entity| book.unit_type(row).map(|kind| kind.title.as_str());
    let same = |row: &&Entity| row.unit_type == own || title(row) == title(state.entity(id));
    let earlier = state.entities().iter().take(id.index()).filter(same).count();
    (earlier > 0 || state.entities().iter().filter(same).count() > 1).then_some(earlier + 1)
}

/// Returns the letters that tell units with one title apart: `A` for 1, `Z` for 26, `AA` for 27.
#[must_use]
pub fn letters(number: usize) -> String {
    let (mut left, mut letters) = (number, Vec::new());
    while left > 0 {
        letters.insert(0, char::from(b'A' + ((left - 1) % 26) as u8));
        left = (left - 1) / 26;
    }
    letters.into_iter().collect()
}

/// Returns a program's title, or else its name.
#[must_use]
pub fn action(book: &Rulebook, program: u16) -> &str {
    book.program(program).map_or("?", |p| if p.title.is_empty() { p.name.as_str() } else { p.title.as_str() })
}

/// Actor of one update call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A unit out of sight.
    Unseen,
    /// A unit.
    Unit(Called),
    /// An agenda entry.
    Entry,
    /// The end of a side's turn.
    TurnEnd,
    /// None: the battle waits.
    Waits,
    /// The end of the round.
    RoundEnd,
    /// None: the battle is over.
    Over,
}

impl Actor {
    /// Returns the actor with its name in a state.
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
