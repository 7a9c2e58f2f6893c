//! Rows of cards below the headings of their chapters.

use std::ops::Range;

/// Cards of a list by rows. A chapter begins a row.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Rows(Vec<Range<usize>>);

impl Rows {
    /// Divides cards, given by their chapters, into rows of at most `columns` cards.
    pub(super) fn of<'a>(chapters: impl Iterator<Item = &'a str>, columns: usize) -> Self {
        let mut rows: Vec<Range<usize>> = Vec::new();
        let mut last = None;
        for (at, chapter) in chapters.enumerate() {
            match rows.last_mut() {
                Some(row) if last == Some(chapter) && row.len() < columns.max(1) => row.end = at + 1,
                _ => rows.push(at..at + 1),
            }
            last = Some(chapter);
        }
        Self(rows)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Range<usize>> {
        self.0.iter()
    }

    fn row(&self, at: usize) -> usize {
        self.0.iter().position(|row| row.contains(&at)).unwrap_or_default()
    }

    pub(super) fn is_in_first(&self, at: usize) -> bool {
        self.row(at) == 0
    }

    pub(super) fn is_in_last(&self, at: usize) -> bool {
        self.row(at) + 1 >= self.0.len()
    }

    /// Returns the card `along` cards further in the list, around its ends.
    pub(super) fn along(&self, at: usize, along: isize) -> usize {
        let count = self.0.last().map_or(0, |row| row.end);
        (at.min(count.saturating_sub(1)) + count)
            .checked_add_signed(along)
            .and_then(|to| to.checked_rem(count))
            .unwrap_or(0)
    }

    /// Returns the card of the same column one row further down or up, or the row's last one; `at` at the ends.
    pub(super) fn down(&self, at: usize, down: isize) -> usize {
        let row = self.row(at);
        let column = self.0.get(row).map_or(0, |row| at.saturating_sub(row.start));
        let to = row.checked_add_signed(down).and_then(|row| self.0.get(row));
        to.map_or(at, |row| (row.start + column).min(row.end - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Rows {
        Rows::of(["A", "A", "A", "A", "B", "C", "C"].into_iter(), 3)
    }

    #[test]
    fn a_chapter_begins_a_row() {
        assert_eq!(rows().iter().cloned().collect::<Vec<_>>(), [0..3, 3..4, 4..5, 5..7]);
        assert_eq!(Rows::of(["", "", "", ""].into_iter(), 2).iter().cloned().collect::<Vec<_>>(), [0..2, 2..4]);
        assert_eq!(Rows::of(std::iter::empty(), 3), Rows::default());
    }

    #[test]
    fn steps_keep_the_column_where_the_row_has_it() {
        let rows = rows();
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|at| rows.down(at, 1)), [3, 3, 3, 4, 5, 5, 6]);
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|at| rows.down(at, -1)), [0, 1, 2, 0, 3, 4, 4]);
        assert_eq!([0, 3, 6].map(|at| (rows.along(at, 1), rows.along(at, -1))), [(1, 6), (4, 2), (0, 5)]);
        assert_eq!((Rows::default().along(3, 1), Rows::default().down(3, 1)), (0, 3));
        assert!(rows.is_in_first(2) && !rows.is_in_first(3));
        assert!(rows.is_in_last(5) && !rows.is_in_last(4) && Rows::default().is_in_last(0));
    }
}
