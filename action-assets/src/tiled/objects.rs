//! What objects of a map say: who stands where, and which cells are of a zone.

use tiled::{Object, ObjectData, ObjectLayer, ObjectShape, Orientation};

use super::convert::{Conversion, MAX_NAME, facing, shortened};

/// The class of objects that are zones by their name.
const ZONE: &str = "zone";
/// The most cells that objects make zones of, counted once for each object.
const MAX_MARKED: usize = 2 << 20;

/// The cells over which something lies: the first and last column and row.
#[derive(Clone, Copy)]
struct Covered {
    columns: (usize, usize),
    rows: (usize, usize),
}

impl<'m> Conversion<'m> {
    /// Reads the objects of a layer that lies on a floor.
    pub(super) fn objects(&mut self, layer: &str, objects: &ObjectLayer<'m>, number: i32) -> Result<(), String> {
        for object in objects.objects() {
            let known =
                if object.name.is_empty() { format!("object {}", object.id()) } else { shortened(&object.name) };
            let number = property!(object, "floor", IntValue).unwrap_or(number);
            let is_zone = object.user_type == ZONE;
            let class = if is_zone { String::new() } else { object.user_type.clone() };
            let unit = property!(object, "unit", StringValue).unwrap_or(class);
            let by_name = if is_zone { object.name.clone() } else { String::new() };
            let zone = property!(object, "zone", StringValue).unwrap_or(by_name);
            let is_name = |name: &String| (1..=MAX_NAME).contains(&name.len());
            match (is_name(&zone), is_name(&unit)) {
                (false, false) if is_zone => self.warn(layer, format!("`{known}` names no zone; it is left out")),
                (false, false) => self.warn(layer, format!("`{known}` names no unit; it is left out")),
                (is_zone, is_unit) => {
                    if is_zone {
                        self.zone(layer, &known, &object, number, &zone)?;
                    }
                    if is_unit {
                        self.unit(layer, &known, &object, number, unit)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads who stands where an object has its middle.
    fn unit(&mut self, layer: &str, known: &str, object: &Object<'_>, number: i32, unit: String) -> Result<(), String> {
        let team = property!(object, "team", IntValue).unwrap_or_default();
        if !(0..=7).contains(&team) {
            self.warn(layer, format!("`{known}`: sides are 0 to 7, not {team}"));
        }
        let looks = property!(object, "facing", StringValue);
        let faces = looks.as_deref().map_or(Some(0), facing);
        if faces.is_none() {
            self.warn(layer, format!("`{known}` faces no direction that is known"));
        }
        let Some(at) = self.cell_of(object) else {
            self.warn(layer, format!("`{known}` stands off the map; it is left out"));
            return Ok(());
        };
        match self.meaning(number, at) {
            Some(meaning) if meaning.unit.is_empty() => self.alter(number, at, |meaning| {
                meaning.unit = unit;
                meaning.team = team.clamp(0, 7);
                meaning.facing = faces.unwrap_or_default();
            })?,
            Some(_) => self.warn(layer, format!("`{known}` stands where another does; it is left out")),
            None => self.warn(layer, format!("`{known}` stands where floor {number} has no cell; it is left out")),
        }
        Ok(())
    }

    /// Makes a zone of the cells whose middle an object covers, and of that in which its own lies.
    fn zone(&mut self, layer: &str, known: &str, object: &Object<'_>, number: i32, zone: &str) -> Result<(), String> {
        let has_area = match object.shape {
            ObjectShape::Rect { .. } => object.tile_data().is_none(),
            ObjectShape::Point(..) => false,
            _ => {
                self.warn(layer, format!("`{known}`: rectangles and points are zones, no other shape; it is left out"));
                return Ok(());
            }
        };
        if has_area && object.rotation != 0.0 {
            self.warn(layer, format!("`{known}` is turned; its zone is taken as if it were not"));
        }
        let middle = self.cell_of(object).map(|at| Covered {
            columns: (at % self.width, at % self.width),
            rows: (at / self.width, at / self.width),
        });
        let Some(Covered { columns, rows }) = self.covered(object).filter(|_| has_area).or(middle) else {
            self.warn(layer, format!("`{known}` covers no cell of the map; it is left out"));
            return Ok(());
        };
        self.marked += (1 + columns.1 - columns.0) * (1 + rows.1 - rows.0);
        if self.marked > MAX_MARKED {
            return Err(format!("the zones of its objects cover more than {MAX_MARKED} cells"));
        }
        let (mut marked, mut taken) = (0_usize, 0_usize);
        for y in rows.0..=rows.1 {
            for at in columns.0 + y * self.width..=columns.1 + y * self.width {
                let Some(before) = self.meaning(number, at).map(|meaning| meaning.zone.as_str()) else { continue };
                marked += 1;
                if before == zone {
                    continue;
                }
                taken += usize::from(!before.is_empty());
                self.alter(number, at, |meaning| zone.clone_into(&mut meaning.zone))?;
            }
        }
        if marked == 0 {
            self.warn(layer, format!("`{known}` lies where floor {number} has no cell; it is left out"));
        }
        if taken > 0 {
            self.warn(layer, format!("`{known}` takes cells of other zones, as a cell has one: {taken}"));
        }
        Ok(())
    }

    /// The width and height in which objects count columns and rows. On isometric maps both axes of objects are counted in
    /// heights of tiles.
    fn side(&self) -> (f32, f32) {
        let (width, height) = (self.map.tile_width as f32, self.map.tile_height as f32);
        (if self.map.orientation == Orientation::Isometric { height } else { width }, height)
    }

    /// The cells whose middle a rectangle covers, if any; its upper and left edges are its own.
    fn covered(&self, object: &ObjectData) -> Option<Covered> {
        let ObjectShape::Rect { width, height } = object.shape else { return None };
        let along = |begin: f32, length: f32, side: f32, origin: i32, cells: usize| {
            let first = (begin / side - 0.5).ceil() - origin as f32;
            let behind = ((begin + length) / side - 0.5).ceil() - origin as f32;
            let last = behind.min(cells as f32) - 1.0;
            let first = first.max(0.0);
            (begin + length).is_finite().then_some(())?;
            (first <= last).then_some((first as usize, last as usize))
        };
        let side = self.side();
        let columns = along(object.x, width, side.0, self.origin.0, self.width)?;
        Some(Covered { columns, rows: along(object.y, height, side.1, self.origin.1, self.height)? })
    }

    /// The cell in which an object has its middle.
    fn cell_of(&self, object: &ObjectData) -> Option<usize> {
        let (wide, high) = match object.shape {
            ObjectShape::Rect { width, height } | ObjectShape::Ellipse { width, height } => (width, height),
            _ => (0.0, 0.0),
        };
        let (side, is_isometric) = (self.side(), self.map.orientation == Orientation::Isometric);
        // What is drawn with a tile stands on its place: at the left of it, or below its middle.
        let (x, y) = match (object.tile_data().is_some(), is_isometric) {
            (true, true) => (object.x - side.1 / 2.0, object.y - side.1 / 2.0),
            (true, false) => (object.x + side.0 / 2.0, object.y - side.1 / 2.0),
            (false, _) => (object.x + wide / 2.0, object.y + high / 2.0),
        };
        let cell = |pixels: f32, side: f32, origin: i32, cells: usize| {
            let cell = (pixels / side).floor() - origin as f32;
            (cell >= 0.0 && cell < cells as f32).then_some(cell as usize)
        };
        let column = cell(x, side.0, self.origin.0, self.width)?;
        Some(column + cell(y, side.1, self.origin.1, self.height)? * self.width)
    }
}
