//! Action panel: the parts of the open asset, one line each, with drag and drop. Containers are recognised by their
//! fields, so no kind is named here.

use super::{Ask, PanelContext};
use crate::commands::{copy, cut, paste};
use crate::model::wrappers;
use crate::theme::{AMBER, BLUE, RED, YELLOW};
use foretoken_action_assets::walk::{Value, is_within, part_lists, walk};
use foretoken_action_assets::{AnyAsset, Severity};
use imgui::{DragDropFlags, StyleColor};

const PART: &str = "PART";

#[derive(Clone, Debug, Default)]
struct Row {
    path: String,
    depth: usize,
    words: String,
    kind: &'static str,
    doc: &'static str,
    note: String,
    holds: Option<(String, usize)>,
    is_part: bool,
}

#[derive(Clone, Debug)]
enum PartCommand {
    Select(String),
    SelectAlso(String),
    SelectTo(String),
    Move(Vec<String>, (String, usize)),
    Remove(Vec<String>),
    Duplicate(Vec<String>),
    Copy(Vec<String>),
    Cut(Vec<String>),
    Paste,
    Wrap(Vec<String>, String),
    Unwrap(String),
    Nudge(Vec<String>, bool),
    Add,
}

#[derive(Debug, Default)]
pub(crate) struct Tree {
    scrolled: String,
}

impl Tree {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        let Some(mut asset) = cx.model.asset(cx.host) else {
            ui.text_disabled("Open an asset in the Assets panel.");
            return;
        };
        if part_lists(asset.inspect_mut()).is_empty() {
            ui.text_wrapped("This asset has no parts. Edit its fields in the Inspector.");
            let is_campaign = cx.model.campaign(cx.host).is_some();
            if is_campaign && cx.button("Show the graph", "action/graph", "The rooms of the campaign and their ways.") {
                cx.shared.wanted = Some("graph");
            }
            return;
        }
        let mut deed = self.tools(cx);
        let rows = rows(&mut asset);
        ui.separator();
        ui.child_window("##action/tree").focused(cx.is_entered("action")).build(|| {
            for (index, row) in rows.iter().enumerate() {
                let _id = ui.push_id_usize(index);
                self.line(cx, &rows, index, row, &mut deed);
            }
            if rows.iter().all(|row| !row.is_part) {
                ui.text_disabled("No parts yet. Add one.");
            }
            self.end(cx, &mut asset, &rows, &mut deed);
        });
        if let Some(deed) = deed {
            perform(cx, deed);
        }
    }

    fn tools(&mut self, cx: &mut PanelContext<'_>) -> Option<PartCommand> {
        let ui = cx.ui;
        let chosen = cx.model.chosen();
        let mut deed = None;
        if cx.button(
            "+ Add part",
            "action/add",
            "Choose a kind of part; it is inserted after the selected one. (Insert)",
        ) {
            deed = Some(PartCommand::Add);
        }
        let none = ui.begin_disabled(chosen.is_empty());
        let of = |make: fn(Vec<String>) -> PartCommand| Some(make(chosen.clone()));
        if cx.button_beside("Cut", "action/cut", "Cut the selection. (Ctrl+X)") {
            deed = of(PartCommand::Cut);
        }
        if cx.button_beside("Copy", "action/copy", "Copy the selection as text. (Ctrl+C)") {
            deed = of(PartCommand::Copy);
        }
        none.end();
        if cx.button_beside("Paste", "action/paste", "Paste after the selected part. (Ctrl+V)") {
            deed = Some(PartCommand::Paste);
        }
        let none = ui.begin_disabled(chosen.is_empty());
        if cx.button_beside("Duplicate", "action/duplicate", "Duplicate the selection. (Ctrl+D)") {
            deed = of(PartCommand::Duplicate);
        }
        if cx.button_beside("Delete", "action/delete", "Delete the selection. (Delete)") {
            deed = of(PartCommand::Remove);
        }
        if cx.button_beside("Wrap", "action/wrap", "Put the selected parts into a new list, branch or loop.") {
            ui.open_popup("wrap");
        }
        if cx.button_beside("Unwrap", "action/unwrap", "Remove the selected part, but keep the parts in it.") {
            deed = Some(PartCommand::Unwrap(cx.model.selected.clone()));
        }
        none.end();
        if let Some(popup) = ui.begin_popup("wrap") {
            for kind in wrappers(cx.host.library().registry()) {
                let doc = cx.host.library().registry().get(kind).map_or("", |kind| kind.doc);
                if ui.selectable(kind) {
                    deed = Some(PartCommand::Wrap(chosen.clone(), kind.to_owned()));
                }
                cx.spot(format!("action/wrap/{kind}"), doc);
            }
            cx.within_popup();
            popup.end();
        }
        deed
    }

    fn line(
        &mut self,
        cx: &mut PanelContext<'_>,
        rows: &[Row],
        index: usize,
        row: &Row,
        deed: &mut Option<PartCommand>,
    ) {
        let ui = cx.ui;
        let indent = row.depth as f32 * 16.0;
        if indent > 0.0 {
            ui.indent_by(indent);
        }
        let selected = cx.model.is_selected(&row.path);
        let worst = cx.open_file().and_then(|file| {
            let own = |fault: &&foretoken_action_assets::Diagnostic| {
                fault.file == file && row.is_part && owner(rows, &fault.path) == Some(row.path.as_str())
            };
            cx.model.problems.iter().filter(own).map(|fault| fault.severity).min()
        });
        let pointed = row.is_part
            && cx
                .shared
                .was_hovered
                .as_ref()
                .is_some_and(|(file, path)| *path == row.path && cx.open_file().as_ref() == Some(file));
        let related = row.is_part && cx.shared.was_related.contains(&row.path);
        let colour = match (row.is_part, worst, pointed || related) {
            (false, ..) => Some(ui.style_color(StyleColor::TextDisabled).into()),
            (_, Some(Severity::Error), _) => Some(RED),
            (_, Some(Severity::Warning), _) => Some(YELLOW),
            (_, _, true) => Some(BLUE),
            _ => None,
        };
        let text = colour.map(|colour| ui.push_style_color(StyleColor::Text, crate::theme::ink(ui, colour)));
        let clicked = ui.selectable_config(format!("{}##{}", row.words, row.path)).selected(selected).build();
        drop(text);
        let end = ui.item_rect_min()[0] + ui.calc_text_size(&row.words)[0] + 14.0;
        let edge = ui.window_pos()[0] + ui.window_content_region_max()[0];
        let wide = ui.calc_text_size(row.kind)[0];
        if row.is_part && end + wide < edge {
            let at = [edge - wide - 2.0, ui.item_rect_min()[1] + 1.0];
            ui.get_window_draw_list().add_text(at, ui.style_color(StyleColor::TextDisabled), row.kind);
        }
        if cx.model.selected == row.path && self.scrolled != row.path {
            ui.set_scroll_here_y();
            self.scrolled.clone_from(&row.path);
        }
        cx.widget_rects.item(ui, format!("action/{}", row.path));
        if row.is_part {
            let tip = if row.note.is_empty() { row.doc.to_owned() } else { format!("{}\n\n{}", row.doc, row.note) };
            if ui.is_item_hovered()
                && let Some(file) = cx.open_file()
            {
                cx.shared.hovered = Some((file, row.path.clone()));
            }
            cx.tip(&format!("{}\n\n{}: {tip}", row.words, row.kind));
            let source = ui.drag_drop_source_config(PART).flags(DragDropFlags::SOURCE_NO_PREVIEW_TOOLTIP);
            if let Some(dragged) = source.begin_payload(index as u32) {
                dragged.end();
            }
        }
        if clicked {
            let io = ui.io();
            let make = match (row.is_part, io.key_ctrl, io.key_shift) {
                (true, true, _) => PartCommand::SelectAlso,
                (true, _, true) => PartCommand::SelectTo,
                _ => PartCommand::Select,
            };
            *deed = Some(make(row.path.clone()));
        }
        self.drop_on(cx, rows, row, deed);
        if row.is_part
            && let Some(menu) = ui.begin_popup_context_item()
        {
            let parts = || together(cx, &row.path);
            let items: [(&str, PartCommand); 7] = [
                ("Copy", PartCommand::Copy(parts())),
                ("Cut", PartCommand::Cut(parts())),
                ("Duplicate", PartCommand::Duplicate(parts())),
                ("Move up", PartCommand::Nudge(parts(), false)),
                ("Move down", PartCommand::Nudge(parts(), true)),
                ("Unwrap", PartCommand::Unwrap(row.path.clone())),
                ("Delete", PartCommand::Remove(parts())),
            ];
            for (label, what) in items {
                if ui.menu_item(label) {
                    *deed = Some(what);
                }
            }
            cx.within_popup();
            menu.end();
        }
        if indent > 0.0 {
            ui.unindent_by(indent);
        }
    }

    fn drop_on(&self, cx: &mut PanelContext<'_>, rows: &[Row], row: &Row, deed: &mut Option<PartCommand>) {
        let ui = cx.ui;
        let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
        let Some(target) = ui.drag_drop_target() else { return };
        let flags = DragDropFlags::ACCEPT_BEFORE_DELIVERY | DragDropFlags::ACCEPT_NO_DRAW_DEFAULT_RECT;
        if let Some(Ok(payload)) = target.accept_payload::<u32, _>(PART, flags)
            && let Some(from) = rows.get(payload.data as usize)
        {
            let share = (ui.io().mouse_pos[1] - min[1]) / (max[1] - min[1]).max(1.0);
            let own = foretoken_action_assets::walk::split_part(&row.path).filter(|_| row.is_part);
            let place = match (&row.holds, own) {
                (Some((list, _)), _) if !row.is_part => Some((list.clone(), 0)),
                (Some((list, count)), Some(_)) if (0.3..0.7).contains(&share) => Some((list.clone(), *count)),
                (_, Some((list, at))) => Some((list.to_owned(), if share < 0.5 { at } else { at + 1 })),
                _ => None,
            };
            if let Some(place) = place.filter(|(list, _)| !is_within(list, &from.path)) {
                let list = ui.get_foreground_draw_list();
                let into = row.holds.as_ref().is_some_and(|(list, _)| *list == place.0);
                if into {
                    list.add_rect(min, max, AMBER).rounding(3.0).thickness(2.0).build();
                } else {
                    let y = if share < 0.5 { min[1] } else { max[1] };
                    list.add_line([min[0], y], [max[0], y], AMBER).thickness(2.5).build();
                }
                if payload.delivery {
                    *deed = Some(PartCommand::Move(together(cx, &from.path), place));
                }
            }
        }
        target.pop();
    }

    fn end(&self, cx: &mut PanelContext<'_>, asset: &mut AnyAsset, rows: &[Row], deed: &mut Option<PartCommand>) {
        let ui = cx.ui;
        let [width, height] = ui.content_region_avail();
        if ui.invisible_button("##end", [width.max(20.0), height.max(24.0)]) {
            *deed = Some(PartCommand::Select(String::new()));
        }
        cx.widget_rects.item(ui, "action/end");
        let min = ui.item_rect_min();
        let Some(target) = ui.drag_drop_target() else { return };
        let flags = DragDropFlags::ACCEPT_BEFORE_DELIVERY | DragDropFlags::ACCEPT_NO_DRAW_DEFAULT_RECT;
        if let Some(Ok(payload)) = target.accept_payload::<u32, _>(PART, flags)
            && let Some(from) = rows.get(payload.data as usize)
            && let Some(list) = cx.model.root_list(asset)
        {
            let lines = ui.get_foreground_draw_list();
            lines.add_line(min, [min[0] + width, min[1]], AMBER).thickness(2.5).build();
            if payload.delivery {
                *deed = Some(PartCommand::Move(together(cx, &from.path), (list, usize::MAX)));
            }
        }
        target.pop();
    }
}

fn owner<'r>(rows: &'r [Row], path: &str) -> Option<&'r str> {
    let around = rows.iter().filter(|row| row.is_part && is_within(path, &row.path));
    around.max_by_key(|row| row.path.len()).map(|row| row.path.as_str())
}

fn rows(asset: &mut AnyAsset) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let single = part_lists(asset.inspect_mut()).len() <= 1;
    let mut headed: Vec<String> = Vec::new();
    walk(asset.inspect_mut(), "", &mut |path, field, value| match value {
        Value::Parts(parts) => {
            let of_part = path.rsplit_once('.').map(|(owner, _)| owner.to_owned());
            let several = match &of_part {
                Some(owner) => headed.contains(owner),
                None => !single,
            };
            if several {
                let holds = Some((path.to_owned(), parts.len()));
                let depth = depth(path, &headed, !single) - 1;
                let words = field.name.to_owned();
                rows.push(Row { path: path.to_owned(), depth, words, holds, ..Row::default() });
            }
        }
        Value::Part(part) => {
            let lists = part_lists(part);
            if lists.len() > 1 {
                headed.push(path.to_owned());
            }
            let holds = lists.first().map(|list| {
                let list = format!("{path}.{list}");
                (list, 0)
            });
            rows.push(Row {
                path: path.to_owned(),
                depth: depth(path, &headed, !single) - 1,
                words: part.kind.summary(),
                kind: part.kind.name(),
                doc: part.kind.doc(),
                note: part.note.clone(),
                holds,
                is_part: true,
            });
        }
        _ => {}
    });
    let counts: Vec<Option<usize>> = rows
        .iter()
        .map(|row| {
            let (list, _) = row.holds.as_ref()?;
            let held = rows.iter().filter(|other| {
                other.is_part
                    && foretoken_action_assets::walk::split_part(&other.path).is_some_and(|(of, _)| of == list)
            });
            Some(held.count())
        })
        .collect();
    for (row, count) in rows.iter_mut().zip(counts) {
        if let (Some((_, holds)), Some(count)) = (&mut row.holds, count) {
            *holds = count;
        }
    }
    rows
}

/// Returns the indentation: one level for each enclosing part and heading.
fn depth(path: &str, headed: &[String], is_root_headed: bool) -> usize {
    let under = |owner: &&String| path != owner.as_str() && is_within(path, owner);
    path.matches('[').count() + headed.iter().filter(under).count() + usize::from(is_root_headed)
}

/// Returns the paths that a command applies to: the selection if it contains this part, else the part alone.
fn together(cx: &PanelContext<'_>, path: &str) -> Vec<String> {
    if cx.model.is_selected(path) { cx.model.chosen() } else { vec![path.to_owned()] }
}

fn perform(cx: &mut PanelContext<'_>, deed: PartCommand) {
    let (model, host) = (&mut *cx.model, &mut *cx.host);
    match deed {
        PartCommand::Select(path) => model.select(&path),
        PartCommand::SelectAlso(path) => model.select_also(&path),
        PartCommand::SelectTo(path) => model.select_to(&path),
        PartCommand::Move(parts, place) => model.move_parts(host, &parts, place),
        PartCommand::Remove(parts) => model.remove_parts(host, &parts),
        PartCommand::Duplicate(parts) => model.duplicate_parts(host, &parts),
        PartCommand::Copy(parts) => copy(cx, &parts),
        PartCommand::Cut(parts) => cut(cx, &parts),
        PartCommand::Paste => paste(cx),
        PartCommand::Wrap(parts, kind) => model.wrap_parts(host, &parts, &kind),
        PartCommand::Unwrap(path) => model.unwrap_part(host, &path),
        PartCommand::Nudge(parts, down) => model.nudge_parts(host, &parts, down),
        PartCommand::Add => cx.shared.asked = Some(Ask::AddPart),
    }
}
