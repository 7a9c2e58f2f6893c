//! Rewind: a slider over every moment of the battle; back to one of them, and on from there under whatever the assets
//! are by now.

use super::Cx;

#[derive(Debug, Default)]
pub(crate) struct Rewind {
    chosen: usize,
    seen: usize,
}

impl Rewind {
    pub fn show(&mut self, cx: &mut Cx<'_>) {
        let ui = cx.ui;
        let moments = cx.host.moments();
        if moments.is_empty() {
            ui.text_disabled("There is no battle to go back in.");
            return;
        }
        let last = moments.len() - 1;
        if self.seen != moments.len() {
            (self.seen, self.chosen) = (moments.len(), last);
        }
        self.chosen = self.chosen.min(last);
        ui.set_next_item_width(-1.0);
        let mut at = self.chosen as i32;
        let moment = &moments[self.chosen];
        let format = format!("round {}: {}", moment.round, moment.label.replace('%', "%%"));
        if ui.slider_config("##rewind/slider", 0, last as i32).display_format(format).build(&mut at) {
            self.chosen = at.clamp(0, last as i32) as usize;
        }
        cx.spot("rewind/slider", "Every moment and activation so far; the present is at the right.");
        if moment.is_activation {
            ui.text_disabled("Its round is taken back as a whole, with what was decided standing: carry it out again.");
        }
        let mut go = None;
        let present = ui.begin_disabled(self.chosen == last);
        if cx.button("Play on from there", "rewind/go", "Another future; the record keeps the old one, too.") {
            go = Some(self.chosen);
        }
        present.end();
        ui.separator();
        ui.child_window("##rewind/list").build(|| {
            let mut round = None;
            for (index, moment) in moments.iter().enumerate() {
                if round != Some(moment.round) {
                    round = Some(moment.round);
                    ui.text_disabled(format!("Round {}", moment.round));
                }
                let chosen = index == self.chosen;
                let (label, mark) = if moment.is_activation { (&moment.label, "    ") } else { (&moment.label, "") };
                let dim = moment.is_activation.then(|| ui.style_color(imgui::StyleColor::TextDisabled));
                let colour = dim.map(|dim| ui.push_style_color(imgui::StyleColor::Text, dim));
                let line = ui.selectable_config(format!("{mark}{label}##{index}")).selected(chosen);
                let clicked = line.allow_double_click(true).build();
                drop(colour);
                if clicked {
                    self.chosen = index;
                    if ui.is_mouse_double_clicked(imgui::MouseButton::Left) && index != last {
                        go = Some(index);
                    }
                }
                cx.spot(format!("rewind/{index}"), "Twice to play on from there.");
            }
        });
        if let Some(moment) = go {
            cx.model.finish(cx.host);
            if let Err(reason) = cx.host.rewind(moment) {
                cx.model.tell(reason);
            }
            self.seen = 0;
        }
    }
}
