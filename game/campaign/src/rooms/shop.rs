//! Shop: the party can buy each offer once.

use super::{Content, RoomFault, RoomKind, missing};
use foretoken_action_assets::assets::RoomRule;

#[derive(Debug)]
pub(super) struct Shop;

impl RoomKind for Shop {
    fn name(&self) -> &'static str {
        "shop"
    }

    fn title(&self) -> &'static str {
        "Shop"
    }

    fn content(&self, _: &RoomRule) -> Content {
        Content { has_sale: true, ..Content::default() }
    }

    fn faults(&self, room: &RoomRule) -> Vec<RoomFault> {
        missing(room.offers.is_empty(), "offers", "a shop needs an offer").into_iter().collect()
    }
}
