//! Maps of the Tiled editor become scenarios. What a file says of its own size is not believed: [`bounds`] reads all files
//! first, and only what it let pass reaches the `tiled` crate, from memory.
//!
//! Of a tile the class, or the property `terrain`, names its terrain; the properties `surface` and `zone` what lies there.
//! A layer's properties `floor` and `height` say where it lies, and groups hand them on. A layer with the property `heights`
//! draws the heights of its floor: its tiles have a property `height`, or `ramp` for the direction in which one rises, which
//! turns as the tile is flipped. Of an object the property `unit`, or its class, names a unit; `team` and `facing` are
//! properties too. The property `zone` of an object, or the name of one of the class `zone`, names the zone that it covers.

mod bounds;
mod convert;
mod data;
mod objects;
mod place;
mod said;
mod tidy;

use std::collections::BTreeMap;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tiled::Loader;

use crate::assets::Scenario;

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
    #[error("{}:{line}: {message}", .file.display())]
    Refused {
        /// The file.
        file: PathBuf,
        /// The line in question, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// A map that holds no scenario.
    #[error("{}: {message}", .file.display())]
    Unfit {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        message: String,
    },
}

/// A scenario that was made of a map.
#[derive(Debug)]
pub struct Imported {
    /// The scenario, without goals.
    pub scenario: Scenario,
    /// What of the map is not in it, and what was assumed.
    pub warnings: Vec<String>,
}

/// The columns and rows of units by their names.
pub type Footprints = BTreeMap<String, (i32, i32)>;

/// What is known besides the map.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The folder in which the map's tilesets and templates lie; the map's own folder if none is given.
    pub root: Option<PathBuf>,
    /// The units that stand on other than one cell.
    pub footprints: Footprints,
}

/// Reads a map of the Tiled editor (`.tmx`), with the tilesets and templates in its folder or in the folder `root`.
///
/// # Errors
/// What cannot be read, passes a bound or names files outside that folder; maps that are neither orthogonal nor isometric.
pub fn import(path: &Path, options: &Options) -> Result<Imported, ImportError> {
    let (name, files) = bounds::read(path, options.root.as_deref())?;
    let reader = |wanted: &Path| -> io::Result<Cursor<Arc<[u8]>>> {
        let bytes = bounds::within(Path::new(""), wanted).and_then(|wanted| files.get(&wanted));
        bytes.map(|bytes| Cursor::new(bytes.clone())).ok_or_else(|| io::ErrorKind::NotFound.into())
    };
    let unfit = |message: String| ImportError::Unfit { file: path.to_owned(), message };
    let map = Loader::with_reader(reader).load_tmx_map(&name).map_err(|error| unfit(error.to_string()))?;
    convert::convert(&map, &options.footprints).map_err(unfit)
}
