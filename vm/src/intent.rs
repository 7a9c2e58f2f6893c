//! Intents and plans: decisions of units, as immutable input beside the state. Answers are relative, so they stay
//! meaningful when the state differs.

use crate::program::Address;
use crate::rulebook::Rulebook;
use crate::schedulers::View;
use crate::space::{Board, Cell, Dir, Symmetry, WalkPath};
use crate::state::{EntityId, GameState, Team};
use crate::validate::{Points, UseError};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU64, Ordering};

/// Identifies the question of an answer: address, iteration of each enclosing loop from 1, and index of the pick.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(transparent)]
pub struct Key(u64);

impl Key {
    /// Maximum number of loops around a request.
    pub const MAX_LOOPS: usize = 3;

    /// Returns the key of an address in these loop iterations; 0 for no loop.
    #[inline]
    #[must_use]
    pub const fn new(address: Address, turns: [u16; Self::MAX_LOOPS]) -> Self {
        Self(address.0 as u64 | (turns[0] as u64) << 8 | (turns[1] as u64) << 24 | (turns[2] as u64) << 40)
    }

    /// Returns the address.
    #[must_use]
    pub const fn address(self) -> Address {
        Address(self.0 as u8)
    }

    /// Returns the key of a pick, counted from 0. Pick 0 has the key of the request itself.
    #[inline]
    #[must_use]
    pub const fn of_pick(self, pick: u8) -> Self {
        Self(self.0 & !(0xff << 56) | (pick as u64) << 56)
    }

    /// Returns the index of the pick, counted from 0.
    #[must_use]
    pub const fn pick(self) -> u8 {
        (self.0 >> 56) as u8
    }
}

/// Answer of a player or AI to a request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// Columns and rows relative to the origin of the request.
    Offset(i16, i16),
    /// Direction relative to the origin of the request.
    Dir(Dir),
    /// A unit, wherever it stands at that time.
    Unit(EntityId),
    /// No pick. Legal if the request is optional; after some of several picks, it ends the picking.
    Pass,
    /// A cell with its path. The walk keeps to it unless a known obstacle blocks it.
    Path(WalkPath),
    /// A number.
    Number(i16),
    /// Columns, rows and floors relative to the origin, if [`Answer::Offset`] would lead to another cell of the column.
    Raised(i16, i16, i8),
}

impl Answer {
    /// Returns the answer that resolves to `cell` from `from` after rotation by `turn`.
    #[must_use]
    pub fn cell(board: &Board, from: Cell, cell: Cell, turn: Symmetry) -> Self {
        let offset = from.offset_to(cell);
        let (dx, dy) = turn.inverse().apply(offset);
        if board.has_one_floor() || board.offset(from, offset) == Some(cell) {
            Self::Offset(dx as i16, dy as i16)
        } else {
            Self::Raised(dx as i16, dy as i16, cell.floor().wrapping_sub(from.floor()) as i8)
        }
    }
}

/// One action of an intent with its answers in the given order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ActionUse {
    /// Program number in the rulebook.
    pub program: u16,
    /// Answers by key.
    pub answers: Vec<(Key, Answer)>,
}

impl ActionUse {
    /// Returns the action without answers.
    #[must_use]
    pub const fn new(program: u16) -> Self {
        Self { program, answers: Vec::new() }
    }

    /// Returns the answer to a question.
    #[inline]
    #[must_use]
    pub fn answer(&self, key: Key) -> Option<Answer> {
        self.answers.iter().find(|(k, _)| *k == key).map(|&(_, answer)| answer)
    }

    /// Returns a reference to the answer. Looks first at the index of the request, because answers mostly come in the
    /// order of requests.
    #[inline(always)]
    pub(crate) fn answer_to(&self, key: Key, request: usize) -> Option<&Answer> {
        match self.answers.get(..=request) {
            Some([before @ .., (at, answer)]) if *at == key && before.iter().all(|(k, _)| *k != key) => Some(answer),
            _ => self.answers.iter().find(|(k, _)| *k == key).map(|(_, answer)| answer),
        }
    }
}

/// Planned actions of a unit in one activation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Intent {
    /// Actions in order.
    pub uses: Vec<ActionUse>,
    /// Whether the side finished the decision; until then the rest is drawn as undecided.
    pub complete: bool,
}

impl Intent {
    /// Checks whether the unit can use the program after the uses in this intent, which `at` has executed (see
    /// [`crate::Predicted::run_open`]).
    ///
    /// # Errors
    /// The reason why not.
    pub fn allows(&self, book: &Rulebook, at: &GameState, unit: EntityId, program: u16) -> Result<(), UseError> {
        let kind = book.unit_type(at.entity(unit)).ok_or(UseError::NotOwned)?;
        let (mut points, plan) = (Points::under(book, kind), Plan::default());
        let (view, sheet) = (View::new(book, at, &plan, None), at.sheet(book));
        let done = at.open_activation().filter(|&(open, _)| open == unit).map_or(0, |(_, done)| done);
        for (index, used) in self.uses.iter().enumerate() {
            let owns = index < done || sheet.is_possible_owner(unit, used.program, true);
            points.pay(book, owns, &self.uses[..index], used)?;
        }
        let set = points.pay(book, sheet.has_action(unit, program), &self.uses, &ActionUse::new(program))?;
        sheet.admits(unit, program)?;
        book.scheduler.allows(&view, unit, &self.uses, set)
    }
}

/// All intents, by unit.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    intents: Vec<Planned>,
    revision: u64,
    priorities: usize,
    closed: u8,
}

/// Sizes for [`Plan::footprint`] on machines with 64-bit pointers. Constants, because a record must rewind equally far
/// on 32-bit targets.
const PLANNED_BYTES: usize = 48;
const USE_BYTES: usize = 32;
const ANSWER_BYTES: usize = 40;

#[derive(Clone, Debug, Default)]
struct Planned {
    intent: Option<Intent>,
    version: u64,
    priority: i8,
}

impl PartialEq for Plan {
    fn eq(&self, other: &Self) -> bool {
        self.closed == other.closed && self.iter().eq(other.iter())
    }
}

impl Plan {
    /// Returns the intent of a unit, if it is decided.
    #[inline]
    #[must_use]
    pub fn intent(&self, unit: EntityId) -> Option<&Intent> {
        self.intents.get(unit.index())?.intent.as_ref()
    }

    /// Sets an intent. `priority` is the highest among its actions (see [`Plan::priority_in`]).
    pub fn set(&mut self, unit: EntityId, intent: Intent, priority: i8) {
        self.put(unit, Some(intent), priority);
    }

    /// Removes and returns an intent.
    pub fn take(&mut self, unit: EntityId) -> Option<Intent> {
        let intent = self.intents.get_mut(unit.index())?.intent.take()?;
        self.put(unit, None, 0);
        Some(intent)
    }

    /// Removes an intent.
    pub fn clear(&mut self, unit: EntityId) {
        if self.intent(unit).is_some() {
            self.put(unit, None, 0);
        }
    }

    /// Marks the decisions of a side as finished.
    pub const fn close(&mut self, team: Team) {
        self.closed |= 1 << (team.0 & 7);
    }

    /// Returns whether a side finished its decisions.
    #[must_use]
    pub const fn is_closed(&self, team: Team) -> bool {
        self.closed >> (team.0 & 7) & 1 == 1
    }

    /// Removes all intents and reopens all sides.
    pub fn clear_all(&mut self) {
        self.closed = 0;
        for index in 0..self.intents.len() {
            self.clear(EntityId(index as u16));
        }
    }

    fn put(&mut self, unit: EntityId, intent: Option<Intent>, priority: i8) {
        if !unit.is_some() {
            return;
        }
        if self.intents.len() <= unit.index() {
            self.intents.resize_with(unit.index() + 1, Planned::default);
        }
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let version = NEXT.fetch_add(1, Ordering::Relaxed);
        self.revision = version;
        let slot = &mut self.intents[unit.index()];
        self.priorities -= usize::from(slot.priority != 0);
        self.priorities += usize::from(priority != 0);
        *slot = Planned { intent, version, priority };
    }

    /// Returns the highest priority among an intent's actions.
    #[must_use]
    pub fn priority_in(book: &Rulebook, intent: &Intent) -> i8 {
        let of = |u: &ActionUse| book.program(u.program).map_or(0, |p| p.priority);
        intent.uses.iter().map(of).max().unwrap_or_default()
    }

    /// Returns the priority with which a unit acts.
    #[inline]
    #[must_use]
    pub fn priority(&self, unit: EntityId) -> i8 {
        self.intents.get(unit.index()).map_or(0, |planned| planned.priority)
    }

    /// Returns whether any intent has a priority, so that the order can differ from initiative.
    #[inline]
    #[must_use]
    pub const fn has_priorities(&self) -> bool {
        self.priorities > 0
    }

    /// Returns the version of a unit's intent, unique in this process for equal intents; 0 if none was set.
    #[inline]
    #[must_use]
    pub fn version(&self, unit: EntityId) -> u64 {
        self.intents.get(unit.index()).map_or(0, |planned| planned.version)
    }

    /// Returns the version of all intents. Equal revisions anywhere in this process mean equal plans. 0 if none was
    /// ever set.
    #[inline]
    pub(crate) const fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the approximate size in bytes.
    #[must_use]
    pub fn footprint(&self) -> usize {
        let uses = self.iter().flat_map(|(_, intent)| &intent.uses);
        let answers = |used: &ActionUse| USE_BYTES + used.answers.len() * ANSWER_BYTES;
        self.intents.len() * PLANNED_BYTES + uses.map(answers).sum::<usize>()
    }

    /// Iterates over all intents in order of units.
    pub fn iter(&self) -> impl Iterator<Item = (EntityId, &Intent)> {
        let all = self.intents.iter().enumerate();
        all.filter_map(|(index, planned)| Some((EntityId(index as u16), planned.intent.as_ref()?)))
    }
}
