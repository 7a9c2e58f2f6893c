//! Button of a unit that starts a battle test against it: the party and the board are those of a scenario.

use crate::EditorRequest;
use crate::model::parties;
use crate::panels::PanelContext;
use foretoken_action_assets::AssetType;

const PAGE: &str = "inspector/fight/page";

#[derive(Debug, Default)]
pub(super) struct FightForm {
    /// Scenario that brings party and board; the first one of the pack if it has no party.
    scenario: String,
}

impl FightForm {
    /// Draws the button for a unit, and the list of scenarios.
    pub fn show(&mut self, cx: &mut PanelContext<'_>, kind: AssetType, unit: &str) {
        if kind != AssetType::Unit {
            return;
        }
        let ui = cx.ui;
        let scenarios = parties(cx.host.library());
        if !scenarios.contains(&self.scenario) {
            self.scenario = scenarios.first().cloned().unwrap_or_default();
        }
        let none = ui.begin_disabled(scenarios.is_empty());
        let doc = match self.scenario.as_str() {
            "" => "No scenario has units of the player.".to_owned(),
            name => {
                format!("Starts a battle test with this unit as the only foe of the party of {name}, on its board.")
            }
        };
        let mut starts = cx.button_beside("Fight", "inspector/fight", &doc);
        ui.same_line_with_spacing(0.0, 2.0);
        if cx.button("v", "inspector/fight/choose", "Choose the scenario that brings party and board.") {
            ui.open_popup(PAGE);
        }
        none.end();
        if let Some(popup) = ui.begin_popup(PAGE) {
            for name in &scenarios {
                if ui.menu_item_config(name).selected(*name == self.scenario).build() {
                    self.scenario.clone_from(name);
                    starts = true;
                }
                cx.widget_rects.item(ui, format!("inspector/fight/{name}"));
            }
            cx.within_popup();
            popup.end();
        }
        if starts && self.scenario.is_empty() {
            cx.model.tell("No scenario has units of the player.");
        } else if starts {
            cx.model.finish(cx.host);
            let (scenario, unit) = (self.scenario.clone(), unit.to_owned());
            cx.wishes.push(EditorRequest::Fight { scenario, unit });
        }
    }
}
