//! Profile of a player: results of finished runs, and what they unlocked. It is a journal of its own. A run counts once,
//! however often it ends.

use crate::campaign::Campaign;
use crate::entry::Begin;
use crate::limits::MOST_RESULTS;
use crate::run::Run;
use crate::state::Ending;
use foretoken_action_assets::formula::trial::Trial;
#[cfg(feature = "std-io")]
use foretoken_action_assets::store::journal;
use foretoken_action_assets::store::journal::HeaderError;
use foretoken_session::record::WriteError;
#[cfg(feature = "std-io")]
use foretoken_session::record::{HeldJournal, JournalFile};
use foretoken_vm::Dice;
use foretoken_vm::codec::{self, CodecError};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
#[cfg(feature = "std-io")]
use std::path::Path;
use std::path::PathBuf;

const RESULT: u16 = 200;
const UNLOCK: u16 = 201;

/// Result of a finished run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunResult {
    /// Pack and campaign.
    pub campaign: (String, String),
    /// Number that identifies the run.
    pub id: u64,
    /// End.
    pub ending: Ending,
    /// Number of entered rooms.
    pub rooms: u32,
    /// Number of fought battles.
    pub battles: u32,
    /// Number of lost members.
    pub fallen: u32,
    /// Numbers of the run at its end.
    pub values: Vec<(String, i32)>,
}

impl RunResult {
    /// Returns the result of a run; `None` if it is not over.
    fn of(run: &Run) -> Option<Self> {
        let (begin, state) = (run.first()?, run.state());
        Some(Self {
            campaign: (begin.pack.clone(), begin.campaign.clone()),
            id: begin.id,
            ending: state.ending?,
            rooms: state.way.len() as u32,
            battles: state.battles,
            fallen: state.fallen.len() as u32,
            values: state.values.iter().map(|(name, value)| (name.clone(), *value)).collect(),
        })
    }
}

#[derive(Serialize, Deserialize)]
struct Unlocked {
    campaign: (String, String),
    name: String,
    id: u64,
}

/// Reason why a profile cannot be read or written. The file is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// It is no journal, or a newer version.
    #[error("{0} is not a profile: {1}")]
    Header(PathBuf, HeaderError),
    /// It is damaged before its end.
    #[error("the profile {path} is damaged {reason}. The file is unchanged")]
    Damaged {
        /// File.
        path: PathBuf,
        /// Fault and its offset.
        reason: String,
    },
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// An entry cannot be encoded.
    #[error(transparent)]
    Codec(#[from] CodecError),
}

impl ProfileError {
    /// Returns true if the file is damaged or no profile. False for a newer version, and for a file that cannot be read
    /// or written.
    #[must_use]
    pub const fn is_damage(&self) -> bool {
        matches!(self, Self::Damaged { .. } | Self::Header(_, HeaderError::NotARecord))
    }
}

/// Results and unlocks of a player.
#[derive(Debug, Default)]
pub struct Profile {
    #[cfg(feature = "std-io")]
    file: Option<JournalFile>,
    results: BTreeMap<((String, String), u64), RunResult>,
    unlocked: BTreeSet<((String, String), String)>,
}

impl Profile {
    /// Name of its file in a folder of runs.
    pub const FILE: &str = "profile.journal";

    /// Returns an empty profile without a file.
    #[must_use]
    pub fn in_memory() -> Self {
        Self::default()
    }

    /// Opens a profile, or creates it.
    ///
    /// # Errors
    ///
    /// If it is damaged before its end, another process has it open, or it cannot be written.
    #[cfg(feature = "std-io")]
    pub fn open(path: &Path) -> Result<Self, ProfileError> {
        if !path.exists() {
            return Ok(Self { file: Some(JournalFile::create(path)?), ..Self::default() });
        }
        let held = HeldJournal::open(path)?;
        let (mut profile, end) = Self::parse(path, &held.bytes)?;
        profile.file = Some(held.go_on(end)?);
        Ok(profile)
    }

    /// Reads a profile without locking it; an empty one if there is no file. Additions are not written.
    ///
    /// # Errors
    ///
    /// If it is damaged before its end, or cannot be read.
    #[cfg(feature = "std-io")]
    pub fn peek(path: &Path) -> Result<Self, ProfileError> {
        match std::fs::read(path) {
            Ok(bytes) => Ok(Self::parse(path, &bytes)?.0),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(source) => Err(WriteError::Io { path: path.to_owned(), source }.into()),
        }
    }

    /// Parses a profile. Also returns the offset after its last whole entry.
    #[cfg(feature = "std-io")]
    fn parse(path: &Path, bytes: &[u8]) -> Result<(Self, u64), ProfileError> {
        let mut profile = Self::default();
        let header = |error| ProfileError::Header(path.to_owned(), error);
        let mut frames = journal::frames(bytes).map_err(header)?;
        for frame in frames.by_ref() {
            profile
                .read(frame.kind, frame.payload)
                .map_err(|error| ProfileError::Damaged { path: path.to_owned(), reason: error.to_string() })?;
        }
        let end = frames.end() as u64;
        match frames.damage() {
            Some(damage) if !damage.torn => Err(ProfileError::Damaged { path: path.to_owned(), reason: damage.reason }),
            _ => Ok((profile, end)),
        }
    }

    #[cfg(feature = "std-io")]
    fn read(&mut self, kind: u16, payload: &[u8]) -> Result<(), CodecError> {
        match kind {
            RESULT if self.results.len() < MOST_RESULTS => {
                let result: RunResult = codec::decode(payload)?;
                self.results.insert((result.campaign.clone(), result.id), result);
            }
            UNLOCK if self.unlocked.len() < MOST_RESULTS => {
                let Unlocked { campaign, name, .. } = codec::decode(payload)?;
                self.unlocked.insert((campaign, name));
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the open unlocks of a campaign, sorted.
    #[must_use]
    pub fn unlocked(&self, pack: &str, campaign: &str) -> Vec<String> {
        let of = (pack.to_owned(), campaign.to_owned());
        self.unlocked.iter().filter(|(own, _)| *own == of).map(|(_, name)| name.clone()).collect()
    }

    /// Returns the results of a campaign.
    pub fn results<'p>(&'p self, pack: &'p str, campaign: &'p str) -> impl Iterator<Item = &'p RunResult> {
        self.results.values().filter(move |result| result.campaign.0 == pack && result.campaign.1 == campaign)
    }

    /// Returns true if it has the result of a run.
    #[must_use]
    pub fn has_result(&self, begin: &Begin) -> bool {
        self.results.contains_key(&((begin.pack.clone(), begin.campaign.clone()), begin.id))
    }

    /// Returns true if it has the result of an ended run as it is now.
    #[must_use]
    pub fn has_same(&self, run: &Run) -> bool {
        let result = RunResult::of(run);
        result.is_some_and(|result| self.results.get(&(result.campaign.clone(), result.id)) == Some(&result))
    }

    /// Takes over an ended run into a new profile: its result, the unlocks that were open when it began, and those that
    /// it gained.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn rebuild(&mut self, run: &Run) -> Result<(), ProfileError> {
        self.finish(run)?;
        let Some(begin) = run.first() else { return Ok(()) };
        let of = (begin.pack.clone(), begin.campaign.clone());
        let known = begin.unlocked.iter().chain(&run.state().gained).cloned().collect::<BTreeSet<String>>();
        let new: Vec<String> =
            known.into_iter().filter(|name| !self.unlocked.contains(&(of.clone(), name.clone()))).collect();
        let unlock = |name: &String| {
            Ok((UNLOCK, codec::encode(&Unlocked { campaign: of.clone(), name: name.clone(), id: begin.id })?))
        };
        let entries = new.iter().map(unlock).collect::<Result<Vec<_>, CodecError>>()?;
        if !entries.is_empty() {
            self.write(&entries)?;
            self.unlocked.extend(new.into_iter().map(|name| (of.clone(), name)));
        }
        Ok(())
    }

    /// Records the end of a run and returns the unlocks that are new. A run that was recorded with the same result
    /// changes nothing. An end after a rewind replaces the earlier one; unlocks stay.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(&mut self, run: &Run) -> Result<Vec<String>, ProfileError> {
        let Some(result) = RunResult::of(run) else { return Ok(Vec::new()) };
        let key = (result.campaign.clone(), result.id);
        if self.results.get(&key) == Some(&result) || self.results.len() >= MOST_RESULTS {
            return Ok(Vec::new());
        }
        let mut entries = vec![(RESULT, codec::encode(&result)?)];
        let before = self.results.insert(key.clone(), result);
        let new = self.earned(run.campaign());
        for name in &new {
            entries
                .push((UNLOCK, codec::encode(&Unlocked { campaign: key.0.clone(), name: name.clone(), id: key.1 })?));
        }
        if let Err(error) = self.write(&entries) {
            match before {
                Some(before) => drop(self.results.insert(key, before)),
                None => drop(self.results.remove(&key)),
            }
            return Err(error.into());
        }
        self.unlocked.extend(new.iter().map(|name| (key.0.clone(), name.clone())));
        Ok(new)
    }

    #[cfg(feature = "std-io")]
    fn write(&self, entries: &[(u16, Vec<u8>)]) -> Result<(), WriteError> {
        self.file.as_ref().map_or(Ok(()), |file| file.push(entries))
    }

    #[cfg(not(feature = "std-io"))]
    #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "the same shape as with files")]
    const fn write(&self, _: &[(u16, Vec<u8>)]) -> Result<(), WriteError> {
        Ok(())
    }

    fn earned(&self, campaign: &Campaign) -> Vec<String> {
        let results: Vec<&RunResult> = self.results(&campaign.pack, &campaign.name).collect();
        let mut trial = trial(campaign.asset.values.iter().map(|value| value.name.as_str()), |name| {
            let best = results.iter().flat_map(|result| &result.values).filter(|(own, _)| own == name);
            best.map(|(_, value)| *value).max().unwrap_or_default()
        });
        let total = |of: &dyn Fn(&RunResult) -> u32| {
            i32::try_from(results.iter().map(|result| u64::from(of(result))).sum::<u64>()).unwrap_or(i32::MAX)
        };
        trial.set("runs", total(&|_| 1));
        trial.set("wins", total(&|result| u32::from(result.ending == Ending::Won)));
        trial.set("rooms", total(&|result| result.rooms));
        trial.set("battles", total(&|result| result.battles));
        trial.set("fallen", total(&|result| result.fallen));
        let open = self.unlocked(&campaign.pack, &campaign.name);
        let mut new = Vec::new();
        for rule in campaign.asset.unlocks.iter().filter(|rule| !open.contains(&rule.name)) {
            let Ok(formula) = trial.compile(rule.when.as_str()) else { continue };
            if !trial.run(&formula, &mut Dice::new(0)).value.is_zero() {
                new.push(rule.name.clone());
            }
        }
        new
    }
}

/// Returns a trial with the names that conditions of unlocks can use.
pub(crate) fn trial<'n>(values: impl Iterator<Item = &'n str>, value: impl Fn(&str) -> i32) -> Trial {
    let mut trial = Trial::new();
    for name in ["runs", "wins", "rooms", "battles", "fallen"] {
        trial.set(name, 0);
    }
    for name in values {
        trial.set(name, value(name));
    }
    trial
}
