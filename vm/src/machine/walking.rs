//! Where somebody could walk, and what lies on the way: for answers, and for whoever draws it.

use super::footing::{Footing, UNIT_HEIGHT};
use super::hazards::{Hazards, programs_of_entering};
use crate::rulebook::{Rulebook, UnitType};
use crate::space::{Board, Cell, Dir, Gait, LinkSet, PathFinder, Reach, SafestPaths, TilePos, UNREACHED, Visibility};
use crate::state::{Entity, EntityId, GameState, Team};
use crate::stats::{Sheet, StatId};
use serde::{Deserialize, Serialize};

/// Whose units stand in a walker's way. Where some do not, a way may lead over them and never ends there. What takes no
/// activations, as crates do, is always in the way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum UnitBlocking {
    /// Everybody's.
    #[default]
    All,
    /// Those of other sides than the walker's.
    Others,
    /// Nobody's.
    None,
}

impl UnitBlocking {
    /// Whether an entity lets walkers of a side by.
    #[inline]
    #[must_use]
    pub(crate) fn lets_by(self, team: Team, other: &Entity) -> bool {
        match self {
            Self::All => false,
            Self::Others => other.acts() && other.team == team,
            Self::None => other.acts(),
        }
    }
}

/// A cell that a walk leads through, by one of the equally short and safe ways to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waypoint {
    /// Where.
    pub cell: Cell,
    /// Which of the ways there from the waypoint before, by its place in [`SafestPaths::ways_to`]; the first where there
    /// are not so many.
    pub way: usize,
}

/// What a walk leads through, and where somebody expects harm beyond what ground and surfaces do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Way<'w> {
    /// Waypoints, in order.
    pub through: &'w [Waypoint],
    /// Cells that are better gone around and the harm expected there, sorted by cell, each once.
    pub threats: &'w [(Cell, u32)],
}

/// Finds what an entity could walk to, or over, from a cell with so many movement points, as far as its side sees, and the
/// safest of the shortest ways there. Where units let each other by ([`UnitBlocking`]), [`may_end`] says on which of them it
/// could stay.
pub fn find_walks(
    book: &Rulebook,
    state: &GameState,
    walker: EntityId,
    from: Cell,
    points: i32,
    paths: &mut PathFinder,
    safest: &mut SafestPaths,
) {
    let hazards = Hazards::new(book, state, walker, &[], false);
    find_ways(book, state, (walker, from, points, LinkSet::ALL), (paths, safest), &hazards);
}

/// The same by the links that the walk takes, with the harm of each cell.
pub(super) fn find_ways(
    book: &Rulebook,
    state: &GameState,
    walk: (EntityId, Cell, i32, LinkSet),
    buffers: (&mut PathFinder, &mut SafestPaths),
    hazards: &Hazards<'_>,
) {
    find_ways_by(book, state, walk, buffers, Heeds::All(|spot| hazards.at(spot)));
}

/// What a walker takes into account beside how far it is.
pub(super) enum Heeds<H> {
    /// The harm of each spot, and what is to be avoided.
    All(H),
    /// Nothing: what the way would be if nothing did harm.
    Nothing,
}

/// The same for a walker that takes all or nothing into account.
pub(super) fn find_ways_by<H: FnMut(TilePos) -> u32>(
    book: &Rulebook,
    state: &GameState,
    (walker, from, points, links): (EntityId, Cell, i32, LinkSet),
    (paths, safest): (&mut PathFinder, &mut SafestPaths),
    mut heeds: Heeds<H>,
) {
    let (row, footing) = (*state.entity(walker), Footing::of(book, state));
    let gait = footing.sheet.gait_of(walker, links);
    let reach = Reach { gait, ..footing.reach_of(walker, points) };
    // Where it stands on one cell, a way leads never back to where it begins.
    let whom = if book.footprint_of(&row).is_one() { EntityId::NONE } else { walker };
    let is_heedless = matches!(heeds, Heeds::Nothing);
    let enter = |from: TilePos, dir: Dir, to: TilePos| {
        let takes = || footing.steps_alike(walker, from, dir, gait) && footing.flies_clear(walker, from, dir, gait);
        let cost =
            if is_heedless { footing.heedless_cost(to, whom, row.team) } else { footing.cost(to, whom, row.team) };
        cost.filter(|_| takes())
    };
    paths.flood_steps(&book.board, from, reach, enter);
    // Sides walk as they would on a mirrored board.
    let order = Dir::cardinal_from(row.team != Team::PLAYER);
    let harm = |spot| if let Heeds::All(harm) = &mut heeds { harm(spot) } else { 0 };
    safest.find(&book.board, paths, reach, order, enter, harm);
}

impl Sheet<'_> {
    /// How far an entity walks with so many movement points: steps up and down as it can jump.
    #[inline]
    #[must_use]
    pub fn reach_of(&self, id: EntityId, points: i32) -> Reach {
        let points = points.clamp(0, i32::from(UNREACHED) - 1) as u16;
        let up = 2 * self.stat(id, StatId::JUMP).clamp(0, i32::from(u8::MAX));
        Reach { points, up, down: up, gait: self.gait_of(id, LinkSet::ALL), faces_west: false }
    }

    /// How an entity walks, along the links that its walk takes and over gaps as it leaps. Who stands on several cells
    /// does either where all of them can.
    #[inline]
    #[must_use]
    pub fn gait_of(&self, id: EntityId, links: LinkSet) -> Gait {
        if !self.book().board.has_gaits() {
            return Gait::PLAIN;
        }
        // A copy, so that a sheet of which no more is read stays in registers.
        let sheet = *self;
        sheet.own_gait(id, links)
    }

    #[cold]
    fn own_gait(&self, id: EntityId, links: LinkSet) -> Gait {
        let size = self.book().footprint_of(self.entity(id));
        let jump = self.stat(id, StatId::JUMP).clamp(0, i32::from(u8::MAX));
        let leap = self.stat(id, StatId::LEAP).clamp(0, i32::from(UnitType::MOST_LEAP)) as u8;
        let links = if self.book().board.has_links() { links } else { LinkSet::NONE };
        // Who neither takes links nor leaps goes straight on, however large it is.
        if links.is_empty() && leap == 0 { Gait::PLAIN } else { Gait { links, leap, deep: 2 * jump, size } }
    }
}

/// The harm that entering a cell does to a walker: the health and shield that it loses, 1000 if it dies, 1 if something else
/// happens that is not plainly good. The programs of ground and surface are run on a copy of the state.
#[must_use]
pub fn harm_of_entering(book: &Rulebook, state: &GameState, walker: EntityId, cell: Cell) -> u32 {
    Hazards::new(book, state, walker, &[], false).of_entering(cell)
}

/// The same of leaving it.
#[must_use]
pub fn harm_of_leaving(book: &Rulebook, state: &GameState, walker: EntityId, cell: Cell) -> u32 {
    Hazards::new(book, state, walker, &[], false).of_leaving(cell)
}

/// Whether a program runs for units that enter a cell.
#[must_use]
pub fn answers_entering(book: &Rulebook, state: &GameState, cell: Cell) -> bool {
    programs_of_entering(book, state, cell).iter().any(Option::is_some)
}

/// Whether a walker could stay on a cell that it could walk to, as far as its side sees: nobody stands there but itself.
#[must_use]
pub fn may_end(book: &Rulebook, state: &GameState, walker: EntityId, cell: Cell) -> bool {
    let row = state.entity(walker);
    let footing = Footing::of(book, state).as_seen_by(row.team);
    book.footprint_of(row)
        .cells(cell)
        .map(|cell| footing.occupant(cell))
        .all(|there| !there.is_some() || there == walker)
}

/// How much a cell hides of what is behind it, seen from a cell, in thousandths: all of it where lines of aim stop or the
/// ground is above the viewer's eyes, else what its terrain and the thing on it say together.
#[must_use]
pub fn opacity_from(book: &Rulebook, state: &GameState, viewer: Cell, cell: Cell) -> u16 {
    let footing = Footing::of(book, state);
    let above = book.board.elevation(viewer) + Board::EYE - book.board.elevation(cell);
    if above < 0 || footing.blocks_sight(cell, above) {
        return Visibility::OPAQUE;
    }
    let thing = if above <= UNIT_HEIGHT { footing.opacity_of_thing(cell) } else { 0 };
    book.terrain_at(cell).map_or(0, |terrain| terrain.opacity).saturating_add(thing).min(Visibility::OPAQUE)
}
