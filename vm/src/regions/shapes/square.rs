//! Steps in eight directions.

use super::Shape;
use super::rule::{Far, Make, Named, Rule, ShapeText};

#[derive(Clone, Copy)]
pub(super) struct Square;

impl Rule<'_> for Square {
    const NAMED: &'static [Named] =
        &[Named { name: "Square", doc: "Steps in eight directions.", make: Make::Alone(|| Shape::Square) }];

    fn told(self) -> ShapeText<'static> {
        ShapeText::Far(Far { after: ", also diagonally", beside: Some("adjacent, also diagonally"), ..Far::PLAIN })
    }

    fn has_expected_heights(self) -> bool {
        true
    }
}
