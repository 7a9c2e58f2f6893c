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

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

pub use explain::Explained;
pub use fault::{MapFault, MapFaultKind};
pub use mapping::{MAX_BYTES as MAX_MAPPING_BYTES, Mapping, MappingFile, ObjectRule, TileRule};

use crate::assets::Scenario;
use files::Folder;
use model::Map;

/// Why a map cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// A file that cannot be read.
    #[error("{} cannot be read: {source}", .file.display())]
    Unread {
        /// The file.
        file: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file that is refused before anything is made of it.
    #[error("{}:{line}: {fault}", .file.display())]
    Refused {
        /// The file.
        file: PathBuf,
        /// The line in question, from 1.
        line: usize,
        /// The fault.
        fault: MapFault,
    },
    /// A mapping file that cannot be read.
    #[error("{message}")]
    Mapping {
        /// The faults with their lines.
        message: String,
    },
    /// A map that holds no scenario.
    #[error("{}: {fault}", .file.display())]
    Unfit {
        /// The file.
        file: PathBuf,
        /// The fault.
        fault: MapFault,
    },
}

impl ImportError {
    /// A word that stays the same between versions.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unread { .. } => "map-unread",
            Self::Mapping { .. } => "map-mapping",
            Self::Refused { fault, .. } | Self::Unfit { fault, .. } => fault.code(),
        }
    }
}

/// A scenario that was made of a map.
#[derive(Debug)]
pub struct Imported {
    /// The scenario, without goals.
    pub scenario: Scenario,
    /// The parts of the map that are left out, and the assumptions.
    pub warnings: Vec<String>,
}

/// The columns and rows of units by their names.
pub type Footprints = BTreeMap<String, (i32, i32)>;

/// The options of an import.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The folder in which the map's tilesets and templates lie; the map's own folder if none is given.
    pub root: Option<PathBuf>,
    /// The units of the pack with the cells that they stand on.
    pub footprints: Footprints,
    /// The terrains of the pack; empty if it is not known.
    pub terrains: BTreeSet<String>,
    /// The meaning of layers, tiles and objects of the map.
    pub mapping: Option<MappingFile>,
    /// The level of a project of LDtk that has several.
    pub level: Option<String>,
}

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
