//! Links made from two ends. Their directions follow from the positions.

use foretoken_vm::Cell;

use super::Painting;
use crate::assets::{LINK_BACKS, MapLink};

const NAMES: [&str; 2] = ["ladder", "tunnel"];
const OPPOSITE: usize = 0;
const NEVER: usize = LINK_BACKS.len() - 1;

/// Result of toggling a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linked {
    /// A link was made.
    Made,
    /// The link was removed.
    Removed,
    /// A unit cannot stand at an end, or no direction is free.
    Refused,
}

impl Painting {
    /// Returns the ends and names of all links.
    #[must_use]
    pub fn links(&self) -> Vec<(Cell, Cell, String)> {
        let ends = |link: &MapLink| Some((link.from.parse().ok()?, link.to.parse().ok()?, link.name.clone()));
        self.scenario.links.iter().filter_map(ends).collect()
    }

    /// Adds a link between two cells, or removes it.
    pub fn link(&mut self, from: Cell, to: Cell) -> Linked {
        let before = self.scenario.links.len();
        let joins = |link: &MapLink| {
            let ends = (link.from.parse::<Cell>(), link.to.parse::<Cell>());
            ends == (Ok(from), Ok(to)) || ends == (Ok(to), Ok(from))
        };
        self.scenario.links.retain(|link| !joins(link));
        if self.scenario.links.len() < before {
            return Linked::Removed;
        }
        let open = |cell: Cell| self.entry(cell).is_some_and(|entry| !self.is_blocking(&entry.terrain));
        if from == to || !open(from) || !open(to) {
            return Linked::Refused;
        }
        let (Some(by), Some(back)) = (self.way_out(from, to), self.way_out(to, from)) else { return Linked::Refused };
        let back = if back == (by + 2) % 4 { OPPOSITE } else { back + 1 };
        let is_level = from.floor() == to.floor() && self.height_words(from) == self.height_words(to);
        let name = NAMES[usize::from(is_level)].to_owned();
        self.scenario.links.push(MapLink { name, from: from.to_string(), by, to: to.to_string(), back, cost: 1 });
        Linked::Made
    }

    fn way_out(&self, from: Cell, to: Cell) -> Option<usize> {
        let (dx, dy) = from.offset_to(to);
        let (across, along) = (if dx < 0 { 3 } else { 1 }, if dy < 0 { 0 } else { 2 });
        let first = if dx.abs() > dy.abs() { [across, along] } else { [along, across] };
        let taken: Vec<usize> = self.scenario.links.iter().flat_map(|link| leaves(link, from)).collect();
        first.into_iter().chain(0..4).find(|way| !taken.contains(way))
    }
}

fn leaves(link: &MapLink, cell: Cell) -> impl Iterator<Item = usize> {
    let there = (link.from.parse() == Ok(cell)).then_some(link.by);
    let back = match link.back {
        OPPOSITE => Some((link.by + 2) % 4),
        NEVER => None,
        other => Some(other - 1),
    };
    let back = back.filter(|_| link.to.parse() == Ok(cell));
    there.into_iter().chain(back)
}
