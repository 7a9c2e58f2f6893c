//! Redirect: turns the aim of a unit's next intent by a symmetry of the grid. Answers stay unchanged; the state stores
//! the turn, and requests relative to the actor apply it.

use super::deed::{Deed, Does};
use super::operand::{Address, Label};
use super::{Operand, Show, Step};
use crate::machine::{FastContext, Flow, Run};
use crate::space::{Dir, Symmetry};
use serde::Serialize;

/// Answer that selects the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct ByTarget(pub Option<Address>);

impl Operand for ByTarget {
    fn kind() -> &'static str {
        "target"
    }

    fn text(&self, show: &Show<'_>) -> String {
        self.0.map_or_else(String::new, |address| format!(" and as {} says", address.text(show)))
    }
}

operands! {
    /// Turns the aim of a unit's next intent.
    Redirect: "{target} by {turn}{by}" {
        /// The unit.
        target: Address,
        /// A symmetry of the grid.
        turn: Symmetry,
        /// Answer that turns it further: a direction turns north onto itself, a number selects a symmetry.
        by: ByTarget,
        /// Displayed label.
        label: Label,
    }
}

impl Does for Redirect {
    fn deed(&self) -> Deed {
        Deed::TurnIntent { whom: self.target, turn: self.turn, by: self.by.0 }
    }
}

impl Step for Redirect {
    const RUN: Run<Self> = Run::FastContext(step);
}

fn step(fast: &mut FastContext<'_>, redirect: &Redirect) -> Flow {
    let said = match redirect.by {
        ByTarget(None) => Some(Symmetry::IDENTITY),
        ByTarget(Some(address)) => match fast.slot(address).number() {
            Some(number) => Some(Symmetry::from_index((number & 7) as u8)),
            None => fast.dir_at(address).map(|dir| Symmetry::east_onto(Dir::from_index(dir as u8 + 2))),
        },
    };
    if let Some((id, said)) = fast.unit_at(redirect.target).zip(said) {
        let after = fast.entity(id).redirect.then(redirect.turn).then(said);
        fast.set_redirect(id, after, redirect.label);
    }
    Flow::Next
}
