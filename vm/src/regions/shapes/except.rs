//! Cells of the first region that are in no other.

use super::Shape;
use super::rule::{At, Make, Named, Names, Others, Rule, ShapeText};
use crate::regions::id::RegionId;

#[derive(Clone, Copy)]
pub(super) struct Except<'s>(pub &'s [RegionId]);

impl<'s> Rule<'s> for Except<'s> {
    const NAMED: &'static [Named] = &[Named {
        name: "Except",
        doc: "Cells of the first of several regions that are in no other.",
        make: Make::Parts(Shape::Except),
    }];

    fn contains(self, _: &At<'_>, others: &impl Others) -> bool {
        self.is_joined(|place| others.is_in_part_at(place))
    }

    fn told(self) -> ShapeText<'s> {
        ShapeText::Parts(self.0, "; but not ")
    }

    fn text(self, names: &impl Names) -> Option<String> {
        Some(format!("first without others of {}", names.parts(self.0)))
    }

    fn parts(self) -> Option<&'s [RegionId]> {
        Some(self.0)
    }

    fn is_joined(self, mut part: impl FnMut(usize) -> bool) -> bool {
        !self.0.is_empty() && part(0) && !(1..self.0.len()).any(part)
    }
}
