//! The message catalogue. Referee, seats and records contain no sentences; a translation replaces these files.

pub mod agenda;
pub mod asking;
pub mod cards;
pub mod carried;
pub mod decks;
pub mod forecast_text;
pub mod glossary;
pub mod goals;
pub mod health;
pub mod help;
pub mod lines;
pub mod messages;
pub mod moves;
pub mod names;
pub mod odds_text;
pub mod plan_text;
pub mod rating;
pub mod records;
pub mod rerolls;
pub mod rewind_points;
pub mod rules;
pub mod sight;
pub mod text;
pub mod unit_page;
pub mod view;
pub mod why_text;
