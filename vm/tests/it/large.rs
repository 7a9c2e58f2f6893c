//! Units on several cells: placing, moves, and effects that meet them once.

use crate::code;
use crate::fixture::{FIRE, Play, Scene, T1, cell, offset, unit, validate};
use foretoken_vm::program::{Address, Amount, Filter, Request};
use foretoken_vm::regions::RegionId;
use foretoken_vm::rulebook::UnitType;
use foretoken_vm::space::{Footprint, Pattern, Slope};
use foretoken_vm::tokens::operand::Area;
use foretoken_vm::tokens::{Damage, Token};
use foretoken_vm::{ActionUse, Advance, Answer, Cell, ChangeKind, GameState, Intent, Predicted, Team};

const TWO: Footprint = Footprint { width: 2, depth: 2 };

fn board(cells: u8) -> Request {
    Request { from: Address::BOARD, ..cell(cells) }
}

fn scene(map: &str, requests: Vec<Request>, code: Vec<Token>) -> Scene {
    let mut scene = Scene::new(map).action("act", requests, code);
    scene.kind('A').size = Some(TWO);
    scene.kind('A').initiative = 999;
    scene
}

fn acts(mut play: Play, unit: char, answers: &[Answer]) -> Play {
    play.decide(unit, "act", answers);
    loop {
        let advance = play.step();
        if advance == Advance::Unit(play.id(unit), None) || matches!(advance, Advance::RoundEnd | Advance::Over) {
            validate(&play.book, play.battle.state());
            return play;
        }
    }
}

fn notes(play: &Play, kind: ChangeKind) -> usize {
    play.log.changes.iter().filter(|change| change.kind == kind).count()
}

fn offered(mut play: Play) -> Vec<String> {
    let intent = Intent { uses: vec![ActionUse::new(play.program("act"))], complete: false };
    play.intend('A', intent);
    let mut predicted = Predicted::of(&play.known(Team::PLAYER));
    let Advance::Unit(_, Some(question)) = play.foresee(&mut predicted) else { panic!("A is asked") };
    let mut answers = Vec::new();
    predicted.legal_answers(&play.book, &question, &mut play.buffers, &mut answers);
    let cells = answers.iter().filter_map(|&answer| predicted.cell_of(&play.book, &question, answer));
    cells.map(|cell| cell.to_string()).collect()
}

#[test]
fn it_is_there_on_each_of_its_cells_and_in_a_snapshot() {
    let play = scene("A..\n^..\n...", vec![], vec![]).start();
    play.expect("AA.\nAA.\n...");
    let bytes = play.battle.state().to_bytes().expect("small");
    let state = GameState::from_bytes(&play.book, &bytes).expect("its own bytes");
    assert_eq!(state.hash64(&play.book), play.battle.state().hash64(&play.book));
    validate(&play.book, &state);
    let mut rules = play.book.to_rules();
    rules.unit_types[0].size = Some(Footprint { width: 4, depth: 1 });
    assert!(GameState::from_bytes(&rules.build(), &bytes).is_err());
}

#[test]
fn it_walks_where_all_of_it_finds_room() {
    let walk = Request { region: RegionId::WALK, min: Amount::Const(1), ..cell(u8::MAX) };
    let scene = |map: &str| {
        let mut scene = scene(map, vec![walk], vec![code::walk(T1)]);
        scene.kind('A').movement = 3;
        scene
    };
    assert_eq!(offered(scene("A....\n.....\n..#..").start()), ["b1", "a2", "c1", "d1"]);
    assert_eq!(offered(scene("A....\n..b..\n.....\n.....").start()), ["a2", "a3", "b3"]);
    let play = acts(scene("A....\n.....").start(), 'A', &[offset(3, 0)]);
    play.expect("...AA\n...AA");
    let high = |height| {
        scene("A...\n....").with(|scene| {
            let at = Cell::new(2, 1).expect("a cell");
            scene.book.board.put(at, 0, Slope::level(height));
        })
    };
    assert_eq!(offered(high(1).start()), ["b1", "c1"]);
    assert_eq!(offered(high(2).start()), [""; 0]);
}

#[test]
fn pushes_of_it_are_stopped_by_what_is_before_any_of_its_cells() {
    let act = || vec![code::push(T1, 2)];
    let pushed = |map: &str, after: &str, collides: usize| {
        let play = Scene::new(map).action("act", vec![unit(u8::MAX)], act()).with(|scene| {
            scene.kind('b').size = Some(TWO);
        });
        let play = play.start();
        let target = play.id('b');
        let play = acts(play, 'A', &[Answer::Unit(target)]);
        play.expect(after);
        assert_eq!(notes(&play, ChangeKind::Collided), collides);
        assert_eq!(play.unit('b').health, 5 - collides as i32);
    };
    pushed(".b....\nA.....", "...bb.\nA..bb.", 0);
    pushed(".b....\nA...#.", "..bb..\nA.bb#.", 1);
    pushed(".b...C\nA...D.", "..bb.C\nA.bbD.", 1);
    let mut scene = Scene::new("....b\nA.C..").action("act", vec![unit(u8::MAX)], act());
    scene.kind('b').size = Some(TWO);
    scene.book.board = foretoken_vm::Board::new(6, 2);
    let play = scene.start();
    let target = play.id('C');
    let play = acts(play, 'A', &[Answer::Unit(target)]);
    play.expect("....bb\nA..Cbb");
    assert_eq!((play.unit('C').health, play.unit('b').health), (4, 4));
}

#[test]
fn teleports_swaps_and_spawns_need_room_for_all_of_it() {
    let teleport = |map: &str, to: (i16, i16), after: &str| {
        let play = scene(map, vec![board(u8::MAX)], vec![code::teleport(Address::SELF, T1)]).start();
        acts(play, 'A', &[offset(to.0, to.1)]).expect(after);
    };
    teleport("A....\n....#", (2, 0), "..AA.\n..AA#");
    teleport("A....\n....#", (1, 0), ".AA..\n.AA.#");
    teleport("A....\n....#", (3, 0), "AA...\nAA..#");
    teleport("A....\n.....", (4, 0), "AA...\nAA...");

    let swap = |map: &str, after: &str, effect: bool| {
        let play = scene(map, vec![unit(u8::MAX)], vec![code::swap(Address::SELF, T1)]).start();
        let target = play.id('b');
        let play = acts(play, 'A', &[Answer::Unit(target)]);
        play.expect(after);
        assert_eq!(notes(&play, ChangeKind::NoEffect) == 0, effect);
    };
    swap("A..b.\n.....", "b..AA\n...AA", true);
    swap("A...b\n.....", "AA..b\nAA...", false);
    swap("A.b.\n....", "b.AA\n..AA", true);

    let spawn = |map: &str, after: &str| {
        let mut scene = Scene::new(map).action("act", vec![board(u8::MAX)], vec![code::spawn(T1, 1)]);
        scene.book.unit_types.push(UnitType { size: Some(TWO), health: 1, ..UnitType::default() });
        acts(scene.start(), 'A', &[offset(1, 0)]).expect(after);
    };
    spawn("A...\n....", "A??.\n.??.");
    spawn("A...\n..#.", "A...\n..#.");
}

#[test]
fn an_area_meets_it_once() {
    let blow = || {
        let area = Area { pattern: 1, ..Area::default() };
        vec![Damage { target: T1, amount: Amount::Const(1), area, ..Damage::default() }.into()]
    };
    let mut scene = Scene::new("A....\n..b..\n.....\nC....").action("act", vec![board(u8::MAX)], blow());
    scene.kind('b').size = Some(TWO);
    let square = (0..4).flat_map(|y| (0..4).map(move |x| (x, y))).collect();
    scene.book.patterns = vec![Pattern::single(), Pattern::of(square)];
    let play = acts(scene.start(), 'A', &[offset(0, 0)]);
    assert_eq!(["A", "b", "C"].map(|unit| play.unit(unit.chars().next().expect("one")).health), [4, 4, 4]);
    assert_eq!(notes(&play, ChangeKind::Struck), 16 - 4 - 2, "cells where nobody is are struck");
}

#[test]
fn each_cell_that_it_enters_has_its_say_once_a_step() {
    let walk = Request { region: RegionId::WALK, ..cell(u8::MAX) };
    let mut scene = scene("A..^..\n...^..", vec![walk], vec![code::walk(T1)]);
    scene.kind('A').movement = 4;
    scene.kind('A').health = 9;
    let leave = scene.add("leave", 0, vec![], vec![code::shield(Address::SELF, 1)]);
    scene.book.surfaces[usize::from(FIRE) - 1].on_exit = Some(leave);
    for (steps, health, shield) in [(1, 9, 0), (2, 7, 0), (3, 7, 0), (4, 7, 2)] {
        let play = acts(scene.clone().start(), 'A', &[offset(steps, 0)]);
        assert_eq!((play.unit('A').health, play.unit('A').shield), (health, shield), "{steps} steps");
    }
}

#[test]
fn any_of_its_cells_means_it_and_it_reaches_from_any() {
    let strike = Request { filter: Filter(Filter::ENEMY), min: Amount::Const(1), ..unit(1) };
    let beside = |map: &str| offered(scene(map, vec![strike], vec![code::damage(T1, 1)]).start());
    assert_eq!(beside("A..\n..b\n..."), ["c2"], "beside its lower right cell");
    assert_eq!(beside("A...\n...b\n...."), [""; 0]);
    let at = Request { filter: Filter(Filter::OCCUPIED), ..board(u8::MAX) };
    let mut scene = Scene::new("A..b.\n.....").action("act", vec![at], vec![code::damage(T1, 2)]);
    scene.kind('b').size = Some(TWO);
    let cells = offered(scene.clone().start());
    assert_eq!(cells, ["a1", "d1", "e1", "d2", "e2"]);
    let play = acts(scene.start(), 'A', &[offset(4, 1)]);
    assert_eq!(play.unit('b').health, 3);
    let near = Request { filter: Filter(Filter::ENEMY), ..unit(2) };
    let mut scene = Scene::new("...b\n....\nA...").action("act", vec![near], vec![code::push(T1, 1)]);
    scene.kind('b').size = Some(Footprint { width: 1, depth: 2 });
    scene.kind('A').size = Some(Footprint { width: 2, depth: 1 });
    scene.kind('A').initiative = 999;
    assert_eq!(offered(scene.start()), [""; 0]);
    let mut scene = Scene::new("..b.\n....\nA...").action("act", vec![near], vec![code::push(T1, 1)]);
    scene.kind('b').size = Some(Footprint { width: 1, depth: 2 });
    scene.kind('A').size = Some(Footprint { width: 2, depth: 1 });
    scene.kind('A').initiative = 999;
    assert_eq!(offered(scene.start()), ["c1"]);
}

#[test]
fn who_stands_on_several_cells_is_pushed_away_from_its_nearest_cell() {
    let map = "A......\n.......\n...b...\n.......\n.......";
    let mut scene = scene(map, vec![unit(9)], vec![code::push(T1, 1)]);
    scene.kind('b').size = Some(Footprint { width: 2, depth: 3 });
    let play = scene.start();
    let target = play.id('b');
    let play = acts(play, 'A', &[Answer::Unit(target)]);
    play.expect("AA.....\nAA.....\n....bb.\n....bb.\n....bb.");
}
