//! Maps of other games with a mapping.

use expect_test::{Expect, expect};
use foretoken_action_assets::tiled::{Imported, MappingFile, Options, explain, import};

use super::forms::{LEVEL, project};
use super::written;

/// A map in which walls are collision shapes, a terrain brush, single tiles, a layer and an object.
pub(super) const FOREIGN: &str = r##"<map version="1.10" orientation="orthogonal" width="6" height="3" tilewidth="16" tileheight="16">
 <tileset firstgid="1" name="dungeon" tilewidth="16" tileheight="16" tilecount="9" columns="3">
  <tile id="1"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
  <tile id="2"><objectgroup><object id="1" x="0" y="0" width="4" height="4"/></objectgroup></tile>
  <tile id="5"><properties><property name="solid" type="bool" value="true"/></properties></tile>
  <tile id="6"><properties><property name="solid" type="bool" value="false"/></properties></tile>
  <wangsets><wangset name="Nature" type="corner" tile="-1">
   <wangcolor name="Cliffs" color="#ff0000" tile="-1" probability="1"/>
   <wangcolor name="Grass" color="#00ff00" tile="-1" probability="1"/>
   <wangtile tileid="3" wangid="0,1,0,1,0,1,0,2"/>
   <wangtile tileid="4" wangid="0,2,0,2,0,2,0,1"/>
  </wangset></wangsets>
 </tileset>
 <layer name="Background" width="6" height="3"><data encoding="csv">1,2,3,4,5,6,1,1,1,1,1,7,1,1,1,1,1,1</data></layer>
 <layer name="Upper Walls" width="6" height="3"><data encoding="csv">0,0,0,0,0,0,0,0,0,0,0,0,9,0,0,0,0,0</data></layer>
 <objectgroup name="Collision"><object id="1" x="32" y="32" width="32" height="16"/></objectgroup>
 <objectgroup name="Things">
  <object id="2" type="PlayerStart" x="0" y="16" width="16" height="16"/>
  <object id="3" type="Enemy" x="80" y="32" width="16" height="16"/>
  <object id="4" type="Sign" x="80" y="16" width="16" height="16"/>
 </objectgroup>
</map>"##;

fn mapped(name: &str, map: &str, mapping: &str) -> Result<Imported, String> {
    let folder = written(&[(name, map.as_bytes())]);
    let mapping = MappingFile::read("map.ron", mapping.as_bytes()).map_err(|error| error.to_string())?;
    let options = Options { mapping: Some(mapping), ..Options::default() };
    import(&folder.path().join(name), &options).map_err(|error| error.to_string())
}

fn rows(imported: &Imported) -> String {
    let mut told = imported.scenario.map.clone();
    told.extend(imported.warnings.iter().cloned());
    told.join("\n")
}

fn check(mapping: &str, expected: Expect) {
    let shown = match mapped("a.tmx", FOREIGN, mapping) {
        Ok(imported) => rows(&imported),
        Err(error) => error,
    };
    expected.assert_eq(&shown);
}

const THINGS: &str = r#"objects: [
    (class: "PlayerStart", unit: "knight", team: 0, facing: South),
    (class: "Enemy", unit: "rat", team: 1),
    (class: "Sign", ignored: true),
    (layer: "Collision", terrain: "wall"),
]"#;

#[test]
fn a_mapping_gives_a_foreign_map_its_walls_and_units() {
    let mapping = format!(
        r#"Mapping(ground: "floor", tiles: [
            (collides: true, terrain: "wall"),
            (brush: "Cliffs", terrain: "wall"),
            (brush: "Grass", terrain: "meadow"),
            (property: "solid", terrain: "wall"),
            (set: "dungeon", id: 6, surface: "fire"),
            (layer: "Upper Walls", terrain: "wall"),
            (layer: "Background", ignored: true),
        ], {THINGS})"#
    );
    check(
        &mapping,
        expect![[r#####"
        .#.#m#
        k....f
        #.##.r"#####]],
    );
    let imported = mapped("a.tmx", FOREIGN, &mapping).expect("it is read");
    assert_eq!(imported.scenario.ground, "floor");
    let sides: Vec<(&str, i32, usize)> = imported
        .scenario
        .legend
        .iter()
        .filter(|entry| !entry.unit.is_empty())
        .map(|entry| (entry.unit.as_str(), entry.team, entry.facing))
        .collect();
    assert_eq!(sides, [("knight", 0, 3), ("rat", 1, 0)]);
}

#[test]
fn the_first_rule_that_says_something_counts() {
    let mapping = format!(
        r#"Mapping(tiles: [
            (set: "dungeon", id: 1, seen: 1),
            (set: "dungeon", id: 1, terrain: "pit"),
            (collides: true, terrain: "wall"),
            (layer: "Background", terrain: "floor"),
            (layer: "Upper Walls", ignored: true),
        ], {THINGS})"#
    );
    check(
        &mapping,
        expect![[r#####"
        .p....
        k.....
        ..##.r"#####]],
    );
}

#[test]
fn faults_and_rules_that_fit_nothing_are_told_with_their_lines() {
    check(
        "Mapping(\n    tiles: [\n        (layr: \"Walls\", terrain: \"wall\"),\n    ],\n)",
        expect![[r#"
            map.ron:3:10: error[unknown-field]: unknown field `layr`
              in tiles[0].layr
                |
              3 |         (layr: "Walls", terrain: "wall"),
                |          ^^^^
              help: did you mean `layer`?
        "#]],
    );
    check(
        r#"Mapping(tiles: [
    (layer: "Backgrund", terrain: "floor"),
    (layer: "Background", id: 77, terrain: "floor"),
    (brush: "Clifs", terrain: "wall"),
    (terrain: "wall"),
    (layer: "Background", ignored: true),
    (layer: "Upper Walls", ignored: true),
], objects: [
    (class: "PlayerStart", unit: "knight"),
    (class: "Enemi", unit: "rat"),
    (class: "Enemy", ignored: true),
    (class: "Sign", ignored: true),
    (layer: "Collision", ignored: true),
])"#,
        expect![[r#"
            ......
            k.....
            ......
            map.ron:2: the map has no layer with tiles `Backgrund`; did you mean `Background`?
            map.ron:3: no tile of the map matches this rule
            map.ron:4: the map has no terrain brush `Clifs`; did you mean `Cliffs`?
            map.ron:5: no tile of the map matches this rule
            map.ron:10: the map has no class `Enemi`; did you mean `Enemy`?"#]],
    );
}

#[test]
fn names_that_the_pack_does_not_have_are_told() {
    let text = "Mapping(\n    ground: \"flor\",\n    objects: [\n        (class: \"Enemy\", unit: \"rat\"),\n    ],\n)";
    let mapping = MappingFile::read("map.ron", text.as_bytes()).expect("it is read");
    let names = |of: &str| if of == "terrain" { vec!["floor".to_owned()] } else { Vec::new() };
    let told = mapping.unknown(|of, name| names(of).iter().any(|known| known == name), names);
    assert_eq!(
        told,
        ["map.ron:2: the pack has no terrain `flor`; did you mean `floor`?", "map.ron:4: the pack has no unit `rat`"]
    );
}

#[test]
fn a_first_mapping_lists_all_that_a_map_shows() {
    let folder = written(&[("a.tmx", FOREIGN.as_bytes())]);
    let options = Options { footprints: [("enemy".to_owned(), (1, 1))].into(), ..Options::default() };
    let explained = explain(&folder.path().join("a.tmx"), &options).expect("it is read");
    let text = explained.mapping.to_text();
    expect![[r#"
        Mapping(
            tiles: [
                (
                    set: "dungeon",
                    id: 0,
                    seen: 12,
                    terrain: "?",
                ),
                (
                    set: "dungeon",
                    id: 1,
                    seen: 1,
                    terrain: "?",
                ),
                (
                    set: "dungeon",
                    id: 2,
                    seen: 1,
                    terrain: "?",
                ),
                (
                    set: "dungeon",
                    id: 3,
                    seen: 1,
                    terrain: "?",
                ),
                (
                    set: "dungeon",
                    id: 4,
                    seen: 1,
                    terrain: "?",
                ),
                (
                    set: "dungeon",
                    id: 5,
                    seen: 1,
                    terrain: "?",
                ),
                (
                    set: "dungeon",
                    id: 6,
                    seen: 1,
                    terrain: "?",
                ),
                (
                    set: "dungeon",
                    id: 8,
                    seen: 1,
                    terrain: "?",
                ),
                (
                    brush: "Nature",
                    seen: 2,
                    terrain: "?",
                ),
                (
                    brush: "Cliffs",
                    seen: 1,
                    terrain: "wall",
                ),
                (
                    brush: "Grass",
                    seen: 1,
                    terrain: "?",
                ),
                (
                    property: "solid",
                    seen: 1,
                    terrain: "wall",
                ),
                (
                    collides: true,
                    seen: 1,
                    terrain: "wall",
                ),
                (
                    layer: "Background",
                    seen: 18,
                    terrain: "?",
                ),
                (
                    layer: "Upper Walls",
                    seen: 1,
                    terrain: "wall",
                ),
            ],
            objects: [
                (
                    class: "Enemy",
                    seen: 1,
                    unit: "enemy",
                ),
                (
                    class: "PlayerStart",
                    seen: 1,
                    unit: "?",
                ),
                (
                    class: "Sign",
                    seen: 1,
                    unit: "?",
                ),
                (
                    layer: "Collision",
                    seen: 1,
                    terrain: "wall",
                ),
            ],
        )
    "#]]
    .assert_eq(&text);
    assert_eq!((explained.open, explained.left_out), (13, 0));
    check(
        &text,
        expect![[r#"
        .#.#.#
        P....S
        #.##.e
        layer `Background`: cells with tiles without a terrain: 15"#]],
    );
}

#[test]
fn levels_of_ldtk_are_mapped_too() {
    let level = LEVEL.replacen(
        "\"layerInstances\": [",
        r#""layerInstances": [
        {"__identifier": "Props", "__type": "Tiles", "__gridSize": 16, "__cWid": 4, "__cHei": 3, "__tilesetDefUid": 5,
         "gridTiles": [{"px": [0, 32], "src": [16, 0], "f": 0, "t": 1, "d": [8], "a": 1},
                       {"px": [16, 32], "src": [0, 0], "f": 1, "t": 0, "d": [9], "a": 1}]},"#,
        1,
    );
    let mapping = r#"Mapping(tiles: [
        (set: "Ground", id: 2, terrain: "rock"),
        (class: "pit", terrain: "water"),
        (brush: "Stone", terrain: "wall"),
        (set: "yard", id: 0, surface: "fire"),
    ])"#;
    let imported = mapped("a.ldtk", &project(&level), mapping).expect("it is read");
    expect![[r#####"
        rrrr
        .Rw.
        #f.c"#####]]
    .assert_eq(&rows(&imported));
}
