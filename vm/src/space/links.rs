//! Links: steps that only walkers take, where a ladder, a door or a tunnel leads elsewhere than straight on. A link takes the
//! place of the step in one direction from a cell, so a way stays a list of directions, and what leads back is a link of
//! its own. Whoever is pushed, dashes or slides goes straight on, past links.

use super::{Board, Cell, Dir, Terrain, TileId, TilePos};
use crate::facts;
use serde::{Deserialize, Serialize};

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

/// Which links a walk takes: a bit for each name that programs tell apart (`Rules::link_names`), and one for all others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(transparent)]
pub struct LinkSet(u16);

impl LinkSet {
    /// All links.
    pub const ALL: Self = Self(u16::MAX);
    /// None.
    pub const NONE: Self = Self(0);
    /// Those whose name no program tells.
    pub const OTHERS: Self = Self(1 << Self::MOST_NAMES);
    /// The most names that programs tell apart.
    pub const MOST_NAMES: usize = 15;

    /// Those of a name, by its number in `Rules::link_names`; none beyond the last that there may be.
    #[must_use]
    pub const fn named(index: usize) -> Self {
        if index < Self::MOST_NAMES { Self(1 << index) } else { Self::NONE }
    }

    /// These and those of another set.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These without those of another set.
    #[must_use]
    pub const fn but(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether it has none.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it shares links with another set.
    #[inline(always)]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The set in words behind what walks, such as ` by ladder or door`; nothing where it has all.
    #[must_use]
    pub fn words(self, names: &[String]) -> String {
        let listed = |set: Self| {
            let of = names.iter().enumerate().filter(|&(at, _)| set.meets(Self::named(at)));
            let mut of: Vec<&str> = of.map(|(_, name)| name.as_str()).collect();
            // Their numbers go by which was told first, and say nothing.
            of.sort_unstable();
            of.join(" or ")
        };
        match self {
            Self::ALL => String::new(),
            Self::NONE => " on foot".to_owned(),
            set if set.meets(Self::OTHERS) => format!(" not by {}", listed(Self::ALL.but(set))),
            set => format!(" by {}", listed(set)),
        }
    }
}

impl Default for LinkSet {
    fn default() -> Self {
        Self::ALL
    }
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
pub(super) struct WalkLinks(Vec<(TileId, Dir, TileId, WalkLink)>, Vec<LinkSet>);

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
                self.walk_links.1.insert(at, LinkSet::OTHERS);
                Ok(())
            }
        }
    }

    /// Says which of the names that programs tell apart its links have.
    pub(crate) fn sort_links(&mut self, names: &[String]) {
        let WalkLinks(links, sets) = &mut self.walk_links;
        let set = |name| names.iter().position(|other| other == name).map_or(LinkSet::OTHERS, LinkSet::named);
        *sets = links.iter().map(|(.., link)| set(&link.name)).collect();
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
        self.find(self.place(from), by, LinkSet::ALL).map(|(_, link)| link)
    }

    /// The link of a set that leads from a place in a direction, and where to.
    pub(super) fn find(&self, from: TileId, by: Dir, set: LinkSet) -> Option<(TilePos, &WalkLink)> {
        let WalkLinks(links, sets) = &self.walk_links;
        let at = links.binary_search_by_key(&(from, by as u8), |&(place, by, ..)| (place, by as u8)).ok()?;
        let (.., place, link) = links.get(at)?;
        sets.get(at).is_some_and(|of| set.meets(*of)).then_some((TilePos { cell: link.to, place: *place }, link))
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
