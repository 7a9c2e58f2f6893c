//! Intents and plans: what units mean to do, as immutable input beside the state. Answers are relative to what they
//! declare, so that they still mean something when the state differs from the one that was predicted.

use crate::program::Address;
use crate::rulebook::Rulebook;
use crate::schedulers::View;
use crate::space::{Board, Cell, Dir, Symmetry, WalkPath};
use crate::state::{EntityId, GameState, Team};
use crate::validate::{Points, UseError};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU64, Ordering};

/// Which question an answer is to: the address it fills, the turn of each loop around it, from 1, and which pick of
/// several. So the answers of a use are the lists that were picked: their picks follow each other by key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(transparent)]
pub struct Key(u64);

impl Key {
    /// Most loops around a request.
    pub const MAX_LOOPS: usize = 3;

    /// The key of an address under loops with these turns; 0 where there is no loop.
    #[inline]
    #[must_use]
    pub const fn new(address: Address, turns: [u16; Self::MAX_LOOPS]) -> Self {
        Self(address.0 as u64 | (turns[0] as u64) << 8 | (turns[1] as u64) << 24 | (turns[2] as u64) << 40)
    }

    /// The address it fills.
    #[must_use]
    pub const fn address(self) -> Address {
        Address(self.0 as u8)
    }

    /// The key of one pick of several, counted from 0: that of the first is the request's own.
    #[inline]
    #[must_use]
    pub const fn of_pick(self, pick: u8) -> Self {
        Self(self.0 & !(0xff << 56) | (pick as u64) << 56)
    }

    /// Which pick of several it is for, counted from 0.
    #[must_use]
    pub const fn pick(self) -> u8 {
        (self.0 >> 56) as u8
    }
}

/// What player or AI said to a request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Answer {
    /// Columns and rows from what the request is relative to.
    Offset(i16, i16),
    /// A direction from what the request is relative to.
    Dir(Dir),
    /// This very entity, wherever it is by then.
    Unit(EntityId),
    /// Nothing: allowed where the request is optional. Of several picks, that these are enough.
    Pass,
    /// A cell, and the way there from what the request is relative to. Who walks to the cell walks this way for as long
    /// as nothing that its side knows of stands in it.
    Path(WalkPath),
    /// A number.
    Number(i16),
    /// Columns and rows from what the request is relative to, and floors above it (below where negative). Where the column
    /// has such a cell and [`Answer::Offset`] leads to another.
    Raised(i16, i16, i8),
}

impl Answer {
    /// The answer that resolves to a cell, from another, when it is turned by `turn`.
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

/// One action within an intent, with its answers in the order they were given.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ActionUse {
    /// Program in the rulebook.
    pub program: u16,
    /// Answers by key.
    pub answers: Vec<(Key, Answer)>,
}

impl ActionUse {
    /// The action without any answer yet.
    #[must_use]
    pub const fn new(program: u16) -> Self {
        Self { program, answers: Vec::new() }
    }

    /// The answer to a question.
    #[inline]
    #[must_use]
    pub fn answer(&self, key: Key) -> Option<Answer> {
        self.answers.iter().find(|(k, _)| *k == key).map(|&(_, answer)| answer)
    }

    /// The same by reference. Answers mostly come in the order of the requests, so that of the request with this index is
    /// looked at first; as the first of several counts, those before it must be to other questions.
    #[inline(always)]
    pub(crate) fn answer_to(&self, key: Key, request: usize) -> Option<&Answer> {
        match self.answers.get(..=request) {
            Some([before @ .., (at, answer)]) if *at == key && before.iter().all(|(k, _)| *k != key) => Some(answer),
            _ => self.answers.iter().find(|(k, _)| *k == key).map(|(_, answer)| answer),
        }
    }
}

/// What a unit means to do in one activation.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Intent {
    /// Actions in order.
    pub uses: Vec<ActionUse>,
    /// Whether the side that decides is done; until then what follows is drawn as undecided.
    pub complete: bool,
}

impl Intent {
    /// Whether a unit may use the program after the uses that the intent holds (see [`crate::validate`]). `at` is the state
    /// in which it chooses: at its place in the order, with those uses carried out (see [`crate::Predicted::run_open`]).
    ///
    /// # Errors
    /// Why not.
    pub fn allows(&self, book: &Rulebook, at: &GameState, unit: EntityId, program: u16) -> Result<(), UseError> {
        let kind = book.unit_type(at.entity(unit)).ok_or(UseError::NotOwned)?;
        let (mut points, plan) = (Points::under(book, kind), Plan::default());
        let (view, sheet) = (View::new(book, at, &plan, None), at.sheet(book));
        let done = at.open_activation().filter(|&(open, _)| open == unit).map_or(0, |(_, done)| done);
        for (index, used) in self.uses.iter().enumerate() {
            let owns = index < done || sheet.may_own(unit, used.program, true);
            points.pay(book, owns, &self.uses[..index], used)?;
        }
        let set = points.pay(book, sheet.owns_action(unit, program), &self.uses, &ActionUse::new(program))?;
        sheet.admits(unit, program)?;
        book.scheduler.allows(&view, unit, &self.uses, set)
    }
}

/// All intents, by unit.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    intents: Vec<Planned>,
    /// The latest version of any intent.
    revision: u64,
    priorities: usize,
    /// Sides that closed their decisions, one bit each.
    closed: u8,
}

/// What a planned intent, a use and an answer count in [`Plan::footprint`]: their sizes where a pointer has eight bytes. The
/// sizes of this machine would differ on 32-bit targets, and with them how far a record can be taken back.
const PLANNED_BYTES: usize = 48;
const USE_BYTES: usize = 32;
const ANSWER_BYTES: usize = 40;

#[derive(Clone, Debug, Default)]
struct Planned {
    intent: Option<Intent>,
    version: u64,
    priority: i8,
}

/// Two plans are equal when they say the same; versions and the room for units that have none do not count.
impl PartialEq for Plan {
    fn eq(&self, other: &Self) -> bool {
        self.closed == other.closed && self.iter().eq(other.iter())
    }
}

impl Plan {
    /// What a unit means to do, if it was decided at all.
    #[inline]
    #[must_use]
    pub fn intent(&self, unit: EntityId) -> Option<&Intent> {
        self.intents.get(unit.index())?.intent.as_ref()
    }

    /// Sets an intent. `priority` is the highest of its actions' priorities (see [`Plan::priority_in`]).
    pub fn set(&mut self, unit: EntityId, intent: Intent, priority: i8) {
        self.put(unit, Some(intent), priority);
    }

    /// Takes an intent out.
    pub fn take(&mut self, unit: EntityId) -> Option<Intent> {
        let intent = self.intents.get_mut(unit.index())?.intent.take()?;
        self.put(unit, None, 0);
        Some(intent)
    }

    /// Forgets an intent.
    pub fn clear(&mut self, unit: EntityId) {
        if self.intent(unit).is_some() {
            self.put(unit, None, 0);
        }
    }

    /// Notes that a side has decided all it means to decide.
    pub const fn close(&mut self, team: Team) {
        self.closed |= 1 << (team.0 & 7);
    }

    /// Whether a side has closed its decisions.
    #[must_use]
    pub const fn is_closed(&self, team: Team) -> bool {
        self.closed >> (team.0 & 7) & 1 == 1
    }

    /// Forgets all intents, and that sides closed their decisions.
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

    /// The highest priority among an intent's actions.
    #[must_use]
    pub fn priority_in(book: &Rulebook, intent: &Intent) -> i8 {
        let of = |u: &ActionUse| book.program(u.program).map_or(0, |p| p.priority);
        intent.uses.iter().map(of).max().unwrap_or_default()
    }

    /// The priority with which a unit acts.
    #[inline]
    #[must_use]
    pub fn priority(&self, unit: EntityId) -> i8 {
        self.intents.get(unit.index()).map_or(0, |planned| planned.priority)
    }

    /// Whether any intent has a priority, so that the agenda may differ from initiative alone.
    #[inline]
    #[must_use]
    pub const fn has_priorities(&self) -> bool {
        self.priorities > 0
    }

    /// A number that differs whenever the unit's intent may differ, in any plan of this process: equal versions
    /// mean the very same intent. 0 where none was ever set.
    #[inline]
    #[must_use]
    pub fn version(&self, unit: EntityId) -> u64 {
        self.intents.get(unit.index()).map_or(0, |planned| planned.version)
    }

    /// A number that differs whenever any intent may differ, in any plan of this process: plans of one revision mean the
    /// very same. 0 where nothing was ever set.
    #[inline]
    pub(crate) const fn revision(&self) -> u64 {
        self.revision
    }

    /// About how many bytes it holds, for callers that keep many.
    #[must_use]
    pub fn footprint(&self) -> usize {
        let uses = self.iter().flat_map(|(_, intent)| &intent.uses);
        let answers = |used: &ActionUse| USE_BYTES + used.answers.len() * ANSWER_BYTES;
        self.intents.len() * PLANNED_BYTES + uses.map(answers).sum::<usize>()
    }

    /// All intents by unit, in order of units.
    pub fn iter(&self) -> impl Iterator<Item = (EntityId, &Intent)> {
        let all = self.intents.iter().enumerate();
        all.filter_map(|(index, planned)| Some((EntityId(index as u16), planned.intent.as_ref()?)))
    }
}
