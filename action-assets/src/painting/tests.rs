//! Maps before and after strokes, and their properties.

mod pieces;
mod shapes;

use super::*;
use crate::assets::CORNERS;
use crate::{Files, KindRegistry, Scenario};
use proptest::prelude::*;

fn library(scenario: &str) -> Library {
    let files = [
        ("terrains/floor.ron", r#"Terrain(glyph: ".")"#),
        ("terrains/wall.ron", r##"Terrain(glyph: "#", blocks_movement: true)"##),
        ("terrains/water.ron", r#"Terrain(glyph: "~", avoided: true)"#),
        ("surfaces/oil.ron", r#"Surface(glyph: "o")"#),
        ("actions/wait.ron", "Action(body: [Wait])"),
        ("units/rat.ron", r#"Unit(glyph: "r", actions: ["wait"])"#),
        ("units/ox.ron", r#"Unit(glyph: "X", width: 2, depth: 2, actions: ["wait"])"#),
        ("scenarios/s.ron", scenario),
    ];
    let files = files.into_iter().fold(Files::new(), |files, (path, text)| files.with(path, text.as_bytes().to_vec()));
    Library::load(&files, KindRegistry::core())
}

fn painting(scenario: &str) -> Painting {
    let library = library(scenario);
    library.asset(AssetType::Scenario, "s").and_then(|asset| asset.painting(&library)).expect("a map")
}

/// Returns a map with a legend for `r`, a rat, and `X`, an ox of side 1.
fn drawn(rows: &[&str]) -> Painting {
    painting(&format!(
        r#"Scenario(map: {rows:?}, legend: [(glyph: "r", unit: "rat"), (glyph: "X", unit: "ox", team: 1)])"#
    ))
}

fn scenario(painting: &Painting) -> Scenario {
    match painting.clone().into_asset() {
        AnyAsset::Scenario(scenario) => scenario,
        other => panic!("{other:?}"),
    }
}

/// Returns a map with a second rat `s` and a spawn rule for both.
fn chosen(rows: &[&str]) -> Painting {
    let rat = |glyph: &str| format!(r#"(glyph: "{glyph}", unit: "rat")"#);
    let legend = format!(r#"{}, {}, (glyph: "X", unit: "ox", team: 1)"#, rat("r"), rat("s"));
    painting(&format!(r#"Scenario(map: {rows:?}, legend: [{legend}], spawns: [(glyphs: "r"), (glyphs: "s")])"#))
}

fn kept(painting: &Painting) -> Vec<usize> {
    let scenario = scenario(painting);
    let drawn =
        |glyph: char| scenario.rows().map(|(_, _, row)| row.chars().filter(|c| *c == glyph).count()).sum::<usize>();
    scenario.spawns.iter().map(|rule| rule.glyphs.chars().map(drawn).sum()).collect()
}

fn text(painting: &Painting) -> String {
    let Scenario { map, heights, floors, corners, shapes, legend, links, .. } = scenario(painting);
    let mut lines = map;
    let mut layer = |head: String, rows: Vec<String>| {
        if !rows.is_empty() {
            lines.push(head);
            lines.extend(rows);
        }
    };
    layer("heights".to_owned(), heights);
    for (at, floor) in floors.into_iter().enumerate() {
        layer(format!("floor {} at {}", at + 1, floor.height), floor.map);
        layer("heights".to_owned(), floor.heights);
    }
    lines.extend(corners);
    lines.extend(shapes);
    for LegendEntry { glyph, terrain, surface, unit, team, zone, .. } in legend {
        let words = [terrain, surface, unit, zone].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>();
        lines.push(format!("{glyph} {} {team}", words.join(" ")));
    }
    lines.extend(links.iter().map(|link| format!("{} {} {}-{} {}", link.name, link.from, link.by, link.back, link.to)));
    lines.join("\n")
}

fn cell(text: &str) -> Cell {
    text.parse().expect("a cell")
}

fn rat(team: i32) -> Brush {
    Brush::Unit { name: "rat".to_owned(), team, facing: 0 }
}

fn check(mut painting: Painting, cells: &str, brush: &Brush, expected: &[&str]) -> Painting {
    painting.paint(cells.split_whitespace().map(cell), brush);
    assert_eq!(text(&painting), expected.join("\n"), "{brush:?}");
    painting
}

#[test]
fn letters_are_given_and_taken() {
    let map = drawn(&["....", "...."]);
    let map = check(map, "a1 b1", &rat(0), &["rr..", "....", "r rat 0", "X ox 1"]);
    let map = check(map, "a1", &rat(1), &["ar..", "....", "r rat 0", "X ox 1", "a rat 1"]);
    let oil = Brush::Surface("oil".to_owned());
    let map = check(map, "a1 c2", &oil, &["br..", "..c.", "r rat 0", "X ox 1", "b oil rat 1", "c oil 0"]);
    let map = painting(&scenario_text(&map));
    check(map, "a1 b1 c2", &Brush::Erase, &["....", "....", "X ox 1"]);
}

fn scenario_text(painting: &Painting) -> String {
    painting.clone().into_asset().to_text()
}

#[test]
fn ground_by_its_own_character_needs_no_legend_and_a_wall_goes_under_nobody() {
    let water = Brush::Terrain("water".to_owned());
    let map = check(drawn(&["r.X.", "...."]), "a1 b1", &water, &["a~X.", "....", "X ox 1", "a water rat 0"]);
    let mut walled = map;
    let all = rectangle(cell("a1"), cell("d2"));
    let done = walled.paint(all, &Brush::Terrain("wall".to_owned()));
    assert_eq!(text(&walled), "a#X.\n##..\nX ox 1\na water rat 0", "the ox stands on four cells");
    assert_eq!(done, Painted { changed: 3, refused: 5 });
}

#[test]
fn nobody_is_put_where_there_is_no_room() {
    let ox = Brush::Unit { name: "ox".to_owned(), team: 1, facing: 0 };
    let map = drawn(&["#....", "..r..", "....."]);
    let map = check(map, "a1 b1 e1", &ox, &["#....", "..r..", ".....", "r rat 0", "X ox 1"]);
    let map = check(map, "d1", &ox, &["#..X.", "..r..", ".....", "r rat 0", "X ox 1"]);
    let map = check(map, "e2", &rat(0), &["#..X.", "..r..", ".....", "r rat 0", "X ox 1"]);
    let mut moved = map;
    assert!(moved.move_unit(cell("e2"), cell("b3")), "it is taken by any of its cells");
    assert_eq!(text(&moved), "#....\nX.r..\n.....\nr rat 0\nX ox 1");
    assert!(!moved.move_unit(cell("c2"), cell("b3")), "the ox stands there");
    assert!(!moved.move_unit(cell("c2"), cell("a1")), "that is a wall");
    assert!(!moved.move_unit(cell("a2"), cell("b2")), "the rat stands there");
    assert!(
        moved.move_unit(cell("c2"), cell("e1")) && moved.move_unit(cell("a2"), cell("b2")),
        "over cells of its own"
    );
    assert_eq!(text(&moved), "#...r\n.X...\n.....\nr rat 0\nX ox 1");
}

#[test]
fn who_may_be_there_is_the_same_wherever_they_go() {
    let mut map = chosen(&["r.s", "..."]);
    let library = library(&scenario_text(&map));
    let shown = library.sketch("s").expect("a sketch").battle(1);
    assert_eq!(shown.state().living().count(), 2, "all of them are painted on");
    assert!(map.move_unit(cell("c1"), cell("b2")));
    assert!(map.move_unit(cell("a1"), cell("b2")), "they change places");
    assert!(text(&map).starts_with("s..\n.r.\n"), "{}", text(&map));
    map.paint([cell("b2")], &Brush::Surface("oil".to_owned()));
    assert_eq!(kept(&map), [1, 1], "{}", text(&map));
    map.paint([cell("a1")], &rat(0));
    assert_eq!(kept(&map), [1], "another rat is always there, and a rule about nobody is none");
}

#[test]
fn a_fill_ends_at_what_is_otherwise() {
    let map = drawn(&["..#..", "..#r.", "..#.."]);
    let water = Brush::Terrain("water".to_owned());
    let cells = map.fill(cell("e1"), &water);
    assert_eq!(cells.len(), 6);
    let mut filled = map;
    filled.paint(cells, &water);
    assert_eq!(text(&filled), "..#~~\n..#a~\n..#~~\nX ox 1\na water rat 0");
    assert_eq!(filled.pick(cell("d2")), Some(rat(0)));
    assert_eq!(filled.pick(cell("e1")), Some(water));
}

#[test]
fn heights_and_ramps_are_drawn_and_a_level_layer_has_none() {
    let map = drawn(&["....", "...."]);
    let legend = ["r rat 0", "X ox 1"];
    let with = |rows: &[&'static str]| -> Vec<&'static str> { [rows, &legend].concat() };
    let map = check(map, "c1 c2", &Brush::Raise, &with(&["....", "....", "heights", "..1.", "..1."]));
    let map = check(map, "c1", &Brush::Raise, &with(&["....", "....", "heights", "..2.", "..1."]));
    let map = check(map, "b1", &Brush::Ramp(1), &with(&["....", "....", "heights", ".>2.", "..1."]));
    let map = check(map, "b1", &Brush::Raise, &with(&["....", "....", "heights", ".>2.", "..1."]));
    let map = check(map, "c1 c2", &Brush::Lower, &with(&["....", "....", "heights", ".>1.", "...."]));
    let map = check(map, "a1 b1 c1", &Brush::Level, &with(&["....", "...."]));
    check(map, "a1", &Brush::Lower, &with(&["....", "...."]));
}

#[test]
fn holes_of_the_ground_are_cut_filled_mirrored_and_kept() {
    let map = drawn(&["r...", "....", "...#"]);
    let mut map = check(map, "b1 c1 a1", &Brush::Remove, &["   .", "....", "...#", "X ox 1"]);
    assert_eq!(map.at(cell("b1")), None);
    for brush in [rat(0), Brush::Surface("oil".to_owned()), Brush::Zone("gate".to_owned()), Brush::Raise] {
        assert_eq!(map.paint([cell("b1")], &brush).refused, 1, "{brush:?}");
    }
    map.mirror(Axis::LeftRight);
    assert_eq!(text(&map), ".   \n....\n#...\nX ox 1");
    assert!(map.resize(Side::South, true) && map.resize(Side::West, true));
    assert_eq!(text(&map), "..   \n.....\n##...\n##...\nX ox 1");
    let wall = Brush::Terrain("wall".to_owned());
    let filled = map.fill(cell("d1"), &wall);
    assert_eq!(map.paint(filled, &wall).changed, 3, "what is joined and like it is holes");
    assert_eq!(text(&map), "..###\n.....\n##...\n##...\nX ox 1");
}

#[test]
fn floors_are_made_of_cells_that_are_added_and_removed() {
    let mut map = drawn(&["r..", "..."]);
    assert_eq!(map.add_floor(), Some(1));
    let floor = Brush::Terrain("floor".to_owned());
    let map = check(map, "b1^1 c1^1", &floor, &["r..", "...", "floor 1 at 4", " ..", "   ", "r rat 0", "X ox 1"]);
    let map = check(map, "c1^1", &rat(0), &["r..", "...", "floor 1 at 4", " .r", "   ", "r rat 0", "X ox 1"]);
    let mut map =
        check(map, "b1^1 a1", &Brush::Remove, &[" ..", "...", "floor 1 at 4", "  r", "   ", "r rat 0", "X ox 1"]);
    assert_eq!(map.add_floor(), Some(2));
    assert_eq!(map.level_of(2), 8);
    assert_eq!(map.link(cell("a2"), cell("c1^1")), Linked::Made);
    assert!(map.remove_floor(1) && !map.remove_floor(0));
    assert_eq!(text(&map), " ..\n...\nfloor 1 at 8\n   \n   \nX ox 1");
}

#[test]
fn links_are_made_by_their_ends_and_taken_away_again() {
    let mut map = drawn(&["...", "..#", "..."]);
    map.paint([cell("a2")], &Brush::Raise);
    assert_eq!(map.link(cell("a1"), cell("a2")), Linked::Made);
    assert_eq!(map.link(cell("a1"), cell("c3")), Linked::Made, "south is taken, so it leaves to the east");
    assert_eq!(map.link(cell("a1"), cell("c2")), Linked::Refused, "that is a wall");
    assert_eq!(map.link(cell("a1"), cell("a1")), Linked::Refused);
    let both = "r rat 0\nX ox 1\nladder a1 2-0 a2\ntunnel a1 1-1 c3";
    assert!(text(&map).ends_with(both), "{}", text(&map));
    map.resize(Side::West, true);
    map.mirror(Axis::LeftRight);
    assert!(text(&map).ends_with("ladder c1 2-0 c2\ntunnel c1 3-1 a3"), "{}", text(&map));
    assert_eq!(map.link(cell("c2"), cell("c1")), Linked::Removed);
    map.resize(Side::West, false);
    assert!(text(&map).ends_with("X ox 1"), "the other lost an end: {}", text(&map));
}

#[test]
fn a_map_grows_at_each_side_with_the_ground_that_is_there() {
    let mut map = drawn(&["#r", ".~"]);
    map.resize(Side::West, true);
    map.resize(Side::South, true);
    assert_eq!(text(&map), "##r\n..~\n..~\nr rat 0\nX ox 1");
    map.resize(Side::East, true);
    map.resize(Side::North, true);
    assert_eq!(text(&map), "##..\n##r.\n..~~\n..~~\nr rat 0\nX ox 1");
    assert_eq!(map.units().len(), 1);
}

#[test]
fn cells_of_lessons_go_along() {
    let mut map =
        painting(r#"Scenario(map: ["...", "..."], lesson: [(unit: "rat", action: "wait", at: "b1", say: "Wait.")])"#);
    let at = |map: &Painting| scenario(map).lesson[0].at.clone();
    map.resize(Side::West, true);
    map.resize(Side::North, true);
    assert_eq!(at(&map), "c2");
    map.mirror(Axis::TopBottom);
    map.mirror(Axis::LeftRight);
    assert_eq!(at(&map), "b2");
    assert!(map.resize(Side::North, false) && map.resize(Side::North, false));
    assert_eq!(at(&map), "", "that cell is gone");
}

#[test]
fn shapes_cover_what_lies_between() {
    let words = |cells: Vec<Cell>| cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(words(line(cell("a1"), cell("d2"))), "a1 b1 c2 d2");
    assert_eq!(words(line(cell("b2^1"), cell("b2^1"))), "b2^1");
    assert_eq!(words(line(cell("c3"), cell("a1"))), "c3 b2 a1");
    assert_eq!(words(rectangle(cell("b2"), cell("a1"))), "a1 b1 a2 b2");
}

#[derive(Clone, Debug)]
enum Deed {
    Paint(Vec<Cell>, Brush),
    Fill(Cell, Brush),
    Move(Cell, Cell),
    Link(Cell, Cell),
    Resize(Side, bool),
    Mirror(Axis),
    AddFloor,
}

#[test]
fn a_pull_uphill_lays_ramps_that_rise_that_way() {
    let check = |from: &str, to: &str, expected: &str| {
        let (cells, brush) = slope(cell(from), cell(to));
        let cells = cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(format!("{cells} {brush:?}"), expected);
    };
    check("a1", "d1", "a1 b1 c1 Ramp(1)");
    check("d2", "b1", "d2 c2 Ramp(3)");
    check("b3^1", "b1^1", "b3^1 b2^1 Ramp(0)");
    check("b1", "c3", "b1 b2 Ramp(2)");
    check("b2", "b2", "b2 Level");
    let mut map = drawn(&["......", "......"]);
    assert_eq!(map.pull(cell("b1"), cell("d1")).changed, 3);
    assert_eq!(scenario(&map).heights, [".>>1..", "......"], "what it leads to is higher");
    assert_eq!(map.pull(cell("b1"), cell("d1")).changed, 0, "once");
    map.pull(cell("f1"), cell("e1"));
    assert_eq!(scenario(&map).heights, [".>>11<", "......"]);
}

fn any_cell() -> impl Strategy<Value = Cell> {
    (0..7, 0..6, 0..3_u8).prop_map(|(x, y, floor)| Cell::on_floor(x, y, floor).expect("a cell"))
}

fn any_brush() -> impl Strategy<Value = Brush> {
    let terrain = prop_oneof![Just("floor"), Just("wall"), Just("water"), Just("nothing-known")];
    let unit = (prop_oneof![Just("rat"), Just("ox"), Just("nobody-known")], 0..8, 0..5_usize);
    prop_oneof![
        terrain.prop_map(|name| Brush::Terrain(name.to_owned())),
        prop_oneof![Just("oil"), Just("")].prop_map(|name| Brush::Surface(name.to_owned())),
        unit.prop_map(|(name, team, facing)| Brush::Unit { name: name.to_owned(), team, facing }),
        prop_oneof![Just("gate"), Just("")].prop_map(|name| Brush::Zone(name.to_owned())),
        (0..4_usize).prop_map(Brush::Ramp),
        prop_oneof![
            Just(Brush::Erase),
            Just(Brush::Remove),
            Just(Brush::Raise),
            Just(Brush::Lower),
            Just(Brush::Level)
        ],
    ]
}

fn any_deed() -> impl Strategy<Value = Deed> {
    let side = prop_oneof![Just(Side::North), Just(Side::East), Just(Side::South), Just(Side::West)];
    prop_oneof![
        8 => (prop::collection::vec(any_cell(), 1..6), any_brush()).prop_map(|(cells, brush)| Deed::Paint(cells, brush)),
        2 => (any_cell(), any_brush()).prop_map(|(cell, brush)| Deed::Fill(cell, brush)),
        2 => (any_cell(), any_cell()).prop_map(|(from, to)| Deed::Move(from, to)),
        2 => (any_cell(), any_cell()).prop_map(|(from, to)| Deed::Link(from, to)),
        1 => (side, any::<bool>()).prop_map(|(side, grows)| Deed::Resize(side, grows)),
        1 => prop_oneof![Just(Axis::LeftRight), Just(Axis::TopBottom)].prop_map(Deed::Mirror),
        1 => Just(Deed::AddFloor),
    ]
}

fn done(deeds: &[Deed]) -> Painting {
    let mut painting = chosen(&["r.s.#", ".X...", "...r~", "#s..."]);
    for deed in deeds {
        match deed {
            Deed::Paint(cells, brush) => drop(painting.paint(cells.iter().copied(), brush)),
            Deed::Fill(from, brush) => {
                let cells = painting.fill(*from, brush);
                painting.paint(cells, brush);
            }
            Deed::Move(from, to) => drop(painting.move_unit(*from, *to)),
            Deed::Link(from, to) => drop(painting.link(*from, *to)),
            Deed::Resize(side, grows) => drop(painting.resize(*side, *grows)),
            Deed::Mirror(axis) => painting.mirror(*axis),
            Deed::AddFloor => drop(painting.add_floor()),
        }
    }
    painting
}

fn meant(painting: &Painting) -> Vec<(Option<CellContent>, Option<String>)> {
    painting.cells().map(|cell| (painting.at(cell), painting.height_words(cell))).collect()
}

fn crowd(painting: &Painting) -> Vec<(String, i32)> {
    let mut crowd: Vec<_> = painting.units().into_iter().map(|(_, name, team)| (name, team)).collect();
    crowd.sort();
    crowd
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn mirrored_twice_is_the_same(deeds in prop::collection::vec(any_deed(), 0..12), axis in prop_oneof![Just(Axis::LeftRight), Just(Axis::TopBottom)]) {
        let painting = done(&deeds);
        let mut mirrored = painting.clone();
        mirrored.mirror(axis);
        prop_assert_eq!(crowd(&mirrored), crowd(&painting));
        prop_assert_eq!(kept(&mirrored), kept(&painting));
        mirrored.mirror(axis);
        prop_assert_eq!(meant(&mirrored), meant(&painting));
        prop_assert_eq!(mirrored.links(), painting.links());
        prop_assert_eq!(text(&mirrored).lines().count(), text(&painting).lines().count());
    }

    #[test]
    fn resized_out_and_in_is_the_same(deeds in prop::collection::vec(any_deed(), 0..12), side in prop_oneof![Just(Side::North), Just(Side::East), Just(Side::South), Just(Side::West)]) {
        let painting = done(&deeds);
        let mut resized = painting.clone();
        resized.resize(side, true);
        prop_assert_eq!(crowd(&resized), crowd(&painting));
        resized.resize(side, false);
        prop_assert_eq!(text(&resized), text(&painting));
        prop_assert_eq!(scenario(&resized), scenario(&painting));
    }

    #[test]
    fn a_move_keeps_everybody(deeds in prop::collection::vec(any_deed(), 0..12), from in any_cell(), to in any_cell()) {
        let painting = done(&deeds);
        let mut moved = painting.clone();
        let went = moved.move_unit(from, to);
        prop_assert_eq!(crowd(&moved), crowd(&painting));
        prop_assert_eq!(kept(&moved), kept(&painting));
        let ground = |painting: &Painting| {
            let bare = |on: CellContent| (on.terrain, on.surface, on.zone);
            painting.cells().map(|cell| painting.at(cell).map(bare)).collect::<Vec<_>>()
        };
        prop_assert_eq!(ground(&moved), ground(&painting));
        if !went {
            prop_assert_eq!(text(&moved), text(&painting));
        }
    }

    #[test]
    fn a_fill_is_bounded(deeds in prop::collection::vec(any_deed(), 0..12), from in any_cell(), brush in any_brush()) {
        let painting = done(&deeds);
        let cells = painting.fill(from, &brush);
        prop_assert_eq!(cells.contains(&from), painting.contains(from));
        prop_assert!(cells.iter().all(|&cell| painting.contains(cell) && cell.floor() == from.floor()));
        let (width, depth) = painting.size();
        prop_assert!(cells.len() <= (width * depth) as usize);
        let joined = |&cell: &Cell| cell == from || cells.iter().any(|&other| other.steps_to(cell) == 1);
        prop_assert!(cells.iter().all(joined));
    }

    #[test]
    fn what_is_painted_is_read_as_it_was_meant(deeds in prop::collection::vec(any_deed(), 0..16)) {
        let painting = done(&deeds);
        let library = library(&scenario_text(&painting));
        let again = library.asset(AssetType::Scenario, "s").and_then(|asset| asset.painting(&library)).expect("a map");
        prop_assert_eq!(meant(&again), meant(&painting));
        prop_assert_eq!(scenario(&again), scenario(&painting));
        let glyphs: BTreeSet<String> = scenario(&painting).legend.into_iter().map(|entry| entry.glyph).collect();
        prop_assert_eq!(glyphs.len(), scenario(&painting).legend.len(), "each character means one thing");
        let book = library.sketch("s").expect("a sketch");
        let battle = book.battle(1);
        prop_assert!(battle.state().living().count() <= painting.units().len());
    }
}

fn lift(map: &mut Painting, cell_of: &str, corner: usize, up: bool) -> bool {
    map.lift_corners([CellCorner { cell: cell(cell_of), corner }], up).changed == 1
}

#[test]
fn a_corner_goes_up_and_the_others_stay() {
    let mut map = drawn(&["..", ".."]);
    assert!(lift(&mut map, "b1", 1, true) && lift(&mut map, "b1", 1, true) && lift(&mut map, "b1", 2, true));
    assert_eq!(text(&map), "..\n..\nb1 ne 2 se 1\nr rat 0\nX ox 1");
    assert_eq!(map.height_words(cell("b1")).as_deref(), Some("corners ne 2 se 1"));
    assert!(lift(&mut map, "b1", 0, true) && lift(&mut map, "b1", 3, true));
    assert_eq!(text(&map), "..\n..\nheights\n.1\n..\nb1 ne 1\nr rat 0\nX ox 1");
    assert!(lift(&mut map, "b1", 3, false) && lift(&mut map, "b1", 1, false));
    assert_eq!(text(&map), "..\n..\nb1 nw 1 ne 1 se 1\nr rat 0\nX ox 1");
    assert!(!lift(&mut map, "b1", 3, false), "nothing lies lower");
    let mut ramp = map;
    ramp.paint([cell("b1")], &Brush::Ramp(1));
    assert!(!lift(&mut ramp, "b1", 1, true), "a ramp has no corners of its own");
    assert_eq!(scenario(&ramp).corners, [""; 0]);
    ramp.paint([cell("b2")], &Brush::Remove);
    assert!(!lift(&mut ramp, "b2", 1, true), "nor has a hole");
}

#[test]
fn corners_that_meet_go_together_where_they_are_as_high() {
    let mut map = drawn(&["...", "...", "..."]);
    map.paint([cell("c1")], &Brush::Raise);
    let meeting = map.vertex(CellCorner { cell: cell("b2"), corner: 1 });
    let named: Vec<String> = meeting.iter().map(|of| format!("{} {}", of.cell, CORNERS[of.corner])).collect();
    assert_eq!(named, ["c2 nw", "b2 ne", "b1 se"], "c1 lies higher");
    map.lift_corners(meeting, true);
    assert_eq!(scenario(&map).corners, ["b1 se 1", "b2 ne 1", "c2 nw 1"]);
    assert_eq!(map.vertex(CellCorner { cell: cell("b2"), corner: 1 }).len(), 4, "now it meets them");
    let at_edge = map.vertex(CellCorner { cell: cell("a1"), corner: 0 });
    assert_eq!(at_edge, [CellCorner { cell: cell("a1"), corner: 0 }]);
}

#[test]
fn what_is_done_to_a_map_keeps_corners_or_makes_them_level() {
    let mut map = drawn(&["..", ".."]);
    map.lift_corners([0, 1].map(|corner| CellCorner { cell: cell("a1"), corner }), true);
    map.lift_corners([CellCorner { cell: cell("b2"), corner: 3 }], true);
    let corners = |map: &Painting| scenario(map).corners.join(", ");
    map.paint([cell("a1")], &Brush::Raise);
    assert_eq!(
        (corners(&map), map.height_words(cell("a1"))),
        ("a1 nw 1 ne 1, b2 sw 1".to_owned(), Some("height 1, corners nw 1 ne 1".to_owned()))
    );
    map.paint([cell("a1")], &Brush::Terrain("water".to_owned()));
    assert_eq!(corners(&map), "a1 nw 1 ne 1, b2 sw 1", "other ground lies as it did");
    let mut mirrored = map.clone();
    mirrored.mirror(Axis::LeftRight);
    assert_eq!(corners(&mirrored), "b1 nw 1 ne 1, a2 se 1");
    mirrored.mirror(Axis::TopBottom);
    assert_eq!(corners(&mirrored), "a1 ne 1, b2 se 1 sw 1");
    let mut grown = map.clone();
    assert!(grown.resize(Side::West, true) && grown.resize(Side::North, true));
    assert_eq!(corners(&grown), "b2 nw 1 ne 1, c3 sw 1");
    let alike = grown.fill(cell("b3"), &Brush::Level);
    assert_eq!(alike, [cell("a3"), cell("b3")], "c3 is of the same ground and has a corner up");
    grown.paint([cell("b2")], &Brush::Level);
    assert_eq!(corners(&grown), "c3 sw 1");
    grown.paint([cell("c3")], &Brush::Remove);
    assert_eq!(corners(&grown), "");
    let mut high = drawn(&[".."]);
    high.add_floor();
    high.set_level(1, 50);
    high.paint([cell("a1^1")], &Brush::Terrain("floor".to_owned()));
    let all = [0, 1, 2, 3].map(|corner| CellCorner { cell: cell("a1^1"), corner });
    assert_eq!(high.lift_corners(all, true).refused, 0);
    assert_eq!(corners(&high), "a1^1 nw 1 ne 1 se 1 sw 1", "50 and 51 have no character");
    assert_eq!(high.lift_corners(all, false).refused, 0);
    assert_eq!(high.lift_corners(all, false).refused, 4);
}

#[test]
fn lines_of_corners_that_are_at_fault_stay_to_be_mended() {
    let mut map = painting(r#"Scenario(map: ["..", ".."], corners: ["b2 nw 1", "z9 nw 1", "a1 top 3"])"#);
    lift(&mut map, "a1", 2, true);
    assert_eq!(scenario(&map).corners, ["a1 se 1", "b2 nw 1", "z9 nw 1", "a1 top 3"]);
}

#[test]
fn those_who_come_on_hard_alone_are_told() {
    let text = |keep: i32, on_hard: i32| {
        let rule = format!(r#"(glyphs: "r", keep: {keep}, on_hard: {on_hard})"#);
        let legend = r#"(glyph: "r", unit: "rat"), (glyph: "s", unit: "rat")"#;
        format!(r#"Scenario(map: ["r.s", "..r"], legend: [{legend}], spawns: [{rule}])"#)
    };
    let late = |keep, on_hard| {
        let cells = painting(&text(keep, on_hard)).on_hard();
        cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!([late(0, 1), late(1, 1), late(0, 0)], ["a1 c2", "", ""]);
}
