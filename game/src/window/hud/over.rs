//! What is written over the board: health, what becomes of it, the numbers of deeds, and the words of a prediction, laid
//! out so that none lies over another. Numbers that rise while a round is watched go over all of it.

use super::Hud;
use crate::art::Region;
use crate::window::battle::Battle;
use crate::window::render::labels::{Wish, lay_out, leader};
use crate::window::render::scene::marks::{Badge, Stroke, Tag};
use foretoken_editor::{Colour, Rect};
use foretoken_session::wording::carried::{self, StatusSign};
use foretoken_session::wording::{names, why_text};
use foretoken_vm::stats::StatId;
use foretoken_vm::{EntityId, Outcome};
use std::collections::BTreeMap;

/// Where what is written over the board stood in the last frame.
#[derive(Clone, Debug, Default)]
pub struct LabelLayout {
    /// The boxes of all that is written, and whether some had no room.
    pub boxes: Vec<Rect>,
    /// How many had no room.
    pub left_out: usize,
    /// The names of columns and rows that stand at the edges of the floor.
    pub edges: Vec<String>,
    /// Where a change of the prediction is told, and which.
    told: Vec<(Rect, u32)>,
    /// By how much each stood aside.
    aside: BTreeMap<Key, [f32; 2]>,
}

impl LabelLayout {
    /// The change of the prediction that the label at a pixel tells of.
    #[must_use]
    pub fn change_at(&self, [x, y]: [f32; 2]) -> Option<u32> {
        self.told.iter().rev().find(|(place, _)| place.contains([x, y])).map(|&(_, change)| change)
    }
}

/// What tells a label from others, from frame to frame.
type Key = (u8, u32, u32);

/// One label.
#[derive(Clone, Copy, Debug)]
enum Label<'a> {
    /// Of whom, with the change by which it dies.
    Plate(EntityId, Option<u32>),
    Badge(&'a Badge),
    Tag(&'a Tag),
}

impl Label<'_> {
    /// The change of the prediction that it tells of.
    const fn change(&self) -> Option<u32> {
        match self {
            Self::Plate(_, dies) => *dies,
            Self::Badge(badge) => badge.change,
            Self::Tag(tag) => tag.change,
        }
    }
}

/// A list that takes pictures in a layer of their own over shapes and words: none of the labels lies over another, and all
/// pictures together are one call of the device, where one for each would be hundreds.
struct Layered<'l> {
    list: &'l imgui::DrawListMut<'l>,
    layers: &'l imgui::ChannelsSplit<'l>,
}

impl Layered<'_> {
    /// Draws pictures, with the list that takes them.
    fn pictures(&self, draw: impl FnOnce(&imgui::DrawListMut<'_>)) {
        self.layers.set_current(1);
        draw(self.list);
        self.layers.set_current(0);
    }
}

/// A label with where it would like to be.
struct Asked<'a> {
    key: Key,
    label: Label<'a>,
    liked: Rect,
    /// By how much it stands aside at its second place: a plate under the feet.
    second: Option<[f32; 2]>,
    /// What it belongs to.
    anchor: [f32; 2],
}

/// Draws all of it, under the panels.
pub fn draw(hud: &Hud<'_>, battle: &mut Battle) {
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
    let (names, stand): (Vec<String>, Vec<Rect>) = edges(hud, &list, battle).into_iter().unzip();
    let taken: Vec<Rect> = battle.panels.iter().copied().chain(stand).collect();
    let places = lay_out(hud.free, &taken, &battle.faces, &wishes);
    let focus = battle.focus();
    let involved = focus.is_some().then(|| battle.involved(focus));
    let laid = || asked.iter().zip(&places).filter_map(|(asked, place)| Some((asked, (*place)?)));
    for (asked, place) in laid() {
        // Under its feet a plate is as plain as over its head.
        let is_second = asked.second.is_some_and(|[x, y]| {
            (place.left - asked.liked.left - x).abs() < 1.0 && (place.top - asked.liked.top - y).abs() < 1.0
        });
        if let Some([from, to]) = leader(asked.liked, place, asked.anchor).filter(|_| !is_second) {
            let width = (1.4 * hud.s).max(1.0);
            list.add_line(from, to, hud.colour("outline", 0.9)).thickness(width * 3.0).build();
            list.add_line(from, to, hud.colour("text-soft", 0.9)).thickness(width).build();
            list.add_circle(to, width * 2.0, hud.colour("text-soft", 0.9)).filled(true).build();
        }
    }
    list.channels_split(2, |layers| {
        let on = Layered { list: &list, layers };
        for (asked, place) in laid() {
            match asked.label {
                Label::Plate(id, _) => {
                    let is_apart = involved.as_ref().is_some_and(|involved| !involved.contains(&id));
                    plate(hud, &on, battle, id, place, if is_apart { 0.35 } else { 1.0 });
                }
                Label::Badge(of) => badge(hud, &list, of, place),
                Label::Tag(of) => tag(hud, &on, of, place),
            }
        }
    });
    for rising in &battle.effects.rising {
        let share = rising.age / crate::window::battle::effects::Rising::LASTS;
        let at = battle.camera.project(rising.at);
        let text = hud.ui.calc_text_size(&rising.words);
        let y = at.y - battle.camera.zoom() * (0.9 + 0.7 * share) - text[1] / 2.0;
        let alpha = (2.0 - 2.0 * share).min(1.0);
        hud.rimmed(&list, [at.x - text[0] / 2.0, y], hud.colour(rising.colour, alpha), &rising.words);
    }
    moment(hud, &list, battle);
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

/// A battle that was just decided: a band across the board with how it came out, for a moment.
fn moment(hud: &Hud<'_>, list: &imgui::DrawListMut<'_>, battle: &Battle) {
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

/// All that is to be written where something of the board is seen: first of those that matter now, then the deeds in their
/// order, then what stands in front before what stands behind.
fn asked<'a>(hud: &Hud<'_>, battle: &'a Battle) -> Vec<Asked<'a>> {
    let is_seen = |at: [f32; 2]| hud.free.contains(at) && !battle.panels.iter().any(|panel| panel.contains(at));
    let pixel = |at| battle.camera.project(at).round().to_array();
    let chosen = chosen(battle);
    let mut heads = battle.heads.clone();
    let forward = battle.camera.forward();
    heads.sort_by(|(_, a), (_, b)| a.dot(forward).total_cmp(&b.dot(forward)));
    heads.sort_by_key(|(id, _)| !chosen.contains(id));
    let plate = |(id, head): (EntityId, _)| {
        let (anchor, foot) = (pixel(head), battle.pixel_of(battle.shown().entity(id).cell));
        let [width, height] = Plate::of(hud, battle, id)?.size;
        let at = [anchor[0], anchor[1] - 4.0 * hud.s - height];
        // The hearts stand over the head, and what is told beside them to their right.
        let left = (at[0] - Plate::of(hud, battle, id)?.middle).round();
        let liked = Rect::new(left, at[1].round(), left + width, at[1].round() + height);
        // Under its feet, unless that is where somebody else is seen.
        let aside = (foot.y + battle.camera.zoom() * BASE - liked.top).round();
        let under = Rect::new(liked.left, liked.top + aside, liked.right, liked.bottom + aside);
        let is_bare = battle.bodies.iter().all(|(other, body)| *other == id || !body.meets(under));
        let second = is_bare.then_some([0.0, aside]);
        let seat = battle.controller.session.seat();
        let dies = why_text::death_of(&seat.forecast().marks().marks, id).filter(|_| !battle.playback.is_playing());
        Some(Asked { key: (0, u32::from(id.0), 0), label: Label::Plate(id, dies), liked, second, anchor })
    };
    let (first, others): (Vec<_>, Vec<_>) = heads.into_iter().partition(|(id, _)| chosen.contains(id));
    let mut all: Vec<Asked<'a>> = first.into_iter().filter_map(plate).collect();
    let size = badge_size(hud);
    let mut of_number: BTreeMap<u16, u32> = BTreeMap::new();
    all.extend(battle.badges.iter().map(|badge| {
        let anchor = pixel(badge.at);
        let nth = of_number.entry(badge.number).or_default();
        *nth += 1;
        let (wide, half) = (badge_width(hud, badge) / 2.0, size / 2.0);
        let liked = Rect::new(anchor[0] - wide, anchor[1] - half, anchor[0] + wide, anchor[1] + half);
        Asked { key: (1, u32::from(badge.number), *nth), label: Label::Badge(badge), liked, second: None, anchor }
    }));
    all.extend(others.into_iter().filter_map(plate));
    all.extend(battle.tags.iter().enumerate().map(|(at, tag)| {
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

/// Writes the names of columns and rows at the edges of the floor. Where there are many, some are left out; of what is
/// written, none lies over another or under a panel. Returns them with where they stand.
fn edges(hud: &Hud<'_>, list: &imgui::DrawListMut<'_>, battle: &Battle) -> Vec<(String, Rect)> {
    let mut stand: Vec<(String, Rect)> = Vec::new();
    for (at, name) in battle.edge_names() {
        let [x, y] = battle.camera.project(at).to_array();
        let [wide, high] = with_font(hud, || hud.ui.calc_text_size(&name));
        let (left, top) = ((x - wide / 2.0).round(), (y - high / 2.0).round());
        let rect = Rect::new(left, top, left + wide, top + high);
        let hidden = !hud.free.contains([x, y]) || battle.panels.iter().any(|panel| panel.meets(rect));
        if hidden || stand.iter().any(|(_, other)| other.grown(2.0 * hud.s).meets(rect)) {
            continue;
        }
        with_font(hud, || hud.rimmed(list, [left, top], hud.colour("text", 0.8), &name));
        stand.push((name, rect));
    }
    stand
}

/// Who is pointed at or decided for.
fn chosen(battle: &Battle) -> [EntityId; 3] {
    let drafted = battle.controller.session.seat().draft().map_or(EntityId::NONE, |draft| draft.unit);
    [battle.hovered, battle.shown().occupant(battle.controller.cursor), drafted]
}

/// From the middle of a cell to the front rim of a base, down the picture, in cell edges.
const BASE: f32 = 0.4;

/// Height of a badge in pixels, and its width where its number is short.
pub(super) fn badge_size(hud: &Hud<'_>) -> f32 {
    (22.0 * hud.text).round()
}

fn badge_words(badge: &Badge) -> String {
    if badge.is_certain { badge.number.to_string() } else { format!("{}?", badge.number) }
}

/// Width of a badge in pixels: its words lie on its colour, or they would not be read.
pub(super) fn badge_width(hud: &Hud<'_>, badge: &Badge) -> f32 {
    let words = with_font(hud, || hud.ui.calc_text_size(badge_words(badge))[0]);
    (words + 8.0 * hud.s).max(badge_size(hud)).round()
}

/// The number of a deed on the colour of who does it: round for the side at the screen, with cut corners for others. Its
/// rim is dashed as the unit's lines are.
pub(super) fn badge(hud: &Hud<'_>, list: &imgui::DrawListMut<'_>, badge: &Badge, place: Rect) {
    let [x, y] = place.middle();
    let radius = place.height() / 2.0;
    let (dark, light) = (hud.colour("outline", 1.0), hud.colour(badge.hand.colour, 1.0));
    let corners = if badge.hand.is_own { 20 } else { 6 };
    // A wide one is drawn about both its ends.
    let ends = [place.left + radius, place.right - radius];
    for (colour, by) in [(dark, 0.0), (light, 1.5 * hud.s)] {
        for end in ends {
            list.add_circle([end, y], radius - by, colour).filled(true).num_segments(corners).build();
        }
        // Of what has cut corners, the upper edge is not as high as a circle's.
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

/// Edge of a tag's icon in pixels.
fn icon_size(hud: &Hud<'_>) -> f32 {
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

/// The most statuses of one unit that are shown over its head.
const MOST_STATUSES: usize = 4;

/// A status over a head: its drawing where the pack has one, else its letter.
struct StatusMark {
    icon: Option<String>,
    letter: String,
    colour: &'static str,
}

impl StatusMark {
    fn of(hud: &Hud<'_>, sign: StatusSign<'_>) -> Self {
        let icon = hud.art.frame(&format!("icons/{}", sign.name), "icon").map(|_| sign.name.to_owned());
        Self { icon, letter: sign.glyph.to_string(), colour: if sign.is_bad { "danger" } else { "gain" } }
    }

    /// How wide it is drawn, with the gap before it.
    fn width(&self, hud: &Hud<'_>) -> f32 {
        2.0 * hud.s + if self.icon.is_some() { icon_size(hud) } else { hud.ui.calc_text_size(&self.letter)[0] }
    }
}

/// What is written over a head, measured.
struct Plate {
    /// Width and height in pixels.
    size: [f32; 2],
    /// Where its hearts have their middle, from its left.
    middle: f32,
    /// Its name, where it is pointed at.
    name: Option<String>,
    /// Its health as a number, where that is too much for hearts.
    number: Option<String>,
    pips: Option<Pips>,
    /// By how much its health changes.
    change: Option<i32>,
    icons: Vec<&'static str>,
    /// Its statuses, the bad ones first, as far as they are shown.
    statuses: Vec<StatusMark>,
    /// Height of the row of hearts.
    row: f32,
}

impl Plate {
    /// Of whom, as it is shown; `None` for what has no health and for what is told of nothing else.
    fn of(hud: &Hud<'_>, battle: &Battle, id: EntityId) -> Option<Self> {
        if most_health(battle, id) <= 0 {
            return None;
        }
        let state = battle.shown();
        let entity = state.entity(id);
        let after = after(battle, id);
        let pips = pips(hud, battle, id);
        let changes = after != entity.health;
        let number = pips
            .is_none()
            .then(|| if changes { format!("{}→{after}", entity.health) } else { entity.health.to_string() });
        let change = (changes && pips.is_some()).then_some(after - entity.health);
        let dies = battle.controller.session.seat().forecast().forecast_of(id).is_some_and(|forecast| forecast.dies);
        let icons = [
            ("skull", dies && !battle.playback.is_playing()),
            ("stun", entity.stunned > 0),
            ("turned", entity.redirect.index() != 0),
            ("anchor", entity.flags & foretoken_vm::state::flag::ANCHORED != 0 && entity.acts()),
        ];
        let icons: Vec<&str> = icons.into_iter().filter_map(|(icon, on)| on.then_some(icon)).collect();
        let signs = carried::signs(battle.book(), state, id).into_iter().take(MOST_STATUSES);
        let statuses: Vec<StatusMark> = signs.map(|sign| StatusMark::of(hud, sign)).collect();
        let name = chosen(battle).contains(&id).then(|| names::entity(battle.book(), state, id));
        let text = |words: &str| hud.ui.calc_text_size(words);
        let hearts = match (&pips, &number) {
            (Some(pips), _) => pips.width(),
            (None, number) => text(number.as_deref().unwrap_or_default())[0],
        };
        let beside = change.map_or(0.0, |by| text(&format!("{by:+}"))[0] + 3.0 * hud.text);
        let drawn = icons.len() as f32 * icon_size(hud) + statuses.iter().map(|mark| mark.width(hud)).sum::<f32>();
        let words_high = hud.ui.text_line_height();
        let pips_high = pips.as_ref().map_or(words_high, |pips| pips.size);
        let is_worded = change.is_some() || number.is_some() || statuses.iter().any(|mark| mark.icon.is_none());
        let row = if is_worded { words_high } else { pips_high };
        let row = if icons.is_empty() && statuses.iter().all(|mark| mark.icon.is_none()) {
            row
        } else {
            row.max(icon_size(hud))
        } + 2.0 * hud.s;
        let named = name.as_deref().map_or([0.0; 2], |name| with_font(hud, || hud.ui.calc_text_size(name)));
        let rim = 2.0 * hud.s;
        let width = (hearts + beside + drawn).max(named[0]) + 2.0 * rim;
        let middle = if named[0] > hearts + beside + drawn { width / 2.0 } else { rim + hearts / 2.0 };
        Some(Self { size: [width, row + named[1]], middle, name, number, pips, change, icons, statuses, row })
    }
}

/// Measures or writes in the smaller letters of sentences.
fn with_font<T>(hud: &Hud<'_>, what: impl FnOnce() -> T) -> T {
    let font = hud.ui.push_font(hud.fonts.text);
    let done = what();
    font.pop();
    done
}

/// A name, pips for each point of health or a number for many, what becomes of it, and what holds of the unit.
fn plate(hud: &Hud<'_>, on: &Layered<'_>, battle: &Battle, id: EntityId, place: Rect, alpha: f32) {
    let Some(plate) = Plate::of(hud, battle, id) else { return };
    let list = on.list;
    let backing = hud.colour("outline", 0.62 * alpha);
    list.add_rect(place.min(), place.max(), backing).filled(true).rounding(3.0 * hud.s).build();
    if let Some(name) = &plate.name {
        let wide = with_font(hud, || hud.ui.calc_text_size(name)[0]);
        let at = [(place.middle()[0] - wide / 2.0).round(), place.top];
        with_font(hud, || hud.rimmed(list, at, hud.colour("text", alpha), name));
    }
    let y = place.bottom - plate.row / 2.0;
    let written = |words: &str, x: f32, colour: &str| {
        let [wide, high] = hud.ui.calc_text_size(words);
        hud.rimmed(list, [x, (y - high / 2.0).round()], hud.colour(colour, alpha), words);
        x + wide
    };
    let wide = plate.pips.as_ref().map_or(0.0, Pips::width);
    let mut x = match (&plate.pips, &plate.number) {
        (Some(pips), _) => {
            let left = place.left + plate.middle - wide / 2.0;
            on.pictures(|list| hearts(hud, list, battle, id, pips, [left, y], alpha));
            left + wide + 3.0 * hud.text
        }
        (None, number) => written(number.as_deref().unwrap_or_default(), place.left + 2.0 * hud.s, "text"),
    };
    if let Some(by) = plate.change {
        x = written(&format!("{by:+}"), x, if by < 0 { "danger" } else { "gain" });
    }
    let size = icon_size(hud);
    for icon in &plate.icons {
        on.pictures(|list| hud.icon(list, icon, [x + size / 2.0, y], size, Colour::WHITE.with_alpha(alpha)));
        x += size;
    }
    for mark in &plate.statuses {
        let wide = mark.width(hud);
        match &mark.icon {
            Some(icon) => {
                let middle = [x + wide - size / 2.0, y];
                on.pictures(|list| hud.icon(list, icon, middle, size, Colour::WHITE.with_alpha(alpha)));
            }
            None => {
                written(&mark.letter, x + 2.0 * hud.s, mark.colour);
            }
        }
        x += wide;
    }
}

/// Pips for each point of health: full, about to be lost, lost, and shields, from the left on a height.
fn hearts(
    hud: &Hud<'_>,
    list: &imgui::DrawListMut<'_>,
    battle: &Battle,
    id: EntityId,
    pips: &Pips,
    [left, y]: [f32; 2],
    alpha: f32,
) {
    let entity = battle.shown().entity(id);
    let (most, after) = (most_health(battle, id), after(battle, id));
    // What is about to be lost blinks slowly, and has its own drawing besides.
    let blink = 0.65 + 0.35 * (hud.time * 5.0).sin();
    for pip in 0..pips.count {
        let at = pip as i32;
        let (name, shine) = if at >= most.max(after) {
            ("shield", 1.0)
        } else if at < entity.health.min(after) {
            ("full", 1.0)
        } else if at < entity.health {
            ("lost", blink)
        } else if at < after {
            ("gained", blink)
        } else {
            ("empty", 1.0)
        };
        let Some(region): Option<Region> = hud.art.frame("icons/pip", name) else { continue };
        let min = [(left + pips.step * pip as f32).round(), (y - pips.size / 2.0).round()];
        let tint = Colour::WHITE.with_alpha(shine * alpha);
        hud.image(list, region, min, [min[0] + pips.size, min[1] + pips.size], tint);
    }
}

/// How a unit's health is shown as pips.
struct Pips {
    count: usize,
    /// Edge of a pip, in pixels.
    size: f32,
    /// From one to the next.
    step: f32,
}

impl Pips {
    /// Pixels across.
    fn width(&self) -> f32 {
        self.step * (self.count as f32 - 1.0) + self.size
    }
}

/// How many pips a unit's health takes, and how large they are; none where it is a number.
fn pips(hud: &Hud<'_>, battle: &Battle, id: EntityId) -> Option<Pips> {
    let entity = battle.shown().entity(id);
    let count = (most_health(battle, id).max(after(battle, id)) + entity.shield) as usize;
    let size = 8.0 * hud.whole(hud.text * (battle.camera.zoom() / 44.0).clamp(0.5, 1.6)).min(5.0);
    let drawn = count <= 9 && hud.art.frame("icons/pip", "full").is_some();
    drawn.then_some(Pips { count, size, step: size * if count > 6 { 0.8 } else { 0.95 } })
}

/// The most health that a unit can have; 0 for who is not there.
fn most_health(battle: &Battle, id: EntityId) -> i32 {
    let state = battle.shown();
    if state.entity(id).max_health <= 0 { 0 } else { state.sheet(battle.book()).stat(id, StatId::HEALTH) }
}

/// The health that a unit is left with.
fn after(battle: &Battle, id: EntityId) -> i32 {
    let forecast_of =
        battle.controller.session.seat().forecast().forecast_of(id).filter(|_| !battle.playback.is_playing());
    forecast_of
        .map_or(battle.shown().entity(id).health, |forecast_of| forecast_of.range.0.min(forecast_of.after).max(0))
}
