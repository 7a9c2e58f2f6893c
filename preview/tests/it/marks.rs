//! Marks: each drawn change of a prediction, its cause and its certainty.

use crate::code;
use crate::fixture::{FIRE, Play, T1, cell, offset, unit};
use crate::scenes::{at, letter, scene};
use expect_test::{Expect, expect};
use foretoken_preview::{Certainty, Extent, Forecast, Mark, MarkKind, Marks, Predictor};
use foretoken_vm::program::Amount;
use foretoken_vm::tokens::surface::Laid;
use foretoken_vm::tokens::{Heal, Surface};
use foretoken_vm::{ActionUse, Address, Answer, ChancePolicy, EntityId, Intent, Key, Team};

fn told(play: &Play, marks: &Marks, mark: &Mark) -> String {
    let name = |unit: EntityId| letter(play, unit);
    let what = match mark.kind {
        MarkKind::Arrow { unit, first, count } => {
            let cells: Vec<String> = marks.arrow(first, count).iter().map(|&cell| at(cell)).collect();
            format!("{} goes {}", name(unit), cells.join(" > "))
        }
        MarkKind::Number { unit, cell, what, before, after, .. } => {
            format!("{what:?} of {} at {}: {before} to {after}", name(unit), at(cell))
        }
        MarkKind::Death { unit, cell } => format!("{} dies at {}", name(unit), at(cell)),
        MarkKind::Ghost { unit, cell } => format!("{} ends at {}", name(unit), at(cell)),
        MarkKind::Surface { cell, surface } => format!("surface {surface} at {}", at(cell)),
        MarkKind::Bump { unit, by, cell, by_cell } => {
            format!("{} is stopped at {} by {} at {}", name(unit), at(cell), name(by), at(by_cell))
        }
        MarkKind::Appears { cell, .. } => format!("a unit appears at {}", at(cell)),
        MarkKind::Skips { unit, cell } => format!("{} at {} loses its turn", name(unit), at(cell)),
        MarkKind::Undecided { unit, cell } => format!("{} at {} is undecided", name(unit), at(cell)),
        MarkKind::Pending { cell, rounds } => format!("due at {} in {rounds}", at(cell)),
        MarkKind::Outcome { outcome } => format!("the battle ends: {outcome}"),
        other => format!("{other:?}"),
    };
    format!("{} {} {:?}: {what}", name(mark.actor), mark.deed, mark.certainty)
}

fn check(play: &Play, tentative: Option<char>, expected: &Expect) {
    let known = play.known(Team::PLAYER);
    let mut forecast = Forecast::default();
    forecast.update(&play.book, &known, &play.plan, tentative.map(|unit| play.id(unit)));
    let marks = forecast.marks();
    let lines: Vec<String> = marks.marks.iter().map(|mark| told(play, marks, mark)).collect();
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

fn used(play: &Play, action: &str, answer: Option<Answer>) -> ActionUse {
    let answers = answer.map(|answer| (Key::new(T1, [0; 3]), answer)).into_iter().collect();
    ActionUse { program: play.program(action), answers }
}

#[test]
fn each_use_of_an_action_is_a_deed_of_its_own() {
    let mut play = scene("A..b.\n....C").start();
    let uses = vec![used(&play, "walk", Some(offset(2, 0))), used(&play, "shove", Some(offset(1, 0)))];
    play.intend('A', Intent { uses, complete: true });
    play.decide('C', "hit", &[offset(0, -1)]);
    check(
        &play,
        None,
        &expect![[r#"
            A 1 Will: A goes 0,0 > 1,0 > 2,0
            A 2 Will: b goes 3,0 > 4,0
            b 0 Will: b at 4,0 is undecided
            C 3 Will: Health of b at 4,0: 5 to 3
            - 0 Will: A ends at 2,0
            - 0 Will: b ends at 4,0
        "#]],
    );
    check(
        &play,
        Some('A'),
        &expect![[r#"
            A 1 Would: A goes 0,0 > 1,0 > 2,0
            A 2 Would: b goes 3,0 > 4,0
            b 0 Will: b at 4,0 is undecided
            C 3 Will: Health of b at 4,0: 5 to 3
            - 0 Will: A ends at 2,0
            - 0 Will: b ends at 4,0
        "#]],
    );
}

#[test]
fn each_kind_of_change_has_its_mark() {
    let burn = Surface { target: T1, laid: Laid(FIRE), ..Surface::default() };
    let heal = Heal { target: Address::SELF, amount: Amount::Const(9), ..Heal::default() };
    let scene = scene("AbC.#\nDe..F")
        .action("kill", vec![unit(9)], vec![code::kill(T1)])
        .action("ignite", vec![cell(9)], vec![burn.into()])
        .action("stun", vec![cell(9)], vec![code::stun(T1, 1)])
        .action("spawn", vec![cell(9)], vec![code::spawn(T1, 0)])
        .action("mend", vec![], vec![heal.into()])
        .with(|scene| {
            for kind in &mut scene.book.unit_types {
                kind.actions = (0..scene.book.programs.len() as u16).collect();
            }
        });
    let mut play = scene.start();
    play.decide('A', "hit", &[offset(1, 0)]);
    play.decide('b', "brace", &[]);
    play.decide('C', "ignite", &[offset(1, 0)]);
    play.decide('D', "kill", &[Answer::Unit(play.id('e'))]);
    play.decide('F', "spawn", &[offset(-2, 0)]);
    check(
        &play,
        None,
        &expect![[r#"
        A 1 Will: Health of b at 1,0: 5 to 3
        b 2 Will: Shield of b at 1,0: 0 to 2
        C 3 Will: surface 2 at 3,0
        D 4 Will: Health of e at 1,1: 5 to 0
        D 4 Will: e dies at 1,1
        F 5 Will: a unit appears at 2,1
    "#]],
    );
    play.plan.clear_all();
    play.decide('A', "stun", &[offset(1, 0)]);
    play.decide('b', "brace", &[]);
    play.decide('C', "walk", &[offset(1, 0)]);
    play.decide('D', "shove", &[offset(1, 0)]);
    check(
        &play,
        None,
        &expect![[r#"
        A 1 Will: Stunned of b at 1,0: 0 to 1
        b 2 Will: Stunned of b at 1,0: 1 to 0
        b 2 Will: b at 1,0 loses its turn
        C 3 Will: C goes 2,0 > 3,0
        D 4 Will: e goes 1,1 > 2,1
        e 0 Will: e at 2,1 is undecided
        F 0 Will: F at 4,1 is undecided
        - 0 Will: C ends at 3,0
        - 0 Will: e ends at 2,1
    "#]],
    );
}

#[test]
fn marks_concern_those_they_are_of() {
    let mut play = scene("Ab").start();
    play.decide('A', "hit", &[offset(1, 0)]);
    let known = play.known(Team::PLAYER);
    let (mut predictor, mut marks) = (Predictor::tracing(), Marks::default());
    predictor.run(&play.book, &known, &play.plan, ChancePolicy::Likely, Extent::Horizon);
    marks.fold(&known, predictor.state(), predictor.log(), predictor.activations(), None);
    let harm = marks.marks.iter().find(|mark| mark.kind.is_health_of(play.id('b'))).expect("the blow");
    assert_eq!((harm.unit(), harm.cell().map(at)), (Some(play.id('b')), Some("1,0".to_owned())));
    assert_eq!(harm.certainty, Certainty::Will);
    assert!(harm.is_about(play.id('A')) && harm.is_about(play.id('b')) && !harm.is_about(EntityId::NONE));
    let state = known.state();
    assert!(harm.is_harm_to(state, Team(1)) && !harm.is_harm_to(state, Team::PLAYER));
    assert!(marks.has_mark_like(&marks, harm));
    let others = Marks::default();
    assert!(!others.has_mark_like(&marks, harm));
}
