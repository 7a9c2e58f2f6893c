//! Names of rooms: everything that refers to a room follows its new name.

use super::Model;
use crate::Host;
use crate::graph::place_of;
use foretoken_action_assets::AnyAsset;
use foretoken_action_assets::assets::CampaignAsset;

impl Model {
    /// Makes an edit of a field of the open campaign. If the field is the name of a room, everything that refers to the
    /// room follows. While a name is typed, the room counts under the name that it had before.
    pub fn edit_room_field(&mut self, host: &mut dyn Host, label: &str, key: &str, path: &str, asset: AnyAsset) {
        let named = place_of(path).filter(|(_, rest)| *rest == "name").map(|(at, _)| at);
        let (Some(at), AnyAsset::Campaign(edited)) = (named, &asset) else {
            return self.edit_open(host, label, key, asset);
        };
        let before = if self.history.open_key() == Some(key) { self.before_open_edit() } else { None };
        let Some(mut renamed) = before.or_else(|| self.campaign(host).cloned()) else { return };
        let new = edited.rooms.get(at).map(|room| room.name.clone()).unwrap_or_default();
        if let Some(room) = renamed.rooms.get_mut(at) {
            let old = std::mem::replace(&mut room.name, new.clone());
            let is_other = |name: &str| renamed.rooms.iter().filter(|room| room.name == name).count();
            if !old.is_empty() && !new.is_empty() && is_other(&old) == 0 && is_other(&new) == 1 {
                follow(&mut renamed, &old, &new);
            }
        }
        self.edit_open(host, label, key, AnyAsset::Campaign(renamed));
    }

    fn before_open_edit(&self) -> Option<CampaignAsset> {
        let super::EditContent::Assets(swaps, _) = self.history.open_act()? else { return None };
        match swaps.first()?.before.as_ref()? {
            AnyAsset::Campaign(asset) => Some(asset.clone()),
            _ => None,
        }
    }
}

/// Calls `act` with each name of a room that is a reference.
fn references(asset: &mut CampaignAsset, mut act: impl FnMut(&mut String)) {
    for room in &mut asset.rooms {
        room.next.iter_mut().for_each(|way| act(&mut way.to));
        room.options.iter_mut().for_each(|option| act(&mut option.next));
        act(&mut room.on_loss);
    }
    asset.starts.iter_mut().for_each(&mut act);
    for layer in &mut asset.layers {
        layer.from.iter_mut().chain(&mut layer.to).for_each(&mut act);
        layer.templates.iter_mut().for_each(|template| act(&mut template.room));
    }
}

fn follow(asset: &mut CampaignAsset, old: &str, new: &str) {
    references(asset, |name| {
        if name == old {
            new.clone_into(name);
        }
    });
}
