//! Requests to the battle flow.

use crate::achieved::Note;
use crate::window::battle::work::BattleWork;
use std::path::PathBuf;

#[derive(Debug)]
pub(in crate::window) enum BattleRequest {
    Play(String),
    PlayNext(String, String),
    Resume(PathBuf),
    Watch(PathBuf),
    Work(&'static str, BattleWork),
    Achieved(Box<Note>),
}
