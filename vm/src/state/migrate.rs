//! Migration of a state to changed rules while a battle runs. Indices follow names, and [`Renames`] map old names to
//! new ones. A missing name stops the migration.

use super::{BattleField, CellRow, EffectInstance, Entity, EntityId, GameState, Pool, battle_row, entry, flag};
use crate::rulebook::{ColumnOf, Rulebook, UnitType};
use crate::space::Cell;
use crate::stats::StatId;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Sort of a name. Records store the variant's number, so new ones go to the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Named {
    /// A program with its parts, `NAME/1` and so on.
    Program,
    /// A unit type.
    UnitType,
    /// A surface.
    Surface,
    /// The scenario.
    Scenario,
    /// A status.
    Status,
    /// An item.
    Item,
    /// A skill, which also names its own recharge.
    Skill,
    /// A policy.
    Policy,
}

type Rename = ((Named, Box<str>), Box<str>);

/// New names of renamed assets.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Box<[Rename]>")]
pub struct Renames(Box<[Rename]>);

impl TryFrom<Box<[Rename]>> for Renames {
    type Error = &'static str;

    fn try_from(list: Box<[Rename]>) -> Result<Self, Self::Error> {
        let is_sorted = list.is_sorted_by(|a, b| a.0 < b.0);
        is_sorted.then_some(Self(list)).ok_or("renames are not in order")
    }
}

impl Renames {
    /// Returns whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over sort, old name and new name.
    pub fn iter(&self) -> impl Iterator<Item = (Named, &str, &str)> {
        self.0.iter().map(|((of, from), to)| (*of, &**from, &**to))
    }

    /// Adds a rename.
    #[must_use]
    pub fn with(self, of: Named, from: &str, to: &str) -> Self {
        let mut whole: BTreeMap<_, _> = self.0.into_iter().collect();
        whole.insert((of, from.into()), to.into());
        Self(whole.into_iter().collect())
    }

    fn get(&self, of: Named, name: &str) -> Option<&str> {
        let at = self.0.binary_search_by(|((other, from), _)| (*other, &**from).cmp(&(of, name))).ok()?;
        self.0.get(at).map(|(_, to)| &**to)
    }

    /// Returns these renames followed by later ones. Opposite renames cancel.
    #[must_use]
    pub fn then(&self, later: &Self) -> Self {
        let mut whole: BTreeMap<(Named, Box<str>), Box<str>> = BTreeMap::new();
        // If two assets end up with one name, the later one has it.
        let mut holders: BTreeMap<(Named, Box<str>), Box<str>> = BTreeMap::new();
        let mut put = |of: Named, from: &str, to: &str| {
            if let Some(other) = holders.insert((of, to.into()), from.into()) {
                whole.remove(&(of, other));
            }
            whole.insert((of, from.into()), to.into());
        };
        let earlier_ends: BTreeMap<(Named, &str), &str> = self.iter().map(|(of, from, to)| ((of, to), from)).collect();
        let moved_on = |of: Named, to: &str| later.get(of, to).is_some();
        self.iter().filter(|&(of, _, to)| !moved_on(of, to)).for_each(|(of, from, to)| put(of, from, to));
        for (of, from, to) in later.iter() {
            match earlier_ends.get(&(of, from)) {
                Some(first) => put(of, first, to),
                None if self.get(of, from).is_some() => {}
                None => put(of, from, to),
            }
        }
        whole.retain(|(_, from), to| from != to);
        Self(whole.into_iter().collect())
    }

    /// Returns the current name.
    #[must_use]
    pub fn name<'n>(&'n self, of: Named, name: &'n str) -> Cow<'n, str> {
        if self.0.is_empty() {
            return Cow::Borrowed(name);
        }
        let known = |name: &str| self.get(of, name);
        match (known(name), name.split_once('/')) {
            (Some(to), _) => Cow::Borrowed(to),
            (None, Some((whole, part))) if of == Named::Program => match known(whole) {
                Some(to) => Cow::Owned(format!("{to}/{part}")),
                None => Cow::Borrowed(name),
            },
            _ => Cow::Borrowed(name),
        }
    }
}

/// Reason why a state cannot migrate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MigrateError {
    /// A unit type is missing.
    #[error("the unit `{0}` is in the battle, but its asset is gone")]
    UnitType(String),
    /// A surface on the board is missing.
    #[error("the surface `{0}` is on the board, but its asset is gone")]
    Surface(String),
    /// A status or item of a unit is missing.
    #[error("a unit has `{0}`, but its asset is gone")]
    Held(String),
    /// A program in the agenda is missing.
    #[error("`{0}` waits to happen, but its asset is gone")]
    Program(String),
    /// A unit would stand without ground.
    #[error("a unit is on {0}, where the changed map has no ground")]
    Ground(String),
    /// A larger unit would overlap another.
    #[error("two units would be on {0}")]
    Crowded(String),
}

fn carried_policy(policy: usize, from: &Rulebook, to: &Rulebook, renames: &Renames) -> Option<u16> {
    let renamed = renames.name(Named::Policy, &from.policies.get(policy)?.name);
    to.policies.iter().position(|policy| policy.name == renamed).map(|at| at as u16)
}

impl GameState {
    fn check_room(&self, to: &Rulebook, row: &Entity) -> Result<(), MigrateError> {
        for cell in to.cells_of(row) {
            let open = to.terrain_at(cell).is_none_or(|terrain| !terrain.blocks_movement);
            if !to.board.contains(cell) || !open {
                return Err(MigrateError::Ground(cell.to_string()));
            }
            if self.occupant(cell).is_some() {
                return Err(MigrateError::Crowded(cell.to_string()));
            }
        }
        Ok(())
    }

    /// Migrates the state. Numbers of a unit change by the difference of its types, so damage and bonuses stay.
    ///
    /// # Errors
    /// The first item without a counterpart in the other rulebook.
    pub fn carried_over(&self, from: &Rulebook, to: &Rulebook, renames: &Renames) -> Result<Self, MigrateError> {
        let mut state = Self::new(to);
        let kinds = to.unit_types.iter().enumerate().map(|(at, kind)| (kind.name.as_str(), at));
        let kinds: BTreeMap<&str, usize> = kinds.collect();
        for row in self.entities() {
            let mut row = *row;
            if row != Entity::BLANK {
                let old = from.unit_types.get(row.unit_type as usize);
                let name = old.map_or("?", |kind| kind.name.as_str());
                let found = kinds.get(&*renames.name(Named::UnitType, name)).copied();
                row.unit_type = found.ok_or_else(|| MigrateError::UnitType(name.to_owned()))? as u16;
                if let (Some(old), Some(new)) = (old, to.unit_types.get(row.unit_type as usize)) {
                    follow(&mut row, old, new);
                }
                if row.is_alive() {
                    state.check_room(to, &row)?;
                }
                if !to.board.contains(row.cell) {
                    row.cell = Cell::NOWHERE;
                }
            }
            let id = state.add_entity(row);
            state.start_columns(to, id, row.unit_type);
        }
        for (cell, row) in self.cells.surfaces().filter(|(_, row)| row.surface > 0) {
            let surface = migrated_surface(row.surface, from, to, renames)?;
            if to.board.contains(cell) {
                state.cells.put(cell, CellRow { surface, ..row });
            }
        }
        self.migrate_columns(from, to, &mut state);
        state.battle = self.battle;
        battle_row::renumber_policies(&mut state.battle, |policy| carried_policy(policy.into(), from, to, renames));
        // Another turn order cannot use the data: the round ends, and the new order begins with the next.
        if from.scheduler.name() == to.scheduler.name() {
            state.agenda.clone_from(&self.agenda);
            state.next_place = self.next_place;
        } else {
            state.battle[BattleField::Open as usize] = 0;
            for at in 0..state.entities().len() {
                state.with(EntityId(at as u16), |row| row.flags &= !flag::POSTPONED);
            }
        }
        state.entries.clone_from(&self.entries);
        for words in state.entries.iter_mut().filter(|words| words[entry::WAITING] != 0) {
            let name = from.program(words[entry::PROGRAM] as u16).map_or("?", |program| program.name.as_str());
            let found = to.find_program(&renames.name(Named::Program, name));
            let found = found.ok_or_else(|| MigrateError::Program(name.to_owned()))?;
            words[entry::PROGRAM] = i32::from(found);
        }
        self.migrate_instances(from, to, renames, &mut state)?;
        state.lower_to_maxima(to);
        state.agenda_stale = true;
        state.cells.mark_clean();
        Ok(state)
    }

    fn migrate_instances(
        &self,
        from: &Rulebook,
        to: &Rulebook,
        renames: &Renames,
        state: &mut Self,
    ) -> Result<(), MigrateError> {
        let mut off = Vec::new();
        // A unit's own policy comes first, because its moves are rows of it.
        let all = || self.instances.all().iter();
        let own = all().filter(|held| held.pool == Pool::OWN);
        for held in own.chain(all().filter(|held| held.pool != Pool::OWN)) {
            if held.pool == Pool::MOVES {
                let Some(policy) = to.policy_of(state, held.bearer) else { continue };
                let row = held.kind().and_then(|row| from.policy_of(self, held.bearer)?.rows.get(row));
                let found = row.and_then(|row| policy.rows.iter().position(|other| other.name == row.name));
                if state.instances.of(held.bearer, Pool::MOVES).len() >= usize::from(policy.ahead) {
                    continue;
                }
                let mut held = *held;
                held.words[EffectInstance::KIND] = found.map_or(0, |row| row as i32 + 1);
                state.instances.take(held);
                continue;
            }
            let Some(kind) = held.kind() else { continue };
            let mut held = *held;
            let found = match held.pool {
                Pool::STATUSES | Pool::DROPPED => {
                    let name = from.statuses.get(kind).map_or("?", |kind| kind.effect_source.name.as_str());
                    let renamed = renames.name(Named::Status, name);
                    let found = to.statuses.iter().position(|kind| kind.effect_source.name == renamed);
                    found.ok_or_else(|| MigrateError::Held(name.to_owned()))?
                }
                Pool::ITEMS => {
                    let name = from.items.get(kind).map_or("?", |kind| kind.effect_source.name.as_str());
                    let renamed = renames.name(Named::Item, name);
                    let found = to.items.iter().position(|kind| kind.effect_source.name == renamed);
                    found.ok_or_else(|| MigrateError::Held(name.to_owned()))?
                }
                Pool::RECHARGES => {
                    let Some(name) = from.recharges.get(kind) else { continue };
                    let is_own = from.skills.iter().any(|skill| skill.effect_source.name == *name);
                    let renamed = if is_own { renames.name(Named::Skill, name) } else { name.into() };
                    let Some(found) = to.recharges.iter().position(|group| **group == *renamed) else { continue };
                    found
                }
                Pool::OWN => {
                    let skills = (from.skills.len(), to.skills.len());
                    let found = match kind.checked_sub(skills.0) {
                        None => {
                            let name = from.skills.get(kind).map_or("?", |skill| skill.effect_source.name.as_str());
                            let renamed = renames.name(Named::Skill, name);
                            to.skills.iter().position(|skill| skill.effect_source.name == renamed)
                        }
                        Some(policy) => {
                            carried_policy(policy, from, to, renames).map(|policy| usize::from(policy) + skills.1)
                        }
                    };
                    let Some(found) = found else { continue };
                    found
                }
                Pool::SLOTS => {
                    let has_slot = to.deck_of(state.entity(held.bearer)).is_some_and(|deck| deck.has_slot(held.number));
                    let name = from.skills.get(kind).map_or("?", |skill| skill.effect_source.name.as_str());
                    let renamed = renames.name(Named::Skill, name);
                    let found = to.skills.iter().position(|skill| skill.effect_source.name == renamed);
                    let Some(found) = found.filter(|_| has_slot) else { continue };
                    found
                }
                Pool(other) => {
                    let Some(name) = from.pools.get(usize::from(other - Pool::CORE)) else { continue };
                    let Some(found) = to.pools.iter().position(|pool| pool == name) else { continue };
                    held.pool = Pool(found as u8 + Pool::CORE);
                    kind
                }
            };
            if held.pool == Pool::ITEMS && held.words[EffectInstance::WORN] != 0 {
                let has = to.unit_type(state.entity(held.bearer)).map_or(0, |kind| kind.slots);
                let slots = to.items.get(found).map_or(0, |kind| kind.slots);
                let worn = to.slots_for(slots, has, state.instances.worn_slots(held.bearer)).unwrap_or_default();
                held.words[EffectInstance::WORN] = worn.into();
                if worn == 0 {
                    off.push((held.bearer, held.number));
                }
            }
            if held.pool == Pool::STATUSES {
                held.words = with_kept((from, kind), (to, found), held.words);
            }
            held.words[EffectInstance::KIND] = found as i32 + 1;
            if let Some(program) = (held.words[EffectInstance::PROGRAM] as usize).checked_sub(1) {
                let name = from.program(program as u16).map_or("?", |program| program.name.as_str());
                let found = to.find_program(&renames.name(Named::Program, name));
                held.words[EffectInstance::PROGRAM] = found.map_or(0, |at| i32::from(at) + 1);
            }
            if state.instances.count(held.bearer) >= usize::from(to.limits.instances) {
                let name = to.effect_sources().nth(0).map_or("?", |(_, effect_source)| effect_source.name.as_str());
                return Err(MigrateError::Held(name.to_owned()));
            }
            state.instances.take(held);
        }
        for (bearer, item) in off {
            for status in state.instances.kept_by(bearer, item) {
                state.lose_status(bearer, status);
            }
        }
        Ok(())
    }

    fn lose_status(&mut self, bearer: EntityId, number: u16) {
        let Some(held) = self.instances.get(bearer, Pool::STATUSES, number).copied() else { return };
        for word in 0..EffectInstance::WORDS {
            self.instances.set(bearer, EffectInstance::place(Pool::STATUSES, number, word), 0);
        }
        if let Some(team) = self.side_after_charm(bearer, held.words[EffectInstance::SIDE]) {
            self.with(bearer, |row| row.team = team);
        }
    }

    fn lower_to_maxima(&mut self, book: &Rulebook) {
        for at in 0..self.entities().len() {
            let id = EntityId(at as u16);
            if !self.entity(id).is_alive() {
                continue;
            }
            let most = self.sheet(book).stat(id, StatId::HEALTH).max(1);
            self.with(id, |row| row.health = row.health.min(most));
            for &stat in book.decoded.bounded.iter().filter(|&&stat| stat != StatId::HEALTH) {
                let Some(column) = book.stat(stat).and_then(|stat| stat.bounds) else { continue };
                let most = self.sheet(book).stat(id, stat).max(0);
                let at = id.index() * self.entity_column_defaults.len() + usize::from(column);
                if let Some(value) = self.entity_columns.get_mut(at) {
                    *value = (*value).min(most);
                }
            }
        }
    }

    fn migrate_columns(&self, from: &Rulebook, to: &Rulebook, state: &mut Self) {
        let matching = |of| migrated_columns(of, from, to);
        let width = state.entity_column_defaults.len();
        for (new, old) in matching(ColumnOf::Entity) {
            for id in 0..self.entities().len() {
                let value = self.entity_column(EntityId(id as u16), old);
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

pub(crate) fn migrated_surface(
    surface: u8,
    from: &Rulebook,
    to: &Rulebook,
    renames: &Renames,
) -> Result<u8, MigrateError> {
    let Some(at) = usize::from(surface).checked_sub(1) else { return Ok(0) };
    let name = from.surfaces.get(at).map_or("?", |kind| kind.name.as_str());
    let renamed = renames.name(Named::Surface, name);
    let found = to.surfaces.iter().position(|kind| kind.name == renamed);
    found.map(|at| at as u8 + 1).ok_or_else(|| MigrateError::Surface(name.to_owned()))
}

pub(crate) fn migrated_columns(of: ColumnOf, from: &Rulebook, to: &Rulebook) -> Vec<(u16, u16)> {
    let names = to.columns.of(of).map(|column| from.columns.find(of, &column.name));
    names.enumerate().filter_map(|(new, old)| Some((new as u16, old?))).collect()
}

fn with_kept(
    (from, kind): (&Rulebook, usize),
    (to, found): (&Rulebook, usize),
    words: [i32; EffectInstance::WORDS],
) -> [i32; EffectInstance::WORDS] {
    let mut carried = words;
    carried[EffectInstance::KEPT..EffectInstance::SPAN].fill(0);
    let kept = |book: &Rulebook, kind: usize| -> Vec<(String, usize)> {
        let own = book.statuses.get(kind).map_or(&[][..], |kind| &kind.effect_source.parameters);
        let name = |at: u16| book.parameters.get(usize::from(at)).cloned().unwrap_or_default();
        own.iter().filter_map(|own| Some((name(own.name), usize::from(own.kept?)))).collect()
    };
    let before = kept(from, kind);
    for (name, place) in kept(to, found) {
        if let Some((_, old)) = before.iter().find(|(known, _)| *known == name) {
            carried[EffectInstance::KEPT + place] = words[EffectInstance::KEPT + old];
        }
    }
    carried
}

/// Adjusts a row to its changed type: numbers by the difference, properties if still initial. Living units keep at
/// least 1 health; dead ones stay dead.
fn follow(row: &mut Entity, old: &UnitType, new: &UnitType) {
    let by = |value: i32, from: i32, to: i32| value.saturating_add(to.saturating_sub(from));
    row.max_health = by(row.max_health, old.health, new.health).max(1);
    if row.is_alive() {
        row.health = by(row.health, old.health, new.health).max(1);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn renames(pairs: &str) -> Renames {
        let pairs = pairs.split_whitespace().filter_map(|pair| pair.split_once('>'));
        pairs.fold(Renames::default(), |renames, (from, to)| renames.with(Named::Program, from, to))
    }

    #[test]
    fn renames_that_follow_each_other_are_one() {
        let check = |earlier: &str, later: &str, whole: &str| {
            assert_eq!(renames(earlier).then(&renames(later)), renames(whole), "{earlier}, then {later}");
        };
        check("", "a>b", "a>b");
        check("a>b", "", "a>b");
        check("a>b", "b>c", "a>c");
        check("a>b", "c>d", "a>b c>d");
        check("a>b", "b>a", "");
        check("a>b b>a", "a>c", "a>b b>c");
        check("a>b", "a>c", "a>b");
        check("a>b", "c>b", "c>b");
        check("a>b c>d", "d>b b>d", "a>d c>b");
    }

    #[test]
    fn programs_within_a_program_go_by_its_name() {
        let renames = renames("bomb>mine");
        assert_eq!(renames.name(Named::Program, "bomb/delay-1"), "mine/delay-1");
        assert_eq!(renames.name(Named::Program, "bomber"), "bomber");
        assert_eq!(renames.name(Named::UnitType, "bomb"), "bomb");
    }
}
