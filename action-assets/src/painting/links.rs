//! Links that are made by their two ends: in which direction each is left follows from where the other lies.

use foretoken_vm::Cell;

use super::Painting;
use crate::assets::{LINK_BACKS, MapLink};

/// The names of new links: of one that leads up or down, and of others.
const NAMES: [&str; 2] = ["ladder", "tunnel"];
/// Of the directions back, the one that is opposite to the way there, and none.
const OPPOSITE: usize = 0;
const NEVER: usize = LINK_BACKS.len() - 1;

/// What came of asking for a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linked {
    /// There is one now.
    Made,
    /// There was one, which is gone.
    Removed,
    /// There is no place for one: an end where nobody can stand, or that is left by links in all directions.
    Refused,
}

impl Painting {
    /// The ends of all links, and what they are called.
    #[must_use]
    pub fn links(&self) -> Vec<(Cell, Cell, String)> {
        let ends = |link: &MapLink| Some((link.from.parse().ok()?, link.to.parse().ok()?, link.name.clone()));
        self.scenario.links.iter().filter_map(ends).collect()
    }

    /// Makes a link between two cells, or takes the one between them away.
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
        let open = |cell: Cell| self.entry(cell).is_some_and(|entry| !self.blocks(&entry.terrain));
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

    /// The direction in which a link leaves a cell: towards where it leads, or another in which none leaves it yet.
    fn way_out(&self, from: Cell, to: Cell) -> Option<usize> {
        let (dx, dy) = from.offset_to(to);
        let (across, along) = (if dx < 0 { 3 } else { 1 }, if dy < 0 { 0 } else { 2 });
        let first = if dx.abs() > dy.abs() { [across, along] } else { [along, across] };
        let taken: Vec<usize> = self.scenario.links.iter().flat_map(|link| leaves(link, from)).collect();
        first.into_iter().chain(0..4).find(|way| !taken.contains(way))
    }
}

/// The directions in which a link leaves a cell.
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
