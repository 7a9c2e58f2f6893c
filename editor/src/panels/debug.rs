//! Debug panel: order of activations, intents, registered columns and frame timings.

use super::PanelContext;
use crate::past::{banner, shown};
use crate::theme::YELLOW;
use foretoken_vm::rulebook::ColumnOf;
use foretoken_vm::state::Slot;
use imgui::{Condition, TableFlags};

const FLAGS: TableFlags = TableFlags::ROW_BG.union(TableFlags::RESIZABLE).union(TableFlags::SIZING_FIXED_FIT);

#[derive(Debug, Default)]
pub(crate) struct Debug;

impl Debug {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        banner(cx, "debug");
        last_frame(cx);
        if let Some(left_out) = cx.host.left_out() {
            ui.text_colored(crate::theme::ink(ui, YELLOW), left_out);
            cx.widget_rects.item(ui, "debug/left-out");
        }
        let Some(view) = shown(cx.host) else {
            ui.text_disabled("No battle. Press F5 to start one.");
            return;
        };
        let round = view.truth.round();
        ui.text(format!("{}, round {round}, turn order `{}`", view.book.scenario, view.book.scheduler.name()));
        if let Some(node) = ui.tree_node_config("Turn order").opened(true, Condition::FirstUseEver).push() {
            self.agenda(cx);
            node.end();
        }
        if let Some(node) = ui
            .tree_node_config("Columns (additional numbers that actions store)")
            .opened(false, Condition::FirstUseEver)
            .push()
        {
            columns(cx);
            node.end();
        }
        if let Some(node) = ui.tree_node_config("Rules in force").opened(false, Condition::FirstUseEver).push() {
            compiled(cx);
            node.end();
        }
    }

    fn agenda(&self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        let turns = cx.host.agenda();
        let Some(table) = ui.begin_table_with_flags("##debug/agenda", 4, FLAGS) else {
            return;
        };
        for (index, turn) in turns.iter().enumerate() {
            ui.table_next_column();
            let number = format!("{}##{index}", index + 1);
            let marked = shown(cx.host).is_some_and(|view| view.choosing.is_some_and(|id| turn.slot == Slot::Unit(id)));
            ui.selectable_config(number).selected(marked).build();
            cx.widget_rects.item(ui, format!("debug/{index}"));
            ui.table_next_column();
            if turn.past {
                ui.text_disabled(&turn.who)
            } else {
                ui.text(&turn.who)
            }
            ui.table_next_column();
            ui.text_disabled(&turn.why);
            ui.table_next_column();
            if let (Slot::Unit(id), Some(view)) = (turn.slot, shown(cx.host)) {
                let uses = view.plan.intent(id).map_or(&[][..], |intent| intent.uses.as_slice());
                let name =
                    |used: &foretoken_vm::ActionUse| view.book.program(used.program).map_or("?", |p| p.name.as_str());
                let names: Vec<&str> = uses.iter().map(name).collect();
                ui.text(names.join(", "));
            }
        }
        table.end();
    }
}

fn last_frame(cx: &mut PanelContext<'_>) {
    let ui = cx.ui;
    let spans = cx.host.frame_spans();
    let Some(whole) = spans.first() else { return };
    let heading = format!("Last frame: {}###debug/frame", milliseconds(whole.micros));
    let node = ui.tree_node_config(heading).opened(false, Condition::FirstUseEver).push();
    cx.widget_rects.item(ui, "debug/frame");
    let Some(node) = node else { return };
    if let Some(table) = ui.begin_table_with_flags("##debug/spans", 2, FLAGS) {
        for (index, span) in spans.iter().enumerate() {
            ui.table_next_column();
            ui.text(format!("{}{}", "  ".repeat(span.depth), span.name));
            cx.widget_rects.item(ui, format!("debug/span/{index}/{}", span.name));
            ui.table_next_column();
            ui.text(milliseconds(span.micros));
        }
        table.end();
    }
    node.end();
}

fn milliseconds(micros: u64) -> String {
    format!("{}.{:02} ms", micros / 1_000, micros % 1_000 / 10)
}

fn columns(cx: &mut PanelContext<'_>) {
    let ui = cx.ui;
    let Some(view) = shown(cx.host) else { return };
    let mut some = false;
    for (of, words) in [(ColumnOf::Entity, "entity"), (ColumnOf::Cell, "cell"), (ColumnOf::Battle, "battle")] {
        for column in view.book.columns.of(of) {
            some = true;
            ui.bullet_text(format!(
                "{} of each {words}: starts at {}; AI weight {}",
                column.name, column.default, column.weight
            ));
        }
    }
    if !some {
        ui.text_disabled("No action stores additional numbers.");
    }
}

fn compiled(cx: &mut PanelContext<'_>) {
    let ui = cx.ui;
    let Some(view) = shown(cx.host) else { return };
    let tokens: usize = view.book.programs.iter().map(|program| program.code.len()).sum();
    ui.bullet_text(format!("{} compiled actions with {tokens} instructions", view.book.programs.len()));
    ui.bullet_text(format!("{} formulas, {} drawn attack shapes", view.book.formulas.len(), view.book.patterns.len()));
    ui.bullet_text(format!(
        "{} units, {} surfaces, {} terrains",
        view.book.unit_types.len(),
        view.book.surfaces.len(),
        view.book.terrains.len()
    ));
    ui.bullet_text(format!(
        "checksums: rules {:016x}, state {:016x}",
        view.book.hash64(),
        view.truth.hash64(view.book)
    ));
}
