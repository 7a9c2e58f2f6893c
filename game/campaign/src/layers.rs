//! Generated layers of a campaign: columns of rooms that are drawn from templates when a run begins. Guaranteed rooms
//! are placed first, by a matching, so they are there whenever there are enough places.

use crate::chance::{Purpose, dice_for};
use crate::limits::MOST_ROOMS;
use crate::matching::place;
use foretoken_action_assets::assets::{CampaignAsset, LayerRule, RoomRule, WayRule};
use foretoken_vm::Dice;
use std::collections::BTreeSet;

/// Reason why layers cannot be generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayerFault {
    /// No such room.
    #[error("unknown room `{0}`")]
    NoRoom(String),
    /// A layer without a template.
    #[error("a layer needs a template with a weight")]
    NoTemplate,
    /// More guaranteed rooms than places.
    #[error("the guaranteed rooms of the template `{0}` have too few places in this layer")]
    NoPlace(String),
    /// Too many rooms.
    #[error("a campaign has at most {MOST_ROOMS} rooms, with those of its layers")]
    TooMany,
}

/// Returns the rooms that exist only as templates of layers.
pub(crate) fn is_template(asset: &CampaignAsset, room: &str) -> bool {
    asset.layers.iter().flat_map(|layer| &layer.templates).any(|template| template.room == room)
}

/// Returns the rooms that are no rooms of the map, only templates of layers: no way, option, defeat or start leads there.
pub(crate) fn templates(asset: &CampaignAsset) -> BTreeSet<&str> {
    let mut names: BTreeSet<&str> =
        asset.layers.iter().flat_map(|layer| &layer.templates).map(|template| template.room.as_str()).collect();
    if names.is_empty() {
        return names;
    }
    for start in asset.starts.iter().chain(asset.layers.iter().flat_map(|layer| &layer.to)) {
        names.remove(start.as_str());
    }
    for room in &asset.rooms {
        names.remove(room.on_loss.as_str());
        for to in room.next.iter().map(|way| &way.to).chain(room.options.iter().map(|option| &option.next)) {
            names.remove(to.as_str());
        }
    }
    names
}

/// Returns the least and the greatest number of rooms of a campaign, with generated rooms and without templates.
#[must_use]
pub fn count_rooms(asset: &CampaignAsset) -> (usize, usize) {
    let own = asset.rooms.len().saturating_sub(templates(asset).len());
    let of_layer = |layer: &LayerRule| {
        let (least, most) = (layer.rows.0.unsigned_abs().max(1), layer.rows.1.unsigned_abs().max(1));
        let columns = usize::try_from(layer.columns).unwrap_or_default();
        (columns * least as usize, columns * most.max(least) as usize)
    };
    let layers = asset.layers.iter().map(of_layer);
    layers.fold((own, own), |(least, most), (a, b)| (least.saturating_add(a), most.saturating_add(b)))
}

/// Returns the campaign with the generated rooms of a seed. Templates stay in the list, so indices keep their meaning.
///
/// # Errors
///
/// The index of the layer with a fault, and the fault.
pub(crate) fn expanded(asset: &CampaignAsset, seed: u64) -> Result<CampaignAsset, (usize, LayerFault)> {
    let mut whole = asset.clone();
    for (at, layer) in asset.layers.iter().enumerate() {
        generate(asset, layer, seed, &mut whole).map_err(|fault| (at, fault))?;
    }
    Ok(whole)
}

fn room_name(layer: &LayerRule, column: usize, row: usize) -> String {
    format!("{}-{}-{}", layer.name, column + 1, row + 1)
}

fn generate(asset: &CampaignAsset, layer: &LayerRule, seed: u64, whole: &mut CampaignAsset) -> Result<(), LayerFault> {
    let what = format!("layer {}", layer.name);
    let mut dice = dice_for(seed, Purpose { room: "", visit: 0, what: &what, fork: 0 });
    let (least, most) = (layer.rows.0.unsigned_abs().max(1), layer.rows.1.unsigned_abs().max(1));
    let rows: Vec<usize> =
        (0..layer.columns).map(|_| (least + dice.below(most.saturating_sub(least) + 1)) as usize).collect();
    let places: Vec<(usize, usize)> =
        rows.iter().enumerate().flat_map(|(column, &count)| (0..count).map(move |row| (column, row))).collect();
    if whole.rooms.len() + places.len() > MOST_ROOMS {
        return Err(LayerFault::TooMany);
    }
    let templates = drawn(layer, places.len(), &mut dice)?;
    let next_of = |column: usize, row: usize| -> Vec<String> {
        let Some(&next) = rows.get(column + 1) else { return layer.to.clone() };
        // Rooms are joined if their shares of the column's height overlap, so each has a way in and a way out.
        let (count, joined) = (rows[column], |other: &usize| row * next < (other + 1) * rows[column]);
        let joined = (0..next).filter(|other| joined(other) && other * count < (row + 1) * next);
        joined.map(|other| room_name(layer, column + 1, other)).collect()
    };
    for (&(column, row), &template) in places.iter().zip(&templates) {
        let name = &layer.templates[template].room;
        let room = asset.rooms.iter().find(|room| room.name == *name);
        let room = room.ok_or_else(|| LayerFault::NoRoom(name.clone()))?;
        whole.rooms.push(RoomRule {
            name: room_name(layer, column, row),
            title: if room.title.is_empty() { room.name.clone() } else { room.title.clone() },
            x: layer.x.saturating_add(column as i32),
            y: layer.y.saturating_add(row as i32),
            next: next_of(column, row).into_iter().map(|to| WayRule { to, ..WayRule::default() }).collect(),
            ..room.clone()
        });
    }
    for from in &layer.from {
        let room = whole.rooms.iter_mut().find(|room| room.name == *from);
        let room = room.ok_or_else(|| LayerFault::NoRoom(from.clone()))?;
        let first = (0..rows.first().copied().unwrap_or_default()).map(|row| room_name(layer, 0, row));
        room.next.extend(first.map(|to| WayRule { to, ..WayRule::default() }));
    }
    Ok(())
}

/// Returns the template of each place.
fn drawn(layer: &LayerRule, places: usize, dice: &mut Dice) -> Result<Vec<usize>, LayerFault> {
    let total = layer.templates.iter().fold(0_u32, |sum, own| sum.saturating_add(own.weight.unsigned_abs()));
    if total == 0 || places == 0 {
        return Err(LayerFault::NoTemplate);
    }
    let mut guaranteed = Vec::new();
    for (at, template) in layer.templates.iter().enumerate() {
        guaranteed.extend((0..template.guaranteed.max(0)).map(|_| at));
    }
    let candidates: Vec<Vec<usize>> = guaranteed
        .iter()
        .map(|_| {
            let mut all: Vec<usize> = (0..places).collect();
            for last in (1..all.len()).rev() {
                all.swap(last, dice.below(last as u32 + 1) as usize);
            }
            all
        })
        .collect();
    let taken = place(&candidates, &vec![1; places])
        .map_err(|thing| LayerFault::NoPlace(layer.templates[guaranteed[thing]].room.clone()))?;
    let mut templates: Vec<usize> = (0..places).map(|_| weighted(layer, dice.below(total))).collect();
    for (&template, place) in guaranteed.iter().zip(taken) {
        templates[place] = template;
    }
    Ok(templates)
}

fn weighted(layer: &LayerRule, mut left: u32) -> usize {
    for (at, template) in layer.templates.iter().enumerate() {
        match left.checked_sub(template.weight.unsigned_abs()) {
            Some(rest) => left = rest,
            None => return at,
        }
    }
    0
}
