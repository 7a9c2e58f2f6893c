//! Reads Tiled maps in JSON (`.tmj`, `.tsj`, `.tj`), which may name XML tilesets (`.tsx`).

use super::fault::MapFault;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde::Deserialize;

use super::data::{self, Encoding};
use super::files::{self, Folder};
use super::import::ImportError;
use super::json::{self, Data, Limited, Property, Text, properties};
use super::limits::{self, MAX_LAYERS, MAX_TILESETS, Used};
use super::model::{self, Content, Kind, Kinds, Layer, Map, Object, Placed, Shape, Tiles};
use super::place::{self, Grid, Point};
use super::tmx;

const MANY: usize = 1 << 18;
const FLIP_H: u32 = 1 << 31;
const FLIP_V: u32 = 1 << 30;
const FLIP_D: u32 = 1 << 29;
/// Bit of hexagonal rotations.
const FLIP_HEX: u32 = 1 << 28;
const FLIPS: u32 = FLIP_H | FLIP_V | FLIP_D | FLIP_HEX;

#[derive(Default, Deserialize)]
#[serde(default)]
struct JsonMap {
    orientation: Text,
    width: i64,
    height: i64,
    tilewidth: f64,
    tileheight: f64,
    infinite: bool,
    layers: Limited<JsonLayer, MAX_LAYERS>,
    tilesets: Limited<JsonTileset, MAX_TILESETS>,
    properties: Limited<Property, MANY>,
    #[serde(rename = "type")]
    of: Text,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct JsonLayer {
    #[serde(rename = "type")]
    of: Text,
    name: Text,
    width: i64,
    height: i64,
    offsetx: f64,
    offsety: f64,
    data: Option<Data>,
    chunks: Limited<JsonChunk, MANY>,
    compression: Text,
    layers: Limited<JsonLayer, MAX_LAYERS>,
    objects: Limited<JsonObject, MANY>,
    properties: Limited<Property, MANY>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct JsonChunk {
    x: i64,
    y: i64,
    width: i64,
    height: i64,
    data: Option<Data>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct JsonObject {
    id: Option<u32>,
    gid: Option<u32>,
    name: Option<Text>,
    #[serde(rename = "type")]
    of: Option<Text>,
    class: Option<Text>,
    template: Text,
    x: Option<f64>,
    y: Option<f64>,
    width: Option<f64>,
    height: Option<f64>,
    rotation: Option<f64>,
    point: bool,
    ellipse: bool,
    capsule: bool,
    text: Option<de::Ignored>,
    polygon: Limited<JsonPoint, MANY>,
    polyline: Limited<JsonPoint, MANY>,
    properties: Limited<Property, MANY>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct JsonPoint {
    x: f64,
    y: f64,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct JsonTileset {
    firstgid: u32,
    source: Text,
    name: Text,
    tilewidth: f64,
    tileheight: f64,
    tilecount: u32,
    objectalignment: Text,
    tiles: Limited<JsonTile, MANY>,
    wangsets: Limited<JsonWang, 1024>,
    terrains: Limited<JsonName, 255>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct JsonTile {
    id: u32,
    #[serde(rename = "type")]
    of: Text,
    class: Text,
    properties: Limited<Property, MANY>,
    objectgroup: JsonShapes,
    terrain: Limited<i64, 4>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct JsonShapes {
    objects: Limited<JsonObject, MANY>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct JsonWang {
    name: Text,
    #[serde(rename = "type")]
    of: Text,
    colors: Limited<JsonName, 255>,
    wangtiles: Limited<JsonWangTile, MANY>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct JsonName {
    name: Text,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct JsonWangTile {
    tileid: u32,
    wangid: Limited<u8, 8>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct JsonTemplate {
    tileset: Option<JsonTileset>,
    object: JsonObject,
}

mod de {
    #[derive(Default, serde::Deserialize)]
    #[serde(from = "serde::de::IgnoredAny")]
    pub(super) struct Ignored;

    impl From<serde::de::IgnoredAny> for Ignored {
        fn from(_: serde::de::IgnoredAny) -> Self {
            Ignored
        }
    }
}

enum Tileset {
    Json(Box<Indexed>),
    Xml(Box<tiled::Tileset>),
}

struct Indexed {
    set: JsonTileset,
    tiles: BTreeMap<u32, usize>,
    brushes: Vec<BTreeMap<u32, usize>>,
}

impl From<JsonTileset> for Indexed {
    fn from(set: JsonTileset) -> Self {
        let tiles = set.tiles.0.iter().zip(0..).map(|(tile, at)| (tile.id, at)).collect();
        let marks = |wang: &JsonWang| wang.wangtiles.0.iter().zip(0..).map(|(tile, at)| (tile.tileid, at)).collect();
        let brushes = set.wangsets.0.iter().map(marks).collect();
        Indexed { set, tiles, brushes }
    }
}

pub(super) fn read(folder: &mut Folder, name: &Path) -> Result<Map, ImportError> {
    let mut used = Used::default();
    let bytes = folder.map(name)?;
    let map: JsonMap = parsed(folder, name, bytes, &mut used)?;
    let refused = |message: MapFault| folder.refused(name, 1, message);
    if !matches!(map.orientation.0.as_str(), "orthogonal" | "isometric") {
        let is_map = map.of.0.is_empty() || map.of.0 == "map";
        return Err(refused(match is_map {
            true => MapFault::unsupported("the map must be orthogonal or isometric"),
            false => MapFault::malformed("the file is not a map"),
        }));
    }
    let size = match map.infinite {
        true => None,
        false => Some((side("width", map.width).map_err(refused)?, side("height", map.height).map_err(refused)?)),
    };
    let is_isometric = map.orientation.0 == "isometric";
    let (kinds, sets, first, templates) = (Kinds::default(), Vec::new(), Vec::new(), BTreeMap::new());
    let mut reading = Reading { folder, used, size, is_isometric, kinds, sets, first, templates };
    for set in map.tilesets.0 {
        let first = set.firstgid;
        let number = reading.tileset(name, set)?;
        reading.first.push((first, number));
    }
    reading.first.sort_unstable();
    let layers = map.layers.0.into_iter().map(|layer| reading.layer(name, layer)).collect::<Result<_, _>>()?;
    Ok(Map {
        is_isometric,
        tile: (map.tilewidth, map.tileheight),
        size,
        properties: properties(&map.properties),
        kinds: reading.kinds,
        layers,
        warnings: Vec::new(),
    })
}

fn parsed<T: for<'de> Deserialize<'de>>(
    folder: &Folder,
    file: &Path,
    bytes: Vec<u8>,
    used: &mut Used,
) -> Result<T, ImportError> {
    let counted = json::count(folder, file, bytes)?;
    used.elements(counted.objects).map_err(|message| folder.refused(file, 1, message))?;
    json::read(folder, file, &counted.bytes, 0)
}

fn side(name: &str, value: i64) -> Result<usize, MapFault> {
    limits::side(name, Some(value), &value.to_string())
}

struct Reading<'f> {
    folder: &'f mut Folder,
    used: Used,
    size: Option<(usize, usize)>,
    is_isometric: bool,
    kinds: Kinds,
    sets: Vec<(Option<PathBuf>, Tileset)>,
    first: Vec<(u32, usize)>,
    templates: BTreeMap<PathBuf, Rc<Template>>,
}

impl Reading<'_> {
    fn tileset(&mut self, by: &Path, set: JsonTileset) -> Result<usize, ImportError> {
        let refused = |folder: &Folder, message: MapFault| folder.refused(by, 1, message);
        if set.source.0.is_empty() {
            self.used.tiles(set.tilecount).map_err(|message| refused(self.folder, message))?;
            self.sets.push((None, Tileset::Json(Box::new(set.into()))));
            return Ok(self.sets.len() - 1);
        }
        let file = files::named(by, &set.source.0).map_err(|message| refused(self.folder, message))?;
        if let Some(known) = self.sets.iter().position(|(known, _)| known.as_ref() == Some(&file)) {
            return Ok(known);
        }
        let is_xml = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tsx"));
        let read = if is_xml {
            Tileset::Xml(Box::new(tmx::tileset(self.folder, &file, &mut self.used)?))
        } else {
            let bytes = self.folder.read(&file)?;
            let own: JsonTileset = parsed(self.folder, &file, bytes, &mut self.used)?;
            if !own.source.0.is_empty() {
                let message = MapFault::bad_file(format!("`{}` cannot be a file here", own.source.0));
                return Err(self.folder.refused(&file, 1, message));
            }
            self.used.tiles(own.tilecount).map_err(|message| self.folder.refused(&file, 1, message))?;
            Tileset::Json(Box::new(own.into()))
        };
        self.sets.push((Some(file), read));
        Ok(self.sets.len() - 1)
    }

    fn layer(&mut self, file: &Path, layer: JsonLayer) -> Result<Layer, ImportError> {
        self.used.layer().map_err(|message| self.folder.refused(file, 1, message))?;
        let content = match layer.of.0.as_str() {
            "group" => {
                let layers = layer.layers.0.into_iter().map(|layer| self.layer(file, layer));
                Content::Group(layers.collect::<Result<_, _>>()?)
            }
            "objectgroup" => {
                let objects = layer.objects.0.into_iter().map(|object| self.object(file, object));
                Content::Objects(objects.collect::<Result<_, _>>()?)
            }
            "tilelayer" => {
                let tiles = self.tiles(&layer);
                let named =
                    |fault: MapFault| fault.at(&format!("layer `{}`", super::convert::shortened(&layer.name.0)));
                Content::Tiles(tiles.map_err(|message| self.folder.refused(file, 1, named(message)))?)
            }
            _ => Content::Image,
        };
        let properties = properties(&layer.properties);
        Ok(Layer { name: layer.name.0, properties, offset: (layer.offsetx, layer.offsety), content })
    }

    fn tiles(&mut self, layer: &JsonLayer) -> Result<Tiles, MapFault> {
        let mut laid = Tiles::default();
        let Some(size) = self.size else {
            for chunk in &layer.chunks.0 {
                let begin = |name: &str, value: i64| limits::begin(name, Some(value), &value.to_string());
                let x = (begin("x", chunk.x)?, side("width", chunk.width)?);
                let y = (begin("y", chunk.y)?, side("height", chunk.height)?);
                let cells = self.used.chunk(x, y)?;
                self.lay(&mut laid, (x.0, y.0), x.1, unpacked(chunk.data.as_ref(), &layer.compression.0, cells)?)?;
            }
            if layer.data.is_some() {
                return Err(MapFault::malformed(
                    "the map is infinite, but has no chunks of tiles; turn off `Infinite` in Tiled and save it again",
                ));
            }
            return Ok(laid);
        };
        let own = (side("width", layer.width)?, side("height", layer.height)?);
        if own != size {
            return Err(MapFault::bad_value(format!(
                "the layer is {} by {} cells, but the map has another size",
                own.0, own.1
            )));
        }
        self.used.cells(size.0 * size.1)?;
        let tiles = unpacked(layer.data.as_ref(), &layer.compression.0, size.0 * size.1)?;
        self.lay(&mut laid, (0, 0), size.0, tiles)?;
        Ok(laid)
    }

    fn lay(&mut self, laid: &mut Tiles, from: (i32, i32), width: usize, tiles: Vec<u32>) -> Result<(), MapFault> {
        for (at, tile) in tiles.into_iter().enumerate() {
            let number = tile & !FLIPS;
            if let Some((set, id)) = self.located(number) {
                let flip = |bit: u32| tile & bit != 0;
                let kind = self.kind(set, id)?;
                let (flip_h, flip_v, flip_d) = (flip(FLIP_H), flip(FLIP_V), flip(FLIP_D));
                let (column, row) = (from.0 + (at % width) as i32, from.1 + (at / width) as i32);
                laid.put(column, row, Placed { kind, flip_h, flip_v, flip_d });
            }
        }
        Ok(())
    }

    fn located(&self, number: u32) -> Option<(usize, u32)> {
        let before = self.first.partition_point(|&(first, _)| first <= number);
        let &(first, set) = self.first.get(before.checked_sub(1)?)?;
        (number > 0).then_some((set, number - first))
    }

    fn kind(&mut self, set: usize, id: u32) -> Result<usize, MapFault> {
        let is_isometric = self.is_isometric;
        let sets = &self.sets;
        self.kinds.number(set, id, || match &sets[set].1 {
            Tileset::Json(set) => kind(set, id, is_isometric),
            Tileset::Xml(set) => tmx::kind(set, id, is_isometric),
        })
    }

    fn object(&mut self, file: &Path, object: JsonObject) -> Result<Object, ImportError> {
        let refused = |folder: &Folder, message: MapFault| folder.refused(file, 1, message);
        if object.template.0.is_empty() {
            let shown = object.gid.and_then(|gid| self.located(gid & !FLIPS));
            let kind = shown.map(|(set, id)| self.kind(set, id)).transpose();
            return Ok(Object { kind: kind.map_err(|message| refused(self.folder, message))?, ..plain(&object) });
        }
        let source = &object.template.0;
        let path = files::named(file, source).map_err(|message| refused(self.folder, message))?;
        let template = self.template(file, path)?;
        let (base, own) = (&template.object, object);
        let shape = if own.width.is_none() && own.height.is_none() { base.shape } else { plain(&own).shape };
        let plain = plain(&own);
        let mut properties = base.properties.clone();
        properties.extend(plain.properties);
        Ok(Object {
            id: plain.id,
            name: own.name.map_or_else(|| base.name.clone(), |name| name.0),
            class: if plain.class.is_empty() { base.class.clone() } else { plain.class },
            properties,
            at: plain.at,
            rotation: own.rotation.unwrap_or(base.rotation),
            shape,
            kind: base.kind,
        })
    }

    fn template(&mut self, by: &Path, path: PathBuf) -> Result<Rc<Template>, ImportError> {
        if let Some(template) = self.templates.get(&path) {
            return Ok(template.clone());
        }
        if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tx")) {
            let message = MapFault::unsupported(format!("the template `{}` is XML; save it as `.tj`", path.display()));
            return Err(self.folder.refused(by, 1, message));
        }
        let bytes = self.folder.read(&path)?;
        let template: JsonTemplate = parsed(self.folder, &path, bytes, &mut self.used)?;
        if !template.object.template.0.is_empty() {
            let message = MapFault::bad_file(format!("`{}` cannot be a file here", template.object.template.0));
            return Err(self.folder.refused(&path, 1, message));
        }
        let kind = match (template.tileset, template.object.gid) {
            (Some(set), Some(gid)) => {
                let first = set.firstgid;
                let set = self.tileset(&path, set)?;
                let id = (gid & !FLIPS).saturating_sub(first);
                Some(self.kind(set, id).map_err(|message| self.folder.refused(&path, 1, message))?)
            }
            _ => None,
        };
        let template = Rc::new(Template { object: Object { kind, ..plain(&template.object) } });
        self.templates.insert(path, template.clone());
        Ok(template)
    }
}

struct Template {
    object: Object,
}

fn unpacked(data: Option<&Data>, compression: &str, cells: usize) -> Result<Vec<u32>, MapFault> {
    match data {
        None => Err(MapFault::bad_value(format!("the data has 0 tiles for {cells} cells"))),
        Some(Data::Numbers(numbers)) => data::holds(numbers.len(), cells).map(|()| numbers.clone()),
        Some(Data::Text(text)) => {
            let compression = Some(compression).filter(|compression| !compression.is_empty());
            Encoding::of(Some("base64"), compression)?.tiles(text.as_bytes(), cells)
        }
    }
}

fn kind(indexed: &Indexed, id: u32, is_isometric: bool) -> Kind {
    let set = &indexed.set;
    let tile = indexed.tiles.get(&id).and_then(|&at| set.tiles.0.get(at));
    let size: Point = (set.tilewidth, set.tileheight);
    let mut brushes = Vec::new();
    for (wang, tiles) in set.wangsets.0.iter().zip(&indexed.brushes) {
        let marks = tiles.get(&id).and_then(|&at| wang.wangtiles.0.get(at));
        let Some(marks) = marks.and_then(|marks| <[u8; 8]>::try_from(marks.wangid.0.as_slice()).ok()) else { continue };
        brushes.extend(model::brushes(&wang.name.0, &names(&wang.colors.0), model::positions(&wang.of.0), marks));
    }
    if let Some(tile) = tile.filter(|tile| tile.terrain.0.len() == 4) {
        // Terrains of old files by corner: north-west, north-east, south-west, south-east.
        let mark = |at: usize| {
            tile.terrain.0.get(at).and_then(|&mark| u8::try_from(mark.saturating_add(1)).ok()).unwrap_or_default()
        };
        let marks = [0, mark(1), 0, mark(3), 0, mark(2), 0, mark(0)];
        brushes.extend(model::brushes("terrains", &names(&set.terrains.0), model::positions("corner"), marks));
    }
    let grid = Grid::square(size);
    let shapes = tile.map_or(&[][..], |tile| &tile.objectgroup.objects.0);
    let collides = shapes.iter().any(|shape| grid.area(&plain(shape), None, (0.0, 0.0)).contains_middle_of(grid, size));
    Kind {
        set: set.name.0.clone(),
        id,
        class: tile.map(|tile| class(&tile.of.0, &tile.class.0)).unwrap_or_default(),
        properties: tile.map(|tile| properties(&tile.properties)).unwrap_or_default(),
        brushes,
        collides,
        size,
        align: model::align(&set.objectalignment.0, is_isometric),
    }
}

fn names(of: &[JsonName]) -> Vec<&str> {
    of.iter().map(|name| name.name.0.as_str()).collect()
}

/// Returns the class: `type` or `class`, by Tiled version.
fn class(of: &str, class: &str) -> String {
    if of.is_empty() { class } else { of }.to_owned()
}

fn plain(object: &JsonObject) -> Object {
    let text = |text: &Option<Text>| text.as_ref().map(|text| text.0.clone()).unwrap_or_default();
    let number = |number: Option<f64>| number.unwrap_or_default();
    let size = (number(object.width), number(object.height));
    let points = [&object.polygon.0, &object.polyline.0].into_iter().find(|points| !points.is_empty());
    let shape = match points {
        Some(points) => {
            let (low, high) = place::bounds(points.iter().map(|point| (point.x, point.y)));
            Shape::Other(low, high)
        }
        None if object.point => Shape::Point,
        None if object.ellipse || object.capsule || object.text.is_some() => Shape::Other((0.0, 0.0), size),
        None => Shape::Rect(size),
    };
    Object {
        id: object.id.unwrap_or_default(),
        name: text(&object.name),
        class: class(&text(&object.of), &text(&object.class)),
        properties: properties(&object.properties),
        at: (number(object.x), number(object.y)),
        rotation: number(object.rotation),
        shape,
        kind: None,
    }
}
