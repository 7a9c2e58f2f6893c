//! Brushes for a demonstration's board: ground, surfaces, units, and the size of the board.

use super::Demonstration;
use super::drawing::resized;
use super::showing::put;
use crate::board::{CellStyle, swatch};
use crate::panels::PanelContext;
use crate::theme::AMBER;
use foretoken_action_assets::AnyAsset;
use foretoken_action_assets::demonstrate::CAST;
use foretoken_action_assets::demonstration::Demonstration as Drawn;

const LONGEST: i32 = 16;
const SIDE: f32 = 1.4;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Brush {
    pub glyph: char,
    pub name: String,
    look: CellStyle,
}

impl Demonstration {
    pub(super) fn palette(&mut self, cx: &mut PanelContext<'_>, drawn: &Drawn) {
        let (mut ground, mut surfaces) = (Vec::new(), Vec::new());
        for (_, name, asset) in cx.host.library().assets() {
            let brush =
                |glyph: &str, look| glyph.chars().next().map(|glyph| Brush { glyph, name: name.to_owned(), look });
            match asset {
                AnyAsset::Terrain(terrain) => {
                    let look = CellStyle::Ground { blocks: terrain.blocks_movement, avoided: terrain.avoided };
                    ground.extend(brush(&terrain.glyph, look));
                }
                AnyAsset::Surface(surface) => surfaces.extend(brush(&surface.glyph, CellStyle::Surface)),
                _ => {}
            }
        }
        let units = CAST.iter().map(|&(glyph, team)| Brush {
            glyph,
            name: match (glyph, team) {
                ('A', _) => "the acting unit",
                (_, 0) => "an ally",
                (_, 1) => "an enemy",
                _ => "a neutral object",
            }
            .to_owned(),
            look: CellStyle::Unit { team },
        });
        self.group(cx, "Units", units.collect());
        self.group(cx, "Ground", ground);
        self.group(cx, "Surface", surfaces);
        size(cx, drawn);
        rounds(cx, drawn);
    }

    fn group(&mut self, cx: &mut PanelContext<'_>, heading: &str, brushes: Vec<Brush>) {
        if brushes.is_empty() {
            return;
        }
        let ui = cx.ui;
        label(cx, heading);
        let side = ui.text_line_height() * SIDE;
        if heading == "Units" {
            if cx.toggle("move", "demonstration/drag", "Drag units on the board.", self.brush.is_none()) {
                self.brush = None;
            }
            cx.flow(side);
        }
        for (index, brush) in brushes.into_iter().enumerate() {
            if index > 0 {
                cx.flow(side);
            }
            let pressed = ui.invisible_button(format!("##{heading}/{}", brush.glyph), [side, side]);
            let (min, max) = (ui.item_rect_min(), ui.item_rect_max());
            swatch(ui, min, side, brush.glyph, brush.look);
            let chosen = self.brush.as_ref().is_some_and(|own| own.glyph == brush.glyph);
            if chosen || ui.is_item_hovered() {
                let list = ui.get_window_draw_list();
                list.add_rect(min, max, AMBER).thickness(if chosen { 2.5 } else { 1.0 }).build();
            }
            cx.spot(format!("demonstration/brush/{}", brush.glyph), &format!("Place {}.", brush.name));
            if pressed {
                (self.brush, self.paused, self.time) = (Some(brush), true, 0.0);
            }
        }
    }
}

pub(super) fn height(ui: &imgui::Ui) -> f32 {
    const LINES: f32 = 6.0;
    (ui.text_line_height() * SIDE + ui.clone_style().item_spacing[1]) * LINES
}

fn label(cx: &PanelContext<'_>, heading: &str) {
    let ui = cx.ui;
    ui.align_text_to_frame_padding();
    ui.text_disabled(heading);
    ui.same_line_with_pos(ui.calc_text_size("Surface")[0] + 20.0);
}

fn size(cx: &mut PanelContext<'_>, drawn: &Drawn) {
    label(cx, "Size");
    let (width, height) = (drawn.before.first().map_or(0, |row| row.chars().count()), drawn.before.len());
    let (width, height) = (width as i32, height as i32);
    for (index, (label, columns, rows, doc)) in [
        ("wider", 1, 0, "Add a column at the right."),
        ("narrower", -1, 0, "Remove a column at the right."),
        ("taller", 0, 1, "Add a row at the bottom."),
        ("lower", 0, -1, "Remove a row at the bottom."),
    ]
    .into_iter()
    .enumerate()
    {
        let spot = format!("demonstration/size/{label}");
        let pressed = if index == 0 { cx.button(label, &spot, doc) } else { cx.button_beside(label, &spot, doc) };
        if pressed {
            let side = |was: i32, by: i32| (was + by).clamp(1, LONGEST) as usize;
            put(cx, "size of the board", resized(drawn, side(width, columns), side(height, rows)));
        }
    }
}

fn rounds(cx: &mut PanelContext<'_>, drawn: &Drawn) {
    label(cx, "Rounds");
    let by = |rounds: i32| Drawn { rounds, ..drawn.clone() };
    for (index, (label, to, doc)) in [
        ("less", drawn.rounds - 1, "Play one round less; with 0 rounds only the acting unit's turn."),
        ("more", drawn.rounds + 1, "Play one round more, to show delayed effects."),
    ]
    .into_iter()
    .enumerate()
    {
        let spot = format!("demonstration/rounds/{label}");
        let pressed = if index == 0 { cx.button(label, &spot, doc) } else { cx.button_beside(label, &spot, doc) };
        if pressed && (0..=Drawn::MOST_ROUNDS).contains(&to) {
            put(cx, "rounds of the demonstration", by(to));
        }
    }
    cx.ui.same_line();
    cx.ui.text_disabled(match drawn.rounds {
        0 => "only the acting unit's turn".to_owned(),
        1 => "to the end of the round".to_owned(),
        more => format!("to the end of round {more}"),
    });
}
