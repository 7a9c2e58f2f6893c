//! Positions of objects and types of properties.

use std::path::Path;

use foretoken_action_assets::tiled::{Imported, Options, import};

fn square(attributes: &str, tileset: &str, objects: &str) -> String {
    format!(
        r#"<map version="1.10" width="4" height="4" tilewidth="32" tileheight="32" {attributes}>
 <tileset firstgid="1" name="t" tilewidth="32" tileheight="32" tilecount="4" columns="2" {tileset}>
  <image source="t.png" width="64" height="64"/>
  <tile id="0" type="floor"/><tile id="1" type="wall"/>
  <tile id="2" type="rat"><properties><property name="team" value="1"/></properties></tile>
 </tileset>
 <layer name="ground" width="4" height="4"><data encoding="csv">2,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1</data></layer>
 <objectgroup name="units">{objects}</objectgroup>
</map>"#
    )
}

fn read(map: &str, options: &Options) -> Imported {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("map.tmx");
    std::fs::write(&path, map).expect("it can be written");
    import(&path, options).expect("it is read")
}

fn units(imported: &Imported) -> String {
    let mut told = Vec::new();
    for (y, row) in imported.scenario.map.iter().enumerate() {
        for (x, glyph) in row.chars().enumerate() {
            let entry = imported.scenario.legend.iter().find(|entry| entry.glyph == glyph.to_string());
            for entry in entry.into_iter().filter(|entry| !entry.unit.is_empty()) {
                let column = char::from(b'a' + u8::try_from(x).expect("few columns"));
                told.push(format!("{} {column}{} side {}", entry.unit, y + 1, entry.team));
            }
        }
    }
    told.extend(imported.warnings.iter().map(|warning| format!("! {warning}")));
    told.join("\n")
}

const ORTHOGONAL: &str = r#"orientation="orthogonal""#;
const ISOMETRIC: &str = r#"orientation="isometric""#;

fn at(objects: &str) -> String {
    units(&read(&square(ORTHOGONAL, "", objects), &Options::default()))
}

#[test]
fn a_rotated_rectangle_lies_where_tiled_draws_it() {
    let rat =
        |turn: &str| at(&format!(r#"<object type="rat" x="64" y="64" width="32" height="32" rotation="{turn}"/>"#));
    assert_eq!(rat("0"), "rat c3 side 0");
    assert_eq!(rat("90"), "rat b3 side 0");
    assert_eq!(rat("180"), "rat b2 side 0");
    assert_eq!(rat("-90"), "rat c2 side 0");
    assert_eq!(rat("45"), "rat c3 side 0");
    assert_eq!(rat("170"), "rat b2 side 0");
}

#[test]
fn a_picture_stands_where_its_middle_lies() {
    let sprite = |words: &str| at(&format!(r#"<object id="1" type="cat" gid="1" {words}/>"#));
    assert_eq!(sprite(r#"x="68" y="44" width="10" height="10""#), "cat c2 side 0");
    assert_eq!(sprite(r#"x="64" y="64" width="32" height="32""#), "cat c2 side 0");
    assert_eq!(sprite(r#"x="64" y="64""#), "cat c2 side 0");
    assert_eq!(sprite(r#"x="64" y="64" width="32" height="32" rotation="90""#), "cat c3 side 0");
    let tall = "cat c2 side 0\n! layer `units`: `object 1` covers 1 by 2 cells; it is placed on c2, in the middle";
    assert_eq!(sprite(r#"x="64" y="64" width="32" height="64""#), tall);
}

#[test]
fn pictures_are_aligned_as_their_tileset_tells() {
    let object = r#"<object type="cat" gid="1" x="64" y="64" width="20" height="20"/>"#;
    for (alignment, cell) in [
        ("unspecified", "c2"),
        ("topleft", "c3"),
        ("top", "c3"),
        ("topright", "b3"),
        ("left", "c3"),
        ("center", "c3"),
        ("right", "b3"),
        ("bottomleft", "c2"),
        ("bottom", "c2"),
        ("bottomright", "b2"),
    ] {
        let map = square(ORTHOGONAL, &format!("objectalignment=\"{alignment}\""), object);
        assert_eq!(units(&read(&map, &Options::default())), format!("cat {cell} side 0"), "{alignment}");
    }
    for (alignment, y) in [("unspecified", 48), ("bottom", 48), ("center", 36), ("top", 24)] {
        let place = format!(r#"x="{y}" y="{y}" width="32" height="24""#);
        let object = format!(r#"<object type="cat" gid="1" {place}/>"#);
        let map = square(ISOMETRIC, &format!("objectalignment=\"{alignment}\""), &object);
        assert_eq!(units(&read(&map, &Options::default())), "cat b2 side 0", "{alignment}");
    }
}

#[test]
fn a_class_and_properties_are_inherited_from_the_tile() {
    assert_eq!(at(r#"<object gid="3" x="64" y="64" width="32" height="32"/>"#), "rat c2 side 1");
    let own = r#"<object type="cat" gid="3" x="64" y="64"><properties><property name="team" value="2"/></properties></object>"#;
    assert_eq!(at(own), "cat c2 side 2");
}

#[test]
fn numbers_count_whatever_their_type() {
    let rat = |words: &str| {
        at(&format!(
            r#"<object name="Gnaw" type="rat" x="32" y="32" width="32" height="32"><properties><property name="team" {words}/></properties></object>"#
        ))
    };
    for words in ["value=\"1\"", "type=\"float\" value=\"1\"", "value=\" 1.0 \"", "type=\"int\" value=\"1\""] {
        assert_eq!(rat(words), "rat b2 side 1", "{words}");
    }
    for (words, shown) in
        [("value=\"red\"", "red"), ("type=\"float\" value=\"1.5\"", "1.5"), ("type=\"int\" value=\"x\"", "x")]
    {
        let told = format!("rat b2 side 0\n! layer `units`: `Gnaw`: `team` is not a whole number: `{shown}`");
        assert_eq!(rat(words), told);
    }
    let relief = r#"<layer name="relief" width="4" height="4">
  <properties><property name="heights" value="true"/><property name="floor" value="0"/></properties>
  <data encoding="csv">0,0,0,3,0,0,0,0,0,0,0,0,0,0,0,0</data></layer><objectgroup"#;
    let map = square(ORTHOGONAL, "", "").replace("<objectgroup", relief).replace("\"team\"", "\"height\"");
    let imported = read(&map, &Options::default());
    assert_eq!((imported.scenario.heights[0].as_str(), imported.warnings.len()), ("...1", 0));
}

#[test]
fn offsets_of_layers_and_groups_move_what_is_in_them() {
    let rat = r#"<object type="rat" x="0" y="0" width="32" height="32"/>"#;
    let group = r#"<group offsetx="32" offsety="32"><objectgroup name="units" offsetx="32">"#;
    let map = square(ORTHOGONAL, "", rat).replace("<objectgroup name=\"units\">", group);
    let map = map.replace("</objectgroup>", "</objectgroup></group>");
    assert_eq!(units(&read(&map, &Options::default())), "rat c2 side 0");
    let map = square(ORTHOGONAL, "", "").replace("<layer", "<layer offsetx=\"32\" offsety=\"64\"");
    let imported = read(&map, &Options::default());
    let rows: Vec<bool> = imported.scenario.map.iter().map(|row| row.contains('#')).collect();
    assert_eq!((rows, imported.scenario.map[2].chars().nth(1)), (vec![false, false, true, false], Some('#')));
    let map = square(ORTHOGONAL, "", "").replace("<layer", "<layer offsety=\"-16\"");
    let told = "layer `ground`: its offset of 0, -16 pixels is not a whole number of cells; its tiles are moved by 0 columns and 0 rows";
    assert_eq!(read(&map, &Options::default()).warnings, [told]);
    let map = square(ISOMETRIC, "", rat).replace("<objectgroup", "<objectgroup offsetx=\"16\" offsety=\"16\"");
    assert_eq!(units(&read(&map, &Options::default())), "rat b1 side 0");
}

#[test]
fn units_of_several_cells_stand_on_their_north_western_one() {
    let object = r#"<object name="Bulk" type="bulk" x="32" y="32" width="64" height="64"/>"#;
    let told = "bulk b2 side 0\n! layer `units`: `Bulk` covers 2 by 2 cells; it is placed on b2, the north-western one";
    assert_eq!(at(object), told);
    let known = |size| Options { footprints: [("bulk".to_owned(), size)].into(), ..Options::default() };
    let map = square(ORTHOGONAL, "", object);
    assert_eq!(units(&read(&map, &known((2, 2)))), "bulk b2 side 0");
    assert_eq!(units(&read(&map, &known((1, 1)))), "bulk c3 side 0");
    assert_eq!(units(&read(&map, &known((3, 2)))), "bulk b2 side 0");
    let picture = r#"<object type="bulk" gid="1" x="32" y="96" width="64" height="64"/>"#;
    assert_eq!(units(&read(&square(ORTHOGONAL, "", picture), &known((2, 2)))), "bulk b2 side 0");
    let picture = r#"<object type="bulk" gid="1" x="96" y="96" width="64" height="64"/>"#;
    assert_eq!(units(&read(&square(ISOMETRIC, "", picture), &known((2, 2)))), "bulk b2 side 0");
}

#[test]
fn a_turned_zone_covers_what_it_is_drawn_over() {
    let zone = |place: &str| {
        let object = format!(r#"<object type="zone" name="gate" {place}/>"#);
        let imported = read(&square(ORTHOGONAL, "", &object), &Options::default());
        let entries = imported.scenario.legend.iter().filter(|entry| !entry.zone.is_empty());
        let glyphs: Vec<String> = entries.map(|entry| entry.glyph.clone()).collect();
        let rows = imported.scenario.map.iter().map(|row| {
            row.chars().map(|c| if glyphs.contains(&c.to_string()) { 'z' } else { '.' }).collect::<String>()
        });
        rows.collect::<Vec<_>>().join("/")
    };
    assert_eq!(zone(r#"x="64" y="32" width="64" height="32""#), "..../..zz/..../....");
    assert_eq!(zone(r#"x="64" y="32" width="64" height="32" rotation="90""#), "..../.z../.z../....");
    assert_eq!(zone(r#"x="128" y="64" width="64" height="32" rotation="180""#), "..../..zz/..../....");
    assert_eq!(zone(r#"x="64" y="8" width="79" height="79" rotation="45""#), "..../.zz./.zz./....");
}

#[test]
fn files_of_old_versions_are_read() {
    let old = r#"<?xml version="1.0"?>
<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">
<map version="1.0" orientation="orthogonal" width="2" height="2" tilewidth="32" tileheight="32">
 <tileset firstgid="1" name="t" tilewidth="32" tileheight="32">
  <image source="t.png" trans="none"/>
  <terraintypes><terrain name="Grass" tile="0"/></terraintypes>
  <tile id="0" terrain="0,0,0,"><properties><property name="terrain" value="floor"/></properties></tile>
  <tile id="1"><properties><property name="terrain" value="wall"/></properties></tile>
  <wangsets><wangset name="w" tile="-1"><wangcornercolor name="a" color="red" tile="-1" probability="1"/>
   <wangtile tileid="0" wangid="0x10101010"/></wangset></wangsets>
 </tileset>
 <layer name="ground" width="2" height="2"><data><tile gid="2"/><tile gid="1"/><tile gid="1"></tile><tile/></data></layer>
 <objectgroup name="units" width="2" height="2" color="wrong"><object type="rat" x="32" y="0"/></objectgroup>
</map>"#;
    let imported = read(old, &Options::default());
    assert_eq!(imported.scenario.map, ["#r", "f."]);
    assert_eq!(imported.warnings, Vec::<String>::new());
}

#[test]
fn tilesets_lie_beside_the_folder_of_the_map_under_a_root() {
    let folder = tempfile::tempdir().expect("there is room");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
        std::fs::write(path, text).expect("it is written");
    };
    let tiles = r#"<tileset name="t" tilewidth="32" tileheight="32" tilecount="2" columns="2"><tile id="0" type="floor"/><tile id="1" type="wall"/></tileset>"#;
    let map = |source: &str| {
        format!(
            r#"<map version="1.10" orientation="orthogonal" width="2" height="1" tilewidth="32" tileheight="32"><tileset firstgid="1" source="{source}"/><layer width="2" height="1"><data encoding="csv">1,2</data></layer></map>"#
        )
    };
    write("project/tilesets/t.tsx", tiles);
    write("project/maps/map.tmx", &map("../tilesets/t.tsx"));
    write("project/maps/far.tmx", &map("../../secret.tsx"));
    write("secret.tsx", tiles);
    let root = |root: &Path| Options { root: Some(root.to_owned()), ..Options::default() };
    let project = folder.path().join("project");
    let read = |name: &str, options: &Options| import(&project.join(name), options).map_err(|error| error.to_string());
    let imported = read("maps/map.tmx", &root(&project)).expect("it is read");
    assert_eq!(imported.scenario.map, [".#"]);
    let error = read("maps/map.tmx", &Options::default()).expect_err("no root");
    assert!(error.contains("--root DIR"), "{error}");
    let error = read("maps/far.tmx", &root(&project)).expect_err("it leads out of the root");
    assert!(error.contains("../../secret.tsx"), "{error}");
    let error = read("maps/map.tmx", &root(&project.join("tilesets"))).expect_err("the map lies elsewhere");
    assert!(error.contains("the map is outside"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_at_once() {
    let folder = tempfile::tempdir().expect("there is room");
    let pipe = folder.path().join("map.tmx");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("it runs");
    assert!(made.success());
    let error = import(&pipe, &Options::default()).expect_err("it is no file").to_string();
    assert!(error.contains("not a regular file"), "{error}");
}
