//! Teleport: moves a unit to a cell without crossing others. An occupied cell has no effect.

use super::deed::{Deed, Does};
use super::operand::{Address, Label};
use super::{Nature, Operand, Reads, Show, Stage, Step};
use crate::machine::{FastContext, Flow, Run, Slices};
use crate::space::TilePos;
use crate::state::{ChangeKind, EntityId, flag};
use serde::Serialize;

/// Destination of a teleport.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Destination {
    /// At a target.
    At(Address),
    /// Opposite of a target, seen from the actor.
    AcrossFrom(Address),
}

impl Default for Destination {
    fn default() -> Self {
        Self::At(Address::default())
    }
}

impl Operand for Destination {
    fn kind() -> &'static str {
        "destination"
    }

    fn text(&self, show: &Show<'_>) -> String {
        match self {
            Self::At(to) => to.text(show),
            Self::AcrossFrom(target) => format!("across from {}", target.text(show)),
        }
    }
}

operands! {
    /// Moves a unit to a cell without crossing others. Has no effect if the cell is occupied.
    Teleport: "{target} to {to}" {
        /// The unit.
        target: Address,
        /// Destination.
        to: Destination,
        /// Displayed label.
        label: Label,
    }
}

impl Does for Teleport {
    fn deed(&self) -> Deed {
        Deed::Teleport { whom: self.target, to: self.to }
    }
}

impl Step for Teleport {
    const RUN: Run<Self> = Run::FastContext(step);

    fn nature(&self) -> Nature {
        let Destination::At(to) = self.to else { return Nature::default() };
        let stage = (self.target == Address::SELF).then_some(Stage::Goes { to, label: self.label });
        Nature { reads: Reads::These(self.target, to), stage, ..Nature::default() }
    }
}

#[inline(always)]
fn step(fast: &mut FastContext<'_>, teleport: &Teleport) -> Flow {
    let (Destination::At(to) | Destination::AcrossFrom(to)) = teleport.to;
    let (Some(id), Some(mut to)) = (fast.unit_at(teleport.target), fast.spot_at(to)) else { return Flow::Next };
    if let Destination::AcrossFrom(_) = teleport.to {
        let here = fast.spot_of(fast.actor).cell;
        let (dx, dy) = here.offset_to(to.cell);
        match fast.book.board.offset(here, (-dx, -dy)) {
            Some(across) => to = fast.spot(across),
            None => {
                fast.note(ChangeKind::NoEffect, id, to.cell, 0, teleport.label);
                return Flow::Next;
            }
        }
    }
    put(fast, id, to, teleport.label);
    Flow::Next
}

#[inline(always)]
pub(crate) fn put<'s>(slices: &mut impl Slices<'s>, id: EntityId, to: TilePos, label: Label) {
    let held = id != slices.actor() && slices.entity(id).flags & flag::ANCHORED != 0;
    if held || !slices.shift(id, to, label) {
        slices.note(ChangeKind::NoEffect, id, to.cell, 0, label);
    }
}
