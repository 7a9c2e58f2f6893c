//! Manual edits of a battle state, for the referee and replays.

use super::Replay;
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::state::{BattleField, flag};
use foretoken_vm::{Cell, Change, ChangeKind, Dir, EntityId, GameState, Label, Outcome, Rulebook, Symmetry, Team};

/// Reason why an edit is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// There is no such entity.
    #[error("There is no entity {0}.")]
    NoEntity(EntityId),
    /// The direction is not one of the four facings.
    #[error("A unit faces north, east, south or west.")]
    NoDirection,
    /// This surface does not exist.
    #[error("This surface does not exist.")]
    NoSurface,
    /// The battle has no such field.
    #[error("The battle has no such field.")]
    NoField,
    /// This column does not exist.
    #[error("This column does not exist.")]
    NoColumn,
    /// This kind of change cannot be edited.
    #[error("This value cannot be edited.")]
    NotByHand,
    /// The cell is not on the board.
    #[error("This is not on the board.")]
    OffBoard,
    /// The terrain blocks movement.
    #[error("No unit can stand on {0}.")]
    NoGround(Cell),
    /// Another entity occupies the cell.
    #[error("Another unit stands on {0}.")]
    Taken(Cell),
    /// The cells under a large unit differ in height.
    #[error("The ground at {0} is sloped or uneven.")]
    Uneven(Cell),
    /// The battle is at a server.
    #[error("An online battle cannot be edited.")]
    Online,
    /// The battle is ironman.
    #[error("Ironman battles cannot be edited.")]
    Ironman,
    /// The value to restore has changed since.
    #[error("the value has changed since, so it was left alone.")]
    ChangedSince,
}

impl EditError {
    /// Returns the stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoEntity(_) => "edit-no-entity",
            Self::NoDirection => "edit-no-direction",
            Self::NoSurface => "edit-no-surface",
            Self::NoField => "edit-no-field",
            Self::NoColumn => "edit-no-column",
            Self::NotByHand => "edit-not-by-hand",
            Self::OffBoard => "edit-off-board",
            Self::NoGround(_) => "edit-no-ground",
            Self::Taken(_) => "edit-taken",
            Self::Uneven(_) => "edit-uneven",
            Self::Online => "edit-online",
            Self::Ironman => "edit-ironman",
            Self::ChangedSince => "edit-changed-since",
        }
    }
}

const FLAGS: u32 = flag::ALIVE | flag::ACTS | flag::HIDDEN | flag::ANCHORED | flag::POSTPONED;

/// Returns the changes of an edit, with clamped values and the current old values.
///
/// # Errors
///
/// If the edit does not fit.
pub fn fitted(book: &Rulebook, state: &GameState, change: &Change) -> Result<Vec<Change>, EditError> {
    let row = state.entity(change.entity);
    let value = change.after;
    let of_entity = !matches!(
        change.kind,
        ChangeKind::Surface
            | ChangeKind::CellColumn
            | ChangeKind::BattleColumn
            | ChangeKind::Battle
            | ChangeKind::Agenda
            | ChangeKind::Entry
    );
    if of_entity && change.entity.index() >= state.entities().len() {
        return Err(EditError::NoEntity(change.entity));
    }
    let made = |before: i32, after: i32| Change { label: Label::NONE, before, after, ..*change };
    let one = |before: i32, after: i32| Ok(vec![made(before, after)]);
    let within = row.range_by_hand(change.kind).unwrap_or(i32::MIN..=i32::MAX);
    let kept = value.clamp(*within.start(), *within.end());
    match change.kind {
        ChangeKind::Health if row.is_alive() => one(row.health, kept),
        ChangeKind::Health if value <= 0 => Ok(Vec::new()),
        ChangeKind::Health => flags(book, state, change.entity, row.flags | flag::ALIVE, kept),
        ChangeKind::Shield => one(row.shield, kept),
        ChangeKind::Initiative => one(row.initiative, kept),
        ChangeKind::Speed => one(row.speed, kept),
        ChangeKind::Movement => one(row.movement, kept),
        ChangeKind::Stunned => one(i32::from(row.stunned), kept),
        ChangeKind::Team => one(i32::from(row.team.0), value.clamp(0, 7)),
        ChangeKind::Facing => {
            let fits = Dir::CARDINAL.iter().any(|&dir| dir as i32 == value);
            if fits { one(i32::from(row.facing), value) } else { Err(EditError::NoDirection) }
        }
        ChangeKind::Redirected => {
            let before = i32::from(row.redirect.index());
            one(before, i32::from(Symmetry::from_index(value.clamp(0, 7) as u8).index()))
        }
        ChangeKind::Flags => flags(book, state, change.entity, value as u32 & FLAGS, row.health.max(1)),
        ChangeKind::Cell => {
            let to = Cell::from_bits(value as u32);
            free(book, state, change.entity, to)?;
            one(row.cell.bits() as i32, value)
        }
        ChangeKind::Surface => {
            let cell = on_board(book, change.cell())?;
            let now = state.cells().row(cell);
            let kinds = book.surfaces.len() as i32;
            if (value & 0xff) > kinds || value < 0 {
                return Err(EditError::NoSurface);
            }
            one(i32::from(now.surface) | i32::from(now.rounds_left) << 8, value & 0xffff)
        }
        ChangeKind::EntityColumn => {
            let column = known_column(book, ColumnOf::Entity, change.at)?;
            one(state.entity_column(change.entity, column), value)
        }
        ChangeKind::CellColumn => {
            let cell = on_board(book, change.cell())?;
            let column = known_column(book, ColumnOf::Cell, u32::from(change.entity.0))?;
            one(state.cells().column(cell, column), value)
        }
        ChangeKind::BattleColumn => one(state.battle_column(known_column(book, ColumnOf::Battle, change.at)?), value),
        ChangeKind::Battle => match change.at {
            at if at == BattleField::Outcome as u32 => {
                one(state.battle(BattleField::Outcome), value.clamp(0, Outcome::MAX))
            }
            at if at == BattleField::Losses as u32 => one(state.battle(BattleField::Losses), value.clamp(0, 9_999)),
            at if at == BattleField::BlowHarm as u32 => one(state.battle(BattleField::BlowHarm), value.clamp(0, 999)),
            at if at == BattleField::BlowPush as u32 => one(state.battle(BattleField::BlowPush), value.clamp(0, 999)),
            at if at == BattleField::Round as u32 => {
                one(state.battle(BattleField::Round), value.clamp(1, book.limits.rounds.max(1)))
            }
            _ => Err(EditError::NoField),
        },
        _ => Err(EditError::NotByHand),
    }
}

impl Replay {
    /// Ends an open battle with the defeat of a side.
    pub fn resign(&mut self, side: Team) {
        if !self.is_over() {
            let (kind, at) = (ChangeKind::Battle, BattleField::Outcome as u32);
            let after = Outcome::lost_by(side);
            let change = Change { kind, label: Label::NONE, entity: EntityId::NONE, at, before: 0, after };
            let _ = self.edit(&[change]);
        }
    }
}

/// Death removes all health. Revival gives some and needs a free cell.
fn flags(book: &Rulebook, state: &GameState, id: EntityId, after: u32, health: i32) -> Result<Vec<Change>, EditError> {
    let row = state.entity(id);
    let change = |kind, before, after| Change { kind, label: Label::NONE, entity: id, at: 0, before, after };
    let mut made = Vec::new();
    let (lived, lives) = (row.is_alive(), after & flag::ALIVE != 0);
    if lives && !lived {
        free(book, state, id, row.cell)?;
        made.push(change(ChangeKind::Health, row.health, health));
    }
    made.push(change(ChangeKind::Flags, row.flags as i32, after as i32));
    if lived && !lives {
        made.push(change(ChangeKind::Health, row.health, 0));
    }
    Ok(made)
}

fn on_board(book: &Rulebook, cell: Cell) -> Result<Cell, EditError> {
    if book.board.contains(cell) { Ok(cell) } else { Err(EditError::OffBoard) }
}

fn free(book: &Rulebook, state: &GameState, id: EntityId, anchor: Cell) -> Result<(), EditError> {
    let size = book.footprint_of(state.entity(id));
    for cell in size.cells(anchor) {
        on_board(book, cell)?;
        if book.terrain_at(cell).is_some_and(|terrain| terrain.blocks_movement) {
            return Err(EditError::NoGround(cell));
        }
        let there = state.occupant(cell);
        if there.is_some() && (there != id || size.is_one()) {
            return Err(EditError::Taken(cell));
        }
    }
    if size.is_even(&book.board, anchor) { Ok(()) } else { Err(EditError::Uneven(anchor)) }
}

fn known_column(book: &Rulebook, of: ColumnOf, at: u32) -> Result<u16, EditError> {
    let count = book.columns.of(of).count() as u32;
    if at < count { Ok(at as u16) } else { Err(EditError::NoColumn) }
}
