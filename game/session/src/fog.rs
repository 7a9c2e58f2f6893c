//! What a side has in sight of a board, as front ends show it. Cells out of sight are as the side remembers them.

use foretoken_vm::machine::{opacity_from, sees_from};
use foretoken_vm::space::Visibility;
use foretoken_vm::{Cell, Entity, EntityId, GameState, Known, Rulebook, Team};

/// The cells that a side has in sight, where a battle has fog.
#[derive(Clone, Debug, Default)]
pub struct Fog {
    /// The cells in sight, in order; `None` where there is no fog.
    seen: Option<Vec<Cell>>,
    /// How well those that are not seen in full are seen, in order.
    dim: Vec<(Cell, u16)>,
    /// Who was last seen where, and is out of sight.
    last_seen: Vec<(EntityId, Cell)>,
}

impl Fog {
    /// What a side has in sight in a state that it knows or is shown.
    #[must_use]
    pub fn of(book: &Rulebook, state: &GameState, team: Team) -> Self {
        let seen = book.sight.map(|_| {
            let own = state.living().filter(|(_, row)| row.team == team);
            let mut seen: Vec<Cell> = own.flat_map(|(id, _)| seen_by(book, state, id)).collect();
            seen.sort_unstable();
            seen.dedup();
            seen
        });
        let dim = seen.as_ref().map_or_else(Vec::new, |seen| dimmed(book, state, team, seen));
        Self { seen, dim, last_seen: Vec::new() }
    }

    /// The same of what is known, with those who were seen before.
    #[must_use]
    pub fn known(book: &Rulebook, known: &Known) -> Self {
        Self { last_seen: known.last_seen().to_vec(), ..Self::of(book, known.state(), known.viewer()) }
    }

    /// Whether there is fog at all.
    #[must_use]
    pub const fn lies(&self) -> bool {
        self.seen.is_some()
    }

    /// Whether a cell is out of sight.
    #[must_use]
    pub fn is_dark(&self, cell: Cell) -> bool {
        self.seen.as_ref().is_some_and(|seen| seen.binary_search(&cell).is_err())
    }

    /// How well a cell is seen by whoever of the side sees it best, in ten-thousandths: for shading, it decides nothing. 0 for a cell
    /// out of sight, [`Visibility::FULL`] where there is no fog.
    #[must_use]
    pub fn visibility(&self, cell: Cell) -> u16 {
        if self.is_dark(cell) {
            return 0;
        }
        let at = self.dim.binary_search_by_key(&cell, |&(cell, _)| cell);
        at.map_or(Visibility::FULL, |at| self.dim[at].1)
    }

    /// Who was seen last on a cell, and is out of sight.
    #[must_use]
    pub fn last_seen(&self, cell: Cell) -> Option<EntityId> {
        self.last_seen.iter().find(|&&(_, at)| at == cell).map(|&(id, _)| id)
    }

    /// All those, with the cells.
    #[must_use]
    pub fn all_last_seen(&self) -> &[(EntityId, Cell)] {
        &self.last_seen
    }
}

/// What all steps to the farthest cell that a unit sees hide together, in thousandths: it is seen about half as well as what is near.
const HIDDEN_FAR: u16 = 500;

/// Of the cells in sight those that nobody of the side sees in full, with how well each is seen (document 002's rule).
fn dimmed(book: &Rulebook, state: &GameState, team: Team, seen: &[Cell]) -> Vec<(Cell, u16)> {
    let board = &book.board;
    let mut best = vec![0; seen.len()];
    let mut spread = Visibility::default();
    for (id, row) in state.living().filter(|(_, row)| row.team == team) {
        let radius = state.sheet(book).sight_of(id).map_or(0, u16::from);
        let viewer = row.cell;
        let shown = |x, y| board.at_floor(x, y, viewer.floor());
        let opacity = |x, y| match shown(x, y) {
            Some(cell) if cell == viewer => 0,
            Some(cell) => opacity_from(book, state, viewer, cell),
            None if board.cell(x, y).is_some() => 0,
            None => Visibility::OPAQUE,
        };
        let size = (board.width(), board.height());
        spread.spread(size, (viewer.x(), viewer.y()), radius, HIDDEN_FAR / radius.max(1), opacity);
        for (cell, best) in seen.iter().zip(&mut best) {
            *best = spread.at((cell.x(), cell.y())).max(*best);
        }
    }
    let cells = seen.iter().copied().zip(best);
    cells.filter(|&(_, visibility)| visibility < Visibility::FULL).collect()
}

/// The cells that an entity has in sight.
fn seen_by<'a>(book: &'a Rulebook, state: &'a GameState, id: EntityId) -> impl Iterator<Item = Cell> + 'a {
    let viewer = state.entity(id);
    let radius = state.sheet(book).sight_of(id).map_or(0, i32::from);
    let (x, y) = (viewer.cell.x(), viewer.cell.y());
    let columns = (y - radius..=y + radius).flat_map(move |y| (x - radius..=x + radius).map(move |x| (x, y)));
    let cells = columns.flat_map(|(x, y)| book.board.column(x, y));
    cells.filter(move |&cell| sees_from(book, state, id, viewer.cell, cell))
}

/// An enemy, and whether sight leads from a cell to it and from it to the cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SightLine {
    /// The enemy.
    pub enemy: EntityId,
    /// Where it stands.
    pub at: Cell,
    /// Whether the unit would have it in sight.
    pub sees: bool,
    /// Whether it would have the unit in sight.
    pub is_seen: bool,
}

/// Whom a unit would have in sight on a cell, and who would have it: a line for each enemy that is known. None where it
/// could not stand there.
#[must_use]
pub fn sight_lines(book: &Rulebook, state: &GameState, unit: EntityId, cell: Cell) -> Vec<SightLine> {
    let own = state.entity(unit);
    let is_ground = book.terrain_at(cell).is_some_and(|ground| !ground.blocks_movement);
    if !own.is_alive() || !is_ground {
        return Vec::new();
    }
    let enemies = state.living().filter(|(_, row)| row.acts() && row.team.is_enemy_of(own.team));
    let line = |(enemy, row): (EntityId, &Entity)| SightLine {
        enemy,
        at: row.cell,
        sees: sees_from(book, state, unit, cell, row.cell),
        is_seen: sees_from(book, state, enemy, row.cell, cell),
    };
    enemies.map(line).collect()
}
