//! The agenda: the predicted turns, then the turn order with idle units.

use crate::Activation;
use foretoken_vm::schedulers::{Choose, Next, Until, View};
use foretoken_vm::state::Span;
use foretoken_vm::{
    Advance, Buffers, ChancePolicy, Change, EntityId, GameState, Known, Log, Plan, Predicted, Rulebook, Slot,
};

/// Limit of update calls for one agenda. It ends a search in rounds in which no unit acts.
const MOST_ADVANCES: usize = 1_000;

/// Returns the turns in a state's agenda, in order.
#[must_use]
pub fn turns_of_round(state: &GameState) -> Vec<Turn> {
    let turn = |slot| {
        let advance = match slot {
            Slot::Unit(unit) => Advance::Unit(unit, None),
            Slot::Entry(index) => Advance::Entry(index),
        };
        Turn { advance, round: state.round(), time: None, points: None, is_foreseen: true }
    };
    state.agenda().map(turn).collect()
}

/// A turn in the agenda.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The unit, entry, or end of a side's turn or round that runs.
    pub advance: Advance,
    /// Round of the turn.
    pub round: i32,
    /// Time of the turn, if the turn order counts time.
    pub time: Option<i32>,
    /// Action points from the turn order, if any.
    pub points: Option<i32>,
    /// Whether the prediction covers the turn. Later turns are order only.
    pub is_foreseen: bool,
}

impl Turn {
    /// The unit that acts.
    #[must_use]
    pub const fn unit(&self) -> Option<EntityId> {
        match self.advance {
            Advance::Unit(unit, _) => Some(unit),
            _ => None,
        }
    }

    /// Whether a unit acts or an entry comes due.
    #[must_use]
    pub const fn is_slot(&self) -> bool {
        matches!(self.advance, Advance::Unit(..) | Advance::Entry(_))
    }
}

/// The next turns, with buffers for computing them.
#[derive(Debug, Default)]
pub struct Agenda {
    turns: Vec<Turn>,
    ends: Vec<usize>,
    working: Predicted,
    buffers: Buffers,
    log: Log,
    idle: Plan,
}

impl Agenda {
    pub(crate) fn tracing() -> Self {
        Self { log: Log::traced(), ..Self::default() }
    }

    /// Returns the turns in order.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns the state after the last computed turn.
    #[must_use]
    pub const fn state(&self) -> &GameState {
        self.working.state()
    }

    /// Returns the changes of each computed turn, with their source spans.
    pub fn changes_by_turn(&self) -> impl Iterator<Item = (Turn, impl Iterator<Item = (&Change, Option<Span>)>)> {
        let begins = [0].into_iter().chain(self.ends.iter().copied());
        self.turns.iter().zip(begins.zip(&self.ends)).map(|(&turn, (first, &end))| {
            let changes = self.log.changes.iter().enumerate().take(end).skip(first);
            (turn, changes.map(|(at, change)| (change, self.log.span_of(at))))
        })
    }

    pub(crate) fn take(&mut self, state: &GameState, activations: &[Activation]) {
        self.turns.clear();
        self.ends.clear();
        let ended = activations.iter().filter(|ran| ran.advance == Advance::RoundEnd).count() as i32;
        let mut round = state.round() - ended;
        for ran in activations {
            let turn = Turn { advance: bare(ran.advance), round, time: None, points: None, is_foreseen: true };
            self.turns.extend(Some(turn).filter(Turn::is_slot));
            round += i32::from(ran.advance == Advance::RoundEnd);
        }
    }

    /// Computes turns until they contain `count` units and entries, or the battle ends. After the plan, all units pass,
    /// and a side that chooses its units ends its turn.
    pub fn foresee(&mut self, book: &Rulebook, known: &Known, plan: &Plan, count: usize) {
        let order = &book.scheduler;
        self.turns.clear();
        self.ends.clear();
        self.working.reset(known);
        self.log.clear();
        let (mut is_foreseen, mut slots) = (true, 0);
        for _ in 0..MOST_ADVANCES {
            if slots >= count {
                return;
            }
            if !is_foreseen {
                self.set_idle(book, known);
            }
            let plan = if is_foreseen { plan } else { &self.idle };
            let view = View::new(book, self.working.state(), plan, Some(known.viewer()));
            let open = view.state.open_activation().map(|(unit, _)| Next::Slot(0, Slot::Unit(unit)));
            let points = match open {
                Some(Next::Slot(_, Slot::Unit(unit))) => order.points(&view, unit),
                _ => match order.next(&view) {
                    Next::Slot(_, Slot::Unit(unit)) => order.points_at_turn(&view, unit),
                    _ => None,
                },
            };
            let round = view.state.round();
            let policy = ChancePolicy::Likely;
            let advance = self.working.apply_for_preview(book, plan, policy, &mut self.buffers, &mut self.log);
            let view = View::new(book, self.working.state(), plan, Some(known.viewer()));
            let was_foreseen = is_foreseen;
            is_foreseen &= !order.is_horizon(&view, advance);
            match advance {
                Advance::Over => return,
                Advance::Waits if !was_foreseen => return,
                Advance::Waits => continue,
                _ => {}
            }
            let time = order.time(&view);
            self.turns.push(Turn { advance: bare(advance), round, time, points, is_foreseen: was_foreseen });
            self.ends.push(self.log.len());
            slots += usize::from(self.turns.last().is_some_and(Turn::is_slot));
        }
    }

    fn set_idle(&mut self, book: &Rulebook, known: &Known) {
        self.idle.clear_all();
        let view = View::new(book, self.working.state(), &self.idle, Some(known.viewer()));
        if let Some(Choose { team, until: Until::DecidedOrClosed, .. }) = book.scheduler.choose(&view) {
            self.idle.close(team);
        }
    }
}

const fn bare(advance: Advance) -> Advance {
    match advance {
        Advance::Unit(unit, _) => Advance::Unit(unit, None),
        other => other,
    }
}
