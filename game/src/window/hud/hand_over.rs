//! What is shown while the screen changes hands: nothing of the battle, and who sits down next.

use super::{ButtonStyle, Hud};
use crate::window::screens::commands::Command;

/// Draws it; pressed when the side named has sat down.
pub fn draw(hud: &mut Hud<'_>, side: &str) -> Option<Command> {
    let mut pressed = None;
    let at = hud.at(0.5, 0.42, (0.0, 0.0));
    let [left, top, right, bottom] = hud.free;
    let width = (right - left - hud.rim()[0]).min(360.0 * hud.s);
    hud.panel("hand-over", at, [0.5, 0.5], [right - left, bottom - top], |hud| {
        let font = hud.ui.push_font(hud.fonts.large);
        hud.words("light", &format!("The screen goes to {side}."));
        font.pop();
        hud.wrapped("white", width, "What is decided stays hidden from the others until it is carried out.");
        let look = ButtonStyle { pulse: true, ..ButtonStyle::default() };
        if hud.button("hand-over/sit-down", None, "Sit down", look) {
            pressed = Some(Command::Confirm);
        }
    });
    pressed
}
