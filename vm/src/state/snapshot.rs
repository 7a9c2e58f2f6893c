//! Snapshots: states as bytes. They are complete, including future ids (law 10).

use super::{
    Cell, CellRow, EffectInstance, EffectInstances, Entity, EntityId, Entry, FIRST_BATTLE_FIELDS, GameState, OwnForm,
    Pool,
};
use crate::codec::{self, CodecError};
use crate::policies::Policy;
use crate::rulebook::Rulebook;
use crate::space::Symmetry;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SavedCell {
    pub(super) occupant: EntityId,
    pub(super) surface: u8,
    pub(super) rounds_left: u8,
}

impl SavedCell {
    pub(super) const EMPTY: Self = Self { occupant: EntityId::NONE, surface: 0, rounds_left: 0 };
}

#[derive(Serialize, Deserialize)]
struct Snapshot {
    entities: Vec<Entity>,
    cells: Vec<(Cell, SavedCell)>,
    cell_columns: Vec<(Cell, u16, i32)>,
    entity_columns: Vec<i32>,
    battle_columns: Vec<i32>,
    battle: Vec<i32>,
    next_place: u32,
    agenda: Vec<u16>,
    entries: Vec<Entry>,
}

/// Reason why a snapshot was refused.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// The bytes are malformed.
    #[error("the snapshot cannot be read: {0}")]
    Codec(#[from] CodecError),
    /// The columns or the board differ, or rows are invalid.
    #[error("the snapshot does not fit the rulebook: {0}")]
    Unfit(&'static str),
}

impl GameState {
    /// Encodes the state.
    ///
    ///
    /// # Errors
    /// The result would be larger than [`codec::LIMIT`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, CodecError> {
        let mut bytes = codec::encode(&Snapshot {
            entities: self.entities().to_vec(),
            cells: self.cell_rows(),
            cell_columns: self.cells.changed_columns().collect(),
            entity_columns: self.entity_columns.clone(),
            battle_columns: self.battle_columns.clone(),
            battle: self.battle_words().to_vec(),
            next_place: self.next_place as u32,
            agenda: self.agenda.clone(),
            entries: self.entries.clone(),
        })?;
        // Old snapshots end here, and so do those without effect instances.
        if !self.instances.is_empty() {
            bytes.extend(codec::encode(&self.instances)?);
            let spans = self.instances.spans();
            if !spans.is_empty() {
                bytes.extend(codec::encode(&spans)?);
            }
        }
        Ok(bytes)
    }

    /// Decodes the bytes of [`Self::to_bytes`].
    ///
    ///
    /// # Errors
    /// The bytes are malformed or do not fit the rulebook.
    pub fn from_bytes(book: &Rulebook, bytes: &[u8]) -> Result<Self, SnapshotError> {
        let (snapshot, rest): (Snapshot, _) = codec::decode_front(bytes)?;
        let mut state = Self::new(book);
        let width = state.entity_column_defaults.len();
        let check = |fits: bool, what| if fits { Ok(()) } else { Err(SnapshotError::Unfit(what)) };
        check(snapshot.entities.len() <= book.limits.entities as usize, "more entities than its limit")?;
        check(snapshot.entity_columns.len() == width * snapshot.entities.len(), "other entity columns")?;
        check(snapshot.battle_columns.len() == state.battle_columns.len(), "other battle columns")?;
        let fields = FIRST_BATTLE_FIELDS..=state.battle.len();
        check(fields.contains(&snapshot.battle.len()), "another row of the battle")?;
        check(snapshot.entries.len() <= book.limits.entries as usize, "more agenda entries than its limit")?;
        let unit_types = book.unit_types.len();
        for row in snapshot.entities {
            let placed = book.board.contains(row.cell) || row.cell == Cell::NOWHERE && !row.is_alive();
            check(placed, "an entity outside the board")?;
            check((row.unit_type as usize) < unit_types || row == Entity::BLANK, "an unknown unit type")?;
            check(row.redirect == Symmetry::from_index(row.redirect.index()), "an unknown symmetry")?;
            let cells = || book.cells_of(&row);
            check(!row.is_alive() || cells().all(|cell| !state.occupant(cell).is_some()), "two entities on one cell")?;
            let id = state.add_entity(row);
            check(!row.is_alive() || cells().all(|cell| state.occupant(cell) == id), "an entity in a wall")?;
        }
        for (cell, row) in snapshot.cells {
            check(book.board.contains(cell), "a cell outside the board")?;
            check(row.surface as usize <= book.surfaces.len(), "an unknown surface")?;
            let there = state.occupant(cell);
            let anchored = if state.entity(there).cell == cell { there } else { EntityId::NONE };
            check(anchored == row.occupant, "two entities on one cell")?;
            let SavedCell { surface, rounds_left, .. } = row;
            if surface > 0 || rounds_left > 0 {
                state.cells.put(cell, CellRow { surface, rounds_left });
            }
        }
        for (cell, column, value) in snapshot.cell_columns {
            check(book.board.contains(cell), "a cell outside the board")?;
            *state.cells.column_mut(cell, column).ok_or(SnapshotError::Unfit("other cell columns"))? = value;
        }
        state.entity_columns = snapshot.entity_columns;
        state.battle_columns = snapshot.battle_columns;
        state.battle[..snapshot.battle.len()].copy_from_slice(&snapshot.battle);
        // Each may have a place in one round, including dead ones.
        let slots = usize::from(book.limits.entities) + usize::from(book.limits.entries);
        check(snapshot.agenda.len() <= slots, "an agenda with too many places")?;
        state.agenda = snapshot.agenda;
        state.next_place = (snapshot.next_place as usize).min(state.agenda.len());
        state.entries = snapshot.entries;
        if !rest.is_empty() {
            let (mut instances, rest): (EffectInstances, _) = codec::decode_front(rest)?;
            if !rest.is_empty() {
                let spans: Vec<(u32, i32)> = codec::decode(rest)?;
                check(instances.set_spans(&spans), "a time of a holding that is not there")?;
            }
            check(instances.is_well_formed(), "effect instances out of order")?;
            let most = usize::from(book.limits.instances);
            let mut rows = 0..state.entities().len();
            let has_room = rows.all(|id| {
                let id = EntityId(id as u16);
                let moves = instances.of(id, Pool::MOVES).len();
                let own = instances.of(id, Pool::OWN).len();
                instances.count(id) <= most && moves <= usize::from(Policy::MOST_AHEAD) && own <= book.skills.len() + 1
            });
            check(has_room, "more effect instances than its limit")?;
            state.instances = instances;
            check(state.instances.all().iter().all(|held| is_known_kind(book, &state, held)), "an unknown holding")?;
        }
        // The agenda may have been about to be ordered; ordering it again changes nothing.
        state.agenda_stale = true;
        state.cells.mark_clean();
        Ok(state)
    }
}

fn is_known_kind(book: &Rulebook, state: &GameState, held: &EffectInstance) -> bool {
    let kinds = match held.pool {
        Pool::STATUSES | Pool::DROPPED => book.statuses.len(),
        Pool::ITEMS => book.items.len(),
        Pool::RECHARGES => book.recharges.len(),
        Pool::MOVES => book.policy_of(state, held.bearer).map_or(0, |policy| policy.rows.len()),
        Pool::OWN if held.own().is_none() => 0,
        Pool::OWN if held.own().is_some_and(|(form, _)| form == OwnForm::Policy) => {
            book.skills.len() + book.policies.len()
        }
        Pool::OWN => book.skills.len(),
        Pool::SLOTS => {
            let deck = book.deck_of(state.entity(held.bearer));
            if deck.is_some_and(|deck| deck.has_slot(held.number)) { book.skills.len() } else { 0 }
        }
        Pool(other) if usize::from(other - Pool::CORE) < book.pools.len() => usize::MAX,
        Pool(_) => 0,
    };
    let words = held.words[..EffectInstance::KEPT].iter().chain(&held.words[EffectInstance::SPAN..]);
    held.bearer.index() < state.entities().len()
        && held.number <= EffectInstance::MOST_NUMBER
        && held.kind().map_or(held.pool == Pool::MOVES && kinds > 0, |kind| kind < kinds)
        && words.copied().all(|word| (0..=1_000_000_000).contains(&word))
}
