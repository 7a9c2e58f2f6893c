//! Journal of a run: an append-only file with the frames, locks and damage rules of battle records. The records of its
//! battles are beside it.

use crate::campaign::{Campaign, CampaignError};
use crate::combat::{BattleError, Played, play_by_planner};
use crate::command::{BeginOptions, Command, Refusal};
use crate::entry::{Begin, Entry};
use crate::journal::{self, JournalError, OpenedRun};
use crate::run::Run;
use foretoken_session::record::{HeldJournal, JournalFile, WriteError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Name of the journal in the folder of a run.
const FILE: &str = RunRecord::FILE;

/// Limit of the bytes that are read for a begin alone.
const MOST_OF_BEGIN: u64 = 1 << 20;

/// Reason why a run cannot be opened, written or continued.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    Io {
        /// File.
        path: PathBuf,
        /// Cause.
        source: io::Error,
    },
    /// It is no journal of a run, or an entry cannot be encoded.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// It is damaged before its end. The file is unchanged.
    #[error("{path} is damaged {reason}. The file is unchanged; {entries} entries before the damage are good")]
    Damaged {
        /// File.
        path: PathBuf,
        /// Fault and its offset.
        reason: String,
        /// Good entries.
        entries: usize,
    },
    /// The offers that appear once have no places.
    #[error("the campaign has too few rooms for the offers that appear once")]
    NoPlaces,
    /// There are too many runs.
    #[error("{0} is full of runs")]
    FullFolder(PathBuf),
    /// The campaign cannot be played.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A decision was refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A battle cannot be played.
    #[error(transparent)]
    Battle(#[from] BattleError),
}

/// Reads the journal in the folder of a run.
///
/// # Errors
///
/// If it cannot be read or is no journal of a run.
pub(crate) fn open(folder: &Path) -> Result<OpenedRun, RunError> {
    let path = folder.join(FILE);
    let bytes = std::fs::read(&path).map_err(|source| RunError::Io { path, source })?;
    Ok(journal::parse(&bytes)?)
}

/// A run with its journal on the disk.
#[derive(Debug)]
pub struct RunRecord {
    run: Run,
    file: JournalFile,
    folder: PathBuf,
}

/// Makes a run in the first free folder of a name, also with concurrent processes.
fn in_free_folder<T>(
    runs: &Path,
    name: &str,
    mut make: impl FnMut(&Path) -> Result<T, RunError>,
) -> Result<T, RunError> {
    for number in 1..100_000 {
        match make(&runs.join(format!("{name}-{number}"))) {
            Err(RunError::Write(WriteError::Io { source, .. })) if source.kind() == io::ErrorKind::AlreadyExists => {}
            done => return done,
        }
    }
    Err(RunError::FullFolder(runs.to_owned()))
}

impl RunRecord {
    /// Name of the journal in the folder of a run.
    pub const FILE: &str = "run.journal";

    /// Begins a run in a new folder.
    ///
    /// # Errors
    ///
    /// If the folder has a run, or cannot be written.
    pub fn create(folder: &Path, campaign: Arc<Campaign>, options: &BeginOptions) -> Result<Self, RunError> {
        let campaign = campaign.for_seed(options.seed)?;
        let begin = Run::first_entry(&campaign, options).ok_or(RunError::NoPlaces)?;
        let entries = vec![begin, Entry::Assets(campaign.assets().to_owned())];
        let bytes = journal::frames(&entries)?;
        let file = JournalFile::create(&folder.join(FILE))?;
        file.push(&bytes)?;
        Ok(Self { run: Run::of_entries(campaign, entries), file, folder: folder.to_owned() })
    }

    /// Begins a run in a new folder with a free name, also with concurrent processes.
    ///
    /// # Errors
    ///
    /// If none can be created.
    pub fn create_in(runs: &Path, campaign: &Arc<Campaign>, options: &BeginOptions) -> Result<Self, RunError> {
        in_free_folder(runs, &campaign.name, |folder| Self::create(folder, Arc::clone(campaign), options))
    }

    /// Writes a run that was played without a journal into a new folder with a free name. The records of its earlier
    /// battles are not there.
    ///
    /// # Errors
    ///
    /// If none can be created.
    pub fn adopt(runs: &Path, campaign: &Arc<Campaign>, entries: &[Entry]) -> Result<Self, RunError> {
        let all = journal::with_assets(entries, campaign);
        let bytes = journal::frames(&all)?;
        in_free_folder(runs, &campaign.name, |folder| {
            let file = JournalFile::create(&folder.join(FILE))?;
            file.push(&bytes)?;
            Ok(Self { run: Run::of_entries(Arc::clone(campaign), all.clone()), file, folder: folder.to_owned() })
        })
    }

    /// Reads the journal of a run without locking it.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is no journal of a run.
    pub fn read(folder: &Path) -> Result<OpenedRun, RunError> {
        open(folder)
    }

    /// Reads only the begin of a run.
    ///
    /// # Errors
    ///
    /// If it cannot be read or is no journal of a run.
    pub fn read_begin(folder: &Path) -> Result<Begin, RunError> {
        let path = folder.join(FILE);
        let fail = |source| RunError::Io { path: path.clone(), source };
        let (mut bytes, file) = (Vec::new(), std::fs::File::open(&path).map_err(fail)?);
        file.take(MOST_OF_BEGIN).read_to_end(&mut bytes).map_err(fail)?;
        Ok(journal::begin(&bytes)?)
    }

    /// Returns true if another process, or another part of this one, has the run open.
    #[must_use]
    pub fn is_taken(folder: &Path) -> bool {
        matches!(HeldJournal::open(&folder.join(FILE)), Err(WriteError::Taken(_)))
    }

    /// Continues a run. A torn last entry is cut off. `compile` makes the campaign of the run's own assets.
    ///
    /// # Errors
    ///
    /// If another process has it open, it is damaged before its end, or its campaign cannot be compiled. The file is
    /// then unchanged.
    pub fn resume(
        folder: &Path,
        compile: impl FnOnce(&str, &Begin) -> Result<Campaign, CampaignError>,
    ) -> Result<Self, RunError> {
        let held = HeldJournal::open(&folder.join(FILE))?;
        let opened = journal::parse(&held.bytes)?;
        if let Some(damage) = opened.damage.as_ref().filter(|damage| !damage.torn) {
            let (path, reason, entries) = (folder.join(FILE), damage.reason.clone(), opened.entries.len());
            return Err(RunError::Damaged { path, reason, entries });
        }
        let assets = opened.assets.as_deref().ok_or(JournalError::NoAssets)?;
        let campaign = Arc::new(compile(assets, &opened.begin)?);
        let file = held.go_on(opened.end)?;
        let mut record = Self { run: Run::of_entries(campaign, opened.entries), file, folder: folder.to_owned() };
        let owed = record.run.owed();
        if !owed.is_empty() {
            record.push(owed)?;
        }
        Ok(record)
    }

    /// Returns the run.
    #[must_use]
    pub const fn run(&self) -> &Run {
        &self.run
    }

    /// Returns the folder of the run.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn push(&mut self, entries: Vec<Entry>) -> Result<(), RunError> {
        self.file.push(&journal::frames(&entries)?)?;
        self.run.push(entries);
        Ok(())
    }

    /// Decides, and writes the entries before they count.
    ///
    /// # Errors
    ///
    /// If the decision is refused or cannot be written.
    pub fn act(&mut self, command: &Command) -> Result<(), RunError> {
        let entries = self.run.decide(command)?;
        self.push(entries)
    }

    /// Adds unlocks that the run gained.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn gain(&mut self, unlocks: &[String]) -> Result<(), RunError> {
        let new = unlocks.iter().filter(|name| !self.run.state().gained.contains(name));
        let entries: Vec<Entry> = new.cloned().map(Entry::Unlock).collect();
        if entries.is_empty() { Ok(()) } else { self.push(entries) }
    }

    /// Takes over a finished battle: keeps its record in the folder of the run, then writes the entry.
    ///
    /// # Errors
    ///
    /// If no battle waits, or it cannot be written.
    pub fn finish_battle(&mut self, played: Played) -> Result<(), RunError> {
        let hash = played.hash();
        let name = self.keep(&played.record)?;
        let entries = self.run.finish_battle(&name, hash, played.outcome)?;
        self.push(entries)
    }

    fn keep(&self, bytes: &[u8]) -> Result<String, RunError> {
        for number in 1..100_000 {
            let name = format!("battle-{number}.battle");
            let path = self.folder.join(&name);
            let fail = |source| RunError::Io { path: path.clone(), source };
            if path.exists() {
                continue;
            }
            foretoken_action_assets::store::overwrite(&path, bytes).map_err(fail)?;
            return Ok(name);
        }
        Err(RunError::FullFolder(self.folder.clone()))
    }

    /// Lets the planner fight the battle that waits.
    ///
    /// # Errors
    ///
    /// If no battle waits, or it cannot be written.
    pub fn fight_by_planner(&mut self) -> Result<(), RunError> {
        if !self.run.is_battle_due() {
            return Err(BattleError::NoBattle.into());
        }
        let played = play_by_planner(self.run.campaign(), self.run.state())?;
        self.finish_battle(played)
    }
}
