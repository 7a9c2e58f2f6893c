//! Movement without targets in reach: by class, walkable paths and fog.

use super::*;

fn fighter(class: &str, more: &str) -> String {
    format!(
        "Unit(title: \"Fighter\", glyph: \"X\", health: 4, movement: 3, tags: [\"dark\"], class: {class}, actions: [\"walk\"]{more})"
    )
}

fn goes(pack: Pack, class: &str, more: &str) -> Cell {
    let puzzle = Puzzle::new(&pack.with("units/fighter.ron", &fighter(class, more)), 'X');
    let told = puzzle.told(&puzzle.decide());
    let walked = told.iter().find(|(name, _)| name == "Walk").and_then(|(_, cells)| cells.last().copied());
    walked.unwrap_or_else(|| puzzle.battle.state().entity(puzzle.unit).cell)
}

#[test]
fn who_attacks_comes_near_and_who_supports_keeps_out_of_reach() {
    let map = "
        ..........
        W....X....
        ..........
    ";
    let warden = cell("a2");
    let came = goes(Pack::new(map), "Offensive", "");
    assert!(came.steps_to(warden) < 5, "{came} is no nearer");
    let kept = goes(Pack::new(map), "Support", "");
    assert!(kept.steps_to(warden) > 4, "{kept} can be struck");
}

#[test]
fn who_guards_or_supports_attacks_after_some_rounds_where_nobody_else_does() {
    let alone = "
        ..........
        W....X....
        ..........
    ";
    let with_brute = alone.replacen("..........", ".........B", 1);
    let warden = cell("a2");
    let goes_late = |map: &str, class: &str| {
        let mut puzzle = Puzzle::new(&Pack::new(map).with("units/fighter.ron", &fighter(class, "")), 'X');
        let book = puzzle.book.clone();
        let (mut buffers, mut log) = (Buffers::default(), Log::default());
        while puzzle.battle.state().round() < 8 {
            puzzle.battle.apply_for_execution(&book, &Plan::default(), &mut buffers, &mut log);
        }
        puzzle.plan = Plan::default();
        stands(&puzzle, &puzzle.decide()).expect("it lives")
    };
    let early = goes(Pack::new(alone), "Support", "").steps_to(warden);
    let late = goes_late(alone, "Support").steps_to(warden);
    let beside = goes_late(&with_brute, "Support").steps_to(warden);
    assert!(early > 4 && late < 5 && beside > 4, "support: {early} steps, late {late}, beside who attacks {beside}");

    let two = alone.trim_end().strip_suffix('.').map(|map| format!("{map}X")).expect("a map");
    let early = goes(Pack::new(&two), "Tank", "").steps_to(warden);
    let late = goes_late(&two, "Tank").steps_to(warden);
    let beside = goes_late(&with_brute, "Tank").steps_to(warden);
    assert!(late < early && late < beside, "tank: {early} steps, late {late}, beside who attacks {beside}");
}

#[test]
fn who_guards_stays_with_the_weak() {
    let map = "
        ..........
        W...X....e
        ..........
    ";
    let far = goes(Pack::new(map), "Usual", "").steps_to(cell("j2"));
    let near = goes(Pack::new(map), "Tank", "").steps_to(cell("j2"));
    assert!(near < far, "{near} steps, else {far}");
}

#[test]
fn a_leash_is_not_left() {
    let map = "
        ....zzz
        W...zXz
        ....zzz
    ";
    let within = goes(Pack::new(map).zone('z', "post"), "Offensive", ", leash: \"post\"");
    assert!(within.x() >= 4, "{within} is outside");
    assert!(goes(Pack::new(map).zone('z', "post"), "Offensive", "").x() < 4);
}

/// In fog, a unit explores the largest unseen area, independent of hidden units.
#[test]
fn in_fog_one_looks_in_the_deepest_dark_and_not_where_somebody_hides() {
    let goes_with = |map: &str| {
        let pack = Pack::new(map).sight(3).with("units/fighter.ron", &fighter("Usual", ""));
        let puzzle = Puzzle::new(&pack, 'X');
        puzzle.told(&puzzle.decide())
    };
    let near = goes_with(".........\n.X......W\n.........");
    assert_eq!(near, [("Walk".to_owned(), vec![cell("e2")])]);
    assert_eq!(near, goes_with(".........\n.X....W..\n........."));
    assert_eq!(near, goes_with(".........\n.X.......\n......W.."));
}

/// Units accompany a unit with an order and leave its path free.
#[test]
fn in_fog_companions_go_where_one_of_theirs_is_sent() {
    let map = "
        .........
        XB......z
        ........W
    ";
    let fighter = fighter("Usual", "").replace("\"dark\"", "\"dark\", \"sent\"");
    let companion = r#"Unit(glyph: "B", movement: 3, tags: ["dark"], actions: ["walk"])"#;
    let pack = Pack::new(map).sight(3).zone('z', "gate").with("units/fighter.ron", &fighter);
    let pack = pack.with("units/brute.ron", companion).goal_of(1, "inside(sent, gate) > 0");
    let puzzle = Puzzle::new(&pack, 'B');
    assert_eq!(puzzle.told(&puzzle.decide()), [("Walk".to_owned(), vec![cell("d3")])]);
}

#[test]
fn who_attacks_goes_around_what_it_cannot_walk_over() {
    let walled = "
        .........
        .#######.
        W######X.
        .#######.
        .........
    ";
    let came = goes(Pack::new(walled), "Usual", "");
    assert!(came.y() != 2 && came.x() >= 7, "{came} is not on the way around the wall");
    let pit = "
        .........
        .........
        W.OOOOX..
        ..OOOO...
        ..OOOO...
    ";
    assert_eq!(goes(Pack::new(pit), "Usual", ""), cell("e2"));
}

#[test]
fn who_attacks_goes_around_fire_that_lasts() {
    let map = "
        #########
        #W.^^^.X#
        #.#####.#
        #.......#
        #########
    ";
    let burning = goes(Pack::new(map), "Usual", "");
    let free = goes(Pack::new(&map.replace('^', ".")), "Usual", "");
    assert!(free.y() == 1 && burning.y() > 1, "{burning} where it burns, else {free}");
}

#[test]
fn who_aims_from_afar_need_not_walk_there() {
    let map = "
        ..........
        .OOOOOOOO.
        WOO......X
        .OOOOOOOO.
        ..........
    ";
    let target = r#"Unit(glyph: "W", health: 5, movement: 0, actions: ["walk"])"#;
    let goes_with = |actions: &str| {
        let unit = fighter("Usual", "").replace("\"walk\"", actions);
        let pack = Pack::new(map).with("units/fighter.ron", &unit).with("units/warden.ron", target);
        let puzzle = Puzzle::new(&pack, 'X');
        stands(&puzzle, &puzzle.decide()).expect("it lives")
    };
    assert_eq!(goes_with("\"walk\", \"sling\""), cell("g3"));
    let around = goes_with("\"walk\", \"bite\"");
    assert!(around.y() != 2, "{around} is not on the way around the pit");
}
