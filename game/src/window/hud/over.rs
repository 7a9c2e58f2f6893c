//! What is written over the board: health, what becomes of it, numbers that rise, and the words of a prediction.

use super::Hud;
use crate::art::Region;
use crate::window::battle::Battle;
use foretoken_vm::EntityId;
use glam::Vec2;

/// Draws all of it, under the panels.
pub fn draw(hud: &Hud<'_>, battle: &Battle) {
    let list = hud.ui.get_background_draw_list();
    let font = hud.ui.push_font(hud.fonts.large);
    for &(id, head) in &battle.heads {
        health(hud, &list, battle, id, battle.camera.project(head));
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
            hud.icon(&list, icon, [centre[0], centre[1] + bob], size, [1.0; 4]);
        }
        if !tag.words.is_empty() {
            let text = hud.ui.calc_text_size(&tag.words);
            let x = if tag.icon.is_some() { centre[0] + size * 0.6 } else { centre[0] - text[0] / 2.0 };
            hud.rimmed(&list, [x, centre[1] - text[1] / 2.0], hud.colour(tag.colour, 1.0), &tag.words);
        }
    }
    for rising in &battle.stage.rising {
        let share = rising.age / crate::window::stage::Rising::LASTS;
        let at = battle.camera.project(rising.at);
        let text = hud.ui.calc_text_size(&rising.words);
        let y = at.y - battle.camera.zoom() * (0.9 + 0.7 * share) - text[1] / 2.0;
        let alpha = (2.0 - 2.0 * share).min(1.0);
        hud.rimmed(&list, [at.x - text[0] / 2.0, y], hud.colour(rising.colour, alpha), &rising.words);
    }
    font.pop();
}

/// Pips for each point of health over a head: full, about to be lost, lost, and shields. Many points are a number.
fn health(hud: &Hud<'_>, list: &imgui::DrawListMut<'_>, battle: &Battle, id: EntityId, head: Vec2) {
    let entity = battle.shown().entity(id);
    if entity.max_health <= 0 {
        return;
    }
    let outlook = battle.desk.session.forecast().outlook(id).filter(|_| !battle.stage.is_playing());
    let after = outlook.map_or(entity.health, |outlook| outlook.range.0.min(outlook.after).max(0));
    let pips = (entity.max_health.max(after) + entity.shield) as usize;
    let base = [head.x.round(), (head.y - 7.0 * hud.s).round()];
    let region = |name: &str| hud.art.frame("icons/pip", name);
    if pips > 9 || region("full").is_none() {
        let words =
            if after == entity.health { entity.health.to_string() } else { format!("{}→{after}", entity.health) };
        let text = hud.ui.calc_text_size(&words);
        hud.rimmed(list, [base[0] - text[0] / 2.0, base[1] - text[1] / 2.0], hud.colour("linen", 1.0), &words);
        return;
    }
    let size = 8.0 * hud.whole(hud.s * battle.camera.zoom() / 40.0).min(3.0);
    let step = size * if pips > 6 { 0.8 } else { 0.95 };
    let left = base[0] - step * (pips as f32 - 1.0) / 2.0;
    // What is about to be lost blinks slowly, and has its own drawing besides.
    let blink = 0.65 + 0.35 * (hud.time * 5.0).sin();
    for pip in 0..pips {
        let at = pip as i32;
        let (name, alpha) = if at >= entity.max_health.max(after) {
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
        hud.image(list, region, min, [min[0] + size, min[1] + size], [1.0, 1.0, 1.0, alpha]);
    }
    let mut x = left + step * pips as f32 + size * 0.4;
    if after != entity.health {
        let words = format!("{:+}", after - entity.health);
        let text = hud.ui.calc_text_size(&words);
        let colour = if after < entity.health { "danger" } else { "moss-light" };
        hud.rimmed(list, [x - size * 0.4, base[1] - text[1] / 2.0], hud.colour(colour, 1.0), &words);
        x += text[0];
    }
    for (icon, on) in [
        ("stun", entity.stunned > 0),
        ("turned", entity.turned.index() != 0),
        ("anchor", entity.flags & foretoken_vm::state::flag::ANCHORED != 0 && entity.acts()),
    ] {
        if on {
            hud.icon(list, icon, [x + size * 0.5, base[1]], size * 1.6, [1.0; 4]);
            x += size * 1.7;
        }
    }
}
