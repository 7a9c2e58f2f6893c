//! Legal answers for every filter and type of question, and defaults, drawn on boards.

use crate::code;
use crate::fixture::{FIRE, Play, Scene, T1, cell};
use expect_test::{Expect, expect};
use foretoken_vm::machine::{Way, Waypoint};
use foretoken_vm::program::{Address, Amount, Asks, Fallback, Filter, Request};
use foretoken_vm::regions::{Region, RegionId};
use foretoken_vm::space::WalkPath;
use foretoken_vm::state::Team;
use foretoken_vm::{ActionUse, Advance, Answer, Cell, ChangeKind, Dir, Intent, Predicted, Question};

/// Returns the question of the first unit's first request, and its legal answers.
pub fn offered(play: &mut Play, request: Request) -> (Predicted, Question, Vec<Answer>) {
    play.alter(|rules| {
        let program = rules.programs.iter_mut().find(|program| program.name == "ask").expect("a program that asks");
        program.requests = vec![request];
    });
    let used = ActionUse::new(play.program("ask"));
    play.intend('A', Intent { uses: vec![used], complete: false });
    let mut predicted = Predicted::of(&play.known(Team::PLAYER));
    let question = match play.foresee(&mut predicted) {
        Advance::Unit(_, Some(question)) => question,
        other => panic!("A is asked, and {other:?}"),
    };
    let mut answers = Vec::new();
    predicted.legal_answers(&play.book, &question, &mut play.buffers, &mut answers);
    (predicted, question, answers)
}

pub fn play(map: &str, alter: impl FnOnce(&mut Scene)) -> Play {
    let mut scene = Scene::new(map).action("ask", vec![cell(1)], vec![code::damage(T1, 1)]);
    scene.book.surfaces[usize::from(FIRE) - 1].blocks_sight = true;
    scene.book.surfaces[usize::from(FIRE) - 1].on_enter = None;
    scene.book.terrains[1].blocks_sight = true;
    scene.kind('A').initiative = 999;
    alter(&mut scene);
    scene.start()
}

/// Draws the map with `*` on each offered cell, and `@` on offered cells with a unit.
pub fn drawn(play: &mut Play, request: Request) -> String {
    let (predicted, question, answers) = offered(play, request);
    let cells: Vec<Cell> = answers
        .iter()
        .map(|&answer| predicted.cell_of(&play.book, &question, answer).expect("an answer on the board"))
        .collect();
    let width = play.book.board.width();
    let map: Vec<Vec<char>> = play.map().lines().map(|row| row.chars().collect()).collect();
    let mut text = String::new();
    for cell in play.book.board.cells() {
        let glyph = map[cell.y() as usize][cell.x() as usize];
        let is_unit = glyph.is_ascii_alphabetic() && glyph != 'o';
        text.push(match (cells.contains(&cell), is_unit) {
            (true, true) => '@',
            (true, false) => '*',
            _ => glyph,
        });
        if cell.x() == width - 1 {
            text.push('\n');
        }
    }
    text
}

#[test]
fn walks_go_as_far_as_the_movement_and_around_what_is_seen() {
    let map = "
        ..#....
        .A#....
        ..b.h..
        .oo....
        .......";
    for (movement, max, expected) in [
        (
            0,
            255,
            expect![[r#"
                ..#....
                .A#....
                ..b.h..
                .oo....
                .......
            "#]],
        ),
        (
            4,
            255,
            expect![[r#"
                **#....
                *A#....
                **b.h..
                *oo....
                *......
            "#]],
        ),
        (
            4,
            2,
            expect![[r#"
                **#....
                *A#....
                **b.h..
                .oo....
                .......
            "#]],
        ),
        (
            8,
            8,
            expect![[r#"
                **#....
                *A#....
                **b.h..
                *oo*...
                *****..
            "#]],
        ),
    ] {
        let mut play = play(map, |scene| {
            scene.kind('A').movement = movement;
            scene.kind('h').hidden = true;
            scene.book.terrains[2].avoided = true;
        });
        let request = Request { region: RegionId::WALK, min: Amount::Const(1), max: Amount::Const(max), ..cell(0) };
        expected.assert_eq(&drawn(&mut play, request));
        let (_, _, answers) = offered(&mut play, request);
        assert!(answers.iter().all(|answer| matches!(answer, Answer::Path(path) if !path.is_empty())));
    }
}

/// `A` asks, `B` is an acting ally, `C` an ally that does not act, `d` an enemy, `n` neutral, and `h` hidden.
#[test]
fn each_filter_offers_its_own() {
    let scene = |scene: &mut Scene| {
        scene.kind('C').acts = false;
        scene.kind('h').hidden = true;
        scene.opening.roster[4].team = Team::NEUTRAL;
    };
    let bits = [
        (Filter::EMPTY, "empty"),
        (Filter::OCCUPIED, "occupied"),
        (Filter::ALLY, "ally"),
        (Filter::ENEMY, "enemy"),
        (Filter::SELF, "self"),
        (Filter::NEUTRAL, "neutral"),
        (Filter::ACTS, "acts"),
    ];
    let mut text = String::new();
    let mut add = |filter: u16| {
        let words: Vec<&str> = bits.iter().filter(|(bit, _)| filter & bit != 0).map(|&(_, word)| word).collect();
        let mut play = play("ABC.dnh#", scene);
        let shown = |asks, play: &mut Play| {
            let request = Request { asks, filter: Filter(filter), region: RegionId::BOARD, ..cell(0) };
            drawn(play, request).trim().to_owned()
        };
        let (cells, units) = (shown(Asks::Cell, &mut play), shown(Asks::Unit, &mut play));
        text.push_str(&format!("{cells} {units} {}\n", words.join(" ")));
    };
    add(0);
    bits.iter().for_each(|&(bit, _)| add(bit));
    for (at, &(bit, _)) in bits.iter().enumerate() {
        bits[at + 1..].iter().for_each(|&(other, _)| add(bit | other));
    }
    expect![[r#"
        @@@*@@@# @@@.@@h# 
        ABC*dn@# ABC.dnh# empty
        @@@.@@h# @@@.@@h# occupied
        A@@.dnh# A@@.dnh# ally
        ABC.@nh# ABC.@nh# enemy
        @BC.dnh# @BC.dnh# self
        ABC.d@h# ABC.d@h# neutral
        @@C.@@h# @@C.@@h# acts
        @@@*@@@# @@@.@@h# empty occupied
        ABC.dnh# ABC.dnh# empty ally
        ABC.dnh# ABC.dnh# empty enemy
        ABC.dnh# ABC.dnh# empty self
        ABC.dnh# ABC.dnh# empty neutral
        ABC.dnh# ABC.dnh# empty acts
        A@@.dnh# A@@.dnh# occupied ally
        ABC.@nh# ABC.@nh# occupied enemy
        @BC.dnh# @BC.dnh# occupied self
        ABC.d@h# ABC.d@h# occupied neutral
        @@C.@@h# @@C.@@h# occupied acts
        A@@.@nh# A@@.@nh# ally enemy
        @@@.dnh# @@@.dnh# ally self
        A@@.d@h# A@@.d@h# ally neutral
        A@C.dnh# A@C.dnh# ally acts
        @BC.@nh# @BC.@nh# enemy self
        ABC.@@h# ABC.@@h# enemy neutral
        ABC.@nh# ABC.@nh# enemy acts
        @BC.d@h# @BC.d@h# self neutral
        @BC.dnh# @BC.dnh# self acts
        ABC.d@h# ABC.d@h# neutral acts
    "#]]
    .assert_eq(&text);
}

#[test]
fn a_surface_narrows_what_is_offered() {
    let mut text = String::new();
    for surface in 0..3 {
        let mut play = play("A~.^b", |_| ());
        text.push_str(&drawn(&mut play, Request { surface, ..cell(9) }));
    }
    expect![[r#"
        @***@
        A*.^b
        A~.*b
    "#]]
    .assert_eq(&text);
}

fn check_answers(play: &mut Play, request: Request, expected: &Expect) {
    let (_, _, answers) = offered(play, request);
    expected.assert_eq(&format!("{answers:?}"));
}

#[test]
fn directions_and_numbers_are_offered_in_order() {
    let mut play = play("A.b", |_| ());
    let dir = Request { asks: Asks::Direction, ..cell(1) };
    check_answers(&mut play, dir, &expect!["[Dir(North), Dir(East), Dir(South), Dir(West)]"]);
    check_answers(&mut play, Request { filter: Filter(Filter::EMPTY), ..dir }, &expect!["[Dir(East)]"]);
    check_answers(&mut play, Request { surface: 1, ..dir }, &expect!["[]"]);
    let mut strict = dir;
    strict.flags.strict = true;
    check_answers(&mut play, strict, &expect!["[Dir(East)]"]);
    let number = Request { asks: Asks::Number, min: Amount::Const(2), max: Amount::Const(4), ..cell(4) };
    check_answers(&mut play, number, &expect!["[Number(2), Number(3), Number(4)]"]);
    check_answers(&mut play, Request { min: Amount::Const(4), ..number }, &expect!["[Number(4)]"]);
    check_answers(&mut play, Request { min: Amount::Const(5), ..number }, &expect!["[]"]);
    let mut optional = number;
    optional.flags.optional = true;
    check_answers(&mut play, optional, &expect!["[Number(2), Number(3), Number(4), Pass]"]);
    check_answers(&mut play, Request { asks: Asks::Unit, ..cell(9) }, &expect!["[Unit(#0), Unit(#1)]"]);
    check_answers(&mut play, cell(1), &expect!["[Offset(0, 0), Offset(1, 0)]"]);
}

#[test]
fn each_fallback_chooses_its_own() {
    let map = "
        c..d.
        ..A..
        b....";
    let mut lines = Vec::new();
    for asks in Asks::ALL {
        for fallback in Fallback::ALL {
            for filter in [0, Filter::ENEMY] {
                let request = Request { asks, fallback, filter: Filter(filter), min: Amount::Const(1), ..cell(4) };
                let code = vec![code::declare(T1, 0, 2), code::damage(T1, 1), code::anchor(Address::SELF)];
                let mut play = play(map, |scene| {
                    scene.kind('b').health = 2;
                    scene.add("choose", 1, vec![request], code);
                });
                play.decide('A', "choose", &[]);
                play.step();
                let touched = play.log.changes.iter().filter(|change| {
                    matches!(change.kind, ChangeKind::Health | ChangeKind::Struck | ChangeKind::Fallback)
                });
                let touched: Vec<String> = touched
                    .map(|change| match change.kind {
                        ChangeKind::Health => format!("harms {}", play.unit_at(change.entity)),
                        ChangeKind::Struck => format!("strikes {}", change.cell()),
                        _ => "-".to_owned(),
                    })
                    .collect();
                let on = if play.unit('A').flags & foretoken_vm::state::flag::ANCHORED == 0 { ", ends" } else { "" };
                lines.push(format!("{asks:?} {fallback:?} {filter}: {}{on}", touched.join(" ")));
            }
        }
    }
    expect![[r#"
        Cell SkipScope 0: -
        Cell SkipScope 8: -
        Cell Cancel 0: -, ends
        Cell Cancel 8: -, ends
        Cell Nearest 0: strikes c1
        Cell Nearest 8: harms d
        Cell Weakest 0: strikes c1
        Cell Weakest 8: harms b
        Cell Actor 0: -
        Cell Actor 8: -
        Unit SkipScope 0: -
        Unit SkipScope 8: -
        Unit Cancel 0: -, ends
        Unit Cancel 8: -, ends
        Unit Nearest 0: harms d
        Unit Nearest 8: harms d
        Unit Weakest 0: harms b
        Unit Weakest 8: harms b
        Unit Actor 0: -
        Unit Actor 8: -
        Direction SkipScope 0: -
        Direction SkipScope 8: -
        Direction Cancel 0: -, ends
        Direction Cancel 8: -, ends
        Direction Nearest 0: strikes c1
        Direction Nearest 8: -
        Direction Weakest 0: strikes c1
        Direction Weakest 8: -
        Direction Actor 0: strikes d2
        Direction Actor 8: strikes d2
        Number SkipScope 0: -
        Number SkipScope 8: -
        Number Cancel 0: -, ends
        Number Cancel 8: -, ends
        Number Nearest 0: 
        Number Nearest 8: 
        Number Weakest 0: 
        Number Weakest 8: 
        Number Actor 0: 
        Number Actor 8: 
        Region SkipScope 0: -
        Region SkipScope 8: -
        Region Cancel 0: -, ends
        Region Cancel 8: -, ends
        Region Nearest 0: strikes e3
        Region Nearest 8: harms b
        Region Weakest 0: strikes e3
        Region Weakest 8: harms b
        Region Actor 0: strikes e3
        Region Actor 8: harms b
        Slot SkipScope 0: -
        Slot SkipScope 8: -
        Slot Cancel 0: -, ends
        Slot Cancel 8: -, ends
        Slot Nearest 0: -
        Slot Nearest 8: -
        Slot Weakest 0: -
        Slot Weakest 8: -
        Slot Actor 0: -
        Slot Actor 8: -
    "#]]
    .assert_eq(&format!("{}\n", lines.join("\n")));
}

#[test]
fn walks_are_led_through_cells_in_between() {
    let map = "
        .....
        A.#..
        .....";
    let mut play = play(map, |scene| scene.kind('A').movement = 6);
    let request = Request { region: RegionId::WALK, min: Amount::Const(1), max: Amount::Const(255), ..cell(0) };
    let at = |x, y| Cell::new(x, y).expect("on the board");
    let mut text = String::new();
    for through in [vec![], vec![at(1, 0)], vec![at(1, 2), at(3, 2)], vec![at(2, 1)], vec![at(4, 0), at(0, 0)]] {
        let (mut predicted, question, mut answers) = offered(&mut play, request);
        answers.push(Answer::Offset(1, 0));
        let waypoints: Vec<_> = through.iter().map(|&cell| Waypoint { cell, way: 0 }).collect();
        let way = Way { through: &waypoints, threats: &[] };
        predicted.lead(&play.book, &question, way, &mut play.buffers, &mut answers);
        let walks = answers.iter().map(|answer| match answer {
            Answer::Path(path) => path.steps().map(|dir| &dir.name()[..1]).collect::<String>(),
            other => format!("{other:?}"),
        });
        text.push_str(&format!("through {through:?}: {}\n", walks.collect::<Vec<_>>().join(" ")));
    }
    expect![[r#"
        through []: n e s ne es nee neees see neee neeees seee neeee seeee
        through [b1]: new nes nessw ne ness nee neees nesse neee neeees neeess neeee
        through [b3, d3]: eseeww eseen eseew eseenn eseene esee eseee
        through [c2]: 
        through [e1, a1]: 
    "#]]
    .assert_eq(&text);
}

/// Returns the name of a core region.
pub fn name(region: RegionId) -> &'static str {
    &Region::core()[usize::from(region.0)].name
}

#[test]
fn looking_for_answers_is_paid_for() {
    let mut play = play("A....\n.....\n....b", |_| ());
    let mut works = Vec::new();
    for asks in Asks::ALL {
        for region in RegionId::core() {
            let (mut predicted, question, _) =
                offered(&mut play, Request { asks, region, max: Amount::Const(3), ..cell(3) });
            let mut answers = Vec::new();
            let work = predicted.legal_answers(&play.book, &question, &mut play.buffers, &mut answers);
            works.push(format!("{asks:?} {}: {work} for {}", name(region), answers.len()));
        }
    }
    expect![[r#"
        Cell steps: 21 for 9
        Cell square: 24 for 12
        Cell line: 39 for 6
        Cell pierce: 39 for 6
        Cell sight: 47 for 9
        Cell walk: 29 for 8
        Cell board: 30 for 15
        Cell diagonal: 39 for 3
        Cell star: 44 for 8
        Cell cylinder: 22 for 10
        Cell sphere: 22 for 10
        Cell cone: 21 for 9
        Cell own cell: 2 for 1
        Unit steps: 3 for 1
        Unit square: 3 for 1
        Unit line: 5 for 1
        Unit pierce: 5 for 1
        Unit sight: 5 for 1
        Unit walk: 11 for 0
        Unit board: 4 for 2
        Unit diagonal: 5 for 1
        Unit star: 5 for 1
        Unit cylinder: 3 for 1
        Unit sphere: 3 for 1
        Unit cone: 2 for 0
        Unit own cell: 3 for 1
        Direction steps: 0 for 4
        Direction square: 0 for 4
        Direction line: 0 for 4
        Direction pierce: 0 for 4
        Direction sight: 0 for 4
        Direction walk: 0 for 4
        Direction board: 0 for 4
        Direction diagonal: 0 for 4
        Direction star: 0 for 4
        Direction cylinder: 0 for 4
        Direction sphere: 0 for 4
        Direction cone: 0 for 4
        Direction own cell: 0 for 4
        Number steps: 4 for 4
        Number square: 4 for 4
        Number line: 4 for 4
        Number pierce: 4 for 4
        Number sight: 4 for 4
        Number walk: 4 for 4
        Number board: 4 for 4
        Number diagonal: 4 for 4
        Number star: 4 for 4
        Number cylinder: 4 for 4
        Number sphere: 4 for 4
        Number cone: 4 for 4
        Number own cell: 4 for 4
        Region steps: 21 for 1
        Region square: 24 for 1
        Region line: 57 for 2
        Region pierce: 57 for 2
        Region sight: 47 for 1
        Region walk: 29 for 1
        Region board: 30 for 1
        Region diagonal: 48 for 1
        Region star: 100 for 3
        Region cylinder: 22 for 1
        Region sphere: 22 for 1
        Region cone: 48 for 2
        Region own cell: 2 for 1
        Slot steps: 0 for 0
        Slot square: 0 for 0
        Slot line: 0 for 0
        Slot pierce: 0 for 0
        Slot sight: 0 for 0
        Slot walk: 0 for 0
        Slot board: 0 for 0
        Slot diagonal: 0 for 0
        Slot star: 0 for 0
        Slot cylinder: 0 for 0
        Slot sphere: 0 for 0
        Slot cone: 0 for 0
        Slot own cell: 0 for 0
    "#]]
    .assert_eq(&format!("{}\n", works.join("\n")));
}

#[test]
fn a_way_answers_no_request_for_another_thing() {
    let way = |steps: &[Dir]| Answer::Path(WalkPath::new(steps.iter().copied()).expect("a short way"));
    for (asks, harmed) in [(Asks::Cell, true), (Asks::Unit, false), (Asks::Direction, false), (Asks::Number, false)] {
        let request = Request { asks, ..cell(3) };
        let mut play = Scene::new("A.b").action("ask", vec![request], vec![code::damage(Address::SELF, 1)]).start();
        play.decide('A', "ask", &[way(&[Dir::East])]);
        play.step();
        assert_eq!(play.unit('A').health == 4, harmed, "{asks:?}");
    }
}
