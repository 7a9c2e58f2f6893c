//! Runs of campaigns: folding, journals, offers, effects, checks and simulations.

mod checks;
mod field;
mod journals;
mod layers;
mod offers;
mod pack;
mod pilot;
mod playing;
mod prices;
mod shipped;
mod swaps;
mod views;
