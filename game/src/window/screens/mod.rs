//! The app and its screens: title, battle and editor, with their settings, commands and gestures.

pub mod app;
pub mod commands;
pub(in crate::window) mod edit;
pub mod settings;
pub(in crate::window) mod title;
