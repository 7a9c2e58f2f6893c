//! Canvas: the enlarged current pose.

use super::{Drawing, PicturePanel};
use crate::Colour;
use crate::panels::PanelContext;
use crate::pixels::{Grid, NOTHING, Palette, Stroke, Tool};
use crate::theme::AMBER;
use imgui::{DrawListMut, MouseButton};

const SCALE: (f32, f32) = (3.0, 24.0);
const LINED: f32 = 6.0;
const GROUND: [Colour; 2] = [Colour::new(0.13, 0.15, 0.19, 1.0), Colour::new(0.16, 0.18, 0.23, 1.0)];
const SQUARE: i32 = 4;

impl PicturePanel {
    pub(super) fn canvas(&mut self, cx: &mut PanelContext<'_>, drawing: &Drawing, grid: &Grid, room: [f32; 2]) {
        let ui = cx.ui;
        let (width, height) = grid.size();
        let scale = (room[0] / width as f32).min(room[1] / height as f32).floor().clamp(SCALE.0, SCALE.1);
        ui.invisible_button("##picture/canvas", [width as f32 * scale, height as f32 * scale]);
        cx.widget_rects.item(ui, "picture/canvas");
        let min = ui.item_rect_min();
        self.hands(cx, drawing, grid, min, scale);
        let at = Frame { min, scale };
        let list = ui.get_window_draw_list();
        at.ground(&list, grid);
        let other = drawing.sheet.grid(self.pose.checked_sub(1).unwrap_or(1)).filter(|_| self.onion);
        if let Some(other) = &other {
            at.texels(&list, other, &drawing.palette, 0.3);
        }
        let outline = drawing.sheet.outline().and_then(|key| drawing.palette.rgb(key));
        if let Some(outline) = outline {
            grid.rim().for_each(|point| at.texel(&list, point, 1, Colour::bytes(outline, 0.55)));
        }
        at.texels(&list, grid, &drawing.palette, 1.0);
        if scale >= LINED {
            at.lines(&list, grid);
        }
        if self.mirrors {
            let x = min[0] + width as f32 * scale / 2.0;
            list.add_line([x, min[1]], [x, min[1] + height as f32 * scale], AMBER.with_alpha(0.6)).build();
        }
    }

    fn hands(&mut self, cx: &mut PanelContext<'_>, drawing: &Drawing, grid: &Grid, min: [f32; 2], scale: f32) {
        let ui = cx.ui;
        let mouse = ui.io().mouse_pos;
        // Clamps the pointer to one texel outside, so that tools cover no more than the drawing.
        let (width, height) = grid.size();
        let sides = [width as f32, height as f32];
        let point =
            [0, 1].map(|axis| ((mouse[axis] - min[axis]) / scale).floor().clamp(-1.0, sides[axis]) as i32).into();
        let is_over = ui.is_item_hovered();
        if is_over {
            self.keys(cx);
            let is_known = drawing.palette.rgb(grid.at(point)).is_some();
            if ui.is_mouse_clicked(MouseButton::Right) && grid.at(point) != NOTHING && is_known {
                self.ink = grid.at(point);
                return;
            }
        }
        if ui.is_item_activated() {
            if self.tool == Tool::Pick {
                if drawing.palette.rgb(grid.at(point)).is_some() {
                    (self.ink, self.tool) = (grid.at(point), Tool::Pencil);
                }
                return;
            }
            self.strokes += 1;
            self.stroke = Some(Stroke::new(grid.clone(), self.tool, self.ink, self.mirrors, point));
        }
        let Some(mut stroke) = self.stroke.take() else { return };
        stroke.goes_to(point);
        let (label, key) = (stroke.tool().word(), format!("stroke {}", self.strokes));
        self.put(cx, drawing, label, &key, &stroke.drawn());
        cx.model.hold();
        if ui.is_item_active() {
            self.stroke = Some(stroke);
        } else {
            cx.model.finish(cx.host);
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub min: [f32; 2],
    pub scale: f32,
}

impl Frame {
    pub fn texel(self, list: &DrawListMut<'_>, (x, y): (i32, i32), length: i32, colour: Colour) {
        let Self { min, scale } = self;
        let at = [min[0] + x as f32 * scale, min[1] + y as f32 * scale];
        list.add_rect(at, [at[0] + length as f32 * scale, at[1] + scale], colour).filled(true).build();
    }

    pub fn texels(self, list: &DrawListMut<'_>, grid: &Grid, palette: &Palette, alpha: f32) {
        for (point, length, key) in grid.runs() {
            if let Some(rgb) = palette.rgb(key) {
                self.texel(list, point, length, Colour::bytes(rgb, alpha));
            }
        }
    }

    fn ground(self, list: &DrawListMut<'_>, grid: &Grid) {
        let (width, height) = grid.size();
        for y in 0..height {
            for x in (0..width).step_by(SQUARE as usize) {
                let colour = GROUND[((x / SQUARE + y / SQUARE) % 2) as usize];
                self.texel(list, (x, y), SQUARE.min(width - x), colour);
            }
        }
    }

    fn lines(self, list: &DrawListMut<'_>, grid: &Grid) {
        let Self { min, scale } = self;
        let (width, height) = grid.size();
        let (right, bottom) = (min[0] + width as f32 * scale, min[1] + height as f32 * scale);
        let faint = Colour::new(1.0, 1.0, 1.0, 0.06);
        for x in 0..=width {
            let x = min[0] + x as f32 * scale;
            list.add_line([x, min[1]], [x, bottom], faint).build();
        }
        for y in 0..=height {
            let y = min[1] + y as f32 * scale;
            list.add_line([min[0], y], [right, y], faint).build();
        }
    }
}
