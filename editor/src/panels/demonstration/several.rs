//! List of an action's demonstrations: choose, add, copy, rename, reorder, delete.

use super::making;
use super::showing::{put, put_all};
use crate::panels::PanelContext;
use foretoken_action_assets::demonstration::Demonstration as Drawn;

fn listed(drawn: &Drawn) -> &str {
    if drawn.name.is_empty() { "(no name)" } else { &drawn.name }
}

fn free_name(all: &[Drawn], like: &str) -> String {
    let stem = like.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    let stem = if stem.is_empty() { "case" } else { stem };
    let mut names = (2..).map(|number| format!("{stem} {number}"));
    names.find(|name| all.iter().all(|own| own.name != *name)).unwrap_or_default()
}

pub(super) fn list(cx: &mut PanelContext<'_>, all: &[Drawn], at: usize, action: &str) {
    let ui = cx.ui;
    if all.len() > 1 {
        let file = cx.open_file().unwrap_or_default();
        for (index, own) in all.iter().enumerate() {
            let path = format!("demonstration[{index}]");
            let is_wrong = cx.model.problems.iter().any(|fault| fault.file == file && fault.path.starts_with(&path));
            let label = format!("{}{}", listed(own), if is_wrong { " !" } else { "" });
            if index > 0 {
                cx.flow(ui.calc_text_size(&label)[0] + 14.0);
            }
            let doc = if is_wrong { "Its result differs from the recorded one." } else { "Show this demonstration." };
            if cx.toggle(&label, &format!("demonstration/of/{index}"), doc, index == at) {
                cx.model.demonstration = index;
            }
        }
    }
    if cx.button(
        "Add",
        "demonstration/add",
        "Add a demonstration: a board where the action has an effect, with targets and the result recorded.",
    ) {
        let drawn = Drawn { name: free_name(all, "case"), ..making::begun(cx, action) };
        insert(cx, "add a demonstration", all, all.len(), drawn);
    }
    let Some(own) = all.get(at) else { return };
    if cx.button_beside("Duplicate", "demonstration/duplicate", "Duplicate this demonstration to make a variant.") {
        let name = free_name(all, &own.name);
        insert(cx, "duplicate a demonstration", all, at + 1, Drawn { name, ..own.clone() });
    }
    let swaps = [("Earlier", at.checked_sub(1)), ("Later", Some(at + 1).filter(|to| *to < all.len()))];
    for (label, to) in swaps.into_iter().filter_map(|(label, to)| Some((label, to?))) {
        let spot = format!("demonstration/{}", label.to_lowercase());
        if cx.button_beside(label, &spot, "Move in the list.") {
            let mut all = all.to_vec();
            all.swap(at, to);
            cx.model.demonstration = to;
            put_all(cx, "order of demonstrations", all);
        }
    }
    let mut name = own.name.clone();
    let wide = ui.current_font_size() * 9.0;
    cx.flow(wide + 10.0);
    ui.set_next_item_width(wide);
    let typed = ui.input_text("##demonstration/name", &mut name).hint("name").build();
    cx.spot("demonstration/name", "Name of this demonstration in this list and in Problems.");
    if typed {
        put(cx, "name of the demonstration", Drawn { name, ..own.clone() });
    }
}

fn insert(cx: &mut PanelContext<'_>, label: &str, all: &[Drawn], at: usize, drawn: Drawn) {
    let mut all = all.to_vec();
    all.insert(at, drawn);
    cx.model.demonstration = at;
    put_all(cx, label, all);
}
