//! Cells of the open map on the clipboard: they are copied as the text of a scenario. Cut, paste, mirror and turn are one
//! edit each, with undo.

use super::Model;
use crate::{EditorError, Host};
use foretoken_action_assets::painting::{Axis, Brush, Painted, Painting, Piece};
use foretoken_vm::Cell;

/// Opposite corners of a rectangle on one floor.
pub type CellRectangle = (Cell, Cell);

impl Model {
    fn map(&self, host: &dyn Host) -> Option<Painting> {
        self.asset(host)?.painting(host.library())
    }

    fn put_map(&mut self, host: &mut dyn Host, label: &str, map: Painting) {
        self.edit_open(host, label, "", map.into_asset());
    }

    /// Returns cells of the open map as text for the system's clipboard; empty without a map.
    #[must_use]
    pub fn copied_cells(&self, host: &dyn Host, (from, to): CellRectangle) -> String {
        let piece = self.map(host).and_then(|map| Piece::of(&map, from, to));
        piece.map_or_else(String::new, |piece| piece.to_text())
    }

    /// Replaces cells by bare ground and returns them as text.
    pub fn cut_cells(&mut self, host: &mut dyn Host, (from, to): CellRectangle) -> String {
        let text = self.copied_cells(host, (from, to));
        if let Some(mut map) = self.map(host) {
            map.clear(from, to);
            self.put_map(host, "cut cells", map);
        }
        text
    }

    /// Puts the cells of a text on the map, the first one at `at`. A notice reports faults in the text and cells that do
    /// not fit.
    pub fn paste_cells(&mut self, host: &mut dyn Host, text: &str, at: Cell) {
        let Some(mut map) = self.map(host) else { return };
        match piece_of(text, host) {
            Ok(piece) => {
                let done = map.stamp(&piece, at);
                self.put_map(host, "paste cells", map);
                self.tell_refused(done);
            }
            Err(reason) => self.tell(reason.to_string()),
        }
    }

    /// Mirrors cells in place.
    pub fn mirror_cells(&mut self, host: &mut dyn Host, (from, to): CellRectangle, axis: Axis) {
        let Some(mut map) = self.map(host) else { return };
        let Some(mut piece) = Piece::of(&map, from, to) else { return };
        piece.mirror(axis);
        map.stamp(&piece, first_of((from, to)));
        self.put_map(host, "mirror cells", map);
    }

    /// Turns cells clockwise by a quarter around their first cell. Returns the rectangle that they cover then.
    pub fn turn_cells(&mut self, host: &mut dyn Host, (from, to): CellRectangle) -> Option<CellRectangle> {
        let mut map = self.map(host)?;
        let mut piece = Piece::of(&map, from, to)?;
        piece.turn();
        let first = first_of((from, to));
        let (width, depth) = piece.size();
        let last = Cell::on_floor(first.x() + width - 1, first.y() + depth - 1, first.floor());
        let Some(last) = last.filter(|&last| map.contains(last)) else {
            self.tell("The turned cells would leave the map.");
            return None;
        };
        map.clear(from, to);
        let done = map.stamp(&piece, first);
        self.put_map(host, "turn cells", map);
        self.tell_refused(done);
        Some((first, last))
    }

    /// Draws a room with walls around a rectangle. A brush of blocking ground sets the walls, another ground the floor.
    pub fn draw_room(&mut self, host: &mut dyn Host, (from, to): CellRectangle, brush: Option<&Brush>) {
        let Some((mut map, (wall, floor))) = self.map_and_grounds(host, brush) else { return };
        let done = map.room(from, to, &wall, &floor);
        self.put_map(host, "draw a room", map);
        if done.refused > 0 {
            self.tell(format!("Walls left out, because units stand there: {}.", done.refused));
        }
    }

    /// Makes a door: floor in a wall.
    pub fn draw_door(&mut self, host: &mut dyn Host, at: Cell, brush: Option<&Brush>) {
        let Some((mut map, (_, floor))) = self.map_and_grounds(host, brush) else { return };
        map.paint([at], &Brush::Terrain(floor));
        self.put_map(host, "make a door", map);
    }

    fn map_and_grounds(&mut self, host: &dyn Host, brush: Option<&Brush>) -> Option<(Painting, (String, String))> {
        let map = self.map(host)?;
        let Some((mut wall, mut floor)) = map.room_grounds(host.library()) else {
            self.tell("A room needs a ground that blocks movement and one that does not.");
            return None;
        };
        if let Some(Brush::Terrain(name)) = brush {
            let blocks = host.library().terrain(name).is_some_and(|terrain| terrain.blocks_movement);
            name.clone_into(if blocks { &mut wall } else { &mut floor });
        }
        Some((map, (wall, floor)))
    }

    fn tell_refused(&mut self, done: Painted) {
        if done.refused > 0 {
            self.tell(format!("Cells or units that do not fit were left out: {}.", done.refused));
        }
    }
}

/// Returns the cell at the upper left of a rectangle.
pub(crate) fn first_of((from, to): CellRectangle) -> Cell {
    Cell::on_floor(from.x().min(to.x()), from.y().min(to.y()), from.floor()).unwrap_or(from)
}

/// Reads cells from a text.
///
/// # Errors
/// [`EditorError::NoCells`] and [`EditorError::BadCells`].
pub fn piece_of(text: &str, host: &dyn Host) -> Result<Piece, EditorError> {
    Piece::read(text, host.library()).map_err(|fault| match fault {
        Some(fault) => EditorError::BadCells { line: fault.line, message: fault.message.clone() },
        None => EditorError::NoCells,
    })
}
