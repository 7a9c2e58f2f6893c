//! Shape of a terrain's blocks, from lines of its sheet: height, inset sides, cut corners, stairs, or no drawing. The
//! rules ignore it.

use super::{Drawing, PicturePanel};
use crate::panels::PanelContext;
use crate::pixels::Sheet;
use imgui::{Drag, SliderFlags, TreeNodeFlags};

/// Maximum inset of a side and maximum cut of a corner, in cell edges.
const MOST: f32 = 0.45;
const HIGHEST: f32 = 3.0;
const MOST_STEPS: i32 = 8;

const FOURS: [(&str, &str, &str); 2] = [
    (
        "inset",
        "inset  N E S W",
        "Distance of its north, east, south and west sides from the cell's edge: for thin walls, bridges, posts.",
    ),
    (
        "corners",
        "corners  NW NE SE SW",
        "Size of the cut at its north-west, north-east, south-east and south-west corners.",
    ),
];

impl PicturePanel {
    pub(super) fn shape(&mut self, cx: &mut PanelContext<'_>, drawing: &Drawing) {
        let ui = cx.ui;
        let is_open = ui.collapsing_header("Shape of the block", TreeNodeFlags::empty());
        cx.spot("picture/shape", "How its cells look on the board. The rules do not change.");
        if !is_open {
            return;
        }
        let sheet = &drawing.sheet;
        let width = ui.current_font_size() * 4.0;
        ui.set_next_item_width(width);
        let mut height = number(sheet, "height");
        let drag = Drag::new("height").range(-HIGHEST, HIGHEST).speed(0.02).display_format("%.2f");
        if drag.flags(SliderFlags::ALWAYS_CLAMP).build(ui, &mut height) {
            self.set_line(cx, drawing, "height", Some(&words(height)));
        }
        cx.spot("picture/shape/height", "Height above its cell, in cell widths.");
        cx.flow(width + ui.calc_text_size("steps")[0]);
        ui.set_next_item_width(width);
        let mut steps = number(sheet, "steps").clamp(0.0, MOST_STEPS as f32) as i32;
        let drag = Drag::new("steps").range(0, MOST_STEPS).speed(0.05).flags(SliderFlags::ALWAYS_CLAMP);
        if drag.build(ui, &mut steps) {
            let told = steps.to_string();
            self.set_line(cx, drawing, "steps", (steps > 0).then_some(told.as_str()));
        }
        cx.spot("picture/shape/steps", "Number of stairs on slopes; 0 for a smooth slope.");
        cx.flow(ui.calc_text_size("invisible")[0] + 30.0);
        let mut invisible = sheet.attribute("invisible").is_some();
        if ui.checkbox("invisible", &mut invisible) {
            self.set_line(cx, drawing, "invisible", invisible.then_some(""));
            cx.model.finish(cx.host);
        }
        cx.spot("picture/shape/invisible", "Hidden in the battle. The drawing only marks where the object blocks.");
        for (key, words, doc) in FOURS {
            let mut four = four(sheet, key);
            ui.text_disabled(words);
            ui.set_next_item_width(-1.0);
            let drag = Drag::new(format!("##{key}")).range(0.0, MOST).speed(0.005).display_format("%.2f");
            if drag.flags(SliderFlags::ALWAYS_CLAMP).build_array(ui, &mut four) {
                let told = told_as(four);
                self.set_line(cx, drawing, key, told.as_deref());
            }
            cx.spot(format!("picture/shape/{key}"), doc);
        }
    }

    fn set_line(&self, cx: &mut PanelContext<'_>, drawing: &Drawing, key: &str, value: Option<&str>) {
        let mut sheet = drawing.sheet.clone();
        sheet.set_attribute(key, value);
        self.put_sheet(cx, drawing, key, &format!("shape {key}"), &sheet);
        cx.model.hold();
    }
}

fn number(sheet: &Sheet, key: &str) -> f32 {
    let told = sheet.attribute(key).and_then(|value| value.parse().ok());
    told.filter(|number: &f32| number.is_finite()).unwrap_or_default()
}

fn four(sheet: &Sheet, key: &str) -> [f32; 4] {
    let told = sheet.attribute(key).unwrap_or_default().split_whitespace();
    let told: Vec<f32> =
        told.map(|word| word.parse().ok().filter(|n: &f32| n.is_finite()).unwrap_or_default()).collect();
    let of = |at: usize| if told.len() == 1 { told.first() } else { told.get(at) };
    [0, 1, 2, 3].map(|at| of(at).copied().unwrap_or_default().clamp(0.0, MOST))
}

/// Formats four numbers: one if all are equal, none if all are 0.
fn told_as(four: [f32; 4]) -> Option<String> {
    let told = four.map(words);
    match told.iter().all(|number| *number == told[0]) {
        true if told[0] == "0" => None,
        true => Some(told[0].clone()),
        false => Some(told.join(" ")),
    }
}

fn words(number: f32) -> String {
    let told = format!("{number:.2}");
    let told = told.trim_end_matches('0').trim_end_matches('.');
    if told == "-0" { "0".to_owned() } else { told.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_short_as_they_are_read() {
        assert_eq!([0.3, 1.0, -0.25, 0.004, -0.001].map(words), ["0.3", "1", "-0.25", "0", "0"]);
        assert_eq!(told_as([0.1; 4]).as_deref(), Some("0.1"));
        assert_eq!(told_as([0.0, 0.14, 0.0, 0.14]).as_deref(), Some("0 0.14 0 0.14"));
        assert_eq!(told_as([0.0; 4]), None);
        let sheet = Sheet::read("inset 0.2\ncorners 0 9 x\n\n= top\nk\n");
        assert_eq!((four(&sheet, "inset"), four(&sheet, "corners")), ([0.2; 4], [0.0, MOST, 0.0, 0.0]));
    }
}
