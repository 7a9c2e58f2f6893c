//! The app and its screens. Each file has a [`screen::Screen`]; related screens form a flow with its own request type.

pub mod app;
mod battle;
mod busy;
pub mod commands;
pub(in crate::window) mod edit;
pub(in crate::window) mod focus;
pub(in crate::window) mod online;
mod pages;
pub(in crate::window) mod run;
pub(in crate::window) mod screen;
pub mod settings;
pub mod shared;
mod title;
