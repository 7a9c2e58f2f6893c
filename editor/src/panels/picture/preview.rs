//! Preview of an animation: the poses of one name, such as `idle`, `idle2` and `idle3`, one after another.

use super::canvas::Frame;
use super::{Drawing, PicturePanel};
use crate::panels::PanelContext;

/// Poses a second.
const PACE: f64 = 4.0;
const SCALE: f32 = 2.0;

impl PicturePanel {
    /// Draws the animation of the shown pose, if it has several poses.
    pub(super) fn preview(&mut self, cx: &mut PanelContext<'_>, drawing: &Drawing) {
        let ui = cx.ui;
        let names: Vec<&str> = drawing.sheet.frames().iter().map(|frame| frame.name.as_str()).collect();
        let Some(shown) = names.get(self.pose) else { return };
        let run = animation(&names, shown);
        if run.len() < 2 {
            return;
        }
        if self.plays {
            self.time += f64::from(ui.io().delta_time);
        }
        let at = run[(self.time * PACE) as usize % run.len()];
        let Some(grid) = drawing.sheet.grid(at) else { return };
        let (width, height) = grid.size();
        let size = [width as f32 * SCALE + 4.0, height as f32 * SCALE + 4.0];
        if ui.invisible_button("##preview", size) {
            self.plays = !self.plays;
        }
        let min = ui.item_rect_min();
        let list = ui.get_window_draw_list();
        let frame = Frame { min: [(min[0] + 2.0).round(), (min[1] + 2.0).round()], scale: SCALE };
        frame.texels(&list, &grid, &drawing.palette, 1.0);
        list.add_rect(min, ui.item_rect_max(), ui.style_color(imgui::StyleColor::Border)).build();
        drop(list);
        cx.spot("picture/preview", "The animation of the shown pose. Press to stop it or to play it again.");
        ui.same_line();
        ui.text_disabled(names[at]);
    }
}

/// Returns the name of a pose without its number.
pub(super) fn stem(name: &str) -> &str {
    name.trim_end_matches(|letter: char| letter.is_ascii_digit())
}

/// Returns the indices of the poses that have the name of a pose, apart from its number.
fn animation(names: &[&str], shown: &str) -> Vec<usize> {
    let mut run: Vec<usize> = (0..names.len()).filter(|&at| stem(names[at]) == stem(shown)).collect();
    run.sort_by_key(|&at| names[at][stem(names[at]).len()..].parse::<u32>().unwrap_or(1));
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_animation_has_the_poses_of_one_name_in_order() {
        let names = ["act", "idle3", "idle", "hurt", "idle2"];
        assert_eq!(animation(&names, "idle2"), [2, 4, 1]);
        assert_eq!(animation(&names, "hurt"), [3]);
    }
}
