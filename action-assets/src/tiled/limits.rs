//! Limits over all files of a map. Readers charge each thing before they keep it.

use super::fault::MapFault;
use foretoken_vm::Board;

use super::model::PAGE;

pub(super) const MAX_LAYERS: usize = 128;
const MAX_ELEMENTS: usize = 1 << 18;
const MAX_CELLS: usize = 16 << 20;
const MAX_TILES: u32 = 1 << 16;
/// Each tile of a layer is searched in all tilesets.
pub(super) const MAX_TILESETS: usize = 256;
/// Each shown tile is searched in all sets of its tileset.
const MAX_BRUSH_SETS: usize = 1024;
const MAX_DISTANCE: i64 = 1 << 20;

#[derive(Default)]
pub(super) struct Used {
    elements: usize,
    layers: usize,
    cells: usize,
    tiles: u32,
    tilesets: usize,
    brush_sets: usize,
}

impl Used {
    pub(super) fn elements(&mut self, elements: usize) -> Result<(), MapFault> {
        self.elements = self.elements.saturating_add(elements);
        if self.elements > MAX_ELEMENTS {
            return Err(MapFault::too_large(format!("a map has at most {MAX_ELEMENTS} elements")));
        }
        Ok(())
    }

    pub(super) fn layer(&mut self) -> Result<(), MapFault> {
        self.layers += 1;
        if self.layers > MAX_LAYERS {
            return Err(MapFault::too_large(format!("a map has at most {MAX_LAYERS} layers")));
        }
        Ok(())
    }

    pub(super) fn cells(&mut self, cells: usize) -> Result<(), MapFault> {
        self.cells = self.cells.saturating_add(cells);
        if self.cells > MAX_CELLS {
            return Err(MapFault::too_large(format!("the layers of a map have at most {MAX_CELLS} cells")));
        }
        Ok(())
    }

    pub(super) fn tiles(&mut self, tiles: u32) -> Result<(), MapFault> {
        self.tiles = self.tiles.saturating_add(tiles);
        if self.tiles > MAX_TILES {
            return Err(MapFault::too_large(format!("the tilesets of a map have at most {MAX_TILES} tiles")));
        }
        Ok(())
    }

    pub(super) fn tileset(&mut self) -> Result<(), MapFault> {
        self.tilesets += 1;
        if self.tilesets > MAX_TILESETS {
            return Err(MapFault::too_large(format!("a map has at most {MAX_TILESETS} tilesets")));
        }
        Ok(())
    }

    pub(super) fn brush_set(&mut self) -> Result<(), MapFault> {
        self.brush_sets += 1;
        if self.brush_sets > MAX_BRUSH_SETS {
            return Err(MapFault::too_large(format!(
                "the tilesets of a map have at most {MAX_BRUSH_SETS} sets of terrain brushes"
            )));
        }
        Ok(())
    }

    /// Charges a chunk with all touched squares. Returns its number of cells.
    pub(super) fn chunk(&mut self, x: (i32, usize), y: (i32, usize)) -> Result<usize, MapFault> {
        let squares = |(begin, size): (i32, usize)| {
            let last = begin + size as i32 - 1;
            (1 + last.div_euclid(PAGE) - begin.div_euclid(PAGE)) as usize
        };
        self.cells(squares(x) * squares(y) * (PAGE * PAGE) as usize)?;
        Ok(x.1 * y.1)
    }
}

pub(super) fn side(name: &str, value: Option<i64>, told: &str) -> Result<usize, MapFault> {
    let side = value.and_then(|value| usize::try_from(value).ok());
    let side = side.filter(|side| (1..=Board::MAX_SIDE as usize).contains(side));
    side.ok_or_else(|| MapFault::bad_value(format!("`{name}` must be 1 to {}, not `{told}`", Board::MAX_SIDE)))
}

pub(super) fn begin(name: &str, value: Option<i64>, told: &str) -> Result<i32, MapFault> {
    let begin = value.filter(|begin| begin.abs() <= MAX_DISTANCE).and_then(|begin| i32::try_from(begin).ok());
    begin.ok_or_else(|| MapFault::bad_value(format!("`{name}` must be at most {MAX_DISTANCE} from 0, not `{told}`")))
}
