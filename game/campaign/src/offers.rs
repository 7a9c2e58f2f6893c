//! Offers of a room: fixed ones, drawn ones, and those that appear once in a run.

use crate::camp::Scene;
use crate::campaign::Campaign;
use crate::chance::{Purpose, dice_for};
use crate::matching::place;
use crate::state::RunState;
use foretoken_action_assets::assets::{OfferRule, RoomRule};
use foretoken_vm::Dice;
use std::collections::BTreeMap;

/// Returns what makes two offers the same thing.
fn identity(offer: &OfferRule) -> [&str; 4] {
    [&offer.title, &offer.item, &offer.skill, &offer.action]
}

/// An offer that appears once in a run, with its rooms and its index in each.
struct Once<'c> {
    what: [&'c str; 4],
    rooms: Vec<(usize, u16)>,
}

fn once_only<'c>(rooms: &'c [RoomRule]) -> Vec<Once<'c>> {
    let mut all: Vec<Once<'c>> = Vec::new();
    let mut known = BTreeMap::new();
    for (room, rule) in rooms.iter().enumerate() {
        for (at, offer) in rule.offers.iter().enumerate().filter(|(_, offer)| offer.once) {
            let what = identity(offer);
            let index = *known.entry(what).or_insert_with(|| {
                all.push(Once { what, rooms: Vec::new() });
                all.len() - 1
            });
            all[index].rooms.push((room, at as u16));
        }
    }
    all
}

fn capacity(room: &RoomRule) -> usize {
    if room.draw == 0 { room.offers.len() } else { room.draw.unsigned_abs() as usize }
}

/// An offer without a place, by its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` appears once in a run, but its rooms have too few places for all such offers")]
pub(crate) struct NoPlace(pub(crate) String);

/// Places the offers that appear once. Returns the indices by room.
///
/// # Errors
///
/// If there are too few places.
pub(crate) fn place_once(campaign: &Campaign, seed: u64) -> Result<BTreeMap<String, Vec<u16>>, NoPlace> {
    let rooms = &campaign.asset.rooms;
    let all = once_only(rooms);
    let mut dice = dice_for(seed, Purpose { room: "", visit: 0, what: "once", fork: 0 });
    let mut candidates: Vec<Vec<usize>> =
        all.iter().map(|own| own.rooms.iter().map(|(room, _)| *room).collect()).collect();
    candidates.iter_mut().for_each(|rooms| shuffle(rooms, &mut dice));
    let capacity: Vec<usize> = rooms.iter().map(capacity).collect();
    let places = place(&candidates, &capacity).map_err(|thing| {
        let name = all[thing].what.into_iter().find(|name| !name.is_empty());
        NoPlace(name.unwrap_or_default().to_owned())
    })?;
    let mut placed: BTreeMap<String, Vec<u16>> = BTreeMap::new();
    for (own, room) in all.iter().zip(places) {
        let at = own.rooms.iter().find(|(other, _)| *other == room).map_or(0, |(_, at)| *at);
        placed.entry(rooms[room].name.clone()).or_default().push(at);
    }
    Ok(placed)
}

fn shuffle<T>(list: &mut [T], dice: &mut Dice) {
    for last in (1..list.len()).rev() {
        list.swap(last, dice.below(last as u32 + 1) as usize);
    }
}

/// Returns the offers of a room on a visit, as sorted indices. They depend on nothing but seed, room, visit and the
/// belongings that the conditions of the offers read.
pub(crate) fn offers(campaign: &Campaign, state: &RunState, scene: &Scene, room: &str, visit: u32) -> Vec<u16> {
    let Some(at) = campaign.room_index(room) else { return Vec::new() };
    let rule = &campaign.asset.rooms[at];
    let is_open = |offer: usize| scene.is_met(campaign, &format!("rooms[{at}].offers[{offer}].when"));
    let placed = state.placed.get(room).map_or(&[][..], Vec::as_slice);
    let mut chosen: Vec<u16> = placed
        .iter()
        .copied()
        .filter(|&offer| usize::from(offer) < rule.offers.len() && is_open(usize::from(offer)))
        .collect();
    let others = rule.offers.iter().enumerate().take(campaign.own_offers(at));
    let others = others.filter(|&(offer, own)| !own.once && own.tagged.is_empty() && is_open(offer));
    let mut others: Vec<(u16, u32)> = others.map(|(offer, own)| (offer as u16, own.weight.unsigned_abs())).collect();
    let most = if rule.draw == 0 { usize::MAX } else { rule.draw.unsigned_abs() as usize };
    let what = Purpose { room, visit, what: "offers", fork: state.dice_fork() };
    let mut dice = dice_for(state.seed, what);
    while chosen.len() < most && !others.is_empty() {
        let next = if rule.draw == 0 { 0 } else { drawn(&others, &mut dice) };
        chosen.push(others.remove(next).0);
    }
    for table in campaign.tables(at).iter().filter(|table| is_open(usize::from(table.offer))) {
        let what = format!("table {}", table.offer);
        let what = Purpose { room, visit, what: &what, fork: state.dice_fork() };
        let mut dice = dice_for(state.seed, what);
        let mut skills: Vec<u16> = table.skills.clone().collect();
        shuffle(&mut skills, &mut dice);
        chosen.extend(skills.into_iter().take(table.draw));
    }
    chosen.sort_unstable();
    chosen
}

fn drawn(weighted: &[(u16, u32)], dice: &mut Dice) -> usize {
    let total = weighted.iter().fold(0_u32, |sum, (_, weight)| sum.saturating_add(*weight));
    let mut left = dice.below(total);
    for (at, (_, weight)) in weighted.iter().enumerate() {
        match left.checked_sub(*weight) {
            Some(rest) => left = rest,
            None => return at,
        }
    }
    0
}
