//! Lines of aim between cells. What is seen of a whole field is found by other means; this is the line of one shot.

use super::{Board, Cell};

/// How what is aimed flies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trajectory {
    /// Straight from eye to eye.
    Straight,
    /// Lobbed: in the middle it is half a step higher for each cell of its way than it would be straight, and one step
    /// more.
    Lobbed,
}

/// Whether nothing blocks the line between two cells, both ends excluded: the cells that the straight segment
/// between the centres passes closest to, found with integers alone. The line is the same from either end.
///
/// On a board with heights the line goes from eye to eye. In each column that it passes, ground above it blocks it, a floor
/// that it would have to go through does, and `blocks` is asked about the highest cell that is not above it, and by how many half
/// steps the line is above that. A cell of
/// the same column is behind the floor between.
pub fn line_is_clear(
    board: &Board,
    from: Cell,
    to: Cell,
    flies: Trajectory,
    mut blocks: impl FnMut(Cell, i32) -> bool,
) -> bool {
    // Drawn from the smaller cell, so that who sees is seen.
    let (from, to) = if from <= to { (from, to) } else { (to, from) };
    let (dx, dy) = from.offset_to(to);
    let steps = dx.abs().max(dy.abs());
    let along = |d: i32, i: i32| (2 * d * i + steps).div_euclid(2 * steps);
    if board.is_level() {
        let cells = (1..steps).filter_map(|i| board.offset(from, (along(dx, i), along(dy, i))));
        return !cells.into_iter().any(|cell| blocks(cell, Board::EYE));
    }
    if steps == 0 {
        return from == to;
    }
    // Heights along the line, times as much as keeps them whole: it is looked at in the middle of each column and, for the
    // floors, where it enters and leaves it.
    let halves = 2 * steps;
    let scale = halves * halves;
    let (low, high) = (board.elevation(from) + Board::EYE, board.elevation(to) + Board::EYE);
    let lift = if flies == Trajectory::Lobbed { steps + Board::EYE } else { 0 };
    // A parabola that is as high as the lift in the middle.
    let height = |at: i32| low * scale + (high - low) * at * halves + 4 * lift * at * (halves - at);
    for i in 0..=steps {
        let (x, y) = if i == 0 { (0, 0) } else { (along(dx, i), along(dy, i)) };
        let (entered, left) = (height((2 * i - 1).max(0)), height((2 * i + 1).min(halves)));
        let (bottom, middle, top) = (entered.min(left), height(2 * i), entered.max(left));
        let mut below = None;
        for cell in board.column(from.x() + x, from.y() + y) {
            let surface = board.elevation(cell) * scale;
            // A floor is a plane that nothing passes through, and the ground is solid.
            let is_crossed = if cell.floor() == 0 { surface > middle } else { surface > bottom && surface <= top };
            if is_crossed {
                return false;
            }
            if surface <= middle {
                below = Some(cell);
            }
        }
        let mut stops = |cell| blocks(cell, middle / scale - board.elevation(cell));
        if (1..steps).contains(&i) && below.is_some_and(&mut stops) {
            return false;
        }
    }
    true
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
                    line_is_clear(&board, from, to, Trajectory::Straight, |c, _| {
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

    /// A row of heights, with a floor above some columns, and from which cells the first one is in line.
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
                cell if line_is_clear(&board, from, cell, flies, |_, _| false) => {
                    assert!(line_is_clear(&board, cell, from, flies, |_, _| false), "who sees is seen");
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
