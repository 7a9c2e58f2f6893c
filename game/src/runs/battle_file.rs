//! The record of the battle in play, in the folder of its run. A record that cannot go on is kept under another name.

use anyhow::Context;
use foretoken_campaign::{Mode, Played, Refusal, Run, RunError, outcome_of};
use foretoken_session::content::Content;
use foretoken_session::record::RecordWriter;
use foretoken_session::saves::{self, Resumed, SavesError};
use foretoken_session::{Session, Setup};
use std::path::{Path, PathBuf};

/// Name of the record.
const UNFINISHED: &str = "unfinished.battle";

/// The record of the battle in play.
#[derive(Clone, Debug)]
pub struct BattleFile(PathBuf);

impl BattleFile {
    /// Returns that of a run's folder. The file need not exist.
    #[must_use]
    pub fn of(folder: &Path) -> Self {
        Self(folder.join(UNFINISHED))
    }

    /// Returns its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Whether the battle that waits in the run's room has begun.
    #[must_use]
    pub fn has_begun(&self, run: &Run) -> bool {
        run.is_battle_due() && self.0.exists()
    }

    /// Refuses changes of the party in a battle.
    ///
    /// # Errors
    ///
    /// If the battle has begun.
    pub fn refuse_begun(&self, run: &Run) -> Result<(), RunError> {
        match self.has_begun(run) {
            true => Err(Refusal::NotDone("the battle has begun").into()),
            false => Ok(()),
        }
    }

    /// Resumes the battle, or begins it. Also returns a remark for the player.
    ///
    /// # Errors
    ///
    /// If no battle waits, another process plays it, or its record cannot be written.
    pub fn open(&self, content: &Content, run: &Run) -> anyhow::Result<(Session, Option<String>)> {
        let setup = run.battle_setup()?.ironman(run.state().mode == Mode::Ironman);
        let mut told = None;
        if self.0.exists() {
            match saves::resume(content, &self.0) {
                Ok(Resumed { session, remark, .. }) if session.setup().opening == setup.opening => {
                    return Ok((session, Some(remark)));
                }
                Ok(_) => drop(self.set_aside("left")?),
                // Another process plays it, or the folder cannot be read.
                Err(error @ SavesError::Write(_)) => return Err(error.into()),
                Err(error) => {
                    let kept = self.set_aside("damaged")?;
                    told = Some(format!("The battle begins anew: {error}. Its record is kept as {}.", kept.display()));
                }
            }
        }
        Ok((Session::recorded(setup, Some(RecordWriter::create(&self.0)?))?, told))
    }

    /// Returns the record and the outcome of a finished battle.
    ///
    /// # Errors
    ///
    /// If the battle is not over, or the record cannot be read.
    pub fn played(&self, run: &Run, session: Session) -> anyhow::Result<Played> {
        let Setup { book, opening, .. } = session.setup();
        let outcome =
            outcome_of(run.campaign(), run.state(), book, opening, (session.battle(), session.rounds_taken()))?;
        // The writer of the session closes the file.
        drop(session);
        Ok(Played { record: std::fs::read(&self.0)?, outcome })
    }

    /// Removes the record after the run has taken the battle over, or so that the battle begins anew.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn forget(&self) -> std::io::Result<()> {
        if self.0.exists() { std::fs::remove_file(&self.0) } else { Ok(()) }
    }

    /// Keeps the record under another name, so that it does not count as the battle in play. Returns the new path.
    ///
    /// # Errors
    ///
    /// If it cannot be renamed.
    pub fn set_aside(&self, why: &str) -> anyhow::Result<PathBuf> {
        let path = |number: u32| self.0.with_file_name(format!("{why}-{number}.battle"));
        let free = (1..10_000).map(path).find(|path| !path.exists()).context("the folder of the run is full")?;
        std::fs::rename(&self.0, &free)?;
        Ok(free)
    }
}
