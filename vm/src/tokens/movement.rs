//! Move: the actor walks to a cell, by the way that was answered or the shortest one, dashes straight to it, or slides on
//! over the surface that set it sliding. One cell a step, so each cell has its say; who is moved off its way stops, and so
//! does who bumps into somebody unseen.

use super::Show;
use crate::machine::{Cx, Flow};
use crate::program::{Instr, bits};
use crate::space::{Cell, Dir};
use crate::state::ChangeKind;

pub(super) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    if instr.has(bits::VARIANT2) {
        return slide(cx, instr);
    }
    let here = cx.owner().cell;
    let Some(goal) = cx.cell_at(instr.a) else { return Flow::Next };
    let done = cx.frame.progress;
    if here == goal || done > 0 && here != Cell::from_bits(cx.frame.progress2) {
        return Flow::Next;
    }
    let dash = instr.has(bits::VARIANT);
    let dir = if dash { straight(here, goal) } else { cx.walk_dir(instr.a, goal, done) };
    let next = dir.and_then(|dir| Some((dir, cx.book().board.step(here, dir)?)));
    let Some((dir, next)) = next.filter(|&(_, cell)| cx.is_free(cell)) else {
        if let Some((_, beside)) = next.filter(|&(_, cell)| cx.unseen_at(cell).is_some()) {
            cx.note(ChangeKind::Bumped, cx.frame.owner, here.bits(), 0, beside.bits() as i32, instr.label);
        } else if done == 0 {
            cx.note(ChangeKind::NoEffect, cx.frame.owner, goal.bits(), 0, 0, instr.label);
        }
        return Flow::Next;
    };
    cx.set_facing(cx.frame.owner, dir, instr.label);
    cx.set_cell(cx.frame.owner, next, instr.label);
    if next == goal {
        return Flow::Next;
    }
    cx.frame.progress = done + 1;
    cx.frame.progress2 = next.bits();
    Flow::Again
}

/// The direction of a straight way; none where the goal is not in line.
fn straight(from: Cell, to: Cell) -> Option<Dir> {
    let (dx, dy) = from.offset_to(to);
    if dx == 0 || dy == 0 { Dir::towards(dx, dy) } else { None }
}

/// On over cells with the surface of the event, in the direction in which the first was entered.
fn slide(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let (Some(dir), Some(surface)) = (cx.frame.dir, cx.state().surface(cx.frame.here)) else { return Flow::Next };
    let here = cx.owner().cell;
    let Some(next) = cx.book().board.step(here, dir).filter(|&cell| cx.is_free(cell)) else { return Flow::Next };
    cx.set_cell(cx.frame.owner, next, instr.label);
    if cx.state().surface(next) == Some(surface) { Flow::Again } else { Flow::Next }
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    if instr.has(bits::VARIANT2) {
        return "slide on".to_owned();
    }
    let way = if instr.has(bits::VARIANT) { "dash" } else { "walk" };
    format!("{way} to {}", show.at(instr.a))
}
