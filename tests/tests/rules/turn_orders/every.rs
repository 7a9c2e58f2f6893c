//! All turn orders, recorded, undone and replayed.

use super::*;
use foretoken_vm::program::Cost;
use foretoken_vm::{CompiledScenario, Deciders, Opening};

fn setup_under(order: &str) -> Setup {
    let library = under(order);
    let book = library.compile("first-light").0.expect("it compiles");
    Setup { assets: library.canonical_text().into(), pack: "vigil".to_owned(), ..Setup::of(book, 1) }
}

fn under(order: &str) -> Library {
    let mut library = foretoken_tests::shipped().clone();
    let mut scenario = library.scenario("first-light").cloned().expect("it is shipped");
    order.clone_into(&mut scenario.scheduler);
    // Initiatives below 10 would be too low for some orders.
    let base = match order {
        "charge-time" => 6,
        "action-points" | "action-points-threshold" => 95,
        _ => 0,
    };
    if base > 0 {
        scenario.parameters = vec![OrderParameter { name: "base".to_owned(), value: base }];
    }
    scenario.rounds = 30;
    library.put("first-light", AnyAsset::Scenario(scenario));
    library
}

#[test]
fn every_order_says_whether_all_decide_ahead() {
    for order in Scheduler::ALL {
        let setup = setup_under(order.name());
        let session = Session::start(setup, None).expect("a battle");
        assert_eq!(session.is_immediate(), !order.is_decided_ahead(), "{}", order.name());
    }
}

/// The order reports whether an activation is one use; a unit cannot both move and act exactly in that case.
#[test]
fn every_order_says_whether_an_activation_is_one_use() {
    for order in Scheduler::ALL {
        let setup = setup_under(order.name());
        let battle = setup.battle();
        let admitted = battle.state().living().filter(|(_, row)| row.is_activated()).any(|(unit, row)| {
            let kind = setup.book.unit_type(row).expect("its kind");
            let costs =
                |cost| kind.actions.iter().copied().find(|&of| setup.book.programs[usize::from(of)].cost == cost);
            let (Some(walk), Some(act)) = (costs(Cost::Move), costs(Cost::Action)) else { return false };
            let walks = Intent { uses: vec![ActionUse::new(walk)], complete: false };
            walks.allows(&setup.book, battle.state(), unit, act).is_ok()
        });
        assert_eq!(admitted, !order.is_one_use(), "{}", order.name());
    }
}

#[test]
fn every_order_is_recorded_taken_back_resumed_rewound_and_replayed() {
    for order in Scheduler::ALL.iter().map(|order| order.name()) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("order.battle");
        let compile = |text: &str, scenario: &str| {
            let library = Library::from_canonical_text(text, KindRegistry::core());
            library.compile(scenario).0.ok_or_else(|| CompileError::Faults("it does not compile".to_owned()))
        };
        let play = |session: &mut Session| {
            session.decide_rest_by_planner();
            session.commit();
        };
        let hash = |session: &Session| session.battle().state().hash64(session.book());
        let mut session = Session::start(setup_under(order), Some(&path)).expect("a battle");
        let (begun, first) = (hash(&session), session.rewind_points().len());

        let unit = session.seat().units()[0];
        assert!(session.seat_mut().choose_for(unit), "{order}");
        assert!(session.decide(), "{order}");
        assert!(session.rewind_points().len() > first, "{order}");
        match session.undo() {
            Ok(()) => assert_eq!(hash(&session), begun, "{order}"),
            Err(refusal) => assert!(matches!(refusal, Refusal::Reveal | Refusal::Chance), "{order}: {refusal}"),
        }
        for _ in 0..3 {
            play(&mut session);
        }

        let stood = (hash(&session), session.rewind_points().to_vec());
        drop(session);
        let opened = record::open(&path).expect("a record");
        let held = record::HeldRecord::new(&path).expect("it is free");
        let writer = held.go_on(&opened).expect("it is as it was read");
        let (mut session, _) = Session::resume(&opened, &compile, Some(writer)).expect("it goes on");
        assert_eq!((hash(&session), session.rewind_points().to_vec()), stood, "{order}");

        assert!(session.rewind(0).is_ok(), "{order}");
        assert_eq!(hash(&session), begun, "{order}: the first moment is the beginning");
        let mut turns = 0;
        while session.outcome() == 0 {
            assert!(turns < 1_000, "{order} ends");
            play(&mut session);
            turns += 1;
        }
        session.flush().expect("it is written");
        let verdict = record::verify(&record::open(&path).expect("a record"), &compile).expect("it replays");
        assert!(matches!(verdict, Verdict::Same { .. }), "{order}: {verdict:?}");
    }
}

#[test]
fn a_decision_that_ended_a_round_is_taken_back() {
    for order in ["charge-time", "team-points", "action-points"] {
        let mut session = Session::start(setup_under(order), None).expect("a battle");
        let (mut taken_back, mut behind_rounds) = (0, 0);
        for _ in 0..16 {
            if session.outcome() != 0 {
                break;
            }
            let before = (session.battle().state().hash64(session.book()), session.battle().state().round());
            let unit = session.seat().units()[0];
            assert!(session.seat_mut().choose_for(unit) && session.decide(), "{order}");
            let rounds = session.battle().state().round() - before.1;
            if session.undo().is_ok() {
                taken_back += 1;
                behind_rounds += usize::from(rounds > 0);
                assert_eq!(session.battle().state().hash64(session.book()), before.0, "{order}");
            }
            let unit = session.seat().units()[0];
            assert!(session.seat_mut().choose_for(unit) && session.decide(), "{order}");
            if session.is_unit_chosen() && session.seat().units().len() == 1 {
                session.commit();
            }
        }
        assert!(taken_back > 3, "{order}");
        assert!(behind_rounds > 0 || order == "team-points", "{order}: no round ended with a decision");
    }
}

#[test]
fn a_side_that_picks_may_end_its_turn() {
    for order in ["team-rounds", "team-points"] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("picks.battle");
        let mut session = Session::start(setup_under(order).hot_seat(), Some(&path)).expect("a battle");
        assert_eq!(session.seat().team(), Team::PLAYER);
        let asked = session.seat().units().to_vec();
        assert!(asked.len() > 1 && session.is_unit_chosen() && session.is_commit_due(), "{order}: {asked:?}");
        assert!(session.seat_mut().choose_for(asked[1]), "{order}");
        assert!(session.decide(), "{order}");
        let ran = session.seat_mut().take_report().expect("it was carried out at once").activations;
        assert!(matches!(ran[..], [(Advance::Unit(unit, _), _)] if unit == asked[1]), "{order}: {ran:?}");
        assert_eq!(session.hand_over(), None, "{order}: the turn goes on");
        session.commit();
        let other = session.hand_over().expect("the turn is over, and another side has its own");
        session.sit_down();
        assert_eq!(session.seat().team(), other);
        assert_eq!(session.undo(), Err(Refusal::OtherSide), "{order}: it was the other side's to end");
        session.commit();
        assert_eq!(session.hand_over(), Some(Team::PLAYER), "{order}");
        assert_eq!(session.battle().state().round(), 2, "{order}");
        session.flush().expect("it is written");
        let compile = |text: &str, scenario: &str| {
            let library = Library::from_canonical_text(text, KindRegistry::core());
            let compiled =
                library.compile(scenario).0.ok_or_else(|| CompileError::Faults("it does not compile".to_owned()))?;
            let opening = Opening { deciders: Deciders::default(), ..compiled.opening };
            Ok(CompiledScenario { opening, ..compiled })
        };
        let opened = record::open(&path).expect("a record");
        let verdict = record::verify(&opened, &compile).expect("it replays");
        assert!(matches!(verdict, Verdict::Same { .. }), "{order}: {verdict:?}");
        let mut opened = opened;
        let commit = opened.entries.iter().find(|entry| entry.is_commit()).expect("something ran").clone();
        opened.entries.push(commit);
        let verdict = record::verify(&opened, &compile).expect("it replays");
        assert!(matches!(verdict, Verdict::Wrong { .. }), "{order}: {verdict:?}");
    }
}

#[test]
fn the_planner_activates_the_nearest_of_equals() {
    let pack = foretoken_tests::Pack::new("K..\n...\nK.K").goal("round > 99").order("team-rounds", &[]);
    let book = pack.book();
    let known = book.battle(1).project(&book, Team::PLAYER);
    let (plan, units) = (foretoken_vm::Plan::default(), [EntityId(0), EntityId(1), EntityId(2)]);
    for (last, near) in [(0, 0), (1, 1), (2, 2)] {
        let mut planner = foretoken_preview::Planner::default();
        let chosen = planner.choose(&book, &known, &plan, &units, Some(EntityId(last)), false).expect("somebody acts");
        assert_eq!(chosen.0, EntityId(near));
    }
    let nobody = foretoken_preview::Planner::default().choose(&book, &known, &plan, &units, None, true);
    assert_eq!(nobody, None, "nothing is worth doing, so the turn may end");
}

/// Under every order, undone decisions leave the log, others stay, and no playback repeats.
#[test]
fn what_is_taken_back_leaves_the_log_and_what_stands_is_not_shown_again() {
    for order in Scheduler::ALL.iter().map(|order| order.name()) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log.battle");
        let session = Session::start(setup_under(order), Some(&path)).expect("a battle");
        let mut controller = Controller::new(session);
        let mut taken_back = 0;
        for _ in 0..6 {
            drop(controller.take_report());
            if controller.session.outcome() != 0 {
                break;
            }
            let told = controller.log().to_vec();
            let hash = |c: &Controller| c.session.battle().state().hash64(c.session.book());
            let before = hash(&controller);
            let unit = controller.session.seat().units()[0];
            assert!(controller.session.seat_mut().choose_for(unit) && controller.session.decide(), "{order}");
            drop(controller.take_report());
            if controller.session.undo().is_ok() {
                taken_back += 1;
                assert_eq!(hash(&controller), before, "{order}");
                assert_eq!(controller.log(), told, "{order}");
                assert!(controller.take_report().is_none(), "{order}: what stands was seen already");
            }
            if controller.session.is_immediate() {
                let unit = controller.session.seat().units()[0];
                assert!(controller.session.seat_mut().choose_for(unit) && controller.session.decide(), "{order}");
            } else {
                controller.session.decide_rest_by_planner();
                controller.session.commit();
            }
        }
        assert!(taken_back > 1 && !controller.log().is_empty(), "{order}: {:?}", controller.log());
        controller.session.flush().expect("it is written");
        let opened = record::open(&path).expect("a record");
        let compile = |text: &str, scenario: &str| {
            let library = Library::from_canonical_text(text, KindRegistry::core());
            library.compile(scenario).0.ok_or_else(|| CompileError::Faults("it does not compile".to_owned()))
        };
        let (resumed, _) = Session::resume(&opened, &compile, None).expect("it goes on");
        assert_eq!(resumed.rewind_points(), controller.session.rewind_points(), "{order}");
        let retold = record::retell(&opened, &compile, resumed.seat().team()).expect("it replays");
        assert_eq!(retold.lines(), controller.log(), "{order}: a record tells the same");
        let verdict = record::verify(&opened, &compile).expect("it replays");
        assert!(matches!(verdict, Verdict::Same { .. }), "{order}: {verdict:?}");
    }
}

#[test]
fn the_rounds_of_a_record_are_rounds() {
    for order in Scheduler::ALL.iter().map(|order| order.name()) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rounds.battle");
        let mut session = Session::start(setup_under(order), Some(&path)).expect("a battle");
        for _ in 0..4 {
            if session.outcome() == 0 {
                session.decide_rest_by_planner();
                session.commit();
            }
        }
        session.flush().expect("it is written");
        let opened = record::open(&path).expect("a record");
        let compile = |text: &str, scenario: &str| {
            let library = Library::from_canonical_text(text, KindRegistry::core());
            library.compile(scenario).0.ok_or_else(|| CompileError::Faults("it does not compile".to_owned()))
        };
        let ended = session.battle().state().round() - 1 + i32::from(session.outcome() != 0);
        match record::verify(&opened, &compile).expect("it replays") {
            Verdict::Same { rounds, activations } => {
                assert_eq!(rounds as i32, ended, "{order}");
                assert!(activations > rounds, "{order}");
            }
            other => panic!("{order}: {other:?}"),
        }
    }
}
