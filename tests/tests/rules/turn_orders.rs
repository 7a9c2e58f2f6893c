//! A custom turn order in a session: units act as soon as they decide, use by use.

mod every;

use foretoken_action_assets::assets::OrderParameter;
use foretoken_action_assets::{AnyAsset, KindRegistry, Library};
use foretoken_session::controller::{Choosing, Controller};
use foretoken_session::record::{self, CompileError, Entry, Verdict, WrongEntry};
use foretoken_session::referee::{Briefing, Pending, Referee, Refusal, Rejection};
use foretoken_session::{Content, Decision, Seat, Session, Setup};
use foretoken_tests::{Immediate, root};
use foretoken_vm::schedulers::{Scheduler, TurnOrder, Until};
use foretoken_vm::state::{Renames, flag};
use foretoken_vm::{
    ActionUse, Advance, Change, ChangeKind, CompiledScenario, EntityId, Intent, IntentError, Rulebook, Rules, Team,
};
use std::path::Path;
use std::sync::Arc;

fn immediate(book: Rulebook) -> Rulebook {
    Rules { scheduler: Scheduler::new(&Immediate), ..book.to_rules() }.build()
}

fn compile(text: &str, scenario: &str) -> Result<CompiledScenario, CompileError> {
    let compiled = Content::open(&root().join("assets")).expect("the assets").compile_text(text, scenario)?;
    Ok(CompiledScenario { rules: immediate(compiled.rules), opening: compiled.opening })
}

fn setup() -> Setup {
    Content::open(&root().join("assets")).expect("assets").setup("first-light", None).expect("a scenario").setup
}

fn start_with(record: Option<&Path>, alter: impl FnOnce(&mut Rules)) -> Session {
    let mut setup = setup();
    let mut rules = immediate(Rulebook::clone(&setup.book)).to_rules();
    alter(&mut rules);
    setup.book = Arc::new(rules.build());
    Session::start(setup, record).expect("a battle")
}

fn start(record: Option<&Path>) -> Session {
    start_with(record, |_| {})
}

fn walked(record: Option<&Path>) -> (Session, EntityId) {
    let mut session = start(record);
    let unit = begin(&mut session);
    choose(&mut session, "walk");
    assert!(session.decide_use());
    assert_eq!(session.seat().known().state().open_activation(), Some((unit, 1)));
    (session, unit)
}

fn choose(session: &mut Session, action: &str) {
    let seat = session.seat_mut();
    let program = seat.book().find_program(action).expect("an action");
    assert!(seat.use_action(program), "{action} can be afforded");
    while seat.question().is_some() {
        assert!(seat.answer(0), "{action} finds a target");
    }
}

fn begin(session: &mut Session) -> EntityId {
    let Pending::Decide(asked) = session.seat().pending().clone() else { panic!("the battle waits") };
    assert_eq!((asked.team, asked.units.len(), asked.until), (Team::PLAYER, 1, Until::Decided));
    assert!(session.seat_mut().choose_for(asked.units[0]));
    asked.units[0]
}

#[test]
fn each_use_is_carried_out_before_the_next_is_decided() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("immediate.battle");
    let mut session = start(Some(&path));
    let unit = begin(&mut session);
    let from = session.seat().known().state().entity(unit).cell;
    choose(&mut session, "walk");
    assert!(session.decide_use());
    let state = session.seat().known().state();
    assert_ne!(state.entity(unit).cell, from, "it has walked already");
    assert_eq!(state.open_activation(), Some((unit, 1)));
    assert_eq!(begin(&mut session), unit, "the same unit is asked for more");
    let walk = session.seat().book().find_program("walk").expect("an action");
    let choices = session.seat().choices();
    assert!(choices.iter().all(|choice| choice.program != walk || !choice.is_affordable()), "its move is spent");

    drop(session);
    let opened = record::open(&path).expect("a record");
    let (mut session, _) = Session::resume(&opened, &compile, None).expect("it goes on");
    assert_eq!(begin(&mut session), unit);
    assert_eq!(session.seat().known().state().open_activation(), Some((unit, 1)));
    assert!(session.decide(), "it has done enough");
    assert_eq!(session.seat().known().state().open_activation(), None);
    assert_ne!(begin(&mut session), unit, "another unit is next, of those that no planner plays");
}

#[test]
fn a_battle_of_that_order_is_recorded_and_replays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("immediate.battle");
    let mut session = start(Some(&path));
    let mut activations = 0;
    for _ in 0..500 {
        if session.outcome() != 0 {
            break;
        }
        let Pending::Decide(asked) = session.seat().pending().clone() else { break };
        assert_eq!(asked.team, Team::PLAYER);
        session.decide_rest_by_planner();
        let report = session.commit();
        activations += report.activations.iter().filter(|(ran, _)| matches!(ran, Advance::Unit(..))).count();
    }
    assert_ne!(session.outcome(), 0, "the battle ends");
    assert!(activations >= 8, "the seat saw {activations} activations");
    let opened = record::open(&path).expect("a record");
    assert!(opened.entries.iter().any(|entry| matches!(entry, Entry::CommitPart(_))));
    let verdict = record::verify(&opened, &compile).expect("it replays");
    assert!(matches!(verdict, Verdict::Same { .. }), "{verdict:?}");
}

#[test]
fn a_prediction_ends_before_the_next_undecided_activation() {
    let mut session = start(None);
    let unit = begin(&mut session);
    choose(&mut session, "walk");
    let ran = session.seat().forecast().line().activations();
    assert_eq!(ran.len(), 1, "{ran:?}");
    assert!(matches!(ran[0].advance, Advance::Unit(id, _) if id == unit));
    assert_eq!(Immediate.name(), "immediate");
}

#[test]
fn a_use_that_was_carried_out_is_not_exchanged_for_another() {
    let (mut session, unit) = walked(None);
    let walk = session.book().find_program("walk").expect("an action");
    let others = session.seat().choices_of(unit, &Intent::default());
    let other = others.iter().find(|choice| choice.program != walk).expect("another action").program;
    for uses in [vec![], vec![ActionUse::new(other)], vec![ActionUse::new(other), ActionUse::new(walk)]] {
        let said = session.send(Decision { unit, intent: Intent { uses, complete: true } });
        assert_eq!(said, Err(Rejection::NotAllowed(IntentError::CarriedOut(unit))));
    }
    assert!(begin(&mut session) == unit && session.decide());
}

#[test]
fn the_planner_goes_on_with_an_open_activation() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("open.battle");
    let (mut session, unit) = walked(Some(&path));
    session.decide_rest_by_planner();
    assert_ne!(session.seat().units(), [unit], "it has decided");
    let opened = record::open(&path).expect("a record");
    let decided = opened.entries.iter().find_map(|entry| match entry {
        Entry::Decide(decide) if decide.unit == unit => decide.uses.first(),
        _ => None,
    });
    assert_eq!(decided.expect("it begins with what was done").action, "walk");
}

#[test]
fn a_unit_that_dies_by_hand_leaves_no_activation_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("killed.battle");
    let (mut session, unit) = walked(Some(&path));
    let death =
        Change { kind: ChangeKind::Flags, label: foretoken_vm::Label::NONE, entity: unit, at: 0, before: 0, after: 0 };
    session.edit_state(&[death]).expect("it fits");
    assert_eq!(session.seat().known().state().open_activation(), None);
    assert_ne!(begin(&mut session), unit);
    assert!(session.decide(), "the battle goes on");
    let verdict = record::verify(&record::open(&path).expect("a record"), &compile).expect("it replays");
    assert!(matches!(verdict, Verdict::Same { .. }), "{verdict:?}");
}

#[test]
fn an_action_that_is_gone_leaves_its_unit_to_decide_on() {
    let (mut session, unit) = walked(None);
    let mut rules = session.book().to_rules();
    let walk = usize::from(rules.find_program("walk").expect("an action"));
    rules.programs[walk].name = "stroll".to_owned();
    let assets = session.setup().assets.to_string();
    session
        .exchange_assets(Arc::new(rules.build()), assets, &Renames::default())
        .expect("the battle has a place in it");
    assert_eq!(session.seat().known().state().open_activation(), Some((unit, 0)));
    assert_eq!(begin(&mut session), unit);
    choose(&mut session, "stroll");
    let from = session.seat().known().state().entity(unit).cell;
    assert!(session.decide_use());
    assert_ne!(session.seat().known().state().entity(unit).cell, from, "what is decided now is carried out");
}

#[test]
fn undo_stops_at_what_a_decision_revealed_within_the_round() {
    let mut session = start_with(None, |book| {
        let rat = book.unit_types.iter_mut().find(|kind| kind.title == "Rat").expect("there are rats");
        rat.hidden = true;
    });
    let hidden = |session: &Session| {
        session.battle().state().living().filter(|(_, entity)| entity.flags & flag::HIDDEN != 0).count()
    };
    for _ in 0..8 {
        let (round, before) = (session.battle().state().round(), hidden(&session));
        begin(&mut session);
        assert!(session.decide());
        if hidden(&session) < before && session.battle().state().round() == round {
            assert_eq!(session.undo(), Err(Refusal::Reveal));
            return;
        }
        if hidden(&session) == before {
            // Hidden units of the other seat could have decided, so the refusal is the same in either case.
            assert_eq!(session.undo(), Err(Refusal::OtherSide));
        }
    }
    panic!("no rat came to light within a round");
}

#[test]
fn a_controller_carries_out_each_use_and_stays_with_the_unit() {
    let mut controller = Controller::new(start(None));
    let unit = controller.session.seat().units()[0];
    drop(controller.take_report());
    controller.confirm();
    let walk = controller.session.book().find_program("walk").expect("an action");
    let index = controller.session.seat().choices().iter().position(|choice| choice.program == walk);
    controller.pick_action(index.expect("it walks"));
    assert_eq!(controller.choosing, Choosing::Target);
    controller.cycle(true);
    let target = controller.cursor;
    assert_ne!(controller.session.battle().state().entity(unit).cell, target);
    controller.confirm();
    assert_eq!(controller.session.battle().state().entity(unit).cell, target, "the walk was carried out");
    let report = controller.take_report().expect("it is told");
    assert!(matches!(report.activations[..], [(Advance::Unit(who, _), _)] if who == unit), "{report:?}");
    assert!(controller.take_report().is_none(), "once");
    assert_eq!((controller.choosing, controller.cursor), (Choosing::Action, target));
    assert_eq!(controller.session.seat().draft().map(|draft| draft.unit), Some(unit));
    assert!(controller.commit().is_none() && controller.message.contains("at once"));
    assert_eq!(controller.session.battle().state().open_activation(), Some((unit, 1)));
    controller.done();
    assert_eq!(controller.session.battle().state().open_activation(), None);
    assert!(controller.take_report().is_some());
    assert_ne!(controller.session.seat().units(), [unit], "the next unit is asked");
    let headings = controller.log().iter().filter(|line| line.contains("Round 1")).count();
    assert_eq!(headings, 1, "{:?}", controller.log());
    controller.undo();
    assert_eq!(controller.session.battle().state().open_activation(), Some((unit, 1)), "{}", controller.message);
    controller.undo();
    assert_ne!(controller.session.battle().state().entity(unit).cell, target, "{}", controller.message);
}

fn pass(session: &mut Session) {
    let undecided = session.seat().units().to_vec().into_iter().find(|&unit| !session.seat().is_decided(unit));
    assert!(session.seat_mut().choose_for(undecided.expect("somebody is undecided")));
    assert!(session.decide());
}

/// If every side has a seat, undo reaches back to the side's last request and keeps the decisions that others closed.
#[test]
fn a_side_takes_back_its_own_decisions_and_no_other_sides() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sides.battle");
    let mut session = Session::start(setup().hot_seat(), Some(&path)).expect("a battle");
    let dark = session.seat().team();
    assert_ne!(dark, Team::PLAYER);
    pass(&mut session);
    session.commit();
    session.sit_down();
    assert_eq!(session.seat().team(), Team::PLAYER);
    assert_eq!(session.reset_turn(), Err(Refusal::Nothing));
    pass(&mut session);
    assert_eq!(session.undo(), Ok(()));
    assert_eq!(session.hand_over(), None, "the other side stays closed");
    assert_eq!(session.undo(), Err(Refusal::OtherSide));
    pass(&mut session);
    pass(&mut session);
    assert_eq!(session.reset_turn(), Ok(()));
    assert_eq!(session.hand_over(), None);
    assert!(session.seat().units().iter().all(|&unit| !session.seat().is_decided(unit)));

    let compile = |text: &str, scenario: &str| {
        Content::open(&root().join("assets")).expect("assets").compile_text(text, scenario)
    };
    let opened = record::open(&path).expect("a record");
    let (resumed, _) = Session::resume(&opened, &compile, None).expect("it goes on");
    assert_eq!(resumed.referee().rewind_points(), session.referee().rewind_points());
    let verdict = record::verify(&opened, &compile).expect("it replays");
    assert!(matches!(verdict, Verdict::Same { .. }), "{verdict:?}");
}

#[test]
fn a_record_in_which_a_side_acts_that_is_not_asked_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("order.battle");
    let session = Session::start(setup().hot_seat(), Some(&path)).expect("a battle");
    let own =
        session.battle().state().living().find(|(_, e)| e.is_activated() && e.team == Team::PLAYER).expect("one").0;
    let early = record::Decide { unit: own, uses: Vec::new(), planned: false };
    let compile = |text: &str, scenario: &str| {
        Content::open(&root().join("assets")).expect("assets").compile_text(text, scenario)
    };
    for lie in [Entry::Close(Team::PLAYER.0), Entry::Close(200), Entry::Decide(Box::new(early))] {
        let mut opened = record::open(&path).expect("a record");
        opened.entries.push(lie.clone());
        let verdict = record::verify(&opened, &compile).expect("it replays");
        assert!(matches!(verdict, Verdict::Wrong { .. }), "{lie:?}: {verdict:?}");
    }
}

#[test]
fn looking_back_in_a_round_of_single_decisions_shows_what_was_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("immediate.battle");
    let mut session = start(Some(&path));
    for _ in 0..7 {
        session.decide_rest_by_planner();
    }
    let opened = record::open(&path).expect("a record");
    let hashes: Vec<u64> = opened.entries.iter().filter_map(hashes_of).flatten().collect();
    let ran = session.activations().to_vec();
    assert_eq!(ran.len(), hashes.len());
    let mut several = 0;
    for (at, (ran_now, hash)) in ran.iter().zip(&hashes).enumerate() {
        let place = ran[..at].iter().filter(|earlier| earlier.rewind_point == ran_now.rewind_point).count();
        several += usize::from(place > 0);
        let then = session.as_it_was(ran_now.rewind_point, place + 1).expect("it is kept");
        assert_eq!(then.truth().hash64(&then.book), *hash, "{:?}", ran_now.who);
    }
    assert!(several > 3, "several commits lie between two moments");
}

fn hashes_of(entry: &Entry) -> Option<Vec<u64>> {
    match entry {
        Entry::Commit(commit) | Entry::CommitPart(commit) => Some(commit.hashes.clone()),
        _ => None,
    }
}

#[test]
fn a_side_that_looks_back_sees_nothing_of_what_whoever_hides_meant_to_do() {
    let mut session = start_with(None, |book| book.scheduler = Scheduler::default());
    let rat = session.seat().plan().iter().map(|(unit, _)| unit).next().expect("a rat has decided");
    let truth = session.battle().numbering(Team::PLAYER).to_truth(rat).expect("it is known");
    let flags = session.battle().state().entity(truth).flags | flag::HIDDEN;
    let hide = Change {
        kind: ChangeKind::Flags,
        label: foretoken_vm::Label::NONE,
        entity: truth,
        at: 0,
        before: 0,
        after: flags as i32,
    };
    session.edit_state(&[hide]).expect("it fits");
    assert!(session.referee().plan().intent(truth).is_some());
    let rewind_point = session.rewind_points().len() - 1;
    let then = session.as_it_was(rewind_point, 0).expect("it is kept");
    let numbering = session.battle().numbering(Team::PLAYER);
    assert!(then.plan.iter().all(|(unit, _)| numbering.to_truth(unit) != Some(truth)));
    assert!(then.plan.iter().count() > 0, "what the others meant to do is shown");
}

#[test]
fn a_list_of_records_tells_the_round_of_a_battle_of_single_decisions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("immediate.battle");
    let mut session = start(Some(&path));
    let mut told = vec![record::summary(&path).expect("a record").round];
    while session.battle().state().round() < 2 {
        session.decide_rest_by_planner();
        told.push(record::summary(&path).expect("a record").round);
        assert_eq!(told.last(), Some(&session.battle().state().round()));
    }
    assert!(told.len() > 2, "{told:?}");
    let mut opened = record::open(&path).expect("a record");
    let ended = opened.entries.iter_mut().find(|entry| matches!(entry, Entry::Commit(_))).expect("a round ended");
    let Entry::Commit(commit) = ended.clone() else { unreachable!("it is one") };
    *ended = Entry::CommitPart(commit);
    let verdict = record::verify(&opened, &compile).expect("it replays");
    assert!(matches!(&verdict, Verdict::Wrong { what: WrongEntry::RoundIsOver, .. }), "{verdict:?}");
}

#[test]
fn an_undo_leaves_untouched_what_others_have_not_seen_of_before() {
    let mut setup = setup().hot_seat();
    setup.book = Arc::new(immediate(Rulebook::clone(&setup.book)));
    let mut referee = Referee::start(setup, None).expect("a battle");
    let pass = |referee: &mut Referee| {
        let Pending::Decide(asked) = referee.pending().clone() else { panic!("the battle waits") };
        let unit = referee.battle().numbering(asked.team).to_known(asked.units[0]).expect("it is known");
        referee
            .decide(asked.team, Decision { unit, intent: Intent { uses: Vec::new(), complete: true } })
            .expect("taken");
        referee.advance();
        asked.team
    };
    let first = pass(&mut referee);
    let other = Team(1 - first.0);
    let second = pass(&mut referee);
    referee.undo(second).expect("it can be taken back");
    let ran = referee.brief(other).report.expect("the first activation still stands").activations;
    assert_eq!(ran.len(), 1, "{ran:?}");
    pass(&mut referee);
    let mut seat = Seat::new(other, Arc::clone(referee.book()), referee.brief(other));
    let third = pass(&mut referee);
    seat.update(Arc::clone(referee.book()), referee.brief(other));
    referee.undo(third).expect("it can be taken back");
    let briefing = referee.brief(other).to_bytes(referee.book()).expect("small");
    let briefing = Briefing::from_bytes(referee.book(), &briefing).expect("it fits");
    seat.update(Arc::clone(referee.book()), briefing);
    let ran = seat.take_report().expect("the second one stands").activations;
    assert_eq!(ran.len(), 1, "{ran:?}");
}
