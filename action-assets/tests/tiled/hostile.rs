//! Hostile JSON files and mappings are refused without much time or memory.

use std::fmt::Write as _;

use expect_test::expect;
use foretoken_action_assets::tiled::{MappingFile, Options, explain, import};
use proptest::prelude::*;

use super::forms::{LEVEL, project};
use super::mapped::FOREIGN;
use super::{imported_from, written};

const MAP: &str = r#"{"orientation": "orthogonal", "width": 2, "height": 1, "tilewidth": 8, "tileheight": 8,
 "tilesets": [TILESETS],
 "layers": [LAYERS]}"#;

fn tmj(tilesets: &str, layers: &str) -> String {
    MAP.replace("TILESETS", tilesets).replace("LAYERS", layers)
}

#[test]
fn what_is_refused_of_json() {
    let mut told = String::new();
    let mut refuse = |what: &str, name: &str, map: &str, more: &[(&str, &str)]| {
        let files: Vec<(&str, &[u8])> = [(name, map.as_bytes())]
            .into_iter()
            .chain(more.iter().map(|(name, text)| (*name, text.as_bytes())))
            .collect();
        let error = imported_from(name, &files, &Options::default()).expect_err("it is refused");
        let _ = writeln!(told, "{what}: {}", error.trim_start_matches("./"));
    };
    let layer =
        |words: &str| tmj("", &format!(r#"{{"type": "tilelayer", "name": "a", "width": 2, "height": 1, {words}}}"#));
    refuse("nothing", "a.tmj", "", &[]);
    refuse("no JSON", "a.tmj", "{\n\"width\": }", &[]);
    refuse("a list", "a.tmj", "[]", &[]);
    refuse("a tileset", "a.tmj", r#"{"type": "tileset"}"#, &[]);
    refuse("hexagons", "a.tmj", &tmj("", "").replace("orthogonal", "hexagonal"), &[]);
    refuse("a count of 4e9", "a.tmj", &tmj("", "").replace("\"width\": 2", "\"width\": 4000000000"), &[]);
    refuse("no size of tiles", "a.tmj", &tmj("", "").replace("\"tilewidth\": 8", "\"tilewidth\": 0"), &[]);
    refuse("lists in lists", "a.tmj", &"[".repeat(100_000), &[]);
    refuse("groups in groups", "a.tmj", &tmj("", &r#"{"type": "group", "layers": ["#.repeat(10_000)), &[]);
    refuse("many elements", "a.tmj", &tmj("", &vec!["{}"; 1 << 18].join(",")), &[]);
    refuse("many layers", "a.tmj", &tmj("", &vec!["{}"; 129].join(",")), &[]);
    refuse("many tilesets", "a.tmj", &tmj(&vec!["{}"; 257].join(","), ""), &[]);
    refuse("a set of 4e9 tiles", "a.tmj", &tmj(r#"{"tilecount": 4000000000}"#, ""), &[]);
    refuse("no data", "a.tmj", &layer(r#""x": 0"#), &[]);
    refuse("too few tiles", "a.tmj", &layer(r#""data": [1]"#), &[]);
    refuse("too many tiles", "a.tmj", &layer(r#""data": [1,1,1]"#), &[]);
    refuse("no numbers", "a.tmj", &layer(r#""data": [1,-1]"#), &[]);
    refuse("no Base64", "a.tmj", &layer(r#""data": "!""#), &[]);
    refuse("another packer", "a.tmj", &layer(r#""data": "AAAA", "compression": "lzma""#), &[]);
    refuse(
        "another size",
        "a.tmj",
        &layer(r#""data": [1,1]"#).replace(r#""a", "width": 2"#, r#""a", "width": 3"#),
        &[],
    );
    let source = |source: &str| tmj(&format!(r#"{{"firstgid": 1, "source": "{source}"}}"#), "");
    refuse("a way up", "a.tmj", &source("../a.tsj"), &[]);
    refuse("a way from the root", "a.tmj", &source("/etc/passwd"), &[]);
    refuse("no file", "a.tmj", &source("a.tsj"), &[]);
    refuse("a set that names a set", "a.tmj", &source("a.tsj"), &[("a.tsj", r#"{"source": "a.tsj"}"#)]);
    refuse("a set of XML that lies", "a.tmj", &source("a.tsx"), &[("a.tsx", "<tileset tilecount=\"4000000000\"/>")]);
    let object = r#"{"type": "objectgroup", "objects": [{"template": "a.tj"}]}"#;
    let itself = r#"{"object": {"template": "a.tj"}}"#;
    refuse("a template of itself", "a.tmj", &tmj("", object), &[("a.tj", itself)]);
    refuse("a template of XML", "a.tmj", &tmj("", &object.replace(".tj", ".tx")), &[("a.tx", "<template/>")]);
    refuse("no project", "a.ldtk", "{}", &[]);
    refuse("no level", "a.ldtk", &project(""), &[]);
    refuse("no layers", "a.ldtk", &project(r#"{"pxWid": 8, "pxHei": 8}"#), &[]);
    let level = |from: &str, to: &str| project(&LEVEL.replace(from, to));
    refuse("a large level", "a.ldtk", &level("\"pxWid\": 64", "\"pxWid\": 1e300"), &[]);
    refuse("a grid of nothing", "a.ldtk", &level("\"__gridSize\": 16", "\"__gridSize\": 0"), &[]);
    refuse("a grid too short", "a.ldtk", &level("[2,2,2,2,1,1,3,1,1,1,1,1]", "[2]"), &[]);
    refuse("a value below 0", "a.ldtk", &level("[2,2,2,2,", "[2,2,2,-2,"), &[]);
    refuse("a text for a number", "a.ldtk", &level("\"pxWid\": 64", "\"pxWid\": \"64\""), &[]);
    refuse("a level elsewhere", "a.ldtk", &level("null,", "\"../a.ldtkl\","), &[]);
    expect![[r#"
        nothing: a.tmj:1: EOF while parsing a value
        no JSON: a.tmj:2: expected value
        a list: a.tmj:1: the map must be orthogonal or isometric
        a tileset: a.tmj:1: the file is not a map
        hexagons: a.tmj:1: the map must be orthogonal or isometric
        a count of 4e9: a.tmj:1: `width` must be 1 to 512, not `4000000000`
        no size of tiles: a.tmj: the tiles of the map have no size
        lists in lists: a.tmj:1: values are nested more than 96 deep
        groups in groups: a.tmj:3: values are nested more than 96 deep
        many elements: a.tmj:1: a map has at most 262144 elements
        many layers: a.tmj:3: the list has more than 128 values
        many tilesets: a.tmj:2: the list has more than 256 values
        a set of 4e9 tiles: a.tmj:1: the tilesets of a map have at most 65536 tiles
        no data: a.tmj:1: layer `a`: the data has 0 tiles for 2 cells
        too few tiles: a.tmj:1: layer `a`: the data has 1 tiles for 2 cells
        too many tiles: a.tmj:1: layer `a`: the data has more tiles than the 2 cells
        no numbers: a.tmj:3: invalid value: integer `-1`, expected u32
        no Base64: a.tmj:1: layer `a`: the tile data is not valid Base64: Invalid symbol 33, offset 0.
        another packer: a.tmj:1: layer `a`: tile data must be CSV or Base64, the latter also with zlib, gzip or zstd
        another size: a.tmj:1: layer `a`: the layer is 3 by 1 cells, but the map has another size
        a way up: a.tmj:1: `../a.tsj` is outside the map's folder; `--root DIR` allows a folder further up
        a way from the root: a.tmj:1: `/etc/passwd` is outside the map's folder
        no file: a.tsj cannot be read: No such file or directory (os error 2)
        a set that names a set: a.tsj:1: `a.tsj` cannot be a file here
        a set of XML that lies: a.tsx:1: the tilesets of a map have at most 65536 tiles
        a template of itself: a.tj:1: `a.tj` cannot be a file here
        a template of XML: a.tmj:1: the template `a.tx` is XML; save it as `.tj`
        no project: a.ldtk:1: the file is not an LDtk project
        no level: a.ldtk:1: the project has no level
        no layers: a.ldtk:8: the level has no layers
        a large level: a.ldtk:8: `pxWid` must be 1 to 512, not `9223372036854775807`
        a grid of nothing: a.ldtk:8: `__gridSize` must be 1 or more, not 0
        a grid too short: a.ldtk:8: the data has 1 tiles for 12 cells
        a value below 0: a.ldtk:8: `intGridCsv` has an invalid value -2
        a text for a number: a.ldtk:9: invalid type: string "64", expected f64
        a level elsewhere: a.ldtk:8: `../a.ldtkl` is outside the map's folder; `--root DIR` allows a folder further up
    "#]]
    .assert_eq(&told);
}

/// One rule may match every tile of a map, but a huge map with all rules is refused.
#[test]
fn mappings_are_bounded() {
    let rules = "(set: \"x\", id: 1, terrain: \"y\"),".repeat(4_097);
    let error = MappingFile::read("map.ron", format!("Mapping(tiles: [{rules}])").as_bytes()).expect_err("too many");
    assert_eq!(error.to_string(), "map.ron: a list of a mapping has at most 4096 rules");
    let error = MappingFile::read("map.ron", &vec![b' '; (4 << 20) + 1]).expect_err("too long");
    assert_eq!(error.to_string(), "map.ron: a mapping has at most 4194304 bytes");
    let objects: String = (0..70_000).map(|id| format!("{{\"id\": {id}}},")).collect();
    let layer = format!(r#"{{"type": "objectgroup", "objects": [{}]}}"#, objects.trim_end_matches(','));
    let rules = "(layer: \"x\", unit: \"y\"),".repeat(4_096);
    let mapping = MappingFile::read("map.ron", format!("Mapping(objects: [{rules}])").as_bytes()).expect("it is read");
    let options = Options { mapping: Some(mapping), ..Options::default() };
    let error = imported_from("a.tmj", &[("a.tmj", tmj("", &layer).as_bytes())], &options).expect_err("too much");
    assert!(error.ends_with("the mapping has too many rules for a map with so many tiles and objects"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn broken_bytes_are_read_or_refused(flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let map = tmj(
            r#"{"firstgid": 1, "name": "t", "tiles": [{"id": 0, "type": "wall", "objectgroup": {"objects": [{"width": 8}]}}]}"#,
            r#"{"type": "tilelayer", "name": "a", "width": 2, "height": 1, "data": [1,2]}"#,
        );
        let mapping = r#"Mapping(ground: "floor", tiles: [(layer: "a", id: 1, terrain: "wall")])"#;
        let broken = |text: &str| {
            let mut bytes = text.as_bytes().to_vec();
            for (at, byte) in &flips {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            bytes
        };
        let folder = written(&[("a.tmj", &broken(&map)), ("a.ldtk", &broken(&project(LEVEL))), ("a.tmx", &broken(FOREIGN))]);
        let mapping = MappingFile::read("map.ron", &broken(mapping)).ok();
        let options = Options { mapping, ..Options::default() };
        for name in ["a.tmj", "a.ldtk", "a.tmx"] {
            let path = folder.path().join(name);
            if let Ok(imported) = import(&path, &options) {
                prop_assert!(!imported.scenario.map.is_empty());
            }
            if let Ok(explained) = explain(&path, &options) {
                let text = explained.mapping.to_text();
                let read = MappingFile::read("map.ron", text.as_bytes()).expect("what is written is read");
                prop_assert_eq!(read.mapping, explained.mapping);
            }
        }
    }
}
