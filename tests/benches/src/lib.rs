//! Parts that the benchmarks share: the turn-preview work item as the VM sees it, random legal play, units with modifiers, and the
//! workloads whose instructions are counted.

pub mod counts;
pub mod random;
pub mod space;
pub mod stats;
pub mod turn;
pub mod workloads;
