//! Damage: harms whoever is on the cells of an area, shield first. An empty cell is struck for all to see.

use super::{Show, area};
use crate::machine::{Cx, Flow};
use crate::program::{Instr, bits};
use crate::space::Cell;
use crate::state::{BattleField, What};

#[inline]
pub(crate) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let harm = cx.amount(instr);
    area::step(cx, instr, |cx, cell| strike(cx, instr, cell, harm))
}

/// One cell of a blow.
#[inline(always)]
pub(super) fn strike(cx: &mut Cx<'_>, instr: &Instr, cell: Cell, harm: i32) {
    let target = cx.state().occupant(cell);
    if target.is_some() {
        cx.hurt(target, harm, instr.label);
        if instr.has(bits::BLOW) && cx.book().remembers_blows {
            cx.set_battle(BattleField::BlowHarm, harm.max(0));
            cx.set_battle(BattleField::BlowPush, 0);
        }
    } else {
        cx.note(What::Struck, cx.frame.owner, cell.bits(), 0, 0, instr.label);
    }
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    format!("{}, {}{}", show.at(instr.a), show.amount(instr), show.area(instr))
}
