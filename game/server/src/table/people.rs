//! People at a table: how they take, leave and regain places, and what they say to each other.

use super::{Entrance, Table};
use crate::lobby::Shared;
use foretoken_session::wire::{Outbox, Reason, SeatPlan, SeatToken, ToClient, limits};
use foretoken_vm::Team;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::{Bytes, Message};

/// SHA-256 of a token. The server keeps only this.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    /// Hashes a token.
    #[must_use]
    pub fn of(token: &SeatToken) -> Self {
        Self(Sha256::digest(token.0).into())
    }
}

/// The sending end of a connection.
#[derive(Clone, Debug)]
pub struct Line {
    /// Number of the connection.
    pub id: u64,
    /// Frames to send.
    pub out: mpsc::Sender<Message>,
    /// Ends the connection, for a reason.
    pub end: mpsc::Sender<Reason>,
}

/// Returns a frame as bytes that several lines share; `None` if it is too large.
pub(super) fn shared(frame: &ToClient) -> Option<Bytes> {
    let bytes = frame.to_bytes().inspect_err(|error| tracing::error!(%error, "a frame cannot be sent"));
    bytes.ok().map(Bytes::from)
}

/// Sends bytes over a line. Drops the line if it is closed or too many frames wait; the client returns with its token.
pub(super) fn send(line: &mut Option<Line>, bytes: &Bytes, shared: &Shared) {
    let Some(open) = line else { return };
    match open.out.try_send(Message::binary(bytes.clone())) {
        Ok(()) => {
            shared.metrics.frames_out_total.fetch_add(1, Ordering::Relaxed);
            shared.metrics.bytes_out_total.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        }
        Err(mpsc::error::TrySendError::Full(_)) => {
            tracing::info!(connection = open.id, "a connection reads too slowly and is closed");
            shared.metrics.slow_readers_total.fetch_add(1, Ordering::Relaxed);
            let _ = open.end.try_send(Reason::TooSlow);
            *line = None;
        }
        Err(mpsc::error::TrySendError::Closed(_)) => *line = None,
    }
}

/// A watcher.
#[derive(Debug)]
pub(super) struct Watcher {
    pub(super) side: Team,
    pub(super) name: String,
    pub(super) token: TokenHash,
    pub(super) line: Option<Line>,
    pub(super) is_ready: bool,
    pub(super) outbox: Outbox,
}

impl Table {
    pub(super) fn line_mut(&mut self, line: u64) -> Option<&mut Option<Line>> {
        let lines = self.seats.iter_mut().map(|seat| &mut seat.line);
        let mut all = lines.chain(self.watchers.iter_mut().map(|watcher| &mut watcher.line));
        all.find(|own| own.as_ref().is_some_and(|own| own.id == line))
    }

    pub(super) fn watcher_mut(&mut self, line: u64) -> Option<&mut Watcher> {
        self.watchers.iter_mut().find(|watcher| watcher.line.as_ref().is_some_and(|own| own.id == line))
    }

    /// Gives a connection a place.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn enter(
        &mut self,
        line: Line,
        name: &str,
        entrance: Entrance,
        token: SeatToken,
        now: Instant,
    ) -> Result<(), Reason> {
        let hash = TokenHash::of(&token);
        let id = line.id;
        let (side, is_watcher) = match entrance {
            Entrance::Return(hash, received) => return self.come_back(line, hash, (token, received), now),
            Entrance::Sit(side) => {
                if self.battle.is_some() {
                    return Err(Reason::NoSeat);
                }
                let free = self.seats.iter_mut().find(|seat| {
                    let fits = side.is_none_or(|side| seat.side.0 == side);
                    fits && seat.plan == SeatPlan::Seat && seat.token.is_none()
                });
                let seat = free.ok_or(Reason::NoSeat)?;
                (seat.token, seat.line, seat.is_ready) = (Some(hash), Some(line), false);
                name.clone_into(&mut seat.name);
                self.creator.get_or_insert(hash);
                (seat.side, false)
            }
            Entrance::Watch(side) => {
                if self.watchers.len() >= limits::WATCHERS {
                    self.watchers.retain(|watcher| watcher.line.is_some());
                }
                if self.options.delay.is_none() || self.watchers.len() >= limits::WATCHERS {
                    return Err(Reason::NoWatching);
                }
                let view = self.seats.iter().filter(|seat| seat.plan == SeatPlan::Seat);
                let mut view = view.map(|seat| seat.side).filter(|own| side.is_none_or(|side| own.0 == side));
                let side = view.next().ok_or(Reason::NoWatching)?;
                let (outbox, name) = (Outbox::new(side), name.to_owned());
                self.watchers.push(Watcher { side, name, token: hash, line: Some(line), is_ready: false, outbox });
                (side, true)
            }
        };
        self.shared.remember(hash, &self.code);
        self.store();
        tracing::info!(table = self.code, connection = id, side = side.0, is_watcher, "a person takes a place");
        self.tell_line(id, &ToClient::Seated { side: side.0, is_watcher, token });
        self.tell_table(now);
        if self.battle.is_some() {
            self.send_rules(id, false)?;
        }
        Ok(())
    }

    fn come_back(&mut self, line: Line, hash: TokenHash, own: (SeatToken, u32), now: Instant) -> Result<(), Reason> {
        let (token, received) = own;
        let id = line.id;
        if received == 0
            && let Some(seat) = self.seats.iter_mut().find(|seat| seat.token == Some(hash))
        {
            // A new program at the seat numbers its acts from 1 again.
            seat.forget_acts();
        }
        let (slot, is_ready, outbox, side, is_watcher) =
            match self.seats.iter_mut().find(|seat| seat.token == Some(hash)) {
                Some(seat) => (&mut seat.line, &mut seat.is_ready, &mut seat.outbox, seat.side, false),
                None => {
                    let watcher = self.watchers.iter_mut().find(|watcher| watcher.token == hash);
                    let watcher = watcher.ok_or(Reason::UnknownToken)?;
                    (&mut watcher.line, &mut watcher.is_ready, &mut watcher.outbox, watcher.side, true)
                }
            };
        outbox.returned(received);
        *is_ready = false;
        if let Some(old) = slot.replace(line) {
            let _ = old.end.try_send(Reason::Replaced);
        }
        tracing::info!(table = self.code, connection = id, side = side.0, is_watcher, "a person is back");
        self.settle_away(now);
        self.tell_line(id, &ToClient::Seated { side: side.0, is_watcher, token });
        self.tell_table(now);
        if self.battle.is_some() {
            self.send_rules(id, false)?;
        }
        Ok(())
    }

    /// Notes that a connection is gone. Its place stays.
    pub fn gone(&mut self, line: u64, now: Instant) {
        self.charge(now);
        let Some(own) = self.line_mut(line) else { return };
        *own = None;
        tracing::info!(table = self.code, connection = line, "a connection is gone");
        if self.battle.is_none() {
            self.watchers.retain(|watcher| watcher.line.is_some());
        }
        self.settle_away(now);
        self.tell_table(now);
    }

    pub(super) fn leave(&mut self, line: u64, now: Instant) -> Result<(), Reason> {
        if let Some(at) = self.seat_of(line) {
            if self.is_running() {
                self.resign(at, now)?;
            }
            let seat = &mut self.seats[at];
            (seat.line, seat.is_ready) = (None, false);
            if let Some(hash) = seat.token.filter(|_| self.battle.is_none()) {
                (seat.token, seat.name) = (None, String::new());
                self.shared.forget(hash);
            }
        } else {
            self.watchers.retain(|watcher| watcher.line.as_ref().is_none_or(|own| own.id != line));
        }
        self.store();
        self.tell_table(now);
        Ok(())
    }

    pub(super) fn say(&mut self, line: u64, words: String) -> Result<(), Reason> {
        let name = match self.seat_of(line) {
            Some(at) => self.seats[at].name.clone(),
            // Watchers see less or more than the players, so they talk among themselves.
            None => return self.say_to_watchers(line, words),
        };
        let words = checked(&words, limits::CHAT)?;
        self.tell(&ToClient::Said { name, words });
        Ok(())
    }

    fn say_to_watchers(&mut self, line: u64, words: String) -> Result<(), Reason> {
        let name = self.watcher_mut(line).ok_or(Reason::NotNow)?.name.clone();
        let words = checked(&words, limits::CHAT)?;
        let frame = ToClient::Said { name, words };
        let bytes = shared(&frame).ok_or(Reason::BadText)?;
        let shared = Arc::clone(&self.shared);
        self.watchers.iter_mut().for_each(|watcher| send(&mut watcher.line, &bytes, &shared));
        Ok(())
    }
}

/// Returns a text of a person without surrounding space.
///
/// # Errors
///
/// If it is empty, longer than `most` characters, or has control characters.
pub fn checked(text: &str, most: usize) -> Result<String, Reason> {
    let text = text.trim();
    let is_odd = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if text.is_empty() || text.chars().count() > most || text.chars().any(is_odd) {
        return Err(Reason::BadText);
    }
    Ok(text.to_owned())
}
