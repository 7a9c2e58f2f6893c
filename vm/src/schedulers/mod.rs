//! Turn orders, one file each behind one trait: who is next, who has decided when another decides, and how far a
//! prediction sees. A crate outside adds one by naming its own static in the rulebook.

mod rounds;

pub use rounds::Rounds;

use crate::intent::Plan;
use crate::machine::{Advance, Cx};
use crate::rulebook::Rulebook;
use crate::state::{EntityId, GameState, Slot, Team};
use std::fmt::Debug;

/// What a turn order answers on: the rules, a state, what was decided, and who looks.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The rules.
    pub book: &'a Rulebook,
    /// The state: the truth's, or the one that a prediction has come to.
    pub state: &'a GameState,
    /// What was decided so far.
    pub plan: &'a Plan,
    /// The side that predicts; nobody in truth.
    pub viewer: Option<Team>,
}

/// A decision that the battle waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choose {
    /// The side that decides.
    pub team: Team,
    /// The units among which it chooses one to decide for, in turn order.
    pub units: Vec<EntityId>,
    /// What ends the wait.
    pub until: Until,
}

/// What ends the wait for a side's decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// One decision: it is carried out, or the next one is asked for, at once.
    Decided,
    /// The side closes its decisions ([`Plan::close`]); it may decide in any sequence, change its mind, and leave units
    /// undecided.
    Closed,
}

/// What of a plan is spent once something has run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spent {
    /// Nothing.
    Nothing,
    /// The intent of one unit.
    Unit(EntityId),
    /// All intents, and every side may decide again.
    All,
}

/// Who is next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The slot at this place of the agenda.
    Slot(usize, Slot),
    /// Nobody: the round ends.
    RoundEnd,
}

/// A turn order. It keeps all it must remember in the state and writes it as changes.
pub trait TurnOrder: Debug + Sync {
    /// Its name in scenarios.
    fn name(&self) -> &'static str;

    /// Makes the order of a round that begins.
    fn begin_round(&self, cx: &mut Cx<'_>);

    /// Orders what is left of the round anew, where something that decides the order changed.
    fn reorder(&self, cx: &mut Cx<'_>);

    /// Who is next on this state.
    fn next(&self, state: &GameState) -> Next;

    /// Whether a prediction that has come this far ends here.
    fn is_horizon(&self, view: &View<'_>, after: Advance) -> bool;

    /// Whose decision the battle waits for; `None` when it can go on. Each side that is asked sees what those asked
    /// before it decided. Sides that the computer plays are asked for one unit at a time.
    fn choose(&self, view: &View<'_>) -> Option<Choose>;

    /// What of the plan is spent after this has run.
    fn spent(&self, view: &View<'_>, after: Advance) -> Spent;

    /// Whether an activation stays open in truth until its intent is complete, so that each action use can be decided
    /// on what the one before it came to. Otherwise an activation ends with the uses that its intent has.
    fn is_stepwise(&self) -> bool {
        false
    }
}

/// The turn order of a rulebook.
///
/// The default one is told apart, so that asking it who is next, before every activation, is no call through a table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scheduler(Order);

#[derive(Clone, Copy, Debug, Default)]
enum Order {
    #[default]
    Rounds,
    Other(&'static dyn TurnOrder),
}

impl Scheduler {
    /// The turn orders of this crate, by name.
    pub const ALL: &[&'static dyn TurnOrder] = &[&Rounds];

    /// A turn order, of this crate or another.
    #[must_use]
    pub const fn new(order: &'static dyn TurnOrder) -> Self {
        Self(Order::Other(order))
    }

    /// Whether it is the default one.
    #[inline]
    pub(crate) const fn is_rounds(self) -> bool {
        matches!(self.0, Order::Rounds)
    }

    #[inline]
    pub(crate) fn ends_prediction(self, view: &View<'_>, after: Advance) -> bool {
        match self.0 {
            Order::Rounds => Rounds.is_horizon(view, after),
            Order::Other(order) => order.is_horizon(view, after),
        }
    }

    #[inline]
    pub(crate) fn reorder(self, cx: &mut Cx<'_>) {
        match self.0 {
            Order::Rounds => Rounds.reorder(cx),
            Order::Other(order) => order.reorder(cx),
        }
    }

    #[inline]
    pub(crate) fn next(self, state: &GameState) -> Next {
        match self.0 {
            Order::Rounds => Rounds.next(state),
            Order::Other(order) => order.next(state),
        }
    }

    /// The turn order of this crate with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        if name == Rounds.name() {
            return Some(Self::default());
        }
        Self::ALL.iter().find(|order| order.name() == name).map(|&order| Self::new(order))
    }
}

impl std::ops::Deref for Scheduler {
    type Target = dyn TurnOrder;

    fn deref(&self) -> &Self::Target {
        match self.0 {
            Order::Rounds => &Rounds,
            Order::Other(order) => order,
        }
    }
}
