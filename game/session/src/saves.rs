//! The folder of records: names, lists, deletion, repair and resuming.

use crate::content::{Content, ContentError};
use crate::record::{self, HeldRecord, RecordWriter, ReplayError, Summary, WriteError};
use crate::session::Session;
use crate::texts::records;
use foretoken_action_assets::assets::LessonStep;
use foretoken_action_assets::store::journal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Reason why an operation on a record failed.
#[derive(Debug, thiserror::Error)]
pub enum SavesError {
    /// It cannot be rehashed.
    #[error(transparent)]
    Rehash(#[from] record::RehashError),
    /// The file cannot be deleted.
    #[error("{path} could not be deleted: {source}")]
    Delete {
        /// Path.
        path: PathBuf,
        /// Cause.
        source: std::io::Error,
    },
    /// There are too many records.
    #[error("{0} is full of records")]
    FullFolder(PathBuf),
    /// It is damaged before its end.
    #[error(
        "{path} is damaged {reason}. Run `foretoken replay repair`: it keeps the damaged file and continues from its {entries} good entries."
    )]
    Damaged {
        /// Path.
        path: PathBuf,
        /// Fault and its offset.
        reason: String,
        /// Complete entries before the damage.
        entries: usize,
    },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// It is unreadable.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Name prefix of battle tests.
pub const TEST: &str = "test-";

/// Creates a record with a free name, also with concurrent processes.
///
/// # Errors
///
/// If none can be created, or the folder is full.
pub fn new_record(folder: &Path, scenario: &str) -> Result<RecordWriter, SavesError> {
    let name = scenario.rsplit('/').next().unwrap_or(scenario);
    for number in 1..100_000 {
        let path = folder.join(format!("{name}-{number}.battle"));
        match RecordWriter::create(&path) {
            Err(WriteError::Io { source, .. }) if source.kind() == std::io::ErrorKind::AlreadyExists => {}
            done => return Ok(done?),
        }
    }
    Err(SavesError::FullFolder(folder.to_owned()))
}

/// Returns the default seed of a new record: the scenario's own for the first record in a folder, then a new one each
/// time.
#[must_use]
pub fn seed_of(record: &Path, scenarios_own: u64) -> u64 {
    scenarios_own.wrapping_add(number_of(record).saturating_sub(1))
}

/// Whether a new record is the first of its scenario in its folder.
#[must_use]
pub fn is_first(record: &Path) -> bool {
    number_of(record) == 1
}

fn number_of(record: &Path) -> u64 {
    let name = record.file_stem().unwrap_or_default().to_string_lossy();
    name.rsplit('-').next().and_then(|digits| digits.parse().ok()).unwrap_or(1)
}

/// A record in a list.
#[derive(Clone, Debug)]
pub struct Kept {
    /// File.
    pub path: PathBuf,
    /// Time since the last write, when the list was made.
    pub age: Duration,
    told: Option<Result<Summary, Arc<ReplayError>>>,
}

impl Kept {
    /// Returns the file name without its extension.
    #[must_use]
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Returns the summary, if it was read.
    #[must_use]
    pub fn told(&self) -> Option<Result<&Summary, &ReplayError>> {
        self.told.as_ref().map(|told| told.as_ref().map_err(Arc::as_ref))
    }

    /// Reads the summary. Returns false if that was done before.
    pub fn read(&mut self) -> bool {
        if self.told.is_some() {
            return false;
        }
        self.told = Some(record::summary(&self.path).map_err(Arc::new));
        true
    }

    /// Describes the time since the last write.
    #[must_use]
    pub fn ago(&self) -> String {
        records::ago(self.age)
    }
}

/// Describes the summary of a record.
#[must_use]
pub fn standing(summary: &Summary) -> String {
    records::standing(summary)
}

/// Lists the records of a folder, the latest first.
#[must_use]
pub fn records(folder: &Path) -> Vec<Kept> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let records = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "battle"));
    let mut dated: Vec<_> =
        records.map(|file| (file.metadata().and_then(|data| data.modified()).ok(), file.path())).collect();
    dated.sort();
    let kept = dated.into_iter().rev().map(|(written, path)| {
        let age = written.and_then(|at| at.elapsed().ok()).unwrap_or_default();
        Kept { path, age, told: None }
    });
    kept.collect()
}

const LOOKED_AT: usize = 20;

/// Returns the last played record if its battle is not over. Battle tests and untouched battles do not count.
#[must_use]
pub fn last_left(folder: &Path) -> Option<PathBuf> {
    let played = records(folder).into_iter().filter(|kept| !kept.name().starts_with(TEST)).take(LOOKED_AT);
    let mut told = played.filter_map(|kept| Some((record::summary(&kept.path).ok()?, kept.path)));
    let (summary, last) = told.find(|(summary, _)| summary.touched)?;
    (summary.outcome == 0).then_some(last)
}

/// Deletes a record.
///
/// # Errors
///
/// If it cannot be deleted, or a process plays it.
pub fn delete(record: &Path) -> Result<(), SavesError> {
    // The lock prevents that another process resumes it.
    let _held = HeldRecord::new(record)?;
    std::fs::remove_file(record).map_err(|source| SavesError::Delete { path: record.to_owned(), source })
}

/// Deletes a record without decisions when its battle is left.
pub fn leave(record: &Path) {
    if let Ok(mut held) = HeldRecord::new(record)
        && let Ok(opened) = held.read()
        && record::summary_of(&opened).is_ok_and(|summary| !summary.touched)
    {
        let _ = std::fs::remove_file(record);
    }
}

/// Repairs a record and keeps the original as `NAME.damaged`. Returns the original's path and the number of complete
/// entries.
///
/// # Errors
///
/// If a read or write fails, or a process plays it.
pub fn repair(path: &Path) -> Result<(PathBuf, usize), SavesError> {
    let mut held = HeldRecord::new(path)?;
    let opened = held.read()?;
    let kept = keep(&mut held, path, "damaged")?;
    held.go_on(&opened)?;
    Ok((kept, opened.entries.len()))
}

/// Rehashes a record of an older rules version. Returns the path of the kept original.
///
/// # Errors
///
/// If a read or write fails, a process plays it, or the replay differs.
pub fn rehash(content: &Content, path: &Path) -> Result<PathBuf, SavesError> {
    let mut held = HeldRecord::new(path)?;
    let opened = held.read()?;
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let entries = record::rehash(&opened, &compile)?;
    let mut bytes = journal::header().to_vec();
    for entry in &entries {
        let payload = entry.payload().map_err(WriteError::from)?;
        bytes.extend(journal::frame(entry.kind(), &payload).map_err(WriteError::from)?);
    }
    let kept = keep(&mut held, path, &format!("rules-{}", opened.start.rules))?;
    drop(held);
    foretoken_action_assets::store::overwrite(path, &bytes)?;
    Ok(kept)
}

fn keep(held: &mut HeldRecord, path: &Path, why: &str) -> Result<PathBuf, SavesError> {
    let mut number = 0;
    loop {
        let suffix = if number == 0 { why.to_owned() } else { format!("{why}-{number}") };
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{suffix}"));
        let kept = path.with_file_name(name);
        match std::fs::OpenOptions::new().write(true).create_new(true).open(&kept) {
            Ok(mut file) => {
                held.copy_to(&mut file)?;
                return Ok(kept);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error.into()),
        }
    }
}

/// A resumed battle.
#[derive(Debug)]
pub struct Resumed {
    /// Battle.
    pub session: Session,
    /// Title.
    pub title: String,
    /// Hints.
    pub hints: Vec<String>,
    /// Lesson steps, if it is in the first round of the scenario's first battle.
    pub lesson: Vec<LessonStep>,
    /// A remark for the players.
    pub remark: String,
}

/// Resumes a record and cuts off a torn end.
///
/// # Errors
///
/// If it cannot be read or replayed, or another process plays it.
pub fn resume(content: &Content, path: &Path) -> Result<Resumed, SavesError> {
    let mut held = HeldRecord::new(path)?;
    let opened = held.read()?;
    let mut remark = String::new();
    if let Some(damage) = &opened.damage {
        if !damage.torn {
            let (reason, entries) = (damage.reason.clone(), opened.entries.len());
            return Err(SavesError::Damaged { path: path.to_owned(), reason, entries });
        }
        remark = records::cut_off(damage);
    }
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let writer = held.go_on(&opened)?;
    let (mut session, note) = Session::resume(&opened, &compile, Some(writer))?;
    if let Some(note) = note {
        if !remark.is_empty() {
            remark.push(' ');
        }
        remark.push_str(&records::remark(&note));
    }
    if remark.is_empty() {
        records::goes_on().clone_into(&mut remark);
    }
    let ready = content.setup(&format!("{}/{}", opened.start.pack, opened.start.scenario), None).ok();
    let title = ready.as_ref().map_or_else(|| opened.start.scenario.clone(), |ready| ready.title.clone());
    let (hints, lesson) = ready.map(|ready| (ready.hints, ready.lesson)).unwrap_or_default();
    let is_new = is_first(path) && session.seats().len() == 1 && session.battle().state().round() == 1;
    let lesson = if is_new { lesson } else { Vec::new() };
    let told = record::retell(&opened, &compile, session.seat().team()).unwrap_or_default();
    session.was_told(told);
    Ok(Resumed { session, title, hints, lesson, remark })
}

/// Returns the next scenario, or the first after the last.
///
/// # Errors
///
/// If there is no such pack.
pub fn following(content: &Content, pack: &str, scenario: &str) -> Result<Option<String>, ContentError> {
    let all = content.scenarios(pack)?;
    let at = all.iter().position(|info| info.name == scenario).map_or(0, |at| at + 1);
    Ok(all.get(at).or_else(|| all.first()).map(|next| next.name.clone()))
}
