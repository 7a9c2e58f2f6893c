//! Edits of the graph of the open campaign: rooms and ways are added, moved, joined, cut and deleted. Each is one edit
//! with undo.

use super::Model;
use crate::Host;
use crate::graph::{Graph, WayKind, arranged, place_of};
use foretoken_action_assets::assets::{CampaignAsset, RoomRule, WayRule};
use foretoken_action_assets::{AnyAsset, AssetType};
use std::collections::{BTreeMap, BTreeSet};

/// Greatest column and row.
pub(super) const LAST: i32 = 9999;

impl Model {
    /// Returns the open asset if it is a campaign.
    #[must_use]
    pub fn campaign<'h>(&self, host: &'h dyn Host) -> Option<&'h CampaignAsset> {
        match self.open.as_ref()? {
            (AssetType::Campaign, name) => host.library().campaign(name),
            _ => None,
        }
    }

    /// Returns the indices of the selected rooms, sorted.
    #[must_use]
    pub fn chosen_rooms(&self) -> Vec<usize> {
        let chosen = self.chosen();
        let room = |path: &String| place_of(path).filter(|(_, rest)| rest.is_empty()).map(|(at, _)| at);
        let rooms: BTreeSet<usize> = chosen.iter().filter_map(room).collect();
        rooms.into_iter().collect()
    }

    /// Selects rooms; none selects the campaign.
    pub fn select_rooms(&mut self, rooms: &[usize]) {
        let mut paths = rooms.iter().map(|at| format!("rooms[{at}]"));
        self.selected = paths.next().unwrap_or_default();
        self.also = paths.collect();
    }

    /// Edits a copy of the open campaign. The closure returns the rooms to select, or `None` for no edit.
    pub(super) fn alter_rooms(
        &mut self,
        host: &mut dyn Host,
        (label, key): (&str, &str),
        alter: impl FnOnce(&mut CampaignAsset) -> Option<Vec<usize>>,
    ) -> bool {
        let Some(mut asset) = self.campaign(host).cloned() else { return false };
        let Some(selected) = alter(&mut asset) else { return false };
        let (before, done) = (self.chosen(), self.history.done());
        self.edit_open(host, label, key, AnyAsset::Campaign(asset));
        self.select_rooms(&selected);
        if self.history.done() > done {
            self.history.set_selected([before, self.chosen()]);
        }
        true
    }

    /// Moves rooms by columns and rows, counted from their places in `from`. The move ends at the border of the map. If
    /// another room is in the way, nothing moves. Edits with one key are merged.
    pub fn move_rooms(&mut self, host: &mut dyn Host, from: &[(usize, (i32, i32))], by: (i32, i32), key: &str) {
        let Some(asset) = self.campaign(host) else { return };
        let by = within(from, by);
        let moved: BTreeSet<usize> = from.iter().map(|(at, _)| *at).collect();
        let to: BTreeSet<(i32, i32)> = from.iter().map(|(_, (x, y))| (x + by.0, y + by.1)).collect();
        let is_taken = |(at, room): (usize, &RoomRule)| !moved.contains(&at) && to.contains(&(room.x, room.y));
        if asset.rooms.iter().enumerate().any(is_taken) {
            return;
        }
        let chosen = self.chosen_rooms();
        let label = match from {
            [(one, _)] => format!("move {}", asset.rooms.get(*one).map_or("", |room| &room.name)),
            more => format!("move {} rooms", more.len()),
        };
        self.alter_rooms(host, (&label, key), |asset| {
            for (at, (x, y)) in from {
                let room = asset.rooms.get_mut(*at)?;
                (room.x, room.y) = (x + by.0, y + by.1);
            }
            Some(chosen)
        });
    }

    /// Moves the selected rooms by columns and rows.
    pub fn nudge_rooms(&mut self, host: &mut dyn Host, by: (i32, i32)) {
        let Some(asset) = self.campaign(host) else { return };
        let place = |at: usize| asset.rooms.get(at).map(|room| (at, (room.x, room.y)));
        let from: Vec<_> = self.chosen_rooms().into_iter().filter_map(place).collect();
        if !from.is_empty() {
            self.move_rooms(host, &from, by, "");
        }
    }

    /// Adds a room at the nearest free place and selects it. The first room becomes a start. `after` gets a way to it.
    pub fn add_room(&mut self, host: &mut dyn Host, kind: &str, at: (i32, i32), after: Option<usize>) {
        self.alter_rooms(host, (&format!("add {kind}"), ""), |asset| {
            let mut taken = Taken::of(asset);
            let (name, (x, y)) = (taken.name(kind), taken.place(at));
            if asset.rooms.is_empty() && asset.starts.is_empty() {
                asset.starts.push(name.clone());
            }
            if let Some(from) = after.and_then(|after| asset.rooms.get_mut(after)) {
                from.next.push(WayRule { to: name.clone(), ..WayRule::default() });
            }
            asset.rooms.push(RoomRule { name, kind: kind.to_owned(), x, y, ..RoomRule::default() });
            Some(vec![asset.rooms.len() - 1])
        });
    }

    /// Deletes rooms and everything that leads to them.
    pub fn delete_rooms(&mut self, host: &mut dyn Host, rooms: &[usize]) {
        let Some(asset) = self.campaign(host) else { return };
        let label = match rooms {
            [one] => format!("delete {}", asset.rooms.get(*one).map_or("", |room| &room.name)),
            more => format!("delete {} rooms", more.len()),
        };
        let gone: BTreeSet<usize> = rooms.iter().copied().collect();
        self.alter_rooms(host, (&label, ""), |asset| {
            let mut names = BTreeSet::new();
            let mut at = 0;
            asset.rooms.retain(|room| {
                at += 1;
                let is_gone = gone.contains(&(at - 1));
                if is_gone {
                    names.insert(room.name.clone());
                }
                !is_gone
            });
            if names.is_empty() {
                return None;
            }
            // Another room can have the name of a deleted one; ways lead to it then.
            names.retain(|name| asset.rooms.iter().all(|room| room.name != *name));
            forget(asset, &names);
            Some(Vec::new())
        });
    }

    /// Adds a way between two rooms. A notice reports why there is none.
    pub fn join_rooms(&mut self, host: &mut dyn Host, from: usize, to: usize) {
        let Some(asset) = self.campaign(host) else { return };
        let (Some(own), Some(other)) = (asset.rooms.get(from), asset.rooms.get(to)) else { return };
        if from == to {
            return self.tell(format!("A way from `{}` to itself is not possible.", own.name));
        }
        if own.next.iter().any(|way| way.to == other.name) {
            return self.tell(format!("There is already a way from `{}` to `{}`.", own.name, other.name));
        }
        let (label, to) = (format!("way from {} to {}", own.name, other.name), other.name.clone());
        let chosen = self.chosen_rooms();
        self.alter_rooms(host, (&label, ""), |asset| {
            asset.rooms.get_mut(from)?.next.push(WayRule { to, ..WayRule::default() });
            Some(chosen)
        });
    }

    /// Cuts a way: removes it from `next`, or empties the field of an option or of `on_loss`.
    pub fn cut_way(&mut self, host: &mut dyn Host, path: &str) {
        let Some(way) = self.campaign(host).map(Graph::of).and_then(|graph| graph.way(path).cloned()) else { return };
        self.alter_rooms(host, ("cut a way", ""), |asset| {
            let room = asset.rooms.get_mut(way.from)?;
            match way.kind {
                WayKind::Way(at) => drop(room.next.remove(at)),
                WayKind::Option(at) => room.options.get_mut(at)?.next.clear(),
                WayKind::Loss => room.on_loss.clear(),
            }
            Some(vec![way.from])
        });
    }

    /// Returns the index of the selected layer.
    #[must_use]
    pub fn chosen_layer(&self) -> Option<usize> {
        self.selected.strip_prefix("layers[")?.strip_suffix(']')?.parse().ok()
    }

    /// Returns true if something of a graph is selected that can be deleted: rooms, a way or a layer.
    #[must_use]
    pub fn has_chosen(&self) -> bool {
        !self.chosen_rooms().is_empty() || self.chosen_layer().is_some() || place_of(&self.selected).is_some()
    }

    /// Deletes a generated layer. Its templates stay rooms.
    pub fn delete_layer(&mut self, host: &mut dyn Host, at: usize) {
        let Some(layer) = self.campaign(host).and_then(|asset| asset.layers.get(at)) else { return };
        let label = format!("delete the layer {}", layer.name);
        self.alter_rooms(host, (&label, ""), |asset| {
            (at < asset.layers.len()).then(|| asset.layers.remove(at))?;
            Some(Vec::new())
        });
    }

    /// Deletes the selected rooms or the selected layer, or cuts the selected way. Returns whether something of a graph
    /// was selected.
    pub fn delete_chosen(&mut self, host: &mut dyn Host) -> bool {
        let rooms = self.chosen_rooms();
        if !rooms.is_empty() {
            self.delete_rooms(host, &rooms);
            return true;
        }
        if let Some(layer) = self.chosen_layer() {
            self.delete_layer(host, layer);
            return true;
        }
        let path = self.selected.clone();
        let is_way = place_of(&path).is_some();
        if is_way {
            self.cut_way(host, &path);
        }
        is_way
    }

    /// Makes rooms starts, or takes them from the starts if all of them are.
    pub fn toggle_starts(&mut self, host: &mut dyn Host, rooms: &[usize]) {
        let chosen = self.chosen_rooms();
        self.alter_rooms(host, ("starts", ""), |asset| {
            let names: Vec<String> = rooms.iter().filter_map(|&at| Some(asset.rooms.get(at)?.name.clone())).collect();
            let is_start = |starts: &[String], name: &String| starts.contains(name);
            if names.iter().all(|name| is_start(&asset.starts, name)) {
                asset.starts.retain(|start| !names.contains(start));
            } else {
                let new = names.into_iter().filter(|name| !is_start(&asset.starts, name)).collect::<Vec<_>>();
                asset.starts.extend(new);
            }
            Some(chosen)
        });
    }

    /// Arranges all rooms by their distance from the starts.
    pub fn arrange_rooms(&mut self, host: &mut dyn Host) {
        let chosen = self.chosen_rooms();
        self.alter_rooms(host, ("arrange rooms", ""), |asset| {
            let places = arranged(asset);
            asset.rooms.iter_mut().zip(places).for_each(|(room, (x, y))| (room.x, room.y) = (x, y));
            Some(chosen)
        });
    }
}

fn within(from: &[(usize, (i32, i32))], by: (i32, i32)) -> (i32, i32) {
    let clamped = |by: i32, all: &dyn Fn((i32, i32)) -> i32| {
        let least = from.iter().map(|(_, at)| all(*at)).min().unwrap_or(0);
        let most = from.iter().map(|(_, at)| all(*at)).max().unwrap_or(0);
        by.clamp((-least).min(0), (LAST - most).max(0))
    };
    (clamped(by.0, &|(x, _)| x), clamped(by.1, &|(_, y)| y))
}

/// Names and places of the rooms of a campaign. It finds free ones for many new rooms without reading all rooms again.
#[derive(Debug)]
pub(super) struct Taken {
    names: BTreeSet<String>,
    places: BTreeSet<(i32, i32)>,
    /// Next number to try, by the stem of a name.
    numbers: BTreeMap<String, usize>,
}

impl Taken {
    pub(super) fn of(asset: &CampaignAsset) -> Self {
        Self {
            names: asset.rooms.iter().map(|room| room.name.clone()).collect(),
            places: asset.rooms.iter().map(|room| (room.x, room.y)).collect(),
            numbers: BTreeMap::new(),
        }
    }

    pub(super) fn has_place(&self, at: (i32, i32)) -> bool {
        self.places.contains(&at)
    }

    /// Takes a name that no room has: the name itself, or with a number.
    pub(super) fn name(&mut self, like: &str) -> String {
        let mut name = like.to_owned();
        if like.is_empty() || self.names.contains(like) {
            let stem = like.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
            let stem = if stem.is_empty() { "room" } else { stem };
            let number = self.numbers.entry(stem.to_owned()).or_insert(2);
            name = format!("{stem}-{number}");
            while self.names.contains(&name) {
                *number += 1;
                name = format!("{stem}-{number}");
            }
        }
        self.names.insert(name.clone());
        name
    }

    /// Takes the free place that is nearest to a place. Rows of the same column come before other columns.
    pub(super) fn place(&mut self, (x, y): (i32, i32)) -> (i32, i32) {
        let (x, y) = (x.clamp(0, LAST), y.clamp(0, LAST));
        for distance in 0..=LAST {
            for column in [0, 1, -1].map(|sign| x + sign * (distance / 3)) {
                for row in [y + distance, y - distance] {
                    let is_inside = (0..=LAST).contains(&column) && (0..=LAST).contains(&row);
                    if is_inside && self.places.insert((column, row)) {
                        return (column, row);
                    }
                }
            }
        }
        (x, y)
    }
}

/// Removes everything that leads to rooms of these names.
fn forget(asset: &mut CampaignAsset, names: &BTreeSet<String>) {
    let is_gone = |name: &String| names.contains(name);
    for room in &mut asset.rooms {
        room.next.retain(|way| !is_gone(&way.to));
        room.options.iter_mut().map(|option| &mut option.next).for_each(|next| clear(next, names));
        clear(&mut room.on_loss, names);
    }
    asset.starts.retain(|start| !is_gone(start));
    for layer in &mut asset.layers {
        layer.from.retain(|name| !is_gone(name));
        layer.to.retain(|name| !is_gone(name));
        layer.templates.retain(|template| !is_gone(&template.room));
    }
}

fn clear(name: &mut String, names: &BTreeSet<String>) {
    if names.contains(name) {
        name.clear();
    }
}
