//! Redirect: turns what a unit's next intent aims at, by one of the grid's eight symmetries. Answers are not edited:
//! the state remembers the turn, and requests relative to the actor resolve by it.

use super::Step;
use super::operand::{Address, Label};
use crate::machine::{Flow, Hot, Run};
use crate::space::Symmetry;

operands! {
    /// Turns what a unit's next intent aims at.
    Redirect: "{target} by {turn}" {
        /// Whose intent is turned.
        target: Address,
        /// One of the grid's eight symmetries.
        turn: Symmetry,
        /// What it is shown as.
        label: Label,
    }
}

impl Step for Redirect {
    const RUN: Run<Self> = Run::Hot(step);
}

fn step(hot: &mut Hot<'_>, redirect: &Redirect) -> Flow {
    if let Some(id) = hot.unit_at(redirect.target) {
        let after = hot.entity(id).redirect.then(redirect.turn);
        hot.set_redirect(id, after, redirect.label);
    }
    Flow::Next
}
