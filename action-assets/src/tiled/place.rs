//! The areas of objects of a map: size, alignment, rotation and offset, in the coordinates that Tiled gives objects.
//! On isometric maps both axes of these coordinates are counted in heights of tiles.

use super::model::{Kind, Map, Object, Shape};

/// A point or an extent, in pixels of object coordinates unless another unit is named.
pub(super) type Point = (f64, f64);

/// The grid of a map.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    is_isometric: bool,
    /// Width and height of a tile in pixels of the screen.
    tile: Point,
}

/// The area of an object. It is a rectangle around `anchor`, turned about it.
pub(super) struct Area {
    anchor: Point,
    low: Point,
    high: Point,
    /// Cosine and sine of the rotation.
    turn: Point,
}

impl Grid {
    pub(super) fn of(map: &Map) -> Self {
        Grid { is_isometric: map.is_isometric, tile: map.tile }
    }

    /// Returns the grid of an orthogonal map with tiles of a size.
    pub(super) fn square(tile: Point) -> Self {
        Grid { is_isometric: false, tile }
    }

    pub(super) fn is_isometric(self) -> bool {
        self.is_isometric
    }

    /// Returns the sides of a cell in object coordinates.
    pub(super) fn side(self) -> Point {
        (if self.is_isometric { self.tile.1 } else { self.tile.0 }, self.tile.1)
    }

    fn to_screen(self, (x, y): Point) -> Point {
        if self.is_isometric { ((x - y) * self.tile.0 / self.tile.1 / 2.0, (x + y) / 2.0) } else { (x, y) }
    }

    /// Returns the object coordinates of a vector in pixels of the screen.
    pub(super) fn to_object(self, (x, y): Point) -> Point {
        let across = x * self.tile.1 / self.tile.0;
        if self.is_isometric { (y + across, y - across) } else { (x, y) }
    }

    /// Returns the area of an object that shows a tile, or none, and whose layer is moved by an offset in pixels of the
    /// screen.
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
                // Old files give no size to objects that show a tile.
                let given =
                    |size: f64, own: f64, cell: f64| [size, own].into_iter().find(|side| *side != 0.0).unwrap_or(cell);
                let size = (given(size.0, tile.size.0, self.tile.0), given(size.1, tile.size.1, self.tile.1));
                let (x, y) = tile.align;
                if self.is_isometric {
                    // The base of a picture is the square of cells whose lowest corner is the middle of its lower edge.
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
    /// Returns the width and height of the area before it is turned.
    pub(super) fn size(&self) -> Point {
        (self.high.0 - self.low.0, self.high.1 - self.low.1)
    }

    /// Returns the middle of the area.
    pub(super) fn middle(&self, grid: Grid) -> Point {
        let middle = ((self.low.0 + self.high.0) / 2.0, (self.low.1 + self.high.1) / 2.0);
        let (x, y) = self.turned(grid, middle, false);
        (self.anchor.0 + x, self.anchor.1 + y)
    }

    /// Returns the corners with the lowest and the highest coordinates of a rectangle around the area.
    pub(super) fn around(&self, grid: Grid) -> (Point, Point) {
        let corners = [self.low, (self.low.0, self.high.1), self.high, (self.high.0, self.low.1)];
        let (low, high) = bounds(corners.into_iter().map(|corner| self.turned(grid, corner, false)));
        ((self.anchor.0 + low.0, self.anchor.1 + low.1), (self.anchor.0 + high.0, self.anchor.1 + high.1))
    }

    /// Tells whether a point lies in the area. The upper and left edges belong to it.
    pub(super) fn holds(&self, grid: Grid, (x, y): Point) -> bool {
        let (x, y) = self.turned(grid, (x - self.anchor.0, y - self.anchor.1), true);
        (self.low.0..self.high.0).contains(&x) && (self.low.1..self.high.1).contains(&y)
    }

    /// Tells whether the middle of a tile of a size lies in the area.
    pub(super) fn covers_middle_of(&self, grid: Grid, size: Point) -> bool {
        self.holds(grid, (size.0 / 2.0, size.1 / 2.0))
    }

    /// Turns a vector about the anchor, or back.
    fn turned(&self, grid: Grid, vector: Point, back: bool) -> Point {
        let (cos, sin) = if back { (self.turn.0, -self.turn.1) } else { self.turn };
        if sin == 0.0 && cos == 1.0 {
            return vector;
        }
        let (x, y) = grid.to_screen(vector);
        grid.to_object((x * cos - y * sin, x * sin + y * cos))
    }

    /// Replaces a rotation by quarters by the rectangle that it leads to.
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

/// Returns cosine and sine of degrees, exact for quarters of a turn.
fn turn(degrees: f64) -> Point {
    match degrees.rem_euclid(360.0) {
        0.0 => (1.0, 0.0),
        90.0 => (0.0, 1.0),
        180.0 => (-1.0, 0.0),
        270.0 => (0.0, -1.0),
        other => (libm::cos(other.to_radians()), libm::sin(other.to_radians())),
    }
}

/// Returns the lowest and the highest coordinates of points.
pub(super) fn bounds(mut points: impl Iterator<Item = Point>) -> (Point, Point) {
    let first = points.next().unwrap_or_default();
    points.fold((first, first), |(low, high), (x, y)| ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y))))
}
