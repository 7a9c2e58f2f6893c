//! What tests that cross crates share: packs with a map drawn as text, sessions played by words, random worlds made of
//! whatever kinds are registered, and what must hold of every state.

mod arena;
mod pack;
mod random;
mod valid;

pub use arena::{Fought, Fray, fight, fight_all};
pub use pack::{Pack, cell, find, shipped, show, told};
pub use random::{Choices, Features, World, random_intent};
pub use valid::assert_valid;
