//! Tools that work on rectangles of cells: select, stamp and room. The buttons of the map panel and the keys of the
//! clipboard act on the selected rectangle.

use super::Tool;
use crate::model::{CellRectangle, first_of, piece_of};
use crate::panels::PanelContext;
use foretoken_action_assets::painting::{Axis, Painting, Piece, is_on_border, rectangle};
use foretoken_vm::Cell;

/// Presses, drags and releases of the tools.
pub(super) fn hands(cx: &mut PanelContext<'_>, cell: Option<Cell>, pressed: bool, released: bool) {
    let tool = cx.shared.easel.tool;
    if tool == Tool::Room && pressed && door(cx, cell) {
        return;
    }
    let easel = &mut cx.shared.easel;
    match tool {
        Tool::Stamp => {
            if let Some(cell) = cell.filter(|_| pressed) {
                paste_at(cx, cell);
            }
        }
        _ if pressed => {
            easel.dragged = cell;
            if tool == Tool::Select {
                // A press on a button of the panel keeps the selection.
                easel.selected = cell.map(|cell| (cell, cell)).or(easel.selected);
            }
        }
        _ => {
            let Some(first) = easel.dragged else { return };
            let last = cell.filter(|cell| cell.floor() == first.floor());
            if let (Tool::Select, Some(last)) = (tool, last) {
                easel.selected = Some((first, last));
            }
            if !released {
                return;
            }
            easel.dragged = None;
            if let (Tool::Room, Some(last)) = (tool, last) {
                easel.room = Some((first, last));
                let brush = easel.brush.clone();
                cx.model.draw_room(cx.host, (first, last), brush.as_ref());
            }
        }
    }
}

/// Makes a door if the cell is in a wall of the last room, but not in its corner.
fn door(cx: &mut PanelContext<'_>, cell: Option<Cell>) -> bool {
    let easel = &cx.shared.easel;
    let Some((cell, (from, to))) = cell.zip(easel.room) else { return false };
    let is_inside = rectangle(from, to).contains(&cell);
    let is_corner = [from.x(), to.x()].contains(&cell.x())
        && [from.y(), to.y()].contains(&cell.y())
        && from.floor() == cell.floor();
    if !is_inside || is_corner || !is_on_border(cell, from, to) {
        return false;
    }
    let brush = easel.brush.clone();
    cx.model.draw_door(cx.host, cell, brush.as_ref());
    true
}

/// Highlights the selected rectangle, or the cells that a press would replace.
pub(super) fn light(cx: &mut PanelContext<'_>, painting: &Painting) {
    let pointed = cx.shared.easel.pointed();
    let tool = cx.shared.easel.tool;
    let lit = match (tool, cx.shared.easel.dragged, pointed) {
        (Tool::Room, Some(from), Some(to)) => Some((from, to)),
        (Tool::Stamp, _, Some(at)) => stamp_size(cx)
            .and_then(|(width, depth)| Some((at, Cell::on_floor(at.x() + width - 1, at.y() + depth - 1, at.floor())?))),
        _ => cx.shared.easel.selected,
    };
    let cells = lit.into_iter().flat_map(|(from, to)| rectangle(from, to));
    cx.shared.lit.extend(cells.filter(|&cell| painting.contains(cell)));
}

fn stamp_size(cx: &mut PanelContext<'_>) -> Option<(i32, i32)> {
    let text = cx.ui.clipboard_text().unwrap_or_default();
    if cx.shared.easel.copied.as_ref().is_none_or(|(of, _)| *of != text) {
        let size = piece_of(&text, cx.host).ok().map(|piece| piece.size());
        cx.shared.easel.copied = Some((text, size));
    }
    cx.shared.easel.copied.as_ref()?.1
}

/// Returns whether the keys of the clipboard mean cells of the map.
pub(crate) fn is_selecting(cx: &PanelContext<'_>) -> bool {
    cx.shared.easel.is_on && matches!(cx.shared.easel.tool, Tool::Select | Tool::Stamp)
}

pub(crate) fn copy(cx: &PanelContext<'_>) {
    let Some(selected) = cx.shared.easel.selected else { return };
    cx.ui.set_clipboard_text(cx.model.copied_cells(cx.host, selected));
}

pub(crate) fn cut(cx: &mut PanelContext<'_>) {
    let Some(selected) = cx.shared.easel.selected else { return };
    cx.ui.set_clipboard_text(cx.model.cut_cells(cx.host, selected));
}

/// Puts the cells of the clipboard on the selected rectangle, or under the pointer.
pub(crate) fn paste(cx: &mut PanelContext<'_>) {
    let at = cx.shared.easel.selected.map(first_of).or(cx.shared.easel.pointed());
    match at {
        Some(at) => paste_at(cx, at),
        None => cx.model.tell("Select the cell at which the copied cells begin."),
    }
}

fn paste_at(cx: &mut PanelContext<'_>, at: Cell) {
    let text = cx.ui.clipboard_text().unwrap_or_default();
    cx.model.paste_cells(cx.host, &text, at);
}

/// Mirrors the selected cells, or those of the clipboard if none are selected.
pub(crate) fn mirror(cx: &mut PanelContext<'_>, axis: Axis) {
    match cx.shared.easel.selected {
        Some(selected) => cx.model.mirror_cells(cx.host, selected, axis),
        None => change_copied(cx, |piece| piece.mirror(axis)),
    }
}

/// Turns the selected cells, or those of the clipboard if none are selected.
pub(crate) fn turn(cx: &mut PanelContext<'_>) {
    match cx.shared.easel.selected {
        Some(selected) => {
            let turned: Option<CellRectangle> = cx.model.turn_cells(cx.host, selected);
            cx.shared.easel.selected = turned.or(Some(selected));
        }
        None => change_copied(cx, Piece::turn),
    }
}

fn change_copied(cx: &mut PanelContext<'_>, change: impl FnOnce(&mut Piece)) {
    let text = cx.ui.clipboard_text().unwrap_or_default();
    match piece_of(&text, cx.host) {
        Ok(mut piece) => {
            change(&mut piece);
            cx.ui.set_clipboard_text(piece.to_text());
        }
        Err(reason) => cx.model.tell(reason.to_string()),
    }
}
