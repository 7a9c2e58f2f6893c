//! Problems panel: all diagnostics. A click opens the asset, selects the part and highlights the field; buttons below a
//! fault fix it. The arrow keys choose a fault, Enter opens it, and numbers fix it.

use super::PanelContext;
use crate::keys;
use crate::model::QuickFix;
use crate::theme::{GREEN, RED, YELLOW};
use crate::tips::Tip;
use foretoken_action_assets::{Diagnostic, Severity};
use imgui::{StyleColor, WindowFocusedFlags};

#[derive(Debug, Default)]
pub(crate) struct Problems {
    /// Fault that the arrow keys choose.
    chosen: Option<usize>,
    scrolls: bool,
    /// Quick fixes of each fault, with the revision and the faults.
    fixes: (u64, Vec<(Diagnostic, Vec<QuickFix>)>),
}

impl Problems {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        self.find_fixes(cx);
        let (opened, fixed) = self.keys(cx);
        let mut fixed = fixed;
        if cx.model.is_looking() {
            ui.text_disabled("Checking...");
        } else if cx.model.problems.is_empty() {
            ui.text_colored(crate::theme::ink(ui, GREEN), "No faults.");
        }
        let mut chosen = None;
        let mut buttons = Vec::new();
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
            let is_chosen = self.chosen == Some(index);
            let mut clicked = ui.selectable_config(format!("{message}##problem")).selected(is_chosen).build();
            clicked |= opened == Some(index);
            if is_chosen && std::mem::take(&mut self.scrolls) {
                ui.set_scroll_here_y();
            }
            line.pop();
            cx.widget_rects.item(ui, format!("problems/{index}"));
            let mut hovered = ui.is_item_hovered();
            ui.indent();
            let line = ui.push_style_color(StyleColor::Text, ui.style_color(StyleColor::TextDisabled));
            clicked |= ui.selectable_config(format!("{place}##place")).build();
            line.pop();
            cx.widget_rects.item(ui, format!("problems/{index}/place"));
            hovered |= ui.is_item_hovered();
            for (number, fix) in self.fixes.1.get(index).iter().flat_map(|(_, fixes)| fixes.iter().enumerate()) {
                if number > 0 {
                    ui.same_line();
                }
                buttons.push((index, number, ui.small_button(format!("{}##{number}", fix.words()))));
                cx.widget_rects.item(ui, format!("problems/{index}/fix/{number}"));
                if ui.is_item_hovered() {
                    cx.shared.tip = Some(Tip::of_last(ui, format!("{} ({})", fix.doc(), number + 1)));
                }
            }
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
        let pressed = buttons.into_iter().find(|(.., pressed)| *pressed);
        fixed = fixed.or(pressed.map(|(index, number, _)| (index, number)));
        let fix = fixed.and_then(|(index, number)| {
            let (fault, fixes) = self.fixes.1.get(index)?;
            Some((fault.clone(), fixes.get(number)?.clone()))
        });
        if let Some((fault, fix)) = fix {
            cx.model.fix(cx.host, &fault, &fix);
        }
    }

    fn find_fixes(&mut self, cx: &PanelContext<'_>) {
        let faults = cx.model.problems.with_causes();
        let revision = cx.model.revision();
        let is_known = self.fixes.0 == revision
            && self.fixes.1.len() == faults.len()
            && self.fixes.1.iter().zip(&faults).all(|((known, _), (fault, _))| known == *fault);
        if !is_known {
            let fixes = faults.into_iter().map(|(fault, _)| (fault.clone(), cx.model.fixes(cx.host, fault)));
            self.fixes = (revision, fixes.collect());
        }
    }

    /// Returns the fault to open, and the fault and number of the fix to apply.
    fn keys(&mut self, cx: &PanelContext<'_>) -> (Option<usize>, Option<(usize, usize)>) {
        let (ui, count) = (cx.ui, self.fixes.1.len());
        self.chosen = self.chosen.filter(|&at| at < count);
        let has_keys = ui.is_window_focused_with_flags(WindowFocusedFlags::ROOT_AND_CHILD_WINDOWS);
        if !has_keys || count == 0 || cx.shared.popup || ui.io().want_text_input {
            return (None, None);
        }
        if keys::is_pressed(ui, "Down") {
            (self.chosen, self.scrolls) = (Some(self.chosen.map_or(0, |at| (at + 1).min(count - 1))), true);
        }
        if keys::is_pressed(ui, "Up") {
            (self.chosen, self.scrolls) = (Some(self.chosen.map_or(0, |at| at.saturating_sub(1))), true);
        }
        let opened = self.chosen.filter(|_| keys::is_pressed(ui, "Enter"));
        let number = (1..=9).find(|number| keys::is_pressed(ui, &number.to_string()));
        (opened, self.chosen.zip(number.map(|number| number - 1)))
    }
}
