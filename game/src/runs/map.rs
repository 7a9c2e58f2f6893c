//! The map of a run: one place for each room, the room that lies in a direction, and the signs of kinds of rooms.

use foretoken_campaign::{RunView, Seen};
use std::collections::{BTreeMap, BTreeSet};

/// The places of all rooms, by index. No two rooms share one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map {
    /// Column and row of each room; `None` for a template of generated rooms.
    pub places: Vec<Option<(i32, i32)>>,
}

impl Map {
    /// Places the rooms as their asset does. A room on a taken place moves down to the next free one. Templates of
    /// generated rooms have no place.
    #[must_use]
    pub fn of(view: &RunView) -> Self {
        let (mut taken, mut free) = (BTreeSet::new(), BTreeMap::new());
        let place = |at: (i32, i32)| {
            let row: &mut i32 = free.entry(at).or_insert(at.1);
            while !taken.insert((at.0, *row)) {
                *row += 1;
            }
            (at.0, *row)
        };
        let mut place = place;
        let places = view.rooms.iter().map(|room| (!room.is_template).then(|| place(room.at))).collect();
        Self { places }
    }

    /// Returns the column and row of a room; `None` for a template and for an unknown room.
    #[must_use]
    pub fn place(&self, room: usize) -> Option<(i32, i32)> {
        self.places.get(room).copied().flatten()
    }

    /// Returns the column and row behind the last ones.
    #[must_use]
    pub fn size(&self) -> (i32, i32) {
        let places = || self.places.iter().flatten();
        let (wide, high) = (places().map(|at| at.0), places().map(|at| at.1));
        (wide.max().map_or(0, |x| x + 1), high.max().map_or(0, |y| y + 1))
    }

    /// Returns the nearest room in a direction.
    #[must_use]
    pub fn beside(&self, from: usize, (dx, dy): (i32, i32)) -> Option<usize> {
        let (x, y) = self.place(from)?;
        let far = |(to, place): (usize, &Option<(i32, i32)>)| {
            let (a, b) = (*place)?;
            let (along, across) = ((a - x) * dx + (b - y) * dy, ((a - x) * dy).abs() + ((b - y) * dx).abs());
            (along > 0).then_some((i64::from(along) + 2 * i64::from(across), to))
        };
        self.places.iter().enumerate().filter_map(far).min().map(|(_, to)| to)
    }
}

/// Returns the rooms that can be entered now.
#[must_use]
pub fn open_rooms(view: &RunView) -> Vec<usize> {
    let is_enterable = |room: usize| {
        view.moves.iter().any(|own| own.refused.is_none() && own.command == foretoken_campaign::Command::Enter(room))
    };
    (0..view.rooms.len()).filter(|&room| view.rooms[room].seen == Seen::Open && is_enterable(room)).collect()
}

/// Returns the room that a screen selects first: the current one, or an open one.
#[must_use]
pub fn first_room(view: &RunView) -> usize {
    view.here.or_else(|| open_rooms(view).first().copied()).unwrap_or(0)
}

/// Returns the icon of a kind of room; `None` for an unknown kind.
#[must_use]
pub fn icon(kind: Option<&str>) -> &'static str {
    match kind {
        Some("battle") => "room-battle",
        Some("loot") => "room-loot",
        Some("choice") => "room-choice",
        Some("rest") => "room-rest",
        Some("shop") => "room-shop",
        Some("end") => "room-end",
        Some(_) => "room-other",
        None => "room-unknown",
    }
}

/// Returns the letter of a kind of room in the terminal; `None` for an unknown kind.
#[must_use]
pub fn letter(kind: Option<&str>) -> char {
    match kind {
        Some("battle") => '⚔',
        Some("loot") => '◆',
        Some("choice") => '!',
        Some("rest") => '☾',
        Some("shop") => '$',
        Some("end") => '⚑',
        Some(_) => '○',
        None => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(places: &[(i32, i32)]) -> Map {
        let room = |&at: &(i32, i32)| foretoken_campaign::RoomView {
            room: 0,
            title: None,
            kind: None,
            note: None,
            at,
            seen: Seen::Far,
            closed: None,
            ways: Vec::new(),
            is_template: false,
        };
        let view = RunView {
            campaign: String::new(),
            values: Vec::new(),
            stash: Vec::new(),
            party: Vec::new(),
            fallen: Vec::new(),
            rooms: places.iter().map(room).collect(),
            here: None,
            way: Vec::new(),
            battle: false,
            moves: Vec::new(),
            ending: None,
            gained: Vec::new(),
        };
        Map::of(&view)
    }

    #[test]
    fn rooms_of_one_place_are_spread_in_its_column() {
        assert_eq!(map(&[(0, 0), (0, 0), (0, 1), (0, 0)]).places, [(0, 0), (0, 1), (0, 2), (0, 3)].map(Some));
        let many = map(&[(3, 3); 10_000]);
        assert_eq!((many.places[9_999], many.size()), (Some((3, 10_002)), (4, 10_003)));
    }

    #[test]
    fn arrows_go_to_the_nearest_room_in_their_direction() {
        let map = map(&[(0, 1), (1, 0), (1, 2), (2, 1), (5, 1)]);
        assert_eq!(map.beside(0, (1, 0)), Some(3), "straight on is nearer than aside");
        assert_eq!(map.beside(1, (0, 1)), Some(2));
        assert_eq!(map.beside(3, (1, 0)), Some(4));
        assert_eq!(map.beside(4, (1, 0)), None);
        assert_eq!(map.beside(9, (1, 0)), None);
    }
}
