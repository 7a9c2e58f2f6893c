//! What is opened brings panels to the front, and the keys stay where it was opened.

use crate::easel::Tool;
use crate::model::{AssetId, Model, art_folder};
use crate::panels::Shared;
use foretoken_action_assets::AssetType;
use std::collections::BTreeSet;

/// Frames until a panel that came to the front hides what it lies over.
const FRAMES: u8 = 2;

/// Who gets the keys again once a panel has come to the front because of what was opened.
#[derive(Debug, Default)]
pub(crate) struct KeysBack {
    waits: Option<(&'static str, u8)>,
}

impl KeysBack {
    /// A frame has passed. `had` is the panel that had the keys when something came to the front in this frame, `now` the one
    /// that has them, and `seen` those that are seen. Returns the panel that is to have them again: none where another lies
    /// over it now.
    pub fn after(
        &mut self,
        had: Option<&'static str>,
        now: Option<&'static str>,
        seen: &BTreeSet<&'static str>,
    ) -> Option<String> {
        if let Some(had) = had {
            self.waits = Some((had, FRAMES));
            return None;
        }
        let (had, left) = self.waits.take()?;
        if left > 0 {
            self.waits = Some((had, left - 1));
            return None;
        }
        (seen.contains(had) && now.is_some_and(|now| now != had)).then(|| had.to_owned())
    }
}

/// What is opened brings the panel to the front that it is worked on in: the map's, or the parts' again. True where one
/// comes to the front.
pub(crate) fn lead(model: &Model, shared: &mut Shared, raised: &mut Vec<String>) -> bool {
    if shared.led == model.open {
        return false;
    }
    let before_raised = raised.len();
    let paints = |open: &Option<AssetId>| open.as_ref().is_some_and(|(kind, _)| kind.make().is_painted());
    let (before, now) = (paints(&shared.led), paints(&model.open));
    shared.led.clone_from(&model.open);
    if now != before {
        raised.push(if now { "map" } else { "action" }.to_owned());
    }
    // What does nothing by itself is looked at, and what does something is demonstrated.
    let shown = match &model.open {
        Some((AssetType::Action, _)) => Some("demonstration"),
        Some((kind, _)) => art_folder(*kind).map(|_| "picture"),
        None => None,
    };
    if let Some(shown) = shown.filter(|shown| shared.shown != Some(shown)) {
        shared.shown = Some(shown);
        // What led to a field has the keyboard there.
        if model.focus.is_none() {
            raised.push(shown.to_owned());
        }
    }
    if now {
        shared.easel.choose(Tool::Move);
    }
    raised.len() > before_raised
}
