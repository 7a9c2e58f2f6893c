//! Automatic layout: columns by distance from the starts, rows by the rows of the rooms before.

use super::index_of;
use foretoken_action_assets::assets::CampaignAsset;
use std::collections::{BTreeMap, VecDeque};

/// Number of columns of a map.
const COLUMNS: usize = 10_000;
/// Most rooms in a column of the layout. Further rooms go to the next column.
const MOST_IN_COLUMN: usize = 40;

/// Returns a column and a row for each room. Depends on nothing but the names and ways of the rooms and on the starts.
/// No two rooms have one place.
#[must_use]
pub fn arranged(asset: &CampaignAsset) -> Vec<(i32, i32)> {
    let leads = leads(asset);
    let distance = distances(asset, &leads);
    let mut layers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let reached = distance.iter().filter_map(|at| *at).max().map_or(0, |far| far + 1);
    for (room, at) in distance.iter().enumerate() {
        // Rooms without a way to them, such as templates, follow all others.
        layers.entry(at.unwrap_or(reached)).or_default().push(room);
    }
    let mut places = vec![(0, 0); asset.rooms.len()];
    let mut row_of = vec![0.0_f32; asset.rooms.len()];
    let mut column = 0;
    for (layer, rooms) in layers {
        let mut ordered = rooms;
        if layer > 0 {
            let wanted = wanted_rows(&leads, &distance, &row_of, layer, asset.rooms.len());
            let middle = |room: usize| wanted[room].unwrap_or(f32::MAX);
            ordered.sort_by(|&a, &b| middle(a).total_cmp(&middle(b)).then(a.cmp(&b)));
        }
        for part in ordered.chunks(MOST_IN_COLUMN) {
            for (row, &room) in part.iter().enumerate() {
                // A chain that is longer than the map goes on below its begin.
                places[room] = ((column % COLUMNS) as i32, (row + column / COLUMNS * (MOST_IN_COLUMN + 1)) as i32);
                row_of[room] = row as f32 - part.len() as f32 / 2.0;
            }
            column += 1;
        }
    }
    centre(&mut places);
    places
}

/// Rooms to which each room leads.
fn leads(asset: &CampaignAsset) -> Vec<Vec<usize>> {
    let index = index_of(asset);
    let at = |name: &str| index.get(name).copied();
    let mut leads: Vec<Vec<usize>> = Vec::with_capacity(asset.rooms.len());
    for room in &asset.rooms {
        let names = room.next.iter().map(|way| &way.to).chain(room.options.iter().map(|option| &option.next));
        leads.push(names.chain([&room.on_loss]).filter_map(|name| at(name)).collect());
    }
    for layer in &asset.layers {
        let to: Vec<usize> = layer.to.iter().filter_map(|name| at(name)).collect();
        for from in layer.from.iter().filter_map(|name| at(name)) {
            leads[from].extend(&to);
        }
    }
    leads
}

/// Distance of each room from the nearest start. Without starts, the first room is the start.
fn distances(asset: &CampaignAsset, leads: &[Vec<usize>]) -> Vec<Option<usize>> {
    let index = index_of(asset);
    let mut distance = vec![None; leads.len()];
    let mut queue: VecDeque<usize> = asset.starts.iter().filter_map(|name| index.get(name.as_str()).copied()).collect();
    if queue.is_empty() && !leads.is_empty() {
        queue.push_back(0);
    }
    queue.iter().for_each(|&room| distance[room] = Some(0));
    while let Some(room) = queue.pop_front() {
        let next = distance[room].map(|at: usize| at + 1);
        for &to in &leads[room] {
            if distance[to].is_none() {
                distance[to] = next;
                queue.push_back(to);
            }
        }
    }
    distance
}

/// Mean row of the rooms one layer before that lead to each room of a layer.
fn wanted_rows(
    leads: &[Vec<usize>],
    distance: &[Option<usize>],
    row_of: &[f32],
    layer: usize,
    count: usize,
) -> Vec<Option<f32>> {
    let mut sums = vec![(0.0_f32, 0.0_f32); count];
    for (from, to) in leads.iter().enumerate().filter(|(from, _)| distance[*from] == Some(layer - 1)) {
        for &to in to.iter().filter(|&&to| distance[to] == Some(layer)) {
            sums[to] = (sums[to].0 + row_of[from], sums[to].1 + 1.0);
        }
    }
    sums.into_iter().map(|(sum, of)| (of > 0.0).then(|| sum / of)).collect()
}

/// Moves each column down so that all columns have one middle.
fn centre(places: &mut [(i32, i32)]) {
    let mut heights: BTreeMap<i32, i32> = BTreeMap::new();
    for &(column, row) in places.iter() {
        let height = heights.entry(column).or_default();
        *height = (*height).max(row + 1);
    }
    let most = heights.values().copied().max().unwrap_or(0);
    for (column, row) in places {
        *row += (most - heights.get(column).copied().unwrap_or(most)) / 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_action_assets::assets::{RoomRule, WayRule};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn campaign(rooms: &[&[usize]], starts: &[usize]) -> CampaignAsset {
        let name = |at: &usize| format!("r{at}");
        let room = |(at, next): (usize, &&[usize])| {
            let next = next.iter().map(|to| WayRule { to: name(to), ..WayRule::default() }).collect();
            RoomRule { name: name(&at), next, ..RoomRule::default() }
        };
        let rooms = rooms.iter().enumerate().map(room).collect();
        CampaignAsset { rooms, starts: starts.iter().map(name).collect(), ..CampaignAsset::default() }
    }

    #[test]
    fn columns_are_distances_and_rows_follow_the_rooms_before() {
        // Two branches that do not cross: 0 leads to 1 and 2, 1 to 4, 2 to 3.
        let asset = campaign(&[&[1, 2], &[4], &[3], &[5], &[5], &[]], &[0]);
        assert_eq!(arranged(&asset), [(0, 0), (1, 0), (1, 1), (2, 1), (2, 0), (3, 0)]);
    }

    #[test]
    fn rooms_without_a_way_to_them_come_last() {
        let asset = campaign(&[&[1], &[], &[]], &[0]);
        assert_eq!(arranged(&asset), [(0, 0), (1, 0), (2, 0)]);
        assert_eq!(arranged(&CampaignAsset::default()), []);
    }

    #[test]
    fn a_chain_that_is_longer_than_the_map_fits() {
        let next: Vec<[usize; 1]> = (0..20_000).map(|at| [at + 1]).collect();
        let rooms: Vec<&[usize]> = next.iter().map(|next| &next[..]).collect();
        let places = arranged(&campaign(&rooms, &[0]));
        assert_eq!(places.iter().collect::<BTreeSet<_>>().len(), 20_000);
        assert!(places.iter().all(|&(x, y)| (0..=9999).contains(&x) && (0..=9999).contains(&y)));
    }

    #[test]
    fn ten_thousand_rooms_have_their_own_places() {
        let next: Vec<Vec<usize>> = (0..10_000).map(|at| vec![at + 1, at * 2 + 1]).collect();
        let rooms: Vec<&[usize]> = next.iter().map(Vec::as_slice).collect();
        let places = arranged(&campaign(&rooms, &[0]));
        assert_eq!(places.iter().collect::<BTreeSet<_>>().len(), 10_000);
    }

    proptest! {
        #[test]
        fn no_two_rooms_have_one_place(
            ways in prop::collection::vec(prop::collection::vec(0_usize..60, 0..5), 0..60),
            starts in prop::collection::vec(0_usize..60, 0..4),
        ) {
            let rooms: Vec<&[usize]> = ways.iter().map(Vec::as_slice).collect();
            let asset = campaign(&rooms, &starts);
            let places = arranged(&asset);
            prop_assert_eq!(places.iter().collect::<BTreeSet<_>>().len(), ways.len());
            prop_assert!(places.iter().all(|&(x, y)| (0..=9999).contains(&x) && (0..=9999).contains(&y)));
            prop_assert_eq!(arranged(&asset), places);
        }
    }
}
