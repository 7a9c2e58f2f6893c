//! Reads Tiled maps in XML (`.tmx`, `.tsx`, `.tx`) with the `tiled` crate, after the checks of [`bounds`].

use super::fault::MapFault;
use std::collections::BTreeMap;
use std::io::{self, Cursor};
use std::path::Path;
use std::sync::Arc;

use tiled::{
    ChunkData, Layer as TiledLayer, LayerType, Loader, ObjectAlignment, ObjectData, ObjectShape, Orientation,
    PropertyValue, TileLayer, Tileset, WangSetType,
};

use super::bounds::{self, Files, Role};
use super::files::{self, Folder};
use super::import::ImportError;
use super::limits::Used;
use super::model::{self, Content, Kind, Kinds, Layer, Map, Object, Placed, Properties, Shape, Tiles, Value};
use super::place::{Grid, Point};

pub(super) fn read(folder: &mut Folder, name: &Path, shown: &Path) -> Result<Map, ImportError> {
    let files = bounds::read(folder, name, Role::Map, &mut Used::default())?;
    let unfit = |fault| ImportError::Unfit { file: shown.to_owned(), fault };
    let map = loader(&files).load_tmx_map(name).map_err(|error| unfit(MapFault::malformed(error.to_string())))?;
    Reading::of(&map).whole(&map).map_err(unfit)
}

pub(super) fn tileset(folder: &mut Folder, name: &Path, used: &mut Used) -> Result<Tileset, ImportError> {
    let files = bounds::read(folder, name, Role::Tileset, used)?;
    loader(&files)
        .load_tsx_tileset(name)
        .map_err(|error| folder.refused(name, 1, MapFault::malformed(error.to_string())))
}

type FromMemory<'f> = Box<dyn Fn(&Path) -> io::Result<Cursor<Arc<[u8]>>> + 'f>;

fn loader(files: &Files) -> Loader<tiled::DefaultResourceCache, FromMemory<'_>> {
    let reader = move |wanted: &Path| {
        let bytes = files::within(Path::new(""), wanted).and_then(|wanted| files.get(&wanted));
        bytes.map(|bytes| Cursor::new(bytes.clone())).ok_or_else(|| io::ErrorKind::NotFound.into())
    };
    Loader::with_reader(Box::new(reader))
}

struct Reading {
    kinds: Kinds,
    is_isometric: bool,
    /// Tilesets by address; those of templates do not belong to the map.
    sets: BTreeMap<*const Tileset, usize>,
}

impl Reading {
    fn of(map: &tiled::Map) -> Self {
        let is_isometric = map.orientation == Orientation::Isometric;
        Reading { kinds: Kinds::default(), is_isometric, sets: BTreeMap::new() }
    }

    fn whole(mut self, map: &tiled::Map) -> Result<Map, MapFault> {
        if !matches!(map.orientation, Orientation::Orthogonal | Orientation::Isometric) {
            return Err(MapFault::unsupported("the map must be orthogonal or isometric"));
        }
        let layers = map.layers().map(|layer| self.layer(&layer)).collect::<Result<_, _>>()?;
        Ok(Map {
            is_isometric: self.is_isometric,
            tile: (f64::from(map.tile_width), f64::from(map.tile_height)),
            size: (!map.infinite()).then_some((map.width as usize, map.height as usize)),
            properties: properties(&map.properties),
            kinds: self.kinds,
            layers,
            warnings: Vec::new(),
        })
    }

    fn layer(&mut self, layer: &TiledLayer<'_>) -> Result<Layer, MapFault> {
        let content = match layer.layer_type() {
            LayerType::Group(group) => {
                Content::Group(group.layers().map(|layer| self.layer(&layer)).collect::<Result<_, _>>()?)
            }
            LayerType::Tiles(tiles) => Content::Tiles(self.tiles(&tiles)?),
            LayerType::Objects(objects) => {
                Content::Objects(objects.objects().map(|object| self.object(&object)).collect::<Result<_, _>>()?)
            }
            LayerType::Image(_) => Content::Image,
        };
        let offset = (f64::from(layer.offset_x), f64::from(layer.offset_y));
        Ok(Layer { name: layer.name.clone(), properties: properties(&layer.properties), offset, content })
    }

    fn tiles(&mut self, tiles: &TileLayer<'_>) -> Result<Tiles, MapFault> {
        let mut laid = Tiles::default();
        let mut put = |column: i32, row: i32, tile: tiled::LayerTile<'_>| {
            let kind = self.kind(tile.get_tileset(), tile.id())?;
            let (flip_h, flip_v, flip_d) = (tile.flip_h, tile.flip_v, tile.flip_d);
            laid.put(column, row, Placed { kind, flip_h, flip_v, flip_d });
            Ok::<(), MapFault>(())
        };
        match tiles {
            TileLayer::Finite(tiles) => {
                for row in 0..tiles.height() as i32 {
                    for column in 0..tiles.width() as i32 {
                        tiles.get_tile(column, row).map_or(Ok(()), |tile| put(column, row, tile))?;
                    }
                }
            }
            TileLayer::Infinite(tiles) => {
                let (width, height) = (ChunkData::WIDTH as i32, ChunkData::HEIGHT as i32);
                for ((column, row), chunk) in tiles.chunks() {
                    for at in 0..width * height {
                        let (x, y) = (at % width, at / width);
                        let tile = chunk.get_tile(x, y);
                        tile.map_or(Ok(()), |tile| put(column * width + x, row * height + y, tile))?;
                    }
                }
            }
        }
        Ok(laid)
    }

    fn kind(&mut self, set: &Tileset, id: u32) -> Result<usize, MapFault> {
        let next = self.sets.len();
        let number = *self.sets.entry(std::ptr::from_ref(set)).or_insert(next);
        let is_isometric = self.is_isometric;
        self.kinds.number(number, id, || kind(set, id, is_isometric))
    }

    fn object(&mut self, object: &tiled::Object<'_>) -> Result<Object, MapFault> {
        let shown = object.get_tile();
        let kind = shown.map(|tile| self.kind(tile.get_tileset(), tile.id())).transpose()?;
        Ok(Object { kind, ..plain(object) })
    }
}

pub(super) fn kind(set: &Tileset, id: u32, is_isometric: bool) -> Kind {
    let tile = set.get_tile(id);
    let size = (f64::from(set.tile_width), f64::from(set.tile_height));
    let alignment = match set.object_alignment {
        ObjectAlignment::Unspecified => "",
        ObjectAlignment::TopLeft => "topleft",
        ObjectAlignment::Top => "top",
        ObjectAlignment::TopRight => "topright",
        ObjectAlignment::Left => "left",
        ObjectAlignment::Center => "center",
        ObjectAlignment::Right => "right",
        ObjectAlignment::BottomLeft => "bottomleft",
        ObjectAlignment::Bottom => "bottom",
        ObjectAlignment::BottomRight => "bottomright",
    };
    let brushes = set.wang_sets.iter().filter_map(|wang| {
        let marks = wang.wang_tiles.get(&id)?.wang_id.0;
        let names: Vec<&str> = wang.wang_colors.iter().map(|color| color.name.as_str()).collect();
        let of = match wang.wang_set_type {
            WangSetType::Corner => "corner",
            WangSetType::Edge => "edge",
            WangSetType::Mixed => "mixed",
        };
        Some(model::brushes(&wang.name, &names, model::positions(of), marks))
    });
    let shapes = tile.as_ref().and_then(|tile| tile.collision.as_ref());
    let collides = shapes.is_some_and(|shapes| {
        let grid = Grid::square(size);
        shapes
            .object_data()
            .iter()
            .any(|shape| grid.area(&plain(shape), None, (0.0, 0.0)).contains_middle_of(grid, size))
    });
    Kind {
        set: set.name.clone(),
        id,
        class: tile.as_ref().map(|tile| tile.user_type.clone()).unwrap_or_default(),
        properties: tile.as_ref().map(|tile| properties(&tile.properties)).unwrap_or_default(),
        brushes: brushes.flatten().collect(),
        collides,
        size,
        align: model::align(alignment, is_isometric),
    }
}

fn plain(object: &ObjectData) -> Object {
    let point = |&(x, y): &(f32, f32)| (f64::from(x), f64::from(y));
    let size = |width: f32, height: f32| (f64::from(width), f64::from(height));
    let zero: Point = (0.0, 0.0);
    let shape = match &object.shape {
        ObjectShape::Point(..) => Shape::Point,
        ObjectShape::Rect { width, height } => Shape::Rect(size(*width, *height)),
        ObjectShape::Polygon { points } | ObjectShape::Polyline { points } => {
            let (low, high) = super::place::bounds(points.iter().map(point));
            Shape::Other(low, high)
        }
        ObjectShape::Ellipse { width, height }
        | ObjectShape::Capsule { width, height }
        | ObjectShape::Text { width, height, .. } => Shape::Other(zero, size(*width, *height)),
    };
    Object {
        id: object.id(),
        name: object.name.clone(),
        class: object.user_type.clone(),
        properties: properties(&object.properties),
        at: (f64::from(object.x), f64::from(object.y)),
        rotation: f64::from(object.rotation),
        shape,
        kind: None,
    }
}

fn properties(of: &tiled::Properties) -> Properties {
    let value = |value: &PropertyValue| match value {
        PropertyValue::StringValue(text) | PropertyValue::FileValue(text) => Value::Text(text.clone()),
        PropertyValue::IntValue(number) => Value::Int(*number),
        PropertyValue::FloatValue(number) => Value::Float(f64::from(*number)),
        PropertyValue::BoolValue(flag) => Value::Flag(*flag),
        _ => Value::Other,
    };
    of.iter().map(|(name, own)| (name.clone(), value(own))).collect()
}
