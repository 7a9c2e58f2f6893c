//! From the lines of a scenario that are about corners to how cells lie, each fault where it stands in its line.

use foretoken_vm::space::Slope;
use foretoken_vm::{Board, Cell};

use super::book::Place;
use super::map::Scene;
use super::relief::Drawn;
use crate::assets::{CornerFault, read_corners};
use crate::diagnostic::{Diagnostic, MAX_PER_FILE};

impl Scene<'_> {
    /// Lifts the corners of cells that are drawn, floor by floor.
    pub(super) fn corners(
        &mut self,
        floors: &mut [Vec<Drawn>],
        (width, height): (usize, usize),
        place: &mut Place<'_, '_>,
    ) {
        for (at, line) in self.scenario.corners.iter().enumerate() {
            let Some((cell, corners)) = read_corners(line, &mut |fault| self.corner_fault(at, fault, place)) else {
                continue;
            };
            let (x, y) = (cell.x() as usize, cell.y() as usize);
            let floor = floors.get_mut(usize::from(cell.floor())).filter(|_| x < width && y < height);
            let slot = floor.and_then(|floor| floor.get_mut(y * width + x));
            let refused = match slot {
                None => Some(("off-board", format!("the map has no cell {cell} (row {}, column {})", y + 1, x + 1))),
                Some(slot) => lift(slot, cell, corners).err(),
            };
            if let Some((code, message)) = refused {
                self.corner_fault(at, CornerFault { within: 0..line.len(), code, message, help: None }, place);
            }
        }
    }

    fn corner_fault(&mut self, at: usize, fault: CornerFault, place: &mut Place<'_, '_>) {
        self.told += 1;
        if self.told > MAX_PER_FILE + 1 {
            // It would not be kept, and there may be many.
            return;
        }
        let (path, line) = (format!("corners[{at}]"), self.scenario.corners.get(at).map_or("", String::as_str));
        let CornerFault { within, code, message, help } = fault;
        let mut told = Diagnostic::error(code, message).file(self.file.as_str()).path(path.as_str());
        told = told.maybe_help(help.map(str::to_owned));
        told.span = self.span_within(&path, line, within);
        place.diagnostics.push(told);
    }
}

/// Lifts the corners of one cell; what is at fault by its map or its heights stays so, which is said already.
fn lift(slot: &mut Drawn, cell: Cell, corners: [u8; 4]) -> Result<(), (&'static str, String)> {
    match *slot {
        Drawn::Faulty => Ok(()),
        Drawn::Hole => Err(("corner-of-hole", format!("there is a hole on {cell}, which has no corners"))),
        Drawn::Ramp(_) => Err(("corner-of-ramp", format!("{cell} is a ramp, whose corners lie as what is beside it"))),
        Drawn::Cornered(_) => Err(("same-cell", format!("the corners of {cell} are told of twice"))),
        Drawn::Level(height) => {
            let highest = height.saturating_add(corners.into_iter().max().unwrap_or_default());
            if highest > Board::MAX_HEIGHT {
                let message =
                    format!("a corner of {cell} would lie at {highest}; heights end at {}", Board::MAX_HEIGHT);
                return Err(("too-high", message));
            }
            *slot = Drawn::Cornered(Slope { height, corners });
            Ok(())
        }
    }
}
