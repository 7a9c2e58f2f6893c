//! The editor driven as a designer drives it, by the names of its widgets, with ImGui drawing to nowhere.
#![cfg(feature = "panels")]

mod damage;
mod demonstrations;
mod designs;
mod disk;
mod driver;
mod flows;
mod journal;
mod maps;
mod names;
mod parts;
mod pickers;
mod pictures;
mod table;
