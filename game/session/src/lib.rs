//! Battles without a screen: the session that plays one, its record, saves, names and boards as text, and batches of
//! battles for simulation. What a server, a test or another engine needs.

pub mod content;
pub mod play;
pub mod record;
pub mod saves;
pub mod simulate;
pub mod wording;

pub use content::{Content, ContentError};
pub use play::{Session, Setup};
