//! Options, results and errors of an import.

use super::fault::MapFault;
use super::mapping::MappingFile;
use crate::assets::Scenario;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

/// Why a map cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// A file cannot be read.
    #[error("{} cannot be read: {source}", .file.display())]
    Unread {
        /// The file.
        file: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// A file is refused.
    #[error("{}:{line}: {fault}", .file.display())]
    Refused {
        /// The file.
        file: PathBuf,
        /// Line, from 1.
        line: usize,
        /// The fault.
        fault: MapFault,
    },
    /// A mapping file is invalid.
    #[error("{message}")]
    Mapping {
        /// Faults with their lines.
        message: String,
    },
    /// The map contains no scenario.
    #[error("{}: {fault}", .file.display())]
    Unfit {
        /// The file.
        file: PathBuf,
        /// The fault.
        fault: MapFault,
    },
}

impl ImportError {
    /// Returns a stable code.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unread { .. } => "map-unread",
            Self::Mapping { .. } => "map-mapping",
            Self::Refused { fault, .. } | Self::Unfit { fault, .. } => fault.code(),
        }
    }
}

/// An imported scenario.
#[derive(Debug)]
pub struct Imported {
    /// The scenario, without goals.
    pub scenario: Scenario,
    /// Parts left out, and assumptions.
    pub warnings: Vec<String>,
}

/// Columns and rows of units by name.
pub type Footprints = BTreeMap<String, (i32, i32)>;

/// Options of an import.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Folder of tilesets and templates; by default the map's own.
    pub root: Option<PathBuf>,
    /// Sizes of the pack's units.
    pub footprints: Footprints,
    /// Terrains of the pack; empty if unknown.
    pub terrains: BTreeSet<String>,
    /// Meanings of layers, tiles and objects.
    pub mapping: Option<MappingFile>,
    /// Level of an LDtk project with several.
    pub level: Option<String>,
}
