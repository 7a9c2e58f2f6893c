//! List of a figure's poses at real size, with buttons to add and remove.

use super::canvas::Frame;
use super::{Drawing, PicturePanel, name_of};
use crate::Colour;
use crate::panels::PanelContext;
use crate::pixels::FRAMES;
use crate::theme::AMBER;

const MARGIN: f32 = 3.0;

impl PicturePanel {
    pub(super) fn poses(&mut self, cx: &mut PanelContext<'_>, drawing: &Drawing) {
        let ui = cx.ui;
        for (index, frame) in drawing.sheet.frames().iter().enumerate() {
            let Some(grid) = drawing.sheet.grid(index) else { continue };
            let (width, height) = grid.size();
            let words = ui.calc_text_size(&frame.name);
            let across = (width as f32).max(words[0]) + 2.0 * MARGIN;
            let size = [across, height as f32 + 2.0 * MARGIN + words[1]];
            if index > 0 {
                cx.flow(across);
            }
            if ui.invisible_button(format!("##pose/{}", frame.name), size) {
                (self.pose, self.stroke) = (index, None);
            }
            let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
            cx.widget_rects.item(ui, format!("picture/pose/{}", frame.name));
            let list = ui.get_window_draw_list();
            let left = (min[0] + (across - width as f32) / 2.0).round();
            let at = Frame { min: [left, (min[1] + MARGIN).round()], scale: 1.0 };
            if let Some(rgb) = drawing.sheet.outline().and_then(|key| drawing.palette.rgb(key)) {
                grid.rim().for_each(|point| at.texel(&list, point, 1, Colour::bytes(rgb, 1.0)));
            }
            at.texels(&list, &grid, &drawing.palette, 1.0);
            let under = [min[0] + (across - words[0]) / 2.0, max[1] - words[1]];
            list.add_text(under, ui.style_color(imgui::StyleColor::Text), &frame.name);
            if index == self.pose || ui.is_item_hovered() {
                let thick = if index == self.pose { 2.0 } else { 1.0 };
                list.add_rect(min, max, AMBER).thickness(thick).rounding(2.0).build();
            }
        }
        self.more(cx, drawing);
    }

    fn more(&mut self, cx: &mut PanelContext<'_>, drawing: &Drawing) {
        let ui = cx.ui;
        let folder = drawing.path.split_once('/').map_or("", |(folder, _)| folder);
        let has = |name: &str| drawing.sheet.frames().iter().any(|frame| frame.name == name);
        let known = FRAMES.iter().find(|(of, _)| *of == folder).map_or(&[] as &[&str], |(_, frames)| frames);
        ui.set_next_item_width(ui.calc_text_size("+ pose")[0] + 2.0 * ui.current_font_size());
        let combo = ui.begin_combo("##picture/pose/add", "+ pose");
        cx.spot("picture/pose/add", "Adds a pose: another picture of the asset, such as one for attacks. It starts as a copy of the shown pose.");
        if let Some(combo) = combo {
            let mut named = None;
            for name in known.iter().copied().filter(|name| !has(name)) {
                if ui.selectable(name) {
                    named = Some(name.to_owned());
                }
                cx.widget_rects.item(ui, format!("picture/pose/add/{name}"));
            }
            ui.set_next_item_width(ui.current_font_size() * 7.0);
            let typed = ui.input_text("##picture/pose/name", &mut self.named).hint("new name").enter_returns_true(true);
            if typed.build() {
                named = Some(std::mem::take(&mut self.named));
                ui.close_current_popup();
            }
            cx.widget_rects.item(ui, "picture/pose/name");
            cx.within_popup();
            combo.end();
            if let Some(name) = named {
                self.add(cx, drawing, &name);
            }
        }
        let alone = ui.begin_disabled(drawing.sheet.frames().len() < 2);
        if cx.button_beside("- pose", "picture/pose/remove", "Removes the shown pose. Undo restores it.") {
            let mut sheet = drawing.sheet.clone();
            if sheet.remove(self.pose) {
                self.put_sheet(cx, drawing, "remove a pose", "", &sheet);
                self.pose = self.pose.saturating_sub(1);
            }
        }
        alone.end();
    }

    fn add(&mut self, cx: &mut PanelContext<'_>, drawing: &Drawing, name: &str) {
        let mut sheet = drawing.sheet.clone();
        let Some(grid) = sheet.grid(self.pose) else { return };
        if sheet.add(name, &grid) {
            self.put_sheet(cx, drawing, &format!("pose {}", name.trim()), "", &sheet);
            self.pose = sheet.frames().len() - 1;
        } else {
            cx.model.tell(format!("{} already has a pose of this name, or the name is empty.", name_of(&drawing.path)));
        }
    }
}
