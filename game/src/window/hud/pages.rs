//! Pages over the battle: help, log, rewind list, settings, and the end.

use super::{Hud, Look};
use crate::art::Art;
use crate::desk::Desk;
use crate::window::battle::{Battle, Page};
use crate::window::commands::{Bindings, Command};
use crate::window::input::Chord;
use crate::window::settings::{PALETTES, SPEEDS, Settings};
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
    let size = [(size[0] * s).min(hud.size[0] - 20.0 * s), (size[1] * s).min(hud.size[1] - 20.0 * s)];
    let flags =
        WindowFlags::NO_COLLAPSE | WindowFlags::NO_SAVED_SETTINGS | WindowFlags::NO_DOCKING | WindowFlags::NO_MOVE;
    let mut open = true;
    let middle = [hud.size[0] / 2.0, hud.size[1] / 2.0];
    let window = ui.window(name).size(size, Condition::Always).position(middle, Condition::Always);
    let window = window.position_pivot([0.5, 0.5]).flags(flags | WindowFlags::NO_RESIZE).opened(&mut open);
    let asked = window.build(|| body(hud)).flatten();
    if open { asked } else { Some(Asked::Close) }
}

/// The page of a battle.
pub fn draw(hud: &mut Hud<'_>, battle: &Battle, settings: &mut Settings, waiting: Option<Command>) -> Option<Asked> {
    match battle.page? {
        Page::Help => page(hud, "Help", [640.0, 620.0], |hud| {
            help(hud, battle, &settings.bindings());
            None
        }),
        Page::Log => page(hud, "Log", [640.0, 560.0], |hud| {
            log(hud, &battle.desk);
            None
        }),
        Page::Rewind => page(hud, "Go back to", [520.0, 520.0], |hud| rewind(hud, &battle.desk)),
        Page::Settings => settings_page(hud, settings, waiting),
    }
}

/// The settings, which the title screen shows as well.
pub fn settings_page(hud: &mut Hud<'_>, settings: &mut Settings, waiting: Option<Command>) -> Option<Asked> {
    page(hud, "Settings", [620.0, 640.0], |hud| set(hud, settings, waiting))
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

fn help(hud: &mut Hud<'_>, battle: &Battle, bindings: &Bindings) {
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
        hud.icon(&list, icon, [at[0] + 10.0 * s, at[1] + 9.0 * s], 16.0 * hud.whole(s), [1.0; 4]);
        let cursor = ui.cursor_pos();
        ui.set_cursor_pos([cursor[0] + 30.0 * s, cursor[1]]);
        hud.wrapped("linen", width - 40.0 * s, line);
    }
    ui.separator();
    hud.words(
        "stone-light",
        "Mouse: left chooses, right steps back, the wheel zooms; drag with the middle or right button to move,",
    );
    hud.words("stone-light", "with Shift to turn and tilt.");
    if let Some(_table) = ui.begin_table("keys", 2) {
        for &command in Command::ALL.iter().filter(|command| command.action().is_none()) {
            ui.table_next_column();
            let keys: Vec<String> = bindings.chords(command).map(Chord::name).collect();
            hud.words("light", &keys.join(", "));
            ui.same_line_with_pos(120.0 * s);
            hud.words("linen", command.words());
        }
    }
    ui.separator();
    let book = battle.desk.session.book();
    for surface in &book.surfaces {
        hud.words("stone-light", &surface.name.replace('-', " "));
        ui.same_line();
    }
    ui.new_line();
}

fn log(hud: &Hud<'_>, desk: &Desk) {
    if desk.log.is_empty() {
        hud.words("stone", "Nothing has happened yet.");
    }
    for line in &desk.log {
        hud.words(if line.starts_with('—') { "light" } else { "linen" }, line);
    }
    if hud.ui.scroll_y() >= hud.ui.scroll_max_y() {
        hud.ui.set_scroll_here_y_with_ratio(1.0);
    }
}

fn rewind(hud: &mut Hud<'_>, desk: &Desk) -> Option<Asked> {
    let moments = desk.session.moments();
    hud.words("stone-light", "Going back forks the record: the old future is kept in it.");
    let mut asked = None;
    for (index, moment) in moments.iter().enumerate() {
        let now = if index + 1 == moments.len() { "   (now)" } else { "" };
        let words = format!("round {:>2}   {}{now}##{index}", moment.round, moment.label);
        if hud.ui.selectable(&words) {
            asked = Some(Asked::Rewind(index));
        }
        hud.spots.item(hud.ui, format!("rewind/{index}"));
    }
    asked
}

fn set(hud: &mut Hud<'_>, settings: &mut Settings, waiting: Option<Command>) -> Option<Asked> {
    let ui = hud.ui;
    let before = settings.clone();
    let _width = ui.push_item_width(220.0 * hud.s);
    ui.slider_config("size of the interface, %", 75, 200).build(&mut settings.scale);
    hud.spots.item(ui, "settings/scale");
    ui.slider_config("size of text, %", 75, 200).build(&mut settings.text);
    hud.spots.item(ui, "settings/text");
    ui.combo_simple_string("colours", &mut settings.palette, &PALETTES);
    hud.spots.item(ui, "settings/palette");
    ui.slider_config("volume, %", 0, 100).build(&mut settings.volume);
    hud.spots.item(ui, "settings/volume");
    let speeds: Vec<String> = SPEEDS.iter().map(|speed| format!("{speed}x")).collect();
    ui.combo_simple_string("speed", &mut settings.speed, &speeds);
    ui.checkbox("reduced motion", &mut settings.reduced_motion);
    hud.spots.item(ui, "settings/reduced motion");
    ui.checkbox("lines between cells", &mut settings.grid);
    ui.separator();
    hud.words("stone-light", "Keys: press one to give its command another key.");
    let bindings = settings.bindings();
    let mut asked = None;
    if let Some(_table) = ui.begin_table("bindings", 2) {
        for &command in Command::ALL {
            ui.table_next_column();
            let key = if waiting == Some(command) { "press a key…".to_owned() } else { bindings.key_name(command) };
            if ui.button_with_size(format!("{key}##{}", command.name()), [110.0 * hud.s, 0.0]) {
                asked = Some(Asked::Rebind(command));
            }
            hud.spots.item(ui, format!("settings/key {}", command.name()));
            ui.same_line();
            hud.words("linen", command.words());
        }
    }
    if ui.button("All keys as they were") {
        settings.keys.clear();
    }
    asked.or((before != *settings).then_some(Asked::Keep))
}

/// The end of a battle.
pub fn over(hud: &mut Hud<'_>, battle: &Battle) -> Option<Asked> {
    let session = &battle.desk.session;
    let (title, words) = match session.outcome() {
        1 => ("Won", "The lanterns burn."),
        2 => ("Lost", "The dark has it."),
        _ => ("Drawn", "Nobody has it."),
    };
    let state = session.known().state();
    let own = state.living().filter(|(_, e)| e.acts() && e.team == session.team).count();
    let cost = format!(
        "After {} rounds; {own} of yours still stand; lights lost: {}.",
        state.round() - 1,
        state.battle(BattleField::Losses)
    );
    let won = session.outcome() == 1;
    let mut asked = None;
    let at = hud.at(0.5, 0.42, (0.0, 0.0));
    hud.panel("over", at, [0.5, 0.5], |hud| {
        let font = hud.ui.push_font(hud.fonts.large);
        hud.words(if won { "light" } else { "dark-pale" }, title);
        hud.words("white", words);
        font.pop();
        hud.words("stone-light", &cost);
        let row = [
            ("next", "play", "Next battle", Asked::Next, won),
            ("again", "rewind", "Again", Asked::Again, !won),
            ("undo", "undo", "Take back", Asked::Do(Command::Undo), false),
            ("rewind", "hourglass", "Go back to…", Asked::Do(Command::Rewind), false),
            ("title", "quit", "Title", Asked::Title, false),
        ];
        for (index, (name, icon, words, what, pulse)) in row.into_iter().enumerate() {
            if index > 0 {
                hud.ui.same_line();
            }
            if hud.button(&format!("over/{name}"), Some(icon), words, Look { pulse, ..Look::default() }) {
                asked = Some(what);
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
