//! Planners of automatic battles. The seed varies ties and weights on a separate stream, so that battles of one
//! scenario differ.

use foretoken_preview::{PlannerOptions, Weights};
use foretoken_vm::Dice;

/// Separates the planner's stream from the battle's, which has the same seed.
const OWN_STREAM: u64 = 0x706c_616e_6e65_7273;

/// Variation of weights, in hundredths up and down.
const VARIES: i64 = 40;

/// Returns options with ties and weights by seed. The weight of the outcome stays.
pub(super) fn varied(seed: u64, options: &PlannerOptions) -> PlannerOptions {
    let mut stream = Dice::new(seed ^ OWN_STREAM);
    let mut vary = |weight: i64| {
        let hundredths = 100 - VARIES + i64::from(stream.below(2 * VARIES as u32 + 1));
        (weight * hundredths / 100).max(1)
    };
    let of = &options.weights;
    let weights = Weights {
        health: vary(of.health),
        shield: vary(of.shield),
        life: vary(of.life),
        distance: vary(of.distance),
        errand: vary(of.errand),
        stunned: vary(of.stunned),
        ..of.clone()
    };
    PlannerOptions { seed: seed ^ OWN_STREAM, weights, ..options.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foretoken_session::content::Content;
    use foretoken_session::simulate;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn a_seed_has_one_planner_and_others_have_others() {
        let usual = PlannerOptions::default();
        assert_eq!(varied(7, &usual), varied(7, &usual));
        let all: BTreeSet<i64> = (0..50).map(|seed| varied(seed, &usual).weights.health).collect();
        assert!(all.len() > 20, "{all:?}");
        assert!((0..50).all(|seed| varied(seed, &usual).weights.outcome == usual.weights.outcome));
    }

    #[test]
    fn battles_of_other_seeds_go_otherwise() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        let content = Content::open(&assets).expect("content");
        let setup = content.setup("first-light", None).expect("it compiles").setup;
        let options = PlannerOptions { budget: 4_000, ..PlannerOptions::default() };
        let play = |seed| simulate::play(&setup.book, &setup.opening.seeded(seed), &varied(seed, &options));
        let ends: Vec<u64> = (0..8).map(|seed| play(seed).hash).collect();
        let different: BTreeSet<u64> = ends.iter().copied().collect();
        assert!(different.len() >= 4, "{ends:x?}");
    }
}
