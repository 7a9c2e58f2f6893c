//! Random draws of policies, seeded per unit, so that draws of a hidden unit affect nothing visible. A draw is seeded
//! by the battle's seed, the unit's first cell, side and round, and the number of the draw.

use super::{Dice, Distribution};
use crate::facts::{fact, name};
use crate::space::Cell;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Streams of units that a policy controls. Part of a [`crate::Battle`], never of a state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MoveStreams {
    seed: u64,
    units: BTreeMap<u16, (u64, u32)>,
}

impl MoveStreams {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, units: BTreeMap::new() }
    }

    pub(crate) fn or_seed_of(self, other: &Self) -> Self {
        if self == Self::default() { Self::new(other.seed) } else { self }
    }

    pub(crate) fn meet(&mut self, unit: u16, team: u8, cell: Cell, round: i32) {
        let place = fact(name("place"), u64::from(cell.bits()), u64::from(team));
        self.units.entry(unit).or_insert_with(|| (fact(name("first"), place, round as u64), 0));
    }

    pub(crate) fn draw(&mut self, unit: u16, distribution: &Distribution) -> usize {
        let (own, draws) = self.units.entry(unit).or_default();
        *draws = draws.wrapping_add(1);
        let seed = fact(fact(name("policy"), self.seed, *own), 0, u64::from(*draws));
        Dice::new(seed).draw(distribution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faces() -> Distribution {
        Distribution::new((1..=6).map(|face| (face, 1))).expect("six faces")
    }

    fn cell(x: i32) -> Cell {
        Cell::new(x, 0).expect("a small board")
    }

    #[test]
    fn each_unit_draws_from_a_stream_of_its_own() {
        let draws = |others: u16, between: usize| -> Vec<usize> {
            let mut streams = MoveStreams::new(9);
            (0..others).for_each(|other| streams.meet(other, 1, cell(i32::from(other)), 1));
            let own = others;
            streams.meet(own, 1, cell(9), 1);
            let draw = |_| {
                for _ in 0..between {
                    streams.draw(0, &faces());
                }
                streams.draw(own, &faces())
            };
            (0..20).map(draw).collect()
        };
        let alone = draws(0, 0);
        assert!((0..6).all(|face| alone.contains(&face)), "{alone:?}");
        assert_eq!(draws(1, 1), alone);
        assert_eq!(draws(4, 3), alone);
    }

    #[test]
    fn seed_place_side_and_round_make_other_streams() {
        let draws = |seed, team, x, round| -> Vec<usize> {
            let mut streams = MoveStreams::new(seed);
            streams.meet(0, team, cell(x), round);
            streams.meet(0, 7, cell(8), 9);
            (0..20).map(|_| streams.draw(0, &faces())).collect()
        };
        let first = draws(1, 1, 2, 1);
        assert_eq!(first, draws(1, 1, 2, 1));
        for other in [draws(2, 1, 2, 1), draws(1, 0, 2, 1), draws(1, 1, 3, 1), draws(1, 1, 2, 2)] {
            assert_ne!(first, other);
        }
    }
}
