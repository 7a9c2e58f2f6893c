//! Parts of a region that a region request can pick: its directions, or the regions it consists of.

use super::{Aim, DEEPEST, Region};
use crate::rulebook::Rules;
use crate::space::{Dir, Symmetry};

impl Region {
    /// Returns the number of parts; 1 for an undivided region.
    #[must_use]
    pub fn parts(&self) -> usize {
        match self.shape.offered_parts() {
            Some(parts) => parts.len(),
            None => self.ways().count().max(1),
        }
    }

    fn ways(&self) -> impl Iterator<Item = Dir> + use<> {
        let bits = self.shape.ways();
        Dir::ALL.into_iter().filter(move |&dir| bits >> dir as u8 & 1 == 1)
    }

    /// Returns the name of a part: its direction, the name of its region, or its number.
    #[must_use]
    pub fn part_words(&self, book: &Rules, part: usize) -> String {
        let named = match self.shape.offered_parts() {
            Some(parts) => parts.get(part).and_then(|&id| book.region(id)).map(|region| region.name.to_string()),
            None => self.ways().nth(part).map(|dir| dir.name().to_owned()),
        };
        named.filter(|name| !name.is_empty()).unwrap_or_else(|| (part + 1).to_string())
    }

    pub(crate) fn turned_part(&self, part: usize, turn: Symmetry) -> usize {
        let turned = self.ways().nth(part).map(|dir| turn.apply_dir(dir));
        let place = turned.and_then(|dir| self.ways().position(|other| other == dir));
        place.unwrap_or(part)
    }

    pub(crate) fn is_in_part_of(&self, part: usize, aim: &Aim<'_>, strict: bool) -> bool {
        if let Some(parts) = self.shape.offered_parts() {
            let region = parts.get(part).and_then(|&id| aim.footing.book.region(id));
            return region.is_some_and(|region| region.is_in_part(aim, strict, DEEPEST - 1));
        }
        let Some(dir) = self.ways().nth(part) else { return part == 0 };
        self.shape.is_in_way(part, dir, &aim.at())
    }
}
