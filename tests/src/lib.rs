//! What tests that cross crates share: packs with a map drawn as text, sessions played by words, random worlds made of
//! whatever kinds are registered, and what must hold of every state.

mod arena;
mod pack;
mod program;
mod random;
mod valid;

pub use arena::{Fought, Fray, fight, fight_all};
pub use pack::{Pack, cell, find, shipped, show, told};
pub use program::{executable, root};
pub use random::{Choices, Features, World, random_intent};
pub use valid::assert_valid;

/// How properties are tried: from the same seed every time, unless `PROPTEST_RNG_SEED` asks for another. A failure becomes
/// a test of its own instead of a file beside this one.
#[must_use]
pub fn config() -> proptest::test_runner::Config {
    use proptest::test_runner::{Config, RngSeed};
    let config = Config { failure_persistence: None, max_shrink_iters: 3_000, ..Config::default() };
    match config.rng_seed {
        RngSeed::Random => Config { rng_seed: RngSeed::Fixed(20_260), ..config },
        RngSeed::Fixed(_) => config,
    }
}
