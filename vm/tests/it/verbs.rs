//! Every effect on a board: its log and the board afterwards, in a series and in single activations.

use crate::code;
use crate::fixture::{FIRE, ICE, Play, Scene, T1, T2, cell, offset, unit, validate};
use expect_test::expect;
use foretoken_vm::program::{Address, Amount, Filter, Label, Request};
use foretoken_vm::rulebook::UnitType;
use foretoken_vm::space::{Pattern, Rectangle, Slope};
use foretoken_vm::tokens::flow::Level;
use foretoken_vm::tokens::movement::Course;
use foretoken_vm::tokens::operand::{Area, IsBlow, To};
use foretoken_vm::tokens::push::Way;
use foretoken_vm::tokens::spawn::Side;
use foretoken_vm::tokens::surface::Rounds;
use foretoken_vm::tokens::teleport::Destination;
use foretoken_vm::tokens::wait::Facing;
use foretoken_vm::tokens::{
    Damage, Each, EachBegin, Heal, Mirror, Move, MoveAttack, Push, Shield, Spawn, Surface, Teleport, Wait,
};
use foretoken_vm::{Answer, Cell, ChancePolicy, ChangeKind, Dir, Predicted, Team, Token};
use std::ops::ControlFlow;

mod areas;

fn cell_request() -> Request {
    Request { from: Address::BOARD, ..cell(u8::MAX) }
}

fn scene(map: &str, code: Vec<Token>) -> Scene {
    let mut scene = Scene::new(map).action("act", vec![cell_request(), cell_request()], code);
    scene.book.patterns = vec![Pattern::single(), Pattern::of(vec![(0, 0), (1, 0), (2, 0), (0, 1)])];
    scene.book.unit_types.push(UnitType { name: "imp".to_owned(), health: 2, acts: true, ..UnitType::default() });
    scene.kind('A').initiative = 999;
    scene
}

fn written(play: &Play) -> Vec<String> {
    let mut lines = Vec::new();
    for change in &play.log.changes {
        let place = |value: i32| Cell::from_bits(value as u32).to_string();
        let (from, to) = match change.kind {
            ChangeKind::NextPlace | ChangeKind::Agenda => continue,
            ChangeKind::Cell => (place(change.before), place(change.after)),
            _ => (change.before.to_string(), change.after.to_string()),
        };
        let whose = if change.entity.is_some() { format!(" {}", change.entity) } else { String::new() };
        let at = if change.at == 0 { String::new() } else { format!(" at {}", change.cell()) };
        lines.push(format!("{:?}{whose}{at} {from} to {to}", change.kind));
    }
    lines
}

#[track_caller]
fn ran_in(scene: impl Fn() -> Scene, at: [(i16, i16); 2]) -> String {
    let answers = at.map(|(x, y)| offset(x, y));
    let mut play = scene().start();
    play.decide('A', "act", &answers);
    play.step();
    validate(&play.book, play.battle.state());
    let mut series = scene().start();
    series.decide('A', "act", &answers);
    let mut predicted = Predicted::of(&series.known(Team::PLAYER));
    let Play { book, plan, buffers, log, .. } = &mut series;
    predicted.run(book, plan, ChancePolicy::Likely, buffers, log, |_| ControlFlow::Break(()));
    assert_eq!(log.changes, play.log.changes);
    told(&play)
}

fn told(play: &Play) -> String {
    format!("{}\n{}\n", written(play).join("; "), play.map())
}

#[track_caller]
fn ran(map: &str, code: &[Token], at: [(i16, i16); 2]) -> String {
    ran_in(|| scene(map, code.to_vec()), at)
}

fn blow(harm: i32) -> Token {
    Damage { target: T1, amount: Amount::Const(harm), is_blow: IsBlow(true), ..Damage::default() }.into()
}

const ONE: [(i16, i16); 2] = [(1, 0), (1, 0)];

#[test]
fn damage_takes_shield_first_and_ends_at_no_health() {
    let mut text = String::new();
    text += &ran("Ab", &[blow(2)], ONE);
    text += &ran("Ab", &[blow(0)], ONE);
    text += &ran("Ab", &[blow(-3)], ONE);
    text += &ran("Ab", &[blow(5)], ONE);
    text += &ran("A.b", &[blow(5)], ONE);
    text += &ran("Ab", &[code::shield(T1, 3), blow(2), blow(2)], ONE);
    text += &ran("Ab", &[blow(2), code::damage(Address::SELF, 1), code::damage(T2, 9), blow(1)], ONE);
    expect![[r#"
        Health #1 5 to 3
        Ab

        Ab

        Ab
        Health #1 5 to 0; Flags #1 3 to 2
        A.
        Struck #0 at b1 0 to 0
        A.b
        Shield #1 0 to 3; Shield #1 3 to 1; Shield #1 1 to 0; Health #1 5 to 4
        Ab
        Health #1 5 to 3; Health #0 5 to 4; Health #1 3 to 0; Flags #1 3 to 2; Struck #0 at b1 0 to 0
        A.
    "#]]
    .assert_eq(&text);
}

#[test]
fn pushes_go_away_to_the_actor_or_where_they_are_told() {
    let mut text = String::new();
    let push = |way, cells| -> Token {
        Push { target: T1, way, distance: Amount::Const(cells), is_blow: IsBlow(true), ..Push::default() }.into()
    };
    let map = "
        .....
        .A.b.
        ..c..";
    let (b, b_and_c) = ([(3, 1), (3, 2)], [(3, 1), (2, 2)]);
    text += &ran(map, &[push(Way::Away, 1)], b);
    text += &ran(map, &[push(Way::Away, 2)], b);
    text += &ran(map, &[push(Way::Away, 0)], b);
    text += &ran(map, &[push(Way::ToActor, 3)], b);
    text += &ran(map, &[push(Way::Towards(T2), 1)], b);
    text += &ran(map, &[push(Way::Away, 2)], [(2, 2), (0, 0)]);
    text += &ran(map, &[push(Way::Away, 2)], [(1, 1), (0, 0)]);
    text += &ran(map, &[push(Way::Away, 2)], [(0, 0), (0, 0)]);
    text += &ran("A.b#", &[push(Way::Away, 1)], [(2, 0), (0, 0)]);
    text += &ran("A.bc.", &[push(Way::Away, 1)], [(2, 0), (0, 0)]);
    let held = [code::anchor(T1), push(Way::Away, 1), code::swap(T1, Address::SELF), code::teleport(T1, T2)];
    text += &ran(map, &held, b_and_c);
    expect![[r#"
        Cell #1 d2 to e2
        .....
        .A..b
        ..c..
        Cell #1 d2 to e2; Collided #1 at e2 0 to -1; Health #1 5 to 4
        .....
        .A..b
        ..c..

        .....
        .A.b.
        ..c..
        Cell #1 d2 to c2
        .....
        .Ab..
        ..c..
        Cell #1 d2 to e2
        .....
        .A..b
        ..c..
        Cell #2 c3 to d3; Cell #2 d3 to e3
        .....
        .A.b.
        ....c

        .....
        .A.b.
        ..c..

        .....
        .A.b.
        ..c..
        Collided #1 at c1 0 to -1; Health #1 5 to 4
        A.b#
        Collided #1 at c1 0 to 2; Health #1 5 to 4; Health #2 5 to 4
        A.bc.
        Flags #1 3 to 11; NoEffect #1 at d2 0 to 0; NoEffect #1 at d2 0 to 0; NoEffect #1 at c3 0 to 0
        .....
        .A.b.
        ..c..
    "#]]
    .assert_eq(&text);
}

#[test]
fn a_mirror_repeats_the_last_blow() {
    let mut text = String::new();
    let mirror: Token = Mirror { target: T2, label: Label::NONE }.into();
    let push: Token = Push { target: T1, distance: Amount::Const(1), is_blow: IsBlow(true), ..Push::default() }.into();
    let quiet = code::damage(T1, 1);
    let map = "
        .b..
        .A.c
        ....";
    let both = [(1, 0), (3, 1)];
    text += &ran(map, &[mirror], both);
    text += &ran(map, &[blow(2), mirror], both);
    text += &ran(map, &[blow(2), push, quiet, mirror], both);
    expect![[r#"

        .b..
        .A.c
        ....
        Health #0 5 to 3; Battle at c1 0 to 2; Health #2 5 to 3
        .b..
        .A.c
        ....
        Health #0 5 to 3; Battle at c1 0 to 2; Battle at d1 0 to 1; Collided #0 at b1 0 to -1; Health #0 3 to 2; Health #0 2 to 1; Health #2 5 to 3; Collided #2 at d2 0 to -1; Health #2 3 to 2
        .b..
        .A.c
        ....
    "#]]
    .assert_eq(&text);
}

#[test]
fn who_goes_past_others_falls_and_ends_below_the_goal() {
    let stands = |heights: [u8; 5]| {
        move || {
            let through = Move { course: Course::Through(T1), label: Label::NONE };
            let mut scene = scene("Ab...", vec![through.into()]);
            for (x, height) in (0..).zip(heights) {
                let cell = scene.book.board.cell(x, 0).expect("on the board");
                scene.book.board.put(cell, 0, Slope::level(height));
            }
            scene
        }
    };
    let mut text = String::new();
    text += &ran_in(stands([8, 8, 0, 0, 0]), [(3, 0), (0, 0)]);
    text += &ran_in(stands([8, 0, 0, 0, 0]), [(3, 0), (0, 0)]);
    text += &ran_in(stands([0, 8, 8, 0, 0]), [(3, 0), (0, 0)]);
    let under_a_bridge = || {
        let mut scene = stands([0; 5])();
        scene.book.board.add_floor(Rectangle { x: 1, y: 0, width: 1, height: 1 });
        scene.book.board.put(Cell::on_floor(1, 0, 1).expect("there is one"), 0, Slope::level(8));
        scene
    };
    let mut play = under_a_bridge().start();
    play.decide('A', "act", &[Answer::Raised(1, 0, 1), Answer::Offset(0, 0)]);
    play.step();
    text += &told(&play);
    expect![[r#"
        Passed #0 at b1 0 to 0; Cell #0 a1 to c1; Fell #0 at c1 0 to 8; Health #0 5 to 0; Flags #0 3 to 2
        .b...
        Passed #0 at b1 0 to 0; Cell #0 a1 to c1; Fell #0 at c1 0 to 8; Health #0 5 to 0; Flags #0 3 to 2
        .b...
        NoEffect #0 at d1 0 to 0
        Ab...
        NoEffect #0 at b1^1 0 to 0
        Ab....
    "#]]
    .assert_eq(&text);
}

#[test]
fn moves_walk_dash_slide_and_strike() {
    let mut text = String::new();
    let dash: Token = Move { course: Course::Dash(T1), label: Label::NONE }.into();
    let map = "
        A....
        .#...
        ...b.";
    text += &ran(map, &[code::walk(T1)], [(2, 1), (0, 0)]);
    text += &ran(map, &[code::walk(T1)], [(4, 2), (0, 0)]);
    text += &ran(map, &[code::walk(T1)], [(1, 1), (0, 0)]);
    text += &ran(map, &[code::walk(T1)], [(0, 0), (0, 0)]);
    text += &ran("A..b", &[code::walk(T1)], [(3, 0), (0, 0)]);
    text += &ran("A...b", &[dash], [(2, 0), (0, 0)]);
    text += &ran("A.b..", &[dash], [(4, 0), (0, 0)]);
    text += &ran(map, &[dash], [(1, 1), (0, 0)]);
    text += &ran("A~~..", &[dash], [(1, 0), (0, 0)]);
    text += &ran("A~~b.", &[dash], [(1, 0), (0, 0)]);
    let through: Token = Move { course: Course::Through(T1), label: Label::NONE }.into();
    text += &ran("A.bc..", &[through], [(5, 0), (0, 0)]);
    text += &ran("A.bc..", &[through], [(3, 0), (0, 0)]);
    text += &ran("Abc#.", &[through], [(4, 0), (0, 0)]);
    text += &ran("A..", &[through], [(2, 0), (0, 0)]);
    text += &ran(map, &[through], [(1, 1), (0, 0)]);
    let charge: Token = MoveAttack { target: T1, amount: Amount::Const(2), ..MoveAttack::default() }.into();
    text += &ran("A.b#", &[charge], [(1, 0), (0, 0)]);
    text += &ran("A.b#", &[charge], [(2, 0), (0, 0)]);
    text += &ran("A.b#", &[charge], [(3, 0), (0, 0)]);
    text += &ran("A.b#", &[charge], [(0, 0), (0, 0)]);
    expect![[r#"
        Cell #0 a1 to b1; Cell #0 b1 to c1; Facing #0 2 to 4; Cell #0 c1 to c2
        .....
        .#A..
        ...b.
        NoEffect #0 at e3 0 to 0
        A....
        .#...
        ...b.
        Cell #0 a1 to b1
        .A...
        .#...
        ...b.

        A....
        .#...
        ...b.
        Cell #0 a1 to b1; Cell #0 b1 to c1
        ..Ab
        Cell #0 a1 to b1; Cell #0 b1 to c1
        ..A.b
        Cell #0 a1 to b1
        .Ab..
        NoEffect #0 at b2 0 to 0
        A....
        .#...
        ...b.
        Cell #0 a1 to b1; Cell #0 b1 to c1; Cell #0 c1 to d1
        .~~A.
        Cell #0 a1 to b1; Cell #0 b1 to c1
        .~Ab.
        Cell #0 a1 to b1; Passed #0 at c1 1 to 0; Passed #0 at d1 2 to 0; Cell #0 b1 to e1; Cell #0 e1 to f1
        ..bc.A
        Cell #0 a1 to b1
        .Abc..
        NoEffect #0 at e1 0 to 0
        Abc#.
        Cell #0 a1 to b1; Cell #0 b1 to c1
        ..A
        NoEffect #0 at b2 0 to 0
        A....
        .#...
        ...b.
        Cell #0 a1 to b1
        .Ab#
        Health #1 5 to 3
        A.b#
        Struck #0 at d1 0 to 0
        A.b#

        A.b#
    "#]]
    .assert_eq(&text);
}

#[test]
fn teleports_swaps_and_turns() {
    let mut text = String::new();
    let across: Token = Teleport { target: T1, to: Destination::AcrossFrom(T2), label: Label::NONE }.into();
    let map = "
        .....
        .bA..
        .....";
    text += &ran(map, &[code::teleport(T1, T2)], [(1, 1), (4, 2)]);
    text += &ran(map, &[code::teleport(T1, T2)], [(1, 1), (2, 1)]);
    text += &ran(map, &[code::teleport(T1, T2)], [(0, 0), (4, 2)]);
    text += &ran(map, &[across], [(1, 1), (1, 0)]);
    let fixed = [Address::SELF, Address::CAUSE, Address::HERE, Address::BOARD].map(|at| code::damage(at, 1));
    let gone = [&[code::teleport(Address::SELF, T2)], &fixed[..]].concat();
    text += &ran(map, &gone, [(1, 1), (4, 2)]);
    text += &ran("Ab..", &[across], [(1, 0), (1, 0)]);
    text += &ran(map, &[code::swap(T1, Address::SELF)], [(1, 1), (0, 0)]);
    text += &ran(map, &[code::swap(T1, T2)], [(1, 1), (1, 1)]);
    text += &ran(map, &[code::swap(T1, T2)], [(1, 1), (4, 2)]);
    let face: Token = Wait { facing: Facing(Some(T1)), label: Label::NONE }.into();
    expect![[r#"
        Cell #0 b2 to e3
        .....
        ..A..
        ....b
        NoEffect #0 at c2 0 to 0
        .....
        .bA..
        .....

        .....
        .bA..
        .....
        Cell #0 b2 to d3
        .....
        ..A..
        ...b.
        Cell #1 c2 to e3; Health #1 5 to 4; Health #1 4 to 3; Struck #1 at c2 0 to 0; Struck #1 0 to 0
        .....
        .b...
        ....A
        NoEffect #1 at b1 0 to 0
        Ab..
        Cell #0 b2 to c2; Cell #1 c2 to b2
        .....
        .Ab..
        .....

        .....
        .bA..
        .....

        .....
        .bA..
        .....
    "#]]
    .assert_eq(&text);
    let faces = [(1, 1), (3, 1), (2, 0), (2, 2), (2, 1), (3, 0), (1, 2)].map(|(x, y)| {
        let mut play = scene(map, vec![face]).start();
        play.decide('A', "act", &[offset(x, y), offset(x, y)]);
        play.step();
        Dir::from_index(play.unit('A').facing).name()
    });
    assert_eq!(faces, ["west", "east", "north", "south", "east", "east", "west"]);
}

#[test]
fn what_is_done_to_units_is_written_in_their_rows() {
    let mut text = String::new();
    let twice = |token: Token| [token, token];
    text += &ran("Ab", &twice(code::stun(T1, 2)), ONE);
    text += &ran("Ab", &twice(code::stun(T1, 200)), ONE);
    text += &ran("Ab", &[code::stun(T1, -1)], ONE);
    text += &ran("Ab", &twice(code::quicken(T1, -7)), ONE);
    text += &ran("Ab", &twice(code::quicken(T1, 9_950)), ONE);
    text += &ran("Ab", &twice(code::redirect(T1, 1)), ONE);
    text += &ran("Ab", &twice(code::anchor(T1)), ONE);
    text += &ran("Ab", &twice(code::kill(T1)), ONE);
    text += &ran(
        "A.",
        &[code::stun(T1, 1), code::quicken(T1, 1), code::redirect(T1, 1), code::anchor(T1), code::kill(T1)],
        ONE,
    );
    expect![[r#"
        Stunned #1 0 to 2; Stunned #1 2 to 4
        Ab
        Stunned #1 0 to 200; Stunned #1 200 to 255
        Ab

        Ab
        Initiative #1 99 to 92; Initiative #1 92 to 85
        Ab
        Initiative #1 99 to 9999
        Ab
        Redirected #1 0 to 1; Redirected #1 1 to 2
        Ab
        Flags #1 3 to 11
        Ab
        Health #1 5 to 0; Flags #1 3 to 2
        A.

        A.
    "#]]
    .assert_eq(&text);
}

#[test]
fn surfaces_are_laid_and_units_spawned() {
    let mut text = String::new();
    let area = Area { pattern: 1, ..Area::default() };
    let lay = |surface, lasts: Option<i32>| -> Token {
        let laid = foretoken_vm::tokens::surface::Laid(surface);
        Surface { target: T1, laid, lasts: Rounds(lasts.map(Amount::Const)), area, ..Surface::default() }.into()
    };
    text += &ran("A...#\n~....", &[lay(FIRE, None)], [(1, 0), (0, 0)]);
    text += &ran("A~~..\n.~...", &[lay(ICE, Some(3))], [(1, 0), (0, 0)]);
    text += &ran("A~^..\n.~...", &[lay(0, None)], [(1, 0), (0, 0)]);
    let imp = |side| -> Token {
        let unit = foretoken_vm::tokens::operand::UnitTypeId(1);
        Spawn { target: T1, unit, side, ..Spawn::default() }.into()
    };
    text += &ran("A.#", &[imp(Side::Actor), imp(Side::Neutral)], ONE);
    text += &ran("A.#", &[imp(Side::Neutral)], ONE);
    text += &ran("A.#", &[imp(Side::Actor)], [(2, 0), (0, 0)]);
    text += &ran("A.#", &[code::spawn(T1, 9)], ONE);
    expect![[r#"
        Surface at b1 0 to 2; Surface at c1 0 to 2; Surface at d1 0 to 2; Surface at b2 0 to 2
        A^^^#
        ~^...
        Surface at b1 1 to 769; Surface at c1 1 to 769; Surface at d1 0 to 769; Surface at b2 1 to 769
        A~~~.
        .~...
        Surface at b1 1 to 0; Surface at c1 2 to 0; Surface at b2 1 to 0
        A....
        .....
        Spawn #1 at b1 0 to 1073741825; NoEffect #0 at b1 0 to 2
        A?#
        Spawn #1 at b1 0 to 1074200577
        A?#
        NoEffect #0 at c1 0 to 2
        A.#
        Spawn #1 at b1 0 to 1073741833
        A.#
    "#]]
    .assert_eq(&text);
}

#[test]
fn what_was_picked_stays_picked() {
    let text = [unit(9), cell(9)].map(|picked| {
        let mut play = Scene::new("A.b.c.")
            .action("act", vec![picked], vec![code::push(T1, 1), code::damage(T1, 1), code::push(T1, 2)])
            .start();
        let answer = if picked.asks == unit(9).asks { Answer::Unit(play.id('b')) } else { offset(2, 0) };
        play.decide('A', "act", &[answer]);
        play.step();
        told(&play)
    });
    expect![[r#"
        Cell #1 c1 to d1; Health #1 5 to 4; Collided #1 at d1 0 to 2; Health #1 4 to 3; Health #2 5 to 4
        A..bc.
        Cell #1 c1 to d1; Struck #0 at c1 0 to 0
        A..bc.
    "#]]
    .assert_eq(&text.concat());
}
