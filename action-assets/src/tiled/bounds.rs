//! Checks a map's XML files before the `tiled` crate reads them, because the crate has no limits.

use super::fault::MapFault;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quick_xml::events::attributes::AttrError;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};
use quick_xml::{Reader, Writer};

use super::data::Encoding;
use super::files::{self, Folder};
use super::import::ImportError;
use super::limits::{self, Used};
use super::tidy::{self, Terrains};

const MAX_DEPTH: usize = 32;
const MAX_VALUE: usize = 1 << 16;

/// Role of a file. Maps name tilesets and templates, templates name tilesets, and tilesets name nothing, so chains are
/// short and acyclic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Map,
    Template,
    Tileset,
}

pub(super) type Files = BTreeMap<PathBuf, Arc<[u8]>>;

pub(super) fn read(folder: &mut Folder, name: &Path, role: Role, used: &mut Used) -> Result<Files, ImportError> {
    let (mut files, mut roles) = (Files::new(), BTreeMap::new());
    let mut waiting = vec![(name.to_owned(), role)];
    while let Some((file, role)) = waiting.pop() {
        match roles.insert(file.clone(), role) {
            None => {}
            Some(before) if before == role => continue,
            Some(_) => {
                return Err(folder.refused(
                    &file,
                    1,
                    MapFault::bad_file("the file's name has the wrong ending for its kind"),
                ));
            }
        }
        let bytes = if role == Role::Map { folder.map(&file)? } else { folder.read(&file)? };
        let mut look = Look::new(&bytes, role, &file, used);
        if let Err(message) = look.whole() {
            let line = 1 + bytes.iter().take(look.at).filter(|&&byte| byte == b'\n').count();
            return Err(folder.refused(&file, line, message));
        }
        waiting.append(&mut look.named);
        let written = look.written.into_inner();
        files.insert(file, written.into());
    }
    Ok(files)
}

struct Look<'f> {
    bytes: &'f [u8],
    role: Role,
    file: &'f Path,
    used: &'f mut Used,
    size: Option<(usize, usize)>,
    is_endless: bool,
    written: Writer<Vec<u8>>,
    skipped: Option<usize>,
    terrains: Terrains,
    named: Vec<(PathBuf, Role)>,
    at: usize,
}

/// Attributes by local name; the last duplicate counts, as for the crate.
pub(super) type Attributes = BTreeMap<String, String>;

struct Data {
    encoding: Encoding,
    cells: Option<usize>,
    text: Option<Vec<u8>>,
    in_tile: bool,
}

impl<'f> Look<'f> {
    fn new(bytes: &'f [u8], role: Role, file: &'f Path, used: &'f mut Used) -> Self {
        let (written, terrains) = (Writer::new(Vec::new()), Terrains::default());
        let (size, is_endless, skipped, named, at) = (None, false, None, Vec::new(), 0);
        Look { bytes, role, file, used, size, is_endless, written, skipped, terrains, named, at }
    }

    fn whole(&mut self) -> Result<(), MapFault> {
        let mut reader = Reader::from_reader(self.bytes);
        let mut depth = 0_usize;
        let mut tile = None;
        let mut data: Option<Data> = None;
        loop {
            let event = reader.read_event().map_err(|error| {
                MapFault::malformed(format!(
                    "the file is not valid XML: \
                 {error}"
                ))
            })?;
            self.at = reader.buffer_position();
            match event {
                Event::Start(element) => {
                    depth += 1;
                    if depth > MAX_DEPTH {
                        return Err(MapFault::too_large(format!("elements are nested more than {MAX_DEPTH} deep")));
                    }
                    let attributes = self.element(&element, tile.is_some())?;
                    let name = element.local_name();
                    match (name.as_ref(), &mut data) {
                        (b"chunk", Some(data)) if self.is_endless && data.cells.is_none() => {
                            data.cells = Some(self.chunk(&attributes)?);
                        }
                        (b"tile", Some(data)) if data.is_tile_layer() && !data.in_tile => {
                            data.tile(&attributes)?;
                            data.in_tile = true;
                            continue;
                        }
                        (_, Some(_)) => return Err(MapFault::unsupported(NO_TEXT)),
                        (b"data", None) => {
                            let opened = data.insert(self.data(&attributes)?);
                            self.write(Event::Start(opened.written(&attributes)))?;
                            continue;
                        }
                        (b"chunk", None) => return Err(MapFault::malformed(NO_DATA)),
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
                        (b"chunk", None) => return Err(MapFault::malformed(NO_DATA)),
                        (b"chunk", Some(data)) if self.is_endless && data.cells.is_none() => {
                            data.encoding.check(b"", self.chunk(&attributes)?)?;
                        }
                        (b"tile", Some(data)) if data.is_tile_layer() && !data.in_tile => {
                            data.tile(&attributes)?;
                            continue;
                        }
                        (_, Some(_)) => return Err(MapFault::unsupported(NO_TEXT)),
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
                        let plain = text
                            .unescape()
                            .map_err(|error| MapFault::malformed(format!("this is not valid text: {error}")))?;
                        if opened.cells.is_none() {
                            if !plain.trim().is_empty() {
                                return Err(MapFault::malformed(
                                    "the map is infinite, but has no chunks of tiles; turn off `Infinite` in Tiled and save it again",
                                ));
                            }
                        } else if opened.encoding == Encoding::Elements {
                            if !plain.trim().is_empty() {
                                return Err(MapFault::unsupported(NO_TEXT));
                            }
                            continue;
                        } else if opened.text.replace(plain.as_bytes().to_vec()).is_some() {
                            return Err(MapFault::malformed("tile data must be one text"));
                        } else if opened.encoding == Encoding::Zstd {
                            continue;
                        }
                    }
                    self.write(Event::Text(text))?;
                }
                Event::CData(_) | Event::Comment(_) | Event::PI(_) if data.is_some() => {
                    return Err(MapFault::malformed("tile data must be one text"));
                }
                // Document types with entities are refused.
                Event::DocType(text) if text.contains(&b'[') => {
                    return Err(MapFault::unsupported("documents with their own type are not supported"));
                }
                Event::Eof if depth > 0 => return Err(MapFault::malformed("the file ends within an element")),
                Event::Eof => return Ok(()),
                Event::CData(text) => self.write(Event::CData(text))?,
                Event::DocType(_) | Event::Comment(_) | Event::PI(_) | Event::Decl(_) => {}
            }
        }
    }

    fn begin(&mut self, name: &[u8], attributes: &Attributes, in_tile: bool, depth: usize) -> Result<(), MapFault> {
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

    fn end(&mut self, name: &[u8], depth: usize) -> Result<(), MapFault> {
        if self.skipped.is_none() {
            if let Some(terrains) = (name == b"tileset").then(|| self.terrains.take()).flatten() {
                self.write(Event::Text(BytesText::from_escaped(terrains)))?;
            }
            self.write(Event::End(BytesEnd::new(String::from_utf8_lossy(name))))?;
        }
        self.skipped = self.skipped.filter(|&skipped| skipped < depth);
        Ok(())
    }

    fn write(&mut self, event: Event<'_>) -> Result<(), MapFault> {
        if self.skipped.is_some() {
            return Ok(());
        }
        self.written.write_event(event).map_err(|error| {
            MapFault::malformed(format!(
                "the file is not valid XML: \
             {error}"
            ))
        })
    }

    fn element(&mut self, element: &BytesStart<'_>, in_tile: bool) -> Result<Attributes, MapFault> {
        self.used.elements(1)?;
        let mut attributes = Attributes::new();
        for attribute in element.attributes() {
            let attribute = attribute
                .map_err(|error: AttrError| MapFault::malformed(format!("the file is not valid XML: {error}")))?;
            if attribute.value.len() > MAX_VALUE {
                return Err(MapFault::too_large(format!("a value has at most {MAX_VALUE} bytes")));
            }
            let name = String::from_utf8_lossy(attribute.key.local_name().as_ref()).into_owned();
            let value = attribute.unescape_value().map_err(|error| {
                MapFault::malformed(format!(
                    "this is not valid text: \
                     {error}"
                ))
            })?;
            attributes.insert(name, value.into_owned());
        }
        match element.local_name().as_ref() {
            b"map" => self.map(&attributes)?,
            b"layer" => self.layer(&attributes)?,
            b"objectgroup" if in_tile => {}
            b"objectgroup" | b"imagelayer" | b"group" => self.used.layer()?,
            b"tileset" => self.tileset(&attributes)?,
            b"wangset" => self.used.brush_set()?,
            b"template" | b"object" => self.template(&attributes)?,
            _ => {}
        }
        Ok(attributes)
    }

    fn map(&mut self, attributes: &Attributes) -> Result<(), MapFault> {
        if self.role != Role::Map || self.size.is_some() || self.is_endless {
            return Err(MapFault::malformed("a map must be in a separate file"));
        }
        match attributes.get("infinite").map_or("0", String::as_str) {
            "0" => self.size = Some((side(attributes, "width")?, side(attributes, "height")?)),
            "1" => self.is_endless = true,
            other => return Err(MapFault::bad_value(format!("`infinite` must be 0 or 1, not `{other}`"))),
        }
        Ok(())
    }

    fn layer(&mut self, attributes: &Attributes) -> Result<(), MapFault> {
        self.used.layer()?;
        if self.is_endless {
            return Ok(());
        }
        let size = (side(attributes, "width")?, side(attributes, "height")?);
        if self.size != Some(size) {
            return Err(MapFault::bad_value(format!(
                "the layer is {} by {} cells, but the map has another size",
                size.0, size.1
            )));
        }
        Ok(())
    }

    /// Returns the cells of a chunk. All touched squares count.
    fn chunk(&mut self, attributes: &Attributes) -> Result<usize, MapFault> {
        let extent = |from: &str, size: &str| -> Result<(i32, usize), MapFault> {
            let value = attributes.get(from).map_or("", String::as_str);
            Ok((limits::begin(from, value.parse().ok(), value)?, side(attributes, size)?))
        };
        let (x, y) = (extent("x", "width")?, extent("y", "height")?);
        self.used.chunk(x, y)
    }

    fn tileset(&mut self, attributes: &Attributes) -> Result<(), MapFault> {
        // A tileset counts once, where the map names it.
        if self.role == Role::Map {
            self.used.tileset()?;
        }
        if let Some(source) = attributes.get("source") {
            return self.name(source, Role::Tileset);
        }
        let Some(count) = attributes.get("tilecount") else { return Ok(()) };
        let count =
            count.parse::<u32>().map_err(|_| MapFault::bad_value(format!("`tilecount` is not a number: `{count}`")))?;
        self.used.tiles(count)
    }

    fn template(&mut self, attributes: &Attributes) -> Result<(), MapFault> {
        match attributes.get("template") {
            Some(source) => self.name(source, Role::Template),
            None => Ok(()),
        }
    }

    fn name(&mut self, source: &str, role: Role) -> Result<(), MapFault> {
        let may = match self.role {
            Role::Map => true,
            Role::Template => role == Role::Tileset,
            Role::Tileset => false,
        };
        if !may {
            return Err(MapFault::bad_file(format!("`{source}` cannot be a file here")));
        }
        let path = files::named(self.file, source)?;
        self.named.push((path, role));
        Ok(())
    }

    fn data(&mut self, attributes: &Attributes) -> Result<Data, MapFault> {
        let word = |name: &str| attributes.get(name).map(String::as_str);
        let encoding = Encoding::of(word("encoding"), word("compression"))?;
        let cells = self.size.map(|(width, height)| width * height);
        if cells.is_none() && !self.is_endless {
            return Err(MapFault::malformed("tile data is outside a map"));
        }
        self.used.cells(cells.unwrap_or_default())?;
        Ok(Data { encoding, cells, text: None, in_tile: false })
    }
}

impl Data {
    fn is_tile_layer(&self) -> bool {
        self.encoding == Encoding::Elements && self.cells.is_some()
    }

    fn tile(&mut self, attributes: &Attributes) -> Result<(), MapFault> {
        let tile = attributes.get("gid").map_or("0", String::as_str);
        let tile: u32 = tile.parse().map_err(|_| MapFault::bad_value(format!("`gid` is not a number: `{tile}`")))?;
        let text = self.text.get_or_insert_default();
        let comma = if text.is_empty() { "" } else { "," };
        text.extend_from_slice(format!("{comma}{tile}").as_bytes());
        Ok(())
    }

    fn written(&self, attributes: &Attributes) -> BytesStart<'static> {
        let data = BytesStart::new("data");
        match self.encoding {
            Encoding::Elements => data.with_attributes([("encoding", "csv")]),
            Encoding::Zstd => data.with_attributes([("encoding", "base64")]),
            _ => data.with_attributes(attributes.iter().map(|(key, value)| (key.as_str(), value.as_str()))),
        }
    }
}

const NO_DATA: &str = "`chunk` is not inside `data`";
const NO_TEXT: &str = "tile data must be text; save it as CSV";

fn side(attributes: &Attributes, name: &str) -> Result<usize, MapFault> {
    let value = attributes.get(name).map_or("", String::as_str);
    limits::side(name, value.parse().ok(), value)
}
