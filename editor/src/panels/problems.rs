//! Problems panel: all diagnostics; a click opens the asset, selects the part and highlights the field.

use super::PanelContext;
use crate::theme::{GREEN, RED, YELLOW};
use crate::tips::Tip;
use foretoken_action_assets::Severity;
use imgui::StyleColor;

#[derive(Debug, Default)]
pub(crate) struct Problems;

impl Problems {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        if cx.model.is_looking() {
            ui.text_disabled("Checking...");
        } else if cx.model.problems.is_empty() {
            ui.text_colored(crate::theme::ink(ui, GREEN), "No faults.");
        }
        let mut chosen = None;
        for (index, (problem, cause)) in cx.model.problems.with_causes().into_iter().enumerate() {
            let follows = cause.is_some();
            if follows {
                ui.indent();
            }
            let colour = match problem.severity {
                _ if cx.model.is_being_arranged(cx.host, problem) => ui.style_color(StyleColor::Text).into(),
                Severity::Error => RED,
                Severity::Warning => YELLOW,
            };
            let place = match problem.path.as_str() {
                "" => problem.file.clone(),
                path => format!("{}  {path}", problem.file),
            };
            let _id = ui.push_id_usize(index);
            let message = problem.message.lines().next().unwrap_or_default();
            let ink = crate::theme::ink(ui, colour).with_alpha(if follows { 0.65 } else { 1.0 });
            let line = ui.push_style_color(StyleColor::Text, ink);
            let mut clicked = ui.selectable_config(format!("{message}##problem")).build();
            line.pop();
            cx.widget_rects.item(ui, format!("problems/{index}"));
            let mut hovered = ui.is_item_hovered();
            ui.indent();
            let line = ui.push_style_color(StyleColor::Text, ui.style_color(StyleColor::TextDisabled));
            clicked |= ui.selectable_config(format!("{place}##place")).build();
            line.pop();
            cx.widget_rects.item(ui, format!("problems/{index}/place"));
            hovered |= ui.is_item_hovered();
            ui.unindent();
            if hovered {
                let help = problem.help.as_ref().map_or_else(String::new, |help| format!("\n{help}"));
                cx.shared.tip = Some(Tip::of_last(ui, format!("{}{help}\n{}", problem.message, problem.code)));
            }
            if follows {
                ui.unindent();
            }
            if clicked {
                chosen = Some((problem.file.clone(), problem.path.clone(), problem.character));
            }
        }
        if let Some((file, path, character)) = chosen {
            cx.model.jump(cx.host, &file, &path, character);
        }
    }
}
