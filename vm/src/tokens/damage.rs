//! Damage: harms the entities on the cells of an area, shield first. An empty cell is struck for all to see.

use super::{Show, area};
use crate::machine::{Cx, Flow};
use crate::program::{Instr, bits};
use crate::space::Cell;
use crate::state::{BattleField, ChangeKind};

#[inline]
pub(crate) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    area::step(cx, instr, |cx, cell| strike(cx, instr, cell, |cx| cx.amount(instr)))
}

/// One cell of a blow. Its harm is asked for only where somebody stands: a blow at nobody rolls no dice.
#[inline(always)]
pub(super) fn strike<'a>(cx: &mut Cx<'a>, instr: &Instr, cell: Cell, harm: impl FnOnce(&mut Cx<'a>) -> i32) {
    let spot = cx.spot(cell);
    let target = cx.state().grid().occupant(spot.place);
    if target.is_some() {
        let harm = harm(cx);
        cx.hot(|hot| hot.harm(target, harm, instr.label));
        if instr.has(bits::BLOW) && cx.book().remembers_blows {
            cx.set_battle(BattleField::BlowHarm, harm.max(0));
            cx.set_battle(BattleField::BlowPush, 0);
        }
    } else {
        cx.note(ChangeKind::Struck, cx.frame.owner, cell.bits(), 0, 0, instr.label);
    }
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{}, {}{}", show.at(instr.a), show.amount(instr), show.area(instr))
}
