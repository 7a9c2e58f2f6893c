//! Who is there at the start of a battle: everybody placed, but for those whom the battle's seed leaves out.

use super::Rules;
use crate::chance::Dice;
use crate::space::{Cell, Dir};
use crate::state::Team;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// An entity at the start of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    /// Archetype.
    pub archetype: u16,
    /// Side.
    pub team: Team,
    /// Cell.
    pub cell: Cell,
    /// Facing.
    pub facing: Dir,
    /// Health, where it begins with less than its largest; 0 where with all of it. Left out of the hash where it is 0, as
    /// it was before it was there.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub health: u16,
}

/// Groups of placements of which only some are there: which ones, the battle's seed decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpawnPool {
    /// How many groups are there.
    pub keep: u16,
    /// How many more of them are there in a hard battle. Left out of the hash where it is 0, as it was before it was there.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub on_hard: u16,
    /// The groups, by indices of placements.
    pub groups: Vec<Vec<u16>>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_zero(count: &u16) -> bool {
    *count == 0
}

/// Apart from the battle's own stream, which begins with the same seed, so that what is left out tells nothing of its chance.
const OWN_STREAM: u64 = 0x7370_6177_6e73_2121;

impl Rules {
    /// The placements of a battle with this seed, in their order.
    pub fn placed(&self, seed: u64) -> impl Iterator<Item = &Placement> {
        let left_out = self.left_out(seed);
        let all = self.placements.iter().enumerate();
        all.filter(move |(at, _)| !left_out.contains(at)).map(|(_, placement)| placement)
    }

    fn left_out(&self, seed: u64) -> BTreeSet<usize> {
        let (mut dice, mut left_out) = (Dice::new(seed ^ OWN_STREAM), BTreeSet::new());
        for pool in &self.spawn_pools {
            let mut groups: Vec<&Vec<u16>> = pool.groups.iter().collect();
            for _ in 0..pool.keep.saturating_add(if self.is_hard { pool.on_hard } else { 0 }) {
                if !groups.is_empty() {
                    groups.remove(dice.below(groups.len() as u32) as usize);
                }
            }
            left_out.extend(groups.into_iter().flatten().map(|&at| usize::from(at)));
        }
        left_out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::SpawnPool;
    use crate::space::{Board, Dir};
    use crate::state::Team;

    fn rules(keep: u16, groups: Vec<Vec<u16>>) -> Rules {
        let board = Board::new(6, 1);
        let cells = (0..6).map(|x| board.cell(x, 0).expect("on the board"));
        let placements = cells
            .map(|cell| Placement { archetype: 0, team: Team::PLAYER, cell, facing: Dir::East, health: 0 })
            .collect();
        Rules { board, placements, spawn_pools: vec![SpawnPool { keep, on_hard: 1, groups }], ..Rules::default() }
    }

    fn columns(rules: &Rules, seed: u64) -> Vec<i32> {
        rules.placed(seed).map(|placement| placement.cell.x()).collect()
    }

    #[test]
    fn so_many_are_there_as_are_to_be_kept_and_others_for_other_seeds() {
        let rules = rules(2, vec![vec![1], vec![2], vec![3], vec![4]]);
        let drawn: BTreeSet<Vec<i32>> = (0..100).map(|seed| columns(&rules, seed)).collect();
        assert!(drawn.iter().all(|columns| columns.len() == 4 && columns[0] == 0 && columns[3] == 5), "{drawn:?}");
        assert_eq!(drawn.len(), 6, "each pair of four");
        assert_eq!(columns(&rules, 7), columns(&rules, 7));
    }

    #[test]
    fn more_are_there_in_a_hard_battle() {
        let usual = rules(1, vec![vec![1], vec![2], vec![3]]);
        let hard = Rules { is_hard: true, ..usual.clone() };
        let counts = |rules: &Rules| (0..20).map(|seed| columns(rules, seed).len()).collect::<BTreeSet<usize>>();
        assert_eq!((counts(&usual), counts(&hard)), (BTreeSet::from([4]), BTreeSet::from([5])));
        let more = (0..20).all(|seed| {
            let here = columns(&hard, seed);
            columns(&usual, seed).iter().all(|column| here.contains(column))
        });
        assert!(more, "those of the usual battle, and others");
    }

    #[test]
    fn a_group_stays_together() {
        let rules = rules(1, vec![vec![0, 1], vec![3, 4, 5]]);
        let drawn: BTreeSet<Vec<i32>> = (0..50).map(|seed| columns(&rules, seed)).collect();
        assert_eq!(drawn, BTreeSet::from([vec![0, 1, 2], vec![2, 3, 4, 5]]));
    }

    /// Which one of three is left out is the first draw of a stream that begins with the seed and the own constant.
    #[test]
    fn what_is_left_out_is_drawn_from_a_stream_of_its_own() {
        let rules = rules(2, vec![vec![1], vec![2], vec![3]]);
        for seed in 0..20 {
            let mut dice = Dice::new(seed ^ OWN_STREAM);
            let mut groups = vec![1, 2, 3];
            // Two are kept, one after the other; the last is left out.
            groups.remove(dice.below(3) as usize);
            groups.remove(dice.below(2) as usize);
            let expected: Vec<i32> = [0, 1, 2, 3, 4, 5].into_iter().filter(|at| !groups.contains(at)).collect();
            assert_eq!(columns(&rules, seed), expected, "seed {seed}");
        }
    }
}
