//! Surface: lays a surface over an area, or clears it. A surface cancels its opposite. One that feeds on another, as
//! fire on oil, spreads over it cell by cell.

use super::deed::{Deed, Does, Whom};
use super::operand::{Address, Amount, Area, Label};
use super::{Operand, Show, Step, area};
use crate::machine::{FastContext, Flow, Run, RunContext};
use crate::rulebook::Rulebook;
use crate::space::{Dir, Ground, TileId, TilePos};
use crate::state::{CellRow, PAGE_CELLS};
use crate::trap::Trap;
use serde::Serialize;
use std::cmp::Reverse;

const SPREADING: u32 = 1 << 31;
const FOOD_FOUND: u32 = 1 << 30;

/// Surface index plus one; 0 clears.
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

/// Rounds; `None` for those of its type.
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
        /// Centre of the area.
        target: Address,
        /// The surface, or none to clear it.
        laid: Laid,
        /// Duration.
        lasts: Rounds,
        /// Cells around the target.
        area: Area,
        /// Displayed label.
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

fn step(fast: &mut FastContext<'_>, surface: &Surface) -> Flow {
    let &Surface { target, laid, lasts, area, label } = surface;
    let said = match lasts.0 {
        _ if fast.frame.progress & SPREADING != 0 => return Flow::Whole,
        Some(Amount::Formula(_)) => return Flow::Whole,
        lasts => lasts.map(|amount| amount.number()),
    };
    let Some(spot) = area::next(fast, target, area) else { return over(fast, Flow::Next) };
    if is_accepting(fast, spot, laid) {
        lay(fast, spot, laid, said, label);
    }
    let flow = area::go_on(fast, area);
    over(fast, flow)
}

fn evaluated(cx: &mut RunContext<'_>, surface: &Surface) -> Flow {
    if cx.frame.progress & SPREADING != 0 {
        return spread(cx, surface.label);
    }
    let &Surface { target, laid, lasts, area, label } = surface;
    let next = cx.fast(|fast| {
        let spot = area::next(fast, target, area)?;
        Some((spot, is_accepting(fast, spot, laid), area::go_on(fast, area)))
    });
    if let Some((spot, true, _)) = next {
        let said = lasts.0.map(|amount| cx.amount(amount));
        cx.fast(|fast| lay(fast, spot, laid, said, label));
    }
    cx.fast(|fast| over(fast, next.map_or(Flow::Next, |(.., flow)| flow)))
}

fn over(fast: &mut FastContext<'_>, flow: Flow) -> Flow {
    if flow == Flow::Next && fast.book.decoded.surfaces_spread {
        fast.frame.progress |= SPREADING;
        return Flow::Again;
    }
    flow
}

fn is_accepting(fast: &FastContext<'_>, spot: TilePos, Laid(surface): Laid) -> bool {
    let decoded = &fast.book.decoded;
    usize::from(surface) <= fast.book.surfaces.len() && decoded.ground.at(spot.place) & Ground::NO_SURFACES == 0
}

fn lay(fast: &mut FastContext<'_>, spot: TilePos, Laid(surface): Laid, said: Option<i32>, label: Label) {
    let row = fast.cells.row_at(spot.place);
    let kind = surface.checked_sub(1).and_then(|index| fast.book.surfaces.get(usize::from(index)));
    let undone = kind.is_some_and(|kind| row.surface > 0 && kind.cancels.contains(&(row.surface - 1)));
    let said = said.and_then(|rounds| u8::try_from(rounds.min(255)).ok());
    let lasts = kind.map_or(0, |kind| said.unwrap_or(kind.lasts));
    fast.set_surface(spot, if undone { CellRow::EMPTY } else { CellRow { surface, rounds_left: lasts } }, label);
}

/// Converts the first cell, in canonical order, whose surface is food of a neighbour's. Candidates are found once,
/// because laying a surface triggers nothing.
fn spread(cx: &mut RunContext<'_>, label: Label) -> Flow {
    if cx.frame.progress & FOOD_FOUND == 0 {
        cx.frame.progress |= FOOD_FOUND;
        find_food(cx);
    }
    let fed = loop {
        let Some(Reverse(cell)) = cx.buffers.food.pop() else { break None };
        cx.charge(1);
        let spot = cx.spot(cell);
        if let Some(eater) = eater_beside(cx, spot.place) {
            break Some((spot, eater));
        }
    };
    match fed {
        // Surfaces that feed on each other would never end.
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
            if cells.surface_at(beside).is_some_and(|kind| is_consumed_by(book, eater, kind)) {
                food.push(Reverse(book.board.cell_of(beside)));
            }
        }
    });
    // Work is counted per page of cells, present or not, so that it does not depend on storage.
    cx.charge(looked_at.div_ceil(PAGE_CELLS as u32));
}

fn put_by(cx: &mut RunContext<'_>, place: TileId, known: Option<u8>) {
    let Some(food) = food_at(cx, place) else { return };
    if known.is_some_and(|known| is_consumed_by(cx.book, known, food)) || eater_beside(cx, place).is_some() {
        cx.buffers.food.push(Reverse(cx.book.board.cell_of(place)));
    }
}

fn eater_beside(cx: &RunContext<'_>, place: TileId) -> Option<u8> {
    let (book, cells) = (cx.book, cx.state.cells());
    let food = food_at(cx, place)?;
    Dir::CARDINAL.into_iter().find_map(|dir| {
        let beside = cells.surface_at(book.board.place_beside(place, dir))?;
        is_consumed_by(book, beside, food).then_some(beside)
    })
}

#[inline(always)]
fn food_at(cx: &RunContext<'_>, place: TileId) -> Option<u8> {
    let decoded = &cx.book.decoded;
    let food = cx.state.cells().surface_at(place).filter(|&food| decoded.is_food(food))?;
    (decoded.ground.at(place) & Ground::NO_SURFACES == 0).then_some(food)
}

fn is_consumed_by(book: &Rulebook, kind: u8, food: u8) -> bool {
    kind != food && book.surfaces.get(usize::from(kind)).is_some_and(|kind| kind.spreads_to.contains(&food))
}
