//! Rules whose right values were worked out by hand, from the source documents and the expectations of players: each event
//! is answered once, a unit as target stays that unit, costs are those of the moment, and ways weigh true harm.

mod arithmetic;
mod choices;
mod documents;
mod events;
mod statuses;
mod targets;
mod turns;
mod ways;
