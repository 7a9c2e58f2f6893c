//! A state in the numbers of one side, without traces of hidden units.

use super::{BattleField, EffectInstance, Entity, EntityId, Entry, GameState, MAX_CAPTURED, Team, entry};
use crate::numbers::Numbers;

impl GameState {
    pub(crate) fn renumber(&mut self, source: &Self, numbers: &Numbers, by: Team) {
        self.origin = 0;
        self.copy_from(source);
        let known = |id: EntityId| numbers.to_known(id).filter(|_| !source.entity(id).is_hidden_from(by));
        self.renumber_rows(source, numbers, &known);
        let known_entry = |index: u16| {
            let words = source.entries.get(usize::from(index))?;
            known(EntityId(words[entry::OWNER] as u16))?;
            numbers.entry_to_known(index)
        };
        let slots = source.agenda().enumerate();
        let words = slots.filter_map(|(place, slot)| Some(numbers.slot_to_known(source, by, place, slot)?.to_word()));
        self.agenda.clear();
        self.agenda.extend(words);
        self.next_place = numbers.next_place().min(self.agenda.len());
        self.entries.clear();
        for (index, number) in numbers.entries() {
            let Some(words) = index.and_then(|index| Some((known_entry(index)?, source.entries[usize::from(index)])))
            else {
                self.entries.push(Entry::default());
                continue;
            };
            self.entries.push(renumbered(words.1, number, &known));
        }
        self.instances.clear();
        for held in source.instances.all() {
            if let Some(bearer) = known(held.bearer) {
                self.instances.take(renumbered_instance(*held, bearer, &known));
            }
        }
        while self.entries.last().is_some_and(|words| *words == Entry::default()) {
            self.entries.pop();
        }
        let open = source.open_activation().and_then(|(unit, uses)| Some(BattleField::open(known(unit)?, uses)));
        self.battle[BattleField::Open as usize] = open.unwrap_or_default();
        self.agenda_stale = source.agenda_stale;
    }

    fn renumber_rows(&mut self, source: &Self, numbers: &Numbers, known: &impl Fn(EntityId) -> Option<EntityId>) {
        for (id, row) in source.living() {
            self.grid.leave_row(row, id);
        }
        let rows = self.entities.values_as_mut_slice();
        rows.fill(Entity::BLANK);
        self.entity_columns.clear();
        let width = self.entity_column_defaults.len();
        self.count = numbers.entities().len().min(rows.len());
        for (row, &id) in rows.iter_mut().zip(numbers.entities()) {
            if let Some(number) = known(id) {
                *row = *source.entity(id);
                if row.is_alive() {
                    self.grid.enter_row(row, number);
                }
                let columns = source.entity_columns.get(id.index() * width..(id.index() + 1) * width);
                self.entity_columns.extend_from_slice(columns.unwrap_or(&self.entity_column_defaults));
            } else {
                *row = source.entity(id).out_of_sight();
                self.entity_columns.extend_from_slice(&self.entity_column_defaults);
            }
        }
    }
}

fn renumbered_instance(
    mut held: EffectInstance,
    bearer: EntityId,
    known: &impl Fn(EntityId) -> Option<EntityId>,
) -> EffectInstance {
    let source = held.source().and_then(known);
    held.words[EffectInstance::SOURCE] = source.map_or(0, |id| i32::from(id.0) + 1);
    EffectInstance { bearer, ..held }
}

fn renumbered(mut words: Entry, number: i32, known: &impl Fn(EntityId) -> Option<EntityId>) -> Entry {
    words[entry::WAITING] = number;
    let owner = known(EntityId(words[entry::OWNER] as u16)).unwrap_or(EntityId::NONE);
    words[entry::OWNER] = i32::from(owner.0);
    for at in 0..MAX_CAPTURED {
        let rest = &mut words[entry::CAPTURED + 2 * at + 1];
        let unit = EntityId(*rest as u16);
        if *rest != 0 && unit.is_some() {
            let unit = known(unit).unwrap_or(EntityId::NONE);
            *rest = (*rest as u32 & 0xffff_0000 | u32::from(unit.0)) as i32;
        }
    }
    words
}
