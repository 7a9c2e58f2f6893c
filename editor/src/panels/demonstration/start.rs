//! Start values of units in a demonstration: numbers, statuses and columns.

use super::showing::put;
use crate::panels::PanelContext;
use crate::picker::Search;
use foretoken_action_assets::demonstrate::settable;
use foretoken_action_assets::demonstration::Demonstration as Drawn;
use foretoken_vm::{GameState, Rulebook};
use imgui::ComboBoxFlags;

#[derive(Debug, Default)]
pub(super) struct StartForm {
    who: String,
    what: String,
    value: String,
}

impl StartForm {
    pub(super) fn show(&mut self, cx: &mut PanelContext<'_>, drawn: &Drawn, book: &Rulebook, state: &GameState) {
        let ui = cx.ui;
        ui.text_disabled("Start");
        for (index, fact) in drawn.start.iter().enumerate() {
            cx.flow(ui.calc_text_size(fact)[0] + 30.0);
            if cx.button(&format!("{fact} x"), &format!("demonstration/start/{index}"), "Remove.") {
                let mut drawn = drawn.clone();
                drawn.start.remove(index);
                put(cx, "starting values of units", drawn);
            }
        }
        let mut letters: Vec<String> =
            state.entities().iter().filter_map(|row| Some(book.unit_type(row)?.glyph.to_string())).collect();
        letters.dedup();
        let names: Vec<String> = settable(book).into_iter().map(str::to_owned).collect();
        choose(cx, "who", "The unit.", &mut self.who, &letters);
        ui.same_line();
        choose(cx, "what", "A value, a status or a column of the unit.", &mut self.what, &names);
        ui.same_line();
        ui.set_next_item_width(ui.current_font_size() * 4.0);
        let value = ui.input_text("##demonstration/start/value", &mut self.value).hint("value");
        let entered = value.enter_returns_true(true).build();
        cx.spot("demonstration/start/value", "Its value at the start; press Enter to set it.");
        let is_whole = [&self.who, &self.what, &self.value].iter().all(|word| !word.trim().is_empty());
        let closed = ui.begin_disabled(!is_whole);
        let pressed = cx.button_beside("Set", "demonstration/start/set", "Add this starting value.");
        closed.end();
        if (pressed || entered) && is_whole {
            let mut drawn = drawn.clone();
            let whose = |fact: &String| fact.split_whitespace().take(2).eq([self.who.as_str(), self.what.as_str()]);
            drawn.start.retain(|fact| !whose(fact));
            drawn.start.push(format!("{} {} {}", self.who, self.what, self.value.trim()));
            self.value.clear();
            put(cx, "starting values of units", drawn);
        }
    }
}

fn choose(cx: &mut PanelContext<'_>, label: &str, doc: &str, chosen: &mut String, words: &[String]) {
    let ui = cx.ui;
    if !words.contains(chosen) {
        *chosen = words.first().cloned().unwrap_or_default();
    }
    ui.set_next_item_width(ui.calc_text_size(&*chosen)[0] + ui.current_font_size() * 2.4);
    let combo =
        ui.begin_combo_with_flags(format!("##demonstration/start/{label}"), &*chosen, ComboBoxFlags::HEIGHT_LARGE);
    cx.spot(format!("demonstration/start/{label}"), doc);
    let Some(combo) = combo else { return };
    let list = format!("demonstration/start/{label}");
    let search = Search::show(cx, &list, "search");
    let found = search.found(words.iter().map(String::as_str));
    search.tell_if_none(cx, found.is_empty());
    for (place, (_, word)) in found.into_iter().enumerate() {
        let pressed = ui.selectable_config(word).selected(word == chosen || search.is_first(place)).build();
        if search.is_taken(cx, place, pressed) {
            word.clone_into(chosen);
        }
        cx.widget_rects.item(ui, format!("{list}/{word}"));
    }
    cx.within_popup();
    combo.end();
}
