//! The visible floors. Above a level, floors are cut away, and each column shows its cell on the level or the next
//! below ([`Board::at_floor`]). The level follows the cursor.

use foretoken_vm::{Board, Cell};

/// Highest floor that the player wants to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cutaway {
    wanted: u8,
}

impl Default for Cutaway {
    fn default() -> Self {
        Self { wanted: u8::MAX }
    }
}

impl Cutaway {
    /// Returns the highest visible floor for a cursor: the wanted one or, if that hides the cursor's cell, the cursor's
    /// own.
    #[must_use]
    pub fn level(self, board: &Board, cursor: Cell) -> u8 {
        let wanted = self.wanted.min(top_floor(board));
        let shown = board.at_floor(cursor.x(), cursor.y(), wanted);
        if shown == Some(cursor) || !board.contains(cursor) { wanted } else { cursor.floor() }
    }

    /// Makes the shown level the wanted one, so a cursor that goes under a bridge stays there.
    pub fn keep(&mut self, board: &Board, cursor: Cell) {
        self.wanted = self.level(board, cursor);
    }

    /// Sets the highest level that shows this cell.
    pub fn look_at(&mut self, board: &Board, cell: Cell) {
        self.wanted = highest_that_shows(board, cell);
    }

    /// Moves one floor up or down and returns the new cursor cell: the next in its column or, if there is none, the
    /// same one.
    pub fn change(&mut self, board: &Board, cursor: Cell, up: bool) -> Cell {
        let column = || board.column(cursor.x(), cursor.y());
        let next = if up {
            column().find(|cell| cell.floor() > cursor.floor())
        } else {
            column().rfind(|cell| cell.floor() < cursor.floor())
        };
        let level = self.level(board, cursor);
        self.wanted = match next {
            Some(cell) => cell.floor(),
            None if up => (level + 1).min(top_floor(board)),
            None => level.saturating_sub(1).max(cursor.floor()),
        };
        next.unwrap_or(cursor)
    }
}

/// Returns the highest floor of a board.
#[must_use]
pub fn top_floor(board: &Board) -> u8 {
    board.floors().saturating_sub(1).min(usize::from(u8::MAX - 1)) as u8
}

/// Returns the highest level at which a column shows this cell.
#[must_use]
pub fn highest_that_shows(board: &Board, cell: Cell) -> u8 {
    let above = board.column(cell.x(), cell.y()).find(|above| above.floor() > cell.floor());
    above.map_or(top_floor(board), |above| above.floor() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_vm::space::{Rectangle, Slope};

    fn at(x: i32, y: i32, floor: u8) -> Cell {
        Cell::on_floor(x, y, floor).expect("a cell")
    }

    /// A road from west to east under a bridge of two rows, and a watchtower of two storeys in the corner.
    ///
    /// ```text
    /// ground    floor 1    floor 2
    /// . . . .   . = . =    . . . =
    /// . . . .   . = . .    . . . .
    /// ```
    fn board() -> Board {
        let mut board = Board::new(4, 2);
        let floors = [vec![at(1, 0, 1), at(1, 1, 1), at(3, 0, 1)], vec![at(3, 0, 2)]];
        for (cells, height) in floors.into_iter().zip([4, 8]) {
            board.add_floor(Rectangle { x: 0, y: 0, width: 4, height: 2 });
            cells.into_iter().for_each(|cell| board.put(cell, 0, Slope::level(height)));
        }
        board
    }

    #[test]
    fn one_floor_up_or_down_leads_to_the_next_cell_of_the_column() {
        let board = board();
        let mut cutaway = Cutaway::default();
        let mut cursor = at(3, 0, 2);
        let mut step = |up, expect: (Cell, u8)| {
            cursor = cutaway.change(&board, cursor, up);
            assert_eq!((cursor, cutaway.level(&board, cursor)), expect);
        };
        step(false, (at(3, 0, 1), 1));
        step(false, (at(3, 0, 0), 0));
        step(false, (at(3, 0, 0), 0));
        step(true, (at(3, 0, 1), 1));
        step(true, (at(3, 0, 2), 2));
        step(true, (at(3, 0, 2), 2));
    }

    #[test]
    fn where_a_column_has_one_cell_the_rest_of_the_board_changes() {
        let board = board();
        let mut cutaway = Cutaway::default();
        for level in [1, 0, 0] {
            assert_eq!(cutaway.change(&board, at(0, 0, 0), false), at(0, 0, 0));
            assert_eq!(cutaway.level(&board, at(0, 0, 0)), level);
        }
        for level in [1, 2, 2] {
            assert_eq!(cutaway.change(&board, at(0, 0, 0), true), at(0, 0, 0));
            assert_eq!(cutaway.level(&board, at(0, 0, 0)), level);
        }
    }

    #[test]
    fn what_is_under_a_roof_opens_it_for_as_long_as_it_is_pointed_at() {
        let board = board();
        let mut cutaway = Cutaway::default();
        assert_eq!(cutaway.level(&board, at(1, 1, 0)), 0, "under the bridge");
        assert_eq!(cutaway.level(&board, at(0, 1, 0)), 2, "in the open all is shown again");
        assert_eq!(cutaway.level(&board, at(3, 0, 1)), 1);
        cutaway.keep(&board, at(1, 1, 0));
        assert_eq!(cutaway.level(&board, at(0, 1, 0)), 0, "kept");
        assert_eq!(cutaway.level(&board, at(1, 1, 1)), 1, "what is above what is shown shows itself");
        cutaway.look_at(&board, at(0, 1, 0));
        assert_eq!(cutaway.level(&board, at(0, 1, 0)), 2);
        cutaway.look_at(&board, at(3, 0, 0));
        assert_eq!(cutaway.level(&board, at(0, 1, 0)), 0);
    }
}
