//! The buffer that tokens write into. Marks, events, log lines and the way back are all read from it.

use super::battle_row::BattleField;
use super::change::{Change, ChangeKind};
use super::entity::EntityId;
use crate::program::values::Label;
use std::ops::{Deref, Range};

/// Changes in the order in which they were made: rows that are there, and how many of them are filled. Writing one is a
/// store and a step of the cursor; rows are made ahead, by the power of two.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    rows: Vec<Change>,
    len: usize,
    /// Index of the first change that no handler was offered yet. Only [`Self::take_unanswered`] moves it forward.
    answered: usize,
}

impl Tape {
    /// Writes one behind the others.
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

    /// Rows behind the filled ones, `least` at least, for [`Self::fill`] to count once they are written.
    #[inline(always)]
    pub(crate) fn room(&mut self, least: usize) -> &mut [Change] {
        if self.rows.len() - self.len < least {
            self.grow(least, Change::NOTHING);
        }
        &mut self.rows[self.len..]
    }

    /// Counts rows of [`Self::room`] as filled.
    #[inline(always)]
    pub(crate) fn fill(&mut self, rows: usize) {
        self.len = (self.len + rows).min(self.rows.len());
    }

    /// Takes the changes from index `from` on that no handler was offered yet, and counts them as offered. Ranges never
    /// overlap, so no change is answered twice. Changes before `from` that were not offered are never offered.
    pub(crate) fn take_unanswered(&mut self, from: usize) -> Range<usize> {
        let first = from.max(self.answered).min(self.len);
        self.answered = self.len;
        first..self.len
    }

    /// Labels the newest entry if it notes a draw.
    pub(crate) fn name_draw(&mut self, name: Label) {
        if let Some(drew) = self.rows[..self.len].last_mut().filter(|change| change.kind == ChangeKind::Drew) {
            drew.label = name;
        }
    }

    /// Forgets those from this one on.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
        self.answered = self.answered.min(self.len);
    }

    /// Forgets all.
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

/// Two are equal when they tell the same; rows that are not filled do not count.
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

/// Who wrote a run of changes: from `first` up to the next span.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// Index of the first change.
    pub first: u32,
    /// The program's index in the rulebook, or [`Span::ENGINE`].
    pub program: u16,
    /// The instruction's place in it.
    pub pc: u16,
    /// On whose behalf it ran.
    pub actor: EntityId,
    /// 0 for the intent itself, more for triggered programs.
    pub depth: u8,
}

impl Span {
    /// The "program" of changes made by the turn order itself.
    pub const ENGINE: u16 = u16::MAX;
}

/// Changes in the order they were made, with who made them when that is asked for.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Every change and note.
    pub changes: Tape,
    /// Who made them; filled only while `tracing`.
    pub spans: Vec<Span>,
    /// Whether to fill `spans`.
    pub tracing: bool,
    /// Chance had a say in what was run.
    pub drew_chance: bool,
    /// Something veiled was skipped: what follows it is uncertain.
    pub uncertain: bool,
    /// A goal or a loss turned on what may be hidden from the side that predicts, so what follows is only foreseen for
    /// the case that the battle goes on.
    pub outcome_unknown: bool,
    /// Index of the first change of the round, or of the first there is where the log begins later.
    pub round_first: usize,
    /// Instructions run: the planner's budget and the benches count them.
    pub steps: u64,
}

impl Log {
    /// An empty log that fills [`Self::spans`].
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

    /// Forgets everything from the change with index `at` on.
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

    /// Number of changes so far.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.changes.len
    }

    /// Whether nothing was written yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.changes.len == 0
    }

    /// Who made the change with this index, if it was traced.
    #[must_use]
    pub fn span_of(&self, change: usize) -> Option<Span> {
        let next = self.spans.partition_point(|span| span.first as usize <= change);
        self.spans.get(next.checked_sub(1)?).copied()
    }
}
