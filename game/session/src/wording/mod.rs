//! Names, marks, forecasts and boards as text, the same for every front end.

pub mod agenda;
pub mod carried;
pub mod forecast_text;
pub mod goals;
pub mod help;
pub mod moves;
pub mod names;
pub mod odds_text;
pub mod plan_text;
pub mod rules;
pub mod text;
pub mod unit_page;
pub mod view;
pub mod why_text;
