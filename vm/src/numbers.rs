//! Numbers by which each side knows units and agenda entries, in order of discovery (law 3). Counts and gaps reveal
//! nothing hidden. If nothing can hide, all sides use the true numbers.

use crate::intent::{Answer, Intent, Plan};
use crate::machine::Advance;
use crate::state::{BattleField, Change, ChangeKind, EntityId, GameState, Slot, Team, entry, flag};
use serde::{Deserialize, Serialize};

/// Numbers of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers {
    entities: Vec<EntityId>,
    entries: Vec<Option<(u16, i32)>>,
    spent: Vec<(u16, u16)>,
    next_place: u32,
}

impl Numbers {
    pub(crate) fn identity(state: &GameState) -> Self {
        let entities = (0..state.entities().len() as u16).map(EntityId).collect();
        let entry = |(index, words): (usize, &crate::state::Entry)| {
            (words[entry::WAITING] != 0).then_some((index as u16, words[entry::WAITING]))
        };
        let entries = state.entries().iter().enumerate().map(entry).collect();
        Self { entities, entries, next_place: state.next_place() as u32, ..Self::default() }
    }

    pub(crate) fn first(state: &GameState, by: Team) -> Self {
        let mut numbers = Self::default();
        numbers.complete(state, by);
        numbers.next_place = numbers.known_before(state, by, state.next_place()) as u32;
        numbers
    }

    pub(crate) fn is_identity(&self, state: &GameState) -> bool {
        let all = Self::identity(state);
        self.entities == all.entities
            && self.entries == all.entries
            && self.next_place == all.next_place
            && self.spent.iter().all(|(index, at)| index == at)
    }

    pub(crate) fn is_valid_for(&self, state: &GameState) -> bool {
        let mut ids: Vec<EntityId> = self.entities.clone();
        ids.sort_unstable();
        let mut entries: Vec<u16> = self.entries.iter().flatten().map(|&(index, _)| index).collect();
        entries.sort_unstable();
        ids.windows(2).all(|pair| pair[0] < pair[1])
            && ids.last().is_none_or(|id| id.index() < state.entities().len())
            && entries.windows(2).all(|pair| pair[0] < pair[1])
            && entries.last().is_none_or(|&index| usize::from(index) < state.entries().len())
            && self.entries.len() <= usize::from(u16::MAX)
    }

    pub(crate) fn entities(&self) -> &[EntityId] {
        &self.entities
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = (Option<u16>, i32)> + '_ {
        self.entries.iter().map(|entry| entry.map_or((None, 0), |(index, number)| (Some(index), number)))
    }

    pub(crate) fn to_known(&self, id: EntityId) -> Option<EntityId> {
        // If little hides, the number is the id or just below it.
        let near = self.entities.get(id.index()).is_some_and(|&at| at == id);
        if near {
            return Some(id);
        }
        self.entities.iter().position(|&at| at == id).map(|at| EntityId(at as u16))
    }

    pub(crate) fn entry_to_known(&self, index: u16) -> Option<u16> {
        self.entries.iter().position(|entry| entry.is_some_and(|(at, _)| at == index)).map(|at| at as u16)
    }

    /// Returns the side's slot for a place of the true order. Entries before the next place are spent, and their index
    /// may already have a new entry.
    pub(crate) fn slot_to_known(&self, state: &GameState, by: Team, place: usize, slot: Slot) -> Option<Slot> {
        let known = |id: EntityId| self.to_known(id).filter(|_| !state.entity(id).is_hidden_from(by));
        Some(match slot {
            Slot::Unit(id) => Slot::Unit(known(id)?),
            Slot::Entry(index) => match state.entries().get(usize::from(index)) {
                Some(words) if words[entry::WAITING] != 0 && place >= state.next_place() => {
                    known(EntityId(words[entry::OWNER] as u16))?;
                    Slot::Entry(self.entry_to_known(index)?)
                }
                _ => Slot::Entry(self.spent.iter().find(|&&(spent, _)| spent == index)?.1),
            },
        })
    }

    pub(crate) fn known_before(&self, state: &GameState, by: Team, place: usize) -> usize {
        let slots = state.agenda().take(place).enumerate();
        slots.filter(|&(at, slot)| self.slot_to_known(state, by, at, slot).is_some()).count()
    }

    pub(crate) const fn next_place(&self) -> usize {
        self.next_place as usize
    }

    /// Follows a step and numbers new discoveries in their order. Returns the true place that the side now knows as
    /// next, if it changed.
    pub(crate) fn follow(&mut self, state: &GameState, by: Team, changes: &[Change]) -> Option<usize> {
        let mut place = None;
        for change in changes {
            match change.kind {
                ChangeKind::NextPlace => place = Some(change.after.max(0) as usize),
                ChangeKind::Spawn | ChangeKind::Flags | ChangeKind::Team => self.meet(state, by, change.entity),
                // A unit that was seen for a moment counts as discovered.
                ChangeKind::Detected if change.is_arrival_in_sight_of(by) => {
                    let hides = state.entity(change.entity).flags & flag::HIDDEN != 0;
                    if !hides && !self.entities.contains(&change.entity) {
                        self.entities.push(change.entity);
                    }
                }
                ChangeKind::Entry if change.at as usize == entry::WAITING => {
                    self.spend(change.entity.0);
                    if change.after != 0 {
                        self.enter(state, by, change.entity.0);
                    }
                }
                ChangeKind::Battle if change.at == BattleField::Round as u32 => {
                    self.spent.clear();
                }
                _ => {}
            }
        }
        self.complete(state, by);
        if let Some(place) = place {
            let acted = |last: usize| self.slot_to_known(state, by, last, state.agenda().nth(last)?);
            if place.checked_sub(1).is_none_or(|last| acted(last).is_some()) {
                self.next_place = self.known_before(state, by, place) as u32;
                return Some(place);
            }
        }
        None
    }

    pub(crate) fn complete(&mut self, state: &GameState, by: Team) {
        let mut numbered = vec![false; state.entities().len()];
        for id in &self.entities {
            if let Some(numbered) = numbered.get_mut(id.index()) {
                *numbered = true;
            }
        }
        for (index, entity) in state.entities().iter().enumerate() {
            if !numbered[index] && !entity.is_hidden_from(by) {
                self.entities.push(EntityId(index as u16));
            }
        }
        for at in 0..self.entries.len() {
            let waits = |(index, _): (u16, i32)| {
                state.entries().get(usize::from(index)).is_some_and(|words| words[entry::WAITING] != 0)
            };
            if self.entries[at].is_some_and(|entry| !waits(entry)) {
                self.entries[at] = None;
            }
        }
        let waiting = state.entries().iter().enumerate().filter(|(_, words)| words[entry::WAITING] != 0);
        let mut waiting: Vec<(i32, u16)> = waiting.map(|(at, words)| (words[entry::WAITING], at as u16)).collect();
        waiting.sort_unstable();
        for (_, index) in waiting {
            self.enter(state, by, index);
        }
        self.trim();
    }

    fn meet(&mut self, state: &GameState, by: Team, id: EntityId) {
        let row = state.entity(id);
        if id.index() < state.entities().len() && !row.is_hidden_from(by) && !self.entities.contains(&id) {
            self.entities.push(id);
        }
    }

    fn spend(&mut self, index: u16) {
        if let Some(at) = self.entry_to_known(index) {
            self.entries[usize::from(at)] = None;
            self.spent.push((index, at));
        }
        self.trim();
    }

    fn enter(&mut self, state: &GameState, by: Team, index: u16) {
        let Some(words) = state.entries().get(usize::from(index)) else { return };
        let seen = !state.entity(EntityId(words[entry::OWNER] as u16)).is_hidden_from(by);
        if words[entry::WAITING] == 0 || !seen || self.entry_to_known(index).is_some() {
            return;
        }
        let free = self.entries.iter().position(Option::is_none).unwrap_or(self.entries.len());
        let waits = self.entries.iter().enumerate().filter_map(|(at, entry)| Some((entry.as_ref()?.1, at)));
        let number = entry::next_number(waits, free);
        if free == self.entries.len() {
            self.entries.push(None);
        }
        self.entries[free] = Some((index, number));
    }

    fn trim(&mut self) {
        while self.entries.last().is_some_and(Option::is_none) {
            self.entries.pop();
        }
    }
}

/// Translates between true numbers and those of one side, which are stable for the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    team: Team,
    numbers: Option<Numbers>,
}

impl Numbering {
    pub(crate) const fn new(team: Team, numbers: Option<Numbers>) -> Self {
        Self { team, numbers }
    }

    pub(crate) const fn numbers(&self) -> Option<&Numbers> {
        self.numbers.as_ref()
    }

    /// Returns the side.
    #[must_use]
    pub const fn team(&self) -> Team {
        self.team
    }

    /// Returns the side's number of a unit; `None` if it does not know the unit. [`EntityId::NONE`] stays.
    #[must_use]
    pub fn to_known(&self, id: EntityId) -> Option<EntityId> {
        match &self.numbers {
            Some(numbers) if id.is_some() => numbers.to_known(id),
            _ => Some(id),
        }
    }

    /// Returns the side's numbers of units in order; unknown ones keep theirs.
    #[must_use]
    pub fn all_to_known(&self, ids: &[EntityId]) -> Vec<EntityId> {
        ids.iter().map(|&id| self.to_known(id).unwrap_or(id)).collect()
    }

    /// Returns the true id of a side's number; `None` if invalid. [`EntityId::NONE`] stays.
    #[must_use]
    pub fn to_truth(&self, id: EntityId) -> Option<EntityId> {
        match &self.numbers {
            Some(numbers) if id.is_some() => numbers.entities.get(id.index()).copied(),
            _ => Some(id),
        }
    }

    /// Translates an intent to true numbers. Answers with unknown units become [`EntityId::NONE`].
    #[must_use]
    pub fn intent_to_truth(&self, intent: &Intent) -> Intent {
        self.intent(intent, |id| self.to_truth(id))
    }

    /// Translates an intent to the side's numbers. Answers with unknown units become [`EntityId::NONE`].
    #[must_use]
    pub fn intent_to_known(&self, intent: &Intent) -> Intent {
        self.intent(intent, |id| self.to_known(id))
    }

    fn intent(&self, intent: &Intent, number: impl Fn(EntityId) -> Option<EntityId>) -> Intent {
        let mut intent = intent.clone();
        if self.numbers.is_some() {
            for (_, answer) in intent.uses.iter_mut().flat_map(|used| &mut used.answers) {
                if let Answer::Unit(id) = answer {
                    *id = number(*id).unwrap_or(EntityId::NONE);
                }
            }
        }
        intent
    }

    /// Translates a plan to the side's numbers, without intents of units that it does not know.
    #[must_use]
    pub fn plan_to_known(&self, plan: &Plan) -> Plan {
        if self.numbers.is_none() {
            return plan.clone();
        }
        let mut known = Plan::default();
        for (unit, intent) in plan.iter() {
            if let Some(number) = self.to_known(unit) {
                known.set(number, self.intent_to_known(intent), plan.priority(unit));
            }
        }
        (0..Team::COUNT as u8).map(Team).filter(|&team| plan.is_closed(team)).for_each(|team| known.close(team));
        known
    }

    /// Translates a change to the side's numbers. `None` for changes of unknown units and of the order, whose numbers
    /// the projected state has.
    #[must_use]
    pub fn change_to_known(&self, change: &Change) -> Option<Change> {
        let mut known = *change;
        if change.kind == ChangeKind::Detected {
            let own = i32::from(self.team.bit());
            (known.before, known.after) = (change.before & own, change.after & own);
            if known.before == known.after {
                return None;
            }
        }
        if self.numbers.is_none() {
            return Some(known);
        }
        match change.kind {
            ChangeKind::Agenda | ChangeKind::Entry | ChangeKind::NextPlace => return None,
            // Battle columns of a turn order may reveal a hidden side.
            ChangeKind::BattleColumn if change.is_of_order() => return None,
            ChangeKind::CellColumn => return Some(known),
            _ => known.entity = self.to_known(change.entity)?,
        }
        match change.kind {
            ChangeKind::Collided if change.after >= 0 => {
                let other = self.to_known(EntityId(change.after as u16));
                known.after = other.map_or(-1, |other| i32::from(other.0));
            }
            ChangeKind::Battle if change.at == BattleField::Open as u32 => {
                (known.before, known.after) = (self.open(change.before), self.open(change.after));
            }
            _ => {}
        }
        Some(known)
    }

    /// Translates a step to the side's numbers; `None` if an unknown unit acted. A spent entry has no number.
    #[must_use]
    pub fn advance_to_known(&self, advance: Advance) -> Option<Advance> {
        Some(match (advance, &self.numbers) {
            (Advance::Unit(unit, question), _) => Advance::Unit(self.to_known(unit)?, question),
            // The end of a turn would reveal a completely hidden side.
            (Advance::TurnEnd(_), _) => return None,
            (Advance::Entry(index), Some(numbers)) => Advance::Entry(numbers.entry_to_known(index).unwrap_or(u16::MAX)),
            (other, _) => other,
        })
    }

    fn open(&self, word: i32) -> i32 {
        let unit = (word & 0xffff) as u16;
        match unit.checked_sub(1).and_then(|unit| self.to_known(EntityId(unit))) {
            Some(known) => word & !0xffff | (i32::from(known.0) + 1),
            None => 0,
        }
    }
}
