//! The battle altered by hand: what a designer writes into its state, made to fit. Each alteration is an entry of the
//! record, so that a replay makes it again, and verifying the record tells of it.

use super::Referee;
use crate::record::Entry;
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::state::{BattleField, flag};
use foretoken_vm::{Cell, Change, ChangeKind, Dir, EntityId, GameState, Label, Outcome, Rulebook, Symmetry};

/// Flags that may be altered.
const FLAGS: u32 = flag::ALIVE | flag::ACTS | flag::HIDDEN | flag::ANCHORED | flag::POSTPONED;

/// The changes that an alteration comes to on a state: values within their bounds, with what they are before. A record
/// from anywhere leads here, so what does not fit is refused.
///
/// # Errors
/// A sentence that says what does not fit.
pub fn fitted(book: &Rulebook, state: &GameState, change: &Change) -> Result<Vec<Change>, String> {
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
        return Err(format!("There is no entity {}.", change.entity));
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
            if fits { one(i32::from(row.facing), value) } else { Err("One faces one of four ways.".to_owned()) }
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
                return Err("There is no such surface.".to_owned());
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
            _ => Err("There is no such field of the battle.".to_owned()),
        },
        _ => Err("That cannot be altered by hand.".to_owned()),
    }
}

/// To die costs all health, to live again gives some and takes a free cell.
fn flags(book: &Rulebook, state: &GameState, id: EntityId, after: u32, health: i32) -> Result<Vec<Change>, String> {
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

fn on_board(book: &Rulebook, cell: Cell) -> Result<Cell, String> {
    if book.board.contains(cell) { Ok(cell) } else { Err("That is not on the board.".to_owned()) }
}

/// Whether an entity finds room at a cell, for all of its own.
fn free(book: &Rulebook, state: &GameState, id: EntityId, anchor: Cell) -> Result<(), String> {
    let size = book.footprint_of(state.entity(id));
    for cell in size.cells(anchor) {
        on_board(book, cell)?;
        if book.terrain_at(cell).is_some_and(|terrain| terrain.blocks_movement) {
            return Err(format!("Nobody can stand on {cell}."));
        }
        let there = state.occupant(cell);
        if there.is_some() && (there != id || size.is_one()) {
            return Err(format!("Somebody stands on {cell}."));
        }
    }
    if size.is_even(&book.board, anchor) { Ok(()) } else { Err(format!("The ground at {anchor} is not even.")) }
}

fn known_column(book: &Rulebook, of: ColumnOf, at: u32) -> Result<u16, String> {
    let count = book.columns.of(of).count() as u32;
    if at < count { Ok(at as u16) } else { Err("There is no such column.".to_owned()) }
}

impl Referee {
    /// Alters the battle by hand; see [`fitted`]. Returns the changes that were made.
    ///
    /// # Errors
    /// A sentence that says what does not fit; nothing changes then.
    pub fn edit_state(&mut self, changes: &[Change]) -> Result<Vec<Change>, String> {
        if self.setup.ironman {
            return Err("In ironman nothing is altered by hand.".to_owned());
        }
        self.settle_patch();
        let made = self.replay.edit(changes);
        if let Ok(made) = &made {
            let number = self.enter_or_tell(Entry::Edit(made.clone()));
            self.history.patched(self.replay.battle.state().round(), number);
            self.edited = true;
            self.advance();
        }
        made
    }

    /// Takes alterations back, or makes them again, where what they altered still stands as they left it.
    ///
    /// # Errors
    /// A sentence that says why not; nothing changes then.
    pub fn edit_state_again(&mut self, changes: &[Change]) -> Result<(), String> {
        let (book, state) = (self.book(), self.battle().state());
        let same = |a: &Change, b: &Change| (a.kind, a.entity, a.at) == (b.kind, b.entity, b.at);
        for (index, change) in changes.iter().enumerate() {
            // What one list alters twice stands as the first of them found it.
            let first = !changes[..index].iter().any(|earlier| same(earlier, change));
            let made = fitted(book, state, change)?;
            let stands = made.iter().find(|made| same(made, change)).is_none_or(|made| made.before == change.before);
            if first && !stands {
                return Err("it is otherwise by now, and stays as it is.".to_owned());
            }
        }
        self.edit_state(changes).map(drop)
    }

    /// Whether the battle's assets were exchanged for others since it began.
    #[must_use]
    pub const fn is_exchanged(&self) -> bool {
        self.exchanged
    }

    /// Whether the battle was altered by hand.
    #[must_use]
    pub const fn is_edited(&self) -> bool {
        self.edited
    }
}
