//! Title of the window.

/// Title without a battle.
pub const TITLE: &str = concat!("Foretoken ", env!("CARGO_PKG_VERSION"));
