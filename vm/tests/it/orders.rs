//! Turn orders, step by step: decisions, activations, costs and due entries.

use crate::code;
use crate::fixture::{ENEMY, Play, Scene, cell, offset};
use expect_test::{Expect, expect};
use foretoken_vm::program::Cost;
use foretoken_vm::schedulers::{Scheduler, View};
use foretoken_vm::{ActionUse, Address, Advance, EntityId, Intent, Key, Plan, Team};
use std::collections::VecDeque;

fn scene(order: &str, values: &[(&str, i32)]) -> Play {
    placed(order, values).start()
}

fn placed(order: &str, values: &[(&str, i32)]) -> Scene {
    let mut scene = Scene::new("A...b\nC...d\n.....");
    for (name, cost) in [("walk", Cost::Move), ("blow", Cost::Action), ("look", Cost::Free), ("fuse", Cost::Action)] {
        let code = match name {
            "walk" => vec![code::declare(Address(0), 0, 2), code::walk(Address(0))],
            "blow" => vec![code::shield(Address::SELF, 1)],
            "fuse" => vec![code::delay(3, 1).into()],
            _ => vec![],
        };
        let requests = if name == "walk" { vec![cell(9)] } else { vec![] };
        let program = scene.add(name, u8::from(name == "walk"), requests, code);
        scene.book.programs[usize::from(program)].cost = cost;
    }
    let spark = scene.add("spark", 0, vec![], vec![code::shield(Address::SELF, 2)]);
    for token in scene.book.programs.iter_mut().flat_map(|program| &mut program.code) {
        if matches!(token, foretoken_vm::Token::Delay(_)) {
            *token = code::delay(spark, 1).into();
        }
    }
    for (unit, initiative) in [('A', 30), ('b', 25), ('C', 20), ('d', 0)] {
        let kind = scene.kind(unit);
        (kind.initiative, kind.speed, kind.movement, kind.points) = (initiative, 2, 4, (1, 1));
    }
    let mut found = Scheduler::named(order).expect("a turn order");
    for &(name, value) in values {
        found = found.with(name, value).expect("a parameter of the order");
    }
    scene.book = found.over(scene.book);
    scene
}

fn before(play: &Play, viewer: Option<Team>) -> String {
    let view = View::new(&play.book, play.battle.state(), &play.plan, viewer);
    let order = &play.book.scheduler;
    let time = order.time(&view).map_or(String::new(), |time| format!(" at {time}"));
    let points = (0..4).map(|id| match order.points(&view, EntityId(id)) {
        Some(points) => format!(" {}{points}", play.unit_at(EntityId(id))),
        None => String::new(),
    });
    let points: String = points.collect();
    let left = [Team::PLAYER, ENEMY].map(|side| order.points_of_side(&view, side));
    let left = if left == [None; 2] { String::new() } else { format!(" left {left:?}") };
    let asked = order.choose(&view).map_or(String::new(), |choose| {
        let units: String = choose.units.iter().map(|&id| play.unit_at(id)).collect();
        format!(" asks {} of {units} until {:?}", choose.team.0, choose.until)
    });
    format!("round {}{time}{points}{left}{asked}", view.state.round())
}

fn ran(play: &Play, advance: Advance) -> String {
    match advance {
        Advance::Unit(id, _) => format!("{} acts", play.unit_at(id)),
        Advance::Entry(_) => "a fuse goes off".to_owned(),
        other => format!("{other:?}"),
    }
}

/// Plays a number of steps. The script decides each: uses by the first letters of their names, walks by a number of
/// cells; `.` completes an intent, `!` closes the side's decisions.
fn check(order: &str, values: &[(&str, i32)], script: &str, steps: usize, expected: &Expect) {
    let mut play = scene(order, values);
    let mut script: VecDeque<&str> = script.split(' ').collect();
    let mut told = String::new();
    for _ in 0..steps {
        told += &format!("{}\n", before(&play, None));
        let view = View::new(&play.book, play.battle.state(), &play.plan, None);
        if let Some(choose) = play.book.scheduler.choose(&view) {
            let words = script.pop_front().unwrap_or(".");
            let unit = choose.units[words.find('#').map_or(0, |_| choose.units.len() - 1)];
            if words.starts_with('!') {
                play.plan.close(choose.team);
            } else {
                let mut intent = play.plan.intent(unit).cloned().unwrap_or(Intent { uses: vec![], complete: false });
                intent.complete = words.ends_with('.');
                intent.uses.extend(words.chars().filter(|word| word.is_ascii_alphanumeric()).map(|word| {
                    let (name, answers) = match word {
                        'b' => ("blow", vec![]),
                        'l' => ("look", vec![]),
                        'f' => ("fuse", vec![]),
                        cells => {
                            let cells = cells.to_digit(10).expect("so many cells") as i16;
                            let way = if choose.team == Team::PLAYER { cells } else { -cells };
                            ("walk", vec![(Key::new(Address(0), [0; 3]), offset(way, 0))])
                        }
                    };
                    ActionUse { program: play.program(name), answers }
                }));
                play.plan.set(unit, intent, 0);
            }
            told += &format!("  {} {words}\n", play.unit_at(unit));
        }
        let advance = play.step();
        told += &format!("  {}\n", ran(&play, advance));
        let (view, plan) = (View::new(&play.book, play.battle.state(), &play.plan, None), &play.plan);
        match play.book.scheduler.spent(&view, advance) {
            foretoken_vm::schedulers::Spent::All => play.plan = Plan::default(),
            foretoken_vm::schedulers::Spent::Unit(unit) => {
                let mut plan = plan.clone();
                plan.clear(unit);
                play.plan = plan;
            }
            foretoken_vm::schedulers::Spent::Nothing => {}
        }
        for refused in play.notes(foretoken_vm::ChangeKind::Refused) {
            told += &format!("  refused to {}: {}\n", play.unit_at(refused.0), refused.1);
        }
        play.log.clear();
    }
    expected.assert_eq(&told);
}

#[test]
fn charge_grows_with_time_and_is_taken_by_what_is_done() {
    check(
        "charge-time",
        &[("tile", 5)],
        "2 b. . f. b 1. .",
        16,
        &expect![[r#"
        round 1 at 0 A0 b0 C0 d0 asks 0 of A until Decided
          A 2
          A acts
        round 1 at 4 A50 b100 C80 d0 asks 0 of A until Decided
          A b.
          A acts
        round 1 at 4 A10 b100 C80 d0 asks 1 of b until Decided
          b .
          b acts
        round 1 at 4 A10 b70 C80 d0 asks 0 of C until Decided
          C f.
          C acts
        round 1 at 5 A40 b95 C30 d0 asks 1 of b until Decided
          b b
          b acts
        round 1 at 6 A70 b50 C50 d0 asks 1 of b until Decided
          b 1.
          b acts
        round 1 at 6 A70 b15 C50 d0 asks 0 of A until Decided
          A .
          A acts
        round 1 at 7 A70 b40 C70 d0 asks 0 of A until Decided
          A .
          A acts
        round 1 at 8 A70 b65 C90 d0 asks 0 of C until Decided
          C .
          C acts
        round 1 at 9 A100 b90 C80 d0 asks 0 of A until Decided
          A .
          A acts
        round 1 at 9 A70 b90 C80 d0
          RoundEnd
        round 2 at 10 A100 b115 C100 d0
          a fuse goes off
        round 2 at 10 A100 b115 C100 d0 asks 1 of b until Decided
          b .
          b acts
        round 2 at 10 A100 b85 C100 d0 asks 0 of A until Decided
          A .
          A acts
        round 2 at 10 A70 b85 C100 d0 asks 0 of C until Decided
          C .
          C acts
        round 2 at 10 A70 b85 C70 d0 asks 1 of b until Decided
          b .
          b acts
    "#]],
    );
}

#[test]
fn deferred_charge_is_taken_at_the_end_and_a_base_quickens_all() {
    check(
        "charge-time",
        &[("deferred", 1), ("base", 20), ("round", 4)],
        "2 b. . f. b 1. .",
        12,
        &expect![[r#"
        round 1 at 0 A0 b0 C0 d0 asks 0 of A until Decided
          A 2
          A acts
        round 1 at 2 A100 b90 C80 d40 asks 0 of A until Decided
          A b.
          A acts
        round 1 at 2 A0 b90 C80 d40 asks 1 of b until Decided
          b .
          b acts
        round 1 at 3 A50 b105 C120 d60 asks 0 of C until Decided
          C f.
          C acts
        round 1 at 3 A50 b105 C50 d60 asks 1 of b until Decided
          b b
          b acts
        round 1 at 3 A50 b105 C50 d60 asks 1 of b until Decided
          b 1.
          b acts
        round 1 at 3 A50 b5 C50 d60
          RoundEnd
        round 2 at 4 A100 b50 C90 d80 asks 0 of A until Decided
          A .
          A acts
        round 2 at 4 A70 b50 C90 d80 asks 0 of C until Decided
          C .
          C acts
        round 2 at 5 A120 b95 C100 d100 asks 0 of A until Decided
          A .
          A acts
        round 2 at 5 A90 b95 C100 d100 asks 0 of C until Decided
          C .
          C acts
        round 2 at 5 A90 b95 C70 d100 asks 1 of d until Decided
          d .
          d acts
    "#]],
    );
}

#[test]
fn points_are_used_up_and_debts_stay() {
    check(
        "action-points",
        &[("base", 100)],
        "b. l. . 2. f. b. .",
        14,
        &expect![[r#"
        round 1 A130 b125 C120 d100 asks 0 of A until Decided
          A b.
          A acts
        round 1 A30 b125 C120 d100 asks 1 of b until Decided
          b l.
          b acts
        round 1 A30 b75 C120 d100 asks 0 of C until Decided
          C .
          C acts
        round 1 A30 b75 C70 d100 asks 1 of d until Decided
          d 2.
          d acts
        round 1 A30 b75 C70 d0 asks 1 of b until Decided
          b f.
          b acts
        round 1 A30 b-25 C70 d0 asks 0 of C until Decided
          C b.
          C acts
        round 1 A30 b-25 C-30 d0 asks 0 of A until Decided
          A .
          A acts
        round 1 A-20 b-25 C-30 d0
          RoundEnd
        round 2 A110 b100 C90 d100
          a fuse goes off
        round 2 A110 b100 C90 d100 asks 0 of A until Decided
          A .
          A acts
        round 2 A60 b100 C90 d100 asks 1 of b until Decided
          b .
          b acts
        round 2 A60 b50 C90 d100 asks 1 of d until Decided
          d .
          d acts
        round 2 A60 b50 C90 d50 asks 0 of C until Decided
          C .
          C acts
        round 2 A60 b50 C40 d50 asks 0 of A until Decided
          A .
          A acts
    "#]],
    );
}

#[test]
fn a_threshold_keeps_who_has_too_little_from_acting() {
    check(
        "action-points-threshold",
        &[("base", 100), ("wait", 30)],
        "b. l. . 2. f. b. .",
        14,
        &expect![[r#"
        round 1 A130 b125 C120 d100 asks 0 of A until Decided
          A b.
          A acts
        round 1 A30 b125 C120 d100 asks 1 of b until Decided
          b l.
          b acts
        round 1 A30 b75 C120 d100 asks 0 of C until Decided
          C .
          C acts
        round 1 A30 b75 C90 d100 asks 1 of d until Decided
          d 2.
          d acts
        round 1 A30 b75 C90 d0
          RoundEnd
        round 2 A160 b200 C210 d100 asks 0 of C until Decided
          C f.
          C acts
        round 2 A160 b200 C110 d100 asks 1 of b until Decided
          b b.
          b acts
        round 2 A160 b100 C110 d100 asks 0 of A until Decided
          A .
          A acts
        round 2 A130 b100 C110 d100 asks 0 of A until Decided
          A .
          A acts
        round 2 A100 b100 C110 d100 asks 0 of C until Decided
          C .
          C acts
        round 2 A100 b100 C80 d100 asks 0 of A until Decided
          A .
          A acts
        round 2 A70 b100 C80 d100 asks 1 of b until Decided
          b .
          b acts
        round 2 A70 b70 C80 d100 asks 1 of d until Decided
          d .
          d acts
        round 2 A70 b70 C80 d70
          RoundEnd
    "#]],
    );
}

#[test]
fn sides_take_turns_and_each_unit_acts_once() {
    check(
        "team-rounds",
        &[],
        "#b. 2. f. ! b. b.",
        14,
        &expect![[r#"
            round 1 asks 0 of AC until DecidedOrClosed
              C #b.
              C acts
            round 1 asks 0 of A until DecidedOrClosed
              A 2.
              A acts
            round 1
              TurnEnd(Team(0))
            round 1 asks 1 of bd until DecidedOrClosed
              b f.
              b acts
            round 1 asks 1 of d until DecidedOrClosed
              d !
              d acts
            round 1
              RoundEnd
            round 2 asks 0 of AC until DecidedOrClosed
              A b.
              A acts
            round 2 asks 0 of C until DecidedOrClosed
              C b.
              C acts
            round 2
              TurnEnd(Team(0))
            round 2
              a fuse goes off
            round 2 asks 1 of bd until DecidedOrClosed
              b .
              b acts
            round 2 asks 1 of d until DecidedOrClosed
              d .
              d acts
            round 2
              RoundEnd
            round 3 asks 0 of AC until DecidedOrClosed
              A .
              A acts
        "#]],
    );
}

#[test]
fn a_turn_has_points_and_an_activation_energy() {
    check(
        "team-points",
        &[("points", 3), ("tile", 15)],
        "2 1 1. 2. b. f. ! b",
        18,
        &expect![[r#"
            round 1 A100 b100 C100 d100 left [Some(3), Some(3)] asks 0 of AC until DecidedOrClosed
              A 2
              A acts
            round 1 A50 b100 C100 d100 left [Some(2), Some(3)] asks 0 of A until Decided
              A 1
              A acts
            round 1 A15 b100 C100 d100 left [Some(2), Some(3)] asks 0 of A until Decided
              A 1.
              A acts
              refused to A: 11
            round 1 A75 b100 C100 d100 left [Some(2), Some(3)] asks 0 of CA until DecidedOrClosed
              C 2.
              C acts
            round 1 A75 b100 C75 d100 left [Some(1), Some(3)] asks 0 of AC until DecidedOrClosed
              A b.
              A acts
            round 1 A56 b100 C75 d100 left [Some(0), Some(3)]
              TurnEnd(Team(0))
            round 1 A100 b100 C100 d100 left [Some(3), Some(3)] asks 1 of bd until DecidedOrClosed
              b f.
              b acts
            round 1 A100 b75 C100 d100 left [Some(3), Some(2)] asks 1 of db until DecidedOrClosed
              d !
              d acts
            round 1 A100 b75 C100 d75 left [Some(3), Some(1)]
              RoundEnd
            round 2 A100 b100 C100 d100 left [Some(3), Some(3)] asks 0 of AC until DecidedOrClosed
              A b
              A acts
            round 2 A80 b100 C100 d100 left [Some(2), Some(3)] asks 0 of A until Decided
              A .
              A acts
            round 2 A75 b100 C100 d100 left [Some(2), Some(3)] asks 0 of CA until DecidedOrClosed
              C .
              C acts
            round 2 A75 b100 C75 d100 left [Some(1), Some(3)] asks 0 of AC until DecidedOrClosed
              A .
              A acts
            round 2 A56 b100 C75 d100 left [Some(0), Some(3)]
              TurnEnd(Team(0))
            round 2 A100 b100 C100 d100 left [Some(3), Some(3)]
              a fuse goes off
            round 2 A100 b100 C100 d100 left [Some(3), Some(3)] asks 1 of bd until DecidedOrClosed
              b .
              b acts
            round 2 A100 b75 C100 d100 left [Some(3), Some(2)] asks 1 of db until DecidedOrClosed
              d .
              d acts
            round 2 A100 b75 C100 d75 left [Some(3), Some(1)] asks 1 of bd until DecidedOrClosed
              b .
              b acts
        "#]],
    );
}

#[test]
fn prices_go_by_what_an_action_costs() {
    let mut told = String::new();
    for order in Scheduler::ALL {
        let values: &[_] = if order.parameters().iter().any(|own| own.name == "tile") { &[("tile", 7)] } else { &[] };
        let play = scene(order.name(), values);
        let view = View::new(&play.book, play.battle.state(), &play.plan, None);
        let price = |name| match play.book.scheduler.price(&view, play.book.program(play.program(name)).expect("there"))
        {
            Some(price) => format!(" {name} {}+{}", price.flat, price.each_cell),
            None => String::new(),
        };
        let prices: String = ["walk", "blow", "look"].map(price).concat();
        let ends = play.book.scheduler.is_horizon(&view, Advance::RoundEnd);
        let waits = play.book.scheduler.is_horizon(&view, Advance::Waits);
        told += &format!("{}:{prices}; ends {ends} {waits}\n", order.name());
    }
    expect![[r#"
        rounds:; ends true false
        charge-time: walk 30+7 blow 40+0 look 0+0; ends true true
        team-rounds:; ends true true
        team-points: walk 20+7 blow 20+0 look 0+0; ends true true
        action-points: walk 100+0 blow 100+0 look 50+0; ends true true
        action-points-threshold: walk 100+0 blow 100+0 look 50+0; ends false true
    "#]]
    .assert_eq(&told);
}

#[test]
fn somebody_must_have_a_pace() {
    for name in ["charge-time", "action-points", "action-points-threshold"] {
        for (fastest, base, fits) in [(1, 0, true), (0, 0, false), (-5, 6, true), (-5, 5, false), (3, -3, false)] {
            let Scene { book: mut rules, opening, .. } = placed(name, &[]);
            rules.unit_types.iter_mut().for_each(|kind| kind.initiative = fastest.min(kind.initiative));
            rules.scheduler = Scheduler::named(name).expect("an order").with("base", base).expect("in its range");
            let order = rules.scheduler;
            assert_eq!(order.check(&rules, &opening).is_ok(), fits, "{name}: {fastest} and {base}");
            rules.unit_types.iter_mut().for_each(|kind| kind.acts = false);
            assert_eq!(order.check(&rules, &opening), Ok(()), "nobody acts at all");
        }
    }
}

#[test]
fn every_order_is_told_in_a_sentence() {
    for order in Scheduler::ALL {
        let doc = order.doc();
        let is_sentence = doc.ends_with('.') && doc.contains(' ') && doc.starts_with(char::is_uppercase);
        assert!(is_sentence, "{}: {doc}", order.name());
    }
}

#[test]
fn nobody_decides_while_a_round_runs() {
    check(
        "rounds",
        &[],
        "b. !",
        6,
        &expect![[r#"
            round 1 asks 1 of bd until Closed
              b b.
              A acts
            round 1
              b acts
            round 1
              C acts
            round 1
              d acts
            round 1
              RoundEnd
            round 2 asks 1 of bd until Closed
              b !
              A acts
        "#]],
    );
}

#[test]
fn energy_bounds_a_walk() {
    for (cells, x) in [(2, 2), (3, 0)] {
        let mut play = scene("team-points", &[("tile", 30)]);
        let movement = play.unit('A').movement;
        play.decide('A', "walk", &[offset(cells, 0)]);
        play.step();
        assert_eq!((play.unit('A').cell.x(), play.unit('A').movement), (x, movement), "{cells} cells");
    }
}
