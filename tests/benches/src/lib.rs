//! Shared parts of the benchmarks: the turn-preview work item, random play, units with modifiers, and counted
//! workloads.

pub mod counts;
pub mod random;
pub mod space;
pub mod stats;
pub mod turn;
pub mod workloads;
