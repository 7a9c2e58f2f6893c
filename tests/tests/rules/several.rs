//! Requests with several picks, as a list or a chain: screen, machine, records and planner.

use expect_test::{Expect, expect};
use foretoken_session::controller::{Choosing, Controller};
use foretoken_session::texts::text;
use foretoken_session::{Report, Session};
use foretoken_tests::{Pack, cell, find, show};
use foretoken_vm::{Answer, ChangeKind, EntityId};

fn pack(map: &str, body: &str) -> Pack {
    let warden = r#"Unit(glyph: "W", health: 9, actions: ["aim"], tags: ["augur"])"#;
    let rat = r#"Unit(glyph: "r", health: 9, acts: false, tags: ["dark"])"#;
    Pack::new(map)
        .with("actions/aim.ron", &format!("Action(body: [{body}])"))
        .with("units/warden.ron", warden)
        .with("units/rat.ron", rat)
}

fn asked(session: Session) -> Controller {
    let mut controller = Controller::new(session);
    let warden = controller.session.seat().units()[0];
    assert!(controller.session.seat_mut().choose_for(warden));
    let aim = controller.session.seat().choices()[0].program;
    assert!(controller.session.seat_mut().use_action(aim));
    controller.follow();
    controller
}

fn picked(controller: &Controller) -> Vec<String> {
    let draft = controller.session.seat().draft().expect("a draft");
    draft.picked().iter().map(ToString::to_string).collect()
}

fn offered(controller: &Controller) -> Vec<String> {
    let draft = controller.session.seat().draft().expect("a draft");
    draft.cells().iter().flatten().map(ToString::to_string).collect()
}

fn carried_out(mut controller: Controller, expect: Expect) -> Controller {
    controller.done();
    let report = controller.session.commit();
    let told = text::report(controller.session.book(), controller.session.battle().state(), &report);
    expect.assert_eq(&trimmed(&told));
    controller
}

const LIST: &str = r#"
    DeclareTarget(name: "T1", asks: Unit, reach: Square, range: (1, 3), filter: [Enemy], picks: List, at_most: 3),
    ForEach(target: "T1", body: [Damage(target: "each", amount: 2)]),
"#;

#[test]
fn a_list_is_picked_one_after_another_and_each_is_struck_in_order() {
    let mut controller = asked(pack("r.r\n.W.\nr.r", LIST).start());
    assert_eq!(controller.prompt().expect("it asks"), "Which ones? 1 of 3.");
    assert_eq!(offered(&controller), ["a1", "c1", "a3", "c3"]);
    controller.press(cell("c3"));
    assert_eq!(picked(&controller), ["c3"]);
    assert_eq!(offered(&controller), ["a1", "c1", "a3"], "nothing is picked twice");
    controller.point(cell("a1"));
    expect![[r#"
        a    b    c
        1 ×<r>A  .  B<r>
        9→7        9
    "#]]
    .assert_eq(&first_rows(&show(&controller.session)));
    controller.press(cell("a1"));
    controller.back();
    assert_eq!(picked(&controller), ["c3"]);
    controller.press(cell("c1"));
    assert_eq!(picked(&controller), ["c3", "c1"]);
    controller.press(cell("c3"));
    assert!(controller.message.contains("it is already picked"), "{}", controller.message);
    controller.press(cell("c1"));
    assert_ne!(controller.choosing, Choosing::Target);
    let controller = carried_out(
        controller,
        expect![[r#"
            warden: aim.
            rat D loses 2 health: 9 → 7 (hit).
            rat B loses 2 health: 9 → 7 (hit).
            The round ends.
            round 2 begins.
        "#]],
    );
    assert_eq!(controller.session.outcome(), 0);
}

fn struck(report: &Report) -> Vec<EntityId> {
    let changes = (0..report.activations.len()).flat_map(|index| report.of(index));
    changes.filter(|change| change.kind == ChangeKind::Health).map(|change| change.entity).collect()
}

fn first_rows(text: &str) -> String {
    trimmed(&text.lines().take(3).collect::<Vec<_>>().join("\n"))
}

fn trimmed(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.trim())).collect()
}

#[test]
fn the_most_picks_end_the_request_and_too_few_do_not() {
    let three = LIST.replace("at_most: 3", "at_least: 2, at_most: 3");
    let mut controller = asked(pack("r.r\n.W.\nr.r", &three).start());
    controller.press(cell("a1"));
    controller.done();
    assert_eq!(controller.message, "Pick more targets.");
    controller.press(cell("c1"));
    controller.done();
    assert_ne!(controller.choosing, Choosing::Target, "two are enough");
    let mut controller = asked(pack("r.r\n.W.\nr.r", &three).start());
    for name in ["a1", "c1", "a3"] {
        assert_eq!(controller.choosing, Choosing::Target);
        controller.press(cell(name));
    }
    assert_ne!(controller.choosing, Choosing::Target, "three are the most");
}

const CHAIN: &str = r#"
    DeclareTarget(name: "T1", range: (1, 2), filter: [Empty], picks: Chain, at_most: "number_of(self)"),
    ForEach(target: "T1", body: [Surface(target: "each", surface: "fire")]),
    Teleport(who: "self", to: "T1"),
"#;

#[test]
fn a_chain_is_measured_from_pick_to_pick_and_its_name_is_the_last() {
    let chain = CHAIN.replace("\"number_of(self)\"", "\"health(self) - 6\"");
    let mut controller = asked(pack(".......\nW......\n.......", &chain).start());
    assert_eq!(controller.prompt().expect("it asks"), "Which ones? 1 of 3.");
    controller.press(cell("c2"));
    assert!(offered(&controller).contains(&"e2".to_owned()) && !offered(&controller).contains(&"a2".to_owned()));
    controller.press(cell("e2"));
    controller.press(cell("f1"));
    carried_out(
        controller,
        expect![[r#"
              warden: aim.
              fire on c2 (fire).
              fire on e2 (fire).
              fire on f1 (fire).
              warden: a2 → f1 (teleport).
              warden loses 1 health: 9 → 8 (burn).
              The round ends.
              warden loses 1 health: 8 → 7 (burn).
              fire on f1.
              fire on c2.
              fire on e2.
              round 2 begins.
        "#]],
    );
}

#[test]
fn a_redirect_turns_each_pick() {
    let turner =
        r#"Action(body: [DeclareTarget(name: "T1", asks: Unit, range: (1, 9)), Redirect(target: "T1", turn: Around)])"#;
    let chain = r#"
        DeclareTarget(name: "T1", range: (1, 1), picks: Chain, at_most: 2),
        ForEach(target: "T1", body: [Damage(target: "each", amount: 3)]),
    "#;
    let mut session = pack("..WT...", chain)
        .with("actions/turn.ron", turner)
        .with("units/turner.ron", r#"Unit(glyph: "T", health: 9, initiative: 50, actions: ["turn"], tags: ["augur"])"#)
        .start();
    let state = session.battle().state();
    let (warden, turner) = (find(session.book(), state, 'W'), find(session.book(), state, 'T'));
    for (unit, cells) in [(warden, &["b1", "a1"][..]), (turner, &["c1"][..])] {
        assert!(session.seat_mut().choose_for(unit));
        let action = session.seat().choices()[0].program;
        assert!(session.seat_mut().use_action(action));
        for name in cells {
            let answer = session.seat().answer_on(cell(name)).expect("it is offered");
            assert!(session.seat_mut().answer(answer));
        }
        assert!(session.decide());
    }
    let report = session.commit();
    assert_eq!(struck(&report), [turner], "to the right, and one further");
}

#[test]
fn picks_are_answers_by_keys_of_their_own() {
    let mut controller = asked(pack("r.r\n.W.\nr.r", LIST).start());
    for name in ["c3", "a1"] {
        controller.press(cell(name));
    }
    let draft = controller.session.seat().draft().expect("a draft");
    let answers = &draft.intent().uses[0].answers;
    let keys: Vec<(u8, u8)> = answers.iter().map(|(key, _)| (key.address().0, key.pick())).collect();
    assert_eq!(keys, [(0, 0), (0, 1)]);
    assert!(answers.iter().all(|(_, answer)| matches!(answer, Answer::Unit(_))));
}

#[test]
fn the_planner_picks_as_many_as_are_worth_it() {
    let rats = r#"Unit(glyph: "r", health: 9, actions: ["aim"], tags: ["dark"])"#;
    let warden = r#"Unit(glyph: "W", health: 9, actions: ["wait"], tags: ["augur"])"#;
    let mut session = pack("W.W\n.r.\nW..", LIST).with("units/rat.ron", rats).with("units/warden.ron", warden).start();
    for unit in session.seat().units().to_vec() {
        assert!(session.seat_mut().choose_for(unit) && session.decide());
    }
    let report = session.commit();
    assert_eq!(struck(&report).len(), 3);
}

#[test]
fn a_loop_ends_when_it_is_passed_over() {
    let steps = r#"ActionList(repeat: 4, body: [
        DeclareTarget(name: "T1", filter: [Empty], ends_loop: true),
        Teleport(who: "self", to: "T1"),
    ])"#;
    let mut controller = asked(pack("W....", steps).start());
    controller.press(cell("b1"));
    controller.press(cell("c1"));
    let pass = controller.session.seat().draft().and_then(|draft| draft.pass()).expect("it optional");
    controller.session.seat_mut().answer(pass);
    controller.follow();
    assert_ne!(controller.choosing, Choosing::Target, "nothing more is asked");
    let controller = carried_out(
        controller,
        expect![[r#"
            warden: aim.
            warden: a1 → b1 → c1 (teleport).
            The round ends.
            round 2 begins.
        "#]],
    );
    let state = controller.session.battle().state();
    assert_eq!(state.entity(find(controller.session.book(), state, 'W')).cell, cell("c1"));
}

#[test]
fn what_is_at_fault_with_several_is_said() {
    for (body, wrong) in [
        (
            r#"DeclareTarget(name: "T1", asks: Direction, picks: List)"#,
            "only cells and units can be picked several times",
        ),
        (r#"DeclareTarget(name: "T1", reach: Walk, range: (1, 255), picks: Chain)"#, "a walk can be picked only once"),
        (
            r#"DeclareTarget(name: "T1", picks: List, at_least: 3)"#,
            "the smallest number of picks, 3, is above the largest, 2",
        ),
        (r#"DeclareTarget(name: "T1", picks: List, at_most: 17)"#, "a request takes 1 to 16 picks"),
        (
            r#"DeclareTarget(name: "T1", picks: List, at_most: 5),
               Delay(body: [ForEach(target: "T1", body: [Damage(target: "each", amount: 2)])])"#,
            "a delay can use at most 4 targets that were chosen before it; each pick of a list counts",
        ),
        (
            r#"DeclareTarget(name: "T1", picks: List, at_most: "min(3, self.health)"),
               Delay(body: [ForEach(target: "T1", body: [Damage(target: "each", amount: 2)])])"#,
            "allow fewer picks with `at_most` of the list, or move the delay into a loop, so that each delay uses one pick",
        ),
        (
            r#"DeclareTarget(name: "T1", picks: List, at_most: 3), DeclareTarget(name: "T2", picks: List, at_most: 2),
               Trail(moves: [], body: [
                   ForEach(target: "T1", body: [Damage(target: "each", amount: 2)]),
                   ForEach(target: "T2", body: [Damage(target: "each", amount: 2)]),
               ])"#,
            "a trail can use at most 4 targets that were chosen before it; each pick of a list counts",
        ),
        (r#"DeclareTarget(name: "T1", ends_loop: true)"#, "this part is not in a loop that it could end"),
        (r#"DeclareTarget(name: "T1", keyboard: false, mouse: false)"#, "neither keys nor a pointer can answer it"),
    ] {
        let mut library = foretoken_tests::shipped().clone();
        library.reload("actions/aim.ron", Some(format!("Action(body: [{body}])").as_bytes()));
        library.reload("units/warden.ron", Some(br#"Unit(glyph: "W", health: 9, actions: ["aim"], tags: ["augur"])"#));
        let (_, faults) = library.compile("first-light");
        let told = faults.render();
        assert!(told.contains(wrong), "{body}: {told}");
    }
}

/// Document 000: switches for keys, pointer, second press, and floors of a column.
#[test]
fn requests_say_how_they_are_answered() {
    let request = |switches: &str| {
        let body = format!(r#"DeclareTarget(name: "T1", range: (1, 3), {switches}), Damage(target: "T1", amount: 1)"#);
        asked(pack("W...", &body).start())
    };
    let mut controller = request("mouse: false");
    controller.press(cell("b1"));
    assert_eq!((controller.choosing, controller.message.as_str()), (Choosing::Target, "Answer with the keyboard."));
    controller.point(cell("b1"));
    controller.confirm();
    assert_ne!(controller.choosing, Choosing::Target);

    let mut controller = request("keyboard: false");
    controller.point(cell("b1"));
    controller.confirm();
    assert_eq!(controller.message, "Answer with the mouse.");
    controller.press(cell("b1"));
    assert_ne!(controller.choosing, Choosing::Target);

    let mut controller = request("confirm: true");
    controller.press(cell("b1"));
    assert_eq!((controller.choosing, controller.message.as_str()), (Choosing::Target, "Press again to confirm."));
    controller.press(cell("c1"));
    assert_eq!(controller.choosing, Choosing::Target, "another one is not confirmed");
    controller.press(cell("c1"));
    assert_ne!(controller.choosing, Choosing::Target);
}

#[test]
fn another_press_goes_to_the_next_floor_of_its_column() {
    let body =
        r#"DeclareTarget(name: "T1", reach: Sphere, range: (1, 9), floor_time: 1000), Damage(target: "T1", amount: 1)"#;
    let start = || asked(pack("W..", body).floor(4, "__.").start());
    let mut controller = start();
    controller.press(cell("c1"));
    assert_eq!(controller.choosing, Choosing::Target);
    controller.pass_time(300);
    controller.press(controller.cursor);
    let floors = (controller.cursor, controller.cursor.floor());
    assert_eq!(controller.choosing, Choosing::Target, "within the time it is the next floor");
    controller.press(controller.cursor);
    assert_ne!(controller.cursor.floor(), floors.1, "and round again");
    controller.pass_time(1_500);
    controller.press(controller.cursor);
    assert_ne!(controller.choosing, Choosing::Target, "later it is chosen");
}
