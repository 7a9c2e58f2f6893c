//! The state of a battle: plain integers in flat rows, cheap to clone for predictions. It holds no random stream, file
//! or clock, and no constants.

mod battle_row;
mod cells;
mod change;
mod copy;
mod entity;
pub mod entry;
mod grid;
pub(crate) mod hash;
mod instances;
mod log;
mod migrate;
mod outcome;
mod own;
mod renumber;
mod snapshot;
mod spawning;
mod without;

pub use battle_row::BattleField;
use battle_row::FIRST_BATTLE_FIELDS;
pub(crate) use battle_row::{BattleRow, is_hard};
pub(crate) use cells::PAGE_CELLS;
pub use cells::{CellRow, Cells};
pub use change::{Change, ChangeKind, Unchanged};
pub use entity::{Entity, EntityId, EntityKey, Team, flag};
pub use entry::{Entry, MAX_CAPTURED};
pub(crate) use grid::Grid;
pub use instances::{EffectInstance, EffectInstances, Ending, Pool, Refusal};
pub use log::{Log, Span, Tape};
pub use migrate::{MigrateError, Named, Renames};
pub(crate) use migrate::{migrated_columns, migrated_surface};
pub use outcome::Outcome;
pub use own::OwnForm;
pub(crate) use own::own_skill;
pub use snapshot::SnapshotError;

use crate::machine::Resolved;
use crate::rulebook::Rulebook;
use crate::space::{Cell, Symmetry};
use crate::stats::Sheet;
use slotmap::DenseSlotMap;
use snapshot::SavedCell;

pub(crate) struct Parts<'s> {
    pub(crate) rows: &'s mut [Entity],
    pub(crate) grid: &'s mut Grid,
    pub(crate) battle: &'s mut BattleRow,
    pub(crate) cells: &'s mut Cells,
    pub(crate) agenda: &'s [u16],
    pub(crate) next_place: &'s mut usize,
    pub(crate) instances: &'s mut EffectInstances,
    pub(crate) columns: &'s mut [i32],
    pub(crate) battle_columns: &'s [i32],
}

/// One place of the agenda.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// A unit's activation.
    Unit(EntityId),
    /// The agenda entry with this index.
    Entry(u16),
}

impl Slot {
    const ENTRY_BIT: u16 = 0x8000;

    /// Returns the agenda word.
    #[inline]
    #[must_use]
    pub const fn to_word(self) -> u16 {
        match self {
            Self::Unit(id) => id.0,
            Self::Entry(index) => index | Self::ENTRY_BIT,
        }
    }

    /// Returns the slot of an agenda word.
    #[inline]
    #[must_use]
    pub const fn from_word(word: u16) -> Self {
        if word & Self::ENTRY_BIT == 0 { Self::Unit(EntityId(word)) } else { Self::Entry(word & !Self::ENTRY_BIT) }
    }
}

/// Everything that can change in a battle.
///
///
/// Only [`GameState::write`] changes it, so that every change is logged and can be reverted.
#[derive(Debug, Default)]
pub struct GameState {
    entities: DenseSlotMap<EntityKey, Entity>,
    count: usize,
    grid: Grid,
    cells: Cells,
    entity_column_defaults: Vec<i32>,
    entity_columns: Vec<i32>,
    battle_columns: Vec<i32>,
    battle: BattleRow,
    agenda: Vec<u16>,
    next_place: usize,
    entries: Vec<Entry>,
    instances: EffectInstances,
    agenda_stale: bool,
    pub(crate) origin: u64,
}

impl Clone for GameState {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.copy_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Self) {
        self.copy_from(source);
    }
}

impl GameState {
    /// Makes an empty battle in round 0.
    #[must_use]
    pub fn new(book: &Rulebook) -> Self {
        Self {
            grid: Grid::new(book, &book.decoded.ground, book.id),
            cells: Cells::new(&book.board, &book.columns.cell_defaults()),
            entity_column_defaults: book.columns.entity_defaults(),
            battle_columns: book.columns.battle_defaults(),
            ..Self::default()
        }
    }

    /// Returns the approximate size in bytes.
    #[must_use]
    pub fn footprint(&self) -> usize {
        let words = self.entity_columns.len() + self.battle_columns.len() + self.entries.len() * entry::WORDS;
        self.entities.len() * size_of::<Entity>()
            + words * 4
            + self.agenda.len() * 2
            + self.cells.footprint()
            + self.grid.words().len() * 2
            + size_of_val(self.instances.all())
    }

    pub(crate) fn set_up_as(&mut self, other: &Self) {
        let first = BattleField::Setting as usize;
        self.battle[first..].copy_from_slice(&other.battle[first..]);
    }

    pub(crate) fn side_policy(&self, team: Team) -> Option<u16> {
        battle_row::side_policy(&self.battle, team)
    }

    pub(crate) fn has_side_policies(&self) -> bool {
        battle_row::has_side_policies(&self.battle)
    }

    /// Returns whether the computer controls a side.
    #[inline]
    #[must_use]
    pub fn is_planned(&self, team: Team) -> bool {
        self.battle(BattleField::Setting) & i32::from(team.bit()) != 0
    }

    /// Returns whether the battle is hard.
    #[inline]
    #[must_use]
    pub fn is_hard(&self) -> bool {
        is_hard(&self.battle)
    }

    /// Returns all units; the index is the [`EntityId`].
    #[inline]
    #[must_use]
    pub fn entities(&self) -> &[Entity] {
        &self.entities.values_as_slice()[..self.count]
    }

    /// Returns the row of a unit; blank for an unknown id.
    #[inline(always)]
    #[must_use]
    pub fn entity(&self, id: EntityId) -> &Entity {
        self.entities.values_as_slice().get(id.index()).unwrap_or(&Entity::BLANK)
    }

    /// Iterates over living units in order of creation.
    pub fn living(&self) -> impl Iterator<Item = (EntityId, &Entity)> {
        let ids = self.entities().iter().enumerate().map(|(i, e)| (EntityId(i as u16), e));
        ids.filter(|(_, e)| e.is_alive())
    }

    /// Returns the overlay of the board.
    #[inline]
    #[must_use]
    pub const fn cells(&self) -> &Cells {
        &self.cells
    }

    pub(in crate::state) fn cell_rows(&self) -> Vec<(Cell, SavedCell)> {
        let mut rows: Vec<_> =
            self.living().map(|(id, e)| (e.cell, SavedCell { occupant: id, ..SavedCell::EMPTY })).collect();
        rows.sort_unstable_by_key(|&(cell, _)| cell);
        for (cell, row) in self.cells.surfaces() {
            let CellRow { surface, rounds_left } = row;
            match rows.binary_search_by_key(&cell, |&(cell, _)| cell) {
                Ok(at) => (rows[at].1.surface, rows[at].1.rounds_left) = (surface, rounds_left),
                Err(at) => rows.insert(at, (cell, SavedCell { surface, rounds_left, ..SavedCell::EMPTY })),
            }
        }
        rows
    }

    /// Returns the unit on a cell.
    #[inline(always)]
    #[must_use]
    pub fn occupant(&self, cell: Cell) -> EntityId {
        self.grid.occupant(self.grid.place(cell))
    }

    /// Returns the surface index of a cell, if any.
    #[inline]
    #[must_use]
    pub fn surface(&self, cell: Cell) -> Option<u8> {
        self.cells.row(cell).surface.checked_sub(1)
    }

    /// Returns a custom column of a unit; its default for an unknown unit.
    #[must_use]
    pub fn entity_column(&self, id: EntityId, column: u16) -> i32 {
        let width = self.entity_column_defaults.len();
        let default = self.entity_column_defaults.get(column as usize).copied().unwrap_or_default();
        if column as usize >= width {
            return 0;
        }
        self.entity_columns.get(id.index() * width + column as usize).copied().unwrap_or(default)
    }

    /// Returns the effect instances of all units.
    #[inline]
    #[must_use]
    pub const fn instances(&self) -> &EffectInstances {
        &self.instances
    }

    /// Returns the state for reading stats.
    #[inline]
    #[must_use]
    pub fn sheet<'s>(&'s self, book: &'s Rulebook) -> Sheet<'s> {
        Sheet {
            book,
            rows: self.entities.values_as_slice(),
            columns: &self.entity_columns,
            battle_columns: &self.battle_columns,
            battle: &self.battle,
            cells: &self.cells,
            instances: &self.instances,
        }
    }

    /// Returns a custom column of the battle.
    #[must_use]
    pub fn battle_column(&self, column: u16) -> i32 {
        self.battle_columns.get(column as usize).copied().unwrap_or_default()
    }

    /// Returns a field of the battle's row.
    #[inline]
    #[must_use]
    pub const fn battle(&self, field: BattleField) -> i32 {
        self.battle[field as usize]
    }

    pub(super) fn battle_words(&self) -> &[i32] {
        let used = self.battle.iter().rposition(|&value| value != 0).map_or(0, |at| at + 1);
        &self.battle[..used.max(FIRST_BATTLE_FIELDS)]
    }

    /// Returns the unit with an open activation, and the number of executed uses. `None` if the unit no longer acts.
    #[must_use]
    pub fn open_activation(&self) -> Option<(EntityId, usize)> {
        let word = self.battle(BattleField::Open);
        let unit = EntityId(((word & 0xffff) as u16).checked_sub(1)?);
        self.entity(unit).is_activated().then_some((unit, (word >> 16 & 0x7fff) as usize))
    }

    /// Returns the round, from 1; 0 before the first.
    #[must_use]
    pub const fn round(&self) -> i32 {
        self.battle(BattleField::Round)
    }

    /// Iterates over this round's agenda.
    pub fn agenda(&self) -> impl ExactSizeIterator<Item = Slot> + '_ {
        self.agenda.iter().map(|&word| Slot::from_word(word))
    }

    pub(crate) fn agenda_words(&self) -> &[u16] {
        &self.agenda
    }

    /// Returns the next place of the agenda.
    #[inline]
    #[must_use]
    pub const fn next_place(&self) -> usize {
        self.next_place
    }

    /// Returns the agenda entries; free ones are reused.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Iterates over the captured cells of an entry; those of units are current.
    pub fn captured_cells(&self, words: &Entry) -> impl Iterator<Item = Cell> {
        let kept = words[entry::CAPTURED..].chunks_exact(2);
        kept.filter_map(|words| {
            let kept = Resolved::from_words([words[0], words[1]]);
            match kept.kind() {
                Resolved::CELL => Some(kept.cell()),
                Resolved::UNIT => self.entities().get(kept.unit().index()).map(|unit| unit.cell),
                _ => None,
            }
        })
    }

    #[inline]
    #[must_use]
    pub(crate) const fn is_agenda_stale(&self) -> bool {
        self.agenda_stale
    }

    pub(crate) const fn set_agenda_stale(&mut self, stale: bool) {
        self.agenda_stale = stale;
    }

    #[inline(always)]
    pub(crate) fn parts(&mut self) -> Parts<'_> {
        Parts {
            rows: self.entities.values_as_mut_slice(),
            grid: &mut self.grid,
            battle: &mut self.battle,
            cells: &mut self.cells,
            agenda: &self.agenda,
            next_place: &mut self.next_place,
            instances: &mut self.instances,
            columns: &mut self.entity_columns,
            battle_columns: &self.battle_columns,
        }
    }

    #[inline(always)]
    pub(crate) const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Logs and applies a change. The only way to change a state.
    #[inline(always)]
    pub fn write(&mut self, book: &Rulebook, log: &mut Log, change: Change) {
        log.changes.push(change);
        self.apply(book, &change);
    }

    /// Reverts the log's changes from its end back to index `to`, and removes them.
    pub fn roll_back(&mut self, book: &Rulebook, log: &mut Log, to: usize) {
        for index in (to..log.changes.len()).rev() {
            let change = log.changes[index];
            if !change.is_note() {
                self.apply(book, &Change { before: change.after, after: change.before, ..change });
            }
        }
        log.truncate(to);
    }

    /// Applies a change from elsewhere, such as a replay. Unknown ids are ignored, so no journal can break a state.
    #[inline(always)]
    pub fn apply(&mut self, book: &Rulebook, change: &Change) {
        let value = change.after;
        match change.kind {
            ChangeKind::NextPlace => {
                let turn = value.max(0) as usize;
                self.agenda_stale |= turn < self.next_place;
                self.next_place = turn;
            }
            ChangeKind::Cell => self.put(change.entity, Cell::from_bits(value as u32)),
            ChangeKind::Health => self.with(change.entity, |e| e.health = value),
            ChangeKind::Flags => self.set_flags(change.entity, value as u32),
            ChangeKind::Shield => self.with(change.entity, |e| e.shield = value),
            ChangeKind::Facing => self.with(change.entity, |e| e.facing = value as u8),
            ChangeKind::Initiative => {
                self.with(change.entity, |e| e.initiative = value);
                self.agenda_stale = true;
            }
            ChangeKind::Speed => {
                self.with(change.entity, |e| e.speed = value);
                self.agenda_stale = true;
            }
            ChangeKind::Movement => self.with(change.entity, |e| e.movement = value),
            ChangeKind::Stunned => self.with(change.entity, |e| e.stunned = value as u8),
            ChangeKind::Redirected => self.with(change.entity, |e| e.redirect = Symmetry::from_index(value as u8)),
            ChangeKind::Team => {
                self.with(change.entity, |e| e.team = Team(value as u8));
                self.agenda_stale = true;
            }
            _ => self.apply_rare(book, change),
        }
    }

    #[cold]
    fn apply_rare(&mut self, book: &Rulebook, change: &Change) {
        let value = change.after;
        let at = change.at as usize;
        match change.kind {
            ChangeKind::Surface => self.set_surface(change.cell(), value),
            ChangeKind::EntityColumn => {
                let width = self.entity_column_defaults.len();
                if let Some(slot) = self.entity_columns.get_mut(change.entity.index() * width + at) {
                    *slot = value;
                }
            }
            ChangeKind::CellColumn => self.set_cell_column(change.cell(), change.entity.0, value),
            ChangeKind::BattleColumn => {
                if let Some(slot) = self.battle_columns.get_mut(at) {
                    *slot = value;
                }
            }
            ChangeKind::Battle => {
                if let Some(slot) = self.battle.get_mut(at) {
                    *slot = value;
                }
            }
            ChangeKind::Detected => self.set_unseen(change.entity, value as u8),
            ChangeKind::Agenda => self.set_agenda(at, value),
            ChangeKind::Entry => self.set_entry_word(change.entity.index(), at, value),
            ChangeKind::EffectInstance => {
                self.instances.set(change.entity, change.at, value);
                self.agenda_stale = true;
            }
            ChangeKind::MaxHealth => self.with(change.entity, |e| e.max_health = value),
            ChangeKind::Spawn => {
                if value != 0 {
                    self.spawn(book, value as u16, Team((value >> 16) as u8 & 7), change.cell());
                } else {
                    self.take_back_spawn();
                }
            }
            _ => {}
        }
    }

    #[inline(always)]
    fn with(&mut self, id: EntityId, alter: impl FnOnce(&mut Entity)) {
        if let Some(entity) = self.entities.values_as_mut_slice().get_mut(id.index()) {
            alter(entity);
        }
    }

    pub(crate) fn remember(&mut self, cell: Cell, column: Option<u16>, value: i32) {
        match column {
            None => self.set_surface(cell, value),
            Some(column) => self.set_cell_column(cell, column, value),
        }
    }

    fn set_surface(&mut self, cell: Cell, value: i32) {
        let row = CellRow { surface: value as u8, rounds_left: (value >> 8) as u8 };
        self.cells.put(cell, row);
    }

    fn set_cell_column(&mut self, cell: Cell, column: u16, value: i32) {
        if let Some(slot) = self.cells.column_mut(cell, column) {
            *slot = value;
        }
    }

    pub(crate) fn set_unseen(&mut self, id: EntityId, unseen: u8) {
        self.with(id, |entity| entity.unseen = unseen);
    }

    #[inline(always)]
    fn put(&mut self, id: EntityId, to: Cell) {
        let Some(entity) = self.entities.values_as_mut_slice().get_mut(id.index()) else { return };
        if entity.is_alive() {
            self.grid.leave_row(entity, id);
        }
        (entity.cell, entity.place) = (to, self.grid.place(to));
        if entity.is_alive() {
            self.grid.enter_row(entity, id);
        }
    }

    #[inline]
    fn set_flags(&mut self, id: EntityId, flags: u32) {
        let Some(entity) = self.entities.values_as_mut_slice().get_mut(id.index()) else { return };
        let changed = entity.flags ^ flags;
        entity.flags = flags;
        self.agenda_stale |= changed & flag::POSTPONED != 0;
        if changed & flag::ALIVE != 0 {
            if entity.is_alive() { self.grid.enter_row(entity, id) } else { self.grid.leave_row(entity, id) }
        }
    }

    fn set_agenda(&mut self, at: usize, value: i32) {
        match u16::try_from(value) {
            Ok(word) if at < self.agenda.len() => self.agenda[at] = word,
            Ok(word) if at == self.agenda.len() => self.agenda.push(word),
            Err(_) if at + 1 == self.agenda.len() => self.agenda.truncate(at),
            _ => {}
        }
        self.agenda_stale = true;
    }

    fn set_entry_word(&mut self, entry: usize, at: usize, value: i32) {
        if value != 0 && entry >= self.entries.len() {
            self.entries.resize(entry + 1, Entry::default());
        }
        if let Some(word) = self.entries.get_mut(entry).and_then(|words| words.get_mut(at)) {
            *word = value;
        }
        while self.entries.last().is_some_and(|words| *words == Entry::default()) {
            self.entries.pop();
        }
        self.agenda_stale = true;
    }

    pub(crate) const fn set_next_place(&mut self, place: usize) {
        self.next_place = place;
    }

    pub(crate) fn retain_agenda(&mut self, keep: impl Fn(Slot) -> bool) {
        let before = self.agenda[..self.next_place.min(self.agenda.len())].iter();
        self.next_place = before.filter(|&&word| keep(Slot::from_word(word))).count();
        self.agenda.retain(|&word| keep(Slot::from_word(word)));
    }

    pub(crate) fn blank_entry(&mut self, index: usize) {
        if let Some(words) = self.entries.get_mut(index) {
            *words = Entry::default();
        }
    }

    pub(crate) const fn cells_mut(&mut self) -> &mut Cells {
        &mut self.cells
    }
}
