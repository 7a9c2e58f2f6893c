//! Spawning, removal, side changes and visibility of units.

use super::{EffectInstance, Entity, EntityId, GameState, Pool, Team};
use crate::rulebook::Rulebook;
use crate::space::{Cell, Dir};

impl GameState {
    pub(crate) fn add_entity(&mut self, mut row: Entity) -> EntityId {
        let id = EntityId(self.count as u16);
        row.place = self.grid.place(row.cell);
        match self.entities.values_as_mut_slice().get_mut(self.count) {
            Some(spare) => *spare = row,
            None => {
                let key = self.entities.insert(row);
                debug_assert_eq!(EntityId::from_key(key), id, "the map hands out keys in order");
            }
        }
        self.count += 1;
        self.entity_columns.extend_from_slice(&self.entity_column_defaults);
        if row.is_alive() {
            self.grid.enter_row(&row, id);
        }
        self.agenda_stale = true;
        id
    }

    pub(crate) fn spawn(&mut self, book: &Rulebook, unit_type: u16, team: Team, cell: Cell) -> EntityId {
        let id = self.add_entity(book.spawned_row(unit_type, team, cell));
        self.start_columns(book, id, unit_type);
        id
    }

    pub(crate) fn face(&mut self, id: EntityId, dir: Dir) {
        self.with(id, |entity| entity.facing = dir as u8);
    }

    /// Returns the side of a unit after a charm ends: that of another charm, else the original side, which the charm
    /// stored as `side`. `None` if the status did not charm.
    pub(crate) fn side_after_charm(&self, id: EntityId, side: i32) -> Option<Team> {
        let statuses = self.instances.of(id, Pool::STATUSES);
        let charm = statuses.iter().rev().find(|other| other.words[EffectInstance::SIDE] != 0);
        match charm.and_then(EffectInstance::source) {
            _ if side == 0 => None,
            Some(source) => Some(self.entity(source).team),
            None => Some(Team((side - 1) as u8 & 7)),
        }
    }

    pub(super) fn start_columns(&mut self, book: &Rulebook, id: EntityId, unit_type: u16) {
        let width = self.entity_column_defaults.len();
        let starts = book.unit_types.get(usize::from(unit_type)).map_or(&[][..], |kind| &kind.starts);
        for &(column, value) in starts {
            if let Some(slot) = self.entity_columns.get_mut(id.index() * width + usize::from(column)) {
                *slot = value;
            }
        }
    }

    pub(super) fn take_back_spawn(&mut self) {
        let Some(last) = self.count.checked_sub(1) else { return };
        let id = EntityId(last as u16);
        self.set_flags(id, 0);
        self.with(id, |entity| *entity = Entity::BLANK);
        self.count = last;
        self.entity_columns.truncate(last * self.entity_column_defaults.len());
        self.agenda_stale = true;
    }

    /// Replaces a row for display, when a unit comes into sight.
    pub fn show(&mut self, id: EntityId, row: Entity) {
        while self.count <= id.index() {
            self.add_entity(Entity::BLANK);
        }
        self.set_flags(id, 0);
        self.with(id, |entity| *entity = Entity { flags: 0, ..row });
        self.put(id, row.cell);
        self.set_flags(id, row.flags);
    }

    /// Hides a unit in a projection: keeps only its type and empties its cell.
    pub fn blank_entity(&mut self, id: EntityId) {
        self.set_flags(id, 0);
        self.with(id, |entity| *entity = entity.out_of_sight());
        let width = self.entity_column_defaults.len();
        let range = id.index() * width..(id.index() + 1) * width;
        if let Some(columns) = self.entity_columns.get_mut(range) {
            columns.copy_from_slice(&self.entity_column_defaults);
        }
        self.instances.forget(id);
    }
}
