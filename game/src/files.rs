//! Writing files so that none is ever half written, as the assets' editor does, too.

pub use foretoken_action_assets::store::replace;
