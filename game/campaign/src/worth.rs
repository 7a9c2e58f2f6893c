//! Worth of a party for the pilot, in points. It compares two states of the camp, so that each decision has a number:
//! its expected gain.
//!
//! * A living member is worth 100 points, and its full health another 100.
//! * A stat is worth 20 points, so a change of it by a tenth counts 2.
//! * A number that a room takes as a price is worth 40 points for the highest price. Any other number is bad: its whole
//!   range costs 100 points.
//! * An item of the stash is worth 10 points. An item that a member can wear beside the others is worth 20 more.

use crate::camp::Scene;
use crate::campaign::Campaign;
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::state::Pool;
use foretoken_vm::stats::{Stat, StatId};
use foretoken_vm::{EntityId, GameState};

/// Points of a living member.
const MEMBER: f64 = 100.0;
/// Points of full health.
const HEALTH: f64 = 100.0;
/// Points of a stat.
const STAT: f64 = 20.0;
/// Points of the highest price in a number of the run.
const PRICE: f64 = 40.0;
/// Points that the whole range of a bad number costs.
const BAD: f64 = 100.0;
/// Points of an item of the stash.
pub(crate) const ITEM: f64 = 10.0;
/// Points of a free slot that an item fills.
pub(crate) const FREE_SLOT: f64 = 20.0;

/// Points of one unit of a number of the run.
fn unit_of(campaign: &Campaign, value: &str, width: i32) -> f64 {
    let asset = &campaign.asset;
    let all = asset.rooms.iter().flat_map(|room| {
        let options = room.options.iter().flat_map(|option| &option.spends);
        options.chain(room.offers.iter().flat_map(|offer| &offer.spends))
    });
    let own = all.filter(|rule| rule.value == value);
    // A computed price counts as a middle one.
    let price = own.map(|rule| rule.amount.as_str().parse::<u32>().unwrap_or(3).max(1)).max();
    match price {
        Some(price) => PRICE / f64::from(price),
        None => -BAD / f64::from(width.max(1)),
    }
}

fn of_stats(campaign: &Campaign, state: &GameState, unit: EntityId) -> Vec<f64> {
    let book = &campaign.rules;
    let sheet = state.sheet(book);
    let stat = |at: u16| {
        let stat = StatId(at);
        let scale = book.stat(stat).map_or(1, Stat::scale) as f64;
        f64::from(sheet.stat(unit, stat)) / scale
    };
    (0..book.stat_count()).map(stat).collect()
}

fn share_of_health(campaign: &Campaign, state: &GameState, unit: EntityId) -> f64 {
    let most = state.sheet(&campaign.rules).stat(unit, StatId::HEALTH);
    if most <= 0 { 0.0 } else { f64::from(state.entity(unit).health.max(0)) / f64::from(most) }
}

/// Returns the gain from one state of the camp to another, in points. Members are compared by their names.
pub(crate) fn gain(campaign: &Campaign, before: &Scene, (scene, after): (&Scene, &GameState)) -> f64 {
    let mut points = 0.0;
    for (name, old) in before.units() {
        let then = before.state();
        let Some((_, new)) = scene.units().find(|(own, _)| *own == name) else {
            points -= MEMBER + HEALTH * share_of_health(campaign, then, old);
            continue;
        };
        if after.entity(new).health <= 0 {
            points -= MEMBER + HEALTH * share_of_health(campaign, then, old);
            continue;
        }
        points += HEALTH * (share_of_health(campaign, after, new) - share_of_health(campaign, then, old));
        let stats = of_stats(campaign, then, old).into_iter().zip(of_stats(campaign, after, new));
        points += stats.map(|(old, new)| STAT * (new - old) / old.abs().max(1.0)).sum::<f64>();
    }
    points + of_values(campaign, before.state(), after) + ITEM * (items(after) - items(before.state()))
}

/// Returns the number of items in the stash.
fn items(state: &GameState) -> f64 {
    state.instances().of(Scene::CAMP, Pool::ITEMS).len() as f64
}

fn of_values(campaign: &Campaign, before: &GameState, after: &GameState) -> f64 {
    let gain = |rule: &foretoken_action_assets::assets::ValueRule| {
        let column = campaign.rules.columns.find(ColumnOf::Entity, &rule.name)?;
        let value = |state: &GameState| state.entity_column(Scene::CAMP, column).clamp(rule.range.0, rule.range.1);
        let width = rule.range.1.saturating_sub(rule.range.0);
        Some(unit_of(campaign, &rule.name, width) * f64::from(value(after) - value(before)))
    };
    campaign.asset.values.iter().filter_map(gain).sum()
}
