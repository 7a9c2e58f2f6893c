//! Strokes on a frame. A stroke is drawn anew from the frame as it was before, so it can be followed while it grows.

use super::{Grid, NOTHING};
use foretoken_action_assets::painting::plane::{Point, line_points, rectangle_points};

/// What a press and a drag do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Texels that the pointer goes over.
    #[default]
    Pencil,
    /// The same, with nothing.
    Eraser,
    /// Texels between press and release.
    Line,
    /// All texels of a rectangle.
    Rectangle,
    /// The edge of one.
    Frame,
    /// Texels that are alike and joined.
    Fill,
    /// The colour that is pressed is taken into the hand.
    Pick,
}

impl Tool {
    /// What a stroke with it is called.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pencil => "draw",
            Self::Eraser => "erase",
            Self::Line => "line",
            Self::Rectangle => "rectangle",
            Self::Frame => "frame",
            Self::Fill => "fill",
            Self::Pick => "pick",
        }
    }
}

/// A stroke: a tool that was pressed on a place of a frame.
#[derive(Clone, Debug)]
pub struct Stroke {
    base: Grid,
    tool: Tool,
    ink: char,
    /// Whether all is drawn on the other side of the middle, too.
    mirrors: bool,
    first: Point,
    /// The texels that a pencil went over.
    path: Vec<Point>,
}

impl Stroke {
    /// A tool is pressed on a place with a character in the hand.
    #[must_use]
    pub fn new(base: Grid, tool: Tool, ink: char, mirrors: bool, first: Point) -> Self {
        let ink = if tool == Tool::Eraser { NOTHING } else { ink };
        Self { base, tool, ink, mirrors, first, path: vec![first] }
    }

    /// The tool that makes it.
    #[must_use]
    pub const fn tool(&self) -> Tool {
        self.tool
    }

    /// The pointer goes on to a place; a fast hand leaves none out.
    pub fn goes_to(&mut self, to: Point) {
        let last = self.path.last().copied().unwrap_or(self.first);
        match self.tool {
            Tool::Pencil | Tool::Eraser if to != last => self.path.extend(line_points(last, to).skip(1)),
            Tool::Line => self.path = line_points(self.first, to).collect(),
            Tool::Rectangle => self.path = rectangle_points(self.first, to).collect(),
            Tool::Frame => {
                let is_edge = |(x, y): &Point| [self.first.0, to.0].contains(x) || [self.first.1, to.1].contains(y);
                self.path = rectangle_points(self.first, to).filter(is_edge).collect();
            }
            _ => {}
        }
    }

    /// The frame with it.
    #[must_use]
    pub fn drawn(&self) -> Grid {
        let mut grid = self.base.clone();
        let starts = [Some(self.first), self.mirrors.then(|| grid.across(self.first))];
        let covered: Vec<Point> = match self.tool {
            Tool::Pick => Vec::new(),
            Tool::Fill => starts.into_iter().flatten().flat_map(|start| self.base.area(start)).collect(),
            _ => {
                let across = self.path.iter().filter(|_| self.mirrors).map(|&point| grid.across(point));
                self.path.iter().copied().chain(across).collect()
            }
        };
        covered.into_iter().for_each(|point| grid.set(point, self.ink));
        grid
    }
}
