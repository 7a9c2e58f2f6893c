//! The texts of a deck over the board: names and effects on the faces of the solid, what comes next around it, cooldowns
//! and energy; cards if there is no solid.

use super::Hud;
use crate::presentation::digit_key;
use crate::window::battle::Battle;
use crate::window::battle::die::ShownFace;
use foretoken_editor::{Colour, Rect};
use foretoken_session::texts::decks::{self, SlotText};
use foretoken_session::texts::{glossary, rerolls};
use glam::Vec2;
use imgui::{DrawListMut, FontId};

/// Share of a face's width at its middle that its texts take.
const WIDE: f32 = 0.58;
/// Distance of a face's texts from the middle, as a share of its own middle's.
const OUT: f32 = 1.1;
/// Distance of the outer names from the middle, in radii.
const AROUND: f32 = 1.07;

/// Height of the energy above the deck, in text lines.
pub const ENERGY: f32 = 1.9;
/// Most lines of odds and explanations under the deck.
const MOST_TOLD: usize = 4;
/// Height of the lines of help or odds under the deck.
pub const HELP: f32 = 2.3;

struct Line {
    words: String,
    font: FontId,
    colour: &'static str,
}

/// Draws the texts of the deck under the panels.
pub fn draw(hud: &mut Hud<'_>, battle: &mut Battle) {
    if battle.die.is_hidden() {
        return;
    }
    if battle.die.is_solid() {
        solid(hud, battle);
    } else {
        cards(hud, battle);
    }
    energy(hud, battle);
}

fn measured(hud: &Hud<'_>, font: FontId, words: &str) -> [f32; 2] {
    let font = hud.ui.push_font(font);
    let size = hud.ui.calc_text_size(words);
    font.pop();
    size
}

fn lines(hud: &Hud<'_>, text: &SlotText, key: Option<usize>) -> Vec<Line> {
    let is_ready = text.slot.left == 0;
    let colour = match () {
        () if text.slot.is_current => "accent-bright",
        () if !is_ready => "dim",
        () => "white",
    };
    let key = key.map(|key| Line { words: digit_key(key).to_string(), font: hud.fonts.text, colour: "accent" });
    let title = Line { words: text.title.clone(), font: hud.fonts.large, colour };
    let note = text.note.trim_end_matches('.').to_owned();
    let soft = if is_ready || text.slot.is_current { "text" } else { "dim" };
    let parts = note.split(", ").map(str::to_owned).collect::<Vec<_>>();
    let notes = parts.into_iter().map(|words| Line { words, font: hud.fonts.text, colour: soft });
    let cooldown = decks::short_cooldown(text.slot).filter(|_| !text.slot.is_current);
    let cooldown = cooldown.map(|words| Line { words, font: hud.fonts.small, colour: "enemy-pale" });
    key.into_iter().chain([title]).chain(notes).chain(cooldown).filter(|line| !line.words.is_empty()).collect()
}

/// Writes lines around a point; the first font that fits the width is taken for each.
fn write(hud: &Hud<'_>, list: &DrawListMut<'_>, middle: Vec2, wide: f32, lines: &[Line], alpha: f32) {
    let font = |line: &Line| {
        let tried = [line.font, hud.fonts.text];
        let fits = |font: &FontId| measured(hud, *font, &line.words)[0] <= wide;
        tried.into_iter().find(fits).unwrap_or(hud.fonts.small)
    };
    let high = |line: &Line| measured(hud, font(line), &line.words)[1];
    let mut y = middle.y - lines.iter().map(high).sum::<f32>() / 2.0;
    for line in lines {
        let font = font(line);
        let pushed = hud.ui.push_font(font);
        let words = hud.fitted(&line.words, wide * 1.25);
        let [w, h] = hud.ui.calc_text_size(&words);
        hud.rimmed(list, [(middle.x - w / 2.0).round(), y.round()], hud.colour(line.colour, alpha), &words);
        pushed.pop();
        y += h;
    }
}

fn edges(list: &DrawListMut<'_>, face: &ShownFace, colour: Colour, thickness: f32) {
    for at in 0..3 {
        let (from, to) = (face.corners[at], face.corners[(at + 1) % 3]);
        list.add_line(from.to_array(), to.to_array(), colour).thickness(thickness).build();
    }
}

fn solid(hud: &mut Hud<'_>, battle: &mut Battle) {
    let list = hud.ui.get_background_draw_list();
    let die = &battle.die;
    let faces: Vec<ShownFace> = die.faces().collect();
    let (focus, s) = (die.focus(), hud.s);
    for face in &faces {
        edges(&list, face, hud.colour("outline", 1.0), 2.4 * s);
    }
    let after = focus.and_then(|slot| die.slot(slot)).map_or(&[][..], |text| &text.next);
    let is_next = |face: &&ShownFace| die.slot(face.slot).is_some_and(|text| text.slot.is_next);
    for face in faces.iter().filter(|face| after.contains(&face.slot)) {
        edges(&list, face, hud.colour("accent", 0.75), 1.6 * s);
    }
    for face in faces.iter().filter(is_next) {
        let is_ready = die.slot(face.slot).is_some_and(|text| text.slot.left == 0);
        edges(&list, face, hud.colour(if is_ready { "text-soft" } else { "dim" }, 0.8), 1.6 * s);
    }
    for face in faces.iter().filter(|face| Some(face.slot) == focus) {
        edges(&list, face, hud.colour("accent-bright", 1.0), 2.6 * s);
    }
    let turned = if die.is_at_rest() { 1.0 } else { 0.25 };
    let next: Vec<u16> = die.next().map(|text| text.slot.number).collect();
    for face in &faces {
        let Some(text) = die.slot(face.slot) else { continue };
        let key = next.iter().position(|slot| *slot == face.slot);
        // Further out, the texts of next faces keep clear of the current one.
        let (middle, width) = (die.middle().lerp(face.middle(), OUT), width_of(face));
        if text.slot.is_current || key.is_some() {
            write(hud, &list, middle, width * WIDE, &lines(hud, text, key), turned);
            let half = Vec2::splat(6.0);
            hud.widget_rects.rect(
                format!("face/{}", face.slot),
                (middle - half).to_array(),
                (middle + half).to_array(),
            );
        }
    }
    around(hud, &list, battle, &faces, turned);
}

/// Returns the width of a face at its middle.
fn width_of(face: &ShownFace) -> f32 {
    let x = face.corners.map(|corner| corner.x);
    let (least, most) = (x[0].min(x[1]).min(x[2]), x[0].max(x[1]).max(x[2]));
    most - least
}

/// Writes around the solid what comes next after each next face. Each name stands beside its own face.
fn around(hud: &mut Hud<'_>, list: &DrawListMut<'_>, battle: &Battle, faces: &[ShownFace], alpha: f32) {
    let die = &battle.die;
    let (middle, radius, focus) = (die.middle(), die.radius(), die.focus());
    let beyond = |face: &&ShownFace| {
        let text = die.slot(face.slot);
        let is_behind = die.next().any(|next| next.next.contains(&face.slot));
        is_behind && text.is_some_and(|text| !text.slot.is_current && !text.slot.is_next)
    };
    for face in faces.iter().filter(beyond) {
        let Some(text) = die.slot(face.slot) else { continue };
        let way = (face.middle() - middle).normalize_or(Vec2::Y);
        let is_after = focus.and_then(|slot| die.slot(slot)).is_some_and(|text| text.next.contains(&face.slot));
        let is_of_another = focus.is_some_and(|slot| die.slot(slot).is_some_and(|text| text.slot.is_next)) && !is_after;
        let colour = match () {
            () if is_after => "accent-bright",
            () if text.slot.left > 0 || is_of_another => "dim",
            () => "text-soft",
        };
        let left = if text.slot.left > 0 { format!(" ({})", text.slot.left) } else { String::new() };
        let note = text.note.trim_end_matches('.');
        let mut rows = vec![format!("{}{left}", text.title)];
        if is_after && !note.is_empty() {
            rows.push(note.to_owned());
        }
        let at = middle + way * radius * AROUND;
        let mut y = at.y - hud.ui.text_line_height() * rows.len() as f32 / 2.0;
        let font = hud.ui.push_font(hud.fonts.text);
        for words in rows {
            let [w, h] = hud.ui.calc_text_size(&words);
            let x = at.x - w * (0.5 - way.x * 0.62).clamp(0.0, 1.0);
            hud.rimmed(list, [x.round(), y.round()], hud.colour(colour, alpha), &words);
            y += h;
        }
        font.pop();
        let half = Vec2::splat(6.0);
        hud.widget_rects.rect(format!("after/{}", face.slot), (at - half).to_array(), (at + half).to_array());
    }
}

fn cards(hud: &mut Hud<'_>, battle: &mut Battle) {
    let list = hud.ui.get_background_draw_list();
    let next: Vec<u16> = battle.die.next().map(|text| text.slot.number).collect();
    let current = battle.die.slots.iter().find(|text| text.slot.is_current).map(|text| text.slot.number);
    let shown: Vec<u16> =
        current.into_iter().chain(next.iter().copied().filter(|slot| Some(*slot) != current)).collect();
    let (area, gap) = (battle.die.area, 8.0 * hud.s);
    let count = shown.len().max(1) as f32;
    let wide = ((area.width() - gap * (count + 1.0)) / count).clamp(1.0, 132.0 * hud.text);
    let high = (wide * 1.3).min(area.height() * 0.8);
    let left = area.middle()[0] - (count * (wide + gap) - gap) / 2.0;
    let top = area.middle()[1] - high / 2.0;
    let focus = battle.die.focus();
    let mut placed = Vec::new();
    for (at, slot) in shown.into_iter().enumerate() {
        let Some(text) = battle.die.slot(slot) else { continue };
        let x = left + at as f32 * (wide + gap);
        let card = Rect::new(x, top, x + wide, top + high);
        let is_ready = text.slot.left == 0;
        let fill = match () {
            () if focus == Some(slot) => hud.colour("rim-bright", 1.0),
            () if text.slot.is_current => hud.colour("rim", 1.0),
            () if is_ready => hud.colour("panel-low", 1.0),
            () => hud.colour("panel", 1.0),
        };
        list.add_rect(card.min(), card.max(), fill).filled(true).rounding(6.0 * hud.s).build();
        let rim = hud.colour(if text.slot.is_current { "accent" } else { "rim-bright" }, 1.0);
        list.add_rect(card.min(), card.max(), rim).rounding(6.0 * hud.s).thickness(1.5 * hud.s).build();
        let key = next.iter().position(|other| *other == slot);
        let middle = Vec2::from_array(card.middle());
        write(hud, &list, middle, wide * 0.88, &lines(hud, text, key), 1.0);
        hud.widget_rects.rect(format!("face/{slot}"), card.min(), card.max());
        placed.push((slot, card));
    }
    battle.die.cards = placed;
}

/// Writes the energy under the deck and, in the first round, one line of help.
fn energy(hud: &Hud<'_>, battle: &Battle) {
    let session = &battle.controller.session;
    let Some(unit) = battle.die.unit.filter(|_| !battle.playback.is_playing() && session.outcome() == 0) else {
        return;
    };
    let list = hud.ui.get_background_draw_list();
    let (left, most) = decks::energy(session.seat(), unit);
    let words = decks::energy_words((left, most));
    let area = battle.die.area;
    let font = hud.ui.push_font(hud.fonts.large);
    let [w, h] = hud.ui.calc_text_size(&words);
    let dot = 5.0 * hud.text;
    let step = dot * 3.0;
    let wide = w + step * most as f32;
    let mut x = area.middle()[0] - wide / 2.0;
    let y = area.top - ENERGY * hud.ui.text_line_height() / 1.6;
    hud.rimmed(&list, [x.round(), y.round()], hud.colour(if left > 0 { "accent" } else { "dim" }, 1.0), &words);
    x += w + step * 0.8;
    for at in 0..most {
        let middle = [x + step * at as f32, y + h * 0.55];
        list.add_circle(middle, dot + 1.5 * hud.s, hud.colour("outline", 1.0)).filled(true).build();
        list.add_circle(middle, dot, hud.colour(if at < left { "accent" } else { "rim" }, 1.0)).filled(true).build();
    }
    font.pop();
    let deck = battle.book().deck_of(battle.shown().entity(unit));
    let (book, state) = (battle.book(), battle.shown());
    let looked_at = battle.die.focus().and_then(|slot| battle.die.slot(slot)?.program);
    let odds = looked_at.map_or_else(Vec::new, |program| rerolls::next(book, state, unit, program, left));
    let is_begun =
        session.round_of(battle.shown()) > 1 || battle.hint().is_some() || session.seat().question().is_some();
    let help = deck.filter(|deck| deck.current.is_some() && !is_begun).map(|deck| decks::help(deck, (left, most)));
    let mut told: Vec<String> = if odds.is_empty() { help.into_iter().collect() } else { odds };
    // A question stands where these lines would be.
    let pointed = battle.die.pointed.filter(|_| session.seat().question().is_none());
    if let Some(text) = pointed.and_then(|slot| battle.die.slot(slot)) {
        let terms = glossary::lines(book, &text.note);
        told.extend(terms.iter().flat_map(|term| hud.lines(term, area.width(), 2)));
    }
    told.truncate(MOST_TOLD);
    for (row, words) in told.iter().enumerate() {
        let [w, h] = hud.ui.calc_text_size(words);
        let at = [(area.middle()[0] - w / 2.0).round(), (area.bottom + (0.2 + row as f32) * h).round()];
        hud.rimmed(&list, at, hud.colour("text-soft", 1.0), words);
    }
}
