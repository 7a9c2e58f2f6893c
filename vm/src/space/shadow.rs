//! Detection by symmetric shadow casting after Albert Ford ("Symmetric Shadowcasting", 2017), in integers.
//!
//! A cell is seen if the line between its centre and the viewer's is open. A blocking cell counts as the segment
//! through its centre across the line's longer axis. Touching ends of segments on one side keeps a line open; on both
//! sides it closes it.
//!
//! Light falls in beams between two slopes, row by row, in four quadrants. The next row is found by addition, as in
//! Bresenham's algorithm.

use super::window::{Coordinates, LONGEST, Size, Window, is_cell};

const SEEN: u8 = 1;
const WALL: u8 = 2;

/// Field of view of one cell. Reuse it to avoid allocation.
#[derive(Clone, Debug, Default)]
pub struct FieldOfView {
    window: Window,
    marks: Vec<u8>,
    beams: Vec<Beam>,
    reach: Vec<i32>,
}

impl FieldOfView {
    /// Computes the field of view on a board of `size` (at most 4096 each), within a radius if given. `blocks` returns
    /// whether a cell blocks light; it is never called for the viewer's cell.
    pub fn cast(
        &mut self,
        size: Size,
        viewer: Coordinates,
        radius: Option<u16>,
        mut blocks: impl FnMut(i32, i32) -> bool,
    ) {
        let limit = radius.map_or(LONGEST, i32::from).min(LONGEST);
        self.window = Window::around(size, viewer, limit);
        self.marks.clear();
        self.marks.resize(self.window.cells(), 0);
        let Some(centre) = self.window.index(viewer) else { return };
        self.marks[centre] = SEEN;
        let [left, up, right, down] = self.window.margins(viewer);
        self.fill_reach(radius, limit.min(left.max(up).max(right).max(down)));
        let (across, below) = ((1, 0), (0, 1));
        let away = |(x, y): (i32, i32)| (-x, -y);
        for (forward, depth, aside, low, high) in [
            (away(below), up, across, left, right),
            (below, down, across, left, right),
            (away(across), left, below, up, down),
            (across, right, below, up, down),
        ] {
            self.scan(&Quadrant { viewer, centre, forward, aside, depth, low, high }, &mut blocks);
        }
    }

    /// Returns whether the centre of a cell is seen; symmetric.
    #[inline]
    #[must_use]
    pub fn is_seen(&self, cell: Coordinates) -> bool {
        self.mark(cell) & SEEN != 0
    }

    /// Returns whether to draw a cell as seen: also blocking cells of which a part is seen. Detection uses
    /// [`Self::is_seen`].
    #[inline]
    #[must_use]
    pub fn is_shown(&self, cell: Coordinates) -> bool {
        self.mark(cell) != 0
    }

    /// Iterates over the cells whose centres are seen, by row and column.
    pub fn seen(&self) -> impl Iterator<Item = Coordinates> + '_ {
        let marked = self.marks.iter().enumerate().filter(|(_, mark)| *mark & SEEN != 0);
        marked.map(|(index, _)| self.window.coordinates(index))
    }

    fn mark(&self, cell: Coordinates) -> u8 {
        self.window.index(cell).and_then(|index| self.marks.get(index)).copied().unwrap_or_default()
    }

    fn fill_reach(&mut self, radius: Option<u16>, rows: i32) {
        self.reach.clear();
        let mut aside = radius.map_or(i32::MAX, i32::from);
        for depth in 0..=rows {
            while radius.is_some_and(|radius| !is_within_radius((0, 0), (depth, aside), radius)) {
                aside -= 1;
            }
            self.reach.push(aside);
        }
    }

    /// Follows the beams of a quadrant within window and radius. Lines to a cell never leave its columns and rows.
    fn scan(&mut self, quadrant: &Quadrant, blocks: &mut impl FnMut(i32, i32) -> bool) {
        let aside = quadrant.aside;
        let stride = self.window.width();
        let step = (aside.0 + aside.1 * stride) as usize;
        self.beams.push(Beam { depth: 1, start: Edge { column: -1, rise: -2, ..Edge::DIAGONAL }, end: Edge::DIAGONAL });
        while let Some(mut beam) = self.beams.pop() {
            while beam.depth <= quadrant.depth {
                let depth = beam.depth;
                let reach = self.reach[depth as usize];
                let first = beam.start.column.max(-quadrant.low.min(reach));
                let last = beam.end.column.min(quadrant.high.min(reach));
                if first > last {
                    break;
                }
                // Only cells at the edges of a beam can have their centres outside.
                let dark_first = if beam.start.is_centre_hidden() { beam.start.column } else { i32::MIN };
                let dark_last = if beam.end.is_centre_hidden() { beam.end.column } else { i32::MIN };
                let mut start = beam.start;
                let (mut x, mut y) = quadrant.coordinates(depth, first);
                let mut index = quadrant.index(depth, first, stride);
                let mut behind_wall = false;
                for column in first..=last {
                    let wall = blocks(x, y);
                    let lit = column != dark_first && column != dark_last;
                    self.marks[index] |= if lit { SEEN } else { 0 } | if wall { WALL } else { 0 };
                    if wall != behind_wall && column != first {
                        let side = Edge::side(column, depth);
                        if wall {
                            let end = Edge { column: column - 1, ..side }.next_end();
                            self.beams.push(Beam { depth: depth + 1, start: start.next_start(), end });
                        } else {
                            start = side;
                        }
                    }
                    behind_wall = wall;
                    (x, y) = (x + aside.0, y + aside.1);
                    index += step;
                }
                if behind_wall {
                    break;
                }
                beam = Beam { depth: depth + 1, start: start.next_start(), end: beam.end.next_end() };
            }
        }
    }
}

struct Quadrant {
    viewer: Coordinates,
    centre: usize,
    forward: (i32, i32),
    aside: (i32, i32),
    depth: i32,
    low: i32,
    high: i32,
}

impl Quadrant {
    const fn coordinates(&self, depth: i32, column: i32) -> Coordinates {
        let (x, y) = self.viewer;
        (x + self.forward.0 * depth + self.aside.0 * column, y + self.forward.1 * depth + self.aside.1 * column)
    }

    const fn index(&self, depth: i32, column: i32, stride: i32) -> usize {
        let rows = self.forward.1 * depth + self.aside.1 * column;
        let columns = self.forward.0 * depth + self.aside.0 * column;
        (self.centre as i32 + rows * stride + columns) as usize
    }
}

#[derive(Clone, Copy, Debug)]
struct Beam {
    depth: i32,
    start: Edge,
    end: Edge,
}

/// One side of a beam, of slope `rise / run` in columns per row.
///
/// `column` is the first or last lit cell. `rest / run` is how far the edge is past the cell's earlier side for a
/// start, or before its later side for an end. Ties go to the inner cell.
#[derive(Clone, Copy, Debug)]
struct Edge {
    column: i32,
    rest: i32,
    rise: i32,
    run: i32,
}

impl Edge {
    /// End of a quadrant's first row, through the centre of the diagonal cell. Its start is the mirror image.
    const DIAGONAL: Self = Self { column: 1, rest: 1, rise: 2, run: 2 };

    const fn side(column: i32, depth: i32) -> Self {
        Self { column, rest: 0, rise: 2 * column - 1, run: 2 * depth }
    }

    const fn is_centre_hidden(self) -> bool {
        2 * self.rest > self.run
    }

    const fn next_start(mut self) -> Self {
        self.rest += self.rise;
        if self.rest >= self.run {
            self.rest -= self.run;
            self.column += 1;
        } else if self.rest < 0 {
            self.rest += self.run;
            self.column -= 1;
        }
        self
    }

    const fn next_end(mut self) -> Self {
        self.rest -= self.rise;
        if self.rest < 0 {
            self.rest += self.run;
            self.column += 1;
        } else if self.rest >= self.run {
            self.rest -= self.run;
            self.column -= 1;
        }
        self
    }
}

/// Returns whether two cells are within a straight-line radius: `dx² + dy² <= radius²`.
#[inline]
#[must_use]
pub fn is_within_radius(from: Coordinates, to: Coordinates, radius: u16) -> bool {
    let square = |a: i32, b: i32| i64::from(a.abs_diff(b)).saturating_mul(i64::from(a.abs_diff(b)));
    square(from.0, to.0).saturating_add(square(from.1, to.1)) <= i64::from(radius) * i64::from(radius)
}

/// Returns whether one cell sees another, like [`FieldOfView::is_seen`] without a radius. `blocks` is called for cells
/// between, in order, until the answer is known. Cells beyond 4096 are unseen.
#[must_use]
pub fn has_line_of_sight(from: Coordinates, to: Coordinates, mut blocks: impl FnMut(i32, i32) -> bool) -> bool {
    if !is_cell(from) || !is_cell(to) {
        return false;
    }
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (columns, rows) = (dx.abs(), dy.abs());
    let (run, rise) = (columns.max(rows), columns.min(rows));
    let diagonal = (dx.signum(), dy.signum());
    let forward = if columns >= rows { (diagonal.0, 0) } else { (0, diagonal.1) };
    // Offset of the line in parts of `2 * run`, from the nearer side of the cell at `aside`.
    let (mut rest, mut aside) = (run, 0);
    let (mut touched_near, mut touched_far) = (false, false);
    for depth in 1..run {
        rest += 2 * rise;
        if rest >= 2 * run {
            rest -= 2 * run;
            aside += 1;
        }
        let mut blocked = |aside: i32| {
            let straight = depth - aside;
            let at = |from: i32, forward: i32, diagonal: i32| from + forward * straight + diagonal * aside;
            blocks(at(from.0, forward.0, diagonal.0), at(from.1, forward.1, diagonal.1))
        };
        if rest == 0 {
            touched_near = touched_near || blocked(aside - 1);
            touched_far = touched_far || blocked(aside);
            if touched_near && touched_far {
                return false;
            }
        } else if blocked(aside) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    struct Walls {
        size: Size,
        walls: Vec<bool>,
    }

    impl Walls {
        fn is_blocking(&self, (x, y): Coordinates) -> bool {
            self.walls[(y * self.size.0 + x) as usize]
        }

        fn cells(&self) -> impl Iterator<Item = Coordinates> + use<> {
            let (width, height) = self.size;
            (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
        }

        fn field(&self, viewer: Coordinates, radius: Option<u16>) -> FieldOfView {
            let mut field = FieldOfView::default();
            field.cast(self.size, viewer, radius, |x, y| self.is_blocking((x, y)));
            field
        }
    }

    fn check(board: &str, radius: Option<u16>, expected: Expect) {
        let rows: Vec<&str> = board.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
        let size = (rows[0].len() as i32, rows.len() as i32);
        let walls = Walls { size, walls: rows.iter().flat_map(|row| row.chars()).map(|c| c == '#').collect() };
        let viewer = walls.cells().find(|&(x, y)| rows[y as usize].as_bytes()[x as usize] == b'@').expect("a viewer");
        let field = walls.field(viewer, radius);
        let glyph = |cell| match (walls.is_blocking(cell), field.is_seen(cell), field.is_shown(cell)) {
            _ if cell == viewer => '@',
            (false, true, _) => '.',
            (true, true, _) => '#',
            (true, false, true) => '%',
            (false, false, true) => '?',
            (_, false, false) => ' ',
        };
        let row = |y| format!("|{}|\n", (0..size.0).map(|x| glyph((x, y))).collect::<String>());
        expected.assert_eq(&(0..size.1).map(row).collect::<String>());
    }

    #[test]
    fn a_pillar_throws_a_shadow_that_widens() {
        let board = "
            .............
            .............
            @..#.........
            .............
            ......#......
            .............
            .............";
        check(
            board,
            None,
            expect![[r#"
                |.............|
                |.......      |
                |@..#         |
                |.......      |
                |......# .....|
                |........    .|
                |..........   |
            "#]],
        );
    }

    #[test]
    fn the_walls_of_a_room_are_shown_whole() {
        let board = "
            #########
            #.......#
            #..@....#
            #.......#
            ####.####
            ####.####
            #.......#
            #########";
        check(
            board,
            None,
            expect![[r#"
                |########%|
                |#.......#|
                |#..@....#|
                |#.......#|
                |####.###%|
                |    .#   |
                |    ..   |
                |    %#   |
            "#]],
        );
    }

    #[test]
    fn a_radius_is_as_the_crow_flies() {
        let board = "
            ...........
            ...........
            ...........
            ...........
            .....@.....
            ...........
            .......#...
            ...........
            ...........";
        check(
            board,
            Some(4),
            expect![[r#"
                |     .     |
                |   .....   |
                |  .......  |
                |  .......  |
                | ....@.... |
                |  .......  |
                |  .....#.  |
                |   .....   |
                |     .     |
            "#]],
        );
        check(
            board,
            Some(0),
            expect![[r#"
                |           |
                |           |
                |           |
                |           |
                |     @     |
                |           |
                |           |
                |           |
                |           |
            "#]],
        );
    }

    #[test]
    fn from_off_the_board_nothing_is_seen() {
        let mut field = FieldOfView::default();
        for viewer in [(-1, 0), (0, 3), (4, 0), (i32::MIN, i32::MAX)] {
            field.cast((4, 3), viewer, None, |_, _| false);
            assert_eq!(field.seen().count(), 0);
        }
        for nowhere in [(-1, 0), (0, 4096), (i32::MIN, i32::MAX)] {
            assert!(
                !has_line_of_sight(nowhere, (1, 1), |_, _| false) && !has_line_of_sight((1, 1), nowhere, |_, _| false)
            );
            assert!(!is_within_radius(nowhere, (i32::MAX, 4096), 9));
        }
    }

    #[test]
    fn a_line_touched_on_both_sides_is_closed() {
        let sees = |walls: &[Coordinates]| has_line_of_sight((0, 0), (4, 2), |x, y| walls.contains(&(x, y)));
        assert!(sees(&[]) && sees(&[(1, 0)]) && sees(&[(3, 2)]) && sees(&[(1, 0), (3, 1)]));
        assert!(!sees(&[(1, 0), (3, 2)]) && !sees(&[(1, 0), (1, 1)]) && !sees(&[(2, 1)]));
    }

    prop_compose! {
        fn boards()(width in 1..24_i32, height in 1..24_i32, share in 0..60_u32)(
            walls in proptest::collection::vec(0..100_u32, (width * height) as usize),
            width in Just(width), height in Just(height), share in Just(share),
            x in 0..width, y in 0..height,
        ) -> (Walls, Coordinates) {
            (Walls { size: (width, height), walls: walls.into_iter().map(|roll| roll < share).collect() }, (x, y))
        }
    }

    impl std::fmt::Debug for Walls {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            for row in self.walls.chunks(self.size.0 as usize) {
                writeln!(f, "{}", row.iter().map(|&wall| if wall { '#' } else { '.' }).collect::<String>())?;
            }
            Ok(())
        }
    }

    proptest! {
        #[test]
        fn what_is_shown_is_what_the_oracle_shows((walls, viewer) in boards()) {
            let mut oracle = vec![false; walls.walls.len()];
            let inside = |(x, y): (isize, isize)| {
                let (x, y) = (x as i32, y as i32);
                ((0..walls.size.0).contains(&x) && (0..walls.size.1).contains(&y)).then_some((x, y))
            };
            symmetric_shadowcasting::compute_fov(
                (viewer.0 as isize, viewer.1 as isize),
                &mut |pos| inside(pos).is_none_or(|cell| walls.is_blocking(cell)),
                &mut |pos| if let Some((x, y)) = inside(pos) { oracle[(y * walls.size.0 + x) as usize] = true },
            );
            let field = walls.field(viewer, None);
            let shown: Vec<bool> = walls.cells().map(|cell| field.is_shown(cell)).collect();
            prop_assert_eq!(shown, oracle);
        }

        #[test]
        fn who_sees_is_seen((walls, viewer) in boards(), radius in proptest::option::of(0..20_u16)) {
            let field = walls.field(viewer, radius);
            for cell in walls.cells() {
                prop_assert_eq!(field.is_seen(cell), walls.field(cell, radius).is_seen(viewer), "{:?}", cell);
            }
        }

        #[test]
        fn a_line_of_sight_is_the_field_for_one_pair(
            (walls, viewer) in boards(),
            radius in proptest::option::of(0..20_u16),
        ) {
            let field = walls.field(viewer, radius);
            for cell in walls.cells() {
                let line = |from, to| has_line_of_sight(from, to, |x, y| walls.is_blocking((x, y)));
                let near = radius.is_none_or(|radius| is_within_radius(viewer, cell, radius));
                prop_assert_eq!(field.is_seen(cell), near && line(viewer, cell), "{:?}", cell);
                prop_assert_eq!(line(viewer, cell), line(cell, viewer), "{:?}", cell);
            }
        }

        #[test]
        fn a_field_knows_nothing_of_the_one_before_it((walls, viewer) in boards(), (other, from) in boards()) {
            let mut field = other.field(from, None);
            field.cast(walls.size, viewer, Some(9), |x, y| walls.is_blocking((x, y)));
            let seen: Vec<Coordinates> = walls.field(viewer, Some(9)).seen().collect();
            prop_assert_eq!(field.seen().collect::<Vec<_>>(), seen);
        }
    }
}
