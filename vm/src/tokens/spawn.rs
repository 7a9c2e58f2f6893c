//! Spawn: creates a unit on a free cell.

use super::deed::{Deed, Does};
use super::operand::{Address, Label, UnitTypeId};
use super::{Nature, Operand, Show, Step};
use crate::machine::{Flow, Run, RunContext};
use crate::state::{Change, ChangeKind, EntityId, Team};
use crate::trap::Trap;
use serde::Serialize;

/// Side of a spawned unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Side {
    /// Side of the actor.
    #[default]
    Actor,
    /// Neutral.
    Neutral,
    /// Side with this number.
    Of(u8),
}

impl Operand for Side {
    fn kind() -> &'static str {
        "side"
    }

    fn text(&self, _: &Show<'_>) -> String {
        match self {
            Self::Of(team) => format!(" on side {team}"),
            Self::Actor | Self::Neutral => String::new(),
        }
    }
}

operands! {
    /// Spawns a unit on a free cell. The turn order decides when it first acts.
    Spawn: "{unit} on {target}{side}" {
        /// The cell.
        target: Address,
        /// Unit type.
        unit: UnitTypeId,
        /// Side.
        side: Side,
        /// Displayed label.
        label: Label,
    }
}

impl Does for Spawn {
    fn deed(&self) -> Deed {
        Deed::Spawn { on: self.target, unit: self.unit, side: self.side }
    }
}

impl Step for Spawn {
    const RUN: Run<Self> = Run::Whole(step);

    fn nature(&self) -> Nature {
        Nature { spawns: Some((self.unit.0, self.side)), ..Nature::default() }
    }
}

fn step(cx: &mut RunContext<'_>, spawn: &Spawn) -> Flow {
    let Some(cell) = cx.cell_at(spawn.target) else { return Flow::Next };
    if !cx.is_free_for_kind(spawn.unit.0, cell) {
        cx.note(ChangeKind::NoEffect, cx.frame.owner, cell.bits(), 0, i32::from(spawn.unit.0) + 1, spawn.label);
        return Flow::Next;
    }
    let count = cx.state().entities().len();
    if count >= cx.book().limits.entities as usize {
        return Flow::Trap(Trap::Entities);
    }
    let team = match spawn.side {
        Side::Actor => cx.owner().team,
        Side::Neutral => Team::NEUTRAL,
        Side::Of(team) => Team(team),
    };
    cx.write(Change::spawn(EntityId(count as u16), spawn.unit.0, team, cell, spawn.label));
    Flow::Next
}
