//! What the benchmarks share: the turn-preview work item as the VM sees it, and who picks random legal actions. Built by
//! hand, so that what is measured is the VM and not what compiles to it.

pub mod random;
pub mod space;
pub mod turn;
