//! Mirror: gives the last blow that landed in this battle, its harm and then its push.

use super::{Show, damage, push};
use crate::machine::{Flow, Hot, Run};
use crate::program::Instr;
use crate::state::BattleField;

pub(super) const RUN: Run = Run::Hot(step);

fn step(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    if hot.frame.progress > 0 {
        let distance = hot.battle[BattleField::BlowPush as usize];
        return push::push(hot, instr, distance, 1);
    }
    let Some(spot) = hot.spot_at(instr.a) else { return Flow::Next };
    let harm = hot.battle[BattleField::BlowHarm as usize];
    damage::blow(hot, instr, spot, harm);
    hot.frame.progress = 1;
    Flow::Again
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("the last blow on {}", show.at(instr.a))
}
