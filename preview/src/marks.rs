//! Marks: the drawings of a prediction, folded from its changes. Labels and icons come from registered names, so new
//! effects need no code here (law 2).

use foretoken_vm::state::{BattleField, EffectInstance, Pool};
use foretoken_vm::stats::{EffectSourceClass, EffectSourceRef};
use foretoken_vm::{Advance, Cell, Change, ChangeKind, EntityId, GameState, Known, Label, Log, Team};

use crate::Activation;
use crate::pending::PendingCell;

/// Certainty of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Certainty {
    /// Decided, with nothing veiled or random before it.
    #[default]
    Will,
    /// Part of an intent that the player is still choosing.
    Would,
    /// After something veiled or random.
    May,
    /// After a defeat: it would happen if the battle went on.
    Beyond,
    /// Likely decision of another side, see [`Guesses`](crate::Guesses).
    Guess,
}

/// A thing to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Mark {
    /// The acting unit; `NONE` at the end of a round.
    pub actor: EntityId,
    /// Registered label of the cause.
    pub label: Label,
    /// Certainty.
    pub certainty: Certainty,
    /// Number of the deed (an action use with its consequences), from 1; 0 without one.
    pub deed: u16,
    /// Index of its last change in the log; `u32::MAX` without one.
    pub change: u32,
    /// Shape to draw.
    pub kind: MarkKind,
}

/// Shapes of marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MarkKind {
    /// An arrow: the unit moves along `count` cells of [`Marks::cells`].
    Arrow {
        /// The moving unit.
        unit: EntityId,
        /// Index of the first cell, where it starts.
        first: u32,
        /// Number of cells, with the end.
        count: u32,
    },
    /// A hatched cell: the target of an attack.
    Struck {
        /// The cell.
        cell: Cell,
        /// The unit there, or `NONE`.
        unit: EntityId,
    },
    /// A number that changes: health, shield or a registered column.
    Number {
        /// The unit.
        unit: EntityId,
        /// Its cell at that time.
        cell: Cell,
        /// The kind of number.
        what: ChangeKind,
        /// The column, if it is a column.
        column: u16,
        /// Value before.
        before: i32,
        /// Value after.
        after: i32,
    },
    /// A skull.
    Death {
        /// The unit that dies.
        unit: EntityId,
        /// Its cell.
        cell: Cell,
    },
    /// Final position of a unit that moved.
    Ghost {
        /// The unit.
        unit: EntityId,
        /// The cell.
        cell: Cell,
    },
    /// A unit appears.
    Appears {
        /// The new unit.
        unit: EntityId,
        /// Its cell.
        cell: Cell,
    },
    /// "????": a veil hides what happens here.
    Veiled {
        /// The cell.
        cell: Cell,
    },
    /// The surface of the cell changes; index plus one, 0 for none.
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
        /// Value before.
        before: i32,
        /// Value after.
        after: i32,
    },
    /// A collision.
    Bump {
        /// The unit that was stopped.
        unit: EntityId,
        /// The obstacle; `NONE` for ground.
        by: EntityId,
        /// Cell of the unit.
        cell: Cell,
        /// Cell of the obstacle; for ground, that of the unit.
        by_cell: Cell,
    },
    /// An effect that does nothing.
    NoEffect {
        /// The target.
        unit: EntityId,
        /// Its cell.
        cell: Cell,
        /// Number plus one of the unit type that cannot appear; 0 for other effects.
        kind: u16,
    },
    /// The unit loses its intent.
    Skips {
        /// The unit.
        unit: EntityId,
        /// Its cell.
        cell: Cell,
    },
    /// The unit has no decision from here on.
    Undecided {
        /// The unit.
        unit: EntityId,
        /// Its cell.
        cell: Cell,
    },
    /// An entry is pending for the cell.
    Pending {
        /// The cell.
        cell: Cell,
        /// Rounds until it is due; 0 for this round.
        rounds: i32,
    },
    /// A unit gains or loses a status or an item.
    Held {
        /// The unit.
        unit: EntityId,
        /// Its cell.
        cell: Cell,
        /// The status or item.
        what: EffectSourceRef,
        /// Whether the unit gains it.
        comes: bool,
    },
    /// The program trapped.
    Trapped {
        /// The acting unit.
        unit: EntityId,
        /// Number of the [`foretoken_vm::Trap`].
        code: i32,
    },
    /// The battle ends: 1 for victory, 2 for defeat of the player's side.
    Outcome {
        /// The outcome.
        outcome: i32,
    },
}

impl MarkKind {
    /// Whether it shows the health or death of a unit.
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
    /// Marks in the order of events.
    pub marks: Vec<Mark>,
    /// Cells of arrows.
    pub cells: Vec<Cell>,
    /// Current cells of moved units while changes are folded.
    went: Vec<Cell>,
}

impl Marks {
    /// Folds changes into marks. Marks of the unit `tentative` are "would" marks.
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

    pub(crate) fn keep_from(&mut self, first: usize) {
        let first = u32::try_from(first).unwrap_or(u32::MAX);
        self.marks.retain(|mark| mark.change >= first && mark.change != u32::MAX);
        for mark in &mut self.marks {
            (mark.change, mark.certainty) = (u32::MAX, Certainty::Beyond);
        }
    }

    pub(crate) fn await_pending(&mut self, cells: &[PendingCell]) {
        let mark = |&PendingCell { cell, rounds, label }: &PendingCell| {
            let kind = MarkKind::Pending { cell, rounds };
            let (actor, certainty) = (EntityId::NONE, Certainty::May);
            Mark { actor, label, certainty, deed: 0, change: u32::MAX, kind }
        };
        self.marks.extend(cells.iter().map(mark));
    }

    /// Returns the cells of an arrow.
    #[must_use]
    pub fn arrow(&self, first: u32, count: u32) -> &[Cell] {
        self.cells.get(first as usize..(first + count) as usize).unwrap_or_default()
    }

    /// Whether these marks contain an equal mark, whatever its cause.
    #[must_use]
    pub fn has_mark_like(&self, others: &Self, mark: &Mark) -> bool {
        let theirs = others.way(mark);
        let alike = |own: &&Mark| (own.actor, own.label) == (mark.actor, mark.label);
        self.marks.iter().filter(alike).any(|own| match &theirs {
            Some(_) => self.way(own) == theirs,
            None => own.kind == mark.kind,
        })
    }

    fn way(&self, mark: &Mark) -> Option<(EntityId, &[Cell])> {
        match mark.kind {
            MarkKind::Arrow { unit, first, count } => Some((unit, self.arrow(first, count))),
            _ => None,
        }
    }
}

struct Fold<'a> {
    marks: &'a mut Marks,
    before: &'a GameState,
    after: &'a GameState,
    actor: EntityId,
    tentative: Option<EntityId>,
    uncertain: bool,
    deed: u16,
    is_new_deed: bool,
    at: u32,
    arrow: Option<usize>,
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
                // Shields that expire at the end of a round need no mark.
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
            ChangeKind::Flags if change.is_postponement() => {
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
            // The next action begins a new arrow, even for the same unit.
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

/// Relations to units and sides.
impl Mark {
    /// The unit at which the mark is drawn, if any.
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

    /// The cell at which the mark is drawn, if any.
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

    /// Whether it shows an action of the unit or an effect on it.
    #[must_use]
    pub fn is_about(&self, unit: EntityId) -> bool {
        unit.is_some() && (self.actor == unit || self.unit() == Some(unit))
    }

    /// Whether the mark shows damage to a side.
    #[must_use]
    pub fn is_harm_to(&self, state: &GameState, team: Team) -> bool {
        match self.kind {
            MarkKind::Number { unit, what: ChangeKind::Health, before, after, .. } => {
                after < before && state.entity(unit).team == team
            }
            MarkKind::Death { unit, .. } => state.entity(unit).team == team,
            _ => false,
        }
    }
}
