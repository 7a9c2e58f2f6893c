//! Films of recorded battles, as an animated GIF or PNG files, with equal time steps and limited size.

use crate::window::render::gpu::{Gpu, GpuError, Picture, Target};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Frame duration in hundredths of a second.
const DELAY: u16 = 8;
/// Frame duration in seconds.
pub const STEP: f32 = DELAY as f32 / 100.0;
/// Maximum number of frames: four minutes.
pub const MOST_FRAMES: usize = 3000;
/// Maximum file size in bytes.
pub const MOST_BYTES: u64 = 64 << 20;
/// Minimum, default and maximum width in pixels.
pub const WIDTHS: (u32, u32, u32) = (64, 640, 1280);

/// Reason why a film cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// The output is neither a GIF file nor a folder.
    #[error("{0}: a film needs a file name that ends in .gif; for numbered pictures, give a folder and --png")]
    NoForm(PathBuf),
    /// The file exists.
    #[error("{0} exists already; --force overwrites it")]
    Exists(PathBuf),
    /// The folder is not empty.
    #[error("{0}: the folder for the pictures is not empty; choose an empty one")]
    NotEmpty(PathBuf),
    /// The width is out of range.
    #[error("the width of a film must be {least} to {most} pixels, not {asked}")]
    Width {
        /// Requested width.
        asked: u32,
        /// Minimum.
        least: u32,
        /// Maximum.
        most: u32,
    },
    /// The span is invalid.
    #[error("the record has {count} turns of units, so {from} to {to} is not a valid range")]
    Span {
        /// First activation, from 1.
        from: usize,
        /// Last activation.
        to: usize,
        /// Number of activations.
        count: usize,
    },
    /// The output would be too large.
    #[error("the film is larger than {} MiB; choose a shorter range or a smaller width", MOST_BYTES >> 20)]
    TooLarge,
    /// The film has too many frames.
    #[error("the film is longer than {MOST_FRAMES} frames; choose a shorter range")]
    TooLong,
    /// A write failed.
    #[error("{path}: {error}")]
    Write {
        /// Path.
        path: PathBuf,
        /// Cause.
        error: std::io::Error,
    },
    /// The pictures changed size.
    #[error("the window changed its size, so the film was cancelled")]
    Resized,
    /// The graphics device failed.
    #[error(transparent)]
    Gpu(#[from] GpuError),
}

/// A request for a film.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Output file, or folder of pictures.
    pub out: PathBuf,
    /// Whether to write PNG files.
    pub as_png: bool,
    /// First and last activation, from 1; all by default.
    pub span: (Option<usize>, Option<usize>),
    /// Width in pixels.
    pub width: u32,
    /// Whether to overwrite an existing file.
    pub force: bool,
}

impl Order {
    /// Returns a request for the whole record with the default width.
    #[must_use]
    pub const fn whole(out: PathBuf) -> Self {
        Self { out, as_png: false, span: (None, None), width: WIDTHS.1, force: false }
    }

    /// Checks whether the output can be written.
    ///
    /// # Errors
    ///
    /// The first problem.
    pub fn check(&self) -> Result<(), FilmError> {
        let (least, _, most) = WIDTHS;
        if !(least..=most).contains(&self.width) {
            return Err(FilmError::Width { asked: self.width, least, most });
        }
        if self.as_png {
            let is_empty = std::fs::read_dir(&self.out).map_or(true, |mut entries| entries.next().is_none());
            return if is_empty { Ok(()) } else { Err(FilmError::NotEmpty(self.out.clone())) };
        }
        let is_gif = self.out.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gif"));
        if !is_gif {
            return Err(FilmError::NoForm(self.out.clone()));
        }
        let exists = !self.force && self.out.symlink_metadata().is_ok();
        if exists { Err(FilmError::Exists(self.out.clone())) } else { Ok(()) }
    }

    /// Converts the span to activation indices: begin, and exclusive end.
    ///
    /// # Errors
    ///
    /// If the span is not within `count` activations.
    pub fn span_of(&self, count: usize) -> Result<(usize, usize), FilmError> {
        let (from, to) = (self.span.0.unwrap_or(1), self.span.1.unwrap_or(count));
        let holds = from >= 1 && from <= to && to <= count;
        if holds { Ok((from - 1, to)) } else { Err(FilmError::Span { from, to, count }) }
    }
}

#[derive(Clone, Debug)]
pub(in crate::window) struct Filming {
    pub(in crate::window) order: Order,
    pub(in crate::window) until: Option<usize>,
    pub(in crate::window) share: f32,
    pub(in crate::window) is_over: bool,
}

#[derive(Debug)]
pub(in crate::window) struct Film {
    order: Order,
    target: Target,
    sink: Sink,
    frames: usize,
}

#[derive(Debug)]
enum Sink {
    Png(Pictures),
    Gif(Box<Gif>),
}

#[derive(Debug, Default)]
struct Pictures {
    written: Vec<PathBuf>,
    bytes: u64,
    is_whole: bool,
}

impl Pictures {
    fn add(&mut self, folder: &Path, picture: &Picture) -> Result<(), FilmError> {
        let path = folder.join(format!("frame-{:05}.png", self.written.len() + 1));
        self.written.push(path.clone());
        let size = picture.save(&path).and_then(|()| path.metadata().map(|data| data.len()));
        self.bytes += size.map_err(|error| FilmError::Write { path, error })?;
        if self.bytes > MOST_BYTES { Err(FilmError::TooLarge) } else { Ok(()) }
    }
}

impl Drop for Pictures {
    fn drop(&mut self) {
        if !self.is_whole {
            self.written.iter().for_each(|path| drop(std::fs::remove_file(path)));
        }
    }
}

impl Film {
    pub(in crate::window) fn begin(order: Order, gpu: &Gpu, size: (u32, u32)) -> Result<Self, FilmError> {
        order.check()?;
        let fault = |error| FilmError::Write { path: order.out.clone(), error };
        let sink = if order.as_png {
            std::fs::create_dir_all(&order.out).map_err(fault)?;
            Sink::Png(Pictures::default())
        } else {
            let (width, height) = scaled(size, order.width);
            Sink::Gif(Box::new(Gif::create(&order.out, width, height)?))
        };
        Ok(Self { target: Target::new(gpu, size), order, sink, frames: 0 })
    }

    pub(in crate::window) const fn target(&self) -> (&wgpu::TextureView, (u32, u32)) {
        (&self.target.view, self.target.size)
    }

    pub(in crate::window) fn add(&mut self, gpu: &Gpu) -> Result<(), FilmError> {
        if self.frames >= MOST_FRAMES {
            return Err(FilmError::TooLong);
        }
        let picture = shrunk(&self.target.read(gpu)?, self.order.width);
        self.frames += 1;
        match &mut self.sink {
            Sink::Gif(gif) => gif.add(picture),
            Sink::Png(pictures) => pictures.add(&self.order.out, &picture),
        }
    }

    pub(in crate::window) fn finish(self) -> Result<String, FilmError> {
        let (frames, path) = (self.frames, self.order.out.clone());
        match self.sink {
            Sink::Png(mut pictures) => {
                pictures.is_whole = true;
                Ok(format!("{frames} pictures are in {}.", path.display()))
            }
            Sink::Gif(gif) => {
                let bytes = gif.finish()?;
                Ok(format!("{}: {frames} frames, {} KiB.", path.display(), bytes.div_ceil(1024)))
            }
        }
    }
}

fn scaled((width, height): (u32, u32), wide: u32) -> (u32, u32) {
    let wide = wide.min(width).max(1);
    (wide, (u64::from(height) * u64::from(wide) / u64::from(width.max(1))).max(1) as u32)
}

fn shrunk(picture: &Picture, wide: u32) -> Picture {
    let (width, height) = scaled((picture.width, picture.height), wide);
    if (width, height) == (picture.width, picture.height) {
        return picture.clone();
    }
    let bounds = |at: u32, of: u32, all: u32| {
        let begin = u64::from(at) * u64::from(all) / u64::from(of);
        let end = (u64::from(at) + 1) * u64::from(all) / u64::from(of);
        begin as usize..end.max(begin + 1).min(u64::from(all)) as usize
    };
    let columns: Vec<_> = (0..width).map(|x| bounds(x, width, picture.width)).collect();
    let row = picture.width as usize * 4;
    let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
    for y in 0..height {
        let rows = bounds(y, height, picture.height);
        for across in &columns {
            let mut sums = [0u32; 3];
            for down in rows.clone() {
                let part = &picture.rgba[down * row + across.start * 4..down * row + across.end * 4];
                for pixel in part.chunks_exact(4) {
                    sums.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += u32::from(*part));
                }
            }
            let count = (rows.len() * across.len()).max(1) as u32;
            rgba.extend(sums.map(|sum| (sum / count) as u8));
            rgba.push(255);
        }
    }
    Picture { width, height, rgba }
}

/// An animated GIF of pictures that the caller draws, [`STEP`] seconds each.
#[derive(Debug)]
pub struct Clip {
    gif: Gif,
    width: u32,
}

impl Clip {
    /// Creates the file for pictures of a size, scaled down to a width in pixels.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn create(path: &Path, size: (u32, u32), width: u32) -> Result<Self, FilmError> {
        let (width, height) = scaled(size, width);
        Ok(Self { gif: Gif::create(path, width, height)?, width })
    }

    /// Appends a picture.
    ///
    /// # Errors
    /// If the file cannot be written or becomes larger than [`MOST_BYTES`].
    pub fn add(&mut self, picture: &Picture) -> Result<(), FilmError> {
        self.gif.add(shrunk(picture, self.width))
    }

    /// Completes the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self) -> Result<(), FilmError> {
        self.gif.finish().map(|_| ())
    }
}

/// A GIF file, under a temporary name until complete. Each frame has only the changed part.
struct Gif {
    encoder: Option<Encoder<Counted>>,
    path: PathBuf,
    last: Option<Picture>,
    waits: Option<(Frame<'static>, u16)>,
}

impl std::fmt::Debug for Gif {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gif").field("path", &self.path).finish_non_exhaustive()
    }
}

struct Counted {
    file: BufWriter<File>,
    bytes: u64,
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

fn part_of(path: &Path) -> PathBuf {
    path.with_extension("gif.part")
}

impl Gif {
    fn create(path: &Path, width: u32, height: u32) -> Result<Self, FilmError> {
        let fault = |error| FilmError::Write { path: path.to_owned(), error };
        let size = |side: u32| u16::try_from(side).map_err(|_| FilmError::TooLarge);
        let (width, height) = (size(width)?, size(height)?);
        let file = BufWriter::new(File::create(part_of(path)).map_err(fault)?);
        let encoder = Encoder::new(Counted { file, bytes: 0 }, width, height, &[]);
        let mut encoder = encoder.map_err(|error| fault(std::io::Error::other(error)))?;
        encoder.set_repeat(Repeat::Infinite).map_err(|error| fault(std::io::Error::other(error)))?;
        Ok(Self { encoder: Some(encoder), path: path.to_owned(), last: None, waits: None })
    }

    fn add(&mut self, picture: Picture) -> Result<(), FilmError> {
        let changed = match &self.last {
            None => Some((0, 0, picture.width, picture.height)),
            Some(last) => changed(last, &picture),
        };
        match (changed, &mut self.waits) {
            (None, Some((_, shown))) if *shown < u16::MAX / DELAY => *shown += 1,
            (None, _) => {}
            (Some(part), _) => {
                self.write()?;
                self.waits = Some((frame_of(&picture, part), 1));
            }
        }
        self.last = Some(picture);
        Ok(())
    }

    fn write(&mut self) -> Result<(), FilmError> {
        let (Some((mut frame, shown)), Some(encoder)) = (self.waits.take(), &mut self.encoder) else { return Ok(()) };
        frame.delay = shown * DELAY;
        let written = encoder.write_frame(&frame);
        written.map_err(|error| FilmError::Write { path: self.path.clone(), error: std::io::Error::other(error) })?;
        if encoder.get_ref().bytes > MOST_BYTES { Err(FilmError::TooLarge) } else { Ok(()) }
    }

    fn finish(mut self) -> Result<u64, FilmError> {
        self.write()?;
        let path = self.path.clone();
        let Some(encoder) = self.encoder.take() else { return Ok(0) };
        let whole = encoder.into_inner().map_err(std::io::Error::other).and_then(|mut counted| {
            counted.flush()?;
            counted.file.get_ref().sync_all()?;
            std::fs::rename(part_of(&path), &path)?;
            Ok(counted.bytes)
        });
        whole.map_err(|error| FilmError::Write { path: path.clone(), error })
    }
}

impl Drop for Gif {
    fn drop(&mut self) {
        if self.encoder.take().is_some() {
            let _ = std::fs::remove_file(part_of(&self.path));
        }
    }
}

fn changed(before: &Picture, now: &Picture) -> Option<(u32, u32, u32, u32)> {
    let row = before.width as usize * 4;
    let differs = |y: usize| before.rgba[y * row..][..row] != now.rgba[y * row..][..row];
    let rows = || 0..before.height as usize;
    let (top, bottom) = (rows().find(|&y| differs(y))?, rows().rev().find(|&y| differs(y))?);
    let column = |x: u32| (top as u32..=bottom as u32).any(|y| before.pixel(x, y) != now.pixel(x, y));
    let (left, right) = ((0..before.width).find(|&x| column(x))?, (0..before.width).rev().find(|&x| column(x))?);
    Some((left, top as u32, right - left + 1, (bottom - top + 1) as u32))
}

fn frame_of(picture: &Picture, (left, top, width, height): (u32, u32, u32, u32)) -> Frame<'static> {
    let row = |y: u32| {
        let begin = ((y * picture.width + left) * 4) as usize;
        picture.rgba[begin..begin + width as usize * 4].iter().copied()
    };
    let mut rgba: Vec<u8> = (top..top + height).flat_map(row).collect();
    let side = |side: u32| side.min(u32::from(u16::MAX)) as u16;
    let frame = Frame::from_rgba_speed(side(width), side(height), &mut rgba, 12);
    let buffer = Cow::Owned(frame.buffer.into_owned());
    Frame { left: side(left), top: side(top), dispose: DisposalMethod::Keep, buffer, ..frame }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32, dot: Option<(u32, u32)>) -> Picture {
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let rgba = cells.flat_map(|at| if Some(at) == dot { [255, 40, 0, 255] } else { [20, 30, 60, 255] }).collect();
        Picture { width, height, rgba }
    }

    #[test]
    fn only_what_changed_is_written_and_what_stays_is_shown_longer() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.gif");
        let mut gif = Gif::create(&path, 40, 30).expect("begun");
        for dot in [None, None, None, Some((7, 9)), Some((7, 9)), None] {
            gif.add(picture(40, 30, dot)).expect("added");
        }
        assert!(!path.exists() && part_of(&path).exists(), "until it is whole it has another name");
        let bytes = gif.finish().expect("written");
        assert_eq!(std::fs::metadata(&path).expect("a file").len(), bytes);
        assert!(!part_of(&path).exists());
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut read = options.read_info(File::open(&path).expect("a file")).expect("a film");
        assert_eq!((read.width(), read.height()), (40, 30));
        let mut frames = Vec::new();
        while let Some(frame) = read.read_next_frame().expect("whole") {
            frames.push((frame.left, frame.top, frame.width, frame.height, frame.delay));
        }
        assert_eq!(frames, [(0, 0, 40, 30, 24), (7, 9, 1, 1, 16), (7, 9, 1, 1, 8)]);
    }

    #[test]
    fn what_is_given_up_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.gif");
        let mut gif = Gif::create(&path, 8, 8).expect("begun");
        gif.add(picture(8, 8, None)).expect("added");
        drop(gif);
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn an_order_that_cannot_be_is_told_why() {
        let whole = |out: &str| Order::whole(PathBuf::from(out));
        let told = |order: Order| order.check().err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(told(whole("a.gif")), "");
        assert_eq!(
            told(whole("a.mp4")),
            "a.mp4: a film needs a file name that ends in .gif; for numbered pictures, give a folder and --png"
        );
        assert_eq!(told(Order { width: 9, ..whole("a.gif") }), "the width of a film must be 64 to 1280 pixels, not 9");
        let here = Order { as_png: true, ..whole(env!("CARGO_MANIFEST_DIR")) };
        assert!(told(here).contains("the folder for the pictures is not empty"));
        let span =
            |from, to| Order { span: (from, to), ..whole("a.gif") }.span_of(9).map_err(|error| error.to_string());
        assert_eq!(span(None, None), Ok((0, 9)));
        assert_eq!(span(Some(3), Some(3)), Ok((2, 3)));
        let none = |from, to| Err(format!("the record has 9 turns of units, so {from} to {to} is not a valid range"));
        assert_eq!(span(Some(4), Some(3)), none(4, 3));
        assert_eq!(span(Some(0), None), none(0, 9));
        assert_eq!(span(None, Some(10)), none(1, 10));
    }

    #[test]
    fn a_picture_is_made_smaller_and_never_larger() {
        assert_eq!(scaled((1280, 800), 640), (640, 400));
        assert_eq!(scaled((300, 200), 640), (300, 200));
        let small = shrunk(&picture(64, 32, Some((0, 0))), 32);
        assert_eq!((small.width, small.height), (32, 16));
        assert_eq!((small.pixel(0, 0), small.pixel(5, 5)), ([78, 32, 45], [20, 30, 60]));
    }
}
