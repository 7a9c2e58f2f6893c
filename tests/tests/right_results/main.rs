//! Rules whose right values were worked out by hand, from the source documents and from what players expect: each event is
//! answered once, a target stays what was asked for, costs are those of the moment, and ways weigh true harm.

mod arithmetic;
mod choices;
mod documents;
mod events;
mod statuses;
mod targets;
mod turns;
mod ways;
