//! Regions as data: offered and affected cells, drawn as boards.

use expect_test::{Expect, expect};
use foretoken_tests::{Pack, cell, shipped};
use foretoken_vm::Cell;

/// Returns a pack with an action that targets `aimed` and affects `struck`, if present.
fn aims(pack: Pack, region: &str) -> Pack {
    let struck = if region.contains("struck") { "struck" } else { "" };
    let action = format!(
        r#"Action(body: [
            DeclareTarget(name: "T1", region: "aimed"),
            Damage(target: "T1", amount: 1, region: "{struck}", turned: true),
        ])"#
    );
    let mut pack = pack;
    for (name, text) in region.split(';').filter_map(|part| part.split_once('=')) {
        pack = pack.with(&format!("regions/{}.ron", name.trim()), &format!("Region({})", text.trim()));
    }
    let unit = r#"Unit(glyph: "W", health: 9, actions: ["aim"], tags: ["augur"])"#;
    let rat = r#"Unit(glyph: "r", health: 9, acts: false, tags: ["dark"])"#;
    pack.with("actions/aim.ron", &action).with("units/warden.ron", unit).with("units/rat.ron", rat)
}

/// Compares the offered cells, `*` (`@` with a unit), floor by floor.
fn check(pack: Pack, region: &str, expect: Expect) {
    expect.assert_eq(&offered(pack, region));
}

fn offered(pack: Pack, region: &str) -> String {
    let mut session = aims(pack, region).start();
    let warden = session.seat().units()[0];
    assert!(session.seat_mut().choose_for(warden));
    let aim = session.seat().choices()[0].program;
    assert!(session.seat_mut().use_action(aim));
    let offered: Vec<Cell> = session.seat().draft().expect("a draft").cells().iter().copied().flatten().collect();
    let (board, state) = (&session.book().board, session.battle().state());
    let mut drawn = String::new();
    for floor in 0..board.floors() {
        for y in 0..board.height() {
            let glyph = |x| {
                let cell = Cell::on_floor(x, y, floor as u8).filter(|&cell| board.contains(cell));
                let stands = |cell| state.occupant(cell).is_some();
                match cell {
                    None => ' ',
                    Some(cell) if offered.contains(&cell) => {
                        if stands(cell) {
                            '@'
                        } else {
                            '*'
                        }
                    }
                    Some(cell) if stands(cell) => 'W',
                    Some(cell) if session.book().terrain_at(cell).is_some_and(|t| t.blocks_movement) => '#',
                    Some(_) => '.',
                }
            };
            let row: String = (0..board.width()).map(glyph).collect();
            drawn += row.trim_end();
            drawn.push('\n');
        }
    }
    drawn
}

#[test]
fn heights_count_as_document_000_has_them() {
    // By default a region reaches one cell across, one step up and two down.
    let hill = || Pack::new("...\n.W.\n...").heights("121\n033\n104");
    check(
        hill(),
        "aimed = ",
        expect![[r#"
            .*.
            .W*
            ...
        "#]],
    );
    check(
        hill(),
        r#"aimed = down_most: "3", up_least: "1", up_most: "9", shape: Square"#,
        expect![[r#"
            ***
            *W*
            ***
        "#]],
    );
}

#[test]
fn a_shot_is_lobbed_over_what_a_straight_one_hits() {
    let pit = || Pack::new("W.......").heights("00003000");
    let line = r#"aimed = shape: Line, most: "7", any_height: true, between: Line"#;
    check(
        pit(),
        line,
        expect![[r#"
            W****...
        "#]],
    );
    check(
        pit(),
        &line.replace("between: Line", "between: Arc"),
        expect![[r#"
            W*******
        "#]],
    );
}

#[test]
fn a_bridge_is_aimed_at_from_under_it_and_from_it() {
    let bridge = || Pack::new(".....\nW....\n.....").floor(4, "__.__\n__.__\n__.__");
    let ball = r#"aimed = shape: Sphere, most: "4", any_height: true, between: Line"#;
    check(
        bridge(),
        ball,
        expect![[r#"
            ****.
            W****
            ****.
              .
              .
              .
        "#]],
    );
}

#[test]
fn bounds_are_formulas_and_conditions_ask_each_cell() {
    let room = || Pack::new("......\n..W...\n......");
    check(
        room(),
        r#"aimed = most: "health(self) - 7""#,
        expect![[r#"
            .***..
            **W**.
            .***..
        "#]],
    );
    check(
        room(),
        r#"aimed = shape: Square, most: "9", when: "distance(self, here) = 3""#,
        expect![[r#"
            *...*.
            ..W..*
            *...*.
        "#]],
    );
}

#[test]
fn regions_are_made_of_regions() {
    let ring = r#"near = most: "1"; aimed = shape: Except, parts: ["wide", "near"], most: "9"; wide = shape: Square, most: "9""#;
    check(
        Pack::new(".....\n..W..\n....."),
        ring,
        expect![[r#"
            **.**
            *.W.*
            **.**
        "#]],
    );
}

#[test]
fn what_blocks_a_line_is_said_by_the_region() {
    let row = || Pack::new("W.!.r.");
    let line = |blocked: &str| format!(r#"aimed = shape: Line, most: "9", between: Line, blocked_by: [{blocked}]"#);
    for (blocked, drawn) in [("", "W*@*@*\n"), ("Allies", "W*@.W.\n"), ("Enemies", "W*@*@.\n"), ("Things", "W*@*@*\n")]
    {
        assert_eq!(offered(row(), &line(blocked)), drawn, "{blocked}");
    }
}

#[test]
fn faulty_regions_are_refused() {
    let mut library = shipped().clone();
    let files = [
        ("a", r#"least: "3", most: "2""#),
        ("b", "shape: Pattern, cells: [\"@\"]"),
        ("c", r#"shape: Any"#),
        ("d", r#"shape: Any, parts: ["e"]"#),
        ("e", r#"shape: Every, parts: ["d"]"#),
        ("f", r#"shape: Except, parts: ["nowhere", "g"]"#),
        ("g", r#"when: "health(here)", most: "round +""#),
        ("h", r#"shape: Custom, custom: "knight""#),
        ("i", r#"up_least: "-1""#),
        ("j", r#"most: "1d6""#),
        ("k", r#"shape: Every, parts: ["walk"]"#),
        ("l", r#"when: "count(rat) = 1""#),
        ("n", r#"shape: Ways, ways: []"#),
        (
            "m",
            r#"shape: Any, parts: ["own cell", "own cell", "own cell", "own cell", "own cell", "own cell", "own cell", "own cell", "own cell"]"#,
        ),
    ];
    for (name, text) in files {
        library.reload(&format!("regions/{name}.ron"), Some(format!("Region({text})").as_bytes()));
    }
    let (_, faults) = library.compile("first-light");
    let told: Vec<String> =
        faults.iter().map(|fault| format!("{} {}: {}", fault.file, fault.path, fault.message)).collect();
    expect![[r#"
        regions/a.ron least: the smallest, 3, is above the largest, 2
        regions/b.ron cells: the pattern has no cell
        regions/c.ron parts: the region lists no regions
        regions/d.ron parts: regions are nested at most 2 deep and cannot contain themselves
        regions/e.ron parts: regions are nested at most 2 deep and cannot contain themselves
        regions/f.ron parts[0]: unknown region `nowhere`
        regions/f.ron parts[1]: `g` uses a formula, so it cannot be part of a region
        regions/g.ron most: expected a number or a name, found the end (at the end of the formula)
        regions/g.ron least: the smallest, 1, is above the largest, 0
        regions/g.ron when: a region's condition cannot depend on the unit there; use a filter
        regions/h.ron custom: no registered region has the name `knight`
        regions/i.ron up_least: -1 is below 0
        regions/j.ron most: this number cannot use dice or chance: it is computed several times, before the action is used
        regions/j.ron least: the smallest, 1, is above the largest, 0
        regions/k.ron parts[0]: `walk` depends on walking, so it cannot be part of a region
        regions/l.ron when: a region's condition cannot depend on the unit there; use a filter
        regions/m.ron parts: a region has at most 8 parts
        regions/n.ron ways: the region lists no direction
        regions/d.ron parts[0]: region `e` cannot be used, because it has a fault
        regions/e.ron parts[0]: region `d` cannot be used, because it has a fault
    "#]]
    .assert_eq(&format!("{}\n", told.join("\n")));
}

#[test]
fn an_area_of_a_region_is_turned_and_narrowed_by_height() {
    let mut told = String::new();
    for heights in ["", "0000\n0030\n0000"] {
        let mut pack = Pack::new(".r..\nW.rr\n.rr.");
        if !heights.is_empty() {
            pack = pack.heights(heights);
        }
        let regions = r#"aimed = ; struck = shape: Cone, least: "1", most: "2""#;
        let mut session = aims(pack, regions).start();
        let warden = session.seat().units()[0];
        assert!(session.seat_mut().choose_for(warden));
        let aim = session.seat().choices()[0].program;
        assert!(session.seat_mut().use_action(aim));
        let east = session.seat().answer_on(cell("b2")).expect("beside");
        assert!(session.seat_mut().answer(east) && session.decide());
        let before = session.battle().state().clone();
        session.commit();
        let (before, after) = (before.living(), session.battle().state());
        let hurt =
            before.filter(|&(id, row)| after.entity(id).health < row.health).map(|(_, row)| row.cell.to_string());
        told += &format!("{}\n", hurt.collect::<Vec<_>>().join(" "));
    }
    expect![[r#"
        c2 d2
        d2
    "#]]
    .assert_eq(&told);
}

#[test]
fn a_bound_reads_what_was_answered_before() {
    let action = r#"Action(body: [
        DeclareTarget(name: "N", asks: Number, range: (1, 3)),
        DeclareTarget(name: "T1", most: "number(N)"),
        Damage(target: "T1", amount: 1),
    ])"#;
    let mut session = aims(Pack::new("W...."), "aimed = ").with("actions/aim.ron", action).start();
    let warden = session.seat().units()[0];
    assert!(session.seat_mut().choose_for(warden));
    let aim = session.seat().choices()[0].program;
    assert!(session.seat_mut().use_action(aim));
    let two = session.seat().answer_of_number(2).expect("two is offered");
    assert!(session.seat_mut().answer(two));
    let offered: Vec<String> =
        session.seat().draft().expect("a draft").cells().iter().flatten().map(ToString::to_string).collect();
    assert_eq!(offered, ["b1", "c1"]);
    assert!(session.seat_mut().answer(1) && session.decide());
    let report = session.commit();
    let told = foretoken_session::texts::text::report(session.book(), session.battle().state(), &report);
    assert!(told.contains("c1") && !told.contains("no longer legal"), "{told}");
}

#[test]
fn what_a_region_is_made_of_reaches_as_far_as_it_does() {
    check(
        Pack::new("......\n..W...\n......"),
        r#"aimed = shape: Except, parts: ["board", "own cell"]"#,
        expect![[r#"
            ******
            **W***
            ******
        "#]],
    );
    check(
        Pack::new("......\n..W...\n......"),
        r#"far = shape: Pattern, cells: ["@..#"]; aimed = shape: Any, parts: ["far", "near"]; near = "#,
        expect![[r#"
            ..*...
            .*W*.*
            ..*...
        "#]],
    );
}

#[test]
fn the_own_cell_is_no_cell_above_it() {
    check(
        Pack::new(".W.").floor(4, "_._"),
        r#"aimed = shape: Own, any_height: true"#,
        expect![[r#"
            .@.
             .
        "#]],
    );
}

/// Document 001: line targeting with directions, ends and end cells.
#[test]
fn lines_run_in_the_directions_that_are_listed() {
    check(
        Pack::new(".....\n..W..\n....."),
        r#"aimed = shape: Ways, ways: [East, NorthWest, South], most: "3""#,
        expect![[r#"
            .*...
            ..W**
            ..*..
        "#]],
    );
}

#[test]
fn a_line_move_ends_before_what_blocks_it() {
    check(
        Pack::new("..r..\n.....\n..W.#\n.....\n.^..."),
        r#"aimed = shape: Line, most: "4", any_height: true, between: Move"#,
        expect![[r#"
            ..W..
            ..*..
            **W*#
            ..*..
            ..*..
        "#]],
    );
    check(
        Pack::new("W....").heights("01233"),
        r#"aimed = shape: Line, most: "4", any_height: true, between: Move"#,
        expect![[r#"
            W****
        "#]],
    );
    check(
        Pack::new("W....").heights("01900"),
        r#"aimed = shape: Line, most: "4", any_height: true, between: Move"#,
        expect![[r#"
            W*...
        "#]],
    );
}

#[test]
fn the_nearest_obstruction_is_all_that_is_offered() {
    check(
        Pack::new("....#\n.....\nW.r.r\n.....\nr...."),
        r#"aimed = shape: Star, most: "4", between: Obstruction, blocked_by: [Walls, Enemies]"#,
        expect![[r#"
            ....#
            .....
            W.@.W
            .....
            @....
        "#]],
    );
}

/// Document 001: pattern targeting with a drawn or turned pattern for each facing.
#[test]
fn patterns_have_facings() {
    let drawn = r##"aimed = shape: Pattern, faces: true, cells: ["@.#"], north: ["#", ".", ".", "@"]"##;
    check(
        Pack::new(".......\n.......\n.......\n...W...\n.......\n......."),
        drawn,
        expect![[r#"
        ...*...
        .......
        .......
        .*.W.*.
        .......
        ...*...
    "#]],
    );
}

fn hurt_towards(map: &str, body: &str, regions: &str, way: &str) -> String {
    let pack = aims(Pack::new(map), regions).with("actions/aim.ron", &format!("Action(body: [{body}])"));
    let mut session = pack.start();
    let warden = session.seat().units()[0];
    assert!(session.seat_mut().choose_for(warden));
    let aim = session.seat().choices()[0].program;
    assert!(session.seat_mut().use_action(aim));
    let answer = session.seat().answer_on(cell(way)).expect("it is offered");
    assert!(session.seat_mut().answer(answer) && session.decide());
    let before = session.battle().state().clone();
    session.commit();
    let after = session.battle().state();
    let hurt = before.living().filter(|&(id, row)| after.entity(id).health < row.health);
    hurt.map(|(_, row)| row.cell.to_string()).collect::<Vec<_>>().join(" ")
}

/// A picked direction orients an area that begins at the actor and has its own blocking.
#[test]
fn an_area_begins_at_the_actor_and_follows_the_direction() {
    let body =
        r#"DeclareTarget(name: "T1", asks: Direction), Damage(target: "T1", amount: 1, aimed: true, region: "struck")"#;
    let map = "r.r.r..\n.......\nr.W.r.r\n.......\n..r.r..";
    let region =
        |what: &str| format!(r#"aimed = ; struck = shape: Ways, ways: [East], most: "4", any_height: true, {what}"#);
    let told = |what: &str, way: &str| hurt_towards(map, body, &region(what), way);
    assert_eq!(told("between: Pick", "d3"), "e3 g3");
    assert_eq!(told("between: Line, blocked_by: [Enemies]", "d3"), "e3", "the first one shelters the next");
    assert_eq!(told("between: Line, blocked_by: [Walls]", "d3"), "e3 g3", "it pierces");
    assert_eq!(told("between: Obstruction, blocked_by: [Enemies]", "c2"), "c1");
    assert_eq!(told("between: Pick", "b3"), "a3");
    let faces = r##"aimed = ; struck = shape: Pattern, faces: true, any_height: true, cells: ["@.#"], south: ["@..", "...", "#.#"]"##;
    assert_eq!(hurt_towards(map, body, faces, "d3"), "e3");
    assert_eq!(hurt_towards(map, body, faces, "c4"), "c5 e5", "as it is drawn for the south");
    assert_eq!(hurt_towards(map, body, faces, "c2"), "c1", "the one of the east, turned");
}

#[test]
fn a_target_and_its_effect_are_blocked_apart() {
    let body = r#"DeclareTarget(name: "T1", region: "aimed"), Damage(target: "T1", amount: 1, region: "struck")"#;
    let regions = |blocked: &str| {
        format!(
            r#"aimed = shape: Line, most: "4", between: Line, blocked_by: [];
            struck = shape: Line, least: "0", most: "2", between: Line, blocked_by: [{blocked}]"#
        )
    };
    let map = "W.r.r.r";
    assert_eq!(hurt_towards(map, body, &regions(""), "e1"), "c1 e1 g1");
    let map = "W.rr.r.";
    assert_eq!(hurt_towards(map, body, &regions("Enemies"), "e1"), "d1 f1", "the one behind is sheltered");
}
