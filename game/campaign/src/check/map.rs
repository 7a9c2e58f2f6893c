//! Checks of a campaign's map: names, ways, rooms that cannot be reached or left, and cycles.

use super::Faults;
use crate::layers::is_template;
use crate::rooms::RoomKinds;
use foretoken_action_assets::assets::{CampaignAsset, RoomRule};
use foretoken_action_assets::did_you_mean;
use std::collections::BTreeMap;

/// Rooms to which a room leads, with the path of each field.
fn leads(at: usize, room: &RoomRule) -> impl Iterator<Item = (String, &str)> {
    let ways = room.next.iter().enumerate().map(move |(way, rule)| (format!("rooms[{at}].next[{way}].to"), &*rule.to));
    let options = room.options.iter().enumerate();
    let options = options.map(move |(option, rule)| (format!("rooms[{at}].options[{option}].next"), &*rule.next));
    let loss = std::iter::once((format!("rooms[{at}].on_loss"), &*room.on_loss));
    ways.chain(options.chain(loss).filter(|(_, to)| !to.is_empty()))
}

/// Indices of the rooms to which each room leads.
fn edges(asset: &CampaignAsset, index: &BTreeMap<&str, usize>) -> Vec<Vec<usize>> {
    let of = |room: &RoomRule| {
        let names = room.next.iter().map(|way| &way.to).chain(room.options.iter().map(|option| &option.next));
        names.chain([&room.on_loss]).filter_map(|name| index.get(name.as_str()).copied()).collect()
    };
    asset.rooms.iter().map(of).collect()
}

fn reached(edges: &[Vec<usize>], from: impl IntoIterator<Item = usize>) -> Vec<bool> {
    let mut reached = vec![false; edges.len()];
    let mut next: Vec<usize> = from.into_iter().collect();
    while let Some(room) = next.pop() {
        if !std::mem::replace(&mut reached[room], true) {
            next.extend(&edges[room]);
        }
    }
    reached
}

fn reversed(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut back = vec![Vec::new(); edges.len()];
    for (from, to) in edges.iter().enumerate() {
        for &to in to {
            back[to].push(from);
        }
    }
    back
}

/// Returns the rooms that are on a cycle or behind one.
fn cyclic(edges: &[Vec<usize>]) -> Vec<usize> {
    let back = reversed(edges);
    let mut incoming: Vec<usize> = back.iter().map(Vec::len).collect();
    let mut open: Vec<usize> = (0..edges.len()).filter(|&room| incoming[room] == 0).collect();
    let mut left = vec![true; edges.len()];
    while let Some(room) = open.pop() {
        left[room] = false;
        for &to in &edges[room] {
            incoming[to] -= 1;
            if incoming[to] == 0 {
                open.push(to);
            }
        }
    }
    // Remove what is only behind a cycle: rooms without a way to a room that is left.
    let mut outgoing: Vec<usize> = edges.iter().map(|to| to.iter().filter(|&&to| left[to]).count()).collect();
    let mut open: Vec<usize> = (0..edges.len()).filter(|&room| left[room] && outgoing[room] == 0).collect();
    while let Some(room) = open.pop() {
        left[room] = false;
        for &from in back[room].iter().filter(|&&from| left[from]) {
            outgoing[from] -= 1;
            if outgoing[from] == 0 {
                open.push(from);
            }
        }
    }
    (0..edges.len()).filter(|&room| left[room]).collect()
}

pub(super) fn check(asset: &CampaignAsset, kinds: &RoomKinds, faults: &mut Faults<'_>) {
    let mut index: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, room) in asset.rooms.iter().enumerate() {
        if room.name.is_empty() {
            faults.error(&format!("rooms[{at}].name"), "no-name", "this room has no name");
        } else if index.insert(&room.name, at).is_some() {
            let message = format!("another room has the name `{}`", room.name);
            faults.error(&format!("rooms[{at}].name"), "same-name", message);
        }
    }
    let unknown = |faults: &mut Faults<'_>, path: &str, name: &str| {
        let help = if faults.is_full() { None } else { did_you_mean(name, index.keys().copied()) };
        faults.error_with(path, "unknown-room", format!("unknown room `{name}`"), help);
    };
    for (at, start) in asset.starts.iter().enumerate().filter(|(_, start)| !index.contains_key(start.as_str())) {
        unknown(faults, &format!("starts[{at}]"), start);
    }
    for (at, room) in asset.rooms.iter().enumerate() {
        for (path, to) in leads(at, room).filter(|(_, to)| !index.contains_key(to)) {
            unknown(faults, &path, to);
        }
        let Some(kind) = kinds.get(&room.kind) else {
            let help = did_you_mean(&room.kind, kinds.names());
            let message = format!("unknown kind of room `{}`", room.kind);
            faults.error_with(&format!("rooms[{at}].kind"), "unknown-room-kind", message, help);
            continue;
        };
        for (field, code, message) in kind.faults(room) {
            faults.error(&format!("rooms[{at}].{field}"), code, message);
        }
    }
    if asset.starts.is_empty() {
        return faults.error("starts", "no-start", "a campaign needs a room in `starts`");
    }
    let edges = edges(asset, &index);
    let starts = asset.starts.iter().filter_map(|start| index.get(start.as_str()).copied());
    let is_reached = reached(&edges, starts);
    let is_end = |room: &RoomRule| kinds.get(&room.kind).is_some_and(|kind| kind.content(room).end.is_some());
    let ends = (0..asset.rooms.len()).filter(|&at| is_end(&asset.rooms[at]));
    let has_end = reached(&reversed(&edges), ends);
    for (at, room) in asset.rooms.iter().enumerate() {
        let name = &room.name;
        if is_template(asset, name) {
            continue;
        }
        if !is_reached[at] {
            let message = format!("no way leads to the room `{name}`");
            faults.error(&format!("rooms[{at}].name"), "unreachable-room", message);
        } else if !has_end[at] {
            let message = format!("no way leads from the room `{name}` to an end");
            faults.error(&format!("rooms[{at}].name"), "no-end", message);
        }
    }
    if !asset.cycles
        && let Some(&at) = cyclic(&edges).first()
    {
        let message = format!("the ways from the room `{}` lead back to it", asset.rooms[at].name);
        let help = "remove a way, or set `cycles: true`".to_owned();
        faults.error_with(&format!("rooms[{at}].next"), "cycle", message, Some(help));
    }
}
