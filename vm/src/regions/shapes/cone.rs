//! In each of four directions one cell, then three, then five.

use super::Shape;
use super::rule::{At, Far, Make, Named, Offset, Others, Rule, ShapeText};
use crate::regions::measure::Measure;
use crate::space::{Dir, Pattern};

#[derive(Clone, Copy)]
pub(super) struct Cone;

impl Rule<'_> for Cone {
    const NAMED: &'static [Named] = &[Named {
        name: "Cone",
        doc: "In each of four directions one cell, then three, then five.",
        make: Make::Alone(|| Shape::Cone),
    }];

    fn contains_offset(self, (dx, dy): Offset, measure: &Measure, _: &[Pattern]) -> bool {
        dx > 0 && dy.abs() < dx && measure.contains(dx)
    }

    fn contains(self, at: &At<'_>, _: &impl Others) -> bool {
        let (dx, dy) = at.offset;
        let turned = [(dx, dy), (-dx, dy), (dy, dx), (-dy, dx)];
        turned.into_iter().any(|offset| self.contains_offset(offset, at.measure, at.patterns))
    }

    fn told(self) -> ShapeText<'static> {
        ShapeText::Far(Far { before: "in a cone, ", ..Far::PLAIN })
    }

    fn ways(self) -> u8 {
        super::CARDINAL
    }

    fn is_in_way(self, _: usize, dir: Dir, at: &At<'_>) -> bool {
        let ((dx, dy), (right, down)) = (at.offset, dir.delta());
        (dx * down - dy * right).abs() < dx * right + dy * down
    }
}
