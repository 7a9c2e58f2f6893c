//! Maps with heights and floors.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use foretoken_action_assets::assets::{FloorLayer, LegendEntry};
use foretoken_action_assets::{AnyAsset, KindRegistry, Scenario, fmt_text};
use foretoken_vm::{Board, Cell, CompiledScenario, Dir};

use crate::pack;

/// Returns a scenario with a rat, a road of boards and these fields.
pub(super) fn scenario(fields: &str) -> String {
    format!(
        r#"Scenario(
    {fields}
    legend: [
        (glyph: "r", unit: "rat"),
        (glyph: "=", terrain: "floor", zone: "bridge"),
        (glyph: "f", surface: "fire"),
    ],
    goals: [(text: "Go.", when: "count(rat) = 0")],
)"#
    )
}

pub(crate) fn compiled(fields: &str) -> CompiledScenario {
    let (book, faults) = pack(&[("scenarios/s.ron", &scenario(fields))]).compile("s");
    let faults = faults.render();
    book.unwrap_or_else(|| panic!("{faults}"))
}

/// Shows the heights of a board by floor: `.` at 0, steps, or the low and high side of a ramp with its direction; then
/// the units.
pub(super) fn shown(book: &CompiledScenario) -> String {
    let (board, mut text) = (&book.board, String::new());
    for floor in 0..board.floors() as u8 {
        let _ = writeln!(text, "floor {floor}");
        for y in 0..board.height() {
            let cell = |x| Cell::on_floor(x, y, floor).filter(|&cell| board.contains(cell));
            let row: Vec<String> =
                (0..board.width()).map(|x| cell(x).map_or(String::new(), |cell| lie(board, cell))).collect();
            let row: String = row.iter().map(|cell| format!("{cell:>5}")).collect();
            let _ = writeln!(text, "{}", row.trim_end());
        }
    }
    for placed in &book.opening.roster {
        let _ = writeln!(text, "{} at {}", book.unit_types[usize::from(placed.unit_type)].name, placed.cell);
    }
    for (cell, surface) in &book.opening.surfaces {
        let _ = writeln!(text, "{} at {cell}", book.surfaces[usize::from(*surface)].name);
    }
    text
}

fn lie(board: &Board, cell: Cell) -> String {
    let slope = board.slope(cell);
    let [nw, ne, _, sw] = slope.corners.map(|corner| slope.height + corner);
    let ramps =
        [(Dir::North, sw, nw, '^'), (Dir::East, nw, ne, '>'), (Dir::South, nw, sw, 'v'), (Dir::West, ne, nw, '<')];
    match ramps.into_iter().find(|(_, low, high, _)| low < high) {
        Some((_, low, high, arrow)) => format!("{low}{arrow}{high}"),
        None if slope.height == 0 => ".".to_owned(),
        None => slope.height.to_string(),
    }
}

fn check_board(fields: &str, expected: Expect) {
    expected.assert_eq(&shown(&compiled(fields)));
}

pub(crate) fn check(fields: &str, expected: Expect) {
    expected.assert_eq(&pack(&[("scenarios/s.ron", &scenario(fields))]).check_all().render());
}

const BRIDGE: &str = r#"
    map: [
        ".r.f.",
        ".....",
        ".....",
        "..r..",
    ],
    heights: [
        "..2..",
        "..v..",
        ".....",
        ".....",
    ],
    floors: [
        (
            map: [
                "     ",
                "     ",
                "  r  ",
                "     ",
            ],
            height: 4,
        ),
    ],"#;

#[test]
fn a_bridge_with_a_ramp() {
    check_board(
        BRIDGE,
        expect![[r#"
        floor 0
            .    .    2    .    .
            .    .  2v4    .    .
            .    .    .    .    .
            .    .    .    .    .
        floor 1


                      4

        rat at b1
        rat at c4
        rat at c3^1
        fire at d1
    "#]],
    );
    let book = compiled(BRIDGE);
    let battle = book.battle(1);
    assert_eq!(battle.state().living().count(), 3, "two of them in one column");
}

#[test]
fn a_tower_of_stairs() {
    check_board(
        r#"
    map: [
        "r....",
        ".....",
    ],
    heights: [
        ".>>..",
        ".....",
    ],
    floors: [
        (
            map: [
                "   ==",
                "   ==",
            ],
            height: 5,
            heights: [
                ".....",
                "...<.",
            ],
        ),
        (
            map: [
                "     ",
                "==   ",
            ],
            height: 9,
        ),
        (
            map: [
                "     ",
                "  =  ",
            ],
            height: 9,
        ),
    ],"#,
        expect![[r#"
            floor 0
                .  0>3  3>5    .    .
                .    .    .    .    .
            floor 1
                               5    5
                             5<9    5
            floor 2

                9    9
            floor 3

                          9
            rat at a1
        "#]],
    );
}

#[test]
fn a_map_without_heights_is_level() {
    let level = compiled(r#"map: ["r.=", ".f."],"#);
    assert!(level.board.is_level());
    let written = compiled(r#"map: ["r.=", ".f."], heights: ["0..", "..."],"#);
    assert!(written.board.is_level() && written.board == level.board);
}

#[test]
fn layers_with_every_fault_of_their_drawing() {
    check(
        r#"map: [
        "r..",
        "...",
    ],
    heights: [
        ".?.",
        "..",
        "...",
    ],
    floors: [
        (map: ["= ", "=x="], height: 4, heights: [".1.", "..."]),
        (map: ["===", "==="], height: 120),
        (map: ["   ", "   "], height: 12),
        (map: [], height: 14),
        (height: 9),
    ],"#,
        expect![[r#"
            scenarios/s.ron:6:14: error[wrong-size]: `heights` has 3 rows, but the map has 2
              in heights
                |
              6 |     heights: [
                |              ^
            scenarios/s.ron:7:11: error[unknown-height]: row 1, column 2: '?' is not a height
              in heights[0]
                |
              7 |         ".?.",
                |           ^
              help: 0 to 9, a to z and V are heights; ^ > v < are ramps; . is the height of the layer
            scenarios/s.ron:8:9: error[ragged-row]: row 2 has 2 cells, but the map has 3
              in heights[1]
                |
              8 |         "..",
                |         ^^^^
            scenarios/s.ron:12:16: error[ragged-row]: floor 1, row 1 has 2 cells, but the map has 3
              in floors[0].map[0]
                 |
              12 |         (map: ["= ", "=x="], height: 4, heights: [".1.", "..."]),
                 |                ^^^^
            scenarios/s.ron:12:24: error[unknown-glyph]: floor 1, row 2, column 2: no legend contains 'x'
              in floors[0].map[1]
                 |
              12 |         (map: ["= ", "=x="], height: 4, heights: [".1.", "..."]),
                 |                        ^
              help: known: #.=fr
            scenarios/s.ron:12:53: error[height-of-hole]: floor 1, row 1, column 2: a hole has no height
              in floors[0].heights[0]
                 |
              12 |         (map: ["= ", "=x="], height: 4, heights: [".1.", "..."]),
                 |                                                     ^
            scenarios/s.ron:13:17: error[floors-overlap]: floor 2, row 1, column 1: this is below floor 1; list floors from the lowest to the highest
              in floors[1].map[0]
                 |
              13 |         (map: ["===", "==="], height: 120),
                 |                 ^
            scenarios/s.ron:13:19: error[floors-overlap]: floor 2, row 1, column 3: this touches the ground; at least 2 steps must be between
              in floors[1].map[0]
                 |
              13 |         (map: ["===", "==="], height: 120),
                 |                   ^
            scenarios/s.ron:13:24: error[floors-overlap]: floor 2, row 2, column 1: this is below floor 1; list floors from the lowest to the highest
              in floors[1].map[1]
                 |
              13 |         (map: ["===", "==="], height: 120),
                 |                        ^
            scenarios/s.ron:13:25: error[floors-overlap]: floor 2, row 2, column 2: this touches the ground; at least 2 steps must be between
              in floors[1].map[1]
                 |
              13 |         (map: ["===", "==="], height: 120),
                 |                         ^
            scenarios/s.ron:13:26: error[floors-overlap]: floor 2, row 2, column 3: this is below floor 1; list floors from the lowest to the highest
              in floors[1].map[1]
                 |
              13 |         (map: ["===", "==="], height: 120),
                 |                          ^
            scenarios/s.ron:13:39: error[out-of-range]: 120 is outside 0 to 99
              in floors[1].height
                 |
              13 |         (map: ["===", "==="], height: 120),
                 |                                       ^^^
            scenarios/s.ron:14:15: warning[empty-floor]: floor 3 has no cell
              in floors[2].map
                 |
              14 |         (map: ["   ", "   "], height: 12),
                 |               ^^^^^^^^^^^^^^
            scenarios/s.ron:15:15: error[wrong-size]: floor 4 has 0 rows, but the map has 2
              in floors[3].map
                 |
              15 |         (map: [], height: 14),
                 |               ^^
            scenarios/s.ron:16:9: error[missing-field]: the field `map` is missing
              in floors[4].map
                 |
              16 |         (height: 9),
                 |         ^
              help: Terrain of the floor, a text for each row of the map; a space is a hole.
            scenarios/s.ron:16:9: error[wrong-size]: floor 5 has 0 rows, but the map has 2
              in floors[4].map
                 |
              16 |         (height: 9),
                 |         ^
            scenarios/s.ron:21:17: warning[unused-glyph]: 'f' is not on the map
              in legend[2].glyph
                 |
              21 |         (glyph: "f", surface: "fire"),
                 |                 ^^^
        "#]],
    );
}

#[test]
fn ramps_that_lead_nowhere() {
    check(
        r#"map: [
        "r......",
        ".......",
        ".......",
        ".......",
    ],
    heights: [
        "^.>0...",
        ">2<...>",
        "0><2...",
        "2.0>^..",
    ],"#,
        expect![[r#"
            scenarios/s.ron:9:10: error[bad-ramp]: row 1, column 1: this ramp rises to the north, but its low side is another ramp; put a level cell between them
              in heights[0]
                |
              9 |         "^.>0...",
                |          ^
            scenarios/s.ron:9:12: error[bad-ramp]: row 1, column 3: this ramp rises to the east, but no cell there is higher than its low side, at 0
              in heights[0]
                |
              9 |         "^.>0...",
                |            ^
            scenarios/s.ron:10:10: error[bad-ramp]: row 2, column 1: this ramp rises to the east, but the map ends at its low side
              in heights[1]
                 |
              10 |         ">2<...>",
                 |          ^
            scenarios/s.ron:10:16: error[bad-ramp]: row 2, column 7: this ramp rises to the east, but the map ends at its high side
              in heights[1]
                 |
              10 |         ">2<...>",
                 |                ^
            scenarios/s.ron:11:11: error[bad-ramp]: row 3, column 2: this ramp rises to the east, but its high side is another ramp; put a level cell between them
              in heights[2]
                 |
              11 |         "0><2...",
                 |           ^
            scenarios/s.ron:11:12: error[bad-ramp]: row 3, column 3: this ramp rises to the west, but its high side is another ramp; put a level cell between them
              in heights[2]
                 |
              11 |         "0><2...",
                 |            ^
            scenarios/s.ron:12:13: error[bad-ramp]: row 4, column 4: this ramp rises to the east, but its high side is another ramp; put a level cell between them
              in heights[3]
                 |
              12 |         "2.0>^..",
                 |             ^
            scenarios/s.ron:12:14: error[bad-ramp]: row 4, column 5: this ramp rises to the north, but the map ends at its low side
              in heights[3]
                 |
              12 |         "2.0>^..",
                 |              ^
            scenarios/s.ron:16:17: warning[unused-glyph]: '=' is not on the map
              in legend[1].glyph
                 |
              16 |         (glyph: "=", terrain: "floor", zone: "bridge"),
                 |                 ^^^
            scenarios/s.ron:17:17: warning[unused-glyph]: 'f' is not on the map
              in legend[2].glyph
                 |
              17 |         (glyph: "f", surface: "fire"),
                 |                 ^^^
        "#]],
    );
}

#[test]
fn floors_that_overlap() {
    check(
        r#"map: [
        "r....",
    ],
    heights: [
        "0>>4.",
    ],
    floors: [
        (map: ["====="], height: 5),
        (map: ["  ==="], height: 4),
        (map: ["    ="], height: 5),
        (map: ["=    "], height: 7),
    ],"#,
        expect![[r#"
            scenarios/s.ron:9:19: error[floors-overlap]: floor 1, row 1, column 3: this is 1 above the ground; at least 2 steps must be between
              in floors[0].map[0]
                |
              9 |         (map: ["====="], height: 5),
                |                   ^
            scenarios/s.ron:9:20: error[floors-overlap]: floor 1, row 1, column 4: this is 1 above the ground; at least 2 steps must be between
              in floors[0].map[0]
                |
              9 |         (map: ["====="], height: 5),
                |                    ^
            scenarios/s.ron:10:19: error[floors-overlap]: floor 2, row 1, column 3: this is below floor 1; list floors from the lowest to the highest
              in floors[1].map[0]
                 |
              10 |         (map: ["  ==="], height: 4),
                 |                   ^
            scenarios/s.ron:10:20: error[floors-overlap]: floor 2, row 1, column 4: this is below floor 1; list floors from the lowest to the highest
              in floors[1].map[0]
                 |
              10 |         (map: ["  ==="], height: 4),
                 |                    ^
            scenarios/s.ron:10:21: error[floors-overlap]: floor 2, row 1, column 5: this is below floor 1; list floors from the lowest to the highest
              in floors[1].map[0]
                 |
              10 |         (map: ["  ==="], height: 4),
                 |                     ^
            scenarios/s.ron:11:21: error[floors-overlap]: floor 3, row 1, column 5: this is 1 above floor 2; at least 2 steps must be between
              in floors[2].map[0]
                 |
              11 |         (map: ["    ="], height: 5),
                 |                     ^
            scenarios/s.ron:17:17: warning[unused-glyph]: 'f' is not on the map
              in legend[2].glyph
                 |
              17 |         (glyph: "f", surface: "fire"),
                 |                 ^^^
        "#]],
    );
}

#[test]
fn units_on_walls_and_sides_of_nobody() {
    let text = r##"Scenario(
    map: ["r.", ".."],
    floors: [(map: ["  ", " w"], height: 3)],
    legend: [(glyph: "r", unit: "rat"), (glyph: "w", unit: "rat", terrain: "wall", team: 1)],
    goals: [(text: "Go.", when: "round > 3", team: 2), (text: "Go.", when: "round > 3")],
    losses: [(text: "No.", when: "round > 4", team: 2)],
)"##;
    expect![[r#"
        scenarios/s.ron:4:60: error[unit-on-wall]: `rat` is on `wall`, where units cannot stand: floor 1, row 2, column 2
          in legend[1].unit
            |
          4 |     legend: [(glyph: "r", unit: "rat"), (glyph: "w", unit: "rat", terrain: "wall", team: 1)],
            |                                                            ^^^^^
        scenarios/s.ron:5:52: warning[nobody-of-side]: side 2 of this rule has no acting unit on the map
          in goals[0].team
            |
          5 |     goals: [(text: "Go.", when: "round > 3", team: 2), (text: "Go.", when: "round > 3")],
            |                                                    ^
    "#]]
    .assert_eq(&pack(&[("scenarios/s.ron", text)]).check_all().render());
}

#[test]
fn more_floors_than_a_column_may_have() {
    let floors: String = (0..32).map(|floor| format!("(map: [\"=.\"], height: {}),", 2 + 2 * floor)).collect();
    check(
        &format!("map: [\"r.\"], floors: [{floors}],"),
        expect![[r#"
        scenarios/s.ron:2:26: error[too-many-floors]: a map has at most 31 floors above the ground, not 32
          in floors
            |
          2 |     map: ["r."], floors: [(map: ["=."], height: 2),(map: ["=."], height: 4),(map: ["=."], height: 6),(map: ["=."], heigh
            |                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        scenarios/s.ron:6:17: warning[unused-glyph]: 'f' is not on the map
          in legend[2].glyph
            |
          6 |         (glyph: "f", surface: "fire"),
            |                 ^^^
    "#]],
    );
}

#[test]
fn millions_of_faults_are_told_as_a_hundred() {
    let row = "?".repeat(512);
    let rows = vec![row; 512];
    let floor = FloorLayer { map: rows.clone(), height: 2, heights: rows.clone() };
    let scenario = Scenario { map: rows, floors: vec![floor; 20], ..Scenario::default() };
    let mut library = pack(&[]);
    library.put("s", AnyAsset::Scenario(scenario));
    assert_eq!(library.compile("s").1.len(), 101);
}

#[test]
fn layers_are_written_as_they_are_read() {
    let text = fmt_text("scenarios/s.ron", &scenario(BRIDGE), &KindRegistry::core()).expect("it is whole");
    let again = fmt_text("scenarios/s.ron", &text, &KindRegistry::core()).expect("it is whole");
    assert_eq!(text, again);
    assert!(text.contains(BRIDGE.trim()), "{text}");
}

#[test]
fn the_largest_board_with_twenty_floors_loads() {
    let row = |drawn: &str| drawn.repeat(512 / drawn.len());
    let mut map = vec![row("...#"); 511];
    map.push(format!("r{}", ".".repeat(511)));
    let mut heights = vec![row("...1"); 512];
    heights[0] = row("..>1");
    // Few columns, to keep the test fast.
    let drawn = format!("{}{}", "=..=".repeat(4), " ".repeat(496));
    let floor = |at: i32| FloorLayer { map: vec![drawn.clone(); 512], height: 3 * at, heights: Vec::new() };
    let floors = (1..20).map(floor).collect();
    let mut scenario = Scenario { map, heights, floors, ..Scenario::default() };
    let legend = |glyph: &str, unit: &str| (glyph.to_owned(), unit.to_owned());
    let legend = [legend("r", "rat"), legend("=", "")];
    scenario.legend = legend.map(|(glyph, unit)| LegendEntry { glyph, unit, ..LegendEntry::default() }).into();
    let text = AnyAsset::Scenario(scenario).to_text();
    let library = pack(&[("scenarios/s.ron", &text)]);
    let (book, faults) = library.compile("s");
    let faults = faults.render();
    let book = book.unwrap_or_else(|| panic!("{faults}"));
    assert_eq!((book.board.floors(), book.board.cells().count()), (20, 512 * (512 + 19 * 16)));
}

#[test]
fn the_guides_map_is_one() {
    let guide = std::fs::read_to_string("../docs/maps.md").expect("the guide");
    let text = guide.split("```ron\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a scenario");
    assert_eq!(fmt_text("scenarios/s.ron", text, &KindRegistry::core()).as_deref().ok(), Some(text));
    let (book, faults) = pack(&[("scenarios/s.ron", text)]).compile("s");
    assert!(faults.is_empty(), "{}", faults.render());
    expect![[r#"
        floor 0
            4    4    4    4    4    4    4
            .  0^4    .    .    .    .    .
            .    .    .    .    .    .    .
            .    .    .    .    .    .    .
        floor 1

                                4
                                5
                                4
        rat at a2
        rat at g4
    "#]]
    .assert_eq(&shown(&book.expect("a rulebook")));
}
