//! Search in fog: a side that knows no enemy looks in the deepest dark.

use foretoken_vm::machine::is_seen_from;
use foretoken_vm::space::{PathFinder, Reach, TilePos, UNREACHED};
use foretoken_vm::{Cell, Known, Rulebook, Team};

#[derive(Debug, Default)]
pub(crate) struct Search {
    steps: Vec<u16>,
    path: PathFinder,
    found_for: Option<(u64, u64, Team)>,
    cost: u64,
}

impl Search {
    /// Finds the reachable dark cells farthest from the cells in sight. Returns the cost, also for a cached result, so
    /// that equal questions have equal cost.
    pub(crate) fn prepare(&mut self, book: &Rulebook, known: &Known, team: Team) -> u64 {
        let asked = Some((book.id(), known.state().hash64(book), team));
        if self.found_for != asked {
            self.cost = self.find(book, known, team);
            self.found_for = asked;
        }
        self.cost
    }

    fn find(&mut self, book: &Rulebook, known: &Known, team: Team) -> u64 {
        self.steps.clear();
        let board = &book.board;
        let (seen, mut cost) = in_sight(book, known, team);
        self.flood(book, seen.iter().copied());
        let dark = |cell: &Cell| seen.binary_search(cell).is_err();
        let deep: Vec<(Cell, u16)> =
            self.path.reached().filter(dark).map(|cell| (cell, self.path.distance(board, cell))).collect();
        cost += self.path.reached().len() as u64;
        let Some(deepest) = deep.iter().map(|&(_, steps)| steps).max() else { return cost };
        let deepest = deep.into_iter().filter(|&(_, steps)| steps == deepest).map(|(cell, _)| cell);
        self.flood(book, deepest);
        self.steps.resize(board.places(), UNREACHED);
        for cell in self.path.reached() {
            self.steps[board.place(cell).index()] = self.path.distance(board, cell);
        }
        cost + self.path.reached().len() as u64
    }

    pub(crate) fn clear(&mut self) {
        self.steps.clear();
        self.found_for = None;
    }

    pub(crate) fn steps_from(&self, book: &Rulebook, cell: Cell) -> Option<i64> {
        let steps = self.steps.get(book.board.place(cell).index()).copied();
        steps.filter(|&steps| steps != UNREACHED).map(i64::from)
    }

    fn flood(&mut self, book: &Rulebook, from: impl IntoIterator<Item = Cell>) {
        let enter = |spot: TilePos| {
            let open = book.terrain_at(spot.cell).is_none_or(|terrain| !terrain.blocks_movement && !terrain.avoided);
            open.then(|| book.entering_costs(spot.place))
        };
        self.path.flood_from(&book.board, from, Reach::over_everything(UNREACHED - 1), enter);
    }
}

/// Returns the cells in sight of a side's units, in order, and the number of cells examined. No path starts at a wall.
fn in_sight(book: &Rulebook, known: &Known, team: Team) -> (Vec<Cell>, u64) {
    let (state, mut seen, mut looked_at) = (known.state(), Vec::new(), 0);
    for (id, viewer) in state.living().filter(|(_, row)| row.team == team) {
        let radius = state.sheet(book).sight_of(id).map_or(0, i32::from);
        let (x, y) = (viewer.cell.x(), viewer.cell.y());
        let columns = (y - radius..=y + radius).flat_map(|y| (x - radius..=x + radius).map(move |x| (x, y)));
        let cells = columns.flat_map(|(x, y)| book.board.column(x, y));
        let open = |cell: &Cell| book.terrain_at(*cell).is_none_or(|terrain| !terrain.blocks_movement);
        let looked = cells.filter(open).inspect(|_| looked_at += 1);
        seen.extend(looked.filter(|&cell| is_seen_from(book, state, id, viewer.cell, cell)));
    }
    seen.sort_unstable();
    seen.dedup();
    (seen, looked_at)
}
