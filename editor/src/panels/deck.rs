//! Deck panel: the slots of the open deck, or of the open unit's deck, drawn by their graph. Skills are dragged or chosen
//! into slots, slots are swapped, and neighbours are connected.

mod drawing;
mod hands;
mod layout;
mod skills;

use super::PanelContext;
use crate::Rect;
use crate::model::{ShownDeck, SlotSkill, skills_for_slots};
use foretoken_action_assets::{AssetType, Severity};
use hands::Gesture;
use imgui::WindowFocusedFlags;
use layout::{Fit, Layout};
use std::collections::BTreeMap;

/// Smallest canvas that is drawn, in pixels.
const SMALLEST: f32 = 60.0;
/// Width of the list of skills, in letters.
const LIST: f32 = 13.0;

#[derive(Debug, Default)]
pub(crate) struct DeckPanel {
    /// Open asset and revision of the cached deck.
    of: Option<(crate::model::AssetId, u64)>,
    deck: ShownDeck,
    layout: Layout,
    skills: Vec<SlotSkill>,
    /// Unit that fills the slots of an open deck.
    unit: Option<String>,
    /// Selected slot.
    slot: usize,
    gesture: Gesture,
    /// Whether a skill of the list is dragged over a slot.
    drops: bool,
    /// Beginning of the names in the list of skills.
    filter: String,
    /// Whether the list of skills for the selected slot opens.
    chooses: bool,
}

/// Faults of a slot: whether one is an error, and their messages.
type SlotFaults = BTreeMap<usize, (bool, Vec<String>)>;

/// Facts of a frame, for drawing and input.
struct Scene {
    canvas: Rect,
    fit: Fit,
    faults: SlotFaults,
    /// Slot under the pointer.
    pointed: Option<usize>,
}

impl DeckPanel {
    pub fn show(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        if !self.follow(cx) {
            return ui.text_disabled("Open a deck, or a unit with a deck.");
        }
        let (at, size) = (ui.window_pos(), ui.window_size());
        cx.shared.graph_rect = Some(Rect::between(at, [at[0] + size[0], at[1] + size[1]]));
        self.tools(cx);
        self.lead(cx);
        let list = ui.current_font_size() * LIST;
        let [wide, high] = ui.content_region_avail();
        let size = [wide - list, high];
        if size[0] < SMALLEST || size[1] < SMALLEST {
            return;
        }
        let from = ui.cursor_screen_pos();
        let canvas = Rect::new(from[0], from[1], from[0] + size[0], from[1] + size[1]);
        let fit = self.layout.fit(canvas);
        let mouse = ui.io().mouse_pos;
        let pointed = if canvas.contains(mouse) { self.layout.slot_at(fit, mouse) } else { None };
        let scene = Scene { canvas, fit, faults: self.faults(cx), pointed };
        self.hands(cx, &scene);
        self.drawing(cx, &scene);
        if ui.is_window_focused_with_flags(WindowFocusedFlags::ROOT_AND_CHILD_WINDOWS) {
            self.keys(cx);
        }
        self.choose(cx);
        ui.same_line();
        ui.child_window("##deck/skills").size([0.0, high]).build(|| self.list(cx));
    }

    /// Reads the open deck again if anything changed. Returns whether there is one.
    fn follow(&mut self, cx: &PanelContext<'_>) -> bool {
        let Some(open) = cx.model.open.clone() else { return false };
        let of = (open, cx.model.revision());
        if self.of.as_ref() == Some(&of) && !self.deck.slots.is_empty() {
            return true;
        }
        let Some(deck) = cx.model.shown_deck(cx.host, self.unit.as_deref()) else {
            self.of = None;
            return false;
        };
        if self.deck.next != deck.next || self.deck.is_hand != deck.is_hand {
            self.layout = Layout::of(&deck.next, deck.is_hand);
        }
        if self.deck.deck != deck.deck {
            self.slot = 0;
        }
        self.unit.clone_from(&deck.unit);
        self.skills = skills_for_slots(cx.host.library());
        self.slot = self.slot.min(deck.slots.len().saturating_sub(1));
        self.deck = deck;
        self.of = Some(of);
        true
    }

    /// Selects the slot that a fault leads to.
    fn lead(&mut self, cx: &mut PanelContext<'_>) {
        let open = cx.model.open.clone();
        let slot = |path: &str| slot_of(path, "deck_skills[").or_else(|| slot_of(path, "next["));
        let Some(focus) = &cx.model.focus else { return };
        if Some(&focus.asset) == open.as_ref()
            && let Some(slot) = slot(&focus.path).filter(|slot| *slot < self.deck.slots.len())
        {
            self.slot = slot;
            cx.model.focus = None;
        }
    }

    fn faults(&self, cx: &PanelContext<'_>) -> SlotFaults {
        let unit = self.deck.unit.as_ref().map(|unit| AssetType::Unit.path(unit));
        let deck = AssetType::Deck.path(&self.deck.deck);
        let mut faults = SlotFaults::new();
        for fault in cx.model.problems.iter() {
            let list = match &fault.file {
                file if Some(file) == unit.as_ref() => "deck_skills[",
                file if *file == deck => "next[",
                _ => continue,
            };
            let Some(slot) = slot_of(&fault.path, list) else { continue };
            let (is_error, messages) = faults.entry(slot).or_default();
            *is_error |= fault.severity == Severity::Error;
            messages.push(fault.message.clone());
        }
        faults
    }

    fn tools(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        let is_deck = matches!(cx.model.open, Some((AssetType::Deck, _)));
        if is_deck {
            self.unit_list(cx);
        } else if cx.button("Deck", "deck/open", "Open the deck, to edit its slots and neighbours in the Inspector.") {
            cx.model.open(AssetType::Deck, &self.deck.deck.clone());
        }
        let has_unit = self.deck.unit.is_some();
        let filled = self.deck.slots.get(self.slot).cloned().flatten();
        let no_unit = ui.begin_disabled(!has_unit);
        if cx.button_beside("Choose...", "deck/choose", "Choose the skill of the selected slot from a list. (Enter)") {
            self.chooses = true;
        }
        no_unit.end();
        let none = ui.begin_disabled(filled.is_none());
        if cx.button_beside("Empty", "deck/empty", "Take the skill out of the selected slot. (Delete)") {
            self.put(cx, "");
        }
        if cx.button_beside("Skill", "deck/skill", "Open the skill of the selected slot. Alt+Left returns. (S)") {
            self.open_skill(cx);
        }
        none.end();
        let no_action = ui.begin_disabled(filled.is_none_or(|skill| skill.action.is_empty()));
        if cx.button_beside("Action", "deck/action", "Open the action of the selected slot. Alt+Left returns. (A)") {
            self.open_action(cx);
        }
        no_action.end();
        cx.flow(ui.calc_text_size("Ctrl+click connects or separates slots.")[0]);
        ui.text_disabled("Ctrl+click connects or separates slots.");
    }

    /// Draws the units whose skills an open deck can show.
    fn unit_list(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        ui.set_next_item_width(ui.current_font_size() * 11.0);
        let shown = self.deck.unit.clone().unwrap_or_else(|| "no unit".to_owned());
        let combo = ui.begin_combo("##deck/unit", &shown);
        cx.spot("deck/unit", "Unit whose skills are in the slots. (PageUp, PageDown)");
        let Some(combo) = combo else { return };
        for unit in self.deck.units.clone() {
            if ui.selectable_config(&unit).selected(Some(&unit) == self.deck.unit.as_ref()).build() {
                (self.unit, self.of) = (Some(unit.clone()), None);
            }
            cx.widget_rects.item(ui, format!("deck/unit/{unit}"));
        }
        cx.within_popup();
        combo.end();
    }

    /// Puts a skill into the selected slot; an empty name empties it.
    fn put(&self, cx: &mut PanelContext<'_>, skill: &str) {
        if let Some(unit) = &self.deck.unit {
            cx.model.set_slot(cx.host, unit, self.slot, skill);
        }
    }

    fn open_skill(&self, cx: &mut PanelContext<'_>) {
        if let Some(Some(skill)) = self.deck.slots.get(self.slot) {
            cx.model.open(AssetType::Skill, &skill.name);
        }
    }

    fn open_action(&self, cx: &mut PanelContext<'_>) {
        if let Some(Some(skill)) = self.deck.slots.get(self.slot)
            && !skill.action.is_empty()
        {
            cx.model.open(AssetType::Action, &skill.action);
        }
    }
}

/// Returns the slot that a path such as `next[4]` names.
fn slot_of(path: &str, list: &str) -> Option<usize> {
    path.strip_prefix(list)?.strip_suffix(']')?.parse().ok()
}
