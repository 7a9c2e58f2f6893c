//! The map in characters: rooms in brackets with their names below, and the ways between them as dots.

use super::{Hit, RunApp};
use crate::runs::map::{letter, open_rooms};
use crate::tui::board::palette;
use foretoken_campaign::Seen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::collections::BTreeSet;

/// Characters between columns and lines between rows.
const STEP: (i32, i32) = (18, 4);

/// Draws the map around the selected room.
pub(super) fn draw(app: &mut RunApp, buffer: &mut Buffer, area: Rect) {
    let view = app.game.view();
    let (wide, high) = app.map.size();
    let at = |room: usize| {
        let (x, y) = app.map.place(room).unwrap_or_default();
        (x * STEP.0, y * STEP.1)
    };
    let (width, height) = (i32::from(area.width), i32::from(area.height));
    let whole = (wide * STEP.0, high * STEP.1);
    let (x, y) = at(app.room);
    // A map that fits is in the middle; a larger one is moved so that the selected room is in view.
    let place = |size: i32, whole: i32, focus: i32, step: i32| {
        if whole <= size { (size - whole) / 2 + step / 2 } else { (size / 2 - focus).clamp(size - whole, step / 2) }
    };
    let offset = (place(width, whole.0, x, STEP.0), place(height, whole.1, y, STEP.1) - 1);
    let pixel = |room: usize| {
        let (x, y) = at(room);
        (x + offset.0, y + offset.1)
    };
    let open = open_rooms(view);
    let walked: BTreeSet<(usize, usize)> = view.way.windows(2).map(|pair| (pair[0], pair[1])).collect();
    let style = |style: Style| if app.colours { style } else { Style { fg: None, bg: None, ..style } };
    let is_inside = |x: i32, y: i32| (0..width).contains(&x) && (0..height).contains(&y);
    let mut put = |x: i32, y: i32, sign: &str, look: Style| {
        if is_inside(x, y) {
            let place = (area.x + x as u16, area.y + y as u16);
            if let Some(cell) = buffer.cell_mut(place) {
                cell.set_symbol(sign).set_style(look);
            }
        }
    };
    for room in view.rooms.iter().filter(|room| !room.is_template) {
        for &to in &room.ways {
            let ((x, y), (a, b)) = (pixel(room.room), pixel(to));
            if x.max(a) < 0 || x.min(a) > width || y.max(b) < 0 || y.min(b) > height {
                continue;
            }
            let is_next = view.here == Some(room.room) && open.contains(&to);
            let (sign, colour) = match (walked.contains(&(room.room, to)), is_next) {
                (true, _) => ("•", palette::OWN),
                (_, true) => ("•", palette::WHITE),
                _ => ("·", palette::DIM),
            };
            let steps = (a - x).abs().max(2 * (b - y).abs()).max(1);
            for step in 1..steps {
                let share = |from: i32, to: i32| from + ((to - from) * step + steps / 2).div_euclid(steps);
                put(share(x, a), share(y, b), sign, style(Style::new().fg(colour)));
            }
        }
    }
    let mut hits = Vec::new();
    for room in view.rooms.iter().filter(|room| !room.is_template) {
        let (x, y) = pixel(room.room);
        if !is_inside(x, y) {
            continue;
        }
        let colour = match room.seen {
            Seen::Here | Seen::Visited => palette::OWN,
            Seen::Open => palette::WHITE,
            Seen::Closed | Seen::Far => palette::DIM,
        };
        let is_focus = app.room == room.room;
        let mut look = style(Style::new().fg(colour));
        if room.seen == Seen::Here || open.contains(&room.room) {
            look = look.add_modifier(Modifier::BOLD);
        }
        if is_focus {
            look = look.add_modifier(Modifier::REVERSED);
        }
        let (left, right) = match room.seen {
            Seen::Here => ("<", ">"),
            Seen::Open => ("[", "]"),
            _ => ("(", ")"),
        };
        let sign = letter(app.game.run().known_kind(room.room)).to_string();
        // The key that enters the room.
        let key = open.iter().position(|own| *own == room.room).filter(|&at| at < 9);
        if let Some(key) = key {
            put(x - 3, y, &(key + 1).to_string(), style(Style::new().fg(palette::DIM)));
        }
        for (dx, sign) in [(-1, left), (0, sign.as_str()), (1, right)] {
            put(x + dx, y, sign, look);
        }
        let name = room.title.as_deref().or(room.kind.as_deref()).unwrap_or_default();
        let name: Vec<String> = name.chars().take(STEP.0 as usize - 2).map(String::from).collect();
        let begin = x - name.len() as i32 / 2;
        for (at, letter) in name.iter().enumerate() {
            put(begin + at as i32, y + 1, letter, look.remove_modifier(Modifier::REVERSED));
        }
        let left = (x - 1).max(0) as u16;
        let place = Rect::new(area.x + left, area.y + y as u16, 3, 1);
        hits.push((place.intersection(area), Hit::Room(room.room)));
    }
    app.hits.extend(hits);
}
