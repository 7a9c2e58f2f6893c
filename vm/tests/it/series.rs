//! Series of activations and bound intents: same results as single activations.

use crate::cases::{Case, case, play_of, token};
use crate::code;
use crate::fixture::{Play, Scene, T1, T2, cell, config, offset};
use foretoken_vm::formula::{Formula, FormulaOp};
use foretoken_vm::program::{Amount, Asks, Label, Request};
use foretoken_vm::regions::RegionId;
use foretoken_vm::rulebook::{Goal, Rules};
use foretoken_vm::state::flag;
use foretoken_vm::tokens::external::ExternIndex;
use foretoken_vm::tokens::operand::IsBlow;
use foretoken_vm::tokens::teleport::Destination;
use foretoken_vm::tokens::{Call, Damage, Extern, MoveAttack, Push, Redirect, Stage, Teleport};
use foretoken_vm::{
    ActionUse, Address, Advance, Cell, ChancePolicy, Change, ChangeKind, EntityId, FastContext, Flow, GameState,
    Intent, Key, Predicted, Ran, Run, Symmetry, Team, Token,
};
use proptest::prelude::*;
use std::ops::ControlFlow;

fn plain() -> impl Strategy<Value = Token> {
    let usual = (0_u8..6, 0_u8..3, 0_i32..4, 0_u32..8);
    let usual = usual.prop_map(|(which, at, n, to)| {
        let (target, label, amount, is_blow) = (Address(at), Label(u16::from(at)), Amount::Const(n), IsBlow(true));
        match which {
            0 => Teleport { target: Address::SELF, to: Destination::At(target), label }.into(),
            1 => MoveAttack { target, amount, is_blow, label }.into(),
            2 => Damage { target, amount, is_blow, label, ..Damage::default() }.into(),
            3 => Push { target, distance: amount, is_blow, label, ..Push::default() }.into(),
            4 => code::jump(to),
            _ => {
                let target = if n > 1 { Address::SELF } else { target };
                Redirect { target, turn: Symmetry::from_index(to as u8), label, ..Redirect::default() }.into()
            }
        }
    });
    prop_oneof![6 => usual, 1 => token()]
}

type Told = (Advance, usize, [bool; 4]);

pub const fn told(ran: &Ran) -> Told {
    (ran.advance, ran.first, [ran.drew_chance, ran.uncertain, ran.outcome_unknown, ran.is_horizon])
}

fn run(play: &mut Play, in_one: bool, foreseen: usize, happening: usize) -> (GameState, Vec<Told>) {
    let mut predicted = Predicted::of(&play.known(Team::PLAYER));
    let mut ran = Vec::new();
    let Play { book, plan, battle, log, buffers, .. } = play;
    if !in_one {
        for index in 0..foreseen + happening {
            let (first, drew_chance, uncertain) = (log.len(), log.drew_chance, log.uncertain);
            let outcome_unknown = log.outcome_unknown;
            let advance = if index < foreseen {
                predicted.apply_for_preview(book, plan, ChancePolicy::Likely, buffers, log)
            } else {
                battle.apply_for_execution(book, plan, buffers, log)
            };
            let is_horizon = matches!(advance, Advance::RoundEnd | Advance::Over);
            ran.push((advance, first, [drew_chance, uncertain, outcome_unknown, is_horizon]));
        }
        ran.dedup_by(|again, first| again == first && first.0 == Advance::Over);
        return (predicted.state().clone(), ran);
    }
    let on = |ran: &Vec<Told>, to| if ran.len() < to { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    predicted.run(book, plan, ChancePolicy::Likely, buffers, log, |each| {
        ran.push(told(&each));
        on(&ran, foreseen)
    });
    let most = ran.len() + happening;
    battle.run(book, plan, buffers, log, |each| {
        ran.push(told(&each));
        on(&ran, most)
    });
    (predicted.state().clone(), ran)
}

/// Loses the battle when few units are left, so that goals are judged within a series.
pub fn lose_with_few(rules: &mut Rules) {
    rules.unit_types.iter_mut().step_by(2).for_each(|kind| kind.tags = 1);
    let few = Formula {
        source: "count(other) < 2".to_owned(),
        code: vec![FormulaOp::Count(0), FormulaOp::Const(2.into()), FormulaOp::Less],
    };
    let when = rules.formulas.len() as u32;
    rules.formulas.push(few);
    rules.losses.push(Goal { text: "Few are left.".to_owned(), when, team: Team::PLAYER });
}

fn compare_bound(case: &Case, turned: &[(u8, u32, i32)], alter: impl FnOnce(&mut Rules), loops: bool) {
    let (mut short, mut general) = (play_of(case), play_of(case));
    let mut rules = short.book.to_rules();
    alter(&mut rules);
    short.book = rules.clone().build();
    general.book = rules.build_with(false);
    for play in [&mut short, &mut general] {
        for (at, &(turn, flags, shield)) in turned.iter().enumerate() {
            let id = EntityId(at as u16);
            if !play.battle.state().entity(id).is_alive() {
                continue;
            }
            let alter = |kind, after| Change { kind, label: Label::NONE, entity: id, at: 0, before: 0, after };
            let shown = flag::ALIVE | flag::ACTS | flags & (flag::HIDDEN | flag::ANCHORED);
            for change in [
                alter(ChangeKind::Redirected, i32::from(turn)),
                alter(ChangeKind::Flags, shown as i32),
                alter(ChangeKind::Shield, shield),
            ] {
                play.battle.state_mut().apply(&play.book, &change);
            }
        }
    }
    for play in [&mut short, &mut general] {
        for (at, (program, answers)) in case.decisions.iter().enumerate().filter(|(at, _)| at % 3 > 0) {
            let key = |at, turn| Key::new(Address(at), [if loops { turn } else { 0 }, 0, 0]);
            let answers = answers.iter().map(|&(at, turn, answer)| (key(at, turn), answer)).collect();
            let uses = vec![ActionUse { program: *program, answers }];
            play.plan.set(EntityId(at as u16), Intent { uses, complete: true }, 0);
        }
    }
    let (run_short, run_general) = (run(&mut short, true, 14, 20), run(&mut general, false, 14, 20));
    assert_eq!(short.log.changes, general.log.changes);
    assert_eq!(run_short, run_general);
    assert_eq!(short.log.steps, general.log.steps);
    assert_eq!(short.battle.state(), general.battle.state());
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_series_comes_to_what_single_activations_come_to(case in case(), tracing in any::<bool>()) {
        let mut short = play_of(&case);
        let mut general = play_of(&case);
        general.book = general.book.to_rules().build_with(false);
        short.log.tracing = tracing;
        general.log.tracing = tracing;
        assert_eq!(run(&mut short, true, 14, 20), run(&mut general, false, 14, 20));
        assert_eq!(short.log.changes, general.log.changes);
        assert_eq!(short.log.spans, general.log.spans);
        assert_eq!(short.log.steps, general.log.steps);
        assert_eq!((short.log.drew_chance, short.log.uncertain), (general.log.drew_chance, general.log.uncertain));
        assert_eq!(short.battle.state(), general.battle.state());
    }

    #[test]
    fn bound_operations_come_to_the_same(
        mut case in case(),
        bodies in prop::collection::vec(prop::collection::vec(plain(), 1..5), 3),
        loops in any::<bool>(),
        turned in prop::collection::vec((0_u8..8, 0_u32..16, 0_i32..2), 8),
        judged in any::<bool>(),
    ) {
        case.sight = None;
        for ((requests, code), body) in case.programs.iter_mut().zip(bodies) {
            requests.iter_mut().for_each(|request| {
                *request = Request { asks: Asks::Cell, from: Address::SELF, region: RegionId::STEPS, ..*request };
                request.flags.strict = false;
            });
            let end = body.len() as u32 + 2;
            let ask = |at: u8| code::declare(Address(at), u16::from(at), end);
            *code = vec![ask(0), ask(1)];
            code.extend(body);
            if loops {
                code.push(code::next_while(0, 0, 1));
            }
        }
        compare_bound(&case, &turned, |rules| {
            if judged {
                lose_with_few(rules);
            }
        }, loops);
    }

    #[test]
    fn quiet_units_come_to_the_same(
        mut case in case(),
        bodies in prop::collection::vec(prop::collection::vec((0_u8..4, 0_u8..2, 0_i32..4), 1..4), 3),
        turned in prop::collection::vec((Just(0_u8), 0_u32..16, 0_i32..2), 8),
    ) {
        (case.sight, case.deck, case.things) = (None, None, false);
        case.relief.clear();
        case.links.clear();
        for ((requests, code), body) in case.programs.iter_mut().zip(bodies) {
            for request in requests.iter_mut() {
                let (asks, from, region, several) = (Asks::Cell, Address::SELF, RegionId::STEPS, None);
                *request = Request { asks, from, region, several, ..*request };
                (request.flags.strict, request.flags.automatic) = (false, false);
            }
            code.clear();
            for (which, at, harm) in body {
                let end = code.len() as u32 + 1;
                code.push(code::declare(Address(at), u16::from(at), end));
                match which {
                    0 => code.push(code::teleport(Address::SELF, Address(at))),
                    1 => {}
                    _ => code.extend([code::damage(Address(at), harm), code::push(Address(at), 1)]),
                }
            }
        }
        compare_bound(&case, &turned, |rules| {
            rules.terrains.iter_mut().for_each(|terrain| (terrain.on_enter, terrain.on_exit) = (None, None));
            rules.surfaces.iter_mut().for_each(|surface| (surface.on_enter, surface.on_exit) = (None, None));
            rules.unit_types.iter_mut().for_each(|kind| (kind.on_hurt, kind.on_death) = (None, None));
        }, false);
    }
}

#[test]
fn a_plan_that_is_altered_is_bound_anew() {
    let mut play = Scene::new("A....").action("go", vec![cell(2)], vec![code::teleport(Address::SELF, T1)]).start();
    for (by, x) in [(2, 2), (1, 3), (-1, 2)] {
        play.decide('A', "go", &[offset(by, 0)]);
        let Play { book, plan, battle, log, buffers, .. } = &mut play;
        battle.run(book, plan, buffers, log, |ran| match ran.advance {
            Advance::RoundEnd => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        });
        assert_eq!(play.unit('A').cell.x(), x);
    }
}

#[test]
fn a_foreign_token_that_declares_a_stage_is_fused() {
    fn noted(fast: &mut FastContext<'_>, call: &Call) -> Flow {
        fast.note(ChangeKind::NoEffect, EntityId(0), Cell::NOWHERE, 7, call.label);
        Flow::Next
    }
    let changes = |own: [Token; 3], stages: bool| {
        let mut scene = Scene::new("A.b..");
        scene.book.externs =
            vec![Extern::new("go", 1, Run::FastContext(noted)), Extern::new("hit", 1, Run::FastContext(noted))];
        scene.book.externs.push(Extern::new("shove", 1, Run::FastContext(noted)));
        if stages {
            scene.book.externs[0].stage = Some(|call| Some(Stage::Goes { to: call.target, label: call.label }));
            let hits = |call: &Call| {
                let harm = call.amount.number();
                (harm > 0).then_some(Stage::Hits { at: call.target, harm, label: call.label })
            };
            scene.book.externs[1].stage = Some(hits);
            scene.book.externs[2].stage = Some(|call| Some(Stage::Pushes { whom: call.target, label: call.label }));
        }
        let [go, hit, shove] = own;
        let near = |most| Request { asks: Asks::Cell, region: RegionId::STEPS, ..cell(most) };
        let code = vec![code::declare(T1, 0, 5), go, code::declare(T2, 1, 5), hit, shove];
        let strike = scene.add("strike", 2, vec![near(2), near(2)], code);
        scene.kind('A').actions = vec![strike];
        let mut play = scene.start();
        play.decide('A', "strike", &[offset(1, 0), offset(1, 0)]);
        let Play { book, plan, battle, log, buffers, .. } = &mut play;
        battle.run(book, plan, buffers, log, |_| ControlFlow::Break(()));
        play.log.changes.to_vec()
    };
    let label = Label(3);
    let core = [
        Teleport { target: Address::SELF, to: Destination::At(T1), label }.into(),
        Damage { target: T2, amount: Amount::Const(2), label, ..Damage::default() }.into(),
        Push { target: T2, distance: Amount::Const(1), label, ..Push::default() }.into(),
    ];
    let call = |index, target, amount| {
        Call { token: ExternIndex(index), target, amount: Amount::Const(amount), label, ..Call::default() }.into()
    };
    let foreign = || [call(0, T1, 0), call(1, T2, 2), call(2, T2, 0)];
    let expected = changes(core, false);
    assert!(expected.iter().any(|change| change.kind == ChangeKind::Health), "a blow lands: {expected:?}");
    assert_eq!(changes(foreign(), true), expected);
    let by_steps = changes(foreign(), false);
    assert_eq!(by_steps.iter().filter(|change| change.after == 7).count(), 3, "without stages the steps run");
}
