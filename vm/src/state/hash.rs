//! Equality and a stable 64-bit hash of a state, both over its meaning: a page that is there but empty and a row left
//! spare by a spawn taken back do not count.

use super::GameState;

/// A small multiplicative hash over words, the same on every machine. It guards against accidents, not attackers.
#[derive(Clone, Copy, Debug)]
pub struct WordHasher(u64);

impl Default for WordHasher {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl WordHasher {
    /// Mixes one word in.
    #[inline]
    pub const fn word(&mut self, word: u64) {
        // The finaliser of splitmix64, over the running value and the word.
        let mut z = (self.0 ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 = z ^ (z >> 31);
    }

    /// Mixes bytes in, eight at a time, with their length.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    fn ints(&mut self, values: &[i32]) {
        self.word(values.len() as u64);
        values.iter().for_each(|&v| self.word(u64::from(v as u32)));
    }

    /// The hash so far.
    #[must_use]
    pub const fn finish(self) -> u64 {
        self.0
    }
}

impl GameState {
    /// Hash of everything that a step could read. Equal states have equal hashes on every machine.
    #[must_use]
    pub fn hash64(&self) -> u64 {
        let mut h = WordHasher::default();
        h.word(self.count as u64);
        for e in self.entities() {
            h.ints(&[e.cell.bits() as i32, e.health, e.max_health, e.shield, e.initiative, e.speed, e.movement]);
            h.word(u64::from(e.flags) << 32 | u64::from(e.archetype) << 16 | u64::from(e.team.0));
            h.word(u64::from(e.facing) << 16 | u64::from(e.stunned) << 8 | u64::from(e.redirect.index()));
        }
        for (cell, row) in self.cell_rows() {
            h.word(u64::from(cell.bits()) << 32 | u64::from(row.occupant.0) << 16);
            h.word(u64::from(row.surface) << 8 | u64::from(row.rounds_left));
        }
        for (cell, column, value) in self.cells.changed_columns() {
            h.ints(&[cell.bits() as i32, i32::from(column), value]);
        }
        h.ints(&self.entity_columns);
        h.ints(&self.battle_columns);
        h.ints(self.battle_words());
        h.word(self.next_place as u64);
        h.word(self.agenda.len() as u64);
        self.agenda.iter().for_each(|&word| h.word(u64::from(word)));
        h.word(self.entries.len() as u64);
        self.entries.iter().for_each(|entry| h.ints(entry));
        h.finish()
    }
}

impl PartialEq for GameState {
    fn eq(&self, other: &Self) -> bool {
        self.entities() == other.entities()
            && self.cells.surfaces().eq(other.cells.surfaces())
            && self.cells.changed_columns().eq(other.cells.changed_columns())
            && self.entity_columns == other.entity_columns
            && self.battle_columns == other.battle_columns
            && self.battle == other.battle
            && self.next_place == other.next_place
            && self.agenda == other.agenda
            && self.entries == other.entries
    }
}

impl Eq for GameState {}
