//! Imports of Tiled maps, with hostile files.

mod cells;
mod forms;
mod hostile;
mod mapped;
mod placed;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use base64::Engine;
use expect_test::{Expect, expect};
use foretoken_action_assets::tiled::{Options, import};
use foretoken_action_assets::{AnyAsset, Files, KindRegistry, Library};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

fn imported(files: &[(&str, &[u8])]) -> Result<(String, Vec<String>), String> {
    imported_from("map.tmx", files, &Options::default())
}

fn written(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        std::fs::write(path, bytes).expect("it can be written");
    }
    folder
}

fn imported_from(map: &str, files: &[(&str, &[u8])], options: &Options) -> Result<(String, Vec<String>), String> {
    let folder = written(files);
    let imported = import(&folder.path().join(map), options);
    let imported = imported.map_err(|error| error.to_string().replace(&folder.path().display().to_string(), "."))?;
    Ok((AnyAsset::Scenario(imported.scenario).to_text(), imported.warnings))
}

fn check(files: &[(&str, &str)], expected: Expect) {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let shown = match imported(&files) {
        Ok((mut text, warnings)) => {
            warnings.iter().for_each(|warning| text.push_str(&format!("warning: {warning}\n")));
            text
        }
        Err(error) => format!("{error}\n"),
    };
    expected.assert_eq(&shown);
}

fn refused(files: &[(&str, &[u8])]) -> String {
    let error = imported(files).map(|(text, _)| text).expect_err("it is refused");
    error.trim_start_matches("./").to_owned()
}

/// A map with tiles 1 floor, 2 wall, 3 bridge, 4 level of height 2, 5 ramp to the east, 6 decoration.
fn map(attributes: &str, body: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" {attributes} tilewidth="32" tileheight="16" infinite="0">
 <tileset firstgid="1" source="tiles.tsx"/>
{body}
</map>"#
    )
}

const SQUARE: &str = r#"orientation="orthogonal" width="4" height="3""#;

const TILES: (&str, &str) = (
    "tiles.tsx",
    r#"<tileset version="1.10" name="tiles" tilewidth="32" tileheight="16" tilecount="6" columns="6">
 <image source="../art/tiles.png" width="192" height="16"/>
 <tile id="0" type="floor"/>
 <tile id="1" class="wall"/>
 <tile id="2"><properties><property name="terrain" value="floor"/><property name="zone" value="bridge"/></properties></tile>
 <tile id="3"><properties><property name="height" type="int" value="2"/></properties></tile>
 <tile id="4"><properties><property name="ramp" value="east"/></properties></tile>
</tileset>"#,
);

fn layer(name: &str, properties: &str, data: &str) -> String {
    format!(
        r#" <layer name="{name}" width="4" height="3">
  <properties>{properties}</properties>
  <data encoding="csv">{data}</data>
 </layer>
"#
    )
}

const GROUND: &str = "\n2,2,2,2,\n1,1,1,0,\n1,1,6,1\n";

#[test]
fn floors_heights_and_units() {
    let body = [
        layer("ground", "", GROUND),
        layer("relief", r#"<property name="heights" type="bool" value="true"/>"#, "0,0,0,0,0,5,4,4,0,0,0,0"),
        r#" <group name="above"><properties><property name="floor" type="int" value="1"/></properties>"#.to_owned(),
        layer("bridge", r#"<property name="height" type="int" value="5"/>"#, "0,0,0,0,0,0,0,0,3,3,0,0"),
        r#"  <objectgroup name="guards"><object id="7" class="archer" x="40" y="36"><point/></object></objectgroup>
 </group>
 <imagelayer name="sky"><image source="/sky.png" width="1" height="1"/></imagelayer>
 <objectgroup name="people">
  <object id="1" type="rat" x="0" y="16" width="32" height="16"/>
  <object id="2" name="boss" x="96" y="32" gid="1" width="32" height="16">
   <properties>
    <property name="unit" value="rat"/><property name="team" type="int" value="1"/>
    <property name="facing" value="south"/>
   </properties>
  </object>
  <object id="3" template="parts/cat.tx" x="80" y="40"/>
  <object id="4" name="sign" x="1" y="1"/>
  <object id="5" type="rat" x="5" y="20"/>
  <object id="6" type="rat" x="-5" y="20"/>
 </objectgroup>"#
            .to_owned(),
        layer("trees", "", "0,0,6,0,0,0,0,0,0,0,0,0"),
        layer("sky", r#"<property name="floor" type="int" value="40"/>"#, "0,0,1,0,0,0,0,0,0,0,0,0"),
    ];
    let cat =
        r#"<template><tileset firstgid="1" source="../tiles.tsx"/><object type="cat"><point/></object></template>"#;
    let cat_of_its_folder = r#"<template><object type="cat"><properties><property name="team" type="int" value="9"/></properties><point/></object></template>"#;
    let map = map(SQUARE, &body.concat());
    check(
        &[("map.tmx", &map), TILES, ("parts/cat.tx", cat_of_its_folder)],
        expect![[r#####"
            Scenario(
                map: [
                    "####",
                    "R..r",
                    "..c.",
                ],
                heights: [
                    "....",
                    ".>22",
                    "....",
                ],
                floors: [
                    (
                        map: [
                            "    ",
                            "    ",
                            "ba  ",
                        ],
                        height: 5,
                    ),
                ],
                legend: [
                    (
                        glyph: "c",
                        unit: "cat",
                        team: 7,
                    ),
                    (
                        glyph: "r",
                        unit: "rat",
                        team: 1,
                        facing: South,
                    ),
                    (
                        glyph: ".",
                        terrain: "floor",
                    ),
                    (
                        glyph: "R",
                        terrain: "floor",
                        unit: "rat",
                    ),
                    (
                        glyph: "b",
                        terrain: "floor",
                        zone: "bridge",
                    ),
                    (
                        glyph: "a",
                        terrain: "floor",
                        unit: "archer",
                        zone: "bridge",
                    ),
                    (
                        glyph: "#",
                        terrain: "wall",
                    ),
                ],
            )
            warning: layer `ground`: cells with tiles without a terrain: 1
            warning: layer `sky`: images are not supported; the layer is left out
            warning: layer `trees`: no tile in it has a terrain; the layer is left out
            warning: layer `sky`: floors must be 0 to 31, not 40; the layer is left out
            warning: layer `people`: `object 3`: sides must be 0 to 7, not 9
            warning: layer `people`: `sign` has no unit; it is left out
            warning: layer `people`: `object 5` is on the cell of another unit; it is left out
            warning: layer `people`: `object 6` is outside the map; it is left out
        "#####]],
    );
    let read = |cat: &str| {
        let files = [("map.tmx", map.as_str()), TILES, ("parts/cat.tx", cat)];
        imported(&files.map(|(name, text)| (name, text.as_bytes()))).expect("it is read")
    };
    let (on_a_side, mut told) = read(cat_of_its_folder);
    let (text, warnings) = read(cat);
    assert_eq!(text, on_a_side.replace("            team: 7,\n", ""), "a template that names a tileset");
    told.retain(|warning| !warning.contains("sides must be 0 to 7"));
    assert_eq!(warnings, told);
}

#[test]
fn an_isometric_map_counts_objects_in_heights_of_tiles() {
    let body = [
        layer("ground", "", GROUND),
        r#" <objectgroup name="people">
  <object id="1" type="rat" x="0" y="16" width="16" height="16"/>
  <object id="2" type="cat" x="48" y="48" gid="1" width="32" height="16"/>
 </objectgroup>"#
            .to_owned(),
    ];
    let map = map(r#"orientation="isometric" width="4" height="3""#, &body.concat());
    check(
        &[("map.tmx", &map), TILES],
        expect![[r#####"
            Scenario(
                map: [
                    "####",
                    "r..a",
                    "..c.",
                ],
                legend: [
                    (
                        glyph: "a",
                    ),
                    (
                        glyph: "c",
                        unit: "cat",
                    ),
                    (
                        glyph: ".",
                        terrain: "floor",
                    ),
                    (
                        glyph: "r",
                        terrain: "floor",
                        unit: "rat",
                    ),
                    (
                        glyph: "#",
                        terrain: "wall",
                    ),
                ],
            )
            warning: layer `ground`: cells with tiles without a terrain: 1
        "#####]],
    );
}

#[test]
fn what_is_imported_compiles() {
    let people = r#"<objectgroup name="people"><object id="1" type="rat" x="5" y="20"/></objectgroup>"#;
    let height = r#"<property name="floor" type="int" value="1"/><property name="height" type="int" value="4"/>"#;
    let body = [layer("ground", "", GROUND), layer("roof", height, "3,3,3,3,3,3,3,3,3,3,0,0"), people.to_owned()];
    let map = map(SQUARE, &body.concat());
    let (text, _) = imported(&[("map.tmx", map.as_bytes()), (TILES.0, TILES.1.as_bytes())]).expect("it is read");
    let files = Files::new()
        .with("terrains/floor.ron", "Terrain(glyph: \".\")")
        .with("terrains/wall.ron", "Terrain(glyph: \"#\", blocks_movement: true)")
        .with("actions/wait.ron", "Action(body: [Wait])")
        .with("units/rat.ron", "Unit(glyph: \"r\", actions: [\"wait\"])")
        .with("scenarios/s.ron", text);
    let (book, faults) = Library::load(&files, KindRegistry::core()).compile("s");
    assert!(!faults.has_errors(), "{}", faults.render());
    assert_eq!(book.expect("a rulebook").board.floors(), 2);
}

#[test]
fn tile_data_is_read_however_it_is_kept() {
    let plain: Vec<u8> = [2_u32, 2, 2, 2, 1, 1, 1, 0, 1, 1, 6, 1].iter().flat_map(|tile| tile.to_le_bytes()).collect();
    let text = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(bytes);
    let data = |words: &str, text: &str| {
        let data = format!("<data {words}>{text}</data>");
        map(SQUARE, &format!("<layer width=\"4\" height=\"3\">{data}</layer>"))
    };
    let maps = [
        data("encoding=\"csv\"", GROUND),
        data("encoding=\"base64\"", &format!("\n  {}\n ", text(&plain))),
        data("encoding=\"base64\" compression=\"zlib\"", &text(&zlib(&plain))),
        data("encoding=\"base64\" compression=\"gzip\"", &text(&gzip(&plain))),
        data("encoding=\"base64\" compression=\"zstd\"", &text(&zstd(&plain))),
        data("encoding=\"base64\" compression=\"zstd\"", "KLUv/QQAnQAAkkEChTIQAO957zsCAgDAELhLBJNz5QE="),
        data("encoding=\"base64\" compression=\"z&#115;td\"", &format!("\n {} \n", text(&zstd(&plain))))
            .replace("orientation", "note=\"zstd\" orientation"),
    ];
    let read = |map: &String| imported(&[("map.tmx", map.as_bytes()), (TILES.0, TILES.1.as_bytes())]);
    let first = read(&maps[0]).expect("it is read");
    for map in &maps {
        assert_eq!(read(map).as_ref(), Ok(&first), "{map}");
    }
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(bytes).expect("it is written");
    packed.finish().expect("it is written")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(bytes).expect("it is written");
    packed.finish().expect("it is written")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

#[test]
fn broken_zstd_is_refused() {
    let plain: Vec<u8> = (0..48_u8).map(|at| at % 5 * u8::from(at % 4 == 0)).collect();
    let whole = zstd(&plain);
    let import = |bytes: &[u8]| {
        let text = base64::engine::general_purpose::STANDARD.encode(bytes);
        let data = format!("<data encoding=\"base64\" compression=\"zstd\">{text}</data>");
        let map = map(SQUARE, &format!("<layer width=\"4\" height=\"3\">{data}</layer>"));
        imported(&[("map.tmx", map.as_bytes()), (TILES.0, TILES.1.as_bytes())])
    };
    assert!(import(&whole).is_ok());
    for end in 0..whole.len() {
        assert!(import(&whole[..end]).is_err(), "cut off at {end}");
    }
    for (at, bit) in (0..whole.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
        let mut broken = whole.clone();
        broken[at] ^= 1 << bit;
        if let Err(error) = import(&broken) {
            assert!(error.contains("map.tmx:4: "), "{error}");
        }
    }
    // A frame with a window of 2^30 bytes.
    let window = [0x28, 0xb5, 0x2f, 0xfd, 0, 20 << 3, 1, 0, 0];
    let error = import(&window).expect_err("it is refused");
    assert!(error.contains("window"), "{error}");
}

#[test]
fn what_is_refused() {
    let mut told = String::new();
    let tiles = (TILES.0, TILES.1.as_bytes());
    let mut refuse = |what: &str, map: &str, more: &[(&str, &[u8])]| {
        let files: Vec<(&str, &[u8])> =
            [("map.tmx", map.as_bytes()), tiles].into_iter().chain(more.iter().copied()).collect();
        let _ = writeln!(told, "{what}: {}", refused(&files));
    };
    let of_size = |size: &str| map(&format!("orientation=\"orthogonal\" {size}"), "");
    refuse("a count of 4e9", &of_size(r#"width="65536" height="65536""#), &[]);
    refuse("no size", &of_size(r#"width="0" height="3""#), &[]);
    let tileset =
        |words: &str| map(SQUARE, &format!("<tileset firstgid=\"9\" {words} tilewidth=\"1\" tileheight=\"1\"/>"));
    refuse("a set of 4e9 tiles", &tileset(r#"tilecount="4000000000" columns="1""#), &[]);
    refuse("no count", &tileset(r#"tilecount="many""#), &[]);
    let data = |words: &str, text: &str| {
        map(SQUARE, &format!("<layer width=\"4\" height=\"3\"><data {words}>{text}</data></layer>"))
    };
    let packed = |bytes: Vec<u8>| base64::engine::general_purpose::STANDARD.encode(bytes);
    let bomb = packed(zlib(&vec![0; 64 << 20]));
    refuse("a zip bomb", &data("encoding=\"base64\" compression=\"zlib\"", &bomb), &[]);
    let bomb = packed(gzip(&vec![0; 64 << 20]));
    refuse("another", &data("encoding=\"base64\" compression=\"gzip\"", &bomb), &[]);
    let bomb = packed(zstd(&vec![0; 64 << 20]));
    refuse("a third", &data("encoding=\"base64\" compression=\"zstd\"", &bomb), &[]);
    refuse("no zstd", &data("encoding=\"base64\" compression=\"zstd\"", ""), &[]);
    refuse("lzma", &data("encoding=\"base64\" compression=\"lzma\"", ""), &[]);
    refuse("no zlib", &data("encoding=\"base64\" compression=\"zlib\"", "AAAA"), &[]);
    refuse("no Base64", &data("encoding=\"base64\"", "!"), &[]);
    refuse("too few tiles", &data("encoding=\"csv\"", "1,2,3"), &[]);
    refuse("no number", &data("encoding=\"csv\"", "1,1,1,1,1,1,1,1,1,1,1,x"), &[]);
    refuse("tiles in two texts", &data("encoding=\"csv\"", "1,1,1,1,1,1<!-- -->,1,1,1,1,1,1"), &[]);
    refuse("tiles as elements", &data("", "<tile gid=\"1\"/><tile><tile/></tile>"), &[]);
    refuse("data of no layer", "<map width=\"1\" height=\"1\"><data/></map>", &[]);
    refuse("another size", &map(SQUARE, "<layer width=\"3\" height=\"3\"/>"), &[]);
    refuse("many layers", &map(SQUARE, &"<objectgroup/>".repeat(129)), &[]);
    refuse("many elements", &map(SQUARE, &"<x/>".repeat(1 << 18)), &[]);
    refuse("10,000 groups", &map(SQUARE, &format!("{}{}", "<group>".repeat(10_000), "</group>".repeat(10_000))), &[]);
    refuse("open groups", &map(SQUARE, &"<group>".repeat(10)).replace("</map>", ""), &[]);
    let object = |template: &str| map(SQUARE, &format!("<objectgroup><object template=\"{template}\"/></objectgroup>"));
    let itself = "<template><object template=\"self.tx\"/></template>";
    refuse("a template of itself", &object("self.tx"), &[("self.tx", itself.as_bytes())]);
    refuse("the map as template", &object("map.tmx"), &[]);
    refuse("a way up", &object("../secret.tx"), &[]);
    refuse("a way up and down", &object("a/../../secret.tx"), &[]);
    refuse("a way from the root", &object("/etc/passwd"), &[]);
    refuse("a way on Windows", &object("..\\secret.tx"), &[]);
    refuse("a drive", &object("C:secret.tx"), &[]);
    refuse("no file", &object("none.tx"), &[]);
    refuse("the folder", &object("."), &[]);
    let nested = "<tileset tilecount=\"1\" columns=\"1\"><tile><objectgroup><object template=\"a.tx\"/></objectgroup></tile></tileset>";
    refuse("a set with templates", &tileset("source=\"nested.tsx\""), &[("nested.tsx", nested.as_bytes())]);
    let endless = |data: &str| {
        let layer = format!("<layer width=\"4\" height=\"3\"><data encoding=\"csv\">{data}</data></layer>");
        map(SQUARE, &layer).replace("infinite=\"0\"", "infinite=\"1\"")
    };
    let chunk = |place: &str, data: &str| format!("<chunk {place}>{data}</chunk>");
    refuse("an infinite map with nothing", &endless(""), &[]);
    refuse("without chunks", &endless("1,1,1"), &[]);
    refuse("without tiles", &endless(&chunk("x=\"0\" y=\"0\" width=\"1\" height=\"1\"", "0")), &[]);
    refuse("infinite or not", &map(SQUARE, "").replace("infinite=\"0\"", "infinite=\"2\""), &[]);
    let one = |x: &str| chunk(&format!("x=\"{x}\" y=\"0\" width=\"1\" height=\"1\""), "1");
    refuse("chunks far apart", &endless(&(one("-300") + &one("212"))), &[]);
    refuse("a chunk far away", &endless(&one("2000000000")), &[]);
    refuse("a chunk nowhere", &endless("<chunk width=\"1\" height=\"1\">1</chunk>"), &[]);
    refuse("a large chunk", &endless(&chunk("x=\"0\" y=\"0\" width=\"4000000000\" height=\"9\"", "1")), &[]);
    refuse("a short chunk", &endless(&chunk("x=\"0\" y=\"0\" width=\"2\" height=\"1\"", "1")), &[]);
    refuse("an empty chunk", &endless("<chunk x=\"0\" y=\"0\" width=\"2\" height=\"1\"/>"), &[]);
    refuse("a chunk in a chunk", &endless(&chunk("x=\"0\" y=\"0\" width=\"1\" height=\"1\"", &one("0"))), &[]);
    refuse("many chunks", &endless(&one("0").repeat(1 << 16 | 1)), &[]);
    refuse("chunks", &map(SQUARE, "<chunk/>"), &[]);
    refuse("chunks of a size", &data("encoding=\"csv\"", &one("0")), &[]);
    let layers = "<layer width=\"512\" height=\"512\"><data encoding=\"csv\"/></layer>";
    refuse("an empty layer", &map(r#"orientation="orthogonal" width="512" height="512""#, layers), &[]);
    let zone = r#"<objectgroup><object type="zone" name="z" width="32000" height="32000"/></objectgroup>"#;
    let zones = map(r#"orientation="orthogonal" width="512" height="512""#, &zone.repeat(9));
    refuse("many marked cells", &zones, &[]);
    refuse("entities", "<!DOCTYPE lol [<!ENTITY lol \"lol\">]><map/>", &[]);
    refuse("no XML", "<map <", &[]);
    refuse("no map", "<tileset tilecount=\"1\" columns=\"1\"/>", &[]);
    refuse("nothing", "", &[]);
    refuse("hexagons", &map(SQUARE, "").replace("orthogonal", "hexagonal"), &[]);
    refuse("a long value", &map(SQUARE, &format!("<x y=\"{}\"/>", " ".repeat(1 << 17))), &[]);
    expect![[r#"
        a count of 4e9: map.tmx:2: `width` must be 1 to 512, not `65536`
        no size: map.tmx:2: `width` must be 1 to 512, not `0`
        a set of 4e9 tiles: map.tmx:4: the tilesets of a map have at most 65536 tiles
        no count: map.tmx:4: `tilecount` is not a number: `many`
        a zip bomb: map.tmx:4: the data has more tiles than the 12 cells
        another: map.tmx:4: the data has more tiles than the 12 cells
        a third: map.tmx:4: the data has more tiles than the 12 cells
        no zstd: map.tmx:4: the tile data cannot be unpacked: MagicNumberReadError(Error { kind: UnexpectedEof, message: "failed to fill whole buffer" })
        lzma: map.tmx:4: tile data must be CSV or Base64, the latter also with zlib, gzip or zstd
        no zlib: map.tmx:4: the tile data cannot be unpacked: corrupt deflate stream
        no Base64: map.tmx:4: the tile data is not valid Base64: Invalid symbol 33, offset 0.
        too few tiles: map.tmx:4: the data has 3 tiles for 12 cells
        no number: map.tmx: invalid digit found in string
        tiles in two texts: map.tmx:4: tile data must be one text
        tiles as elements: map.tmx:4: tile data must be text; save it as CSV
        data of no layer: map.tmx:1: the data has 0 tiles for 1 cells
        another size: map.tmx:4: the layer is 3 by 3 cells, but the map has another size
        many layers: map.tmx:4: a map has at most 128 layers
        many elements: map.tmx:4: a map has at most 262144 elements
        10,000 groups: map.tmx:4: elements are nested more than 32 deep
        open groups: map.tmx:5: the file ends within an element
        a template of itself: self.tx:1: `self.tx` cannot be a file here
        the map as template: map.tmx:1: the file's name has the wrong ending for its kind
        a way up: map.tmx:4: `../secret.tx` is outside the map's folder; `--root DIR` allows a folder further up
        a way up and down: map.tmx:4: `a/../../secret.tx` is outside the map's folder
        a way from the root: map.tmx:4: `/etc/passwd` is outside the map's folder
        a way on Windows: map.tmx:4: `..\secret.tx` is outside the map's folder
        a drive: map.tmx:4: `C:secret.tx` is outside the map's folder
        no file: none.tx cannot be read: No such file or directory (os error 2)
        the folder: map.tmx:4: `.` is outside the map's folder
        a set with templates: nested.tsx:1: `a.tx` cannot be a file here
        an infinite map with nothing: map.tmx: the map is infinite, and has no tiles
        without chunks: map.tmx:4: the map is infinite, but has no chunks of tiles; turn off `Infinite` in Tiled and save it again
        without tiles: map.tmx: the map is infinite, and has no tiles
        infinite or not: map.tmx:2: `infinite` must be 0 or 1, not `2`
        chunks far apart: map.tmx: the tiles of the map cover 513 by 1 cells; the maximum is 512 by 512
        a chunk far away: map.tmx:4: `x` must be at most 1048576 from 0, not `2000000000`
        a chunk nowhere: map.tmx:4: `x` must be at most 1048576 from 0, not ``
        a large chunk: map.tmx:4: `width` must be 1 to 512, not `4000000000`
        a short chunk: map.tmx:4: the data has 1 tiles for 2 cells
        an empty chunk: map.tmx:4: the data has 1 tiles for 2 cells
        a chunk in a chunk: map.tmx:4: tile data must be text; save it as CSV
        many chunks: map.tmx:4: the layers of a map have at most 16777216 cells
        chunks: map.tmx:4: `chunk` is not inside `data`
        chunks of a size: map.tmx:4: tile data must be text; save it as CSV
        an empty layer: map.tmx:4: the data has 1 tiles for 262144 cells
        many marked cells: map.tmx: the zones of its objects cover more than 2097152 cells
        entities: map.tmx:1: documents with their own type are not supported
        no XML: map.tmx:1: the file is not valid XML: Unexpected EOF during reading Element
        no map: map.tmx: Expected root element <map>, got <tileset>
        nothing: map.tmx: Document ended before root element <map> was found
        hexagons: map.tmx: the map must be orthogonal or isometric
        a long value: map.tmx:4: a value has at most 65536 bytes
    "#]]
    .assert_eq(&told);
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_out_of_the_folder() {
    let outside = tempfile::tempdir().expect("there is room");
    std::fs::write(outside.path().join("tiles.tsx"), TILES.1).expect("it can be written");
    let folder = tempfile::tempdir().expect("there is room");
    std::os::unix::fs::symlink(outside.path(), folder.path().join("out")).expect("it can be linked");
    let map = map(SQUARE, "").replace("tiles.tsx", "out/tiles.tsx");
    std::fs::write(folder.path().join("map.tmx"), map).expect("it can be written");
    let error = import(&folder.path().join("map.tmx"), &Options::default()).expect_err("it is refused").to_string();
    assert!(error.ends_with("a link leads out of the map's folder"), "{error}");
    assert!(import(Path::new("/"), &Options::default()).is_err());
}

#[test]
fn many_sorts_of_cells_are_refused_and_many_warnings_told_in_part() {
    let tiles: String = (0..5_000).map(|id| format!("<tile id=\"{id}\" type=\"t{id}\"/>")).collect();
    let tiles = format!("<tileset tilewidth=\"1\" tileheight=\"1\" tilecount=\"5000\" columns=\"1\">{tiles}</tileset>");
    let side = 70;
    let sorts = |count: usize| {
        let data: Vec<String> = (0..side * side).map(|at| (1 + at % count).to_string()).collect();
        let layer = format!(
            "<layer width=\"{side}\" height=\"{side}\"><data encoding=\"csv\">{}</data></layer>",
            data.join(",")
        );
        map(&format!("orientation=\"orthogonal\" width=\"{side}\" height=\"{side}\""), &layer)
    };
    let error = |count: usize| refused(&[("map.tmx", sorts(count).as_bytes()), ("tiles.tsx", tiles.as_bytes())]);
    assert!(error(4_500).contains("4096"));
    assert!(error(801).contains("the map has 801 kinds of cells; the maximum is 800"));
    let files = (sorts(799), tiles.clone());
    assert!(imported(&[("map.tmx", files.0.as_bytes()), ("tiles.tsx", files.1.as_bytes())]).is_ok());
    let signs = map(SQUARE, &format!("<objectgroup>{}</objectgroup>", "<object/>".repeat(500)));
    let (_, warnings) =
        imported(&[("map.tmx", signs.as_bytes()), ("tiles.tsx", TILES.1.as_bytes())]).expect("it is read");
    assert_eq!(warnings.len(), 101);
}
