//! Snapshots are complete (law 10), and no bytes do damage (law 11).

use crate::cases::{Case, case, play_of};
use crate::code;
use crate::fixture::{Scene, T1, cell, config, offset, validate};
use foretoken_vm::program::Label;
use foretoken_vm::rulebook::{Column, ColumnOf, Columns, UnitType};
use foretoken_vm::state::Entry;
use foretoken_vm::{Battle, Cell, Change, ChangeKind, Entity, EntityId, GameState, Known, Team, codec};
use proptest::prelude::*;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn going_on_from_a_loaded_battle_is_going_on(case in case(), steps in 0_usize..12) {
        going_on(&case, steps);
    }

    #[test]
    fn any_bytes_are_a_state_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let play = Scene::new("A.b").start();
        let _ = GameState::from_bytes(&play.book, &bytes);
        let _ = Battle::from_bytes(&play.book, &bytes);
    }

    #[test]
    fn a_damaged_snapshot_is_refused_or_still_plays(case in case(), at in any::<usize>(), to in any::<u8>()) {
        let mut play = play_of(&case);
        play.step();
        let mut bytes = play.battle.to_bytes().expect("small");
        let at = at % bytes.len();
        bytes[at] = to;
        if let Ok(battle) = Battle::from_bytes(&play.book, &bytes) {
            play.battle = battle;
            for _ in 0..8 {
                play.step();
            }
            let known = play.known(Team::PLAYER);
            let _ = known.state().hash64(&play.book);
        }
    }
}

fn going_on(case: &Case, steps: usize) {
    let mut play = play_of(case);
    for _ in 0..steps {
        play.step();
    }
    let bytes = play.battle.to_bytes().expect("small");
    let loaded = Battle::from_bytes(&play.book, &bytes).expect("just written");
    assert_eq!(loaded, play.battle);
    assert_eq!(loaded.state().hash64(&play.book), play.battle.state().hash64(&play.book));
    assert_eq!(loaded.to_bytes().expect("small"), bytes);
    let mut other = play_of(case);
    other.battle = loaded;
    play.log.clear();
    for _ in 0..10 {
        assert_eq!(play.step(), other.step());
        assert_eq!(play.battle, other.battle);
    }
    assert_eq!(play.log.changes, other.log.changes);
}

#[test]
fn what_is_spawned_after_loading_has_the_id_it_would_have_had() {
    let mut play = Scene::new("A....b")
        .with(|scene| scene.book.unit_types.push(UnitType { name: "imp".to_owned(), health: 1, ..Default::default() }))
        .action("call", vec![cell(9)], vec![code::spawn(T1, 2)])
        .action("kill", vec![cell(9)], vec![code::kill(T1)])
        .start();
    play.decide('A', "call", &[offset(1, 0)]);
    play.decide('b', "kill", &[offset(-4, 0)]);
    play.round();
    let bytes = play.battle.to_bytes().expect("small");
    play.battle = Battle::from_bytes(&play.book, &bytes).expect("just written");
    play.round();
    assert_eq!(play.battle.state().entities().len(), 4);
    assert_eq!(play.battle.state().entity(EntityId(3)).cell, play.battle.state().entity(EntityId(2)).cell);
}

#[test]
fn a_rest_of_the_round_that_is_yet_to_be_ordered_is_ordered_after_loading() {
    let scene = || {
        let mut play =
            Scene::new("A.b.c").action("haste", vec![cell(9)], vec![code::quicken(T1, 50), code::wait()]).start();
        play.decide('A', "haste", &[offset(4, 0)]);
        play.step();
        play
    };
    let (mut on, mut loaded) = (scene(), scene());
    let bytes = loaded.battle.to_bytes().expect("small");
    loaded.battle = Battle::from_bytes(&loaded.book, &bytes).expect("just written");
    assert_eq!(on.step(), loaded.step());
    assert_eq!(on.battle, loaded.battle);
}

fn priority_and_death(at: usize) -> (Vec<Change>, Battle) {
    let scene = Scene::new("AbCd").action("hit", vec![cell(9)], vec![code::damage(T1, 9)]);
    let mut scene = scene.action("wait", vec![], vec![]).action("dash", vec![], vec![]);
    scene.book.programs.last_mut().expect("added").priority = 1;
    scene.book.programs.iter_mut().find(|program| program.name == "hit").expect("added").priority = 2;
    let mut play = scene.start();
    play.decide('A', "hit", &[offset(3, 0)]);
    play.decide('b', "wait", &[]);
    play.decide('C', "wait", &[]);
    play.decide('d', "dash", &[]);
    for index in 0..4 {
        if index == at {
            let bytes = play.battle.to_bytes().expect("it fits");
            play.battle = Battle::from_bytes(&play.book, &bytes).expect("it is one");
        }
        play.step();
    }
    assert!(!play.unit('d').is_alive());
    (play.log.changes.into(), play.battle)
}

#[test]
fn the_order_after_a_death_is_the_same_when_loaded() {
    let expected = priority_and_death(usize::MAX);
    for at in 0..4 {
        assert!(priority_and_death(at) == expected, "loaded before activation {at}");
    }
}

#[test]
fn the_order_under_another_plan_is_the_same_when_loaded() {
    let run = |load: bool| {
        let mut scene = Scene::new("AbCd").action("wait", vec![], vec![]).action("dash", vec![], vec![]);
        scene.book.programs.last_mut().expect("added").priority = 1;
        let mut play = scene.start();
        "AbC".chars().for_each(|unit| play.decide(unit, "wait", &[]));
        play.decide('A', "dash", &[]);
        play.decide('d', "dash", &[]);
        play.step();
        play.decide('d', "wait", &[]);
        if load {
            let bytes = play.battle.to_bytes().expect("it fits");
            play.battle = Battle::from_bytes(&play.book, &bytes).expect("it is one");
        }
        play.round();
        (play.log.changes.clone(), play.battle)
    };
    assert!(run(false) == run(true));
}

#[test]
fn what_bare_ground_lasts_is_saved() {
    let mut play = Scene::new("A.").start();
    let (cell, before) = (Cell::new(1, 0).expect("a cell"), play.battle.clone());
    let at = cell.bits();
    let bare =
        Change { kind: ChangeKind::Surface, label: Label::NONE, entity: EntityId::NONE, at, before: 0, after: 3 << 8 };
    let book = play.book.clone();
    play.battle.state_mut().apply(&book, &bare);
    assert_ne!(play.battle, before);
    let loaded = Battle::from_bytes(&play.book, &play.battle.to_bytes().expect("small")).expect("its own bytes");
    assert_eq!(loaded, play.battle);
}

type SavedCell = (Cell, (EntityId, u8, u8));

type Saved =
    (Vec<Entity>, Vec<SavedCell>, Vec<(Cell, u16, i32)>, Vec<i32>, Vec<i32>, Vec<i32>, u32, Vec<u16>, Vec<Entry>);

#[test]
fn what_does_not_fit_the_rules_is_refused() {
    type Alter = fn(&mut Saved);
    let at = |x, y| Cell::new(x, y).expect("a cell");
    let damage_modifiers: [Alter; 24] = [
        |_| (),
        |saved| saved.0.extend([Entity::BLANK; 9]),
        |saved| saved.3.push(1),
        |saved| saved.4.clear(),
        |saved| saved.5.truncate(4),
        |saved| saved.5.push(7),
        |saved| saved.5.extend([7; 7]),
        |saved| saved.8.resize(5, Entry::default()),
        |saved| saved.0[0].cell = Cell::from_bits(9),
        |saved| saved.0[0].cell = Cell::NOWHERE,
        |saved| (saved.0[2].flags, saved.0[2].cell, saved.1) = (0, Cell::NOWHERE, vec![]),
        |saved| saved.0[0].unit_type = 7,
        |saved| saved.0[0].unit_type = 3,
        |saved| (saved.0[1].cell, saved.1) = (saved.0[0].cell, vec![]),
        |saved| (saved.0[1].cell, saved.0[1].flags, saved.1) = (saved.0[0].cell, 0, vec![]),
        |saved| saved.0[0].cell = Cell::from_bits(3),
        |saved| saved.1[0].0 = Cell::from_bits(99),
        |saved| saved.1[0].1.1 = 3,
        |saved| saved.1[0].1.0 = EntityId(1),
        |saved| saved.2.push((Cell::from_bits(99), 0, 5)),
        |saved| saved.2.push((Cell::from_bits(0), 1, 5)),
        |saved| saved.2.push((Cell::from_bits(0), 0, 5)),
        |saved| saved.7.resize(11, 0),
        |saved| saved.6 = 99,
    ];
    let mut scene = Scene::new("A.b#\n..C^");
    let column = |of| Column { name: "column".to_owned(), of, default: 0, weight: 0 };
    scene.book.columns = Columns::new([ColumnOf::Entity, ColumnOf::Cell, ColumnOf::Battle].map(column).to_vec());
    (scene.book.limits.entities, scene.book.limits.entries) = (6, 4);
    let play = scene.start();
    let bytes = play.battle.state().to_bytes().expect("small");
    assert_eq!(play.battle.state().occupant(at(0, 0)), EntityId(0));
    let told = damage_modifiers.map(|alter| {
        let mut saved: Saved = codec::decode(&bytes).expect("a state");
        alter(&mut saved);
        let bytes = codec::encode(&saved).expect("small");
        match GameState::from_bytes(&play.book, &bytes) {
            Err(error) => error.to_string(),
            Ok(state) => {
                validate(&play.book, &state);
                let whole = codec::decode::<Saved>(&state.to_bytes().expect("small")).expect("a state");
                format!("fits{}", if whole == saved { "" } else { ", mended" })
            }
        }
    });
    expect_test::expect![[r#"
        fits
        the snapshot does not fit the rulebook: more entities than its limit
        the snapshot does not fit the rulebook: other entity columns
        the snapshot does not fit the rulebook: other battle columns
        the snapshot does not fit the rulebook: another row of the battle
        fits
        the snapshot does not fit the rulebook: another row of the battle
        the snapshot does not fit the rulebook: more agenda entries than its limit
        the snapshot does not fit the rulebook: an entity outside the board
        the snapshot does not fit the rulebook: an entity outside the board
        fits, mended
        the snapshot does not fit the rulebook: an unknown unit type
        the snapshot does not fit the rulebook: an unknown unit type
        the snapshot does not fit the rulebook: two entities on one cell
        fits, mended
        the snapshot does not fit the rulebook: an entity in a wall
        the snapshot does not fit the rulebook: a cell outside the board
        the snapshot does not fit the rulebook: an unknown surface
        the snapshot does not fit the rulebook: two entities on one cell
        the snapshot does not fit the rulebook: a cell outside the board
        the snapshot does not fit the rulebook: other cell columns
        fits
        the snapshot does not fit the rulebook: an agenda with too many places
        fits, mended
    "#]]
    .assert_eq(&format!("{}\n", told.join("\n")));
}

#[test]
fn what_a_side_knows_is_refused_with_strangers_or_cells_off_the_board() {
    let play = Scene::new("A.b").start();
    let state = play.battle.state().to_bytes().expect("small");
    let at = |x| Cell::new(x, 0).expect("a cell");
    let loads = |last_seen: Vec<(EntityId, Cell)>| {
        let bytes = codec::encode(&(state.clone(), Team::PLAYER, last_seen)).expect("small");
        Known::from_bytes(&play.book, &bytes).is_ok()
    };
    assert!(loads(vec![]));
    assert!(loads(vec![(EntityId(1), at(2))]));
    assert!(!loads(vec![(EntityId(2), at(2))]), "there are two units");
    assert!(!loads(vec![(EntityId(1), at(3))]), "the board has three columns");
}
