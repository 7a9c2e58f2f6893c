//! Labels of units that stand side by side without a board: the next move with its effects and what follows it above,
//! name, health with its prediction, and statuses with their amounts below.

use super::Hud;
use crate::art::DENSITY;
use crate::window::battle::Battle;
use crate::window::battle::effects::portrait;
use foretoken_editor::{Colour, Rect};
use foretoken_session::texts::carried;
use foretoken_session::texts::health::HealthOutlook;
use foretoken_session::texts::{moves, names};
use foretoken_vm::EntityId;
use foretoken_vm::stats::StatId;
use glam::Vec2;
use imgui::DrawListMut;

/// Height that the labels above and below the figures need, in text lines.
pub const ABOVE: f32 = 4.4;
/// See [`ABOVE`].
pub const BELOW: f32 = 3.6;

/// Draws the labels of all units, under the panels.
pub fn draw(hud: &mut Hud<'_>, battle: &Battle) {
    if !battle.is_staged() {
        return;
    }
    let list = hud.ui.get_background_draw_list();
    for &(unit, _) in &battle.placed.heads {
        // Labels keep their height while figures breathe.
        let drawn = portrait(hud.art, battle.book(), battle.shown(), unit);
        let high = drawn.h as f32 / DENSITY as f32 * battle.camera.zoom();
        let head = battle.pixel_of(battle.shown().entity(unit).cell) - Vec2::new(0.0, high);
        let foot = battle.pixel_of(battle.shown().entity(unit).cell);
        above(hud, &list, battle, unit, head);
        below(hud, &list, battle, unit, foot + Vec2::new(0.0, battle.camera.zoom() * 0.17));
        let middle = (head + foot) / 2.0;
        let name = names::entity(battle.book(), battle.shown(), unit);
        let half = Vec2::splat(6.0);
        hud.widget_rects.rect(format!("unit/{name}"), (middle - half).to_array(), (middle + half).to_array());
    }
}

fn centred(hud: &Hud<'_>, list: &DrawListMut<'_>, x: f32, y: f32, colour: Colour, words: &str) -> f32 {
    let [w, h] = hud.ui.calc_text_size(words);
    hud.rimmed(list, [(x - w / 2.0).round(), y.round()], colour, words);
    y + h
}

/// Draws the next moves in a bubble and the later ones above it.
fn above(hud: &Hud<'_>, list: &DrawListMut<'_>, battle: &Battle, unit: EntityId, head: Vec2) {
    if battle.playback.is_playing() {
        return;
    }
    let queued = moves::queued(battle.book(), battle.shown(), unit);
    if queued.is_empty() {
        return;
    }
    let small = |words: &str| {
        let font = hud.ui.push_font(hud.fonts.small);
        let size = hud.ui.calc_text_size(words);
        font.pop();
        size
    };
    let next: Vec<_> = queued.iter().filter(|own| own.is_next).collect();
    let rows: Vec<(&str, &str)> =
        next.iter().map(|own| (own.name.as_str(), own.effects.trim_end_matches('.'))).collect();
    let high = |(name, effects): &(&str, &str)| {
        hud.ui.calc_text_size(name)[1] + if effects.is_empty() { 0.0 } else { small(effects)[1] }
    };
    let wide = |(name, effects): &(&str, &str)| hud.ui.calc_text_size(name)[0].max(small(effects)[0]);
    let (inner, tall) = (rows.iter().map(wide).fold(0.0, f32::max), rows.iter().map(high).sum::<f32>());
    let (rim, gap) = (6.0 * hud.s, 8.0 * hud.s);
    let bottom = head.y - gap;
    let bubble = Rect::new(head.x - inner / 2.0 - rim, bottom - tall - rim, head.x + inner / 2.0 + rim, bottom);
    let edge = hud.colour("enemy", 1.0);
    list.add_rect(bubble.min(), bubble.max(), hud.colour("panel", 0.92)).filled(true).rounding(5.0 * hud.s).build();
    list.add_rect(bubble.min(), bubble.max(), edge).rounding(5.0 * hud.s).thickness(1.2 * hud.s).build();
    let tip = [head.x, bottom + 6.0 * hud.s];
    list.add_triangle([head.x - rim, bottom], [head.x + rim, bottom], tip, edge).filled(true).build();
    let mut y = bubble.top + rim / 2.0;
    for (name, effects) in rows {
        y = centred(hud, list, head.x, y, hud.colour("white", 1.0), name);
        if !effects.is_empty() {
            let font = hud.ui.push_font(hud.fonts.small);
            y = centred(hud, list, head.x, y, hud.colour("enemy-pale", 1.0), effects);
            font.pop();
        }
    }
    let later = moves::later(&queued);
    if !later.is_empty() {
        let font = hud.ui.push_font(hud.fonts.small);
        let [_, h] = hud.ui.calc_text_size(&later);
        centred(hud, list, head.x, bubble.top - h - 3.0 * hud.s, hud.colour("veiled", 1.0), &later);
        font.pop();
    }
}

/// Draws name, health and statuses.
fn below(hud: &Hud<'_>, list: &DrawListMut<'_>, battle: &Battle, unit: EntityId, foot: Vec2) {
    let (book, state) = (battle.book(), battle.shown());
    let entity = state.entity(unit);
    let is_own = entity.team == battle.controller.session.seat().team();
    let name = names::entity(book, state, unit);
    let mut y = centred(hud, list, foot.x, foot.y, hud.colour(if is_own { "accent" } else { "text" }, 1.0), &name);
    let most = state.sheet(book).stat(unit, StatId::HEALTH).max(1);
    let outlook = HealthOutlook::of(battle.controller.session.seat().forecast(), unit);
    let outlook = outlook.filter(|_| !battle.playback.is_playing());
    let after = outlook.as_ref().map_or(entity.health, |outlook| outlook.after).clamp(0, most);
    let becomes = outlook.as_ref().map_or_else(String::new, |own| format!("{}{}", own.becomes(), own.death_words()));
    let words = format!("{}{becomes}", entity.health);
    let [w, h] = hud.ui.calc_text_size(&words);
    let wide = (battle.camera.zoom() * 1.05).max(w + 12.0 * hud.s);
    let bar = Rect::new(foot.x - wide / 2.0, y + 1.0, foot.x + wide / 2.0, y + h + 2.0);
    let share = |health: i32| bar.left + bar.width() * (health.clamp(0, most) as f32 / most as f32);
    let blink = 0.55 + 0.35 * (hud.time * 5.0).sin();
    list.add_rect(bar.min(), bar.max(), hud.colour("panel", 0.95)).filled(true).rounding(3.0 * hud.s).build();
    let part = |from: f32, to: f32, colour: Colour| {
        if to > from {
            list.add_rect([from, bar.top], [to, bar.bottom], colour).filled(true).rounding(3.0 * hud.s).build();
        }
    };
    part(bar.left, share(entity.health.min(after)), hud.colour("danger", 0.75));
    part(share(after), share(entity.health), hud.colour("accent-bright", blink));
    part(share(entity.health), share(after), hud.colour("gain", blink));
    list.add_rect(bar.min(), bar.max(), hud.colour("rim-bright", 1.0)).rounding(3.0 * hud.s).build();
    let is_dying = outlook.is_some_and(|outlook| outlook.is_death());
    centred(hud, list, foot.x, y + 1.0, hud.colour("white", 1.0), &words);
    if is_dying {
        let size = 16.0 * hud.whole(hud.s);
        hud.icon(list, "skull", [bar.right + size * 0.7, bar.middle()[1]], size, Colour::WHITE);
    }
    y = bar.bottom + 3.0 * hud.s;
    statuses(hud, list, battle, unit, Vec2::new(foot.x, y));
}

fn statuses(hud: &Hud<'_>, list: &DrawListMut<'_>, battle: &Battle, unit: EntityId, at: Vec2) {
    let signs = carried::signs(battle.book(), battle.shown(), unit);
    let size = 16.0 * hud.whole(hud.text);
    let words = |sign: &carried::StatusSign<'_>| match hud.art.frame(&format!("icons/{}", sign.name), "icon") {
        Some(_) => (size, amount_words(sign)),
        None => (0.0, format!("{}{}", sign.glyph, amount_words(sign))),
    };
    let gap = 6.0 * hud.s;
    let parts: Vec<_> = signs.iter().map(|sign| (sign, words(sign))).collect();
    let wide = |(icon, words): &(f32, String)| icon + hud.ui.calc_text_size(words)[0] + gap;
    let mut x = at.x - (parts.iter().map(|(_, part)| wide(part)).sum::<f32>() - gap) / 2.0;
    for (sign, part) in &parts {
        if part.0 > 0.0 {
            hud.icon(list, sign.name, [x + size / 2.0, at.y + size / 2.0], size, Colour::WHITE);
        }
        let high = hud.ui.calc_text_size(&part.1)[1];
        let colour = hud.colour(if sign.is_bad { "danger" } else { "gain" }, 1.0);
        hud.rimmed(list, [(x + part.0).round(), (at.y + (size - high) / 2.0).round()], colour, &part.1);
        x += wide(part);
    }
}

fn amount_words(sign: &carried::StatusSign<'_>) -> String {
    if sign.amount > 0 { sign.amount.to_string() } else { String::new() }
}
