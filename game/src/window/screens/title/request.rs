//! Requests to the title flow.

use std::path::PathBuf;

#[derive(Debug)]
pub(in crate::window) enum TitleRequest {
    Show,
    Records,
    Delete(PathBuf),
    NextLevel,
    Ironman,
}
