//! Lines about corners and shapes of cells.

use expect_test::expect;
use foretoken_vm::Dir;
use foretoken_vm::space::CellShape;

use crate::maps::{check, compiled};

#[test]
fn single_corners_lie_above_their_cells() {
    let book = compiled(
        r#"map: ["r..", "..."],
    heights: ["..2", "..."],
    floors: [(map: ["=  ", "   "], height: 6)],
    corners: ["c1 nw 1", "b2 ne 2 sw 1", "a1^1 se 3"],"#,
    );
    let slope = |cell: &str| book.board.slope(cell.parse().expect("a cell"));
    let at = |height, corners| foretoken_vm::space::Slope { height, corners };
    assert_eq!(slope("c1"), at(2, [1, 0, 0, 0]));
    assert_eq!(slope("b2"), at(0, [0, 2, 0, 1]));
    assert_eq!(slope("a1^1"), at(6, [0, 0, 3, 0]));
    assert_eq!(slope("a1"), at(0, [0; 4]));
    assert_eq!(book.board.elevation("b2".parse().expect("a cell")), 1, "one stands at the middle");
    let rise = |cell: &str, dir| book.board.rise(cell.parse().expect("a cell"), dir);
    assert_eq!((rise("b2", Dir::East), rise("b2", Dir::West)), (-2, -1), "steps lead from edge to edge");
    assert_eq!(rise("b2", Dir::NorthEast), 0, "and from corner to corner, which are both at 2");
}

#[test]
fn corners_with_every_fault() {
    check(
        r#"map: [
        "r.. ",
        "....",
    ],
    heights: [
        "9...",
        "..>1",
    ],
    floors: [(map: ["=   ", "    "], height: 12)],
    corners: [
        "b1 top 3 ne 0 nw 1 nw 2 se",
        "b1",
        "",
        "z9 nw 1",
        "a1^2 nw 1",
        "d1 nw 1",
        "c2 nw 1",
        "b2 nw 1",
        "b2 ne 1",
        "a1 ne 91",
        "a1^1 ne 100",
        "a2 ne 1",
    ],"#,
        expect![[r#"
            scenarios/s.ron:12:13: error[unknown-corner]: unknown corner `top`
              in corners[0]
                 |
              12 |         "b1 top 3 ne 0 nw 1 nw 2 se",
                 |             ^^^
              help: corners are nw, ne, se and sw
            scenarios/s.ron:12:22: error[out-of-range]: 0 is outside 1 to 99
              in corners[0]
                 |
              12 |         "b1 top 3 ne 0 nw 1 nw 2 se",
                 |                      ^
            scenarios/s.ron:12:29: error[same-corner]: `nw` appears twice
              in corners[0]
                 |
              12 |         "b1 top 3 ne 0 nw 1 nw 2 se",
                 |                             ^^
            scenarios/s.ron:12:34: error[no-steps]: the corner `se` has no number of steps
              in corners[0]
                 |
              12 |         "b1 top 3 ne 0 nw 1 nw 2 se",
                 |                                  ^^
              help: a cell, then corners with their steps: `c4 nw 1 ne 2`
            scenarios/s.ron:13:10: error[no-corner]: the line names no corner
              in corners[1]
                 |
              13 |         "b1",
                 |          ^^
              help: a cell, then corners with their steps: `c4 nw 1 ne 2`
            scenarios/s.ron:14:10: error[bad-cell]: `` is not a cell
              in corners[2]
                 |
              14 |         "",
                 |          ^
              help: a cell, then corners with their steps: `c4 nw 1 ne 2`
            scenarios/s.ron:15:10: error[off-board]: the map has no cell z9 (row 9, column 26)
              in corners[3]
                 |
              15 |         "z9 nw 1",
                 |          ^^^^^^^
            scenarios/s.ron:16:10: error[off-board]: the map has no cell a1^2 (row 1, column 1)
              in corners[4]
                 |
              16 |         "a1^2 nw 1",
                 |          ^^^^^^^^^
            scenarios/s.ron:17:10: error[corner-of-hole]: d1 is a hole, which has no corners
              in corners[5]
                 |
              17 |         "d1 nw 1",
                 |          ^^^^^^^
            scenarios/s.ron:18:10: error[corner-of-ramp]: c2 is a ramp, whose corners follow the cells next to it
              in corners[6]
                 |
              18 |         "c2 nw 1",
                 |          ^^^^^^^
            scenarios/s.ron:20:10: error[same-cell]: the corners of b2 are set twice
              in corners[8]
                 |
              20 |         "b2 ne 1",
                 |          ^^^^^^^
            scenarios/s.ron:21:10: error[too-high]: a corner of a1 is at height 100; the maximum is 99
              in corners[9]
                 |
              21 |         "a1 ne 91",
                 |          ^^^^^^^^
            scenarios/s.ron:22:18: error[out-of-range]: 100 is outside 1 to 99
              in corners[10]
                 |
              22 |         "a1^1 ne 100",
                 |                  ^^^
            scenarios/s.ron:28:17: warning[unused-glyph]: 'f' is not on the map
              in legend[2].glyph
                 |
              28 |         (glyph: "f", surface: "fire"),
                 |                 ^^^
        "#]],
    );
}

#[test]
fn cells_have_shapes_of_their_own_that_no_rule_reads() {
    let map = r#"map: ["r...", "...."], heights: ["..>1", "...."], floors: [(map: ["=   ", "    "], height: 6)],"#;
    let plain = compiled(map);
    let shaped =
        compiled(&format!(r#"{map} shapes: ["b2 inset n 14 s 45", "c1 stairs 8 invisible", "a1^1 inset w 1"],"#));
    let shapes: Vec<_> = shaped.shapes.iter().map(|(cell, shape)| (cell.to_string(), *shape)).collect();
    let plain_shape = CellShape::default();
    let expected = [
        ("c1", CellShape { stairs: 8, invisible: true, ..plain_shape }),
        ("b2", CellShape { insets: [14, 0, 45, 0], ..plain_shape }),
        ("a1^1", CellShape { insets: [0, 0, 0, 1], ..plain_shape }),
    ];
    assert_eq!(shapes, expected.map(|(cell, shape)| (cell.to_owned(), shape)));
    assert_eq!((shaped.hash64(), &shaped.board), (plain.hash64(), &plain.board), "battles go as without them");
}

#[test]
fn shapes_with_every_fault() {
    check(
        r#"map: [
        "r.. ",
        "....",
    ],
    corners: ["c1 nw 1"],
    shapes: [
        "b1 round inset stairs",
        "b1 inset n 46 e 0 s 1 s 2 w",
        "b1 n 14",
        "b1 stairs 1 stairs 9",
        "b1",
        "",
        "z9 invisible",
        "a1^1 invisible",
        "d1 invisible",
        "c1 stairs 3",
        "b2 invisible",
        "b2 inset n 1",
    ],"#,
        expect![[r#"
            scenarios/s.ron:8:13: error[unknown-shape]: unknown shape `round`
              in shapes[0]
                |
              8 |         "b1 round inset stairs",
                |             ^^^^^
              help: shapes are inset, stairs and invisible
            scenarios/s.ron:8:19: error[no-side]: the inset names no side
              in shapes[0]
                |
              8 |         "b1 round inset stairs",
                |                   ^^^^^
              help: sides are n, e, s and w, each with hundredths of a cell's edge
            scenarios/s.ron:8:25: error[no-number]: the stairs have no number of steps
              in shapes[0]
                |
              8 |         "b1 round inset stairs",
                |                         ^^^^^^
              help: a cell, then its shape: `c4 inset n 14 s 14 stairs 4 invisible`
            scenarios/s.ron:9:21: error[out-of-range]: 46 is outside 1 to 45
              in shapes[1]
                |
              9 |         "b1 inset n 46 e 0 s 1 s 2 w",
                |                     ^^
            scenarios/s.ron:9:26: error[out-of-range]: 0 is outside 1 to 45
              in shapes[1]
                |
              9 |         "b1 inset n 46 e 0 s 1 s 2 w",
                |                          ^
            scenarios/s.ron:9:32: error[same-side]: the side `s` appears twice
              in shapes[1]
                |
              9 |         "b1 inset n 46 e 0 s 1 s 2 w",
                |                                ^
            scenarios/s.ron:9:36: error[no-number]: the side `w` has no distance
              in shapes[1]
                |
              9 |         "b1 inset n 46 e 0 s 1 s 2 w",
                |                                    ^
              help: a cell, then its shape: `c4 inset n 14 s 14 stairs 4 invisible`
            scenarios/s.ron:10:13: error[unknown-shape]: unknown shape `n`
              in shapes[2]
                 |
              10 |         "b1 n 14",
                 |             ^
              help: shapes are inset, stairs and invisible
            scenarios/s.ron:10:15: error[unknown-shape]: unknown shape `14`
              in shapes[2]
                 |
              10 |         "b1 n 14",
                 |               ^^
              help: shapes are inset, stairs and invisible
            scenarios/s.ron:11:20: error[out-of-range]: 1 is outside 2 to 8
              in shapes[3]
                 |
              11 |         "b1 stairs 1 stairs 9",
                 |                    ^
            scenarios/s.ron:11:22: error[same-shape]: `stairs` appears twice
              in shapes[3]
                 |
              11 |         "b1 stairs 1 stairs 9",
                 |                      ^^^^^^
            scenarios/s.ron:11:29: error[out-of-range]: 9 is outside 2 to 8
              in shapes[3]
                 |
              11 |         "b1 stairs 1 stairs 9",
                 |                             ^
            scenarios/s.ron:12:10: error[no-shape]: this line does not name a shape
              in shapes[4]
                 |
              12 |         "b1",
                 |          ^^
              help: a cell, then its shape: `c4 inset n 14 s 14 stairs 4 invisible`
            scenarios/s.ron:13:10: error[bad-cell]: `` is not a cell
              in shapes[5]
                 |
              13 |         "",
                 |          ^
              help: a cell, then its shape: `c4 inset n 14 s 14 stairs 4 invisible`
            scenarios/s.ron:14:10: error[off-board]: the map has no cell z9 (row 9, column 26)
              in shapes[6]
                 |
              14 |         "z9 invisible",
                 |          ^^^^^^^^^^^^
            scenarios/s.ron:15:10: error[off-board]: the map has no cell a1^1 (row 1, column 1)
              in shapes[7]
                 |
              15 |         "a1^1 invisible",
                 |          ^^^^^^^^^^^^^^
            scenarios/s.ron:16:10: error[shape-of-hole]: d1 is a hole, which is not drawn
              in shapes[8]
                 |
              16 |         "d1 invisible",
                 |          ^^^^^^^^^^^^
            scenarios/s.ron:17:9: warning[no-slope]: stairs need a slope in one direction, and c1 has none
              in shapes[9]
                 |
              17 |         "c1 stairs 3",
                 |         ^^^^^^^^^^^^^
            scenarios/s.ron:19:10: error[same-cell]: the shape of b2 is set twice
              in shapes[11]
                 |
              19 |         "b2 inset n 1",
                 |          ^^^^^^^^^^^^
            scenarios/s.ron:23:17: warning[unused-glyph]: '=' is not on the map
              in legend[1].glyph
                 |
              23 |         (glyph: "=", terrain: "floor", zone: "bridge"),
                 |                 ^^^
            scenarios/s.ron:24:17: warning[unused-glyph]: 'f' is not on the map
              in legend[2].glyph
                 |
              24 |         (glyph: "f", surface: "fire"),
                 |                 ^^^
        "#]],
    );
}
