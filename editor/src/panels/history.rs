//! History panel: all edits by name; a click returns to the state after one.

use super::PanelContext;

#[derive(Debug, Default)]
pub(crate) struct HistoryPanel {
    seen: usize,
}

impl HistoryPanel {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        let done = cx.model.history.done();
        let mut chosen = None;
        if ui.selectable_config("opened##0").selected(done == 0).build() {
            chosen = Some(0);
        }
        cx.widget_rects.item(ui, "history/0");
        for (index, edit) in cx.model.history.edits().iter().enumerate() {
            let number = index + 1;
            let taken_back = number > done;
            let dim = taken_back
                .then(|| ui.push_style_color(imgui::StyleColor::Text, ui.style_color(imgui::StyleColor::TextDisabled)));
            if ui.selectable_config(format!("{}##{number}", edit.label)).selected(number == done).build() {
                chosen = Some(number);
            }
            drop(dim);
            cx.widget_rects.item(ui, format!("history/{number}"));
            if number == done && self.seen != done {
                ui.set_scroll_here_y();
            }
        }
        self.seen = done;
        if let Some(done) = chosen {
            cx.model.go_to(cx.host, done);
        }
    }
}
