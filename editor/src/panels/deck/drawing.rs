//! Drawing of the slots of a deck: outlines, lines between neighbours, skills, and marks of the selected slot.

use super::hands::Gesture;
use super::layout::Form;
use super::{DeckPanel, Scene};
use crate::Colour;
use crate::fitted::fitted;
use crate::panels::PanelContext;
use crate::theme::{AMBER, BLUE, GREEN, RED, YELLOW, ink};
use imgui::{DrawListMut, StyleColor, Ui};

/// Places of number, cooldown, group and title in a triangle, as shares of the way from its tip to its base. Each line is
/// as wide as the triangle there.
const IN_TRIANGLE: [f32; 4] = [0.31, 0.48, 0.65, 0.82];
/// Places of number with cooldown, title and group in a card, as shares of its height.
const IN_CARD: [f32; 3] = [0.2, 0.5, 0.8];
/// Colours of groups such as rarities, in the order of their names.
const GROUPS: [Colour; 5] = [BLUE, AMBER, GREEN, RED, YELLOW];

/// Describes a cooldown; empty for none.
pub(super) fn cooldown(turns: i32) -> String {
    match turns {
        0 => String::new(),
        1 => "cooldown 1 turn".to_owned(),
        turns => format!("cooldown {turns} turns"),
    }
}

impl DeckPanel {
    pub(super) fn drawing(&self, cx: &mut PanelContext<'_>, scene: &Scene) {
        let ui = cx.ui;
        let list = ui.get_window_draw_list();
        let canvas = scene.canvas;
        list.with_clip_rect_intersect(canvas.min(), canvas.max(), || {
            list.add_rect(canvas.min(), canvas.max(), ui.style_color(StyleColor::ChildBg)).filled(true).build();
            if self.layout.form != Form::Net && !self.deck.is_hand {
                self.lines(ui, &list, scene);
            }
            for slot in 0..self.layout.slots.len() {
                self.outline(ui, &list, scene, slot);
            }
            // Marks lie above the outlines of all neighbours.
            for slot in 0..self.layout.slots.len() {
                self.marks(ui, &list, scene, slot);
                self.words(ui, &list, scene, slot);
                let [x, y] = scene.fit.point(self.layout.middle(slot));
                cx.widget_rects.rect(format!("deck/slot/{}", slot + 1), [x - 12.0, y - 8.0], [x + 12.0, y + 8.0]);
            }
            if let Gesture::Swap { slot } = self.gesture {
                let from = scene.fit.point(self.layout.middle(slot));
                list.add_line(from, ui.io().mouse_pos, ink(ui, AMBER)).thickness(3.0).build();
            }
        });
    }

    fn is_neighbour(&self, slot: usize) -> bool {
        !self.deck.is_hand && self.deck.next.get(self.slot).is_some_and(|next| next.contains(&slot))
    }

    fn lines(&self, ui: &Ui, list: &DrawListMut<'_>, scene: &Scene) {
        let [r, g, b, _] = ui.style_color(StyleColor::Text);
        for (from, next) in self.deck.next.iter().enumerate() {
            for &to in next {
                let is_back = self.deck.next.get(to).is_some_and(|next| next.contains(&from));
                if is_back && to < from {
                    continue;
                }
                let is_lit = from == self.slot || to == self.slot && is_back;
                let colour = match (is_back, is_lit) {
                    (false, _) => ink(ui, YELLOW),
                    (true, true) => ink(ui, AMBER),
                    (true, false) => Colour::new(r, g, b, 0.45),
                };
                let [start, end] = [from, to].map(|slot| scene.fit.point(self.layout.middle(slot)));
                list.add_line(start, end, colour).thickness(if is_lit { 3.0 } else { 1.5 }).build();
            }
        }
    }

    fn outline(&self, ui: &Ui, list: &DrawListMut<'_>, scene: &Scene, slot: usize) {
        let points = scene.fit.points(&self.layout.slots[slot]);
        let [r, g, b, _] = ui.style_color(StyleColor::PopupBg);
        list.add_polyline(points.clone(), [r, g, b, 1.0]).filled(true).build();
        let fill = match slot {
            slot if slot == self.slot => AMBER.with_alpha(0.34),
            slot if self.is_neighbour(slot) => AMBER.with_alpha(0.15),
            _ => BLUE.with_alpha(if self.is_filled(slot) { 0.10 } else { 0.0 }),
        };
        list.add_polyline(points.clone(), fill).filled(true).build();
        rim(list, points, ui.style_color(StyleColor::Border).into(), 1.5);
    }

    fn is_filled(&self, slot: usize) -> bool {
        self.deck.slots.get(slot).is_some_and(Option::is_some)
    }

    fn marks(&self, ui: &Ui, list: &DrawListMut<'_>, scene: &Scene, slot: usize) {
        let points = || scene.fit.points(&self.layout.slots[slot]);
        if let Some((is_error, _)) = scene.faults.get(&slot) {
            rim(list, points(), ink(ui, if *is_error { RED } else { YELLOW }), 2.0);
        }
        if self.is_neighbour(slot) {
            rim(list, points(), ink(ui, AMBER).with_alpha(0.7), 2.0);
        }
        if slot == self.slot {
            rim(list, points(), ink(ui, AMBER), 4.0);
        }
        let is_dropping = matches!(self.gesture, Gesture::Swap { .. }) || self.drops;
        if is_dropping && scene.pointed == Some(slot) {
            rim(list, points(), ink(ui, GREEN), 4.0);
        }
    }

    fn words(&self, ui: &Ui, list: &DrawListMut<'_>, scene: &Scene, slot: usize) {
        let points = scene.fit.points(&self.layout.slots[slot]);
        let text = Colour::from(ui.style_color(StyleColor::Text));
        let dim = Colour::from(ui.style_color(StyleColor::TextDisabled));
        let number = (slot + 1).to_string();
        let skill = self.deck.slots.get(slot).and_then(Option::as_ref);
        let (title, tint) = skill.map_or(("empty", dim), |skill| (skill.title.as_str(), text));
        let group = skill.map_or("", |skill| skill.group.as_str());
        let group_tint = self.group_colour(ui, group);
        let cooldown = skill.map_or(0, |skill| skill.recharge);
        let cooldown = if cooldown > 0 { format!("cd {cooldown}") } else { String::new() };
        let line_height = ui.text_line_height();
        let write = |text: &str, [x, y]: [f32; 2], width: f32, colour: Colour| {
            let shown = fitted(text, width, |text| ui.calc_text_size(text)[0]);
            let wide = ui.calc_text_size(&shown)[0];
            list.add_text([x - wide / 2.0, y - line_height / 2.0], colour, shown);
        };
        match points[..] {
            [a, b, tip] => {
                let lines = [(number.as_str(), dim), (cooldown.as_str(), dim), (group, group_tint), (title, tint)];
                let middle = (a[0] + b[0]) / 2.0;
                for ((line, tint), share) in lines.into_iter().zip(IN_TRIANGLE) {
                    write(line, [middle, tip[1] + (a[1] - tip[1]) * share], (b[0] - a[0]).abs() * share, tint);
                }
            }
            [min, _, max, _] => {
                let head = if cooldown.is_empty() { number } else { format!("{number}, {cooldown}") };
                let lines = [(head.as_str(), dim), (title, tint), (group, group_tint)];
                for ((line, tint), share) in lines.into_iter().zip(IN_CARD) {
                    let middle = (min[0] + max[0]) / 2.0;
                    write(line, [middle, min[1] + (max[1] - min[1]) * share], max[0] - min[0] - 8.0, tint);
                }
            }
            _ => {}
        }
    }

    fn group_colour(&self, ui: &Ui, group: &str) -> Colour {
        let mut groups: Vec<&str> = self.skills.iter().map(|skill| skill.group.as_str()).collect();
        groups.sort_unstable();
        groups.dedup();
        let at = groups.iter().position(|own| *own == group).unwrap_or_default();
        ink(ui, GROUPS[at % GROUPS.len()])
    }
}

fn rim(list: &DrawListMut<'_>, mut points: Vec<[f32; 2]>, colour: Colour, thick: f32) {
    points.extend(points.first().copied());
    list.add_polyline(points, colour).thickness(thick).build();
}
