//! The folder of runs: its usual place, the campaigns that can begin, and the runs that can go on.

use super::battle_file::BattleFile;
use anyhow::Context;
use foretoken_action_assets::assets::AssetType;
use foretoken_action_assets::{Library, did_you_mean};
use foretoken_campaign::entry::Begin;
use foretoken_campaign::{Campaign, CampaignError, Mode, RoomKinds, Run, RunRecord, RunState, chance};
use foretoken_preview::Level;
use foretoken_session::content::Content;
use foretoken_session::saves;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Name of the journal in the folder of a run.
const JOURNAL: &str = "run.journal";

/// Number of runs that a search for the last unfinished one reads.
const LOOKED_AT: usize = 20;

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
    /// Number of rooms.
    pub rooms: usize,
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

/// An unfinished run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptRun {
    /// Folder.
    pub folder: PathBuf,
    /// Displayed name of the campaign.
    pub campaign: String,
    /// Displayed name of the current room; empty before the first one.
    pub room: String,
    /// Whether a battle is unfinished.
    pub is_in_battle: bool,
    /// Time since the last decision, when the list was made.
    pub age: Duration,
}

/// Campaigns and runs of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Campaigns of all packs.
    pub campaigns: Vec<CampaignInfo>,
    /// The unfinished runs, the last played one first.
    pub unfinished: Vec<KeptRun>,
}

impl Found {
    /// Looks for campaigns, and for runs in a folder.
    #[must_use]
    pub fn look(content: &Content, runs: &Path) -> Self {
        let mut campaigns = Vec::new();
        for pack in content.packs() {
            campaigns.extend(content.library(&pack).map(|library| infos(&library, &pack)).unwrap_or_default());
        }
        let unfinished = latest(runs).into_iter().filter_map(|(folder, age)| kept(content, &folder, age)).collect();
        Self { campaigns, unfinished }
    }
}

fn infos(library: &Library, pack: &str) -> Vec<CampaignInfo> {
    let info = |name: String| {
        let asset = library.campaign(&name)?;
        let title = if asset.title.is_empty() { name.clone() } else { asset.title.clone() };
        let (pack, note, rooms) = (pack.to_owned(), asset.note.clone(), asset.rooms.len());
        Some(CampaignInfo { pack, name, title, note, rooms })
    };
    Campaign::names(library).into_iter().filter_map(info).collect()
}

/// Returns the folders of the last played runs, the latest first.
fn latest(runs: &Path) -> Vec<(PathBuf, Duration)> {
    let folders = std::fs::read_dir(runs).into_iter().flatten().flatten().map(|entry| entry.path());
    let written = |path: &Path| std::fs::metadata(path).and_then(|data| data.modified()).ok();
    let dated = |folder: PathBuf| {
        let own = written(&folder.join(JOURNAL))?;
        Some((written(BattleFile::of(&folder).path()).map_or(own, |battle| battle.max(own)), folder))
    };
    let mut dated: Vec<_> = folders.filter_map(dated).collect();
    dated.sort();
    let aged = dated.into_iter().rev().take(LOOKED_AT);
    aged.map(|(written, folder)| (folder, written.elapsed().unwrap_or_default())).collect()
}

fn kept(content: &Content, folder: &Path, age: Duration) -> Option<KeptRun> {
    let opened = RunRecord::read(folder).ok()?;
    let state = RunState::fold(&opened.entries);
    if state.ending.is_some() {
        return None;
    }
    let is_fought = state.here.as_ref().is_some_and(|here| here.battle.is_some());
    let library = Library::from_canonical_text(opened.assets.as_deref()?, content.registry().ok()?);
    let asset = library.campaign(&opened.begin.campaign)?;
    let here = state.here.map(|here| here.room).unwrap_or_default();
    let title = asset.rooms.iter().find(|room| room.name == here).map(|room| room.title.clone());
    let room = title.filter(|title| !title.is_empty()).unwrap_or(here);
    let campaign = if asset.title.is_empty() { opened.begin.campaign } else { asset.title.clone() };
    let is_in_battle = !is_fought && BattleFile::of(folder).path().exists();
    Some(KeptRun { folder: folder.to_owned(), campaign, room, is_in_battle, age })
}

/// Returns the folder of runs: the given one, or the one beside the battles.
///
/// # Errors
///
/// If there is no home folder.
pub fn runs_folder(given: Option<&PathBuf>) -> anyhow::Result<PathBuf> {
    let usual = || saves::usual_folder().map(|battles| beside(&battles));
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
        if content.root().join(&pack).join(&file).is_file() {
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
