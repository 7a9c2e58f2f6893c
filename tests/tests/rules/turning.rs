//! Turning points of a finished battle: playing on from one really prevents the loss.

use expect_test::expect;
use foretoken_preview::{Extent, Level, regret};
use foretoken_session::controller::Controller;
use foretoken_session::texts::names;
use foretoken_session::{Content, Decision, Session, record};
use foretoken_tests::{Pack, cell, find, root};
use foretoken_vm::{ActionUse, Address, Answer, Intent, Key, Plan, Team};

fn lost() -> Controller {
    let pack = Pack::of_a_lantern_in_peril().goal_of(1, "count(lantern) = 0");
    let mut controller = Controller::new(pack.start());
    controller.commit();
    controller.commit();
    assert_ne!(controller.session.outcome(), 0, "the lantern is bitten out");
    controller
}

#[test]
fn what_would_have_saved_the_battle_does() {
    let mut controller = lost();
    while controller.look_back() {}
    let points: Vec<(i32, usize, String)> = controller
        .turning_points()
        .iter()
        .map(|point| (point.round, point.rewind_point, point.words.clone()))
        .collect();
    let told: String = points.iter().map(|(round, _, words)| format!("{round}: {words}\n")).collect();
    expect![[r#"
        1: Warden: Shove d3 would have saved Lantern and the battle in that round
    "#]]
    .assert_eq(&told);
    controller.rewind(points[0].1);
    assert_eq!(controller.session.outcome(), 0);
    assert!(
        controller.turning_points().len() == 1 && !controller.look_back(),
        "nothing is told of a battle that goes on"
    );
    assert_eq!(controller.turning_points(), []);
    let seat = controller.session.seat();
    let units = seat.units().to_vec();
    let better = regret((seat.book(), seat.known(), seat.plan()), Extent::Horizon, &units, seat.team(), 1_000_000)
        .expect("found again");
    controller.session.send(Decision { unit: better.unit, intent: better.intent }).expect("it is allowed");
    controller.commit();
    controller.commit();
    assert_eq!(controller.session.outcome(), 0, "the battle goes on");
}

/// "Show me" goes back, chooses the better decision, and the prediction shows the lantern alive; confirming plays it.
#[test]
fn the_better_decision_is_shown_and_then_played() {
    let at_once = || {
        let pack = Pack::of_a_lantern_in_peril().goal_of(1, "count(lantern) = 0").order("charge-time", &[]);
        let mut session = pack.start();
        while session.outcome() == 0 {
            let unit = session.seat().units()[0];
            session.send(Decision { unit, intent: Intent { uses: Vec::new(), complete: true } }).expect("one may wait");
        }
        Controller::new(session)
    };
    for mut controller in [lost(), at_once()] {
        assert!(!controller.show_better(0), "no turning point is known yet");
        while controller.look_back() {}
        let point = controller.turning_points()[0].clone();
        assert!(controller.show_better(point.rewind_point), "{}", controller.message);
        assert!(controller.message.contains("Shove d3 would have saved Lantern"), "{}", controller.message);
        let seat = controller.session.seat();
        assert_eq!(controller.session.outcome(), 0);
        assert_eq!(seat.draft().map(|draft| draft.intent().uses.len()), Some(1), "the better decision is chosen");
        let lantern = find(seat.book(), seat.forecast().state(), '!');
        assert!(seat.forecast().state().entity(lantern).is_alive(), "the prediction shows the lantern alive");
        let (before, is_immediate) = (controller.session.rewind_points().len(), controller.session.is_immediate());
        controller.done();
        assert!(controller.session.seat().draft().is_none(), "{}", controller.message);
        if !is_immediate {
            controller.commit();
        }
        assert!(controller.session.rewind_points().len() > before, "it is played: {}", controller.message);
        // Where decisions run at once, the rat decides anew and may come back.
        if !is_immediate {
            assert_eq!(controller.session.outcome(), 0, "the battle goes on");
        }
    }
}

#[test]
fn nothing_is_regretted_where_nothing_is_better() {
    let pack = Pack::new(
        "
        ####
        #W.#
        ####
    ",
    );
    let session = pack.start();
    let seat = session.seat();
    let warden = find(seat.book(), seat.known().state(), 'W');
    assert_eq!(
        regret((seat.book(), seat.known(), seat.plan()), Extent::Horizon, &[warden], seat.team(), 1_000_000),
        None
    );
    let controller = lost();
    let then = controller.session.as_it_was(0, 0).expect("it is kept");
    let units: Vec<_> = then.known.state().living().map(|(unit, _)| unit).collect();
    let side = controller.session.seat().team();
    assert_eq!(regret((&then.book, &then.known, &then.plan), Extent::Horizon, &units, side, 0), None);
}

/// An immediate turn is judged by the events until the side decides again: one of the warden's waits would have saved
/// the lantern.
#[test]
fn a_turn_that_is_carried_out_at_once_is_judged_by_what_followed() {
    let pack = Pack::of_a_lantern_in_peril().goal_of(1, "count(lantern) = 0").order("charge-time", &[]);
    let mut session = pack.start();
    while session.outcome() == 0 {
        let unit = session.seat().units()[0];
        session.send(Decision { unit, intent: Intent { uses: Vec::new(), complete: true } }).expect("one may wait");
    }
    let mut controller = Controller::new(session);
    while controller.look_back() {}
    let told: String =
        controller.turning_points().iter().map(|point| format!("{}: {}\n", point.start, point.words)).collect();
    expect![[r#"
        Warden's turn in round 4: Warden: Shove d3 would have saved Lantern and the battle, if all other units had acted in the same way
    "#]]
    .assert_eq(&told);
}

#[test]
fn turns_that_are_carried_out_at_once_are_looked_at_one_by_one() {
    let content = Content::open(&root().join("assets")).expect("the shipped assets");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("banner.battle");
    let setup = content.setup("banner/the-chapel", Some(1)).expect("it compiles").setup.at_level(Level::Easy);
    let mut session = Session::start(setup, Some(&path)).expect("a battle");
    while session.outcome() == 0 {
        let unit = session.seat().units()[0];
        session.send(Decision { unit, intent: Intent { uses: Vec::new(), complete: true } }).expect("one may wait");
    }
    session.flush().expect("it is written");
    let compile = |text: &str, scenario: &str| content.compile_text(text, scenario);
    let opened = record::open(&path).expect("a record");
    let (session, _) = Session::resume(&opened, &compile, None).expect("it can be gone on with");
    let mut controller = Controller::new(session);
    let mut turns = 1;
    while controller.look_back() {
        turns += 1;
    }
    assert!(turns > 10, "{turns}");
    let points = controller.turning_points().to_vec();
    let told: String = points.iter().map(|point| format!("{}: {}\n", point.start, point.words)).collect();
    expect![[r#"
        Healer B's turn in round 2: Healer B: Mend d8 would have saved 22 health, if all other units had acted in the same way
        Healer B's turn in round 3: Healer B: Move d7, Salve d8 would have saved 30 health, if all other units had acted in the same way
        Captain's turn in round 4: Captain: Move d7, Salve d8 would have saved 30 health, if all other units had acted in the same way
        Healer B's turn in round 5: Healer B: Mend b5, Move e6 would have saved 50 health, if all other units had acted in the same way
        Knight A's turn in round 6: Knight A: Move f4, Shield bash f5 would have saved Captain and the battle, if all other units had acted in the same way
    "#]].assert_eq(&told);
    for point in points.iter().rev() {
        assert!(controller.rewind(point.rewind_point), "{}", controller.message);
        let seat = controller.session.seat();
        let asked = names::entity(seat.book(), seat.known().state(), seat.units()[0]);
        assert_eq!(point.start, format!("{asked}'s turn in round {}", seat.known().state().round()));
    }
}

/// A decision that loses the battle sooner saves no unit: the lantern would have died next.
#[test]
fn a_defeat_that_comes_sooner_spares_nobody() {
    let pack = Pack::new("########\n#r!r#.W#\n########")
        .with("units/lantern.ron", r#"Unit(glyph: "!", health: 2, acts: false, tags: ["lantern"])"#)
        .with(
            "units/warden.ron",
            r#"Unit(glyph: "W", health: 1, initiative: 9, tags: ["keeper"], actions: ["give-up"])"#,
        )
        .with("actions/give-up.ron", r#"Action(body: [Kill(target: "self")])"#)
        .goal_of(1, "min(count(lantern), count(keeper)) = 0");
    let session = pack.start();
    let seat = session.seat();
    let state = seat.forecast().state();
    assert!(seat.forecast().beyond().is_none(), "both rats bite before that");
    assert!(!state.entity(find(seat.book(), seat.known().state(), '!')).is_alive(), "the lantern is bitten out");
    let units = seat.units().to_vec();
    let found = regret((seat.book(), seat.known(), seat.plan()), Extent::Horizon, &units, seat.team(), 1_000_000);
    assert_eq!(found, None);
}

/// If a unit is hurt on its way to a goal, staying is no better decision. If it is hurt on its way back, staying is.
#[test]
fn what_puts_off_the_goal_spares_nothing() {
    let pack = Pack::new("########\n#..K.g.#\n########")
        .with("units/keeper.ron", r#"Unit(glyph: "K", health: 3, tags: ["keeper"], actions: ["crawl"])"#)
        .with(
            "actions/crawl.ron",
            r#"Action(body: [DeclareTarget(name: "T1", filter: [Empty]), Teleport(who: "self", to: "T1"), Damage(target: "self")])"#,
        )
        .zone('g', "well")
        .goal("inside(keeper, well) > 0");
    let found = |to: &str| {
        let mut session = pack.start();
        let (book, state) = (session.book().clone(), session.seat().known().state());
        let keeper = find(&book, state, 'K');
        let crawl = book.find_program("crawl").expect("an action");
        assert!(session.seat_mut().choose_for(keeper) && session.seat_mut().use_action(crawl));
        let answer = session.seat().answer_on(cell(to)).expect("beside it");
        assert!(session.seat_mut().answer(answer) && session.decide());
        let seat = session.seat();
        regret((seat.book(), seat.known(), seat.plan()), Extent::Horizon, &[keeper], seat.team(), 1_000_000)
    };
    assert_eq!(found("e2"), None);
    let back = found("c2").expect("it is hurt for nothing");
    assert_eq!((back.health, back.intent.uses.len()), (1, 0));
}

/// If a unit is hurt while it attacks an enemy, staying is no better decision. If its attack hits no enemy, staying is.
#[test]
fn what_spares_an_enemy_spares_nothing() {
    let found = |map: &str| {
        let pack = Pack::new(map)
            .with("units/warden.ron", r#"Unit(glyph: "W", health: 3, actions: ["ram"])"#)
            .with(
                "actions/ram.ron",
                r#"Action(body: [DeclareTarget(name: "T1"), Damage(target: "T1", amount: 2), Damage(target: "self")])"#,
            )
            .with("units/rat.ron", r#"Unit(glyph: "r", health: 5, acts: false, tags: ["dark"])"#);
        let mut session = pack.start();
        let (book, state) = (session.book().clone(), session.seat().known().state());
        let (warden, ram) = (find(&book, state, 'W'), book.find_program("ram").expect("an action"));
        assert!(session.seat_mut().choose_for(warden) && session.seat_mut().use_action(ram));
        let answer = session.seat().answer_on(cell("c2")).expect("beside it");
        assert!(session.seat_mut().answer(answer) && session.decide());
        let seat = session.seat();
        regret((seat.book(), seat.known(), seat.plan()), Extent::Horizon, &[warden], seat.team(), 1_000_000)
    };
    assert_eq!(found("######\n#Wr..#\n######"), None);
    assert_eq!(found("######\n#W.r.#\n######").map(|spared| spared.health), Some(1));
}

/// If decisions run at once, the decisions of a killed enemy are unknown. Sparing it is therefore never called better.
#[test]
fn what_leaves_an_enemy_alive_that_would_have_decided_spares_nothing() {
    let found = |acts: bool| {
        let pack = Pack::new("######\n#Wr..#\n######")
            .with("units/warden.ron", r#"Unit(glyph: "W", health: 5, initiative: 9, actions: ["ram"])"#)
            .with(
                "actions/ram.ron",
                r#"Action(body: [DeclareTarget(name: "T1"), Damage(target: "T1", amount: 2), Damage(target: "self", amount: 2)])"#,
            )
            .with("units/rat.ron", &format!(r#"Unit(glyph: "r", health: 1, acts: {acts}, tags: ["dark"], actions: ["bite"])"#));
        let book = pack.order("charge-time", &[("base", 6)]).book();
        let known = book.battle(1).project(&book, Team::PLAYER);
        let warden = find(&book, known.state(), 'W');
        let (ram, mut plan) = (book.find_program("ram").expect("an action"), Plan::default());
        let answers = vec![(Key::new(Address(0), [0; 3]), Answer::Offset(1, 0))];
        plan.set(warden, Intent { uses: vec![ActionUse { program: ram, answers }], complete: true }, 0);
        regret((&book, &known, &plan), Extent::Decided, &[warden], Team::PLAYER, 1_000_000)
    };
    assert_eq!(found(true), None);
    assert_eq!(found(false).map(|spared| spared.health), Some(2));
}
