//! Runs of campaigns for all front ends: their folder, the run in play, its battles, its map and its party.

mod battle_file;
pub mod folder;
pub mod game;
pub mod map;
pub mod party;
pub mod words;

pub use battle_file::BattleFile;
pub use folder::{CampaignInfo, Found, KeptRun, Terms};
pub use game::RunGame;
