//! Brings the panel of an opened asset to the front without moving the keyboard focus.

use crate::Host;
use crate::easel::Tool;
use crate::model::{AssetId, Model};
use crate::panels::Shared;
use foretoken_action_assets::AssetType;
use std::collections::BTreeSet;

/// Frames until a raised panel hides the panel below it.
const FRAMES: u8 = 2;

#[derive(Debug, Default)]
pub(crate) struct KeysBack {
    waits: Option<(&'static str, u8)>,
}

impl KeysBack {
    /// Advances one frame. `had` is the panel with the keys when a panel was raised, `now` the panel with the keys, and
    /// `seen` the visible panels. Returns the panel to focus; `None` if another panel covers it.
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

/// Raises the panel for the open asset: the map panel or the parts panel. Returns whether one was raised.
pub(crate) fn lead(model: &Model, host: &dyn Host, shared: &mut Shared, raised: &mut Vec<String>) -> bool {
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
    if matches!(model.open, Some((AssetType::Campaign, _))) {
        raised.push("graph".to_owned());
    }
    if model.has_deck_open(host) {
        raised.push("deck".to_owned());
    }
    if matches!(model.open, Some((AssetType::Action, _))) && model.focus.is_none() {
        raised.push("demonstration".to_owned());
    }
    if now {
        shared.easel.choose(Tool::Move);
    }
    raised.len() > before_raised
}
