//! Pages over the battle: help, log, rewind list, settings, and the end.

use super::panel_layout::PanelLayout;
use super::{ButtonStyle, Hud};
use crate::art::Art;
use crate::controller::Controller;
use crate::window::battle::{Battle, Page};
use crate::window::platform::input::Chord;
use crate::window::screens::commands::{Bindings, Command};
use crate::window::screens::settings::{PALETTES, SPEEDS, Settings};
use foretoken_session::wording::names;
use foretoken_vm::Rulebook;
use foretoken_vm::state::BattleField;
use imgui::{Condition, WindowFlags};

/// What a page asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// Close it.
    Close,
    /// Go back to this moment.
    Rewind(usize),
    /// The settings changed and are to be kept.
    Keep,
    /// The next key is for this command.
    Rebind(Command),
    /// The same battle again.
    Again,
    /// The next battle.
    Next,
    /// The title screen.
    Title,
    /// A command.
    Do(Command),
}

fn page(
    hud: &mut Hud<'_>,
    name: &str,
    size: [f32; 2],
    body: impl FnOnce(&mut Hud<'_>) -> Option<Asked>,
) -> Option<Asked> {
    let (ui, s) = (hud.ui, hud.s);
    // Larger text needs a larger page, also where all else is as large as before.
    let unit = s.max(ui.text_line_height() / 17.0);
    let size = [(size[0] * unit).min(hud.size[0] - 20.0 * s), (size[1] * unit).min(hud.size[1] - 20.0 * s)];
    let flags =
        WindowFlags::NO_COLLAPSE | WindowFlags::NO_SAVED_SETTINGS | WindowFlags::NO_DOCKING | WindowFlags::NO_MOVE;
    let mut open = true;
    let middle = [hud.size[0] / 2.0, hud.size[1] / 2.0];
    let window = ui.window(name).size(size, Condition::Always).position(middle, Condition::Always);
    let window = window.position_pivot([0.5, 0.5]).flags(flags | WindowFlags::NO_RESIZE).opened(&mut open);
    let whole = hud.opaque();
    let shown = window.build(|| {
        let (min, [wide, high]) = (ui.window_pos(), ui.window_size());
        hud.widget_rects.rect(format!("page/{name}"), min, [min[0] + wide, min[1] + high]);
        body(hud)
    });
    let asked = shown.flatten();
    whole.pop();
    if open { asked } else { Some(Asked::Close) }
}

/// The page of a battle.
pub fn draw(hud: &mut Hud<'_>, battle: &mut Battle, settings: &mut Settings, rebinding: &Rebinding) -> Option<Asked> {
    match battle.page? {
        Page::Help => help_page(hud, Some(battle.controller.session.book()), &settings.bindings()),
        Page::Log => page(hud, "Log", [640.0, 560.0], |hud| {
            log(hud, &battle.controller);
            None
        }),
        Page::Rewind => page(hud, "Go back to", [520.0, 520.0], |hud| rewind(hud, &battle.controller)),
        Page::Settings => settings_page(hud, settings, rebinding, &mut battle.held),
    }
}

/// Sizes under the hand that moves their sliders. They count once they are let go, for what they change would move the
/// sliders away from the hand.
#[derive(Clone, Copy, Default, Debug)]
pub struct PendingScales {
    scale: Option<u32>,
    text: Option<u32>,
}

/// The settings, which the title screen shows as well.
pub fn settings_page(
    hud: &mut Hud<'_>,
    settings: &mut Settings,
    rebinding: &Rebinding,
    held: &mut PendingScales,
) -> Option<Asked> {
    page(hud, "Settings", [620.0, 640.0], |hud| set(hud, settings, rebinding, held))
}

/// The help page, which the title screen shows as well.
pub fn help_page(hud: &mut Hud<'_>, book: Option<&Rulebook>, bindings: &Bindings) -> Option<Asked> {
    page(hud, "Help", [940.0, 620.0], |hud| {
        help(hud, book, bindings);
        None
    })
}

/// Keys that are being bound anew.
#[derive(Clone, Default, Debug)]
pub struct Rebinding {
    /// The command whose next key is waited for.
    pub waiting: Option<Command>,
    /// The command that was given a key last, and what is to be told of it.
    pub told: Option<(Command, String)>,
}

const ABOVE: &[(&str, &str)] = &[
    ("linen", "Each round the dark decides first, and you see what it means to do."),
    (
        "linen",
        "Then you decide for each of your own, in whichever sequence. All is carried out in turn order, as the bar above shows it.",
    ),
    ("light", "What you see is what will happen."),
];

const SIGNS: &[(&str, &str)] = &[
    ("arrow", "A solid arrow will happen, a dashed one would, if you chose what is under the cursor."),
    ("hit", "A hatched cell will be struck."),
    ("heart-lost", "Points of health that will be lost are cracked and blink."),
    ("skull", "Dies."),
    ("veil", "????: veiled. What comes after it is not certain."),
    ("hourglass", "Undecided yet."),
];

const MOUSE: &str = "Mouse: left chooses, right steps back, the wheel zooms; drag with the middle or right button to move, \
                     with Shift to turn and tilt.";

fn help(hud: &mut Hud<'_>, book: Option<&Rulebook>, bindings: &Bindings) {
    let (ui, s) = (hud.ui, hud.s);
    let width = ui.content_region_avail()[0];
    for (colour, line) in ABOVE {
        hud.wrapped(colour, width, line);
    }
    ui.separator();
    for (icon, line) in SIGNS {
        let at = ui.cursor_screen_pos();
        let icon = if *icon == "arrow" { "arrow-right" } else { icon };
        let list = ui.get_window_draw_list();
        let high = ui.text_line_height();
        hud.icon(&list, icon, [at[0] + high * 0.6, at[1] + high / 2.0], 16.0 * hud.whole(high / 17.0), [1.0; 4]);
        let cursor = ui.cursor_pos();
        ui.set_cursor_pos([cursor[0] + 1.7 * high, cursor[1]]);
        hud.wrapped("linen", width - 1.7 * high, line);
    }
    ui.separator();
    hud.wrapped("stone-light", width, MOUSE);
    let keys = |command: Command| bindings.chords(command).map(Chord::name).collect::<Vec<_>>().join(", ");
    let listed = || Command::ALL.iter().copied().filter(|command| command.action().is_none());
    let wide = |words: &str| ui.calc_text_size(words)[0];
    let of_keys = listed().map(|command| wide(&keys(command))).fold(0.0, f32::max) + 20.0 * s;
    let of_words = listed().map(|command| wide(command.words())).fold(0.0, f32::max) + 12.0 * s;
    if let Some(_table) = ui.begin_table("keys", columns(width, of_keys + of_words)) {
        for command in listed() {
            ui.table_next_column();
            hud.words("light", &keys(command));
            ui.same_line_with_pos(of_keys);
            hud.broken("linen", command.words());
        }
    }
    let Some(book) = book else { return };
    ui.separator();
    let grounds: Vec<String> = book.surfaces.iter().map(|surface| surface.name.replace('-', " ")).collect();
    hud.wrapped("stone-light", width, &grounds.join("   "));
}

/// Two columns where two of this width have room, else one.
fn columns(width: f32, each: f32) -> usize {
    if 2.0 * each <= width { 2 } else { 1 }
}

fn log(hud: &Hud<'_>, controller: &Controller) {
    if controller.log.is_empty() {
        hud.words("stone", "Nothing has happened yet.");
    }
    for line in &controller.log {
        hud.broken(if line.starts_with('—') { "light" } else { "linen" }, line);
    }
    if hud.ui.scroll_y() >= hud.ui.scroll_max_y() {
        hud.ui.set_scroll_here_y_with_ratio(1.0);
    }
}

fn rewind(hud: &mut Hud<'_>, controller: &Controller) -> Option<Asked> {
    let moments = controller.session.moments();
    hud.broken("stone-light", "Going back forks the record: the old future is kept in it.");
    let mut asked = None;
    for (index, moment) in moments.iter().enumerate() {
        let now = if index + 1 == moments.len() { "   (now)" } else { "" };
        let words = format!("round {:>2}   {}{now}##{index}", moment.round, moment.label);
        if hud.ui.selectable(&words) {
            asked = Some(Asked::Rewind(index));
        }
        hud.widget_rects.item(hud.ui, format!("rewind/{index}"));
    }
    asked
}

/// A slider whose value counts once it is let go; what it would be is shown meanwhile.
fn size(hud: &mut Hud<'_>, words: &str, name: &str, value: &mut u32, held: &mut Option<u32>) {
    let mut shown = held.unwrap_or(*value);
    hud.ui.slider_config(words, 75, 200).build(&mut shown);
    hud.widget_rects.item(hud.ui, name);
    if hud.ui.is_item_active() {
        *held = Some(shown);
    } else if let Some(chosen) = held.take() {
        *value = chosen;
    }
}

fn set(hud: &mut Hud<'_>, settings: &mut Settings, rebinding: &Rebinding, held: &mut PendingScales) -> Option<Asked> {
    let ui = hud.ui;
    let before = settings.clone();
    let _width = ui.push_item_width(220.0 * hud.s);
    size(hud, "size of the interface, %", "settings/scale", &mut settings.scale, &mut held.scale);
    size(hud, "size of text, %", "settings/text", &mut settings.text, &mut held.text);
    ui.combo_simple_string("colours", &mut settings.palette, &PALETTES);
    hud.widget_rects.item(ui, "settings/palette");
    ui.slider_config("volume, %", 0, 100).build(&mut settings.volume);
    hud.widget_rects.item(ui, "settings/volume");
    let speeds: Vec<String> = SPEEDS.iter().map(|speed| format!("{speed}x")).collect();
    ui.combo_simple_string("speed", &mut settings.speed, &speeds);
    ui.checkbox("reduced motion", &mut settings.reduced_motion);
    hud.widget_rects.item(ui, "settings/reduced motion");
    ui.checkbox("lines between cells", &mut settings.grid);
    ui.separator();
    hud.broken("stone-light", "Keys: press one to give its command another key.");
    let bindings = settings.bindings();
    let mut asked = None;
    let waits = "press a key…";
    let wide = |words: &str| ui.calc_text_size(words)[0] + 24.0 * hud.s;
    let of_keys = Command::ALL.iter().map(|&command| wide(&bindings.key_name(command))).fold(wide(waits), f32::max);
    let of_words = Command::ALL.iter().map(|command| wide(command.words())).fold(0.0, f32::max);
    if let Some(_table) = ui.begin_table("bindings", columns(ui.content_region_avail()[0], of_keys + of_words)) {
        for &command in Command::ALL {
            ui.table_next_column();
            let key = match bindings.key_name(command) {
                _ if rebinding.waiting == Some(command) => waits.to_owned(),
                none if none.is_empty() => "no key".to_owned(),
                key => key,
            };
            if ui.button_with_size(format!("{key}##{}", command.name()), [of_keys, 0.0]) {
                asked = Some(Asked::Rebind(command));
            }
            hud.widget_rects.item(ui, format!("settings/key {}", command.name()));
            ui.same_line();
            hud.broken("linen", command.words());
            if let Some((_, words)) = rebinding.told.as_ref().filter(|(bound, _)| *bound == command) {
                hud.broken("glow", words);
                hud.widget_rects.item(ui, "settings/told");
            }
        }
    }
    if ui.button("All keys as they were") {
        settings.keys.clear();
    }
    asked.or((before != *settings).then_some(Asked::Keep))
}

/// A button at the end of a battle.
#[derive(Clone, Copy, Debug)]
pub struct End {
    name: &'static str,
    icon: &'static str,
    words: &'static str,
    /// What it asks for.
    pub asked: Asked,
}

const fn end(name: &'static str, icon: &'static str, words: &'static str, asked: Asked) -> End {
    End { name, icon, words, asked }
}

/// What may be done at the end of a battle.
pub const ENDS: [End; 5] = [
    end("next", "play", "Next battle", Asked::Next),
    end("again", "rewind", "Again", Asked::Again),
    end("undo", "undo", "Take back", Asked::Do(Command::Undo)),
    end("rewind", "hourglass", "Go back to…", Asked::Do(Command::Rewind)),
    end("title", "quit", "Title", Asked::Title),
];

/// The end of a battle.
pub fn over(hud: &mut Hud<'_>, battle: &Battle) -> Option<Asked> {
    let session = &battle.controller.session;
    let (title, words) = match session.outcome() {
        1 => ("Won", "The lanterns burn."),
        2 => ("Lost", "The dark has it."),
        _ => ("Drawn", "Nobody has it."),
    };
    let state = session.seat().known().state();
    let own = state.living().filter(|(_, e)| e.acts() && e.team == session.seat().team()).count();
    let cost = format!(
        "After {}; {own} of yours still stand; lights lost: {}.",
        names::count(battle.controller.rounds_taken(), "round"),
        state.battle(BattleField::Losses)
    );
    let (won, at_end) = (session.outcome() == 1, battle.end_at());
    let mut asked = None;
    let at = hud.at(0.5, 0.42, (0.0, 0.0));
    let room = PanelLayout::new(hud.free, 8.0 * hud.s);
    let width = room.width() - hud.rim()[0];
    hud.panel("over", at, [0.5, 0.5], [room.width(), room.height()], |hud| {
        let right = hud.ui.cursor_screen_pos()[0] + width;
        let font = hud.ui.push_font(hud.fonts.large);
        hud.words(if won { "light" } else { "dark-pale" }, title);
        hud.words("white", words);
        font.pop();
        hud.wrapped("stone-light", width, &cost);
        for (index, end) in ENDS.iter().enumerate() {
            let look = ButtonStyle { chosen: index == at_end, pulse: index == at_end, ..ButtonStyle::default() };
            if index > 0 {
                hud.beside(hud.button_width(Some(end.icon), end.words, look), right);
            }
            if hud.button(&format!("over/{}", end.name), Some(end.icon), end.words, look) {
                asked = Some(end.asked);
            }
        }
    });
    asked
}

/// The words that say how the art could not be read, if it could not.
#[must_use]
pub fn art_faults(faults: &[String]) -> Option<String> {
    let first = faults.first()?;
    Some(format!(
        "Art: {first}{}",
        if faults.len() > 1 { format!(" (and {} more)", faults.len() - 1) } else { String::new() }
    ))
}

/// The name of the logo's frame at a time: it flickers, unless motion is not wanted.
#[must_use]
pub fn logo_frame(art: &Art, time: f32, still: bool) -> Option<crate::art::Region> {
    let second = !still && (time * 2.3).sin() > 0.4;
    art.frame_or("ui/logo", if second { &["logo2", "logo"] } else { &["logo"] })
}
