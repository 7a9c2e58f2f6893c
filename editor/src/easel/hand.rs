//! The hand that holds a tool: the mouse over the board, or a cursor that the arrow keys move.

use super::{CLICK, Easel, far};
use foretoken_action_assets::painting::{MapPoint, Painting};
use foretoken_vm::Cell;
use imgui::{Key, MouseButton, Ui};

/// Input of a tool in one frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    /// Cell of the map below the hand.
    pub cell: Option<Cell>,
    pub is_pressed: bool,
    pub is_released: bool,
    /// Whether it takes the contents of the cell as its brush, or lowers.
    pub is_second: bool,
    /// Position on the screen, to tell a resting pointer from a moving one. The cursor of keys never rests within a cell.
    pub at: [f32; 2],
}

impl Hand {
    pub fn has_moved_from(&self, last: [f32; 2]) -> bool {
        far(last, self.at) >= CLICK
    }
}

/// Returns the input of this frame. A press of the mouse ends the cursor.
pub(super) fn hand(ui: &Ui, easel: &mut Easel, painting: &Painting, is_covered: bool) -> Hand {
    if ui.is_mouse_clicked(MouseButton::Left) || ui.is_mouse_clicked(MouseButton::Right) {
        easel.cursor = None;
    }
    if let Some(cursor) = easel.cursor {
        return by_keys(ui, easel, cursor, painting);
    }
    let is_over = !ui.io().want_capture_mouse && !is_covered;
    if ui.is_mouse_clicked(MouseButton::Right) {
        easel.right = is_over.then_some(ui.io().mouse_pos);
    }
    Hand {
        cell: easel.pointed().filter(|&cell| is_over && painting.contains(cell)),
        is_pressed: ui.is_mouse_clicked(MouseButton::Left),
        is_released: !ui.is_mouse_down(MouseButton::Left),
        is_second: easel.right_click(ui),
        at: ui.io().mouse_pos,
    }
}

fn by_keys(ui: &Ui, easel: &mut Easel, cursor: MapPoint, painting: &Painting) -> Hand {
    let types = ui.io().want_text_input;
    let step = |key: Key| i32::from(!types && ui.is_key_pressed(key));
    let (width, depth) = painting.size();
    let along = cursor.cell.x() + step(Key::RightArrow) - step(Key::LeftArrow);
    let down = cursor.cell.y() + step(Key::DownArrow) - step(Key::UpArrow);
    let cell = Cell::on_floor(along.clamp(0, width - 1), down.clamp(0, depth - 1), easel.floor).unwrap_or(cursor.cell);
    let turn = (step(Key::Period) + 3 * step(Key::Comma)) as usize;
    let point = MapPoint { cell, corner: (cursor.corner + turn) % 4, side: (cursor.side + turn) % 4 };
    (easel.cursor, easel.point) = (Some(point), Some(point));
    Hand {
        cell: Some(cell).filter(|&cell| painting.contains(cell)),
        is_pressed: !types && ui.is_key_pressed_no_repeat(Key::Space),
        is_released: !ui.is_key_down(Key::Space),
        is_second: !types && ui.is_key_pressed_no_repeat(Key::Enter),
        at: [(cell.x() * 4 + point.corner as i32) as f32 * CLICK, (cell.y() * 4 + point.side as i32) as f32 * CLICK],
    }
}
