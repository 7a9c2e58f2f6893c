//! From a scenario to a board: what each character means, who stands where, and what wins. All faults of the map are
//! found at once, each with its row and column.

use std::collections::BTreeMap;

use foretoken_vm::rulebook::{Goal, Placement};
use foretoken_vm::schedulers::ParameterError;
use foretoken_vm::{Board, Dir, Rules, Team};

use super::book::Place;
use super::{Library, Stored};
use crate::assets::{AnyAsset, AssetType, GoalRule, LegendEntry, OrderParameter, Scenario};
use crate::compile::{Compiler, Names};
use crate::diagnostic::{Diagnostic, did_you_mean};
use crate::kind::one_of;
use crate::syntax::{Span, quote};

/// What a legend's character puts on a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Meant {
    terrain: u8,
    surface: Option<u8>,
    unit: Option<u16>,
    team: u8,
    facing: Option<Dir>,
    zone: Option<u8>,
    /// The legend's own fault was said; what is on the map follows from it.
    faulty: bool,
}

impl Library {
    pub(super) fn scene(&self, name: &str, names: &Names, book: &mut Rules, compiler: &mut Compiler<'_>) {
        let Some(stored) = self.stored(AssetType::Scenario, name) else { return };
        let AnyAsset::Scenario(scenario) = &stored.asset else { return };
        name.clone_into(&mut book.scenario);
        book.planned_teams = scenario.planned_teams.iter().map(|&team| Team(team.min(7) as u8)).collect();
        if scenario.rounds > 0 {
            book.limits.rounds = scenario.rounds;
        }
        let file = AssetType::Scenario.path(name);
        let mut scene = Scene { stored, scenario, names, book, file };
        let Some(mut place) = self.place(AssetType::Scenario, name, &mut compiler.diagnostics) else { return };
        scene.order(&mut place);
        let meanings = scene.legend(&mut place);
        scene.map(&meanings, &mut place);
        if let Err(why) = scene.book.scheduler.check(scene.book) {
            place.fault("scheduler", "nobody-acts", why, None);
        }
        if scenario.goals.is_empty() && scenario.losses.is_empty() {
            place.warn("goals", "no-goals", "nothing wins or loses this battle");
        }
        for (at, hint) in scenario.hints.iter().enumerate() {
            if hint.contains('\n') {
                place.fault(&format!("hints[{at}]"), "long-hint", "a hint is one line", None);
            }
        }
        if scenario.sides.len() > Team::COUNT {
            let message = format!("there are {} sides at most, and {} names", Team::COUNT, scenario.sides.len());
            place.fault("sides", "too-many-sides", message, None);
        }
        for (at, side) in scenario.sides.iter().enumerate() {
            if side.contains('\n') {
                place.fault(&format!("sides[{at}]"), "long-side", "a side's name is one line", None);
            }
        }
        scene.book.sides.clone_from(&scenario.sides);
        let (goals, losses) = (&scenario.goals, &scenario.losses);
        scene.book.goals = scene.goals("goals", goals, compiler);
        scene.book.losses = scene.goals("losses", losses, compiler);
    }
}

struct Scene<'s> {
    stored: &'s Stored,
    scenario: &'s Scenario,
    names: &'s Names,
    book: &'s mut Rules,
    file: String,
}

impl Scene<'_> {
    /// The turn order with its parameters.
    fn order(&mut self, place: &mut Place<'_, '_>) {
        let (registry, wanted) = (place.library.registry(), self.scenario.scheduler.as_str());
        let Some(mut scheduler) = registry.order(wanted) else {
            let help = did_you_mean(wanted, registry.orders().map(|order| order.name()));
            return place.fault("scheduler", "unknown-reference", format!("there is no turn order `{wanted}`"), help);
        };
        for (at, OrderParameter { name, value }) in self.scenario.parameters.iter().enumerate() {
            if self.scenario.parameters[..at].iter().any(|earlier| earlier.name == *name) {
                place.fault(&format!("parameters[{at}].name"), "same-name", format!("`{name}` is set twice"), None);
            }
            match scheduler.with(name, *value) {
                Ok(set) => scheduler = set,
                Err(error @ ParameterError::Unknown { .. }) => {
                    let known = || scheduler.parameters().iter().map(|parameter| parameter.name);
                    let help = did_you_mean(name, known()).or_else(|| one_of(known()));
                    place.fault(&format!("parameters[{at}].name"), "unknown-reference", error.to_string(), help);
                }
                Err(error) => {
                    place.fault(&format!("parameters[{at}].value"), "out-of-range", error.to_string(), None);
                }
            }
        }
        self.book.scheduler = scheduler;
    }

    fn legend(&self, place: &mut Place<'_, '_>) -> BTreeMap<char, Meant> {
        let ground = place.index("ground", &self.names.terrains, &self.scenario.ground, "terrain");
        let mut meanings = BTreeMap::new();
        for (at, terrain) in self.book.terrains.iter().enumerate() {
            meanings.insert(terrain.glyph, Meant { terrain: at as u8, ..Meant::default() });
        }
        let mut own = Vec::new();
        for (at, entry) in self.scenario.legend.iter().enumerate() {
            let base = format!("legend[{at}]");
            let glyph = place.glyph(&format!("{base}.glyph"), &entry.glyph);
            if own.contains(&glyph) {
                let message = format!("the legend says twice what {glyph:?} means");
                place.fault(&format!("{base}.glyph"), "same-glyph", message, None);
            }
            own.push(glyph);
            let drawn = self.scenario.map.iter().any(|row| row.contains(glyph));
            if !drawn {
                place.warn(&format!("{base}.glyph"), "unused-glyph", format!("{glyph:?} is not on the map"));
            }
            meanings.insert(glyph, self.entry(&base, entry, ground, place));
        }
        meanings
    }

    fn entry(&self, base: &str, entry: &LegendEntry, ground: Option<usize>, place: &mut Place<'_, '_>) -> Meant {
        let mut faulty = false;
        let mut find = |field: &str, names: &[String], name: &str| {
            let found = place.index(&format!("{base}.{field}"), names, name, field);
            faulty |= found.is_none();
            found
        };
        let named = |name: &String| !name.is_empty();
        let terrain = match named(&entry.terrain) {
            true => find("terrain", &self.names.terrains, &entry.terrain),
            false => ground,
        };
        let surface = named(&entry.surface).then(|| find("surface", &self.names.surfaces, &entry.surface)).flatten();
        let unit = named(&entry.unit).then(|| find("unit", &self.names.units, &entry.unit)).flatten();
        let zone = self.names.zones.binary_search(&entry.zone).ok();
        let terrain = terrain.unwrap_or_default() as u8;
        let solid = self.book.terrains.get(usize::from(terrain)).is_some_and(|terrain| terrain.blocks_movement);
        if unit.is_some() && solid {
            let message = format!("`{}` would stand on `{}`, where nobody can", entry.unit, entry.terrain);
            place.fault(&format!("{base}.unit"), "unit-on-wall", message, None);
        }
        Meant {
            terrain,
            surface: surface.map(|at| at as u8),
            unit: unit.map(|at| at as u16),
            team: entry.team.clamp(0, 7) as u8,
            facing: entry.facing.checked_sub(1).and_then(|at| Dir::CARDINAL.get(at).copied()),
            zone: zone.map(|at| at.min(15) as u8),
            faulty,
        }
    }

    fn map(&mut self, meanings: &BTreeMap<char, Meant>, place: &mut Place<'_, '_>) {
        let rows: Vec<Vec<char>> = self.scenario.map.iter().map(|row| row.chars().collect()).collect();
        let (width, height) = (rows.first().map_or(0, Vec::len), rows.len());
        if width == 0 {
            return place.fault("map", "no-map", "the map has no cell", None);
        }
        let most = Board::MAX_SIDE as usize;
        if width > most || height > most {
            let message = format!("the map is {width} by {height}; a side has {most} cells at most");
            return place.fault("map", "too-large", message, None);
        }
        self.book.board = Board::new(width as i32, height as i32);
        let mut faulty = false;
        for (y, row) in rows.iter().enumerate() {
            if row.len() != width {
                let message = format!("row {} has {} cells, and row 1 has {width}", y + 1, row.len());
                self.cell_fault(place, y, None, "ragged-row", message, None);
            }
            for (x, glyph) in row.iter().enumerate().take(width) {
                match meanings.get(glyph) {
                    Some(meant) => {
                        faulty |= meant.faulty;
                        self.put(x, y, *meant);
                    }
                    None => {
                        let known: String = meanings.keys().collect();
                        let message = format!("row {}, column {}: {glyph:?} is in no legend", y + 1, x + 1);
                        let help = Some(format!("known: {known}"));
                        self.cell_fault(place, y, Some(x), "unknown-glyph", message, help);
                    }
                }
            }
        }
        let acting =
            |placed: &Placement| self.book.archetypes.get(usize::from(placed.archetype)).is_some_and(|a| a.acts);
        if !faulty && !self.book.placements.iter().any(acting) {
            place.fault("map", "no-units", "nobody on the map can act", None);
        }
        if self.book.placements.len() > usize::from(self.book.limits.entities) {
            place.fault("map", "too-many-units", "there are more units than the limits allow", None);
        }
    }

    fn put(&mut self, x: usize, y: usize, meant: Meant) {
        let Some(cell) = self.book.board.cell(x as i32, y as i32) else { return };
        self.book.board.set_terrain(cell, meant.terrain);
        if let Some(zone) = meant.zone {
            self.book.board.add_zone(cell, zone);
        }
        if let Some(surface) = meant.surface {
            self.book.laid.push((cell, surface));
        }
        if let Some(archetype) = meant.unit {
            let team = Team(meant.team);
            let usual = if team == Team::PLAYER { Dir::East } else { Dir::West };
            let facing = meant.facing.unwrap_or(usual);
            self.book.placements.push(Placement { archetype, team, cell, facing });
        }
    }

    /// A fault of one row, or of one character in it.
    fn cell_fault(
        &self,
        place: &mut Place<'_, '_>,
        row: usize,
        column: Option<usize>,
        code: &'static str,
        message: String,
        help: Option<String>,
    ) {
        let path = format!("map[{row}]");
        let mut fault = Diagnostic::error(code, message).file(self.file.as_str()).path(path.as_str()).maybe_help(help);
        fault.span = self.stored.spans.nearest(&path);
        let text = self.scenario.map.get(row).map_or("", String::as_str);
        if let (Some(column), Some(span)) = (column, self.stored.spans.field(&path)) {
            // Only in a plain text do characters stand where they are counted.
            let plain = self.stored.source.text().get(span.start..span.end) == Some(quote(text).as_str());
            if let Some((at, glyph)) = text.char_indices().nth(column).filter(|_| plain && !text.contains('\\')) {
                let start = span.start + 1 + at;
                fault.span = Some(Span::new(start, start + glyph.len_utf8()));
            }
        }
        place.diagnostics.push(fault);
    }

    fn goals(&self, field: &str, rules: &[GoalRule], compiler: &mut Compiler<'_>) -> Vec<Goal> {
        let mut goals = Vec::new();
        for (at, rule) in rules.iter().enumerate() {
            let path = format!("{field}[{at}].when");
            let when = compiler.condition(&self.file, &self.stored.spans, &path, &rule.when);
            goals.push(Goal { text: rule.text.clone(), when, team: Team(rule.team.clamp(0, 6) as u8) });
        }
        goals
    }
}
