//! What the other side can reach and strike next turn: every cell within the longest reach of its actions from where it
//! can walk, by the rules of walks. An upper bound, read off the rulebook's requests, so that it knows no action.

use foretoken_vm::machine::{find_walks, may_end};
use foretoken_vm::regions::Shape;
use foretoken_vm::space::{PathFinder, SafestPaths};
use foretoken_vm::{Cell, Entity, GameState, Rulebook, Team};
use std::collections::BTreeSet;

/// The threatened cells of the last state that was asked for.
#[derive(Debug, Default)]
pub struct Threat {
    of: Option<u64>,
    cells: Vec<Cell>,
    paths: PathFinder,
    safest: SafestPaths,
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
                let Self { paths, safest, .. } = self;
                find_walks(book, state, id, entity.cell, entity.movement, paths, safest);
                for from in self.paths.reached().filter(|&cell| may_end(book, state, id, cell)) {
                    // Who stands on several cells reaches from each.
                    for own in book.footprint_of(entity).cells(from) {
                        all.extend(within(book, own, reach));
                    }
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
        .filter(|request| book.region(request.region).is_some_and(|region| region.shape != Shape::Walk))
        .filter_map(|request| request.bounds())
        .map(|(_, most)| most)
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

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_session::content::Content;
    use foretoken_session::{Session, Setup};
    use std::path::Path;

    #[test]
    fn who_comes_over_the_bridge_threatens_it_and_what_is_beside_and_not_all_of_the_road() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let content = Content::find(Some(&assets)).expect("the shipped assets");
        let setup: Setup = content.setup("under-the-arch", None).expect("it compiles").setup;
        let session = Session::start(setup, None).expect("nothing is recorded");
        let (book, seat) = (session.book(), session.seat());
        let state = seat.known().state();
        let at = |name: &str| name.parse::<Cell>().expect("a cell");
        // Four steps from the foot of the ramp.
        let walker = state.occupant(at("i4"));
        let (mut paths, mut safest) = (PathFinder::default(), SafestPaths::default());
        find_walks(book, state, walker, at("i4"), 4, &mut paths, &mut safest);
        let reached: Vec<Cell> = paths.reached().collect();
        assert!(reached.contains(&at("h5")) && reached.contains(&at("f5^1")), "up the ramp: {reached:?}");
        assert!(!reached.contains(&at("g5")), "walls part it from the road: {reached:?}");
        let mut threat = Threat::default();
        threat.update(book, state, seat.team());
        for cell in ["g5^1", "f5^1", "g5"] {
            assert!(threat.known().contains(&at(cell)), "{cell}: {:?}", threat.known());
        }
        assert!(!threat.known().contains(&at("b8")), "{:?}", threat.known());
    }
}
