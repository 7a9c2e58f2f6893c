//! Parts of a campaign by path, the names that their fields can hold, and the fields that a kind of room uses.

use crate::graph::place_of;
use foretoken_action_assets::assets::CampaignAsset;
use foretoken_action_assets::{AnyAsset, Inspect};

/// Names that a field of a campaign can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnNames {
    /// Names.
    pub names: Vec<String>,
    /// Whether the field can be empty.
    pub is_optional: bool,
}

/// Returns the names that a field of a campaign can hold; `None` for a free text.
#[must_use]
pub fn names_for(asset: &CampaignAsset, path: &str, kinds: &[String]) -> Option<OwnNames> {
    let rooms = || asset.rooms.iter().map(|room| room.name.clone()).collect();
    let values = || asset.values.iter().map(|value| value.name.clone()).collect();
    let unlocks = || asset.unlocks.iter().map(|unlock| unlock.name.clone()).collect();
    let (names, is_optional): (Vec<String>, bool) = match without_indices(path).as_str() {
        "rooms.next.to" | "layers.templates.room" | "starts" | "layers.from" | "layers.to" => (rooms(), false),
        "rooms.on_loss" | "rooms.options.next" => (rooms(), true),
        "rooms.options.spends.value" | "rooms.offers.spends.value" => (values(), false),
        "members.loadouts.skills.unlock" => (unlocks(), true),
        "rooms.kind" => (kinds.to_vec(), false),
        _ => return None,
    };
    Some(OwnNames { names, is_optional })
}

fn without_indices(path: &str) -> String {
    let mut is_index = false;
    let keep = |c: char| {
        is_index = (is_index || c == '[') && c != ']';
        !is_index && c != ']'
    };
    let mut keep = keep;
    path.chars().filter(|&c| keep(c)).collect()
}

/// Calls `act` with the part of a campaign at a path: a room, a way, an option or a layer. Returns `None` if there is
/// none. A field of a room leads to the room.
pub fn with_item<R>(asset: &mut AnyAsset, path: &str, act: impl FnOnce(&mut dyn Inspect) -> R) -> Option<R> {
    let AnyAsset::Campaign(asset) = asset else { return None };
    let of = |path: &str, list: &str| -> Option<usize> {
        path.strip_prefix(list)?.strip_prefix('[')?.split_once(']')?.0.parse().ok()
    };
    if let Some(layer) = of(path, "layers") {
        return asset.layers.get_mut(layer).map(|layer| act(layer));
    }
    let (room, rest) = place_of(path)?;
    let room = asset.rooms.get_mut(room)?;
    match (of(rest, "next"), of(rest, "options")) {
        (Some(way), _) => room.next.get_mut(way).map(|way| act(way)),
        (_, Some(option)) => room.options.get_mut(option).map(|option| act(option)),
        _ => Some(act(room)),
    }
}

/// Returns the path of the part that [`with_item`] finds, and what it is; `None` if there is none.
#[must_use]
pub fn item_at(asset: &AnyAsset, path: &str) -> Option<(String, String)> {
    let AnyAsset::Campaign(asset) = asset else { return None };
    let number = |path: &str, list: &str| -> Option<usize> {
        path.strip_prefix(list)?.strip_prefix('[')?.split_once(']')?.0.parse().ok()
    };
    if let Some(at) = number(path, "layers") {
        return asset.layers.get(at).map(|layer| (format!("layers[{at}]"), format!("layer {}", layer.name)));
    }
    let (at, rest) = place_of(path)?;
    let room = asset.rooms.get(at)?;
    if let Some(way) = number(rest, "next") {
        let to = &room.next.get(way)?.to;
        return Some((format!("rooms[{at}].next[{way}]"), format!("way from {} to {to}", room.name)));
    }
    if let Some(option) = number(rest, "options") {
        room.options.get(option)?;
        let words = format!("option {} of {}", option + 1, room.name);
        return Some((format!("rooms[{at}].options[{option}]"), words));
    }
    Some((format!("rooms[{at}]"), format!("{} {}", room.kind, room.name)))
}

/// Returns the fields that rooms of a kind do not use.
#[must_use]
pub fn unused_fields(kind: &str) -> &'static [&'static str] {
    match kind {
        "battle" => &["offers", "draw", "take", "swap", "options", "end"],
        "loot" => &["scenario", "stays", "reward", "on_loss", "options", "end"],
        "choice" | "rest" => &["scenario", "stays", "reward", "on_loss", "offers", "draw", "take", "swap", "end"],
        "shop" => &["scenario", "stays", "reward", "on_loss", "take", "swap", "options", "end"],
        "end" => &["scenario", "stays", "reward", "on_loss", "offers", "draw", "take", "swap", "options", "next"],
        _ => &[],
    }
}
