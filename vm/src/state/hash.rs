//! Equality and hash of states by meaning: a sum over named facts (see [`crate::facts`]). Bare pages and spare rows do
//! not count.

use super::{BattleField, Change, ChangeKind, EffectInstance, Entity, EntityId, GameState, Pool, Team, entry};
use crate::facts::{fact, name, number};
use crate::rulebook::{ColumnOf, Rulebook, Rules};
use crate::space::Cell;

#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    unit_types: Vec<u64>,
    surfaces: Vec<u64>,
    programs: Vec<u64>,
    columns: [Vec<(u64, i32)>; 3],
    held: [Vec<u64>; Pool::CORE as usize],
    pools: Vec<u64>,
    slots: Vec<u64>,
}

fn own_names(book: &Rules) -> impl Iterator<Item = &str> {
    let skills = book.skills.iter().map(|skill| skill.effect_source.name.as_str());
    skills.chain(book.policies.iter().map(|policy| policy.name.as_str()))
}

impl Names {
    pub(crate) fn of(book: &Rules) -> Self {
        let columns = |of| book.columns.of(of).map(|column| (name(&column.name), column.default)).collect();
        Self {
            unit_types: book.unit_types.iter().map(|kind| name(&kind.name)).collect(),
            surfaces: book.surfaces.iter().map(|kind| name(&kind.name)).collect(),
            programs: book.programs.iter().map(|program| name(&program.name)).collect(),
            columns: [columns(ColumnOf::Entity), columns(ColumnOf::Cell), columns(ColumnOf::Battle)],
            held: [
                book.statuses.iter().map(|kind| name(&kind.effect_source.name)).collect(),
                book.items.iter().map(|kind| name(&kind.effect_source.name)).collect(),
                book.recharges.iter().map(|group| name(group)).collect(),
                book.statuses.iter().map(|kind| name(&kind.effect_source.name)).collect(),
                Vec::new(),
                own_names(book).map(name).collect(),
                book.skills.iter().map(|skill| name(&skill.effect_source.name)).collect(),
            ],
            slots: book.slots.iter().enumerate().map(|(at, slot)| slot_name(&book.slots, at, slot)).collect(),
            pools: Pool::CORE_NAMES.iter().copied().chain(book.pools.iter().map(String::as_str)).map(name).collect(),
        }
    }

    fn column(&self, of: ColumnOf, column: u16, whose: u64, value: i32) -> u64 {
        let kind = name(["entity column", "cell column", "battle column"][of as usize]);
        match self.columns[of as usize].get(usize::from(column)) {
            Some(&(_, default)) if value == default => 0,
            Some(&(name, _)) => fact(kind ^ name, whose, value as u64),
            None => 0,
        }
    }

    fn surface(&self, cell: Cell, surface: u8, rounds_left: u8) -> u64 {
        let Some(index) = surface.checked_sub(1) else {
            return number(name("bare rounds"), cell.bits().into(), rounds_left.into());
        };
        let kind = self.surfaces.get(usize::from(index)).copied().unwrap_or_default();
        fact(name("surface"), cell.bits().into(), kind).wrapping_add(number(
            name("surface rounds"),
            cell.bits().into(),
            rounds_left.into(),
        ))
    }

    fn entry_word(&self, index: u64, word: usize, value: i32) -> u64 {
        let whose = index << 8 | word as u64;
        match self.programs.get(value as usize) {
            Some(&program) if word == entry::PROGRAM && value != 0 => fact(name("entry program"), whose, program),
            _ => number(name("entry word"), whose, value.into()),
        }
    }

    fn held_word(&self, bearer: EntityId, at: u32, value: i32) -> u64 {
        let (pool, number, word) = EffectInstance::of_place(at);
        let of = self.pools.get(usize::from(pool.0)).copied().unwrap_or_default();
        let whose = u64::from(bearer.0) << 32 | u64::from(number) << 8 | word as u64;
        if pool == Pool::ITEMS && word == EffectInstance::WORN {
            let worn = self.slots.iter().enumerate().filter(|&(at, _)| value >> at & 1 == 1);
            return worn.map(|(_, &slot)| fact(of ^ name("worn"), whose, slot)).fold(0, u64::wrapping_add);
        }
        let named = match word {
            EffectInstance::KIND => {
                self.held.get(usize::from(pool.0)).and_then(|kinds| kinds.get((value as usize).wrapping_sub(1)))
            }
            EffectInstance::PROGRAM => self.programs.get((value as usize).wrapping_sub(1)),
            _ => None,
        };
        match named {
            _ if value == 0 => 0,
            Some(&named) => fact(of ^ name("held"), whose, named),
            None => number_of(of, whose, value),
        }
    }

    fn row(&self, id: EntityId, row: &Entity) -> u64 {
        if *row == Entity::BLANK {
            return 0;
        }
        let kind = self.unit_types.get(usize::from(row.unit_type)).copied().unwrap_or_default();
        let numbers = [
            (ChangeKind::Cell, row.cell.bits() as i32),
            (ChangeKind::Health, row.health),
            (ChangeKind::Shield, row.shield),
            (ChangeKind::Initiative, row.initiative),
            (ChangeKind::Speed, row.speed),
            (ChangeKind::Movement, row.movement),
            (ChangeKind::Flags, row.flags as i32),
            (ChangeKind::Team, row.team.0.into()),
            (ChangeKind::Facing, row.facing.into()),
            (ChangeKind::Stunned, row.stunned.into()),
            (ChangeKind::Redirected, row.redirect.index().into()),
        ];
        let sum = numbers.iter().map(|&(kind, value)| of_entity(kind, id, value));
        let own =
            [fact(name("kind"), id.0.into(), kind), number(name("largest health"), id.0.into(), row.max_health.into())];
        sum.chain(own).fold(0, u64::wrapping_add)
    }
}

fn slot_name(slots: &[String], at: usize, slot: &str) -> u64 {
    let before = slots.iter().take(at).filter(|other| *other == slot).count();
    name(slot).wrapping_add(before as u64)
}

const fn number_of(pool: u64, whose: u64, value: i32) -> u64 {
    if value == 0 { 0 } else { fact(pool, whose, value as u64) }
}

const fn of_entity(kind: ChangeKind, id: EntityId, value: i32) -> u64 {
    let text = match kind {
        ChangeKind::Cell => "cell",
        ChangeKind::Health => "health",
        ChangeKind::Shield => "shield",
        ChangeKind::Initiative => "initiative",
        ChangeKind::Speed => "speed",
        ChangeKind::Movement => "movement",
        ChangeKind::Flags => "flags",
        ChangeKind::Team => "team",
        ChangeKind::Facing => "facing",
        ChangeKind::Stunned => "stunned",
        ChangeKind::Redirected => "redirected",
        ChangeKind::MaxHealth => "largest health",
        _ => return 0,
    };
    // `NOWHERE` is the default of a cell and has all bits set.
    let value = if matches!(kind, ChangeKind::Cell) { value.wrapping_add(1) } else { value };
    number(name(text), id.0 as u64, value as i64)
}

const fn of_battle(field: u32, value: i32) -> u64 {
    if field >= BattleField::Setting as u32 {
        return 0;
    }
    number(name("battle field"), field as u64, value as i64)
}

const fn of_agenda(place: u32, value: i32) -> u64 {
    if value < 0 { 0 } else { fact(name("agenda"), place as u64, value as u64) }
}

const fn of_next_place(value: i32) -> u64 {
    number(name("next place"), 0, value as i64)
}

const fn of_rows(count: usize) -> u64 {
    number(name("entities"), 0, count as i64)
}

impl Change {
    /// Returns the difference that this change makes to [`GameState::hash64`].
    #[must_use]
    pub fn hash_delta(&self, book: &Rulebook) -> u64 {
        let fact = |value: i32| self.fact(book, value);
        fact(self.after).wrapping_sub(fact(self.before))
    }

    fn fact(&self, book: &Rulebook, value: i32) -> u64 {
        let names = &book.decoded.names;
        match self.kind {
            ChangeKind::NextPlace => of_next_place(value),
            ChangeKind::Surface => names.surface(self.cell(), value as u8, (value >> 8) as u8),
            ChangeKind::EntityColumn => names.column(ColumnOf::Entity, self.at as u16, self.entity.0.into(), value),
            ChangeKind::CellColumn => names.column(ColumnOf::Cell, self.entity.0, self.at.into(), value),
            ChangeKind::BattleColumn => names.column(ColumnOf::Battle, self.at as u16, 0, value),
            ChangeKind::Battle => of_battle(self.at, value),
            ChangeKind::Agenda => of_agenda(self.at, value),
            ChangeKind::Entry => names.entry_word(self.entity.0.into(), self.at as usize, value),
            ChangeKind::EffectInstance => names.held_word(self.entity, self.at, value),
            ChangeKind::Spawn if value != 0 => {
                let row = book.spawned_row(value as u16, Team((value >> 16) as u8 & 7), self.cell());
                let starts = book.unit_types.get(usize::from(value as u16)).map_or(&[][..], |kind| &kind.starts);
                let columns = starts
                    .iter()
                    .map(|&(column, value)| names.column(ColumnOf::Entity, column, self.entity.0.into(), value));
                let row = names.row(self.entity, &row).wrapping_add(of_rows(self.entity.index() + 1));
                columns.fold(row, u64::wrapping_add)
            }
            ChangeKind::Spawn => of_rows(self.entity.index()),
            kind => of_entity(kind, self.entity, value),
        }
    }
}

impl GameState {
    /// Hashes everything that a step can read. Equal states of equal rules have equal hashes on every machine, and a
    /// change adds [`Change::hash_delta`].
    #[must_use]
    pub fn hash64(&self, book: &Rulebook) -> u64 {
        let names = &book.decoded.names;
        let mut sum = of_rows(self.count).wrapping_add(of_next_place(self.next_place as i32));
        let mut add = |fact: u64| sum = sum.wrapping_add(fact);
        let width = self.entity_column_defaults.len();
        for (index, row) in self.entities().iter().enumerate() {
            add(names.row(EntityId(index as u16), row));
            let columns = self.entity_columns.get(index * width..(index + 1) * width).unwrap_or_default();
            for (column, &value) in columns.iter().enumerate() {
                add(names.column(ColumnOf::Entity, column as u16, index as u64, value));
            }
        }
        for (cell, row) in self.cells.surfaces() {
            add(names.surface(cell, row.surface, row.rounds_left));
        }
        for (cell, column, value) in self.cells.changed_columns() {
            add(names.column(ColumnOf::Cell, column, cell.bits().into(), value));
        }
        for (column, &value) in self.battle_columns.iter().enumerate() {
            add(names.column(ColumnOf::Battle, column as u16, 0, value));
        }
        for (field, &value) in self.battle.iter().enumerate() {
            add(of_battle(field as u32, value));
        }
        for (place, &word) in self.agenda.iter().enumerate() {
            add(of_agenda(place as u32, word.into()));
        }
        for (index, words) in self.entries.iter().enumerate() {
            for (word, &value) in words.iter().enumerate() {
                add(names.entry_word(index as u64, word, value));
            }
        }
        for held in self.instances.all() {
            for (word, &value) in held.words.iter().enumerate() {
                add(names.held_word(held.bearer, EffectInstance::place(held.pool, held.number, word), value));
            }
        }
        sum
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
            && self.instances == other.instances
    }
}

impl Eq for GameState {}
