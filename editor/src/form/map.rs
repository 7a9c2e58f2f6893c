//! Map field: the size of a map, and a link to the board that paints it.

use super::Form;
use foretoken_action_assets::Canvas;

impl Form<'_, '_> {
    pub(super) fn map_field(&mut self, path: &str, rows: &mut Vec<String>, canvas: Canvas) -> bool {
        let ui = self.cx.ui;
        let spot = self.spot_of(path);
        let group = ui.begin_group();
        let columns = rows.iter().map(|row| row.chars().count()).max().unwrap_or_default();
        ui.text_disabled(if rows.is_empty() { "none".to_owned() } else { format!("{columns} by {}", rows.len()) });
        if self.cx.button_beside("paint", &format!("{spot}/paint"), "Paint the map on the board, with the Map panel.") {
            self.cx.shared.wanted = Some("map");
        }
        let mut changed = false;
        if let Some(over) = canvas.over.filter(|_| !rows.is_empty()) {
            let fits = fitted(rows, over, canvas.blank);
            if fits != *rows && self.cx.button_beside("fit", &format!("{spot}/fit"), "Same size as the map.") {
                *rows = fits;
                changed = true;
            }
        }
        group.end();
        changed
    }
}

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
