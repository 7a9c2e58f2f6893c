//! Choice: the party must choose one of the options.

use super::{Content, Options, RoomFault, RoomKind, missing};
use foretoken_action_assets::assets::RoomRule;

#[derive(Debug)]
pub(super) struct Choice;

impl RoomKind for Choice {
    fn name(&self) -> &'static str {
        "choice"
    }

    fn title(&self) -> &'static str {
        "Choice"
    }

    fn content(&self, _: &RoomRule) -> Content {
        Content { options: Options::Must, ..Content::default() }
    }

    fn faults(&self, room: &RoomRule) -> Vec<RoomFault> {
        missing(room.options.is_empty(), "options", "a choice needs an option").into_iter().collect()
    }
}
