//! The shapes of regions, and whether one holds a cell.

use super::{Aim, DEEPEST, Measure, Region, RegionId};
use crate::machine::UNIT_HEIGHT;
use crate::program::Amount;
use crate::program::Filter;
use crate::space::{Dir, Pattern, Trajectory, line_is_clear};

/// How far is measured across, and which directions count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Shape {
    /// Steps in four directions.
    #[default]
    Steps,
    /// Steps in eight directions.
    Square,
    /// Cells whose middle lies within a circle.
    Round,
    /// Cells whose middle lies within a ball; a height of two half steps counts like a cell.
    Sphere,
    /// Straight lines.
    Line(Lines),
    /// In each of the four directions one cell, then three, then five.
    Cone,
    /// Where the actor could walk.
    Walk,
    /// Anywhere.
    Board,
    /// The cell it is measured from.
    Own,
    /// The cells of a pattern of the rulebook, as drawn.
    Pattern(u16),
    /// What any of several regions holds.
    Any(Vec<RegionId>),
    /// What every one of several regions holds.
    Every(Vec<RegionId>),
    /// What the first of several regions holds and no other.
    Except(Vec<RegionId>),
    /// What a function of another crate says, by its index in the rulebook.
    Custom(u16),
    /// Straight lines in these of the eight directions, one bit each by the direction's number.
    Ways(u8),
    /// The cells of four patterns of the rulebook, one for each way that it may face, clockwise from north. An area that is
    /// turned is the one of its direction.
    Facing([u16; 4]),
}

/// The directions of straight lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lines {
    /// The four cardinal ones.
    #[default]
    Cardinal,
    /// The four diagonal ones.
    Diagonal,
    /// All eight.
    Both,
}

/// What may lie between the cell that a region is measured from and one of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Between {
    /// Anything: it is picked.
    #[default]
    Pick,
    /// Nothing that blocks a straight line.
    Line,
    /// Nothing that a lobbed shot does not clear: ground that is higher than it flies, and floors above it.
    Arc,
    /// Nothing that keeps the actor from moving along a straight line to the cell itself: a line-move.
    Move,
    /// Nothing that ends a straight line, but the cell itself does: the nearest obstruction.
    Obstruction,
}

/// Bits of what ends a line.
pub mod blocked {
    /// Walls, and surfaces that block sight.
    pub const WALLS: u8 = 1;
    /// Who fights the actor's side.
    pub const ENEMIES: u8 = 2;
    /// Who is on the actor's side.
    pub const ALLIES: u8 = 4;
    /// What takes no side.
    pub const THINGS: u8 = 8;
    /// All of these.
    pub const EVERYTHING: u8 = WALLS | ENEMIES | ALLIES | THINGS;
}

impl Shape {
    /// Whether it covers an offset on level ground, least and largest distances given. What points somewhere points east.
    /// Shapes that are made of others, and those that look at the board, cover everything here.
    #[must_use]
    pub fn covers(&self, (dx, dy): (i32, i32), across: (i32, i32), patterns: &[Pattern]) -> bool {
        let measure = Measure { across, up: (0, 0), down: (0, 0) };
        let (right, down) = (dx.abs(), dy.abs());
        match self {
            Self::Steps | Self::Walk => measure.holds(right + down),
            Self::Square => measure.holds(right.max(down)),
            Self::Round | Self::Sphere => measure.holds_square(i64::from(dx).pow(2) + i64::from(dy).pow(2)),
            Self::Line(lines) => {
                let (straight, diagonal) = (dx == 0 || dy == 0, right == down);
                let runs = match lines {
                    Lines::Cardinal => straight,
                    Lines::Diagonal => diagonal,
                    Lines::Both => straight || diagonal,
                };
                runs && measure.holds(right.max(down))
            }
            Self::Cone => dx > 0 && down < dx && measure.holds(dx),
            Self::Own => (dx, dy) == (0, 0),
            Self::Pattern(pattern) => {
                let offset = i8::try_from(dx).ok().zip(i8::try_from(dy).ok());
                let pattern = patterns.get(usize::from(*pattern));
                pattern.zip(offset).is_some_and(|(pattern, offset)| pattern.cells.contains(&offset))
            }
            Self::Facing(facings) => {
                facings.iter().any(|&facing| Self::Pattern(facing).covers((dx, dy), across, patterns))
            }
            Self::Ways(ways) => {
                let runs = dx == 0 || dy == 0 || right == down;
                let dir = Dir::ALL.into_iter().find(|dir| dir.delta() == (dx.signum(), dy.signum()));
                let is_one = dir.map_or((dx, dy) == (0, 0), |dir| ways >> dir as u8 & 1 == 1);
                runs && is_one && measure.holds(right.max(down))
            }
            Self::Board | Self::Any(_) | Self::Every(_) | Self::Except(_) | Self::Custom(_) => {
                measure.holds(right.max(down))
            }
        }
    }
}

impl Region {
    /// Whether it holds the cell that is aimed at. Units end lines only where `strict`. Its formula is not asked, and
    /// walks are found by flooding: here one is as far as its steps.
    pub(crate) fn holds(&self, aim: &Aim<'_>, strict: bool) -> bool {
        self.holds_within(aim, strict, DEEPEST)
    }

    pub(super) fn holds_within(&self, aim: &Aim<'_>, strict: bool, depth: u8) -> bool {
        let measure = &aim.measure;
        let part = |&id: &RegionId| {
            let region = depth.checked_sub(1).and_then(|depth| Some((depth, aim.footing.book.region(id)?)));
            region.is_some_and(|(depth, region)| {
                let across = region.bounds().unwrap_or(measure.across);
                let measure = Measure::new(across, region.heights, Amount::number);
                region.holds_within(&Aim { measure, ..*aim }, strict, depth)
            })
        };
        let (dx, dy) = aim.from.offset_to(aim.cell);
        let rise = aim.rise();
        let lies = match &self.shape {
            Shape::Sphere => {
                // Half steps are measured against cells of two.
                let squares = 4 * (i64::from(dx).pow(2) + i64::from(dy).pow(2)) + i64::from(rise).pow(2);
                measure.holds_square((squares + 3) / 4)
            }
            Shape::Board => true,
            Shape::Own => aim.cell == aim.from,
            Shape::Cone => {
                [(dx, dy), (-dx, dy), (dy, dx), (-dy, dx)].into_iter().any(|offset| self.covers(aim, offset))
            }
            Shape::Any(parts) => parts.iter().any(part),
            Shape::Every(parts) => parts.iter().all(part),
            Shape::Except(parts) => {
                parts.split_first().is_some_and(|(first, others)| part(first) && !others.iter().any(part))
            }
            Shape::Custom(custom) => {
                let custom = aim.footing.book.custom_regions.get(usize::from(*custom));
                custom.is_some_and(|custom| (custom.holds)(aim))
            }
            _ => self.covers(aim, (dx, dy)),
        };
        lies && measure.holds_height(rise) && self.is_open(aim, strict)
    }

    fn covers(&self, aim: &Aim<'_>, offset: (i32, i32)) -> bool {
        self.shape.covers(offset, aim.measure.across, &aim.footing.book.patterns)
    }

    /// Whether a cell of an area is struck, of which its pattern has said that it lies across: heights and what lies between
    /// are asked, and of a ball or a region of another crate the rest as well.
    pub(crate) fn strikes(&self, aim: &Aim<'_>) -> bool {
        match self.shape {
            Shape::Sphere | Shape::Custom(_) => self.holds(aim, true),
            _ => aim.measure.holds_height(aim.rise()) && self.is_open(aim, true),
        }
    }

    /// Whether nothing between is in the way.
    fn is_open(&self, aim: &Aim<'_>, strict: bool) -> bool {
        let (walls, units) = (self.blocked_by & blocked::WALLS != 0, self.blocked_by & !blocked::WALLS);
        let sides = [
            (blocked::ENEMIES, Filter::ENEMY),
            (blocked::ALLIES, Filter::ALLY | Filter::SELF),
            (blocked::THINGS, Filter::NEUTRAL),
        ];
        let stops = sides.iter().filter(|(bit, _)| units & bit != 0).fold(0, |bits, (_, side)| bits | side);
        let blocks = |cell, above| {
            walls && aim.footing.blocks_sight(cell, above)
                || strict && stops != 0 && above <= UNIT_HEIGHT && aim.passes(Filter(stops), cell)
        };
        match self.between {
            Between::Pick => true,
            Between::Line => line_is_clear(aim.board(), aim.from, aim.cell, Trajectory::Straight, blocks),
            Between::Arc => line_is_clear(aim.board(), aim.from, aim.cell, Trajectory::Lobbed, |_, _| false),
            Between::Move => aim.leads_straight(strict),
            Between::Obstruction => {
                let ends = !strict || blocks(aim.cell, 0);
                ends && line_is_clear(aim.board(), aim.from, aim.cell, Trajectory::Straight, blocks)
            }
        }
    }
}
