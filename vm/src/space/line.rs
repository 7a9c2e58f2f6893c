//! Lines of aim between cells.

use super::{Board, Cell, has_line_of_sight};

/// Trajectory of a shot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trajectory {
    /// Straight from eye to eye.
    Straight,
    /// Lobbed: in the middle it is higher by one step and half a step per cell of distance.
    Lobbed,
}

/// Returns whether the line between two cells is clear, for sight, shots and areas. It is symmetric, and ends do not
/// count ([`has_line_of_sight`]).
///
/// With heights the line goes from eye to eye, and higher ground or crossed floors block it. `blocks` gets the highest
/// cell of each column below the line, and the line's height above it in half steps.
pub fn is_line_clear(
    board: &Board,
    from: Cell,
    to: Cell,
    flies: Trajectory,
    mut blocks: impl FnMut(Cell, i32) -> bool,
) -> bool {
    // Drawn from the smaller cell, so that heights are symmetric.
    let (from, to) = if from <= to { (from, to) } else { (to, from) };
    let (start, end) = ((from.x(), from.y()), (to.x(), to.y()));
    if board.is_level() {
        return has_line_of_sight(start, end, |x, y| board.cell(x, y).is_some_and(|cell| blocks(cell, Board::EYE)));
    }
    let line = Line::new(board, from, to, flies);
    if line.steps == 0 {
        return from == to;
    }
    let is_open = |(x, y): (i32, i32), at: i32| line.passes(board, x, y, at).is_some();
    is_open(start, 0)
        && is_open(end, line.steps)
        && has_line_of_sight(start, end, |x, y| {
            let at = (x - start.0).abs().max((y - start.1).abs());
            match line.passes(board, x, y, at) {
                Some(Some((cell, above))) => blocks(cell, above),
                Some(None) => false,
                None => true,
            }
        })
}

/// Height of a line along its way, scaled to whole numbers. It is tested in the middle of columns and at their edges.
struct Line {
    steps: i32,
    scale: i32,
    low: i32,
    high: i32,
    lift: i32,
}

impl Line {
    fn new(board: &Board, from: Cell, to: Cell, flies: Trajectory) -> Self {
        let (dx, dy) = from.offset_to(to);
        let steps = dx.abs().max(dy.abs());
        let (low, high) = (board.elevation(from) + Board::EYE, board.elevation(to) + Board::EYE);
        let lift = if flies == Trajectory::Lobbed { steps + Board::EYE } else { 0 };
        Self { steps, scale: 4 * steps * steps, low, high, lift }
    }

    const fn height(&self, at: i32) -> i32 {
        let halves = 2 * self.steps;
        self.low * self.scale + (self.high - self.low) * at * halves + 4 * self.lift * at * (halves - at)
    }

    /// Returns the highest cell of a column below the line, with the line's height above it in half steps. `None` if
    /// ground or a floor is in the way.
    fn passes(&self, board: &Board, x: i32, y: i32, at: i32) -> Option<Option<(Cell, i32)>> {
        let (entered, left) = (self.height((2 * at - 1).max(0)), self.height((2 * at + 1).min(2 * self.steps)));
        let (bottom, middle, top) = (entered.min(left), self.height(2 * at), entered.max(left));
        let mut below = None;
        for cell in board.column(x, y) {
            let surface = board.elevation(cell) * self.scale;
            let is_crossed = if cell.floor() == 0 { surface > middle } else { surface > bottom && surface <= top };
            if is_crossed {
                return None;
            }
            if surface <= middle {
                below = Some((cell, middle / self.scale - board.elevation(cell)));
            }
        }
        Some(below)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Rectangle, Slope};

    #[test]
    fn lines_are_the_same_from_either_end() {
        let board = Board::new(9, 9);
        for a in board.cells() {
            for b in board.cells() {
                let trace = |from, to| {
                    let mut cells = Vec::new();
                    is_line_clear(&board, from, to, Trajectory::Straight, |c, _| {
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

    fn at(x: i32, floor: u8) -> Cell {
        Cell::on_floor(x, 0, floor).expect("a cell")
    }

    fn check(ground: &str, above: &str, from: Cell, expect_ground: &str, expect_above: &str) {
        check_flying(Trajectory::Straight, ground, above, from, expect_ground, expect_above);
    }

    fn check_flying(flies: Trajectory, ground: &str, above: &str, from: Cell, expect_ground: &str, expect_above: &str) {
        let mut board = Board::new(ground.len() as i32, 1);
        board.add_floor(Rectangle { x: 0, y: 0, width: ground.len() as i32, height: 1 });
        for (floor, row) in [ground, above].into_iter().enumerate() {
            for (x, height) in row.chars().enumerate().filter_map(|(x, c)| Some((x, c.to_digit(10)?))) {
                board.put(at(x as i32, floor as u8), 0, Slope::level(height as u8));
            }
        }
        board.link();
        let seen = |floor: u8| {
            let cell = |x| match at(x, floor) {
                cell if !board.contains(cell) => ' ',
                cell if is_line_clear(&board, from, cell, flies, |_, _| false) => {
                    assert!(is_line_clear(&board, cell, from, flies, |_, _| false), "who sees is seen");
                    'o'
                }
                _ => '.',
            };
            (0..board.width()).map(cell).collect::<String>()
        };
        assert_eq!((seen(0).as_str(), seen(1).as_str()), (expect_ground, expect_above));
    }

    #[test]
    fn ground_above_the_line_is_in_its_way() {
        check("001000", "      ", at(0, 0), "oooooo", "      ");
        check("002000", "      ", at(0, 0), "ooo...", "      ");
        check("002003", "      ", at(0, 0), "ooo..o", "      ");
        check("302000", "      ", at(0, 0), "oooooo", "      ");
        check("303000", "      ", at(0, 0), "ooo...", "      ");
    }

    #[test]
    fn a_lobbed_shot_clears_what_a_straight_one_does_not() {
        let lobbed = |ground, above, expect| check_flying(Trajectory::Lobbed, ground, above, at(0, 0), expect, "     ");
        lobbed("00300", "     ", "ooooo");
        lobbed("00600", "     ", "ooo..");
        check("00300", "     ", at(0, 0), "ooo..", "     ");
    }

    #[test]
    fn a_bridge_is_seen_under_and_over_but_not_through() {
        check("00000000", "   44   ", at(0, 0), "oooooooo", "   o.   ");
        check("00000000", "  444   ", at(2, 1), "o.......", "  ooo   ");
        check("00000000", "  444   ", at(3, 0), "oooooooo", "  ...   ");
    }
}
