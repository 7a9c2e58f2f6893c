//! Log panel: the lines of the battle log, with a filter.

use super::PanelContext;

#[derive(Debug, Default)]
pub(crate) struct LogPanel {
    filter: String,
    seen: usize,
}

impl LogPanel {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        ui.set_next_item_width(-1.0);
        ui.input_text("##log/filter", &mut self.filter).hint("filter").build();
        cx.widget_rects.item(ui, "log/filter");
        let wanted = self.filter.to_lowercase();
        let log = cx.host.log();
        ui.child_window("##log/lines").build(|| {
            for line in log.iter().filter(|line| line.to_lowercase().contains(&wanted)) {
                ui.text_wrapped(line);
            }
            if log.len() != self.seen {
                ui.set_scroll_here_y_with_ratio(1.0);
            }
        });
        self.seen = log.len();
        if log.is_empty() {
            ui.text_disabled("Nothing has happened yet.");
        }
    }
}
