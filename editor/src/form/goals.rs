//! Presets of goals and losses beside their lists.

use super::Form;
use crate::model::goal_presets;
use foretoken_action_assets::assets::GoalRule;
use foretoken_action_assets::walk::{Value, walk};
use foretoken_action_assets::{AssetType, Field, Groups};

const PRESETS: &str = "##presets";

impl Form<'_, '_> {
    /// Draws a button with the goals that fit the scenario. Returns the chosen one.
    pub(super) fn presets(&mut self, field: Field, path: &str) -> Option<GoalRule> {
        let is_loss = field.name == "losses";
        if !self.path.is_empty() || !is_loss && field.name != "goals" {
            return None;
        }
        let (AssetType::Scenario, name) = AssetType::of_path(&self.file)? else { return None };
        let ui = self.cx.ui;
        let spot = format!("{}/preset", self.spot_of(path));
        ui.same_line();
        if ui.small_button("preset") {
            ui.open_popup(PRESETS);
        }
        self.cx.spot(spot.clone(), "Add one of the usual goals, with its formula.");
        let popup = ui.begin_popup(PRESETS)?;
        let library = self.cx.host.library();
        let presets = library.scenario(name).map(|scenario| goal_presets(library, scenario, is_loss));
        let mut chosen = None;
        for preset in presets.unwrap_or_default() {
            let pressed = ui.menu_item_config(&preset.name).shortcut(preset.goal.when.as_str()).build();
            self.cx.widget_rects.item(ui, format!("{spot}/{}", preset.name));
            if pressed {
                chosen = Some(preset.goal);
            }
        }
        self.cx.within_popup();
        popup.end();
        chosen
    }
}

/// Adds a goal to a list of goals.
pub(super) fn push(list: &mut dyn Groups, goal: GoalRule) {
    list.push_default();
    let last = list.len() - 1;
    let Some(item) = list.get(last) else { return };
    walk(item, "", &mut |path, _, value| match (path, value) {
        ("text", Value::Text(text)) => text.clone_from(&goal.text),
        ("when", Value::Formula(when)) => when.clone_from(&goal.when),
        _ => {}
    });
}
