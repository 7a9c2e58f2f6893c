//! Tests of slopes, bridges, ramps and links.

use super::*;

fn at(x: i32, y: i32, floor: u8) -> Cell {
    Cell::on_floor(x, y, floor).expect("a cell")
}

#[test]
fn edges_are_as_high_as_their_corners() {
    let slope = Slope { height: 1, corners: [1, 2, 3, 4] };
    let ring = [Dir::North, Dir::NorthEast, Dir::East, Dir::SouthEast, Dir::South, Dir::SouthWest, Dir::West];
    assert_eq!(ring.map(|dir| slope.edge(dir)), [5, 6, 7, 8, 9, 10, 7]);
    assert_eq!((slope.edge(Dir::NorthWest), slope.middle()), (4, 7));
}

/// A road of height 0 from west to east, under a bridge of height 4 from north to south with a ramp at its north end.
///
/// ```text
/// ground       floor 1
/// . ^ .        . . .
/// . . .        . = .
/// . . .        . = .
/// ```
fn bridge() -> Board {
    let mut board = Board::new(3, 3);
    board.add_floor(Rectangle { x: 1, y: 1, width: 1, height: 2 });
    board.put(at(1, 0, 0), 0, Slope::ramp(2, Dir::South, 2));
    board.put(at(1, 1, 1), 1, Slope::level(4));
    board.put(at(1, 2, 1), 1, Slope::level(4));
    board
}

#[test]
fn straight_on_leads_under_a_bridge_and_over_it() {
    let mut board = bridge();
    for linked in [false, true] {
        assert_eq!(board.step(at(0, 1, 0), Dir::East), Some(at(1, 1, 0)), "under it");
        assert_eq!(board.step(at(1, 0, 0), Dir::South), Some(at(1, 1, 1)), "up the ramp");
        assert_eq!(board.rise(at(1, 0, 0), Dir::South), 0);
        assert_eq!(board.step(at(1, 1, 1), Dir::South), Some(at(1, 2, 1)), "over it");
        assert_eq!(board.step(at(1, 1, 1), Dir::East), Some(at(2, 1, 0)), "over its edge");
        assert_eq!(board.rise(at(1, 1, 1), Dir::East), -8);
        assert_eq!(board.step(at(1, 1, 0), Dir::North), Some(at(1, 0, 0)), "against the wall of the ramp");
        assert_eq!(board.rise(at(1, 1, 0), Dir::North), 8);
        assert_eq!(board.step(at(1, 2, 1), Dir::South), None, "the board ends");
        assert_eq!(board.rise(at(1, 2, 1), Dir::South), 0);
        assert_eq!(board.links.is_empty(), !linked);
        board.link();
    }
}

#[test]
fn a_column_without_ground_is_nobodys_neighbour() {
    let mut board = Board::new(3, 3);
    board.take_ground(at(1, 1, 0));
    for linked in [false, true] {
        assert!(!board.is_level() && !board.contains(at(1, 1, 0)));
        assert_eq!((board.cells().count(), board.top(1, 1), board.at_floor(1, 1, 0)), (8, None, None));
        for dir in Dir::ALL {
            let (dx, dy) = dir.delta();
            assert_eq!(board.step(at(1 + dx, 1 + dy, 0), dir.opposite()), None, "{dir}");
        }
        assert_eq!(board.offset(at(0, 1, 0), (1, 0)), None);
        assert_eq!(board.offset(at(0, 1, 0), (2, 0)), Some(at(2, 1, 0)));
        assert_eq!(board.step(at(0, 0, 0), Dir::East), Some(at(1, 0, 0)));
        assert_eq!(board.links.is_empty(), !linked);
        board.link();
    }
    let clear =
        |from, to| crate::space::is_line_clear(&board, from, to, crate::space::Trajectory::Straight, |_, _| false);
    assert!(clear(at(0, 1, 0), at(2, 1, 0)), "lines pass over it");
    board.take_ground(at(1, 1, 0));
    board.put(at(1, 1, 0), 0, Slope::level(0));
    assert_eq!(board, Board::new(3, 3), "and it may be filled again");
}

#[test]
fn an_offset_keeps_to_the_floor_or_falls_to_the_next_below() {
    let board = bridge();
    assert_eq!(board.offset(at(1, 1, 1), (0, 1)), Some(at(1, 2, 1)));
    assert_eq!(board.offset(at(1, 1, 1), (1, 0)), Some(at(2, 1, 0)));
    assert_eq!(board.offset(at(0, 1, 0), (1, 0)), Some(at(1, 1, 0)));
    assert_eq!(board.raised(at(0, 1, 0), (1, 0), 1), Some(at(1, 1, 1)));
    assert_eq!(board.raised(at(0, 1, 0), (2, 0), 1), None);
    assert_eq!(board.raised(at(0, 1, 0), (1, 0), -1), None);
    assert_eq!(board.offset(at(1, 1, 1), (2, 0)), None);
    assert_eq!(board.column(1, 1).collect::<Vec<_>>(), [at(1, 1, 0), at(1, 1, 1)]);
    assert_eq!((board.top(1, 1), board.top(0, 0)), (Some(at(1, 1, 1)), Some(at(0, 0, 0))));
    assert_eq!((board.cells().count(), board.floors()), (9 + 2, 2));
    assert_eq!((board.elevation(at(1, 0, 0)), board.elevation(at(1, 1, 1))), (6, 8));
}

#[test]
fn the_table_of_links_is_what_is_found_one_by_one() {
    let mut seed = 1_u32;
    let mut next = move |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % below
    };
    for _ in 0..100 {
        let mut board = Board::new(4, 3);
        for _ in 0..next(4) {
            let (x, y) = (next(3) as i32, next(2) as i32);
            board.add_floor(Rectangle { x, y, width: 1 + next(4) as i32, height: 1 + next(3) as i32 });
        }
        for floor in 0..board.floors() as u8 {
            for (x, y) in (0..4).flat_map(|x| (0..3).map(move |y| (x, y))) {
                if next(3) > 0 {
                    let corners = if next(2) == 0 { [0; 4] } else { [0; 4].map(|_| next(4) as u8) };
                    board.put(at(x, y, floor), 0, Slope { height: next(8) as u8, corners });
                }
            }
        }
        let unlinked = board.clone();
        board.link();
        for cell in unlinked.cells() {
            for dir in Dir::ALL {
                assert_eq!(board.step(cell, dir), unlinked.step(cell, dir), "{cell} {dir}");
                assert_eq!(board.rise(cell, dir), unlinked.rise(cell, dir), "{cell} {dir}");
            }
        }
    }
}

#[test]
fn a_level_board_has_no_table_of_what_lies_beside() {
    let mut board = Board::new(4, 4);
    board.link();
    assert!(board.is_level() && board.links.is_empty() && board.heights.is_empty());
    board.put(at(1, 1, 0), 0, Slope::level(3));
    assert!(!board.is_level());
    board.link();
    assert_eq!(board.rise(at(0, 1, 0), Dir::East), 6);
    board.put(at(1, 1, 0), 0, Slope::level(1));
    assert_eq!(board.rise(at(0, 1, 0), Dir::East), 2, "what lay beside is forgotten");
}

#[test]
fn floors_end_where_the_board_does() {
    let mut board = Board::new(4, 4);
    board.add_floor(Rectangle { x: 2, y: 3, width: i32::MAX, height: i32::MAX });
    board.put(at(3, 3, 1), 0, Slope::level(200));
    board.put(at(4, 3, 1), 0, Slope::level(2));
    assert_eq!(board.slope(at(3, 3, 1)).height, Board::MAX_HEIGHT);
    assert!(!board.contains(at(2, 3, 1)) && !board.contains(at(4, 3, 1)));
    for _ in 0..2 * Board::MAX_FLOORS {
        board.add_floor(Rectangle::default());
    }
    assert_eq!(board.floors(), Board::MAX_FLOORS);
}
