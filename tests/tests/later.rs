//! What happens later or on the way: trails, delays that count activations, distances that are read once, turns that are
//! chosen, and how what waits is drawn.

use expect_test::{Expect, expect};
use foretoken_action_assets::demonstration::Demonstration;
use foretoken_session::Session;
use foretoken_session::wording::text;
use foretoken_tests::{Pack, cell, find, shipped, show};
use foretoken_vm::ChangeKind;

/// The warden with one action of this body, against rats that stay where they are.
fn pack(map: &str, body: &str) -> Pack {
    let warden = r#"Unit(glyph: "W", health: 9, movement: 5, actions: ["aim"], tags: ["augur"])"#;
    let rat = r#"Unit(glyph: "r", health: 9, actions: ["wait"], tags: ["dark"])"#;
    Pack::new(map)
        .with("actions/aim.ron", &format!("Action(body: [{body}])"))
        .with("units/warden.ron", warden)
        .with("units/rat.ron", rat)
}

/// The warden means to act, with these cells for its targets.
fn decide(session: &mut Session, cells: &[&str]) {
    let warden = find(session.book(), session.seat().known().state(), 'W');
    assert!(session.seat_mut().choose_for(warden));
    let aim = session.seat().choices()[0].program;
    assert!(session.seat_mut().use_action(aim));
    for name in cells {
        let answer = session.seat().answer_on(cell(name)).unwrap_or_else(|| panic!("{name} is no answer"));
        assert!(session.seat_mut().answer(answer));
    }
    assert!(session.decide());
}

/// What a round comes to, in sentences.
fn check(session: &mut Session, expect: Expect) {
    let report = session.commit();
    let told = text::report(session.book(), session.battle().state(), &report);
    expect.assert_eq(&told.lines().map(|line| format!("{}\n", line.trim())).collect::<String>());
}

#[test]
fn a_trail_is_left_on_every_cell_of_a_walk_and_stops_with_it() {
    let body = r#"
        DeclareTarget(name: "T1", reach: Walk, range: (1, 255)),
        Trail(behind: true, moves: [Move(to: "T1")], body: [Surface(target: "here", surface: "fire")]),
        Damage(target: "self", amount: 1),
    "#;
    let mut session = pack("W....\n.....", body).start();
    decide(&mut session, &["c1"]);
    check(
        &mut session,
        expect![[r#"
              warden: aim.
              warden: a1 → b1 (walk).
              fire on a1 (fire).
              warden: b1 → c1 (walk).
              fire on b1 (fire).
              warden loses 1 health: 9 → 8 (hit).
              The round ends.
              fire on a1.
              fire on b1.
              round 2 begins.
        "#]],
    );
}

#[test]
fn a_trail_knows_who_was_moved_and_what_was_picked() {
    let body = r#"
        DeclareTarget(name: "T1", asks: Unit, range: (1, 2)),
        DeclareTarget(name: "T2", asks: Unit, range: (1, 9)),
        Trail(
            moves: [Push(target: "T1", distance: 2)],
            body: [Damage(target: "T2", amount: 1), Damage(target: "cause", amount: 2)],
        ),
    "#;
    let mut session = pack("Wr...r", body).start();
    decide(&mut session, &["b1", "f1"]);
    check(
        &mut session,
        expect![[r#"
              warden: aim.
              rat 1: b1 → c1 (push).
              rat 2 loses 1 health: 9 → 8 (hit).
              rat 1 loses 2 health: 9 → 7 (hit).
              rat 1: c1 → d1 (push).
              rat 2 loses 1 health: 8 → 7 (hit).
              rat 1 loses 2 health: 7 → 5 (hit).
              The round ends.
              round 2 begins.
        "#]],
    );
}

/// A distance is worked out once: here each step would make it one more.
#[test]
fn how_far_a_push_goes_is_read_once() {
    let body = r#"
        DeclareTarget(name: "T1", asks: Unit, range: (1, 2)),
        Push(target: "T1", distance: "distance(self, T1)"),
    "#;
    let mut session = pack("W.r......", body).start();
    decide(&mut session, &["c1"]);
    session.commit();
    let state = session.battle().state();
    assert_eq!(state.entity(find(session.book(), state, 'r')).cell, cell("e1"));
}

#[test]
fn a_delay_counts_activations() {
    let body = |counts: &str| {
        format!(
            r#"DeclareTarget(name: "T1", range: (1, 9)),
            Delay(rounds: 2, counts: {counts}, body: [Damage(target: "T1", amount: 3)])"#
        )
    };
    // Of everybody: two rats wait in this round, and the second of them is struck as it begins.
    let mut session = pack("W.r.r", &body("All")).start();
    decide(&mut session, &["e1"]);
    check(
        &mut session,
        expect![[r#"
              warden: aim.
              warden: aim goes off.
              rat 2 loses 3 health: 9 → 6 (hit).
              The round ends.
              round 2 begins.
        "#]],
    );
    // Of its owner: after the next one.
    let mut session = pack("W.r.r", &body("Own")).start();
    decide(&mut session, &["e1"]);
    let mut rounds = Vec::new();
    for _ in 0..4 {
        let report = session.commit();
        let changes = (0..report.activations.len()).flat_map(|index| report.of(index));
        rounds.push(changes.filter(|change| change.kind == ChangeKind::Health).count());
        let warden = find(session.book(), session.seat().known().state(), 'W');
        assert!(session.seat_mut().choose_for(warden) && session.decide());
    }
    assert_eq!(rounds, [0, 0, 1, 0]);
}

/// What is due in a later round is drawn where it will be, with how long that is.
#[test]
fn what_waits_is_drawn_with_its_area_and_countdown() {
    let body = r##"
        DeclareTarget(name: "T1", range: (1, 9)),
        Delay(rounds: 2, body: [Damage(target: "T1", amount: 3, area: ["#@#"])]),
    "##;
    let mut session = pack("W...r..", body).start();
    decide(&mut session, &["d1"]);
    expect![[r#"
             a    b    c    d    e    f    g
         1  (W)   .    .    .   <r>   .    .
             9        ‹2›       9‹2
        Then:
          c1 waits for it, due in 2 rounds by hit (uncertain)
          e1 waits for it, due in 2 rounds by hit (uncertain)
    "#]]
    .assert_eq(&show(&session));
    session.commit();
    expect![[r#"
             a    b    c    d    e    f    g
         1  (W)   .    .    .   <r>   .    .
             9        ‹1›       9‹1
        warden:
          warden undecided
        Then:
          c1 waits for it, due in the next round by hit (uncertain)
          e1 waits for it, due in the next round by hit (uncertain)
    "#]]
    .assert_eq(&show(&session));
}

/// A change of a number that a demonstration does not list is a fault, unless it says that others may change.
#[test]
fn a_demonstration_lists_all_changes() {
    let mut library = shipped().clone();
    let action = r#"Action(body: [
        DeclareTarget(name: "T1", asks: Unit), Damage(target: "T1"), Shield(target: "self", amount: 2),
    ])"#;
    library.reload("actions/jab.ron", Some(action.as_bytes()));
    let rows = || vec![".Ab.".to_owned()];
    let mut drawn = Demonstration {
        before: rows(),
        answers: vec!["b".to_owned()],
        after: rows(),
        facts: vec!["b health 4 -> 3".to_owned()],
        ..Demonstration::default()
    };
    let faults = drawn.check(&library, "jab");
    assert_eq!(faults, [("facts".to_owned(), "`A shield 0 -> 2` is not listed".to_owned())]);
    drawn.others = true;
    assert_eq!(drawn.check(&library, "jab"), []);
}
