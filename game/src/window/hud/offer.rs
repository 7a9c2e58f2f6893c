//! The choice at the pointer, when several actions of the selected unit fit the pressed cell.

use super::battle::Pressed;
use super::{ButtonStyle, Hud, menu};
use crate::window::battle::Battle;
use foretoken_editor::Rect;
use foretoken_session::texts::names;

/// Draws the choice beside its cell; returns the press and its area.
pub(super) fn draw(hud: &mut Hud<'_>, battle: &Battle) -> Option<(Rect, Option<Pressed>)> {
    let offer = battle.controller.offer()?;
    let session = &battle.controller.session;
    let book = session.book();
    let choices = session.seat().choices();
    let offered = || offer.actions.iter().filter_map(|&index| Some((index, choices.get(index)?)));
    let ([x, y], off) = (battle.pixel_of(offer.cell).to_array(), battle.camera.zoom() * 0.6);
    let free = hud.free;
    // On the side of the cell with more room.
    let is_left = x + off > free.left + free.width() * 0.7;
    let (x, pivot) = if is_left { (x - off, 1.0) } else { (x + off, 0.0) };
    let mut pressed = None;
    let wide = |words: String| hud.button_width(Some("action"), &words, ButtonStyle::default());
    let least = offered().map(|(index, choice)| wide(menu::title(book, index, choice))).fold(0.0, f32::max) / hud.s;
    let rect = hud.panel("offer", [x, y], [pivot, 0.5], [free.width(), free.height()], |hud| {
        for (index, choice) in offered() {
            let program = book.program(choice.program);
            let icon = program.map_or("action", |program| program.name.as_str());
            let name = format!("offer/{}", names::action(book, choice.program));
            let words = menu::title(book, index, choice);
            if hud.button(&name, Some(icon), &words, ButtonStyle { least, ..ButtonStyle::default() }) {
                pressed = Some(Pressed::Action(offer.unit, index));
            }
            hud.tip(program.map_or("", |program| program.note.as_str()));
        }
    });
    Some((rect, pressed))
}
