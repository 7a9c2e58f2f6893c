//! A seat's briefings on their way. The outbox numbers them, sends deltas, and keeps reports until the seat has
//! acknowledged them, so that a lost connection loses no report.

use super::delta::pack;
use super::limits;
use super::protocol::Brief;
use crate::briefing::{Briefing, Pending};
use crate::seat::Report;
use foretoken_vm::codec::CodecError;
use foretoken_vm::schedulers::Choose;
use foretoken_vm::{Rulebook, Team};
use std::collections::VecDeque;

/// The numbered briefings of one side.
#[derive(Debug)]
pub struct Outbox {
    side: Team,
    sequence: u32,
    question: u32,
    /// Pending decision of the last briefing, if it is the seat's.
    asked: Option<Choose>,
    /// The last briefing without its report. An equal one is not sent.
    plain: Vec<u8>,
    /// The last sent briefing.
    told: Vec<u8>,
    acknowledged: u32,
    base: Vec<u8>,
    kept: VecDeque<Kept>,
    /// Sequence number of the last report that was dropped unacknowledged.
    dropped: u32,
    /// Number of the last briefing that the present connection has received.
    received: u32,
}

#[derive(Debug)]
struct Kept {
    sequence: u32,
    known: u64,
    taken_back: Option<u32>,
    report: Option<Report>,
}

impl Outbox {
    /// Creates the outbox of a side.
    #[must_use]
    pub fn new(side: Team) -> Self {
        Self {
            side,
            sequence: 0,
            question: 0,
            asked: None,
            plain: Vec::new(),
            told: Vec::new(),
            acknowledged: 0,
            base: Vec::new(),
            kept: VecDeque::new(),
            dropped: 0,
            received: 0,
        }
    }

    /// Returns the number of the open question; 0 if the side is not asked.
    #[must_use]
    pub const fn question(&self) -> u32 {
        if self.asked.is_some() { self.question } else { 0 }
    }

    /// Returns the sequence number of the last briefing.
    #[must_use]
    pub const fn sequence(&self) -> u32 {
        self.sequence
    }

    /// Returns the hash of the knowledge in an unacknowledged briefing or the last acknowledged one.
    #[must_use]
    pub fn known(&self, sequence: u32) -> Option<u64> {
        self.kept.iter().find(|kept| kept.sequence == sequence).map(|kept| kept.known)
    }

    /// Numbers a briefing and returns its delta against the last one. Returns `None` if it equals the last one: a frame
    /// would tell that another side decided out of sight.
    ///
    /// # Errors
    ///
    /// If the briefing is too large.
    pub fn tell(&mut self, book: &Rulebook, briefing: &Briefing) -> Result<Option<Brief>, CodecError> {
        self.send(book, briefing, false)
    }

    /// Numbers a briefing and returns its delta, also if it equals the last one: the answer to a refused act.
    ///
    /// # Errors
    ///
    /// If the briefing is too large.
    pub fn repeat(&mut self, book: &Rulebook, briefing: &Briefing) -> Result<Option<Brief>, CodecError> {
        self.send(book, briefing, true)
    }

    fn send(&mut self, book: &Rulebook, briefing: &Briefing, is_forced: bool) -> Result<Option<Brief>, CodecError> {
        let (plain, whole) = briefing.to_both_bytes(book)?;
        if whole.is_none() && briefing.renames.is_empty() && plain == self.plain && !is_forced {
            return Ok(None);
        }
        let bytes = whole.unwrap_or_else(|| plain.clone());
        self.ask(&briefing.pending);
        self.sequence += 1;
        let packed = pack(&bytes, &self.told);
        let base = if self.told.is_empty() { 0 } else { self.sequence - 1 };
        (self.plain, self.told) = (plain, bytes);
        let known = briefing.known.state().hash64(book);
        self.keep(known, briefing.taken_back, briefing.report.clone());
        Ok(Some(self.brief(base, packed)))
    }

    fn ask(&mut self, pending: &Pending) {
        let asked = match pending {
            Pending::Decide(choose) if choose.team == self.side => Some(choose.clone()),
            _ => None,
        };
        if asked.is_some() && asked != self.asked {
            self.question += 1;
        }
        self.asked = asked;
    }

    /// Numbers the next question anew although the same units decide, such as after an undo.
    pub fn ask_again(&mut self) {
        self.asked = None;
    }

    fn keep(&mut self, known: u64, taken_back: Option<u32>, report: Option<Report>) {
        if let Some(entry) = taken_back {
            for kept in &mut self.kept {
                kept.report = kept.report.take().and_then(|report| report.up_to(entry));
            }
        }
        self.kept.push_back(Kept { sequence: self.sequence, known, taken_back, report });
        while self.kept.len() > limits::REPORTS {
            self.dropped = self.kept.pop_front().map_or(self.dropped, |kept| kept.sequence);
        }
    }

    const fn brief(&self, base: u32, bytes: Vec<u8>) -> Brief {
        Brief { sequence: self.sequence, base, question: self.question(), bytes }
    }

    /// Drops what the seat has received. Returns false for a number that was never sent.
    pub fn acknowledge(&mut self, sequence: u32) -> bool {
        if sequence > self.sequence {
            return false;
        }
        if sequence > self.acknowledged {
            self.acknowledged = sequence;
            self.kept.retain(|kept| kept.sequence >= sequence);
            if let Some(kept) = self.kept.front_mut().filter(|kept| kept.sequence == sequence) {
                (kept.report, kept.taken_back) = (None, None);
            }
            if sequence == self.sequence {
                self.base.clone_from(&self.told);
            } else {
                self.base.clear();
            }
        }
        true
    }

    /// Notes the number of the last briefing that a new connection has received.
    pub const fn returned(&mut self, received: u32) {
        self.received = received;
    }

    /// Makes the next briefing whole, for a client whose knowledge is wrong.
    pub fn forget(&mut self) {
        self.told.clear();
        self.base.clear();
    }

    /// Returns the briefing for a new connection: `current` with all reports since the last received one. It is a delta
    /// if the client has its base and that is smaller, else whole. After a restart of the server, the numbers continue
    /// above the received one.
    ///
    /// # Errors
    ///
    /// If the briefing is too large.
    pub fn resume(&mut self, book: &Rulebook, current: &Briefing) -> Result<Brief, CodecError> {
        let received = self.received;
        let base = match received {
            0 => None,
            _ if received == self.sequence => Some(std::mem::take(&mut self.told)),
            _ if received == self.acknowledged && !self.base.is_empty() => Some(self.base.clone()),
            _ => None,
        };
        // The client's reports end at `received`. If some since then are dropped, it goes on without them. A new program
        // at the seat gets the reports that the earlier one did not acknowledge.
        let is_known = received == 0 || (self.dropped..=self.sequence).contains(&received);
        if received > self.sequence {
            self.sequence = received.min(u32::MAX / 2);
            self.question = self.sequence;
        }
        self.ask(&current.pending);
        self.sequence += 1;
        let plain = current.to_bytes_with(book, None, None)?;
        let known = current.known.state().hash64(book);
        self.keep(known, current.taken_back, current.report.clone());
        let (taken_back, report) = if is_known { self.since(received) } else { (None, None) };
        let bytes = current.to_bytes_with(book, taken_back, report.as_ref())?;
        let whole = pack(&bytes, b"");
        let delta = base.map(|base| pack(&bytes, &base)).filter(|delta| delta.len() < whole.len());
        (self.plain, self.told) = (plain, bytes);
        Ok(match delta {
            Some(delta) => self.brief(received, delta),
            None => self.brief(0, whole),
        })
    }

    /// Returns the kept reports after a number as one, and up to where they take earlier ones back.
    fn since(&self, received: u32) -> (Option<u32>, Option<Report>) {
        let (mut taken_back, mut report): (Option<u32>, Option<Report>) = (None, None);
        for kept in self.kept.iter().filter(|kept| kept.sequence > received) {
            taken_back = [taken_back, kept.taken_back].into_iter().flatten().min();
            match (&mut report, &kept.report) {
                (Some(report), Some(later)) => report.extend(later.clone()),
                (None, Some(later)) => report = Some(later.clone()),
                (_, None) => {}
            }
        }
        (taken_back, report)
    }
}
