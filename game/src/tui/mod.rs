//! The terminal front end. Input arrives as [`Input`] events, so tests run the app without a terminal.

mod app;
mod board;
mod deck;
mod draw;
mod escape_keys;
mod help;
mod input;
mod lists;
mod menu;
mod mouse;
mod online;
mod online_battle;
mod panel;
mod playback;
mod run;
mod terminal;

pub use app::{App, AppRequest, Mode};
pub use draw::draw;
pub use input::{Bindings, Command, Input};
pub use menu::{Menu, Typed};
pub use online::{OnlineApp, OnlineWish};
pub use run::{NewRunApp, NewRunWish, RunApp, RunListApp, RunListWish, RunPage, RunWish, draw_run};
pub use terminal::{Ended, choose, choose_terms, run, run_list, run_online, run_screens};
