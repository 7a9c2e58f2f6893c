//! Cells with their centre in a ball.

use super::Shape;
use super::rule::{At, Far, Make, Named, Offset, Others, Rule, ShapeText};
use crate::regions::measure::Measure;
use crate::space::Pattern;

#[derive(Clone, Copy)]
pub(super) struct Sphere;

impl Rule<'_> for Sphere {
    const NAMED: &'static [Named] = &[Named {
        name: "Sphere",
        doc: "Cells whose middle is within a ball: two half steps of height count as one cell.",
        make: Make::Alone(|| Shape::Sphere),
    }];

    fn contains_offset(self, (dx, dy): Offset, measure: &Measure, _: &[Pattern]) -> bool {
        measure.contains_square(i64::from(dx).pow(2) + i64::from(dy).pow(2))
    }

    fn contains(self, at: &At<'_>, _: &impl Others) -> bool {
        let (dx, dy) = at.offset;
        // A cell counts as two half steps.
        let squares = 4 * (i64::from(dx).pow(2) + i64::from(dy).pow(2)) + i64::from(at.rise).pow(2);
        at.measure.contains_square((squares + 3) / 4)
    }

    fn told(self) -> ShapeText<'static> {
        ShapeText::Far(Far { after: " in all three dimensions", ..Far::PLAIN })
    }

    fn is_flat(self) -> bool {
        false
    }
}
