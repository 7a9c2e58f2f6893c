//! Import of a PNG in a palette's colours. The header is checked before decoding, so that memory stays bounded.
//! Pictures larger than the frame are scaled down.

use super::{Grid, MOST_TEXELS, NOTHING, Palette, Slicing};
use png::{ColorType, Decoder, DecodingError, Limits, Transformations};
use std::collections::BTreeMap;
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
    /// No whole frame fits into the picture.
    #[error("no frame of this size fits into the picture of {0} by {1} pixels")]
    NoFrame(u32, u32),
    /// The palette has no colours.
    #[error("the palette has no colours")]
    NoColours,
}

struct Pixels {
    width: usize,
    height: usize,
    rgba: Vec<u8>,
}

/// Frames of a picture, and the palette if it got colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brought {
    /// Frames, row by row.
    pub frames: Vec<Grid>,
    /// Palette with further colours.
    pub palette: Option<Palette>,
}

/// Reads a file and imports it as [`bring`] does.
///
/// # Errors
/// [`ImportError`] with the reason.
pub fn bring_file(
    path: &Path,
    slicing: Slicing,
    size: (i32, i32),
    palette: &Palette,
    grows: bool,
) -> Result<Brought, ImportError> {
    // Reading a special file, such as a pipe, could block.
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("it is not a file").into());
    }
    let file = File::open(path)?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    bring(&bytes, slicing, size, palette, grows)
}

/// Imports a PNG. A whole picture is fitted into a frame of this size, centred and aligned to the bottom; larger ones are
/// scaled down. Slices keep their own size. If the palette grows, it gets the most frequent colours that it lacks.
///
/// # Errors
/// [`ImportError`] with the reason.
pub fn bring(
    bytes: &[u8],
    slicing: Slicing,
    (width, height): (i32, i32),
    palette: &Palette,
    grows: bool,
) -> Result<Brought, ImportError> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(ImportError::TooLong(bytes.len() as u64));
    }
    if palette.colours().is_empty() && !grows {
        return Err(ImportError::NoColours);
    }
    let picture = decode(bytes)?;
    let mut grown = palette.clone();
    if grows {
        let is_known = |rgb: &[u8; 3]| palette.colours().iter().any(|colour| colour.rgb == *rgb);
        for rgb in picture.colours().into_iter().filter(|rgb| !is_known(rgb)) {
            if grown.add(rgb).is_none() {
                break;
            }
        }
    }
    let (whole_width, whole_height) = (picture.width as u32, picture.height as u32);
    let slices = slicing.frames((whole_width, whole_height));
    if slices.is_empty() {
        return Err(ImportError::NoFrame(whole_width, whole_height));
    }
    let mut frames = Vec::new();
    for slice in slices {
        let size = match slicing.cell {
            (0, _) | (_, 0) => (width.max(1) as usize, height.max(1) as usize),
            (across, down) => ((across as usize).min(MOST_TEXELS), (down as usize).min(MOST_TEXELS)),
        };
        frames.extend(picture.fitted(slice, size, &grown));
    }
    if frames.is_empty() {
        return Err(ImportError::Empty);
    }
    Ok(Brought { frames, palette: (grown != *palette).then_some(grown) })
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
    /// Returns the frame of a part of the picture; `None` if it has no opaque pixel.
    fn fitted(
        &self,
        (from_x, from_y, part_w, part_h): (u32, u32, u32, u32),
        (width, height): (usize, usize),
        palette: &Palette,
    ) -> Option<Grid> {
        let mut grid = Grid::new(width, height);
        let (width, height) = grid.size();
        let (w, h) = (i64::from(part_w), i64::from(part_h));
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
            let span = |at: i64, of: i64, whole: i64, from: u32| {
                (from as i64 + at * whole / of) as usize..(from as i64 + (at + 1) * whole / of) as usize
            };
            let mean = self.mean(span(x, across, w, from_x), span(y, down, h, from_y));
            let texel = mean.and_then(|rgb| palette.nearest(rgb));
            is_empty &= texel.is_none();
            grid.set(((left + x) as i32, (top + y) as i32), texel.unwrap_or(NOTHING));
        }
        (!is_empty).then_some(grid)
    }

    /// Returns the colours of opaque pixels, the most frequent first.
    fn colours(&self) -> Vec<[u8; 3]> {
        let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
        for pixel in self.rgba.chunks_exact(4).filter(|pixel| u64::from(pixel[3]) >= OPAQUE) {
            *counts.entry([pixel[0], pixel[1], pixel[2]]).or_default() += 1;
        }
        let mut colours: Vec<([u8; 3], usize)> = counts.into_iter().collect();
        colours.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        colours.into_iter().map(|(rgb, _)| rgb).collect()
    }

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
