//! What an import takes and gives: its options, the scenario, and why there is none.

use super::fault::MapFault;
use super::mapping::MappingFile;
use crate::assets::Scenario;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

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
