//! Every cell of the board.

use super::Shape;
use super::rule::{At, Bound, Make, Named, Others, Rule, ShapeText};

#[derive(Clone, Copy)]
pub(super) struct Board;

impl Rule<'_> for Board {
    const NAMED: &'static [Named] =
        &[Named { name: "Board", doc: "Anywhere on the board.", make: Make::Alone(|| Shape::Board) }];

    fn contains(self, _: &At<'_>, _: &impl Others) -> bool {
        true
    }

    fn told(self) -> ShapeText<'static> {
        ShapeText::Words("anywhere")
    }

    fn bound(self) -> Bound {
        Bound::Board
    }
}
