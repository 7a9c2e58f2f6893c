//! Straight lines in cardinal, diagonal or all directions.

use super::Shape;
use super::rule::{Far, Make, Named, Offset, Rule, ShapeText};
use crate::regions::measure::Measure;
use crate::space::Pattern;

/// Directions of straight lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lines {
    /// Four cardinal directions.
    #[default]
    Cardinal,
    /// Four diagonal directions.
    Diagonal,
    /// All eight directions.
    Both,
}

#[derive(Clone, Copy)]
pub(super) struct Line<'s>(pub &'s Lines);

impl<'s> Rule<'s> for Line<'s> {
    const NAMED: &'static [Named] = &[
        Named {
            name: "Line",
            doc: "Straight lines in four directions.",
            make: Make::Alone(|| Shape::Line(Lines::Cardinal)),
        },
        Named {
            name: "Diagonal",
            doc: "Straight lines in the four diagonal directions.",
            make: Make::Alone(|| Shape::Line(Lines::Diagonal)),
        },
        Named {
            name: "Star",
            doc: "Straight lines in all eight directions.",
            make: Make::Alone(|| Shape::Line(Lines::Both)),
        },
    ];

    fn contains_offset(self, (dx, dy): Offset, measure: &Measure, _: &[Pattern]) -> bool {
        let (right, down) = (dx.abs(), dy.abs());
        let (straight, diagonal) = (dx == 0 || dy == 0, right == down);
        let runs = match self.0 {
            Lines::Cardinal => straight,
            Lines::Diagonal => diagonal,
            Lines::Both => straight || diagonal,
        };
        runs && measure.contains(right.max(down))
    }

    fn told(self) -> ShapeText<'s> {
        let before = match self.0 {
            Lines::Cardinal => "in a straight line, ",
            Lines::Diagonal => "in a diagonal line, ",
            Lines::Both => "in a straight or diagonal line, ",
        };
        ShapeText::Far(Far { before, ..Far::PLAIN })
    }

    fn name(self) -> &'static str {
        Self::NAMED[*self.0 as usize].name
    }

    fn is_aim_possible(self, (dx, dy): Offset, _: i32) -> bool {
        dx == 0 || dy == 0 || *self.0 != Lines::Cardinal && dx.abs() == dy.abs()
    }

    fn ways(self) -> u8 {
        match self.0 {
            Lines::Cardinal => super::CARDINAL,
            Lines::Diagonal => !super::CARDINAL,
            Lines::Both => u8::MAX,
        }
    }

    fn has_expected_heights(self) -> bool {
        true
    }
}
