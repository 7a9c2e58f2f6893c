//! The folder of recorded battles: names for new ones, the one that was left last, and taking one up again.

use crate::content::{Content, ContentError};
use crate::record::{self, HeldRecord, RecordWriter, ReplayError, Summary, WriteError};
use crate::session::Session;
use crate::texts::records;
use foretoken_action_assets::assets::LessonStep;
use foretoken_action_assets::store::journal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Where records go when nothing else is said; `None` without a home folder.
#[must_use]
pub fn usual_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "foretoken").map(|dirs| dirs.data_dir().join("battles"))
}

/// Why a record of the folder cannot be deleted or taken up.
#[derive(Debug, thiserror::Error)]
pub enum SavesError {
    /// It is not taken over.
    #[error(transparent)]
    Rehash(#[from] record::RehashError),
    /// The file could not be deleted.
    #[error("{path} could not be deleted: {source}")]
    Delete {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// There are too many records.
    #[error("{0} is full of records")]
    FullFolder(PathBuf),
    /// It is damaged before its end.
    #[error(
        "{path} is damaged {reason}. `foretoken replay repair` keeps it as it is beside a copy of its {entries} whole \
         entries, with which the battle goes on."
    )]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong, from where on.
        reason: String,
        /// Whole entries before the damage.
        entries: usize,
    },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// How the names of battle tests begin.
pub const TEST: &str = "test-";

/// Starts a record under a name that is not taken: the scenario's name and a number. Several processes may do so at once.
///
/// # Errors
/// When none can be made, or the folder is full of them.
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

/// The seed of the battle that a new record is of, where the player names none: the scenario's own for the first record of a
/// folder, and another for each further one, so that a battle that is played again is another.
#[must_use]
pub fn seed_of(record: &Path, scenarios_own: u64) -> u64 {
    scenarios_own.wrapping_add(number_of(record).saturating_sub(1))
}

/// Whether a new record is the first of its scenario in its folder, so that the player may be new to it.
#[must_use]
pub fn is_first(record: &Path) -> bool {
    number_of(record) == 1
}

fn number_of(record: &Path) -> u64 {
    let name = record.file_stem().unwrap_or_default().to_string_lossy();
    name.rsplit('-').next().and_then(|digits| digits.parse().ok()).unwrap_or(1)
}

/// A recorded battle in a list.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its file.
    pub path: PathBuf,
    /// How long ago it was written to, when the list was made.
    pub age: Duration,
    /// What it comes to, or why it cannot be told; `None` until somebody wants to know.
    told: Option<Result<Summary, Arc<ReplayError>>>,
}

impl Kept {
    /// The file's name without its ending.
    #[must_use]
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// What it comes to, as far as it was read.
    #[must_use]
    pub fn told(&self) -> Option<Result<&Summary, &ReplayError>> {
        self.told.as_ref().map(|told| told.as_ref().map_err(Arc::as_ref))
    }

    /// Reads what it comes to. False if that was done before.
    pub fn read(&mut self) -> bool {
        if self.told.is_some() {
            return false;
        }
        self.told = Some(record::summary(&self.path).map_err(Arc::new));
        true
    }

    /// How long ago it was written to, in words.
    #[must_use]
    pub fn ago(&self) -> String {
        records::ago(self.age)
    }
}

/// How a recorded battle stands, in words.
#[must_use]
pub fn standing(summary: &Summary) -> String {
    records::standing(summary)
}

/// The records of a folder, the one written last first.
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

/// Most records that are read in search of the one that was left last.
const LOOKED_AT: usize = 20;

/// The record of the battle that was played last, if it is not over. Battle tests do not count, nor battles in which
/// nobody did anything.
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
/// When it cannot be deleted, or somebody plays it.
pub fn delete(record: &Path) -> Result<(), SavesError> {
    // Held until it is gone, so that nobody takes it up meanwhile.
    let _held = HeldRecord::new(record)?;
    std::fs::remove_file(record).map_err(|source| SavesError::Delete { path: record.to_owned(), source })
}

/// A battle is left whose record is this: where nobody did anything in it, nothing is kept of it.
pub fn leave(record: &Path) {
    // Held until it is gone, so that nobody takes it up meanwhile.
    if let Ok(mut held) = HeldRecord::new(record)
        && let Ok(opened) = held.read()
        && record::summary_of(&opened).is_ok_and(|summary| !summary.touched)
    {
        // One that cannot be removed is only in the way.
        let _ = std::fs::remove_file(record);
    }
}

/// Repairs a record that is damaged before its end: what it was is kept as `NAME.damaged`, and the record keeps its whole
/// entries before the damage. Returns where the damaged one is, and how many entries are left.
///
/// # Errors
/// When it cannot be read or written, or somebody plays it.
pub fn repair(path: &Path) -> Result<(PathBuf, usize), SavesError> {
    let mut held = HeldRecord::new(path)?;
    let opened = held.read()?;
    let kept = keep(&mut held, path, "damaged")?;
    held.go_on(&opened)?;
    Ok((kept, opened.entries.len()))
}

/// Takes over a record of an older rules version, once it is proved to be the same battle by today's. What it was is kept
/// beside it, under a name that is returned.
///
/// # Errors
/// When it cannot be read or written, somebody plays it, or it is not the same battle.
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

/// Copies a record to a name beside it that is not taken.
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

/// A battle that was taken up again.
#[derive(Debug)]
pub struct Resumed {
    /// The battle.
    pub session: Session,
    /// Its title.
    pub title: String,
    /// Its hints.
    pub hints: Vec<String>,
    /// The steps that a new player is led through, where it is in its first round and the first battle of its scenario.
    pub lesson: Vec<LessonStep>,
    /// What to tell the players.
    pub remark: String,
}

/// Takes up a recorded battle; a torn end is cut off, and said.
///
/// # Errors
/// When it cannot be read or replayed, or somebody else plays it.
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
    // A battle that cannot be told from its beginning goes on all the same.
    let told = record::retell(&opened, &compile, session.seat().team()).unwrap_or_default();
    session.was_told(told);
    Ok(Resumed { session, title, hints, lesson, remark })
}

/// The scenario after one, the first again after the last.
///
/// # Errors
/// When there is no such pack.
pub fn following(content: &Content, pack: &str, scenario: &str) -> Result<Option<String>, ContentError> {
    let all = content.scenarios(pack)?;
    let at = all.iter().position(|info| info.name == scenario).map_or(0, |at| at + 1);
    Ok(all.get(at).or_else(|| all.first()).map(|next| next.name.clone()))
}
