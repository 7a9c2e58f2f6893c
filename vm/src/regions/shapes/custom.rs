//! Cells chosen by a function of another crate.

use super::Shape;
use super::rule::{At, Make, Named, Names, Others, Rule, ShapeText};

#[derive(Clone, Copy)]
pub(super) struct Custom<'s>(pub &'s u16);

impl<'s> Rule<'s> for Custom<'s> {
    const NAMED: &'static [Named] =
        &[Named { name: "Custom", doc: "Cells of a region of another crate.", make: Make::Custom(Shape::Custom) }];

    fn contains(self, _: &At<'_>, others: &impl Others) -> bool {
        others.is_in_custom(*self.0)
    }

    fn told(self) -> ShapeText<'s> {
        ShapeText::Custom(*self.0)
    }

    fn text(self, names: &impl Names) -> Option<String> {
        Some(names.custom(*self.0).unwrap_or_else(|| "?".to_owned()))
    }

    fn is_flat(self) -> bool {
        false
    }

    fn is_foreign(self) -> bool {
        true
    }
}
