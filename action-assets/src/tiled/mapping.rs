//! Mapping files: meanings of layers, tiles and objects of maps from other games.

use super::fault::MapFault;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use super::import::ImportError;
use super::model::{Kind, Object, Properties, Value};
use crate::assets::FACINGS;
use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use crate::inspect::{Field, Inspect, Inspector};
use crate::kind::KindRegistry;
use crate::part::Spans;
use crate::read::load_asset;
use crate::write::{Asset, write_asset};

/// Limit of a mapping file, in bytes.
pub const MAX_BYTES: u64 = 4 << 20;
/// Limit of rules, because each tile and object may be compared with all.
const MAX_RULES: usize = 4096;

const MAX_COMPARED: u64 = 1 << 28;

/// A rule for tiles. The first matching rule with a meaning counts.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct TileRule {
    pub layer: String,
    pub set: String,
    pub id: i32,
    pub class: String,
    pub brush: String,
    pub property: String,
    pub collides: bool,
    pub seen: i32,
    pub terrain: String,
    pub surface: String,
    pub zone: String,
    pub ignored: bool,
}

impl Default for TileRule {
    fn default() -> Self {
        TileRule {
            layer: String::new(),
            set: String::new(),
            id: -1,
            class: String::new(),
            brush: String::new(),
            property: String::new(),
            collides: false,
            seen: 0,
            terrain: String::new(),
            surface: String::new(),
            zone: String::new(),
            ignored: false,
        }
    }
}

impl Inspect for TileRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("layer", "Layer of the tile."), &mut self.layer);
        inspector.text(Field::new("set", "Name of a tileset, or of a grid's layer."), &mut self.set);
        let id = Field::new("id", "Number of the tile in its tileset; -1 for any.");
        inspector.number(id, &mut self.id, -1..=i32::MAX);
        inspector.text(Field::new("class", "Class of the tile."), &mut self.class);
        let brush = Field::new(
            "brush",
            "Terrain brush, or set of brushes. The rule applies if it covers at least half of the tile.",
        );
        inspector.text(brush, &mut self.brush);
        let property = Field::new(
            "property",
            "Property of the tile. The rule applies if the tile has it and its value is not false, 0 or empty.",
        );
        inspector.text(property, &mut self.property);
        let collides = Field::new("collides", "Whether the rule needs a collision shape over the middle of the tile.");
        inspector.flag(collides, &mut self.collides);
        inspector.number(
            Field::new("seen", "Number of cells with the tile; ignored when read."),
            &mut self.seen,
            0..=i32::MAX,
        );
        inspector.reference(Field::new("terrain", "Terrain of these cells."), &mut self.terrain, "terrain");
        inspector.reference(Field::new("surface", "Surface on these cells."), &mut self.surface, "surface");
        inspector.text(Field::new("zone", "Zone of these cells."), &mut self.zone);
        inspector.flag(Field::new("ignored", "Whether to ignore the tile."), &mut self.ignored);
    }
}

/// A rule for objects. The first matching rule with a meaning counts.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct ObjectRule {
    pub layer: String,
    pub class: String,
    pub name: String,
    pub seen: i32,
    pub unit: String,
    pub team: i32,
    pub facing: usize,
    pub terrain: String,
    pub surface: String,
    pub zone: String,
    pub ignored: bool,
}

impl Default for ObjectRule {
    fn default() -> Self {
        ObjectRule {
            layer: String::new(),
            class: String::new(),
            name: String::new(),
            seen: 0,
            unit: String::new(),
            team: -1,
            facing: 0,
            terrain: String::new(),
            surface: String::new(),
            zone: String::new(),
            ignored: false,
        }
    }
}

impl Inspect for ObjectRule {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        inspector.text(Field::new("layer", "Layer of the object."), &mut self.layer);
        inspector.text(Field::new("class", "Class of the object."), &mut self.class);
        inspector.text(Field::new("name", "Name of the object."), &mut self.name);
        inspector.number(
            Field::new("seen", "Number of matching objects; ignored when read."),
            &mut self.seen,
            0..=i32::MAX,
        );
        inspector.reference(Field::new("unit", "Unit at the object."), &mut self.unit, "unit");
        let team = Field::new("team", "Side of the unit; -1 for the object's property `team`.");
        inspector.number(team, &mut self.team, -1..=7);
        inspector.choice(Field::new("facing", "Facing of the unit."), &mut self.facing, FACINGS);
        let terrain = Field::new("terrain", "Terrain of the cells under the object.");
        inspector.reference(terrain, &mut self.terrain, "terrain");
        let surface = Field::new("surface", "Surface on the cells under the object.");
        inspector.reference(surface, &mut self.surface, "surface");
        inspector.text(Field::new("zone", "Zone of the cells under the object."), &mut self.zone);
        inspector.flag(Field::new("ignored", "Whether to ignore the object."), &mut self.ignored);
    }
}

/// A mapping.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "`inspect` below describes the fields")]
pub struct Mapping {
    pub ground: String,
    pub tiles: Vec<TileRule>,
    pub objects: Vec<ObjectRule>,
}

impl Asset for Mapping {
    const TYPE: &'static str = "Mapping";
}

impl Inspect for Mapping {
    fn inspect(&mut self, inspector: &mut dyn Inspector) {
        let ground = Field::new("ground", "Terrain of all other cells.");
        inspector.reference(ground, &mut self.ground, "terrain");
        inspector.groups(Field::new("tiles", "Rules for tiles; the first match counts."), &mut self.tiles);
        inspector.groups(Field::new("objects", "Rules for objects; the first match counts."), &mut self.objects);
    }
}

/// Placeholder for a name that the designer fills in.
pub(super) const OPEN: &str = "?";

impl Mapping {
    fn filled(&self) -> Self {
        let mut filled = self.clone();
        let clear = |names: &mut [&mut String]| {
            for name in names.iter_mut().filter(|name| **name == OPEN) {
                name.clear();
            }
        };
        clear(&mut [&mut filled.ground]);
        for rule in &mut filled.tiles {
            clear(&mut [&mut rule.terrain, &mut rule.surface, &mut rule.zone]);
        }
        for rule in &mut filled.objects {
            clear(&mut [&mut rule.unit, &mut rule.terrain, &mut rule.surface, &mut rule.zone]);
        }
        filled
    }

    /// Returns the canonical text.
    pub fn to_text(&self) -> String {
        write_asset(&mut self.clone())
    }
}

/// A mapping from a file.
#[derive(Clone, Debug, Default)]
pub struct MappingFile {
    /// The rules as written.
    pub mapping: Mapping,
    /// The rules without placeholders.
    filled: Mapping,
    file: String,
    text: String,
    spans: Spans,
}

impl MappingFile {
    /// Reads a mapping. `file` is its name in messages.
    ///
    /// # Errors
    ///
    /// Returns all rendered faults.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self, ImportError> {
        let refused = |message: String| ImportError::Mapping { message };
        if bytes.len() as u64 > MAX_BYTES {
            return Err(refused(format!("{file}: a mapping has at most {MAX_BYTES} bytes")));
        }
        let mut faults = Diagnostics::new();
        let text = String::from_utf8_lossy(bytes).into_owned();
        faults.add_source(file, text.clone());
        let loaded = load_asset::<Mapping>(file, bytes, &KindRegistry::default(), &mut faults);
        let Some(loaded) = loaded.filter(|_| !faults.has_errors()) else {
            return Err(refused(faults.render()));
        };
        let mapping = loaded.value;
        if mapping.tiles.len().max(mapping.objects.len()) > MAX_RULES {
            return Err(refused(format!("{file}: a list of a mapping has at most {MAX_RULES} rules")));
        }
        let filled = mapping.filled();
        Ok(MappingFile { mapping, filled, file: file.to_owned(), text, spans: loaded.spans })
    }

    /// Returns a warning for each name that the pack lacks.
    pub fn unknown(&self, is_known: impl Fn(&str, &str) -> bool, names: impl Fn(&str) -> Vec<String>) -> Vec<String> {
        let mut told = self.faults();
        let mut ask = |of: &str, name: &str, path: String| {
            if !name.is_empty() && !is_known(of, name) {
                let help = did_you_mean(name, names(of).iter().map(String::as_str));
                self.tell(&mut told, path, format!("the pack has no {of} `{name}`"), help);
            }
        };
        ask("terrain", &self.filled.ground, "ground".to_owned());
        for (at, rule) in self.filled.tiles.iter().enumerate() {
            ask("terrain", &rule.terrain, format!("tiles[{at}].terrain"));
            ask("surface", &rule.surface, format!("tiles[{at}].surface"));
        }
        for (at, rule) in self.filled.objects.iter().enumerate() {
            ask("unit", &rule.unit, format!("objects[{at}].unit"));
            ask("terrain", &rule.terrain, format!("objects[{at}].terrain"));
            ask("surface", &rule.surface, format!("objects[{at}].surface"));
        }
        rendered(&told)
    }

    fn faults(&self) -> Diagnostics {
        let mut faults = Diagnostics::new();
        faults.add_source(self.file.as_str(), self.text.as_str());
        faults
    }

    fn tell(&self, told: &mut Diagnostics, path: String, message: String, help: Option<String>) {
        let warning = Diagnostic::warning("mapping", message).file(self.file.as_str());
        let span = self.spans.nearest(&path);
        let warning = match span {
            Some(span) => warning.at(span),
            None => warning,
        };
        told.push(warning.path(path).maybe_help(help));
    }
}

fn rendered(told: &Diagnostics) -> Vec<String> {
    told.iter()
        .map(|warning| {
            let help = warning.help.as_deref().map(|help| format!("; {help}")).unwrap_or_default();
            format!("{}:{}: {}{help}", warning.file, warning.line, warning.message)
        })
        .collect()
}

pub(super) struct Rules<'m> {
    file: Option<&'m MappingFile>,
    compared: Cell<u64>,
    used: RefCell<BTreeSet<(bool, usize)>>,
    met: RefCell<Met>,
}

#[derive(Default)]
struct Met {
    layers: BTreeSet<String>,
    sets: BTreeSet<String>,
    classes: BTreeSet<String>,
    brushes: BTreeSet<String>,
    properties: BTreeSet<String>,
    names: BTreeSet<String>,
}

impl<'m> Rules<'m> {
    pub(super) fn of(file: Option<&'m MappingFile>) -> Self {
        Rules { file, compared: Cell::new(0), used: RefCell::default(), met: RefCell::default() }
    }

    pub(super) fn ground(&self) -> &'m str {
        self.file.map_or("", |file| &file.filled.ground)
    }

    fn charge(&self, rules: usize) -> Result<(), MapFault> {
        self.compared.set(self.compared.get() + rules as u64);
        if self.compared.get() > MAX_COMPARED {
            return Err(MapFault::too_large("the mapping has too many rules for a map with so many tiles and objects"));
        }
        Ok(())
    }

    pub(super) fn tile(&self, layer: &str, kind: &Kind) -> Result<Option<&'m TileRule>, MapFault> {
        let Some(file) = self.file else { return Ok(None) };
        let rules = &file.filled.tiles;
        self.charge(rules.len())?;
        let mut met = self.met.borrow_mut();
        note(&mut met.layers, layer);
        note(&mut met.sets, &kind.set);
        note(&mut met.classes, &kind.class);
        kind.brushes.iter().for_each(|brush| note(&mut met.brushes, brush));
        kind.properties.keys().for_each(|name| note(&mut met.properties, name));
        let mut found = None;
        for (at, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.is_match(layer, kind)) {
            self.used.borrow_mut().insert((true, at));
            found = found.or(Some(rule).filter(|rule| rule.is_telling()));
        }
        Ok(found)
    }

    pub(super) fn object(&self, layer: &str, object: &Object, class: &str) -> Result<Option<&'m ObjectRule>, MapFault> {
        let Some(file) = self.file else { return Ok(None) };
        let rules = &file.filled.objects;
        self.charge(rules.len())?;
        let mut met = self.met.borrow_mut();
        note(&mut met.layers, layer);
        note(&mut met.classes, class);
        note(&mut met.names, &object.name);
        let mut found = None;
        for (at, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.is_match(layer, object, class)) {
            self.used.borrow_mut().insert((false, at));
            found = found.or(Some(rule).filter(|rule| rule.is_telling()));
        }
        Ok(found)
    }

    pub(super) fn unused(&self) -> Vec<String> {
        let Some(file) = self.file else { return Vec::new() };
        let (used, met) = (self.used.borrow(), self.met.borrow());
        let mut told = file.faults();
        let no = |what: &str, name: &str, known: &BTreeSet<String>| -> Option<(String, Option<String>)> {
            let is_missing = !name.is_empty() && !known.contains(name);
            is_missing.then(|| {
                (format!("the map has no {what} `{name}`"), did_you_mean(name, known.iter().map(String::as_str)))
            })
        };
        let nothing = |what: &str| (format!("no {what} of the map matches this rule"), None);
        for (at, rule) in file.mapping.tiles.iter().enumerate().filter(|(at, _)| !used.contains(&(true, *at))) {
            let (message, help) = no("layer with tiles", &rule.layer, &met.layers)
                .or_else(|| no("tileset", &rule.set, &met.sets))
                .or_else(|| no("class", &rule.class, &met.classes))
                .or_else(|| no("terrain brush", &rule.brush, &met.brushes))
                .or_else(|| no("property of tiles", &rule.property, &met.properties))
                .unwrap_or_else(|| nothing("tile"));
            file.tell(&mut told, format!("tiles[{at}]"), message, help);
        }
        for (at, rule) in file.mapping.objects.iter().enumerate().filter(|(at, _)| !used.contains(&(false, *at))) {
            let (message, help) = no("layer with objects", &rule.layer, &met.layers)
                .or_else(|| no("class", &rule.class, &met.classes))
                .or_else(|| no("object named", &rule.name, &met.names))
                .unwrap_or_else(|| nothing("object"));
            file.tell(&mut told, format!("objects[{at}]"), message, help);
        }
        rendered(&told)
    }
}

fn note(known: &mut BTreeSet<String>, name: &str) {
    if !known.contains(name) {
        known.insert(name.to_owned());
    }
}

fn is_match(wanted: &str, own: &str) -> bool {
    wanted.is_empty() || wanted == own
}

impl TileRule {
    fn is_match(&self, layer: &str, kind: &Kind) -> bool {
        let Self { set, class, brush, property, .. } = self;
        let names = [&self.layer, set, class, brush, property];
        let is_bound = self.id >= 0 || self.collides || names.iter().any(|name| !name.is_empty());
        is_bound
            && is_match(&self.layer, layer)
            && is_match(set, &kind.set)
            && is_match(class, &kind.class)
            && (self.id < 0 || u32::try_from(self.id) == Ok(kind.id))
            && (brush.is_empty() || kind.brushes.contains(brush))
            && (property.is_empty() || is_set(&kind.properties, property))
            && (!self.collides || kind.collides)
    }

    fn is_telling(&self) -> bool {
        self.ignored || [&self.terrain, &self.surface, &self.zone].iter().any(|name| !name.is_empty())
    }
}

impl ObjectRule {
    fn is_match(&self, layer: &str, object: &Object, class: &str) -> bool {
        let is_bound = [&self.layer, &self.class, &self.name].iter().any(|name| !name.is_empty());
        is_bound && is_match(&self.layer, layer) && is_match(&self.class, class) && is_match(&self.name, &object.name)
    }

    fn is_telling(&self) -> bool {
        let names = [&self.unit, &self.terrain, &self.surface, &self.zone];
        self.ignored || names.iter().any(|name| !name.is_empty())
    }
}

/// Whether a property exists and is not false, 0 or empty.
pub(super) fn is_set(properties: &Properties, name: &str) -> bool {
    match properties.get(name) {
        None | Some(Value::Other | Value::Flag(false) | Value::Int(0)) => false,
        Some(Value::Float(number)) => *number != 0.0,
        Some(Value::Text(text)) => !matches!(text.trim(), "" | "0" | "false"),
        Some(Value::Flag(true) | Value::Int(_)) => true,
    }
}
