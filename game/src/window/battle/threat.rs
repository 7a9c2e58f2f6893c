//! What the other side can reach and strike next turn: every cell within the longest reach of its actions from where it
//! can walk. An upper bound, read off the rulebook's requests, so that it knows no action.

use foretoken_vm::regions::Shape;
use foretoken_vm::{Cell, Entity, GameState, Rulebook, Team};
use std::collections::{BTreeSet, VecDeque};

/// The threatened cells of the last state that was asked for.
#[derive(Debug, Default)]
pub struct Threat {
    of: Option<u64>,
    cells: Vec<Cell>,
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
            for (_, entity) in state.living().filter(|(_, e)| e.acts() && e.team.is_enemy_of(team)) {
                let reach = longest_reach(book, entity);
                for from in walkable(book, state, entity) {
                    all.extend(within(book, from, reach).map(|cell| (cell.y(), cell.x())));
                }
            }
            let open = |cell: &Cell| !book.terrain_at(*cell).is_some_and(|terrain| terrain.blocks_movement);
            self.cells = all.into_iter().filter_map(|(y, x)| book.board.cell(x, y)).filter(open).collect();
        }
    }
}

/// The furthest cell that an action of a unit can be aimed at, walking left out.
fn longest_reach(book: &Rulebook, entity: &Entity) -> i32 {
    let Some(kind) = book.archetype(entity) else { return 0 };
    let programs = kind.actions.iter().filter_map(|&program| book.program(program));
    let requests = programs.flat_map(|program| &program.requests);
    requests
        .filter(|request| book.region(request.region).is_some_and(|region| region.shape != Shape::Walk))
        .filter_map(|request| request.bounds())
        .map(|(_, most)| most)
        .max()
        .unwrap_or(0)
}

fn walkable(book: &Rulebook, state: &GameState, entity: &Entity) -> Vec<Cell> {
    let mut seen = BTreeSet::from([entity.cell]);
    let mut all = vec![entity.cell];
    let mut next = VecDeque::from([(entity.cell, 0)]);
    while let Some((cell, steps)) = next.pop_front() {
        for step in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
            let Some(to) = book.board.offset(cell, step).filter(|_| steps < entity.movement) else { continue };
            let free = !state.occupant(to).is_some() && !book.terrain_at(to).is_some_and(|t| t.blocks_movement);
            if free && seen.insert(to) {
                all.push(to);
                next.push_back((to, steps + 1));
            }
        }
    }
    all
}

fn within(book: &Rulebook, from: Cell, reach: i32) -> impl Iterator<Item = Cell> {
    (-reach..=reach).flat_map(move |dy| {
        let left = reach - dy.abs();
        (-left..=left).filter_map(move |dx| book.board.offset(from, (dx, dy)))
    })
}
