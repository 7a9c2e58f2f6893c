//! Battle: the party fights a scenario, and gets the room's reward if it wins.

use super::{Content, RoomFault, RoomKind, missing};
use foretoken_action_assets::assets::RoomRule;

#[derive(Debug)]
pub(super) struct Battle;

impl RoomKind for Battle {
    fn name(&self) -> &'static str {
        "battle"
    }

    fn title(&self) -> &'static str {
        "Battle"
    }

    fn content(&self, _: &RoomRule) -> Content {
        Content { has_battle: true, ..Content::default() }
    }

    fn faults(&self, room: &RoomRule) -> Vec<RoomFault> {
        missing(room.scenario.is_empty(), "scenario", "a battle needs a scenario").into_iter().collect()
    }
}
