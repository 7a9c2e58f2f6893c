//! The turn order as portrait frames with intents.

use super::Hud;
use super::panel_layout::{Edge, PanelLayout};
use super::plate::number_of;
use crate::window::battle::Battle;
use crate::window::battle::effects::portrait;
use crate::window::render::scene::marks::Badge;
use foretoken_editor::{Colour, Rect};
use foretoken_preview::Turn;
use foretoken_session::controller::LessonTarget;
use foretoken_session::texts::health::HealthOutlook;
use foretoken_session::texts::names::{self, ShortNames};
use foretoken_session::texts::{agenda, forecast_text, odds_text};
use foretoken_vm::{EntityId, GameState, Rulebook, Team};
use imgui::DrawListMut;
use std::sync::Arc;

#[derive(Clone, Copy)]
struct Frames {
    size: f32,
    cell: f32,
    named: bool,
    has_harm: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Touched {
    No,
    Hovered,
    Pressed,
}

struct PlaceInOrder {
    index: usize,
    when: String,
    again: bool,
    alone: bool,
    number: Option<Badge>,
    short: Option<String>,
    shorts: Arc<ShortNames>,
}

/// Draws the order; returns the pressed unit.
pub(super) fn draw(hud: &mut Hud<'_>, room: &mut PanelLayout, battle: &mut Battle) -> Option<EntityId> {
    let s = hud.s;
    let turns = turns(battle);
    let (book, order) = (Arc::clone(battle.book()), battle.controller.session.seat().order());
    let shorts = Arc::new(ShortNames::of(&book, battle.shown()));
    let beyond_frames = turns.iter().any(|turn| !turn.is_foreseen);
    let (gap, count) = ((4.0 * s).round(), turns.len() as f32);
    let [rim, rim_y] = hud.rim();
    let line = hud.ui.text_line_height();
    let of_heading = (5.0 * line).round();
    let heading = if beyond_frames { of_heading } else { 0.0 };
    let wide = |cell: f32| count * (cell + gap) + if beyond_frames { heading } else { -gap } + rim;
    let texels = hud.whole(s * 1.5) - if hud.is_tight() { 1.0 } else { 0.0 };
    let (most, of_names) = ((78.0 * s).max(4.6 * line).round(), (46.0 * s).max(2.8 * line).round());
    let few = 4.0 * ((78.0 * s).round() + gap) + rim;
    let strip = |least: f32, lines: f32| {
        let high = 32.0 * texels.max(1.0) + lines * hud.ui.text_line_height_with_spacing() + rim_y + 2.0 * s;
        room.strip(Edge::Top, high, wide(least).min(few))
    };
    // Without names, which tooltips have, large text leaves room for more units. Only decisions made ahead have harm.
    let of_faces = (46.0 * s).max(2.0 * line).round();
    let has_harm = book.scheduler.is_decided_ahead();
    let of_harm = if has_harm { 1.0 } else { 0.0 };
    let of_all = strip(of_names, 2.0 + of_harm);
    // The heading counts always, so that names do not come and go with it.
    let named = !hud.is_tight() && wide(of_names) + if beyond_frames { 0.0 } else { of_heading } <= of_all.width();
    let (least, Rect { left, top, right, .. }) =
        if named { (of_names, of_all) } else { (of_faces, strip(of_faces, 1.0 + of_harm)) };
    let cell = ((right - left - wide(0.0)) / count.max(1.0)).floor().clamp(least, most);
    let size = 32.0 * ((cell - 2.0 * s) / 32.0).floor().clamp(1.0, texels.max(1.0));
    let frames = Frames { size, cell, named, has_harm };
    let most = [right - left, room.height()];
    let half = wide(cell).min(most[0]) / 2.0;
    let middle = hud.at(0.5, 0.0, (0.0, 0.0))[0].min(right - half).max(left + half);
    let (mut hovered, mut pressed) = (EntityId::NONE, None);
    let place = ([middle.round(), top], [0.5, 0.0]);
    let rect = hud.scrolling("order", place, most, wide(cell) > most[0], |hud| {
        let over = hud.ui.is_window_hovered();
        if over && hud.ui.io().mouse_wheel.abs() > 0.0 {
            hud.ui.set_scroll_x(hud.ui.scroll_x() - hud.ui.io().mouse_wheel * (frames.cell + gap));
        }
        for (index, turn) in turns.iter().enumerate() {
            if index > 0 {
                hud.ui.same_line_with_spacing(0.0, gap);
            }
            if agenda::is_first_beyond(&turns, index) {
                beyond(hud, battle.controller.beyond_words(), Frames { cell: heading, ..frames });
                hud.ui.same_line_with_spacing(0.0, gap);
            }
            let group = hud.ui.begin_group();
            if let Some(unit) = turn.unit() {
                let alone = battle.controller.session.is_immediate() && !turn.is_foreseen;
                let again = turns[..index].iter().any(|earlier| earlier.unit() == Some(unit));
                let number = number_of(battle, &order, unit).filter(|_| !again);
                let short = shorts.get(unit).map(str::to_owned);
                let shorts = Arc::clone(&shorts);
                let place = PlaceInOrder { index, when: agenda::when(turn), again, alone, number, short, shorts };
                match portrait_of(hud, battle, &book, unit, frames, &place) {
                    Touched::No => {}
                    Touched::Hovered => hovered = unit,
                    Touched::Pressed => (hovered, pressed) = (unit, Some(unit)),
                }
                if !over && hud.ui.scroll_max_x() > 0.0 && is_acting(battle, unit) {
                    hud.ui.set_scroll_here_x_with_ratio(0.5);
                }
            } else {
                hud.ui.invisible_button(format!("##entry {index}"), [frames.cell, frames.size]);
                let (min, max) = (hud.ui.item_rect_min(), hud.ui.item_rect_max());
                let list = hud.ui.get_window_draw_list();
                let middle = [(min[0] + max[0]) / 2.0, (min[1] + max[1]) / 2.0];
                hud.icon(&list, "round", middle, frames.size * 0.6, Colour::WHITE);
                let words = match agenda::when(turn) {
                    when if when.is_empty() => "delayed effect".to_owned(),
                    when => format!("at {when}"),
                };
                centred(hud, frames.cell, "dim", &[&words]);
            }
            group.end();
        }
    });
    room.take(rect, Edge::Top);
    if hovered.is_some() {
        battle.hovered = hovered;
    }
    pressed
}

fn beyond(hud: &mut Hud<'_>, words: &str, frames: Frames) {
    let mut lines = vec![String::new()];
    for word in words.split(' ') {
        let last = lines.last().map_or("", String::as_str);
        let longer = if last.is_empty() { word.to_owned() } else { format!("{last} {word}") };
        if last.is_empty() || hud.ui.calc_text_size(&longer)[0] <= frames.cell {
            lines.pop();
            lines.push(longer);
        } else {
            lines.push(word.to_owned());
        }
    }
    let high = frames.size.max(lines.len() as f32 * hud.ui.text_line_height());
    hud.ui.invisible_button("##beyond", [frames.cell, high]);
    let ([left, top], colour) = (hud.ui.item_rect_min(), hud.colour("text-soft", 1.0));
    hud.widget_rects.item(hud.ui, "order/beyond");
    hud.tip(words);
    let list = hud.ui.get_window_draw_list();
    for (index, line) in lines.iter().enumerate() {
        list.add_text([left, top + index as f32 * hud.ui.text_line_height()], colour, hud.fitted(line, frames.cell));
    }
}

fn is_acting(battle: &Battle, unit: EntityId) -> bool {
    if battle.playback.is_playing() {
        return battle.playback.acting() == Some(unit);
    }
    battle.controller.session.seat().draft().is_some_and(|draft| draft.unit == unit)
}

fn portrait_of(
    hud: &mut Hud<'_>,
    battle: &Battle,
    book: &Rulebook,
    unit: EntityId,
    Frames { size, cell, named, has_harm }: Frames,
    place: &PlaceInOrder,
) -> Touched {
    let state = battle.shown();
    let entity = state.entity(unit);
    let session = &battle.controller.session;
    hud.ui.invisible_button(format!("##portrait {} {}", unit.0, place.index), [cell, size]);
    if !hud.ui.is_item_visible() {
        let rows = 1 + usize::from(named) + usize::from(has_harm);
        (0..rows).for_each(|_| hud.words("dim", " "));
        return Touched::No;
    }
    let (hovered, pressed) = (hud.ui.is_item_hovered(), hud.ui.is_item_clicked());
    let name = names::entity(book, state, unit);
    if !place.again {
        hud.widget_rects.item(hud.ui, format!("order/{name}"));
    }
    let (min, max) = (hud.ui.item_rect_min(), hud.ui.item_rect_max());
    let badge = super::over::badge_size(hud);
    let beside = if badge > size * 0.75 { badge - size * 0.2 } else { 0.0 };
    let left = ((min[0] + max[0] - size) / 2.0).max((min[0] + beside).min(max[0] - size));
    let (a, b) = ([left.round(), min[1].round()], [(left + size).round(), (min[1] + size).round()]);
    let list = hud.ui.get_window_draw_list();
    framed(hud, &list, (book, state, unit), (a, b));
    let acting = !place.again && is_acting(battle, unit);
    let looked_at = hovered || battle.hovered == unit || state.occupant(battle.controller.cursor) == unit;
    if acting || looked_at {
        let colour = if acting { hud.colour("accent", 1.0) } else { hud.colour("white", 0.9) };
        list.add_rect([a[0] - 2.0, a[1] - 2.0], [b[0] + 2.0, b[1] + 2.0], colour).rounding(4.0).thickness(2.0).build();
    }
    if battle.controller.lesson_target() == Some(LessonTarget::Unit(unit)) && !place.again {
        let colour = hud.colour("accent-bright", 0.6 + 0.4 * (hud.time * 5.0).sin());
        list.add_rect([a[0] - 4.0, a[1] - 4.0], [b[0] + 4.0, b[1] + 4.0], colour).rounding(6.0).thickness(3.0).build();
    }
    let outlook = HealthOutlook::of(session.seat().forecast(), unit).filter(|_| !battle.playback.is_playing());
    if outlook.is_some_and(|outlook| outlook.is_death()) {
        hud.icon(&list, "skull", [b[0] - 6.0 * hud.s, a[1] + 8.0 * hud.s], 16.0 * hud.whole(hud.s), Colour::WHITE);
    }
    if !place.again {
        hud.widget_rects.rect(format!("order/face/{name}"), a, b);
    }
    if let Some(first) = &place.number {
        let (wide, half) = (super::over::badge_width(hud, first) / 2.0, badge / 2.0);
        let (x, y) = if beside > 0.0 { (min[0] + wide, a[1] + half) } else { (a[0] + half * 0.6, a[1] + half * 0.6) };
        let stands = Rect::new(x - wide, y - half, x + wide, y + half);
        super::over::badge(hud, &list, first, stands);
        hud.widget_rects.rect(format!("order/badge/{name}"), stands.min(), stands.max());
    }
    let own = entity.team == session.seat().team();
    if own && session.seat().is_decided(unit) && !battle.playback.is_playing() {
        let icon = if session.is_advised(unit) { "speed" } else { "check" };
        hud.icon(&list, icon, [b[0] - 6.0 * hud.s, b[1] - 8.0 * hud.s], 16.0 * hud.whole(hud.s), Colour::WHITE);
    }
    if named {
        // A name without a letter has no shorter form.
        centred(hud, cell, "text-soft", &[&name, place.short.as_deref().unwrap_or(&name)]);
    }
    let intent = if battle.playback.is_playing() || place.again || place.alone {
        String::new()
    } else {
        forecast_text::intent_text(battle.controller.session.seat(), unit)
    };
    let words = format!("{} {intent}", place.when).trim().to_owned();
    centred(hud, cell, if own { "accent" } else { "enemy-pale" }, &[&words]);
    let is_foretold = has_harm && !place.again && !battle.playback.is_playing();
    let harm = if is_foretold { forecast_text::harm_texts(session.seat(), unit, &place.shorts) } else { Vec::new() };
    if has_harm {
        let harm: Vec<&str> = harm.iter().map(String::as_str).collect();
        centred(hud, cell, "danger", &harm);
    }
    if hovered {
        let health = health_words(battle, book, unit);
        let harm = harm.into_iter().next().unwrap_or_default();
        let mut lines = vec![("white", name), ("text-soft", health), ("text", words), ("danger", harm)];
        lines.retain(|(_, words)| !words.is_empty());
        hud.tooltip(Rect::between(min, max), &lines);
    }
    match (pressed, hovered) {
        (true, _) => Touched::Pressed,
        (_, true) => Touched::Hovered,
        _ => Touched::No,
    }
}

fn framed(
    hud: &Hud<'_>,
    list: &DrawListMut<'_>,
    (book, state, unit): (&Rulebook, &GameState, EntityId),
    (a, b): ([f32; 2], [f32; 2]),
) {
    let entity = state.entity(unit);
    let sheet = match entity.team {
        Team::PLAYER => "ui/frame-player",
        Team::NEUTRAL => "ui/frame-neutral",
        _ => "ui/frame-enemy",
    };
    if let Some(back) = hud.art.frame(sheet, "back") {
        hud.image(list, back, a, b, Colour::WHITE);
    }
    let scale = (b[0] - a[0]) / 32.0;
    let region = portrait(hud.art, book, state, unit);
    let own_sheet = book.unit_type(entity).map(|kind| format!("units/{}", kind.name)).unwrap_or_default();
    let (hx, hy) = hud.art.point(&own_sheet, "head").unwrap_or((region.w as f32 / 2.0, 10.0));
    let at = [a[0] + (16.0 - hx) * scale, a[1] + (17.0 - hy) * scale];
    let whole = Rect::new(at[0], at[1], at[0] + region.w as f32 * scale, at[1] + region.h as f32 * scale);
    let rim = 4.0 * scale;
    let window = Rect::new(a[0] + rim, a[1] + rim, b[0] - rim, b[1] - rim);
    hud.image_within(list, region, whole, window, Colour::WHITE);
    if let Some(frame) = hud.art.frame(sheet, "frame") {
        hud.image(list, frame, a, b, Colour::WHITE);
    }
}

fn health_words(battle: &Battle, book: &Rulebook, unit: EntityId) -> String {
    let (seat, health) = (battle.controller.session.seat(), battle.shown().entity(unit).health);
    let outlook = HealthOutlook::of(seat.forecast(), unit).filter(|_| !battle.playback.is_playing());
    let odds = odds_text::of_unit(seat, unit).filter(|_| !battle.playback.is_playing());
    if let Some(words) = odds.and_then(|(odds, method)| odds_text::unit(book, odds, method)) {
        return format!("{health} health; forecast: {words}");
    }
    match outlook.filter(HealthOutlook::is_change) {
        Some(outlook) if outlook.is_death() && outlook.is_certain() => format!("{health} health, will die"),
        Some(outlook) => format!("{health}{} health", outlook.becomes()),
        None => format!("{health} health"),
    }
}

/// Writes the first of these texts that fits, in the middle, or else the last one shortened. A text that is too wide for
/// the usual font is tried in the small one.
fn centred(hud: &Hud<'_>, width: f32, colour: &str, texts: &[&str]) {
    let (cursor, line) = (hud.ui.cursor_pos(), hud.ui.text_line_height_with_spacing());
    let fonts = [hud.fonts.text, hud.fonts.small];
    let tried = texts.iter().flat_map(|text| fonts.map(|font| (*text, font)));
    let in_font = |font, words: &str| {
        let font = hud.ui.push_font(font);
        let wide = hud.ui.calc_text_size(words)[0];
        font.pop();
        wide
    };
    let fitting = tried.clone().find(|&(words, font)| in_font(font, words) <= width);
    let (words, font) = fitting.or(tried.last()).unwrap_or(("", fonts[1]));
    let pushed = hud.ui.push_font(font);
    let words = hud.fitted(words, width);
    let [wide, high] = hud.ui.calc_text_size(&words);
    let down = if font == hud.fonts.text { 0.0 } else { (line - high) / 2.0 };
    hud.ui.set_cursor_pos([cursor[0] + ((width - wide) / 2.0).max(0.0), cursor[1] + down.floor()]);
    hud.words(colour, &words);
    pushed.pop();
    hud.ui.set_cursor_pos([cursor[0], cursor[1] + line]);
}

fn turns(battle: &Battle) -> Vec<Turn> {
    let is_playing = battle.playback.is_playing();
    let mut turns = if is_playing { battle.playback.turns() } else { battle.controller.turns() };
    let state = battle.shown();
    turns.retain(|turn| turn.is_slot() && turn.unit().is_none_or(|unit| state.entity(unit).is_alive()));
    turns
}
