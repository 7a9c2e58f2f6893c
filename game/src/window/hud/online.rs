//! The strip of an online battle: whose turn it is or why the connection is gone, the clocks, the last words of the chat,
//! and a request of another side to undo.

use super::battle::Pressed;
use super::panel_layout::{Edge, PanelLayout};
use super::{ButtonStyle, Hud};
use crate::online::words::Strip;
use crate::window::battle::Battle;
use crate::window::screens::commands::{Bindings, Command};
use foretoken_editor::Rect;

/// Width in units.
const WIDTH: f32 = 300.0;

/// Draws the strip below the panels at the upper right. Returns the press.
pub(super) fn draw(hud: &mut Hud<'_>, room: &mut PanelLayout, battle: &Battle, bindings: &Bindings) -> Option<Pressed> {
    let strip = Strip::of(&battle.controller.session)?;
    let Rect { right, .. } = room.free();
    let width = (WIDTH * hud.s.max(hud.text)).min(room.width() * 0.45 - hud.rim()[0]);
    let (top, bottom) = room.column(right - width - hud.rim()[0], right);
    let most = [room.width(), (bottom - top).max(3.0 * hud.ui.text_line_height())];
    let mut pressed = None;
    let rect = hud.panel("online", [right, top], [1.0, 0.0], most, |hud| {
        hud.wrapped(if strip.is_urgent { "accent" } else { "text" }, width, &strip.state);
        if !strip.clocks.is_empty() {
            hud.wrapped("white", width, &strip.clocks);
        }
        if let Some(said) = &strip.said {
            hud.wrapped("text-soft", width, said);
        }
        if let Some(asks) = &strip.asks {
            hud.wrapped("accent-bright", width, asks);
            if hud.button("online/allow", Some("check"), "Allow", ButtonStyle { pulse: true, ..ButtonStyle::default() })
            {
                pressed = Some(Pressed::Consent(true));
            }
            hud.ui.same_line();
            if hud.button("online/refuse", Some("cross"), "Refuse", ButtonStyle::default()) {
                pressed = Some(Pressed::Consent(false));
            }
        }
        let words = bindings.with_key("Table and chat", Command::Talk);
        if hud.button("online/talk", Some("log"), &words, ButtonStyle::default()) {
            pressed = Some(Pressed::Command(Command::Talk));
        }
        if strip.plays {
            hud.ui.same_line();
            let is_paused = strip.is_paused;
            let look = ButtonStyle { chosen: is_paused, ..ButtonStyle::default() };
            if hud.button("online/pause", Some("pause"), "", look) {
                pressed = Some(Pressed::Pause);
            }
            hud.tip(if is_paused { "Continue" } else { "Ask to pause" });
            hud.ui.same_line();
            if hud.button("online/resign", Some("skull"), "", ButtonStyle::default()) {
                pressed = Some(Pressed::Resign);
            }
            hud.tip("Resign ...");
        }
    });
    room.take(rect, Edge::Top);
    pressed
}
