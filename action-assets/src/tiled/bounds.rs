//! The look at a map's files before anything is made of them: sizes, counts and depth have bounds, tile data holds as many
//! tiles as it says, and other files are named within the map's own folder, none by way of itself. The `tiled` crate
//! believes what files say of themselves, recurses into groups and templates and unpacks without end, so it is given only
//! what passed here.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use base64::Engine;
use foretoken_vm::Board;
use quick_xml::Reader;
use quick_xml::events::attributes::AttrError;
use quick_xml::events::{BytesStart, Event};

use super::ImportError;

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

/// A path that another names from its folder, without `.`; nothing where it leads anywhere but down.
pub(super) fn within(folder: &Path, named: &Path) -> Option<PathBuf> {
    let mut path = folder.to_owned();
    for component in named.components() {
        match component {
            Component::Normal(name) if !name.to_str()?.contains(['\\', ':']) => path.push(name),
            Component::CurDir => {}
            _ => return None,
        }
    }
    Some(path)
}

/// Reads a map and all files that it names.
pub(super) fn read(path: &Path) -> Result<(PathBuf, Files), ImportError> {
    let unread = |file: &Path, source: io::Error| ImportError::Unread { file: file.to_owned(), source };
    let name = path.file_name().map(PathBuf::from).ok_or_else(|| unread(path, io::ErrorKind::IsADirectory.into()))?;
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let home = folder.canonicalize().map_err(|error| unread(folder, error))?;
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
        let opened = fs::File::open(&full).map(|opened| opened.take(left + 1));
        opened.and_then(|mut opened| opened.read_to_end(&mut bytes)).map_err(|error| unread(&full, error))?;
        used.bytes += bytes.len() as u64;
        if used.bytes > MAX_BYTES {
            return Err(refused(1, format!("the files of a map have {MAX_BYTES} bytes at most")));
        }
        let mut look = Look { bytes: &bytes, role, file: &file, used: &mut used, size: None, named: Vec::new(), at: 0 };
        if let Err(message) = look.whole() {
            let line = 1 + bytes.iter().take(look.at).filter(|&&byte| byte == b'\n').count();
            return Err(refused(line, message));
        }
        waiting.append(&mut look.named);
        files.insert(file, bytes.into());
    }
    Ok((name, files))
}

/// The look at one file.
struct Look<'f> {
    bytes: &'f [u8],
    role: Role,
    file: &'f Path,
    used: &'f mut Used,
    /// Columns and rows of the map.
    size: Option<(usize, usize)>,
    /// The files that it names.
    named: Vec<(PathBuf, Role)>,
    /// The byte that was reached.
    at: usize,
}

/// The attributes of an element: of those with one local name the last counts, as for the crate.
type Attributes = BTreeMap<String, String>;

impl Look<'_> {
    fn whole(&mut self) -> Result<(), String> {
        let mut reader = Reader::from_reader(self.bytes);
        let mut depth = 0_usize;
        // The depth of the tile that is open.
        let mut tile = None;
        // Of the tile data that is open.
        let mut data: Option<(Attributes, Option<Vec<u8>>)> = None;
        loop {
            let event = reader.read_event().map_err(|error| format!("this is no XML: {error}"))?;
            self.at = reader.buffer_position();
            match event {
                Event::Start(element) => {
                    depth += 1;
                    if depth > MAX_DEPTH {
                        return Err(format!("more than {MAX_DEPTH} elements lie in each other"));
                    }
                    if data.is_some() {
                        return Err("tile data is text alone; save it as CSV".to_owned());
                    }
                    let attributes = self.element(&element, tile.is_some())?;
                    match element.local_name().as_ref() {
                        b"data" => data = Some((attributes, None)),
                        b"tile" => tile = tile.or(Some(depth)),
                        _ => {}
                    }
                }
                Event::Empty(element) => {
                    let attributes = self.element(&element, tile.is_some())?;
                    if element.local_name().as_ref() == b"data" {
                        self.data(&attributes, b"")?;
                    }
                }
                Event::End(_) => {
                    tile = tile.filter(|&opened| opened < depth);
                    depth = depth.saturating_sub(1);
                    if let Some((attributes, text)) = data.take() {
                        self.data(&attributes, &text.unwrap_or_default())?;
                    }
                }
                Event::Text(text) => {
                    if let Some((_, found)) = &mut data {
                        let plain = text.unescape().map_err(|error| format!("this is no text: {error}"))?;
                        if found.replace(plain.as_bytes().to_vec()).is_some() {
                            return Err("tile data is one text".to_owned());
                        }
                    }
                }
                Event::CData(_) | Event::Comment(_) | Event::PI(_) if data.is_some() => {
                    return Err("tile data is one text".to_owned());
                }
                Event::DocType(_) => return Err("documents with a type of their own are not read".to_owned()),
                Event::Eof if depth > 0 => return Err("the file ends within an element".to_owned()),
                Event::Eof => return Ok(()),
                _ => {}
            }
        }
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
            b"chunk" => return Err(ENDLESS.to_owned()),
            _ => {}
        }
        Ok(attributes)
    }

    fn map(&mut self, attributes: &Attributes) -> Result<(), String> {
        if attributes.get("infinite").is_some_and(|infinite| infinite != "0") {
            return Err(ENDLESS.to_owned());
        }
        let size = (side(attributes, "width")?, side(attributes, "height")?);
        if self.role != Role::Map || self.size.replace(size).is_some() {
            return Err("a map lies in a file of its own".to_owned());
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
        let size = (side(attributes, "width")?, side(attributes, "height")?);
        if self.size != Some(size) {
            return Err(format!("the layer is {} by {}, which is not the size of its map", size.0, size.1));
        }
        self.used.cells += size.0 * size.1;
        if self.used.cells > MAX_CELLS {
            return Err(format!("the layers of a map have {MAX_CELLS} cells at most"));
        }
        Ok(())
    }

    fn tileset(&mut self, attributes: &Attributes) -> Result<(), String> {
        if let Some(source) = attributes.get("source") {
            self.name(source, Role::Tileset)?;
            // With a count it would be read as one that lies here.
            if !attributes.contains_key("tilecount") {
                return Ok(());
            }
        }
        let count = attributes.get("tilecount").and_then(|count| count.parse::<u32>().ok());
        let count = count.ok_or("the tileset does not say how many tiles it has")?;
        self.used.tiles = self.used.tiles.saturating_add(count);
        if self.used.tiles > MAX_TILES {
            return Err(format!("the tilesets of a map have {MAX_TILES} tiles at most"));
        }
        // Without them they would be found by dividing what other attributes say.
        if attributes.contains_key("columns") {
            Ok(())
        } else {
            Err("the tileset does not say how many columns it has".to_owned())
        }
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
        let path = path.ok_or_else(|| format!("`{source}` does not lie in the map's folder"))?;
        self.named.push((path, role));
        Ok(())
    }

    /// Looks whether the data of a layer holds as many tiles as the layer has cells.
    fn data(&self, attributes: &Attributes, text: &[u8]) -> Result<(), String> {
        let (width, height) = self.size.ok_or("tile data lies in no map")?;
        let cells = width * height;
        let word = |name: &str| attributes.get(name).map(String::as_str);
        let found = match (word("encoding"), word("compression")) {
            (Some("csv"), None) => text.split(|&byte| byte == b',').count(),
            (Some("base64"), None) => unpacked(&from_base64(text)?[..], cells)?,
            (Some("base64"), Some("zlib")) => {
                unpacked(flate2::bufread::ZlibDecoder::new(&from_base64(text)?[..]), cells)?
            }
            (Some("base64"), Some("gzip")) => {
                unpacked(flate2::bufread::GzDecoder::new(&from_base64(text)?[..]), cells)?
            }
            _ => return Err("of tile data CSV and Base64 are read, the latter with zlib and gzip".to_owned()),
        };
        match found {
            _ if found == cells => Ok(()),
            _ if found > cells => Err(format!("the layer has {cells} cells, and its data holds more tiles")),
            _ => Err(format!("the layer has {cells} cells, and its data holds {found} tiles")),
        }
    }
}

const ENDLESS: &str = "the map is infinite; give it a size in its properties";

/// A side of a map or of a layer.
fn side(attributes: &Attributes, name: &str) -> Result<usize, String> {
    let value = attributes.get(name).map_or("", String::as_str);
    let side = value.parse().ok().filter(|side| (1..=Board::MAX_SIDE as usize).contains(side));
    side.ok_or_else(|| format!("`{name}` is 1 to {}, not `{value}`", Board::MAX_SIDE))
}

fn from_base64(text: &[u8]) -> Result<Vec<u8>, String> {
    let engine = base64::engine::general_purpose::STANDARD;
    engine.decode(text.trim_ascii()).map_err(|error| format!("this is no Base64: {error}"))
}

/// How many tiles of four bytes a stream holds; one more than there are cells where it goes on.
fn unpacked(stream: impl Read, cells: usize) -> Result<usize, String> {
    let most = 4 * (cells as u64 + 1);
    let bytes = io::copy(&mut stream.take(most), &mut io::sink());
    Ok(bytes.map_err(|error| format!("the tile data cannot be unpacked: {error}"))? as usize / 4)
}
