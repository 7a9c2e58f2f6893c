//! Visible cells of a side. Hidden cells look as the side remembers them.

use foretoken_vm::machine::{is_seen_from, opacity_from};
use foretoken_vm::space::Visibility;
use foretoken_vm::{Cell, Entity, EntityId, GameState, Known, Rulebook, Team};

/// Cells that a side sees.
#[derive(Clone, Debug, Default)]
pub struct Fog {
    seen: Option<Vec<Cell>>,
    dim: Vec<(Cell, u16)>,
    last_seen: Vec<(EntityId, Cell)>,
}

impl Fog {
    /// Returns the fog of a side in a state.
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

    /// Returns the fog of a side's knowledge, with units last seen.
    #[must_use]
    pub fn known(book: &Rulebook, known: &Known) -> Self {
        Self { last_seen: known.last_seen().to_vec(), ..Self::of(book, known.state(), known.viewer()) }
    }

    /// Whether the battle has fog.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.seen.is_some()
    }

    /// Whether a cell is out of sight.
    #[must_use]
    pub fn is_dark(&self, cell: Cell) -> bool {
        self.seen.as_ref().is_some_and(|seen| seen.binary_search(&cell).is_err())
    }

    /// Returns how well the side sees a cell, in ten-thousandths, for shading only: 0 out of sight,
    /// [`Visibility::FULL`] without fog.
    #[must_use]
    pub fn visibility(&self, cell: Cell) -> u16 {
        if self.is_dark(cell) {
            return 0;
        }
        let at = self.dim.binary_search_by_key(&cell, |&(cell, _)| cell);
        at.map_or(Visibility::FULL, |at| self.dim[at].1)
    }

    /// Returns the hidden unit that was last seen on a cell.
    #[must_use]
    pub fn last_seen(&self, cell: Cell) -> Option<EntityId> {
        self.last_seen.iter().find(|&&(_, at)| at == cell).map(|&(id, _)| id)
    }

    /// Returns all units last seen, with their cells.
    #[must_use]
    pub fn all_last_seen(&self) -> &[(EntityId, Cell)] {
        &self.last_seen
    }
}

/// Opacity of all steps to the farthest visible cell, in thousandths: it looks half as visible as near cells.
const HIDDEN_FAR: u16 = 500;

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

fn seen_by<'a>(book: &'a Rulebook, state: &'a GameState, id: EntityId) -> impl Iterator<Item = Cell> + 'a {
    let viewer = state.entity(id);
    let radius = state.sheet(book).sight_of(id).map_or(0, i32::from);
    let (x, y) = (viewer.cell.x(), viewer.cell.y());
    let columns = (y - radius..=y + radius).flat_map(move |y| (x - radius..=x + radius).map(move |x| (x, y)));
    let cells = columns.flat_map(|(x, y)| book.board.column(x, y));
    cells.filter(move |&cell| is_seen_from(book, state, id, viewer.cell, cell))
}

/// An enemy, and the sight between it and a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SightLine {
    /// Enemy.
    pub enemy: EntityId,
    /// Cell.
    pub at: Cell,
    /// Whether the unit would see it.
    pub sees: bool,
    /// Whether it would see the unit.
    pub is_seen: bool,
}

/// Returns a sight line for each known enemy, if the unit stood on the cell. Empty if it could not stand there.
#[must_use]
pub fn sight_lines(book: &Rulebook, state: &GameState, unit: EntityId, cell: Cell) -> Vec<SightLine> {
    let own = state.entity(unit);
    let is_ground = book.terrain_at(cell).is_some_and(|ground| !ground.blocks_movement);
    if !own.is_alive() || !is_ground {
        return Vec::new();
    }
    let enemies = state.living().filter(|(_, row)| row.is_activated() && row.team.is_enemy_of(own.team));
    let line = |(enemy, row): (EntityId, &Entity)| SightLine {
        enemy,
        at: row.cell,
        sees: is_seen_from(book, state, unit, cell, row.cell),
        is_seen: is_seen_from(book, state, enemy, row.cell, cell),
    };
    enemies.map(line).collect()
}
