//! Membership of cells in regions: shape, heights, and obstacles between.

use super::between::{Between, blocked};
use super::measure::Measure;
use super::shapes::{At, Others};
use super::{Aim, DEEPEST, Region};
use crate::machine::UNIT_HEIGHT;
use crate::program::{Amount, Filter};
use crate::space::{Trajectory, is_line_clear};

struct Around<'a> {
    region: &'a Region,
    aim: &'a Aim<'a>,
    strict: bool,
    depth: u8,
}

impl Others for Around<'_> {
    fn is_in_part_at(&self, place: usize) -> bool {
        let Self { region, aim, strict, depth } = *self;
        let part = || {
            let id = *region.shape.parts()?.get(place)?;
            Some((depth.checked_sub(1)?, aim.footing.book.region(id)?))
        };
        part().is_some_and(|(depth, part)| part.is_in_part(aim, strict, depth))
    }

    fn is_in_custom(&self, at: u16) -> bool {
        let custom = self.aim.footing.book.custom_regions.get(usize::from(at));
        custom.is_some_and(|custom| (custom.holds)(self.aim))
    }
}

impl<'a> Aim<'a> {
    pub(super) fn at(&'a self) -> At<'a> {
        At {
            offset: self.from.offset_to(self.cell),
            rise: self.rise(),
            is_middle: self.cell == self.from,
            measure: &self.measure,
            patterns: &self.footing.book.patterns,
        }
    }
}

impl Region {
    /// Returns whether the region holds the cell. Units end lines only if `strict`. Formulas are not checked, and a
    /// walk counts by steps only.
    pub(crate) fn contains(&self, aim: &Aim<'_>, strict: bool) -> bool {
        self.contains_within(aim, strict, DEEPEST)
    }

    fn contains_within(&self, aim: &Aim<'_>, strict: bool, depth: u8) -> bool {
        let at = aim.at();
        self.shape.contains(&at, &Around { region: self, aim, strict, depth })
            && aim.measure.contains_height(at.rise)
            && self.is_open(aim, strict)
    }

    pub(super) fn is_in_part(&self, aim: &Aim<'_>, strict: bool, depth: u8) -> bool {
        let across = self.bounds().unwrap_or(aim.measure.across);
        let measure = Measure::new(across, self.heights, Amount::number);
        self.contains_within(&Aim { measure, ..*aim }, strict, depth)
    }

    /// Returns whether an area affects a cell that its pattern covers: checks heights and obstacles, and the whole
    /// shape if the pattern alone does not decide.
    pub(crate) fn is_struck(&self, aim: &Aim<'_>) -> bool {
        match self.shape.is_flat() {
            true => aim.measure.contains_height(aim.rise()) && self.is_open(aim, true),
            false => self.contains(aim, true),
        }
    }

    fn is_open(&self, aim: &Aim<'_>, strict: bool) -> bool {
        let (walls, units) = (self.blocked_by & blocked::WALLS != 0, self.blocked_by & !blocked::WALLS);
        let sides = [
            (blocked::ENEMIES, Filter::ENEMY),
            (blocked::ALLIES, Filter::ALLY | Filter::SELF),
            (blocked::THINGS, Filter::NEUTRAL),
        ];
        let stops = sides.iter().filter(|(bit, _)| units & bit != 0).fold(0, |bits, (_, side)| bits | side);
        let blocks = |cell, above| {
            walls && aim.footing.is_sight_blocked(cell, above)
                || strict && stops != 0 && above <= UNIT_HEIGHT && aim.is_passing(Filter(stops), cell)
        };
        match self.between {
            Between::Pick => true,
            Between::Line => is_line_clear(aim.board(), aim.from, aim.cell, Trajectory::Straight, blocks),
            Between::Arc => is_line_clear(aim.board(), aim.from, aim.cell, Trajectory::Lobbed, |_, _| false),
            Between::Move => aim.is_straight_way(strict),
            Between::Obstruction => {
                let ends = !strict || blocks(aim.cell, 0);
                ends && is_line_clear(aim.board(), aim.from, aim.cell, Trajectory::Straight, blocks)
            }
        }
    }
}
