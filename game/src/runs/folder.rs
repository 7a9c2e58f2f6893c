//! The folder of runs: its usual place, the campaigns that can begin, and the runs that can go on.

use super::battle_file::BattleFile;
use super::list::{self, KeptRun};
use super::profile;
use anyhow::Context;
use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::{Library, did_you_mean};
use foretoken_campaign::entry::Begin;
use foretoken_campaign::{Campaign, CampaignError, Mode, RoomKinds, Run, RunRecord, chance, count_rooms};
use foretoken_preview::Level;
use foretoken_session::content::Content;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A campaign in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignInfo {
    /// Pack.
    pub pack: String,
    /// Name.
    pub name: String,
    /// Title.
    pub title: String,
    /// Description.
    pub note: String,
    /// Least and greatest number of rooms.
    pub rooms: (usize, usize),
}

/// Terms of a new run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Pack and campaign.
    pub campaign: (String, String),
    /// Seed.
    pub seed: u64,
    /// Mode.
    pub mode: Mode,
    /// Level of the computer.
    pub level: Level,
}

/// Campaigns and runs of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Campaigns of all packs.
    pub campaigns: Vec<CampaignInfo>,
    /// The last played run that is not over.
    pub last: Option<KeptRun>,
    /// True if the folder has a run.
    pub has_runs: bool,
    /// Notices about the profile.
    pub notices: Vec<String>,
}

impl Found {
    /// Looks for campaigns, and for runs in a folder. Ended runs that are not in the profile are taken over.
    #[must_use]
    pub fn look(content: &Content, runs: &Path) -> Self {
        let mut campaigns = Vec::new();
        for pack in content.packs() {
            campaigns.extend(content.library(&pack).map(|library| infos(&library, &pack)).unwrap_or_default());
        }
        let notices = profile::settle_all(content, runs);
        let all = newest_first(runs);
        let has_runs = !all.is_empty();
        let last = all.into_iter().find_map(|(folder, age)| list::unfinished(content, folder, age));
        Self { campaigns, last, has_runs, notices }
    }
}

fn infos(library: &Library, pack: &str) -> Vec<CampaignInfo> {
    let info = |name: String| {
        let asset = library.campaign(&name)?;
        let title = if asset.title.is_empty() { name.clone() } else { asset.title.clone() };
        let (pack, note, rooms) = (pack.to_owned(), asset.note.clone(), count_rooms(asset));
        Some(CampaignInfo { pack, name, title, note, rooms })
    };
    Campaign::names(library).into_iter().filter_map(info).collect()
}

/// Returns the time since a file was written; `None` if it cannot be read.
#[must_use]
pub fn age_of(file: &Path) -> Option<Duration> {
    let written = std::fs::metadata(file).and_then(|data| data.modified()).ok()?;
    Some(written.elapsed().unwrap_or_default())
}

/// Returns the folders of all runs with the time since the last decision, the last played one first.
#[must_use]
pub fn newest_first(runs: &Path) -> Vec<(PathBuf, Duration)> {
    let folders = std::fs::read_dir(runs).into_iter().flatten().flatten().map(|entry| entry.path());
    let aged = |folder: PathBuf| {
        let own = age_of(&folder.join(RunRecord::FILE))?;
        let battle = age_of(BattleFile::of(&folder).path());
        Some((battle.map_or(own, |battle| battle.min(own)), folder))
    };
    let mut aged: Vec<_> = folders.filter_map(aged).collect();
    aged.sort();
    aged.into_iter().map(|(age, folder)| (folder, age)).collect()
}

/// Returns the folder of runs: the given one, or the one beside the battles.
///
/// # Errors
///
/// If there is no home folder.
pub fn runs_folder(given: Option<&PathBuf>) -> anyhow::Result<PathBuf> {
    let usual = || crate::places::battles_folder().map(|battles| beside(&battles));
    given.cloned().or_else(usual).context("there is no home folder; give a folder with --runs")
}

/// Returns the folder of runs beside a folder of battles.
#[must_use]
pub fn beside(battles: &Path) -> PathBuf {
    battles.with_file_name("runs")
}

/// Compiles a campaign, named `NAME` or `PACK/NAME`.
///
/// # Errors
///
/// If there is none, or it has faults.
pub fn compiled(content: &Content, name: &str) -> anyhow::Result<Campaign> {
    let (pack, name) = match name.split_once('/') {
        Some((pack, name)) => (pack.to_owned(), name),
        None => (pack_of(content, name)?, name),
    };
    let library = content.library(&pack)?;
    Ok(Campaign::compile(&library, &pack, name, RoomKinds::default())?)
}

fn pack_of(content: &Content, name: &str) -> anyhow::Result<String> {
    let (mut all, file) = (Vec::new(), AssetType::Campaign.path(name));
    for pack in content.packs() {
        if content.place_of(&pack).join(&file).is_file() {
            return Ok(pack);
        }
        let library = content.library(&pack)?;
        all.extend(library.names_of(AssetType::Campaign).map(str::to_owned));
    }
    let help = did_you_mean(name, all.iter().map(String::as_str)).unwrap_or_default();
    anyhow::bail!("there is no campaign `{name}`. {help}")
}

/// Compiles the campaign of a run's own assets.
///
/// # Errors
///
/// If they have faults.
pub fn embedded(content: &Content, text: &str, begin: &Begin) -> Result<Campaign, CampaignError> {
    let registry = content.registry().map_err(|error| CampaignError::Faults(error.to_string()))?;
    let library = Library::from_canonical_text(text, registry);
    Campaign::compile(&library, &begin.pack, &begin.campaign, RoomKinds::default())
}

/// Reads a run without locking it. Also returns the damage of its journal as text; empty for none.
///
/// # Errors
///
/// If it cannot be read, or its assets have faults.
pub fn read(content: &Content, folder: &Path) -> anyhow::Result<(Run, String)> {
    let opened = RunRecord::read(folder)?;
    let damage = opened.damage.as_ref().map(|damage| damage.reason.clone()).unwrap_or_default();
    let campaign = embedded(content, opened.assets.as_deref().unwrap_or_default(), &opened.begin)?;
    Ok((Run::of_entries(Arc::new(campaign), opened.entries), damage))
}

/// Returns a number that no other run has: a hash of the time and the process.
#[allow(clippy::disallowed_types, reason = "the time only tells runs apart and picks a seed if none is given")]
#[must_use]
pub fn new_id() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    chance::hash_of(format!("{} {}", since.map_or(0, |time| time.as_nanos()), std::process::id()).as_bytes())
}

/// Returns a new seed of six digits or less.
#[must_use]
pub fn new_seed() -> u64 {
    new_id() % 1_000_000
}
