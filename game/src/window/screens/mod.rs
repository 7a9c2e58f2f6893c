//! The app and its screens. Each screen is a file with a type that implements [`screen::Screen`]; the app holds a stack of
//! them. Screens that belong together are a flow: `battle`, `title`, `edit`, `pages`. A flow has a type of its own for what its
//! screens ask for, and carries it out itself.

pub mod app;
mod battle;
mod busy;
pub mod commands;
pub(in crate::window) mod edit;
mod pages;
pub(in crate::window) mod screen;
pub mod settings;
pub mod shared;
mod title;
