//! Drives the editor by widget names; ImGui draws to nothing.
#![cfg(feature = "panels")]

mod asset_table;
mod campaign;
mod copying;
mod damage;
mod decks;
mod demonstrations;
mod designs;
mod dice;
mod disk;
mod driver;
mod fights;
mod fixes;
mod flows;
mod graph;
mod graph_model;
mod inspector;
mod journal;
mod keyboard;
mod maps;
mod names;
mod parts;
mod pickers;
mod pictures;
mod rectangles;
mod shipped;
mod table;
