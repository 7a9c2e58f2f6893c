//! Checks and unpacks tile data without unbounded memory.

use super::fault::MapFault;
use std::io::{self, Read};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ruzstd::decoding::StreamingDecoder;

/// Limit of a zstd window, in bytes, as the format recommends for decoders.
const MAX_WINDOW: u64 = 8 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Encoding {
    Csv,
    /// An element for each tile, as in old files.
    Elements,
    Plain,
    Zlib,
    Gzip,
    Zstd,
}

impl Encoding {
    pub(super) fn of(encoding: Option<&str>, compression: Option<&str>) -> Result<Self, MapFault> {
        match (encoding, compression) {
            (Some("csv"), None) => Ok(Self::Csv),
            (Some("base64"), None) => Ok(Self::Plain),
            (Some("base64"), Some("zlib")) => Ok(Self::Zlib),
            (Some("base64"), Some("gzip")) => Ok(Self::Gzip),
            (Some("base64"), Some("zstd")) => Ok(Self::Zstd),
            (None, None) => Ok(Self::Elements),
            _ => Err(MapFault::unsupported("tile data must be CSV or Base64, the latter also with zlib, gzip or zstd")),
        }
    }

    /// Checks the number of tiles. Returns plain Base64 as a replacement if the `tiled` crate cannot read the data.
    pub(super) fn check(self, text: &[u8], cells: usize) -> Result<Option<String>, MapFault> {
        let mut plain = Vec::new();
        let found = match self {
            Self::Elements if text.is_empty() => 0,
            Self::Csv | Self::Elements => text.split(|&byte| byte == b',').count(),
            Self::Plain => from_base64(text)?.len() / 4,
            Self::Zlib => unpacked(flate2::bufread::ZlibDecoder::new(&from_base64(text)?[..]), cells, io::sink())?,
            Self::Gzip => unpacked(flate2::bufread::GzDecoder::new(&from_base64(text)?[..]), cells, io::sink())?,
            Self::Zstd => {
                let packed = from_base64(text)?;
                let stream = StreamingDecoder::new_with_max_window_size(&packed[..], MAX_WINDOW);
                unpacked(stream.map_err(not_unpacked)?, cells, &mut plain)?
            }
        };
        holds(found, cells)?;
        if self == Self::Elements {
            return Ok(Some(String::from_utf8_lossy(text).into_owned()));
        }
        Ok((self == Self::Zstd).then(|| STANDARD.encode(plain)))
    }

    pub(super) fn tiles(self, text: &[u8], cells: usize) -> Result<Vec<u32>, MapFault> {
        let mut plain = Vec::new();
        match self {
            Self::Csv | Self::Elements => return Err(MapFault::malformed("tile data as text must be Base64")),
            Self::Plain => plain = from_base64(text)?,
            Self::Zlib => {
                unpacked(flate2::bufread::ZlibDecoder::new(&from_base64(text)?[..]), cells, &mut plain)?;
            }
            Self::Gzip => {
                unpacked(flate2::bufread::GzDecoder::new(&from_base64(text)?[..]), cells, &mut plain)?;
            }
            Self::Zstd => {
                let packed = from_base64(text)?;
                let stream = StreamingDecoder::new_with_max_window_size(&packed[..], MAX_WINDOW);
                unpacked(stream.map_err(not_unpacked)?, cells, &mut plain)?;
            }
        }
        let tiles =
            plain.chunks_exact(4).map(|tile| tile.iter().rev().fold(0, |tile, &byte| tile << 8 | u32::from(byte)));
        holds(plain.len() / 4, cells)?;
        Ok(tiles.collect())
    }
}

pub(super) fn holds(found: usize, cells: usize) -> Result<(), MapFault> {
    match found {
        _ if found > cells => Err(MapFault::bad_value(format!("the data has more tiles than the {cells} cells"))),
        _ if found < cells => Err(MapFault::bad_value(format!("the data has {found} tiles for {cells} cells"))),
        _ => Ok(()),
    }
}

fn from_base64(text: &[u8]) -> Result<Vec<u8>, MapFault> {
    STANDARD.decode(text.trim_ascii()).map_err(|error| {
        MapFault::malformed(format!(
            "the tile data is not valid \
         Base64: {error}"
        ))
    })
}

fn not_unpacked(error: impl std::fmt::Display) -> MapFault {
    MapFault::malformed(format!("the tile data cannot be unpacked: {error}"))
}

/// Counts the tiles in a stream; at most one more than `cells`.
fn unpacked(stream: impl Read, cells: usize, mut into: impl io::Write) -> Result<usize, MapFault> {
    let most = 4 * (cells as u64 + 1);
    Ok(io::copy(&mut stream.take(most), &mut into).map_err(not_unpacked)? as usize / 4)
}
