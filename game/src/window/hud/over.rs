//! Labels over the board: health, badges and predictions, laid out without overlaps. Rising numbers are on top.

use super::plate::{Plate, number_of};
use super::{Fonts, Hud};
use crate::window::battle::Battle;
use crate::window::render::labels::{Wish, lay_out, leader};
use crate::window::render::scene::marks::{Badge, Stroke, Tag};
use foretoken_editor::{Colour, Rect};
use foretoken_session::texts::names::ShortNames;
use foretoken_session::texts::why_text;
use foretoken_vm::{EntityId, Outcome};
use std::collections::BTreeMap;

/// Label positions of the last frame.
#[derive(Clone, Debug, Default)]
pub struct LabelLayout {
    /// Areas of all labels.
    pub boxes: Vec<Rect>,
    /// Number of labels without room.
    pub left_out: usize,
    /// Column and row names at the edges.
    pub edges: Vec<String>,
    told: Vec<(Rect, u32)>,
    aside: BTreeMap<Key, [f32; 2]>,
}

impl LabelLayout {
    /// Returns the change of the label at a pixel.
    #[must_use]
    pub fn change_at(&self, [x, y]: [f32; 2]) -> Option<u32> {
        self.told.iter().rev().find(|(place, _)| place.contains([x, y])).map(|&(_, change)| change)
    }
}

type Key = (u8, u32, u32);

enum Label<'a> {
    Plate(Box<Plate>, Option<u32>),
    Badge(&'a Badge),
    Tag(&'a Tag),
}

impl Label<'_> {
    const fn change(&self) -> Option<u32> {
        match self {
            Self::Plate(_, dies) => *dies,
            Self::Badge(badge) => badge.change,
            Self::Tag(tag) => tag.change,
        }
    }
}

/// A draw list with a separate layer for pictures, so that they take one draw call.
pub(super) struct Layered<'l> {
    pub(super) list: &'l imgui::DrawListMut<'l>,
    layers: &'l imgui::ChannelsSplit<'l>,
}

impl Layered<'_> {
    pub(super) fn pictures(&self, draw: impl FnOnce(&imgui::DrawListMut<'_>)) {
        self.layers.set_current(1);
        draw(self.list);
        self.layers.set_current(0);
    }
}

struct Asked<'a> {
    key: Key,
    label: Label<'a>,
    liked: Rect,
    second: Option<[f32; 2]>,
    anchor: [f32; 2],
}

/// Battles with at least so many units, the dead included, have smaller labels, which stay beside their units.
const MANY: usize = 8;

/// Draws all of it, under the panels.
pub fn draw(hud: &mut Hud<'_>, battle: &mut Battle) {
    let (text, fonts) = (hud.text, hud.fonts);
    if battle.shown().entities().len() >= MANY {
        hud.text *= SMALLER;
        hud.fonts = Fonts { large: fonts.text, text: fonts.small, ..fonts };
    }
    draw_labels(hud, battle);
    (hud.text, hud.fonts) = (text, fonts);
    let list = hud.ui.get_background_draw_list();
    let font = hud.ui.push_font(hud.fonts.large);
    for rising in &battle.effects.rising {
        let share = rising.age / crate::window::battle::effects::Rising::LASTS;
        let at = battle.camera.project(rising.at);
        let text = hud.ui.calc_text_size(&rising.words);
        let y = at.y - battle.camera.zoom() * (0.9 + 0.7 * share) - text[1] / 2.0;
        let alpha = (2.0 - 2.0 * share).min(1.0);
        hud.rimmed(&list, [at.x - text[0] / 2.0, y], hud.colour(rising.colour, alpha), &rising.words);
    }
    rewind_point(hud, &list, battle);
    font.pop();
}

/// Scale of the labels of many units.
const SMALLER: f32 = 0.8;

fn draw_labels(hud: &Hud<'_>, battle: &mut Battle) {
    let list = hud.ui.get_background_draw_list();
    let font = hud.ui.push_font(hud.fonts.large);
    let asked = asked(hud, battle);
    let layout = &battle.labels;
    let wish = |asked: &Asked<'_>| Wish {
        at: asked.liked,
        second: asked.second,
        aside: layout.aside.get(&asked.key).copied().unwrap_or_default(),
    };
    let wishes: Vec<Wish> = asked.iter().map(wish).collect();
    heights(hud, &list, battle);
    let (names, stand): (Vec<String>, Vec<Rect>) = edges(hud, &list, battle).into_iter().unzip();
    let taken: Vec<Rect> = battle.panels.iter().copied().chain(stand).collect();
    let places = lay_out(hud.free, &taken, &battle.placed.faces, &wishes);
    let focus = battle.focus();
    let involved = focus.is_some().then(|| battle.involved(focus));
    let laid = || asked.iter().zip(&places).filter_map(|(asked, place)| Some((asked, (*place)?)));
    for (asked, place) in laid() {
        let is_second = asked.second.is_some_and(|[x, y]| {
            (place.left - asked.liked.left - x).abs() < 1.0 && (place.top - asked.liked.top - y).abs() < 1.0
        });
        if let Some([from, to]) = leader(asked.liked, place, asked.anchor).filter(|_| !is_second) {
            let width = (1.4 * hud.s).max(1.0);
            dotted(hud, &list, from, to);
            list.add_circle(to, width * 2.0, hud.colour("text-soft", 0.9)).filled(true).build();
        }
    }
    list.channels_split(2, |layers| {
        let on = Layered { list: &list, layers };
        for (asked, place) in laid() {
            match &asked.label {
                Label::Plate(plate, _) => {
                    let is_apart = involved.as_ref().is_some_and(|involved| !involved.contains(&plate.id));
                    plate.draw(hud, &on, battle, place, if is_apart { 0.35 } else { 1.0 });
                }
                Label::Badge(of) => badge(hud, &list, of, place),
                Label::Tag(of) => tag(hud, &on, of, place),
            }
        }
    });
    let aside =
        |(asked, place): (&Asked<'_>, Rect)| (asked.key, [place.left - asked.liked.left, place.top - asked.liked.top]);
    let layout = LabelLayout {
        boxes: places.iter().flatten().copied().collect(),
        edges: names,
        left_out: places.iter().filter(|place| place.is_none()).count(),
        aside: laid().map(aside).collect(),
        told: laid().filter_map(|(asked, place)| Some((place, asked.label.change()?))).collect(),
    };
    drop(asked);
    font.pop();
    battle.labels = layout;
}

/// Draws the leader from a label to its unit: dots, unlike the lines of attacks.
fn dotted(hud: &Hud<'_>, list: &imgui::DrawListMut<'_>, [x, y]: [f32; 2], [to_x, to_y]: [f32; 2]) {
    let radius = hud.s.max(1.0);
    let steps = ((to_x - x).hypot(to_y - y) / (5.0 * radius)).floor().max(1.0);
    for step in 0..=steps as usize {
        let share = step as f32 / steps;
        let at = [x + (to_x - x) * share, y + (to_y - y) * share];
        list.add_circle(at, 2.0 * radius, hud.colour("outline", 0.8)).filled(true).num_segments(8).build();
        list.add_circle(at, radius, hud.colour("text-soft", 0.9)).filled(true).num_segments(8).build();
    }
}

fn rewind_point(hud: &Hud<'_>, list: &imgui::DrawListMut<'_>, battle: &Battle) {
    let Some((outcome, age)) = battle.effects.decided else { return };
    let (title, words) = hud.art.presentation().end_of(&battle.controller.session, outcome);
    let shown = (age * 4.0).min(1.0);
    let free = hud.free;
    let high = 64.0 * hud.text * shown;
    let [x, y] = [free.middle()[0], free.top + free.height() * 0.45];
    let dark = if outcome == Outcome::Won { 0.12 } else { 0.5 };
    list.add_rect(free.min(), free.max(), hud.colour("outline", dark * shown)).filled(true).build();
    let (top, bottom) = (y - high / 2.0, y + high / 2.0);
    let colour = if outcome == Outcome::Won { "accent" } else { "enemy-pale" };
    list.add_rect([free.left, top], [free.right, bottom], hud.colour("panel", 0.92)).filled(true).build();
    for edge in [top, bottom] {
        list.add_line([free.left, edge], [free.right, edge], hud.colour(colour, 1.0)).thickness(2.0 * hud.s).build();
    }
    for (line, row, colour) in [(title.as_str(), -0.55, colour), (words, 0.55, "white")] {
        let [wide, tall] = hud.ui.calc_text_size(line);
        let at = [(x - wide / 2.0).round(), (y + row * tall - tall / 2.0).round()];
        hud.rimmed(list, at, hud.colour(colour, shown), line);
    }
}

fn asked<'a>(hud: &Hud<'_>, battle: &'a Battle) -> Vec<Asked<'a>> {
    let is_seen = |at: [f32; 2]| hud.free.contains(at) && !battle.panels.iter().any(|panel| panel.contains(at));
    let pixel = |at| battle.camera.project(at).round().to_array();
    let chosen = chosen(battle);
    let mut heads = battle.placed.heads.clone();
    let forward = battle.camera.forward();
    heads.sort_by(|(_, a), (_, b)| a.dot(forward).total_cmp(&b.dot(forward)));
    heads.sort_by_key(|(id, _)| !chosen.contains(id));
    let short = ShortNames::of(battle.book(), battle.shown());
    let order = battle.controller.session.seat().order();
    let plate = |(id, head): (EntityId, _)| {
        if battle.is_staged() {
            return None;
        }
        let (anchor, foot) = (pixel(head), battle.pixel_of(battle.shown().entity(id).cell));
        let plate = Plate::of(hud, battle, &short, (id, number_of(battle, &order, id)))?;
        let [width, height] = plate.size;
        let at = [anchor[0], anchor[1] - 4.0 * hud.s - height];
        let left = (at[0] - plate.middle).round();
        let liked = Rect::new(left, at[1].round(), left + width, at[1].round() + height);
        let aside = (foot.y + battle.camera.zoom() * BASE - liked.top).round();
        let under = Rect::new(liked.left, liked.top + aside, liked.right, liked.bottom + aside);
        let is_bare = battle.placed.bodies.iter().all(|(other, body)| *other == id || !body.is_overlapping(under));
        let second = is_bare.then_some([0.0, aside]);
        let seat = battle.controller.session.seat();
        let dies = why_text::death_of(&seat.forecast().marks().marks, id).filter(|_| !battle.playback.is_playing());
        Some(Asked { key: (0, u32::from(id.0), 0), label: Label::Plate(Box::new(plate), dies), liked, second, anchor })
    };
    let (first, others): (Vec<_>, Vec<_>) = heads.into_iter().partition(|(id, _)| chosen.contains(id));
    let mut all: Vec<Asked<'a>> = first.into_iter().filter_map(plate).collect();
    let size = badge_size(hud);
    let mut of_number: BTreeMap<u16, u32> = BTreeMap::new();
    all.extend(battle.placed.badges.iter().map(|badge| {
        let anchor = pixel(badge.at);
        let nth = of_number.entry(badge.number).or_default();
        *nth += 1;
        let (wide, half) = (badge_width(hud, badge) / 2.0, size / 2.0);
        let liked = Rect::new(anchor[0] - wide, anchor[1] - half, anchor[0] + wide, anchor[1] + half);
        Asked { key: (1, u32::from(badge.number), *nth), label: Label::Badge(badge), liked, second: None, anchor }
    }));
    all.extend(others.into_iter().filter_map(plate));
    all.extend(battle.placed.tags.iter().enumerate().map(|(at, tag)| {
        let anchor = pixel(tag.at);
        let [width, height] = tag_size(hud, tag);
        let middle = anchor[1] - battle.camera.zoom() * 0.42;
        let (left, top) = ((anchor[0] - width / 2.0).round(), (middle - height / 2.0).round());
        let liked = Rect::new(left, top, left + width, top + height);
        Asked { key: (2, at as u32, 0), label: Label::Tag(tag), liked, second: None, anchor }
    }));
    all.retain(|asked| is_seen(asked.anchor));
    all
}

fn heights(hud: &Hud<'_>, list: &imgui::DrawListMut<'_>, battle: &Battle) {
    for (at, height) in battle.heights() {
        let [x, y] = battle.camera.project(at).to_array();
        let words = height.to_string();
        let rect = around(hud, [x, y], &words);
        with_font(hud, || hud.rimmed(list, rect.min(), hud.colour("text-soft", 0.9), &words));
    }
}

/// Returns the area of a text around a point.
fn around(hud: &Hud<'_>, [x, y]: [f32; 2], words: &str) -> Rect {
    let [wide, high] = with_font(hud, || hud.ui.calc_text_size(words));
    let (left, top) = ((x - wide / 2.0).round(), (y - high / 2.0).round());
    Rect::new(left, top, left + wide, top + high)
}

fn edges(hud: &Hud<'_>, list: &imgui::DrawListMut<'_>, battle: &Battle) -> Vec<(String, Rect)> {
    let mut stand: Vec<(String, Rect)> = Vec::new();
    for (at, name) in battle.edge_names() {
        let [x, y] = battle.camera.project(at).to_array();
        let rect = around(hud, [x, y], &name);
        let hidden = !hud.free.contains([x, y]) || battle.panels.iter().any(|panel| panel.is_overlapping(rect));
        if hidden || stand.iter().any(|(_, other)| other.grown(2.0 * hud.s).is_overlapping(rect)) {
            continue;
        }
        with_font(hud, || hud.rimmed(list, rect.min(), hud.colour("text", 0.8), &name));
        stand.push((name, rect));
    }
    stand
}

pub(super) fn chosen(battle: &Battle) -> [EntityId; 3] {
    let drafted = battle.controller.session.seat().draft().map_or(EntityId::NONE, |draft| draft.unit);
    [battle.hovered, battle.shown().occupant(battle.controller.cursor), drafted]
}

const BASE: f32 = 0.4;

pub(super) fn badge_size(hud: &Hud<'_>) -> f32 {
    (22.0 * hud.text).round()
}

fn badge_words(badge: &Badge) -> String {
    if badge.is_certain { badge.number.to_string() } else { format!("{}?", badge.number) }
}

pub(super) fn badge_width(hud: &Hud<'_>, badge: &Badge) -> f32 {
    number_width(hud, badge) + harm_width(hud, badge)
}

fn number_width(hud: &Hud<'_>, badge: &Badge) -> f32 {
    let words = with_font(hud, || hud.ui.calc_text_size(badge_words(badge))[0]);
    (words + 8.0 * hud.s).max(badge_size(hud)).round()
}

/// Returns the width of a deed's harm beside its number.
fn harm_width(hud: &Hud<'_>, badge: &Badge) -> f32 {
    if badge.harm == 0 { 0.0 } else { with_font(hud, || hud.ui.calc_text_size(harm_words(badge))[0]) + 3.0 * hud.s }
}

fn harm_words(badge: &Badge) -> String {
    format!("−{}", badge.harm)
}

/// Draws a deed's number: round for the side at the screen, with cut corners for others.
pub(super) fn badge(hud: &Hud<'_>, list: &imgui::DrawListMut<'_>, badge: &Badge, place: Rect) {
    let harm = place.right - harm_width(hud, badge);
    if badge.harm != 0 {
        with_font(hud, || {
            let words = harm_words(badge);
            let top = place.middle()[1] - hud.ui.calc_text_size(&words)[1] / 2.0;
            hud.rimmed(list, [harm + 2.0 * hud.s, top.round()], hud.colour("danger", 1.0), &words);
        });
    }
    let place = Rect { right: harm, ..place };
    let [x, y] = place.middle();
    let radius = place.height() / 2.0;
    let (dark, light) = (hud.colour("outline", 1.0), hud.colour(badge.hand.colour, 1.0));
    let corners = if badge.hand.is_own { 20 } else { 6 };
    let ends = [place.left + radius, place.right - radius];
    for (colour, by) in [(dark, 0.0), (light, 1.5 * hud.s)] {
        for end in ends {
            list.add_circle([end, y], radius - by, colour).filled(true).num_segments(corners).build();
        }
        let half = if badge.hand.is_own { radius - by } else { (radius - by) * 3.0_f32.sqrt() / 2.0 };
        list.add_rect([ends[0], y - half], [ends[1], y + half], colour).filled(true).build();
    }
    let gaps = match badge.hand.stroke {
        Stroke::Solid => 0,
        Stroke::Long => 3,
        Stroke::Short => 8,
        Stroke::DashDot => 5,
    };
    for gap in 0..gaps {
        let (sin, cos) = (gap as f32 / gaps as f32 * std::f32::consts::TAU).sin_cos();
        let end = if sin < 0.0 { ends[0] } else { ends[1] };
        let at = |far: f32| [end + sin * far, y - cos * far];
        list.add_line(at(radius * 0.8), at(radius), dark).thickness(1.6 * hud.s).build();
    }
    let words = badge_words(badge);
    with_font(hud, || {
        let [width, height] = hud.ui.calc_text_size(&words);
        list.add_text([(x - width / 2.0).round(), (y - height / 2.0).round()], dark, &words);
    });
}

pub(super) fn icon_size(hud: &Hud<'_>) -> f32 {
    16.0 * hud.whole(hud.text)
}

fn tag_size(hud: &Hud<'_>, tag: &Tag) -> [f32; 2] {
    let text = if tag.words.is_empty() { [0.0; 2] } else { hud.ui.calc_text_size(&tag.words) };
    let icon = if tag.icon.is_some() { icon_size(hud) } else { 0.0 };
    let gap = if icon > 0.0 && text[0] > 0.0 { 3.0 * hud.s } else { 0.0 };
    [icon + gap + text[0], icon.max(text[1])]
}

fn tag(hud: &Hud<'_>, on: &Layered<'_>, tag: &Tag, place: Rect) {
    let [_, y] = place.middle();
    let mut left = place.left;
    if let Some(icon) = tag.icon {
        let size = icon_size(hud);
        on.pictures(|list| hud.icon(list, icon, [left + size / 2.0, y], size, Colour::WHITE));
        left += size + 3.0 * hud.s;
    }
    if !tag.words.is_empty() {
        let high = hud.ui.calc_text_size(&tag.words)[1];
        hud.rimmed(on.list, [left, (y - high / 2.0).round()], hud.colour(tag.colour, 1.0), &tag.words);
    }
}

pub(super) fn with_font<T>(hud: &Hud<'_>, what: impl FnOnce() -> T) -> T {
    let font = hud.ui.push_font(hud.fonts.text);
    let done = what();
    font.pop();
    done
}
