//! The app and its screens. Each screen is a file with a type that implements [`screen::Screen`]; the app holds a stack of
//! them.

pub mod app;
mod battle;
mod busy;
pub mod commands;
pub(in crate::window) mod edit;
mod end;
mod hand_over;
mod leaving;
mod meanwhile;
mod new_pack;
mod pages;
mod records;
mod replay;
pub(in crate::window) mod screen;
pub mod settings;
pub mod shared;
mod title;
