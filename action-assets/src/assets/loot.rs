//! Exact chance of each offer of a room to be among those that are drawn.

use super::RoomRule;

/// Half of the number of nodes of the integral. The error is below 1e-12 for weights from 1 to 1000.
const HALF: i32 = 160;
/// Distance between two nodes.
const STEP: f64 = 1.0 / 32.0;

/// Chance of an offer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OfferChance {
    /// It is among the drawn offers with this chance.
    Drawn(f64),
    /// It is in this room in each run.
    Sure,
    /// It is in exactly one of this number of rooms. The room is drawn when the run begins.
    OneOf(usize),
    /// It stands for a table, of which this number of skills is drawn.
    Table(usize),
}

/// Returns the chance of each thing to be among `count` things that are drawn one after another without putting back.
/// A thing with weight 10 is drawn ten times as often as a thing with weight 1.
///
/// The order of such draws is the order of arrival of clocks that ring at the rate of the weights. The chance of a thing
/// is the integral over the time at which its clock rings: fewer than `count` other clocks have rung until then.
#[must_use]
#[allow(clippy::disallowed_methods, reason = "the chances are displayed; no state, hash or record depends on them")]
pub fn chances_of_draws(weights: &[u32], count: usize) -> Vec<f64> {
    let total: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
    if count == 0 || total <= 0.0 {
        return vec![0.0; weights.len()];
    }
    if count >= weights.iter().filter(|&&weight| weight > 0).count() {
        return weights.iter().map(|&weight| if weight > 0 { 1.0 } else { 0.0 }).collect();
    }
    let rates: Vec<f64> = weights.iter().map(|&weight| f64::from(weight) / total).collect();
    let mut chances = vec![0.0; rates.len()];
    let mut rung = Vec::new();
    for node in -HALF..=HALF * 3 {
        // Time `e^(s - e^-s)`, for which the sum over equal steps of `s` converges exponentially.
        let s = f64::from(node) * STEP - 0.5;
        let time = (s - (-s).exp()).exp();
        let part = STEP * time * (1.0 + (-s).exp());
        // Chance of each clock to be silent until then, and to have rung.
        let clocks: Vec<(f64, f64)> =
            rates.iter().map(|rate| ((-rate * time).exp(), -(-rate * time).exp_m1())).collect();
        for (own, &rate) in rates.iter().enumerate() {
            let density = rate * clocks[own].0 * part;
            if density > f64::MIN_POSITIVE {
                chances[own] += density * fewer_rung(&clocks, own, count, &mut rung);
            }
        }
    }
    chances.into_iter().map(|chance| chance.clamp(0.0, 1.0)).collect()
}

/// Returns the chance that fewer than `count` of the other clocks have rung. `rung` is memory for the chance of each
/// number.
fn fewer_rung(clocks: &[(f64, f64)], own: usize, count: usize, rung: &mut Vec<f64>) -> f64 {
    rung.clear();
    rung.resize(count, 0.0);
    rung[0] = 1.0;
    for (_, &(silent, rings)) in clocks.iter().enumerate().filter(|(at, _)| *at != own) {
        for number in (0..count).rev() {
            let before = if number > 0 { rung[number - 1] } else { 0.0 };
            rung[number] = rung[number] * silent + before * rings;
        }
    }
    rung.iter().sum()
}

/// Returns the chance of each offer of a room, if all conditions are met. An offer that appears once in a run takes one
/// of the drawn places if this room is its only room. Other offers of this kind are not counted as drawn.
#[must_use]
pub fn offer_chances(rooms: &[RoomRule], room: usize) -> Vec<OfferChance> {
    let Some(rule) = rooms.get(room) else { return Vec::new() };
    let rooms_with = |at: usize| {
        let own = &rule.offers[at];
        let is_same = |other: &super::OfferRule| {
            other.once && (&other.item, &other.action, &other.title) == (&own.item, &own.action, &own.title)
        };
        rooms.iter().filter(|other| other.offers.iter().any(is_same)).count()
    };
    let once: Vec<Option<usize>> =
        (0..rule.offers.len()).map(|at| rule.offers[at].once.then(|| rooms_with(at))).collect();
    let taken = once.iter().filter(|rooms| **rooms == Some(1)).count();
    let is_table = |at: usize| !rule.offers[at].tagged.is_empty();
    let others: Vec<usize> = (0..once.len()).filter(|&at| once[at].is_none() && !is_table(at)).collect();
    let weights: Vec<u32> = others.iter().map(|&at| rule.offers[at].weight.unsigned_abs()).collect();
    let places = if rule.draw <= 0 { others.len() } else { (rule.draw.unsigned_abs() as usize).saturating_sub(taken) };
    let mut drawn = chances_of_draws(&weights, places).into_iter();
    once.into_iter()
        .enumerate()
        .map(|(at, rooms)| match rooms {
            _ if is_table(at) => OfferChance::Table(rule.offers[at].draw.unsigned_abs() as usize),
            Some(1) => OfferChance::Sure,
            Some(rooms) => OfferChance::OneOf(rooms),
            None => OfferChance::Drawn(drawn.next().unwrap_or(0.0)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::OfferRule;

    /// Adds the chance of each order of draws, without the integral.
    fn by_all_orders(weights: &[u32], count: usize) -> Vec<f64> {
        fn draw(left: &mut Vec<usize>, weights: &[u32], count: usize, chance: f64, chances: &mut [f64]) {
            if count == 0 {
                return;
            }
            let total: f64 = left.iter().map(|&at| f64::from(weights[at])).sum();
            for place in 0..left.len() {
                let own = left.remove(place);
                let here = chance * f64::from(weights[own]) / total;
                chances[own] += here;
                draw(left, weights, count - 1, here, chances);
                left.insert(place, own);
            }
        }
        let mut chances = vec![0.0; weights.len()];
        draw(&mut (0..weights.len()).collect(), weights, count, 1.0, &mut chances);
        chances
    }

    #[test]
    fn the_chances_are_those_of_all_orders_of_draws() {
        for weights in [
            &[1, 1, 1][..],
            &[3, 2, 2, 1, 3],
            &[1, 1000],
            &[1, 1000, 1, 1],
            &[1000, 999, 1, 1, 500, 3],
            &[7, 7, 7, 7, 7, 7, 7],
            &[1, 2, 3, 4, 5, 6, 7, 8],
        ] {
            for count in 0..=weights.len() {
                let (exact, found) = (by_all_orders(weights, count), chances_of_draws(weights, count));
                for (at, (exact, found)) in exact.iter().zip(&found).enumerate() {
                    assert!((exact - found).abs() < 1e-10, "{weights:?}, {count} drawn, {at}: {exact} and {found}");
                }
            }
        }
    }

    #[test]
    fn the_chances_of_many_offers_add_up_to_the_number_of_draws() {
        let weights: Vec<u32> = (1..=99).map(|at| at * at % 1000 + 1).collect();
        for count in [1, 5, 50, 98] {
            let sum: f64 = chances_of_draws(&weights, count).iter().sum();
            assert!((sum - count as f64).abs() < 1e-7, "{sum} and {count}");
        }
    }

    #[test]
    fn an_offer_that_appears_once_takes_a_place() {
        let offer = |item: &str, once| OfferRule { item: item.to_owned(), once, ..OfferRule::default() };
        let room = |offers: Vec<OfferRule>, draw| RoomRule { offers, draw, ..RoomRule::default() };
        let rooms = [
            room(vec![offer("relic", true), offer("a", false), offer("b", false), offer("crown", true)], 2),
            room(vec![offer("crown", true), offer("a", false)], 0),
        ];
        let half = |chance: OfferChance| matches!(chance, OfferChance::Drawn(share) if (share - 0.5).abs() < 1e-12);
        let found = offer_chances(&rooms, 0);
        assert_eq!((found[0], found[3]), (OfferChance::Sure, OfferChance::OneOf(2)));
        assert!(half(found[1]) && half(found[2]), "{found:?}");
        assert_eq!(offer_chances(&rooms, 1), [OfferChance::OneOf(2), OfferChance::Drawn(1.0)]);
        assert_eq!(offer_chances(&rooms, 2), []);
    }
}
