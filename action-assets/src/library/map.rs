//! Compiles a scenario: map, legend, units and goals.

use std::collections::{BTreeMap, BTreeSet};

use foretoken_vm::rulebook::Goal;
use foretoken_vm::schedulers::ParameterError;
use foretoken_vm::{Deciders, Dir, Opening, Rules, Team};

use super::book::AssetFile;
use super::layers::Spot;
use super::{Library, Stored};
use crate::assets::{AnyAsset, AssetType, GoalRule, LegendEntry, OrderParameter, Scenario};
use crate::compile::{Compiler, Names};
use crate::diagnostic::did_you_mean;
use crate::kind::one_of;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Meant {
    pub terrain: u8,
    pub surface: Option<u8>,
    pub unit: Option<u16>,
    pub team: u8,
    pub facing: Option<Dir>,
    /// 0 for full health.
    pub health: u16,
    pub zone: Option<u8>,
    /// Whether the legend entry has a reported fault.
    pub faulty: bool,
}

impl Library {
    pub(super) fn scene(&self, name: &str, names: &Names, book: &mut Rules, compiler: &mut Compiler<'_>) -> Opening {
        let mut opening = Opening::default();
        let Some(stored) = self.stored(AssetType::Scenario, name) else { return opening };
        let AnyAsset::Scenario(scenario) = &stored.asset else { return opening };
        name.clone_into(&mut book.scenario);
        opening.deciders = Deciders::planners(scenario.planned_teams.iter().map(|&team| Team(team.min(7) as u8)));
        if scenario.rounds > 0 {
            book.limits.rounds = scenario.rounds;
        }
        let file = AssetType::Scenario.path(name);
        let Some(mut place) = self.place(AssetType::Scenario, name, &mut compiler.diagnostics) else { return opening };
        book.end_of_turn_action = place.program("end_of_turn_action", &book.programs, &scenario.end_of_turn_action);
        let mut scene = Scene { stored, scenario, names, book, opening: &mut opening, file, told: 0 };
        scene.order(&mut place);
        let meanings = scene.legend(&mut place);
        scene.map(&meanings, &mut place);
        scene.spawns(&mut place);
        scene.cast(&mut place);
        scene.links(&mut place);
        scene.timetable(&mut place);
        scene.lesson(&mut place);
        scene.sides(&mut place);
        scene.deciders(&mut place);
        scene.book.sight = u16::try_from(scenario.sight).ok().filter(|&sight| sight > 0);
        if let Err(why) = scene.book.scheduler.check(scene.book, scene.opening) {
            place.fault("scheduler", why.code(), why.to_string(), None);
        }
        if scenario.goals.is_empty() && scenario.losses.is_empty() {
            place.warn("goals", "no-goals", "the battle has no goal and no loss");
        }
        for (at, hint) in scenario.hints.iter().enumerate() {
            if hint.contains('\n') {
                place.fault(&format!("hints[{at}]"), "long-hint", "a hint must be one line", None);
            }
        }
        let (goals, losses) = (&scenario.goals, &scenario.losses);
        scene.book.goals = scene.goals("goals", goals, compiler);
        scene.book.losses = scene.goals("losses", losses, compiler);
        scene.book.bonus_goals = scene.goals("bonus_goals", &scenario.bonus_goals, compiler);
        scene.book.par = scenario.par;
        opening
    }
}

pub(super) struct Scene<'s> {
    pub stored: &'s Stored,
    pub scenario: &'s Scenario,
    pub names: &'s Names,
    pub book: &'s mut Rules,
    pub opening: &'s mut Opening,
    pub file: String,
    /// Number of reported faults, to stop at the limit.
    pub told: usize,
}

impl Scene<'_> {
    fn order(&mut self, place: &mut AssetFile<'_, '_>) {
        let (registry, wanted) = (place.library.registry(), self.scenario.scheduler.as_str());
        let Some(mut scheduler) = registry.order(wanted) else {
            let help = did_you_mean(wanted, registry.orders().map(|order| order.name()));
            return place.fault("scheduler", "unknown-reference", format!("unknown turn order `{wanted}`"), help);
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

    fn cast(&mut self, place: &mut AssetFile<'_, '_>) {
        for (at, rule) in self.scenario.cast.iter().enumerate() {
            let unit = place.index(&format!("cast[{at}].unit"), &self.names.units, &rule.unit, "unit");
            if let Some(unit) = unit {
                self.may_appear(unit as u16, Team(rule.team.clamp(0, 7) as u8));
            }
        }
    }

    fn sides(&mut self, place: &mut AssetFile<'_, '_>) {
        let sides = &self.scenario.sides;
        if sides.len() > Team::COUNT {
            let message = format!("a scenario has at most {} sides, but this one names {}", Team::COUNT, sides.len());
            place.fault("sides", "too-many-sides", message, None);
        }
        for (at, _) in sides.iter().enumerate().filter(|(_, side)| side.contains('\n')) {
            place.fault(&format!("sides[{at}]"), "long-side", "a side's name must be one line", None);
        }
        self.book.sides.clone_from(sides);
        let acts = |unit_type: u16| self.book.unit_types.get(usize::from(unit_type)).is_some_and(|kind| kind.acts);
        let acting = self.opening.roster.iter().filter(|placed| acts(placed.unit_type));
        let acting: BTreeSet<i32> = acting.map(|placed| i32::from(placed.team.0)).collect();
        if acting.is_empty() {
            return;
        }
        let mut told = BTreeSet::new();
        for (field, rules) in [("goals", &self.scenario.goals), ("losses", &self.scenario.losses)] {
            for (at, rule) in rules.iter().enumerate() {
                if !acting.contains(&rule.team) && told.insert(rule.team) {
                    let message = format!("side {} of this rule has no acting unit on the map", rule.team);
                    place.warn(&format!("{field}[{at}].team"), "nobody-of-side", message);
                }
            }
        }
    }

    fn legend(&self, place: &mut AssetFile<'_, '_>) -> BTreeMap<char, Meant> {
        let ground = place.index("ground", &self.names.terrains, &self.scenario.ground, "terrain");
        let mut meanings = BTreeMap::new();
        for (at, terrain) in self.book.terrains.iter().enumerate() {
            meanings.insert(terrain.glyph, Meant { terrain: at as u8, ..Meant::default() });
        }
        let (mut own, drawn) = (BTreeSet::new(), self.drawn());
        for (at, entry) in self.scenario.legend.iter().enumerate() {
            let base = format!("legend[{at}]");
            let glyph = place.glyph(&format!("{base}.glyph"), &entry.glyph);
            if !own.insert(glyph) {
                let message = format!("the legend explains {glyph:?} twice");
                place.fault(&format!("{base}.glyph"), "same-glyph", message, None);
            }
            if !drawn.contains_key(&glyph) {
                place.warn(&format!("{base}.glyph"), "unused-glyph", format!("{glyph:?} is not on the map"));
            }
            meanings.insert(glyph, self.entry(&base, entry, ground, (drawn.get(&glyph), place)));
        }
        meanings
    }

    fn drawn(&self) -> BTreeMap<char, Spot> {
        let mut drawn = BTreeMap::new();
        for (floor, row, text) in self.scenario.rows() {
            for (column, glyph) in text.chars().enumerate() {
                drawn.entry(glyph).or_insert(Spot { floor, row, column: Some(column) });
            }
        }
        drawn
    }

    fn entry(
        &self,
        base: &str,
        entry: &LegendEntry,
        ground: Option<usize>,
        (first, place): (Option<&Spot>, &mut AssetFile<'_, '_>),
    ) -> Meant {
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
            let name = self.names.terrains.get(usize::from(terrain)).map_or("", String::as_str);
            let first = first.map(|first| format!(": {first}")).unwrap_or_default();
            let message = format!("`{}` is on `{name}`, where units cannot stand{first}", entry.unit);
            place.fault(&format!("{base}.unit"), "unit-on-wall", message, None);
        }
        Meant {
            terrain,
            surface: surface.map(|at| at as u8),
            unit: unit.map(|at| at as u16),
            team: entry.team.clamp(0, 7) as u8,
            facing: entry.facing.checked_sub(1).and_then(|at| Dir::CARDINAL.get(at).copied()),
            health: u16::try_from(entry.health).unwrap_or_default(),
            zone: zone.map(|at| at.min(15) as u8),
            faulty,
        }
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
