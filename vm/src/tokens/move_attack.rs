//! Move-attack: the action of document 003. The actor goes to the cell at once if it is free, and strikes the entity that is
//! there if it is not.

use super::{Show, damage};
use crate::machine::{Cx, Flow, Hot, Run};
use crate::program::Instr;

pub(super) const RUN: Run = Run::Both(step, evaluated);

fn step(hot: &mut Hot<'_>, instr: &Instr) -> Flow {
    go_or_strike(hot, instr, instr.n);
    Flow::Next
}

/// The same with a formula for an amount, which is asked for only where a blow falls.
fn evaluated(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let strikes = cx.hot(|hot| {
        hot.spot_at(instr.a).is_some_and(|spot| {
            let other = hot.occupant(spot);
            other.is_some() && other != hot.frame.owner
        })
    });
    let harm = if strikes { cx.amount(instr) } else { 0 };
    cx.hot(|hot| go_or_strike(hot, instr, harm));
    Flow::Next
}

fn go_or_strike(hot: &mut Hot<'_>, instr: &Instr, harm: i32) {
    let Some(spot) = hot.spot_at(instr.a) else { return };
    if hot.is_free(spot) {
        hot.shift(hot.frame.owner, spot, instr.label);
    } else if hot.occupant(spot) != hot.frame.owner {
        damage::blow(hot, instr, spot, harm);
    }
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{}, {} to the entity there", show.at(instr.a), show.amount(instr))
}
