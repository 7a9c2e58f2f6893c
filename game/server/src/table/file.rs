//! The file of a table: options, people and the number of its battle. The battles are journals beside it.

use super::{Table, TokenHash};
use crate::lobby::Shared;
use foretoken_session::record::{ReplayError, WriteError};
use foretoken_session::wire::{ClockRule, SeatPlan, TableOptions};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Reason why a table cannot be loaded. Its files stay.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// Its file cannot be read.
    #[error("{path}: {reason}", path = .0.display(), reason = .1)]
    File(PathBuf, String),
    /// Its battle is damaged.
    #[error("{path} is damaged: {reason}", path = .0.display(), reason = .1)]
    Damaged(PathBuf, String),
    /// Its battle cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Its battle cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// A table in its file.
#[derive(Debug, Serialize, Deserialize)]
pub struct Stored {
    /// Code.
    pub code: String,
    scenario: String,
    level: u8,
    seats: Vec<StoredSeat>,
    watchers: Vec<StoredWatcher>,
    is_open: bool,
    delay: Option<u8>,
    clock: Option<ClockRule>,
    is_ironman: bool,
    creator: Option<String>,
    battle: u32,
    /// Whether the last battle is over.
    pub is_over: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredSeat {
    side: u8,
    plan: SeatPlan,
    name: String,
    token: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredWatcher {
    side: u8,
    name: String,
    token: String,
}

fn hex(hash: &TokenHash) -> String {
    hash.0.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<TokenHash> {
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    let mut hash = [0; 32];
    for (at, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(TokenHash(hash))
}

const FILE: &str = "table.json";

impl Stored {
    /// Whether the file in a table's folder was written within a time.
    #[must_use]
    pub fn is_recent(folder: &Path, within: Duration) -> bool {
        let written = std::fs::metadata(folder.join(FILE)).and_then(|file| file.modified());
        written.is_ok_and(|at| at.elapsed().is_ok_and(|age| age < within))
    }

    /// Reads the file in a table's folder.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn read(folder: &Path) -> Result<Self, LoadError> {
        let path = folder.join(FILE);
        let fail = |error: &dyn std::fmt::Display| LoadError::File(path.clone(), error.to_string());
        let bytes = std::fs::read(&path).map_err(|error| fail(&error))?;
        serde_json::from_slice(&bytes).map_err(|error| fail(&error))
    }
}

impl Table {
    pub(super) fn folder(&self) -> PathBuf {
        self.shared.options.data.join("tables").join(&self.code)
    }

    /// Writes the table's file.
    pub(super) fn store(&self) {
        let seat = |seat: &super::Seat| StoredSeat {
            side: seat.side.0,
            plan: seat.plan,
            name: seat.name.clone(),
            token: seat.token.as_ref().map(hex),
        };
        let watcher = |watcher: &super::Watcher| StoredWatcher {
            side: watcher.side.0,
            name: watcher.name.clone(),
            token: hex(&watcher.token),
        };
        let stored = Stored {
            code: self.code.clone(),
            scenario: self.options.scenario.clone(),
            level: self.options.level,
            seats: self.seats.iter().map(seat).collect(),
            watchers: self.watchers.iter().map(watcher).collect(),
            is_open: self.options.is_open,
            delay: self.options.delay,
            clock: self.options.clock,
            is_ironman: self.options.is_ironman,
            creator: self.creator.as_ref().map(hex),
            battle: self.number,
            is_over: self.battle.as_ref().is_some_and(super::Match::is_over),
        };
        let folder = self.folder();
        let bytes = serde_json::to_vec_pretty(&stored).unwrap_or_default();
        let written = std::fs::create_dir_all(&folder)
            .and_then(|()| foretoken_action_assets::store::overwrite(&folder.join(FILE), &bytes));
        if let Err(error) = written {
            tracing::error!(table = self.code, %error, "the file of a table cannot be written");
            self.shared.metrics.unstored_total.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Loads a table with its running battle.
    ///
    /// # Errors
    ///
    /// If its files cannot be read or replayed.
    pub fn load(stored: Stored, shared: Arc<Shared>) -> Result<Self, LoadError> {
        let plays = |seat: &&StoredSeat| seat.plan == SeatPlan::Seat;
        let options = TableOptions {
            scenario: stored.scenario,
            level: stored.level,
            seed: None,
            seats: Some(stored.seats.iter().filter(plays).map(|seat| seat.side).collect()),
            is_open: stored.is_open,
            delay: stored.delay,
            clock: stored.clock,
            is_ironman: stored.is_ironman,
        };
        let folder = shared.options.data.join("tables").join(&stored.code);
        let mut table = Self::new(stored.code, options, shared)
            .map_err(|reason| LoadError::File(folder.join(FILE), reason.to_string()))?;
        table.number = stored.battle;
        table.creator = stored.creator.as_deref().and_then(from_hex);
        for stored in stored.seats {
            if let Some(seat) = table.seats.iter_mut().find(|seat| seat.side.0 == stored.side) {
                (seat.name, seat.token) = (stored.name, stored.token.as_deref().and_then(from_hex));
            }
        }
        for stored in stored.watchers {
            if let Some(token) = from_hex(&stored.token) {
                let side = foretoken_vm::Team(stored.side & 7);
                let outbox = foretoken_session::wire::Outbox::new(side);
                let (name, line) = (stored.name, None);
                table.watchers.push(super::Watcher { side, name, token, line, is_ready: false, outbox });
            }
        }
        let hashes = table.seats.iter().filter_map(|seat| seat.token);
        for hash in hashes.chain(table.watchers.iter().map(|watcher| watcher.token)).collect::<Vec<_>>() {
            table.shared.remember(hash, &table.code);
        }
        if stored.battle > 0 {
            table.resume_battle()?;
        }
        Ok(table)
    }
}
