//! Links and holes of maps.

use super::maps::{check, compiled, scenario, shown};
use crate::pack;
use expect_test::expect;
use foretoken_vm::{Cell, Dir};

fn linked(links: &str) -> String {
    format!(
        r##"
    map: [
        "..=.",
        "....",
        ".r#.",
    ],
    heights: [
        "9999",
        "....",
        "....",
    ],
    floors: [(map: ["    ", " .  ", "    "], height: 4)],
    links: [{links}],
"##
    )
}

#[test]
fn links_lead_there_and_back() {
    let links = r#"
        (name: "ladder", from: "a2", by: North, to: "a1", cost: 3),
        (name: "tunnel", from: "d3", by: East, to: "b2^1", back: North),
        (name: "slide", from: "b1", by: South, to: "d2", back: Never),
    "#;
    let book = compiled(&linked(links));
    let told: Vec<String> = book
        .board
        .links()
        .map(|link| format!("{} {} {} {} +{}", link.name, link.from, link.by, link.to, link.extra_cost))
        .collect();
    expect![[r#"
        ladder a1 south a2 +2
        slide b1 south d2 +0
        ladder a2 north a1 +2
        tunnel d3 east b2^1 +0
        tunnel b2^1 north d3 +0
    "#]]
    .assert_eq(&(told.join("\n") + "\n"));
}

#[test]
fn walks_name_the_links_that_they_take() {
    let check = |fields: &str, walk: &str, told: &str| {
        let links =
            r#"(name: "ladder", from: "a2", by: North, to: "a1"), (name: "door", from: "b2", by: North, to: "c1")"#;
        let body = format!(r#"[DeclareTarget(name: "T1", reach: Walk, range: (1, 255), {fields}), Move(to: "T1")]"#);
        let action = format!("Action(body: {body})");
        let texts = [("scenarios/s.ron", scenario(&linked(links))), ("actions/stroll.ron", action)];
        let texts = texts.each_ref().map(|(path, text)| (*path, text.as_str()));
        let (book, faults) = pack(&texts).compile("s");
        let book = book.unwrap_or_else(|| panic!("{}", faults.render()));
        let program = book.programs.iter().find(|program| program.name == "stroll").expect("it compiles");
        let lines = foretoken_vm::tokens::disassemble(&book, program);
        let moves = lines.lines().find_map(|line| line.split_once("Move ")).expect("it walks").1;
        assert_eq!(moves.split(" as ").next().map(str::trim), Some(walk), "{lines}");
        let rendered = faults.render();
        let own: Vec<&str> = rendered.lines().filter(|line| line.starts_with("actions/")).collect();
        assert!(if told.is_empty() { own.is_empty() } else { own.concat().contains(told) }, "{rendered}");
    };
    check("", "walk to T1@0x00", "");
    check("links: false", "walk to T1@0x00 on foot", "");
    check(r#"only_links: ["ladder"]"#, "walk to T1@0x00 by ladder", "");
    check(r#"only_links: ["ladder", "door"]"#, "walk to T1@0x00 by door or ladder", "");
    check(r#"without_links: ["door"]"#, "walk to T1@0x00 not by door", "");
    check(
        r#"only_links: ["lader"]"#,
        "walk to T1@0x00 by lader",
        "no map has a link with the name `lader`; did you mean `ladder`?",
    );
    check(
        r#"links: false, only_links: ["door"]"#,
        "walk to T1@0x00 on foot",
        "this walk uses no links, so it cannot name links",
    );
}

#[test]
fn links_with_every_fault() {
    check(
        &linked(
            r#"
        (from: "z", by: North, to: "a1"),
        (from: "a2", by: North, to: "e9"),
        (from: "a2", by: North, to: "a1^1"),
        (from: "c3", by: North, to: "a1"),
        (from: "a2", by: East, to: "a2"),
        (from: "a2", by: West, to: "a1"),
        (from: "a2", by: West, to: "b1", cost: 99),
        (by: Up, to: "b1"),
    "#,
        ),
        expect![[r#"
            scenarios/s.ron:15:16: error[bad-cell]: `z` is not a cell
              in links[0].from
                 |
              15 |         (from: "z", by: North, to: "a1"),
                 |                ^^^
              help: write a cell as column and row, such as `c4`, with its floor after `^` if it is not the ground
            scenarios/s.ron:16:37: error[off-board]: the map has no cell e9 (row 9, column 5)
              in links[1].to
                 |
              16 |         (from: "a2", by: North, to: "e9"),
                 |                                     ^^^^
            scenarios/s.ron:17:37: error[off-board]: the map has no cell a1^1 (row 1, column 1)
              in links[2].to
                 |
              17 |         (from: "a2", by: North, to: "a1^1"),
                 |                                     ^^^^^^
            scenarios/s.ron:18:16: error[link-in-wall]: units cannot stand on c3 (row 3, column 3): it is `wall`
              in links[3].from
                 |
              18 |         (from: "c3", by: North, to: "a1"),
                 |                ^^^^
            scenarios/s.ron:19:16: error[no-place-for-link]: the link ends on the cell where it begins
              in links[4].from
                 |
              19 |         (from: "a2", by: East, to: "a2"),
                 |                ^^^^
            scenarios/s.ron:21:16: error[no-place-for-link]: another link already leads from that cell in that direction
              in links[6].from
                 |
              21 |         (from: "a2", by: West, to: "b1", cost: 99),
                 |                ^^^^
              help: choose another direction for one of them
            scenarios/s.ron:21:48: error[out-of-range]: 99 is outside 1 to 15
              in links[6].cost
                 |
              21 |         (from: "a2", by: West, to: "b1", cost: 99),
                 |                                                ^^
            scenarios/s.ron:22:9: error[missing-field]: the field `from` is missing
              in links[7].from
                 |
              22 |         (by: Up, to: "b1"),
                 |         ^
              help: Cell where it begins, such as `c4`, or `c4^1` on the first floor.
            scenarios/s.ron:22:9: error[bad-cell]: `` is not a cell
              in links[7].from
                 |
              22 |         (by: Up, to: "b1"),
                 |         ^
              help: write a cell as column and row, such as `c4`, with its floor after `^` if it is not the ground
            scenarios/s.ron:22:14: error[unknown-choice]: unknown choice `Up`
              in links[7].by
                 |
              22 |         (by: Up, to: "b1"),
                 |              ^^
              help: one of `North`, `East`, `South`, `West`
            scenarios/s.ron:28:17: warning[unused-glyph]: 'f' is not on the map
              in legend[2].glyph
                 |
              28 |         (glyph: "f", surface: "fire"),
                 |                 ^^^
        "#]],
    );
}

#[test]
fn the_ground_has_holes_where_a_space_is_drawn() {
    let map = "map: [\"r. .\", \". .=\"],";
    let book = compiled(map);
    assert_eq!(shown(&book), "floor 0\n    .    .         .\n    .         .    .\nrat at a1\n");
    let hole = |name: &str| name.parse::<Cell>().expect("a cell");
    assert!(!book.board.contains(hole("c1")) && !book.board.contains(hole("b2")));
    assert_eq!(book.board.step(hole("b1"), Dir::East), None);
    assert_eq!(book.board.step(hole("b1"), Dir::South), None);
    let text = scenario(&format!("{map} heights: [\"..3.\", \"....\"],"));
    let faults = pack(&[("scenarios/s.ron", &text)]).compile("s").1.render();
    assert!(faults.contains("row 1, column 3: a hole has no height"), "{faults}");
}

#[test]
fn a_demonstration_with_a_hole_is_drawn_with_it() {
    let shove = "Action(body: [DeclareTarget(name: \"T1\", asks: Unit), Push(target: \"T1\", distance: 2)], \
        demonstration: (before: [\"Ab. .\"], answers: [\"b\"], after: [\"A.b .\"], facts: [\"b health 4 -> 3\"]))";
    let library = pack(&[("actions/shove.ron", shove)]);
    let faults = library.check_all();
    let told: Vec<_> = faults.iter().filter(|fault| fault.file == "actions/shove.ron").collect();
    assert!(told.is_empty(), "{told:?}");
}
