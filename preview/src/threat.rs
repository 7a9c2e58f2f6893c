//! Threatened cells: an upper bound of the cells that enemies can attack in their next activation.

use foretoken_vm::machine::{find_walks, is_end_allowed};
use foretoken_vm::space::{PathFinder, SafestPaths};
use foretoken_vm::stats::StatId;
use foretoken_vm::{Cell, EntityId, GameState, Rulebook, Team};
use std::collections::BTreeSet;

#[derive(Debug)]
struct Striker {
    unit: EntityId,
    from: Vec<Cell>,
    reach: i32,
    harm: u32,
}

/// Threats in the last state.
#[derive(Debug, Default)]
pub struct Threat {
    of: Option<(u64, Team)>,
    strikers: Vec<Striker>,
    paths: PathFinder,
    safest: SafestPaths,
}

impl Threat {
    /// Computes the threats against a side, if the input has changed.
    pub fn update(&mut self, book: &Rulebook, state: &GameState, team: Team) {
        let key = (state.hash64(book) ^ book.id(), team);
        if self.of == Some(key) {
            return;
        }
        self.of = Some(key);
        self.strikers.clear();
        for (unit, entity) in state.living().filter(|(_, e)| e.is_activated() && e.team.is_enemy_of(team)) {
            // A unit that cannot walk and act in one activation attacks from its cell.
            let movement = if book.scheduler.is_one_use() { 0 } else { state.sheet(book).stat(unit, StatId::MOVEMENT) };
            find_walks(book, state, unit, entity.cell, movement, &mut self.paths, &mut self.safest);
            let stays = self.paths.reached().filter(|&cell| is_end_allowed(book, state, unit, cell));
            let size = book.footprint_of(entity);
            let from: BTreeSet<Cell> = stays.flat_map(|cell| size.cells(cell)).collect();
            let from = from.into_iter().collect();
            let (reach, harm) = (longest_reach(book, state, unit), most_harm(book, state, unit));
            self.strikers.push(Striker { unit, from, reach, harm });
        }
    }

    /// Returns the possible damage on a cell, over all enemies.
    #[must_use]
    pub fn harm_at(&self, cell: Cell) -> u32 {
        let strikes = |striker: &&Striker| striker.from.iter().any(|from| from.steps_to(cell) <= striker.reach);
        self.strikers.iter().filter(strikes).map(|striker| striker.harm).sum()
    }

    /// Returns the cells threatened by one enemy, or by all if `by` is `None`.
    #[must_use]
    pub fn cells(&self, book: &Rulebook, by: Option<EntityId>) -> Vec<Cell> {
        let open = |cell: &Cell| !book.terrain_at(*cell).is_some_and(|terrain| terrain.blocks_movement);
        let strikers = self.strikers.iter().filter(|striker| by.is_none_or(|unit| striker.unit == unit));
        let struck =
            strikers.flat_map(|striker| striker.from.iter().flat_map(|&from| within(book, from, striker.reach)));
        struck.filter(open).collect::<BTreeSet<Cell>>().into_iter().collect()
    }
}

fn most_harm(book: &Rulebook, state: &GameState, unit: EntityId) -> u32 {
    let actions = state.sheet(book).actions(unit);
    actions.into_iter().map(|program| book.harm_of(program)).max().unwrap_or_default()
}

pub(crate) fn longest_reach(book: &Rulebook, state: &GameState, unit: EntityId) -> i32 {
    let actions = state.sheet(book).actions(unit);
    actions.into_iter().map(|program| book.reach_of(program)).max().unwrap_or(0)
}

pub(crate) fn within(book: &Rulebook, from: Cell, reach: i32) -> impl Iterator<Item = Cell> {
    let (x, y) = (from.x(), from.y());
    let rows = (-reach).max(-y)..=reach.min(book.board.height() - 1 - y);
    rows.flat_map(move |dy| {
        let left = reach - dy.abs();
        ((-left).max(-x)..=left.min(book.board.width() - 1 - x))
            .flat_map(move |dx| book.board.column(from.x() + dx, from.y() + dy))
    })
}
