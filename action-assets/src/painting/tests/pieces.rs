//! Pieces of maps: copied, turned, mirrored and stamped, and rooms with walls.

use super::*;
use crate::painting::{Piece, is_on_border};

fn lines(painting: &Painting) -> Vec<String> {
    scenario(painting).map
}

fn piece(painting: &Painting, from: &str, to: &str) -> Piece {
    Piece::of(painting, cell(from), cell(to)).expect("a piece")
}

#[test]
fn a_piece_is_read_from_its_text_and_stamped_on_another_map() {
    let source = drawn(&["#..~", "#r.~", "####"]);
    let copied = piece(&source, "b1", "d2");
    let text = copied.to_text();
    assert!(text.starts_with("Scenario("), "{text}");
    let read = Piece::read(&text, &library("Scenario()")).expect("it is read");
    let mut other = drawn(&[".....", ".....", "....."]);
    assert_eq!(other.stamp(&read, cell("b2")), Painted { changed: 3, refused: 0 });
    assert_eq!(lines(&other), [".....", "...~.", ".r.~."]);
    let outside = other.stamp(&read, cell("d3"));
    assert_eq!(outside.refused, 4, "cells beyond the map");
}

#[test]
fn other_texts_are_no_pieces() {
    let library = library("Scenario()");
    for text in ["", "Scenario()", "Push", "Unit(glyph: \"r\")", "\u{1F600}"] {
        assert!(Piece::read(text, &library).expect_err(text).is_none(), "{text}");
    }
    assert!(Piece::read("Scenario(map: [1", &library).expect_err("a fault").is_some());
}

#[test]
fn a_turn_goes_clockwise_with_ramps_facings_and_large_units() {
    let mut map = drawn(&["#~.", "X..", "..."]);
    map.paint([cell("c1")], &Brush::Ramp(0));
    map.paint([cell("b1")], &Brush::Unit { name: "rat".to_owned(), team: 1, facing: 1 });
    let mut turned = piece(&map, "a1", "c3");
    turned.turn();
    let mut there = drawn(&["...", "...", "..."]);
    there.stamp(&turned, cell("a1"));
    assert_eq!(
        there.unit_at(cell("a1")).map(|(at, unit)| (at.to_string(), unit)),
        Some(("a1".to_owned(), "ox".to_owned()))
    );
    assert_eq!(there.at(cell("c1")).map(|on| on.terrain), Some("wall".to_owned()));
    assert_eq!(there.at(cell("c2")).map(|on| (on.unit, on.facing)), Some(("rat".to_owned(), 2)));
    assert_eq!(there.height_words(cell("c3")).as_deref(), Some("rises to the east"));
}

#[test]
fn a_large_unit_that_is_only_partly_inside_is_left_out() {
    let map = drawn(&["X..", "..."]);
    assert!(
        Piece::of(&map, cell("a1"), cell("a2")).expect("a piece").to_text().lines().all(|line| !line.contains("ox"))
    );
    assert!(piece(&map, "a1", "b2").to_text().contains("ox"));
}

#[test]
fn units_are_not_exchanged_into_each_other() {
    let mut map = drawn(&["r....", ".X...", "....."]);
    assert!(!map.move_unit(cell("a1"), cell("b2")), "the ox at a1 would stand on the rat at b2");
    let mut apart = drawn(&["r....", "...X.", "....."]);
    assert!(apart.move_unit(cell("a1"), cell("d2")));
    assert_eq!(apart.unit_at(cell("a1")).map(|(_, unit)| unit).as_deref(), Some("ox"));
}

#[test]
fn a_room_has_walls_around_its_floor() {
    let mut map = drawn(&[".....", ".r...", ".....", "....."]);
    let (wall, floor) = map.room_grounds(&library("Scenario()")).expect("both grounds");
    assert_eq!((wall.as_str(), floor.as_str()), ("wall", "floor"));
    let done = map.room(cell("e4"), cell("b2"), &wall, &floor);
    assert_eq!(done, Painted { changed: 9, refused: 1 }, "no wall under a unit");
    assert_eq!(lines(&map), [".....", ".r###", ".#..#", ".####"]);
    assert!(is_on_border(cell("b3"), cell("e4"), cell("b2")) && !is_on_border(cell("c3"), cell("e4"), cell("b2")));
}

#[test]
fn a_map_gets_its_size_at_once() {
    let mut map = drawn(&["#.", ".r"]);
    assert!(map.set_size(4, 3) && map.set_size(3, 2));
    assert_eq!(lines(&map), ["#..", ".r."]);
    assert!(!map.set_size(0, 3) && !map.set_size(3, 1_000));
}

#[test]
fn a_cleared_rectangle_is_bare_ground() {
    let mut map = drawn(&["#r~", "..."]);
    map.clear(cell("a1"), cell("b1"));
    assert_eq!(lines(&map), ["..~", "..."]);
}

proptest! {
    #[test]
    fn four_turns_and_two_mirrors_are_none(deeds in proptest::collection::vec(any_deed(), 0..12)) {
        let map = done(&deeds);
        let (width, depth) = map.size();
        let last = Cell::new(width - 1, depth - 1).expect("a cell");
        let own = Piece::of(&map, cell("a1"), last).expect("a piece");
        for axis in [Axis::LeftRight, Axis::TopBottom] {
            let mut twice = own.clone();
            twice.mirror(axis);
            twice.mirror(axis);
            prop_assert_eq!(meant(&twice.0), meant(&own.0));
        }
        let mut turned = own.clone();
        (0..4).for_each(|_| turned.turn());
        prop_assert_eq!(meant(&turned.0), meant(&own.0));
        let mut same = map.clone();
        let done = same.stamp(&own, cell("a1"));
        prop_assert_eq!(done.refused, 0);
        let ground = |map: &Painting| meant(map).into_iter().take((width * depth) as usize).collect::<Vec<_>>();
        prop_assert_eq!(ground(&same), ground(&map));
    }
}
