//! Objects of a map: units and zones.

use super::fault::MapFault;
use foretoken_vm::Cell;

use super::convert::{Conversion, LayerSettings, MAX_NAME, Words, facing, shortened};
use super::mapping::ObjectRule;
use super::model::{Kind, Object, Shape};
use super::place::{Area, Point};
use super::said;

const ZONE: &str = "zone";
const MAX_MARKED: usize = 2 << 20;
const SEVERAL: f64 = 1.5;

#[derive(Clone, Copy)]
struct Covered {
    columns: (usize, usize),
    rows: (usize, usize),
}

struct Found<'o> {
    object: &'o Object,
    tile: Option<&'o Kind>,
    layer: &'o str,
    known: &'o str,
    floor: i32,
    area: Area,
    rule: Option<&'o ObjectRule>,
}

impl Found<'_> {
    fn text(&self, name: &str) -> Option<String> {
        said::text(said::of_object(self.object, self.tile, name))
    }
}

impl<'m> Conversion<'m> {
    pub(super) fn objects(
        &mut self,
        layer: &'m str,
        objects: &'m [Object],
        told: LayerSettings,
    ) -> Result<(), MapFault> {
        for object in objects {
            let known = match object.name.as_str() {
                "" => format!("object {}", object.id),
                name => shortened(name),
            };
            let tile = object.kind.and_then(|kind| self.map.kinds.get(kind));
            let area = self.grid.area(object, tile, told.offset);
            let class = tile.filter(|_| object.class.is_empty()).map_or(&object.class, |tile| &tile.class);
            let rule = self.rules.object(layer, object, class)?;
            let floor = told.floor.unwrap_or_default();
            let mut found = Found { object, tile, layer, known: &known, floor, area, rule };
            found.floor = self.whole(&found, "floor").unwrap_or(floor);
            self.object(&found, class)?;
        }
        Ok(())
    }

    fn whole(&mut self, found: &Found<'_>, name: &str) -> Option<i32> {
        let value = said::of_object(found.object, found.tile, name);
        said::number(value).unwrap_or_else(|other| {
            let other = shortened(&other.0);
            self.warn(found.layer, format!("`{}`: `{name}` is not a whole number: `{other}`", found.known));
            None
        })
    }

    fn object(&mut self, found: &Found<'_>, class: &str) -> Result<(), MapFault> {
        let (layer, known) = (found.layer, found.known);
        let is_zone = class == ZONE;
        let (unit, words) = match found.rule {
            Some(rule) if rule.ignored => return Ok(()),
            Some(rule) => {
                let [terrain, surface, zone] = [&rule.terrain, &rule.surface, &rule.zone].map(String::clone);
                (rule.unit.clone(), Words { terrain, surface, zone })
            }
            None => {
                let class = if is_zone { "" } else { class };
                let by_name = if is_zone { found.object.name.as_str() } else { "" };
                let zone = found.text("zone").unwrap_or_else(|| by_name.to_owned());
                let words = Words { zone, ..Words::default() };
                (found.text("unit").unwrap_or_else(|| class.to_owned()), words)
            }
        };
        let is_name = |name: &String| (1..=MAX_NAME).contains(&name.len());
        match (words.is_fit(), is_name(&unit)) {
            (false, false) if is_zone => self.warn(layer, format!("`{known}` has no zone; it is left out")),
            (false, false) => self.warn(layer, format!("`{known}` has no unit; it is left out")),
            (is_area, is_unit) => {
                if is_area {
                    self.zone(found, &words)?;
                }
                if is_unit {
                    self.unit(found, unit)?;
                }
            }
        }
        Ok(())
    }

    fn unit(&mut self, found: &Found<'_>, unit: String) -> Result<(), MapFault> {
        let (layer, known, number) = (found.layer, found.known, found.floor);
        let team = match found.rule {
            Some(rule) if rule.team >= 0 => rule.team,
            _ => self.whole(found, "team").unwrap_or_default(),
        };
        if !(0..=7).contains(&team) {
            self.warn(layer, format!("`{known}`: sides must be 0 to 7, not {team}"));
        }
        let looks = found.text("facing");
        let faces = match found.rule {
            Some(rule) if rule.facing > 0 => Some(rule.facing),
            _ => looks.as_deref().map_or(Some(0), facing),
        };
        if faces.is_none() {
            self.warn(layer, format!("`{known}` has an unknown facing"));
        }
        if found.object.rotation != 0.0 && self.grid.is_isometric() && found.tile.is_some() {
            self.warn(layer, format!("`{known}` is rotated; the rotation is ignored"));
        }
        let (wide, high) = self.cells_of(found);
        let footprint = self.footprints.get(&unit).copied();
        let is_several = wide >= SEVERAL || high >= SEVERAL;
        // A rectangle of several cells, or a picture that is larger in both directions, is a large unit. A picture
        // larger in one direction is a tall or wide figure.
        let is_block = found.tile.is_none() || (wide >= SEVERAL && high >= SEVERAL);
        let guessed = if is_several && is_block { (wide.round() as i32, high.round() as i32) } else { (1, 1) };
        let Some(at) = self.anchor(found, footprint.unwrap_or(guessed)) else {
            self.warn(layer, format!("`{known}` is outside the map; it is left out"));
            return Ok(());
        };
        if is_several && footprint.is_none() {
            let (cell, several) = (self.named(number, at), format!("{} by {} cells", wide.round(), high.round()));
            self.warn(
                layer,
                match guessed {
                    (1, 1) => format!("`{known}` covers {several}; it is placed on {cell}, in the middle"),
                    _ => format!("`{known}` covers {several}; it is placed on {cell}, the north-western one"),
                },
            );
        }
        match self.meaning(number, at) {
            Some(meaning) if meaning.unit.is_empty() => self.alter(number, at, |meaning| {
                meaning.unit = unit;
                meaning.team = team.clamp(0, 7);
                meaning.facing = faces.unwrap_or_default();
            })?,
            Some(_) => self.warn(layer, format!("`{known}` is on the cell of another unit; it is left out")),
            None => self.warn(layer, format!("`{known}` is on a hole of floor {number}; it is left out")),
        }
        Ok(())
    }

    /// Names the cells whose centres an object covers. If there are none, names the cell of its own centre.
    fn zone(&mut self, found: &Found<'_>, words: &Words) -> Result<(), MapFault> {
        let (layer, known, number) = (found.layer, found.known, found.floor);
        let has_area = match found.object.shape {
            Shape::Rect(_) => found.tile.is_none(),
            Shape::Point => false,
            Shape::Other(..) => {
                self.warn(layer, format!("`{known}`: a zone must be a rectangle or a point; it is left out"));
                return Ok(());
            }
        };
        let middle = self.anchor(found, (1, 1));
        let within = self.covered(&found.area).filter(|_| has_area);
        let box_ = within.map_or(0, |Covered { columns, rows }| (1 + columns.1 - columns.0) * (1 + rows.1 - rows.0));
        self.marked += box_.max(1);
        if self.marked > MAX_MARKED {
            return Err(MapFault::too_large(format!("the zones of its objects cover more than {MAX_MARKED} cells")));
        }
        let mut cells = within.map_or(Vec::new(), |within| self.held(&found.area, within));
        if cells.is_empty() {
            cells.extend(middle);
        }
        if cells.is_empty() {
            self.warn(layer, format!("`{known}` covers no cell of the map; it is left out"));
            return Ok(());
        }
        let (mut marked, mut taken) = (0_usize, 0_usize);
        for at in cells {
            let Some(before) = self.meaning(number, at).map(|meaning| meaning.zone.as_str()) else { continue };
            marked += 1;
            taken += usize::from(!before.is_empty() && !words.zone.is_empty() && before != words.zone);
            self.alter(number, at, |meaning| words.clone().write(meaning))?;
        }
        if marked == 0 {
            self.warn(layer, format!("`{known}` is on a hole of floor {number}; it is left out"));
        }
        if taken > 0 {
            self.warn(layer, format!("`{known}` takes cells from other zones, because a cell has only one: {taken}"));
        }
        Ok(())
    }

    fn cells_of(&self, found: &Found<'_>) -> Point {
        let (size, side) = (found.area.size(), self.grid.side());
        (size.0 / side.0, size.1 / side.1)
    }

    fn anchor(&self, found: &Found<'_>, (wide, high): (i32, i32)) -> Option<usize> {
        let (x, y) = found.area.middle(self.grid);
        let side = self.grid.side();
        let cell = |pixels: f64, side: f64, size: i32, origin: i32, cells: usize| {
            let cell = (pixels / side - f64::from(size - 1) / 2.0).floor() - f64::from(origin);
            (cell >= 0.0 && cell < cells as f64).then_some(cell as usize)
        };
        let column = cell(x, side.0, wide, self.origin.0, self.width)?;
        Some(column + cell(y, side.1, high, self.origin.1, self.height)? * self.width)
    }

    fn covered(&self, area: &Area) -> Option<Covered> {
        let ((left, top), (right, bottom)) = area.around(self.grid);
        let along = |begin: f64, end: f64, side: f64, origin: i32, cells: usize| {
            (begin.is_finite() && end.is_finite()).then_some(())?;
            let first = ((begin / side - 0.5).floor() - f64::from(origin)).max(0.0);
            let last = ((end / side - 0.5).ceil() - f64::from(origin)).min(cells as f64 - 1.0);
            (first <= last).then_some((first as usize, last as usize))
        };
        let side = self.grid.side();
        let columns = along(left, right, side.0, self.origin.0, self.width)?;
        Some(Covered { columns, rows: along(top, bottom, side.1, self.origin.1, self.height)? })
    }

    fn held(&self, area: &Area, Covered { columns, rows }: Covered) -> Vec<usize> {
        let side = self.grid.side();
        let middle = |at: usize, origin: i32, side: f64| (at as f64 + f64::from(origin) + 0.5) * side;
        let cells = (rows.0..=rows.1).flat_map(|y| (columns.0..=columns.1).map(move |x| (x, y)));
        let held = cells.filter(|&(x, y)| {
            area.contains(self.grid, (middle(x, self.origin.0, side.0), middle(y, self.origin.1, side.1)))
        });
        held.map(|(x, y)| x + y * self.width).collect()
    }

    fn named(&self, floor: i32, at: usize) -> String {
        let floor = u8::try_from(floor).unwrap_or_default();
        let cell = Cell::on_floor((at % self.width) as i32, (at / self.width) as i32, floor);
        cell.map_or_else(String::new, |cell| cell.to_string())
    }
}
