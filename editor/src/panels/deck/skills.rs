//! Skills that the slots of a deck can hold: the list beside the slots, and the list that opens for the selected slot.

use super::DeckPanel;
use super::drawing::cooldown;
use super::hands::SKILL;
use crate::model::SlotSkill;
use crate::panels::PanelContext;
use crate::picker::Search;
use imgui::{DragDropFlags, MouseButton};

const CHOICE: &str = "deck/choice";

impl DeckPanel {
    /// Draws the list of skills. A drag or a double click puts one into a slot.
    pub(super) fn list(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        ui.text_disabled("Drag onto a slot");
        ui.set_next_item_width(-1.0);
        ui.input_text("##deck/filter", &mut self.filter).hint("search").build();
        cx.spot("deck/filter", "Shows the skills whose name or group contains this.");
        let wanted = self.filter.to_lowercase();
        let mut taken = None;
        for (index, skill) in self.skills.iter().enumerate() {
            let words = [&skill.title, &skill.group, &skill.name];
            if !wanted.is_empty() && !words.iter().any(|word| word.to_lowercase().contains(&wanted)) {
                continue;
            }
            let clicked = ui.selectable_config(format!("{}##{}", line(skill), skill.name)).allow_double_click(true);
            if clicked.build() && ui.is_mouse_double_clicked(MouseButton::Left) {
                taken = Some(skill.name.clone());
            }
            let source = ui.drag_drop_source_config(SKILL).flags(DragDropFlags::SOURCE_NO_PREVIEW_TOOLTIP);
            if let Some(dragged) = source.begin_payload(index as u32) {
                dragged.end();
            }
            let cooldown = cooldown(skill.recharge);
            let lines = [skill.note.as_str(), cooldown.as_str(), "Double click puts it into the selected slot."];
            let tip = lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
            cx.spot(format!("deck/list/{}", skill.name), &tip);
        }
        if let Some(skill) = taken {
            self.put(cx, &skill);
        }
    }

    /// Draws the list that opens for the selected slot.
    pub(super) fn choose(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        if std::mem::take(&mut self.chooses) {
            ui.open_popup(CHOICE);
        }
        let Some(popup) = ui.begin_popup(CHOICE) else { return };
        let search = Search::show(cx, CHOICE, "search");
        let mut taken = None;
        if search.wanted().is_empty() && ui.selectable("empty##none") {
            taken = Some(String::new());
        }
        cx.widget_rects.item(ui, format!("{CHOICE}/none"));
        let lines: Vec<String> = self.skills.iter().map(line).collect();
        let found = search.found(lines.iter().map(String::as_str));
        search.tell_if_none(cx, found.is_empty());
        for (place, (index, words)) in found.into_iter().enumerate() {
            let name = &self.skills[index].name;
            let pressed = ui.selectable_config(format!("{words}##{name}")).selected(search.is_first(place)).build();
            cx.widget_rects.item(ui, format!("{CHOICE}/{name}"));
            if search.is_taken(cx, place, pressed) {
                taken = Some(name.clone());
            }
        }
        if let Some(skill) = taken {
            self.put(cx, &skill);
            ui.close_current_popup();
        }
        cx.within_popup();
        popup.end();
    }
}

fn line(skill: &SlotSkill) -> String {
    if skill.group.is_empty() { skill.title.clone() } else { format!("{}  {}", skill.title, skill.group) }
}
