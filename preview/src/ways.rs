//! Distances between units and their targets, straight or along walkable paths. Paths avoid fire if a detour is shorter
//! than waiting.

use crate::threat::{longest_reach, within};
use foretoken_vm::space::{PathFinder, Reach, TilePos, Trajectory, is_line_clear};
use foretoken_vm::state::CellRow;
use foretoken_vm::{Cell, EntityId, GameState, Rulebook, Team};
use std::collections::BTreeMap;

const FAR: u16 = 40;
/// Steps added to the straight distance if the target is farther or has no path.
const BEYOND: i64 = 20;
/// Movement points of detour for each round that avoided ground lasts.
const AROUND: u8 = 3;
const MOST_AROUND: u8 = 12;
const MOST_AIM: i32 = 8;
const MOST_KEPT: usize = 1 << 20;

#[derive(Debug, Default)]
pub(crate) struct Ways {
    book: u64,
    avoided: BTreeMap<Cell, CellRow>,
    walkers: Vec<Walker>,
    of_unit: BTreeMap<EntityId, usize>,
    path: PathFinder,
    kept: usize,
}

#[derive(Debug)]
struct Walker {
    reach: Reach,
    aim: i32,
    tables: BTreeMap<Cell, Box<[(Cell, u16)]>>,
}

impl Ways {
    pub(crate) fn prepare(&mut self, book: &Rulebook, state: &GameState, team: Team) {
        let keeps_off = |row: CellRow| {
            let surface = row.surface.checked_sub(1).map(usize::from);
            surface.and_then(|surface| book.surfaces.get(surface)).is_some_and(|surface| surface.avoided)
        };
        let avoided: BTreeMap<_, _> = state.cells().surfaces().filter(|&(_, row)| keeps_off(row)).collect();
        if self.book != book.id() || self.avoided != avoided {
            self.book = book.id();
            self.avoided = avoided;
            self.walkers.clear();
            self.kept = 0;
        }
        self.of_unit.clear();
        for (id, _) in state.living().filter(|(_, row)| row.team == team && row.is_activated()) {
            let reach = state.sheet(book).reach_of(id, i32::from(FAR));
            let walker = self.walker(reach, longest_reach(book, state, id).min(MOST_AIM));
            self.of_unit.insert(id, walker);
        }
    }

    /// Returns the distance to the nearest of some cells, in movement points if the unit must walk.
    pub(crate) fn nearest(
        &mut self,
        book: &Rulebook,
        (unit, from): (EntityId, Cell),
        fought: impl Iterator<Item = Cell>,
    ) -> Option<i64> {
        let mut nearest = None;
        for to in fought {
            let straight = i64::from(from.steps_to(to));
            if nearest.is_none_or(|nearest| straight < nearest) {
                let steps = self.steps(book, unit, from, to).unwrap_or(straight + BEYOND);
                nearest = Some(nearest.map_or(steps, |nearest: i64| nearest.min(steps)));
            }
        }
        nearest
    }

    fn steps(&mut self, book: &Rulebook, unit: EntityId, from: Cell, to: Cell) -> Option<i64> {
        let walker = match self.of_unit.get(&unit) {
            Some(&walker) => walker,
            // A unit that joined later walks without a height limit.
            None => self.walker(Reach::over_everything(FAR), 1),
        };
        if !self.walkers[walker].tables.contains_key(&to) {
            self.find(book, walker, to);
        }
        let table = self.walkers[walker].tables.get(&to)?;
        let at = table.binary_search_by_key(&from, |&(cell, _)| cell).ok()?;
        Some(i64::from(table[at].1))
    }

    fn walker(&mut self, reach: Reach, aim: i32) -> usize {
        self.walkers.iter().position(|walker| walker.reach == reach && walker.aim == aim).unwrap_or_else(|| {
            self.walkers.push(Walker { reach, aim, tables: BTreeMap::new() });
            self.walkers.len() - 1
        })
    }

    /// Computes the paths from all cells to a target cell, from the target outwards. Climbing and descending cost the
    /// same here.
    fn find(&mut self, book: &Rulebook, walker: usize, to: Cell) {
        let Self { avoided, walkers, path, .. } = self;
        let board = &book.board;
        let Walker { reach, aim, .. } = walkers[walker];
        let is_open =
            |cell: Cell| book.terrain_at(cell).is_none_or(|terrain| !terrain.blocks_movement && !terrain.avoided);
        let blocks = |cell: Cell, _| book.terrain_at(cell).is_some_and(|terrain| terrain.blocks_sight);
        let aims_from = |&cell: &Cell| is_open(cell) && is_line_clear(board, cell, to, Trajectory::Straight, blocks);
        let around = |cell: Cell| match avoided.get(&cell) {
            None => 0,
            Some(CellRow { rounds_left: 0, .. }) => MOST_AROUND,
            Some(row) => row.rounds_left.saturating_mul(AROUND).min(MOST_AROUND),
        };
        let enter = |spot: TilePos| {
            is_open(spot.cell).then(|| book.entering_costs(spot.place).saturating_add(around(spot.cell)))
        };
        let afar = (aim > 1).then(|| within(book, to, aim).filter(aims_from)).into_iter().flatten();
        path.flood_from(board, afar.chain([to]), reach, enter);
        let steps = |cell: Cell| match path.distance(board, cell) {
            0 => cell.steps_to(to) as u16,
            walked if aim > 1 => walked.saturating_add(aim as u16),
            walked => walked,
        };
        let mut table: Box<[_]> = path.reached().map(|cell| (cell, steps(cell))).collect();
        table.sort_unstable();
        if self.kept + table.len() > MOST_KEPT {
            walkers.iter_mut().for_each(|walker| walker.tables.clear());
            self.kept = 0;
        }
        self.kept += table.len();
        walkers[walker].tables.insert(to, table);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_vm::rulebook::UnitType;
    use foretoken_vm::space::Terrain;
    use foretoken_vm::{Battle, Board, Dir, Member, Opening, Rules};

    fn steps(wall: Option<i32>, to: i32) -> Option<i64> {
        let mut board = Board::new(7, 1);
        let at = |board: &Board, x| board.cell(x, 0).expect("on the board");
        if let Some(x) = wall {
            board.set_terrain(at(&board, x), 1);
        }
        let (from, to) = (at(&board, 0), at(&board, to));
        let wall = Terrain { blocks_movement: true, blocks_sight: true, ..Terrain::default() };
        let kind = UnitType { health: 1, acts: true, ..UnitType::default() };
        let roster = vec![Member::new(0, Team::PLAYER, from, Dir::East)];
        let terrains = vec![Terrain::default(), wall];
        let book = Rules { board, terrains, unit_types: vec![kind], ..Rules::default() }.build();
        let battle = Battle::new(&book, &Opening { roster, ..Opening::default() });
        let mut ways = Ways::default();
        ways.prepare(&book, battle.state(), Team::PLAYER);
        ways.nearest(&book, (EntityId(0), from), [to].into_iter())
    }

    #[test]
    fn what_cannot_be_reached_is_far() {
        assert_eq!(steps(None, 5), Some(5));
        assert_eq!(steps(Some(3), 5), Some(5 + BEYOND));
        assert_eq!(steps(Some(3), 2), Some(2));
    }
}
