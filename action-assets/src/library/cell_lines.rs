//! Compiles a scenario's lines about single cells.

use foretoken_vm::space::{CellShape, Slope};
use foretoken_vm::{Board, Cell};

use super::book::AssetFile;
use super::map::Scene;
use super::relief::Drawn;
use crate::assets::{HOLE, LineFault, read_corners, read_shape};
use crate::diagnostic::{Diagnostic, MAX_PER_FILE};

type Refused = (&'static str, String);

#[derive(Clone, Copy)]
struct CellLine<'s> {
    field: &'static str,
    at: usize,
    text: &'s str,
}

impl CellLine<'_> {
    fn path(&self) -> String {
        format!("{}[{}]", self.field, self.at)
    }
}

fn lines<'s>(field: &'static str, texts: &'s [String]) -> impl Iterator<Item = CellLine<'s>> + use<'s> {
    texts.iter().enumerate().map(move |(at, text)| CellLine { field, at, text })
}

impl Scene<'_> {
    pub(super) fn corners(&mut self, floors: &mut [Vec<Drawn>], size: (usize, usize), place: &mut AssetFile<'_, '_>) {
        for line in lines("corners", &self.scenario.corners) {
            let Some((cell, corners)) = read_corners(line.text, &mut |fault| self.line_fault(line, fault, place))
            else {
                continue;
            };
            let lifted = match index(cell, size).and_then(|(floor, at)| floors.get_mut(floor)?.get_mut(at)) {
                Some(slot) => lift(slot, cell, corners),
                None => Err(off_board(cell)),
            };
            self.refuse(line, lifted, place);
        }
    }

    pub(super) fn shapes(
        &mut self,
        maps: &[Vec<char>],
        slopes: &[Vec<Option<Slope>>],
        size: (usize, usize),
        place: &mut AssetFile<'_, '_>,
    ) {
        for line in lines("shapes", &self.scenario.shapes) {
            let Some((cell, shape)) = read_shape(line.text, &mut |fault| self.line_fault(line, fault, place)) else {
                continue;
            };
            let glyph = index(cell, size).and_then(|(floor, at)| maps.get(floor)?.get(at));
            let shaped = match glyph {
                None => Err(off_board(cell)),
                Some(&HOLE) => Err(("shape-of-hole", format!("{cell} is a hole, which is not drawn"))),
                Some(_) => self.shape(cell, shape),
            };
            let slope = index(cell, size).and_then(|(floor, at)| *slopes.get(floor)?.get(at)?);
            if shape.stairs > 0 && shaped.is_ok() && slope.is_some_and(|slope| !is_one_way(slope)) {
                let message = format!("stairs need a slope in one direction, and {cell} has none");
                place.warn(&line.path(), "no-slope", message);
            }
            self.refuse(line, shaped, place);
        }
    }

    fn shape(&mut self, cell: Cell, shape: CellShape) -> Result<(), Refused> {
        match self.book.shapes.insert(cell, shape) {
            None => Ok(()),
            Some(_) => Err(("same-cell", format!("the shape of {cell} is set twice"))),
        }
    }

    fn refuse(&mut self, line: CellLine<'_>, taken: Result<(), Refused>, place: &mut AssetFile<'_, '_>) {
        if let Err((code, message)) = taken {
            self.line_fault(line, LineFault { within: 0..line.text.len(), code, message, help: None }, place);
        }
    }

    fn line_fault(&mut self, line: CellLine<'_>, fault: LineFault, place: &mut AssetFile<'_, '_>) {
        self.told += 1;
        if self.told > MAX_PER_FILE + 1 {
            // Such a fault would be dropped, and there may be many.
            return;
        }
        let path = line.path();
        let LineFault { within, code, message, help } = fault;
        let mut told = Diagnostic::error(code, message).file(self.file.as_str()).path(path.as_str());
        told = told.maybe_help(help.map(str::to_owned));
        told.span = self.span_within(&path, line.text, within);
        place.diagnostics.push(told);
    }
}

fn index(cell: Cell, (width, height): (usize, usize)) -> Option<(usize, usize)> {
    let (x, y) = (cell.x() as usize, cell.y() as usize);
    (x < width && y < height).then(|| (usize::from(cell.floor()), y * width + x))
}

fn off_board(cell: Cell) -> Refused {
    let (row, column) = (cell.y() + 1, cell.x() + 1);
    ("off-board", format!("the map has no cell {cell} (row {row}, column {column})"))
}

fn lift(slot: &mut Drawn, cell: Cell, corners: [u8; 4]) -> Result<(), Refused> {
    match *slot {
        Drawn::Faulty => Ok(()),
        Drawn::Hole => Err(("corner-of-hole", format!("{cell} is a hole, which has no corners"))),
        Drawn::Ramp(_) => {
            Err(("corner-of-ramp", format!("{cell} is a ramp, whose corners follow the cells next to it")))
        }
        Drawn::Cornered(_) => Err(("same-cell", format!("the corners of {cell} are set twice"))),
        Drawn::Level(height) => {
            let highest = height.saturating_add(corners.into_iter().max().unwrap_or_default());
            if highest > Board::MAX_HEIGHT {
                let message =
                    format!("a corner of {cell} is at height {highest}; the maximum is {}", Board::MAX_HEIGHT);
                return Err(("too-high", message));
            }
            *slot = Drawn::Cornered(Slope { height, corners });
            Ok(())
        }
    }
}

fn is_one_way(slope: Slope) -> bool {
    let [nw, ne, se, sw] = slope.corners.map(i32::from);
    nw + se == ne + sw && (nw == ne) != (nw == sw)
}
