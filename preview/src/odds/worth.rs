//! What a carrier is worth: odds as they are, beside odds of the same plan where a unit does not hold it.

use super::{Odds, OddsBudget, OddsReport};
use foretoken_vm::state::{Holding, Pool};
use foretoken_vm::stats::CarrierRef;
use foretoken_vm::{EntityId, Known, Plan, Rulebook};

/// Differences below this are none: sums of chances are rounded.
const LEAST: f64 = 1e-6;

/// What somebody's status or worn item changes of what is to come, by the horizon.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// Who has it.
    pub bearer: EntityId,
    /// What it is.
    pub carrier: CarrierRef,
    /// What it changes for whom, in order of creation; never empty.
    pub of: Vec<WorthFor>,
    /// The largest standard error of the chances; 0 where all were counted.
    pub error: f64,
}

/// What it changes for one unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorthFor {
    /// Whom.
    pub unit: EntityId,
    /// By how much its death is likelier with it, from -1 to 1.
    pub dies: f64,
    /// How much more health it has with it, on average.
    pub health: f64,
}

/// What statuses and worn items of all who are known are worth, those that change nothing left out: `most` of them are looked
/// at, each within the budget. The plan is held fixed.
#[must_use]
pub fn worths(book: &Rulebook, known: &Known, plan: &Plan, budget: OddsBudget, most: usize) -> Vec<Worth> {
    let report = |known: &Known| {
        let mut odds = Odds::within(budget);
        odds.ask(book, known, plan, None);
        odds.work(book, known, u64::MAX);
        odds.report().cloned().unwrap_or_default()
    };
    let acts =
        |held: &&Holding| held.pool == Pool::STATUSES || held.pool == Pool::ITEMS && held.words[Holding::WORN] != 0;
    let lives = |held: &&Holding| known.state().entity(held.bearer).is_alive();
    let mut held = known.state().holdings().all().iter().filter(acts).filter(lives).take(most).peekable();
    if held.peek().is_none() {
        return Vec::new();
    }
    let with = report(known);
    let worth = |held: &Holding| {
        let carrier = CarrierRef::of(held)?;
        let without = report(&known.without(held.bearer, held.pool, held.number));
        let of = differences(&with, &without);
        let error = with.method.error(0.5).max(without.method.error(0.5));
        (!of.is_empty()).then_some(Worth { bearer: held.bearer, carrier, of, error })
    };
    held.filter_map(worth).collect()
}

fn differences(with: &OddsReport, without: &OddsReport) -> Vec<WorthFor> {
    let mean = |odds: &super::UnitOdds| {
        let sum: f64 = odds.health.values().iter().map(|&(health, chance)| f64::from(health) * chance).sum();
        // Rounding leaves a little.
        if sum.abs() < LEAST { 0.0 } else { sum }
    };
    let pairs = with.units.iter().filter_map(|one| Some((one, without.units.iter().find(|two| two.unit == one.unit)?)));
    let both =
        pairs.map(|(one, two)| WorthFor { unit: one.unit, dies: one.dies - two.dies, health: mean(one) - mean(two) });
    // Sampled odds differ by what falls out otherwise: that is no worth.
    let error = 3.0 * (with.method.error(0.5) + without.method.error(0.5));
    both.filter(|worth| worth.dies.abs() > LEAST.max(error) || worth.health.abs() > LEAST + 10.0 * error).collect()
}
