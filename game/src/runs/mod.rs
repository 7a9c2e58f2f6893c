//! Runs of campaigns for all front ends: their folder and list, the profile, the run in play, its battles, its map and
//! its party.

mod battle_file;
pub mod choice;
pub mod folder;
pub mod game;
pub mod list;
pub mod map;
pub mod party;
pub mod profile;
pub mod seed;
pub mod words;

pub use battle_file::BattleFile;
pub use choice::RoomChoice;
pub use folder::{CampaignInfo, Found, Terms};
pub use game::RunGame;
pub use list::{KeptRun, RunList, RunStanding};
pub use seed::SeedField;
