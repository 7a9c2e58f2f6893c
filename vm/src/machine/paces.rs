//! Cached initiative of units, for turn orders that count time or points. Reading a stat is slow, and these orders read
//! all of them around each activation.

use super::cx::RunContext;
use crate::state::EntityId;
use crate::stats::StatId;

#[derive(Debug, Default)]
pub(crate) struct Paces {
    values: Vec<Option<i32>>,
    keys: Vec<Option<u64>>,
    book: u64,
}

impl RunContext<'_> {
    pub(super) fn read_paces(&mut self) {
        // Every change that initiative depends on is logged.
        if self.book.scheduler.is_rounds() || self.paces_at == self.log.changes.len() {
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
            if !row.is_activated() {
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

    #[inline]
    pub(super) fn paces(&self) -> &[Option<i32>] {
        if self.paces_at == self.log.changes.len() { &self.buffers.paces.values } else { &[] }
    }
}
