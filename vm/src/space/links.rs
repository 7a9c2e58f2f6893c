//! Links: steps of walkers along ladders, doors or tunnels. A link replaces the step in one direction from a cell; the
//! way back is another link. Pushes, dashes and slides ignore links.

use super::{Board, Cell, Dir, Terrain, TileId, TilePos};
use crate::facts;
use serde::{Deserialize, Serialize};

/// A link for walkers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WalkLink {
    /// Name, such as `ladder`.
    pub name: String,
    /// Start.
    pub from: Cell,
    /// Cardinal direction of leaving the start.
    pub by: Dir,
    /// End, anywhere on the board.
    pub to: Cell,
    /// Additional movement points, 0 to [`WalkLink::MAX_EXTRA_COST`].
    pub extra_cost: u8,
}

impl WalkLink {
    /// Maximum additional movement points.
    pub const MAX_EXTRA_COST: u8 = Terrain::MAX_EXTRA_COST;
}

/// Set of links by name: a bit for each name in `Rules::link_names`, and one for all others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(transparent)]
pub struct LinkSet(u16);

impl LinkSet {
    /// All links.
    pub const ALL: Self = Self(u16::MAX);
    /// No links.
    pub const NONE: Self = Self(0);
    /// Links with other names.
    pub const OTHERS: Self = Self(1 << Self::MOST_NAMES);
    /// Maximum names that programs distinguish.
    pub const MOST_NAMES: usize = 15;

    /// Returns the links of a name in `Rules::link_names`.
    #[must_use]
    pub const fn named(index: usize) -> Self {
        if index < Self::MOST_NAMES { Self(1 << index) } else { Self::NONE }
    }

    /// Returns the union.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the difference.
    #[must_use]
    pub const fn but(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether it is empty.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether it shares links with another set.
    #[inline(always)]
    #[must_use]
    pub const fn is_crossing(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Describes the set, such as ` by ladder or door`; empty for all links.
    #[must_use]
    pub fn words(self, names: &[String]) -> String {
        let listed = |set: Self| {
            let of = names.iter().enumerate().filter(|&(at, _)| set.is_crossing(Self::named(at)));
            let mut of: Vec<&str> = of.map(|(_, name)| name.as_str()).collect();
            of.sort_unstable();
            of.join(" or ")
        };
        match self {
            Self::ALL => String::new(),
            Self::NONE => " on foot".to_owned(),
            set if set.is_crossing(Self::OTHERS) => format!(" not by {}", listed(Self::ALL.but(set))),
            set => format!(" by {}", listed(set)),
        }
    }
}

impl Default for LinkSet {
    fn default() -> Self {
        Self::ALL
    }
}

/// Reason why a link is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoLink {
    /// An end is off the board.
    #[error("an end of the link is outside the board")]
    OffBoard,
    /// Start and end are equal.
    #[error("the link ends on the cell where it begins")]
    Nowhere,
    /// The direction is not cardinal.
    #[error("the direction of a link must be north, east, south or west")]
    Diagonal,
    /// Another link starts there in that direction.
    #[error("another link already leads from that cell in that direction")]
    Taken,
    /// There are too many.
    #[error("a board has at most {} links", Board::MAX_LINKS)]
    TooMany,
}

#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct WalkLinks(Vec<(TileId, Dir, TileId, WalkLink)>, Vec<LinkSet>);

impl Board {
    /// Maximum links of a board; a two-way link counts twice.
    pub const MAX_LINKS: usize = 4_096;

    /// Adds a link; its cost is clamped.
    ///
    ///
    /// # Errors
    /// The reason why it is refused.
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

    pub(crate) fn sort_links(&mut self, names: &[String]) {
        let WalkLinks(links, sets) = &mut self.walk_links;
        let set = |name| names.iter().position(|other| other == name).map_or(LinkSet::OTHERS, LinkSet::named);
        *sets = links.iter().map(|(.., link)| set(&link.name)).collect();
    }

    /// Iterates over the links by start.
    pub fn links(&self) -> impl ExactSizeIterator<Item = &WalkLink> {
        self.walk_links.0.iter().map(|(.., link)| link)
    }

    /// Returns whether it has links.
    #[inline(always)]
    #[must_use]
    pub const fn has_links(&self) -> bool {
        !self.walk_links.0.is_empty()
    }

    /// Returns the link from a cell in a direction.
    #[must_use]
    pub fn link_from(&self, from: Cell, by: Dir) -> Option<&WalkLink> {
        self.find(self.place(from), by, LinkSet::ALL).map(|(_, link)| link)
    }

    pub(super) fn find(&self, from: TileId, by: Dir, set: LinkSet) -> Option<(TilePos, &WalkLink)> {
        let WalkLinks(links, sets) = &self.walk_links;
        let at = links.binary_search_by_key(&(from, by as u8), |&(place, by, ..)| (place, by as u8)).ok()?;
        let (.., place, link) = links.get(at)?;
        sets.get(at).is_some_and(|of| set.is_crossing(*of)).then_some((TilePos { cell: link.to, place: *place }, link))
    }

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
