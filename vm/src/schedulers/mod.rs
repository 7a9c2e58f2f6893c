//! Turn orders, one file each behind one trait: who is next, who has decided when another decides, and how far a
//! prediction sees. A crate outside adds one by naming its own static in the rulebook.

mod rounds;

pub use rounds::Rounds;

use crate::machine::{Advance, Cx};
use crate::rulebook::Rulebook;
use crate::state::{EntityId, GameState, Slot};
use std::fmt::Debug;

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
    fn is_horizon(&self, after: Advance) -> bool;

    /// Units that act this round in the order in which they decide: each sees what those before it decided.
    fn decision_order(&self, book: &Rulebook, state: &GameState) -> Vec<EntityId>;
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
