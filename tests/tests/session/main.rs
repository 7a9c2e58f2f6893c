//! Sessions: records, saves, openings, fog, seats, planners and searches, and battles at a server.

mod damaged;
mod fog;
mod foresight;
mod idle;
mod mine;
mod online;
mod openings;
mod other_crate;
mod pickers;
mod planner;
mod plans;
mod rating;
mod records;
mod safety;
mod saves;
mod searches;
mod solve;
mod waiting;
mod wire;
