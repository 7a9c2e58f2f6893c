//! Surface: lays fire, ice, oil, smoke or water over an area, or clears it. A surface cancels its opposite, and one
//! that feeds on another (fire on oil) spreads over it cell by cell, both where it is laid and where its food is.

use super::{Show, area};
use crate::machine::{Cx, Flow, Run};
use crate::program::{Instr, bits};
use crate::rulebook::Rulebook;
use crate::space::{Cell, Dir, Ground};
use crate::state::{Change, GameState, PAGE_CELLS};
use crate::trap::Trap;
use std::cmp::Reverse;

/// The instruction is spreading; its area is done.
const SPREADING: u32 = 1 << 31;
/// The cells that may be food have been found.
const FOOD_FOUND: u32 = 1 << 30;

pub(super) const RUN: Run = Run::Whole(step);

fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    if cx.frame.progress & SPREADING != 0 {
        return spread(cx, instr);
    }
    let next = cx.hot(|hot| Some((area::next(hot, instr)?.cell, area::go_on(hot, instr))));
    let flow = next.map_or(Flow::Next, |(_, flow)| flow);
    if let Some((cell, _)) = next {
        lay(cx, instr, cell, instr.b.0);
    }
    if flow == Flow::Next && cx.book().decoded.surfaces_spread {
        cx.frame.progress |= SPREADING;
        return Flow::Again;
    }
    flow
}

/// Lays surface `surface` (index plus one; 0 clears) on a cell, or lets it and its opposite undo each other.
fn lay(cx: &mut Cx<'_>, instr: &Instr, cell: Cell, surface: u8) {
    let book = cx.book();
    if surface as usize > book.surfaces.len() || book.terrain_at(cell).is_some_and(|t| t.no_surfaces) {
        return;
    }
    let row = cx.state().cells().row(cell);
    let kind = surface.checked_sub(1).and_then(|index| book.surfaces.get(index as usize));
    let undone = kind.is_some_and(|k| row.surface > 0 && k.cancels.contains(&(row.surface - 1)));
    let lasts = kind.map_or(0, |k| if instr.has(bits::HAS_B) { instr.n.clamp(0, 255) as u8 } else { k.lasts });
    let after = if undone { (0, 0) } else { (surface, lasts) };
    let before = (row.surface, row.rounds_left);
    if before != after {
        cx.write(Change::surface_of(cell, before, after, instr.label));
    }
}

/// Turns the first cell, in canonical order, whose surface is food of a neighbour's; until there is none. Which cells may
/// be food is found once, and then only around each cell that turns: laying a surface triggers nothing, so nothing else
/// comes between these steps.
fn spread(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    if cx.frame.progress & FOOD_FOUND == 0 {
        cx.frame.progress |= FOOD_FOUND;
        find_food(cx);
    }
    let fed = loop {
        let Some(Reverse(cell)) = cx.buffers.food.pop() else { break None };
        cx.charge(1);
        // It may have turned since it was found.
        if let Some(eater) = eater_beside(cx, cell) {
            break Some((cell, eater));
        }
    };
    match fed {
        // Surfaces that feed on each other would never be done.
        Some(_) if !cx.burn() => Flow::Trap(Trap::Fuel),
        Some((cell, eater)) => {
            let plain = Instr { flags: instr.flags & !bits::HAS_B, ..*instr };
            lay(cx, &plain, cell, eater + 1);
            put_by(cx, cell);
            for dir in Dir::CARDINAL {
                if let Some(beside) = cx.book().board.step(cell, dir) {
                    put_by(cx, beside);
                }
            }
            Flow::Again
        }
        None => Flow::Next,
    }
}

/// Puts every cell by that is food of a neighbour's surface.
fn find_food(cx: &mut Cx<'_>) {
    let (book, cells) = (cx.book, cx.state.cells());
    let food = &mut cx.buffers.food;
    food.clear();
    let mut looked_at = 0_u32;
    for (cell, row) in cells.surfaces() {
        looked_at += 1;
        let Some(eater) = row.surface.checked_sub(1).filter(|&kind| feeds(book, kind)) else { continue };
        let beside = Dir::CARDINAL.into_iter().filter_map(|dir| book.board.step(cell, dir));
        food.extend(
            beside
                .filter(|&beside| surface_of(cx.state, beside).is_some_and(|kind| eats(book, eater, kind)))
                .map(Reverse),
        );
    }
    // Cells are looked at by the page. Pages themselves do not count: an empty one may be there or not.
    cx.charge(looked_at.div_ceil(PAGE_CELLS as u32));
}

/// Puts a cell by if it is food of a neighbour's surface.
fn put_by(cx: &mut Cx<'_>, cell: Cell) {
    if eater_beside(cx, cell).is_some() {
        cx.buffers.food.push(Reverse(cell));
    }
}

/// The surface of the first neighbour, in canonical order, that feeds on the surface of a cell.
fn eater_beside(cx: &Cx<'_>, cell: Cell) -> Option<u8> {
    let book = cx.book;
    let food = surface_of(cx.state, cell)?;
    if book.decoded.ground.of(cell) & Ground::NO_SURFACES != 0 {
        return None;
    }
    Dir::CARDINAL.into_iter().find_map(|dir| {
        let beside = surface_of(cx.state, book.board.step(cell, dir)?)?;
        eats(book, beside, food).then_some(beside)
    })
}

fn surface_of(state: &GameState, cell: Cell) -> Option<u8> {
    state.cells().row(cell).surface.checked_sub(1)
}

/// Whether a kind of surface feeds on any other.
fn feeds(book: &Rulebook, kind: u8) -> bool {
    book.surfaces.get(usize::from(kind)).is_some_and(|kind| !kind.spreads_to.is_empty())
}

fn eats(book: &Rulebook, kind: u8, food: u8) -> bool {
    kind != food && book.surfaces.get(usize::from(kind)).is_some_and(|kind| kind.spreads_to.contains(&food))
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    let index = instr.b.0.checked_sub(1);
    let name = index.and_then(|i| show.book.surfaces.get(i as usize)).map_or("bare ground", |s| s.name.as_str());
    format!("{name} on {}{}", show.at(instr.a), show.area(instr))
}
