//! Imports maps of the editors Tiled and LDtk as scenarios. The readers [`tmx`], [`tmj`] and [`ldtk`] give one model,
//! which [`convert`] turns into a scenario by the properties and classes of tiles, layers and objects, or by a
//! [`mapping`].

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

/// Imports a map (`.tmx`, `.tmj`, `.ldtk`) with files in its folder or in `root`.
///
/// # Errors
///
/// If files are unreadable, too large or outside that folder, or if the orientation is unsupported.
pub fn import(path: &Path, options: &Options) -> Result<Imported, ImportError> {
    let map = read(path, options)?;
    convert::convert(&map, options).map_err(|fault| ImportError::Unfit { file: path.to_owned(), fault })
}

/// Creates a first mapping, with guesses and open names.
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
