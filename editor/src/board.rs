//! Small flat board for panels: ground, surfaces, units and the marks of a prediction.

use crate::Colour;
use crate::theme::{AMBER, BLUE, GREEN, RED};
use foretoken_action_assets::demonstrate::glyph;
use foretoken_preview::{MarkKind, Marks};
use foretoken_vm::space::Slope;
use foretoken_vm::{Cell, ChangeKind, GameState, Rulebook};
use imgui::{DrawListMut, Ui};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    pub origin: [f32; 2],
    /// Side of a cell, in pixels.
    pub side: f32,
}

const TEAMS: [Colour; 3] =
    [Colour::new(0.36, 0.56, 0.86, 1.0), Colour::new(0.80, 0.36, 0.32, 1.0), Colour::new(0.55, 0.58, 0.62, 1.0)];

const ROOMY: f32 = 26.0;
const MOST: f32 = 42.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellStyle {
    Ground {
        blocks: bool,
        /// Whether units avoid it when they choose a path.
        avoided: bool,
    },
    Surface,
    Unit {
        team: u8,
    },
}

const LETTER: Colour = Colour::new(0.85, 0.62, 0.30, 0.9);
const PLAIN: [Colour; 2] = [Colour::new(0.14, 0.17, 0.22, 1.0), Colour::new(0.16, 0.19, 0.25, 1.0)];

const HEIGHT: Colour = Colour::new(0.72, 0.78, 0.88, 0.8);

fn raised(colour: Colour, slope: Slope) -> Colour {
    let top = slope.height + slope.corners.into_iter().max().unwrap_or_default();
    let by = f32::from(top.min(10)) * 0.018;
    Colour::new(colour.red + by, colour.green + by, colour.blue + by, colour.alpha)
}

fn lie(slope: Slope) -> String {
    match (slope.height, slope.corners.into_iter().max().unwrap_or_default()) {
        (0, 0) => String::new(),
        (height, 0) => height.to_string(),
        (height, rise) => format!("{height}/{}", height + rise),
    }
}

/// Returns the colour of a ground without a drawing.
pub(crate) const fn ground_colour(blocks: bool, avoided: bool) -> Colour {
    shade(blocks, avoided, false)
}

const fn shade(blocks: bool, avoided: bool, odd: bool) -> Colour {
    match (blocks, avoided) {
        (true, _) => Colour::new(0.30, 0.31, 0.36, 1.0),
        (_, true) => Colour::new(0.02, 0.03, 0.05, 1.0),
        _ => PLAIN[odd as usize],
    }
}

pub(crate) const fn team_colour(team: u8) -> Colour {
    match team {
        0 => TEAMS[0],
        7 => TEAMS[2],
        _ => TEAMS[1],
    }
}

/// Draws a single cell with one item on it.
pub(crate) fn swatch(ui: &Ui, min: [f32; 2], side: f32, glyph: char, look: CellStyle) {
    let list = ui.get_window_draw_list();
    let max = [min[0] + side - 1.0, min[1] + side - 1.0];
    let ground = match look {
        CellStyle::Ground { blocks, avoided } => shade(blocks, avoided, false),
        _ => shade(false, false, false),
    };
    list.add_rect(min, max, ground).filled(true).build();
    let centre = [min[0] + side / 2.0, min[1] + side / 2.0];
    let letter = glyph.to_string();
    let [w, h] = ui.calc_text_size(&letter);
    let at = [centre[0] - w / 2.0, centre[1] - h / 2.0];
    match look {
        CellStyle::Unit { team } => {
            list.add_circle(centre, side * 0.42, team_colour(team)).filled(true).build();
            list.add_text(at, [1.0, 1.0, 1.0, 1.0], letter);
        }
        _ => list.add_text(at, LETTER, letter),
    }
}

impl Board {
    /// Places the board below the last widget. It is as large as possible while `below` still fits under it; cells are
    /// at least `least` wide.
    pub fn fit(ui: &Ui, width: i32, height: i32, below: f32, least: f32) -> Self {
        let [wide, high] = ui.content_region_avail();
        let side = (wide / width.max(1) as f32).min((high - below - 4.0) / height.max(1) as f32);
        Self { origin: ui.cursor_screen_pos(), side: side.clamp(least, MOST).floor() }
    }

    pub fn rect(&self, x: i32, y: i32) -> ([f32; 2], [f32; 2]) {
        let left = self.origin[0] + x as f32 * self.side;
        let top = self.origin[1] + y as f32 * self.side;
        ([left, top], [left + self.side, top + self.side])
    }

    fn middle(&self, cell: Cell) -> [f32; 2] {
        let (min, max) = self.rect(cell.x(), cell.y());
        [(min[0] + max[0]) / 2.0, (min[1] + max[1]) / 2.0]
    }

    pub fn cell_at(&self, book: &Rulebook, point: [f32; 2]) -> Option<Cell> {
        let x = ((point[0] - self.origin[0]) / self.side).floor() as i32;
        let y = ((point[1] - self.origin[1]) / self.side).floor() as i32;
        book.board.top(x, y)
    }

    /// Draws ground, surfaces and units from above: the highest cell of each column. A unit below that cell is a ring
    /// with its letter.
    pub fn draw(&self, ui: &Ui, book: &Rulebook, state: &GameState) {
        let list = ui.get_window_draw_list();
        for y in 0..book.board.height() {
            for x in 0..book.board.width() {
                let Some(cell) = book.board.top(x, y) else { continue };
                let (min, max) = self.rect(x, y);
                let terrain = book.terrain_at(cell);
                let (blocks, avoided) = terrain.map_or((false, false), |g| (g.blocks_movement, g.avoided));
                let shade = shade(blocks, avoided, (x + y) % 2 != 0);
                let slope = book.board.slope(cell);
                list.add_rect(min, [max[0] - 1.0, max[1] - 1.0], raised(shade, slope)).filled(true).build();
                let height = lie(slope);
                if !height.is_empty() {
                    let [w, _] = ui.calc_text_size(&height);
                    list.add_text([max[0] - w - 2.0, min[1] + 1.0], HEIGHT, height);
                }
                let surface = state.surface(cell).and_then(|index| book.surfaces.get(usize::from(index)));
                let here = surface.map(|surface| surface.glyph);
                let here = here.or_else(|| terrain.filter(|ground| ground.avoided).map(|ground| ground.glyph));
                if let Some(here) = here {
                    list.add_text([min[0] + 3.0, min[1] + 1.0], LETTER, here.to_string());
                }
                let id = state.occupant(cell);
                if !id.is_some() {
                    self.below(ui, &list, book, state, cell);
                    continue;
                }
                let row = state.entity(id);
                let colour = team_colour(row.team.0);
                let centre = self.middle(cell);
                list.add_circle(centre, self.side * 0.38, colour).filled(true).build();
                let letter = glyph(book, state, cell).to_string();
                let [w, h] = ui.calc_text_size(&letter);
                list.add_text([centre[0] - w / 2.0, centre[1] - h / 2.0], [1.0, 1.0, 1.0, 1.0], letter);
                if self.side >= ROOMY {
                    let health = row.health.to_string();
                    let [w, h] = ui.calc_text_size(&health);
                    list.add_text([max[0] - w - 2.0, max[1] - h], [0.95, 0.85, 0.65, 0.9], health);
                }
            }
        }
    }

    fn below(&self, ui: &Ui, list: &DrawListMut<'_>, book: &Rulebook, state: &GameState, cell: Cell) {
        let below = book.board.column(cell.x(), cell.y()).rev().filter(|&below| below != cell);
        let Some(below) = below.into_iter().find(|&below| state.occupant(below).is_some()) else { return };
        let colour = team_colour(state.entity(state.occupant(below)).team.0);
        let centre = self.middle(below);
        list.add_circle(centre, self.side * 0.3, colour).thickness(1.5).build();
        let letter = glyph(book, state, below).to_string();
        let [w, h] = ui.calc_text_size(&letter);
        list.add_text([centre[0] - w / 2.0, centre[1] - h / 2.0], colour, letter);
    }

    /// Draws the marks of a prediction. `counted` is the number of activations until a pending effect is due; `None` if
    /// the battle counts rounds.
    pub fn marks(&self, ui: &Ui, marks: &Marks, counted: Option<i32>) {
        let list = ui.get_window_draw_list();
        let mut written = BTreeMap::new();
        let mut words = |cell: Cell, words: &str, colour: Colour| {
            let line = written.entry(cell).or_insert(0);
            self.words(ui, &list, (cell, *line), words, colour);
            *line += 1;
        };
        for mark in &marks.marks {
            match mark.kind {
                MarkKind::Arrow { first, count, .. } => {
                    let cells = marks.cells.get(first as usize..(first + count) as usize).unwrap_or_default();
                    for pair in cells.windows(2) {
                        let (from, to) = (self.middle(pair[0]), self.middle(pair[1]));
                        list.add_line(from, to, AMBER).thickness(2.5).build();
                    }
                    if let Some(&end) = cells.last() {
                        list.add_circle(self.middle(end), self.side * 0.12, AMBER).filled(true).build();
                    }
                }
                MarkKind::Ghost { cell, .. } | MarkKind::Appears { cell, .. } => {
                    list.add_circle(self.middle(cell), self.side * 0.38, AMBER).thickness(1.5).build();
                }
                MarkKind::Struck { cell, .. } => self.hatch(&list, cell, RED),
                MarkKind::Surface { cell, .. } => self.hatch(&list, cell, Colour::new(0.9, 0.6, 0.2, 0.7)),
                MarkKind::Number { cell, what: ChangeKind::Redirected, .. } => words(cell, "turned", BLUE),
                MarkKind::Number { cell, what: ChangeKind::Stunned, before, after, .. } => {
                    words(cell, if after > before { "stunned" } else { "awake" }, BLUE);
                }
                MarkKind::Number { cell, what: ChangeKind::Flags, .. } => words(cell, "delayed", BLUE),
                MarkKind::Number { cell, what, before, after, .. } => {
                    let colour = if after < before && what == ChangeKind::Health { RED } else { GREEN };
                    words(cell, &signed(before, after), colour);
                }
                MarkKind::Death { cell, .. } => words(cell, "dies", RED),
                MarkKind::Veiled { cell } => words(cell, "????", BLUE),
                MarkKind::Pending { cell, rounds } => words(cell, &countdown(rounds, counted), AMBER),
                MarkKind::NoEffect { cell, .. } => words(cell, "none", BLUE),
                MarkKind::Bump { cell, .. } => words(cell, "bump", AMBER),
                _ => {}
            }
        }
    }

    pub fn frame(&self, ui: &Ui, cell: Cell, colour: Colour) {
        let (min, max) = self.rect(cell.x(), cell.y());
        let list = ui.get_window_draw_list();
        list.add_rect([min[0] + 1.0, min[1] + 1.0], [max[0] - 2.0, max[1] - 2.0], colour).thickness(2.0).build();
    }

    fn hatch(&self, list: &DrawListMut<'_>, cell: Cell, colour: Colour) {
        let (min, max) = self.rect(cell.x(), cell.y());
        for step in 1..4 {
            let by = self.side * step as f32 / 4.0;
            list.add_line([min[0] + by, min[1]], [min[0], min[1] + by], colour).build();
            list.add_line([max[0], max[1] - by], [max[0] - by, max[1]], colour).build();
        }
    }

    fn words(&self, ui: &Ui, list: &DrawListMut<'_>, (cell, line): (Cell, usize), words: &str, colour: Colour) {
        let [x, y] = self.middle(cell);
        let [w, h] = ui.calc_text_size(words);
        let [_, top] = self.rect(0, 0).0;
        let first = (y - above_letter(self.side, h)).max(top);
        let at = [(x - w / 2.0).round(), (first + line as f32 * h).round()];
        for (dx, dy) in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)] {
            list.add_text([at[0] + dx, at[1] + dy], Colour::new(0.0, 0.0, 0.0, 0.8), words);
        }
        list.add_text(at, colour, words);
    }
}

fn above_letter(side: f32, high: f32) -> f32 {
    (side / 2.0 + high * 0.1).max(high * 1.5)
}

fn countdown(rounds: i32, counted: Option<i32>) -> String {
    counted.map_or_else(|| format!("{rounds} rd."), |count| format!("{count} act."))
}

/// Returns a change of a number with its sign. The difference can exceed the range of `i32`.
fn signed(before: i32, after: i32) -> String {
    format!("{:+}", i64::from(after) - i64::from(before))
}

#[cfg(test)]
mod tests {
    use super::{MOST, above_letter, countdown, signed};

    #[test]
    fn a_countdown_says_what_it_counts_and_stands_off_the_letter() {
        assert_eq!((countdown(1, None).as_str(), countdown(1, Some(3)).as_str()), ("1 rd.", "3 act."));
        for high in [10.0, 13.0, 26.0] {
            for side in [26.0, 30.0, MOST] {
                assert!(above_letter(side, high) - high >= high / 2.0, "{high} in {side}");
            }
        }
    }

    #[test]
    fn the_largest_change_of_a_column_has_its_number() {
        assert_eq!((signed(3, 1).as_str(), signed(i32::MIN, i32::MAX).as_str()), ("-2", "+4294967295"));
    }
}
