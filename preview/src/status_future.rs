//! The future of statuses: their effects and remaining time in each turn.

use crate::agenda::{Agenda, Turn};
use foretoken_vm::state::{EffectInstance, Ending, Pool};
use foretoken_vm::{ChangeKind, EntityId, Known, Plan, Rulebook};

const MOST_TURNS: usize = 40;

/// The future of a status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusFuture {
    /// The unit that has it.
    pub bearer: EntityId,
    /// Number of its effect instance.
    pub number: u16,
    /// Number of the status in the rulebook.
    pub kind: u16,
    /// Its events in order.
    pub events: Vec<StatusEvent>,
    /// Why it ends, if it does.
    pub ends: Option<Ending>,
}

/// Effects of a status in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusEvent {
    /// The turn.
    pub turn: Turn,
    /// Lost health and shield of the unit; negative for gains.
    pub loss: i32,
    /// Remaining ticks; 0 if they are not counted.
    pub left: i32,
}

/// The futures of a unit's statuses by number.
#[derive(Debug)]
pub struct StatusFutures {
    agenda: Agenda,
}

impl Default for StatusFutures {
    fn default() -> Self {
        Self { agenda: Agenda::tracing() }
    }
}

impl StatusFutures {
    /// Computes the futures of a unit's statuses.
    pub fn of(&mut self, book: &Rulebook, known: &Known, plan: &Plan, unit: EntityId) -> Vec<StatusFuture> {
        let statuses = known.state().instances().of(unit, Pool::STATUSES);
        if statuses.is_empty() {
            return Vec::new();
        }
        self.agenda.foresee(book, known, plan, MOST_TURNS);
        statuses.iter().filter_map(|held| self.follow(book, held)).collect()
    }

    fn follow(&self, book: &Rulebook, held: &EffectInstance) -> Option<StatusFuture> {
        let kind = u16::try_from(held.kind()?).ok()?;
        let handlers = &book.statuses.get(usize::from(kind))?.effect_source.handlers;
        let mut future =
            StatusFuture { bearer: held.bearer, number: held.number, kind, events: Vec::new(), ends: None };
        let mut left = held.words[EffectInstance::LEFT];
        for (turn, changes) in self.agenda.changes_by_turn() {
            let mut loss = 0_i32;
            let before = left;
            for (change, span) in changes {
                let place = EffectInstance::of_place(change.at);
                let is_it = change.entity == held.bearer && (place.0, place.1) == (Pool::STATUSES, held.number);
                match change.kind {
                    ChangeKind::Health | ChangeKind::Shield if change.entity == held.bearer => {
                        let by = |span: &foretoken_vm::state::Span| {
                            span.depth > 0
                                && span.actor == held.bearer
                                && handlers.iter().any(|handler| handler.program == span.program)
                        };
                        if span.as_ref().is_some_and(by) {
                            loss = loss.saturating_add(change.before.saturating_sub(change.after));
                        }
                    }
                    ChangeKind::EffectInstance if is_it && place.2 == EffectInstance::LEFT => left = change.after,
                    ChangeKind::Ended if is_it => {
                        future.ends = Ending::from_code(change.after);
                    }
                    _ => {}
                }
            }
            if loss != 0 || left != before || future.ends.is_some() {
                future.events.push(StatusEvent { turn, loss, left });
            }
            if future.ends.is_some() {
                break;
            }
        }
        Some(future)
    }
}
