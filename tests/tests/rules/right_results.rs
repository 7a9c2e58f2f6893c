//! Rules with results computed by hand: each event triggers once, unit targets stay units, costs are current, and paths
//! weigh real damage.

mod arithmetic;
mod choices;
mod documents;
mod events;
mod statuses;
mod targets;
mod turns;
mod ways;
