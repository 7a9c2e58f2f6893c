//! What the battle's flow is asked to do.

use crate::achieved::Note;
use crate::window::battle::work::BattleWork;
use std::path::PathBuf;

/// What is asked of this flow.
#[derive(Debug)]
pub(in crate::window) enum BattleRequest {
    /// A battle of a scenario, by its pack and name.
    Play(String),
    /// A battle of the scenario that follows one, by the pack and name of that.
    PlayNext(String, String),
    /// To go on with a recorded battle.
    Resume(PathBuf),
    /// To look at a recorded battle.
    Watch(PathBuf),
    /// Something is done with the battle on the screen that may take long; the pack has words for it by this key.
    Work(&'static str, BattleWork),
    /// What was achieved in a battle is kept.
    Achieved(Box<Note>),
}
