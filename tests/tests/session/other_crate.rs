//! The kind, turn order and region of `examples/heat` in a session.

use expect_test::expect;
use foretoken_session::Session;
use foretoken_session::content::Content;
use foretoken_session::record::{self, HeldRecord, Verdict};
use foretoken_session::texts::{agenda, text};
use foretoken_vm::EntityId;
use std::path::Path;

fn content() -> Content {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/heat/assets");
    Content::open(&assets).expect("the example's assets").with_kinds(foretoken_heat::register)
}

fn begin(scenario: &str) -> Session {
    let ready = content().setup(scenario, None).expect("the scenario compiles");
    Session::start(ready.setup, None).expect("nothing is recorded")
}

fn use_first(session: &mut Session, unit: EntityId) {
    assert!(session.seat_mut().choose_for(unit));
    let action = session.seat().choices()[0].program;
    assert!(session.seat_mut().use_action(action));
}

#[test]
fn a_turn_order_from_another_crate_is_named_by_a_scenario() {
    let mut session = begin("forge/crucible");
    assert_eq!(session.book().scheduler.name(), "coolest-first");
    let mut told = String::new();
    for _ in 0..3 {
        let smith = session.seat().units().to_vec()[0];
        let mut order = |session: &Session, when: &str| {
            let agenda = session.seat().forecast().agenda();
            let turns = &agenda.turns()[..agenda.turns().len().min(5)];
            told += &format!("{when}\n{}", agenda::lines(session.book(), agenda.state(), turns));
        };
        order(&session, "before");
        use_first(&mut session, smith);
        session.seat_mut().hover(Some(0));
        order(&session, "under the cursor");
        assert!(session.seat_mut().answer(0));
        assert!(session.decide());
    }
    expect![[r#"
        before
          1. Smith A
             Next, if all wait:
          2. Ogre
          3. Smith B
             -- round 1 ends
          4. Smith A
        under the cursor
          1. Smith A
             Next, if all wait:
          2. Smith B
          3. Ogre
             -- round 1 ends
          4. Smith A
        before
          1. Smith B
             Next, if all wait:
          2. Ogre
             -- round 1 ends
          3. Smith A
          4. Smith B
        under the cursor
          1. Smith B
             Next, if all wait:
          2. Ogre
             -- round 1 ends
          3. Smith A
          4. Ogre
        before
          1. Smith A
             Next, if all wait:
          2. Ogre
          3. Smith B
             -- round 2 ends
          4. Smith A
        under the cursor
          1. Smith A
             Next, if all wait:
          2. Smith B
          3. Ogre
             -- round 2 ends
          4. Smith A
    "#]]
    .assert_eq(&told);
}

#[test]
fn a_region_from_another_crate_is_named_by_an_action() {
    let mut session = begin("forge/leaps");
    let spark = session.seat().units()[0];
    use_first(&mut session, spark);
    let offered = session.seat().draft().expect("a draft").cells().iter().flatten();
    let mut told = offered.map(ToString::to_string).collect::<Vec<_>>().join(" ") + "\n";
    let beside = session.seat().answer_on("e4".parse().expect("a cell")).expect("offered");
    session.seat_mut().hover(Some(beside));
    told += &text::marks(session.book(), session.seat().known().state(), session.seat().forecast());
    assert!(session.seat_mut().answer(beside) && session.decide());
    let report = session.commit();
    told += &text::report(session.book(), session.battle().state(), &report);
    expect![[r#"
        b1 d1 a2 e2 a4 e4 b5 d5
        Spark:
          Spark moves c3→e4 by teleport (if chosen)
          Ogre heat 0→1 by heat (if chosen)
          Spark undecided (if chosen)
          Spark: Leap.
          Spark: c3 → e4 (teleport).
          Ogre: heat 0 → 1 (heat).
          Ogre waits.
          The round ends.
          round 2 begins.
    "#]]
    .assert_eq(&told);
}

#[test]
fn a_kind_from_another_crate_is_chosen_foreseen_and_carried_out() {
    let mut session = begin("forge/anvil");
    let mut told = String::new();
    while session.outcome() == 0 {
        let smith = session.seat().units().to_vec()[0];
        use_first(&mut session, smith);
        session.seat_mut().hover(Some(0));
        told += &text::marks(session.book(), session.seat().known().state(), session.seat().forecast());
        assert!(session.seat_mut().answer(0));
        assert!(session.decide());
        let report = session.commit();
        told += &text::report(session.book(), session.battle().state(), &report);
    }
    expect![[r#"
        Smith:
          Ogre heat 0→2 by heat (if chosen)
          Smith undecided (if chosen)
          Smith: Brand.
          Ogre: heat 0 → 2 (heat).
          Ogre waits.
          The round ends.
          round 2 begins.
        Smith:
          Ogre heat 2→0 by heat (if chosen)
          Ogre health 4→2 by heat (if chosen)
          Smith undecided (if chosen)
          Smith: Brand.
          Ogre: heat 2 → 0 (heat).
          Ogre loses 2 health: 4 → 2 (heat).
          Ogre waits.
          The round ends.
          round 3 begins.
        Smith:
          Ogre heat 0→2 by heat (if chosen)
          Smith undecided (if chosen)
          Smith: Brand.
          Ogre: heat 0 → 2 (heat).
          Ogre waits.
          The round ends.
          round 4 begins.
        Smith:
          Ogre heat 2→0 by heat (if chosen)
          Ogre health 2→0 by heat (if chosen)
          Ogre dies on b1 by heat (if chosen)
          Smith undecided (if chosen)
          the battle is won (if chosen)
          Smith: Brand.
          Ogre: heat 2 → 0 (heat).
          Ogre loses 2 health: 2 → 0 (heat).
          Ogre dies (heat).
          the battle is won.
    "#]]
    .assert_eq(&told);
    assert_eq!(session.outcome(), 1);
}

#[test]
fn the_planner_knows_its_worth_without_knowing_the_token() {
    let mut session = begin("forge/anvil");
    session.decide_rest_by_planner();
    let smith = session.seat().units().to_vec()[0];
    let uses = &session.seat().plan().intent(smith).expect("decided").uses;
    assert_eq!(uses.len(), 1, "warming the ogre is worth more than doing nothing");
}

#[test]
fn battles_with_them_are_saved_resumed_rewound_and_replayed() {
    for scenario in ["forge/crucible", "forge/leaps"] {
        let content = content();
        let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("heat.battle");
        let ready = content.setup(scenario, None).expect("the scenario compiles");
        let hash = |session: &Session| session.battle().state().hash64(session.book());
        let turn = |session: &mut Session| {
            session.decide_rest_by_planner();
            session.commit();
        };
        let mut session = Session::start(ready.setup, Some(&path)).expect("it is recorded");
        let begun = hash(&session);
        turn(&mut session);
        let stood = (hash(&session), session.rewind_points().to_vec());
        drop(session);
        let opened = record::open(&path).expect("a record");
        let writer = HeldRecord::new(&path).expect("it is free").go_on(&opened).expect("it is as it was read");
        let mut session = Session::resume(&opened, &compile, Some(writer)).expect("it goes on").0;
        assert_eq!((hash(&session), session.rewind_points().to_vec()), stood, "{scenario}");
        turn(&mut session);
        assert!(session.rewind(0).is_ok(), "{scenario}");
        assert_eq!(hash(&session), begun, "{scenario}");
        turn(&mut session);
        session.flush().expect("it is written");
        let verdict = record::verify(&record::open(&path).expect("a record"), &compile).expect("it replays");
        assert!(matches!(verdict, Verdict::Same { .. }), "{scenario}: {verdict:?}");
    }
}
