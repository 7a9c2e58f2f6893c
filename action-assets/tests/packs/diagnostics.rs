//! Faults of packs and scenarios.

use expect_test::{Expect, expect};

use crate::pack;

pub(super) fn check(files: &[(&str, &str)], expected: Expect) {
    expected.assert_eq(&pack(files).check_all().render());
}

#[test]
fn a_map_with_every_fault() {
    let text = r#"Scenario(
    map: [
        "..r#",
        ".w?",
        "r.x.",
        "..r..",
    ],
    legend: [
        (glyph: "r", unit: "rta"),
        (glyph: "w", unit: "rat", terrain: "wall", surface: "fir"),
        (glyph: "w", unit: "rat"),
        (glyph: "unused"),
        (glyph: "u", terrain: "floor"),
    ],
    scheduler: "round",
    goals: [(text: "Go.", when: "count(cat) = 0"), (text: "Go.", when: "inside(rat, gate) + health(T1")],
    losses: [(text: "No.", when: "1 < round < 3")],
    hints: ["one\ntwo"],
)"#;
    check(
        &[("scenarios/s.ron", text)],
        expect![[r#"
            scenarios/s.ron:4:9: error[ragged-row]: row 2 has 3 cells, but row 1 has 4
              in map[1]
                |
              4 |         ".w?",
                |         ^^^^^
            scenarios/s.ron:5:12: error[unknown-glyph]: row 3, column 3: no legend contains 'x'
              in map[2]
                |
              5 |         "r.x.",
                |            ^
              help: known: #.?ruw
            scenarios/s.ron:6:9: error[ragged-row]: row 4 has 5 cells, but row 1 has 4
              in map[3]
                |
              6 |         "..r..",
                |         ^^^^^^^
            scenarios/s.ron:9:28: error[unknown-reference]: unknown unit `rta`
              in legend[0].unit
                |
              9 |         (glyph: "r", unit: "rta"),
                |                            ^^^^^
              help: did you mean `rat`?
            scenarios/s.ron:10:28: error[unit-on-wall]: `rat` is on `wall`, where units cannot stand: row 2, column 2
              in legend[1].unit
                 |
              10 |         (glyph: "w", unit: "rat", terrain: "wall", surface: "fir"),
                 |                            ^^^^^
            scenarios/s.ron:10:61: error[unknown-reference]: unknown surface `fir`
              in legend[1].surface
                 |
              10 |         (glyph: "w", unit: "rat", terrain: "wall", surface: "fir"),
                 |                                                             ^^^^^
              help: did you mean `fire`?
            scenarios/s.ron:11:17: error[same-glyph]: the legend explains 'w' twice
              in legend[2].glyph
                 |
              11 |         (glyph: "w", unit: "rat"),
                 |                 ^^^
            scenarios/s.ron:12:17: error[bad-glyph]: a glyph is exactly one visible character
              in legend[3].glyph
                 |
              12 |         (glyph: "unused"),
                 |                 ^^^^^^^^
            scenarios/s.ron:13:17: warning[unused-glyph]: 'u' is not on the map
              in legend[4].glyph
                 |
              13 |         (glyph: "u", terrain: "floor"),
                 |                 ^^^
            scenarios/s.ron:15:16: error[unknown-reference]: unknown turn order `round`
              in scheduler
                 |
              15 |     scheduler: "round",
                 |                ^^^^^^^
              help: did you mean `rounds`?
            scenarios/s.ron:16:40: error[unknown-reference]: unknown tag `cat` (at character 7)
              in goals[0].when
                 |
              16 |     goals: [(text: "Go.", when: "count(cat) = 0"), (text: "Go.", when: "inside(rat, gate) + health(T1")],
                 |                                        ^^^
              help: did you mean `rat`?
            scenarios/s.ron:16:72: error[bad-formula]: expected `)`, found the end (at the end of the formula)
              in goals[1].when
                 |
              16 |     goals: [(text: "Go.", when: "count(cat) = 0"), (text: "Go.", when: "inside(rat, gate) + health(T1")],
                 |                                                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            scenarios/s.ron:16:85: error[unknown-reference]: unknown zone `gate` (at character 13)
              in goals[1].when
                 |
              16 |     goals: [(text: "Go.", when: "count(cat) = 0"), (text: "Go.", when: "inside(rat, gate) + health(T1")],
                 |                                                                                     ^^^^
            scenarios/s.ron:16:100: error[unresolved-name]: unknown target `T1`: only actions have targets (at character 28)
              in goals[1].when
                 |
              16 |     goals: [(text: "Go.", when: "count(cat) = 0"), (text: "Go.", when: "inside(rat, gate) + health(T1")],
                 |                                                                                                    ^^
            scenarios/s.ron:17:45: error[bad-formula]: a formula cannot compare three numbers at once; write two comparisons with `and`, such as `1 < a and a < 3` (at character 11)
              in losses[0].when
                 |
              17 |     losses: [(text: "No.", when: "1 < round < 3")],
                 |                                             ^
            scenarios/s.ron:18:13: error[long-hint]: a hint must be one line
              in hints[0]
                 |
              18 |     hints: ["one\ntwo"],
                 |             ^^^^^^^^^^
        "#]],
    );
}

#[test]
fn maps_without_cells_or_units() {
    check(
        &[("scenarios/s.ron", "Scenario")],
        expect![[r#"
        scenarios/s.ron:1:1: error[no-map]: the map has no cell
          in map
            |
          1 | Scenario
            | ^^^^^^^^
        scenarios/s.ron:1:1: warning[no-goals]: the battle has no goal and no loss
          in goals
            |
          1 | Scenario
            | ^^^^^^^^
    "#]],
    );
    check(
        &[("scenarios/s.ron", "Scenario(map: [\"...\"])")],
        expect![[r#"
        scenarios/s.ron:1:1: warning[no-goals]: the battle has no goal and no loss
          in goals
            |
          1 | Scenario(map: ["..."])
            | ^^^^^^^^
        scenarios/s.ron:1:15: error[no-units]: no unit on the map can act
          in map
            |
          1 | Scenario(map: ["..."])
            |               ^^^^^^^
    "#]],
    );
}

#[test]
fn what_does_nothing() {
    let check = |files: &[(&str, &str)], expected: &[&str]| {
        let found = pack(files).check_all();
        let told: Vec<String> =
            found.iter().map(|fault| format!("{} {}: {}", fault.file, fault.path, fault.code)).collect();
        assert_eq!(told, expected, "{}", found.render());
    };
    let asks =
        "Action(body: [Branch(if: \"self.status.mark\", then: [Wait]), HandleItem(target: \"self\", item: \"token\")])";
    check(
        &[
            ("statuses/dull.ron", "Status"),
            ("statuses/mark.ron", "Status"),
            ("statuses/stuck.ron", "Status(skips_turn: true)"),
            ("items/pebble.ron", "Item"),
            ("items/token.ron", "Item"),
            ("skills/idle.ron", "Skill"),
            ("actions/a.ron", asks),
        ],
        &["items/pebble.ron : does-nothing", "skills/idle.ron : does-nothing", "statuses/dull.ron : does-nothing"],
    );
    let empty = "Action(body: [Trail, Trail(moves: [Wait]), ForEach(target: \"self\"), Branch(if: 1, else: [Wait])])";
    let told = ["actions/a.ron body[0].moves: nothing-in-it", "actions/a.ron body[2].body: nothing-in-it"];
    check(&[("actions/a.ron", empty)], &told);
    check(&[("actions/a.ron", "Action")], &["actions/a.ron body: does-nothing"]);

    let cone = "Action(body: [DeclareTarget(name: \"T1\", asks: Region, reach: Cone, range: (1, 2)), ";
    let direct = format!("{cone}Shield(target: \"T1\"), Delay(body: [Damage(target: \"T1\")])])");
    let told = ["actions/a.ron body[1].target: no-cell", "actions/a.ron body[2].body[0].target: no-cell"];
    check(&[("actions/a.ron", &direct)], &told);
    let through = format!("{cone}ForEach(target: \"T1\", body: [Shield(target: \"each\")])])");
    check(&[("actions/a.ron", &through)], &[]);

    check(&[("regions/cone.ron", "Region(shape: Cone)")], &["regions/cone.ron : hides-built-in"]);
}

#[test]
fn references_of_all_types() {
    check(
        &[
            (
                "units/cat.ron",
                "Unit(glyph: \"cc\", actions: [\"wiat\", \"wait\"], on_death: \"wwait\", on_hurt: \"asks\")",
            ),
            ("surfaces/ice.ron", "Surface(glyph: \"=\", burns: [\"fire\", \"oil\"], on_enter: \"asks\")"),
            ("terrains/hole.ron", "Terrain(glyph: \"#\", on_enter: \"fal\")"),
            (
                "actions/asks.ron",
                "Action(body: [DeclareTarget(name: \"T1\"), Spawn(unit: \"rats\", at: \"T1\"), Surface(target: \"T1\", surface: \"fier\")])",
            ),
        ],
        expect![[r##"
            actions/asks.ron:1:54: error[unknown-reference]: unknown unit `rats`
              in body[1].unit
                |
              1 | Action(body: [DeclareTarget(name: "T1"), Spawn(unit: "rats", at: "T1"), Surface(target: "T1", surface: "fier")])
                |                                                      ^^^^^^
              help: did you mean `rat`?
            actions/asks.ron:1:104: error[unknown-reference]: unknown surface `fier`
              in body[2].surface
                |
              1 | Action(body: [DeclareTarget(name: "T1"), Spawn(unit: "rats", at: "T1"), Surface(target: "T1", surface: "fier")])
                |                                                                                                        ^^^^^^
              help: did you mean `fire`?
            surfaces/ice.ron:1:37: error[unknown-reference]: unknown surface `oil`
              in burns[1]
                |
              1 | Surface(glyph: "=", burns: ["fire", "oil"], on_enter: "asks")
                |                                     ^^^^^
            surfaces/ice.ron:1:55: error[event-asks]: an action that an event runs cannot ask a player, but `asks` asks for `T1`
              in on_enter
                |
              1 | Surface(glyph: "=", burns: ["fire", "oil"], on_enter: "asks")
                |                                                       ^^^^^^
              help: choose `T1` with Nearest, Weakest or Actor
            terrains/hole.ron:1:31: error[unknown-reference]: unknown action `fal`
              in on_enter
                |
              1 | Terrain(glyph: "#", on_enter: "fal")
                |                               ^^^^^
            terrains/wall.ron:1:16: error[same-glyph]: the terrain `hole` also uses the glyph '#'
              in glyph
                |
              1 | Terrain(glyph: "#", blocks_movement: true)
                |                ^^^
            units/cat.ron:1:13: error[bad-glyph]: a glyph is exactly one visible character
              in glyph
                |
              1 | Unit(glyph: "cc", actions: ["wiat", "wait"], on_death: "wwait", on_hurt: "asks")
                |             ^^^^
            units/cat.ron:1:29: error[unknown-reference]: unknown action `wiat`
              in actions[0]
                |
              1 | Unit(glyph: "cc", actions: ["wiat", "wait"], on_death: "wwait", on_hurt: "asks")
                |                             ^^^^^^
              help: did you mean `wait`?
            units/cat.ron:1:56: error[unknown-reference]: unknown action `wwait`
              in on_death
                |
              1 | Unit(glyph: "cc", actions: ["wiat", "wait"], on_death: "wwait", on_hurt: "asks")
                |                                                        ^^^^^^^
              help: did you mean `wait`?
            units/cat.ron:1:74: error[event-asks]: an action that an event runs cannot ask a player, but `asks` asks for `T1`
              in on_hurt
                |
              1 | Unit(glyph: "cc", actions: ["wiat", "wait"], on_death: "wwait", on_hurt: "asks")
                |                                                                          ^^^^^^
              help: choose `T1` with Nearest, Weakest or Actor
        "##]],
    );
}

#[test]
fn files_that_are_none() {
    check(
        &[
            ("readme.ron", "hello"),
            ("actions/deep/er.ron", "Action"),
            ("actions/bad name.ron", "Action"),
            ("actions/unit.ron", "Unit(glyph: \"u\")"),
            ("actions/broken.ron", "Action(body: [Wait"),
            ("actions/empty.ron", ""),
        ],
        expect![[r#"
            actions/bad name.ron: error[bad-name]: `bad name` cannot be an asset's name: use only letters, digits, `_` and `-`
            actions/broken.ron:1:14: error[unclosed-bracket]: this `[` is never closed
                |
              1 | Action(body: [Wait
                |              ^
            actions/deep/er.ron: warning[stray-file]: an asset cannot be here, so the file is ignored
              help: a pack has `rules.ron` and files `NAME.ron` in the folders actions, campaigns, decks, formulas, items, policies, regions, scenarios, skills, stats, statuses, surfaces, terrains, units
            actions/empty.ron:1:1: error[empty-file]: the file contains no asset
                |
              1 |
                | ^
            actions/unit.ron:1:1: error[wrong-type]: expected `Action(...)`, found `Unit(...)`
                |
              1 | Unit(glyph: "u")
                | ^^^^
            readme.ron: warning[stray-file]: an asset cannot be here, so the file is ignored
              help: a pack has `rules.ron` and files `NAME.ron` in the folders actions, campaigns, decks, formulas, items, policies, regions, scenarios, skills, stats, statuses, surfaces, terrains, units
        "#]],
    );
}

#[test]
fn turn_orders() {
    let scenario = |order: &str| {
        format!(
            r#"Scenario(
    map: ["r"],
    legend: [(glyph: "r", unit: "still")],
    goals: [(text: "Go.", when: "0")],
    {order}
)"#
        )
    };
    let still = r#"Unit(glyph: "q", initiative: 0, actions: ["walk"])"#;
    let walk = r#"Action(cost: Move, body: [Wait])"#;
    let wrong = scenario(
        r#"scheduler: "charge-time",
    parameters: [
        (name: "limt", value: 9),
        (name: "limit", value: 0),
        (name: "base", value: 5),
        (name: "base", value: 6),
    ],"#,
    );
    let nobody = scenario(r#"scheduler: "action-points","#);
    let set = scenario(r#"scheduler: "action-points", parameters: [(name: "base", value: 1)],"#);
    check(
        &[
            ("scenarios/nobody.ron", &nobody),
            ("scenarios/set.ron", &set),
            ("scenarios/wrong.ron", &wrong),
            ("units/still.ron", still),
            ("actions/walk.ron", walk),
        ],
        expect![[r#"
            scenarios/nobody.ron:5:16: error[nobody-acts]: no unit could ever act: no initiative is above 0, and `base` adds too little
              in scheduler
                |
              5 |     scheduler: "action-points",
                |                ^^^^^^^^^^^^^^^
            scenarios/wrong.ron:7:16: error[unknown-reference]: the turn order `charge-time` has no parameter `limt`
              in parameters[0].name
                |
              7 |         (name: "limt", value: 9),
                |                ^^^^^^
              help: did you mean `limit`?
            scenarios/wrong.ron:8:32: error[out-of-range]: `limit` must be 1 to 10000, not 0
              in parameters[1].value
                |
              8 |         (name: "limit", value: 0),
                |                                ^
            scenarios/wrong.ron:10:16: error[same-name]: `base` is set twice
              in parameters[3].name
                 |
              10 |         (name: "base", value: 6),
                 |                ^^^^^^
        "#]],
    );
}

#[test]
fn a_request_whose_least_is_over_its_largest() {
    let text = r#"Action(body: [
    DeclareTarget(name: "T1", range: (4, 2)),
    DeclareTarget(name: "T3", range: (2, 5), most: "1"),
    DeclareTarget(name: "T4", asks: Number, range: (9, 3)),
    DeclareTarget(name: "T5", region: "ring", most: "2"),
    DeclareTarget(name: "T6", region: "ring", most: "health(self)"),
    DeclareTarget(name: "T7", asks: Direction, range: (4, 2)),
])"#;
    let ring = r#"Region(least: "3", most: "4")"#;
    check(
        &[("actions/aim.ron", text), ("regions/ring.ron", ring)],
        expect![[r#"
            actions/aim.ron:2:38: error[reversed-range]: 4 is more than 2
              in body[0].range
                |
              2 |     DeclareTarget(name: "T1", range: (4, 2)),
                |                                      ^^^^^^
              help: write (2, 4)
            actions/aim.ron:3:52: error[least-over-most]: the smallest distance, 2, is above the largest, 1: no pick is possible
              in body[1].most
                |
              3 |     DeclareTarget(name: "T3", range: (2, 5), most: "1"),
                |                                                    ^^^
            actions/aim.ron:4:52: error[reversed-range]: 9 is more than 3
              in body[2].range
                |
              4 |     DeclareTarget(name: "T4", asks: Number, range: (9, 3)),
                |                                                    ^^^^^^
              help: write (3, 9)
            actions/aim.ron:5:53: error[least-over-most]: the smallest distance, 3, is above the largest, 2: no pick is possible
              in body[3].most
                |
              5 |     DeclareTarget(name: "T5", region: "ring", most: "2"),
                |                                                     ^^^
            actions/aim.ron:7:55: error[reversed-range]: 4 is more than 2
              in body[5].range
                |
              7 |     DeclareTarget(name: "T7", asks: Direction, range: (4, 2)),
                |                                                       ^^^^^^
              help: write (2, 4)
        "#]],
    );
}

#[test]
fn what_follows_from_a_fault_stands_behind_it() {
    let scenario = |name: &str| {
        let text =
            "Scenario(map: [\"..r\"], legend: [(glyph: \"r\", unit: \"rat\")], goals: [(text: \"Go.\", when: \"1\")])";
        (format!("scenarios/{name}.ron"), text.to_owned())
    };
    let mut files =
        vec![("units/rat.ron".to_owned(), "Unit(glyph: \"r\", actons: [\"wait\"], tags: [\"rat\"])".to_owned())];
    files.extend(["a", "b", "c"].map(scenario));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    check(
        &files,
        expect![[r#"
            units/rat.ron:1:1: warning[nothing-to-do]: this unit has turns but nothing to do; give it an action or a skill
              in actions
                |
              1 | Unit(glyph: "r", actons: ["wait"], tags: ["rat"])
                | ^^^^
            units/rat.ron:1:18: error[unknown-field]: unknown field `actons`
              in actons
                |
              1 | Unit(glyph: "r", actons: ["wait"], tags: ["rat"])
                |                  ^^^^^^
              help: did you mean `actions`?
              and 4 further faults from units/rat.ron:
                scenarios/a.ron:1:52: unit `rat` cannot be used, because it has a fault, in legend[0].unit
                scenarios/b.ron:1:52: unit `rat` cannot be used, because it has a fault, in legend[0].unit
                scenarios/c.ron:1:52: unit `rat` cannot be used, because it has a fault, in legend[0].unit
                scenarios/s.ron:1:52: unit `rat` cannot be used, because it has a fault, in legend[0].unit
        "#]],
    );
    let of_file = pack(&files).check_all().of_file("scenarios/a.ron");
    assert!(of_file.render().contains("help: units/rat.ron:1:18"), "{}", of_file.render());
    let many = (0..40).map(|number| scenario(&format!("n{number:02}"))).collect::<Vec<_>>();
    let mut more = files.clone();
    more.extend(many.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let told = pack(&more).check_all().render();
    assert!(
        told.contains("and 44 further faults from units/rat.ron:") && told.ends_with("    … and 34 more\n"),
        "{told}"
    );
}
