//! Brushes and strokes. A stroke applies a brush once to each of its cells.

use std::collections::BTreeSet;

use foretoken_vm::space::CellShape;
use foretoken_vm::{Board, Cell};

use super::plane::{Point, joined, line_points, rectangle_points};
use super::{AS_LAYER, Painting};
use crate::assets::{HOLE, LegendEntry, height_char};

/// Effect of a stroke on its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Brush {
    /// Places terrain and fills holes of floors. The terrain under a unit stays if the unit cannot stand on the new
    /// one.
    Terrain(String),
    /// Places a surface; empty removes it.
    Surface(String),
    /// Places or replaces a unit, if there is room.
    Unit {
        /// Unit type.
        name: String,
        /// Side.
        team: i32,
        /// Facing, as an index into [`crate::assets::FACINGS`].
        facing: usize,
    },
    /// Sets the zone; empty removes it.
    Zone(String),
    /// Removes unit, surface and zone.
    Erase,
    /// Removes the cell.
    Remove,
    /// Raises by a step.
    Raise,
    /// Lowers by a step.
    Lower,
    /// Sets to the layer's height.
    Level,
    /// Makes a ramp that rises in direction 0 to 3 from north.
    Ramp(usize),
    /// Draws a slope as stairs of this many steps.
    Stairs(u8),
    /// Hides the cell.
    Invisible,
    /// Resets the cell's shape.
    Plain,
}

/// Result of a stroke.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Painted {
    /// Number of changed cells.
    pub changed: usize,
    /// Number of cells where the brush had no effect.
    pub refused: usize,
}

const RAMPS: [char; 4] = ['^', '>', 'v', '<'];

impl Painting {
    /// Applies a brush once to each cell on the map.
    pub fn paint(&mut self, cells: impl IntoIterator<Item = Cell>, brush: &Brush) -> Painted {
        let cells: BTreeSet<Cell> = cells.into_iter().filter(|&cell| self.contains(cell)).collect();
        let mut painted = Painted::default();
        for cell in cells {
            let before = (self.entry(cell), self.lies(cell), self.shape_of(cell));
            if !self.touch(cell, brush) {
                painted.refused += 1;
            } else if (self.entry(cell), self.lies(cell), self.shape_of(cell)) != before {
                painted.changed += 1;
            }
        }
        painted
    }

    fn touch(&mut self, cell: Cell, brush: &Brush) -> bool {
        let there = self.entry(cell);
        match brush {
            Brush::Terrain(name) => {
                if self.is_blocking(name) && self.unit_at(cell).is_some() {
                    return false;
                }
                let entry = there.unwrap_or_default();
                self.put(cell, LegendEntry { terrain: name.clone(), ..entry });
                true
            }
            Brush::Surface(name) => self.alter(cell, |entry| name.clone_into(&mut entry.surface)),
            Brush::Zone(name) => self.alter(cell, |entry| name.clone_into(&mut entry.zone)),
            Brush::Unit { name, team, facing } => {
                if !self.has_room(name, cell, None) {
                    return false;
                }
                self.alter(cell, |entry| {
                    if entry.unit != *name {
                        entry.health = 0;
                    }
                    name.clone_into(&mut entry.unit);
                    entry.glyph.clear();
                    (entry.team, entry.facing) = (*team, *facing);
                })
            }
            Brush::Erase => {
                if let Some((anchor, _)) = self.unit_at(cell) {
                    self.alter(anchor, |entry| entry.unit.clear());
                }
                self.alter(cell, |entry| {
                    entry.surface.clear();
                    entry.zone.clear();
                })
            }
            Brush::Remove => {
                if let Some((anchor, _)) = self.unit_at(cell) {
                    self.alter(anchor, |entry| entry.unit.clear());
                }
                self.set_glyph(cell, HOLE);
                self.set_shape(cell, CellShape::default());
                self.set_height(cell, AS_LAYER)
            }
            Brush::Raise | Brush::Lower | Brush::Level | Brush::Ramp(_) if there.is_none() => false,
            Brush::Raise => self.lift(cell, 1),
            Brush::Lower => self.lift(cell, -1),
            Brush::Level => self.make_level(cell, AS_LAYER),
            Brush::Ramp(way) => self.set_height(cell, RAMPS[way % RAMPS.len()]),
            Brush::Stairs(_) if !self.is_sloping(cell) => false,
            Brush::Stairs(steps) => {
                let bounds = 2..=CellShape::MOST_STAIRS;
                self.reshape(cell, |shape| shape.stairs = *steps.clamp(bounds.start(), bounds.end()))
            }
            Brush::Invisible => self.reshape(cell, |shape| shape.invisible = true),
            Brush::Plain => self.reshape(cell, |shape| *shape = CellShape::default()),
        }
    }

    pub(super) fn alter(&mut self, cell: Cell, alter: impl FnOnce(&mut LegendEntry)) -> bool {
        let Some(mut entry) = self.entry(cell) else { return false };
        alter(&mut entry);
        self.put(cell, entry);
        true
    }

    pub(super) fn has_room(&self, unit: &str, cell: Cell, but: Option<Cell>) -> bool {
        self.footprint(unit, cell).into_iter().all(|under| {
            let Some((under, entry)) = under.and_then(|under| Some((under, self.entry(under)?))) else { return false };
            let other = self.unit_at(under).map(|(anchor, _)| anchor);
            !self.is_blocking(&entry.terrain) && other.is_none_or(|other| other == cell || Some(other) == but)
        })
    }

    /// Moves a unit, or exchanges it with one there. Returns false without room.
    pub fn move_unit(&mut self, from: Cell, to: Cell) -> bool {
        let Some((anchor, unit)) = self.unit_at(from) else { return false };
        let (dx, dy) = from.offset_to(anchor);
        let Some(goal) = Cell::on_floor(to.x() + dx, to.y() + dy, to.floor()) else { return false };
        if goal == anchor || !self.contains(goal) {
            return false;
        }
        let other = self.unit_at(goal).filter(|(other, _)| *other == goal);
        let fits = self.has_room(&unit, goal, Some(anchor));
        let other_fits = other.as_ref().is_none_or(|(_, other)| self.has_room(other, anchor, Some(goal)));
        // Exchanged units of different sizes can reach into each other.
        let overlaps = other.as_ref().is_some_and(|(_, other)| {
            let there = self.footprint(&unit, goal);
            self.footprint(other, anchor).iter().any(|cell| there.contains(cell))
        });
        if !fits || !other_fits || overlaps {
            return false;
        }
        let (Some(here), Some(there)) = (self.entry(anchor), self.entry(goal)) else { return false };
        let (mut left, mut reached) = (here.clone(), there.clone());
        exchange_units(&mut left, &mut reached);
        self.put(anchor, left);
        self.put(goal, reached);
        true
    }

    /// Returns the cells of a fill: connected, similar cells of the floor.
    #[must_use]
    pub fn fill(&self, from: Cell, brush: &Brush) -> Vec<Cell> {
        if !self.contains(from) {
            return Vec::new();
        }
        if matches!(brush, Brush::Unit { .. }) {
            return vec![from];
        }
        let like = |cell: Cell| {
            let entry = self.entry(cell);
            let field = |of: fn(LegendEntry) -> String| entry.clone().map(of);
            match brush {
                Brush::Surface(_) => (field(|entry| entry.surface), None, field(|entry| entry.terrain)),
                Brush::Zone(_) => (field(|entry| entry.zone), None, field(|entry| entry.terrain)),
                Brush::Raise | Brush::Lower | Brush::Level | Brush::Ramp(_) => {
                    (None, self.lies(cell), field(|entry| entry.terrain))
                }
                Brush::Stairs(_) | Brush::Invisible | Brush::Plain => {
                    (Some(self.shape_words(cell)), self.lies(cell), field(|entry| entry.terrain))
                }
                _ => (None, None, field(|entry| entry.terrain)),
            }
        };
        let wanted = like(from);
        let at = |(x, y): Point| Cell::on_floor(x, y, from.floor()).filter(|&cell| self.contains(cell));
        let found = joined((from.x(), from.y()), |point| at(point).is_some_and(|cell| like(cell) == wanted));
        found.into_iter().filter_map(at).collect()
    }

    /// Returns the brush of a cell's unit, surface or terrain.
    #[must_use]
    pub fn pick(&self, cell: Cell) -> Option<Brush> {
        if let Some((anchor, _)) = self.unit_at(cell) {
            let LegendEntry { unit, team, facing, .. } = self.entry(anchor)?;
            return Some(Brush::Unit { name: unit, team, facing });
        }
        let entry = self.entry(cell)?;
        Some(match (entry.surface.is_empty(), entry.zone.is_empty()) {
            (false, _) => Brush::Surface(entry.surface),
            (true, false) => Brush::Zone(entry.zone),
            (true, true) => Brush::Terrain(entry.terrain),
        })
    }

    /// Draws a ramp as [`slope`] does, and raises the target cell if needed.
    pub fn pull(&mut self, from: Cell, to: Cell) -> Painted {
        let (cells, brush) = slope(from, to);
        let mut done = self.paint(cells, &brush);
        if let Brush::Ramp(way) = brush {
            let (dx, dy) = [(0, 1), (-1, 0), (0, -1), (1, 0)][way % 4];
            let steps = |cell: Cell| self.steps_at(cell).filter(|_| self.entry(cell).is_some());
            let behind = Cell::on_floor(from.x() + dx, from.y() + dy, from.floor()).and_then(steps);
            let low = behind.unwrap_or(self.level_of(from.floor()));
            let top = match way % 2 {
                0 => Cell::on_floor(from.x(), to.y(), from.floor()),
                _ => Cell::on_floor(to.x(), from.y(), from.floor()),
            };
            let is_flat = |top: &Cell| steps(*top).is_some_and(|high| high <= low);
            let height = u8::try_from(low + 1).ok().and_then(height_char);
            if let (Some(top), Some(height)) = (top.filter(is_flat), height) {
                done.changed += usize::from(self.make_level(top, height));
            }
        }
        done
    }

    pub(super) fn steps_at(&self, cell: Cell) -> Option<i32> {
        match self.lies(cell)?.0 {
            AS_LAYER | HOLE => Some(self.level_of(cell.floor())),
            ramp if RAMPS.contains(&ramp) => None,
            height => height.to_digit(36).map(|height| height as i32),
        }
    }

    pub(super) fn lies(&self, cell: Cell) -> Option<(char, [u8; 4])> {
        let at = self.index(cell)?;
        let sheet = self.sheets.get(usize::from(cell.floor()))?;
        Some((*sheet.heights.get(at)?, sheet.corners.get(at).copied().unwrap_or_default()))
    }

    pub(super) fn set_height(&mut self, cell: Cell, height: char) -> bool {
        self.set_corners(cell, [0; 4]);
        let at = self.index(cell);
        let slot = self.sheets.get_mut(usize::from(cell.floor())).zip(at);
        slot.and_then(|(sheet, at)| sheet.heights.get_mut(at)).map(|slot| *slot = height).is_some()
    }

    fn make_level(&mut self, cell: Cell, height: char) -> bool {
        self.reshape(cell, |shape| shape.stairs = 0);
        self.set_height(cell, height)
    }

    fn is_sloping(&self, cell: Cell) -> bool {
        self.lies(cell).is_some_and(|(height, corners)| RAMPS.contains(&height) || corners != [0; 4])
    }

    /// Ramps follow their neighbours, and heights are limited by characters.
    fn lift(&mut self, cell: Cell, by: i32) -> bool {
        let Some((now, (_, corners))) = self.steps_at(cell).zip(self.lies(cell)) else { return false };
        let highest = now + by + corners.into_iter().max().map_or(0, i32::from);
        let height = match now + by == self.level_of(cell.floor()) {
            true => Some(AS_LAYER),
            false => u8::try_from(now + by).ok().and_then(height_char),
        };
        let Some(height) = height.filter(|_| highest <= i32::from(Board::MAX_HEIGHT)) else { return false };
        self.set_height(cell, height);
        self.set_corners(cell, corners);
        true
    }
}

pub(super) const fn exchange_units(one: &mut LegendEntry, other: &mut LegendEntry) {
    std::mem::swap(&mut one.glyph, &mut other.glyph);
    std::mem::swap(&mut one.unit, &mut other.unit);
    std::mem::swap(&mut one.team, &mut other.team);
    std::mem::swap(&mut one.facing, &mut other.facing);
    std::mem::swap(&mut one.health, &mut other.health);
}

/// Returns the cells of a straight line on the first cell's floor.
#[must_use]
pub fn line(from: Cell, to: Cell) -> Vec<Cell> {
    on_floor(from, line_points((from.x(), from.y()), (to.x(), to.y())))
}

/// Returns the cells of a rectangle on the first cell's floor.
#[must_use]
pub fn rectangle(from: Cell, to: Cell) -> Vec<Cell> {
    on_floor(from, rectangle_points((from.x(), from.y()), (to.x(), to.y())))
}

/// Returns the cells and the ramp brush of a drag uphill.
#[must_use]
pub fn slope(from: Cell, to: Cell) -> (Vec<Cell>, Brush) {
    let (dx, dy) = from.offset_to(to);
    let (top, way) = match (dx.abs() > dy.abs(), dx > 0, dy > 0) {
        (true, true, _) => ((to.x() - 1, from.y()), 1),
        (true, false, _) => ((to.x() + 1, from.y()), 3),
        (false, _, true) => ((from.x(), to.y() - 1), 2),
        (false, ..) if dy < 0 => ((from.x(), to.y() + 1), 0),
        _ => return (vec![from], Brush::Level),
    };
    (on_floor(from, line_points((from.x(), from.y()), top)), Brush::Ramp(way))
}

fn on_floor(of: Cell, points: impl Iterator<Item = Point>) -> Vec<Cell> {
    points.filter_map(|(x, y)| Cell::on_floor(x, y, of.floor())).collect()
}
