//! Drawing tools. A stroke is always redrawn from the frame before it, so that it can be shown while it grows.

use super::{Grid, NOTHING};
use foretoken_action_assets::painting::plane::{Point, line_points, rectangle_points};

/// Tool of the drawing panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Draws texels that the pointer crosses.
    #[default]
    Pencil,
    /// Erases texels that the pointer crosses.
    Eraser,
    /// Draws a line between press and release.
    Line,
    /// Fills a rectangle.
    Rectangle,
    /// Draws the edge of a rectangle.
    Frame,
    /// Fills connected texels of the same colour.
    Fill,
    /// Picks the colour under the pointer.
    Pick,
}

impl Tool {
    /// Returns the label of a stroke.
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

/// Stroke of a tool on a frame.
#[derive(Clone, Debug)]
pub struct Stroke {
    base: Grid,
    tool: Tool,
    ink: char,
    /// Whether the stroke is mirrored.
    mirrors: bool,
    first: Point,
    /// Texels that the pencil crossed.
    path: Vec<Point>,
}

impl Stroke {
    /// Begins a stroke at a point with a palette character.
    #[must_use]
    pub fn new(base: Grid, tool: Tool, ink: char, mirrors: bool, first: Point) -> Self {
        let ink = if tool == Tool::Eraser { NOTHING } else { ink };
        Self { base, tool, ink, mirrors, first, path: vec![first] }
    }

    /// Returns the tool.
    #[must_use]
    pub const fn tool(&self) -> Tool {
        self.tool
    }

    /// Extends the stroke to a point; skipped texels are filled in.
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

    /// Returns the frame with the stroke.
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
