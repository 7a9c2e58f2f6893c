//! Mirror: gives the last blow that landed in this battle, its harm and then its push.

use super::{Show, damage, push};
use crate::machine::{Cx, Flow};
use crate::program::Instr;
use crate::state::BattleField;

pub(super) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    if cx.frame.progress > 0 {
        let distance = cx.state().battle(BattleField::BlowPush);
        return push::push(cx, instr, distance, 1);
    }
    let Some(cell) = cx.cell_at(instr.a) else { return Flow::Next };
    let harm = cx.state().battle(BattleField::BlowHarm);
    damage::strike(cx, instr, cell, |_| harm);
    cx.frame.progress = 1;
    Flow::Again
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("the last blow on {}", show.at(instr.a))
}
