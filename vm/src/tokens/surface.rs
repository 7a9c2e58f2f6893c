//! Surface: lays fire, ice, oil, smoke or water over an area, or clears it. A surface cancels its opposite, and one
//! that feeds on another (fire on oil) spreads over it cell by cell, both where it is laid and where its food is.

use super::{Show, area};
use crate::machine::{Cx, Flow};
use crate::program::{Instr, bits};
use crate::space::{Cell, Dir};
use crate::state::{Change, ChangeKind, EntityId};
use crate::trap::Trap;

/// The instruction is spreading; its area is done.
const SPREADING: u32 = 1 << 31;

pub(super) fn step(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    if cx.frame.progress & SPREADING != 0 {
        return spread(cx, instr);
    }
    let flow = area::step(cx, instr, |cx, cell| lay(cx, instr, cell, instr.b.0));
    let feeds = cx.book().surfaces.iter().any(|s| !s.spreads_to.is_empty());
    if flow == Flow::Next && feeds {
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
    let after = if undone { 0 } else { i32::from(surface) | i32::from(lasts) << 8 };
    let before = i32::from(row.surface) | i32::from(row.rounds_left) << 8;
    if before != after {
        let at = cell.bits();
        cx.write(Change { kind: ChangeKind::Surface, label: instr.label, entity: EntityId::NONE, at, before, after });
    }
}

/// Turns the first cell, in canonical order, whose surface is food of a neighbour's; until there is none.
fn spread(cx: &mut Cx<'_>, instr: &Instr) -> Flow {
    let book = cx.book();
    let eater_beside = |cell: Cell, food: u8| {
        Dir::CARDINAL.into_iter().find_map(|dir| {
            let beside = cx.state().surface(book.board.step(cell, dir)?)?;
            let eats = book.surfaces.get(beside as usize).is_some_and(|s| s.spreads_to.contains(&food));
            (eats && beside != food).then_some(beside)
        })
    };
    let fed = cx.state().cells().occupied_pages().find_map(|(cell, row)| {
        let food = row.surface.checked_sub(1)?;
        if book.terrain_at(cell).is_some_and(|t| t.no_surfaces) {
            return None;
        }
        Some((cell, eater_beside(cell, food)?))
    });
    match fed {
        // Surfaces that feed on each other would never be done.
        Some(_) if !cx.burn() => Flow::Trap(Trap::Fuel),
        Some((cell, eater)) => {
            let plain = Instr { flags: instr.flags & !bits::HAS_B, ..*instr };
            lay(cx, &plain, cell, eater + 1);
            Flow::Again
        }
        None => Flow::Next,
    }
}

pub(super) fn show(show: &Show<'_>, instr: &Instr) -> String {
    let index = instr.b.0.checked_sub(1);
    let name = index.and_then(|i| show.book.surfaces.get(i as usize)).map_or("bare ground", |s| s.name.as_str());
    format!("{name} on {}{}", show.at(instr.a), show.area(instr))
}
