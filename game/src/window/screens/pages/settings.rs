//! The settings page with key bindings.

use super::{columns, page, turn};
use crate::window::hud::Hud;
use crate::window::platform::input::{Chord, Key};
use crate::window::screens::app::App;
use crate::window::screens::commands::Command;
use crate::window::screens::screen::{FlowRequest, Heard, Request, Screen, ScreenContext};
use crate::window::screens::settings::{PALETTES, SPEEDS, Settings};
use foretoken_preview::Level;

#[derive(Debug)]
pub(in crate::window) struct KeepSettings;

impl FlowRequest for KeepSettings {
    fn perform(self: Box<Self>, app: &mut App) {
        app.keep_settings();
    }
}

#[derive(Debug, Default)]
pub(in crate::window) struct SettingsPage {
    held: PendingScales,
    rebinding: Rebinding,
}

enum SettingsRequest {
    Keep,
    Rebind(Command),
}

/// Sizes during a slider drag. They apply on release, because they would move the slider.
#[derive(Clone, Copy, Default, Debug)]
struct PendingScales {
    scale: Option<u32>,
    text: Option<u32>,
}

#[derive(Clone, Default, Debug)]
struct Rebinding {
    waiting: Option<Command>,
    told: Option<(Command, String)>,
}

impl Screen for SettingsPage {
    fn name(&self) -> &'static str {
        "settings"
    }

    fn command(&mut self, cx: &mut ScreenContext<'_>, command: Command) -> Heard {
        turn(cx, self.name(), command)
    }

    fn key(&mut self, cx: &mut ScreenContext<'_>, chord: Chord) -> bool {
        let Some(command) = self.rebinding.waiting.take() else { return false };
        self.rebind(cx, command, chord);
        true
    }

    fn draw(&mut self, cx: &mut ScreenContext<'_>, hud: &mut Hud<'_>) {
        let Self { held, rebinding } = self;
        let mut asked = None;
        let open =
            page(hud, "Settings", [620.0, 640.0], |hud| asked = set(hud, &mut cx.shared.settings, rebinding, held));
        match asked {
            Some(SettingsRequest::Keep) => cx.ask(KeepSettings),
            Some(SettingsRequest::Rebind(command)) => *rebinding = Rebinding { waiting: Some(command), told: None },
            None => {}
        }
        if !open {
            cx.ask(Request::Pop(self.name()));
        }
    }
}

impl SettingsPage {
    #[cfg(test)]
    pub(in crate::window) fn wait_for(&mut self, command: Command) {
        self.rebinding = Rebinding { waiting: Some(command), told: None };
    }

    #[cfg(test)]
    pub(in crate::window) fn told(&self) -> &str {
        self.rebinding.told.as_ref().map_or("", |(_, words)| words)
    }

    fn rebind(&mut self, cx: &mut ScreenContext<'_>, command: Command, chord: Chord) {
        if chord.key == Key::Escape {
            return;
        }
        let bindings = &mut cx.shared.bindings;
        if let Some(other) = bindings.bind(command, chord) {
            let left = match bindings.key_name(other) {
                none if none.is_empty() => "no key".to_owned(),
                key => key,
            };
            let words = format!("{} was the key of {}, which now has {left}.", chord.name(), other.title());
            self.rebinding.told = Some((command, words));
        }
        cx.shared.settings.keys = bindings.changed();
        cx.ask(KeepSettings);
    }
}

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

fn set(
    hud: &mut Hud<'_>,
    settings: &mut Settings,
    rebinding: &Rebinding,
    held: &mut PendingScales,
) -> Option<SettingsRequest> {
    let ui = hud.ui;
    let before = settings.clone();
    let _width = ui.push_item_width(220.0 * hud.s);
    size(hud, "interface size, %", "settings/scale", &mut settings.scale, &mut held.scale);
    size(hud, "text size, %", "settings/text", &mut settings.text, &mut held.text);
    ui.combo_simple_string("colours", &mut settings.palette, &PALETTES);
    hud.widget_rects.item(ui, "settings/palette");
    ui.checkbox("full screen", &mut settings.full_screen);
    hud.widget_rects.item(ui, "settings/full screen");
    let volumes = [
        ("volume, %", "settings/volume", &mut settings.volume),
        ("wind and water, %", "settings/ambience", &mut settings.ambience),
        ("effects, %", "settings/effects", &mut settings.effects),
        ("interface, %", "settings/interface", &mut settings.interface),
    ];
    for (words, name, volume) in volumes {
        ui.slider_config(words, 0, 100).build(volume);
        hud.widget_rects.item(ui, name);
    }
    let speeds: Vec<String> = SPEEDS.iter().map(|speed| format!("{speed}x")).collect();
    ui.combo_simple_string("speed", &mut settings.speed, &speeds);
    let mut level = Level::ALL.iter().position(|&level| level == settings.level()).unwrap_or_default();
    let levels: Vec<String> = Level::ALL.iter().map(|level| level.name().to_owned()).collect();
    if ui.combo_simple_string("AI level (from the next battle)", &mut level, &levels) {
        settings.level = Level::ALL[level].code();
    }
    hud.widget_rects.item(ui, "settings/level");
    ui.checkbox("ironman: no rewinding past a played round (from the next battle)", &mut settings.ironman);
    hud.widget_rects.item(ui, "settings/ironman");
    ui.checkbox("reduced motion", &mut settings.reduced_motion);
    hud.widget_rects.item(ui, "settings/reduced motion");
    ui.checkbox("grid lines", &mut settings.grid);
    ui.separator();
    hud.broken("text-soft", "Keys: press a button to change the key of its command.");
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
                asked = Some(SettingsRequest::Rebind(command));
            }
            hud.widget_rects.item(ui, format!("settings/key {}", command.name()));
            ui.same_line();
            hud.broken("text", command.words());
            if let Some((_, words)) = rebinding.told.as_ref().filter(|(bound, _)| *bound == command) {
                hud.broken("accent-bright", words);
                hud.widget_rects.item(ui, "settings/told");
            }
        }
    }
    if ui.button("Reset keys") {
        settings.keys.clear();
    }
    asked.or((before != *settings).then_some(SettingsRequest::Keep))
}
