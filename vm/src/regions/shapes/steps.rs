//! Steps in four directions.

use super::Shape;
use super::rule::{Far, Make, Named, Offset, Rule, ShapeText};
use crate::regions::measure::Measure;
use crate::space::Pattern;

#[derive(Clone, Copy)]
pub(super) struct Steps;

impl Rule<'_> for Steps {
    const NAMED: &'static [Named] =
        &[Named { name: "Steps", doc: "Steps in four directions.", make: Make::Alone(|| Shape::Steps) }];

    fn contains_offset(self, (dx, dy): Offset, measure: &Measure, _: &[Pattern]) -> bool {
        measure.contains(dx.abs() + dy.abs())
    }

    fn told(self) -> ShapeText<'static> {
        ShapeText::Far(Far { beside: Some("adjacent"), ..Far::PLAIN })
    }

    fn is_aim_possible(self, (dx, dy): Offset, most: i32) -> bool {
        dx.abs() + dy.abs() <= most
    }

    fn has_expected_heights(self) -> bool {
        true
    }
}
