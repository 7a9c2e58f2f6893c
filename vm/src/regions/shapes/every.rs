//! Intersection of regions.

use super::Shape;
use super::rule::{At, Make, Named, Names, Others, Rule, ShapeText};
use crate::regions::id::RegionId;

#[derive(Clone, Copy)]
pub(super) struct Every<'s>(pub &'s [RegionId]);

impl<'s> Rule<'s> for Every<'s> {
    const NAMED: &'static [Named] =
        &[Named { name: "Every", doc: "Cells of all of several regions.", make: Make::Parts(Shape::Every) }];

    fn contains(self, _: &At<'_>, others: &impl Others) -> bool {
        self.is_joined(|place| others.is_in_part_at(place))
    }

    fn told(self) -> ShapeText<'s> {
        ShapeText::Parts(self.0, "; and also ")
    }

    fn text(self, names: &impl Names) -> Option<String> {
        Some(format!("every of {}", names.parts(self.0)))
    }

    fn parts(self) -> Option<&'s [RegionId]> {
        Some(self.0)
    }

    fn is_joined(self, part: impl FnMut(usize) -> bool) -> bool {
        (0..self.0.len()).all(part)
    }
}
