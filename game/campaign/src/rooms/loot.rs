//! Loot: the party takes some of the offers, or none.

use super::{Content, RoomFault, RoomKind, missing};
use foretoken_action_assets::assets::RoomRule;

#[derive(Debug)]
pub(super) struct Loot;

impl RoomKind for Loot {
    fn name(&self) -> &'static str {
        "loot"
    }

    fn title(&self) -> &'static str {
        "Loot"
    }

    fn content(&self, _: &RoomRule) -> Content {
        Content { has_loot: true, ..Content::default() }
    }

    fn faults(&self, room: &RoomRule) -> Vec<RoomFault> {
        let nothing = missing(room.offers.is_empty(), "offers", "a loot room needs an offer");
        let none = missing(room.take == 0, "take", "the party takes 0 offers here, so the room has no effect");
        nothing.into_iter().chain(none).collect()
    }
}
