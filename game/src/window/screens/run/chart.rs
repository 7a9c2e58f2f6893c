//! The drawing of the map: rooms as icons, the ways between them, and the way so far. Only rooms in view are drawn.

use crate::runs::RunGame;
use crate::runs::map::{Map, icon};
use crate::window::hud::Hud;
use foretoken_campaign::{RunView, Seen};
use foretoken_editor::{Colour, Rect};
use glam::Vec2;
use std::collections::BTreeSet;

/// Distance of columns and rows, in units.
const STEP: Vec2 = Vec2::new(168.0, 108.0);
/// Radius of a room, in units.
const RADIUS: f32 = 27.0;
const ZOOM: (f32, f32) = (0.35, 2.0);
/// Zoom at which the whole map is shown, if it fits.
const FIT: (f32, f32) = (0.62, 1.35);

/// View of the map: the point in its middle, in units of rooms, and the zoom.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    map: Map,
    middle: Vec2,
    wanted: Option<Vec2>,
    zoom: f32,
    walked: BTreeSet<(usize, usize)>,
    area: Rect,
    scale: f32,
    /// Whether the player moved the view. Until then it follows the window.
    is_moved: bool,
}

impl Chart {
    pub(super) fn new(view: &RunView) -> Self {
        let map = Map::of(view);
        let walked = view.way.windows(2).map(|pair| (pair[0], pair[1])).collect();
        let (wide, high) = map.size();
        let middle = Vec2::new((wide - 1) as f32 / 2.0, (high - 1) as f32 / 2.0);
        Self { map, middle, wanted: None, zoom: 1.0, walked, area: Rect::default(), scale: 1.0, is_moved: false }
    }

    pub(super) const fn map(&self) -> &Map {
        &self.map
    }

    fn step(&self) -> Vec2 {
        STEP * self.zoom * self.scale
    }

    fn radius(&self) -> f32 {
        RADIUS * self.zoom * self.scale
    }

    /// Returns the pixel of a room.
    pub(super) fn pixel(&self, room: usize) -> Option<Vec2> {
        let (x, y) = self.map.place(room)?;
        Some(Vec2::from(self.area.middle()) + (Vec2::new(x as f32, y as f32) - self.middle) * self.step())
    }

    /// Returns the room at a pixel.
    pub(super) fn room_at(&self, pixel: Vec2) -> Option<usize> {
        if !self.area.contains(pixel.to_array()) {
            return None;
        }
        let near = self.radius() * 1.25;
        (0..self.map.places.len()).find(|&room| self.pixel(room).is_some_and(|at| at.distance(pixel) <= near))
    }

    pub(super) fn pan(&mut self, by: Vec2) {
        (self.wanted, self.is_moved) = (None, true);
        self.middle -= by / self.step().max(Vec2::ONE);
        self.limit();
    }

    pub(super) fn zoom(&mut self, by: f32) {
        self.zoom = (self.zoom * by).clamp(ZOOM.0, ZOOM.1);
        self.is_moved = true;
    }

    /// Moves the view so that a room is well inside.
    pub(super) fn show(&mut self, room: usize) {
        let (Some(at), Some((x, y))) = (self.pixel(room), self.map.place(room)) else { return };
        let inner = self.area.grown(-1.6 * self.radius());
        if !inner.contains(at.to_array()) {
            self.wanted = Some(Vec2::new(x as f32, y as f32));
            self.is_moved = true;
        }
    }

    /// Shows the whole map if it fits, else the surroundings of a room.
    pub(super) fn centre(&mut self, room: usize) {
        let (wide, high) = self.map.size();
        let area = Vec2::new(self.area.width(), self.area.height());
        self.zoom = self.fit(self.area, self.scale).clamp(FIT.0, FIT.1);
        let half = area / self.step().max(Vec2::ONE) / 2.0;
        // A map that fits is in the middle. Of a larger one, the edge is at the edge of the area.
        let along = |at: i32, half: f32, count: i32| {
            let (low, high) = (half - 0.5, count as f32 - 0.5 - half);
            if low < high { (at as f32).clamp(low, high) } else { (count - 1) as f32 / 2.0 }
        };
        let (x, y) = self.map.place(room).unwrap_or_default();
        self.middle = Vec2::new(along(x, half.x, wide), along(y, half.y, high));
        (self.wanted, self.is_moved) = (None, false);
    }

    fn limit(&mut self) {
        let (wide, high) = self.map.size();
        self.middle = self.middle.clamp(Vec2::splat(-0.5), Vec2::new(wide as f32, high as f32) - 0.5);
    }

    /// Returns the zoom at which the whole map fits into an area.
    fn fit(&self, area: Rect, scale: f32) -> f32 {
        let (wide, high) = self.map.size();
        let whole = Vec2::new(wide as f32, high as f32) * STEP * scale;
        (Vec2::new(area.width(), area.height()) / whole.max(Vec2::ONE)).min_element()
    }

    /// Sets the area of the map: the one of two in which it is larger, the first if both show it well.
    pub(super) fn place(&mut self, (area, other): (Rect, Rect), scale: f32, room: usize) {
        let fits = |area: Rect| self.fit(area, scale).min(FIT.1);
        let area = if fits(other) > fits(area) { other } else { area };
        let is_same = (area, scale) == (self.area, self.scale);
        (self.area, self.scale) = (area, scale);
        if !is_same && !self.is_moved {
            self.centre(room);
        }
    }

    pub(super) fn update(&mut self, seconds: f32, is_still: bool) {
        if let Some(wanted) = self.wanted {
            let share = if is_still { 1.0 } else { (seconds * 9.0).min(1.0) };
            self.middle += (wanted - self.middle) * share;
            if self.middle.distance(wanted) < 0.01 {
                self.wanted = None;
            }
        }
    }

    /// Draws the map below all panels.
    pub(super) fn draw(&self, hud: &mut Hud<'_>, game: &RunGame, focus: Option<usize>) {
        let list = hud.ui.get_background_draw_list();
        list.add_rect([0.0; 2], hud.size, hud.colour("panel", 1.0)).filled(true).build();
        self.dots(hud, &list);
        let view = game.view();
        let open: BTreeSet<usize> = crate::runs::map::open_rooms(view).into_iter().collect();
        // Panels cover what lies under them, so the map fills the window.
        let seen = Rect::new(0.0, 0.0, hud.size[0], hud.size[1]);
        for room in &view.rooms {
            let Some(from) = self.pixel(room.room) else { continue };
            for &to in &room.ways {
                let Some(end) = self.pixel(to) else { continue };
                let (low, high) = (from.min(end), from.max(end));
                if high.x < seen.left || low.x > seen.right || high.y < seen.top || low.y > seen.bottom {
                    continue;
                }
                let is_next = view.here == Some(room.room) && open.contains(&to);
                let look = match (self.walked.contains(&(room.room, to)), is_next) {
                    (true, _) => ("accent", 0.9, 4.0),
                    (_, true) => ("white", 0.9, 2.5),
                    _ => ("rim-bright", 0.55, 1.6),
                };
                self.way(hud, &list, (from, end), look);
            }
        }
        for room in &view.rooms {
            let rim = 3.0 * self.radius();
            let Some(at) = self.pixel(room.room).filter(|at| seen.grown(rim).contains(at.to_array())) else {
                continue;
            };
            let is_focus = focus == Some(room.room);
            self.room(hud, &list, (game, room.room, at), (open.contains(&room.room), is_focus));
            if self.area.contains(at.to_array()) {
                let r = self.radius();
                hud.widget_rects.rect(format!("run/room {}", room.room), [at.x - r, at.y - r], [at.x + r, at.y + r]);
            }
        }
    }

    /// Draws a pale grid, so that a moved map is seen to move.
    fn dots(&self, hud: &Hud<'_>, list: &imgui::DrawListMut<'_>) {
        let step = self.step() / 2.0;
        let origin = Vec2::from(self.area.middle()) - self.middle * self.step();
        let colour = hud.colour("rim", 0.35);
        let first = origin - (origin / step).floor() * step;
        let (mut y, size) = (first.y, hud.size);
        while y < size[1] {
            let mut x = first.x;
            while x < size[0] {
                let half = hud.s.max(1.0);
                list.add_rect([x - half, y - half], [x + half, y + half], colour).filled(true).build();
                x += step.x;
            }
            y += step.y;
        }
    }

    fn way(
        &self,
        hud: &Hud<'_>,
        list: &imgui::DrawListMut<'_>,
        (from, to): (Vec2, Vec2),
        (colour, alpha, thick): (&str, f32, f32),
    ) {
        let along = (to - from).normalize_or_zero();
        let rim = self.radius() * 1.16;
        let (begin, end) = (from + along * rim, to - along * rim);
        let colour = hud.colour(colour, alpha);
        let size = (5.0 + thick) * self.zoom.max(0.6) * hud.s;
        let neck = end - along * size;
        let side = along.perp() * size * 0.7;
        list.add_line(begin.to_array(), neck.to_array(), colour).thickness(thick * hud.s).build();
        let corners = [end.to_array(), (neck + side).to_array(), (neck - side).to_array()];
        list.add_triangle(corners[0], corners[1], corners[2], colour).filled(true).build();
    }

    /// Draws the first member of the party above its room.
    fn leader(&self, hud: &Hud<'_>, list: &imgui::DrawListMut<'_>, game: &RunGame, centre: [f32; 2]) {
        let unit = game.view().party.first().and_then(|member| game.run().unit_of(&member.name));
        let Some(region) = unit.and_then(|unit| hud.art.frame(&format!("units/{unit}"), "idle")) else { return };
        let scale = hud.whole(hud.s * self.zoom * 1.4);
        let (wide, high) = (region.w as f32 * scale, region.h as f32 * scale);
        let low = centre[1] - self.radius() * 0.7;
        let left = (centre[0] - wide / 2.0).round();
        hud.image(list, region, [left, (low - high).round()], [left + wide, low.round()], Colour::WHITE);
    }

    fn room(
        &self,
        hud: &Hud<'_>,
        list: &imgui::DrawListMut<'_>,
        (game, room, at): (&RunGame, usize, Vec2),
        (is_open, is_focus): (bool, bool),
    ) {
        let Some(own) = game.view().rooms.get(room) else { return };
        let (r, at) = (self.radius(), at.round());
        let centre = at.to_array();
        let pulse = 0.5 + 0.5 * (hud.time * 3.0).sin();
        let (fill, rim, alpha) = match own.seen {
            Seen::Here => ("rim", "accent", 1.0),
            Seen::Open if is_open => ("panel-low", "white", 1.0),
            Seen::Open => ("panel-low", "text-soft", 0.9),
            Seen::Visited => ("panel-low", "accent", 0.75),
            Seen::Closed => ("panel-low", "danger", 0.6),
            Seen::Far => ("panel-low", "rim-bright", 0.55),
        };
        if is_focus {
            list.add_circle(centre, r * 1.22, hud.colour("accent-bright", 0.9)).thickness(2.5 * hud.s).build();
        }
        if own.seen == Seen::Here || is_open {
            let glow = if own.seen == Seen::Here { 0.25 } else { 0.08 + 0.17 * pulse };
            list.add_circle(centre, r * 1.35, hud.colour(rim, glow)).filled(true).build();
        }
        list.add_circle(centre, r, hud.colour("panel", 1.0)).filled(true).build();
        list.add_circle(centre, r, hud.colour(fill, alpha)).filled(true).build();
        list.add_circle(centre, r, hud.colour(rim, alpha)).thickness(2.5 * hud.s * self.zoom.max(0.6)).build();
        let size = 16.0 * hud.whole(hud.s * self.zoom * 1.8);
        let faint = if alpha < 0.7 { 0.6 } else { 1.0 };
        hud.icon(list, icon(game.run().known_kind(room)), centre, size, Colour::WHITE.with_alpha(faint));
        if own.seen == Seen::Visited {
            let corner = [centre[0] + r * 0.75, centre[1] - r * 0.75];
            hud.icon(list, "check", corner, 16.0 * hud.whole(hud.s * self.zoom), Colour::WHITE);
        }
        if own.seen == Seen::Here {
            self.leader(hud, list, game, centre);
        }
        if self.zoom < 0.6 && !is_focus {
            return;
        }
        let font = hud.ui.push_font(hud.fonts.small);
        let words = own.title.clone().or_else(|| own.kind.clone()).unwrap_or_default();
        let colour = match own.seen {
            Seen::Here => "accent",
            _ if is_open => "white",
            _ => "text-soft",
        };
        let mut top = at.y + r * 1.22 + 2.0 * hud.s;
        for words in hud.lines(&words, self.step().x * 0.92, 2) {
            let [wide, high] = hud.ui.calc_text_size(&words);
            let place = [(at.x - wide / 2.0).round(), top.round()];
            hud.rimmed(list, place, hud.colour(colour, alpha.max(0.8)), &words);
            top += high;
        }
        font.pop();
    }
}
