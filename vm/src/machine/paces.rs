//! Paces: the initiative of each unit, for turn orders that count time or points. They ask for all of them before and after each
//! activation, and a stat takes long to read, so values are kept by what they follow from.

use super::cx::RunContext;
use crate::state::EntityId;
use crate::stats::StatId;

/// The initiative of units.
#[derive(Debug, Default)]
pub(crate) struct Paces {
    /// By unit the value as views give it; nothing for one that does not act.
    values: Vec<Option<i32>>,
    /// By unit what the value follows from, as far as that decides it.
    keys: Vec<Option<u64>>,
    /// The rulebook that they are of.
    book: u64,
}

impl RunContext<'_> {
    /// Brings the paces up to date with the state. A value is read anew where what it follows from changed, or where that can
    /// be anything.
    pub(super) fn read_paces(&mut self) {
        if self.book.scheduler.is_rounds() {
            return;
        }
        let Paces { values, keys, book } = &mut self.buffers.paces;
        if *book != self.book.id() {
            *book = self.book.id();
            keys.clear();
        }
        let rows = self.state.entities();
        keys.resize(rows.len(), None);
        values.resize(rows.len(), None);
        let sheet = self.state.sheet(self.book);
        for (at, row) in rows.iter().enumerate() {
            let id = EntityId(at as u16);
            let (value, key) = (&mut values[at], &mut keys[at]);
            if !row.acts() {
                (*value, *key) = (None, None);
                continue;
            }
            let now = sheet.content_key(id, StatId::INITIATIVE);
            if now.is_none() || now != *key {
                *value = Some(sheet.stat(id, StatId::INITIATIVE));
                *key = now;
            }
        }
        self.paces_at = self.log.changes.len();
    }

    /// The paces, if they hold for the state as it is now.
    #[inline]
    pub(super) fn paces(&self) -> &[Option<i32>] {
        if self.paces_at == self.log.changes.len() { &self.buffers.paces.values } else { &[] }
    }
}
