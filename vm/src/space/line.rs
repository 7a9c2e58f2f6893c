//! Lines of aim between cells. Full fields of view come with boards of several heights.

use super::{Board, Cell};

/// Whether nothing blocks the line between two cells, both ends excluded: the cells that the straight segment
/// between the centres passes closest to, found with integers alone. The line is the same from either end.
pub fn line_is_clear(board: &Board, from: Cell, to: Cell, mut blocks: impl FnMut(Cell) -> bool) -> bool {
    // Drawn from the smaller cell, so that who sees is seen.
    let (from, to) = if from <= to { (from, to) } else { (to, from) };
    let (dx, dy) = from.offset_to(to);
    let steps = dx.abs().max(dy.abs());
    for i in 1..steps {
        let along = |d: i32| (2 * d * i + steps).div_euclid(2 * steps);
        match board.offset(from, (along(dx), along(dy))) {
            Some(cell) if blocks(cell) => return false,
            _ => {}
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_the_same_from_either_end() {
        let board = Board::new(9, 9);
        for a in board.cells() {
            for b in board.cells() {
                let trace = |from, to| {
                    let mut cells = Vec::new();
                    line_is_clear(&board, from, to, |c| {
                        cells.push(c);
                        false
                    });
                    cells.sort();
                    cells
                };
                assert_eq!(trace(a, b), trace(b, a));
            }
        }
    }
}
