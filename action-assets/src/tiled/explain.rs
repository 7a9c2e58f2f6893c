//! Creates a first mapping of a map, with guesses and open names.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::convert::MAX_NAME;
use super::import::Options;
use super::mapping::{Mapping, OPEN, ObjectRule, TileRule, is_set};
use super::model::{Content, Kind, Map};
use super::said;

const MAX_ROWS: usize = 500;
const WALLS: &[&str] = &["wall", "collision", "collide", "solid", "block", "obstacle", "cliff"];
const SOLID: &[&str] = &["collides", "collide", "collision", "solid", "blocked", "blocking", "wall", "impassable"];

/// A first mapping.
#[derive(Debug)]
pub struct Explained {
    /// The mapping.
    pub mapping: Mapping,
    /// Number of open names.
    pub open: usize,
    /// Number of rules left out.
    pub left_out: usize,
}

#[derive(Default)]
struct Counts {
    layers: BTreeMap<String, usize>,
    brushes: BTreeMap<String, usize>,
    classes: BTreeMap<String, usize>,
    solid: BTreeMap<String, usize>,
    collides: usize,
    tiles: BTreeMap<(String, u32), usize>,
    objects: BTreeMap<(String, String), usize>,
}

pub(super) fn explain(map: &Map, options: &Options) -> Explained {
    let counts = Counts::of(map);
    let mut left_out = 0;
    let mut rows = |of: Vec<TileRule>| {
        left_out += of.len().saturating_sub(MAX_ROWS);
        of.into_iter().take(MAX_ROWS).collect::<Vec<_>>()
    };
    let guess = |name: &str| guess(name, &options.terrains);
    let wall = || guess("wall");
    let mut tiles = Vec::new();
    // Single tiles come first and layers last, because the first matching rule counts.
    tiles.extend(rows(listed(&counts.tiles, |(set, id)| TileRule {
        set: set.clone(),
        id: i32::try_from(*id).unwrap_or(i32::MAX),
        ..TileRule::default()
    })));
    tiles.extend(rows(listed(&counts.classes, |class| TileRule {
        class: class.clone(),
        terrain: guess(class),
        ..TileRule::default()
    })));
    tiles.extend(rows(listed(&counts.brushes, |brush| TileRule {
        brush: brush.clone(),
        terrain: guess(brush),
        ..TileRule::default()
    })));
    tiles.extend(rows(listed(&counts.solid, |property| TileRule {
        property: property.clone(),
        terrain: wall(),
        ..TileRule::default()
    })));
    if counts.collides > 0 {
        tiles.push(TileRule { collides: true, seen: seen(counts.collides), terrain: wall(), ..TileRule::default() });
    }
    tiles.extend(rows(listed(&counts.layers, |layer| TileRule {
        layer: layer.clone(),
        terrain: guess(layer),
        ..TileRule::default()
    })));
    let mut objects: Vec<ObjectRule> = Vec::new();
    for ((layer, class), &count) in &counts.objects {
        let unit = options.footprints.keys().find(|unit| unit.eq_ignore_ascii_case(class)).cloned();
        let is_area = class.is_empty() || unit.is_none();
        let name = if class.is_empty() { layer } else { class };
        objects.push(ObjectRule {
            layer: layer.clone(),
            class: class.clone(),
            seen: seen(count),
            unit: unit.unwrap_or_default(),
            terrain: if is_area { guess(name) } else { String::new() },
            ..ObjectRule::default()
        });
    }
    objects.sort_by_key(|rule| Reverse(rule.seen));
    left_out += objects.len().saturating_sub(MAX_ROWS);
    objects.truncate(MAX_ROWS);
    let mut open = 0;
    let mut fill = |name: &mut String| {
        open += 1;
        OPEN.clone_into(name);
    };
    tiles.iter_mut().filter(|rule| rule.terrain.is_empty()).for_each(|rule| fill(&mut rule.terrain));
    for rule in objects.iter_mut().filter(|rule| rule.unit.is_empty() && rule.terrain.is_empty()) {
        fill(if rule.class.is_empty() { &mut rule.terrain } else { &mut rule.unit });
    }
    Explained { mapping: Mapping { ground: guess("floor"), tiles, objects }, open, left_out }
}

fn seen(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

fn listed<K: Ord>(counts: &BTreeMap<K, usize>, rule: impl Fn(&K) -> TileRule) -> Vec<TileRule> {
    let mut rules: Vec<TileRule> =
        counts.iter().map(|(name, &count)| TileRule { seen: seen(count), ..rule(name) }).collect();
    rules.sort_by_key(|rule| Reverse(rule.seen));
    rules
}

fn guess(word: &str, terrains: &BTreeSet<String>) -> String {
    let word = word.to_lowercase();
    let named = terrains.iter().filter(|terrain| word.contains(&terrain.to_lowercase()));
    if let Some(terrain) = named.max_by_key(|terrain| terrain.len()) {
        return terrain.clone();
    }
    let is_wall = WALLS.iter().any(|wall| word.contains(wall));
    let has_wall = terrains.is_empty() || terrains.contains("wall");
    if is_wall && has_wall { "wall".to_owned() } else { String::new() }
}

impl Counts {
    fn of(map: &Map) -> Self {
        let mut counts = Counts::default();
        let mut by_kind = vec![0_usize; map.kinds.iter().count()];
        for layer in &map.layers {
            layer.visit(&mut |layer| match &layer.content {
                Content::Tiles(tiles) if !said::flag(layer.properties.get("heights")).unwrap_or_default() => {
                    let mut on_layer = 0;
                    for (.., tile) in tiles.iter() {
                        on_layer += 1;
                        if let Some(count) = by_kind.get_mut(tile.kind) {
                            *count += 1;
                        }
                    }
                    add(&mut counts.layers, layer.name.clone(), on_layer);
                }
                Content::Objects(objects) => {
                    for object in objects {
                        let tile = object.kind.and_then(|kind| map.kinds.get(kind));
                        let class = match (object.class.as_str(), tile) {
                            ("", Some(tile)) => tile.class.clone(),
                            (own, _) => own.to_owned(),
                        };
                        let layer = if class.is_empty() { layer.name.clone() } else { String::new() };
                        add(&mut counts.objects, (layer, class), 1);
                    }
                }
                _ => {}
            });
        }
        for (kind, count) in map.kinds.iter().zip(by_kind).filter(|(_, count)| *count > 0) {
            counts.kind(kind, count);
        }
        counts
    }

    fn kind(&mut self, kind: &Kind, count: usize) {
        add(&mut self.tiles, (kind.set.clone(), kind.id), count);
        add(&mut self.classes, kind.class.clone(), count);
        kind.brushes.iter().for_each(|brush| add(&mut self.brushes, brush.clone(), count));
        let solid = kind.properties.keys().filter(|name| SOLID.contains(&name.to_lowercase().as_str()));
        for name in solid.filter(|name| is_set(&kind.properties, name)) {
            add(&mut self.solid, name.clone(), count);
        }
        self.collides += if kind.collides { count } else { 0 };
    }
}

fn add<K: Ord + Named>(counts: &mut BTreeMap<K, usize>, name: K, count: usize) {
    if name.is_fit() && count > 0 {
        *counts.entry(name).or_default() += count;
    }
}

trait Named {
    fn is_fit(&self) -> bool;
}

impl Named for String {
    fn is_fit(&self) -> bool {
        (1..=MAX_NAME).contains(&self.len())
    }
}

impl Named for (String, u32) {
    fn is_fit(&self) -> bool {
        self.0.len() <= MAX_NAME
    }
}

impl Named for (String, String) {
    fn is_fit(&self) -> bool {
        self.0.is_fit() || self.1.is_fit()
    }
}
