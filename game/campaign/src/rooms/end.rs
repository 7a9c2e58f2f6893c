//! End: the run is over when the party enters.

use super::{Content, RoomFault, RoomKind};
use crate::state::Ending;
use foretoken_action_assets::assets::RoomRule;

#[derive(Debug)]
pub(super) struct End;

impl RoomKind for End {
    fn name(&self) -> &'static str {
        "end"
    }

    fn title(&self) -> &'static str {
        "End"
    }

    fn content(&self, room: &RoomRule) -> Content {
        let end = if room.end == 0 { Ending::Won } else { Ending::Lost };
        Content { end: Some(end), ..Content::default() }
    }

    fn faults(&self, room: &RoomRule) -> Vec<RoomFault> {
        let message = "the run is over here, so no way leads on".to_owned();
        if room.next.is_empty() { Vec::new() } else { vec![("next", "way-from-end", message)] }
    }
}
