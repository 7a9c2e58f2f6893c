//! The list of all runs: each with its campaign, its room, and whether it can go on. A damaged run stays in the list with
//! the reason; nothing here writes or removes a journal.

use super::battle_file::BattleFile;
use super::folder::newest_first;
use super::profile;
use super::words;
use foretoken_action_assets::Library;
use foretoken_campaign::{OpenedRun, RunRecord, RunState};
use foretoken_session::content::Content;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Limit of listed runs.
const MOST: usize = 500;

/// State of a run in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunStanding {
    /// It can go on.
    Unfinished,
    /// It can go on, but its pack is missing.
    NoPack(String),
    /// Another program, or another window, has it open.
    Taken,
    /// It is over. The text names the end.
    Over(String),
    /// Its journal cannot be used, for this reason.
    Damaged(String),
}

/// A run in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptRun {
    /// Folder.
    pub folder: PathBuf,
    /// Displayed name of the campaign; of a damaged run, the name of its folder.
    pub campaign: String,
    /// Displayed name of the current room; empty before the first one.
    pub room: String,
    /// Whether a battle is unfinished.
    pub is_in_battle: bool,
    /// Time since the last decision, when the list was made.
    pub age: Duration,
    /// State.
    pub standing: RunStanding,
}

impl KeptRun {
    /// Returns true if the run can be opened.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.standing, RunStanding::Unfinished | RunStanding::NoPack(_) | RunStanding::Over(_))
    }

    /// Returns true if the run can be given up.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        matches!(self.standing, RunStanding::Unfinished | RunStanding::NoPack(_))
    }
}

/// All runs of a folder, and notices about the profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunList {
    /// Runs that go on, then damaged ones, then ended ones; the last played one of each first.
    pub runs: Vec<KeptRun>,
    /// Notices about the profile.
    pub notices: Vec<String>,
}

impl RunList {
    /// Lists the runs of a folder. Ended runs that are not in the profile are taken over first.
    #[must_use]
    pub fn look(content: &Content, folder: &Path) -> Self {
        let notices = profile::settle_all(content, folder);
        let packs = content.packs();
        let all = newest_first(folder).into_iter().take(MOST);
        let mut runs: Vec<KeptRun> = all.map(|(folder, age)| kept(content, &packs, folder, age)).collect();
        runs.sort_by_key(|run| match run.standing {
            RunStanding::Unfinished | RunStanding::NoPack(_) | RunStanding::Taken => 0,
            RunStanding::Damaged(_) => 1,
            RunStanding::Over(_) => 2,
        });
        Self { runs, notices }
    }
}

/// Returns the run of a folder if it is not over and undamaged. Does not ask whether it is open elsewhere.
pub(super) fn unfinished(content: &Content, folder: PathBuf, age: Duration) -> Option<KeptRun> {
    let opened = RunRecord::read(&folder).ok().filter(|opened| damage_of(opened).is_none())?;
    let state = RunState::fold(&opened.entries);
    if state.ending.is_some() {
        return None;
    }
    described(content, &opened, &state, folder, age)
}

fn damage_of(opened: &OpenedRun) -> Option<&str> {
    opened.damage.as_ref().filter(|damage| !damage.torn).map(|damage| damage.reason.as_str())
}

fn kept(content: &Content, packs: &[String], folder: PathBuf, age: Duration) -> KeptRun {
    let damaged = |folder: PathBuf, reason: String| {
        let campaign = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let standing = RunStanding::Damaged(reason);
        KeptRun { folder, campaign, room: String::new(), is_in_battle: false, age, standing }
    };
    let opened = match RunRecord::read(&folder) {
        Ok(opened) => opened,
        Err(error) => return damaged(folder, error.to_string()),
    };
    let state = RunState::fold(&opened.entries);
    let standing = match (damage_of(&opened), state.ending) {
        (Some(reason), _) => RunStanding::Damaged(reason.to_owned()),
        _ if RunRecord::is_taken(&folder) => RunStanding::Taken,
        (None, Some(ending)) => RunStanding::Over(foretoken_campaign::pages::ending(ending).to_owned()),
        _ if !packs.contains(&opened.begin.pack) => RunStanding::NoPack(opened.begin.pack.clone()),
        _ => RunStanding::Unfinished,
    };
    match described(content, &opened, &state, folder.clone(), age) {
        Some(run) => KeptRun { standing, ..run },
        None => damaged(folder, words::NO_ASSETS.to_owned()),
    }
}

/// Describes a run; `None` if its journal has no campaign.
fn described(
    content: &Content,
    opened: &OpenedRun,
    state: &RunState,
    folder: PathBuf,
    age: Duration,
) -> Option<KeptRun> {
    let is_fought = state.here.as_ref().is_some_and(|here| here.battle.is_some());
    let library = Library::from_canonical_text(opened.assets.as_deref()?, content.registry().ok()?);
    let asset = library.campaign(&opened.begin.campaign)?;
    let here = state.here.as_ref().map(|here| here.room.clone()).unwrap_or_default();
    let title = asset.rooms.iter().find(|room| room.name == here).map(|room| room.title.clone());
    let room = title.filter(|title| !title.is_empty()).unwrap_or(here);
    let campaign = if asset.title.is_empty() { opened.begin.campaign.clone() } else { asset.title.clone() };
    let is_in_battle = state.ending.is_none() && !is_fought && BattleFile::of(&folder).path().exists();
    Some(KeptRun { folder, campaign, room, is_in_battle, age, standing: RunStanding::Unfinished })
}
