//! One map in each format.

use expect_test::{Expect, expect};
use foretoken_action_assets::tiled::Options;

use super::{imported_from, zlib};

const TMX: &str = r#"<map version="1.10" orientation="orthogonal" width="4" height="3" tilewidth="16" tileheight="16">
 <properties><property name="title" value="The Yard"/></properties>
 <tileset firstgid="1" name="yard" tilewidth="16" tileheight="16" tilecount="3" columns="3">
  <tile id="0" type="floor"/><tile id="1" type="wall"/><tile id="2" type="pit"/>
 </tileset>
 <layer name="Ground" width="4" height="3"><data encoding="csv">2,2,2,2,1,1,3,1,1,1,1,1</data></layer>
 <objectgroup name="Units">
  <object id="1" type="rat" x="16" y="16" width="16" height="16"/>
  <object id="2" type="cat" x="48" y="32" width="16" height="16">
   <properties><property name="team" type="int" value="1"/><property name="facing" value="north"/></properties>
  </object>
 </objectgroup>
</map>"#;

const TMJ: &str = r#"{
 "type": "map", "version": "1.10", "orientation": "orthogonal", "infinite": false,
 "width": 4, "height": 3, "tilewidth": 16, "tileheight": 16,
 "properties": [{"name": "title", "type": "string", "value": "The Yard"}],
 "tilesets": [TILESET],
 "layers": [
  {"type": "tilelayer", "name": "Ground", "width": 4, "height": 3, "data": [2,2,2,2,1,1,3,1,1,1,1,1]},
  {"type": "objectgroup", "name": "Units", "objects": [
   {"id": 1, "name": "", "type": "rat", "x": 16, "y": 16, "width": 16, "height": 16},
   {"id": 2, "name": "", "class": "cat", "x": 48, "y": 32, "width": 16, "height": 16, "properties": [
    {"name": "team", "type": "int", "value": 1}, {"name": "facing", "type": "string", "value": "north"}
   ]}
  ]}
 ]
}"#;

const TSJ: &str = r#"{"firstgid": 1, "name": "yard", "tilewidth": 16, "tileheight": 16, "tilecount": 3, "tiles": [
 {"id": 0, "type": "floor"}, {"id": 1, "class": "wall"},
 {"id": 2, "properties": [{"name": "terrain", "type": "string", "value": "pit"}]}
]}"#;

const TSX: &str = r#"<tileset name="yard" tilewidth="16" tileheight="16" tilecount="3" columns="3">
 <tile id="0" type="floor"/><tile id="1" type="wall"/><tile id="2" type="pit"/>
</tileset>"#;

pub(super) const LEVEL: &str = r#"{
  "identifier": "Yard", "pxWid": 64, "pxHei": 48, "externalRelPath": null,
  "fieldInstances": [{"__identifier": "title", "__type": "String", "__value": "The Yard"}],
  "layerInstances": [
   {"__identifier": "Units", "__type": "Entities", "__gridSize": 16, "__cWid": 4, "__cHei": 3, "layerDefUid": 2,
    "__tilesetDefUid": null, "intGridCsv": [], "gridTiles": [], "entityInstances": [
    {"__identifier": "rat", "__pivot": [0.5, 1], "px": [24, 32], "width": 16, "height": 16, "fieldInstances": []},
    {"__identifier": "cat", "__pivot": [0, 0], "px": [48, 32], "width": 16, "height": 16, "fieldInstances": [
     {"__identifier": "team", "__type": "Int", "__value": 1},
     {"__identifier": "facing", "__type": "LocalEnum.Way", "__value": "North"}
    ]}
   ]},
   {"__identifier": "Ground", "__type": "IntGrid", "__gridSize": 16, "__cWid": 4, "__cHei": 3, "layerDefUid": 1,
    "__tilesetDefUid": 5, "intGridCsv": [2,2,2,2,1,1,3,1,1,1,1,1], "entityInstances": [],
    "autoLayerTiles": [{"px": [0, 0], "src": [0, 0], "f": 0, "t": 7, "d": [1], "a": 1}]}
  ]
 }"#;

pub(super) fn project(levels: &str) -> String {
    format!(
        r#"{{
 "jsonVersion": "1.5.3", "worlds": [],
 "defs": {{"layers": [{{"uid": 1, "identifier": "Ground", "intGridValues": [
   {{"value": 1, "identifier": "floor"}}, {{"value": 2, "identifier": "wall"}}, {{"value": 3, "identifier": "pit"}}
  ]}}],
  "tilesets": [{{"uid": 5, "identifier": "yard", "tileGridSize": 16,
   "enumTags": [{{"enumValueId": "Stone", "tileIds": [1]}}]}}]}},
 "levels": [{levels}]
}}"#
    )
}

fn read(map: &str, files: &[(&str, &str)]) -> Result<(String, Vec<String>), String> {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    imported_from(map, &files, &Options::default())
}

fn tmj(tileset: &str) -> String {
    TMJ.replace("TILESET", tileset)
}

#[test]
fn every_form_of_a_map_gives_the_same_scenario() {
    let (first, warnings) = read("yard.tmx", &[("yard.tmx", TMX)]).expect("it is read");
    assert!(warnings.is_empty(), "{warnings:?}");
    expect![[r#####"
        Scenario(
            title: "The Yard",
            map: [
                "####",
                ".rp.",
                "...c",
            ],
            legend: [
                (
                    glyph: ".",
                    terrain: "floor",
                ),
                (
                    glyph: "c",
                    terrain: "floor",
                    unit: "cat",
                    team: 1,
                    facing: North,
                ),
                (
                    glyph: "r",
                    terrain: "floor",
                    unit: "rat",
                ),
                (
                    glyph: "p",
                    terrain: "pit",
                ),
                (
                    glyph: "#",
                    terrain: "wall",
                ),
            ],
        )
    "#####]]
    .assert_eq(&first);
    let named = |file: &str| tmj(&format!(r#"{{"firstgid": 1, "source": "{file}"}}"#));
    let head = r#"{"identifier": "Yard", "externalRelPath": "yard/Yard.ldtkl", "layerInstances": null}"#;
    let world = project("").replace("\"worlds\": []", &format!("\"worlds\": [{{\"levels\": [{LEVEL}]}}]"));
    let forms: [(&str, Vec<(&str, String)>); 7] = [
        ("a.tmj", vec![("a.tmj", tmj(TSJ))]),
        ("a.json", vec![("a.json", tmj(TSJ))]),
        ("a.tmj", vec![("a.tmj", named("sets/yard.tsj")), ("sets/yard.tsj", TSJ.to_owned())]),
        ("a.tmj", vec![("a.tmj", named("sets/yard.tsx")), ("sets/yard.tsx", TSX.to_owned())]),
        ("a.ldtk", vec![("a.ldtk", project(LEVEL))]),
        ("a.ldtk", vec![("a.ldtk", project(head)), ("yard/Yard.ldtkl", LEVEL.to_owned())]),
        ("a.ldtk", vec![("a.ldtk", world)]),
    ];
    for (map, files) in forms {
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let (text, warnings) = read(map, &files).expect("it is read");
        assert_eq!(text, first, "{:?}", files.iter().map(|(name, _)| name).collect::<Vec<_>>());
        assert!(warnings.is_empty(), "{warnings:?}");
    }
}

#[test]
fn tile_data_of_json_is_read_however_it_is_kept() {
    use base64::Engine;
    let plain: Vec<u8> = [2_u32, 2, 2, 2, 1, 1, 3, 1, 1, 1, 1, 1].iter().flat_map(|tile| tile.to_le_bytes()).collect();
    let text = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(bytes);
    let numbers = r#""data": [2,2,2,2,1,1,3,1,1,1,1,1]"#;
    let base = format!(r#""encoding": "base64", "data": "{}""#, text(&plain));
    let packed = format!(r#""encoding": "base64", "compression": "zlib", "data": "{}""#, text(&zlib(&plain)));
    let chunks = r#""startx": 0, "starty": 0, "chunks": [
        {"x": 0, "y": 0, "width": 4, "height": 2, "data": [2,2,2,2,1,1,3,1]},
        {"x": 0, "y": 2, "width": 4, "height": 1, "data": [1,1,1,1]}]"#;
    let whole = tmj(TSJ);
    assert!(whole.contains(numbers));
    let endless = whole.replace("\"infinite\": false", "\"infinite\": true").replace(numbers, chunks);
    let first = read("a.tmj", &[("a.tmj", &whole)]).expect("it is read");
    for map in [whole.replace(numbers, &base), whole.replace(numbers, &packed), endless] {
        assert_eq!(read("a.tmj", &[("a.tmj", &map)]).as_ref(), Ok(&first), "{map}");
    }
}

#[test]
fn objects_of_json_come_from_templates() {
    let template = r#"{"type": "template", "tileset": {"firstgid": 1, "source": "yard.tsj"}, "object":
        {"name": "Tom", "type": "cat", "width": 16, "height": 16,
         "properties": [{"name": "team", "type": "int", "value": 2}]}}"#;
    let objects: Vec<String> =
        (0..100).map(|at| format!(r#"{{"id": {at}, "template": "cat.tj", "x": 0, "y": 32}}"#)).collect();
    let map = tmj(TSJ);
    let (before, rest) = map.split_once("\"objects\": [").expect("objects");
    let (_, after) = rest.split_once("\n  ]}").expect("their end");
    let map = format!("{before}\"objects\": [{}]}}{after}", objects.join(","));
    let (text, warnings) = read("a.tmj", &[("a.tmj", &map), ("cat.tj", template)]).expect("it is read");
    assert!(text.contains("unit: \"cat\",\n            team: 2,"), "{text}");
    assert_eq!(
        warnings.first().map(String::as_str),
        Some("layer `Units`: `Tom` is on the cell of another unit; it is left out")
    );
}

#[test]
fn files_beside_the_folder_of_the_map_lie_under_a_root() {
    let map = tmj(r#"{"firstgid": 1, "source": "../sets/yard.tsj"}"#);
    let head = r#"{"identifier": "Yard", "externalRelPath": "../sets/Yard.ldtkl", "layerInstances": null}"#;
    let project = project(head);
    let files = [
        ("maps/a.tmj", map.as_str()),
        ("maps/a.ldtk", project.as_str()),
        ("sets/yard.tsj", TSJ),
        ("sets/Yard.ldtkl", LEVEL),
    ];
    let folder = super::written(&files.map(|(name, text)| (name, text.as_bytes())));
    for name in ["maps/a.tmj", "maps/a.ldtk"] {
        let import = |root: Option<&str>| {
            let root = root.map(|root| folder.path().join(root));
            let options = Options { root, ..Options::default() };
            foretoken_action_assets::tiled::import(&folder.path().join(name), &options)
                .map_err(|error| error.to_string())
        };
        assert_eq!(import(Some("")).expect("it is read").scenario.title, "The Yard", "{name}");
        let error = import(None).expect_err("it lies elsewhere");
        assert!(error.ends_with("; `--root DIR` allows a folder further up"), "{error}");
        assert!(import(Some("sets")).expect_err("the map lies elsewhere").contains("the map is outside"), "{name}");
    }
}

fn refused(map: &str, files: &[(&str, &str)], expected: Expect) {
    let error = read(map, files).expect_err("it is refused");
    expected.assert_eq(error.trim_start_matches("./"));
}

#[test]
fn a_level_is_named_where_a_project_has_several() {
    let other = LEVEL.replace("\"Yard\"", "\"Cellar\"");
    let two = project(&format!("{LEVEL}, {other}"));
    refused(
        "a.ldtk",
        &[("a.ldtk", &two)],
        expect!["a.ldtk:1: the project has 2 levels; choose one with `--level`: `Yard`, `Cellar`"],
    );
    let named = |level: &str| {
        let options = Options { level: Some(level.to_owned()), ..Options::default() };
        imported_from("a.ldtk", &[("a.ldtk", two.as_bytes())], &options)
    };
    assert!(named("Cellar").is_ok());
    let error = named("Celar").expect_err("there is none");
    expect!["./a.ldtk:1: the project has no level `Celar`; did you mean `Cellar`?"].assert_eq(&error);
}

#[test]
fn layers_of_another_grid_are_left_out() {
    let level = LEVEL.replacen(
        "\"layerInstances\": [",
        r#""layerInstances": [
        {"__identifier": "Fine", "__type": "Tiles", "__gridSize": 8, "__cWid": 8, "__cHei": 6, "__tilesetDefUid": 5},"#,
        1,
    );
    let (_, warnings) = read("a.ldtk", &[("a.ldtk", &project(&level))]).expect("it is read");
    assert_eq!(
        warnings,
        ["layer `Fine`: its cells have 8 pixels, but those of the board have 16; the layer is left out"]
    );
}
