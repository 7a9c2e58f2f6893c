//! Compiles the layers of a map to the board, with its units and surfaces.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use foretoken_vm::space::{Rectangle, Slope};
use foretoken_vm::{Board, Cell, Dir, Member, Team};

use super::book::AssetFile;
use super::map::{Meant, Scene};
use super::relief::{Drawn, Relief, Unfit};
use crate::assets::{FloorLayer, HOLE};
use crate::diagnostic::{Diagnostic, MAX_PER_FILE};
use crate::syntax::{Span, quote};

#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub floor: usize,
    pub row: usize,
    pub column: Option<usize>,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.floor > 0 {
            write!(f, "floor {}, ", self.floor)?;
        }
        write!(f, "row {}", self.row + 1)?;
        self.column.map_or(Ok(()), |column| write!(f, ", column {}", column + 1))
    }
}

#[derive(Clone, Copy)]
struct Sheet<'s> {
    floor: usize,
    field: &'static str,
    rows: &'s [String],
}

impl Sheet<'_> {
    fn path(&self) -> String {
        match self.floor.checked_sub(1) {
            Some(above) => format!("floors[{above}].{}", self.field),
            None => self.field.to_owned(),
        }
    }

    fn spot(&self, row: usize, column: Option<usize>) -> Spot {
        Spot { floor: self.floor, row, column }
    }
}

struct Layer<'s> {
    map: Sheet<'s>,
    heights: Sheet<'s>,
    level: i32,
}

impl<'s> Layer<'s> {
    fn new(floor: usize, map: &'s [String], heights: &'s [String], level: i32) -> Self {
        let sheet = |field, rows| Sheet { floor, field, rows };
        Layer { map: sheet("map", map), heights: sheet("heights", heights), level }
    }
}

/// Marks cells behind the end of a row and cells with unknown characters.
const FAULTY: char = '\0';

impl<'s> Scene<'s> {
    pub(super) fn map(&mut self, meanings: &BTreeMap<char, Meant>, place: &mut AssetFile<'_, '_>) {
        let rows = &self.scenario.map;
        let (width, height) = (rows.first().map_or(0, |row| row.chars().count()), rows.len());
        if width == 0 {
            return place.fault("map", "no-map", "the map has no cell", None);
        }
        let most = Board::MAX_SIDE as usize;
        if width > most || height > most {
            let message = format!("the map is {width} by {height} cells; each side has at most {most}");
            return place.fault("map", "too-large", message, None);
        }
        let layers = self.layers(place);
        let (mut maps, mut drawn) = (Vec::new(), Vec::new());
        for layer in &layers {
            let cells = self.cells(layer, (width, height), meanings, place);
            drawn.push(self.heights(layer, (width, height), &cells, place));
            maps.push(cells);
        }
        self.corners(&mut drawn, (width, height), place);
        let relief = Relief::new(width, height, drawn);
        let slopes = relief.slopes(&mut |Unfit { floor, x, y, code, message }| {
            let layer = &layers[floor];
            let sheet = if layer.heights.rows.is_empty() { layer.map } else { layer.heights };
            let message = format!("{}: {message}", sheet.spot(y, Some(x)));
            self.cell_fault(place, sheet, (y, Some(x)), code, message, &|| None);
        });
        self.shapes(&maps, &slopes, (width, height), place);
        self.book.board = Board::new(width as i32, height as i32);
        for (floor, (map, slopes)) in maps.iter().zip(&slopes).enumerate() {
            if floor > 0 {
                self.book.board.add_floor(bounds(map, width));
            }
            for (at, (glyph, slope)) in map.iter().zip(slopes).enumerate() {
                let cell = Cell::on_floor((at % width) as i32, (at / width) as i32, floor as u8);
                if let (Some(cell), Some(slope), Some(meant)) = (cell, slope, meanings.get(glyph)) {
                    self.book.board.put(cell, meant.terrain, *slope);
                    self.stand(cell, *meant);
                } else if let (Some(cell), HOLE) = (cell, *glyph) {
                    self.book.board.take_ground(cell);
                }
            }
        }
        let faulty = |(glyph, slope): (&char, &Option<Slope>)| match meanings.get(glyph) {
            Some(meant) => meant.faulty || slope.is_none(),
            None => *glyph == FAULTY,
        };
        let faulty = maps.iter().zip(&slopes).any(|(map, slopes)| map.iter().zip(slopes).any(faulty));
        self.units(faulty, place);
    }

    fn layers(&self, place: &mut AssetFile<'_, '_>) -> Vec<Layer<'s>> {
        let scenario = self.scenario;
        let most = Board::MAX_FLOORS - 1;
        if scenario.floors.len() > most {
            let message = format!("a map has at most {most} floors above the ground, not {}", scenario.floors.len());
            place.fault("floors", "too-many-floors", message, None);
        }
        let ground = Layer::new(0, &scenario.map, &scenario.heights, 0);
        let above = scenario.floors.iter().take(most).zip(1..).map(|(layer, floor)| {
            let FloorLayer { map, height, heights } = layer;
            Layer::new(floor, map, heights, *height)
        });
        let highest = i32::from(Board::MAX_HEIGHT);
        for (at, layer) in
            scenario.floors.iter().enumerate().filter(|(_, layer)| !(0..=highest).contains(&layer.height))
        {
            let message = format!("heights must be 0 to {highest}, not {}", layer.height);
            place.fault(&format!("floors[{at}].height"), "too-high", message, None);
        }
        [ground].into_iter().chain(above).collect()
    }

    fn cells(
        &mut self,
        layer: &Layer<'_>,
        (width, height): (usize, usize),
        meanings: &BTreeMap<char, Meant>,
        place: &mut AssetFile<'_, '_>,
    ) -> Vec<char> {
        let sheet = layer.map;
        self.check_size(sheet, (width, height), place);
        let mut cells = Vec::with_capacity(width * height);
        for (y, row) in sheet.rows.iter().take(height).enumerate() {
            let begin = cells.len();
            for (x, glyph) in row.chars().take(width).enumerate() {
                let known = meanings.contains_key(&glyph) || glyph == HOLE;
                if !known {
                    let message = format!("{}: no legend contains {glyph:?}", sheet.spot(y, Some(x)));
                    let help = || Some(format!("known: {}", meanings.keys().collect::<String>()));
                    self.cell_fault(place, sheet, (y, Some(x)), "unknown-glyph", message, &help);
                }
                cells.push(if known { glyph } else { FAULTY });
            }
            cells.resize(begin + width, FAULTY);
        }
        cells.resize(width * height, FAULTY);
        if sheet.floor > 0 && !sheet.rows.is_empty() && cells.iter().all(|&glyph| glyph == HOLE) {
            place.warn(&sheet.path(), "empty-floor", format!("floor {} has no cell", sheet.floor));
        }
        cells
    }

    fn heights(
        &mut self,
        layer: &Layer<'_>,
        (width, height): (usize, usize),
        cells: &[char],
        place: &mut AssetFile<'_, '_>,
    ) -> Vec<Drawn> {
        let (sheet, level) = (layer.heights, layer.level.clamp(0, Board::MAX_HEIGHT.into()) as u8);
        let usual = |glyph: &char| match *glyph {
            FAULTY => Drawn::Faulty,
            HOLE => Drawn::Hole,
            _ => Drawn::Level(level),
        };
        let mut drawn: Vec<Drawn> = cells.iter().map(usual).collect();
        if sheet.rows.is_empty() {
            return drawn;
        }
        self.check_size(sheet, (width, height), place);
        for (y, row) in sheet.rows.iter().take(height).enumerate() {
            for (x, c) in row.chars().take(width).enumerate().filter(|&(_, c)| c != '.' && c != ' ') {
                let slot = &mut drawn[y * width + x];
                if let (false, Some(height)) = (*slot == Drawn::Hole, height_of(c)) {
                    *slot = if *slot == Drawn::Faulty { Drawn::Faulty } else { height };
                    continue;
                }
                let (spot, was) = (sheet.spot(y, Some(x)), std::mem::replace(slot, Drawn::Faulty));
                if was == Drawn::Hole {
                    *slot = Drawn::Hole;
                    let message = format!("{spot}: a hole has no height");
                    self.cell_fault(place, sheet, (y, Some(x)), "height-of-hole", message, &|| None);
                } else {
                    let message = format!("{spot}: {c:?} is not a height");
                    let help = || {
                        Some(
                            "0 to 9, a to z and V are heights; ^ > v < are ramps; . is the height of the \
                         layer"
                                .to_owned(),
                        )
                    };
                    self.cell_fault(place, sheet, (y, Some(x)), "unknown-height", message, &help);
                }
            }
        }
        drawn
    }

    fn check_size(&mut self, sheet: Sheet<'_>, (width, height): (usize, usize), place: &mut AssetFile<'_, '_>) {
        let is_ground = sheet.floor == 0 && sheet.field == "map";
        if sheet.rows.len() != height {
            let whose = if sheet.floor > 0 { format!("floor {}", sheet.floor) } else { format!("`{}`", sheet.field) };
            let message = format!("{whose} has {} rows, but the map has {height}", sheet.rows.len());
            place.fault(&sheet.path(), "wrong-size", message, None);
        }
        for (y, row) in sheet.rows.iter().take(height).enumerate() {
            let cells = row.chars().count();
            if cells != width {
                let first = if is_ground { "row 1" } else { "the map" };
                let message = format!("{} has {cells} cells, but {first} has {width}", sheet.spot(y, None));
                self.cell_fault(place, sheet, (y, None), "ragged-row", message, &|| None);
            }
        }
    }

    fn stand(&mut self, cell: Cell, meant: Meant) {
        if let Some(zone) = meant.zone {
            self.book.board.add_zone(cell, zone);
        }
        if let Some(surface) = meant.surface {
            self.opening.surfaces.push((cell, surface));
        }
        if let Some(unit_type) = meant.unit {
            let team = Team(meant.team);
            let usual = if team == Team::PLAYER { Dir::East } else { Dir::West };
            let facing = meant.facing.unwrap_or(usual);
            self.opening.roster.push(Member { health: meant.health, ..Member::new(unit_type, team, cell, facing) });
            self.may_appear(unit_type, team);
        }
    }

    pub(super) fn may_appear(&mut self, unit_type: u16, team: Team) {
        self.book.cast.resize(self.book.unit_types.len(), 0);
        if let Some(sides) = self.book.cast.get_mut(usize::from(unit_type)) {
            *sides |= team.bit();
        }
    }

    fn units(&self, faulty: bool, place: &mut AssetFile<'_, '_>) {
        let acting = |placed: &Member| self.book.unit_types.get(usize::from(placed.unit_type)).is_some_and(|a| a.acts);
        if !faulty && self.scenario.cast.is_empty() && !self.opening.roster.iter().any(acting) {
            place.fault("map", "no-units", "no unit on the map can act", None);
        }
        let mut taken = BTreeMap::new();
        for placed in &self.opening.roster {
            let kind = self.book.unit_types.get(usize::from(placed.unit_type));
            let size = kind.and_then(|kind| kind.size).unwrap_or_default();
            let title = kind.map_or("?", |kind| kind.title.as_str());
            let board = &self.book.board;
            let open =
                |cell| board.contains(cell) && self.book.terrain_at(cell).is_none_or(|ground| !ground.blocks_movement);
            if !(size.is_one() || size.cells(placed.cell).all(open) && size.is_even(board, placed.cell)) {
                let message =
                    format!("{title} does not fit on {}: it needs {} by {} cells", placed.cell, size.width, size.depth);
                place.fault("map", "no-room", message, None);
            }
            for cell in size.cells(placed.cell) {
                if let Some(other) = taken.insert(cell, title) {
                    place.fault("map", "no-room", format!("{title} and {other} are both on {cell}"), None);
                }
            }
        }
        if self.opening.roster.len() > usize::from(self.book.limits.entities) {
            place.fault("map", "too-many-units", "the map has more units than the limits allow", None);
        }
    }

    fn cell_fault(
        &mut self,
        place: &mut AssetFile<'_, '_>,
        sheet: Sheet<'_>,
        (row, column): (usize, Option<usize>),
        code: &'static str,
        message: String,
        help: &dyn Fn() -> Option<String>,
    ) {
        self.told += 1;
        if self.told > MAX_PER_FILE + 1 {
            // Such a fault would be dropped, and there may be millions.
            return;
        }
        let path = format!("{}[{row}]", sheet.path());
        let mut fault =
            Diagnostic::error(code, message).file(self.file.as_str()).path(path.as_str()).maybe_help(help());
        let text = sheet.rows.get(row).map_or("", String::as_str);
        let glyph = column.and_then(|column| text.char_indices().nth(column));
        fault.span = match glyph {
            Some((at, glyph)) => self.span_within(&path, text, at..at + glyph.len_utf8()),
            None => self.stored.spans.nearest(&path),
        };
        place.diagnostics.push(fault);
    }

    pub(super) fn span_within(&self, path: &str, text: &str, part: Range<usize>) -> Option<Span> {
        let span = self.stored.spans.field(path);
        // Only plain texts have their characters at these offsets.
        let plain = |span: &Span| {
            !text.contains('\\') && self.stored.source.text().get(span.start..span.end) == Some(quote(text).as_str())
        };
        let within = span.filter(plain).map(|span| Span::new(span.start + 1 + part.start, span.start + 1 + part.end));
        within.or_else(|| self.stored.spans.nearest(path))
    }
}

fn height_of(c: char) -> Option<Drawn> {
    match c {
        '^' => Some(Drawn::Ramp(Dir::North)),
        '>' => Some(Drawn::Ramp(Dir::East)),
        'v' => Some(Drawn::Ramp(Dir::South)),
        '<' => Some(Drawn::Ramp(Dir::West)),
        '0'..='9' | 'a'..='z' | 'V' => c.to_digit(36).map(|height| Drawn::Level(height as u8)),
        _ => None,
    }
}

fn bounds(cells: &[char], width: usize) -> Rectangle {
    let covered = |at: &usize| cells[*at] != HOLE;
    let mut found: Option<(usize, usize, usize, usize)> = None;
    for at in (0..cells.len()).filter(covered) {
        let (x, y) = (at % width, at / width);
        let (left, right, top, _) = found.unwrap_or((x, x, y, y));
        found = Some((left.min(x), right.max(x), top, y));
    }
    found.map_or_else(Rectangle::default, |(left, right, top, bottom)| Rectangle {
        x: left as i32,
        y: top as i32,
        width: (right - left + 1) as i32,
        height: (bottom - top + 1) as i32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assets::height_char;

    #[test]
    fn heights_are_written_as_they_are_read() {
        for height in 0..=35 {
            let written = height_char(height).expect("it has a character");
            assert_eq!(height_of(written), Some(Drawn::Level(height)), "{written}");
        }
        assert_eq!(height_char(36), None);
    }
}
