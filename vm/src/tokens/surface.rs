//! Surface: lays fire, ice, oil, smoke or water over an area, or clears it. A surface cancels its opposite, and one
//! that feeds on another (fire on oil) spreads over it cell by cell, both where it is laid and where its food is.

use super::operand::{Address, Amount, Area, Label};
use super::{Operand, Show, Step, area};
use crate::machine::{Cx, Flow, Run};
use crate::rulebook::Rulebook;
use crate::rules_text::{Teller, Told};
use crate::space::{Cell, Dir, Ground};
use crate::state::{Change, GameState, PAGE_CELLS};
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

impl Told for Surface {
    fn told(&self, teller: &Teller<'_>) -> String {
        let kind = self.laid.0.checked_sub(1).and_then(|at| teller.book().surfaces.get(usize::from(at)));
        let lasts = match (self.lasts.0, kind) {
            (Some(rounds), _) if Teller::is(rounds, 0) => String::new(),
            (Some(rounds), _) => format!(" for {} rounds", teller.amount(rounds)),
            (None, Some(kind)) if kind.lasts > 0 => format!(" for {} rounds", kind.lasts),
            (None, _) => String::new(),
        };
        let cells = teller.area(self.target, self.area);
        kind.map_or_else(
            || format!("clears the ground {cells}"),
            |kind| format!("{}{lasts} {cells}", kind.name.replace('-', " ")),
        )
    }
}

impl Step for Surface {
    const RUN: Run<Self> = Run::Whole(step);
}

fn step(cx: &mut Cx<'_>, surface: &Surface) -> Flow {
    if cx.frame.progress & SPREADING != 0 {
        return spread(cx, surface.label);
    }
    let &Surface { target, area, .. } = surface;
    let next = cx.hot(|hot| Some((area::next(hot, target, area)?.cell, area::go_on(hot, area))));
    let flow = next.map_or(Flow::Next, |(_, flow)| flow);
    if let Some((cell, _)) = next {
        lay(cx, cell, surface.laid, surface.lasts, surface.label);
    }
    if flow == Flow::Next && cx.book().decoded.surfaces_spread {
        cx.frame.progress |= SPREADING;
        return Flow::Again;
    }
    flow
}

/// Lays a surface on a cell, or lets it and its opposite undo each other.
fn lay(cx: &mut Cx<'_>, cell: Cell, Laid(surface): Laid, lasts: Rounds, label: Label) {
    let book = cx.book();
    if surface as usize > book.surfaces.len() || book.terrain_at(cell).is_some_and(|t| t.no_surfaces) {
        return;
    }
    let row = cx.state().cells().row(cell);
    let kind = surface.checked_sub(1).and_then(|index| book.surfaces.get(index as usize));
    let undone = kind.is_some_and(|k| row.surface > 0 && k.cancels.contains(&(row.surface - 1)));
    // Less than none is as long as its kind says.
    let said = lasts.0.map(|amount| cx.amount(amount)).and_then(|rounds| u8::try_from(rounds.min(255)).ok());
    let lasts = kind.map_or(0, |kind| said.unwrap_or(kind.lasts));
    let after = if undone { (0, 0) } else { (surface, lasts) };
    let before = (row.surface, row.rounds_left);
    if before != after {
        cx.write(Change::surface_of(cell, before, after, label));
    }
}

/// Turns the first cell, in canonical order, whose surface is food of a neighbour's; until there is none. Which cells may
/// be food is found once, and then only around each cell that turns: laying a surface triggers nothing, so nothing else
/// comes between these steps.
fn spread(cx: &mut Cx<'_>, label: Label) -> Flow {
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
            lay(cx, cell, Laid(eater + 1), Rounds(None), label);
            put_by(cx, cell, None);
            let laid = surface_of(cx.state, cell);
            for dir in Dir::CARDINAL {
                if let Some(beside) = cx.book().board.step(cell, dir) {
                    put_by(cx, beside, laid);
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

/// Puts a cell by if it is food of a neighbour's surface, of which one may be known.
fn put_by(cx: &mut Cx<'_>, cell: Cell, known: Option<u8>) {
    let eats = |known: u8| food_on(cx, cell).is_some_and(|food| eats(cx.book, known, food));
    if known.is_some_and(eats) || eater_beside(cx, cell).is_some() {
        cx.buffers.food.push(Reverse(cell));
    }
}

/// The surface of the first neighbour, in canonical order, that feeds on the surface of a cell.
fn eater_beside(cx: &Cx<'_>, cell: Cell) -> Option<u8> {
    let book = cx.book;
    let food = food_on(cx, cell)?;
    Dir::CARDINAL.into_iter().find_map(|dir| {
        let beside = surface_of(cx.state, book.board.step(cell, dir)?)?;
        eats(book, beside, food).then_some(beside)
    })
}

/// The surface of a cell, if any surface feeds on it and one can lie there.
fn food_on(cx: &Cx<'_>, cell: Cell) -> Option<u8> {
    let (decoded, board) = (&cx.book.decoded, &cx.book.board);
    let food = surface_of(cx.state, cell).filter(|&food| decoded.is_food(food))?;
    (decoded.ground.at(board.place(cell)) & Ground::NO_SURFACES == 0).then_some(food)
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
