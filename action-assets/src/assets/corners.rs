//! Single corners of cells: a line of text a cell, such as `c4 nw 1 ne 2`, and how such lines are read and written.

use std::fmt::Write as _;
use std::ops::Range;

use foretoken_vm::{Board, Cell};

use crate::inspect::Field;

/// The names of a cell's corners, in the order in which boards keep them.
pub const CORNERS: [&str; 4] = ["nw", "ne", "se", "sw"];

/// The corners of the cells of all floors.
pub(super) const FIELD: Field = Field::new(
    "corners",
    "Corners above their cells, a line for each cell that has any: `c4 nw 1 ne 2`, a cell and steps by corner.",
);

/// What is wrong with such a line: where in its text, and what.
pub(crate) struct CornerFault {
    pub within: Range<usize>,
    pub code: &'static str,
    pub message: String,
    pub help: Option<&'static str>,
}

const HOW: &str = "a cell, then corners with their steps: `c4 nw 1 ne 2`";

/// Reads a line: a cell, and how many steps each of its corners is above it. `None` where it is at fault; all that is wrong
/// with it is told.
pub(crate) fn read_corners(line: &str, tell: &mut dyn FnMut(CornerFault)) -> Option<(Cell, [u8; 4])> {
    let mut is_right = true;
    let mut tell = |within: Range<usize>, code, message, help| {
        is_right = false;
        tell(CornerFault { within, code, message, help });
    };
    let mut words = words(line);
    let named = words.next();
    let (within, word) = named.clone().unwrap_or((0..line.len(), ""));
    let cell = word.parse::<Cell>().ok();
    if cell.is_none() {
        tell(within, "bad-cell", format!("`{word}` is no cell"), Some(HOW));
    }
    let mut corners = [0; 4];
    let mut is_empty = true;
    while let Some((within, name)) = words.next() {
        is_empty = false;
        let corner = CORNERS.iter().position(|known| *known == name);
        if corner.is_none() {
            let message = format!("there is no corner `{name}`");
            tell(within.clone(), "unknown-corner", message, Some("corners are nw, ne, se and sw"));
        }
        let Some((within_steps, steps)) = words.next() else {
            tell(within, "no-steps", format!("nothing says how many steps `{name}` is up"), Some(HOW));
            break;
        };
        let steps = match steps.parse::<u8>().ok().filter(|steps| (1..=Board::MAX_HEIGHT).contains(steps)) {
            Some(steps) => steps,
            None => {
                let message = format!("{steps} is not from 1 to {}", Board::MAX_HEIGHT);
                tell(within_steps, "out-of-range", message, None);
                continue;
            }
        };
        match corner.and_then(|corner| corners.get_mut(corner)) {
            Some(twice) if *twice > 0 => tell(within, "same-corner", format!("`{name}` is named twice"), None),
            Some(slot) => *slot = steps,
            None => {}
        }
    }
    if is_empty && named.is_some() {
        tell(0..line.len(), "no-corner", "no corner is named".to_owned(), Some(HOW));
    }
    cell.filter(|_| is_right).map(|cell| (cell, corners))
}

/// The line of a cell; `None` where no corner is above it.
pub(crate) fn write_corners(cell: Cell, corners: [u8; 4]) -> Option<String> {
    let mut line = cell.to_string();
    for (name, steps) in CORNERS.iter().zip(corners).filter(|(_, steps)| *steps > 0) {
        // Writing into a string cannot fail.
        let _ = write!(line, " {name} {steps}");
    }
    (corners != [0; 4]).then_some(line)
}

/// The words of a line, each with where it stands.
fn words(line: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let rest = line.get(from..)?;
        let begin = from + rest.find(|c: char| !c.is_whitespace())?;
        let length = line[begin..].find(char::is_whitespace);
        let end = length.map_or(line.len(), |length| begin + length);
        from = end;
        Some((begin..end, &line[begin..end]))
    })
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
