//! The whole parts of a region, of which one is picked where a request asks for a region: each way that it may face, or each
//! of the regions that it is made of.

use super::{Aim, DEEPEST, Lines, Measure, Region, Shape};
use crate::program::Amount;
use crate::rulebook::Rules;
use crate::space::{Dir, Pattern, Symmetry};

impl Region {
    /// How many parts it has: one where it is all one.
    #[must_use]
    pub fn parts(&self) -> usize {
        match &self.shape {
            Shape::Any(parts) => parts.len(),
            _ => self.ways().count().max(1),
        }
    }

    /// The ways that it may face, clockwise from north; none where it faces none.
    fn ways(&self) -> impl Iterator<Item = Dir> + use<> {
        const CARDINAL: u8 = 0b0101_0101;
        let bits = match self.shape {
            Shape::Cone | Shape::Facing(_) | Shape::Line(Lines::Cardinal) => CARDINAL,
            Shape::Line(Lines::Diagonal) => !CARDINAL,
            Shape::Line(Lines::Both) => u8::MAX,
            Shape::Ways(ways) => ways,
            _ => 0,
        };
        Dir::ALL.into_iter().filter(move |&dir| bits >> dir as u8 & 1 == 1)
    }

    /// What a part is called: the way that it faces, the name of a region that this one is made of, or its number.
    #[must_use]
    pub fn part_words(&self, book: &Rules, part: usize) -> String {
        let named = match &self.shape {
            Shape::Any(parts) => parts.get(part).and_then(|&id| book.region(id)).map(|region| region.name.to_string()),
            _ => self.ways().nth(part).map(|dir| dir.name().to_owned()),
        };
        named.filter(|name| !name.is_empty()).unwrap_or_else(|| (part + 1).to_string())
    }

    /// The part that a symmetry makes of one: what faces a way turns, what a region is made of does not.
    pub(crate) fn turned_part(&self, part: usize, turn: Symmetry) -> usize {
        let turned = self.ways().nth(part).map(|dir| turn.apply_dir(dir));
        let place = turned.and_then(|dir| self.ways().position(|other| other == dir));
        place.unwrap_or(part)
    }

    /// Whether a part holds a cell that the region itself holds. Formulas are not asked.
    pub(crate) fn part_holds(&self, part: usize, aim: &Aim<'_>, strict: bool) -> bool {
        let (dx, dy) = aim.from.offset_to(aim.cell);
        if let Shape::Any(parts) = &self.shape {
            let region = parts.get(part).and_then(|&id| aim.footing.book.region(id));
            return region.is_some_and(|region| {
                let across = region.bounds().unwrap_or(aim.measure.across);
                let measure = Measure::new(across, region.heights, Amount::number);
                region.holds_within(&Aim { measure, ..*aim }, strict, DEEPEST - 1)
            });
        }
        let Some(dir) = self.ways().nth(part) else { return part == 0 };
        let (right, down) = dir.delta();
        match &self.shape {
            // How far along the way the cell lies, and how far beside it.
            Shape::Cone => (dx * down - dy * right).abs() < dx * right + dy * down,
            Shape::Facing(facings) => {
                let pattern = facings.get(part).and_then(|&at| aim.footing.book.patterns.get(usize::from(at)));
                let offset = i8::try_from(dx).ok().zip(i8::try_from(dy).ok());
                pattern.zip(offset).is_some_and(|(Pattern { cells, .. }, offset)| cells.contains(&offset))
            }
            _ => (dx.signum(), dy.signum()) == (right, down),
        }
    }
}
