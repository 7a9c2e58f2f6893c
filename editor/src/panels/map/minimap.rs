//! Small picture of a large map in the map panel: a pixel block for each cell, with the units. A press moves the view of
//! the board to the cell.

use crate::Colour;
use crate::EditorRequest;
use crate::board::{ground_colour, team_colour};
use crate::panels::PanelContext;
use crate::theme::AMBER;
use foretoken_action_assets::painting::Painting;
use foretoken_vm::Cell;

/// Cells of a side from which a map is large.
const LARGE: i32 = 20;
/// Largest height of the picture, in lines of text.
const LINES: f32 = 12.0;

/// Most blocks of a side; a block of a larger map stands for several cells.
const BLOCKS: i32 = 128;

/// Blocks of one colour: column, row, width and colour.
type Run = (i32, i32, i32, Colour);

/// Blocks of a map, with the asset, its revision and the floor.
#[derive(Debug, Default)]
pub(super) struct Minimap {
    of: Option<(crate::model::AssetId, u64, u8)>,
    runs: Vec<Run>,
}

impl Minimap {
    pub fn show(&mut self, cx: &mut PanelContext<'_>, painting: &Painting) {
        let (width, depth) = painting.size();
        let Some(open) = cx.model.open.clone().filter(|_| width.max(depth) >= LARGE) else { return };
        let floor = cx.shared.easel.floor;
        let of = Some((open, cx.model.revision(), floor));
        if self.of != of {
            (self.of, self.runs) = (of, runs(cx, painting, floor));
        }
        draw(cx, painting, &self.runs);
    }
}

/// Returns the blocks of a floor. Neighbours of one colour are one run, because a large map has thousands of cells.
fn runs(cx: &PanelContext<'_>, painting: &Painting, floor: u8) -> Vec<Run> {
    let (width, depth) = painting.size();
    let step = width.max(depth) / BLOCKS + 1;
    let mut runs = Vec::new();
    for y in (0..depth).step_by(step.unsigned_abs() as usize) {
        let mut run: Option<(i32, Colour)> = None;
        for x in (0..width).step_by(step.unsigned_abs() as usize).chain([width]) {
            let colour = if x < width { colour(cx, painting, x, y, floor) } else { None };
            if run.map(|(_, of)| of) == colour {
                continue;
            }
            if let Some((from, of)) = run {
                runs.push((from, y, x - from, of));
            }
            run = colour.map(|colour| (x, colour));
        }
    }
    runs
}

fn draw(cx: &mut PanelContext<'_>, painting: &Painting, runs: &[Run]) {
    let (width, depth) = painting.size();
    let ui = cx.ui;
    let room = [ui.content_region_avail()[0], ui.text_line_height() * LINES];
    let side = (room[0] / width as f32).min(room[1] / depth as f32);
    let step = width.max(depth) / BLOCKS + 1;
    let origin = ui.cursor_screen_pos();
    ui.invisible_button("##minimap", [side * width as f32, side * depth as f32]);
    cx.spot("map/minimap", "The whole map. Press to look at a cell on the board.");
    let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
    let floor = cx.shared.easel.floor;
    let list = ui.get_window_draw_list();
    let block = |x: i32, y: i32, wide: i32, colour: Colour| {
        let left = origin[0] + x as f32 * side;
        let top = origin[1] + y as f32 * side;
        let high = (step as f32 * side).min(max[1] - top);
        list.add_rect([left, top], [left + wide as f32 * side, top + high], colour).filled(true).build();
    };
    for &(x, y, wide, colour) in runs {
        block(x, y, wide, colour);
    }
    for (cell, _, team) in painting.units().into_iter().filter(|(cell, ..)| cell.floor() == floor) {
        block(cell.x(), cell.y(), 1, team_colour(u8::try_from(team).unwrap_or_default()));
    }
    if let Some(cell) = cx.shared.easel.pointed().filter(|&cell| painting.contains(cell)) {
        let at = [origin[0] + cell.x() as f32 * side, origin[1] + cell.y() as f32 * side];
        list.add_rect(at, [at[0] + side, at[1] + side], AMBER).build();
    }
    list.add_rect(min, max, ui.style_color(imgui::StyleColor::Border)).build();
    drop(list);
    // A held button follows the pointer.
    if !ui.is_item_active() {
        return;
    }
    let [x, y] = ui.io().mouse_pos;
    if let Some(cell) = cell_at([x - origin[0], y - origin[1]], side, (width, depth), floor) {
        cx.shared.lit.push(cell);
        cx.wishes.push(EditorRequest::LookAt(cell));
    }
}

fn colour(cx: &PanelContext<'_>, painting: &Painting, x: i32, y: i32, floor: u8) -> Option<Colour> {
    let on = painting.at(Cell::on_floor(x, y, floor)?)?;
    let drawn = cx.shared.pictures.get(&format!("terrains/{}", on.terrain)).map(|picture| picture.colour);
    drawn.map(Colour::from).or_else(|| {
        let terrain = cx.host.library().terrain(&on.terrain)?;
        Some(ground_colour(terrain.blocks_movement, terrain.avoided))
    })
}

/// Returns the cell at a distance from the upper left corner.
fn cell_at([x, y]: [f32; 2], side: f32, (width, depth): (i32, i32), floor: u8) -> Option<Cell> {
    let at = |distance: f32, count: i32| ((distance / side).floor() as i32).clamp(0, count - 1);
    Cell::on_floor(at(x, width), at(y, depth), floor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_is_within_one_cell() {
        let at = |x: f32, y: f32| cell_at([x, y], 4.0, (30, 20), 0).map(|cell| (cell.x(), cell.y()));
        assert_eq!(at(0.0, 3.9), Some((0, 0)));
        assert_eq!(at(119.0, 79.0), Some((29, 19)));
        assert_eq!(at(-3.0, 500.0), Some((0, 19)), "the nearest cell");
    }
}
