//! Shapes of single cells.

use super::*;

fn draw_in(map: &mut Painting, sides: &[(&str, usize)], is_in: bool) -> Painted {
    map.draw_in(sides.iter().map(|&(name, side)| CellSide { cell: cell(name), side }), is_in)
}

#[test]
fn sides_are_drawn_in_and_out_again() {
    let mut map = drawn(&[".. ", "..."]);
    assert_eq!(draw_in(&mut map, &[("b1", 0), ("b1", 0), ("b1", 2), ("c1", 0)], true).refused, 1, "c1 is a hole");
    assert_eq!(text(&map), ".. \n...\nb1 inset n 5 s 5\nr rat 0\nX ox 1", "each side once");
    for _ in 0..8 {
        assert_eq!(draw_in(&mut map, &[("b1", 0)], true).changed, 1);
    }
    assert_eq!(map.shape_words(cell("b1")), "inset n 45 s 5");
    assert_eq!(draw_in(&mut map, &[("b1", 0)], true).refused, 1, "something is left in the middle");
    assert_eq!(draw_in(&mut map, &[("b1", 2), ("a1", 3)], false), Painted { changed: 1, refused: 1 });
    check(map, "b1", &Brush::Plain, &[".. ", "...", "r rat 0", "X ox 1"]);
}

#[test]
fn stairs_are_of_slopes_and_go_with_them() {
    let map = drawn(&["...", "..."]);
    let flat = check(map, "b1 b2", &Brush::Stairs(4), &["...", "...", "r rat 0", "X ox 1"]);
    let mut sloped = flat;
    sloped.paint([cell("b1"), cell("b2")], &Brush::Ramp(1));
    assert_eq!(
        sloped.paint([cell("a1"), cell("b1"), cell("b2")], &Brush::Stairs(4)),
        Painted { changed: 2, refused: 1 }
    );
    assert_eq!(sloped.fill(cell("b1"), &Brush::Stairs(6)), [cell("b1"), cell("b2")], "what is alike and joined");
    sloped.paint([cell("b1")], &Brush::Invisible);
    sloped.paint([cell("b1")], &Brush::Level);
    assert_eq!(scenario(&sloped).shapes, ["b1 invisible", "b2 stairs 4"]);
    sloped.paint([cell("b1")], &Brush::Terrain("wall".to_owned()));
    assert_eq!(sloped.shape_words(cell("b1")), "invisible", "other ground is drawn as little");
    sloped.paint([cell("b1"), cell("b2")], &Brush::Remove);
    assert_eq!(scenario(&sloped).shapes, [""; 0]);
}

#[test]
fn shapes_go_along_with_a_map() {
    let mut map = painting(
        r#"Scenario(map: ["...", "..."], shapes: ["b2 inset w 10 n 20 invisible", "z9 invisible", "a1 odd"])"#,
    );
    let shapes = |map: &Painting| scenario(map).shapes.join(", ");
    assert_eq!(
        shapes(&map),
        "b2 inset n 20 w 10 invisible, z9 invisible, a1 odd",
        "what is at fault stays to be mended"
    );
    let mut mirrored = map.clone();
    mirrored.mirror(Axis::LeftRight);
    mirrored.mirror(Axis::TopBottom);
    assert_eq!(mirrored.shape_words(cell("b1")), "inset e 10 s 20 invisible");
    assert!(map.resize(Side::West, true) && map.resize(Side::North, true));
    assert_eq!(map.shape_words(cell("c3")), "inset n 20 w 10 invisible");
    map.add_floor();
    map.paint([cell("a1^1")], &Brush::Terrain("floor".to_owned()));
    map.paint([cell("a1^1")], &Brush::Invisible);
    assert_eq!(shapes(&map), "c3 inset n 20 w 10 invisible, a1^1 invisible, z9 invisible, a1 odd");
    assert!(map.remove_floor(1) && map.resize(Side::South, false));
    assert_eq!(shapes(&map), "z9 invisible, a1 odd");
}
