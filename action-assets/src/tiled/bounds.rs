//! The look at a map's files before anything is made of them: sizes, counts and depth have bounds, tile data holds as many
//! tiles as it says, and other files are named within the map's own folder, none by way of itself. The `tiled` crate
//! believes what files say of themselves, recurses into groups and templates and unpacks without end, so it is given only
//! what passed here.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use foretoken_vm::Board;
use quick_xml::events::attributes::AttrError;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};
use quick_xml::{Reader, Writer};

use super::ImportError;
use super::data::Encoding;
use super::tidy::{self, Terrains};

/// The most bytes of all files of a map: the largest board with 20 floors and their heights fits as text.
const MAX_BYTES: u64 = 64 << 20;
/// The most files of a map.
const MAX_FILES: usize = 64;
/// How deep elements may lie in each other.
const MAX_DEPTH: usize = 32;
/// The most elements of all files.
const MAX_ELEMENTS: usize = 1 << 18;
/// The most layers of a map, groups among them.
const MAX_LAYERS: usize = 128;
/// The most cells of all tile layers.
const MAX_CELLS: usize = 16 << 20;
/// The most tiles of all tilesets.
const MAX_TILES: u32 = 1 << 16;
/// How far from its origin an infinite map has chunks.
const MAX_DISTANCE: i32 = 1 << 20;
/// The side of the squares in which the `tiled` crate keeps the cells of chunks.
const PAGE: i32 = 16;
/// The longest value of an attribute, in bytes.
const MAX_VALUE: usize = 1 << 16;

/// What a file is read as. A map names tilesets and templates, a template tilesets, and a tileset nothing, so no chain of
/// files is longer than that, nor comes back to where it began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Map,
    Template,
    Tileset,
}

/// The files of a map by their path within its folder, and its own.
pub(super) type Files = BTreeMap<PathBuf, Arc<[u8]>>;

/// What all files of a map have used of the bounds.
#[derive(Default)]
struct Used {
    bytes: u64,
    elements: usize,
    layers: usize,
    cells: usize,
    tiles: u32,
}

/// Returns the path that is named from a folder, without `.` and `..`; nothing if it leads out of the root.
pub(super) fn within(folder: &Path, named: &Path) -> Option<PathBuf> {
    let mut path = folder.to_owned();
    for component in named.components() {
        match component {
            Component::Normal(name) if !name.to_str()?.contains(['\\', ':']) => path.push(name),
            Component::CurDir => {}
            Component::ParentDir if path.pop() => {}
            _ => return None,
        }
    }
    Some(path)
}

/// Reads a map and all files that it names. They lie in the root, or in the map's own folder if there is no root.
pub(super) fn read(path: &Path, root: Option<&Path>) -> Result<(PathBuf, Files), ImportError> {
    let unread = |file: &Path, source: io::Error| ImportError::Unread { file: file.to_owned(), source };
    let name = path.file_name().ok_or_else(|| unread(path, io::ErrorKind::IsADirectory.into()))?;
    let own = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let folder = root.unwrap_or(own);
    let home = folder.canonicalize().map_err(|error| unread(folder, error))?;
    let own = own.canonicalize().map_err(|error| unread(own, error))?;
    let outside = |_| {
        let message = format!("the map does not lie in {}", folder.display());
        ImportError::Unfit { file: path.to_owned(), message }
    };
    let name = own.strip_prefix(&home).map_err(outside)?.join(name);
    let (mut files, mut roles) = (Files::new(), BTreeMap::new());
    let (mut used, mut waiting) = (Used::default(), vec![(name.clone(), Role::Map)]);
    while let Some((file, role)) = waiting.pop() {
        let refused = |line: usize, message: String| ImportError::Refused { file: folder.join(&file), line, message };
        match roles.insert(file.clone(), role) {
            None => {}
            Some(before) if before == role => continue,
            Some(_) => return Err(refused(1, "it is named as another sort of file than it is".to_owned())),
        }
        if files.len() >= MAX_FILES {
            return Err(refused(1, format!("a map has {MAX_FILES} files at most")));
        }
        // The map itself may be a link; what it names may not lead out of its folder.
        let full = folder.join(&file).canonicalize().map_err(|error| unread(&folder.join(&file), error))?;
        if role != Role::Map && !full.starts_with(&home) {
            return Err(refused(1, "a link leads out of the map's folder".to_owned()));
        }
        let mut bytes = Vec::new();
        let left = MAX_BYTES - used.bytes;
        // Opening a pipe would wait for a writer.
        if !fs::metadata(&full).map_err(|error| unread(&full, error))?.is_file() {
            return Err(unread(&full, io::Error::other("it is no regular file")));
        }
        let opened = fs::File::open(&full).map(|opened| opened.take(left + 1));
        opened.and_then(|mut opened| opened.read_to_end(&mut bytes)).map_err(|error| unread(&full, error))?;
        used.bytes += bytes.len() as u64;
        if used.bytes > MAX_BYTES {
            return Err(refused(1, format!("the files of a map have {MAX_BYTES} bytes at most")));
        }
        let mut look = Look::new(&bytes, role, &file, &mut used);
        if let Err(message) = look.whole() {
            let line = 1 + bytes.iter().take(look.at).filter(|&&byte| byte == b'\n').count();
            return Err(refused(line, message));
        }
        waiting.append(&mut look.named);
        let written = look.written.into_inner();
        files.insert(file, written.into());
    }
    Ok((name, files))
}

/// The look at one file.
struct Look<'f> {
    bytes: &'f [u8],
    role: Role,
    file: &'f Path,
    used: &'f mut Used,
    /// Columns and rows of the map; none of one that is infinite.
    size: Option<(usize, usize)>,
    is_endless: bool,
    /// The file as the `tiled` crate reads it.
    written: Writer<Vec<u8>>,
    /// The depth of the element that is left out.
    skipped: Option<usize>,
    terrains: Terrains,
    /// The files that it names.
    named: Vec<(PathBuf, Role)>,
    /// The byte that was reached.
    at: usize,
}

/// The attributes of an element: of those with one local name the last counts, as for the crate.
pub(super) type Attributes = BTreeMap<String, String>;

/// Tile data that is open.
struct Data {
    encoding: Encoding,
    /// How many cells it is for: those of the layer or, once one is open, of the chunk.
    cells: Option<usize>,
    text: Option<Vec<u8>>,
    /// Whether a tile is open, of data that is kept as elements.
    in_tile: bool,
}

impl<'f> Look<'f> {
    fn new(bytes: &'f [u8], role: Role, file: &'f Path, used: &'f mut Used) -> Self {
        let (written, terrains) = (Writer::new(Vec::new()), Terrains::default());
        let (size, is_endless, skipped, named, at) = (None, false, None, Vec::new(), 0);
        Look { bytes, role, file, used, size, is_endless, written, skipped, terrains, named, at }
    }

    fn whole(&mut self) -> Result<(), String> {
        let mut reader = Reader::from_reader(self.bytes);
        let mut depth = 0_usize;
        // The depth of the tile that is open.
        let mut tile = None;
        let mut data: Option<Data> = None;
        loop {
            let event = reader.read_event().map_err(|error| format!("this is no XML: {error}"))?;
            self.at = reader.buffer_position();
            match event {
                Event::Start(element) => {
                    depth += 1;
                    if depth > MAX_DEPTH {
                        return Err(format!("more than {MAX_DEPTH} elements lie in each other"));
                    }
                    let attributes = self.element(&element, tile.is_some())?;
                    let name = element.local_name();
                    match (name.as_ref(), &mut data) {
                        (b"chunk", Some(data)) if self.is_endless && data.cells.is_none() => {
                            data.cells = Some(self.chunk(&attributes)?);
                        }
                        (b"tile", Some(data)) if data.takes_tiles() && !data.in_tile => {
                            data.tile(&attributes)?;
                            data.in_tile = true;
                            continue;
                        }
                        (_, Some(_)) => return Err(NO_TEXT.to_owned()),
                        (b"data", None) => {
                            let opened = data.insert(self.data(&attributes)?);
                            self.write(Event::Start(opened.written(&attributes)))?;
                            continue;
                        }
                        (b"chunk", None) => return Err(NO_DATA.to_owned()),
                        _ => {}
                    }
                    self.begin(name.as_ref(), &attributes, tile.is_some(), depth)?;
                    if name.as_ref() == b"tile" {
                        tile = tile.or(Some(depth));
                    }
                }
                Event::Empty(element) => {
                    let attributes = self.element(&element, tile.is_some())?;
                    let name = element.local_name();
                    match (name.as_ref(), &mut data) {
                        (b"data", None) => {
                            let data = self.data(&attributes)?;
                            data.cells.map_or(Ok(None), |cells| data.encoding.check(b"", cells))?;
                            self.write(Event::Empty(data.written(&attributes)))?;
                            continue;
                        }
                        (b"chunk", None) => return Err(NO_DATA.to_owned()),
                        (b"chunk", Some(data)) if self.is_endless && data.cells.is_none() => {
                            data.encoding.check(b"", self.chunk(&attributes)?)?;
                        }
                        (b"tile", Some(data)) if data.takes_tiles() && !data.in_tile => {
                            data.tile(&attributes)?;
                            continue;
                        }
                        (_, Some(_)) => return Err(NO_TEXT.to_owned()),
                        _ => {}
                    }
                    self.begin(name.as_ref(), &attributes, tile.is_some(), depth + 1)?;
                    self.end(name.as_ref(), depth + 1)?;
                }
                Event::End(element) => {
                    if let Some(data) = data.as_mut().filter(|data| data.in_tile) {
                        data.in_tile = false;
                        depth = depth.saturating_sub(1);
                        continue;
                    }
                    tile = tile.filter(|&opened| opened < depth);
                    if let Some(opened) = &mut data {
                        let text = opened.text.take();
                        let is_chunk = self.is_endless && opened.cells.is_some();
                        if let Some(cells) = opened.cells.take() {
                            let plain = opened.encoding.check(&text.unwrap_or_default(), cells)?;
                            plain.map_or(Ok(()), |plain| self.write(Event::Text(BytesText::new(&plain))))?;
                        }
                        if !is_chunk {
                            data = None;
                        }
                    }
                    self.end(element.local_name().as_ref(), depth)?;
                    depth = depth.saturating_sub(1);
                }
                Event::Text(text) => {
                    if let Some(opened) = &mut data {
                        let plain = text.unescape().map_err(|error| format!("this is no text: {error}"))?;
                        if opened.cells.is_none() {
                            if !plain.trim().is_empty() {
                                return Err("the map is infinite, and its tile data has no chunks".to_owned());
                            }
                        } else if opened.encoding == Encoding::Elements {
                            if !plain.trim().is_empty() {
                                return Err(NO_TEXT.to_owned());
                            }
                            continue;
                        } else if opened.text.replace(plain.as_bytes().to_vec()).is_some() {
                            return Err("tile data is one text".to_owned());
                        } else if opened.encoding == Encoding::Zstd {
                            continue;
                        }
                    }
                    self.write(Event::Text(text))?;
                }
                Event::CData(_) | Event::Comment(_) | Event::PI(_) if data.is_some() => {
                    return Err("tile data is one text".to_owned());
                }
                // Old files name a type of documents. One that brings its own entities is not read.
                Event::DocType(text) if text.contains(&b'[') => {
                    return Err("documents with a type of their own are not read".to_owned());
                }
                Event::Eof if depth > 0 => return Err("the file ends within an element".to_owned()),
                Event::Eof => return Ok(()),
                Event::CData(text) => self.write(Event::CData(text))?,
                Event::DocType(_) | Event::Comment(_) | Event::PI(_) | Event::Decl(_) => {}
            }
        }
    }

    /// Writes the beginning of an element, unless it is left out.
    fn begin(&mut self, name: &[u8], attributes: &Attributes, in_tile: bool, depth: usize) -> Result<(), String> {
        let name = String::from_utf8_lossy(name);
        if let ("terrain", Some(name)) = (name.as_ref(), attributes.get("name")) {
            self.terrains.name(name);
        }
        if self.skipped.is_none() {
            match tidy::element(&name, attributes, in_tile, &mut self.terrains) {
                // The crate reads a reference as an element without content.
                Some(element) if name == "tileset" && attributes.contains_key("source") => {
                    self.write(Event::Empty(element))?;
                    self.skipped = Some(depth);
                }
                Some(element) => self.write(Event::Start(element))?,
                None => self.skipped = Some(depth),
            }
        }
        Ok(())
    }

    /// Writes the end of an element, unless it is left out.
    fn end(&mut self, name: &[u8], depth: usize) -> Result<(), String> {
        if self.skipped.is_none() {
            if let Some(terrains) = (name == b"tileset").then(|| self.terrains.take()).flatten() {
                self.write(Event::Text(BytesText::from_escaped(terrains)))?;
            }
            self.write(Event::End(BytesEnd::new(String::from_utf8_lossy(name))))?;
        }
        self.skipped = self.skipped.filter(|&skipped| skipped < depth);
        Ok(())
    }

    /// Writes what the `tiled` crate is to read.
    fn write(&mut self, event: Event<'_>) -> Result<(), String> {
        if self.skipped.is_some() {
            return Ok(());
        }
        self.written.write_event(event).map_err(|error| format!("this is no XML: {error}"))
    }

    fn element(&mut self, element: &BytesStart<'_>, in_tile: bool) -> Result<Attributes, String> {
        self.used.elements += 1;
        if self.used.elements > MAX_ELEMENTS {
            return Err(format!("a map has {MAX_ELEMENTS} elements at most"));
        }
        let mut attributes = Attributes::new();
        for attribute in element.attributes() {
            let attribute = attribute.map_err(|error: AttrError| format!("this is no XML: {error}"))?;
            if attribute.value.len() > MAX_VALUE {
                return Err(format!("a value has {MAX_VALUE} bytes at most"));
            }
            let name = String::from_utf8_lossy(attribute.key.local_name().as_ref()).into_owned();
            let value = attribute.unescape_value().map_err(|error| format!("this is no text: {error}"))?;
            attributes.insert(name, value.into_owned());
        }
        match element.local_name().as_ref() {
            b"map" => self.map(&attributes)?,
            b"layer" => self.layer(&attributes)?,
            // Those of a tile are its shape.
            b"objectgroup" if in_tile => {}
            b"objectgroup" | b"imagelayer" | b"group" => self.count_layer()?,
            b"tileset" => self.tileset(&attributes)?,
            b"template" | b"object" => self.template(&attributes)?,
            _ => {}
        }
        Ok(attributes)
    }

    fn map(&mut self, attributes: &Attributes) -> Result<(), String> {
        if self.role != Role::Map || self.size.is_some() || self.is_endless {
            return Err("a map lies in a file of its own".to_owned());
        }
        match attributes.get("infinite").map_or("0", String::as_str) {
            "0" => self.size = Some((side(attributes, "width")?, side(attributes, "height")?)),
            "1" => self.is_endless = true,
            other => return Err(format!("`infinite` is 0 or 1, not `{other}`")),
        }
        Ok(())
    }

    fn count_layer(&mut self) -> Result<(), String> {
        self.used.layers += 1;
        if self.used.layers > MAX_LAYERS {
            return Err(format!("a map has {MAX_LAYERS} layers at most"));
        }
        Ok(())
    }

    fn layer(&mut self, attributes: &Attributes) -> Result<(), String> {
        self.count_layer()?;
        if self.is_endless {
            return Ok(());
        }
        let size = (side(attributes, "width")?, side(attributes, "height")?);
        if self.size != Some(size) {
            return Err(format!("the layer is {} by {}, which is not the size of its map", size.0, size.1));
        }
        Ok(())
    }

    fn count_cells(&mut self, cells: usize) -> Result<(), String> {
        self.used.cells += cells;
        if self.used.cells > MAX_CELLS {
            return Err(format!("the layers of a map have {MAX_CELLS} cells at most"));
        }
        Ok(())
    }

    /// The cells of a chunk. It counts with all of the squares that it takes part of.
    fn chunk(&mut self, attributes: &Attributes) -> Result<usize, String> {
        let extent = |from: &str, size: &str| -> Result<(usize, usize), String> {
            let value = attributes.get(from).map_or("", String::as_str);
            let begin = value.parse::<i32>().ok().filter(|begin| begin.abs() <= MAX_DISTANCE);
            let begin = begin.ok_or_else(|| format!("`{from}` is {MAX_DISTANCE} from 0 at most, not `{value}`"))?;
            let size = side(attributes, size)?;
            let last = begin + size as i32 - 1;
            Ok((size, (1 + last.div_euclid(PAGE) - begin.div_euclid(PAGE)) as usize))
        };
        let ((width, wide), (height, high)) = (extent("x", "width")?, extent("y", "height")?);
        self.count_cells(wide * high * (PAGE * PAGE) as usize)?;
        Ok(width * height)
    }

    fn tileset(&mut self, attributes: &Attributes) -> Result<(), String> {
        if let Some(source) = attributes.get("source") {
            return self.name(source, Role::Tileset);
        }
        let Some(count) = attributes.get("tilecount") else { return Ok(()) };
        let count = count.parse::<u32>().map_err(|_| format!("`tilecount` is no number: `{count}`"))?;
        self.used.tiles = self.used.tiles.saturating_add(count);
        if self.used.tiles > MAX_TILES {
            return Err(format!("the tilesets of a map have {MAX_TILES} tiles at most"));
        }
        Ok(())
    }

    fn template(&mut self, attributes: &Attributes) -> Result<(), String> {
        match attributes.get("template") {
            Some(source) => self.name(source, Role::Template),
            None => Ok(()),
        }
    }

    /// Notes a file that this one names.
    fn name(&mut self, source: &str, role: Role) -> Result<(), String> {
        let may = match self.role {
            Role::Map => true,
            Role::Template => role == Role::Tileset,
            Role::Tileset => false,
        };
        if !may {
            return Err(format!("`{source}` is named where no such file can be"));
        }
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let path = within(folder, Path::new(source)).filter(|path| path != folder);
        let hint = if source.starts_with("../") { "; `--root DIR` allows a folder further up" } else { "" };
        let path = path.ok_or_else(|| format!("`{source}` does not lie in the map's folder{hint}"))?;
        self.named.push((path, role));
        Ok(())
    }

    /// Tile data that begins.
    fn data(&mut self, attributes: &Attributes) -> Result<Data, String> {
        let word = |name: &str| attributes.get(name).map(String::as_str);
        let encoding = Encoding::of(word("encoding"), word("compression"))?;
        let cells = self.size.map(|(width, height)| width * height);
        if cells.is_none() && !self.is_endless {
            return Err("tile data lies in no map".to_owned());
        }
        self.count_cells(cells.unwrap_or_default())?;
        Ok(Data { encoding, cells, text: None, in_tile: false })
    }
}

impl Data {
    /// Tells whether tiles may follow as elements.
    fn takes_tiles(&self) -> bool {
        self.encoding == Encoding::Elements && self.cells.is_some()
    }

    /// Reads a tile that is an element.
    fn tile(&mut self, attributes: &Attributes) -> Result<(), String> {
        let tile = attributes.get("gid").map_or("0", String::as_str);
        let tile: u32 = tile.parse().map_err(|_| format!("`gid` is no number: `{tile}`"))?;
        let text = self.text.get_or_insert_default();
        let comma = if text.is_empty() { "" } else { "," };
        text.extend_from_slice(format!("{comma}{tile}").as_bytes());
        Ok(())
    }

    /// Returns the element as it is written.
    fn written(&self, attributes: &Attributes) -> BytesStart<'static> {
        let data = BytesStart::new("data");
        match self.encoding {
            Encoding::Elements => data.with_attributes([("encoding", "csv")]),
            Encoding::Zstd => data.with_attributes([("encoding", "base64")]),
            _ => data.with_attributes(attributes.iter().map(|(key, value)| (key.as_str(), value.as_str()))),
        }
    }
}

const NO_DATA: &str = "a chunk lies in no tile data";
const NO_TEXT: &str = "tile data is text alone; save it as CSV";

/// A side of a map, of a layer or of a chunk.
fn side(attributes: &Attributes, name: &str) -> Result<usize, String> {
    let value = attributes.get(name).map_or("", String::as_str);
    let side = value.parse().ok().filter(|side| (1..=Board::MAX_SIDE as usize).contains(side));
    side.ok_or_else(|| format!("`{name}` is 1 to {}, not `{value}`", Board::MAX_SIDE))
}
