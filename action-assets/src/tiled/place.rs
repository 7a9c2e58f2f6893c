//! Areas of objects in Tiled's object coordinates. On isometric maps both axes count in tile heights.

use super::model::{Kind, Map, Object, Shape};

/// A point or size, in pixels of object coordinates unless noted.
pub(super) type Point = (f64, f64);

#[derive(Clone, Copy)]
pub(super) struct Grid {
    is_isometric: bool,
    tile: Point,
}

pub(super) struct Area {
    anchor: Point,
    low: Point,
    high: Point,
    turn: Point,
}

impl Grid {
    pub(super) fn of(map: &Map) -> Self {
        Grid { is_isometric: map.is_isometric, tile: map.tile }
    }

    pub(super) fn square(tile: Point) -> Self {
        Grid { is_isometric: false, tile }
    }

    pub(super) fn is_isometric(self) -> bool {
        self.is_isometric
    }

    pub(super) fn side(self) -> Point {
        (if self.is_isometric { self.tile.1 } else { self.tile.0 }, self.tile.1)
    }

    fn to_screen(self, (x, y): Point) -> Point {
        if self.is_isometric { ((x - y) * self.tile.0 / self.tile.1 / 2.0, (x + y) / 2.0) } else { (x, y) }
    }

    pub(super) fn to_object(self, (x, y): Point) -> Point {
        let across = x * self.tile.1 / self.tile.0;
        if self.is_isometric { (y + across, y - across) } else { (x, y) }
    }

    pub(super) fn area(self, object: &Object, tile: Option<&Kind>, offset: Point) -> Area {
        let (dx, dy) = self.to_object(offset);
        let mut anchor = (object.at.0 + dx, object.at.1 + dy);
        let turn = turn(object.rotation);
        let zero = (0.0, 0.0);
        let (low, high) = match (object.shape, tile) {
            (Shape::Point, _) => (zero, zero),
            (Shape::Other(low, high), _) => (low, high),
            (Shape::Rect(size), None) => (zero, size),
            (Shape::Rect(size), Some(tile)) => {
                // Old files omit the size of tile objects.
                let given =
                    |size: f64, own: f64, cell: f64| [size, own].into_iter().find(|side| *side != 0.0).unwrap_or(cell);
                let size = (given(size.0, tile.size.0, self.tile.0), given(size.1, tile.size.1, self.tile.1));
                let (x, y) = tile.align;
                if self.is_isometric {
                    // A picture stands on the square whose lowest corner is the centre of its lower edge.
                    let lowest = self.to_object(((0.5 - x) * size.0, (1.0 - y) * size.1));
                    anchor = (anchor.0 + lowest.0, anchor.1 + lowest.1);
                    let base = size.0 / self.tile.0 * self.tile.1;
                    return Area { anchor, low: (-base, -base), high: zero, turn: (1.0, 0.0) };
                }
                ((-x * size.0, -y * size.1), ((1.0 - x) * size.0, (1.0 - y) * size.1))
            }
        };
        Area { anchor, low, high, turn }.straight(self)
    }
}

impl Area {
    pub(super) fn size(&self) -> Point {
        (self.high.0 - self.low.0, self.high.1 - self.low.1)
    }

    pub(super) fn middle(&self, grid: Grid) -> Point {
        let middle = ((self.low.0 + self.high.0) / 2.0, (self.low.1 + self.high.1) / 2.0);
        let (x, y) = self.turned(grid, middle, false);
        (self.anchor.0 + x, self.anchor.1 + y)
    }

    pub(super) fn around(&self, grid: Grid) -> (Point, Point) {
        let corners = [self.low, (self.low.0, self.high.1), self.high, (self.high.0, self.low.1)];
        let (low, high) = bounds(corners.into_iter().map(|corner| self.turned(grid, corner, false)));
        ((self.anchor.0 + low.0, self.anchor.1 + low.1), (self.anchor.0 + high.0, self.anchor.1 + high.1))
    }

    /// Whether a point is in the area, with its upper and left edges.
    pub(super) fn contains(&self, grid: Grid, (x, y): Point) -> bool {
        let (x, y) = self.turned(grid, (x - self.anchor.0, y - self.anchor.1), true);
        (self.low.0..self.high.0).contains(&x) && (self.low.1..self.high.1).contains(&y)
    }

    pub(super) fn contains_middle_of(&self, grid: Grid, size: Point) -> bool {
        self.contains(grid, (size.0 / 2.0, size.1 / 2.0))
    }

    fn turned(&self, grid: Grid, vector: Point, back: bool) -> Point {
        let (cos, sin) = if back { (self.turn.0, -self.turn.1) } else { self.turn };
        if sin == 0.0 && cos == 1.0 {
            return vector;
        }
        let (x, y) = grid.to_screen(vector);
        grid.to_object((x * cos - y * sin, x * sin + y * cos))
    }

    /// Replaces a rotation by quarter turns with the resulting rectangle.
    fn straight(self, grid: Grid) -> Self {
        let is_quarter = self.turn.0 == 0.0 || self.turn.1 == 0.0;
        if !is_quarter || grid.is_isometric {
            return self;
        }
        let (one, other) = (self.turned(grid, self.low, false), self.turned(grid, self.high, false));
        let low = (one.0.min(other.0), one.1.min(other.1));
        Area { low, high: (one.0.max(other.0), one.1.max(other.1)), turn: (1.0, 0.0), ..self }
    }
}

fn turn(degrees: f64) -> Point {
    match degrees.rem_euclid(360.0) {
        0.0 => (1.0, 0.0),
        90.0 => (0.0, 1.0),
        180.0 => (-1.0, 0.0),
        270.0 => (0.0, -1.0),
        other => (libm::cos(other.to_radians()), libm::sin(other.to_radians())),
    }
}

pub(super) fn bounds(mut points: impl Iterator<Item = Point>) -> (Point, Point) {
    let first = points.next().unwrap_or_default();
    points.fold((first, first), |(low, high), (x, y)| ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y))))
}
