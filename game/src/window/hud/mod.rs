//! The interface over the board, in ImGui. Each widget stores its area by name, so that tests can press it.

pub mod battle;
mod controls;
pub mod die;
mod keycap;
mod menu;
mod offer;
mod online;
mod order;
pub mod over;
pub mod panel_layout;
mod plate;
pub mod replay;
pub mod stage;
mod tip;
mod words;

use crate::art::{Art, Region};
use foretoken_editor::{Colour, Rect, WidgetRects};
use imgui::{Condition, DrawListMut, FontId, StyleColor, TextureId, Ui, WindowFlags};

/// Fonts of the interface.
#[derive(Clone, Copy, Debug)]
pub struct Fonts {
    /// For texts.
    pub text: FontId,
    /// For names in narrow places.
    pub small: FontId,
    /// For headings and board numbers.
    pub large: FontId,
    /// For code.
    pub code: FontId,
}

/// Interface of a frame.
#[derive(Debug)]
pub struct Hud<'a> {
    /// The ImGui frame.
    pub ui: &'a Ui,
    /// Areas of widgets.
    pub widget_rects: &'a mut WidgetRects,
    /// Art.
    pub art: &'a Art,
    /// Atlas texture.
    pub sheet: TextureId,
    /// Fonts.
    pub fonts: Fonts,
    /// Pixels per unit of length, at the interface scale.
    pub s: f32,
    /// Pixels per unit of text, which also has the text scale.
    pub text: f32,
    /// Picture size in pixels.
    pub size: [f32; 2],
    /// Area of the battle.
    pub free: Rect,
    /// Seconds, for pulsing.
    pub time: f32,
}

impl Hud<'_> {
    /// Returns a point in the free area: shares of its size plus an offset in units.
    #[must_use]
    pub fn at(&self, x: f32, y: f32, (dx, dy): (f32, f32)) -> [f32; 2] {
        let free = self.free;
        [free.left + free.width() * x + dx * self.s, free.top + free.height() * y + dy * self.s]
    }

    /// Returns a palette colour.
    #[must_use]
    pub fn colour(&self, name: &str, alpha: f32) -> Colour {
        Colour::bytes(self.art.colour(name), alpha)
    }

    fn uv(&self, region: Region, flip: bool) -> ([f32; 2], [f32; 2]) {
        let (width, height) = self.art.size();
        let (w, h) = (width.max(1) as f32, height.max(1) as f32);
        let (mut left, top) = (region.x as f32 / w, region.y as f32 / h);
        let (mut right, bottom) = ((region.x + region.w) as f32 / w, (region.y + region.h) as f32 / h);
        if flip {
            std::mem::swap(&mut left, &mut right);
        }
        ([left, top], [right, bottom])
    }

    /// Draws an atlas region into a rectangle.
    pub fn image(&self, list: &DrawListMut<'_>, region: Region, min: [f32; 2], max: [f32; 2], tint: Colour) {
        let (uv0, uv1) = self.uv(region, false);
        list.add_image(self.sheet, min, max).uv_min(uv0).uv_max(uv1).col(tint).build();
    }

    /// Draws the visible part of a region that fills a rectangle. Unlike a clip rectangle, this keeps pictures in one
    /// draw call.
    pub fn image_within(&self, list: &DrawListMut<'_>, region: Region, whole: Rect, window: Rect, tint: Colour) {
        let seen = whole.common(window);
        if seen.width() <= 0.0 || seen.height() <= 0.0 {
            return;
        }
        let ([left, top], [right, bottom]) = self.uv(region, false);
        let share = |at: f32, from: f32, size: f32| (at - from) / size.max(f32::MIN_POSITIVE);
        let u = |x: f32| left + (right - left) * share(x, whole.left, whole.width());
        let v = |y: f32| top + (bottom - top) * share(y, whole.top, whole.height());
        let image = list.add_image(self.sheet, seen.min(), seen.max());
        image.uv_min([u(seen.left), v(seen.top)]).uv_max([u(seen.right), v(seen.bottom)]).col(tint).build();
    }

    /// Draws an icon around a point, `size` in pixels.
    pub fn icon(&self, list: &DrawListMut<'_>, name: &str, centre: [f32; 2], size: f32, tint: Colour) {
        let Some(region) = self.art.frame(&format!("icons/{name}"), "icon") else { return };
        let (w, h) = (size * region.w as f32 / region.h.max(1) as f32 / 2.0, size / 2.0);
        // Whole pixels keep its texels even.
        let at = [centre[0].round(), centre[1].round()];
        self.image(list, region, [at[0] - w, at[1] - h], [at[0] + w, at[1] + h], tint);
    }

    /// Draws text with a dark outline.
    pub fn rimmed(&self, list: &DrawListMut<'_>, at: [f32; 2], colour: Colour, words: &str) {
        let rim = self.colour("outline", colour.alpha * 0.9);
        let d = (1.4 * self.s).max(1.0);
        for (dx, dy) in [(-d, 0.0), (d, 0.0), (0.0, -d), (0.0, d), (-d, -d), (d, d), (-d, d), (d, -d)] {
            list.add_text([at[0] + dx, at[1] + dy], rim, words);
        }
        list.add_text(at, colour, words);
    }

    /// Whether the game has the whole window, without the editor.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.free.width() > self.size[0] * 0.9
    }

    /// Whether the free area is small for the text size.
    #[must_use]
    pub fn is_tight(&self) -> bool {
        let line = self.ui.text_line_height();
        self.free.width() < 46.0 * line || self.free.height() < 27.0 * line
    }

    /// Returns a panel's padding in pixels, both sides together.
    #[must_use]
    pub fn rim(&self) -> [f32; 2] {
        let [x, y] = self.ui.clone_style().window_padding;
        [2.0 * x, 2.0 * y]
    }

    /// Draws an undecorated panel; `pivot` is its anchor point. Scrolls above the height `most`. Returns its area.
    pub fn panel(
        &mut self,
        name: &str,
        at: [f32; 2],
        pivot: [f32; 2],
        most: [f32; 2],
        body: impl FnOnce(&mut Self),
    ) -> Rect {
        self.scrolling(name, (at, pivot), most, false, body)
    }

    /// Draws a panel that also scrolls sideways.
    pub fn scrolling(
        &mut self,
        name: &str,
        (at, pivot): ([f32; 2], [f32; 2]),
        most: [f32; 2],
        sideways: bool,
        body: impl FnOnce(&mut Self),
    ) -> Rect {
        let mut flags = WindowFlags::NO_TITLE_BAR
            | WindowFlags::NO_RESIZE
            | WindowFlags::NO_COLLAPSE
            | WindowFlags::ALWAYS_AUTO_RESIZE
            | WindowFlags::NO_MOVE
            | WindowFlags::NO_SAVED_SETTINGS
            | WindowFlags::NO_NAV
            | WindowFlags::NO_DOCKING
            | WindowFlags::NO_FOCUS_ON_APPEARING;
        flags.set(WindowFlags::HORIZONTAL_SCROLLBAR, sideways);
        let ui = self.ui;
        let most = [most[0].max(1.0), most[1].max(1.0)];
        let window = ui.window(name).position(at, Condition::Always).position_pivot(pivot).flags(flags);
        let mut place = Rect::between(at, at);
        window.size_constraints([0.0, 0.0], most).build(|| {
            body(self);
            let (min, size) = (ui.window_pos(), ui.window_size());
            place = Rect::between(min, [min[0] + size[0], min[1] + size[1]]);
            self.widget_rects.rect(name, place.min(), place.max());
        });
        place
    }

    /// Returns a button's width in pixels.
    #[must_use]
    pub fn button_width(&self, icon: Option<&str>, words: &str, look: ButtonStyle) -> f32 {
        let (s, text) = (self.s, self.ui.calc_text_size(words));
        let side = (30.0 * s).max(text[1] + 12.0 * s);
        let gap = if words.is_empty() || icon.is_none() { 0.0 } else { 6.0 * s };
        let drawn = if icon.is_some() { 16.0 * self.whole(self.text) } else { 0.0 };
        let width = if words.is_empty() { side } else { drawn + gap + text[0] + 20.0 * s };
        width.max(look.least * s)
    }

    /// Puts the next widget beside the last one if it fits left of `right`.
    pub fn beside(&self, width: f32, right: f32) {
        let gap = self.ui.clone_style().item_spacing[0];
        if self.ui.item_rect_max()[0] + gap + width <= right {
            self.ui.same_line();
        }
    }

    /// Draws a button with icon, text or both. Returns whether it was pressed.
    pub fn button(&mut self, name: &str, icon: Option<&str>, words: &str, look: ButtonStyle) -> bool {
        let (ui, s) = (self.ui, self.s);
        let text = ui.calc_text_size(words);
        let side = (30.0 * s).max(text[1] + 12.0 * s);
        let gap = if words.is_empty() || icon.is_none() { 0.0 } else { 6.0 * s };
        let drawn = if icon.is_some() { 16.0 * self.whole(self.text) } else { 0.0 };
        let width = self.button_width(icon, words, look);
        let pressed = ui.invisible_button(format!("##{name}"), [width, side]) && look.enabled;
        let (hovered, held) = (ui.is_item_hovered() && look.enabled, ui.is_item_active() && look.enabled);
        self.widget_rects.item(ui, name);
        let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
        let list = ui.get_window_draw_list();
        let pulse = if look.pulse { 0.5 + 0.5 * (self.time * 3.5).sin() } else { 0.0 };
        let base = match (look.chosen, held, hovered) {
            (_, true, _) => self.colour("dim", 1.0),
            (_, _, true) => self.colour("rim-bright", 1.0),
            (true, ..) => self.colour("rim", 1.0),
            _ => self.colour("panel-low", 1.0),
        };
        let warm = self.colour("accent", 1.0);
        let fill = base.towards(warm, pulse * 0.45);
        list.add_rect(min, max, fill).filled(true).rounding(4.0 * s).build();
        let rim = if look.chosen || look.pulse { warm } else { self.colour("rim", 1.0) };
        list.add_rect(min, max, rim).rounding(4.0 * s).thickness((1.0 * s).max(1.0)).build();
        let faded = if look.enabled { 1.0 } else { 0.35 };
        let middle = (min[1] + max[1]) / 2.0;
        let mut x = if words.is_empty() { (min[0] + max[0] - drawn) / 2.0 } else { min[0] + 10.0 * s };
        let has = |icon: &str| self.art.frame(&format!("icons/{icon}"), "icon").is_some();
        if icon.is_some_and(|icon| !has(icon)) && words.is_empty() {
            let letter = name.chars().next().unwrap_or(' ').to_uppercase().to_string();
            let size = ui.calc_text_size(&letter);
            let at = [(min[0] + max[0] - size[0]) / 2.0, middle - size[1] / 2.0];
            list.add_text(at, self.colour(look.words, faded), letter);
        } else if let Some(icon) = icon {
            let icon = if has(icon) { icon } else { "action" };
            self.icon(&list, icon, [x + drawn / 2.0, middle], drawn, Colour::WHITE.with_alpha(faded));
            x += drawn + gap;
        }
        self.keyed(&list, [x, middle - text[1] / 2.0], self.colour(look.words, faded), words);
        pressed
    }

    /// Rounds a scale to an integer of at least 1, so texels stay square.
    #[must_use]
    pub fn whole(&self, scale: f32) -> f32 {
        scale.round().max(1.0)
    }

    /// Draws text in a palette colour.
    pub fn words(&self, colour: &str, words: &str) {
        self.ui.text_colored(self.colour(colour, 1.0), words);
    }

    /// Draws text that wraps at the window or column.
    pub fn broken(&self, colour: &str, words: &str) {
        let token = self.ui.push_text_wrap_pos_with_pos(0.0);
        self.ui.text_colored(self.colour(colour, 1.0), words);
        token.end();
    }

    /// Draws text that wraps at a width.
    pub fn wrapped(&self, colour: &str, width: f32, words: &str) {
        let token = self.ui.push_text_wrap_pos_with_pos(self.ui.cursor_pos()[0] + width);
        self.ui.text_colored(self.colour(colour, 1.0), words);
        token.end();
    }
}

impl<'a> Hud<'a> {
    /// Makes windows opaque until the token is dropped.
    pub fn opaque(&self) -> imgui::ColorStackToken<'a> {
        self.ui.push_style_color(StyleColor::WindowBg, self.colour("panel", 1.0))
    }
}

/// Style of a button.
#[derive(Clone, Copy, Debug)]
pub struct ButtonStyle {
    /// Whether it can be pressed.
    pub enabled: bool,
    /// Whether it is selected.
    pub chosen: bool,
    /// Whether it pulses.
    pub pulse: bool,
    /// Minimum width.
    pub least: f32,
    /// Palette colour of its text.
    pub words: &'static str,
}

impl Default for ButtonStyle {
    fn default() -> Self {
        Self { enabled: true, chosen: false, pulse: false, least: 0.0, words: "text" }
    }
}

const COLOURS: [(StyleColor, &str, f32); 21] = [
    (StyleColor::WindowBg, "panel", 0.93),
    (StyleColor::PopupBg, "panel", 0.97),
    (StyleColor::Border, "rim", 1.0),
    (StyleColor::Text, "text", 1.0),
    (StyleColor::TextDisabled, "dim", 1.0),
    (StyleColor::FrameBg, "panel-low", 1.0),
    (StyleColor::FrameBgHovered, "rim", 1.0),
    (StyleColor::FrameBgActive, "rim-bright", 1.0),
    (StyleColor::Button, "panel-low", 1.0),
    (StyleColor::ButtonHovered, "rim-bright", 1.0),
    (StyleColor::ButtonActive, "dim", 1.0),
    (StyleColor::Header, "rim", 1.0),
    (StyleColor::HeaderHovered, "rim-bright", 1.0),
    (StyleColor::HeaderActive, "dim", 1.0),
    (StyleColor::CheckMark, "accent", 1.0),
    (StyleColor::SliderGrab, "accent", 1.0),
    (StyleColor::SliderGrabActive, "accent-bright", 1.0),
    (StyleColor::PlotHistogram, "accent", 1.0),
    (StyleColor::Separator, "rim", 1.0),
    (StyleColor::ScrollbarBg, "panel", 0.4),
    (StyleColor::ScrollbarGrab, "rim", 1.0),
];

/// Applies the interface's colours until the tokens are dropped.
#[must_use]
pub fn own_colours<'ui>(ui: &'ui Ui, art: &Art) -> Vec<imgui::ColorStackToken<'ui>> {
    COLOURS
        .iter()
        .map(|&(slot, name, alpha)| ui.push_style_color(slot, Colour::bytes(art.colour(name), alpha)))
        .collect()
}

/// Sets the interface's style at a scale.
pub fn style(style: &mut imgui::Style, art: &Art, s: f32) {
    style.use_dark_colors();
    // Fractional sizes make windows scroll by a pixel.
    let px = |units: f32| (units * s).round();
    style.window_padding = [px(12.0), px(10.0)];
    style.frame_padding = [px(8.0), px(5.0)];
    style.item_spacing = [px(8.0), px(6.0)];
    style.item_inner_spacing = [px(6.0), px(5.0)];
    style.indent_spacing = px(18.0);
    style.scrollbar_size = px(13.0);
    style.grab_min_size = px(11.0);
    style.window_rounding = 5.0 * s;
    style.frame_rounding = 3.0 * s;
    style.popup_rounding = 4.0 * s;
    style.grab_rounding = 3.0 * s;
    style.window_border_size = 1.0;
    for (slot, name, alpha) in COLOURS {
        style[slot] = Colour::bytes(art.colour(name), alpha).array();
    }
}
