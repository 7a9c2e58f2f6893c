//! Surface: lays fire, ice, oil, smoke or water over an area, or clears it. A surface cancels its opposite, and one
//! that feeds on another (fire on oil) spreads over it cell by cell, both where it is laid and where its food is.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Amount, Area, Label};
use super::{Operand, Show, Step, area};
use crate::machine::{RunContext, Flow, FastContext, Run};
use crate::rulebook::Rulebook;
use crate::space::{Dir, Ground, TileId, TilePos};
use crate::state::{CellRow, PAGE_CELLS};
use crate::trap::Trap;
use serde::Serialize;
use std::cmp::Reverse;

/// The instruction is spreading; its area is done.
const SPREADING: u32 = 1 << 31;
/// The cells that may be food have been found.
const FOOD_FOUND: u32 = 1 << 30;

/// What is laid: a kind of surface by its index plus one, or nothing by 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Laid(pub u8);

impl Operand for Laid {
    fn kind() -> &'static str {
        "surface"
    }

    fn text(&self, show: &Show<'_>) -> String {
        let kind = self.0.checked_sub(1).and_then(|index| show.book.surfaces.get(usize::from(index)));
        kind.map_or("bare ground", |kind| kind.name.as_str()).to_owned()
    }
}

/// For how many rounds; none for as long as its kind says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Rounds(pub Option<Amount>);

impl Operand for Rounds {
    fn kind() -> &'static str {
        "rounds"
    }

    fn text(&self, show: &Show<'_>) -> String {
        match self.0 {
            Some(rounds @ Amount::Formula(_)) => format!(" for {} rounds", rounds.text(show)),
            _ => String::new(),
        }
    }
}

operands! {
    /// Lays a surface over an area, or clears it.
    Surface: "{laid} on {target}{area}{lasts}" {
        /// The centre of the area.
        target: Address,
        /// What is laid.
        laid: Laid,
        /// For how long.
        lasts: Rounds,
        /// The cells around the target.
        area: Area,
        /// What it is shown as.
        label: Label,
    }
}

impl Does for Surface {
    fn deed(&self) -> Deed {
        let on = Whom { at: self.target, area: self.area };
        match self.laid.0.checked_sub(1) {
            Some(surface) => Deed::LaySurface { on, surface, rounds: self.lasts.0 },
            None => Deed::ClearSurface { on },
        }
    }
}

impl Step for Surface {
    const RUN: Run<Self> = Run::Both(step, evaluated);
}

/// Lays the next cell of the area. How long it lasts is a number; what spreads needs more.
fn step(fast: &mut FastContext<'_>, surface: &Surface) -> Flow {
    let &Surface { target, laid, lasts, area, label } = surface;
    let said = match lasts.0 {
        _ if fast.frame.progress & SPREADING != 0 => return Flow::Whole,
        Some(Amount::Formula(_)) => return Flow::Whole,
        lasts => lasts.map(|amount| amount.number()),
    };
    let Some(spot) = area::next(fast, target, area) else { return over(fast, Flow::Next) };
    if takes(fast, spot, laid) {
        lay(fast, spot, laid, said, label);
    }
    let flow = area::go_on(fast, area);
    over(fast, flow)
}

/// The same with a formula for how long it lasts, which is asked for only where something is laid; and spreading.
fn evaluated(cx: &mut RunContext<'_>, surface: &Surface) -> Flow {
    if cx.frame.progress & SPREADING != 0 {
        return spread(cx, surface.label);
    }
    let &Surface { target, laid, lasts, area, label } = surface;
    let next = cx.fast(|fast| {
        let spot = area::next(fast, target, area)?;
        Some((spot, takes(fast, spot, laid), area::go_on(fast, area)))
    });
    if let Some((spot, true, _)) = next {
        let said = lasts.0.map(|amount| cx.amount(amount));
        cx.fast(|fast| lay(fast, spot, laid, said, label));
    }
    cx.fast(|fast| over(fast, next.map_or(Flow::Next, |(.., flow)| flow)))
}

/// What follows a cell of the area: behind the last of them surfaces spread, where any do.
fn over(fast: &mut FastContext<'_>, flow: Flow) -> Flow {
    if flow == Flow::Next && fast.book.decoded.surfaces_spread {
        fast.frame.progress |= SPREADING;
        return Flow::Again;
    }
    flow
}

/// Whether there is such a surface and the ground takes it.
fn takes(fast: &FastContext<'_>, spot: TilePos, Laid(surface): Laid) -> bool {
    let decoded = &fast.book.decoded;
    usize::from(surface) <= fast.book.surfaces.len() && decoded.ground.at(spot.place) & Ground::NO_SURFACES == 0
}

/// Lays a surface on ground that takes it, or lets it and its opposite undo each other. It lasts for as many rounds as
/// are said, or as long as its kind says.
fn lay(fast: &mut FastContext<'_>, spot: TilePos, Laid(surface): Laid, said: Option<i32>, label: Label) {
    let row = fast.cells.row_at(spot.place);
    let kind = surface.checked_sub(1).and_then(|index| fast.book.surfaces.get(usize::from(index)));
    let undone = kind.is_some_and(|kind| row.surface > 0 && kind.cancels.contains(&(row.surface - 1)));
    // Less than none is as long as its kind says.
    let said = said.and_then(|rounds| u8::try_from(rounds.min(255)).ok());
    let lasts = kind.map_or(0, |kind| said.unwrap_or(kind.lasts));
    fast.set_surface(spot, if undone { CellRow::EMPTY } else { CellRow { surface, rounds_left: lasts } }, label);
}

/// Turns the first cell, in canonical order, whose surface is food of a neighbour's; until there is none. Which cells may
/// be food is found once, and then only around each cell that turns: laying a surface triggers nothing, so nothing else
/// comes between these steps.
fn spread(cx: &mut RunContext<'_>, label: Label) -> Flow {
    if cx.frame.progress & FOOD_FOUND == 0 {
        cx.frame.progress |= FOOD_FOUND;
        find_food(cx);
    }
    let fed = loop {
        let Some(Reverse(cell)) = cx.buffers.food.pop() else { break None };
        cx.charge(1);
        let spot = cx.spot(cell);
        // It may have turned since it was found.
        if let Some(eater) = eater_beside(cx, spot.place) {
            break Some((spot, eater));
        }
    };
    match fed {
        // Surfaces that feed on each other would never be done.
        Some(_) if !cx.burn() => Flow::Trap(Trap::Fuel),
        Some((spot, eater)) => {
            cx.fast(|fast| lay(fast, spot, Laid(eater + 1), None, label));
            put_by(cx, spot.place, None);
            let laid = cx.state.cells().surface_at(spot.place);
            for dir in Dir::CARDINAL {
                put_by(cx, cx.book.board.place_beside(spot.place, dir), laid);
            }
            Flow::Again
        }
        None => Flow::Next,
    }
}

/// Puts every cell by that is food of a neighbour's surface.
fn find_food(cx: &mut RunContext<'_>) {
    let (book, cells) = (cx.book, cx.state.cells());
    let food = &mut cx.buffers.food;
    food.clear();
    let mut looked_at = 0_u32;
    cells.laid().for_each(|(place, row)| {
        looked_at += 1;
        let Some(eater) = row.surface.checked_sub(1).filter(|&kind| book.decoded.is_eater(kind)) else { return };
        for dir in Dir::CARDINAL {
            let beside = book.board.place_beside(place, dir);
            if cells.surface_at(beside).is_some_and(|kind| eats(book, eater, kind)) {
                food.push(Reverse(book.board.cell_of(beside)));
            }
        }
    });
    // Cells are looked at by the page. Pages themselves do not count: an empty one may be there or not.
    cx.charge(looked_at.div_ceil(PAGE_CELLS as u32));
}

/// Puts a cell by if it is food of a neighbour's surface, of which one may be known.
fn put_by(cx: &mut RunContext<'_>, place: TileId, known: Option<u8>) {
    let Some(food) = food_at(cx, place) else { return };
    if known.is_some_and(|known| eats(cx.book, known, food)) || eater_beside(cx, place).is_some() {
        cx.buffers.food.push(Reverse(cx.book.board.cell_of(place)));
    }
}

/// The surface of the first neighbour, in canonical order, that feeds on the surface of a place.
fn eater_beside(cx: &RunContext<'_>, place: TileId) -> Option<u8> {
    let (book, cells) = (cx.book, cx.state.cells());
    let food = food_at(cx, place)?;
    Dir::CARDINAL.into_iter().find_map(|dir| {
        let beside = cells.surface_at(book.board.place_beside(place, dir))?;
        eats(book, beside, food).then_some(beside)
    })
}

/// The surface of a place, if any surface feeds on it and one can lie there.
#[inline(always)]
fn food_at(cx: &RunContext<'_>, place: TileId) -> Option<u8> {
    let decoded = &cx.book.decoded;
    let food = cx.state.cells().surface_at(place).filter(|&food| decoded.is_food(food))?;
    (decoded.ground.at(place) & Ground::NO_SURFACES == 0).then_some(food)
}

fn eats(book: &Rulebook, kind: u8, food: u8) -> bool {
    kind != food && book.surfaces.get(usize::from(kind)).is_some_and(|kind| kind.spreads_to.contains(&food))
}
