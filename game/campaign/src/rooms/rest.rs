//! Rest: the party can choose one of the options, such as healing.

use super::{Content, Options, RoomFault, RoomKind, missing};
use foretoken_action_assets::assets::RoomRule;

#[derive(Debug)]
pub(super) struct Rest;

impl RoomKind for Rest {
    fn name(&self) -> &'static str {
        "rest"
    }

    fn title(&self) -> &'static str {
        "Rest"
    }

    fn content(&self, _: &RoomRule) -> Content {
        Content { options: Options::May, ..Content::default() }
    }

    fn faults(&self, room: &RoomRule) -> Vec<RoomFault> {
        missing(room.options.is_empty(), "options", "a rest needs an option").into_iter().collect()
    }
}
