//! Inspector form: a widget for each type of field, with its faults below. It works for any asset that implements
//! `Inspect`.

mod formula;
mod goals;
mod labels;
mod map;
mod names;
mod pick;

use crate::grid;
use crate::model::{FIXED_NAMES, is_listed};
use crate::panels::PanelContext;
use crate::theme::{AMBER, RED, YELLOW};
use foretoken_action_assets::walk::{is_within, step_into};
use foretoken_action_assets::{
    AssetType, Canvas, Choice, Field, Formula, Groups, Inspect, Inspector, NameRole, Part, Pattern, Severity,
};
use imgui::{Condition, SliderFlags, StyleColor, TreeNodeFlags};
use pick::Names;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Most items of a list that are shown.
const MOST_SHOWN: usize = 200;

struct Fault {
    path: String,
    message: String,
    severity: Severity,
    /// Character in the value's text, from 1; 0 for all of it.
    character: u32,
    help: Option<String>,
}

pub(crate) struct Form<'f, 'c> {
    cx: &'f mut PanelContext<'c>,
    path: String,
    /// Length of the path prefix that widget names omit.
    base: usize,
    file: String,
    scope: Vec<String>,
    empty: Vec<String>,
    /// Fields of the value itself that are left out.
    hidden: Vec<&'static str>,
    /// Paths of the fields that are shown; `None` for all.
    shown: Option<BTreeSet<String>>,
    /// Number of fields that are not in `shown`.
    left_out: usize,
    /// Heading that is drawn before the next shown field.
    next_heading: Option<&'static str>,
    faults: Vec<Fault>,
    edited: Option<String>,
}

impl<'f, 'c> Form<'f, 'c> {
    /// Creates a form for the value at a path of a file's asset. `scope` lists the names of targets in scope.
    pub fn new(cx: &'f mut PanelContext<'c>, file: &str, path: &str, scope: Vec<String>) -> Self {
        let faults = cx.model.problems.iter().filter(|fault| fault.file == file).map(|fault| Fault {
            path: fault.path.clone(),
            message: fault.message.clone(),
            severity: fault.severity,
            character: fault.character,
            help: fault.help.clone(),
        });
        let faults = faults.collect();
        let (path, file) = (path.to_owned(), file.to_owned());
        Self {
            cx,
            base: path.len(),
            path,
            file,
            scope,
            empty: Vec::new(),
            hidden: Vec::new(),
            shown: None,
            left_out: 0,
            next_heading: None,
            faults,
            edited: None,
        }
    }

    pub fn with_empty(mut self, empty: Vec<String>) -> Self {
        self.empty = empty;
        self
    }

    pub fn with_hidden(mut self, hidden: Vec<&'static str>) -> Self {
        self.hidden = hidden;
        self
    }

    /// Shows only these fields, and those with a fault or with the focus.
    pub fn with_shown(mut self, shown: Option<BTreeSet<String>>) -> Self {
        self.shown = shown;
        self
    }

    fn is_hidden(&mut self, field: Field) -> bool {
        if self.path.len() == self.base && self.hidden.contains(&field.name) {
            return true;
        }
        let is_left_out = self.is_left_out(field);
        self.left_out += usize::from(is_left_out);
        if !is_left_out && let Some(words) = self.next_heading.take() {
            self.draw_heading(words);
        }
        is_left_out
    }

    fn is_left_out(&self, field: Field) -> bool {
        let Some(shown) = &self.shown else { return false };
        let path = self.path_of(field);
        let is_wrong = self.faults.iter().any(|fault| is_within(&fault.path, &path));
        let is_wanted = self.cx.model.focus.as_ref().is_some_and(|focus| is_within(&focus.path, &path));
        !shown.contains(&path) && !is_wrong && !is_wanted
    }

    fn draw_heading(&mut self, words: &'static str) {
        let ui = self.cx.ui;
        ui.spacing();
        ui.text_disabled(words);
        self.cx.widget_rects.item(ui, format!("inspector/heading/{words}"));
        ui.separator();
    }

    /// Returns the path of the field that was edited in this frame.
    pub fn finish(self) -> Option<String> {
        if self.left_out > 0 {
            let ui = self.cx.ui;
            ui.text_disabled(format!("Fields with their default value: {}", self.left_out));
            self.cx.widget_rects.item(ui, "inspector/left out");
        }
        self.edited
    }

    fn path_of(&self, field: Field) -> String {
        let mut path = self.path.clone();
        step_into(&mut path, field.name);
        path
    }

    fn spot_of(&self, path: &str) -> String {
        let own = path.get(self.base..).unwrap_or(path).trim_start_matches('.');
        format!("inspector/{own}")
    }

    fn label(&mut self, field: Field, path: &str) {
        let ui = self.cx.ui;
        ui.align_text_to_frame_padding();
        let wrong = self.faults.iter().any(|fault| fault.path == path && fault.severity == Severity::Error);
        let glows = self.cx.shared.glow.as_ref().is_some_and(|(file, at, _)| *file == self.file && at == path);
        let words = labels::plain(field.name);
        match (wrong, glows) {
            (true, _) => ui.text_colored(crate::theme::ink(ui, RED), words),
            (_, true) => ui.text_colored(crate::theme::ink(ui, AMBER), words),
            _ => ui.text(words),
        }
        let unit = if field.unit.is_empty() { String::new() } else { format!(" ({})", field.unit) };
        self.cx.spot(format!("{}/label", self.spot_of(path)), &format!("{}{unit}\n{}", field.doc, field.name));
        if glows {
            let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
            let right = ui.window_pos()[0] + ui.window_size()[0] - 4.0;
            let list = ui.get_window_draw_list();
            list.add_rect([min[0] - 4.0, min[1] - 3.0], [right, max[1] + 3.0], AMBER).rounding(3.0).build();
        }
        if let Some(focus) = self.cx.model.focus.take_if(|focus| focus.path == path) {
            ui.set_scroll_here_y();
            ui.set_keyboard_focus_here();
            self.cx.shared.glow = Some((self.file.clone(), path.to_owned(), 90));
            self.cx.shared.caret = (focus.character > 0).then(|| (self.file.clone(), path.to_owned(), focus.character));
        }
        // A long label of a large text moves its field to the right.
        let behind = ui.item_rect_max()[0] - ui.window_pos()[0] + 8.0;
        ui.same_line_with_pos((ui.window_size()[0] * 0.34).clamp(90.0, 190.0).max(behind));
        ui.set_next_item_width(-1.0);
    }

    fn faults(&mut self, path: &str) {
        let list_item = |fault: &str| fault.strip_prefix(path).is_some_and(|rest| rest.starts_with('['));
        self.faults_at(path, |fault| fault == path || list_item(fault));
    }

    fn faults_at(&mut self, path: &str, is_meant: impl Fn(&str) -> bool) {
        let (ui, spot) = (self.cx.ui, self.spot_of(path));
        for fault in self.faults.iter().filter(|fault| is_meant(&fault.path)) {
            let colour = if fault.severity == Severity::Error { RED } else { YELLOW };
            let text = ui.push_style_color(StyleColor::Text, crate::theme::ink(ui, colour));
            ui.text_wrapped(&fault.message);
            text.pop();
            self.cx.widget_rects.item(ui, format!("{spot}/fault/{}", fault.path));
            if let Some(help) = &fault.help {
                ui.text_wrapped(help);
            }
        }
    }

    fn field(&mut self, field: Field, widget: impl FnOnce(&mut Self, &str) -> bool) {
        if self.is_hidden(field) {
            return;
        }
        let path = self.path_of(field);
        let _id = self.cx.ui.push_id(field.name);
        self.label(field, &path);
        if widget(self, &path) {
            self.edited = Some(path.clone());
        }
        self.faults(&path);
    }

    fn inside(&mut self, step: &str, act: impl FnOnce(&mut Self)) {
        let length = step_into(&mut self.path, step);
        act(self);
        self.path.truncate(length);
    }

    fn names_of(&self, to: &str) -> Names {
        let kind = AssetType::ALL.iter().copied().find(|kind| kind.reference() == to);
        let names = kind.map(|kind| self.cx.host.library().names_of(kind).map(str::to_owned).collect());
        Names { kind, names: names.unwrap_or_default() }
    }
}

impl Inspector for Form<'_, '_> {
    fn heading(&mut self, words: &'static str) {
        match self.shown {
            Some(_) => self.next_heading = Some(words),
            None => self.draw_heading(words),
        }
    }

    fn text(&mut self, field: Field, value: &mut String) {
        if let Some(names) = self.own_names(field) {
            return self.field(field, |form, path| form.pick_own(path, value, &names));
        }
        let is_listed = is_listed(field.name);
        self.field(field, |form, path| {
            let ui = form.cx.ui;
            if is_listed {
                ui.set_next_item_width(ui.content_region_avail()[0] - form.wide_of_known());
            }
            // The widget must not change its type while the user types in it.
            let changed = if field.name == "note" || value.contains('\n') {
                let lines = value.lines().count().clamp(1, 7) as f32;
                let height = ui.text_line_height() * lines + 8.0;
                let width = ui.content_region_avail()[0];
                ui.input_text_multiline("##text", value, [width, height]).build()
            } else {
                ui.input_text("##text", value).build()
            };
            let spot = form.spot_of(path);
            let whole = if value.len() > 30 { value.clone() } else { String::new() };
            form.cx.spot(spot.clone(), &whole);
            if !is_listed {
                return changed;
            }
            let known = form.pick_known(&spot, field.name);
            let is_picked = known.is_some();
            value.clone_from(&known.unwrap_or_else(|| value.clone()));
            changed || is_picked
        });
    }

    fn flag(&mut self, field: Field, value: &mut bool) {
        self.field(field, |form, path| {
            let changed = form.cx.ui.checkbox("##flag", value);
            let spot = form.spot_of(path);
            form.cx.spot(spot, field.doc);
            changed
        });
    }

    fn number(&mut self, field: Field, value: &mut i32, range: RangeInclusive<i32>) {
        self.field(field, |form, path| {
            let ui = form.cx.ui;
            let (low, high) = (*range.start(), *range.end());
            let span = i64::from(high) - i64::from(low);
            let speed = if span <= 30 { 0.05 } else { (span as f32 / 2_000.0).clamp(0.1, 5.0) };
            let drag = imgui::Drag::new("##number").range(low, high).speed(speed);
            let changed = drag.flags(SliderFlags::ALWAYS_CLAMP).build(ui, value);
            let spot = form.spot_of(path);
            let unit = if field.unit.is_empty() { String::new() } else { format!(" {}", field.unit) };
            form.cx.spot(spot, &format!("From {low} to {high}{unit}. Click to type, or drag."));
            *value = (*value).clamp(low, high);
            changed
        });
    }

    fn range(&mut self, field: Field, value: &mut (i32, i32), bounds: RangeInclusive<i32>) {
        self.field(field, |form, path| {
            let ui = form.cx.ui;
            let (low, high) = (*bounds.start(), *bounds.end());
            let spot = form.spot_of(path);
            let width = (ui.content_region_avail()[0] - 30.0) / 2.0;
            let mut changed = false;
            // A half-typed bound can be invalid. After the edit, the typed bound stays and the other one follows it.
            let mut done = None;
            for (which, end) in [("low", true), ("high", false)] {
                if !end {
                    ui.same_line();
                    ui.text("to");
                    ui.same_line();
                }
                ui.set_next_item_width(width);
                let number = if end { &mut value.0 } else { &mut value.1 };
                let typed = ui.input_scalar(format!("##{which}"), number).build();
                if ui.is_item_deactivated_after_edit() {
                    done = Some(end);
                }
                form.cx.spot(format!("{spot}/{which}"), &format!("From {low} to {high}."));
                *number = (*number).clamp(low, high);
                changed |= typed;
            }
            if let Some(low) = done.filter(|_| value.0 > value.1) {
                *value = if low { (value.0, value.0) } else { (value.1, value.1) };
                changed = true;
            }
            changed
        });
    }

    fn choice(&mut self, field: Field, value: &mut usize, options: &[Choice]) {
        self.field(field, |form, path| form.options(field, value, options, path));
    }

    fn choices(&mut self, field: Field, value: &mut Vec<usize>, options: &[Choice]) {
        self.field(field, |form, path| {
            let ui = form.cx.ui;
            let mut changed = false;
            let group = ui.begin_group();
            for (index, option) in options.iter().enumerate() {
                if index > 0 {
                    form.cx.flow(ui.calc_text_size(option.name)[0] + 30.0);
                }
                let mut on = value.contains(&index);
                if ui.checkbox(option.name, &mut on) {
                    value.retain(|&chosen| chosen != index);
                    if on {
                        value.push(index);
                        value.sort_unstable();
                    }
                    changed = true;
                }
                let spot = form.spot_of(path);
                form.cx.spot(format!("{spot}/{}", option.name), option.doc);
            }
            group.end();
            changed
        });
    }

    fn formula(&mut self, field: Field, value: &mut Formula) {
        self.field(field, |form, path| form.formula_field(path, value));
    }

    fn name(&mut self, field: Field, value: &mut String, role: NameRole) {
        self.field(field, |form, path| match role {
            NameRole::DeclaresTarget => {
                let changed = form.cx.ui.input_text("##name", value).build();
                let spot = form.spot_of(path);
                form.cx.widget_rects.item(form.cx.ui, spot);
                changed
            }
            NameRole::UsesTarget => {
                let fixed = FIXED_NAMES.iter().map(|name| (*name).to_owned());
                let names: Vec<String> = form.scope.iter().rev().cloned().chain(fixed).collect();
                let names = Names { kind: None, names };
                let none = form.empty.iter().any(|own| own == path).then_some("none");
                form.pick(path, value, &names, none.unwrap_or("choose"), none)
            }
        });
    }

    fn reference(&mut self, field: Field, value: &mut String, to: &'static str) {
        self.field(field, |form, path| {
            let ui = form.cx.ui;
            let names = form.names_of(to);
            ui.set_next_item_width(ui.content_region_avail()[0] - ui.current_font_size() * 2.2);
            let changed = form.pick(path, value, &names, "none", Some("none"));
            ui.same_line();
            let there = names.kind.filter(|_| names.names.contains(value));
            let closed = ui.begin_disabled(there.is_none());
            let go = ui.small_button("->");
            form.cx.spot(format!("{}/go", form.spot_of(path)), "Open this asset.");
            closed.end();
            if let Some(kind) = there.filter(|_| go) {
                form.cx.model.open(kind, value);
            }
            changed
        });
    }

    fn references(&mut self, field: Field, value: &mut Vec<String>, to: &'static str) {
        self.field(field, |form, path| {
            let names = form.names_of(to);
            form.name_list(path, value, &names)
        });
    }

    fn pattern(&mut self, field: Field, value: &mut Pattern) {
        self.field(field, |form, path| {
            let spot = form.spot_of(path);
            grid::paint(form.cx, &spot, value)
        });
    }

    fn texts(&mut self, field: Field, value: &mut Vec<String>) {
        if let Some(names) = self.own_names(field) {
            let names = Names { kind: None, names: names.names };
            return self.field(field, |form, path| form.name_list(path, value, &names));
        }
        let is_listed = is_listed(field.name);
        self.field(field, |form, path| {
            let ui = form.cx.ui;
            let mut text = value.join("\n");
            let rows = (value.len() as f32 + 1.5).clamp(2.0, 18.0);
            let beside = if is_listed { form.wide_of_known() } else { 0.0 };
            let size = [ui.content_region_avail()[0] - beside, ui.text_line_height() * rows + 6.0];
            let changed = ui.input_text_multiline("##texts", &mut text, size).build();
            let spot = form.spot_of(path);
            form.cx.spot(spot.clone(), "One per line.");
            if changed {
                *value = if text.is_empty() { Vec::new() } else { text.split('\n').map(str::to_owned).collect() };
            }
            let known = if is_listed { form.pick_known(&spot, field.name) } else { None };
            let is_picked = known.is_some();
            value.extend(known);
            changed || is_picked
        });
    }

    fn map(&mut self, field: Field, rows: &mut Vec<String>, canvas: Canvas) {
        self.field(field, |form, path| form.map_field(path, rows, canvas));
    }

    fn parts(&mut self, field: Field, value: &mut Vec<Part>) {
        self.field(field, |form, path| {
            let ui = form.cx.ui;
            let group = ui.begin_group();
            if value.is_empty() {
                ui.text_disabled("empty");
            }
            for (index, part) in value.iter().enumerate() {
                let own = format!("{path}[{index}]");
                if ui.selectable_config(format!("{}##{index}", part.kind.summary())).build() {
                    form.cx.model.select(&own);
                }
                form.cx.spot(form.spot_of(&own), part.kind.doc());
            }
            group.end();
            false
        });
    }

    fn group(&mut self, field: Field, value: &mut dyn Inspect) {
        if self.is_hidden(field) {
            return;
        }
        let ui = self.cx.ui;
        let path = self.path_of(field);
        let led =
            |path: &str, to: &Option<crate::model::Focus>| to.as_ref().is_some_and(|to| is_within(&to.path, path));
        let opens = if led(&path, &self.cx.model.focus) { Condition::Always } else { Condition::FirstUseEver };
        let node = ui.tree_node_config(labels::plain(field.name)).opened(opens == Condition::Always, opens);
        let node = node.flags(TreeNodeFlags::SPAN_AVAIL_WIDTH).push();
        self.cx.spot(self.spot_of(&path), &format!("{}\n{}", field.doc, field.name));
        if let Some(node) = node {
            self.inside(field.name, |form| value.inspect(form));
            node.end();
        }
    }

    fn groups(&mut self, field: Field, value: &mut dyn Groups) {
        if self.is_hidden(field) {
            return;
        }
        let ui = self.cx.ui;
        let path = self.path_of(field);
        let _id = ui.push_id(field.name);
        let mut act: Option<(usize, char)> = None;
        self.label(field, &path);
        ui.text_disabled(format!("{}", value.len()));
        ui.same_line();
        if ui.small_button("add") {
            act = Some((value.len(), '+'));
        }
        self.cx.spot(format!("{}/add", self.spot_of(&path)), "Add one at the end.");
        let preset = self.presets(field, &path);
        let focus = self.cx.model.focus.as_ref().map(|focus| focus.path.clone());
        let count = value.len();
        for index in 0..count {
            let own = format!("{path}[{index}]");
            // Long lists would cost time in each frame; the graph shows all rooms.
            if index >= MOST_SHOWN && focus.as_ref().is_none_or(|to| !is_within(to, &own)) {
                continue;
            }
            let _id = ui.push_id_usize(index);
            let is_new = self.cx.shared.added_item.take_if(|added| *added == own).is_some();
            let leads = is_new || focus.as_ref().is_some_and(|to| is_within(to, &own));
            let opens = if leads { Condition::Always } else { Condition::FirstUseEver };
            let title = value.get(index).map_or_else(String::new, first_words);
            let node = ui.tree_node_config(format!("{} {title}###item", index + 1)).opened(leads, opens);
            let node = node.flags(TreeNodeFlags::ALLOW_ITEM_OVERLAP).push();
            self.cx.widget_rects.item(ui, self.spot_of(&own));
            ui.same_line_with_pos((ui.window_content_region_max()[0] - ui.current_font_size() * 4.6).max(60.0));
            for (label, what, doc) in [("^", 'u', "Move up."), ("v", 'd', "Move down."), ("x", 'x', "Remove.")] {
                if ui.small_button(label) {
                    act = Some((index, what));
                }
                self.cx.spot(format!("{}/{label}", self.spot_of(&own)), doc);
                ui.same_line_with_spacing(0.0, 3.0);
            }
            ui.new_line();
            if let Some(node) = node {
                if let Some(item) = value.get(index) {
                    self.inside(&format!("{}[{index}]", field.name), |form| item.inspect(form));
                }
                node.end();
                self.faults_at(&own, |fault| fault == own);
            } else {
                self.faults_at(&own, |fault| is_within(fault, &own));
            }
        }
        if count > MOST_SHOWN {
            ui.text_disabled(format!("The list shows {MOST_SHOWN} of {count}."));
        }
        match act {
            _ if preset.is_some() => preset.into_iter().for_each(|goal| goals::push(value, goal)),
            Some((at, '+')) => {
                value.push_default();
                self.cx.shared.added_item = Some(format!("{path}[{at}]"));
            }
            Some((index, 'x')) => value.remove(index),
            Some((index, 'u')) if index > 0 => value.move_to(index, index - 1),
            Some((index, 'd')) if index + 1 < value.len() => value.move_to(index, index + 1),
            _ => return self.faults_at(&path, |fault| fault == path),
        }
        self.edited = Some(path.clone());
        self.faults_at(&path, |fault| fault == path);
    }
}

fn first_words(item: &mut dyn Inspect) -> String {
    use foretoken_action_assets::walk::{Value, walk};
    let mut words: Vec<String> = Vec::new();
    walk(item, "", &mut |_, _, value| {
        if let Value::Text(text) | Value::Name(text, _) | Value::Reference(text, _) = value
            && !text.is_empty()
            && words.len() < 3
        {
            words.push(text.chars().take(24).collect());
        }
    });
    words.join("  ")
}
