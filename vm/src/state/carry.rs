//! Carrying a state over to another rulebook: what edits to assets do to a battle that runs. Indices follow names, as
//! they shift whenever an asset is added; what no longer has a name stops the exchange.

use super::{Entity, GameState, entry};
use crate::rulebook::{ColumnOf, Rulebook};

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
    /// This state under another rulebook. Values of columns and everything else stay; places in the order too.
    ///
    /// # Errors
    /// The first thing that has no place in the other rulebook.
    pub fn carried_over(&self, from: &Rulebook, to: &Rulebook) -> Result<Self, CarryError> {
        let mut state = Self::new(to);
        for row in self.entities() {
            let mut row = *row;
            if row != Entity::BLANK {
                let name = from.archetypes.get(row.archetype as usize).map_or("?", |kind| kind.name.as_str());
                let found = to.archetypes.iter().position(|kind| kind.name == name);
                row.archetype = found.ok_or_else(|| CarryError::Archetype(name.to_owned()))? as u16;
                let ground = to.board.contains(row.cell)
                    && to.terrain_at(row.cell).is_none_or(|terrain| !terrain.blocks_movement);
                if row.is_alive() && !ground {
                    return Err(CarryError::Ground(row.cell.to_string()));
                }
            }
            state.add_entity(row);
        }
        for (cell, row) in self.cells.occupied_pages().filter(|(_, row)| row.surface > 0) {
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
        state.turn = self.turn;
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
