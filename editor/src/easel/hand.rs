//! The hand that holds a tool: the mouse over the board, or a cursor that the arrow keys move.

use foretoken_action_assets::painting::{MapPoint, Painting};
use foretoken_vm::Cell;
use imgui::{Key, MouseButton, Ui};

/// Pixels that the pointer can move within a right click; a longer drag moves the view.
const CLICK: f32 = 6.0;

/// Places of the mouse and of the cursor of keys over the map.
#[derive(Debug, Default)]
pub(crate) struct Pointer {
    /// Cell of the painted floor under the pointer, with or without ground, and the position within it.
    pub point: Option<MapPoint>,
    /// Place of the cursor that keys move, while they paint.
    pub cursor: Option<MapPoint>,
    /// Whether the cursor appears as soon as the Map panel is in view.
    pub wants_cursor: bool,
    /// Position at which a right click began.
    right: Option<[f32; 2]>,
}

impl Pointer {
    /// Lets the cursor appear, if it is wanted, at the mouse or on the first cell.
    pub fn show_cursor(&mut self, painting: &Painting, floor: u8) {
        if std::mem::take(&mut self.wants_cursor) {
            let first = Cell::on_floor(0, 0, floor).map(|cell| MapPoint { cell, corner: 0, side: 0 });
            self.cursor = self.point.filter(|point| painting.contains(point.cell)).or(first);
        }
    }

    fn right_click(&mut self, ui: &Ui) -> bool {
        let begun = if ui.is_mouse_released(MouseButton::Right) { self.right.take() } else { None };
        begun.is_some_and(|begun| far(begun, ui.io().mouse_pos) < CLICK)
    }
}

/// Input of a tool in one frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    /// Cell of the map below the hand.
    pub cell: Option<Cell>,
    pub is_pressed: bool,
    pub is_released: bool,
    /// Whether it takes the contents of the cell as its brush, or lowers.
    pub is_second: bool,
    /// Position on the screen, to tell a resting pointer from a moving one. The cursor of keys has a made-up one, which
    /// differs for each cell, corner and side.
    pub at: [f32; 2],
}

impl Hand {
    pub fn has_moved_from(&self, last: [f32; 2]) -> bool {
        far(last, self.at) >= CLICK
    }
}

/// Returns the input of this frame on a floor. A press of the mouse ends the cursor.
pub(super) fn hand(ui: &Ui, pointer: &mut Pointer, painting: &Painting, floor: u8, is_covered: bool) -> Hand {
    if ui.is_mouse_clicked(MouseButton::Left) || ui.is_mouse_clicked(MouseButton::Right) {
        pointer.cursor = None;
    }
    if let Some(cursor) = pointer.cursor {
        let (point, hand) = by_keys(ui, cursor, painting, floor, is_covered);
        (pointer.cursor, pointer.point) = (Some(point), Some(point));
        return hand;
    }
    let is_over = !ui.io().want_capture_mouse && !is_covered;
    if ui.is_mouse_clicked(MouseButton::Right) {
        pointer.right = is_over.then_some(ui.io().mouse_pos);
    }
    let cell = pointer.point.map(|point| point.cell);
    Hand {
        cell: cell.filter(|&cell| is_over && painting.contains(cell)),
        is_pressed: ui.is_mouse_clicked(MouseButton::Left),
        is_released: !ui.is_mouse_down(MouseButton::Left),
        is_second: pointer.right_click(ui),
        at: ui.io().mouse_pos,
    }
}

fn by_keys(ui: &Ui, cursor: MapPoint, painting: &Painting, floor: u8, is_covered: bool) -> (MapPoint, Hand) {
    let io = ui.io();
    let is_free = !(is_covered || io.want_text_input || io.key_ctrl || io.key_alt);
    let step = |key: Key| i32::from(is_free && ui.is_key_pressed(key));
    let (width, depth) = painting.size();
    let along = cursor.cell.x() + step(Key::RightArrow) - step(Key::LeftArrow);
    let down = cursor.cell.y() + step(Key::DownArrow) - step(Key::UpArrow);
    let cell = Cell::on_floor(along.clamp(0, width - 1), down.clamp(0, depth - 1), floor).unwrap_or(cursor.cell);
    let turn = (step(Key::Period) + 3 * step(Key::Comma)) as usize;
    let point = MapPoint { cell, corner: (cursor.corner + turn) % 4, side: (cursor.side + turn) % 4 };
    let hand = Hand {
        cell: Some(cell).filter(|&cell| painting.contains(cell)),
        is_pressed: is_free && ui.is_key_pressed_no_repeat(Key::Space),
        is_released: !ui.is_key_down(Key::Space),
        is_second: is_free && ui.is_key_pressed_no_repeat(Key::Enter),
        at: [(cell.x() * 4 + point.corner as i32) as f32 * CLICK, (cell.y() * 4 + point.side as i32) as f32 * CLICK],
    };
    (point, hand)
}

fn far([x, y]: [f32; 2], other: [f32; 2]) -> f32 {
    (other[0] - x).abs() + (other[1] - y).abs()
}
