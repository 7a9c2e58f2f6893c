//! What the window needs of the machine: a window with its clipboard, keys, pads and a device, or a picture in memory in
//! their place. Input leaves it as the app's own events.

pub mod driver;
pub mod input;
pub(in crate::window) mod pad;
pub mod runner;
pub mod shell;
