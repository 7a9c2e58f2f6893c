//! Carrying a state over to another rulebook: what edits to assets do to a battle that runs. Indices follow names, as
//! they shift whenever an asset is added; what no longer has a name stops the exchange.

use super::{Entity, GameState, entry, flag};
use crate::rulebook::{Archetype, ColumnOf, Rulebook};
use crate::space::Cell;

/// Why a state cannot go on under another rulebook.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CarryError {
    /// An entity's kind is gone.
    #[error("the unit `{0}` is in the battle, but no longer among the assets")]
    Archetype(String),
    /// A surface that lies on the board is gone.
    #[error("the surface `{0}` lies on the board, but is no longer among the assets")]
    Surface(String),
    /// A program that waits in the agenda is gone.
    #[error("`{0}` waits to go off, but is no longer among the assets")]
    Program(String),
    /// Somebody stands where the new map has no ground.
    #[error("somebody stands on {0}, where the changed map has no ground")]
    Ground(String),
}

impl GameState {
    /// This state under another rulebook. An entity that stands follows its kind by as much as that changed: harm, bonuses and
    /// all else that happened to it stays. Values of columns and places in the order stay, too.
    ///
    /// # Errors
    /// The first thing that has no place in the other rulebook.
    pub fn carried_over(&self, from: &Rulebook, to: &Rulebook) -> Result<Self, CarryError> {
        let mut state = Self::new(to);
        for row in self.entities() {
            let mut row = *row;
            if row != Entity::BLANK {
                let old = from.archetypes.get(row.archetype as usize);
                let name = old.map_or("?", |kind| kind.name.as_str());
                let found = to.archetypes.iter().position(|kind| kind.name == name);
                row.archetype = found.ok_or_else(|| CarryError::Archetype(name.to_owned()))? as u16;
                if let (Some(old), Some(new)) = (old, to.archetypes.get(row.archetype as usize)) {
                    follow(&mut row, old, new);
                }
                let ground = to.board.contains(row.cell)
                    && to.terrain_at(row.cell).is_none_or(|terrain| !terrain.blocks_movement);
                if row.is_alive() && !ground {
                    return Err(CarryError::Ground(row.cell.to_string()));
                }
                if !to.board.contains(row.cell) {
                    row.cell = Cell::NOWHERE;
                }
            }
            state.add_entity(row);
        }
        for (cell, row) in self.cells.surfaces().filter(|(_, row)| row.surface > 0) {
            let name = from.surfaces.get(usize::from(row.surface) - 1).map_or("?", |kind| kind.name.as_str());
            let found = to.surfaces.iter().position(|kind| kind.name == name);
            let index = found.ok_or_else(|| CarryError::Surface(name.to_owned()))?;
            if let Some(slot) = to.board.contains(cell).then(|| state.cells.row_mut(cell)).flatten() {
                slot.surface = index as u8 + 1;
                slot.rounds_left = row.rounds_left;
            }
        }
        self.carry_columns(from, to, &mut state);
        state.battle = self.battle;
        state.agenda.clone_from(&self.agenda);
        state.next_place = self.next_place;
        state.entries.clone_from(&self.entries);
        for words in state.entries.iter_mut().filter(|words| words[entry::WAITING] != 0) {
            let name = from.program(words[entry::PROGRAM] as u16).map_or("?", |program| program.name.as_str());
            let found = to.find_program(name).ok_or_else(|| CarryError::Program(name.to_owned()))?;
            words[entry::PROGRAM] = i32::from(found);
        }
        state.agenda_stale = true;
        state.cells.mark_clean();
        Ok(state)
    }

    fn carry_columns(&self, from: &Rulebook, to: &Rulebook, state: &mut Self) {
        let matching = |of: ColumnOf| {
            let names = to.columns.of(of).map(|column| from.columns.find(of, &column.name));
            names.enumerate().filter_map(|(new, old)| Some((new as u16, old?))).collect::<Vec<_>>()
        };
        let width = state.entity_column_defaults.len();
        for (new, old) in matching(ColumnOf::Entity) {
            for id in 0..self.entities().len() {
                let value = self.entity_column(super::EntityId(id as u16), old);
                state.entity_columns[id * width + new as usize] = value;
            }
        }
        for (new, old) in matching(ColumnOf::Battle) {
            state.battle_columns[new as usize] = self.battle_column(old);
        }
        let cells = matching(ColumnOf::Cell);
        for (cell, old, value) in self.cells.changed_columns() {
            let new = cells.iter().find(|&&(_, from)| from == old).map(|&(new, _)| new);
            let slot = new.filter(|_| to.board.contains(cell)).and_then(|new| state.cells.column_mut(cell, new));
            if let Some(slot) = slot {
                *slot = value;
            }
        }
    }
}

/// Lets a row follow its kind: each number by as much as the one it starts with changed, each property that is still as
/// it started. Nobody dies of it and nobody comes back: the living keep at least a point of health.
fn follow(row: &mut Entity, old: &Archetype, new: &Archetype) {
    let by = |value: i32, from: i32, to: i32| value.saturating_add(to.saturating_sub(from));
    row.max_health = by(row.max_health, old.health, new.health).max(1);
    if row.is_alive() {
        row.health = by(row.health, old.health, new.health).clamp(1, row.max_health);
    }
    row.initiative = by(row.initiative, old.initiative, new.initiative);
    row.speed = by(row.speed, old.speed, new.speed);
    row.movement = by(row.movement, old.movement, new.movement).max(0);
    let bits = [
        (flag::ACTS, old.acts, new.acts),
        (flag::HIDDEN, old.hidden, new.hidden),
        (flag::ANCHORED, old.anchored, new.anchored),
    ];
    for (bit, was, is) in bits {
        if was != is && (row.flags & bit != 0) == was {
            row.flags ^= bit;
        }
    }
}
