//! Addresses and seats that the player can return to, in a file of the user's data folder. Each seat has its secret token.

use crate::files::{KeepError, replace};
use foretoken_session::wire::SeatToken;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Name of the file.
const FILE: &str = "online.json";

/// Greatest size of the file, in bytes.
const LIMIT: u64 = 256 << 10;

/// Seats that are kept. The oldest is dropped first.
const SEATS: usize = 20;

/// A seat to return to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptSeat {
    /// Address of the server.
    pub address: String,
    /// Code of the table.
    pub code: String,
    /// Title of the battle.
    pub title: String,
    /// Name at the table.
    pub name: String,
    /// Token as hexadecimal digits.
    token: String,
}

impl KeptSeat {
    /// Returns the token; `None` if the file was changed by hand.
    #[must_use]
    pub fn token(&self) -> Option<SeatToken> {
        SeatToken::from_hex(&self.token)
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Stored {
    address: String,
    name: String,
    seats: Vec<KeptSeat>,
}

/// The file of addresses and seats.
#[derive(Debug, Default)]
pub struct Kept {
    path: Option<PathBuf>,
    stored: Stored,
}

impl Kept {
    /// Reads the file in a folder. A missing or damaged file counts as empty; without a folder nothing is kept.
    #[must_use]
    pub fn load(folder: Option<&Path>) -> Self {
        let path = folder.map(|folder| folder.join(FILE));
        let is_small = |path: &&PathBuf| std::fs::metadata(path).is_ok_and(|data| data.len() <= LIMIT);
        let text = path.as_ref().filter(is_small).and_then(|path| std::fs::read_to_string(path).ok());
        let stored = text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        Self { path, stored }
    }

    /// Returns the last address; empty for none.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.stored.address
    }

    /// Returns the last name; empty for none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.stored.name
    }

    /// Returns the seats to return to, the newest first.
    #[must_use]
    pub fn seats(&self) -> &[KeptSeat] {
        &self.stored.seats
    }

    /// Stores the address and the name.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn set_last(&mut self, address: &str, name: &str) -> Result<(), KeepError> {
        (self.stored.address, self.stored.name) = (address.to_owned(), name.to_owned());
        self.write()
    }

    /// Stores a seat, in place of an earlier one at the same table.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn add(
        &mut self,
        (address, name): (&str, &str),
        (code, title): (&str, &str),
        token: SeatToken,
    ) -> Result<(), KeepError> {
        let owned = |words: &str| words.to_owned();
        let seat = KeptSeat {
            address: owned(address),
            code: owned(code),
            title: owned(title),
            name: owned(name),
            token: token.to_hex(),
        };
        if self.stored.seats.contains(&seat) {
            return Ok(());
        }
        self.stored.seats.retain(|kept| kept.token != seat.token && (kept.address != address || kept.code != code));
        self.stored.seats.insert(0, seat);
        self.stored.seats.truncate(SEATS);
        self.write()
    }

    /// Forgets a seat.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn forget(&mut self, token: SeatToken) -> Result<(), KeepError> {
        let (hex, before) = (token.to_hex(), self.stored.seats.len());
        self.stored.seats.retain(|kept| kept.token != hex);
        if self.stored.seats.len() == before { Ok(()) } else { self.write() }
    }

    fn write(&self) -> Result<(), KeepError> {
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
            // Replaced files leave backups there.
            only_for_owner(folder, 0o700)?;
        }
        replace(path, serde_json::to_string_pretty(&self.stored)?.as_bytes())?;
        only_for_owner(path, 0o600)?;
        Ok(())
    }
}

/// Denies other users of the machine the tokens.
#[cfg(unix)]
fn only_for_owner(path: &Path, mode: u32) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn only_for_owner(_: &Path, _: u32) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_comes_back_and_is_forgotten() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut kept = Kept::load(Some(folder.path()));
        let token = SeatToken([7; 16]);
        kept.set_last("ws://here:7777", "Ada").expect("writable");
        kept.add(("ws://here:7777", "Ada"), ("ABCD", "First Light"), token).expect("writable");
        let mut again = Kept::load(Some(folder.path()));
        assert_eq!((again.address(), again.name()), ("ws://here:7777", "Ada"));
        assert_eq!(again.seats().first().and_then(KeptSeat::token), Some(token));
        let newer = SeatToken([8; 16]);
        again.add(("ws://here:7777", "Ada"), ("ABCD", "First Light"), newer).expect("writable");
        assert_eq!(again.seats().len(), 1, "one seat at a table");
        again.forget(newer).expect("writable");
        assert!(Kept::load(Some(folder.path())).seats().is_empty());
    }

    #[test]
    fn a_damaged_file_counts_as_empty() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join(FILE), "{").expect("writable");
        assert!(Kept::load(Some(folder.path())).seats().is_empty());
    }
}
