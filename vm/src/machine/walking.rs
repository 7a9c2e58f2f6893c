//! Reachable cells of walks, and what lies on the way, for answers and for display.

use super::footing::{Footing, UNIT_HEIGHT};
use super::hazards::{Hazards, programs_of_entering};
use crate::rulebook::{Rulebook, UnitType};
use crate::space::{Board, Cell, Dir, Gait, LinkSet, PathFinder, Reach, SafestPaths, TilePos, UNREACHED, Visibility};
use crate::state::{Entity, EntityId, GameState, Team};
use crate::stats::{Sheet, StatId};
use serde::{Deserialize, Serialize};

/// Whose units unit_blocking a walker. A path may cross other units but never ends there. Objects without activations, such
/// as crates, always unit_blocking.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum UnitBlocking {
    /// All units unit_blocking.
    #[default]
    All,
    /// Units of other sides unit_blocking.
    Others,
    /// No unit obstructs.
    None,
}

impl UnitBlocking {
    #[inline]
    #[must_use]
    pub(crate) fn is_letting_by(self, team: Team, other: &Entity) -> bool {
        match self {
            Self::All => false,
            Self::Others => other.is_activated() && other.team == team,
            Self::None => other.is_activated(),
        }
    }
}

/// A cell through which a walk is routed, by one of its equally short and safe paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waypoint {
    /// Cell.
    pub cell: Cell,
    /// Index of the path from the waypoint before, in [`SafestPaths::ways_to`]; out of range means the first.
    pub way: usize,
}

/// Waypoints of a walk, and damage expected beyond that of terrain and surfaces.
#[derive(Clone, Copy, Debug, Default)]
pub struct Way<'w> {
    /// Waypoints, in order.
    pub through: &'w [Waypoint],
    /// Cells to avoid with their expected damage, sorted by cell, each once.
    pub threats: &'w [(Cell, u32)],
}

/// Finds the cells in reach of a unit, as far as its side sees, with the safest shortest paths. [`is_end_allowed`] says where
/// it can stop.
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

pub(super) fn find_ways(
    book: &Rulebook,
    state: &GameState,
    walk: (EntityId, Cell, i32, LinkSet),
    buffers: (&mut PathFinder, &mut SafestPaths),
    hazards: &Hazards<'_>,
) {
    find_ways_by(book, state, walk, buffers, Heeds::All(|spot| hazards.at(spot)));
}

pub(super) enum Heeds<H> {
    All(H),
    Nothing,
}

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
    let whom = if book.footprint_of(&row).is_one() { EntityId::NONE } else { walker };
    let is_heedless = matches!(heeds, Heeds::Nothing);
    let enter = |from: TilePos, dir: Dir, to: TilePos| {
        let takes =
            || footing.is_step_even(walker, from, dir, gait) && footing.is_flight_clear(walker, from, dir, gait);
        let cost =
            if is_heedless { footing.heedless_cost(to, whom, row.team) } else { footing.cost(to, whom, row.team) };
        cost.filter(|_| takes())
    };
    paths.flood_steps(&book.board, from, reach, enter);
    let order = Dir::cardinal_from(row.team != Team::PLAYER);
    let harm = |spot| if let Heeds::All(harm) = &mut heeds { harm(spot) } else { 0 };
    safest.find(&book.board, paths, reach, order, enter, harm);
}

impl Sheet<'_> {
    /// Returns how far a unit walks with these movement points, including steps up and down.
    #[inline]
    #[must_use]
    pub fn reach_of(&self, id: EntityId, points: i32) -> Reach {
        let points = points.clamp(0, i32::from(UNREACHED) - 1) as u16;
        let up = 2 * self.stat(id, StatId::JUMP).clamp(0, i32::from(u8::MAX));
        Reach { points, up, down: up, gait: self.gait_of(id, LinkSet::ALL), faces_west: false }
    }

    /// Returns how a unit walks: links, and gaps that it leaps. Units on several cells use them only if all their cells
    /// can.
    #[inline]
    #[must_use]
    pub fn gait_of(&self, id: EntityId, links: LinkSet) -> Gait {
        if !self.book().board.has_gaits() {
            return Gait::PLAIN;
        }
        let sheet = *self;
        sheet.own_gait(id, links)
    }

    #[cold]
    fn own_gait(&self, id: EntityId, links: LinkSet) -> Gait {
        let size = self.book().footprint_of(self.entity(id));
        let jump = self.stat(id, StatId::JUMP).clamp(0, i32::from(u8::MAX));
        let leap = self.stat(id, StatId::LEAP).clamp(0, i32::from(UnitType::MOST_LEAP)) as u8;
        let links = if self.book().board.has_links() { links } else { LinkSet::NONE };
        if links.is_empty() && leap == 0 { Gait::PLAIN } else { Gait { links, leap, deep: 2 * jump, size } }
    }
}

/// Returns the damage of entering a cell: lost health and shield, 1000 for a death, 1 for anything else that is not
/// plainly good.
#[must_use]
pub fn harm_of_entering(book: &Rulebook, state: &GameState, walker: EntityId, cell: Cell) -> u32 {
    Hazards::new(book, state, walker, &[], false).of_entering(cell)
}

/// Returns the damage of leaving a cell, like [`harm_of_entering`].
#[must_use]
pub fn harm_of_leaving(book: &Rulebook, state: &GameState, walker: EntityId, cell: Cell) -> u32 {
    Hazards::new(book, state, walker, &[], false).of_leaving(cell)
}

/// Returns whether a program runs for units that enter a cell.
#[must_use]
pub fn has_answer_to_entering(book: &Rulebook, state: &GameState, cell: Cell) -> bool {
    programs_of_entering(book, state, cell).iter().any(Option::is_some)
}

/// Returns whether a walker can stop on a reachable cell, as far as its side sees: no other unit stands there.
#[must_use]
pub fn is_end_allowed(book: &Rulebook, state: &GameState, walker: EntityId, cell: Cell) -> bool {
    let row = state.entity(walker);
    let footing = Footing::of(book, state).as_seen_by(row.team);
    book.footprint_of(row)
        .cells(cell)
        .map(|cell| footing.occupant(cell))
        .all(|there| !there.is_some() || there == walker)
}

/// Returns how much of the view behind it a cell blocks, in thousandths: all if it stops lines of aim or rises above
/// the viewer's eyes, else by terrain and object.
#[must_use]
pub fn opacity_from(book: &Rulebook, state: &GameState, viewer: Cell, cell: Cell) -> u16 {
    let footing = Footing::of(book, state);
    let above = book.board.elevation(viewer) + Board::EYE - book.board.elevation(cell);
    if above < 0 || footing.is_sight_blocked(cell, above) {
        return Visibility::OPAQUE;
    }
    let thing = if above <= UNIT_HEIGHT { footing.opacity_of_thing(cell) } else { 0 };
    book.terrain_at(cell).map_or(0, |terrain| terrain.opacity).saturating_add(thing).min(Visibility::OPAQUE)
}
