//! Handle move: reveals or changes queued moves of a unit with a policy.

use super::deed::{Deed, Does};
use super::operand::{Address, Amount, Label};
use super::{Operand, Show, Step};
use crate::machine::{Flow, Run, RunContext};
use crate::state::{ChangeKind, EffectInstance, Pool};
use serde::Serialize;

/// Action on a queued move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum MoveAct {
    /// Reveal it to all sides.
    #[default]
    Show,
    /// Draw it again.
    Reroll,
    /// Move it behind later ones.
    Delay,
    /// Remove it.
    Remove,
    /// Replace it by another row.
    Replace,
    /// Replace it by the next row of the policy, if there is one.
    Raise,
}

impl Operand for MoveAct {
    fn kind() -> &'static str {
        "act on a move"
    }

    fn text(&self, _: &Show<'_>) -> String {
        match self {
            Self::Show => "show",
            Self::Reroll => "draw again",
            Self::Delay => "delay",
            Self::Remove => "take out",
            Self::Replace => "replace",
            Self::Raise => "raise",
        }
        .to_owned()
    }
}

operands! {
    /// Reveals, redraws, delays, removes or replaces queued moves of a unit with a policy.
    HandleMove: "{act} {count} from {at}, {target} {with}" {
        /// The unit.
        target: Address,
        /// The action.
        act: MoveAct,
        /// Position of the first move; 1 is the next one.
        at: Amount,
        /// Number of moves; for a delay, the number of moves that come before it.
        count: Amount,
        /// Name of the replacing row.
        with: Label,
        /// Displayed label.
        label: Label,
    }
}

impl Does for HandleMove {
    fn deed(&self) -> Deed {
        let Self { target: whom, act, count, at, with, .. } = *self;
        Deed::HandleMoves { whom, act, count, at, with }
    }
}

impl Step for HandleMove {
    const RUN: Run<Self> = Run::Whole(step);
}

fn step(cx: &mut RunContext<'_>, handle: &HandleMove) -> Flow {
    let label = handle.label;
    let (at, count) = (cx.amount(handle.at), cx.amount(handle.count).max(0) as usize);
    let Some(id) = cx.unit_at(handle.target) else { return Flow::Next };
    let queue: Vec<EffectInstance> = cx.state().instances().of(id, Pool::MOVES).to_vec();
    let from = (at.max(1) as usize - 1).min(queue.len());
    let meant = &queue[from..(from + count).min(queue.len())];
    if meant.is_empty() {
        cx.note(ChangeKind::NoEffect, id, cx.state().entity(id).cell.bits(), 0, 0, label);
        return Flow::Next;
    }
    cx.charge(queue.len() as u32);
    match handle.act {
        MoveAct::Show => {
            meant.iter().for_each(|queued| cx.show_move(id, queued, label));
            if cx.is_preview() && !meant.iter().all(|queued| cx.has_move(id, queued.number)) {
                cx.note(ChangeKind::Veiled, id, cx.state().entity(id).cell.bits(), 0, 0, label);
                cx.log.uncertain = true;
            }
        }
        MoveAct::Reroll => {
            for queued in meant.iter().filter(|queued| queued.kind().is_some()) {
                cx.reroll_move(id, queued, label);
            }
        }
        MoveAct::Delay => {
            let later = queue.len().min(from + count + 1);
            cx.delay_move(id, &queue[from..later], label);
        }
        MoveAct::Remove => meant.iter().for_each(|queued| cx.remove_move(id, queued.number, label)),
        MoveAct::Replace => {
            let policy = cx.book().policy_of(cx.state(), id);
            let name = cx.book().label(handle.with);
            match policy.and_then(|policy| policy.rows.iter().position(|row| row.name == name)) {
                Some(row) => meant.iter().for_each(|queued| cx.set_move(id, queued.number, row, label)),
                None => cx.note(ChangeKind::NoEffect, id, cx.state().entity(id).cell.bits(), 0, 0, label),
            }
        }
        MoveAct::Raise => {
            let last = cx.book().policy_of(cx.state(), id).map_or(0, |policy| policy.rows.len().saturating_sub(1));
            for (queued, row) in meant.iter().filter_map(|queued| Some((queued, queued.kind()?))) {
                cx.set_move(id, queued.number, (row + 1).min(last), label);
            }
        }
    }
    cx.fill_moves(id);
    Flow::Next
}
