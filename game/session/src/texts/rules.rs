//! Rules texts with headings, for a whole rulebook or one unit. `foretoken_action_assets::texts::rules` generates the
//! texts.

use super::names;
use foretoken_action_assets::texts::{self, rules::Reader};
use foretoken_vm::state::Pool;
use foretoken_vm::stats::{EffectSourceClass, EffectSourceRef};
use foretoken_vm::{Cell, EntityId, GameState, Rulebook};
use std::fmt;

/// A rules text with its heading.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct RulesText {
    /// Class: `action`, `item`, `skill`, `status`, `terrain` or `surface`.
    pub class: &'static str,
    /// Asset's name.
    pub name: String,
    /// Title.
    pub title: String,
    /// Designer's description.
    pub note: String,
    /// Effects by line; a line indented by two spaces belongs to the one before.
    pub lines: Vec<String>,
}

impl fmt::Display for RulesText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({} {})", self.title, self.class, self.name)?;
        self.lines.iter().try_for_each(|line| writeln!(f, "  {line}"))
    }
}

/// Returns the rules text of an effect source; `None` if missing.
#[must_use]
pub fn effect_source(book: &Rulebook, of: EffectSourceRef, reader: Option<Reader<'_>>) -> Option<RulesText> {
    let effect_source = book.effect_source(of)?;
    let class = match of.class {
        EffectSourceClass::Item => "item",
        EffectSourceClass::Skill => "skill",
        EffectSourceClass::Status => "status",
        EffectSourceClass::None => return None,
    };
    let lines = texts::rules::of_effect_source(book, of, reader).iter().map(ToString::to_string).collect();
    let (name, title, note) = (effect_source.name.clone(), effect_source.title.clone(), effect_source.note.clone());
    Some(RulesText { class, name, title, note, lines })
}

/// Returns the rules text of an action; `None` if missing.
#[must_use]
pub fn action(book: &Rulebook, program: u16, reader: Option<Reader<'_>>) -> Option<RulesText> {
    let set = book.program(program)?;
    let lines = texts::rules::of_program(book, program, reader).iter().map(ToString::to_string).collect();
    let (name, title) = (set.name.clone(), names::action(book, program).to_owned());
    Some(RulesText { class: "action", name, title, note: set.note.clone(), lines })
}

/// Returns the trigger texts of a unit type, on death and on damage survived, with their labels.
#[must_use]
pub fn triggers(book: &Rulebook, state: &GameState, unit: EntityId) -> Vec<(&'static str, RulesText)> {
    let Some(kind) = book.unit_type(state.entity(unit)) else { return Vec::new() };
    let reader = Some(Reader::new(state.sheet(book), unit));
    let all = [("When it dies", kind.on_death), ("When damaged by another unit and still alive", kind.on_hurt)];
    all.into_iter().filter_map(|(when, program)| Some((when, action(book, program?, reader)?))).collect()
}

/// Returns the rules text of a unit's action, or of its skill for it, which has the cost.
#[must_use]
pub fn usable(book: &Rulebook, state: &GameState, unit: EntityId, program: u16) -> Option<RulesText> {
    let sheet = state.sheet(book);
    let reader = Some(Reader::new(sheet, unit));
    match sheet.skill_of(unit, program) {
        Some((kind, _)) => effect_source(book, EffectSourceRef { class: EffectSourceClass::Skill, kind }, reader),
        None => action(book, program, reader),
    }
}

/// Returns the rules text of a terrain by index; `None` if missing.
#[must_use]
pub fn terrain(book: &Rulebook, index: usize) -> Option<RulesText> {
    let name = book.terrains.get(index)?.name.clone();
    Some(of_ground("terrain", name, &texts::rules::of_terrain(book, index)))
}

/// Returns the rules text of a surface by index; `None` if missing.
#[must_use]
pub fn surface(book: &Rulebook, index: usize) -> Option<RulesText> {
    let name = book.surfaces.get(index)?.name.clone();
    Some(of_ground("surface", name, &texts::rules::of_surface(book, index)))
}

fn of_ground(class: &'static str, name: String, lines: &[texts::rules::Line]) -> RulesText {
    let title = name.replace('-', " ");
    RulesText { class, name, title, note: String::new(), lines: lines.iter().map(ToString::to_string).collect() }
}

/// Returns the ground title of a cell, such as `floor, fire (2 rounds left)`.
#[must_use]
pub fn ground_title(book: &Rulebook, state: &GameState, cell: Cell) -> String {
    if !book.board.contains(cell) {
        return "no ground".to_owned();
    }
    let ground = book.terrain_at(cell).map_or("ground", |terrain| terrain.name.as_str());
    let surface = state.surface(cell).and_then(|index| book.surfaces.get(usize::from(index)));
    let title = surface.map_or_else(|| ground.to_owned(), |kind| format!("{ground}, {}", kind.name));
    let left = match state.cells().row(cell).rounds_left {
        0 => String::new(),
        left => format!(" ({} left)", names::count(i32::from(left), "round")),
    };
    title.replace('-', " ") + &left
}

/// Describes a cell's ground: its surface, then its terrain. Empty for plain ground.
#[must_use]
pub fn of_cell(book: &Rulebook, state: &GameState, cell: Cell) -> Vec<String> {
    let surface = state.surface(cell).and_then(|index| surface(book, usize::from(index)));
    let terrain = book.board.ground(cell).and_then(|ground| terrain(book, usize::from(ground)));
    [surface, terrain].into_iter().flatten().flat_map(|told| told.lines).collect()
}

/// Returns the rules texts of a rulebook by name. An action includes its later effects.
#[must_use]
pub fn all(book: &Rulebook) -> Vec<RulesText> {
    let programs =
        (0..book.programs.len() as u16).filter(|&at| book.program(at).is_some_and(|set| !set.name.contains('/')));
    let actions = programs.filter_map(|program| action(book, program, None));
    let effect_sources = book.effect_sources().filter_map(|(of, _)| effect_source(book, of, None));
    let terrains = (0..book.terrains.len()).filter_map(|index| terrain(book, index));
    let surfaces = (0..book.surfaces.len()).filter_map(|index| surface(book, index));
    actions.chain(effect_sources).chain(terrains).chain(surfaces).collect()
}

/// Returns the rules texts of a unit's actions, skills, items and statuses, with its current numbers.
#[must_use]
pub fn of_unit(book: &Rulebook, state: &GameState, unit: EntityId) -> Vec<RulesText> {
    let sheet = state.sheet(book);
    let reader = Reader::new(sheet, unit);
    let plain = sheet.actions(unit).into_iter().filter(|&program| sheet.skill_of(unit, program).is_none());
    let mut told: Vec<RulesText> = plain.filter_map(|program| action(book, program, Some(reader))).collect();
    let skills = sheet.skills(unit).map(|(kind, _)| EffectSourceRef { class: EffectSourceClass::Skill, kind });
    told.extend(skills.filter_map(|of| effect_source(book, of, Some(reader))));
    let held = [Pool::ITEMS, Pool::STATUSES].into_iter().flat_map(|pool| sheet.instances(unit, pool));
    told.extend(
        held.filter_map(|held| effect_source(book, EffectSourceRef::of(held)?, Some(reader.instance(held.number)))),
    );
    told
}
