//! The platform layer: a window with clipboard, keys, gamepads and device, or an offscreen picture.

pub mod driver;
pub mod input;
mod layouts;
pub(in crate::window) mod pad;
pub mod runner;
pub mod shell;

/// Title of the window without a battle.
pub(in crate::window) const TITLE: &str = concat!("Foretoken ", env!("CARGO_PKG_VERSION"));
