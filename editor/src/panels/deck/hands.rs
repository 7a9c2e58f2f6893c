//! Mouse and keyboard on the slots of a deck.

use super::{DeckPanel, Scene};
use crate::panels::PanelContext;
use crate::tips::Tip;
use crate::{Rect, keys};
use imgui::{DragDropFlags, Key};

/// Pixels that the pointer can move within a click.
const CLICK: f32 = 5.0;
/// Name of a dragged skill; its data is the index in the list.
pub(super) const SKILL: &str = "SLOT SKILL";

const ARROWS: [(Key, (i32, i32)); 4] =
    [(Key::LeftArrow, (-1, 0)), (Key::RightArrow, (1, 0)), (Key::UpArrow, (0, -1)), (Key::DownArrow, (0, 1))];

/// Use of the pressed mouse.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Gesture {
    #[default]
    None,
    /// A slot is pressed and not yet moved.
    Press { slot: usize, at: [f32; 2] },
    /// The skill of a slot is dragged to another one.
    Swap { slot: usize },
}

impl DeckPanel {
    pub(super) fn hands(&mut self, cx: &mut PanelContext<'_>, scene: &Scene) {
        let ui = cx.ui;
        ui.invisible_button("##deck/canvas", [scene.canvas.width(), scene.canvas.height()]);
        cx.widget_rects.item(ui, "deck/canvas");
        let (is_over, is_pressed, is_held) = (ui.is_item_hovered(), ui.is_item_activated(), ui.is_item_active());
        let mouse = ui.io().mouse_pos;
        self.drops = false;
        if let Some(target) = ui.drag_drop_target() {
            let flags = DragDropFlags::ACCEPT_BEFORE_DELIVERY | DragDropFlags::ACCEPT_NO_DRAW_DEFAULT_RECT;
            if let Some(Ok(payload)) = target.accept_payload::<u32, _>(SKILL, flags)
                && let Some(skill) = self.skills.get(payload.data as usize).map(|skill| skill.name.clone())
                && let Some(slot) = scene.pointed
            {
                self.drops = true;
                if payload.delivery {
                    self.slot = slot;
                    self.put(cx, &skill);
                }
            }
            target.pop();
        }
        if is_pressed && let Some(slot) = scene.pointed {
            if ui.io().key_ctrl {
                let deck = self.deck.deck.clone();
                cx.model.toggle_neighbours(cx.host, &deck, self.slot, slot);
            } else {
                self.slot = slot;
                self.gesture = Gesture::Press { slot, at: mouse };
            }
        } else if is_held {
            if let Gesture::Press { slot, at } = self.gesture
                && f32::hypot(mouse[0] - at[0], mouse[1] - at[1]) > CLICK
            {
                self.gesture = Gesture::Swap { slot };
            }
        } else if let Gesture::Swap { slot } = std::mem::take(&mut self.gesture)
            && let (Some(other), Some(unit)) = (scene.pointed.filter(|&other| other != slot), &self.deck.unit)
        {
            cx.model.swap_slots(cx.host, unit, slot, other);
            self.slot = other;
        }
        if is_over && !is_held && !cx.shared.popup {
            self.tip(cx, scene);
        }
    }

    fn tip(&self, cx: &mut PanelContext<'_>, scene: &Scene) {
        let Some(slot) = scene.pointed else { return };
        let mut lines = vec![match self.deck.slots.get(slot) {
            Some(Some(skill)) => format!("{} {}", slot + 1, skill.title),
            _ => format!("{} empty", slot + 1),
        }];
        if let Some(Some(skill)) = self.deck.slots.get(slot) {
            lines.extend([skill.note.clone(), skill.group.clone(), super::drawing::cooldown(skill.recharge)]);
        }
        let next = self.deck.next.get(slot).map_or(&[][..], Vec::as_slice);
        if !self.deck.is_hand {
            let next: Vec<String> = next.iter().map(|slot| (slot + 1).to_string()).collect();
            lines.push(format!("Next: {}", if next.is_empty() { "none".to_owned() } else { next.join(", ") }));
        }
        lines.extend(scene.faults.get(&slot).into_iter().flat_map(|(_, messages)| messages.clone()));
        lines.retain(|line| !line.is_empty());
        let [x, y] = scene.fit.point(self.layout.middle(slot));
        cx.shared.tip = Some(Tip::about(Rect::new(x - 50.0, y - 40.0, x + 50.0, y + 50.0), lines.join("\n")));
    }

    pub(super) fn keys(&mut self, cx: &mut PanelContext<'_>) {
        let ui = cx.ui;
        let io = ui.io();
        if io.want_text_input || cx.shared.popup || io.key_ctrl || io.key_alt {
            return;
        }
        for (_, arrow) in ARROWS.into_iter().filter(|(key, _)| ui.is_key_pressed(*key)) {
            self.slot = self.layout.step(self.slot, arrow).unwrap_or(self.slot);
        }
        if keys::is_pressed(ui, "Enter") && self.deck.unit.is_some() {
            self.chooses = true;
        }
        if keys::is_pressed(ui, "Delete") {
            self.put(cx, "");
        }
        for (key, back) in [(Key::PageDown, false), (Key::PageUp, true)] {
            if ui.is_key_pressed(key) {
                self.next_unit(back);
            }
        }
        if keys::is_pressed(ui, "S") {
            self.open_skill(cx);
        } else if keys::is_pressed(ui, "A") {
            self.open_action(cx);
        }
    }

    fn next_unit(&mut self, back: bool) {
        let count = self.deck.units.len();
        let at = self.deck.units.iter().position(|unit| Some(unit) == self.deck.unit.as_ref());
        let Some(at) = at else { return };
        let next = if back { at + count - 1 } else { at + 1 } % count;
        (self.unit, self.of) = (self.deck.units.get(next).cloned(), None);
    }
}
