//! Cells to which the actor can walk. A flood finds them; here a cell counts by its steps.

use super::Shape;
use super::rule::{Bound, Far, Make, Named, Offset, Rule, ShapeText};
use crate::regions::measure::Measure;
use crate::space::Pattern;

#[derive(Clone, Copy)]
pub(super) struct Walk;

impl Rule<'_> for Walk {
    const NAMED: &'static [Named] =
        &[Named { name: "Walk", doc: "Cells that the actor can walk to.", make: Make::Alone(|| Shape::Walk) }];

    fn contains_offset(self, (dx, dy): Offset, measure: &Measure, _: &[Pattern]) -> bool {
        measure.contains(dx.abs() + dy.abs())
    }

    fn told(self) -> ShapeText<'static> {
        ShapeText::Far(Far { before: "that the user can walk to, ", ..Far::PLAIN })
    }

    fn bound(self) -> Bound {
        Bound::Walk
    }
}
