//! Cells of a pattern of the rulebook.

use super::Shape;
use super::rule::{Make, Named, Names, Offset, Rule, ShapeText};
use crate::regions::measure::Measure;
use crate::space;

#[derive(Clone, Copy)]
pub(super) struct Pattern<'s>(pub &'s u16);

impl Pattern<'_> {
    pub(super) const FARTHEST: i32 = i8::MAX as i32 + 1;
}

impl<'s> Rule<'s> for Pattern<'s> {
    const NAMED: &'static [Named] =
        &[Named { name: "Pattern", doc: "The drawn cells.", make: Make::Cells(Shape::Pattern, Shape::Facing) }];

    fn contains_offset(self, (dx, dy): Offset, _: &Measure, patterns: &[space::Pattern]) -> bool {
        let offset = i8::try_from(dx).ok().zip(i8::try_from(dy).ok());
        let pattern = patterns.get(usize::from(*self.0));
        pattern.zip(offset).is_some_and(|(pattern, offset)| pattern.cells.contains(&offset))
    }

    fn told(self) -> ShapeText<'s> {
        ShapeText::Cells(*self.0, "")
    }

    fn text(self, names: &impl Names) -> Option<String> {
        Some(format!("pattern {:?}", names.patterns().get(usize::from(*self.0))))
    }

    fn largest(self, _: i32) -> i32 {
        Self::FARTHEST
    }
}
