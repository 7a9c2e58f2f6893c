//! Checks of campaigns, with file and line: the map, the party, what conditions allow, and each option executed once.

mod content;
mod map;

use crate::campaign::Campaign;
use crate::layers::expanded;
use crate::limits::{MOST_IN_ROOM, MOST_MEMBERS, MOST_ROOMS};
use crate::rooms::RoomKinds;
use foretoken_action_assets::assets::CampaignAsset;
use foretoken_action_assets::{AssetType, Diagnostic, Diagnostics, Library};

/// Number of seeds for which layers are checked.
const LAYER_SEEDS: u64 = 16;

/// Faults of one campaign.
pub(crate) struct Faults<'l> {
    library: &'l Library,
    name: &'l str,
    found: Diagnostics,
}

impl Faults<'_> {
    fn error(&mut self, path: &str, code: &'static str, message: impl Into<String>) {
        let fault = Diagnostic::error(code, message);
        self.found.push(self.library.campaign_fault(self.name, path, fault));
    }

    fn error_with(&mut self, path: &str, code: &'static str, message: impl Into<String>, help: Option<String>) {
        let fault = Diagnostic::error(code, message).maybe_help(help);
        self.found.push(self.library.campaign_fault(self.name, path, fault));
    }

    fn warn(&mut self, path: &str, code: &'static str, message: impl Into<String>) {
        let fault = Diagnostic::warning(code, message);
        self.found.push(self.library.campaign_fault(self.name, path, fault));
    }

    fn is_full(&self) -> bool {
        self.found.is_full(&AssetType::Campaign.path(self.name))
    }
}

/// Returns the faults that keep a campaign from being played.
pub(crate) fn structure(campaign: &Campaign, library: &Library) -> Diagnostics {
    let Campaign { asset, name, kinds, .. } = campaign;
    let mut faults = Faults { library, name, found: Diagnostics::new() };
    library.add_sources(&mut faults.found);
    layers(library, name, &mut faults);
    if sizes(asset, &mut faults) {
        map::check(asset, kinds, &mut faults);
        content::check(campaign, &mut faults);
    }
    faults.found
}

/// Reports faults of generated layers, for several seeds because the number of rooms differs.
fn layers(library: &Library, name: &str, faults: &mut Faults<'_>) {
    let Some(asset) = library.campaign(name) else { return };
    let twice = |at: usize| asset.layers[..at].iter().any(|other| other.name == asset.layers[at].name);
    if let Some(at) = (0..asset.layers.len()).find(|&at| twice(at)) {
        faults.error(&format!("layers[{at}].name"), "same-name", "another layer has this name");
    }
    if let Some((at, fault)) = (0..LAYER_SEEDS).find_map(|seed| expanded(asset, seed).err()) {
        faults.error(&format!("layers[{at}]"), "bad-layer", fault.to_string());
    }
}

/// Reports lists above their limits. Returns whether the campaign is small enough for the other checks.
fn sizes(asset: &CampaignAsset, faults: &mut Faults<'_>) -> bool {
    if asset.rooms.len() > MOST_ROOMS {
        faults.error("rooms", "too-many-rooms", format!("a campaign has at most {MOST_ROOMS} rooms"));
        return false;
    }
    if asset.members.len() > MOST_MEMBERS {
        faults.error("members", "too-many-members", format!("a party has at most {MOST_MEMBERS} members"));
        return false;
    }
    for (at, room) in asset.rooms.iter().enumerate() {
        let lists = [("options", room.options.len()), ("offers", room.offers.len()), ("next", room.next.len())];
        if let Some((field, _)) = lists.into_iter().find(|(_, count)| *count > MOST_IN_ROOM) {
            let message = format!("a room has at most {MOST_IN_ROOM} {field}");
            faults.error(&format!("rooms[{at}].{field}"), "too-many-in-room", message);
            return false;
        }
    }
    true
}

/// Returns all faults of a campaign. Also executes each option, offer and reward once.
#[must_use]
pub fn check(library: &Library, pack: &str, name: &str, kinds: &RoomKinds) -> Diagnostics {
    let (campaign, mut found) = Campaign::build(library, pack, name, kinds.clone());
    found.retain(|fault| fault.file == AssetType::Campaign.path(name));
    let Some(campaign) = campaign else { return found };
    let structure = structure(&campaign, library);
    let is_whole = !structure.has_errors();
    found.append(structure);
    if is_whole {
        let mut faults = Faults { library, name, found: Diagnostics::new() };
        library.add_sources(&mut faults.found);
        content::scenarios(&campaign, &mut faults);
        content::execute(&campaign, &mut faults);
        found.append(faults.found);
    }
    found
}

/// Returns the faults of all campaigns of a pack.
#[must_use]
pub fn check_all(library: &Library, pack: &str, kinds: &RoomKinds) -> Diagnostics {
    let mut all = Diagnostics::new();
    for name in library.names_of(AssetType::Campaign) {
        all.append(check(library, pack, name, kinds));
    }
    all
}
