//! What enemies of a side can reach and strike in their next activation: every cell within the longest reach of their actions,
//! with the areas of these, from where they can walk before, by the rules of walks. An upper bound, read off the rulebook's
//! requests and areas, so that it knows no action.

use foretoken_vm::machine::{find_walks, may_end};
use foretoken_vm::space::{PathFinder, SafestPaths};
use foretoken_vm::stats::StatId;
use foretoken_vm::{Cell, EntityId, GameState, Rulebook, Team};
use std::collections::BTreeSet;

/// One who can strike.
#[derive(Debug)]
struct Striker {
    unit: EntityId,
    /// Where it can walk.
    from: Vec<Cell>,
    /// The most steps from there to what it strikes.
    reach: i32,
    /// The most harm that one of its actions says it does.
    harm: u32,
}

/// Who threatens what in the state that was asked for last.
#[derive(Debug, Default)]
pub struct Threat {
    of: Option<(u64, Team)>,
    strikers: Vec<Striker>,
    paths: PathFinder,
    safest: SafestPaths,
}

impl Threat {
    /// Finds what enemies of a side threaten, as far as the state has them, where that is another than before.
    pub fn update(&mut self, book: &Rulebook, state: &GameState, team: Team) {
        let key = (state.hash64(book) ^ book.id(), team);
        if self.of == Some(key) {
            return;
        }
        self.of = Some(key);
        self.strikers.clear();
        for (unit, entity) in state.living().filter(|(_, e)| e.acts() && e.team.is_enemy_of(team)) {
            // Who cannot walk and act in the same activation strikes from where it stands.
            let movement = if book.scheduler.is_one_use() { 0 } else { state.sheet(book).stat(unit, StatId::MOVEMENT) };
            find_walks(book, state, unit, entity.cell, movement, &mut self.paths, &mut self.safest);
            // It strikes from where it could stay, from each of its cells where it stands on several.
            let stays = self.paths.reached().filter(|&cell| may_end(book, state, unit, cell));
            let size = book.footprint_of(entity);
            let from: BTreeSet<Cell> = stays.flat_map(|cell| size.cells(cell)).collect();
            let from = from.into_iter().collect();
            let (reach, harm) = (longest_reach(book, state, unit), most_harm(book, state, unit));
            self.strikers.push(Striker { unit, from, reach, harm });
        }
    }

    /// The harm that may come to who stands on a cell: that of every enemy who can strike it.
    #[must_use]
    pub fn harm_at(&self, cell: Cell) -> u32 {
        let strikes = |striker: &&Striker| striker.from.iter().any(|from| from.steps_to(cell) <= striker.reach);
        self.strikers.iter().filter(strikes).map(|striker| striker.harm).sum()
    }

    /// The cells that are threatened, in order: by one enemy, or by any where none is named.
    #[must_use]
    pub fn cells(&self, book: &Rulebook, by: Option<EntityId>) -> Vec<Cell> {
        let open = |cell: &Cell| !book.terrain_at(*cell).is_some_and(|terrain| terrain.blocks_movement);
        let strikers = self.strikers.iter().filter(|striker| by.is_none_or(|unit| striker.unit == unit));
        let struck =
            strikers.flat_map(|striker| striker.from.iter().flat_map(|&from| within(book, from, striker.reach)));
        struck.filter(open).collect::<BTreeSet<Cell>>().into_iter().collect()
    }
}

/// The most harm that one of a unit's actions says it does.
fn most_harm(book: &Rulebook, state: &GameState, unit: EntityId) -> u32 {
    let actions = state.sheet(book).actions(unit);
    actions.into_iter().map(|program| book.harm_of(program)).max().unwrap_or_default()
}

/// The furthest cell that an action of a unit strikes, walking left out.
pub(crate) fn longest_reach(book: &Rulebook, state: &GameState, unit: EntityId) -> i32 {
    let actions = state.sheet(book).actions(unit);
    actions.into_iter().map(|program| book.reach_of(program)).max().unwrap_or(0)
}

/// The cells of all columns within so many steps, whatever their floor: as far as a request reaches at most.
pub(crate) fn within(book: &Rulebook, from: Cell, reach: i32) -> impl Iterator<Item = Cell> {
    // No farther than the board.
    let (x, y) = (from.x(), from.y());
    let rows = (-reach).max(-y)..=reach.min(book.board.height() - 1 - y);
    rows.flat_map(move |dy| {
        let left = reach - dy.abs();
        ((-left).max(-x)..=left.min(book.board.width() - 1 - x))
            .flat_map(move |dx| book.board.column(from.x() + dx, from.y() + dy))
    })
}
