//! Imports maps of the editors Tiled and LDtk as scenarios. The readers [`tmx`], [`tmj`] and [`ldtk`] give one model,
//! which [`convert`] turns into a scenario, with a [`mapping`] for maps of other games.
//!
//! A tile's class or property `terrain` names its terrain; `surface` and `zone` name what is there. The properties
//! `floor` and `height` of layers and groups give the position. A layer with `heights` has tiles with a `height` or a
//! `ramp` direction. An object's property `unit` or its class names a unit, with `team` and `facing`. The property
//! `zone`, or the name of an object of class `zone`, names its zone.

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

/// Imports a Tiled map (`.tmx`, `.tmj`) or an LDtk project (`.ldtk`), with files in its folder or in `root`.
///
/// # Errors
///
/// If files are unreadable, exceed a limit or are outside that folder, or if the map is neither orthogonal nor
/// isometric.
pub fn import(path: &Path, options: &Options) -> Result<Imported, ImportError> {
    let map = read(path, options)?;
    convert::convert(&map, options).map_err(|fault| ImportError::Unfit { file: path.to_owned(), fault })
}

/// Creates a first mapping with a guess or an open name for each layer, tile, terrain brush and object class.
///
/// # Errors
///
/// As [`import`].
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
