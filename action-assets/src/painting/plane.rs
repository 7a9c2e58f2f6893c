//! Lines, rectangles and fills on an integer plane.

use std::collections::BTreeSet;

/// Column to the east and row to the south.
pub type Point = (i32, i32);

/// Returns the points of a straight line, with both ends.
pub fn line_points(from: Point, to: Point) -> impl Iterator<Item = Point> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let steps = dx.abs().max(dy.abs());
    let along = move |step: i32, by: i32| (2 * step * by + steps.max(1) * by.signum()) / (2 * steps.max(1));
    (0..=steps).map(move |step| (from.0 + along(step, dx), from.1 + along(step, dy)))
}

/// Returns the points of a rectangle, row by row.
pub fn rectangle_points(from: Point, to: Point) -> impl Iterator<Item = Point> {
    let span = |a: i32, b: i32| a.min(b)..=a.max(b);
    let columns = span(from.0, to.0);
    span(from.1, to.1).flat_map(move |y| columns.clone().map(move |x| (x, y)))
}

/// Returns the adjacent points: north, east, south, west.
#[must_use]
pub const fn beside((x, y): Point) -> [Point; 4] {
    [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
}

/// Returns the connected region of `alike` points, which must be bounded.
pub fn joined(from: Point, alike: impl Fn(Point) -> bool) -> BTreeSet<Point> {
    let (mut found, mut next) = (BTreeSet::from([from]), vec![from]);
    while let Some(point) = next.pop() {
        for point in beside(point) {
            if !found.contains(&point) && alike(point) {
                found.insert(point);
                next.push(point);
            }
        }
    }
    found
}
