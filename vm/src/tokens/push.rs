//! Push: moves a unit cell by cell, away from the actor, towards it, or in a picked direction. A collision damages both
//! units. Terrain and surfaces trigger on each entered cell.

use super::deed::{Deed, Does};
use super::operand::{Address, Amount, IsBlow, Label};
use super::{Nature, Operand, Reads, Show, Stage, Step};
use crate::machine::{FastContext, Flow, Run, RunContext, Slices};
use crate::space::{Dir, TilePos};
use crate::state::{BattleField, ChangeKind, EntityId, Grid, flag};
use serde::Serialize;

/// Direction of a push.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Way {
    /// Away from the actor.
    #[default]
    Away,
    /// Towards the actor: a pull, which ends next to it.
    ToActor,
    /// The direction at an address.
    Towards(Address),
}

impl Operand for Way {
    fn kind() -> &'static str {
        "way"
    }

    fn text(&self, show: &Show<'_>) -> String {
        match self {
            Self::Away => "away".to_owned(),
            Self::ToActor => "to self".to_owned(),
            Self::Towards(address) => format!("towards {}", address.text(show)),
        }
    }
}

operands! {
    /// Pushes a unit cell by cell. A collision damages both units.
    Push: "{target} by {distance} {way}" {
        /// The unit.
        target: Address,
        /// Direction.
        way: Way,
        /// Cells; below 1 for none.
        distance: Amount,
        /// Whether Mirror repeats it.
        is_blow: IsBlow,
        /// Displayed label.
        label: Label,
    }
}

impl Does for Push {
    fn deed(&self) -> Deed {
        Deed::Push { whom: self.target, distance: self.distance, way: self.way }
    }
}

impl Step for Push {
    const RUN: Run<Self> = Run::Both(step, measured);

    fn nature(&self) -> Nature {
        let &Self { target, way, label, .. } = self;
        let Some(distance) = self.distance.constant().filter(|_| !matches!(way, Way::Towards(_))) else {
            return Nature::default();
        };
        let stage = (way == Way::Away && distance == 1).then_some(Stage::Pushes { whom: target, label });
        Nature { stage, reads: Reads::These(target, target), ..Nature::default() }
    }
}

#[inline(always)]
fn step(fast: &mut FastContext<'_>, thrust: &Push) -> Flow {
    push(fast, thrust, thrust.distance.number(), 0)
}

fn measured(cx: &mut RunContext<'_>, thrust: &Push) -> Flow {
    if cx.frame.progress == 0 {
        cx.frame.kept = cx.amount(thrust.distance);
    }
    let distance = cx.frame.kept;
    cx.fast(|fast| push(fast, thrust, distance, 0))
}

/// Pushes by one cell. The frame's progress counts cells from `done_before` on. Unit and direction are fixed at the
/// first cell.
#[inline(always)]
pub(super) fn push(fast: &mut FastContext<'_>, thrust: &Push, distance: i32, done_before: u32) -> Flow {
    let moved = fast.frame.progress - done_before;
    if distance <= moved as i32 {
        return Flow::Next;
    }
    let (id, dir) = if moved == 0 {
        let Some(found) = subject(fast, thrust, distance) else { return Flow::Next };
        found
    } else {
        (EntityId(fast.frame.progress2 as u16), Dir::from_index((fast.frame.progress2 >> 16) as u8))
    };
    let moves = shove(fast, id, dir, thrust.way == Way::ToActor, thrust.label);
    if !moves || distance == moved as i32 + 1 {
        return Flow::Next;
    }
    fast.frame.progress += 1;
    fast.frame.progress2 = u32::from(id.0) | (dir as u32) << 16;
    Flow::Again
}

#[inline(always)]
pub(crate) fn shove<'s>(slices: &mut impl Slices<'s>, id: EntityId, dir: Dir, pulls: bool, label: Label) -> bool {
    let Some(row) = slices.rows().get(id.index()).filter(|row| row.is_alive()) else { return false };
    let from = TilePos { cell: row.cell, place: row.place };
    if row.flags & flag::ANCHORED != 0 && id != slices.actor() {
        slices.note(ChangeKind::NoEffect, id, from.cell, 0, label);
        return false;
    }
    let (to, word, rise) = slices.ahead_of(id, from, dir);
    if word == Grid::FREE {
        slices.shift(id, to, label);
        if rise < 0
            && let Some(fast) = slices.all()
        {
            fast.fall(id, -rise, label);
        }
        return true;
    }
    // A pull that reaches the actor is no collision.
    if pulls && word == slices.actor().0 {
        return false;
    }
    let harm = slices.book().collision_harm;
    let is_blocked = word < Grid::OFF;
    slices.note(ChangeKind::Collided, id, from.cell, if is_blocked { i32::from(word) } else { -1 }, label);
    slices.harm(id, harm, label);
    if is_blocked {
        slices.harm(EntityId(word), harm, label);
    }
    false
}

#[inline(always)]
fn subject(fast: &mut FastContext<'_>, thrust: &Push, distance: i32) -> Option<(EntityId, Dir)> {
    let id = fast.unit_at(thrust.target)?;
    let away = |fast: &FastContext<'_>| {
        let (dx, dy) = fast.book.offset_between(fast.entity(fast.actor), fast.entity(id));
        Dir::towards(dx, dy)
    };
    let dir = match thrust.way {
        Way::Away => away(fast)?,
        Way::ToActor => away(fast)?.opposite(),
        Way::Towards(address) => fast.dir_at(address)?,
    };
    fast.remember_blow(thrust.is_blow, BattleField::BlowPush, distance);
    Some((id, dir))
}
