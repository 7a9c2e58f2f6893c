//! Changes to a whole map: size, mirroring and floors. They also update units and links.

use foretoken_vm::space::CellShape;
use foretoken_vm::{Board, Cell};

use super::cell_shapes::mirrored_shape;
use super::{AS_LAYER, Painting, Sheet};
use crate::assets::{HOLE, LINK_BACKS, LegendEntry, MapLink};

/// A side of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Above the first row.
    North,
    /// Right of the last column.
    East,
    /// Below the last row.
    South,
    /// Left of the first column.
    West,
}

/// Mirror axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Exchanges left and right.
    LeftRight,
    /// Exchanges top and bottom.
    TopBottom,
}

/// Steps to an added floor: two for a unit and two of ceiling.
const STOREY: i32 = 4;

impl Painting {
    /// Adds or removes a row or column. Returns false if the size would be invalid.
    pub fn resize(&mut self, side: Side, grows: bool) -> bool {
        let by = if grows { 1 } else { -1 };
        let (width, depth) = match side {
            Side::East | Side::West => (self.width + by, self.depth),
            Side::North | Side::South => (self.width, self.depth + by),
        };
        let fits = 1..=Board::MAX_SIDE;
        if !fits.contains(&width) || !fits.contains(&depth) {
            return false;
        }
        let (dx, dy) = match side {
            Side::West => (by, 0),
            Side::North => (0, by),
            _ => (0, 0),
        };
        if !grows {
            self.drop_at(side);
        }
        let old = self.clone();
        for (floor, sheet) in self.sheets.iter_mut().enumerate() {
            let Ok(floor) = u8::try_from(floor) else { continue };
            (sheet.cells, sheet.heights) = (Vec::new(), Vec::new());
            (sheet.corners, sheet.shapes) = (Vec::new(), Vec::new());
            for (x, y) in (0..depth).flat_map(|y| (0..width).map(move |x| (x, y))) {
                let was = Cell::on_floor(x - dx, y - dy, floor).filter(|&cell| old.contains(cell));
                let at = was.and_then(|cell| old.index(cell));
                let before = &old.sheets[usize::from(floor)];
                let (cell, height) = match (at, floor) {
                    (Some(at), _) => (before.cells[at], before.heights[at]),
                    (None, 0) => old.ground_beside(x - dx, y - dy),
                    (None, _) => (HOLE, AS_LAYER),
                };
                sheet.cells.push(cell);
                sheet.heights.push(height);
                sheet.corners.push(at.map_or([0; 4], |at| before.corners[at]));
                sheet.shapes.push(at.map_or_else(CellShape::default, |at| before.shapes[at]));
            }
        }
        (self.width, self.depth) = (width, depth);
        self.move_links(|cell| {
            let moved = Cell::on_floor(cell.x() + dx, cell.y() + dy, cell.floor())?;
            (moved.x() < width && moved.y() < depth).then_some(moved)
        });
        true
    }

    fn drop_at(&mut self, side: Side) {
        let (width, depth) = (self.width, self.depth);
        let goes = |cell: &Cell| match side {
            Side::North => cell.y() == 0,
            Side::East => cell.x() == width - 1,
            Side::South => cell.y() == depth - 1,
            Side::West => cell.x() == 0,
        };
        for cell in self.cells().filter(goes) {
            if let Some((anchor, _)) = self.unit_at(cell) {
                self.alter(anchor, |entry| entry.unit.clear());
            }
        }
    }

    fn ground_beside(&self, x: i32, y: i32) -> (char, char) {
        let nearest = Cell::new(x.clamp(0, self.width - 1), y.clamp(0, self.depth - 1));
        let Some((cell, at)) = nearest.and_then(|cell| Some((cell, self.index(cell)?))) else {
            return (self.bare(), AS_LAYER);
        };
        let terrain = self.entry(cell).map_or_else(String::new, |entry| entry.terrain);
        let own = self.ground.iter().find(|ground| ground.name == terrain).and_then(|ground| ground.glyph);
        let bare = LegendEntry { terrain, ..LegendEntry::default() };
        let own = own.filter(|&own| self.meaning(own).as_ref() == Some(&bare));
        let height = self.sheets.first().and_then(|sheet| sheet.heights.get(at)).copied().unwrap_or(AS_LAYER);
        let height =
            if height.is_ascii_digit() || height.is_ascii_alphabetic() && height != 'v' { height } else { AS_LAYER };
        (own.unwrap_or_else(|| self.bare()), height)
    }

    /// Mirrors the map, with ramps, links and facings.
    pub fn mirror(&mut self, axis: Axis) {
        let units = self.units();
        let mut taken: Vec<(Cell, LegendEntry)> = Vec::new();
        for (anchor, _, _) in units {
            if let Some(entry) = self.entry(anchor) {
                taken.push((anchor, entry));
                self.alter(anchor, |entry| {
                    entry.unit.clear();
                    (entry.team, entry.facing) = (0, 0);
                });
            }
        }
        let (width, depth) = (self.width, self.depth);
        let row = width as usize;
        for sheet in &mut self.sheets {
            mirror_rows(&mut sheet.cells, row, axis);
            mirror_rows(&mut sheet.heights, row, axis);
            mirror_rows(&mut sheet.corners, row, axis);
            mirror_rows(&mut sheet.shapes, row, axis);
            sheet.shapes.iter_mut().for_each(|shape| *shape = mirrored_shape(*shape, axis));
            sheet.heights.iter_mut().for_each(|height| *height = mirrored_ramp(*height, axis));
            sheet.corners.iter_mut().for_each(|[nw, ne, se, sw]| match axis {
                Axis::LeftRight => (*nw, *ne, *se, *sw) = (*ne, *nw, *sw, *se),
                Axis::TopBottom => (*nw, *ne, *se, *sw) = (*sw, *se, *ne, *nw),
            });
        }
        for (anchor, entry) in taken {
            let (across, down) = self.size_of(&entry.unit);
            let (x, y) = match axis {
                Axis::LeftRight => (width - anchor.x() - across, anchor.y()),
                Axis::TopBottom => (anchor.x(), depth - anchor.y() - down),
            };
            let cell = Cell::on_floor(x.max(0), y.max(0), anchor.floor());
            if let Some(cell) = cell {
                self.alter(cell, |there| {
                    let facing = mirrored_way(entry.facing, axis);
                    (there.glyph, there.unit, there.team) = (entry.glyph, entry.unit, entry.team);
                    there.facing = facing;
                });
            }
        }
        let turn = |name: &mut String| {
            let Ok(cell) = name.parse::<Cell>() else { return };
            let (x, y) = match axis {
                Axis::LeftRight => (width - 1 - cell.x(), cell.y()),
                Axis::TopBottom => (cell.x(), depth - 1 - cell.y()),
            };
            if let Some(cell) = Cell::on_floor(x, y, cell.floor()) {
                *name = cell.to_string();
            }
        };
        self.scenario.lesson.iter_mut().for_each(|step| turn(&mut step.at));
        for link in &mut self.scenario.links {
            [&mut link.from, &mut link.to].into_iter().for_each(turn);
            // Link directions start at north; those back have one extra choice at each end.
            link.by = mirrored_way(link.by + 1, axis) - 1;
            if link.back < LINK_BACKS.len() - 1 {
                link.back = mirrored_way(link.back, axis);
            }
        }
    }

    /// Adds an empty floor and returns its number; `None` at the limit.
    pub fn add_floor(&mut self) -> Option<u8> {
        let number = u8::try_from(self.sheets.len()).ok()?;
        if self.sheets.len() >= Board::MAX_FLOORS {
            return None;
        }
        let highest = |sheet: &Sheet| {
            let own = |c: char| c.to_digit(36).filter(|_| c != 'v').map_or(sheet.level, |height| height as i32);
            let corner = |corners: &[u8; 4]| corners.iter().copied().max().map_or(0, i32::from);
            let cells = sheet.heights.iter().zip(&sheet.corners);
            cells.map(|(&c, corners)| own(c) + corner(corners)).chain([sheet.level]).max().unwrap_or_default()
        };
        let level = self.sheets.iter().map(highest).max().unwrap_or_default() + STOREY;
        let cells = (self.width * self.depth) as usize;
        let level = level.min(Board::MAX_HEIGHT.into());
        let (corners, shapes) = (vec![[0; 4]; cells], vec![CellShape::default(); cells]);
        let (cells, heights) = (vec![HOLE; cells], vec![AS_LAYER; cells]);
        self.sheets.push(Sheet { cells, heights, corners, shapes, level });
        Some(number)
    }

    /// Removes a floor with its units and links. The ground stays.
    pub fn remove_floor(&mut self, floor: u8) -> bool {
        let at = usize::from(floor);
        if at == 0 || at >= self.sheets.len() {
            return false;
        }
        self.sheets.remove(at);
        self.move_links(|cell| match cell.floor() {
            own if own == floor => None,
            own if own > floor => Cell::on_floor(cell.x(), cell.y(), own - 1),
            _ => Some(cell),
        });
        true
    }

    /// Sets the height of a floor in steps.
    pub fn set_level(&mut self, floor: u8, level: i32) {
        if let Some(sheet) = self.sheets.get_mut(usize::from(floor)).filter(|_| floor > 0) {
            sheet.level = level.clamp(0, Board::MAX_HEIGHT.into());
        }
    }

    /// Moves the ends of links. Links that lose an end are removed; lesson steps that lose their cell accept any.
    /// Invalid cells stay.
    fn move_links(&mut self, to: impl Fn(Cell) -> Option<Cell>) {
        let moved = |link: &mut MapLink| {
            [&mut link.from, &mut link.to].into_iter().all(|end| {
                let Ok(cell) = end.parse::<Cell>() else { return true };
                to(cell).map(|cell| *end = cell.to_string()).is_some()
            })
        };
        self.scenario.links.retain_mut(moved);
        for step in &mut self.scenario.lesson {
            if let Ok(cell) = step.at.parse::<Cell>() {
                step.at = to(cell).map_or_else(String::new, |cell| cell.to_string());
            }
        }
    }
}

fn mirror_rows<T: Copy>(cells: &mut Vec<T>, row: usize, axis: Axis) {
    match axis {
        Axis::LeftRight => cells.chunks_mut(row).for_each(<[T]>::reverse),
        Axis::TopBottom => *cells = cells.chunks(row).rev().flatten().copied().collect(),
    }
}

const fn mirrored_ramp(height: char, axis: Axis) -> char {
    match (height, axis) {
        ('>', Axis::LeftRight) => '<',
        ('<', Axis::LeftRight) => '>',
        ('^', Axis::TopBottom) => 'v',
        ('v', Axis::TopBottom) => '^',
        _ => height,
    }
}

const fn mirrored_way(way: usize, axis: Axis) -> usize {
    match (way, axis) {
        (2, Axis::LeftRight) => 4,
        (4, Axis::LeftRight) => 2,
        (1, Axis::TopBottom) => 3,
        (3, Axis::TopBottom) => 1,
        _ => way,
    }
}
