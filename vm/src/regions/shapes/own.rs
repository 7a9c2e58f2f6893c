//! The origin of a region.

use super::Shape;
use super::rule::{At, Make, Named, Offset, Others, Rule, ShapeText};
use crate::regions::measure::Measure;
use crate::space::Pattern;

#[derive(Clone, Copy)]
pub(super) struct Own;

impl Rule<'_> for Own {
    const NAMED: &'static [Named] = &[Named { name: "Own", doc: "The origin cell.", make: Make::Alone(|| Shape::Own) }];

    fn contains_offset(self, offset: Offset, _: &Measure, _: &[Pattern]) -> bool {
        offset == (0, 0)
    }

    fn contains(self, at: &At<'_>, _: &impl Others) -> bool {
        at.is_middle
    }

    fn told(self) -> ShapeText<'static> {
        ShapeText::Words("on the user's own cell")
    }

    fn largest(self, _: i32) -> i32 {
        0
    }
}
