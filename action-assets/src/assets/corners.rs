//! Lines for single corners of cells, such as `c4 nw 1 ne 2`.

use std::fmt::Write as _;

use foretoken_vm::{Board, Cell};

use super::cell_line::{LineFault, LineReader};
use crate::inspect::Field;

/// Names of a cell's corners, in the order of the board.
pub const CORNERS: [&str; 4] = ["nw", "ne", "se", "sw"];

pub(super) const FIELD: Field = Field::new(
    "corners",
    "Raised corners of cells, a line for each cell: the cell, then corners and their steps, such as `c4 nw 1 ne 2`.",
);

const HOW: &str = "a cell, then corners with their steps: `c4 nw 1 ne 2`";

/// Reads a cell and its corners. Reports all faults; `None` if there is any.
pub(crate) fn read_corners(line: &str, tell: &mut dyn FnMut(LineFault)) -> Option<(Cell, [u8; 4])> {
    let mut reader = LineReader::new(line, HOW, tell);
    let cell = reader.cell();
    let mut corners = [0; 4];
    let mut is_empty = true;
    while let Some((within, name)) = reader.word() {
        is_empty = false;
        let corner = CORNERS.iter().position(|known| *known == name);
        if corner.is_none() {
            let message = format!("unknown corner `{name}`");
            reader.tell(within.clone(), "unknown-corner", message, Some("corners are nw, ne, se and sw"));
        }
        let missing = || ("no-steps", format!("the corner `{name}` has no number of steps"));
        let Some(steps) = reader.number(within.clone(), 1..=Board::MAX_HEIGHT, missing) else { continue };
        match corner.and_then(|corner| corners.get_mut(corner)) {
            Some(twice) if *twice > 0 => reader.tell(within, "same-corner", format!("`{name}` appears twice"), None),
            Some(slot) => *slot = steps,
            None => {}
        }
    }
    if is_empty {
        reader.tell_all("no-corner", "the line names no corner");
    }
    Some((cell?, corners)).filter(|_| reader.is_right())
}

pub(crate) fn write_corners(cell: Cell, corners: [u8; 4]) -> Option<String> {
    let mut line = cell.to_string();
    for (name, steps) in CORNERS.iter().zip(corners).filter(|(_, steps)| *steps > 0) {
        let _ = write!(line, " {name} {steps}");
    }
    (corners != [0; 4]).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_written_as_it_is_read() {
        for line in ["c4 nw 1", "c4^1 nw 1 ne 2 se 3 sw 99", "27,4 sw 12"] {
            let (cell, corners) = read_corners(line, &mut |fault| panic!("{}", fault.message)).expect("it is right");
            assert_eq!(write_corners(cell, corners).as_deref(), Some(line));
        }
        assert_eq!(write_corners("c4".parse().expect("a cell"), [0; 4]), None);
    }
}
