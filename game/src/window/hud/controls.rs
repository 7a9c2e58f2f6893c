//! The buttons of a battle: taking back, the computer, maps of danger, and playing the round.

use super::battle::{is_scarce, tip};
use super::panel_layout::{Edge, PanelLayout};
use super::{ButtonStyle, Hud};
use crate::window::battle::Battle;
use crate::window::screens::commands::{Bindings, Command};
use foretoken_editor::Rect;
use foretoken_vm::Outcome;

/// Name, icon, words and command of a button, and whether it is switched on.
type ButtonRow = (&'static str, &'static str, &'static str, Command, bool);

/// Largest share of the room's width for two columns of buttons with words.
const MOST_SHARE: f32 = 0.25;

/// Draws the buttons; returns the pressed command.
pub(super) fn draw(hud: &mut Hud<'_>, room: &mut PanelLayout, battle: &Battle, bindings: &Bindings) -> Option<Command> {
    let ready = battle.controller.session.seat().has_all_decided();
    let threat = battle.threat;
    let is_scarce = is_scarce(hud, room);
    let Rect { right, bottom, .. } = room.free();
    let most = [room.width(), room.height()];
    let mut pressed = None;
    let rect = hud.panel("buttons", [right, bottom], [1.0, 1.0], most, |hud| {
        let row: [ButtonRow; 6] = [
            ("undo", "undo", "Undo", Command::Undo, false),
            ("reset", "restart", "Restart turn", Command::Reset, false),
            ("rewind", "rewind", "Rewind", Command::Rewind, false),
            ("auto", "speed", "Computer", Command::Auto, false),
            ("threat", "hit", "Enemy reach", Command::Threat, threat),
            ("safety", "shield", "Danger", Command::Safety, battle.controller.is_safety_shown()),
        ];
        // With words in two columns where there is room, else as icons in a row. Without a board there are no cells to
        // reach or to fear.
        let row = if battle.is_staged() { &row[..4] } else { &row[..] };
        let width = |(_, icon, words, ..): &ButtonRow| hud.button_width(Some(icon), words, ButtonStyle::default());
        let widest = row.iter().map(width).fold(0.0, f32::max);
        let is_icons = hud.is_tight() || is_scarce || 2.0 * widest > MOST_SHARE * most[0];
        let least = if is_icons { 0.0 } else { widest / hud.s };
        for (index, &(name, icon, words, command, chosen)) in row.iter().enumerate() {
            let columns = if least > 0.0 { 2 } else { row.len() };
            if index % columns > 0 {
                hud.ui.same_line();
            }
            let refusal = battle.refusal(command);
            let look = ButtonStyle { chosen, enabled: refusal.is_none(), least, ..ButtonStyle::default() };
            if hud.button(name, Some(icon), if least > 0.0 { words } else { "" }, look) {
                pressed = Some(command);
            }
            hud.tip(&refusal.unwrap_or_else(|| tip(command, bindings)));
        }
        if battle.book().board.floors() > 1 {
            for (name, icon, command) in
                [("floor-up", "arrow-up", Command::FloorUp), ("floor-down", "arrow-down", Command::FloorDown)]
            {
                hud.ui.same_line();
                if hud.button(name, Some(icon), "", ButtonStyle::default()) {
                    pressed = Some(command);
                }
                hud.tip(&tip(command, bindings));
            }
        }
        let is_ahead = battle.book().scheduler.is_decided_ahead();
        let told = match battle.controller.foreseen_outcome() {
            Outcome::Lost if is_ahead => Some(("danger", "This round loses the battle.")),
            Outcome::Won if is_ahead => Some(("accent-bright", "This round wins the battle.")),
            _ => None,
        };
        if let Some((colour, words)) = told {
            hud.words(colour, words);
            hud.widget_rects.item(hud.ui, "outcome");
        }
        let words = match (hud.is_tight(), battle.controller.session.is_unit_chosen()) {
            (_, true) => "End the turn",
            (true, false) => "Play",
            (false, false) => "Play the round",
        };
        let refusal = battle.refusal(Command::Commit);
        let enabled = refusal.is_none();
        let least = (2.0 * least + hud.ui.clone_style().item_spacing[0] / hud.s).max(190.0);
        let look = ButtonStyle { pulse: ready && enabled, enabled, least, ..ButtonStyle::default() };
        let closes = battle.controller.session.is_commit_due() || !battle.controller.session.is_immediate();
        if closes && hud.button("commit", Some("play"), &bindings.with_key(words, Command::Commit), look) {
            pressed = Some(Command::Commit);
        }
        if closes {
            hud.tip(&refusal.unwrap_or_default());
        }
    });
    room.take(rect, Edge::Bottom);
    pressed
}
