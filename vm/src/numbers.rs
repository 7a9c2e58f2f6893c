//! The numbers by which each side knows entities and agenda entries: in the order in which that side came to know them
//! (law 3). So neither a count nor a gap in what a side knows tells that something hides from it. Where nothing ever
//! hides, every side's numbers are the true ones, and none are kept.

use crate::intent::{Answer, Intent, Plan};
use crate::machine::Advance;
use crate::state::{BattleField, Change, ChangeKind, EntityId, GameState, Slot, Team, entry, flag};
use serde::{Deserialize, Serialize};

/// The numbers of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers {
    /// The true id of each number.
    entities: Vec<EntityId>,
    /// The true index of each entry that waits, and its number among those that wait (see [`entry::WAITING`]).
    entries: Vec<Option<(u16, i32)>>,
    /// True index and number of the entries that came due in this round: they keep their places in its order.
    spent: Vec<(u16, u16)>,
    /// The place in the order behind the unit that acted last of those that the side knows.
    next_place: u32,
}

impl Numbers {
    /// Numbers of a side that knows everybody there is by the true number.
    pub(crate) fn identity(state: &GameState) -> Self {
        let entities = (0..state.entities().len() as u16).map(EntityId).collect();
        let entry = |(index, words): (usize, &crate::state::Entry)| {
            (words[entry::WAITING] != 0).then_some((index as u16, words[entry::WAITING]))
        };
        let entries = state.entries().iter().enumerate().map(entry).collect();
        Self { entities, entries, next_place: state.next_place() as u32, ..Self::default() }
    }

    /// Numbers of a side that sees a battle for the first time.
    pub(crate) fn first(state: &GameState, by: Team) -> Self {
        let mut numbers = Self::default();
        numbers.complete(state, by);
        numbers.next_place = numbers.known_before(state, by, state.next_place()) as u32;
        numbers
    }

    /// Whether the side knows everything there is by its true number.
    pub(crate) fn is_identity(&self, state: &GameState) -> bool {
        let all = Self::identity(state);
        self.entities == all.entities
            && self.entries == all.entries
            && self.next_place == all.next_place
            && self.spent.iter().all(|(index, at)| index == at)
    }

    /// Whether they name only what there is, nothing twice.
    pub(crate) fn fits(&self, state: &GameState) -> bool {
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

    /// True ids in the order of the side's numbers.
    pub(crate) fn entities(&self) -> &[EntityId] {
        &self.entities
    }

    /// The true index and the waiting number of each entry, in the order of the side's numbers.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (Option<u16>, i32)> + '_ {
        self.entries.iter().map(|entry| entry.map_or((None, 0), |(index, number)| (Some(index), number)))
    }

    pub(crate) fn to_known(&self, id: EntityId) -> Option<EntityId> {
        // Where little hides, the number is the id or close below it.
        let near = self.entities.get(id.index()).is_some_and(|&at| at == id);
        if near {
            return Some(id);
        }
        self.entities.iter().position(|&at| at == id).map(|at| EntityId(at as u16))
    }

    pub(crate) fn entry_to_known(&self, index: u16) -> Option<u16> {
        self.entries.iter().position(|entry| entry.is_some_and(|(at, _)| at == index)).map(|at| at as u16)
    }

    /// The side's slot for the one at a place of the true order. What stands before the next place has acted: an entry
    /// there is spent, and what waits under its index by now is another.
    pub(crate) fn slot_to_known(&self, state: &GameState, by: Team, place: usize, slot: Slot) -> Option<Slot> {
        let known = |id: EntityId| self.to_known(id).filter(|_| !state.entity(id).hides_from(by));
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

    /// How many slots before a place of the true order the side knows.
    pub(crate) fn known_before(&self, state: &GameState, by: Team, place: usize) -> usize {
        let slots = state.agenda().take(place).enumerate();
        slots.filter(|&(at, slot)| self.slot_to_known(state, by, at, slot).is_some()).count()
    }

    /// The side's place in the order: who acted unseen since does not move it.
    pub(crate) const fn next_place(&self) -> usize {
        self.next_place as usize
    }

    /// Follows what just ran: what came to be seen is numbered in the order in which that happened. Returns the true place
    /// in the order that the side now knows to be next, where that is another.
    pub(crate) fn follow(&mut self, state: &GameState, by: Team, changes: &[Change]) -> Option<usize> {
        let mut place = None;
        for change in changes {
            match change.kind {
                ChangeKind::NextPlace => place = Some(change.after.max(0) as usize),
                ChangeKind::Spawn | ChangeKind::Flags | ChangeKind::Team => self.meet(state, by, change.entity),
                // Who was seen for a moment was met, whether in sight at the end or not.
                ChangeKind::Detected if change.comes_into_sight_of(by) => {
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

    /// Numbers what is seen and has no number yet, in order of the true ones.
    pub(crate) fn complete(&mut self, state: &GameState, by: Team) {
        let mut numbered = vec![false; state.entities().len()];
        for id in &self.entities {
            if let Some(numbered) = numbered.get_mut(id.index()) {
                *numbered = true;
            }
        }
        for (index, entity) in state.entities().iter().enumerate() {
            if !numbered[index] && !entity.hides_from(by) {
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
        if id.index() < state.entities().len() && !row.hides_from(by) && !self.entities.contains(&id) {
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

    /// Gives an entry the place and the number that it would have if the side's entries were all there are.
    fn enter(&mut self, state: &GameState, by: Team, index: u16) {
        let Some(words) = state.entries().get(usize::from(index)) else { return };
        let seen = !state.entity(EntityId(words[entry::OWNER] as u16)).hides_from(by);
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

/// Translates between the true numbers and those of one side. Where the side's are the true ones it changes nothing.
///
/// Numbers stay: what a side came to know goes by the same number for the rest of the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering {
    team: Team,
    /// None where the side's numbers are the true ones.
    numbers: Option<Numbers>,
}

impl Numbering {
    pub(crate) const fn new(team: Team, numbers: Option<Numbers>) -> Self {
        Self { team, numbers }
    }

    pub(crate) const fn numbers(&self) -> Option<&Numbers> {
        self.numbers.as_ref()
    }

    /// The side.
    #[must_use]
    pub const fn team(&self) -> Team {
        self.team
    }

    /// The side's number of an entity; `None` where the side does not know it. [`EntityId::NONE`] stays itself.
    #[must_use]
    pub fn to_known(&self, id: EntityId) -> Option<EntityId> {
        match &self.numbers {
            Some(numbers) if id.is_some() => numbers.to_known(id),
            _ => Some(id),
        }
    }

    /// Its numbers for entities, in their order; those that it does not know keep theirs.
    #[must_use]
    pub fn all_to_known(&self, ids: &[EntityId]) -> Vec<EntityId> {
        ids.iter().map(|&id| self.to_known(id).unwrap_or(id)).collect()
    }

    /// The true id of a number of the side; `None` where it is none. [`EntityId::NONE`] stays itself.
    #[must_use]
    pub fn to_truth(&self, id: EntityId) -> Option<EntityId> {
        match &self.numbers {
            Some(numbers) if id.is_some() => numbers.entities.get(id.index()).copied(),
            _ => Some(id),
        }
    }

    /// An intent of the side in true numbers. Answers that name nobody whom the side knows name nobody.
    #[must_use]
    pub fn intent_to_truth(&self, intent: &Intent) -> Intent {
        self.intent(intent, |id| self.to_truth(id))
    }

    /// An intent in the side's numbers. Answers that name somebody whom the side does not know name nobody.
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

    /// A plan in the side's numbers, without the intents of those whom it does not know.
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

    /// A change in the side's numbers. `None` where it is about somebody whom the side does not know, and for the order,
    /// its next place and its entries, which are others for the side: the projected state after it has them.
    #[must_use]
    pub fn change_to_known(&self, change: &Change) -> Option<Change> {
        let mut known = *change;
        if change.kind == ChangeKind::Detected {
            // Whom other sides detect is their own business.
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
            // What a turn order counts for the battle, such as whose turn it is, may tell of a side that hides.
            ChangeKind::BattleColumn if change.is_of_order() => return None,
            // There the number of a column stands in its place.
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

    /// What ran, in the side's numbers; `None` where somebody acted whom it does not know. An entry that is spent has no
    /// number any more.
    #[must_use]
    pub fn advance_to_known(&self, advance: Advance) -> Option<Advance> {
        Some(match (advance, &self.numbers) {
            (Advance::Unit(unit, question), _) => Advance::Unit(self.to_known(unit)?, question),
            // That a side's turn ends would tell that it had one, also where all of it hides.
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
