//! The help page: rules, signs and keys.

use super::{columns, page, told_lines, turn};
use crate::window::hud::{ButtonStyle, Hud};
use crate::window::platform::input::Chord;
use crate::window::screens::commands::{Bindings, Command};
use crate::window::screens::screen::{Heard, Request, Screen, ScreenContext};
use foretoken_editor::Colour;
use foretoken_session::texts::help::rules_page;
use foretoken_vm::Rulebook;
use std::sync::Arc;

#[derive(Debug)]
pub(super) struct Help;

impl Screen for Help {
    fn name(&self) -> &'static str {
        "help"
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        turn(cx, self.name(), command)
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let battle = cx.battle().map(|battle| {
            let session = &battle.controller.session;
            (Arc::clone(session.book()), session.is_immediate())
        });
        let has_lesson = cx.battle().is_some_and(|battle| battle.controller.has_lesson());
        let mut repeats = false;
        let told = battle.as_ref().map(|(book, at_once)| (&**book, *at_once));
        let bindings = &cx.shared.bindings;
        let open = page(hud, "Help", [940.0, 620.0], |hud| match told {
            None => keys(hud, None, bindings),
            Some((book, at_once)) => {
                if has_lesson {
                    repeats = hud.button("help/lesson", None, "Play the lesson from the start", ButtonStyle::default());
                }
                let Some(_tabs) = hud.ui.tab_bar("help") else { return };
                if let Some(_tab) = hud.ui.tab_item("Rules") {
                    let lines = rules_page(book, at_once, hud.art.presentation().say("they"));
                    hud.ui.child_window("help/body").build(|| told_lines(hud, &lines));
                }
                let shown = hud.ui.tab_item("Signs and keys");
                hud.widget_rects.item(hud.ui, "help/keys");
                if let Some(_tab) = shown {
                    hud.ui.child_window("help/body").build(|| keys(hud, told, bindings));
                }
            }
        });
        if repeats && let Some(battle) = cx.battle() {
            battle.playback.skip();
            battle.controller.repeat_lesson();
        }
        if !open || repeats {
            cx.ask(Request::Pop(self.name()));
        }
    }
}

const SIGNS: &[(&str, &str)] = &[
    (
        "arrow",
        "Thick arrow: movement. Thin arrow: attack. The colour and the dashes show which unit acts. A white outline marks your current choice.",
    ),
    (
        "play",
        "Numbers show the order of the turns, over the units and on their actions. Your side has its numbers in circles, and … means no orders yet. Point at a unit to see only its actions.",
    ),
    ("hit", "A hatched cell will be hit."),
    ("heart-lost", "Hearts that the unit will lose are cracked and blink."),
    ("skull", "Dies."),
    ("veil", "????: an attack with an unknown effect. Later results may change."),
    ("hourglass", "Waits, and acts after the units that do not wait."),
    ("round", "A delayed effect. The number counts the rounds until it comes."),
];

const MOUSE: &str = "Mouse: click a unit or its portrait to select it. Click a lit cell to walk there, or an enemy to attack it. \
    You can also drag a unit. The right button goes back one step. The wheel zooms. \
    Hold Alt to see walks that concern no other unit as clearly as attacks. Drag with the middle or right button to move the view, with Shift to tilt it.";

fn keys(hud: &mut Hud<'_>, battle: Option<(&Rulebook, bool)>, bindings: &Bindings) {
    let (ui, s) = (hud.ui, hud.s);
    let width = ui.content_region_avail()[0];
    for (icon, line) in SIGNS {
        let at = ui.cursor_screen_pos();
        let icon = if *icon == "arrow" { "arrow-right" } else { icon };
        let list = ui.get_window_draw_list();
        let high = ui.text_line_height();
        hud.icon(&list, icon, [at[0] + high * 0.6, at[1] + high / 2.0], 16.0 * hud.whole(high / 17.0), Colour::WHITE);
        let cursor = ui.cursor_pos();
        ui.set_cursor_pos([cursor[0] + 1.7 * high, cursor[1]]);
        hud.wrapped("text", width - 1.7 * high, line);
    }
    ui.separator();
    hud.wrapped("text-soft", width, MOUSE);
    let pressed = |command: Command| bindings.chords(command).map(Chord::name).collect::<Vec<_>>().join(", ");
    let at_once = battle.filter(|(_, at_once)| *at_once).map(|(book, _)| book.scheduler.is_pick_turn());
    let means = |command: &Command| match command {
        Command::Commit => at_once != Some(false),
        Command::WaitOn | Command::Gather => at_once.is_none(),
        _ => command.action().is_none(),
    };
    let listed = || Command::ALL.iter().copied().filter(means);
    let words = |command: Command| match command {
        Command::Commit if at_once.is_some() => "end the turn",
        _ => command.words(),
    };
    let wide = |words: &str| ui.calc_text_size(words)[0];
    let of_keys = listed().map(|command| wide(&pressed(command))).fold(0.0, f32::max) + 20.0 * s;
    let of_words = listed().map(|command| wide(words(command))).fold(0.0, f32::max) + 12.0 * s;
    if let Some(_table) = ui.begin_table("keys", columns(width, of_keys + of_words)) {
        for command in listed() {
            ui.table_next_column();
            hud.words("accent", &pressed(command));
            ui.same_line_with_pos(of_keys);
            hud.broken("text", words(command));
        }
    }
}
