//! The platform layer: a window with clipboard, keys, gamepads and device, or an offscreen picture.

pub mod driver;
pub mod input;
mod layouts;
pub(in crate::window) mod pad;
pub mod runner;
pub mod shell;
pub mod title;
