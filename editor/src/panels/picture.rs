//! Picture panel: the drawing of the open asset, its poses, the palette and the drawing tools. The battle shows each
//! stroke at once.

mod canvas;
mod intake;
mod poses;
mod preview;
mod shape;

use super::PanelContext;
use crate::Colour;
use crate::model::{AssetId, art_folder};
use crate::pixels::{Grid, NOTHING, Palette, Sheet, Stroke, Tool, starter};
use crate::theme::AMBER;
use imgui::{Key, WindowFocusedFlags};
use intake::Intake;

const PALETTE: &str = "palette.txt";
const SWATCH: f32 = 0.9;
const HAND: f32 = 12.0;
/// Height of a high panel, in widths.
const HIGH: f32 = 1.3;
const CLOSE: [f32; 2] = [3.0, 3.0];

const TOOLS: [(Tool, &str, Key, &str); 7] = [
    (Tool::Pencil, "pencil", Key::B, "Brush: press and drag over pixels. (B)"),
    (Tool::Eraser, "eraser", Key::E, "Eraser: press and drag over pixels. (E)"),
    (Tool::Line, "line", Key::L, "Line: press at the start, release at the end. (L)"),
    (Tool::Rectangle, "rectangle", Key::R, "Rectangle: press at one corner, release at the opposite one. (R)"),
    (Tool::Frame, "frame", Key::O, "Outline of a rectangle. (O)"),
    (Tool::Fill, "fill", Key::F, "Fill: all connected pixels of the same colour. (F)"),
    (Tool::Pick, "pick", Key::I, "Pick the colour of a pixel, as the right button does. (I)"),
];

struct Drawing {
    path: String,
    sheet: Sheet,
    palette: Palette,
}

#[derive(Debug)]
pub(crate) struct PicturePanel {
    of: Option<AssetId>,
    path: String,
    pose: usize,
    tool: Tool,
    ink: char,
    mirrors: bool,
    onion: bool,
    stroke: Option<Stroke>,
    strokes: u64,
    named: String,
    intake: Intake,
    /// Whether the animation plays, and its time in seconds.
    plays: bool,
    time: f64,
}

impl Default for PicturePanel {
    fn default() -> Self {
        let (of, path, named) = (None, String::new(), String::new());
        let (tool, ink, intake) = (Tool::Pencil, NOTHING, Intake::default());
        let (pose, mirrors, onion, stroke, strokes) = (0, false, true, None, 0);
        let (plays, time) = (true, 0.0);
        Self { of, path, pose, tool, ink, mirrors, onion, stroke, strokes, named, intake, plays, time }
    }
}

impl PicturePanel {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        self.follow(cx);
        self.take_in(cx);
        self.sheets(cx);
        let Some(drawing) = self.drawing(cx) else { return self.nothing(cx) };
        self.pose = self.pose.min(drawing.sheet.frames().len().saturating_sub(1));
        if self.ink == NOTHING || drawing.palette.rgb(self.ink).is_none() {
            self.ink = drawing.palette.colours().get(1).map_or(NOTHING, |colour| colour.key);
        }
        let Some(grid) = drawing.sheet.grid(self.pose) else {
            cx.ui.text_wrapped("This file has no pose with rows. Fix it in a text editor.");
            return;
        };
        let ui = cx.ui;
        let [wide, high] = ui.content_region_avail();
        let high = high - self.height_of_intake(cx);
        let below = ui.cursor_pos()[1] + high;
        // In a high panel the tools are below the canvas, so that the canvas has the whole width.
        let is_high = high > wide * HIGH;
        let room = if is_high { [wide, wide.min(high / 2.0)] } else { [wide - ui.current_font_size() * HAND, high] };
        let top = ui.cursor_pos();
        self.canvas(cx, &drawing, &grid, room);
        match is_high {
            true => ui.set_cursor_pos([top[0], top[1] + room[1] + 4.0]),
            false => ui.same_line(),
        }
        ui.child_window("##picture/hand").size([0.0, below - ui.cursor_pos()[1]]).build(|| {
            let close = ui.push_style_var(imgui::StyleVar::ItemSpacing(CLOSE));
            self.tools(cx);
            self.colours(cx, &drawing.palette);
            self.poses(cx, &drawing);
            self.preview(cx, &drawing);
            self.alter(cx, &drawing, &grid);
            if drawing.path.starts_with("ground/") {
                self.shape(cx, &drawing);
            }
            close.end();
        });
        ui.set_cursor_pos([ui.cursor_pos()[0], below]);
        self.bring(cx, &drawing, &grid);
    }

    fn follow(&mut self, cx: &PanelContext<'_>) {
        if self.of == cx.model.open {
            return;
        }
        self.of.clone_from(&cx.model.open);
        let path = self.of.as_ref().and_then(|(kind, name)| Some(format!("{}/{name}.txt", art_folder(*kind)?)));
        self.choose(path.unwrap_or_default());
    }

    fn choose(&mut self, path: String) {
        if path != self.path {
            (self.path, self.pose, self.stroke) = (path, 0, None);
        }
    }

    fn drawing(&self, cx: &PanelContext<'_>) -> Option<Drawing> {
        let text = cx.model.art(cx.host, &self.path).filter(|_| self.path != PALETTE)?;
        Some(Drawing { path: self.path.clone(), sheet: Sheet::read(text), palette: palette(cx) })
    }

    fn sheets(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        let named = self.path.strip_suffix(".txt").unwrap_or_default();
        ui.set_next_item_width(-1.0);
        let combo = ui.begin_combo("##picture/sheet", if named.is_empty() { "choose a drawing" } else { named });
        cx.spot("picture/sheet", "Name of the drawing on screen. Opening an asset shows that asset's drawing.");
        let Some(combo) = combo else { return };
        for path in cx.model.art_paths(cx.host) {
            let Some(name) = path.strip_suffix(".txt").filter(|name| name.contains('/')) else { continue };
            if ui.selectable_config(name).selected(path == self.path).build() {
                self.choose(path.clone());
            }
            cx.widget_rects.item(ui, format!("picture/sheet/{name}"));
        }
        cx.within_popup();
        combo.end();
    }

    fn nothing(&mut self, cx: &mut PanelContext<'_>) {
        let folder = self.path.split_once('/').map(|(folder, _)| folder);
        let Some(sheet) = folder.and_then(|folder| starter(folder, &palette(cx))) else {
            return cx.ui.text_wrapped("Open a unit, terrain, surface, action, item or status to draw it.");
        };
        cx.ui.text_wrapped("No drawing yet. The game shows its letter or a default drawing.");
        if cx.button("Draw one", "picture/new", "Starts with a plain shape in the pack's colours.") {
            let label = format!("draw {}", name_of(&self.path));
            cx.model.edit_art(cx.host, &label, "", vec![(self.path.clone(), Some(sheet.text()))]);
        }
    }

    fn tools(&mut self, cx: &mut PanelContext<'_>) {
        for (index, (tool, label, _, doc)) in TOOLS.into_iter().enumerate() {
            if index > 0 {
                cx.flow(cx.ui.calc_text_size(label)[0] + 10.0);
            }
            if cx.toggle(label, &format!("picture/tool/{label}"), doc, self.tool == tool) {
                self.tool = tool;
            }
        }
        let mirror = ("mirror", &mut self.mirrors, "Mirror: draws on both sides of the middle. (X)");
        let onion = (
            "onion skin",
            &mut self.onion,
            "Shows the previous pose faintly behind this one, so that you can compare them.",
        );
        for (label, is_on, doc) in [mirror, onion] {
            cx.flow(cx.ui.calc_text_size(label)[0] + 10.0);
            if cx.toggle(label, &format!("picture/{label}"), doc, *is_on) {
                *is_on = !*is_on;
            }
        }
    }

    fn keys(&mut self, cx: &PanelContext<'_>) {
        let io = cx.ui.io();
        let has_keys = cx.ui.is_window_focused_with_flags(WindowFocusedFlags::ROOT_AND_CHILD_WINDOWS);
        if !has_keys || io.key_ctrl || io.key_alt || io.want_text_input || cx.shared.popup {
            return;
        }
        let pressed = |key: Key| cx.ui.is_key_pressed_no_repeat(key);
        if let Some((tool, ..)) = TOOLS.into_iter().find(|(_, _, key, _)| pressed(*key)) {
            self.tool = tool;
        }
        self.mirrors ^= pressed(Key::X);
    }

    /// Draws the palette: a click selects a colour, which can then be changed.
    fn colours(&mut self, cx: &mut PanelContext<'_>, palette: &Palette) {
        let ui = cx.ui;
        let side = (ui.text_line_height() * SWATCH).round();
        for (index, colour) in palette.colours().iter().enumerate() {
            if index > 0 {
                cx.flow(side - 3.0);
            }
            if ui.invisible_button(format!("##colour/{}", colour.key), [side, side]) {
                self.ink = colour.key;
                if matches!(self.tool, Tool::Eraser | Tool::Pick) {
                    self.tool = Tool::Pencil;
                }
            }
            let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
            cx.spot(format!("picture/colour/{}", colour.key), &format!("{} {}", colour.key, colour.name));
            let list = ui.get_window_draw_list();
            list.add_rect(min, max, Colour::bytes(colour.rgb, 1.0)).filled(true).build();
            let is_chosen = self.ink == colour.key;
            if is_chosen || ui.is_item_hovered() {
                let rim = if is_chosen { AMBER } else { Colour::WHITE };
                list.add_rect([min[0] - 1.0, min[1] - 1.0], [max[0] + 1.0, max[1] + 1.0], rim).thickness(2.0).build();
            } else {
                list.add_rect(min, max, Colour::WHITE.with_alpha(0.15)).build();
            }
        }
        let Some(chosen) = palette.colours().iter().find(|colour| colour.key == self.ink) else { return };
        let mut rgb = chosen.rgb.map(|part| f32::from(part) / 255.0);
        let [r, g, b] = rgb;
        let plate = ui.color_button_config("##picture/edit", [r, g, b, 1.0]).tooltip(false);
        if plate.size([side * 2.0, side * 1.3]).build() {
            ui.open_popup("picture/picker");
        }
        cx.spot("picture/colour", "Selected colour. Press to change it in all drawings of the pack.");
        ui.same_line();
        ui.text(format!("{} {}", chosen.key, chosen.name));
        let mut changed = false;
        if let Some(picker) = ui.begin_popup("picture/picker") {
            ui.set_next_item_width(ui.current_font_size() * 12.0);
            changed = ui.color_picker3_config("##picture/picker", &mut rgb).build();
            cx.widget_rects.item(ui, "picture/picker");
            cx.within_popup();
            picker.end();
        }
        if changed {
            let rgb = rgb.map(|part| (part * 255.0).round() as u8);
            self.recolour(cx, palette, rgb);
        }
        if cx.button_beside(
            "+ colour",
            "picture/colour/add",
            "Add a colour, a copy of the selected one. The limit is 32.",
        ) {
            let mut more = palette.clone();
            match more.add(chosen.rgb) {
                Some(key) => {
                    cx.model.edit_art(cx.host, "add a colour", "", vec![(PALETTE.to_owned(), Some(more.text()))]);
                    self.ink = key;
                }
                None => cx.model.tell("A palette has 32 colours at most. Change an existing one."),
            }
        }
    }

    fn recolour(&self, cx: &mut PanelContext<'_>, palette: &Palette, rgb: [u8; 3]) {
        let mut other = palette.clone();
        if other.set(self.ink, rgb) {
            let (label, key) = (format!("colour {}", self.ink), format!("colour {}", self.ink));
            cx.model.edit_art(cx.host, &label, &key, vec![(PALETTE.to_owned(), Some(other.text()))]);
            cx.model.hold();
        }
    }

    fn alter(&self, cx: &mut PanelContext<'_>, drawing: &Drawing, grid: &Grid) {
        let moves = [("<", (-1, 0), "left"), (">", (1, 0), "right"), ("^", (0, -1), "up"), ("v", (0, 1), "down")];
        if cx.button("flip", "picture/flip", "Swaps left and right of the shown pose.") {
            self.put(cx, drawing, "flip", "", &grid.flipped());
        }
        for (label, by, way) in moves {
            if cx.button_beside(label, &format!("picture/move/{way}"), &format!("Move this pose 1 pixel {way}.")) {
                self.put(cx, drawing, &format!("move {way}"), "", &grid.moved(by));
            }
        }
        let (width, height) = grid.size();
        for (axis, label, doc) in [(0, "wide", "across"), (1, "high", "down")] {
            for (sign, by) in [("-", -1), ("+", 1)] {
                let size = if axis == 0 { (width + by, height) } else { (width, height + by) };
                let doc = format!(
                    "Changes the number of pixels {doc}, now {}, in all poses. The drawing keeps its place on the ground.",
                    [width, height][axis]
                );
                if cx.button_beside(&format!("{label}{sign}"), &format!("picture/{label}{sign}"), &doc) {
                    let mut sheet = drawing.sheet.clone();
                    for pose in 0..sheet.frames().len() {
                        let other =
                            sheet.grid(pose).map(|grid| grid.resized(size.0.max(1) as usize, size.1.max(1) as usize));
                        other.iter().for_each(|grid| sheet.set(pose, grid));
                    }
                    self.put_sheet(cx, drawing, &format!("{} by {}", size.0, size.1), "", &sheet);
                }
            }
        }
        cx.flow(cx.ui.calc_text_size("00 by 00")[0]);
        cx.ui.text_disabled(format!("{width} by {height}"));
    }

    fn put(&self, cx: &mut PanelContext<'_>, drawing: &Drawing, label: &str, key: &str, grid: &Grid) {
        let mut sheet = drawing.sheet.clone();
        sheet.set(self.pose, grid);
        self.put_sheet(cx, drawing, label, key, &sheet);
    }

    fn put_sheet(&self, cx: &mut PanelContext<'_>, drawing: &Drawing, label: &str, key: &str, sheet: &Sheet) {
        let label = format!("{}: {label}", name_of(&drawing.path));
        cx.model.edit_art(cx.host, &label, key, vec![(drawing.path.clone(), Some(sheet.text()))]);
    }
}

fn palette(cx: &PanelContext<'_>) -> Palette {
    Palette::read(cx.model.art(cx.host, PALETTE).unwrap_or_else(|| cx.host.usual_palette()))
}

fn name_of(path: &str) -> &str {
    path.strip_suffix(".txt").unwrap_or(path)
}
