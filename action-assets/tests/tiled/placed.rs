//! Flipped tiles, zones as objects, and infinite maps.

use expect_test::{Expect, expect};
use foretoken_action_assets::tiled::{Options, import};

use super::{GROUND, SQUARE, TILES, check, layer, map};

const FLIPPED_D: u32 = 1 << 29;
const FLIPPED_V: u32 = 1 << 30;
const FLIPPED_H: u32 = 1 << 31;

/// Checks the heights of an eastward ramp under each flip: none, H, V, HV, and the same with D.
fn ramps(orientation: &str, expected: &[&str]) {
    let tile = |flips: u32| (5 | flips).to_string();
    let flips = [0, FLIPPED_H, FLIPPED_V, FLIPPED_H | FLIPPED_V];
    let rows = [0, FLIPPED_D].map(|d| flips.map(|flip| tile(flip | d)).join(","));
    let relief = format!("{},{},0,0,0,0", rows[0], rows[1]);
    let heights = r#"<property name="heights" type="bool" value="true"/>"#;
    let body = layer("ground", "", GROUND) + &layer("relief", heights, &relief);
    let map = map(&SQUARE.replace("orthogonal", orientation), &body);
    let folder = tempfile::tempdir().expect("there is room");
    std::fs::write(folder.path().join("map.tmx"), map).expect("it can be written");
    std::fs::write(folder.path().join(TILES.0), TILES.1).expect("it can be written");
    let imported = import(&folder.path().join("map.tmx"), &Options::default()).expect("it is read");
    assert_eq!(imported.scenario.heights[..2], *expected, "{orientation}");
}

/// The editor turns right by D and H, around by H and V, left by D and V.
#[test]
fn ramps_turn_as_their_tiles_are_flipped() {
    ramps("orthogonal", &["><><", "vv^^"]);
    ramps("isometric", &[">v^<", ">v^<"]);
}

#[test]
fn other_tiles_mean_the_same_however_they_are_flipped() {
    let wall = 2 | FLIPPED_D | FLIPPED_H;
    let body = layer("ground", "", &format!("{wall},2,2,2,1,1,1,1,1,1,1,1"));
    check(
        &[("map.tmx", &map(SQUARE, &body)), TILES],
        expect![[r#####"
            Scenario(
                map: [
                    "####",
                    "....",
                    "....",
                ],
                legend: [
                    (
                        glyph: ".",
                        terrain: "floor",
                    ),
                    (
                        glyph: "#",
                        terrain: "wall",
                    ),
                ],
            )
        "#####]],
    );
}

fn zones(objects: &str, expected: Expect) {
    let body = layer("ground", "", GROUND) + "<objectgroup name=\"zones\">" + objects + "</objectgroup>";
    check(&[("map.tmx", &map(SQUARE, &body)), TILES], expected);
}

#[test]
fn rectangles_and_points_are_zones() {
    zones(
        r#"<object id="1" class="zone" name="gate" x="64" y="17" width="40" height="99"/>
  <object id="2" name="spot" x="1" y="1"><properties><property name="zone" value="gate"/></properties><point/></object>
  <object id="3" type="rat" x="10" y="20"><properties><property name="zone" value="lair"/></properties></object>
  <object id="4" class="zone" name="slit" x="40" y="36" width="4" height="4"/>"#,
        expect![[r##"
            Scenario(
                map: [
                    "A###",
                    "r.Ga",
                    ".sg.",
                ],
                legend: [
                    (
                        glyph: "a",
                    ),
                    (
                        glyph: "g",
                        zone: "gate",
                    ),
                    (
                        glyph: ".",
                        terrain: "floor",
                    ),
                    (
                        glyph: "G",
                        terrain: "floor",
                        zone: "gate",
                    ),
                    (
                        glyph: "r",
                        terrain: "floor",
                        unit: "rat",
                        zone: "lair",
                    ),
                    (
                        glyph: "s",
                        terrain: "floor",
                        zone: "slit",
                    ),
                    (
                        glyph: "#",
                        terrain: "wall",
                    ),
                    (
                        glyph: "A",
                        terrain: "wall",
                        zone: "gate",
                    ),
                ],
            )
            warning: layer `ground`: cells with tiles without a terrain: 1
        "##]],
    );
}

#[test]
fn zones_that_mean_nothing_are_told() {
    zones(
        r#"<object id="1" class="zone" x="0" y="0" width="32" height="16"/>
  <object id="2" class="zone" name="round" x="0" y="0" width="32" height="16"><ellipse/></object>
  <object id="3" class="zone" name="beyond" x="0" y="900" width="32" height="16"/>
  <object id="4" class="zone" name="turned" x="0" y="16" width="64" height="16" rotation="30"/>
  <object id="5" class="zone" name="over" x="32" y="16" width="64" height="16"/>
  <object id="6" class="zone" name="above" x="0" y="0" width="64" height="16">
   <properties><property name="floor" type="int" value="3"/></properties>
  </object>
  <object id="7" class="zone" name="none" x="NaN" y="inf" width="64" height="16"/>"#,
        expect![[r#####"
            Scenario(
                map: [
                    "####",
                    ".ooa",
                    "t.a.",
                ],
                legend: [
                    (
                        glyph: "a",
                    ),
                    (
                        glyph: ".",
                        terrain: "floor",
                    ),
                    (
                        glyph: "o",
                        terrain: "floor",
                        zone: "over",
                    ),
                    (
                        glyph: "t",
                        terrain: "floor",
                        zone: "turned",
                    ),
                    (
                        glyph: "#",
                        terrain: "wall",
                    ),
                ],
            )
            warning: layer `ground`: cells with tiles without a terrain: 1
            warning: layer `zones`: `object 1` has no zone; it is left out
            warning: layer `zones`: `round`: a zone must be a rectangle or a point; it is left out
            warning: layer `zones`: `beyond` covers no cell of the map; it is left out
            warning: layer `zones`: `above` is on a hole of floor 3; it is left out
            warning: layer `zones`: `none` covers no cell of the map; it is left out
        "#####]],
    );
}

#[test]
fn an_infinite_map_is_as_large_as_its_tiles() {
    let chunk = |place: &str, tiles: &str| format!("<chunk {place} width=\"2\" height=\"2\">{tiles}</chunk>\n");
    let chunks = [
        chunk("x=\"-18\" y=\"-2\"", "\n0,0,\n0,2\n"),
        chunk("x=\"-16\" y=\"-2\"", "0,0,2,0"),
        chunk("x=\"-18\" y=\"0\"", "0,1,0,1"),
        chunk("x=\"-16\" y=\"0\"", "1,3,0,1"),
    ];
    let ground = format!(
        "<layer name=\"ground\" width=\"4\" height=\"3\"><data encoding=\"csv\">\n{}</data></layer>",
        chunks.concat()
    );
    let people = r#"<objectgroup name="people">
  <object id="1" type="rat" x="-480" y="16" width="32" height="16"/>
  <object id="2" class="zone" name="gate" x="-544" y="0" width="64" height="16"/>
  <object id="3" type="rat" x="0" y="0"/>
 </objectgroup>"#;
    let map = map(SQUARE, &(ground + people)).replace("infinite=\"0\"", "infinite=\"1\"");
    check(
        &[("map.tmx", &map), TILES],
        expect![[r###"
        Scenario(
            map: [
                "##.",
                "ggb",
                "f.r",
            ],
            legend: [
                (
                    glyph: ".",
                ),
                (
                    glyph: "f",
                    terrain: "floor",
                ),
                (
                    glyph: "r",
                    terrain: "floor",
                    unit: "rat",
                ),
                (
                    glyph: "b",
                    terrain: "floor",
                    zone: "bridge",
                ),
                (
                    glyph: "g",
                    terrain: "floor",
                    zone: "gate",
                ),
                (
                    glyph: "#",
                    terrain: "wall",
                ),
            ],
        )
        warning: layer `people`: `object 3` is outside the map; it is left out
    "###]],
    );
}
