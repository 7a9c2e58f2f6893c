//! Marks: what is drawn for a prediction, folded from its changes. The shapes are closed; labels and icons come from
//! registered names, so a kind that nobody here knew draws itself (law 2).

use foretoken_vm::state::{BattleField, EffectInstance, Pool};
use foretoken_vm::stats::{EffectSourceClass, EffectSourceRef};
use foretoken_vm::{Advance, Cell, Change, ChangeKind, EntityId, GameState, Known, Label, Log, Team};

use crate::Activation;
use crate::pending::PendingCell;

/// How sure a mark is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Certainty {
    /// Decided, and nothing veiled or random comes before it.
    #[default]
    Will,
    /// Of an intent that is still being chosen.
    Would,
    /// After something veiled, or where chance had a say.
    May,
    /// Behind what loses the battle: it would come if the battle went on.
    Beyond,
}

/// One thing to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Mark {
    /// Who acts when it happens; `NONE` for the end of the round.
    pub actor: EntityId,
    /// Registered label of what does it.
    pub label: Label,
    /// How sure it is.
    pub certainty: Certainty,
    /// Which deed of the prediction it comes of, from 1 in the order in which they are carried out; 0 for what is of none,
    /// such as where somebody stands in the end. What one use of an action does is one deed, with all that it sets off.
    pub deed: u16,
    /// Index in the prediction's log of the change that it tells of, the last where it tells of several; `u32::MAX` for what
    /// no change tells, such as where somebody stands in the end.
    pub change: u32,
    /// What to draw.
    pub kind: MarkKind,
}

/// The shapes of marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MarkKind {
    /// An arrow: the unit goes from cell to cell, `cells` of [`Marks::cells`].
    Arrow {
        /// Who goes.
        unit: EntityId,
        /// First of its cells, where it sets out.
        first: u32,
        /// How many, the end included.
        count: u32,
    },
    /// A hatched cell: it will be struck.
    Struck {
        /// The cell.
        cell: Cell,
        /// Who is there, or `NONE`.
        unit: EntityId,
    },
    /// A number going from one value to another: health, shield, a registered column.
    Number {
        /// Whose.
        unit: EntityId,
        /// Where it is then.
        cell: Cell,
        /// What it is a number of.
        what: ChangeKind,
        /// The column, for columns.
        column: u16,
        /// Before.
        before: i32,
        /// After.
        after: i32,
    },
    /// A skull.
    Death {
        /// Who dies.
        unit: EntityId,
        /// Where.
        cell: Cell,
    },
    /// Where a unit that moved will stand in the end.
    Ghost {
        /// Who.
        unit: EntityId,
        /// Where.
        cell: Cell,
    },
    /// Something comes to be.
    Appears {
        /// What.
        unit: EntityId,
        /// Where.
        cell: Cell,
    },
    /// "????": what happens here is veiled.
    Veiled {
        /// The cell.
        cell: Cell,
    },
    /// The cell's surface becomes this one (index plus one; 0 for none).
    Surface {
        /// The cell.
        cell: Cell,
        /// The surface.
        surface: u8,
    },
    /// A registered column of the cell changes.
    CellNumber {
        /// The cell.
        cell: Cell,
        /// The column.
        column: u16,
        /// Before.
        before: i32,
        /// After.
        after: i32,
    },
    /// Two bump: who was stopped, and by whom (`NONE` for ground).
    Bump {
        /// Who was stopped.
        unit: EntityId,
        /// By whom.
        by: EntityId,
        /// Where.
        cell: Cell,
        /// Where the other stands then, by these marks; where it was stopped for ground.
        by_cell: Cell,
    },
    /// An effect that has none.
    NoEffect {
        /// On whom.
        unit: EntityId,
        /// Where.
        cell: Cell,
        /// The kind of the entity that cannot appear there, as its number plus one; 0 for all other effects.
        kind: u16,
    },
    /// The unit loses its intent.
    Skips {
        /// Who.
        unit: EntityId,
        /// Where.
        cell: Cell,
    },
    /// Nothing is decided for the unit from here on.
    Undecided {
        /// Who.
        unit: EntityId,
        /// Where.
        cell: Cell,
    },
    /// The cell waits for something that is due later.
    Pending {
        /// The cell.
        cell: Cell,
        /// In how many rounds; 0 in this one.
        rounds: i32,
    },
    /// A status or an item comes to the unit, or goes from it.
    Held {
        /// Who.
        unit: EntityId,
        /// Where.
        cell: Cell,
        /// What it is.
        what: EffectSourceRef,
        /// Whether it comes.
        comes: bool,
    },
    /// The program trapped; the number says why.
    Trapped {
        /// Whose.
        unit: EntityId,
        /// [`foretoken_vm::Trap`]'s number.
        code: i32,
    },
    /// The battle is decided: 1 won, 2 lost by the player's side.
    Outcome {
        /// Which.
        outcome: i32,
    },
}

impl MarkKind {
    /// Whether it tells of the health of an entity, or of its death.
    #[must_use]
    pub fn is_health_of(&self, entity: EntityId) -> bool {
        match self {
            Self::Number { unit, what: ChangeKind::Health, .. } | Self::Death { unit, .. } => *unit == entity,
            _ => false,
        }
    }
}

/// The marks of a prediction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// In the order in which things happen.
    pub marks: Vec<Mark>,
    /// Cells of arrows.
    pub cells: Vec<Cell>,
    /// Where units went, by their numbers, while changes are folded; nowhere for who stayed. Empty but for that.
    went: Vec<Cell>,
}

impl Marks {
    /// Folds a prediction's changes into marks, into buffers already here.
    ///
    /// `tentative` is the unit whose intent is being chosen: its marks are drawn as "would".
    pub fn fold(
        &mut self,
        known: &Known,
        after: &GameState,
        log: &Log,
        activations: &[Activation],
        tentative: Option<EntityId>,
    ) {
        self.marks.clear();
        self.cells.clear();
        let (mut uncertain, mut deed) = (false, 0);
        for (index, activation) in activations.iter().enumerate() {
            let end = activations.get(index + 1).map_or(log.changes.len(), |next| next.first);
            let actor = match activation.advance {
                Advance::Unit(unit, _) => unit,
                _ => EntityId::NONE,
            };
            let mut fold = Fold {
                marks: self,
                before: known.state(),
                after,
                actor,
                tentative,
                uncertain,
                deed,
                is_new_deed: true,
                at: 0,
                arrow: None,
                passed: None,
            };
            for (at, change) in (activation.first..end).zip(&log.changes[activation.first..end]) {
                fold.at = u32::try_from(at).unwrap_or(u32::MAX);
                fold.change(change);
            }
            (uncertain, deed) = (fold.uncertain, fold.deed);
        }
        self.went.clear();
        for (index, (before, now)) in known.state().entities().iter().zip(after.entities()).enumerate() {
            if before.is_alive() && now.is_alive() && before.cell != now.cell {
                let certainty = if uncertain { Certainty::May } else { Certainty::Will };
                let kind = MarkKind::Ghost { unit: EntityId(index as u16), cell: now.cell };
                let (actor, label) = (EntityId::NONE, Label::NONE);
                self.marks.push(Mark { actor, label, certainty, deed: 0, change: u32::MAX, kind });
            }
        }
    }

    /// Leaves out what is told of changes before this one, and what no change tells. No page explains what is left.
    pub(crate) fn keep_from(&mut self, first: usize) {
        let first = u32::try_from(first).unwrap_or(u32::MAX);
        self.marks.retain(|mark| mark.change >= first && mark.change != u32::MAX);
        for mark in &mut self.marks {
            (mark.change, mark.certainty) = (u32::MAX, Certainty::Beyond);
        }
    }

    /// Adds what waits beyond the prediction.
    pub(crate) fn await_pending(&mut self, cells: &[PendingCell]) {
        let mark = |&PendingCell { cell, rounds, label }: &PendingCell| {
            let kind = MarkKind::Pending { cell, rounds };
            let (actor, certainty) = (EntityId::NONE, Certainty::May);
            Mark { actor, label, certainty, deed: 0, change: u32::MAX, kind }
        };
        self.marks.extend(cells.iter().map(mark));
    }

    /// The cells of an arrow.
    #[must_use]
    pub fn arrow(&self, first: u32, count: u32) -> &[Cell] {
        self.cells.get(first as usize..(first + count) as usize).unwrap_or_default()
    }

    /// Whether these marks tell the same as a mark of others, whenever it comes about.
    #[must_use]
    pub fn tell(&self, others: &Self, mark: &Mark) -> bool {
        let theirs = others.way(mark);
        let alike = |own: &&Mark| (own.actor, own.label) == (mark.actor, mark.label);
        self.marks.iter().filter(alike).any(|own| match &theirs {
            Some(_) => self.way(own) == theirs,
            None => own.kind == mark.kind,
        })
    }

    /// Who goes where by an arrow; none for other marks.
    fn way(&self, mark: &Mark) -> Option<(EntityId, &[Cell])> {
        match mark.kind {
            MarkKind::Arrow { unit, first, count } => Some((unit, self.arrow(first, count))),
            _ => None,
        }
    }
}

struct Fold<'a> {
    marks: &'a mut Marks,
    /// The state at the beginning: where units are that nothing has moved yet.
    before: &'a GameState,
    /// The state at the end, for those who come to be meanwhile.
    after: &'a GameState,
    actor: EntityId,
    tentative: Option<EntityId>,
    uncertain: bool,
    /// The number of the last deed that has a mark.
    deed: u16,
    /// The next mark is the first of its deed.
    is_new_deed: bool,
    /// The index of the change at hand.
    at: u32,
    /// The arrow that the last move drew, so that the next cell of the same way lengthens it.
    arrow: Option<usize>,
    /// The cell that the last move led over, where somebody else stands.
    passed: Option<Cell>,
}

impl Fold<'_> {
    fn push(&mut self, label: Label, kind: MarkKind) {
        let certainty = if self.uncertain {
            Certainty::May
        } else if self.tentative == Some(self.actor) {
            Certainty::Would
        } else {
            Certainty::Will
        };
        let is_of_deed = !matches!(kind, MarkKind::Undecided { .. } | MarkKind::Outcome { .. });
        if is_of_deed && std::mem::take(&mut self.is_new_deed) {
            self.deed = self.deed.saturating_add(1);
        }
        let deed = if is_of_deed { self.deed } else { 0 };
        self.marks.marks.push(Mark { actor: self.actor, label, certainty, deed, change: self.at, kind });
    }

    fn held(&mut self, label: Label, unit: EntityId, pool: Pool, kind: i32, comes: bool) {
        let class = match pool {
            Pool::STATUSES => EffectSourceClass::Status,
            Pool::ITEMS => EffectSourceClass::Item,
            _ => return,
        };
        let Some(kind) = (kind as u16).checked_sub(1) else { return };
        let (cell, what) = (self.cell_of(unit), EffectSourceRef { class, kind });
        self.push(label, MarkKind::Held { unit, cell, what, comes });
    }

    fn change(&mut self, change: &Change) {
        if change.is_of_order() {
            return;
        }
        let unit = change.entity;
        let Change { label, before, after, .. } = *change;
        match change.kind {
            ChangeKind::Cell => {
                let from = self.passed.take().unwrap_or(change.cell_before());
                self.moved(change, from, change.cell_after());
            }
            ChangeKind::Passed => {
                self.moved(change, change.cell_before(), change.cell());
                self.passed = Some(change.cell());
            }
            ChangeKind::Health
            | ChangeKind::Shield
            | ChangeKind::Initiative
            | ChangeKind::Speed
            | ChangeKind::Movement
            | ChangeKind::Stunned
            | ChangeKind::Redirected => {
                let cell = self.cell_of(unit);
                // Shields that go at the end of a round are no news.
                if !(change.kind == ChangeKind::Shield && self.actor == EntityId::NONE) {
                    self.push(label, MarkKind::Number { unit, cell, what: change.kind, column: 0, before, after });
                }
            }
            ChangeKind::EntityColumn => {
                let (cell, column) = (self.cell_of(unit), change.at as u16);
                self.push(label, MarkKind::Number { unit, cell, what: change.kind, column, before, after });
            }
            ChangeKind::CellColumn => {
                let kind = MarkKind::CellNumber { cell: change.cell(), column: unit.0, before, after };
                self.push(label, kind);
            }
            ChangeKind::Flags if change.is_death() => {
                let cell = self.cell_of(unit);
                self.push(label, MarkKind::Death { unit, cell });
            }
            ChangeKind::Flags if change.postpones() => {
                let cell = self.cell_of(unit);
                self.push(label, MarkKind::Number { unit, cell, what: change.kind, column: 0, before, after });
            }
            ChangeKind::Struck => self.push(label, MarkKind::Struck { cell: change.cell(), unit: EntityId::NONE }),
            ChangeKind::Surface => {
                self.push(label, MarkKind::Surface { cell: change.cell(), surface: after as u8 });
            }
            ChangeKind::MaxHealth => {
                let cell = self.cell_of(unit);
                self.push(label, MarkKind::Number { unit, cell, what: change.kind, column: 0, before, after });
            }
            ChangeKind::EffectInstance => {
                let (pool, _, word) = EffectInstance::of_place(change.at);
                if word == EffectInstance::KIND && before == 0 {
                    self.held(label, unit, pool, after, true);
                }
            }
            ChangeKind::Ended => {
                let (pool, ..) = EffectInstance::of_place(change.at);
                self.held(label, unit, pool, before & 0xffff, false);
            }
            ChangeKind::Spawn => self.push(label, MarkKind::Appears { unit, cell: change.cell() }),
            ChangeKind::Collided => {
                let by = u16::try_from(after).map_or(EntityId::NONE, EntityId);
                let cell = change.cell();
                let by_cell = if by.is_some() { self.cell_of(by) } else { cell };
                self.push(label, MarkKind::Bump { unit, by, cell, by_cell });
            }
            ChangeKind::Bumped => {
                let (by, cell) = (EntityId::NONE, change.cell());
                self.push(label, MarkKind::Bump { unit, by, cell, by_cell: cell });
            }
            ChangeKind::NoEffect => {
                self.push(label, MarkKind::NoEffect { unit, cell: change.cell(), kind: after as u16 })
            }
            ChangeKind::Veiled => {
                self.push(label, MarkKind::Veiled { cell: change.cell() });
                self.uncertain = true;
            }
            ChangeKind::Drew => self.uncertain = true,
            // What follows is the next action's, also where it leads the same unit on.
            ChangeKind::Uses => (self.is_new_deed, self.arrow) = (true, None),
            ChangeKind::SkippedStunned => self.push(label, MarkKind::Skips { unit, cell: change.cell() }),
            ChangeKind::Undecided => self.push(label, MarkKind::Undecided { unit, cell: change.cell() }),
            ChangeKind::Trapped => self.push(label, MarkKind::Trapped { unit, code: after }),
            ChangeKind::Battle if change.at == BattleField::Outcome as u32 => {
                self.push(label, MarkKind::Outcome { outcome: after });
            }
            _ => {}
        }
    }

    /// Where a unit is when it is told of: at the end of its last arrow in these marks, or where it has been all along.
    fn cell_of(&self, unit: EntityId) -> Cell {
        let last = self.marks.went.get(unit.index()).copied().filter(|&cell| cell != Cell::NOWHERE);
        let is_there = unit.index() < self.before.entities().len();
        let stood = if is_there { self.before.entity(unit).cell } else { Cell::NOWHERE };
        last.unwrap_or(if stood == Cell::NOWHERE { self.after.entity(unit).cell } else { stood })
    }

    fn moved(&mut self, change: &Change, from: Cell, to: Cell) {
        let (at, went) = (change.entity.index(), &mut self.marks.went);
        went.resize(went.len().max(at + 1), Cell::NOWHERE);
        went[at] = to;
        if let Some(Mark { label, change: last, kind: MarkKind::Arrow { unit, first, count }, .. }) =
            self.arrow.and_then(|at| self.marks.marks.get_mut(at))
        {
            let end = (*first + *count) as usize;
            let goes_on = *unit == change.entity
                && *label == change.label
                && end == self.marks.cells.len()
                && self.marks.cells[end - 1] == from;
            if goes_on {
                *count += 1;
                *last = self.at;
                self.marks.cells.push(to);
                return;
            }
        }
        let first = self.marks.cells.len() as u32;
        self.marks.cells.extend([from, to]);
        self.arrow = Some(self.marks.marks.len());
        self.push(change.label, MarkKind::Arrow { unit: change.entity, first, count: 2 });
    }
}

/// Whether a mark concerns a side, for front ends that tell losses from gains.
impl Mark {
    /// The unit it is drawn at, if it is drawn at one.
    #[must_use]
    pub const fn unit(&self) -> Option<EntityId> {
        match self.kind {
            MarkKind::Arrow { unit, .. }
            | MarkKind::Number { unit, .. }
            | MarkKind::Death { unit, .. }
            | MarkKind::Ghost { unit, .. }
            | MarkKind::Appears { unit, .. }
            | MarkKind::Bump { unit, .. }
            | MarkKind::NoEffect { unit, .. }
            | MarkKind::Skips { unit, .. }
            | MarkKind::Held { unit, .. }
            | MarkKind::Undecided { unit, .. }
            | MarkKind::Trapped { unit, .. } => Some(unit),
            MarkKind::Struck { unit, .. } => {
                if unit.is_some() {
                    Some(unit)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// The cell it is drawn at, for those that are drawn at one.
    #[must_use]
    pub const fn cell(&self) -> Option<Cell> {
        match self.kind {
            MarkKind::Struck { cell, .. }
            | MarkKind::Number { cell, .. }
            | MarkKind::Death { cell, .. }
            | MarkKind::Ghost { cell, .. }
            | MarkKind::Appears { cell, .. }
            | MarkKind::Veiled { cell }
            | MarkKind::Surface { cell, .. }
            | MarkKind::CellNumber { cell, .. }
            | MarkKind::Bump { cell, .. }
            | MarkKind::NoEffect { cell, .. }
            | MarkKind::Skips { cell, .. }
            | MarkKind::Undecided { cell, .. }
            | MarkKind::Pending { cell, .. }
            | MarkKind::Held { cell, .. } => Some(cell),
            MarkKind::Arrow { .. } | MarkKind::Trapped { .. } | MarkKind::Outcome { .. } => None,
        }
    }

    /// Whether it is of what a unit does or of what becomes of it.
    #[must_use]
    pub fn concerns(&self, unit: EntityId) -> bool {
        unit.is_some() && (self.actor == unit || self.unit() == Some(unit))
    }

    /// Whether it tells of harm to a side.
    #[must_use]
    pub fn harms(&self, state: &GameState, team: Team) -> bool {
        match self.kind {
            MarkKind::Number { unit, what: ChangeKind::Health, before, after, .. } => {
                after < before && state.entity(unit).team == team
            }
            MarkKind::Death { unit, .. } => state.entity(unit).team == team,
            _ => false,
        }
    }
}
