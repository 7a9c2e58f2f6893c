//! Maps of the editors Tiled and LDtk become scenarios. Three readers give one model of a map: [`tmx`] for XML, [`tmj`] and
//! [`ldtk`] for JSON. [`convert`] makes a scenario of it, with a mapping file ([`mapping`]) if the map was drawn for another
//! game. The sizes in a file are not believed: every reader charges each thing that it meets.
//!
//! Of a tile the class, or the property `terrain`, names its terrain; the properties `surface` and `zone` what lies there.
//! A layer's properties `floor` and `height` say where it lies, and groups hand them on. A layer with the property `heights`
//! draws the heights of its floor: its tiles have a property `height`, or `ramp` for the direction in which one rises, which
//! turns as the tile is flipped. Of an object the property `unit`, or its class, names a unit; `team` and `facing` are
//! properties too. The property `zone` of an object, or the name of one of the class `zone`, names the zone that it covers.

mod bounds;
mod convert;
mod data;
mod explain;
mod fault;
mod files;
mod import;
mod json;
mod ldtk;
mod limits;
mod mapping;
mod model;
mod objects;
mod place;
mod said;
mod tidy;
mod tmj;
mod tmx;

use std::path::Path;

pub use explain::Explained;
pub use fault::{MapFault, MapFaultKind};
pub use import::{Footprints, ImportError, Imported, Options};
pub use mapping::{MAX_BYTES as MAX_MAPPING_BYTES, Mapping, MappingFile, ObjectRule, TileRule};

use files::Folder;
use model::Map;

/// Reads a map of Tiled (`.tmx` or `.tmj`) or of LDtk (`.ldtk`), with the files that it names in its folder or in the
/// folder `root`.
///
/// # Errors
/// What cannot be read, passes a bound or names files outside that folder; maps that are neither orthogonal nor isometric.
pub fn import(path: &Path, options: &Options) -> Result<Imported, ImportError> {
    let map = read(path, options)?;
    convert::convert(&map, options).map_err(|fault| ImportError::Unfit { file: path.to_owned(), fault })
}

/// Reads a map and returns a first mapping for it: every layer, tile, terrain brush and class of objects that it shows,
/// each with a guess or with a name to fill in.
///
/// # Errors
/// Those of [`import`].
pub fn explain(path: &Path, options: &Options) -> Result<Explained, ImportError> {
    Ok(explain::explain(&read(path, options)?, options))
}

fn read(path: &Path, options: &Options) -> Result<Map, ImportError> {
    let (mut folder, name) = Folder::of(path, options.root.as_deref())?;
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match extension.to_ascii_lowercase().as_str() {
        "tmj" | "json" => tmj::read(&mut folder, &name),
        "ldtk" => ldtk::read(&mut folder, &name, options.level.as_deref()),
        _ => tmx::read(&mut folder, &name, path),
    }
}
