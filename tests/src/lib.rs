//! Shared helpers of the integration tests: packs drawn as text, scripted sessions, random worlds and state validation.

mod arena;
mod decide;
pub mod desk;
mod immediate;
mod pack;
mod program;
mod random;
mod round;
mod table;
mod valid;

pub use arena::{BattleBatch, BattleResult, fight, fight_all, replay};
pub use decide::{decide_all, spend};
pub use foretoken_game::files::copy_folder;
pub use immediate::Immediate;
pub use pack::{Pack, cell, drawn, find, shipped, show, told};
pub use program::{executable, root};
pub use random::{Choices, Features, Mirror, World, lively_labels, random_intent};
pub use round::carry_out_round;
pub use table::{Table, duel, told_rounds, told_stats};
pub use valid::assert_valid;

/// Returns the number of property test cases: `usual`, or `PROPTEST_CASES`.
#[must_use]
pub fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

/// Returns the proptest configuration: a fixed seed unless `PROPTEST_RNG_SEED` is set, and no regression files.
#[must_use]
pub fn config() -> proptest::test_runner::Config {
    use proptest::test_runner::{Config, RngSeed};
    let config = Config { failure_persistence: None, max_shrink_iters: 3_000, ..Config::default() };
    match config.rng_seed {
        RngSeed::Random => Config { rng_seed: RngSeed::Fixed(20_260), ..config },
        RngSeed::Fixed(_) => config,
    }
}
