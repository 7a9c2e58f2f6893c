//! Union of regions.

use super::Shape;
use super::rule::{At, Make, Named, Names, Others, Rule, ShapeText};
use crate::regions::id::RegionId;

#[derive(Clone, Copy)]
pub(super) struct Any<'s>(pub &'s [RegionId]);

impl<'s> Rule<'s> for Any<'s> {
    const NAMED: &'static [Named] =
        &[Named { name: "Any", doc: "Cells of at least one of several regions.", make: Make::Parts(Shape::Any) }];

    fn contains(self, _: &At<'_>, others: &impl Others) -> bool {
        self.is_joined(|place| others.is_in_part_at(place))
    }

    fn told(self) -> ShapeText<'s> {
        ShapeText::Parts(self.0, "; or ")
    }

    fn text(self, names: &impl Names) -> Option<String> {
        Some(format!("any of {}", names.parts(self.0)))
    }

    fn parts(self) -> Option<&'s [RegionId]> {
        Some(self.0)
    }

    fn is_joined(self, part: impl FnMut(usize) -> bool) -> bool {
        (0..self.0.len()).any(part)
    }

    fn has_offered_parts(self) -> bool {
        true
    }
}
