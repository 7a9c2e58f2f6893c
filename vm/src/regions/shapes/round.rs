//! Cells with their centre in a circle.

use super::Shape;
use super::rule::{Far, Make, Named, Offset, Rule, ShapeText};
use crate::regions::measure::Measure;
use crate::space::Pattern;

#[derive(Clone, Copy)]
pub(super) struct Round;

impl Rule<'_> for Round {
    const NAMED: &'static [Named] = &[Named {
        name: "Cylinder",
        doc: "Cells whose middle is within a circle.",
        make: Make::Alone(|| Shape::Round),
    }];

    fn contains_offset(self, (dx, dy): Offset, measure: &Measure, _: &[Pattern]) -> bool {
        measure.contains_square(i64::from(dx).pow(2) + i64::from(dy).pow(2))
    }

    fn told(self) -> ShapeText<'static> {
        ShapeText::Far(Far { before: "in a circle, ", ..Far::PLAIN })
    }

    fn has_expected_heights(self) -> bool {
        true
    }
}
