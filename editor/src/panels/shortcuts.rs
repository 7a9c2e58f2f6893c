//! Shortcuts panel: key bindings, theme and scale.

use super::PanelContext;
use crate::commands::COMMANDS;
use crate::keys;
use crate::model::{Binding, THEMES};
use crate::theme::AMBER;
use imgui::{Key, SliderFlags, TableFlags};

#[derive(Debug, Default)]
pub(crate) struct Shortcuts {
    /// Scale while the slider is held; a live scale would move the slider itself.
    scale: Option<i32>,
}

impl Shortcuts {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        for (index, theme) in THEMES.iter().enumerate() {
            if index > 0 {
                ui.same_line();
            }
            if ui.radio_button_bool(theme.name, cx.model.preferences.theme == index) {
                cx.model.preferences.theme = index;
            }
            cx.spot(format!("shortcuts/theme/{}", theme.name), theme.doc);
        }
        ui.same_line();
        ui.set_next_item_width(140.0);
        let mut scale = self.scale.unwrap_or(cx.model.preferences.scale);
        ui.slider_config("interface size, %", 75, 200).flags(SliderFlags::ALWAYS_CLAMP).build(&mut scale);
        cx.spot("shortcuts/scale", "Size of everything, in percent.");
        if ui.is_item_active() {
            self.scale = Some(scale);
        } else if let Some(scale) = self.scale.take() {
            cx.model.preferences.scale = scale.clamp(75, 200);
        }
        self.bind(cx);
        ui.child_window("##shortcuts/list").build(|| list(cx));
    }

    fn bind(&self, cx: &mut PanelContext<'_>) {
        let Some(name) = cx.shared.rebinding else { return };
        let ui = cx.ui;
        ui.text_colored(
            crate::theme::ink(ui, AMBER),
            format!("Press keys for `{name}`. Escape cancels, Backspace removes the keys."),
        );
        if ui.is_key_pressed(Key::Escape) {
            cx.shared.rebinding = None;
        } else if let Some(pressed) = keys::pressed(ui) {
            let keys = if pressed == "Backspace" { String::new() } else { pressed };
            let bindings = &mut cx.model.preferences.bindings;
            bindings.retain(|binding| binding.command != name);
            let usual = COMMANDS.iter().any(|command| command.name == name && command.keys == keys);
            if !usual {
                bindings.push(Binding { command: name.to_owned(), keys });
            }
            cx.shared.rebinding = None;
            cx.model.keep_preferences();
        }
    }
}

fn list(cx: &mut PanelContext<'_>) {
    let ui = cx.ui;
    let Some(table) = ui.begin_table_with_flags("##shortcuts/table", 3, TableFlags::ROW_BG) else { return };
    for command in COMMANDS {
        ui.table_next_column();
        ui.text_disabled(command.menu);
        ui.table_next_column();
        ui.text(command.words);
        ui.table_next_column();
        let keys = command.keys(cx);
        let twice = !keys.is_empty() && COMMANDS.iter().filter(|other| other.keys(cx) == keys).count() > 1;
        let colour = twice.then(|| ui.push_style_color(imgui::StyleColor::Text, crate::theme::RED));
        let label = if keys.is_empty() { "none".to_owned() } else { keys };
        let spot = format!("shortcuts/{}", command.name);
        if cx.button(&label, &spot, if twice { "Two commands have these keys." } else { "Change the keys." }) {
            cx.shared.rebinding = Some(command.name);
        }
        drop(colour);
    }
    table.end();
}
