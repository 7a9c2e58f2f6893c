//! Import of a PNG in a palette's colours. The header is checked before decoding, so that memory stays bounded.
//! Pictures larger than the frame are scaled down.

use super::{Grid, NOTHING, Palette};
use png::{ColorType, Decoder, DecodingError, Limits, Transformations};
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;

/// Maximum file size, in bytes.
pub const MOST_BYTES: u64 = 16 << 20;
/// Maximum edge of a decoded picture, in pixels.
pub const MOST_EDGE: u32 = 4096;
/// Extra memory limit of the decoder, in bytes.
const MEMORY: usize = 32 << 20;
/// Minimum mean opacity of a drawn texel, of 255.
const OPAQUE: u64 = 128;

/// Error of an import.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The file exceeds [`MOST_BYTES`].
    #[error("the file has {0} bytes; the limit is {MOST_BYTES}")]
    TooLong(u64),
    /// The picture exceeds [`MOST_EDGE`].
    #[error("the picture has {0} by {1} pixels; the limit is {MOST_EDGE} by {MOST_EDGE}")]
    TooLarge(u32, u32),
    /// The file is not a valid PNG.
    #[error("the file is not a complete PNG: {0}")]
    Damaged(#[from] DecodingError),
    /// The picture has no opaque pixel.
    #[error("the picture has no opaque pixel")]
    Empty,
    /// The palette has no colours.
    #[error("the palette has no colours")]
    NoColours,
}

struct Pixels {
    width: usize,
    height: usize,
    rgba: Vec<u8>,
}

/// Reads a file and imports it as [`bring`] does.
///
/// # Errors
/// [`ImportError`] with the reason.
pub fn bring_file(path: &Path, size: (i32, i32), palette: &Palette) -> Result<Grid, ImportError> {
    // Reading a special file, such as a pipe, could block.
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("it is not a file").into());
    }
    let file = File::open(path)?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    bring(&bytes, size, palette)
}

/// Imports a PNG into a frame of this size, centred and aligned to the bottom. Larger pictures are scaled down as a
/// whole; others are copied texel by texel.
///
/// # Errors
/// [`ImportError`] with the reason.
pub fn bring(bytes: &[u8], (width, height): (i32, i32), palette: &Palette) -> Result<Grid, ImportError> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(ImportError::TooLong(bytes.len() as u64));
    }
    if palette.colours().is_empty() {
        return Err(ImportError::NoColours);
    }
    let picture = decode(bytes)?;
    let mut grid = Grid::new(width.max(1) as usize, height.max(1) as usize);
    let (width, height) = grid.size();
    let (w, h) = (picture.width as i64, picture.height as i64);
    let (room_w, room_h) = (i64::from(width), i64::from(height));
    let (across, down) = if w <= room_w && h <= room_h {
        (w, h)
    } else if w * room_h >= h * room_w {
        (room_w, (h * room_w / w).max(1))
    } else {
        ((w * room_h / h).max(1), room_h)
    };
    let (left, top) = ((room_w - across) / 2, room_h - down);
    let mut is_empty = true;
    for (y, x) in (0..down).flat_map(|y| (0..across).map(move |x| (y, x))) {
        let span = |at: i64, of: i64, whole: i64| (at * whole / of) as usize..((at + 1) * whole / of) as usize;
        let texel = picture.mean(span(x, across, w), span(y, down, h)).and_then(|rgb| palette.nearest(rgb));
        is_empty &= texel.is_none();
        grid.set(((left + x) as i32, (top + y) as i32), texel.unwrap_or(NOTHING));
    }
    if is_empty { Err(ImportError::Empty) } else { Ok(grid) }
}

fn decode(bytes: &[u8]) -> Result<Pixels, ImportError> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MEMORY });
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    // Checks the size in the header before any allocation.
    let (width, height) = decoder.read_header_info()?.size();
    if width > MOST_EDGE || height > MOST_EDGE {
        return Err(ImportError::TooLarge(width, height));
    }
    let mut reader = decoder.read_info()?;
    let mut buffer = vec![0; reader.output_buffer_size().ok_or(DecodingError::LimitsExceeded)?];
    let info = reader.next_frame(&mut buffer)?;
    buffer.truncate(info.buffer_size());
    let rgba = match info.color_type {
        ColorType::Rgba => buffer,
        ColorType::Rgb | ColorType::Indexed => buffer.chunks_exact(3).flat_map(|c| [c[0], c[1], c[2], 255]).collect(),
        ColorType::GrayscaleAlpha => buffer.chunks_exact(2).flat_map(|c| [c[0], c[0], c[0], c[1]]).collect(),
        ColorType::Grayscale => buffer.into_iter().flat_map(|grey| [grey, grey, grey, 255]).collect(),
    };
    Ok(Pixels { width: info.width as usize, height: info.height as usize, rgba })
}

impl Pixels {
    fn mean(&self, columns: std::ops::Range<usize>, rows: std::ops::Range<usize>) -> Option<[u8; 3]> {
        let (mut sums, mut opacity, mut count) = ([0_u64; 3], 0, 0);
        for y in rows {
            let row = self.rgba.get((y * self.width + columns.start) * 4..(y * self.width + columns.end) * 4)?;
            for pixel in row.chunks_exact(4) {
                let alpha = u64::from(pixel[3]);
                opacity += alpha;
                count += 1;
                sums.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += u64::from(*part) * alpha);
            }
        }
        let is_drawn = count > 0 && opacity >= OPAQUE * count;
        is_drawn.then(|| sums.map(|sum| u8::try_from((sum + opacity / 2) / opacity).unwrap_or(u8::MAX)))
    }
}
