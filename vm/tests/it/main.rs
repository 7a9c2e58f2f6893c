//! The VM's laws and tokens, on battles built by hand.

mod answers;
mod carriers;
mod chance;
mod code;
mod fixture;
mod fog;
mod hidden;
mod large;
mod laws;
mod leaps;
mod limits;
mod links;
mod numbers;
mod orders;
mod plans;
mod programs;
mod readings;
mod rolls;
mod rules;
mod snapshots;
mod states;
mod texts;
mod tokens;
mod verbs;
mod walks;
