//! What the other side can reach and strike next turn: every cell within the longest reach of its actions from where it
//! can walk, by the rules of walks. An upper bound, read off the rulebook's requests, so that it knows no action.

use foretoken_vm::program::RangeShape;
use foretoken_vm::space::PathFinder;
use foretoken_vm::{Cell, Entity, GameState, Rulebook, Team, walks};
use std::collections::BTreeSet;

/// The threatened cells of the last state that was asked for.
#[derive(Debug, Default)]
pub struct Threat {
    of: Option<u64>,
    cells: Vec<Cell>,
    paths: PathFinder,
}

impl Threat {
    /// The cells as they were last found.
    #[must_use]
    pub fn known(&self) -> &[Cell] {
        &self.cells
    }

    /// Finds the cells that enemies of a side threaten, where the state is another than before.
    pub fn update(&mut self, book: &Rulebook, state: &GameState, team: Team) {
        let key = state.hash64(book) ^ book.id();
        if self.of != Some(key) {
            self.of = Some(key);
            let mut all = BTreeSet::new();
            for (id, entity) in state.living().filter(|(_, e)| e.acts() && e.team.is_enemy_of(team)) {
                let reach = longest_reach(book, entity);
                walks(book, state, id, &mut self.paths);
                for from in self.paths.reached() {
                    all.extend(within(book, from, reach));
                }
            }
            let open = |cell: &Cell| !book.terrain_at(*cell).is_some_and(|terrain| terrain.blocks_movement);
            self.cells = all.into_iter().filter(open).collect();
        }
    }
}

/// The furthest cell that an action of a unit can be aimed at, walking left out.
fn longest_reach(book: &Rulebook, entity: &Entity) -> i32 {
    let Some(kind) = book.archetype(entity) else { return 0 };
    let programs = kind.actions.iter().filter_map(|&program| book.program(program));
    let requests = programs.flat_map(|program| &program.requests);
    requests
        .filter(|request| request.reach != RangeShape::Walk)
        .map(|request| i32::from(request.max))
        .max()
        .unwrap_or(0)
}

/// The cells of all columns within so many steps, whatever their floor: as far as a request reaches at most.
fn within(book: &Rulebook, from: Cell, reach: i32) -> impl Iterator<Item = Cell> {
    (-reach..=reach).flat_map(move |dy| {
        let left = reach - dy.abs();
        (-left..=left).flat_map(move |dx| book.board.column(from.x() + dx, from.y() + dy))
    })
}
