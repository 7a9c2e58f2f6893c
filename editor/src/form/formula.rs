//! Formula field: marks the faulty character, offers completions of the last word, and shows a short language help.

use super::Form;
use crate::model::FIXED_NAMES;
use crate::theme::{AMBER, RED, ink};
use foretoken_action_assets::formula::FUNCTIONS;
use foretoken_action_assets::{Formula, Severity};
use imgui::{InputTextCallback, InputTextCallbackHandler, TextCallbackData};

const COMPLETIONS: usize = 8;

struct Caret<'c>(&'c mut Option<usize>);

impl InputTextCallbackHandler for Caret<'_> {
    fn on_always(&mut self, mut data: TextCallbackData) {
        if let Some(at) = self.0.take() {
            let at = at.min(data.str().len());
            data.clear_selection();
            data.set_cursor_pos(at);
            *data.selection_start_mut() = at as i32;
            *data.selection_end_mut() = at as i32;
        }
    }
}

impl Form<'_, '_> {
    pub(super) fn formula_field(&mut self, path: &str, value: &mut Formula) -> bool {
        let ui = self.cx.ui;
        let spot = self.spot_of(path);
        let wide = ui.calc_text_size("?")[0] + 20.0;
        ui.set_next_item_width((ui.content_region_avail()[0] - wide).max(40.0));
        let mut caret = self.caret_for(path, value.as_str());
        let pending = caret.is_some();
        let input = ui.input_text("##formula", &mut value.0);
        let mut changed = input.callback(InputTextCallback::ALWAYS, Caret(&mut caret)).build();
        if pending && caret.is_none() {
            self.cx.shared.caret = None;
        }
        self.cx.widget_rects.item(ui, spot.clone());
        self.underline(path, value.as_str());
        ui.same_line();
        if ui.small_button("?") {
            ui.open_popup("##help");
        }
        self.cx.spot(format!("{spot}/help"), "What you can use in a formula.");
        changed |= self.help(path, value);
        changed | self.completions(path, value)
    }

    fn caret_for(&self, path: &str, text: &str) -> Option<usize> {
        let (file, at, character) = self.cx.shared.caret.as_ref()?;
        (*file == self.file && at == path).then(|| byte_of(text, *character))
    }

    fn underline(&mut self, path: &str, text: &str) {
        let ui = self.cx.ui;
        let faulty = |fault: &&super::Fault| fault.path == path && fault.severity == Severity::Error;
        let Some(fault) = self.faults.iter().filter(faulty).find(|fault| fault.character > 0) else { return };
        let at = byte_of(text, fault.character);
        let word =
            text[at..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum::<usize>();
        let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
        let padding = ui.clone_style().frame_padding[0];
        let left = min[0] + padding + ui.calc_text_size(&text[..at])[0];
        let width = ui.calc_text_size(&text[at..at + word])[0].max(7.0);
        // A text longer than its field scrolls, so the position is unknown.
        if left + width > max[0] {
            return;
        }
        let (y, colour) = (max[1] - 2.0, ink(ui, RED));
        let list = ui.get_window_draw_list();
        list.add_line([left, y], [left + width, y], colour).thickness(2.0).build();
        let (tip, foot) = ([left + width / 2.0, y], y + 6.0);
        list.add_triangle(tip, [tip[0] - 5.0, foot], [tip[0] + 5.0, foot], colour).filled(true).build();
        drop(list);
        self.cx.widget_rects.rect(format!("{}/fault", self.spot_of(path)), [left, min[1]], [left + width, foot]);
    }

    fn help(&mut self, path: &str, value: &mut Formula) -> bool {
        let ui = self.cx.ui;
        let Some(popup) = ui.begin_popup("##help") else { return false };
        let spot = self.spot_of(path);
        ui.text("Numbers, + - * /, comparisons such as < and =, `and`, `or`, `not`, brackets.");
        ui.text("Dice: 2d6 rolls two six-sided dice. A condition is true if it is not 0.");
        ui.separator();
        ui.text_colored(ink(ui, AMBER), "Names in this field");
        let mut added = None;
        let names: Vec<String> =
            self.scope.iter().map(String::as_str).chain(FIXED_NAMES.iter().copied()).map(str::to_owned).collect();
        for (index, name) in names.iter().enumerate() {
            if index > 0 {
                ui.same_line();
            }
            if ui.small_button(name) {
                added = Some(name.clone());
            }
            self.cx.widget_rects.item(ui, format!("{spot}/help/{name}"));
        }
        ui.text_colored(ink(ui, AMBER), "Functions");
        for function in FUNCTIONS {
            let (written, doc) = (function.example, function.doc);
            let name = function.name;
            if ui.selectable(written) {
                added = Some(if written.contains('(') { format!("{name}(") } else { name.to_owned() });
            }
            self.cx.widget_rects.item(ui, format!("{spot}/help/{name}"));
            ui.same_line_with_pos(ui.current_font_size() * 13.0);
            ui.text_disabled(doc);
        }
        self.cx.within_popup();
        popup.end();
        let done = added.is_some();
        value.0.extend(added);
        done
    }

    fn completions(&mut self, path: &str, value: &mut Formula) -> bool {
        let ui = self.cx.ui;
        let text = value.as_str();
        let start = text.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        let word = &text[start..];
        if word.is_empty() || word.chars().all(|c| c.is_ascii_digit()) {
            return false;
        }
        let names = self.scope.iter().map(String::as_str).chain(FIXED_NAMES.iter().copied());
        let fitting = names.map(str::to_owned).chain(FUNCTIONS.iter().map(|function| format!("{}(", function.name)));
        let fitting: Vec<String> = fitting.filter(|name| name.starts_with(word) && name != word).collect();
        let mut completed = None;
        for name in fitting.iter().take(COMPLETIONS) {
            let spot = format!("{}/{name}", self.spot_of(path));
            if ui.small_button(name) {
                completed = Some(format!("{}{name}", &text[..start]));
            }
            self.cx.widget_rects.item(ui, spot);
            self.cx.flow(70.0);
        }
        if !fitting.is_empty() {
            ui.new_line();
        }
        let done = completed.is_some();
        if let Some(completed) = completed {
            value.0 = completed;
        }
        done
    }
}

/// Returns the byte offset of a character, counted from 1; the end of the text if it is too short.
fn byte_of(text: &str, character: u32) -> usize {
    let before = (character as usize).saturating_sub(1);
    text.char_indices().nth(before).map_or(text.len(), |(at, _)| at)
}
