//! Shortest walks in four directions: one breadth-first flood over a reused buffer. Ties go to the first
//! direction in canonical order, so that a path is the same on every machine.

use super::{Board, Cell, Dir, WalkPath};

/// Distance of a cell that the flood did not reach.
pub const UNREACHED: u16 = u16::MAX;

/// The buffers of a flood. Reused between searches; after the first on a board none allocates.
#[derive(Clone, Debug, Default)]
pub struct PathFinder {
    /// Columns of the board that was flooded, by which the queue's cells find their distances again.
    width: i32,
    distance: Vec<u16>,
    /// By which of the four directions each cell was entered first.
    entered: Vec<u8>,
    queue: Vec<Cell>,
}

impl PathFinder {
    /// Floods from `from` over cells that `free` accepts, up to `limit` steps. The reached cells, nearest first
    /// and starting with `from`, are in [`Self::reached`].
    pub fn flood(&mut self, board: &Board, from: Cell, limit: u16, free: impl FnMut(Cell) -> bool) {
        self.flood_until(board, [from], limit, None, free);
    }

    /// The same as far as it takes to reach `to`: every cell nearer to `from` has its distance by then.
    pub fn flood_to(&mut self, board: &Board, from: Cell, to: Cell, limit: u16, free: impl FnMut(Cell) -> bool) {
        self.flood_until(board, [from], limit, Some(to), free);
    }

    /// The same from several cells at once: each cell by the steps from the nearest of them.
    pub fn flood_from(
        &mut self,
        board: &Board,
        from: impl IntoIterator<Item = Cell>,
        limit: u16,
        free: impl FnMut(Cell) -> bool,
    ) {
        self.flood_until(board, from, limit, None, free);
    }

    fn flood_until(
        &mut self,
        board: &Board,
        from: impl IntoIterator<Item = Cell>,
        limit: u16,
        to: Option<Cell>,
        mut free: impl FnMut(Cell) -> bool,
    ) {
        let cells = (board.width() * board.height()) as usize;
        if self.width == board.width() && self.distance.len() == cells {
            // Only what the last flood reached is cleared, so a short walk on a wide board costs little.
            for &cell in &self.queue {
                self.distance[board.index(cell)] = UNREACHED;
            }
        } else {
            self.width = board.width();
            self.distance.clear();
            self.distance.resize(cells, UNREACHED);
            self.entered.clear();
            self.entered.resize(cells, 0);
        }
        self.queue.clear();
        for from in from.into_iter().filter(|&from| board.contains(from)) {
            self.distance[board.index(from)] = 0;
            self.queue.push(from);
        }
        let mut next = 0;
        while next < self.queue.len() {
            let cell = self.queue[next];
            next += 1;
            let steps = self.distance[board.index(cell)];
            if steps >= limit {
                continue;
            }
            for (number, dir) in Dir::CARDINAL.into_iter().enumerate() {
                let Some(neighbour) = board.step(cell, dir) else { continue };
                let index = board.index(neighbour);
                if self.distance[index] == UNREACHED && free(neighbour) {
                    self.distance[index] = steps + 1;
                    self.entered[index] = number as u8;
                    self.queue.push(neighbour);
                    if Some(neighbour) == to {
                        return;
                    }
                }
            }
        }
    }

    /// The cells reached by the last flood, nearest first, ties in the order they were found.
    #[must_use]
    pub fn reached(&self) -> &[Cell] {
        &self.queue
    }

    /// Steps to a cell in the last flood, or [`UNREACHED`].
    #[must_use]
    pub fn distance(&self, board: &Board, cell: Cell) -> u16 {
        if board.contains(cell) {
            self.distance.get(board.index(cell)).copied().unwrap_or(UNREACHED)
        } else {
            UNREACHED
        }
    }

    /// The way from the start of the last flood to a cell; `None` where it was not reached or is too far for a path. Of
    /// several it is the one that [`Self::step_back`] goes in a flood from the cell: cells are entered first by the way
    /// that comes first in the order of directions.
    #[must_use]
    pub fn path_to(&self, board: &Board, cell: Cell) -> Option<WalkPath> {
        let length = usize::from(self.distance(board, cell));
        let mut back = [Dir::North; WalkPath::MAX];
        let steps = back.get_mut(..length)?;
        let mut at = cell;
        for step in steps.iter_mut().rev() {
            *step = Dir::CARDINAL[usize::from(*self.entered.get(board.index(at))? & 3)];
            at = board.step(at, step.opposite())?;
        }
        WalkPath::new(steps.iter().copied())
    }

    /// The first step of a shortest walk from `from` to the start of the last flood: so flood from the goal,
    /// then ask from where one stands. `None` when it was not reached or one is there.
    #[must_use]
    pub fn step_back(&self, board: &Board, from: Cell) -> Option<Dir> {
        let here = self.distance(board, from);
        if here == 0 || here == UNREACHED {
            return None;
        }
        Dir::CARDINAL
            .into_iter()
            .find(|&dir| board.step(from, dir).is_some_and(|cell| self.distance(board, cell) == here - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_knows_nothing_of_the_one_before_it_on_another_board() {
        let (wide, high) = (Board::new(8, 4), Board::new(4, 8));
        let mut paths = PathFinder::default();
        let corner = Cell::new(0, 0).expect("small");
        paths.flood(&wide, Cell::new(7, 3).expect("small"), 9, |_| true);
        paths.flood(&high, corner, 1, |_| true);
        let reached = high.cells().filter(|&cell| paths.distance(&high, cell) != UNREACHED).count();
        assert_eq!(reached, paths.reached().len());
    }
}
