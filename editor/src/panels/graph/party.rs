//! Party of runs that start at a room: the one of a played run, or one that the designer sets. Also shows the run that
//! plays.

use crate::host::{RoomParty, SetMember, SetParty};
use crate::panels::PanelContext;
use crate::theme::{AMBER, GREEN, RED, ink};
use foretoken_action_assets::assets::CampaignAsset;
use imgui::{SliderFlags, Ui};

/// Width in characters.
const WIDTH: f32 = 17.0;
/// Most rooms of the way that are listed.
const MOST_ROOMS: usize = 12;

#[derive(Debug, Default)]
pub(super) struct PartyForm {
    pub is_shown: bool,
    is_set: bool,
    party: SetParty,
}

impl PartyForm {
    /// Takes members and numbers of the campaign over. Settings of those that stay are kept.
    pub fn follow(&mut self, asset: &CampaignAsset, is_other: bool) {
        if is_other {
            (self.is_set, self.party) = (false, SetParty::default());
        }
        let old = std::mem::take(&mut self.party);
        let member = |name: &String| {
            let known = old.members.iter().find(|own| own.name == *name).cloned();
            known.unwrap_or_else(|| SetMember { name: name.clone(), is_there: true, health: 100 })
        };
        self.party.members = asset.members.iter().map(|rule| member(&rule.name)).collect();
        let value = |name: &String, start: i32| {
            let known = old.values.iter().find(|(own, _)| own == name).cloned();
            known.unwrap_or_else(|| (name.clone(), start))
        };
        self.party.values = asset.values.iter().map(|rule| value(&rule.name, rule.start)).collect();
    }

    /// Returns the width of the area; 0 if it is hidden.
    pub fn width(&self, ui: &Ui) -> f32 {
        if self.is_shown { ui.current_font_size() * WIDTH } else { 0.0 }
    }

    /// Returns the party for the next run.
    pub fn chosen(&self) -> RoomParty {
        if self.is_set { RoomParty::Set(self.party.clone()) } else { RoomParty::Plausible }
    }

    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        ui.text_disabled("Party of new runs");
        for (words, is_set, doc) in [
            ("played", false, "The planner plays the shortest way to the room. Its party enters the room."),
            ("set", true, "The party below enters the room."),
        ] {
            if ui.radio_button_bool(words, self.is_set == is_set) {
                self.is_set = is_set;
            }
            cx.spot(format!("graph/party/{words}"), doc);
            ui.same_line();
        }
        ui.new_line();
        if self.is_set {
            self.members(cx);
        }
        ui.separator();
        run(cx);
    }

    fn members(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        for member in &mut self.party.members {
            let _id = ui.push_id(&member.name);
            ui.checkbox(&member.name, &mut member.is_there);
            cx.spot(format!("graph/party/{}", member.name), "Whether the member is in the party.");
            ui.set_next_item_width(-1.0);
            let off = ui.begin_disabled(!member.is_there);
            let slider = ui.slider_config("##health", 1, 100).display_format("%d %% health");
            slider.flags(SliderFlags::ALWAYS_CLAMP).build(&mut member.health);
            off.end();
            cx.spot(format!("graph/party/{}/health", member.name), "Health in percent of the maximum.");
        }
        for (name, value) in &mut self.party.values {
            let _id = ui.push_id(&*name);
            ui.text(&*name);
            ui.same_line();
            ui.set_next_item_width(-1.0);
            imgui::Drag::new("##value").speed(0.1).build(ui, value);
            cx.spot(format!("graph/party/value/{name}"), "Number of the run.");
        }
    }
}

fn run(cx: &mut PanelContext<'_>) {
    let ui = cx.ui;
    let Some(run) = cx.host.run().cloned() else {
        ui.text_wrapped("No run plays. Select a room and press P.");
        cx.widget_rects.item(ui, "graph/run/none");
        return;
    };
    ui.text_colored(ink(ui, GREEN), format!("The run is in {}", run.room));
    cx.widget_rects.item(ui, "graph/run/room");
    if let Some(reason) = &run.refused {
        let red = ui.push_style_color(imgui::StyleColor::Text, ink(ui, RED));
        ui.text_wrapped(reason);
        red.pop();
        cx.widget_rects.item(ui, "graph/run/refused");
    }
    for (at, member) in run.party.iter().enumerate() {
        ui.text(format!("{}, {}", member.name, member.unit));
        ui.text_disabled(format!("  health {} of {}", member.health.0, member.health.1));
        cx.widget_rects.item(ui, format!("graph/run/member/{at}"));
        if !member.note.is_empty() {
            ui.text_wrapped(format!("  {}", member.note));
        }
    }
    for (name, value) in &run.values {
        ui.text_colored(ink(ui, AMBER), format!("{name}: {value}"));
    }
    ui.text_disabled("Rooms so far");
    for room in run.way.iter().rev().take(MOST_ROOMS).rev() {
        ui.text(format!("  {room}"));
    }
}
