//! The dice table of a unit in the inspector: the odds of each row with its actions, and the rows to edit. The rows are
//! those of the unit's policy, so an edit changes each unit with that policy.

use crate::form::Form;
use crate::model::{DiceTable, dice_table};
use crate::panels::PanelContext;
use crate::theme::{AMBER, YELLOW, ink};
use foretoken_action_assets::assets::PolicyAsset;
use foretoken_action_assets::{AnyAsset, AssetType, Field, Inspect, Inspector};
use imgui::StyleColor;

/// Fields of a policy that are edited here.
struct Rows<'p>(&'p mut PolicyAsset);

impl Inspect for Rows<'_> {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.number(Field::new("faces", "Number of faces of the die."), &mut self.0.faces, 1..=100);
        inspector.groups(Field::new("rows", "Moves of the die, each with its faces."), &mut self.0.rows);
    }
}

/// Shows the dice table of the open unit.
pub(super) fn table(cx: &mut PanelContext<'_>, asset: &AnyAsset) {
    let AnyAsset::Unit(unit) = asset else { return };
    let library = cx.host.library();
    let Some(table) = dice_table(library, unit) else { return };
    let Some(AnyAsset::Policy(mut policy)) = library.asset(AssetType::Policy, &table.policy).cloned() else { return };
    let ui = cx.ui;
    ui.spacing();
    ui.text_disabled("Dice table");
    cx.spot("inspector/dice", "Chance of each move in a roll, if its condition is met.");
    ui.same_line();
    if cx.button("->", "inspector/dice/go", "Open the policy with this table.") {
        cx.model.open(AssetType::Policy, &table.policy);
    }
    ui.separator();
    let yellow = ui.push_style_color(StyleColor::Text, ink(ui, YELLOW));
    for (index, fault) in table.faults().iter().enumerate() {
        ui.text_wrapped(fault);
        cx.widget_rects.item(ui, format!("inspector/dice/fault/{index}"));
    }
    yellow.pop();
    lines(cx, &table, &policy);
    let file = AssetType::Policy.path(&table.policy);
    let mut form = Form::new(cx, &file, "", Vec::new());
    Rows(&mut policy).inspect(&mut form);
    if let Some(path) = form.finish() {
        let field = path.rsplit('.').next().unwrap_or_default();
        let label = format!("{}: {field}", table.policy);
        let id = (AssetType::Policy, table.policy.clone());
        cx.model.edit(cx.host, &label, &format!("{file}#{path}"), vec![(id, Some(AnyAsset::Policy(policy)))]);
    }
}

/// Draws a line for each row: its odds, its name, its actions with their descriptions.
fn lines(cx: &mut PanelContext<'_>, table: &DiceTable, policy: &PolicyAsset) {
    let ui = cx.ui;
    let mut opened = None;
    for (at, (odds, row)) in table.rows.iter().zip(&policy.rows).enumerate() {
        ui.text(odds.words());
        let when = if row.when.is_one() { String::new() } else { format!("Only if {}.", row.when.as_str()) };
        cx.spot(format!("inspector/dice/odds/{at}"), &when);
        ui.same_line_with_pos(ui.current_font_size() * 7.0);
        ui.text_colored(ink(ui, AMBER), if row.name.is_empty() { "move" } else { &row.name });
        for (index, used) in row.uses.iter().enumerate() {
            cx.flow(ui.calc_text_size(&used.action)[0] + 14.0);
            let note = cx.host.library().action(&used.action).map_or("", |action| action.note.as_str()).to_owned();
            let is_there = cx.host.library().action(&used.action).is_some();
            let missing = ui.begin_disabled(!is_there);
            if cx.button(&used.action, &format!("inspector/dice/action/{at}/{index}"), "Open this action.") {
                opened = Some(used.action.clone());
            }
            missing.end();
            if !note.is_empty() {
                ui.text_wrapped(format!("    {note}"));
                cx.widget_rects.item(ui, format!("inspector/dice/note/{at}/{index}"));
            }
        }
    }
    if let Some(action) = opened {
        cx.model.open(AssetType::Action, &action);
    }
}
