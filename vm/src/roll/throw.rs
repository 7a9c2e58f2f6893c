//! Execution of a roll: each die is thrown from the battle's stream.

use super::{Given, MAX_EXPLOSIONS, Pool, Roll, Thrown};
use crate::chance::Dice;

struct Chain {
    key: i32,
    worth: i32,
    faces: std::ops::Range<usize>,
}

impl Roll {
    /// Throws the dice. Returns the total and each die in order. `given` are the computed numbers.
    pub fn throw(&self, given: Option<Given>, dice: &mut Dice) -> (i32, Vec<Thrown>) {
        let mut thrown = Vec::new();
        let mut totals: Vec<(i32, std::ops::Range<usize>)> = Vec::new();
        for (pool, count, sides) in self.sizes(given) {
            let from = thrown.len();
            let total = throw_pool(&pool, count, sides, dice, &mut thrown);
            totals.push((total, from..thrown.len()));
        }
        totals.sort_by_key(|(total, _)| *total);
        let kept = self.kept(given).range(totals.len());
        for (_, faces) in totals[..kept.start].iter().chain(&totals[kept.end..]) {
            thrown[faces.clone()].iter_mut().for_each(|die| die.kept = false);
        }
        (totals[kept].iter().fold(0_i32, |sum, (total, _)| sum.saturating_add(*total)), thrown)
    }
}

fn throw_pool(pool: &Pool, count: u16, sides: u16, dice: &mut Dice, thrown: &mut Vec<Thrown>) -> i32 {
    let faces = pool.faces_of(sides);
    let rerolls = pool.rerolls(&faces);
    let allowed: Vec<i32> = match rerolls {
        // Rerolling until it fits is the same as drawing among the fitting faces.
        Some(reroll) if !reroll.once => faces.iter().copied().filter(|&face| !reroll.when.is_passing(face)).collect(),
        _ => faces.clone(),
    };
    let one = |dice: &mut Dice| allowed.get(dice.below(allowed.len() as u32) as usize).copied().unwrap_or_default();
    let mut chains: Vec<Chain> = Vec::new();
    for _ in 0..count {
        let mut chain = Chain { key: 0, worth: 0, faces: thrown.len()..thrown.len() };
        for place in 0..=if pool.explode.is_some() { MAX_EXPLOSIONS } else { 0 } {
            let mut face = one(dice);
            if rerolls.is_some_and(|reroll| reroll.once && reroll.when.is_passing(face)) {
                face = one(dice);
            }
            let shown = pool.bounded(face);
            let face = pool.counted(shown, place);
            chain.key = chain.key.saturating_add(face);
            chain.worth = chain.worth.saturating_add(pool.worth(face));
            thrown.push(Thrown { sides: faces.len() as u16, face, kept: true, label: pool.label });
            if !pool.is_exploding(shown, &faces) {
                break;
            }
        }
        chain.worth = pool.chain_worth(chain.key, chain.worth);
        chain.faces.end = thrown.len();
        chains.push(chain);
    }
    chains.sort_by_key(|chain| (chain.key, chain.worth));
    let kept = pool.keep.range(chains.len());
    for chain in chains[..kept.start].iter().chain(&chains[kept.end..]) {
        thrown[chain.faces.clone()].iter_mut().for_each(|die| die.kept = false);
    }
    chains[kept].iter().fold(0_i32, |sum, chain| sum.saturating_add(chain.worth))
}
