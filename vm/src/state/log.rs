//! Log of changes, from which events, displays and reverts are derived.

use super::battle_row::BattleField;
use super::change::{Change, ChangeKind};
use super::entity::EntityId;
use crate::program::values::Label;
use std::ops::{Deref, Range};

/// Changes in order, in preallocated rows.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    rows: Vec<Change>,
    len: usize,
    answered: usize,
}

impl Tape {
    /// Appends a change.
    #[inline(always)]
    pub fn push(&mut self, change: Change) {
        match self.rows.get_mut(self.len) {
            Some(row) => *row = change,
            None => self.grow(1, change),
        }
        self.len += 1;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, least: usize, fill: Change) {
        self.rows.resize((self.len + least).next_power_of_two().max(64), fill);
    }

    #[inline(always)]
    pub(crate) fn room(&mut self, least: usize) -> &mut [Change] {
        if self.rows.len() - self.len < least {
            self.grow(least, Change::NOTHING);
        }
        &mut self.rows[self.len..]
    }

    #[inline(always)]
    pub(crate) fn fill(&mut self, rows: usize) {
        self.len = (self.len + rows).min(self.rows.len());
    }

    /// Takes the unhandled changes from index `from` and marks all before their end as handled, so no change is handled
    /// twice.
    pub(crate) fn take_unanswered(&mut self, from: usize) -> Range<usize> {
        let first = from.max(self.answered).min(self.len);
        self.answered = self.len;
        first..self.len
    }

    pub(crate) fn name_draw(&mut self, name: Label) {
        if let Some(drew) = self.rows[..self.len].last_mut().filter(|change| change.kind == ChangeKind::Drew) {
            drew.label = name;
        }
    }

    /// Removes the changes from this index on.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
        self.answered = self.answered.min(self.len);
    }

    /// Removes all changes.
    pub fn clear(&mut self) {
        self.truncate(0);
    }
}

impl Deref for Tape {
    type Target = [Change];

    #[inline(always)]
    fn deref(&self) -> &[Change] {
        self.rows.get(..self.len).unwrap_or_default()
    }
}

impl PartialEq for Tape {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Tape {}

impl From<Tape> for Vec<Change> {
    fn from(mut tape: Tape) -> Self {
        tape.rows.truncate(tape.len);
        tape.rows
    }
}

impl<'t> IntoIterator for &'t Tape {
    type Item = &'t Change;
    type IntoIter = std::slice::Iter<'t, Change>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Origin of a run of changes, from `first` to the next span.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// Index of the first change.
    pub first: u32,
    /// Program number, or [`Span::ENGINE`].
    pub program: u16,
    /// Instruction.
    pub pc: u16,
    /// Unit for which it ran.
    pub actor: EntityId,
    /// 0 for an intent, more for triggered programs.
    pub depth: u8,
}

impl Span {
    /// Program number of changes by the turn order.
    pub const ENGINE: u16 = u16::MAX;
}

/// Changes in order, optionally traced.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Every change and note.
    pub changes: Tape,
    /// Origins, only while `tracing`.
    pub spans: Vec<Span>,
    /// Whether to fill `spans`.
    pub tracing: bool,
    /// Whether chance was drawn.
    pub drew_chance: bool,
    /// Whether something veiled was skipped.
    pub uncertain: bool,
    /// Whether a goal depended on facts that may be hidden from the predicting side; the rest assumes that the battle
    /// goes on.
    pub outcome_unknown: bool,
    /// Index of the first change of the round, or of the log.
    pub round_first: usize,
    /// Instructions run, for budgets and benchmarks.
    pub steps: u64,
}

impl Log {
    /// Makes an empty log that fills [`Self::spans`].
    #[must_use]
    pub fn traced() -> Self {
        Self { tracing: true, ..Self::default() }
    }

    /// Empties the log and keeps its buffers.
    pub fn clear(&mut self) {
        self.truncate(0);
        self.drew_chance = false;
        self.uncertain = false;
        self.outcome_unknown = false;
        self.steps = 0;
    }

    /// Removes everything from change `at` on.
    pub fn truncate(&mut self, at: usize) {
        self.changes.truncate(at);
        if self.round_first > at {
            let begins = |change: &Change| change.kind == ChangeKind::Battle && change.at == BattleField::Round as u32;
            self.round_first = self.changes.iter().rposition(begins).unwrap_or(0);
        }
        while self.spans.last().is_some_and(|span| span.first as usize >= at) {
            self.spans.pop();
        }
    }

    /// Returns the number of changes.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.changes.len
    }

    /// Returns whether it is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.changes.len == 0
    }

    /// Returns the origin of a change, if it was traced.
    #[must_use]
    pub fn span_of(&self, change: usize) -> Option<Span> {
        let next = self.spans.partition_point(|span| span.first as usize <= change);
        self.spans.get(next.checked_sub(1)?).copied()
    }
}
