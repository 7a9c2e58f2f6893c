//! Lines for shapes of single cells, such as `c4 inset n 14 s 14 stairs 4 invisible`.

use std::fmt::Write as _;

use foretoken_vm::Cell;
use foretoken_vm::space::CellShape;

use super::cell_line::{LineFault, LineReader};
use crate::inspect::Field;

/// Sides in the order of [`CellShape::insets`].
const SIDES: [&str; 4] = ["n", "e", "s", "w"];

pub(super) const FIELD: Field = Field::new(
    "shapes",
    "Appearance of single cells, a line each: `c4 inset n 14 s 14 stairs 4`, `d4 invisible`. It has no effect on the \
     rules.",
);

const HOW: &str = "a cell, then its shape: `c4 inset n 14 s 14 stairs 4 invisible`";

/// Reads a cell and its shape. Reports all faults; `None` if there is any.
pub(crate) fn read_shape(line: &str, tell: &mut dyn FnMut(LineFault)) -> Option<(Cell, CellShape)> {
    let mut reader = LineReader::new(line, HOW, tell);
    let cell = reader.cell();
    let mut shape = CellShape::default();
    let mut named = Vec::new();
    while let Some((within, word)) = reader.word() {
        if named.contains(&word) {
            reader.tell(within.clone(), "same-shape", format!("`{word}` appears twice"), None);
        }
        named.push(word);
        match word {
            "inset" => {
                let mut sides = 0;
                while let Some((within, side)) = reader.word_of(&SIDES) {
                    sides += 1;
                    let name = SIDES[side];
                    let missing = || ("no-number", format!("the side `{name}` has no distance"));
                    let bounds = 1..=CellShape::MOST_INSET;
                    let Some(far) = reader.number(within.clone(), bounds, missing) else { continue };
                    if shape.insets[side] > 0 {
                        reader.tell(within, "same-side", format!("the side `{name}` appears twice"), None);
                    }
                    shape.insets[side] = far;
                }
                if sides == 0 {
                    let help = Some("sides are n, e, s and w, each with hundredths of a cell's edge");
                    reader.tell(within, "no-side", "the inset names no side".to_owned(), help);
                }
            }
            "stairs" => {
                let missing = || ("no-number", "the stairs have no number of steps".to_owned());
                shape.stairs = reader.number(within, 2..=CellShape::MOST_STAIRS, missing).unwrap_or_default();
            }
            "invisible" => shape.invisible = true,
            other => {
                let help = Some("shapes are inset, stairs and invisible");
                reader.tell(within, "unknown-shape", format!("unknown shape `{other}`"), help);
            }
        }
    }
    if named.is_empty() {
        reader.tell_all("no-shape", "this line does not name a shape");
    }
    Some((cell?, shape)).filter(|_| reader.is_right())
}

pub(crate) fn write_shape(cell: Cell, shape: CellShape) -> Option<String> {
    let words = shape_words(shape);
    (!words.is_empty()).then(|| format!("{cell} {words}"))
}

pub(crate) fn shape_words(shape: CellShape) -> String {
    let mut words = String::new();
    if shape.insets != [0; 4] {
        words.push_str("inset");
        for (side, far) in SIDES.iter().zip(shape.insets).filter(|(_, far)| *far > 0) {
            let _ = write!(words, " {side} {far}");
        }
    }
    let stairs = (shape.stairs > 0).then(|| format!("stairs {}", shape.stairs));
    let others = [stairs, shape.invisible.then(|| "invisible".to_owned())];
    let all = [Some(words).filter(|words| !words.is_empty())].into_iter().chain(others);
    all.flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_written_as_it_is_read() {
        for line in ["c4 inset n 1", "c4^1 inset n 14 e 2 s 45 w 3 stairs 8 invisible", "27,4 stairs 2", "a1 invisible"]
        {
            let (cell, shape) = read_shape(line, &mut |fault| panic!("{}", fault.message)).expect("it is right");
            assert_eq!(write_shape(cell, shape).as_deref(), Some(line));
        }
        assert_eq!(write_shape("c4".parse().expect("a cell"), CellShape::default()), None);
    }
}
