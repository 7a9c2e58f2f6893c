//! What is written over the board: health, what becomes of it, numbers that rise, and the words of a prediction.

use super::Hud;
use crate::art::Region;
use crate::window::battle::Battle;
use foretoken_editor::{Colour, Rect};
use foretoken_vm::EntityId;
use foretoken_vm::stats::StatId;
use glam::Vec2;

/// Draws all of it, under the panels.
pub fn draw(hud: &Hud<'_>, battle: &Battle) {
    let list = hud.ui.get_background_draw_list();
    let font = hud.ui.push_font(hud.fonts.large);
    for Plate { id, at, rect, crowded } in plates(hud, battle) {
        if let Some(backing) = crowded.then_some(rect) {
            let back = hud.colour("outline", 0.8);
            list.add_rect(backing.min(), backing.max(), back).filled(true).rounding(3.0 * hud.s).build();
        }
        health(hud, &list, battle, id, at);
    }
    let mut rows: Vec<([f32; 2], usize)> = Vec::new();
    for tag in &battle.tags {
        let at = battle.camera.project(tag.at);
        let at = [at.x.round(), at.y.round()];
        // Several at one place stand beside each other.
        let before = match rows.iter_mut().find(|(place, _)| *place == at) {
            Some((_, count)) => {
                *count += 1;
                *count - 1
            }
            None => {
                rows.push((at, 1));
                0
            }
        };
        let size = 16.0 * hud.whole(hud.s * battle.camera.zoom() / 64.0);
        let lift = battle.camera.zoom() * 0.42;
        let centre = [at[0] + before as f32 * size * 1.1, at[1] - lift];
        if let Some(icon) = tag.icon {
            let bob = if icon == "skull" { (hud.time * 3.0).sin() * 2.0 * hud.s } else { 0.0 };
            hud.icon(&list, icon, [centre[0], centre[1] + bob], size, Colour::WHITE);
        }
        if !tag.words.is_empty() {
            let text = hud.ui.calc_text_size(&tag.words);
            let x = if tag.icon.is_some() { centre[0] + size * 0.6 } else { centre[0] - text[0] / 2.0 };
            hud.rimmed(&list, [x, centre[1] - text[1] / 2.0], hud.colour(tag.colour, 1.0), &tag.words);
        }
    }
    for rising in &battle.effects.rising {
        let share = rising.age / crate::window::battle::effects::Rising::LASTS;
        let at = battle.camera.project(rising.at);
        let text = hud.ui.calc_text_size(&rising.words);
        let y = at.y - battle.camera.zoom() * (0.9 + 0.7 * share) - text[1] / 2.0;
        let alpha = (2.0 - 2.0 * share).min(1.0);
        hud.rimmed(&list, [at.x - text[0] / 2.0, y], hud.colour(rising.colour, alpha), &rising.words);
    }
    font.pop();
}

/// Where the health of a unit is written.
struct Plate {
    id: EntityId,
    /// The top of its head.
    at: Vec2,
    rect: Rect,
    /// Another one lies over it, so that it needs a dark ground.
    crowded: bool,
}

/// Whose health is written where, from back to front. Where two would lie over each other the nearer one stays, and
/// those that matter now, each on a dark ground.
fn plates(hud: &Hud<'_>, battle: &Battle) -> Vec<Plate> {
    let controller = &battle.controller;
    let forward = battle.camera.forward();
    let mut heads = battle.heads.clone();
    heads.sort_by(|(_, a), (_, b)| a.dot(forward).total_cmp(&b.dot(forward)));
    let shown = battle.shown();
    let chosen = [
        battle.hovered,
        shown.occupant(controller.cursor),
        controller.session.seat().draft().map_or(EntityId::NONE, |d| d.unit),
    ];
    let affected = |id: EntityId| {
        let forecast_of =
            controller.session.seat().forecast().forecast_of(id).filter(|_| !battle.playback.is_playing());
        forecast_of.is_some_and(|forecast_of| forecast_of.after != forecast_of.before)
    };
    let mut all: Vec<Plate> = heads
        .into_iter()
        .map(|(id, head)| {
            let at = battle.camera.project(head);
            Plate { id, at, rect: plate(hud, battle, id, at), crowded: false }
        })
        .collect();
    let rects: Vec<Rect> = all.iter().map(|plate| plate.rect).collect();
    for (index, plate) in all.iter_mut().enumerate() {
        plate.crowded = rects.iter().enumerate().any(|(other, rect)| other != index && plate.rect.meets(*rect));
    }
    let mut kept: Vec<Plate> = Vec::new();
    for plate in all {
        let covered = kept.iter().any(|nearer| plate.rect.meets(nearer.rect));
        if !covered || chosen.contains(&plate.id) || affected(plate.id) {
            kept.push(plate);
        }
    }
    kept.reverse();
    kept
}

/// How a unit's health is shown as pips.
struct Pips {
    count: usize,
    /// Edge of a pip, in pixels.
    size: f32,
    /// From one to the next.
    step: f32,
}

/// How many pips a unit's health takes, and how large they are; none where it is a number.
fn pips(hud: &Hud<'_>, battle: &Battle, id: EntityId) -> Option<Pips> {
    let entity = battle.shown().entity(id);
    let count = (most_health(battle, id).max(after(battle, id)) + entity.shield) as usize;
    let size = 8.0 * hud.whole(hud.s * battle.camera.zoom() / 40.0).min(3.0);
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

/// The part of the picture that a unit's health takes.
fn plate(hud: &Hud<'_>, battle: &Battle, id: EntityId, head: Vec2) -> Rect {
    if most_health(battle, id) <= 0 {
        return Rect::default();
    }
    let y = (head.y - 7.0 * hud.s).round();
    let (half, high) = match pips(hud, battle, id) {
        Some(Pips { count, size, step }) => ((step * (count as f32 - 1.0) + size) / 2.0, size),
        None => (hud.ui.text_line_height(), hud.ui.text_line_height()),
    };
    let rim = 2.0 * hud.s;
    let x = head.x.round();
    Rect::new(x - half, y - high / 2.0, x + half, y + high / 2.0).grown(rim)
}

/// Pips for each point of health over a head: full, about to be lost, lost, and shields. Many points are a number.
fn health(hud: &Hud<'_>, list: &imgui::DrawListMut<'_>, battle: &Battle, id: EntityId, head: Vec2) {
    let entity = battle.shown().entity(id);
    let most = most_health(battle, id);
    if most <= 0 {
        return;
    }
    let after = after(battle, id);
    let base = [head.x.round(), (head.y - 7.0 * hud.s).round()];
    let region = |name: &str| hud.art.frame("icons/pip", name);
    let Some(Pips { count: pips, size, step }) = pips(hud, battle, id) else {
        let words =
            if after == entity.health { entity.health.to_string() } else { format!("{}→{after}", entity.health) };
        let text = hud.ui.calc_text_size(&words);
        hud.rimmed(list, [base[0] - text[0] / 2.0, base[1] - text[1] / 2.0], hud.colour("text", 1.0), &words);
        return;
    };
    let left = base[0] - step * (pips as f32 - 1.0) / 2.0;
    // What is about to be lost blinks slowly, and has its own drawing besides.
    let blink = 0.65 + 0.35 * (hud.time * 5.0).sin();
    for pip in 0..pips {
        let at = pip as i32;
        let (name, alpha) = if at >= most.max(after) {
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
        let Some(region): Option<Region> = region(name) else { continue };
        let x = (left + step * pip as f32 - size / 2.0).round();
        let min = [x, base[1] - size / 2.0];
        hud.image(list, region, min, [min[0] + size, min[1] + size], Colour::WHITE.with_alpha(alpha));
    }
    let mut x = left + step * pips as f32 + size * 0.4;
    if after != entity.health {
        let words = format!("{:+}", after - entity.health);
        let text = hud.ui.calc_text_size(&words);
        let colour = if after < entity.health { "danger" } else { "gain" };
        hud.rimmed(list, [x - size * 0.4, base[1] - text[1] / 2.0], hud.colour(colour, 1.0), &words);
        x += text[0];
    }
    for (icon, on) in [
        ("stun", entity.stunned > 0),
        ("turned", entity.redirect.index() != 0),
        ("anchor", entity.flags & foretoken_vm::state::flag::ANCHORED != 0 && entity.acts()),
    ] {
        if on {
            hud.icon(list, icon, [x + size * 0.5, base[1]], size * 1.6, Colour::WHITE);
            x += size * 1.7;
        }
    }
}
