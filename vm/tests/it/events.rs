//! Events, clocks and handlers of effect sources.

use crate::code;
use crate::effect_sources::{apply, effect_source, held, number, status};
use crate::fixture::Scene;
use expect_test::expect;
use foretoken_vm::formula::{Formula, FormulaOp as F};
use foretoken_vm::program::{Address, Amount, Label};
use foretoken_vm::regions::RegionId;
use foretoken_vm::rulebook::{Column, ColumnOf, Columns};
use foretoken_vm::state::Ending;
use foretoken_vm::stats::{
    Aura, Clock, EffectSource, Event, Expiry, Handler, How, Parameter, Reaches, Role, StatusKind, Toward,
};
use foretoken_vm::tokens::{Call, Extern, Shield};
use foretoken_vm::{Advance, ChangeKind, EntityId, Flow, Run, RunContext, Token};

#[test]
fn each_clock_has_its_own_time() {
    let clocks = [
        Clock::BearerEnds,
        Clock::BearerBegins,
        Clock::SourceEnds,
        Clock::SourceBegins,
        Clock::RoundEnds,
        Clock::AnyEnds,
    ];
    let code = (0..clocks.len() as u16).map(|at| apply(at, 2, 2, false)).collect();
    let mut scene = Scene::new("Ab").action("act", vec![], code);
    let tick = scene.add("tick", 0, vec![], vec![code::shield(Address::SELF, 1)]);
    for (at, clock) in clocks.into_iter().enumerate() {
        let mut kind = StatusKind { clock, ..status(&format!("{clock:?}")) };
        kind.effect_source.handlers = vec![Handler::new(Event::Tick, tick)];
        kind.expiry = if at == 0 { Expiry::One } else { Expiry::All };
        kind.decays = clock == Clock::AnyEnds;
        scene.book.statuses.push(kind);
    }
    let lasts = number(&mut scene, 1.0);
    scene.book.statuses[0].lasts = Some(lasts);
    let mut play = scene.start();
    play.decide('A', "act", &[]);
    let mut told = String::new();
    for _ in 0..9 {
        let advance = play.step();
        if advance == Advance::RoundEnd {
            play.plan.clear_all();
        }
        told += &format!("{advance:?}: shield {}; {}\n", play.unit('A').shield, held(&play, 'A'));
    }
    expect![[r#"
        Unit(#0, None): shield 3; BearerEnds #1 of 2 for 1, BearerBegins #2 of 2 for 2, SourceEnds #3 of 2 for 1, SourceBegins #4 of 2 for 2, RoundEnds #5 of 2 for 2, AnyEnds #6 of 1 for 1
        Unit(#1, None): shield 4; BearerEnds #1 of 2 for 1, BearerBegins #2 of 2 for 2, SourceEnds #3 of 2 for 1, SourceBegins #4 of 2 for 2, RoundEnds #5 of 2 for 2
        RoundEnd: shield 0; BearerEnds #1 of 2 for 1, BearerBegins #2 of 2 for 2, SourceEnds #3 of 2 for 1, SourceBegins #4 of 2 for 2, RoundEnds #5 of 2 for 1
        Unit(#0, None): shield 4; BearerEnds #1 of 1 for 2, BearerBegins #2 of 2 for 1, SourceBegins #4 of 2 for 1, RoundEnds #5 of 2 for 1
        Unit(#1, None): shield 4; BearerEnds #1 of 1 for 2, BearerBegins #2 of 2 for 1, SourceBegins #4 of 2 for 1, RoundEnds #5 of 2 for 1
        RoundEnd: shield 0; BearerEnds #1 of 1 for 2, BearerBegins #2 of 2 for 1, SourceBegins #4 of 2 for 1
        Unit(#0, None): shield 3; BearerEnds #1 of 1 for 1
        Unit(#1, None): shield 3; BearerEnds #1 of 1 for 1
        RoundEnd: shield 0; BearerEnds #1 of 1 for 1
    "#]].assert_eq(&told);
}

#[test]
fn each_event_is_answered_by_its_own_handlers() {
    let health = |how, role| Event::Health(how, role);
    let events = [
        Event::Applied,
        Event::Ended(None),
        Event::Ended(Some(Ending::Expired)),
        Event::Ended(Some(Ending::Dispelled)),
        Event::Tick,
        Event::Begins,
        Event::Ends,
        Event::RoundEnds,
        Event::Uses,
        Event::Moves,
        health(How::Decrease, Role::Defender),
        health(How::Increase, Role::Defender),
        health(How::Change, Role::Attacker),
        health(How::Unchanged, Role::Defender),
    ];
    let mut told = String::new();
    for event in events {
        let code = vec![
            apply(0, 1, 2, false),
            code::declare(Address(0), 0, 5),
            code::damage(Address(0), 1),
            foretoken_vm::tokens::Heal { target: Address(0), amount: Amount::Const(1), ..Default::default() }.into(),
            code::push(Address(0), 1),
        ];
        let mut scene = Scene::new("A.b..");
        let program = scene.add("act", 1, vec![crate::fixture::cell(4)], code);
        let answer = scene.add("answer", 0, vec![], vec![code::shield(Address::SELF, 1)]);
        let code = vec![apply(0, 1, 2, false), code::declare(Address(0), 0, 3), code::kill(Address(0))];
        let last = scene.add("end", 1, vec![crate::fixture::cell(4)], code);
        let mut kind = status("ward");
        kind.effect_source.handlers = vec![Handler::new(event.clone(), answer)];
        scene.book.statuses = vec![kind];
        scene.kind('b').statuses = vec![0];
        scene.kind('b').health = 9;
        scene.kind('A').actions = vec![program, last];
        let mut play = scene.start();
        play.decide('A', "act", &[crate::fixture::offset(2, 0)]);
        let mut line = String::new();
        for step in 0..6 {
            play.log.clear();
            if step == 3 {
                play.decide('A', "end", &[crate::fixture::offset(3, 0)]);
            }
            play.step();
            let shields: String = play
                .notes(ChangeKind::Shield)
                .iter()
                .filter(|(_, after)| *after > 0)
                .map(|&(id, _)| play.unit_at(id))
                .collect();
            line += &format!(" {}", if shields.is_empty() { "-" } else { &shields });
        }
        told += &format!("{event:?}:{line}\n");
    }
    expect![[r#"
        Applied: A - - A - A
        Ended(None): - - - A - A
        Ended(Some(Expired)): - - - - - -
        Ended(Some(Dispelled)): - - - - - -
        Tick: A b - A - A
        Begins: - b - A - A
        Ends: A b - A - A
        RoundEnds: - - Ab - A -
        Uses: - - - A - A
        Moves: b - - - - -
        Health(Decrease, Defender): b - - - - -
        Health(Increase, Defender): b - - - - -
        Health(Change, Attacker): AA - - A - -
        Health(Unchanged, Defender): - - - - - -
    "#]]
    .assert_eq(&told);
}

#[test]
fn every_kind_of_move_is_answered() {
    let (own, target) = (Address::SELF, Address(0));
    let moves: [(&str, Token, i32); 3] = [
        ("push by 2", code::push(target, 2), 2),
        ("swap", code::swap(own, target), 1),
        ("swap the other way round", code::swap(target, own), 1),
    ];
    for (what, token, expected) in moves {
        let mut scene = Scene::new("Ab...");
        let program = scene.add("act", 1, vec![crate::fixture::cell(4)], vec![code::declare(target, 0, 2), token]);
        let answer = scene.add("answer", 0, vec![], vec![code::shield(own, 1)]);
        let mut kind = status("wary");
        kind.effect_source.handlers = vec![Handler::new(Event::Moves, answer)];
        scene.book.statuses = vec![kind];
        scene.kind('b').statuses = vec![0];
        scene.kind('A').actions = vec![program];
        let mut play = scene.start();
        play.decide('A', "act", &[crate::fixture::offset(1, 0)]);
        play.step();
        assert_eq!(play.unit('b').shield, expected, "{what}");
    }
}

#[test]
fn a_death_is_answered_by_who_died() {
    let mut scene = Scene::new("A.b");
    let code = vec![code::declare(Address(0), 0, 2), code::kill(Address(0))];
    let program = scene.add("act", 1, vec![crate::fixture::cell(4)], code);
    let answer = scene.add("answer", 0, vec![], vec![code::damage(Address::CAUSE, 2), code::shield(Address::SELF, 1)]);
    let mut kind = status("grudge");
    kind.effect_source.handlers = vec![Handler::new(Event::Dies, answer)];
    scene.book.statuses = vec![kind];
    scene.kind('b').statuses = vec![0];
    scene.kind('A').actions = vec![program];
    let mut play = scene.start();
    play.decide('A', "act", &[crate::fixture::offset(2, 0)]);
    play.step();
    assert_eq!((play.unit('A').health, play.unit('b').shield, play.unit('b').is_alive()), (3, 0, false));
}

#[test]
fn coming_and_going_is_answered_on_both_sides() {
    let mut scene = Scene::new("A...b").action("act", vec![crate::fixture::cell(9)], vec![code::walk(Address(0))]);
    let [enters, leaves] = [1, 3].map(|points| {
        let name = format!("gives {points}");
        scene.add(&name, 0, vec![], vec![code::shield(Address::SELF, points)])
    });
    let aura = Aura { gives: 0, region: (RegionId::STEPS.0, 1, 2), reaches: Reaches::All, itself: false };
    let handlers = vec![Handler::new(Event::EntersAura, enters), Handler::new(Event::LeavesAura, leaves)];
    let given = StatusKind {
        effect_source: EffectSource { handlers: handlers.clone(), ..effect_source("chill", vec![]) },
        ..status("chill")
    };
    let own = EffectSource { auras: vec![aura], handlers, ..effect_source("banner", vec![]) };
    scene.book.statuses = vec![given, StatusKind { effect_source: own, ..status("banner") }];
    scene.kind('A').statuses = vec![1];
    let mut play = scene.start();
    let mut shields = Vec::new();
    for by in [-2, 1] {
        play.decide('b', "act", &[crate::fixture::offset(by, 0)]);
        play.step();
        play.step();
        shields.push((play.unit('A').shield, play.unit('b').shield));
        play.step();
    }
    assert_eq!(shields, [(1, 1), (3, 3)]);
}

#[test]
fn a_program_of_a_effect_source_reads_the_effect_sources_numbers() {
    let mut scene = Scene::new("A.b").action("act", vec![], vec![apply(0, 4, 3, false)]);
    scene.book.parameters = vec!["force".to_owned(), "other".to_owned()];
    let force = number(&mut scene, 2.0);
    let read = [vec![F::Parameter(0)], vec![F::Parameter(1)], vec![F::Amount], vec![F::Left]];
    let reads: Vec<Token> = read
        .into_iter()
        .map(|code| {
            scene.book.formulas.push(Formula { code, source: String::new() });
            let amount = Amount::Formula(scene.book.formulas.len() as u32 - 1);
            Shield { target: Address::SELF, amount, ..Default::default() }.into()
        })
        .collect();
    let answer = scene.add("answer", 0, vec![], reads);
    let mut kind = status("ward");
    kind.effect_source.parameters = vec![Parameter { name: 0, formula: force, kept: None }];
    kind.effect_source.handlers = vec![Handler::new(Event::Applied, answer)];
    scene.book.statuses = vec![kind];
    let mut play = scene.start();
    play.decide('A', "act", &[]);
    play.step();
    let shields: Vec<i32> = play.notes(ChangeKind::Shield).iter().map(|&(_, after)| after).collect();
    assert_eq!(shields, [2, 6, 9], "its force, nothing, its amount and the time that is left");
}

#[test]
fn columns_that_change_are_answered() {
    let mut told = String::new();
    for (how, role) in [
        (How::Decrease, Role::Defender),
        (How::Increase, Role::Defender),
        (How::Change, Role::Attacker),
        (How::Unchanged, Role::Defender),
        (How::Any, Role::Attacker),
    ] {
        let mut scene = Scene::new("Ab");
        let column = |name: &str| Column { name: name.to_owned(), of: ColumnOf::Entity, default: 5, weight: 0 };
        scene.book.columns = Columns::new(vec![column("heat"), column("mana")]);
        scene.book.externs = vec![Extern::new("cool", 1, Run::Whole(cool))];
        let answer = scene.add("answer", 0, vec![], vec![code::shield(Address::SELF, 1)]);
        let act = scene.add("act", 0, vec![], vec![code::call(0)]);
        let mut kind = status("ward");
        kind.effect_source.handlers = vec![Handler::new(Event::Column(0, how, role), answer)];
        scene.book.statuses = vec![kind];
        for unit in ['A', 'b'] {
            scene.kind(unit).statuses = vec![0];
            scene.kind(unit).actions = vec![act];
        }
        let mut play = scene.start();
        play.decide('A', "act", &[]);
        play.step();
        let shields: String = play.notes(ChangeKind::Shield).iter().map(|&(id, _)| play.unit_at(id)).collect();
        told += &format!("{how:?} {role:?}: {shields}\n");
    }
    expect![[r#"
        Decrease Defender: b
        Increase Defender: 
        Change Attacker: A
        Unchanged Defender: 
        Any Attacker: A
    "#]]
    .assert_eq(&told);
}

fn cool(cx: &mut RunContext<'_>, _: &Call) -> Flow {
    let second = EntityId(1);
    cx.set_entity_column(second, 0, 3, Label::NONE);
    cx.set_entity_column(second, 1, 8, Label::NONE);
    Flow::Next
}

#[test]
fn a_reaction_is_aimed_at_whom_its_formula_says_most_of() {
    let mut struck = Vec::new();
    for (worth, [b, c]) in [(F::Health(0xfe), [3, 5]), (F::Health(0xfe), [5, 5]), (F::Shield(0xfe), [3, 5])] {
        let mut scene = Scene::new("A.b.c").action("rest", vec![], vec![]);
        (scene.kind('b').health, scene.kind('c').health) = (b, c);
        scene.book.formulas.push(Formula { code: vec![worth], source: String::new() });
        let by = Some(scene.book.formulas.len() as u32 - 1);
        let strike = scene.add("strike", 0, vec![], vec![code::damage(Address::HERE, 1)]);
        let handler = Handler { toward: Toward::Enemy, by, ..Handler::new(Event::Ends, strike) };
        scene.book.statuses = vec![StatusKind {
            effect_source: EffectSource { handlers: vec![handler], ..effect_source("spite", vec![]) },
            ..status("spite")
        }];
        scene.kind('A').statuses = vec![0];
        let mut play = scene.start();
        play.step();
        struck.push([play.unit('b').health - b, play.unit('c').health - c]);
    }
    assert_eq!(struck, [[0, -1], [-1, 0], [0, 0]]);
}

#[test]
fn the_end_of_a_status_reads_what_there_was_of_it() {
    let mut scene = Scene::new("A.b").action("act", vec![], vec![apply(0, 4, 1, false)]);
    scene.book.formulas.push(Formula { code: vec![F::Effect], source: "effect".to_owned() });
    let amount = Amount::Formula(scene.book.formulas.len() as u32 - 1);
    let code = Shield { target: Address::SELF, amount, ..Shield::default() }.into();
    let end = scene.add("end", 0, vec![], vec![code]);
    let mut kind = StatusKind { clock: Clock::BearerEnds, ..status("ward") };
    kind.effect_source.handlers = vec![Handler::new(Event::Ended(Some(Ending::Expired)), end)];
    scene.book.statuses = vec![kind];
    let mut play = scene.start();
    play.decide('A', "act", &[]);
    play.step();
    assert_eq!((play.unit('A').shield, held(&play, 'A')), (4, String::new()));
}
