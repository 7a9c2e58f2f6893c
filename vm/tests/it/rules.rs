//! Rulebooks and rows: lookup by name, initial values, and sizes of states.

use crate::code;
use crate::fixture::{ENEMY, FIRE, Scene, T1, cell, offset};
use expect_test::expect;
use foretoken_vm::program::Label;
use foretoken_vm::rulebook::{Column, ColumnOf, Columns, UnitType};
use foretoken_vm::schedulers::Scheduler;
use foretoken_vm::space::Terrain;
use foretoken_vm::state::flag;
use foretoken_vm::stats::{LabelSet, Stat};
use foretoken_vm::{Battle, Board, Cell, Deciders, Dir, Entity, GameState, Rules, Team};

#[test]
fn there_is_no_ground_where_there_is_no_cell() {
    let (mut board, at) = (Board::new(2, 1), |x| Cell::new(x, 0).expect("on a board"));
    board.take_ground(at(1));
    let book = Rules { board, terrains: vec![Terrain::default()], ..Rules::default() }.build();
    assert!(book.terrain_at(at(0)).is_some());
    assert!([at(1), at(2), Cell::NOWHERE].iter().all(|&cell| book.terrain_at(cell).is_none()));
}

#[test]
fn a_unit_starts_with_what_its_kind_has() {
    let kind = UnitType {
        health: 7,
        initiative: 11,
        speed: 3,
        movement: 4,
        acts: true,
        hidden: false,
        anchored: false,
        ..UnitType::default()
    };
    let hidden = UnitType { acts: false, hidden: true, ..kind.clone() };
    let anchored = UnitType { acts: false, anchored: true, ..kind.clone() };
    let rules = Rules { unit_types: vec![kind, hidden, anchored], ..Rules::default() };
    let cell = Cell::new(2, 1).expect("on a board");
    expect![[r#"
        Entity {
            cell: c2,
            health: 7,
            max_health: 7,
            shield: 0,
            initiative: 11,
            speed: 3,
            movement: 4,
            flags: 3,
            unit_type: 0,
            team: Team(
                0,
            ),
            facing: 2,
            stunned: 0,
            redirect: Symmetry(
                0,
            ),
            unseen: 0,
            reserved: 0,
            place: TileId(
                4294967295,
            ),
        }
    "#]]
    .assert_debug_eq(&rules.spawned_row(0, Team::PLAYER, cell));
    let enemy = rules.spawned_row(0, ENEMY, cell);
    assert_eq!((enemy.team, enemy.facing), (ENEMY, Dir::West as u8));
    let flags = [1, 2].map(|kind| rules.spawned_row(kind, ENEMY, cell).flags);
    assert_eq!(flags, [flag::ALIVE | flag::HIDDEN, flag::ALIVE | flag::ANCHORED]);
    assert_eq!(rules.spawned_row(3, ENEMY, cell), Entity::BLANK);
}

#[test]
fn columns_go_by_owner_and_name_whoever_declared_them_first() {
    let column = |name: &str, of, default| Column { name: name.to_owned(), of, default, weight: 0 };
    let (unit, ground, battle) = (ColumnOf::Entity, ColumnOf::Cell, ColumnOf::Battle);
    let columns = Columns::new(vec![
        column("wet", ground, 1),
        column("heat", unit, 2),
        column("heat", ground, 3),
        column("cold", unit, 4),
        column("heat", unit, 5),
        column("time", battle, 6),
    ]);
    let found = |of, names: &[&str]| names.iter().map(|name| columns.find(of, name)).collect::<Vec<_>>();
    assert_eq!(found(unit, &["cold", "heat", "wet"]), [Some(0), Some(1), None]);
    assert_eq!(found(ground, &["heat", "wet", "time"]), [Some(0), Some(1), None]);
    assert_eq!(found(battle, &["time", "heat"]), [Some(0), None]);
    let defaults = |of| columns.of(of).map(|column| column.default).collect::<Vec<_>>();
    assert_eq!([unit, ground, battle].map(defaults), [vec![4, 2], vec![3, 1], vec![6]]);
}

#[test]
fn names_are_found_by_what_they_name() {
    let mut scene = Scene::new("A");
    scene.book.labels = ["", "fire", "push"].map(str::to_owned).to_vec();
    let last = scene.add("last", 0, vec![], vec![]);
    let rules = &scene.book;
    assert_eq!(["", "push", "none"].map(|name| rules.find_label(name)), [Some(Label(0)), Some(Label(2)), None]);
    assert_eq!([0, 1, 2, 3].map(|at| rules.label(Label(at)).to_owned()), ["", "fire", "push", ""]);
    assert_eq!(["fall", "last", "none"].map(|name| rules.find_program(name)), [Some(0), Some(last), None]);
    assert_eq!(rules.program(last).map(|program| program.name.as_str()), Some("last"));
    assert_eq!(rules.program(last + 1), None);
}

#[test]
fn the_opening_sets_up_the_state() {
    let mut scene = Scene::new("A.b");
    scene.opening.deciders = Deciders::planners([ENEMY]);
    scene.opening.is_hard = true;
    let play = scene.start();
    let state = play.battle.state();
    assert_eq!((state.is_planned(ENEMY), state.is_planned(Team::PLAYER), state.is_hard()), (true, false, true));
    let bytes = play.battle.to_bytes().expect("it is small");
    let loaded = Battle::from_bytes(&play.book, &bytes).expect("its own bytes");
    assert!(loaded.state().is_planned(ENEMY) && loaded.state().is_hard());
    let plain = Scene::new("A.b").start();
    assert_eq!(plain.battle.state().hash64(&plain.book), state.hash64(&play.book));
    assert!(!loaded.set_up_as(&plain.battle).state().is_planned(ENEMY));
}

#[test]
fn turn_orders_go_by_their_names() {
    for order in Scheduler::ALL {
        let found = Scheduler::named(order.name()).expect("listed");
        assert_eq!(found.name(), order.name());
    }
    assert_eq!(Scheduler::named("rounds").map(|order| order.name()), Some(Scheduler::default().name()));
    assert!(Scheduler::named("none").is_none());
}

#[test]
fn a_state_is_as_large_as_what_it_holds() {
    let size = |map: &str, alter: &dyn Fn(&mut Scene)| {
        let mut scene = Scene::new(map);
        alter(&mut scene);
        GameState::footprint(scene.start().battle.state())
    };
    let none = |_: &mut Scene| ();
    let one = size("A..", &none);
    let row = size_of::<Entity>();
    // A unit takes its row and two bytes in the order.
    assert_eq!([size("AB.", &none), size("ABC", &none)], [one + row + 2, one + 2 * (row + 2)]);
    let columns = |of, count: usize| {
        move |scene: &mut Scene| {
            let column = |at: usize| Column { name: at.to_string(), of, default: 0, weight: 0 };
            scene.book.columns = Columns::new((0..count).map(column).collect());
        }
    };
    assert_eq!(size("A..", &columns(ColumnOf::Battle, 3)), one + 3 * 4);
    let burning = size("A.^", &none);
    assert!(burning > one, "ground that was touched");
    assert_eq!(size("A^^", &none), burning, "of the same page");
    let wide = |height: usize| size(&["A..", "..."][..height].join("\n"), &none);
    // A row of this board takes sixteen places of two bytes and a page of its ground of four.
    assert_eq!(wide(2), wide(1) + 2 * 16 + 4);
    let mut scene = Scene::new("A..");
    let boom = scene.add("boom", 0, vec![], vec![]);
    let mut play = scene.action("light", vec![], vec![code::delay(boom, 9).into(); 2]).start();
    play.decide('A', "light", &[]);
    let before = play.battle.state().footprint();
    play.step();
    assert_eq!(play.battle.state().footprint(), before + 2 * 16 * 4);
}

#[test]
fn surfaces_are_told_in_order_of_cells() {
    let scene =
        Scene::new("A................^\n^.....~...........").action("lay", vec![cell(99)], vec![code::lay(T1, FIRE)]);
    let mut play = scene.start();
    play.decide('A', "lay", &[offset(3, 1)]);
    play.step();
    let cells = play.battle.state().cells();
    let told: Vec<String> = cells.surfaces().map(|(cell, row)| format!("{cell} {}", row.surface)).collect();
    expect!["r1 2, a2 2, d2 2, g2 1"].assert_eq(&told.join(", "));
}

#[test]
fn a_column_ranges_as_its_stat_does() {
    let mut scene = Scene::new("A");
    let column = |name: &str| Column { name: name.to_owned(), of: ColumnOf::Entity, default: 0, weight: 0 };
    scene.book.columns = Columns::new(vec![column("fear"), column("mana")]);
    scene.book.stats = vec![Stat { column: Some(0), least: -5, most: 7, ..Stat::default() }];
    assert_eq!([0, 1].map(|column| scene.book.range_of(column)), [(-5, 7), (-1_000_000_000, 1_000_000_000)]);
}

#[test]
fn a_set_of_labels_holds_its_own() {
    let [threes, fives] = [3, 5].map(|by| LabelSet::of(130, |label| label.0 % by == 0));
    let held = |set: &LabelSet| (0..200).map(Label).filter(|&label| set.contains(label)).count();
    assert_eq!([held(&threes), held(&fives)], [44, 26]);
    assert!(threes.contains(Label(129)) && !threes.contains(Label(128)) && threes.is_overlapping(&fives));
    assert!(!threes.is_overlapping(&LabelSet::of(130, |label| label.0 == 128)));
}

#[test]
fn no_terrain_takes_a_cell_off_the_board() {
    let (mut board, cell) = (Board::new(2, 1), Cell::new(1, 0).expect("on a board"));
    board.set_terrain(cell, u8::MAX);
    assert!(board.contains(cell));
    assert_eq!(board.terrain(cell), u8::MAX - 1);
}

#[test]
fn each_unit_has_columns_of_its_own() {
    let mut scene = Scene::new("AbC");
    let column = |name: &str, default| Column { name: name.to_owned(), of: ColumnOf::Entity, default, weight: 0 };
    scene.book.columns = Columns::new(vec![column("cold", 1), column("heat", 2)]);
    for (unit, cold, heat) in [('A', 10, 20), ('b', 11, 21), ('C', 12, 22)] {
        scene.kind(unit).starts = vec![(0, cold), (1, heat)];
    }
    let play = scene.start();
    let sheet = play.battle.state().sheet(&play.book);
    let read = |unit| [0, 1, 2].map(|column| sheet.column(play.id(unit), column));
    assert_eq!(['A', 'b', 'C'].map(read), [[10, 20, 0], [11, 21, 0], [12, 22, 0]]);
}
