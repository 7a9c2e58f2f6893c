//! Table panel: all units, skills, items or statuses as rows. Columns are chosen and sorted; several selected cells get a
//! typed value, a formula or cells of a spreadsheet in one edit.

use super::{PanelContext, TableWish};
use crate::keys;
use crate::model::{TABLE_TYPES, TableColumn, cell_text, tab_separated, table_columns, usual_columns};
use crate::theme::{AMBER, ink};
use foretoken_action_assets::AssetType;
use imgui::{Key, StyleColor, TableFlags, WindowFocusedFlags};
use std::collections::BTreeSet;

const COLUMNS: &str = "table-columns";
/// Column of the names of the assets, for sorting.
const NAME: &str = "";

#[derive(Debug, Default)]
pub(crate) struct TablePanel {
    kind: usize,
    /// Field by which rows are sorted, and whether from the largest.
    sorted: (String, bool),
    /// Selected cells, as row and column on screen.
    selected: BTreeSet<(usize, usize)>,
    /// Cell at which a range begins, and the cell that the arrow keys move.
    anchor: (usize, usize),
    cursor: (usize, usize),
    typed: String,
    /// Whether the field for the value gets the keyboard.
    types: bool,
    scrolls: bool,
}

impl TablePanel {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let kind = TABLE_TYPES[self.kind % TABLE_TYPES.len()];
        self.head(cx, kind);
        let all = table_columns(kind);
        let columns = shown_columns(cx, kind, &all);
        let rows = self.rows(cx, kind);
        let is_there = |&(row, column): &(usize, usize)| row < rows.len() && column < columns.len();
        self.selected.retain(is_there);
        self.value(cx, kind, &rows, &columns);
        cx.shared.table_has_keys = cx.ui.is_window_focused_with_flags(WindowFocusedFlags::ROOT_AND_CHILD_WINDOWS);
        if cx.shared.table_has_keys && !cx.ui.io().want_text_input && !cx.shared.popup {
            self.keys(cx, rows.len(), columns.len());
        }
        if let Some(wish) = cx.shared.table_wish.take() {
            self.clip(cx, kind, (&rows, &columns), wish);
        }
        self.table(cx, kind, &rows, &columns, &all);
    }

    fn head(&mut self, cx: &mut PanelContext<'_>, kind: AssetType) {
        for (index, of) in TABLE_TYPES.into_iter().enumerate() {
            if index > 0 {
                cx.ui.same_line();
            }
            let spot = format!("table/type/{}", of.reference());
            if cx.toggle(of.name(), &spot, "Shows all assets of this type.", of == kind) {
                *self = Self { kind: index, ..Self::default() };
            }
        }
        if cx.button_beside("columns...", "table/columns", "Choose the columns.") {
            cx.ui.open_popup(COLUMNS);
        }
        let Some(popup) = cx.ui.begin_popup(COLUMNS) else { return };
        let all = table_columns(kind);
        let mut shown = shown_columns(cx, kind, &all);
        for column in &all {
            let mut is_shown = shown.iter().any(|own| own == column.field);
            if cx.ui.checkbox(column.field.replace('_', " "), &mut is_shown) {
                shown.retain(|own| own != column.field);
                if is_shown {
                    shown.push(column.field.to_owned());
                }
                let columns = &mut cx.model.preferences.table_columns;
                columns.retain(|own| !own.starts_with(&format!("{}/", kind.reference())));
                columns.extend(shown.iter().map(|field| format!("{}/{field}", kind.reference())));
                cx.model.keep_preferences();
                self.selected.clear();
            }
            cx.spot(format!("table/columns/{}", column.field), column.doc);
        }
        cx.within_popup();
        popup.end();
    }

    /// Returns the names of the assets in the order of the rows.
    fn rows(&self, cx: &PanelContext<'_>, kind: AssetType) -> Vec<String> {
        let library = cx.host.library();
        let (field, from_largest) = &self.sorted;
        let text = |name: &str| match field.as_str() {
            NAME => name.to_owned(),
            field => library.asset(kind, name).and_then(|asset| cell_text(asset, field)).unwrap_or_default(),
        };
        let mut rows: Vec<(String, String)> =
            library.names_of(kind).map(|name| (text(name), name.to_owned())).collect();
        rows.sort_by(|(a, _), (b, _)| match (a.parse::<i64>(), b.parse::<i64>()) {
            (Ok(a), Ok(b)) => a.cmp(&b),
            (a_number, b_number) => b_number.is_ok().cmp(&a_number.is_ok()).then_with(|| a.cmp(b)),
        });
        if *from_largest {
            rows.reverse();
        }
        rows.into_iter().map(|(_, name)| name).collect()
    }

    /// Draws the field that sets the selected cells.
    fn value(&mut self, cx: &mut PanelContext<'_>, kind: AssetType, rows: &[String], columns: &[String]) {
        let ui = cx.ui;
        let cells: Vec<_> =
            self.selected.iter().map(|&(row, column)| (rows[row].clone(), columns[column].clone())).collect();
        let none = ui.begin_disabled(cells.is_empty());
        if std::mem::take(&mut self.types) {
            ui.set_keyboard_focus_here();
        }
        ui.set_next_item_width(ui.current_font_size() * 16.0);
        let field = ui.input_text("##table/value", &mut self.typed).hint("value, or = x + 1");
        let entered = field.enter_returns_true(true).auto_select_all(true).build();
        cx.spot(
            "table/value",
            "Type a value and press Enter: all selected cells get it. After = a formula can use x, the value of the cell.",
        );
        none.end();
        ui.same_line();
        ui.text_disabled(match cells.as_slice() {
            [] => "Select cells: click, Shift for a range, Ctrl for single ones.".to_owned(),
            [(name, field)] => format!("{name}: {field}"),
            more => format!("{} cells", more.len()),
        });
        if entered && !cells.is_empty() {
            let cells: Vec<_> = cells.into_iter().map(|cell| (cell, self.typed.clone())).collect();
            cx.model.set_cells(cx.host, kind, &cells);
        }
    }

    fn keys(&mut self, cx: &PanelContext<'_>, rows: usize, columns: usize) {
        if rows == 0 || columns == 0 {
            return;
        }
        let ui = cx.ui;
        let (mut row, mut column) = self.cursor;
        for (key, down, right) in
            [(Key::UpArrow, -1, 0), (Key::DownArrow, 1, 0), (Key::LeftArrow, 0, -1), (Key::RightArrow, 0, 1)]
        {
            if ui.is_key_pressed(key) && !ui.io().key_alt && !ui.io().key_ctrl {
                row = row.saturating_add_signed(down).min(rows - 1);
                column = column.saturating_add_signed(right).min(columns - 1);
            }
        }
        if (row, column) != self.cursor {
            (self.cursor, self.scrolls) = ((row, column), true);
            self.select(ui.io().key_shift, false);
        }
        if keys::is_pressed(ui, "Enter") && !self.selected.is_empty() {
            self.types = true;
        }
    }

    /// Selects the cursor, or the range from the anchor to it.
    fn select(&mut self, is_range: bool, adds: bool) {
        if !adds {
            self.selected.clear();
        }
        if !is_range {
            self.anchor = self.cursor;
        }
        let span = |a: usize, b: usize| a.min(b)..=a.max(b);
        for row in span(self.anchor.0, self.cursor.0) {
            self.selected.extend(span(self.anchor.1, self.cursor.1).map(|column| (row, column)));
        }
    }

    fn clip(
        &mut self,
        cx: &mut PanelContext<'_>,
        kind: AssetType,
        (rows, columns): (&[String], &[String]),
        wish: TableWish,
    ) {
        let selected: Vec<_> = self.selected.iter().copied().collect();
        match wish {
            TableWish::Paste => {
                let text = cx.ui.clipboard_text().unwrap_or_default();
                cx.model.paste_cells_of_table(cx.host, kind, (rows, columns), &selected, &text);
            }
            TableWish::Copy => {
                let library = cx.host.library();
                let mut lines: Vec<(usize, Vec<String>)> = Vec::new();
                for (row, column) in selected {
                    let asset = library.asset(kind, &rows[row]);
                    let text = asset.and_then(|asset| cell_text(asset, &columns[column])).unwrap_or_default();
                    match lines.last_mut().filter(|(of, _)| *of == row) {
                        Some((_, line)) => line.push(text),
                        None => lines.push((row, vec![text])),
                    }
                }
                let lines: Vec<Vec<String>> = lines.into_iter().map(|(_, line)| line).collect();
                if !lines.is_empty() {
                    cx.ui.set_clipboard_text(tab_separated(&lines));
                }
            }
        }
    }

    fn table(
        &mut self,
        cx: &mut PanelContext<'_>,
        kind: AssetType,
        rows: &[String],
        columns: &[String],
        all: &[TableColumn],
    ) {
        let ui = cx.ui;
        let flags = TableFlags::ROW_BG
            | TableFlags::BORDERS_INNER_V
            | TableFlags::SCROLL_X
            | TableFlags::SCROLL_Y
            | TableFlags::SIZING_FIXED_FIT;
        let Some(table) = ui.begin_table_with_flags(format!("##table/{}", kind.name()), columns.len() + 1, flags)
        else {
            return;
        };
        ui.table_setup_scroll_freeze(1, 1);
        ui.table_next_row();
        ui.table_next_column();
        self.header(cx, NAME, "Sorts by the name. Press again for the reverse order.");
        for column in columns {
            ui.table_next_column();
            let doc = all.iter().find(|own| own.field == column).map_or("", |own| own.doc);
            self.header(cx, column, doc);
        }
        for (row, name) in rows.iter().enumerate() {
            ui.table_next_row();
            ui.table_next_column();
            let is_open = cx.model.open.as_ref().is_some_and(|(of, open)| *of == kind && open == name);
            let text = is_open.then(|| ui.push_style_color(StyleColor::Text, ink(ui, AMBER)));
            if ui.selectable(format!("{name}##{row}")) {
                cx.model.open(kind, name);
            }
            drop(text);
            cx.spot(format!("table/row/{name}"), "Open this asset.");
            for (at, column) in columns.iter().enumerate() {
                ui.table_next_column();
                self.cell(cx, kind, (row, name), (at, column));
            }
        }
        table.end();
    }

    fn header(&mut self, cx: &mut PanelContext<'_>, field: &str, doc: &str) {
        let ui = cx.ui;
        let is_sorted = self.sorted.0 == field;
        let mark = match (is_sorted, self.sorted.1) {
            (false, _) => "",
            (true, false) => " v",
            (true, true) => " ^",
        };
        let words = if field == NAME { "name".to_owned() } else { field.replace('_', " ") };
        let colour = ui.push_style_color(StyleColor::Text, ink(ui, AMBER));
        if ui.selectable(format!("{words}{mark}##header {field}")) {
            self.sorted = (field.to_owned(), is_sorted && !self.sorted.1);
            self.selected.clear();
        }
        colour.pop();
        cx.spot(format!("table/sort/{}", if field == NAME { "name" } else { field }), doc);
    }

    fn cell(
        &mut self,
        cx: &mut PanelContext<'_>,
        kind: AssetType,
        (row, name): (usize, &str),
        (at, column): (usize, &str),
    ) {
        let ui = cx.ui;
        let text = cx.host.library().asset(kind, name).and_then(|asset| cell_text(asset, column));
        let Some(text) = text else { return };
        let is_selected = self.selected.contains(&(row, at));
        let short: String = text.chars().take(24).collect();
        let is_long = short.len() < text.len();
        let shown = if is_long { format!("{short}...") } else { short };
        if ui.selectable_config(format!("{shown}##{row} {at}")).selected(is_selected).build() {
            self.cursor = (row, at);
            self.select(ui.io().key_shift, ui.io().key_ctrl);
            self.typed.clone_from(&text);
        }
        if self.scrolls && self.cursor == (row, at) {
            self.scrolls = false;
            self.typed.clone_from(&text);
            ui.set_scroll_here_y();
        }
        cx.spot(format!("table/{name}/{column}"), if is_long { &text } else { "" });
    }
}

/// Returns the chosen columns of a type, in the order of its fields; without a choice, those in which assets differ.
fn shown_columns(cx: &PanelContext<'_>, kind: AssetType, all: &[TableColumn]) -> Vec<String> {
    let prefix = format!("{}/", kind.reference());
    let chosen: Vec<&str> =
        cx.model.preferences.table_columns.iter().filter_map(|own| own.strip_prefix(&prefix)).collect();
    let usual = if chosen.is_empty() { usual_columns(cx.host, kind) } else { Vec::new() };
    let is_shown = |field: &str| chosen.contains(&field) || usual.contains(&field);
    all.iter().map(|column| column.field).filter(|field| is_shown(field)).map(str::to_owned).collect()
}
