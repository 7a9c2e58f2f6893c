//! Control flow of programs: loops, requests, defaults and traps.

use crate::code;
use crate::fixture::{Scene, T1, T2, cell, offset, unit, validate};
use foretoken_vm::program::{Address, Amount, Cost, Fallback, Request, Several};
use foretoken_vm::tokens::flow::Through;
use foretoken_vm::tokens::operand::{Addresses, To};
use foretoken_vm::tokens::{Delay, EachPick};
use foretoken_vm::validate::{MAX_ANSWERS, MAX_USES};
use foretoken_vm::{
    ActionUse, Advance, Answer, ChangeKind, EntityId, Intent, IntentError, Key, Plan, Predicted, Team, Trap, UseError,
    validate_intent,
};

fn flurry(scene: Scene, times: i32) -> Scene {
    scene.with(|scene| {
        let code = vec![
            code::repeat(0, times, 4),
            code::declare(T1, 0, 3),
            code::damage(T1, 1),
            code::next(0, 1, 1),
            code::damage(Address::SELF, 1),
        ];
        scene.add("flurry", 1, vec![cell(4)], code);
    })
}

fn answer(turn: u16, dx: i16) -> (Key, Answer) {
    (Key::new(T1, [turn, 0, 0]), offset(dx, 0))
}

#[test]
fn each_turn_of_a_loop_asks_anew_and_has_its_own_answer() {
    let mut play = flurry(Scene::new("A.bc"), 3).start();
    let program = play.program("flurry");
    let answers = vec![answer(1, 2), answer(2, 3), answer(3, 3)];
    play.intend('A', Intent { uses: vec![ActionUse { program, answers }], complete: true });
    play.round();
    assert_eq!((play.unit('A').health, play.unit('b').health, play.unit('c').health), (4, 4, 3));
}

#[test]
fn loops_run_as_often_as_they_say() {
    for (times, left) in [(0, 5), (1, 4), (3, 2), (-2, 5)] {
        let mut play = flurry(Scene::new("A.b"), times).start();
        let program = play.program("flurry");
        let answers = (1..=5).map(|turn| answer(turn, 2)).collect();
        play.intend('A', Intent { uses: vec![ActionUse { program, answers }], complete: true });
        play.round();
        assert_eq!((play.unit('b').health, play.unit('A').health), (left, 4), "{times} times");
    }
}

#[test]
fn an_unanswered_turn_is_asked_in_a_prediction_and_skipped_in_execution() {
    let mut play = flurry(Scene::new("A.b"), 2).start();
    let program = play.program("flurry");
    let intent = Intent { uses: vec![ActionUse { program, answers: vec![answer(1, 2)] }], complete: false };
    play.intend('A', intent);
    let mut predicted = Predicted::of(&play.known(Team::PLAYER));
    let Advance::Unit(_, Some(question)) = play.foresee(&mut predicted) else { panic!("A is asked") };
    assert_eq!(question.key, Key::new(T1, [2, 0, 0]));
    assert_eq!(predicted.state().entity(play.id('b')).health, 4);
    play.log.clear();
    play.round();
    assert_eq!((play.unit('b').health, play.unit('A').health), (4, 4));
    assert_eq!(play.notes(ChangeKind::Fallback).len(), 1);
}

#[test]
fn a_loop_left_by_its_condition_leaves_no_turn_in_later_keys() {
    let mut play = Scene::new("A.b")
        .with(|scene| {
            scene.book.formulas.push(foretoken_vm::formula::Formula {
                source: "b.health > 3".to_owned(),
                code: vec![
                    foretoken_vm::formula::FormulaOp::Const(3.into()),
                    foretoken_vm::formula::FormulaOp::Health(1),
                    foretoken_vm::formula::FormulaOp::Less,
                ],
            });
            let code = vec![
                code::declare(Address(1), 0, 8),
                code::repeat(0, 1, 0),
                code::unless(Amount::Formula(0), 6),
                code::declare(T1, 0, 5),
                code::damage(T1, 1),
                code::next_while(0, 1, 2),
                code::repeat(0, 0, 7),
                code::declare(T1, 0, 9),
                code::damage(T1, 1),
            ];
            scene.add("until", 2, vec![cell(4)], code);
        })
        .start();
    let program = play.program("until");
    let outside = |address: u8| (Key::new(Address(address), [0; 3]), offset(2, 0));
    let answers = vec![outside(1), answer(1, 2), answer(2, 2), answer(3, 2), outside(0)];
    play.intend('A', Intent { uses: vec![ActionUse { program, answers }], complete: true });
    play.round();
    assert_eq!(play.unit('b').health, 2);
    assert!(play.notes(ChangeKind::Fallback).is_empty());
}

#[test]
fn what_no_longer_fits_takes_its_otherwise() {
    for (fallback, struck) in
        [(Fallback::SkipScope, [5, 5, 4]), (Fallback::Cancel, [5, 5, 5]), (Fallback::Nearest, [3, 5, 4])]
    {
        let mut request = cell(3);
        request.fallback = fallback;
        request.filter.0 = foretoken_vm::program::Filter::ENEMY;
        let mut play = Scene::new("b.A..c")
            .with(|scene| {
                let code = vec![code::declare(T1, 0, 2), code::damage(T1, 2), code::damage(Address::SELF, 1)];
                scene.add("hit", 1, vec![request], code);
            })
            .start();
        play.decide('A', "hit", &[offset(-8, 0)]);
        play.round();
        assert_eq!(['b', 'c', 'A'].map(|unit| play.unit(unit).health), struck, "{fallback:?}");
    }
}

#[test]
fn strict_requests_check_who_is_there_when_they_resolve() {
    for (strict, health) in [(true, 5), (false, 3)] {
        let mut request = cell(3);
        request.flags.strict = strict;
        request.filter.0 = foretoken_vm::program::Filter::ENEMY;
        let mut play = Scene::new("A.B").action("hit", vec![request], vec![code::damage(T1, 2)]).start();
        play.decide('A', "hit", &[offset(2, 0)]);
        play.round();
        assert_eq!(play.unit('B').health, health);
    }
}

#[track_caller]
fn check_trap(scene: Scene, expected: Trap) {
    let mut play = scene.start();
    play.decide('A', "go", &[offset(1, 0)]);
    play.step();
    assert_eq!(play.notes(ChangeKind::Trapped), [(play.id('A'), expected as i32)]);
    validate(&play.book, play.battle.state());
    play.round();
}

#[test]
fn an_endless_loop_runs_out_of_fuel() {
    let back = code::jump(1);
    let walk = code::swap(Address::SELF, T1);
    check_trap(Scene::new("Ab").action("go", vec![cell(1)], vec![walk, back]), Trap::Fuel);
    let code = vec![code::repeat(0, 1, 0), code::next_while(0, 0, 2)];
    check_trap(Scene::new("Ab").action("go", vec![cell(1)], code), Trap::Fuel);
}

#[test]
fn too_many_turns_and_missing_parts_are_traps() {
    let many = code::repeat(0, 101, 0);
    check_trap(Scene::new("Ab").action("go", vec![cell(1)], vec![many]), Trap::LoopCount);
    check_trap(Scene::new("Ab").action("go", vec![], vec![code::declare(T1, 7, 0)]), Trap::BadProgram);
    let missing = code::call(3);
    check_trap(Scene::new("Ab").action("go", vec![], vec![missing]), Trap::BadProgram);
}

#[test]
fn triggers_that_set_each_other_off_stop_at_their_depth() {
    let mut scene = Scene::new("Ab");
    scene.book.limits.depth = 5;
    for (unit, name, health) in [('A', "a", 100), ('b', "b", 100)] {
        let back = scene.add(name, 0, vec![], vec![code::damage(Address::CAUSE, 1)]);
        *scene.kind(unit) =
            foretoken_vm::rulebook::UnitType { on_hurt: Some(back), health, ..scene.kind(unit).clone() };
    }
    check_trap(scene.action("go", vec![cell(1)], vec![code::damage(T1, 1)]), Trap::Depth);
}

#[test]
fn too_many_entities_and_entries_are_traps() {
    let spawn = || code::spawn(T1, 1);
    let scene = Scene::new("A.b").with(|scene| scene.book.limits.entities = 2);
    check_trap(scene.action("go", vec![cell(1)], vec![spawn()]), Trap::Entities);
    let scene = Scene::new("A.b").with(|scene| scene.book.limits.entries = 1);
    let fuse = || code::delay(0, 1).into();
    check_trap(scene.action("go", vec![cell(1)], vec![fuse(), fuse()]), Trap::Entries);
}

#[test]
fn a_use_that_does_not_hold_is_refused_and_skipped() {
    let scene = Scene::new("A.b").action("brace", vec![], vec![code::shield(Address::SELF, 1)]);
    let scene = scene.action("hit", vec![], vec![code::damage(Address::SELF, 1)]).with(|scene| {
        let (brace, hit) = (scene.book.programs.len() as u16 - 2, scene.book.programs.len() as u16 - 1);
        scene.book.programs[usize::from(brace)].cost = Cost::Free;
        scene.kind('A').actions = vec![brace];
        scene.kind('A').points = (0, 0);
        scene.kind('b').actions = vec![brace, hit];
        scene.kind('b').points = (0, 1);
    });
    let mut play = scene.start();
    let (brace, hit, a, b) = (play.program("brace"), play.program("hit"), play.id('A'), play.id('b'));
    let intent = |programs: &[u16]| Intent {
        uses: programs.iter().map(|&program| ActionUse::new(program)).collect(),
        complete: true,
    };
    let refused = |play: &mut crate::fixture::Play, unit: char, programs: &[u16]| -> Vec<i32> {
        play.log.clear();
        play.plan.clear_all();
        play.intend(unit, intent(programs));
        let first =
            validate_intent(&play.book, play.battle.state(), &Plan::default(), play.id(unit), &intent(programs)).err();
        let mut predicted = Predicted::of(&play.known(Team::PLAYER));
        while !matches!(play.foresee(&mut predicted), Advance::Unit(id, _) if id == play.id(unit)) {}
        let foreseen = std::mem::take(&mut play.log.changes);
        while !matches!(play.step(), Advance::Unit(id, _) if id == play.id(unit)) {}
        assert_eq!(foreseen, play.log.changes);
        let notes: Vec<i32> = play.notes(ChangeKind::Refused).into_iter().map(|(_, code)| code).collect();
        assert_eq!(first.is_none(), notes.is_empty(), "what does not pass is refused: {first:?}");
        notes
    };
    let many = [brace; 50];
    assert_eq!(refused(&mut play, 'A', &many), [UseError::Repeated as i32; 49]);
    assert_eq!(play.unit('A').shield, 1);
    let error = IntentError::Use { index: 1, program: brace, error: UseError::Repeated };
    assert_eq!(validate_intent(&play.book, play.battle.state(), &Plan::default(), a, &intent(&many)), Err(error));

    assert_eq!(refused(&mut play, 'b', &[brace, hit, hit]), [UseError::Unaffordable as i32]);
    assert_eq!(refused(&mut play, 'A', &[hit]), [UseError::NotOwned as i32], "alone, too");
    assert_eq!(refused(&mut play, 'A', &[999]), [UseError::NotOwned as i32]);
    let most = vec![hit; 1_000];
    let codes = refused(&mut play, 'b', &most);
    assert_eq!((codes.len(), codes.last()), (MAX_USES, Some(&(UseError::TooManyUses as i32))));
    assert_eq!(
        validate_intent(&play.book, play.battle.state(), &Plan::default(), b, &intent(&most)),
        Err(IntentError::TooManyUses(1_000))
    );

    let mut full = ActionUse::new(brace);
    full.answers = vec![(Key::new(T1, [0; 3]), Answer::Pass); MAX_ANSWERS + 1];
    play.intend('A', Intent { uses: vec![full], complete: true });
    play.log.clear();
    while !matches!(play.step(), Advance::Unit(id, _) if id == a) {}
    assert_eq!(play.notes(ChangeKind::Refused), [(a, UseError::TooManyAnswers as i32)]);

    let nobody = EntityId(77);
    let error = Err(IntentError::NotActing(nobody));
    assert_eq!(validate_intent(&play.book, play.battle.state(), &Plan::default(), nobody, &intent(&[brace])), error);
}

#[test]
fn a_jump_onto_itself_takes_as_many_steps_as_there_is_fuel() {
    let mut play = Scene::new("Ab").action("go", vec![], vec![code::jump(0)]).start();
    play.decide('A', "go", &[]);
    play.step();
    assert_eq!(play.notes(ChangeKind::Trapped), [(play.id('A'), Trap::Fuel as i32)]);
    assert_eq!(play.log.steps, u64::from(play.book.limits.fuel) + 1);
}

#[test]
fn what_follows_a_request_strikes_what_it_names() {
    for (blow, thrust) in [(T1, T1), (T1, T2), (T2, T1), (T2, T2)] {
        let code = vec![code::damage(blow, 2), code::push(thrust, 1)];
        let mut play = Scene::new("Acb.").action("go", vec![cell(3), cell(3)], code).start();
        play.decide('A', "go", &[offset(2, 0), offset(1, 0)]);
        let mut predicted = Predicted::of(&play.known(Team::PLAYER));
        play.foresee(&mut predicted);
        play.step();
        let collided = i32::from(thrust == T2);
        let struck = |target| if blow == target { 2 } else { 0 };
        let expected = (5 - struck(T1) - collided, 5 - struck(T2) - collided);
        assert_eq!((play.unit('b').health, play.unit('c').health), expected, "{blow:?} and {thrust:?}");
        let foreseen = ['b', 'c'].map(|unit| predicted.state().entity(play.id(unit)).health);
        assert_eq!(foreseen, [expected.0, expected.1], "{blow:?} and {thrust:?}");
        play.expect(if thrust == T1 { "Ac.b" } else { "Acb." });
    }
}

#[test]
fn a_delay_takes_each_pick_along() {
    let mut scene = Scene::new("Abc..");
    let code = vec![code::damage(T1, 1), code::damage(T2, 2)];
    let later = scene.add("later", 2, vec![], code);
    scene.book.programs[usize::from(later)].captured = 2;
    let list = Several { is_chain: false, least: Amount::Const(1), most: Amount::Const(2), repeats: false };
    let request = Request { several: Some(list), ..unit(4) };
    let light = Delay { captured: Addresses { first: 0, count: 2 }, ..code::delay(later, 1) };
    let mut scene = scene.action("light", vec![request], vec![light.into()]);
    let act = scene.book.programs.len() - 1;
    scene.book.programs[act].data = vec![0, 0];
    let mut play = scene.start();
    let answer = |pick, of| (Key::new(T1, [0; 3]).of_pick(pick), Answer::Unit(play.id(of)));
    let answers = vec![answer(0, 'c'), answer(1, 'b')];
    let used = ActionUse { program: play.program("light"), answers };
    play.intend('A', Intent { uses: vec![used], complete: true });
    play.step();
    let cells = |play: &crate::fixture::Play| {
        let state = play.battle.state();
        state.captured_cells(&state.entries()[0]).map(|cell| cell.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(cells(&play), [play.unit('c').cell.to_string(), play.unit('b').cell.to_string()]);
    play.plan.clear_all();
    play.round();
    play.round();
    assert_eq!((play.unit('b').health, play.unit('c').health), (3, 4));
}

#[test]
fn each_change_is_traced_to_who_made_it() {
    let code = vec![code::damage(T1, 1), code::push(T1, 1), code::shield(Address::SELF, 2)];
    let mut play = Scene::new("A.b^.").action("hit", vec![cell(3)], code).start();
    play.log.tracing = true;
    play.decide('A', "hit", &[offset(2, 0)]);
    play.step();
    let who = |at| {
        let span = play.log.span_of(at).expect("it was traced");
        let name = play.book.program(span.program).map_or("the order", |program| program.name.as_str());
        format!("{:?} by {name} at {}, {} deep", play.log.changes[at].kind, span.pc, span.depth)
    };
    let told: Vec<String> = (0..play.log.len()).map(who).collect();
    expect_test::expect![[r#"
        NextPlace by the order at 0, 0 deep
        Uses by the order at 0, 0 deep
        Health by hit at 1, 0 deep
        Cell by hit at 2, 0 deep
        Health by burn at 0, 1 deep
        Shield by hit at 3, 0 deep
    "#]]
    .assert_eq(&(told.join("\n") + "\n"));
}

#[test]
fn a_chain_of_picks_ends_where_one_does_not_fit() {
    let last = |is_chain| {
        let several = Several { is_chain, least: Amount::Const(1), most: Amount::Const(3), repeats: false };
        let request = Request { several: Some(several), ..cell(2) };
        let mut play = Scene::new("A....\n.....\n.....").action("lay", vec![request], vec![code::lay(T1, 1)]).start();
        let pick = |pick, dx, dy| (Key::new(T1, [0; 3]).of_pick(pick), offset(dx, dy));
        let answers = vec![pick(0, 1, 0), pick(1, 4, 2), pick(2, 0, 1)];
        let used = ActionUse { program: play.program("lay"), answers };
        play.intend('A', Intent { uses: vec![used], complete: true });
        play.step();
        let laid = play.book.board.cells().filter(|&cell| play.battle.state().surface(cell).is_some());
        laid.map(|cell| cell.to_string()).collect::<Vec<_>>()
    };
    assert_eq!([last(true), last(false)], [["b1"], ["a2"]]);
}

#[test]
fn each_cell_on_the_way_has_its_turn() {
    let way = |dx, dy| {
        let each = EachPick { at: T2, list: T1, through: Through::Way, to: To(5), ..EachPick::default() };
        let code = vec![
            code::declare(T1, 0, 5),
            code::repeat(0, 1, 5),
            each.into(),
            code::lay(T2, 1),
            code::next_while(0, 0, 2),
        ];
        let mut scene = Scene::new(".......\n.......\n.......\n...A...\n.......\n.......\n.......");
        scene.add("lay", 2, vec![cell(9)], code);
        let mut play = scene.start();
        play.decide('A', "lay", &[offset(dx, dy)]);
        play.step();
        let laid = play.log.changes.iter().filter(|change| change.kind == ChangeKind::Surface);
        laid.map(|change| change.cell().to_string()).collect::<Vec<_>>().join(" ")
    };
    let told = [(3, 0), (0, 3), (-3, -3), (2, -2), (1, 2)].map(|(dx, dy)| way(dx, dy));
    assert_eq!(told, ["e4 f4 g4", "d5 d6 d7", "c3 b2 a1", "e3 f2", "e6"]);
}

#[test]
fn a_question_tells_whether_another_pick_is_enough() {
    let asked = |least: i32, picked: u8| {
        let several = Several { is_chain: false, least: Amount::Const(least), most: Amount::Const(3), repeats: false };
        let request = Request { several: Some(several), ..cell(3) };
        let mut play = Scene::new("A...").action("act", vec![request], vec![code::damage(T1, 0)]).start();
        let answers = (0..picked).map(|pick| (Key::new(T1, [0; 3]).of_pick(pick), offset(i16::from(pick) + 1, 0)));
        let used = ActionUse { program: play.program("act"), answers: answers.collect() };
        play.intend('A', Intent { uses: vec![used], complete: false });
        let mut predicted = Predicted::of(&play.known(Team::PLAYER));
        let Advance::Unit(_, Some(question)) = play.foresee(&mut predicted) else { panic!("A is asked") };
        let picks = question.picks.expect("several are asked for");
        assert_eq!(picks.cells().len(), usize::from(picked));
        (
            picks.is_end_allowed(&play.book.programs[usize::from(play.program("act"))].requests[0]),
            picks.is_end_allowed_with_another(),
        )
    };
    assert_eq!(asked(1, 0), (false, true));
    assert_eq!(asked(2, 0), (false, false));
    assert_eq!(asked(2, 1), (false, true));
    assert_eq!(asked(2, 2), (true, true));
}

#[test]
fn an_action_that_is_a_hazard_sets_the_hazard_off() {
    let scene = Scene::new("A^").action("act", vec![cell(1)], vec![code::walk(T1)]).with(|scene| {
        let act = scene.book.programs.last_mut().expect("the action");
        act.code.push(code::damage(Address::SELF, 1));
        act.code[0] = code::declare(T1, 0, 2);
        let act = scene.book.programs.len() as u16 - 1;
        scene.book.surfaces[1].on_enter = Some(act);
    });
    let mut play = scene.start();
    play.decide('A', "act", &[offset(1, 0)]);
    play.step();
    assert_eq!(play.unit('A').health, 3, "1 by the fire, 1 by the action");
}
