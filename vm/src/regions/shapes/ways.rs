//! Straight lines in some of the eight directions.

use super::Shape;
use super::rule::{Make, Named, Offset, Rule, ShapeText};
use crate::regions::measure::Measure;
use crate::space::{Dir, Pattern};

#[derive(Clone, Copy)]
pub(super) struct Ways<'s>(pub &'s u8);

impl<'s> Rule<'s> for Ways<'s> {
    const NAMED: &'static [Named] =
        &[Named { name: "Ways", doc: "Straight lines in the listed directions.", make: Make::Ways(Shape::Ways) }];

    fn contains_offset(self, (dx, dy): Offset, measure: &Measure, _: &[Pattern]) -> bool {
        let (right, down) = (dx.abs(), dy.abs());
        let runs = dx == 0 || dy == 0 || right == down;
        let dir = Dir::ALL.into_iter().find(|dir| dir.delta() == (dx.signum(), dy.signum()));
        let is_one = dir.map_or((dx, dy) == (0, 0), |dir| *self.0 >> dir as u8 & 1 == 1);
        runs && is_one && measure.contains(right.max(down))
    }

    fn told(self) -> ShapeText<'s> {
        ShapeText::Ways(*self.0)
    }

    fn ways(self) -> u8 {
        *self.0
    }
}
