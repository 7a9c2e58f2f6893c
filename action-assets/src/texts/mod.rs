//! Texts about assets for players and designers.

pub mod rules;
