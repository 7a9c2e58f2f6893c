//! Names, marks, forecasts and boards as text, the same for every front end.

pub mod agenda;
pub mod carried;
pub mod forecast_text;
pub mod names;
pub mod odds_text;
pub mod text;
pub mod view;
