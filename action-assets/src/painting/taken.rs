//! A battle as it stands, drawn as a map: who is where, with how much health, and which surfaces lie there.

use foretoken_vm::{Dir, GameState, Rulebook};

use super::Painting;
use crate::Library;
use crate::assets::Scenario;

impl Scenario {
    /// The scenario as a battle of it stands: on the same ground, with those who live. A scenario cannot say what is pending,
    /// what statuses units have, what they have spent and how long surfaces last, so none of that is in it; nor is
    /// anything that a seed decides, and no lesson. `None` where somebody lives on a cell that its map has not.
    #[must_use]
    pub fn as_it_stands(&self, library: &Library, book: &Rulebook, state: &GameState) -> Option<Self> {
        let plain = Self { spawns: Vec::new(), lesson: Vec::new(), hints: Vec::new(), ..self.clone() };
        let mut painting = Painting::of(&plain, library);
        let cells: Vec<_> = painting.cells().collect();
        for cell in cells {
            let surface = state.surface(cell).and_then(|kind| book.surfaces.get(usize::from(kind)));
            painting.alter(cell, |entry| {
                entry.surface = surface.map_or_else(String::new, |kind| kind.name.clone());
                entry.unit.clear();
            });
        }
        for (_, row) in state.living() {
            let Some(kind) = book.archetype(row) else { continue };
            let is_there = painting.alter(row.cell, |entry| {
                entry.unit.clone_from(&kind.name);
                entry.team = row.team.0.into();
                entry.facing = facing_place(row.facing);
                entry.health = if row.health < row.max_health { row.health } else { 0 };
            });
            if !is_there {
                return None;
            }
        }
        Some(painting.into_scenario())
    }
}

/// A facing as a place among [`crate::assets::FACINGS`].
fn facing_place(index: u8) -> usize {
    Dir::CARDINAL.iter().position(|&dir| dir == Dir::from_index(index)).map_or(0, |at| at + 1)
}
