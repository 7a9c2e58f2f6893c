//! A map among fields: how large it is, the way to the board on which it is painted, and its rows as text, for pasting.

use super::Form;
use crate::theme::{RED, ink};
use foretoken_action_assets::{AssetType, Canvas, Glyph};
use std::collections::BTreeSet;

impl Form<'_, '_> {
    /// The field of a map or of a layer over one; true where its rows were changed.
    pub(super) fn map_field(&mut self, path: &str, rows: &mut Vec<String>, canvas: Canvas<'_>) -> bool {
        let ui = self.cx.ui;
        let spot = self.spot_of(path);
        let group = ui.begin_group();
        let columns = rows.iter().map(|row| row.chars().count()).max().unwrap_or_default();
        ui.text_disabled(if rows.is_empty() { "none".to_owned() } else { format!("{columns} by {}", rows.len()) });
        if self.cx.button_beside("paint", &format!("{spot}/paint"), "Paint it on the board, with the Map panel.") {
            self.cx.shared.wanted = Some("map");
        }
        let mut changed = false;
        if let Some(over) = canvas.over.filter(|_| !rows.is_empty()) {
            let fits = fitted(rows, over, canvas.blank);
            if fits != *rows && self.cx.button_beside("fit", &format!("{spot}/fit"), "As wide and deep as the map.") {
                *rows = fits;
                changed = true;
            }
        }
        let open = ui.tree_node("as text");
        self.cx.spot(format!("{spot}/as text"), "The rows as they stand in the file, for pasting.");
        changed |= open.is_some_and(|_open| self.lines(rows, &spot, canvas));
        group.end();
        changed
    }

    /// The rows to type and paste, and what their characters mean.
    fn lines(&mut self, rows: &mut Vec<String>, spot: &str, canvas: Canvas<'_>) -> bool {
        let ui = self.cx.ui;
        let mut text = rows.join("\n");
        let high = ui.text_line_height() * (rows.len() as f32 + 1.5).clamp(2.0, 18.0) + 6.0;
        let changed = ui.input_text_multiline("##text", &mut text, [ui.content_region_avail()[0], high]).build();
        self.cx.spot(format!("{spot}/text"), "A row a line.");
        if changed {
            *rows = if text.is_empty() { Vec::new() } else { text.split('\n').map(str::to_owned).collect() };
        }
        let kind = AssetType::ALL.iter().copied().find(|kind| kind.reference() == canvas.with);
        let ground: Vec<Glyph> = kind.map(|kind| self.cx.host.library().glyphs_of(kind).collect()).unwrap_or_default();
        let used: BTreeSet<char> = rows.iter().flat_map(|row| row.chars()).collect();
        for glyph in used {
            // The legend stands before the ground's own characters.
            let of = |list: &[Glyph]| list.iter().find(|known| known.glyph.chars().eq([glyph])).cloned();
            match of(canvas.legend).or_else(|| of(&ground)) {
                Some(known) => ui.text_disabled(format!("{glyph}  {}", known.words)),
                None => ui.text_colored(ink(ui, RED), format!("{glyph}  nothing that is known")),
            }
        }
        changed
    }
}

/// Rows of a layer as wide and as many as those of its map.
fn fitted(rows: &[String], (width, height): (usize, usize), blank: char) -> Vec<String> {
    let cells = |row: &str| row.chars().chain(std::iter::repeat(blank)).take(width).collect();
    let rows = rows.iter().map(String::as_str).chain(std::iter::repeat(""));
    rows.take(height).map(cells).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_is_brought_to_the_size_of_its_map() {
        let rows = ["==".to_owned(), "====".to_owned(), "=".to_owned()];
        assert_eq!(fitted(&rows, (3, 2), ' '), ["== ", "==="]);
        assert_eq!(fitted(&[], (2, 1), '.'), [".."]);
    }
}
