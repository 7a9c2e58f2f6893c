//! Links: steps that only walkers take, where a ladder, a door or a tunnel leads elsewhere than straight on. A link takes the
//! place of the step in one direction from a cell, so a way stays a list of directions, and what leads back is a link of
//! its own. Whoever is pushed, dashes or slides goes straight on, past links.

use super::{Board, Cell, Dir, Place, Terrain};
use crate::facts;
use serde::Serialize;

/// A step that leads walkers elsewhere than straight on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WalkLink {
    /// What it is called, such as `ladder`.
    pub name: String,
    /// Where it begins.
    pub from: Cell,
    /// In which of the four directions one leaves that cell by it.
    pub by: Dir,
    /// Where it ends: anywhere on the board.
    pub to: Cell,
    /// Movement points that it takes beyond those of entering the cell behind, 0 to [`WalkLink::MAX_EXTRA_COST`].
    pub extra_cost: u8,
}

impl WalkLink {
    /// The most movement points beyond those of entering the cell behind.
    pub const MAX_EXTRA_COST: u8 = Terrain::MAX_EXTRA_COST;
}

/// Why a board has no place for a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoLink {
    /// An end is no cell of the board.
    #[error("an end of the link is not on the board")]
    OffBoard,
    /// It leads to where it begins.
    #[error("the link leads to where it begins")]
    Nowhere,
    /// It is left in none of the four directions.
    #[error("a link is left to the north, east, south or west")]
    Diagonal,
    /// Another link begins there in that direction.
    #[error("another link leads from that cell in that direction")]
    Taken,
    /// There are too many.
    #[error("a board has {} links at most", Board::MAX_LINKS)]
    TooMany,
}

/// The links of a board, sorted by where they begin.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct WalkLinks(Vec<(Place, Dir, Place, WalkLink)>);

impl Board {
    /// The most links of a board, where one that leads both ways counts twice.
    pub const MAX_LINKS: usize = 4_096;

    /// Adds a link. One that costs too much costs the most.
    ///
    /// # Errors
    /// Links that the board has no place for.
    pub fn add_link(&mut self, mut link: WalkLink) -> Result<(), NoLink> {
        let (from, to) = (self.place(link.from), self.place(link.to));
        if !self.contains(link.from) || !self.contains(link.to) {
            return Err(NoLink::OffBoard);
        }
        if from == to {
            return Err(NoLink::Nowhere);
        }
        if !Dir::CARDINAL.contains(&link.by) {
            return Err(NoLink::Diagonal);
        }
        let links = &mut self.walk_links.0;
        if links.len() >= Self::MAX_LINKS {
            return Err(NoLink::TooMany);
        }
        link.extra_cost = link.extra_cost.min(WalkLink::MAX_EXTRA_COST);
        match links.binary_search_by_key(&(from, link.by as u8), |&(place, by, ..)| (place, by as u8)) {
            Ok(_) => Err(NoLink::Taken),
            Err(at) => {
                links.insert(at, (from, link.by, to, link));
                Ok(())
            }
        }
    }

    /// Its links, by where they begin.
    pub fn links(&self) -> impl ExactSizeIterator<Item = &WalkLink> {
        self.walk_links.0.iter().map(|(.., link)| link)
    }

    /// Whether it has any.
    #[inline(always)]
    #[must_use]
    pub const fn has_links(&self) -> bool {
        !self.walk_links.0.is_empty()
    }

    /// The link that leads from a cell in a direction.
    #[must_use]
    pub fn link_from(&self, from: Cell, by: Dir) -> Option<&WalkLink> {
        self.find(self.place(from), by).map(|(.., link)| link)
    }

    pub(super) fn find(&self, from: Place, by: Dir) -> Option<&(Place, Dir, Place, WalkLink)> {
        let links = &self.walk_links.0;
        let at = links.binary_search_by_key(&(from, by as u8), |&(place, by, ..)| (place, by as u8)).ok()?;
        links.get(at)
    }

    /// The sum of what it says of links; 0 where there are none.
    pub(crate) fn link_facts(&self) -> u64 {
        let facts = self.links().map(|link| {
            let whose = u64::from(link.from.bits()) << 3 | link.by as u64;
            let leads = facts::fact(facts::name("link"), whose, u64::from(link.to.bits()));
            let called = facts::fact(facts::name("name of a link"), whose, facts::name(&link.name));
            let costs = facts::number(facts::name("cost of a link"), whose, link.extra_cost.into());
            leads.wrapping_add(called).wrapping_add(costs)
        });
        facts.fold(0, u64::wrapping_add)
    }
}
