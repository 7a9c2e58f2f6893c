//! The profile beside the runs: it opens after damage, too, and takes over ended runs whose result it does not have. A
//! damaged file is kept under another name, and a new profile begins with the results of the runs that are still there.

use super::folder::{age_of, embedded, newest_first};
use anyhow::Context;
use foretoken_campaign::{Profile, ProfileError, Run, RunRecord, RunState};
use foretoken_session::content::Content;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Greatest error of two ages that are measured one after the other.
const CLOCK: Duration = Duration::from_secs(1);

/// Opens the profile of a folder of runs, or begins one. Also returns a notice for the player if a damaged file was set
/// aside.
///
/// # Errors
///
/// If another process has it open, a newer version wrote it, or it cannot be written.
pub fn open(content: &Content, runs: &Path) -> anyhow::Result<(Profile, Option<String>)> {
    let path = runs.join(Profile::FILE);
    let error = match Profile::open(&path) {
        Ok(profile) => return Ok((profile, None)),
        Err(error) if error.is_damage() => error,
        Err(error) => return Err(error.into()),
    };
    let kept = set_aside(&path)?;
    let mut profile = Profile::open(&path)?;
    let mut count = 0;
    // The oldest run first, as they were played.
    for (folder, _) in newest_first(runs).into_iter().rev() {
        if let Some(run) = ended(content, &folder) {
            profile.rebuild(&run)?;
            count += 1;
        }
    }
    let found = foretoken_session::texts::names::count(count, "ended run");
    let file = kept.file_name().unwrap_or_default().to_string_lossy();
    let reason = reason(&error);
    Ok((profile, Some(format!("The profile was damaged: {reason}. It is kept as {file}. A new one has {found}."))))
}

/// Returns the reason without the path, which the notice names.
fn reason(error: &ProfileError) -> String {
    match error {
        ProfileError::Damaged { reason, .. } => reason.clone(),
        ProfileError::Header(_, header) => header.to_string(),
        other => other.to_string(),
    }
}

fn set_aside(path: &Path) -> anyhow::Result<PathBuf> {
    let named = |number: u32| path.with_file_name(format!("damaged-{number}-{}", Profile::FILE));
    let free = (1..10_000).map(named).find(|path| !path.exists()).context("there are too many damaged profiles")?;
    std::fs::rename(path, &free)?;
    Ok(free)
}

/// Returns the run of a folder if it is over and can be read.
fn ended(content: &Content, folder: &Path) -> Option<Run> {
    let opened = RunRecord::read(folder).ok()?;
    RunState::fold(&opened.entries).ending?;
    let campaign = embedded(content, opened.assets.as_deref()?, &opened.begin).ok()?;
    Some(Run::of_entries(Arc::new(campaign), opened.entries))
}

/// Takes over the end of a run, and writes the unlocks that it gained into its journal.
///
/// # Errors
///
/// If one of the files cannot be written.
pub fn settle(profile: &mut Profile, record: &mut RunRecord) -> anyhow::Result<()> {
    let gained = profile.finish(record.run())?;
    Ok(record.gain(&gained)?)
}

/// Takes over all ended runs whose result is not in the profile. Returns notices for the player. If another process has
/// the profile or a run open, the next call takes it over. The profile is locked only if it is written.
#[must_use]
pub fn settle_all(content: &Content, runs: &Path) -> Vec<String> {
    let path = runs.join(Profile::FILE);
    let written = age_of(&path);
    let (known, is_damaged) = match Profile::peek(&path) {
        Ok(profile) => (profile, false),
        Err(error) => (Profile::in_memory(), error.is_damage()),
    };
    let is_open = |(folder, age): (PathBuf, Duration)| {
        let begin = RunRecord::read_begin(&folder).ok()?;
        // A run that ended again after a rewind has a newer journal than the profile.
        let is_older = written.is_some_and(|written| age > written + CLOCK);
        let is_known = is_older && known.has_result(&begin);
        (!is_known && ended(content, &folder).is_some_and(|run| !known.has_same(&run))).then_some(folder)
    };
    let open_ones: Vec<PathBuf> = newest_first(runs).into_iter().rev().filter_map(is_open).collect();
    if open_ones.is_empty() && !is_damaged {
        return Vec::new();
    }
    let (mut profile, notice) = match open(content, runs) {
        Ok(opened) => opened,
        Err(error) if is_taken(&error) => return Vec::new(),
        Err(error) => return vec![format!("The profile cannot be used: {error:#}.")],
    };
    let mut notices: Vec<String> = notice.into_iter().collect();
    for folder in open_ones {
        let Ok(mut record) = RunRecord::resume(&folder, |text, begin| embedded(content, text, begin)) else { continue };
        if let Err(error) = settle(&mut profile, &mut record) {
            notices.push(format!("The result of {} is not in the profile yet: {error:#}.", folder.display()));
        }
    }
    notices
}

fn is_taken(error: &anyhow::Error) -> bool {
    use foretoken_session::record::WriteError;
    matches!(error.downcast_ref(), Some(ProfileError::Write(WriteError::Taken(_))))
}
