//! The choice at the pointer, when several actions of the selected unit fit the pressed cell.

use super::battle::Pressed;
use super::{ButtonStyle, Hud};
use crate::presentation::digit_key;
use crate::window::battle::Battle;
use foretoken_editor::Rect;
use foretoken_session::texts::names;
use std::sync::Arc;

/// Draws the choice beside its cell; returns the press and its area.
pub(super) fn draw(hud: &mut Hud<'_>, battle: &Battle) -> Option<(Rect, Option<Pressed>)> {
    let offer = battle.controller.offer()?.clone();
    let session = &battle.controller.session;
    let book = Arc::clone(session.book());
    let choices = session.seat().choices();
    let [x, y] = battle.pixel_of(offer.cell).to_array();
    let at = [x + battle.camera.zoom() * 0.6, y];
    let free = hud.free;
    // On the side of the cell with more room.
    let pivot = [if at[0] > free.left + free.width() * 0.7 { 1.0 } else { 0.0 }, 0.5];
    let at = [if pivot[0] > 0.0 { x - battle.camera.zoom() * 0.6 } else { at[0] }, at[1]];
    let mut pressed = None;
    let title = |index: usize| {
        let name = choices.get(index).map_or("", |choice| names::action(&book, choice.program));
        format!("{}  {name}", digit_key(index))
    };
    let wide = |words: String| hud.button_width(Some("action"), &words, ButtonStyle::default());
    let least = offer.actions.iter().map(|&index| wide(title(index))).fold(0.0, f32::max) / hud.s;
    let rect = hud.panel("offer", at, pivot, [free.width(), free.height()], |hud| {
        for &index in &offer.actions {
            let Some(choice) = choices.get(index) else { continue };
            let program = book.program(choice.program);
            let icon = program.map_or("action", |program| program.name.as_str());
            let name = format!("offer/{}", names::action(&book, choice.program));
            if hud.button(&name, Some(icon), &title(index), ButtonStyle { least, ..ButtonStyle::default() }) {
                pressed = Some(Pressed::Action(offer.unit, index));
            }
            hud.tip(program.map_or("", |program| program.note.as_str()));
        }
    });
    Some((rect, pressed))
}
