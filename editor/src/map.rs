//! The map of a battle to paint on: one takes a character and draws with it, cell by cell or dragging.

use crate::panels::Cx;
use crate::theme::{AMBER, RED, ink};
use foretoken_action_assets::{Canvas, Glyph};
use imgui::{MouseButton, StyleColor};

/// Side of a cell in lines of text.
const CELL: f32 = 1.35;
/// The most cells of a side that can be had here; the text takes more.
const MOST: usize = 64;

/// Draws a map to paint on with the characters of its ground and of its legend; true where it was changed.
pub(crate) fn paint(cx: &mut Cx<'_>, spot: &str, rows: &mut Vec<String>, ground: &[Glyph], canvas: Canvas<'_>) -> bool {
    let glyphs = [ground, canvas.legend].concat();
    let group = cx.ui.begin_group();
    if let (Some(over), true) = (canvas.over, rows.is_empty()) {
        let begun = cx.button("draw", &format!("{spot}/draw"), "Begin a layer over the whole map.");
        if begun {
            *rows = fitted(rows, over, canvas.blank);
        }
        group.end();
        return begun;
    }
    let mut cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let glyph = brushes(cx, spot, &glyphs);
    let bare = if canvas.over.is_some() { canvas.blank } else { bare(ground) };
    let mut changed = board(cx, spot, &mut cells, (&glyphs, ground.len(), bare), glyph);
    changed |= canvas.over.is_none() && size(cx, spot, &mut cells);
    if changed {
        *rows = cells.into_iter().map(String::from_iter).collect();
    }
    if let Some(over) = canvas.over {
        changed |= layer(cx, spot, rows, over, canvas.blank);
    }
    group.end();
    changed | as_text(cx, spot, rows)
}

/// What is done with a layer as a whole: it is brought to the size of its map, or left out.
fn layer(cx: &mut Cx<'_>, spot: &str, rows: &mut Vec<String>, over: (usize, usize), blank: char) -> bool {
    let cleared = cx.button("leave out", &format!("{spot}/leave out"), "Without this layer.");
    if cleared {
        rows.clear();
        return true;
    }
    let fits = fitted(rows, over, blank);
    let changed = fits != *rows && cx.button_beside("fit", &format!("{spot}/fit"), "As wide and deep as the map.");
    if changed {
        *rows = fits;
    }
    changed
}

/// Rows of a layer as wide and as many as those of its map.
fn fitted(rows: &[String], (width, height): (usize, usize), blank: char) -> Vec<String> {
    let cells = |row: &str| row.chars().chain(std::iter::repeat(blank)).take(width).collect();
    let rows = rows.iter().map(String::as_str).chain(std::iter::repeat(""));
    rows.take(height).map(cells).collect()
}

/// The characters to take, each with what it stands for; the one that is taken.
fn brushes(cx: &mut Cx<'_>, spot: &str, glyphs: &[Glyph]) -> Option<char> {
    let taken = cx.shared.glyph.clone().filter(|taken| glyphs.iter().any(|glyph| glyph.glyph == *taken));
    let taken = taken.or_else(|| glyphs.first().map(|glyph| glyph.glyph.clone()));
    for (at, glyph) in glyphs.iter().enumerate() {
        let is_taken = taken.as_ref() == Some(&glyph.glyph);
        let colour = is_taken.then(|| cx.ui.push_style_color(StyleColor::Button, AMBER.with_alpha(0.45)));
        let name = format!("{spot}/brush/{}", glyph.glyph);
        let pressed = if at == 0 {
            cx.button(&glyph.glyph, &name, &glyph.words)
        } else {
            cx.button_beside(&glyph.glyph, &name, &glyph.words)
        };
        drop(colour);
        if pressed {
            cx.shared.glyph = Some(glyph.glyph.clone());
        }
    }
    let words = glyphs.iter().find(|glyph| Some(&glyph.glyph) == taken.as_ref()).map_or("", |glyph| &glyph.words);
    let dim = cx.ui.push_style_color(StyleColor::Text, cx.ui.style_color(StyleColor::TextDisabled));
    cx.ui.text_wrapped(format!("Press and drag to draw: {words}. The right button takes what is there."));
    drop(dim);
    taken.and_then(|taken| taken.chars().next())
}

/// The cells. A press draws with the character, the right button takes the one that is there. Of the glyphs the first
/// `ground` are those of the ground; `bare` is what lies where nothing was drawn.
fn board(
    cx: &mut Cx<'_>,
    spot: &str,
    cells: &mut [Vec<char>],
    (glyphs, ground, bare): (&[Glyph], usize, char),
    glyph: Option<char>,
) -> bool {
    let ui = cx.ui;
    let wide = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let room = ui.content_region_avail()[0];
    let side = (ui.text_line_height() * CELL).min(room / wide as f32).max(8.0).floor();
    let origin = ui.cursor_screen_pos();
    ui.invisible_button("##map", [side * wide as f32, side * cells.len().max(1) as f32]);
    cx.spot(spot.to_owned(), "");
    let [x, y] = ui.io().mouse_pos;
    let at = (((x - origin[0]) / side).floor(), ((y - origin[1]) / side).floor());
    let (column, row) = (at.0 as usize, at.1 as usize);
    let inside = at.0 >= 0.0 && at.1 >= 0.0 && column < wide && row < cells.len();
    let mut changed = false;
    if inside && ui.is_item_active() {
        changed = glyph.is_some_and(|glyph| draw(&mut cells[row], column, glyph, bare));
    }
    if inside && ui.is_item_hovered() && ui.is_mouse_clicked(MouseButton::Right) {
        cx.shared.glyph = cells[row].get(column).map(char::to_string).or(cx.shared.glyph.take());
    }
    let list = ui.get_window_draw_list();
    let (line, text) = (ui.style_color(StyleColor::Border), ui.style_color(StyleColor::Text));
    let back = ui.style_color(StyleColor::ChildBg);
    for (y, row_of) in cells.iter().enumerate() {
        for x in 0..wide {
            let (left, top) = (origin[0] + x as f32 * side, origin[1] + y as f32 * side);
            let (min, max) = ([left, top], [left + side - 1.0, top + side - 1.0]);
            let lit = inside && (x, y) == (column, row);
            list.add_rect(min, max, back).filled(true).build();
            list.add_rect(min, max, if lit { AMBER } else { line.into() }).build();
            cx.widget_rects.rect(format!("{spot}/{x},{y}"), min, max);
            let Some(here) = row_of.get(x).map(char::to_string) else { continue };
            // What no asset and no legend draws is a fault.
            let colour = match glyphs.iter().rposition(|glyph| glyph.glyph == here) {
                Some(at) if at >= ground => ink(ui, AMBER),
                Some(_) => text.into(),
                None => ink(ui, RED),
            };
            let [w, h] = ui.calc_text_size(&here);
            let place = [left + (side - w) / 2.0, top + (side - h) / 2.0];
            list.add_text(place, colour, here);
        }
    }
    if let Some(here) = cells.get(row).and_then(|cells| cells.get(column)).filter(|_| inside && ui.is_item_hovered()) {
        let here = here.to_string();
        let words =
            glyphs.iter().find(|glyph| glyph.glyph == here).map_or("nothing that is known", |glyph| &glyph.words);
        ui.tooltip_text(format!("{here}  {words}"));
    }
    changed
}

/// The character of bare ground: the usual dot, or the first that there is where no ground is drawn so.
fn bare(ground: &[Glyph]) -> char {
    let usual = ground.iter().find(|glyph| glyph.glyph == ".").or(ground.first());
    usual.and_then(|glyph| glyph.glyph.chars().next()).unwrap_or('.')
}

/// Puts a character into a row, which is made long enough with bare ground.
fn draw(row: &mut Vec<char>, column: usize, glyph: char, bare: char) -> bool {
    if row.len() <= column {
        row.resize(column, bare);
        row.push(glyph);
        return true;
    }
    std::mem::replace(&mut row[column], glyph) != glyph
}

/// More and fewer rows and columns, at the right and below. What is added repeats the edge.
fn size(cx: &mut Cx<'_>, spot: &str, cells: &mut Vec<Vec<char>>) -> bool {
    let wide = cells.iter().map(Vec::len).max().unwrap_or(0);
    cx.ui.text_disabled(format!("{wide} by {}", cells.len()));
    let mut changed = false;
    if cx.button_beside("wider", &format!("{spot}/wider"), "Another column at the right.") && wide < MOST {
        for row in cells.iter_mut() {
            row.push(row.last().copied().unwrap_or('.'));
        }
        changed = true;
    }
    if cx.button_beside("narrower", &format!("{spot}/narrower"), "Without the last column.") && wide > 1 {
        cells.iter_mut().for_each(|row| row.truncate(wide - 1));
        changed = true;
    }
    if cx.button_beside("deeper", &format!("{spot}/deeper"), "Another row below.") && cells.len() < MOST {
        cells.push(cells.last().cloned().unwrap_or_else(|| vec!['.']));
        changed = true;
    }
    if cx.button_beside("shallower", &format!("{spot}/shallower"), "Without the last row.") && cells.len() > 1 {
        cells.pop();
        changed = true;
    }
    changed
}

/// The same as text, for pasting a map from elsewhere.
fn as_text(cx: &mut Cx<'_>, spot: &str, rows: &mut Vec<String>) -> bool {
    let ui = cx.ui;
    let open = ui.tree_node("as text");
    cx.spot(format!("{spot}/as text"), "The rows as they stand in the file.");
    let Some(_open) = open else { return false };
    let mut text = rows.join("\n");
    let size = [ui.content_region_avail()[0], ui.text_line_height() * (rows.len() as f32 + 1.5).clamp(2.0, 18.0) + 6.0];
    let changed = ui.input_text_multiline("##text", &mut text, size).build();
    cx.spot(format!("{spot}/text"), "A row a line.");
    if changed {
        *rows = if text.is_empty() { Vec::new() } else { text.split('\n').map(str::to_owned).collect() };
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_row_is_filled_with_bare_ground_up_to_the_brush() {
        let glyph = |glyph: &str| Glyph { glyph: glyph.to_owned(), words: String::new() };
        let mut row = vec!['#'];
        assert!(draw(&mut row, 3, 'r', bare(&[glyph("#"), glyph(".")])));
        assert_eq!(row, ['#', '.', '.', 'r']);
        assert_eq!((bare(&[glyph("_")]), bare(&[])), ('_', '.'));
    }

    #[test]
    fn a_layer_is_brought_to_the_size_of_its_map() {
        let rows = ["==".to_owned(), "====".to_owned(), "=".to_owned()];
        assert_eq!(fitted(&rows, (3, 2), ' '), ["== ", "==="]);
        assert_eq!(fitted(&[], (2, 1), '.'), [".."]);
    }
}
