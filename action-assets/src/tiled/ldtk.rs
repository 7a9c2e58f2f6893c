//! Reads LDtk projects (`.ldtk`, `.ldtkl`). Grid values and placed tiles become tiles, entities objects. Tiles from
//! rules have no meaning.

use super::fault::MapFault;
use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::convert::shortened;
use super::files::{self, Folder};
use super::import::ImportError;
use super::json::{self, Limited, Text, Value};
use super::limits::{self, MAX_LAYERS, Used};
use super::model::{Content, Kind, Kinds, Layer, Map, Object, Placed, Properties, Shape, Tiles};
use super::place::Point;
use crate::diagnostic::did_you_mean;

const MAX_OBJECTS: usize = 1 << 20;
const MAX_LEVELS: usize = 4096;
const MANY: usize = 1 << 18;
const SHOWN: usize = 12;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Project<'t> {
    #[serde(rename = "jsonVersion")]
    version: Text,
    defs: Defs,
    #[serde(borrow)]
    levels: Limited<&'t RawValue, MAX_LEVELS>,
    #[serde(borrow)]
    worlds: Limited<World<'t>, MAX_LEVELS>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct World<'t> {
    #[serde(borrow)]
    levels: Limited<&'t RawValue, MAX_LEVELS>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Defs {
    layers: Limited<LayerDef, 1024>,
    tilesets: Limited<TilesetDef, 1024>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct LayerDef {
    uid: i64,
    int_grid_values: Limited<GridValue, 65_536>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct GridValue {
    value: i64,
    identifier: Text,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct TilesetDef {
    uid: i64,
    identifier: Text,
    tile_grid_size: f64,
    enum_tags: Limited<EnumTag, 1024>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct EnumTag {
    enum_value_id: Text,
    tile_ids: Limited<i64, 65_536>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct LevelHead {
    identifier: Text,
    external_rel_path: Text,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Level {
    px_wid: f64,
    px_hei: f64,
    layer_instances: Limited<LayerInstance, MAX_LAYERS>,
    field_instances: Limited<FieldInstance, MANY>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct LayerInstance {
    #[serde(rename = "__identifier")]
    identifier: Text,
    #[serde(rename = "__type")]
    of: Text,
    #[serde(rename = "__gridSize")]
    grid_size: f64,
    #[serde(rename = "__cWid")]
    width: i64,
    #[serde(rename = "__cHei")]
    height: i64,
    #[serde(rename = "__pxTotalOffsetX")]
    offset_x: f64,
    #[serde(rename = "__pxTotalOffsetY")]
    offset_y: f64,
    #[serde(rename = "__tilesetDefUid")]
    tileset: Option<i64>,
    #[serde(rename = "layerDefUid")]
    def: i64,
    #[serde(rename = "intGridCsv")]
    grid: Limited<i64, MANY>,
    #[serde(rename = "gridTiles")]
    tiles: Limited<GridTile, MANY>,
    #[serde(rename = "entityInstances")]
    entities: Limited<Entity, MANY>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct GridTile {
    px: [i32; 2],
    /// Bit 0 mirrors left and right, bit 1 up and down.
    f: u8,
    t: i64,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Entity {
    #[serde(rename = "__identifier")]
    identifier: Text,
    #[serde(rename = "__pivot")]
    pivot: [f64; 2],
    px: [f64; 2],
    width: f64,
    height: f64,
    #[serde(rename = "fieldInstances")]
    fields: Limited<FieldInstance, 4096>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct FieldInstance {
    #[serde(rename = "__identifier")]
    identifier: Text,
    #[serde(rename = "__value")]
    value: Value,
}

pub(super) fn read(folder: &mut Folder, name: &Path, level: Option<&str>) -> Result<Map, ImportError> {
    let bytes = folder.map(name)?;
    let bytes = counted(folder, name, bytes)?;
    let project: Project<'_> = json::read(folder, name, &bytes, 0)?;
    if project.version.0.is_empty() {
        return Err(folder.refused(name, 1, MapFault::malformed("the file is not an LDtk project")));
    }
    let raw: Vec<&RawValue> =
        project.levels.0.iter().chain(project.worlds.0.iter().flat_map(|world| &world.levels.0)).copied().collect();
    let mut heads = Vec::new();
    for raw in raw {
        let before = lines_before(&bytes, raw);
        heads.push((json::read::<LevelHead>(folder, name, raw.get().as_bytes(), before)?, raw, before));
    }
    let (head, raw, before) = chosen(&heads, level).map_err(|message| folder.refused(name, 1, message))?;
    let (file, level): (std::path::PathBuf, Level) = match head.external_rel_path.0.as_str() {
        "" => (name.to_owned(), json::read(folder, name, raw.get().as_bytes(), *before)?),
        source => {
            let file = files::named(name, source).map_err(|message| folder.refused(name, *before + 1, message))?;
            let bytes = folder.read(&file)?;
            let bytes = counted(folder, &file, bytes)?;
            let level = json::read(folder, &file, &bytes, 0)?;
            (file, level)
        }
    };
    let reading = Reading { defs: &project.defs, used: Used::default(), kinds: Kinds::default(), warnings: Vec::new() };
    reading.level(level).map_err(|message| folder.refused(&file, *before + 1, message))
}

fn counted(folder: &Folder, file: &Path, bytes: Vec<u8>) -> Result<Vec<u8>, ImportError> {
    let counted = json::count(folder, file, bytes)?;
    if counted.objects > MAX_OBJECTS {
        return Err(folder.refused(
            file,
            1,
            MapFault::too_large(format!("a project has at most {MAX_OBJECTS} JSON objects")),
        ));
    }
    Ok(counted.bytes)
}

fn lines_before(bytes: &[u8], value: &RawValue) -> usize {
    let at = (value.get().as_ptr() as usize).saturating_sub(bytes.as_ptr() as usize);
    bytes.iter().take(at).filter(|&&byte| byte == b'\n').count()
}

type Head<'t> = (LevelHead, &'t RawValue, usize);

fn chosen<'h, 't>(heads: &'h [Head<'t>], level: Option<&str>) -> Result<&'h Head<'t>, MapFault> {
    let names = || heads.iter().map(|(head, ..)| head.identifier.0.as_str());
    let list = || {
        let more = heads.len().saturating_sub(SHOWN);
        let shown: Vec<String> = names().take(SHOWN).map(|name| format!("`{}`", shortened(name))).collect();
        shown.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
    };
    match (level, heads) {
        (_, []) => Err(MapFault::missing("the project has no level")),
        (None, [only]) => Ok(only),
        (None, _) => Err(MapFault::missing(format!(
            "the project has {} levels; choose one with `--level`: {}",
            heads.len(),
            list()
        ))),
        (Some(level), _) => heads.iter().find(|(head, ..)| head.identifier.0 == level).ok_or_else(|| {
            let help = did_you_mean(level, names()).unwrap_or_else(|| format!("its levels: {}", list()));
            MapFault::missing(format!("the project has no level `{}`; {help}", shortened(level)))
        }),
    }
}

struct Reading<'d> {
    defs: &'d Defs,
    used: Used,
    kinds: Kinds,
    warnings: Vec<String>,
}

impl Reading<'_> {
    fn level(mut self, level: Level) -> Result<Map, MapFault> {
        let grid = cell_size(&level)?;
        let cells = |pixels: f64| (pixels / grid).ceil() as i64;
        let size = |name: &str, pixels: f64| limits::side(name, Some(cells(pixels)), &cells(pixels).to_string());
        let size = (size("pxWid", level.px_wid)?, size("pxHei", level.px_hei)?);
        let mut layers = Vec::new();
        // LDtk lists the topmost layer first.
        for layer in level.layer_instances.0.into_iter().rev() {
            self.used.layer()?;
            let name = layer.identifier.0.clone();
            let offset = (layer.offset_x, layer.offset_y);
            let content = match layer.of.0.as_str() {
                "Entities" => {
                    Content::Objects((1..).zip(layer.entities.0).map(|(id, entity)| object(id, entity)).collect())
                }
                "IntGrid" | "Tiles" if layer.grid_size != grid => {
                    let (own, name) = (layer.grid_size, shortened(&name));
                    self.warnings.push(format!(
                        "layer `{name}`: its cells have {own} pixels, but those of the board have {grid}; the layer \
                         is left out"
                    ));
                    continue;
                }
                "IntGrid" => Content::Tiles(self.grid(&layer)?),
                "Tiles" => Content::Tiles(self.tiles(&layer, grid)?),
                _ => continue,
            };
            layers.push(Layer { name, properties: Properties::new(), offset, content });
        }
        Ok(Map {
            is_isometric: false,
            tile: (grid, grid),
            size: Some(size),
            properties: properties(&level.field_instances),
            kinds: self.kinds,
            layers,
            warnings: self.warnings,
        })
    }

    fn grid(&mut self, layer: &LayerInstance) -> Result<Tiles, MapFault> {
        let side = |name: &str, value: i64| limits::side(name, Some(value), &value.to_string());
        let (width, height) = (side("__cWid", layer.width)?, side("__cHei", layer.height)?);
        self.used.cells(width * height)?;
        if layer.grid.0.is_empty() {
            let name = shortened(&layer.identifier.0);
            return Err(MapFault::unsupported(format!(
                "layer `{name}` has no `intGridCsv`; save the project with LDtk 1.0 or later"
            )));
        }
        super::data::holds(layer.grid.0.len(), width * height)?;
        let def = self.defs.layers.0.iter().find(|def| def.uid == layer.def);
        let names: BTreeMap<i64, &str> = def
            .map(|def| def.int_grid_values.0.iter().map(|value| (value.value, value.identifier.0.as_str())).collect())
            .unwrap_or_default();
        let mut laid = Tiles::default();
        for (at, &value) in layer.grid.0.iter().enumerate().filter(|(_, value)| **value != 0) {
            let id = u32::try_from(value)
                .map_err(|_| MapFault::bad_value(format!("`intGridCsv` has an invalid value {value}")))?;
            let set = layer_set(layer.def);
            let kind = self.kinds.number(set, id, || Kind {
                set: layer.identifier.0.clone(),
                id,
                class: names.get(&value).copied().unwrap_or_default().to_owned(),
                size: (layer.grid_size, layer.grid_size),
                ..Kind::default()
            })?;
            laid.put((at % width) as i32, (at / width) as i32, plain(kind, 0));
        }
        Ok(laid)
    }

    fn tiles(&mut self, layer: &LayerInstance, grid: f64) -> Result<Tiles, MapFault> {
        self.used.cells(layer.tiles.0.len())?;
        let found = self.defs.tilesets.0.iter().enumerate().find(|(_, set)| Some(set.uid) == layer.tileset);
        let Some((number, set)) = found else { return Ok(Tiles::default()) };
        let mut laid = Tiles::default();
        for tile in &layer.tiles.0 {
            let id = u32::try_from(tile.t)
                .map_err(|_| MapFault::bad_value(format!("`gridTiles` has an invalid tile {}", tile.t)))?;
            let cell = |pixels: i32| (f64::from(pixels) / grid).floor() as i32;
            let (column, row) = (cell(tile.px[0]), cell(tile.px[1]));
            let most = i32::from(u16::MAX);
            if column.abs() > most || row.abs() > most {
                return Err(MapFault::bad_value(format!(
                    "`gridTiles` has an invalid tile position {}, {}",
                    tile.px[0], tile.px[1]
                )));
            }
            let tags = || set.enum_tags.0.iter().filter(|tag| tag.tile_ids.0.contains(&tile.t));
            let kind = self.kinds.number(tileset_set(number), id, || Kind {
                set: set.identifier.0.clone(),
                id,
                brushes: tags().map(|tag| tag.enum_value_id.0.clone()).collect(),
                size: (set.tile_grid_size, set.tile_grid_size),
                ..Kind::default()
            })?;
            laid.put(column, row, plain(kind, tile.f));
        }
        Ok(laid)
    }
}

fn layer_set(uid: i64) -> usize {
    (uid.unsigned_abs() as usize) << 1
}

fn tileset_set(number: usize) -> usize {
    number << 1 | 1
}

fn plain(kind: usize, flips: u8) -> Placed {
    Placed { kind, flip_h: flips & 1 != 0, flip_v: flips & 2 != 0, flip_d: false }
}

/// Returns the cell size: of the topmost integer grid, else of the topmost tile layer, else of the topmost layer.
fn cell_size(level: &Level) -> Result<f64, MapFault> {
    let layers = &level.layer_instances.0;
    let of = |kind: &str| layers.iter().find(|layer| layer.of.0 == kind);
    let grid = of("IntGrid").or_else(|| of("Tiles")).or(layers.first()).map(|layer| layer.grid_size);
    let grid = grid.ok_or_else(|| MapFault::missing("the level has no layers"))?;
    if !(grid.is_finite() && grid >= 1.0) {
        return Err(MapFault::bad_value(format!("`__gridSize` must be 1 or more, not {grid}")));
    }
    Ok(grid)
}

fn properties<const MOST: usize>(fields: &Limited<FieldInstance, MOST>) -> Properties {
    fields.0.iter().map(|field| (field.identifier.0.clone(), field.value.0.clone())).collect()
}

/// Converts an entity. Its position is its pivot.
fn object(id: u32, entity: Entity) -> Object {
    let size: Point = (entity.width, entity.height);
    let at = (entity.px[0] - entity.pivot[0] * size.0, entity.px[1] - entity.pivot[1] * size.1);
    let properties = properties(&entity.fields);
    Object {
        id,
        name: String::new(),
        class: entity.identifier.0,
        properties,
        at,
        rotation: 0.0,
        shape: Shape::Rect(size),
        kind: None,
    }
}
