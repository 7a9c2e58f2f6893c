//! Leaps of walkers over pits and chasms.

use crate::code;
use crate::fixture::{Play, Scene, T1, cell, config, validate};
use foretoken_vm::machine::UnitBlocking;
use foretoken_vm::program::{Amount, Request};
use foretoken_vm::regions::RegionId;
use foretoken_vm::space::{Footprint, Slope, WalkPath};
use foretoken_vm::{ActionUse, Advance, Answer, ChangeKind, Dir, Intent, Predicted, Team};
use proptest::prelude::*;

fn scene(map: &str, leap: u8) -> Scene {
    let walk = Request { region: RegionId::WALK, min: Amount::Const(1), ..cell(u8::MAX) };
    let mut scene = Scene::new(map).action("walk", vec![walk], vec![code::walk(T1)]);
    scene.book.terrains[2].avoided = true;
    for kind in &mut scene.book.unit_types {
        kind.movement = 4;
        kind.leap = leap;
        kind.hidden = kind.name == "h";
    }
    scene
}

fn offered(play: &mut Play) -> Vec<(String, WalkPath)> {
    let (a, known) = (play.id('A'), play.known(Team::PLAYER));
    play.plan.set(a, Intent { uses: vec![ActionUse::new(play.program("walk"))], complete: false }, 0);
    let (mut predicted, mut answers) = (Predicted::of(&known), Vec::new());
    let Advance::Unit(_, Some(question)) = play.foresee(&mut predicted) else { panic!("A is asked") };
    predicted.legal_answers(&play.book, &question, &mut play.buffers, &mut answers);
    let told = |answer: &Answer| {
        let Answer::Path(path) = answer else { panic!("{answer:?} has no way") };
        let ends = predicted.cell_of(&play.book, &question, *answer).expect("on the board");
        (ends.to_string(), *path)
    };
    answers.iter().map(told).collect()
}

#[track_caller]
fn check(scene: Scene, expected: &[&str]) {
    let told: Vec<String> =
        offered(&mut scene.start()).into_iter().map(|(cell, path)| format!("{cell} {path:?}")).collect();
    assert_eq!(told, expected);
}

#[test]
fn a_gap_is_leapt_over_for_a_point_a_cell() {
    check(scene("Ao..\n####", 0), &[]);
    check(scene("Ao..\n####", 1), &["c1 e", "d1 ee"]);
    check(scene("Aoo.\n####", 1), &[]);
    check(scene("Aoo..\n#####", 2), &["d1 e", "e1 ee"]);
    check(scene("Aoo...\n######", 3), &["d1 e", "e1 ee"]);
    check(scene("Aoooo.\n######", 9), &[]);
}

#[test]
fn who_stands_on_several_cells_leaps_with_all_of_them() {
    let large = |map: &str, leap| {
        let mut scene = scene(map, leap);
        scene.kind('A').size = Some(Footprint { width: 2, depth: 2 });
        scene.kind('A').movement = 6;
        scene
    };
    check(large("A.o..\n..o..\n#####", 0), &[]);
    check(large("A.o..\n..o..\n#####", 1), &["d1 e"]);
    check(large("A.o.o\n..o..\n#####", 1), &[]);
    check(large("A.oo..\n..o...\n######", 2), &[]);
    check(large("A.oo..\n..oo..\n######", 2), &["e1 e"]);
    check(large("A.o.b\n..o..\n#####", 1), &[]);
    let mut play = large("A.o..\n..o..\n#####", 1).start();
    play.decide('A', "walk", &[Answer::Path(WalkPath::new([Dir::East]).expect("short"))]);
    play.round();
    assert_eq!(play.unit('A').cell.to_string(), "d1");
    validate(&play.book, play.battle.state());
}

#[test]
fn no_wall_is_leapt_over_and_nothing_is_landed_on() {
    check(scene("A#.\n###", 9), &[]);
    check(scene("Ao#.\n####", 9), &[]);
    check(scene("Aob\n###", 9), &[]);
    check(scene("Aoo\n###", 9), &[]);
}

fn in_pits(mut scene: Scene, units: &str) -> Scene {
    for unit in units.chars() {
        let at = scene.book.unit_types.iter().position(|kind| kind.glyph == unit).expect("it is drawn");
        scene.book.board.set_terrain(scene.opening.roster[at].cell, 2);
    }
    scene
}

#[test]
fn who_stands_in_a_gap_is_in_the_way_unless_it_is_deep() {
    check(in_pits(scene("Ab..\n####", 1), "b"), &[]);
    let deep = |depth: u8| {
        let mut scene = in_pits(scene("Ab..\n####", 1), "b");
        for x in 0..4 {
            let (cell, height) = (scene.book.board.cell(x, 0).expect("on the board"), if x == 1 { 0 } else { depth });
            scene.book.board.put(cell, scene.book.board.terrain(cell), Slope::level(height));
        }
        scene
    };
    check(deep(1), &[]);
    check(deep(2), &["c1 e", "d1 ee"]);
}

#[test]
fn ground_that_lies_too_deep_is_a_gap() {
    let chasm = |heights: [u8; 4], leap| {
        let mut scene = scene("A...\n####", leap);
        for (x, height) in (0..).zip(heights) {
            scene.book.board.put(scene.book.board.cell(x, 0).expect("on the board"), 0, Slope::level(height));
        }
        scene.kind('A').jump = Some(1);
        scene
    };
    check(chasm([4, 0, 4, 4], 0), &[]);
    check(chasm([4, 0, 4, 4], 1), &["c1 e", "d1 ee"]);
    check(chasm([4, 0, 0, 4], 1), &[]);
    check(chasm([4, 0, 0, 5], 2), &["d1 e"]);
    check(chasm([4, 0, 0, 6], 2), &[]);
    check(chasm([4, 0, 3, 4], 1), &["c1 e", "d1 ee"]);
    check(chasm([4, 3, 0, 4], 1), &["b1 e", "d1 ee"]);
}

#[test]
fn who_leaps_is_not_in_the_gap() {
    let mut play = scene("Ao..\n####", 1).start();
    let path = WalkPath::new([Dir::East; 2]).expect("short");
    play.decide('A', "walk", &[Answer::Path(path)]);
    play.round();
    play.expect(".o.A\n####");
    assert_eq!(play.unit('A').health, 5);
    let mut play = scene("Ao..\n####", 1).start();
    play.decide('A', "walk", &[Answer::Offset(3, 0)]);
    play.round();
    play.expect(".o.A\n####");
}

#[test]
fn who_leaps_into_somebody_unseen_stays_before_it() {
    let mut play = in_pits(scene("Ah..\n####", 1), "h").start();
    assert_eq!(offered(&mut play).len(), 2, "nobody is seen there");
    play.decide('A', "walk", &[Answer::Offset(3, 0)]);
    play.round();
    assert_eq!(play.unit('A').cell.to_string(), "a1");
    assert_eq!(play.log.changes.iter().filter(|change| change.kind == ChangeKind::Bumped).count(), 1);
}

#[test]
fn who_leaps_from_over_an_ally_into_somebody_unseen_stays_before_both() {
    let mut scene = in_pits(scene("ABh.\n####", 1), "h");
    scene.book.unit_blocking = UnitBlocking::Others;
    let mut play = scene.start();
    play.decide('A', "walk", &[Answer::Offset(3, 0)]);
    play.round();
    assert_eq!(play.unit('A').cell.to_string(), "a1");
    assert_eq!(play.log.changes.iter().filter(|change| change.kind == ChangeKind::Bumped).count(), 1);
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn leaps_are_walked_as_they_are_offered(
        glyphs in prop::collection::vec(prop_oneof![4 => Just('.'), 3 => Just('o'), 1 => Just('#')], 35),
        heights in prop::option::of(prop::collection::vec(0_u8..6, 35)),
        leap in 0_u8..4,
        pick in any::<prop::sample::Index>(),
    ) {
        let rows: Vec<String> = glyphs.chunks(7).map(|row| row.iter().collect()).collect();
        let mut map = rows.join("\n");
        map.replace_range(..1, "A");
        map.replace_range(map.len() - 1.., "h");
        let mut scene = scene(&map, leap);
        let cells: Vec<_> = scene.book.board.cells().collect();
        for (cell, height) in cells.into_iter().zip(heights.into_iter().flatten()) {
            scene.book.board.put(cell, scene.book.board.terrain(cell), Slope::level(height));
        }
        let mut play = scene.start();
        let offers = offered(&mut play);
        if offers.is_empty() {
            return Ok(());
        }
        let (goal, path) = pick.get(&offers).clone();
        play.decide('A', "walk", &[Answer::Path(path)]);
        play.step();
        validate(&play.book, play.battle.state());
        let bumped = play.log.changes.iter().any(|change| change.kind == ChangeKind::Bumped);
        prop_assert!(bumped || play.unit('A').cell.to_string() == goal, "{} instead of {}", play.unit('A').cell, goal);
        prop_assert_eq!(play.unit('A').health, 5);
    }
}
