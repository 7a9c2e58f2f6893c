//! Icons and colours of kinds of rooms.

use crate::Colour;
use crate::theme::{AMBER, BLUE, GREEN, RED};
use imgui::DrawListMut;

const VIOLET: Colour = Colour::new(0.72, 0.56, 0.92, 1.0);
const GREY: Colour = Colour::new(0.70, 0.74, 0.80, 1.0);

pub(super) fn colour(kind: &str) -> Colour {
    match kind {
        "battle" => RED,
        "loot" => AMBER,
        "choice" => BLUE,
        "rest" => GREEN,
        "shop" => VIOLET,
        _ => GREY,
    }
}

/// Draws the icon of a kind in a square.
pub(super) fn draw(list: &DrawListMut<'_>, kind: &str, [left, top]: [f32; 2], side: f32, colour: Colour) {
    let at = |x: f32, y: f32| [left + x * side, top + y * side];
    let thick = (side / 10.0).max(1.0);
    let line = |from: [f32; 2], to: [f32; 2]| list.add_line(from, to, colour).thickness(thick).build();
    match kind {
        // Two crossed swords.
        "battle" => {
            for (from, to, guard) in [
                (at(0.15, 0.1), at(0.85, 0.9), (at(0.58, 0.82), at(0.82, 0.62))),
                (at(0.85, 0.1), at(0.15, 0.9), (at(0.42, 0.82), at(0.18, 0.62))),
            ] {
                line(from, to);
                line(guard.0, guard.1);
            }
        }
        // A chest.
        "loot" => {
            list.add_rect(at(0.1, 0.25), at(0.9, 0.85), colour).thickness(thick).rounding(side / 8.0).build();
            line(at(0.1, 0.5), at(0.9, 0.5));
            list.add_rect(at(0.42, 0.42), at(0.58, 0.62), colour).filled(true).build();
        }
        // A way that parts.
        "choice" => {
            line(at(0.5, 0.95), at(0.5, 0.55));
            line(at(0.5, 0.55), at(0.2, 0.2));
            line(at(0.5, 0.55), at(0.8, 0.2));
            list.add_triangle(at(0.08, 0.08), at(0.36, 0.14), at(0.14, 0.36), colour).filled(true).build();
            list.add_triangle(at(0.92, 0.08), at(0.64, 0.14), at(0.86, 0.36), colour).filled(true).build();
        }
        // A fire.
        "rest" => {
            list.add_triangle(at(0.5, 0.05), at(0.2, 0.7), at(0.8, 0.7), colour).filled(true).build();
            line(at(0.1, 0.92), at(0.9, 0.75));
            line(at(0.1, 0.75), at(0.9, 0.92));
        }
        // A coin.
        "shop" => {
            list.add_circle(at(0.5, 0.5), side * 0.42, colour).thickness(thick).build();
            list.add_circle(at(0.5, 0.5), side * 0.18, colour).filled(true).build();
        }
        // A flag.
        "end" => {
            line(at(0.2, 0.05), at(0.2, 0.95));
            list.add_triangle(at(0.2, 0.1), at(0.92, 0.32), at(0.2, 0.56), colour).filled(true).build();
        }
        _ => list.add_circle(at(0.5, 0.5), side * 0.4, colour).thickness(thick).build(),
    }
}
